"""Accepts arguments under the names of any version of Exudyn."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

import exudyn as exu
import exudyn.itemInterface as items

from ..patches import Patches

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


@contextmanager
def arguments_of_any_version() -> Iterator[None]:
    """Within the block, items and functions accept the arguments of either version, and objects return both names."""
    with Patches() as patches:
        for name, each in vars(items).items():
            if inspect.isclass(each) and inspect.isfunction(vars(each).get("__init__")) and each.__module__ == items.__name__:
                drawing = name.startswith("V") and hasattr(items, name[1:])
                patches.wrap(each, "__init__", functools.partial(_taking, is_drawing=drawing))
        for name, each in list(vars(exu.MainSystem).items()):
            if name.startswith("Create") and inspect.isfunction(each):
                patches.wrap(exu.MainSystem, name, _taking)
        patches.wrap(exu.MainSystem, "GetObject", lambda get: lambda *given, **options: _Parameters(get(*given, **options)))
        yield


def _taking(function: Callable[..., Any], *, is_drawing: bool = False) -> Callable[..., Any]:
    """Wraps a function so that it accepts other names. For drawings, it drops arguments that this version does not support."""
    known = inspect.signature(function).parameters

    @functools.wraps(function)
    def call(*given: Any, **options: Any) -> Any:
        taken = {accepted(name, known): value for name, value in options.items()}
        without = [name for name, value in taken.items() if name not in known and (is_drawing or (name in _ZERO and value == 0))]
        return function(*given, **{name: value for name, value in taken.items() if name not in without})

    return call
