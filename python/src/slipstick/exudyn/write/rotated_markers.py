"""Markers that are rotated relative to their body. In Slipstick, markers have no rotation, so the attached items receive it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..read.system import Source
from ..reference import reference
from ..refusals import Notes
from ..trace.proxies import places_of
from ..trace.symbols import Text, elementwise, named
from .added_sensors import AddedSensors
from .items import Entry

#: items that use only the position of their markers, or velocities in global directions
_POSITION_ONLY = (
    "ConnectorSpringDamper", "ConnectorCartesianSpringDamper", "ConnectorDistance", "ConnectorGravity", "JointSpherical",
    "ContactSphereSphere", "ConnectorHydraulicActuatorSimple",
)  # fmt: skip
#: directions in the frames of marker 0 and of marker 1; None if the rotation of the marker does not matter
_DIRECTIONS: dict[str, tuple[str | None, str]] = {
    "JointRollingDisc": ("planeNormal", "discAxis"), "ConnectorRollingDiscPenalty": ("planeNormal", "discAxis"),
    "ContactSphereTorus": (None, "torusAxis"),
}  # fmt: skip
_GLOBAL_OUTPUTS = ("Position", "Displacement", "Velocity", "Acceleration", "AngularVelocity", "AngularAcceleration")

_Entries = dict[str, list[Entry]]
_Matrix = NDArray[np.float64]


def with_turned_markers(source: Source, entries: _Entries, turned: dict[int, _Matrix], added: AddedSensors, notes: Notes) -> _Entries:
    """The entries, changed so that they no longer need these rotations."""
    for marker, rotation in turned.items():
        objects = [_object(source, each, number, marker, rotation, notes) for number, each in enumerate(entries["object"])]
        loads = [_load(each, rotation) if _is_turned(each, marker) else each for each in entries["load"]]
        sensors = [_load_sensor(each, rotation, added) if _shows_turned_load(each, loads, marker) else each for each in entries["sensor"]]
        for each in [*added.entries, *sensors]:
            if each["type"] == "Marker" and each.get("markerNumber") == marker and each["outputVariableType"] not in _GLOBAL_OUTPUTS:
                _refuse(source, marker, f"the sensor {each['name']!r}", notes)
        entries = {**entries, "object": objects, "load": loads, "sensor": sensors}
    return entries


def _refuse(source: Source, marker: int, user: str, notes: Notes) -> None:
    reason = f"a marker that is turned relative to its body is used by {user}, which has no parameter for that rotation"
    notes.refuse(source.label("marker", marker), "localHT", reason)


def _object(source: Source, entry: Entry, number: int, marker: int, rotation: _Matrix, notes: Notes) -> Entry:
    turned: dict[str, Any] = {}
    known = reference().get(("object", entry["type"]), {})
    for side, other in enumerate(entry.get("markerNumbers", [])):
        if other != marker or entry["type"] in _POSITION_ONLY:
            continue
        key = f"rotationMarker{side}"
        if key in known:
            turned[key] = (rotation @ np.array(entry.get(key, np.eye(3)))).tolist()
        elif entry["type"] in _DIRECTIONS and side < 2:
            if (direction := _DIRECTIONS[entry["type"]][side]) is not None:
                turned[direction] = (rotation @ np.array(entry.get(direction, known[direction].get("default")))).tolist()
        else:
            _refuse(source, marker, source.label("object", number), notes)
    return {**entry, **turned}


def _is_turned(load: Entry, marker: int) -> bool:
    return load.get("markerNumber") == marker and bool(load.get("bodyFixed"))


def _load(entry: Entry, rotation: _Matrix) -> Entry:
    if "loadVectorUserFunction" in entry:  # functions were rotated during their translation
        return entry
    return {**entry, "loadVector": (rotation @ np.array(entry.get("loadVector", [0, 0, 0]))).tolist()}


def _shows_turned_load(sensor: Entry, loads: list[Entry], marker: int) -> bool:
    return sensor["type"] == "Load" and _is_turned(loads[sensor.get("loadNumber", 0)], marker)


def _load_sensor(sensor: Entry, rotation: _Matrix, added: AddedSensors) -> Entry:
    """Shows the load in the directions of the marker, computed from another sensor in the directions of the body."""
    own = f"{sensor['name']}, of the body"
    added.add({**sensor, "name": own})
    parts = [named(each) for each in places_of(own, (3,))]
    formulas = Text([elementwise("+", each, 0) for each in rotation.T @ np.array(parts, dtype=object)]).formulas
    return {"type": "UserFunction", "name": sensor["name"], "sensorUserFunction": formulas}
