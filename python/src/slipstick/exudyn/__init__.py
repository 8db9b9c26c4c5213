"""Converts models of Exudyn into documents of Slipstick.

    from slipstick.exudyn import convert, publish
    model = convert(mbs, simulationSettings, solverType)     # raises NotConvertible with everything that a document cannot express
    publish(mbs, simulationSettings, site="https://…")        # also solves with Exudyn, and prints the link

Build a system with symbolic user functions while they are traced:

    with tracing() as traced:
        …
    model = convert(mbs, simulationSettings, traced=traced)

`python -m slipstick.exudyn SCRIPT.py` does all of this for every solution of an unchanged script.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .versions import check

if TYPE_CHECKING:
    from .conversion import convert
    from .notes import NotConvertible, Refusal
    from .publishing import Published, publish
    from .sliders import BadSlider, Slider
    from .symbolic import tracing

__all__ = ["BadSlider", "NotConvertible", "Published", "Refusal", "Slider", "convert", "publish", "tracing"]

#: The module of each name. No module has the name of an exported object, because importing the module would replace the object.
_HOMES = {
    "BadSlider": "sliders",
    "Slider": "sliders",
    "convert": "conversion",
    "NotConvertible": "notes",
    "Refusal": "notes",
    "Published": "publishing",
    "publish": "publishing",
    "tracing": "symbolic",
}


def __getattr__(name: str) -> Any:
    """Imports modules that need Exudyn on first use. If Exudyn is missing or too old, the error message states what to install."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    check()
    found = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = found
    return found
