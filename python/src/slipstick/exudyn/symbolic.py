"""Symbolic user functions of Exudyn, which are translated by way of the Python functions that they were made from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import exudyn as exu
import exudyn.advancedUtilities as utilities

_originals: dict[str, Callable[..., Any]] = {}


def original(function: Any) -> Callable[..., Any] | None:
    """The Python function that a symbolic one was made from, if it was made since the package was imported."""
    return _originals.get(str(function))


def watch() -> None:
    """Remembers what symbolic functions are made from."""
    make = utilities.CreateSymbolicUserFunction
    if getattr(make, "watched", False):
        return

    def CreateSymbolicUserFunction(mbs, function, *given, **options):
        made = make(mbs, function, *given, **options)
        _originals[str(made)] = function
        return made

    CreateSymbolicUserFunction.watched = True  # type: ignore[attr-defined]
    import sys

    for module in list(sys.modules.values()):
        if (getattr(module, "__name__", "") or "").split(".")[0] == "exudyn" and getattr(module, "CreateSymbolicUserFunction", None) is make:
            module.CreateSymbolicUserFunction = CreateSymbolicUserFunction


def symbols() -> dict[str, Callable[..., Any]]:
    """What exudyn.symbolic has, for symbols of ours."""
    import numpy as np

    from .symbols import elementwise, universal

    names = {"acos": "arccos", "asin": "arcsin", "atan": "arctan", "atan2": "arctan2", "acosh": "arccosh", "asinh": "arcsinh", "atanh": "arctanh"}
    names |= {"pow": "power", "max": "maximum", "min": "minimum"}
    found: dict[str, Callable[..., Any]] = {}
    for name in dir(exu.symbolic):
        ours = universal.get(names.get(name, name))
        if ours is not None:
            found[name] = ours
    found["IfThenElse"] = lambda condition, a, b: elementwise("if", condition, a, b)
    found["Not"] = lambda x: elementwise("not", x)
    found["round"] = lambda x: elementwise("round", x)
    found["isfinite"] = lambda x: True
    found["Real"] = lambda x, *name: x
    found["Vector"] = lambda values, *name: np.array(values, dtype=object)
    found["Matrix"] = lambda values, *name: np.array(values, dtype=object)
    return found
