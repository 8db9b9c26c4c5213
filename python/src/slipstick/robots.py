"""Robots: descriptions in URDF and MJCF as models."""

from __future__ import annotations

import json
import os
from typing import NamedTuple

from . import _core
from .model import Model


class Robot(NamedTuple):
    """A robot that was imported."""

    model: Model
    #: what is not carried over
    left: list[str]


def import_robot(path: str | os.PathLike[str]) -> Robot:
    """Reads a robot in URDF or MJCF, with the files that it names, as docs/exchange.md says.

    `model, left = slipstick.import_robot("arm.urdf")`. Raises RobotError, which names file and line.
    """
    imported = json.loads(_core.import_robot(os.fspath(path)))
    return Robot(Model(imported["document"]), imported["left"])
