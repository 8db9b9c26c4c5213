"""The substitute for the system as the argument of functions before and after each step, which may set parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..values import only_draws
from .proxies import DATA, Sensors, Symbols, System, data_coordinates
from .symbols import Untraceable, named, shaped, symbol

#: kind, number and name of a parameter
Key = tuple[str, int, str]
STATE_READ = "state: "  # prefix for values of the system's state, which changes in a step


@dataclass(frozen=True)
class FreeItems:
    """Items that a function before each step may change without affecting a motion, or that only this function changes."""

    #: grounds without attached markers or sensors: their position affects only the drawing
    grounds: set[int]
    #: ground nodes with markers of coordinates only; these coordinates are zero at any position
    points: set[int]
    #: data nodes that no object uses
    data: set[int]


def free_items(system: Any, watched: set[int]) -> FreeItems:
    """Finds these items. `watched`: objects that functions read."""
    data = system.systemData
    markers = [system.GetMarker(number) for number in range(data.NumberOfMarkers())]
    sensors = [system.GetSensor(number) for number in range(data.NumberOfSensors())]
    objects = [system.GetObject(number) for number in range(data.NumberOfObjects())]
    nodes = [system.GetNode(number)["nodeType"] for number in range(data.NumberOfNodes())]
    looked_at = {int(each[key]) for each in (*markers, *sensors) for key in ("bodyNumber", "objectNumber") if key in each}
    in_objects = {int(number) for each in objects for key in ("nodeNumber", "nodeNumbers") for number in np.ravel(each.get(key, []))}
    placed = {
        int(each["nodeNumber"]) for each in (*markers, *sensors) if "nodeNumber" in each and each.get("markerType") != "NodeCoordinate"
    }
    grounds = {number for number, each in enumerate(objects) if each["objectType"] == "Ground"}
    return FreeItems(
        grounds - looked_at - watched,
        {number for number, kind in enumerate(nodes) if kind == "PointGround"} - in_objects - placed,
        {number for number, kind in enumerate(nodes) if kind == "GenericData"} - in_objects,
    )


class StateReads(Symbols):
    """Answers with symbols that only show that a function reads the state."""

    def state(self, key: Any) -> Any:
        return shaped(np.asarray(self._sensors.find(key), dtype=float), lambda place: named(f"{STATE_READ}{key} {place}"))


class Present(Symbols):
    """Answers with the present values of the system, which are the same in all steps."""

    is_symbolic = False

    def state(self, key: Any) -> Any:
        value = np.asarray(self._sensors.find(key), dtype=float)
        return value if value.ndim else float(value)


class Step(System):
    """The system of a function before or after a step, which may set parameters."""

    def __init__(self, system: Any, sensors: Sensors, answers: Symbols, values: dict[Key, Any], own: FreeItems) -> None:
        """`values`: parameters before the call."""
        super().__init__(system, sensors, answers, writes=True)
        self._before, self._own = values, own
        #: the parameters that the function set
        self._set: dict[Key, Any] = {}

    def _values(self, key: Any) -> Any:
        if key[0] == "node" and key[1] in self._own.data and key[2] == "Coordinates":
            return self._of("node", key[1], DATA)
        is_present = isinstance(self._answers, (StateReads, Present))
        if key[0] in ("object", "body") and key[1] in self._own.grounds and not is_present:
            raise Untraceable("it reads the position of a ground that it moves only for drawing")
        return super()._values(key)

    def _put(self, kind: str, number: Any, name: str, value: Any) -> None:
        drawing = only_draws(name)
        drawing = drawing or (kind == "object" and int(number) in self._own.grounds)
        drawing = drawing or (kind == "node" and int(number) in self._own.points and name == "referenceCoordinates")
        if not drawing:
            self._set[kind, int(number), name] = value

    def _put_data(self, number: int, value: Any) -> None:
        if _same(value, self._values(("node", number, "Coordinates"))):  # setting all coordinates of a system also sets the unchanged ones
            return
        if number not in self._own.data:
            raise Untraceable("it sets data coordinates that an object keeps")
        self._put("node", number, DATA, value)

    def _of(self, kind: str, number: Any, name: str) -> Any:
        key = (kind, int(number), name)
        if kind == "object" and key[1] in self._own.grounds:
            raise Untraceable(f"it reads {name} of a ground that it moves only for drawing")
        value = self._set.get(key)
        if value is None:
            value = self._before[key] if key in self._before else self._input(key)
        if value is None and name == DATA:
            value = data_coordinates(self._system, key[1])
        elif value is None:
            value = getattr(self._system, f"Get{kind.capitalize()}Parameter")(key[1], name)
        if isinstance(value, np.ndarray):  # a copy that may hold symbols
            return value.astype(object if self._answers.is_symbolic else float)
        return list(value) if isinstance(value, list) else value

    SetObjectParameter = lambda self, objectNumber, parameterName, value: self._put("object", objectNumber, parameterName, value)
    SetLoadParameter = lambda self, loadNumber, parameterName, value: self._put("load", loadNumber, parameterName, value)
    SetNodeParameter = lambda self, nodeNumber, parameterName, value: self._put("node", nodeNumber, parameterName, value)
    SetMarkerParameter = lambda self, markerNumber, parameterName, value: self._put("marker", markerNumber, parameterName, value)
    SetSensorParameter = lambda self, sensorNumber, parameterName, value: self._put("sensor", sensorNumber, parameterName, value)
    GetObjectParameter = lambda self, objectNumber, parameterName: self._of("object", objectNumber, parameterName)
    GetLoadParameter = lambda self, loadNumber, parameterName: self._of("load", loadNumber, parameterName)


def _same(a: Any, b: Any) -> bool:
    """Whether both hold the same numbers or symbols."""
    pairs = zip(np.ravel(np.asarray(a, dtype=object)), np.ravel(np.asarray(b, dtype=object)), strict=True)
    return all(symbol(x).key == symbol(y).key for x, y in pairs)
