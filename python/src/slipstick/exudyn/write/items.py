"""Converts items of a system into entries of a document. User functions remain unchanged; `functions` turns them into formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..read.system import KINDS, Given, Source
from ..reference import drawn, exudyn_names, is_body, reference
from ..refusals import Notes
from ..values import hex_color, only_draws, plain, same
from .beam_sections import TYPES as BEAMS
from .beam_sections import with_section
from .flexible_bodies import TYPE, mesh_of, with_own_terms, with_small_meshes
from .graphics import solids_of
from .mesh_thinning import MOST, MOST_OF_ALL

#: parameters that duplicate others
DERIVED = (
    "referenceHT", "localHT", "jointHTs", "coordinateIndexPerNode", "tempCoordinates", "tempCoordinates_t", "tempCoordinates_tt",
    "objectIsInitialized", "physicsCenterOfMassTilde", "centerOfMassTilde", "tempUserFunctionForce",
    "coefficientsHullDerivative", "coefficientsHullDDerivative", "rBoundingSphere", "pContact",
)  # fmt: skip
SENSOR_FILES = ("writeToFile", "fileName", "storeInternal")

Entry = dict[str, Any]


@dataclass(frozen=True)
class UserFunction:
    """A user function of an item, before it is replaced by a formula."""

    kind: str
    number: int
    #: the name of the parameter in Slipstick; `key` is the name in Exudyn
    parameter: str
    key: str
    value: Any
    #: the row of the parameter in the reference
    row: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Items:
    #: entries of the document, with a UserFunction for each formula
    entries: dict[str, list[Entry]]
    #: rotation matrices of markers that are rotated relative to their body, by number
    turned: dict[int, NDArray[np.float64]]
    #: gravity contained in the equations of flexible bodies, by number of the object
    gravity: dict[int, list[float]]


def items_of(source: Source, notes: Notes) -> Items:
    """Converts all items and refuses those that a document cannot express."""
    meshes = sum(data.get("type") == "TriangleList" for each in source.given["object"] for data in each.get("VgraphicsData", []))
    most = max(12, min(MOST, MOST_OF_ALL // max(1, meshes)))
    gravity: dict[int, list[float]] = {}
    source = _with_flexible_bodies(source, gravity, notes)
    entries = {kind: [_entry(source, kind, number, most, notes) for number in range(len(source.given[kind]))] for kind in KINDS}
    _add_discs(source, entries)
    turned = {number: matrix for number, each in enumerate(source.given["marker"]) if (matrix := _rotation(each)) is not None}
    return Items(entries, turned, gravity)


def _with_flexible_bodies(source: Source, gravity: dict[int, list[float]], notes: Notes) -> Source:
    """Replaces user functions of flexible bodies by the equations of these items. Stores the gravity in the functions in `gravity`."""
    objects = list(source.given["object"])
    for number, given in enumerate(objects):
        if given["objectType"] == TYPE:
            objects[number], vector = with_own_terms(source, number, given, notes)
            if np.any(vector):
                gravity[number] = vector
    return with_small_meshes(replace(source, given={**source.given, "object": objects}), notes)


def _entry(source: Source, kind: str, number: int, most: int, notes: Notes) -> Entry:
    type_name, given = _typed(source, kind, source.given[kind][number])
    name = source.names[kind][number]
    theirs = exudyn_names()["types"].get(f"{kind} {type_name}", type_name)
    entry: Entry = {"type": type_name, **({"name": name} if kind == "sensor" or name != f"{kind}{number}" else {})}
    label = source.label(kind, number)
    known = reference().get((kind, type_name))
    if known is None:
        notes.refuse(label.replace(f"({given[f'{kind}Type']})", f"({type_name})"), "", f"there is no {kind} of this type")
        return entry
    if type_name in BEAMS:
        given = with_section(given, label, notes)
    ours = {key: own for own, key in exudyn_names()["parameters"].get(f"{kind} {type_name}", {}).items()}
    defaults = getattr(source.mbs, f"Get{kind.capitalize()}Defaults")(theirs)
    for key, value in given.items():
        if key in (f"{kind}Type", "name") or (kind == "sensor" and key in SENSOR_FILES) or only_draws(key):
            continue
        parameter = ours.get(key, key)
        if key in DERIVED:
            _check_derived(label, given, key, value, notes)
        elif type_name == "ConnectorCoordinateVector" and key == "jacobianUserFunction":
            _check_gradient(label, given, key, value, notes)
        elif parameter not in known:
            if not same(value, defaults.get(key)):
                notes.refuse(label, key, "there is no such parameter")
        elif "arguments" in known[parameter]:
            if not (isinstance(value, (int, float)) and value == 0):
                entry[parameter] = UserFunction(kind, number, parameter, key, value, known[parameter])
        else:
            try:
                entry |= _parameter(kind, parameter, key, plain(value), known[parameter])
            except TypeError as error:
                notes.refuse(label, key, str(error))
    shown = _visualization(label, given, most, notes) if kind == "object" else {}
    if "graphics" in shown and "graphics" not in drawn(type_name):
        notes.remark(f"{label}: its graphics are not drawn")
    shown = {name: value for name, value in shown.items() if name in drawn(type_name)}
    return {**entry, "visualization": shown} if shown else entry


def _add_discs(source: Source, entries: dict[str, list[Entry]]) -> None:
    """Adds discs to the graphics of bodies, because Exudyn draws them with their connector. Skips bodies that already show their disc."""
    for given, entry in zip(source.given["object"], entries["object"], strict=True):
        if "RollingDisc" not in str(given["objectType"]) or given.get("Vshow") is False:
            continue
        marker = source.given["marker"][int(plain(given["markerNumbers"])[1])]
        if "bodyNumber" not in marker:
            continue
        graphics = entries["object"][int(marker["bodyNumber"])].get("visualization", {}).get("graphics")
        radius = float(given["discRadius"])
        if graphics is None or any(solid.get("radius", 0) > 0.9 * radius for solid in graphics):
            continue
        place = plain(marker.get("localPosition", [0, 0, 0]))
        axis = {"axis": plain(given["discAxis"])} if "discAxis" in given else {}
        width = {"width": entry["visualization"]["discWidth"]} if "discWidth" in entry.get("visualization", {}) else {}
        color = {"color": hex_color(given["Vcolor"])} if given.get("Vcolor") is not None and given["Vcolor"][0] >= 0 else {}
        graphics.append({"type": "disc", "radius": radius, "center": place, **axis, **width, **color})


def _typed(source: Source, kind: str, given: Given) -> tuple[str, Given]:
    """The type of an item in Slipstick and its parameters. Splits types of Exudyn that cover several, and replaces equivalent ones."""
    type_name = str(given[f"{kind}Type"])
    if type_name == "ContactSphereSphere":
        return "ContactSphereTriangle" if "trianglePoints" in given else "ContactSphereTorus" if "torusAxis" in given else type_name, given
    if type_name == "BodiesRelativeTranslationCoordinate" and "nodeNumber" in given:  # the name in Exudyn of both markers
        return "BodiesRelativeRotationCoordinate", given
    if kind == "sensor" and type_name == "Body" and not is_body(source.given["object"][int(given["bodyNumber"])]["objectType"]):
        others = {("objectNumber" if key == "bodyNumber" else key): value for key, value in given.items()}
        if not np.any(others.get("localPosition", 0)):
            others.pop("localPosition", None)
        return "Object", others
    if kind == "sensor" and type_name == "SuperElement" and (node := _node_of_sensor(source, given)) is not None:
        return "Node", {"sensorType": "Node", "name": given["name"], "nodeNumber": node, "outputVariableType": given["outputVariableType"]}
    if kind == "marker" and type_name == "SuperElementPosition" and (node := _mesh_node(source, given)) is not None:
        return "NodePosition", {"markerType": "NodePosition", "name": given["name"], "nodeNumber": node}
    return type_name, given


def _mesh_node(source: Source, given: Given) -> int | None:
    """The node at which a marker of a mesh is placed, if it is a single one."""
    body = source.given["object"][int(given["bodyNumber"])]
    weights = np.asarray(plain(given["weightingFactors"]), dtype=float)
    if body["objectType"] != "GenericODE2" or np.count_nonzero(weights) != 1 or weights.max() != 1:
        return None
    return int(body["nodeNumbers"][int(plain(given["meshNodeNumbers"])[int(weights.argmax())])])


def _node_of_sensor(source: Source, given: Given) -> int | None:
    """The node that a sensor of a mesh measures, if the mesh consists of nodes."""
    body = source.given["object"][int(given["bodyNumber"])]
    return int(body["nodeNumbers"][int(given["meshNodeNumber"])]) if body["objectType"] == "GenericODE2" else None


def _parameter(kind: str, parameter: str, key: str, value: Any, row: Mapping[str, Any]) -> Entry:
    """The parameter as part of an entry, which is empty for the default."""
    if value == "_None" or (value == -1 and row.get("refersTo")):
        return {}
    if kind == "node" and key.startswith("initial") and row.get("default") == [] and not np.any(value):
        return {}
    return {} if same(value, row.get("default")) else {parameter: value}


def _check_gradient(label: str, given: Given, key: str, value: Any, notes: Notes) -> None:
    if value in (0, None):
        return
    if given["constraintUserFunction"] in (0, None):
        notes.refuse(label, key, "a gradient without constraintUserFunction")
    else:
        notes.remark(f"{label}: {key} is left out, because formulas are differentiated")


def _check_derived(label: str, given: Given, key: str, value: Any, notes: Notes) -> None:
    """Checks that homogeneous transformations equal the positions and rotations that are also given."""
    if key in ("referenceHT", "jointHTs"):
        names = ("referenceRotation", "referencePosition") if key == "referenceHT" else ("jointTransformations", "jointOffsets")
        parts = [np.asarray(plain(given[name]), dtype=float) for name in names]
        whole = np.asarray(plain(value), dtype=float)
        if whole.size and not (np.array_equal(whole[..., :3, :3], parts[0]) and np.array_equal(whole[..., :3, 3], parts[1])):
            notes.refuse(label, key, f"it differs from {names[0]} and {names[1]}")
    elif key == "localHT":
        position = np.asarray(value, dtype=float)[:3, 3]
        name = next((each for each in ("localPosition", "offset") if each in given), "")
        if name and not np.array_equal(position, given[name]):
            notes.refuse(label, key, f"its position is not {name}")
        if not name and np.any(position):
            notes.refuse(label, key, "markers that are displaced from their node")


def _rotation(given: Given) -> NDArray[np.float64] | None:
    """The rotation of a marker relative to its body, or None."""
    if "localHT" not in given or ("marker", given["markerType"]) not in reference():
        return None
    matrix = np.asarray(given["localHT"], dtype=float)[:3, :3]
    return None if np.array_equal(matrix, np.eye(3)) else matrix


def _visualization(label: str, given: Given, most: int, notes: Notes) -> Entry:
    shown: Entry = {}
    if given.get("Vshow") is False:
        shown["show"] = False
    color = given.get("Vcolor")
    if color is not None and len(color) >= 3 and color[0] >= 0:
        shown["color"] = hex_color(color)
    size = given.get("VdrawSize")
    springs = ("SpringDamper", "ConnectorDistance", "LinearSpring")
    if isinstance(size, (int, float)) and size > 0 and any(word in str(given["objectType"]) for word in springs):
        shown["drawSize"] = float(size)
    if "RollingDisc" in str(given["objectType"]):
        width = given.get("VdiscWidth")
        shown |= {"discWidth": float(f"{width:.7g}")} if isinstance(width, (int, float)) and width > 0 else {}
    if str(given["objectType"]) == TYPE:
        shown |= mesh_of(given)
    graphics, remarks = solids_of([each for each in given.get("VgraphicsData", []) if "type" in each], most)
    if graphics and str(given["objectType"]) != "KinematicTree":
        shown["graphics"] = graphics
    for remark in remarks:
        notes.remark(f"{label}: {remark}")
    if callable(given.get("VgraphicsDataUserFunction")) or isinstance(given.get("VgraphicsDataUserFunction"), dict):
        notes.remark(f"{label}: graphicsDataUserFunction only draws, and is left out")
    return shown
