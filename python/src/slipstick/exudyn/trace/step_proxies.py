"""Substitutes for the system as the argument of functions before each step: parameters may be set, and the state is symbolic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .proxies import DATA, Sensors, System, data_coordinates, numbers_for, places_of
from .symbols import Symbol, Untraceable, named, shaped, symbol

#: kind, number and name of a parameter
Key = tuple[str, int, str]
ASKED = "asked: "  # prefix for values of the system's state, which changes in a step


@dataclass(frozen=True)
class Touched:
    """Items that a function before each step may change without affecting a motion, or that only this function changes."""

    #: grounds without attached markers or sensors: their position affects only the drawing
    grounds: set[int]
    #: ground nodes with markers of coordinates only; these coordinates are zero at any position
    points: set[int]
    #: data nodes that no object uses
    data: set[int]


def touched(system: Any, watched: set[int]) -> Touched:
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
    return Touched(
        grounds - looked_at - watched,
        {number for number, kind in enumerate(nodes) if kind == "PointGround"} - in_objects - placed,
        {number for number, kind in enumerate(nodes) if kind == "GenericData"} - in_objects,
    )


class Step(System):
    """The system of a function before a step. Parameters may be set, but values of its state must not affect the result."""

    def __init__(self, system: Any, values: dict[Key, Any], sensors: Sensors, own: Touched) -> None:
        super().__init__(system, sensors)
        self._handed = sensors.handed
        self.values = values
        self.written: dict[Key, Any] = {}
        self.time: Any = named("t")
        self._own = own

    @property
    def _is_symbolic(self) -> bool:  # type: ignore[override]
        return isinstance(self.time, Symbol)

    def _values(self, key: Any) -> Any:
        if key == ("time",):
            return self.time
        if key[0] == "node" and key[1] in self._own.data and key[2] == "Coordinates":
            return self._of("node", key[1], DATA)
        return self._state(key)

    def _state(self, key: Any) -> Any:
        value = np.asarray(self._sensors.find(key), dtype=float)
        if not self._is_symbolic:
            return value if value.ndim else float(value)
        return shaped(value, lambda place: named(f"{ASKED}{key} {place}"))

    def _put(self, kind: str, number: Any, name: str, value: Any) -> None:
        drawing = name[:1] == "V" and name[1:2].islower()
        drawing = drawing or (kind == "object" and int(number) in self._own.grounds)
        drawing = drawing or (kind == "node" and int(number) in self._own.points and name == "referenceCoordinates")
        if not drawing:
            self.written[kind, int(number), name] = value

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
        value = self.written.get(key)
        if value is None:
            value = self.values[key] if key in self.values else self._input(key)
        if value is None:
            value = self._before(key)
        if isinstance(value, np.ndarray):  # a copy that may hold symbols
            return value.astype(object if self._is_symbolic else float)
        return list(value) if isinstance(value, list) else value

    def _before(self, key: Key) -> Any:
        kind, number, name = key
        return (
            data_coordinates(self._system, number)
            if name == DATA
            else getattr(self._system, f"Get{kind.capitalize()}Parameter")(number, name)
        )

    SetObjectParameter = lambda self, objectNumber, parameterName, value: self._put("object", objectNumber, parameterName, value)
    SetLoadParameter = lambda self, loadNumber, parameterName, value: self._put("load", loadNumber, parameterName, value)
    SetNodeParameter = lambda self, nodeNumber, parameterName, value: self._put("node", nodeNumber, parameterName, value)
    SetMarkerParameter = lambda self, markerNumber, parameterName, value: self._put("marker", markerNumber, parameterName, value)
    SetSensorParameter = lambda self, sensorNumber, parameterName, value: self._put("sensor", sensorNumber, parameterName, value)
    GetObjectParameter = lambda self, objectNumber, parameterName: self._of("object", objectNumber, parameterName)
    GetLoadParameter = lambda self, loadNumber, parameterName: self._of("load", loadNumber, parameterName)

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)


class StepOfSensors(Step):
    """Like `Step`, but the state is read from sensors, either as numbers by their names in formulas, or as symbols."""

    shown: dict[str, float] | None = None

    def _input(self, key: Any) -> Any:
        found = super()._input(key)
        return found if self.shown is None else numbers_for(found, self.shown)

    def _state(self, key: Any) -> Any:
        if key[0] in ("object", "body") and key[1] in self._own.grounds:
            raise Untraceable("it reads the position of a ground that it moves only for drawing")
        name, shape, near = self._sensors.find(key)
        if self.shown is None:
            self._sensors.used[name] = (shape, near)
        elif name not in self._sensors.used:
            raise Untraceable("it reads a different sensor than when it was traced")
        places = places_of(name, shape)
        return shaped(np.zeros(shape), lambda i: named(places[i]) if self.shown is None else self.shown[places[i]])


def _same(a: Any, b: Any) -> bool:
    """Whether both hold the same numbers or symbols."""
    pairs = zip(np.ravel(np.asarray(a, dtype=object)), np.ravel(np.asarray(b, dtype=object)), strict=True)
    return all(symbol(x).key == symbol(y).key for x, y in pairs)
