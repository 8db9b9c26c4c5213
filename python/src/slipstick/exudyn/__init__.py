"""Models of Exudyn as documents of Slipstick.

    from slipstick.exudyn import convert, publish
    model = convert(mbs, simulationSettings, solverType)     # raises NotConvertible with everything that a document cannot express
    publish(mbs, simulationSettings, site="https://…")        # also solves with Exudyn, and prints the link

A system with symbolic user functions is built while they are traced:

    with tracing() as traced:
        …
    model = convert(mbs, simulationSettings, traced=traced)

`python -m slipstick.exudyn SCRIPT.py` does all of this for every solution of a script, which needs no change.
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

#: by name its module. No module is called like a name: importing it would put the module in the place of the name.
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
    """Imports what needs Exudyn when it is first used, so that a missing or old Exudyn ends in a sentence that says what to install."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    check()
    found = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = found
    return found
