"""Distance sensors. Exudyn's CreateDistanceSensor creates a sensor with its own user function, whose factors contain all settings."""

from __future__ import annotations

from dataclasses import replace

import exudyn as exu
import numpy as np

from ..read.distance_sensors import is_distance
from ..read.system import Source
from ..refusals import Notes
from .contacts import places_of
from .items import Entry, Items

_SURFACES = {"IndexSpheresMarkerBased": 1, "IndexTrigsRigidBodyBased": 2, "IndexANCFCable2D": 3}


def with_distances(source: Source, items: Items, notes: Notes) -> Items:
    """The items with distance sensors instead of these user functions. Hides the objects that draw their lines."""
    sensors, objects = list(items.entries["sensor"]), list(items.entries["object"])
    for number, given in enumerate(source.given["sensor"]):
        if not is_distance(given):
            continue
        factors = [float(each) for each in given["factors"]]
        sensors[number] = _sensor(source, number, factors, items, notes)
        if (drawn := int(factors[13])) >= 0:
            objects[drawn] = {**objects[drawn], "visualization": {"show": False}}
    return replace(items, entries={**items.entries, "sensor": sensors, "object": objects})


def _sensor(source: Source, number: int, factors: list[float], items: Items, notes: Notes) -> Entry:
    contact, marker, start, direction = int(factors[0]), int(factors[1]), factors[2:5], factors[5:8]
    least, most, radius, kind, velocity = factors[8:13]
    name = source.names["sensor"][number]
    entry: Entry = {"type": "Distance", "name": name, "dirSensor": direction, "minDistance": least, "maxDistance": most}
    place = places_of(source.mbs).get(contact)
    if place is None:
        notes.refuse(source.label("sensor", number), "", f"the contact {contact} has no surfaces")
        return entry
    entry["objectNumber"] = place
    if marker >= 0:
        entry["markerNumber"] = marker
        if marker in items.turned:
            entry["dirSensor"] = (items.turned[marker] @ np.array(direction)).tolist()
    else:
        entry["position"] = start
    if radius:
        entry["cylinderRadius"] = radius
    seen = _SURFACES.get(exu.ContactTypeIndex(int(kind)).name, 0)
    if seen:
        entry["surfaces"] = seen
    if velocity:
        entry["measureVelocity"] = True
    return entry
