"""Shows running models in notebooks or standalone files, from files of the package, without a server or network."""

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
    """The module that shows the page in a widget of a notebook, or "" if the package was built without the viewer."""
    return _text("widget.js")


def _text(name: str) -> str:
    file = resources.files("slipstick").joinpath(name)
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def page(document: Mapping[str, Any], *, site: str | None = None) -> str:
    """A complete web page with the model, the viewer and the engine. It runs from a disk or a mail, without a network.

    `site`: the target of *Open in Slipstick*; None takes it from the variable SLIPSTICK_SITE. Raises ViewerMissing.
    """
    head, tail = template().split(_EMPTY)
    site = site if site is not None else os.environ.get("SLIPSTICK_SITE", "")
    data = json.dumps({"document": document, "view": "", "site": site}, ensure_ascii=False).replace("<", "\\u003c")
    return head + _EMPTY.replace("null", data) + tail


def save(document: Mapping[str, Any], path: str | os.PathLike[str], *, site: str | None = None) -> None:
    """Writes the page of a model to a file."""
    Path(path).write_text(page(document, site=site), encoding="utf-8")


def cell(document: Mapping[str, Any], height: int = 640) -> str:
    """The HTML that a notebook shows for a model: the page in a sandboxed frame."""
    title = html.escape(str(document.get("title") or "Model"))
    try:
        content = html.escape(page(document))
    except ViewerMissing as missing:
        return f"<p><strong>{title}</strong></p><p>{html.escape(str(missing))}</p>"
    frame = f'sandbox="allow-scripts allow-popups allow-downloads" style="width: 100%; height: {height}px; border: 0"'
    return f'<iframe srcdoc="{content}" title="{title}" {frame}></iframe>'
