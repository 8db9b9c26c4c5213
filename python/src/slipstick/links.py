"""Links that contain a model in the part after #, as described in docs/share-links.md."""

from __future__ import annotations

import base64
import json
import os
import re
import warnings
import zlib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import unquote

from ._core import version as _version

#: longer links may be cut off by messengers, mail programs and some browsers
LONGEST = 16_000
_LARGEST_TEXT = 2 * 1024 * 1024  # bytes
_ZLIB_HEAD = 6  # bytes: two of flags, four that identify the dictionary


class LinkWarning(UserWarning):
    """A link is so long that it may be cut off."""


def write(document: Mapping[str, Any], site: str | None, digest: str = "", *, values: bool = False) -> str:
    """A link of version 2, which names the version of the engine. `site` is the address of a built site; None takes it from the variable
    SLIPSTICK_SITE. Of the digest of its result, the link has the sampled values only with `values`."""
    site = site if site is not None else os.environ.get("SLIPSTICK_SITE")
    if not site:
        raise ValueError(
            'the address of the site is missing: link("https://example.org/slipstick/"), or set the environment variable SLIPSTICK_SITE'
        )
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()
    if len(text) > _LARGEST_TEXT:
        raise ValueError(f"the document has {len(text)} bytes, but a link carries at most {_LARGEST_TEXT}; send a file instead")
    proof = digest if values or not digest else digest[: digest.rindex(":") + 1]
    link = f"{site.split('#')[0]}#m=2.{_payload(text)}&~r={proof or _version()}"
    if not link[-1].isalnum():  # the digest may end in such a character
        link = f"{link[:-1]}%{ord(link[-1]):X}"
    if len(link) > LONGEST:
        message = f"the link has {len(link)} characters; beyond {LONGEST} it may be cut off on its way, so send a file instead"
        warnings.warn(message, LinkWarning, stacklevel=3)
    return link


def _payload(text: bytes) -> str:
    """The encoded text. It ends in a letter or a digit, because mail programs and Markdown drop a "-" or "_" at the end of a link."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, 15, zdict=_dictionary())
    data = deflate.compress(text) + deflate.flush()
    code = _encoded(data)
    # An empty block of DEFLATE before all others adds 5 bytes, after which the last digit has two spare bits.
    return code if code[-1] not in "-_" else _encoded(data[:_ZLIB_HEAD] + b"\0\0\0\xff\xff" + data[_ZLIB_HEAD:])


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def fragment(text: str) -> str:
    """The text after "#" in a link to a document, including links rewritten by mail programs and gateways, or ""."""
    found = re.search(r"#(m=.*|m%3D.*)", text, re.S | re.I) or re.search(r"%23(m=.*|m%3D.*)", text, re.S | re.I)
    if not found:
        return ""
    return found[1] if found[1][1] == "=" else unquote(found[1].split("&")[0])


def read(link: str) -> str:
    """The document in a link, as JSON text."""
    version, _, code = fragment(link)[2:].split("&")[0].partition(".")
    if version not in ("1", "2"):
        raise ValueError(f"the link has version {version}; only versions 1 and 2 are supported")
    try:
        return _text(version, code)
    except ValueError as error:
        # Release 0.1.0 wrote links that end in "_" or "-", which may have been dropped. The checksum shows that nothing else is missing.
        for lost in "_-" if version == "2" else "":
            with suppress(ValueError):
                return _text(version, code + lost)
        raise error


def _text(version: str, code: str) -> str:
    inflate = zlib.decompressobj(-15) if version == "1" else zlib.decompressobj(15, zdict=_dictionary())
    try:
        text = inflate.decompress(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)), _LARGEST_TEXT + 1)
    except (ValueError, zlib.error) as error:
        raise ValueError("the link is damaged: a part of it is missing or changed") from error
    if len(text) > _LARGEST_TEXT:
        raise ValueError("the model in the link is larger than 2 MiB")
    if not inflate.eof:
        raise ValueError("the link is damaged: its end is missing")
    return text.decode()


@cache
def _dictionary() -> bytes:
    return resources.files("slipstick").joinpath("link-dictionary-2.txt").read_bytes()
