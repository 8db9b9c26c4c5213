"""Finds functions before and after each step that change nothing in a solution, so that its document may omit them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import exudyn as exu

from ..patches import Patches
from ..read.system import STEP_FUNCTIONS, function_of
from .replay import Replay

_CHANGING = ("Set", "Add", "Delete", "Activate", "Reset", "Assemble", "Solve")
#: access to a solver or a contact, whose changes cannot be watched
_LEADING = ("sys", "GetGeneralContact")
_ONLY_DRAWING = ("SetRenderEngineStopFlag",)


@contextlib.contextmanager
def watching(mbs: Any, played: Replay | None = None) -> Iterator[set[str]]:
    """Within the block, collects the functions of STEP_FUNCTIONS that change the system or end its solution."""
    found = {name: function for name in STEP_FUNCTIONS if (function := function_of(mbs, name)) is not None}
    functions = {name: function for name, function in found.items() if callable(function)}
    acting = found.keys() - functions.keys()  # symbolic functions are not watched
    inside: list[str] = []

    def watched(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*given: Any) -> Any:
            inside.append(name)
            try:
                continues = function(*given)
            finally:
                inside.pop()
            if not continues:
                acting.add(name)
            if played is not None and name == "PreStep":
                played.called(float(given[1]))
            return continues

        return called

    def acts(name: str, this: Any, given: Sequence[Any], options: Mapping[str, Any]) -> None:
        acting.update(inside[-1:])
        if played is not None and inside == ["PreStep"]:
            played.changes(name, this, given, options)

    with Patches() as patches:
        for owner in (exu.MainSystem, exu.SystemData) if functions else ():
            patches.watch(owner, _changes, acts)
        for name, function in functions.items():
            put, wrapped = getattr(mbs, f"Set{name}UserFunction"), watched(name, function)
            put(wrapped)
            patches.callback(put, function)
            if played is not None and name == "PreStep":
                played.function = wrapped
        yield acting


def _changes(name: str) -> bool:
    return name in _LEADING or (name.startswith(_CHANGING) and name not in _ONLY_DRAWING)
