"""Distance sensors of Exudyn: user functions that measure along a line, and the objects that draw this line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

import exudyn as exu
import exudyn.robotics.utilities  # its function is also replaced

from ..patches import Patches
from ..values import function_in

_CREATE = "CreateDistanceSensor"
#: the number of its arguments before those of the drawing, not counting the system
_MEASURING = 10


def is_distance(sensor: Mapping[str, Any]) -> bool:
    """Whether a sensor was created by CreateDistanceSensor."""
    function = function_in(sensor.get("sensorUserFunction"))
    return getattr(function, "__name__", "") == "__UFsensorDistance" and str(function.__module__).startswith("exudyn.")


def without_lines(patches: Patches) -> None:
    """Makes distance sensors add no ground that draws their line, because the page draws it."""
    modules = [module for name, module in sys.modules.items() if name.startswith("exudyn")]
    for owner in (exu.MainSystem, *modules):
        if _CREATE in vars(owner):
            patches.wrap(owner, _CREATE, _undrawn)


def _undrawn(function: Callable[..., Any]) -> Callable[..., Any]:
    def create(mbs: Any, *given: Any, **options: Any) -> Any:
        return function(mbs, *given[:_MEASURING], **{**options, "addGraphicsObject": False})

    return create
