"""Distance sensors of Exudyn: user functions that measure along a line, and the objects that draw this line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import exudyn as exu

from ..values import function_in

_CREATE = "CreateDistanceSensor"
#: the number of its arguments before those of the drawing, not counting the system
_MEASURING = 10


def is_distance(sensor: Mapping[str, Any]) -> bool:
    """Whether a sensor was created by CreateDistanceSensor."""
    function = function_in(sensor.get("sensorUserFunction"))
    return getattr(function, "__name__", "") == "__UFsensorDistance" and str(function.__module__).startswith("exudyn.")


@contextmanager
def without_lines() -> Iterator[None]:
    """Within the block, distance sensors add no ground that draws their line, because the page draws it."""
    replaced = {_undrawn(function): function for function in {getattr(each, _CREATE) for each in _users()}}
    made = {function: own for own, function in replaced.items()}
    _replace(made)
    try:
        yield
    finally:
        _replace(replaced)  # includes modules that were imported in the meantime


def _users() -> list[Any]:
    """The owners of the function, which old versions lack."""
    modules = [module for name, module in sys.modules.items() if name.startswith("exudyn")]
    return [each for each in (exu.MainSystem, *modules) if _CREATE in vars(each)]


def _replace(functions: Mapping[Any, Any]) -> None:
    for each in _users():
        present = getattr(each, _CREATE)
        if present in functions:
            setattr(each, _CREATE, functions[present])


def _undrawn(function: Callable[..., Any]) -> Callable[..., Any]:
    def create(mbs: Any, *given: Any, **options: Any) -> Any:
        return function(mbs, *given[:_MEASURING], **{**options, "addGraphicsObject": False})

    return create
