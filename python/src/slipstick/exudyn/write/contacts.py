"""Converts contacts of many bodies (GeneralContact) into objects ContactSpheres."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..read.recording import Material, Originals
from ..read.system import Source
from ..refusals import Notes
from ..values import plain
from .items import Entry

#: settings without a counterpart in a document, with the values that a document assumes
_SETTINGS = {"sphereSphereFrictionRecycle": False, "keepContactWhilePenetrating": False}
#: number of segments of a cable for which Exudyn uses no segments
_SEGMENTS = 12

Table = list[list[float]]


@dataclass
class _Parts:
    """The parts of a contact with the numbers of their materials."""

    spheres: list[tuple[int, float, int]]  # marker, radius, material
    triangles: list[tuple[int, Any, int]]  # marker, points, material
    cables: list[tuple[int, float, int]]  # object, half of the height, material
    materials: list[Material]


def places_of(mbs: Any) -> dict[int, int]:
    """The numbers of contacts among the objects of the document, after the objects of the system."""
    first = mbs.systemData.NumberOfObjects()
    filled = [number for number in range(mbs.NumberOfGeneralContacts()) if any(_counts(mbs.GetGeneralContact(number).GetPythonObject()))]
    return {number: first + place for place, number in enumerate(filled)}


def with_contacts(source: Source, entries: Mapping[str, list[Entry]], originals: Originals, notes: Notes) -> dict[str, list[Entry]]:
    """Adds an object for each contact, and a marker for each of its cables."""
    objects, markers = list(entries["object"]), list(entries["marker"])
    for number in places_of(source.mbs):
        contact = source.mbs.GetGeneralContact(number)
        objects.append(_object(contact, f"GeneralContact {number}", originals, markers, notes))
    return {**entries, "object": objects, "marker": markers}


def _counts(described: Mapping[str, Any]) -> tuple[int, int, int]:
    return tuple(int(described[f"numberOf{what}"]) for what in ("SpheresMarkerBased", "TrigsRigidBodyBased", "ANCFCable2D"))  # type: ignore[return-value]


def _object(contact: Any, label: str, originals: Originals, markers: list[Entry], notes: Notes) -> Entry:
    for name, value in _SETTINGS.items():
        if getattr(contact, name, value) != value:
            notes.refuse(label, name, "there is no such setting")
    described = contact.GetPythonObject()
    parts = _parts(contact, described, label, originals, notes)
    if parts is None:
        return {"type": "ContactSpheres", "name": label}
    entry: Entry = {
        "type": "ContactSpheres",
        "name": label,
        "contactModel": 1,
        "frictionProportionalZone": float(contact.frictionProportionalZone),
        "markerNumbers": [marker for marker, _, _ in parts.spheres],
        "spheresRadii": _one_for_all([radius for _, radius, _ in parts.spheres]),
    }
    if not contact.sphereSphereContact:
        entry["sphereSphereContact"] = False
    if not contact.isActive:
        entry["activeConnector"] = False
    if parts.triangles:
        entry["triangleMarkers"] = _one_for_all([marker for marker, _, _ in parts.triangles])
        entry["trianglePoints"] = [plain(point) for _, points, _ in parts.triangles for point in points]
    if parts.cables:
        segments = _SEGMENTS if contact.ancfCableUseExactMethod else int(contact.ancfCableNumberOfContactSegments)
        if contact.ancfCableUseExactMethod:
            notes.remark(f"{label}: cables are treated as {_SEGMENTS} straight segments, in Exudyn as curves")
        entry["cableMarkers"] = [len(markers) + place for place in range(len(parts.cables))]
        entry["cableHalfHeights"] = _one_for_all([height for _, height, _ in parts.cables])
        for number, _, _ in parts.cables:
            markers.append({"type": "BodyCable2DShape", "bodyNumber": number, "numberOfSegments": segments})
    return entry | _pairings(parts, np.asarray(described["frictionPairings"], dtype=float), label, notes)


def _one_for_all(values: list[Any]) -> list[Any]:
    return values[:1] if values and all(each == values[0] for each in values) else values


def _parts(contact: Any, described: Mapping[str, Any], label: str, originals: Originals, notes: Notes) -> _Parts | None:
    """Returns None if the contact has parts that were not recorded and that Exudyn does not return."""
    spheres, triangles, cables = _counts(described)
    noted = [(name, given) for which, name, given in originals.contacts if which is contact]
    meshes = [given for name, given in noted if name == "AddTrianglesRigidBodyBased"]
    belts = [given for name, given in noted if name == "AddANCFCable"]
    if len(meshes) != int(described["numberOfRigidBodyMarkerBased"]) or len(belts) != cables:
        notes.refuse(label, "", "it has triangles or cables that were not added within `with slipstick.exudyn.tracing()`")
        return None
    numbers: dict[Material, int] = {}
    found = _Parts([], [], [], [])
    for each in range(spheres):
        data = contact.GetSphereMarkerBased(each, addData=True)
        material = Material(float(data["contactStiffness"]), float(data["contactDamping"]), int(data["frictionMaterialIndex"]))
        found.spheres.append((int(data["markerIndex"]), float(data["radius"]), numbers.setdefault(material, len(numbers))))
    for each in range(triangles):
        data = contact.GetTriangleRigidBodyBased(each)
        marker, material = meshes[int(data["contactRigidBodyIndex"])]
        found.triangles.append((marker, np.asarray(data["points"]), numbers.setdefault(material, len(numbers))))
    for number, height, material in belts:
        found.cables.append((number, height, numbers.setdefault(material, len(numbers))))
    found.materials = list(numbers)
    return found


def _pairings(parts: _Parts, frictions: Any, label: str, notes: Notes) -> Entry:
    """Combines stiffnesses in series and dampings in parallel, and looks up the friction of each pair of materials."""
    materials = parts.materials
    for each in materials:
        if each.friction >= len(frictions):
            notes.refuse(label, "frictionMaterialIndex", f"{each.friction} is none of the {len(frictions)} of SetFrictionPairings")
            return {}
        if each.friction < 0:
            notes.remark(f"{label}: frictionMaterialIndex {each.friction} means no friction in Slipstick; Exudyn reads outside its table")

    def table(of: Callable[[Material, Material], float]) -> Table:
        return [[float(of(a, b)) for b in materials] for a in materials]

    stiffness = table(lambda a, b: a.stiffness * b.stiffness / (a.stiffness + b.stiffness))
    damping = table(lambda a, b: a.damping + b.damping)
    friction = table(lambda a, b: frictions[a.friction, b.friction] if min(a.friction, b.friction) >= 0 else 0.0)
    if len(materials) == 1:
        entry: Entry = {"contactStiffness": stiffness[0][0], "contactDamping": damping[0][0], "dynamicFriction": friction[0][0]}
    else:
        entry = {"stiffnessPairings": stiffness, "dampingPairings": damping, "frictionPairings": friction}
        for key, listed in (("spheresMaterials", parts.spheres), ("triangleMaterials", parts.triangles), ("cableMaterials", parts.cables)):
            if listed:
                entry[key] = _one_for_all([each[2] for each in listed])
    return {**entry, "cableStiffnessPairings": stiffness, "cableDampingPairings": damping} if parts.cables else entry
