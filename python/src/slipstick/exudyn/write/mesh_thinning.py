"""Triangle meshes, thinned to a size that a page can handle."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]  # (n, 3)
Triangles = NDArray[np.int64]  # (m, 3)

#: the largest number of triangles of one mesh, and of all meshes of a document
MOST, MOST_OF_ALL = 4_000, 20_000


def thinned(points: Points, triangles: Triangles, most: int) -> tuple[Points, Triangles]:
    """The same surface with at most `most` triangles. All corners in one cell of a grid are merged at their mean."""
    points, triangles = _joined(points, triangles, np.unique(points, axis=0, return_inverse=True)[1].ravel())
    if len(triangles) <= most:
        return points, triangles
    low, size = points.min(axis=0), float(np.max(np.ptp(points, axis=0)))
    fine, coarse = 2048, 1  # cells along the longest side
    best = _joined(points, triangles, np.zeros(len(points), dtype=np.int64))
    while fine - coarse > 1:
        cells = (fine + coarse) // 2
        grid = np.minimum(((points - low) / size * cells).astype(np.int64), cells - 1)
        found = _joined(points, triangles, np.unique(grid, axis=0, return_inverse=True)[1].ravel())
        if len(found[1]) <= most:
            best, coarse = found, cells
        else:
            fine = cells
    return best


def _joined(points: Points, triangles: Triangles, groups: NDArray[Any]) -> tuple[Points, Triangles]:
    """The surface with one point for each group of points, without degenerate and duplicate triangles."""
    counts = np.bincount(groups)
    means = np.column_stack([np.bincount(groups, weights=points[:, axis]) for axis in range(3)]) / counts[:, None]
    corners = groups[triangles]
    whole = (corners[:, 0] != corners[:, 1]) & (corners[:, 1] != corners[:, 2]) & (corners[:, 2] != corners[:, 0])
    corners = corners[whole]
    if len(corners):
        corners = corners[np.sort(np.unique(np.sort(corners, axis=1), axis=0, return_index=True)[1])]
    used, numbers = np.unique(corners, return_inverse=True)
    return means[used], numbers.reshape(-1, 3)
