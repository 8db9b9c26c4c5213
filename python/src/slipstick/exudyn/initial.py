"""Initial values of the system, which a script may have set apart from those of its nodes."""

from __future__ import annotations

from typing import Any

import exudyn as exu
import numpy as np
from numpy.typing import NDArray

from .source import Given, Source
from .tables import reference

ODE2_SIZES = {
    "Point": 3, "Point2D": 2, "Point2DSlope1": 4, "PointSlope1": 6, "PointSlope12": 9, "PointSlope23": 9,
    "RigidBody2D": 3, "RigidBodyEP": 7, "RigidBodyRxyz": 6, "RigidBodyRotVecLG": 6, "1D": 1,
}  # fmt: skip


def initial_values(source: Source) -> dict[int, dict[str, list[float]]]:
    """By number of the node: initial values of the system that differ from those of the node."""
    found = {
        number: {
            name: [float(each) for each in values] for name, values in _of_system(source.mbs, number, node) if _differ(node[name], values)
        }
        for number, node in enumerate(source.given["node"])
        if ("node", node["nodeType"]) in reference()
    }
    return {number: values for number, values in found.items() if values}


def ode2_size(node: Given) -> int:
    """How many coordinates of second order a node has."""
    kind = node["nodeType"]
    size = ODE2_SIZES.get(kind) or int(node.get("numberOfODE2Coordinates", 0))
    if not size and kind not in ("PointGround", "GenericData", "GenericODE1") and "initialCoordinates" in node:
        size = len(node["initialCoordinates"])
    return size


def _of_system(mbs: Any, number: int, node: Given) -> list[tuple[str, NDArray[np.float64]]]:
    data, configuration = mbs.systemData, exu.ConfigurationType.Initial
    kind = node["nodeType"]
    if size := ode2_size(node):
        start = mbs.GetNodeODE2Index(number)
        rates = "initialCoordinates_t" if "initialCoordinates_t" in node else "initialVelocities"
        values = (data.GetODE2Coordinates(configuration), data.GetODE2Coordinates_t(configuration))
        return [(name, np.asarray(each)[start : start + size]) for name, each in zip(("initialCoordinates", rates), values, strict=True)]
    if kind == "GenericODE1":
        return [
            ("initialCoordinates", np.asarray(data.GetODE1Coordinates(configuration))[np.asarray(data.GetNodeLTGODE1(number), dtype=int)])
        ]
    if kind == "GenericData":
        return [
            ("initialCoordinates", np.asarray(data.GetDataCoordinates(configuration))[np.asarray(data.GetNodeLTGData(number), dtype=int)])
        ]
    return []


def _differ(given: Any, values: NDArray[np.float64]) -> bool:
    before = np.asarray(given, dtype=float).ravel()
    if before.size == 0:
        return bool(np.any(values))
    return before.size != values.size or not np.array_equal(before, values)
