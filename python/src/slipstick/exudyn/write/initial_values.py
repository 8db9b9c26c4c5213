"""Initial values of the system, which a script may have set independently of the initial values of its nodes."""

from __future__ import annotations

from typing import Any

import exudyn as exu
import numpy as np
from numpy.typing import NDArray

from ..read.system import Given, Source
from ..reference import reference

#: coordinates of second order, their rates, coordinates of first order, data coordinates
State = list[NDArray[np.float64]]


def state_of(mbs: Any, configuration: Any) -> State:
    """All coordinates of a system."""
    data = mbs.systemData
    return [
        np.array(get(configuration), dtype=float).ravel()
        for get in (data.GetODE2Coordinates, data.GetODE2Coordinates_t, data.GetODE1Coordinates, data.GetDataCoordinates)
    ]


def initial_values(source: Source, state: State | None = None) -> dict[int, dict[str, list[float]]]:
    """Initial values of the system, or values of this state, that differ from the values of the node, by number of the node."""
    start = state or state_of(source.mbs, exu.ConfigurationType.Initial)
    found = {
        number: {
            name: [float(each) for each in values]
            for name, values in at_node(source.mbs, number, node, start)
            if _differ(node[name], values)
        }
        for number, node in enumerate(source.given["node"])
        if ("node", node["nodeType"]) in reference()
    }
    return {number: values for number, values in found.items() if values}


def ode2_size(node: Given) -> int:
    """The number of second-order coordinates of a node."""
    if "numberOfODE2Coordinates" in node:
        return int(node["numberOfODE2Coordinates"])
    return 0 if node["nodeType"] in ("PointGround", "GenericData", "GenericODE1", "GenericAE") else np.size(node["referenceCoordinates"])


def at_node(mbs: Any, number: int, node: Given, state: State) -> list[tuple[str, NDArray[np.float64]]]:
    ode2, ode2_t, ode1, data = state
    kind = node["nodeType"]
    if size := ode2_size(node):
        start = mbs.GetNodeODE2Index(number)
        rates = "initialCoordinates_t" if "initialCoordinates_t" in node else "initialVelocities"
        return [("initialCoordinates", ode2[start : start + size]), (rates, ode2_t[start : start + size])]
    if kind == "GenericODE1":
        return [("initialCoordinates", ode1[np.asarray(mbs.systemData.GetNodeLTGODE1(number), dtype=int)])]
    if kind == "GenericData":
        return [("initialCoordinates", data[np.asarray(mbs.systemData.GetNodeLTGData(number), dtype=int)])]
    return []


def _differ(given: Any, values: NDArray[np.float64]) -> bool:
    before = np.asarray(given, dtype=float).ravel()
    if before.size == 0:
        return bool(np.any(values))
    return before.size != values.size or not np.array_equal(before, values)
