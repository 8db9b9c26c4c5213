"""The origin of the gallery's *Flexible rod*: a bar of finite elements, reduced to modes. Prints its object as JSON.

python flexible_rod.py

`bar` computes the mass and stiffness matrices of a box of elastic material; matrices of any finite element program are equally suitable.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

from slipstick.flexible import FlexibleBody, reduce


def bar(size: Sequence[float], elements: Sequence[int], degrees: Sequence[int], young: float, poisson: float, density: float) -> Any:
    """Positions of the nodes, mass and stiffness matrix of a box with its centre at the origin: bricks whose displacements are products of
    polynomials of these degrees, with nodes at Lobatto points."""
    local = [np.concatenate([[-1], np.polynomial.legendre.Legendre.basis(p).deriv().roots(), [1]]) for p in degrees]
    lengths = [length / count for length, count in zip(size, elements, strict=True)]
    lines = [
        np.unique(np.round(np.concatenate([-a / 2 + h * (e + (x + 1) / 2) for e in range(n)]), 14))
        for a, h, n, x in zip(size, lengths, elements, local, strict=True)
    ]
    positions = np.stack(np.meshgrid(*lines, indexing="ij"), -1).reshape(-1, 3)
    mass, stiffness = _element(local, lengths, young, poisson, density)
    numbers = np.arange(len(positions)).reshape([len(line) for line in lines])
    rows, columns = [], []
    for at in np.ndindex(*elements):
        own = numbers[tuple(slice(e * p, e * p + p + 1) for e, p in zip(at, degrees, strict=True))].ravel()
        coordinates = (3 * own[:, None] + np.arange(3)).ravel()
        rows.append(np.repeat(coordinates, len(coordinates)))
        columns.append(np.tile(coordinates, len(coordinates)))
    place = (np.concatenate(rows), np.concatenate(columns))
    count = int(np.prod(elements))
    return positions, *(sparse.csc_matrix((np.tile(each.ravel(), count), place)) for each in (mass, stiffness))


def _element(local: Sequence[Any], lengths: Sequence[float], young: float, poisson: float, density: float) -> tuple[Any, Any]:
    """Mass and stiffness of one brick, by coordinates of its nodes."""
    axes = []
    for nodes, length in zip(local, lengths, strict=True):
        points, weights = np.polynomial.legendre.leggauss(len(nodes))
        powers = np.arange(len(nodes))
        shapes = np.linalg.inv(np.vander(nodes, increasing=True))
        slopes = powers * np.power(points[:, None], np.maximum(powers - 1, 0))
        axes.append((np.vander(points, len(nodes), increasing=True) @ shapes, slopes @ shapes * 2 / length, weights * length / 2))
    weight = np.einsum("i,j,k->ijk", *(each[2] for each in axes)).ravel()

    def field(along: int | None) -> Any:
        factors = [axes[axis][1 if axis == along else 0] for axis in range(3)]
        return np.einsum("ai,bj,ck->abcijk", *factors).reshape(len(weight), -1)

    value, slope = field(None), [field(axis) for axis in range(3)]
    lame, shear = young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 * (1 + poisson))
    products = [[a.T @ (weight[:, None] * b) for b in slope] for a in slope]
    count = value.shape[1]
    mass, stiffness = np.zeros((count, 3, count, 3)), np.zeros((count, 3, count, 3))
    for i in range(3):
        mass[:, i, :, i] = density * (value.T @ (weight[:, None] * value))
        stiffness[:, i, :, i] = shear * (products[0][0] + products[1][1] + products[2][2])
        for j in range(3):
            stiffness[:, i, :, j] += lame * products[i][j] + shear * products[j][i]
    return mass.reshape(3 * count, -1), stiffness.reshape(3 * count, -1)


def ends_of(positions: Any) -> dict[str, list[int]]:
    """The nodes of both ends of a bar along x."""
    x = positions[:, 0]
    return {name: np.flatnonzero(np.isclose(x, end)).tolist() for name, end in (("left", x.min()), ("right", x.max()))}


def planar_rod(length: float, height: float, width: float, young: float, density: float) -> FlexibleBody:
    """A rod along x with its bending modes in the plane x, y, on the nodes of its edges."""
    positions, mass, stiffness = bar((length, height, width), (8, 1, 1), (3, 2, 2), young, 0.3, density)
    rod = reduce(mass, stiffness, positions, ends_of(positions), modes=4)
    across = np.abs(rod.mode_basis.reshape(-1, 3, rod.modes)).max(axis=0)
    bending = [k for k in range(rod.modes) if across[1, k] > 10 * across[2, k]]
    edges = np.isclose(abs(positions[:, 1]), height / 2) & np.isclose(abs(positions[:, 2]), width / 2)
    sections = np.isclose(positions[:, 0] * 8 / length % 1, 0) | np.isclose(positions[:, 0] * 8 / length % 1, 1)
    return rod.with_modes(bending).with_nodes(np.flatnonzero(edges & sections).tolist())


def surface(sections: int) -> list[list[int]]:
    """Triangles around a bar whose sections have four corners each."""
    ring = [0, 2, 3, 1]
    sides = [(4 * s + ring[i], 4 * s + ring[(i + 1) % 4]) for s in range(sections - 1) for i in range(4)]
    last = 4 * (sections - 1)
    ends = [[0, 1, 3], [0, 3, 2], [last, last + 3, last + 1], [last, last + 2, last + 3]]
    return [each for a, b in sides for each in ([a, b, b + 4], [a, b + 4, a + 4])] + ends


if __name__ == "__main__":
    rod = planar_rod(0.3, 0.006, 0.01, 1.0, 7850.0)
    print(json.dumps(rod.object("rod", triangles=surface(len(rod.positions) // 4))))
