"""Reads a system of Exudyn: its items and unique names for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import exudyn as exu
import numpy as np
from numpy.typing import NDArray

from ..trace.proxies import DATA, allowed, data_coordinates
from ..values import plain
from .descriptions import output_words, type_words
from .distance_sensors import is_distance
from .ffrf_meshes import with_floating_meshes

KINDS = ("node", "object", "marker", "load", "sensor")
#: functions of a system that are called once in a step, as in SetPreStepUserFunction
STEP_FUNCTIONS = ("PreStep", "PostStep")

#: object types whose name in Exudyn differs from the name in its documentation
_OTHERWISE = {"HydraulicActuatorSimple": "ConnectorHydraulicActuatorSimple", "ObjectANCFBeam": "ANCFBeam"}

Given = dict[str, Any]


@dataclass(frozen=True)
class Source:
    """Items by kind, as dictionaries of Exudyn, and their names in the document. The system provides all other values."""

    mbs: Any
    given: Mapping[str, list[Given]]
    names: Mapping[str, list[str]]

    def label(self, kind: str, number: int) -> str:
        return f"{kind} {self.names[kind][number]!r} ({self.given[kind][number].get(f'{kind}Type', '')})"

    def parameter(self, key: tuple[str, int, str]) -> Any:
        """The present value of a parameter, by kind, number and name. DATA denotes the initial coordinates of a data node."""
        kind, number, name = key
        if name == DATA:
            return data_coordinates(self.mbs, number)
        return plain(getattr(self.mbs, f"Get{kind.capitalize()}Parameter")(number, name))

    def function(self, name: str) -> Any:
        """A function of the whole system, as in SetPreStepUserFunction, or None."""
        return function_of(self.mbs, name)

    def present(self, key: tuple[Any, ...]) -> NDArray[np.float64]:
        """The present value of a quantity: ("sensor", number), ("body", number, output, localPosition) or (kind, number, output)."""
        with allowed():
            return np.asarray(_present(self.mbs, key), dtype=float)


def read(mbs: Any) -> Source:
    """Reads a system, and assembles it if necessary."""
    if not mbs.systemIsConsistent:
        mbs.Assemble()
    given = with_floating_meshes(_with_single_coordinates({kind: _all(mbs, kind) for kind in KINDS}))
    return Source(mbs, given, {kind: _names(given, kind) for kind in KINDS})


def _present(mbs: Any, key: tuple[Any, ...]) -> Any:
    what, number = key[0], key[1]
    if what == "sensor":
        return mbs.GetSensorValues(number)
    output = getattr(exu.OutputVariableType, key[2])
    if what == "object":
        return mbs.GetObjectOutput(number, output)
    if what == "body":
        return mbs.GetObjectOutputBody(number, output, list(key[3]))
    return mbs.GetNodeOutput(number, output) if what == "node" else mbs.GetMarkerOutput(number, output)


def function_of(mbs: Any, name: str) -> Any:
    """A function of the whole system, as in SetPreStepUserFunction, or None."""
    function = getattr(mbs, f"Get{name}UserFunction")()
    function = function.get("function") if isinstance(function, dict) else function
    return None if function == 0 else function


def _all(mbs: Any, kind: str) -> list[Given]:
    name = kind.capitalize()
    count = getattr(mbs.systemData, f"NumberOf{name}s")()
    options = {"addGraphicsData": True} if kind == "object" else {}
    items = [getattr(mbs, f"Get{name}")(number, **options) for number in range(count)]
    if kind == "object":
        return [{**each, "objectType": _OTHERWISE.get(each["objectType"], each["objectType"])} for each in items]
    return items


def _with_single_coordinates(given: dict[str, list[Given]]) -> dict[str, list[Given]]:
    """Converts a generic node with one coordinate that carries a mass into a node 1D. Exudyn accepts both."""
    users: dict[int, set[str]] = {}
    for each in given["object"]:
        for node in (each[key] for key in ("nodeNumber", "nodeNumbers") if key in each):
            for number in node if isinstance(node, (list, tuple)) else [node]:
                users.setdefault(int(number), set()).add(each["objectType"])

    def single(number: int, node: Given) -> Given:
        is_single = node["nodeType"] == "GenericODE2" and node["numberOfODE2Coordinates"] == 1
        if not is_single or number not in users or not users[number] <= {"Mass1D", "RotationalMass1D"}:
            return node
        others = {
            "initialVelocities" if key == "initialCoordinates_t" else key: value
            for key, value in node.items()
            if key != "numberOfODE2Coordinates"
        }
        return {**others, "nodeType": "1D"}

    return {**given, "node": [single(number, node) for number, node in enumerate(given["node"])]}


def _names(given: Mapping[str, list[Given]], kind: str) -> list[str]:
    """Unique names without asterisks. Sensors whose names were generated by Exudyn get descriptive names."""
    names: list[str] = []
    for number, each in enumerate(given[kind]):
        name = str(each.get("name", "")).replace("*", "×").strip()
        if not name or name == f"{kind}{number}":
            name = _sensor_name(given, each) if kind == "sensor" else f"{kind}{number}"
        unique, count = name, 1
        while unique in names:
            count += 1
            unique = f"{name} {count}"
        names.append(unique)
    return names


def _sensor_name(given: Mapping[str, list[Given]], sensor: Given) -> str:
    """A name for an unnamed sensor, based on its measured quantity."""
    of = {
        "Body": ("object", "bodyNumber"),
        "Node": ("node", "nodeNumber"),
        "Marker": ("marker", "markerNumber"),
        "Load": ("load", "loadNumber"),
    }
    kind, key = of.get(sensor["sensorType"], ("object", "objectNumber"))
    what = "distance" if is_distance(sensor) else output_words(str(getattr(sensor.get("outputVariableType"), "name", sensor["sensorType"])))
    number = sensor.get(key)
    return what if number is None else f"{what} of {item_words(given, kind, int(number))}"


def item_words(given: Mapping[str, list[Given]], kind: str, number: int) -> str:
    """The name of an item, or its type in words, with a number if there are several."""
    item = given[kind][number]
    name = str(item.get("name", "")).replace("*", "×").strip()
    if name and name != f"{kind}{number}":
        return name
    same = [i for i, each in enumerate(given[kind]) if each[f"{kind}Type"] == item[f"{kind}Type"]]
    words = type_words(str(item[f"{kind}Type"])) + ("" if kind == "object" else f" {kind}")
    return words if len(same) == 1 else f"{words} {same.index(number) + 1}"
