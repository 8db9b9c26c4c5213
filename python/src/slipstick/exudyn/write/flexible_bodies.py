"""Flexible bodies: their meshes for drawing, and Exudyn's own functions for their equations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..read.system import Given, Source
from ..refusals import Notes
from ..values import function_in, plain

Entry = dict[str, Any]

TYPE = "FFRFreducedOrder"
#: names of the terms of the equations, in exudyn.FEM and as parameters of an item
_TERMS = {
    "massMatrixReduced": "massMatrixReduced",
    "stiffnessMatrixReduced": "stiffnessMatrixReduced",
    "dampingMatrixReduced": "dampingMatrixReduced",
    "totalMass": "physicsMass",
    "inertiaLocal": "physicsInertia",
    "chiU": "physicsCenterOfMass",
    "mPsiTildePsi": "mPsiTildePsi",
    "mPsiTildePsiTilde": "mPsiTildePsiTilde",
    "mPhitTPsi": "mPhitTPsi",
    "mPhitTPsiTilde": "mPhitTPsiTilde",
    "mXRefTildePsi": "mXRefTildePsi",
    "mXRefTildePsiTilde": "mXRefTildePsiTilde",
}
_FUNCTIONS = {"forceUserFunction": "UFforceFFRFreducedOrder", "massMatrixUserFunction": "UFmassFFRFreducedOrder"}


#: the largest number of values that a document stores for one mesh with its modes, and for all meshes
_MOST_NUMBERS, _MOST_OF_ALL = 200_000, 250_000
_OF_MESH = ("referencePositions", "modeBasis", "outputVariableModeBasis")


def with_small_meshes(source: Source, notes: Notes) -> Source:
    """The system with flexible bodies whose meshes are small enough for a document."""
    room = _MOST_OF_ALL
    for number, body in enumerate(source.given["object"]):
        if body["objectType"] == TYPE:
            size = sum(np.size(plain(body[name])) for name in _OF_MESH)
            if size > min(_MOST_NUMBERS, room) and np.size(plain(body["referencePositions"])):
                source = _with_few_nodes(source, number, notes)
            else:
                room -= size
    return source


def _with_few_nodes(source: Source, number: int, notes: Notes) -> Source:
    """Removes the nodes of a large mesh that no marker or sensor uses. The flexible body is then not drawn."""
    body = source.given["object"][number]
    parts = {name: np.asarray(plain(body[name]), dtype=float) for name in _OF_MESH}
    count = parts["referencePositions"].size // 3
    named = {"marker": "meshNodeNumbers", "sensor": "meshNodeNumber"}
    used: dict[int, int] = {}  # new numbers of the kept nodes, by their old numbers
    given: dict[str, list[Given]] = {kind: list(each) for kind, each in source.given.items()}
    for kind, name in named.items():
        for place, each in enumerate(given[kind]):
            if name in each and int(each["bodyNumber"]) == number:
                new = [used.setdefault(int(node), len(used)) for node in np.ravel(plain(each[name]))]
                given[kind][place] = {**each, name: new if kind == "marker" else new[0]}
    kept = list(used) or [0]
    rows = np.ravel([[3 * node, 3 * node + 1, 3 * node + 2] for node in kept])
    smaller = {
        "referencePositions": parts["referencePositions"].ravel()[rows],
        "modeBasis": parts["modeBasis"][rows],
        "outputVariableModeBasis": parts["outputVariableModeBasis"][kept] if parts["outputVariableModeBasis"].size else [],
        "VtriangleMesh": [],
    }
    given["object"][number] = {**body, **smaller}
    notes.remark(
        f"{source.label('object', number)}: of its {count} mesh nodes only those of markers and sensors are kept, and its mesh is not drawn"
    )
    return replace(source, given=given)


def mesh_of(given: Given) -> Entry:
    """The mesh for drawing a flexible body. Triangles with additional nodes on their edges, allowed since 1.13, are split into four."""
    triangles = np.asarray(plain(given.get("VtriangleMesh", [])), dtype=int)
    if triangles.ndim == 2 and triangles.shape[1] == 6:
        triangles = triangles[:, [0, 3, 5, 3, 1, 4, 5, 4, 2, 3, 4, 5]].reshape(-1, 3)
    return {"triangleMesh": triangles.tolist()} if triangles.size else {}


def with_own_terms(source: Source, number: int, given: Given, notes: Notes) -> tuple[Given, list[float]]:
    """Removes user functions that equal the equations of a flexible body. Returns its parameters and the gravity in these functions."""
    if given["computeFFRFterms"] or any(given[name] in (0, None) for name in _FUNCTIONS):
        return given, [0.0, 0.0, 0.0]
    interface = _interface(given, number)
    if interface is None or not _belongs_to(source, given, number, interface):
        return given, [0.0, 0.0, 0.0]
    notes.remark(f"{source.label('object', number)}: its user functions are the equations of the item itself, which are used instead")
    terms = {ours: getattr(interface, theirs) for theirs, ours in _TERMS.items()}
    return {**given, **dict.fromkeys(_FUNCTIONS, 0), **terms, "computeFFRFterms": True}, [float(each) for each in interface.gravity]


def _interface(given: Given, number: int) -> Any:
    """The object of exudyn.FEM that created a body, found through references of its functions."""
    from exudyn.FEM import ObjectFFRFreducedOrderInterface

    for name in _FUNCTIONS:
        function = function_in(given[name])
        cells = [each.cell_contents for each in getattr(function, "__closure__", None) or ()]
        for each in [getattr(function, "__self__", None), *cells, *getattr(function, "__globals__", {}).values()]:
            if isinstance(each, ObjectFFRFreducedOrderInterface) and int(getattr(each, "oFFRFreducedOrder", -1)) == number:
                return each
    return None


def _belongs_to(source: Source, given: Given, number: int, interface: Any) -> bool:
    """Whether the functions return the same values as Exudyn's own functions, at some states."""
    import exudyn as exu

    random = np.random.default_rng(1)
    size = 7 + int(interface.nModes)
    for _ in range(3):
        q, q_t = 0.01 * random.standard_normal((2, size))
        for name, method in _FUNCTIONS.items():
            function: Callable[..., Any] = function_in(given[name])
            found = np.array(function(source.mbs, 0.0, number, q.tolist(), q_t.tolist()), dtype=float)
            own = np.array(getattr(interface, method)(exu, source.mbs, 0.0, q, q_t), dtype=float)
            if found.shape != own.shape or not np.allclose(found, own, rtol=1e-12, atol=1e-12 * np.max(np.abs(own))):
                return False
    return True


def with_weights(source: Source, entries: Mapping[str, list[Entry]], gravity: Mapping[int, list[float]]) -> dict[str, list[Entry]]:
    """Adds a load for each body whose functions contained gravity."""
    markers, loads = list(entries["marker"]), list(entries["load"])
    for number, vector in gravity.items():
        loads.append({"type": "MassProportional", "markerNumber": len(markers), "loadVector": vector})
        markers.append({"type": "BodyMass", "bodyNumber": number})
    return {**entries, "marker": markers, "load": loads}
