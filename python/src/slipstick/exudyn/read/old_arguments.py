"""Accepts arguments under the names of any version of Exudyn."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Collection
from typing import Any

import exudyn as exu
import exudyn.itemInterface as items

from ..patches import replace_in

#: arguments for the items that a function of the system connects, since 1.13 and earlier
_CONNECTED = ("itemNumbers", "bodyOrNodeList", "bodyNumbers", "bodyList")
#: prefix of parameters until 1.12, as in physicsMass
_BEFORE = "physics"
#: arguments that had to be zero before they were removed
_ZERO = ("contactDamping",)


def accepted(argument: str, known: Collection[str]) -> str:
    """The name of the argument that a function accepts, or the given name if there is none."""
    if argument in _CONNECTED and (_CONNECTED[0] in known or argument not in known):
        return next((each for each in _CONNECTED if each in known), argument)
    if argument in known:
        return argument
    old = f"{_BEFORE}{argument[:1].upper()}{argument[1:]}"
    new = f"{argument[len(_BEFORE) :][:1].lower()}{argument[len(_BEFORE) + 1 :]}" if argument.startswith(_BEFORE) else ""
    return next((each for each in (old, new) if each in known), argument)


class _Parameters(dict[str, Any]):
    """Parameters of an object, which can be read by the names of either version."""

    def __missing__(self, key: str) -> Any:
        if (other := accepted(key, self)) == key:
            raise KeyError(key)
        return self[other]


class Arguments:
    """Within the block (`with`), items and functions accept the arguments of either version, and objects return both names."""

    def __init__(self) -> None:
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Arguments:
        with contextlib.ExitStack() as stack:  # restores everything even if this block fails midway
            for name, each in vars(items).items():
                if inspect.isclass(each) and each.__module__ == items.__name__:
                    drawing = name.startswith("V") and hasattr(items, name[1:])
                    _replace(stack, each, "__init__", functools.partial(_taking, is_drawing=drawing))
            for name in list(vars(exu.MainSystem)):
                if name.startswith("Create"):
                    _replace(stack, exu.MainSystem, name, _taking)
            told = exu.MainSystem.GetObject
            replace_in(stack, exu.MainSystem, "GetObject", lambda *given, **options: _Parameters(told(*given, **options)))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.close()


def _replace(stack: contextlib.ExitStack, owner: type, name: str, wrapped: Callable[[Any], Any]) -> None:
    before = vars(owner).get(name)
    if inspect.isfunction(before):
        replace_in(stack, owner, name, wrapped(before))


def _taking(function: Callable[..., Any], *, is_drawing: bool = False) -> Callable[..., Any]:
    """Wraps a function so that it accepts other names. For drawings, it drops arguments that this version does not support."""
    known = inspect.signature(function).parameters

    @functools.wraps(function)
    def call(*given: Any, **options: Any) -> Any:
        taken = {accepted(name, known): value for name, value in options.items()}
        without = [name for name, value in taken.items() if name not in known and (is_drawing or (name in _ZERO and value == 0))]
        return function(*given, **{name: value for name, value in taken.items() if name not in without})

    return call
