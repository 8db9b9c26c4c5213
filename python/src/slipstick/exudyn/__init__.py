"""Converts models of Exudyn into documents of Slipstick.

    from slipstick.exudyn import convert, publish
    model = convert(mbs, simulationSettings, solverType)     # raises NotConvertible with everything that a document cannot express
    publish(mbs, simulationSettings, site="https://…")        # also solves with Exudyn, and prints the link

Build a system with symbolic user functions while they are traced:

    with tracing() as traced:
        …
    model = convert(mbs, simulationSettings, traced=traced)

`python -m slipstick.exudyn SCRIPT.py` does all of this for every solution of an unchanged script.

A conversion has five steps, each a folder: `read` the model of a script, `trace` its functions, `write` the document, `solve` in Exudyn,
`compare` both programs.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .versions import check

if TYPE_CHECKING:
    from .compare.publishing import Published, publish
    from .read.recording import tracing
    from .refusals import NotConvertible, Refusal
    from .write.conversion import convert
    from .write.sliders import BadSlider, Slider

__all__ = ["BadSlider", "NotConvertible", "Published", "Refusal", "Slider", "convert", "publish", "tracing"]

#: The module of each name. No module has the name of an exported object, because importing the module would replace the object.
_HOMES = {
    "BadSlider": "write.sliders",
    "Slider": "write.sliders",
    "convert": "write.conversion",
    "NotConvertible": "refusals",
    "Refusal": "refusals",
    "Published": "compare.publishing",
    "publish": "compare.publishing",
    "tracing": "read.recording",
}


def __getattr__(name: str) -> Any:
    """Imports modules that need Exudyn on first use. If Exudyn is missing or too old, the error message states what to install."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    check()
    found = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = found
    return found
