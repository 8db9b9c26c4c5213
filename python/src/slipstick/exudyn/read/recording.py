"""Translates symbolic user functions of Exudyn by means of the Python functions from which they were made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import exudyn as exu
import exudyn.advancedUtilities as utilities

from .contact_arguments import noting_contacts
from .distance_sensors import without_lines


class Originals:
    """The Python functions from which symbolic ones were made, and the arguments given to contacts."""

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
    """Within the block, records the Python functions from which symbolic ones are made. Pass the result to `convert` or `publish`.

    Exudyn keeps only expressions with rounded numbers. Within the block, `CreateSymbolicUserFunction` records the Python function, under
    any imported name, and `GeneralContact` records its meshes and cables. Distance sensors do not add a ground object that draws their
    line. `originals`: an earlier record to extend.
    """
    originals = originals if originals is not None else Originals()
    convert, kind = utilities.ConvertFunctionToSymbolic, exu.symbolic.UserFunction
    set_from = kind.SetUserFunctionFromDict
    functions: dict[int, tuple[Any, Callable[..., Any]]] = {}  # by the id of the description, which is kept so that its id stays unique

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
