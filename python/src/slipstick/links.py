"""Links that carry a model in the part after #, as docs/share-links.md describes them."""

from __future__ import annotations

import base64
import json
import os
import warnings
import zlib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

#: beyond it messages and mails may cut a link off, and some browsers too
LONGEST = 16_000
_LARGEST_TEXT = 2 * 1024 * 1024  # bytes


class LinkWarning(UserWarning):
    """A link is so long that it may be cut off on its way."""


def write(document: Mapping[str, Any], site: str | None, digest: str = "") -> str:
    """A link of version 2. `site` is the address of a built site; if None, that in the variable SLIPSTICK_SITE."""
    site = site if site is not None else os.environ.get("SLIPSTICK_SITE")
    if not site:
        raise ValueError(
            'the address of the site is missing: link("https://example.org/slipstick/"), or set the environment variable SLIPSTICK_SITE'
        )
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()
    if len(text) > _LARGEST_TEXT:
        raise ValueError(f"the document has {len(text)} bytes, but a link carries at most {_LARGEST_TEXT}; send a file instead")
    deflate = zlib.compressobj(9, zlib.DEFLATED, 15, zdict=_dictionary())
    payload = base64.urlsafe_b64encode(deflate.compress(text) + deflate.flush()).decode().rstrip("=")
    link = f"{site.split('#')[0]}#m=2.{payload}{f'&~r={digest}' if digest else ''}"
    if len(link) > LONGEST:
        message = f"the link has {len(link)} characters; beyond {LONGEST} it may be cut off on its way, so send a file instead"
        warnings.warn(message, LinkWarning, stacklevel=3)
    return link


def read(link: str) -> str:
    """The document in a link, as JSON text."""
    payload = link.split("#m=", 1)[1].split("&")[0]
    version, _, code = payload.partition(".")
    if version not in ("1", "2"):
        raise ValueError(f"the link has version {version}; only versions 1 and 2 are supported")
    inflate = zlib.decompressobj(-15) if version == "1" else zlib.decompressobj(15, zdict=_dictionary())
    try:
        text = inflate.decompress(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)), _LARGEST_TEXT + 1)
    except (ValueError, zlib.error) as error:
        raise ValueError("the link is damaged: a part of it is missing or changed") from error
    if len(text) > _LARGEST_TEXT:
        raise ValueError("the model in the link is larger than 2 MiB")
    if not inflate.eof:
        raise ValueError("the link is damaged: a part of it is missing")
    return text.decode()


@cache
def _dictionary() -> bytes:
    return resources.files("slipstick").joinpath("link-dictionary-2.txt").read_bytes()
