"""Converts graphics data of Exudyn into solids of a document. Recognises meshes of boxes, cylinders and spheres by their points."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..values import hex_color
from .mesh_thinning import MOST, thinned

_TOLERANCE = 1e-5  # relative to the size; points are in single precision


def solids_of(graphics: Sequence[Mapping[str, Any]], most: int = MOST) -> tuple[list[dict[str, Any]], list[str]]:
    """The solids, and remarks on data that is drawn differently or not at all. `most`: the largest number of triangles of a mesh."""
    solids: list[dict[str, Any]] = []
    remarks: list[str] = []
    for each in graphics:
        made = _solids(each)
        if not made and each.get("type") == "TriangleList":
            made, remark = _mesh(each, most)
            remarks += [remark] if remark else []
        elif not made:
            remarks.append(f"a {each.get('type', 'thing')} of {len(np.atleast_1d(each.get('points', ())))} points is not drawn")
        solids += made
    return solids, remarks


_MOST_COLORS = 6


def _mesh(data: Mapping[str, Any], most: int) -> tuple[list[dict[str, Any]], str]:
    """A mesh for each colour of a list of triangles, and a remark on it."""
    points = np.asarray(data.get("points", ()), dtype=float).reshape(-1, 3)
    triangles = np.asarray(data.get("triangles", ()), dtype=np.int64).reshape(-1, 3)
    if not len(triangles):
        triangles = np.arange(len(points) - len(points) % 3).reshape(-1, 3)
    if not len(triangles) or not np.all(np.isfinite(points)) or triangles.max() >= len(points):
        return [], f"a TriangleList of {len(points)} points is not drawn"
    colors = np.asarray(data.get("colors", ()), dtype=float).reshape(-1, 4)
    shades, of = np.zeros((1, 0)), np.zeros(len(triangles), dtype=np.int64)
    if len(colors) == len(points):
        shades, of = np.unique(np.round(colors[triangles[:, 0]], 3), axis=0, return_inverse=True)
        of = of.ravel()
        if len(shades) > _MOST_COLORS:
            shades, of = shades.mean(axis=0)[None, :], np.zeros(len(triangles), dtype=np.int64)
    if len(shades) > 1 and np.min(np.ptp(points, axis=0)) < _TOLERANCE * np.max(np.ptp(points, axis=0)):
        return [], f"a flat pattern of {len(triangles)} triangles is not drawn; the page draws its own ground"
    solids, count = [], 0
    for number, shade in enumerate(shades):
        corners, own = thinned(points, triangles[of == number], max(4, most // len(shades)))
        count += len(own)
        if len(own):
            solids.append(
                {"type": "mesh", "points": [_short(each) for each in corners], "triangles": own.ravel().tolist(), **_color(shade)}
            )
    thin = count < len(triangles) and len(triangles) > most
    return solids, f"a mesh of {len(triangles)} triangles is thinned to {count}" if thin else ""


def _short(point: Any) -> list[float]:
    return [float(f"{each:.5g}") for each in point]


def _solids(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    kind = data["type"]
    if kind == "Text":
        return [{"type": "text", "text": str(data["text"]), "center": _numbers(data["position"]), **_color(data.get("color"))}]
    points = np.asarray(data.get("points", ()), dtype=float).reshape(-1, 3)
    colors = np.asarray(data.get("colors", ()), dtype=float).reshape(-1, 4)
    color = _color(colors[0]) if len(colors) else {}
    if kind == "Spheres":
        radii = np.asarray(data["radii"], dtype=float).ravel()
        return [
            {"type": "sphere", "center": _numbers(point), "radius": _number(radius), **(_color(colors[i]) if i < len(colors) else {})}
            for i, (point, radius) in enumerate(zip(points, radii, strict=True))
        ]
    if kind == "Lines" and len(points) > 1:
        lines = [[_numbers(points[0]), _numbers(points[1])]]
        for start, end in zip(points[2::2], points[3::2], strict=False):  # pairs of points
            if lines[-1][-1] == _numbers(start):
                lines[-1].append(_numbers(end))
            else:
                lines.append([_numbers(start), _numbers(end)])
        return [{"type": "polyline", "points": line, **color} for line in lines]
    if kind == "TriangleList" and len(points) > 2:
        corners = np.unique(np.round(points, 9), axis=0)
        normals = np.asarray(data.get("normals", ()), dtype=float).reshape(-1, 3)
        return _box(corners, color) or _cylinder(corners, normals, color) or _sphere(corners, color)
    return []


def _box(corners: np.ndarray, color: dict[str, Any]) -> list[dict[str, Any]]:
    if len(corners) != 8:
        return []
    center = corners.mean(axis=0)
    first = corners[0]
    ways = corners[1:] - first
    size = np.linalg.norm(ways, axis=1).max()
    # The three edges at a corner are orthogonal, and their sum is the diagonal.
    diagonal = 2 * (center - first)
    for a, b, c in itertools.combinations(ways, 3):
        if np.linalg.norm(a + b + c - diagonal) > _TOLERANCE * size:
            continue
        if max(abs(a @ b), abs(a @ c), abs(b @ c)) > _TOLERANCE * size * size:
            continue
        edges = np.array([a, b, c])
        sizes = np.linalg.norm(edges, axis=1)
        if np.any(sizes < _TOLERANCE * size):
            return []
        axes = edges / sizes[:, None]
        main = np.argmax(np.abs(axes), axis=1)
        if sorted(main) == [0, 1, 2] and np.allclose(np.abs(axes[range(3), main]), 1, atol=_TOLERANCE):
            ordered = [sizes[list(main).index(axis)] for axis in range(3)]
            return [{"type": "box", "center": _numbers(center), "size": _numbers(ordered), **color}]
        if np.linalg.det(axes) < 0:
            axes[2] = -axes[2]
        place = {"rotation": [_numbers(row) for row in axes.T], "position": _numbers(center)}  # the columns are the edges
        return [{"type": "box", "center": [0, 0, 0], "size": _numbers(sizes), **place, **color}]
    return []


def _cylinder(corners: np.ndarray, normals: np.ndarray, color: dict[str, Any]) -> list[dict[str, Any]]:
    """Recognises a cylinder if all points are on its lateral surface or its ends. Meshes may have any number of points."""
    if len(corners) < 8:
        return []
    center = 0.5 * (corners.min(axis=0) + corners.max(axis=0))
    size = np.max(np.linalg.norm(corners - center, axis=1))
    near = 20 * _TOLERANCE * size
    directions = [*np.linalg.svd(corners - corners.mean(axis=0), full_matrices=False)[2], *np.unique(np.round(normals, 5), axis=0)[:200]]
    for axis in directions:
        length = np.linalg.norm(axis)
        if length < 0.5:
            continue
        axis = axis / length
        along = (corners - center) @ axis
        middle, half = 0.5 * (along.max() + along.min()), 0.5 * (along.max() - along.min())
        if half < near:
            continue
        ends = np.abs(np.abs(along - middle) - half) < near
        across = corners - center - np.outer(along, axis)
        rim = across[ends]
        axle = 0.5 * (rim.min(axis=0) + rim.max(axis=0)) if len(rim) else np.zeros(3)
        axle -= (axle @ axis) * axis
        distances = np.linalg.norm(across - axle, axis=1)
        radius = distances.max()
        mantle = np.abs(distances - radius) < near
        both = mantle & ends
        if np.all(mantle | ends) and np.sum(both & (along > middle)) >= 4 and np.sum(both & (along < middle)) >= 4:
            start = center + axle + middle * axis
            return [
                {
                    "type": "cylinder",
                    "from": _numbers(start - half * axis),
                    "to": _numbers(start + half * axis),
                    "radius": _number(radius),
                    **color,
                }
            ]
    return []


def _sphere(corners: np.ndarray, color: dict[str, Any]) -> list[dict[str, Any]]:
    if len(corners) < 20:
        return []
    equations = np.column_stack([2 * corners, np.ones(len(corners))])
    solution = np.linalg.lstsq(equations, np.sum(corners**2, axis=1), rcond=None)[0]
    center = solution[:3]
    distances = np.linalg.norm(corners - center, axis=1)
    radius = distances.mean()
    if np.max(np.abs(distances - radius)) > 1e-4 * radius:
        return []
    return [{"type": "sphere", "center": _numbers(center), "radius": _number(radius), **color}]


def _color(color: Any) -> dict[str, Any]:
    if color is None or len(color) < 3 or color[0] < 0:
        return {}
    opacity = float(color[3]) if len(color) > 3 else 1.0
    return {"color": hex_color(color), **({"opacity": _number(max(opacity, 0.0))} if opacity < 1 else {})}


def _number(value: Any) -> float:
    """Removes digits beyond single precision."""
    return float(f"{float(value):.7g}")


def _numbers(values: Any) -> list[float]:
    scale = max((abs(float(each)) for each in values), default=0.0)
    return [0.0 if abs(float(each)) < 1e-7 * scale else _number(each) for each in values]
