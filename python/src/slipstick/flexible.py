"""Flexible bodies from the mass and stiffness matrices of a mesh, reduced to modes.

    from slipstick.flexible import reduce
    rod = reduce(mass, stiffness, positions, boundaries={"left": [0, 1, 2, 3], "right": [40, 41, 42, 43]}, modes=6)
    rod.frequencies                                    # Hz, of the free body
    document = rod.added_to(document, "rod")           # nodes, the object and a marker for each boundary: rod.left, rod.right

Matrices have a row for each coordinate x, y, z of each mesh node. They are arrays, sparse matrices of SciPy, arrays of triplets (row,
column, value), or files with one of these. Without boundaries the modes are the lowest ones of the free body. With boundaries they are
Craig-Bampton modes: static shapes for a rigid motion of each boundary, and the lowest modes with all boundaries held. Both sets are then
made orthogonal to the rigid body motions (mean axes), so that the floating frame follows the mean motion of the body.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
#: matrices with fewer rows are treated as dense
_DENSE = 1000
#: inertia terms that are independent of the modes
_OF_THE_WHOLE = ("physicsCenterOfMass", "physicsInertia")
#: smaller entries, relative to the largest of a term, are rounding
_ROUNDING = 1e-13


@dataclass(frozen=True, eq=False)
class FlexibleBody:
    """A mesh reduced to modes."""

    #: positions of the mesh nodes, (nodes, 3)
    positions: Array
    #: displacements of the nodes, (3 nodes, modes)
    mode_basis: Array
    mass: float
    #: mass matrix of the modes, (modes, modes)
    mass_reduced: Array
    stiffness_reduced: Array
    #: natural frequencies of the body with these modes, without support, in Hz; rigid body modes are omitted
    frequencies: Array
    boundaries: Mapping[str, list[int]]
    #: inertia parameters of the object FFRFreducedOrder
    terms: Mapping[str, Any]

    @property
    def modes(self) -> int:
        return int(self.mode_basis.shape[1])

    def damping(self, *, ratio: float = 0.0, mass: float = 0.0, stiffness: float = 0.0) -> Array:
        """A damping matrix: a ratio of critical damping in each mode of the free body plus multiples of the mass and stiffness matrices."""
        matrix: Array = mass * self.mass_reduced + stiffness * self.stiffness_reduced
        if ratio == 0:
            return matrix
        values, vectors = _eigen(self.stiffness_reduced, self.mass_reduced)
        dual = self.mass_reduced @ vectors
        return np.asarray(matrix + dual @ np.diag(2 * ratio * np.sqrt(np.maximum(values, 0))) @ dual.T)

    def object(self, name: str, *, damping: ArrayLike | None = None, triangles: ArrayLike | None = None) -> dict[str, Any]:
        """The object FFRFreducedOrder on the nodes `name` and `name.modes`. `triangles`: numbers of three mesh nodes each, for drawing."""
        entry = {
            "type": "FFRFreducedOrder",
            "name": name,
            "nodeNumbers": [name, f"{name}.modes"],
            "modeBasis": self.mode_basis.tolist(),
            "referencePositions": self.positions.ravel().tolist(),
            "stiffnessMatrixReduced": self.stiffness_reduced.tolist(),
            **({"dampingMatrixReduced": np.asarray(damping).tolist()} if damping is not None else {}),
            **{key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in self.terms.items()},
        }
        return entry | ({"visualization": {"triangleMesh": np.asarray(triangles).tolist()}} if triangles is not None else {})

    def added_to(
        self,
        document: Mapping[str, Any],
        name: str,
        *,
        position: Sequence[float] = (0, 0, 0),
        euler_parameters: Sequence[float] = (1, 0, 0, 0),
        damping: ArrayLike | None = None,
        triangles: ArrayLike | None = None,
    ) -> dict[str, Any]:
        """The document with the body: its two nodes, the object, and a marker SuperElementRigid `name.boundary` for each boundary."""
        changed = copy.deepcopy(dict(document))
        for key in ("nodes", "objects", "markers"):
            changed[key] = list(changed.get(key, []))
        changed["nodes"] += [
            {"type": "RigidBodyEP", "name": name, "referenceCoordinates": [*map(float, position), *map(float, euler_parameters)]},
            {"type": "GenericODE2", "name": f"{name}.modes", "numberOfODE2Coordinates": self.modes},
        ]
        changed["objects"].append(self.object(name, damping=damping, triangles=triangles))
        for boundary, nodes in self.boundaries.items():
            marker = {"bodyNumber": name, "meshNodeNumbers": nodes, "weightingFactors": [1 / len(nodes)] * len(nodes)}
            changed["markers"].append({"type": "SuperElementRigid", "name": f"{name}.{boundary}", **marker})
        return changed

    def with_modes(self, chosen: Sequence[int]) -> FlexibleBody:
        """The same body with only these modes, numbered from 0 as the columns of `mode_basis`."""
        columns = list(chosen)
        blocks = [3 * column + axis for column in columns for axis in range(3)]
        rows = {"massMatrixReduced": columns, "mPsiTildePsi": blocks, "mPsiTildePsiTilde": blocks}
        terms = {
            name: each[np.ix_(rows.get(name, range(3)), blocks if name.endswith("Tilde") else columns)]
            if isinstance(each, np.ndarray) and name not in _OF_THE_WHOLE
            else each
            for name, each in self.terms.items()
        }
        mass, stiffness = terms["massMatrixReduced"], self.stiffness_reduced[np.ix_(columns, columns)]
        frequencies = _frequencies(stiffness, mass)
        return FlexibleBody(self.positions, self.mode_basis[:, columns], self.mass, mass, stiffness, frequencies, self.boundaries, terms)

    def with_nodes(self, nodes: Sequence[int]) -> FlexibleBody:
        """The same body with only these mesh nodes: enough to draw, hold and measure it. Its motion stays the same.

        A boundary moves as a rigid body, so a subset of its nodes can represent it.
        """
        number = {node: place for place, node in enumerate(nodes)}
        rows = np.concatenate([np.arange(3 * node, 3 * node + 3) for node in nodes])
        boundaries = {name: [number[node] for node in listed if node in number] for name, listed in self.boundaries.items()}
        _coordinates_of(self.positions[list(nodes)], boundaries)
        kept = self.positions[list(nodes)], self.mode_basis[rows]
        return FlexibleBody(*kept, self.mass, self.mass_reduced, self.stiffness_reduced, self.frequencies, boundaries, self.terms)


def reduce(
    mass: Any,
    stiffness: Any,
    positions: ArrayLike,
    boundaries: Mapping[str, Sequence[int]] | None = None,
    modes: int = 8,
    *,
    mean_axes: bool = True,
) -> FlexibleBody:
    """Reduces a mesh to modes. `modes`: the number of eigenmodes, in addition to the static shapes of the boundaries.

    `mean_axes`: the floating frame follows the mean motion of the body, and the modes are those of the free body within the reduced space.
    Without mean axes, the frame is fixed to the first boundary. Raises ValueError.
    """
    points = np.asarray(positions, dtype=float).reshape(-1, 3)
    m, k = matrix(mass), matrix(stiffness)
    for name, each in (("mass", m), ("stiffness", k)):
        if each.shape != (3 * len(points), 3 * len(points)):
            raise ValueError(f"the {name} matrix must have {3 * len(points)} rows and columns, as many as the nodes have coordinates, "
                             f"got {each.shape[0]} and {each.shape[1]}")  # fmt: skip
    listed = {name: [int(node) for node in nodes] for name, nodes in (boundaries or {}).items()}
    if not listed and not mean_axes:
        raise ValueError("without mean axes the frame is fixed to a boundary, and there is none")
    basis = _craig_bampton(m, k, points, listed, modes) if listed else _free_modes(m, k, points, modes)
    if listed and mean_axes:
        basis = _orthogonal(basis, m, k, points)
    elif listed:
        basis = basis[:, 6:]
    return _body(m, k, points, listed, basis)


def matrix(given: Any) -> Any:
    """A sparse matrix from an array, a sparse matrix, triplets (row, column, value) numbered from 0, or a file with one of these.

    Files: `.npy`, `.npz` of SciPy, `.mtx` (Matrix Market), or text with a triplet in each line. An array with three columns contains
    triplets unless it is square.
    """
    from scipy import io, sparse

    if isinstance(given, (str, Path)):
        path = Path(given)
        if not path.exists():
            raise ValueError(f"there is no file {path}")
        if path.suffix == ".npz":
            return sparse.csc_matrix(sparse.load_npz(path))
        if path.suffix == ".mtx" and path.read_bytes()[:2] == b"%%":
            return sparse.csc_matrix(io.mmread(path))
        given = np.load(path) if path.suffix == ".npy" else _triplets_of(path)
    if sparse.issparse(given):
        return sparse.csc_matrix(given)
    array = np.asarray(given, dtype=float)
    if array.ndim != 2:
        raise ValueError(f"a matrix has rows and columns, got an array with the shape {array.shape}")
    if array.shape[1] == 3 and array.shape[0] != 3:
        rows, columns = array[:, 0].astype(int), array[:, 1].astype(int)
        size = int(max(rows.max(), columns.max())) + 1
        return sparse.csc_matrix((array[:, 2], (rows, columns)), shape=(size, size))
    return sparse.csc_matrix(array)


def _triplets_of(path: Path) -> Array:
    """Reads lines `row column value` or `node, coordinate, node, coordinate, value`, numbered from 1 as in finite element programs."""
    separator = "," if "," in path.read_text(encoding="utf-8", errors="replace").split("\n", 1)[0] else None
    numbers = np.loadtxt(path, delimiter=separator, comments=("#", "%", "*"), ndmin=2)
    if numbers.shape[1] == 5:
        rows, columns = 3 * (numbers[:, 0] - 1) + numbers[:, 1] - 1, 3 * (numbers[:, 2] - 1) + numbers[:, 3] - 1
        return np.column_stack([rows, columns, numbers[:, 4]])
    if numbers.shape[1] != 3:
        raise ValueError(f"{path} must have 3 or 5 numbers in each line, got {numbers.shape[1]}")
    return numbers - [1, 1, 0]


def rigid_motions(points: Array) -> Array:
    """Displacements of nodes in three translations and three small rotations about the origin, (3 nodes, 6)."""
    x, y, z = points.T
    zero = np.zeros_like(x)
    turns = [np.column_stack(each) for each in ((zero, -z, y), (z, zero, -x), (-y, x, zero))]
    shifts = [np.tile(np.eye(3)[axis], (len(points), 1)) for axis in range(3)]
    return np.column_stack([each.ravel() for each in (*shifts, *turns)])


def _free_modes(m: Any, k: Any, points: Array, modes: int) -> Array:
    """The lowest modes of the free body without the rigid body modes."""
    if modes + 6 > m.shape[0]:
        raise ValueError(f"the mesh has {max(0, m.shape[0] - 6)} modes beside rigid motions, {modes} are asked for")
    values, vectors = _lowest(k, m, modes + 6, is_free=True)
    still, highest = np.abs(values[:6]).max(), values[6] if modes else np.inf
    if not still < 1e-4 * highest:
        raise ValueError("the stiffness matrix constrains the body: a free body has six modes of rigid motion without stiffness")
    return _orthogonal(np.column_stack([rigid_motions(points), vectors[:, 6:]]), m, k, points)


def _craig_bampton(m: Any, k: Any, points: Array, boundaries: Mapping[str, list[int]], modes: int) -> Array:
    """Static shapes of the six rigid motions of each boundary, then the lowest modes with all boundaries held."""
    from scipy.sparse import linalg

    held = _coordinates_of(points, boundaries)
    inner = np.setdiff1d(np.arange(m.shape[0]), held)
    if modes > len(inner):
        raise ValueError(f"with the boundaries held there are {len(inner)} coordinates, {modes} modes are requested")
    shapes = np.zeros((m.shape[0], 6 * len(boundaries)))
    for place, nodes in enumerate(boundaries.values()):
        rows = np.concatenate([np.arange(3 * node, 3 * node + 3) for node in nodes])
        shapes[rows, 6 * place : 6 * place + 6] = rigid_motions(points[nodes] - points[nodes].mean(axis=0))
    inside = k[inner][:, inner].tocsc()
    shapes[inner] = -linalg.splu(inside).solve(np.asarray(k[inner][:, held] @ shapes[held]))
    if modes == 0:
        return shapes
    vectors = np.zeros((m.shape[0], modes))
    vectors[inner] = _lowest(inside, m[inner][:, inner].tocsc(), modes)[1]
    return np.column_stack([shapes, vectors])


def _coordinates_of(points: Array, boundaries: Mapping[str, list[int]]) -> NDArray[np.int64]:
    found: list[int] = []
    for name, nodes in boundaries.items():
        if not nodes or min(nodes) < 0 or max(nodes) >= len(points):
            raise ValueError(f"the boundary {name!r} must have mesh nodes from 0 to {len(points) - 1}")
        if np.linalg.matrix_rank(points[nodes] - points[nodes].mean(axis=0), tol=1e-9 * np.ptp(points)) < 2:
            raise ValueError(f"the nodes of the boundary {name!r} must not lie on a line: the rotation about it would be undefined")
        found += [3 * node + axis for node in nodes for axis in range(3)]
    if len(set(found)) < len(found):
        raise ValueError("boundaries must not have nodes in common")
    return np.array(sorted(found))


def _orthogonal(basis: Array, m: Any, k: Any, points: Array) -> Array:
    """Mass-orthonormal modes of the free body in the space of a basis that contains the rigid body motions, orthogonal to these."""
    rigid = rigid_motions(points)
    # Removes the rigid motions first, so that the remainder of the basis can be distinguished from rounding.
    rest = basis - rigid @ np.linalg.solve(rigid.T @ (m @ rigid), rigid.T @ (m @ basis))
    before, scale = (np.sqrt(np.einsum("ij,ij->j", each, m @ each)) for each in (basis, rest))
    kept = np.where(scale > 1e-9 * before, rest / np.maximum(scale, 1e-300), 0.0)
    values, vectors = np.linalg.eigh(kept.T @ (m @ kept))
    count = basis.shape[1] - 6
    directions = kept @ (vectors[:, -count:] / np.sqrt(values[-count:]))
    _, shapes = np.linalg.eigh(directions.T @ (k @ directions))
    modes = directions @ shapes
    return np.asarray(modes * np.where(modes[np.abs(modes).argmax(axis=0), np.arange(count)] < 0, -1, 1))


def _lowest(k: Any, m: Any, count: int, is_free: bool = False) -> tuple[Array, Array]:
    """The lowest eigenvalues of K v = λ M v and their vectors. `is_free`: K may be singular."""
    from scipy import linalg, sparse

    if k.shape[0] < _DENSE or count > k.shape[0] // 3:
        values, vectors = linalg.eigh(k.toarray(), m.toarray(), subset_by_index=[0, count - 1])
    else:
        shift = -1e-9 * float((k.diagonal() / m.diagonal()).max()) if is_free else 0.0
        start = np.random.default_rng(1).standard_normal(k.shape[0])  # makes the modes reproducible
        values, vectors = sparse.linalg.eigsh(k, count, m, sigma=shift, v0=start)
        order = np.argsort(values)
        values, vectors = values[order], vectors[:, order]
    return values, vectors


def _eigen(k: Array, m: Array) -> tuple[Array, Array]:
    from scipy import linalg

    values, vectors = linalg.eigh(k, m)
    return values, vectors


def _body(m: Any, k: Any, points: Array, boundaries: Mapping[str, list[int]], basis: Array) -> FlexibleBody:
    basis = basis / np.abs(basis).max(axis=0)  # scales the largest displacement in each mode to 1
    terms = inertia_terms(m, basis, points)
    mass = terms["massMatrixReduced"]
    reduced = _without_rounding(basis.T @ (k @ basis))
    reduced = 0.5 * (reduced + reduced.T)
    return FlexibleBody(points, basis, terms["physicsMass"], mass, reduced, _frequencies(reduced, mass), boundaries, terms)


def _frequencies(stiffness: Array, mass: Array) -> Array:
    if not stiffness.size:
        return np.zeros(0)
    return np.asarray(np.sqrt(np.maximum(_eigen(stiffness, mass)[0], 0)) / (2 * np.pi))


def inertia_terms(mass: Any, mode_basis: Array, positions: ArrayLike) -> dict[str, Any]:
    """Parameters of the object FFRFreducedOrder that are computed from the mass matrix of the mesh."""
    m, points = matrix(mass), np.asarray(positions, dtype=float).reshape(-1, 3)
    shifts, turns = rigid_motions(points)[:, :3], -rigid_motions(points)[:, 3:]
    levers = np.column_stack([np.zeros((m.shape[0], 0)), *(-rigid_motions(mode.reshape(-1, 3))[:, 3:] for mode in mode_basis.T)])
    total = float(shifts[:, 0] @ (m @ shifts[:, 0]))
    lefts, rights = {"PhitT": shifts, "XRefTilde": turns, "PsiTilde": levers}, {"Psi": mode_basis, "PsiTilde": levers}
    products = {f"m{left}{right}": a.T @ (m @ b) for left, a in lefts.items() for right, b in rights.items()}
    # A mode's momentum and spin are rounding if they are small relative to the mass and the size of the body.
    length, scale = float(np.ptp(points)), total * float(np.abs(mode_basis).max(initial=0))
    sizes = {"mPhitTPsi": scale, "mPhitTPsiTilde": scale, "mXRefTildePsi": scale * length, "mXRefTildePsiTilde": scale * length}
    return {
        "physicsMass": total,
        "physicsCenterOfMass": _without_rounding(shifts.T @ (m @ points.ravel()) / total, length),
        "physicsInertia": _without_rounding(turns.T @ (m @ turns)),
        "massMatrixReduced": _without_rounding(mode_basis.T @ (m @ mode_basis)),
        **{name: _without_rounding(each, sizes.get(name, 0.0)) for name, each in products.items()},
    }


def _without_rounding(values: Array, size: float = 0.0) -> Array:
    """Replaces entries by zero if they are rounding relative to the largest entry, or to `size`."""
    largest = max(size, float(np.abs(values).max(initial=0)))
    return np.where(np.abs(values) <= _ROUNDING * largest * 100, 0.0, values)
