"""Imports robots in URDF and MJCF as models."""

from __future__ import annotations

import json
import os
from typing import NamedTuple

from . import _core
from .model import Model


class Robot(NamedTuple):
    """An imported robot."""

    model: Model
    #: parts of the description that were not imported
    left: list[str]


def import_robot(path: str | os.PathLike[str]) -> Robot:
    """Reads a robot in URDF or MJCF and the files to which it refers, as described in docs/exchange.md.

    `model, left = slipstick.import_robot("arm.urdf")`. Raises RobotError with the file and line.
    """
    imported = json.loads(_core.import_robot(os.fspath(path)))
    return Robot(Model(imported["document"]), imported["left"])
