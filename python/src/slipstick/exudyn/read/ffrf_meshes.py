"""Converts meshes of points in a floating frame (ObjectFFRF) into reduced ones, with a mode for each coordinate of a point.

The modes are unit vectors, so both forms have the same coordinates, in the same order, and the same equations. A generic node replaces the
first point and takes the coordinates of all points. The other points become points on the ground, so that no numbers change. The reference
values of the generic node are zero instead of positions. Offsets of equations between all coordinates compensate for this.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ..values import only_draws, plain

Given = dict[str, Any]

_RENAMED = {"massMatrixFF": "massMatrixFF", "stiffnessMatrixFF": "stiffnessMatrixReduced", "dampingMatrixFF": "dampingMatrixReduced"}
#: parameters of both object types
_KEPT = ("name", "forceUserFunction", "massMatrixUserFunction", "computeFFRFterms", "Vshow", "Vcolor", "VtriangleMesh")
#: derived parameters, or parameters that only affect the drawing
_DROPPED = (
    "objectType", "nodeNumbers", "physicsMass", "mass", "physicsInertia", "inertia", "physicsCenterOfMass", "centerOfMass", "PHItTM",
    "referencePositions", "coordinateIndexPerNode", "objectIsInitialized", "tempVector", "tempCoordinates", "tempCoordinates_t",
    "tempRefPosSkew", "tempVelSkew",
)  # fmt: skip
#: the largest number of coordinates of a mesh whose matrices a document can store
_MOST_COORDINATES = 600


def with_floating_meshes(given: Mapping[str, list[Given]]) -> dict[str, list[Given]]:
    """Replaces these bodies. Those that cannot be replaced remain and are refused later."""
    items: dict[str, list[Given]] = {kind: list(each) for kind, each in given.items()}
    for number, body in enumerate(given["object"]):
        if body["objectType"] == "FFRF" and (reduced := _reduced(number, body, items)) is not None:
            points = [int(node) for node in plain(body["nodeNumbers"])[1:]]
            whole = _of_all_coordinates(number, items["marker"])
            items["object"] = [_without_places(each, whole, reduced["referencePositions"]) for each in items["object"]]
            items["object"][number] = reduced
            items["node"] = _joined(items["node"], points)
            items["marker"] = [_moved(each, points) for each in items["marker"]]
    return items


def _reduced(number: int, body: Given, items: Mapping[str, list[Given]]) -> Given | None:
    """The body with a mode for each coordinate. None if other items use more of its points than their coordinates."""
    points = [int(node) for node in plain(body["nodeNumbers"])[1:]]
    size = 3 * len(points)
    others = {key: value for key, value in body.items() if key not in (*_RENAMED, *_KEPT, *_DROPPED)}
    if any(np.size(plain(value)) for key, value in others.items() if not only_draws(key)) or size > _MOST_COORDINATES:
        return None
    if points != list(range(points[0], points[0] + len(points))) or any(items["node"][node]["nodeType"] != "Point" for node in points):
        return None
    if any(_attaches_to(each, set(points)) for each in _users(body, items)):
        return None
    if not _is_linear(_of_all_coordinates(number, items["marker"]), items):
        return None
    places = [plain(items["node"][node]["referenceCoordinates"]) for node in points]
    return {
        "objectType": "FFRFreducedOrder",
        "nodeNumbers": [int(plain(body["nodeNumbers"])[0]), points[0]],
        "modeBasis": f"identity({size})",
        "referencePositions": [float(each) for place in places for each in place],
        "outputVariableModeBasis": [],
        **{key: body[key] for key in _KEPT if key in body},
        **{ours: body[theirs] for theirs, ours in _RENAMED.items() if _is_given(body[theirs])},
    }


def _is_given(matrix: Any) -> bool:
    return bool(np.size(plain(matrix)))


def _users(body: Given, items: Mapping[str, list[Given]]) -> Iterable[Given]:
    yield from (each for each in items["object"] if each is not body)
    yield from items["sensor"]
    yield from (each for each in items["marker"] if each["markerType"] != "NodeCoordinate")


def _attaches_to(item: Given, points: set[int]) -> bool:
    numbers = [int(node) for key in ("nodeNumber", "nodeNumbers") if key in item for node in np.ravel(plain(item[key]))]
    return not points.isdisjoint(numbers)


def _of_all_coordinates(body: int, markers: list[Given]) -> set[int]:
    return {i for i, each in enumerate(markers) if each["markerType"] == "ObjectODE2Coordinates" and int(each["objectNumber"]) == body}


def _is_linear(whole: set[int], items: Mapping[str, list[Given]]) -> bool:
    """Whether these markers of all coordinates are used only by linear equations."""
    for each in items["object"]:
        places = [k for k, marker in enumerate(plain(each.get("markerNumbers", []))) if int(marker) in whole]
        if not places:
            continue
        if each["objectType"] != "ConnectorCoordinateVector" or each["constraintUserFunction"] not in (0, None):
            return False
        if any(np.any(plain(each[f"quadraticTermMarker{k}"])) for k in places):
            return False
    return not any(int(each.get("markerNumber", -1)) in whole for each in items["sensor"])


def _without_places(item: Given, whole: set[int], places: list[float]) -> Given:
    """Adapts the offset of an equation between coordinates whose reference values were the positions of the points."""
    for k, marker in enumerate(plain(item.get("markerNumbers", []))):
        if int(marker) in whole and not item["velocityLevel"]:
            scaling = np.asarray(plain(item[f"scalingMarker{k}"]), dtype=float)
            offset = np.asarray(plain(item["offset"]), dtype=float) if np.size(plain(item["offset"])) else np.zeros(len(scaling))
            item = {**item, "offset": offset + (1 if k == 0 else -1) * scaling[:, 7:] @ np.asarray(places)}
    return item


def _joined(nodes: list[Given], points: list[int]) -> list[Given]:
    def starts(name: str) -> list[float]:
        return [float(each) for node in points for each in plain(nodes[node][name])]

    joined = {
        "nodeType": "GenericODE2",
        "name": nodes[points[0]]["name"],
        "numberOfODE2Coordinates": 3 * len(points),
        "referenceCoordinates": [0.0] * (3 * len(points)),
        "initialCoordinates": starts("initialCoordinates"),
        "initialCoordinates_t": starts("initialVelocities"),
    }
    still = {
        node: {"nodeType": "PointGround", **{key: nodes[node][key] for key in ("name", "referenceCoordinates")}, "Vshow": False}
        for node in points[1:]
    }
    return [joined if number == points[0] else still.get(number, node) for number, node in enumerate(nodes)]


def _moved(marker: Given, points: list[int]) -> Given:
    """Moves a marker of a point's coordinate to the corresponding coordinate of the generic node."""
    if marker["markerType"] != "NodeCoordinate" or int(marker["nodeNumber"]) not in points:
        return marker
    place = points.index(int(marker["nodeNumber"]))
    return {**marker, "nodeNumber": points[0], "coordinate": 3 * place + int(marker["coordinate"])}
