"""Symbolic user functions of Exudyn, which are translated by way of the Python functions that they were made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import exudyn as exu
import exudyn.advancedUtilities as utilities

from .noted import noting_contacts
from .rays import without_lines


class Originals:
    """The Python functions that symbolic ones were made from, and what contacts were given."""

    def __init__(self) -> None:
        self._functions: dict[str, Callable[..., Any]] = {}
        #: contact, method, arguments
        self.contacts: list[tuple[Any, str, tuple[Any, ...]]] = []

    def note(self, made: Any, function: Callable[..., Any]) -> None:
        self._functions[str(made)] = function

    def of(self, made: Any) -> Callable[..., Any] | None:
        return self._functions.get(str(made))


@contextmanager
def tracing(originals: Originals | None = None) -> Iterator[Originals]:
    """Remembers what Python functions symbolic ones are made from, while it is entered; give the result to `convert` or `publish`.

    Exudyn keeps only expressions with rounded numbers. Until the end of the `with`, its `CreateSymbolicUserFunction` notes the Python
    function, whatever name a script imported it by, and its `GeneralContact` meshes and cables. Distance sensors add no ground that draws
    their line. `originals` are extended, if given.
    """
    originals = originals if originals is not None else Originals()
    convert, kind = utilities.ConvertFunctionToSymbolic, exu.symbolic.UserFunction
    set_from = kind.SetUserFunctionFromDict
    functions: dict[int, tuple[Any, Callable[..., Any]]] = {}  # by the number of the description, which is kept so that it stays unique

    def described(mbs: Any, function: Callable[..., Any], *given: Any, **options: Any) -> Any:
        description = convert(mbs, function, *given, **options)
        functions[id(description)] = description, function
        return description

    def set_noted(made: Any, mbs: Any, description: Any, *given: Any, **options: Any) -> Any:
        result = set_from(made, mbs, description, *given, **options)
        if id(description) in functions:
            originals.note(made, functions[id(description)][1])
        return result

    utilities.ConvertFunctionToSymbolic, kind.SetUserFunctionFromDict = described, set_noted
    try:
        with noting_contacts(originals.contacts), without_lines():
            yield originals
    finally:
        utilities.ConvertFunctionToSymbolic, kind.SetUserFunctionFromDict = convert, set_from


def symbols() -> dict[str, Callable[..., Any]]:
    """What exudyn.symbolic has, for symbols of ours."""
    import numpy as np

    from .symbols import elementwise, universal

    names = {
        "acos": "arccos",
        "asin": "arcsin",
        "atan": "arctan",
        "atan2": "arctan2",
        "acosh": "arccosh",
        "asinh": "arcsinh",
        "atanh": "arctanh",
    }
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
