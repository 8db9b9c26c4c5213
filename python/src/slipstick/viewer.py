"""The running model in a notebook or in a file of its own, from files of the package: without server and without network."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

_EMPTY = '<script type="application/json" id="model">null</script>'


class ViewerMissing(RuntimeError):
    """The package was built without the viewer."""

    def __init__(self) -> None:
        super().__init__("This package has no viewer, because it was built before the site: `npm run build` writes dist/single.html.")


def template() -> str:
    """The page without a model. Raises ViewerMissing."""
    text = _text("viewer.html")
    if not text:
        raise ViewerMissing
    if text.count(_EMPTY) != 1:
        raise RuntimeError("the viewer of this package is damaged")
    return text


def script() -> str:
    """The module with which a notebook shows the page in a widget; "" if the package was built without the viewer."""
    return _text("widget.js")


def _text(name: str) -> str:
    file = resources.files("slipstick").joinpath(name)
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def page(document: Mapping[str, Any], *, site: str | None = None) -> str:
    """A whole web page with the model, the viewer and the engine: it runs from a disk or a mail, without a network.

    `site`: where *Open in Slipstick* leads; the variable SLIPSTICK_SITE if None. Raises ViewerMissing.
    """
    head, tail = template().split(_EMPTY)
    site = site if site is not None else os.environ.get("SLIPSTICK_SITE", "")
    data = json.dumps({"document": document, "view": "", "site": site}, ensure_ascii=False).replace("<", "\\u003c")
    return head + _EMPTY.replace("null", data) + tail


def save(document: Mapping[str, Any], path: str | os.PathLike[str], *, site: str | None = None) -> None:
    """Writes such a page to a file."""
    Path(path).write_text(page(document, site=site), encoding="utf-8")


def cell(document: Mapping[str, Any], height: int = 640) -> str:
    """What a notebook shows of a model, as HTML: the page in a frame that can reach nothing outside."""
    title = html.escape(str(document.get("title") or "Model"))
    try:
        content = html.escape(page(document))
    except ViewerMissing as missing:
        return f"<p><strong>{title}</strong></p><p>{html.escape(str(missing))}</p>"
    frame = f'sandbox="allow-scripts allow-popups allow-downloads" style="width: 100%; height: {height}px; border: 0"'
    return f'<iframe srcdoc="{content}" title="{title}" {frame}></iframe>'
