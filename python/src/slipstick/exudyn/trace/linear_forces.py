"""Converts forces of large meshes that are linear in the coordinates into matrices, because their formulas would be too long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .proxies import guarded

#: the smallest number of coordinates for matrices; formulas of fewer coordinates are easier to read
FEWEST = 40
_DRAWS = 20

Array = NDArray[np.float64]


def matrices_of(function: Callable[..., Any], number: int, size: int) -> tuple[Array, Array, Array] | None:
    """K, D and f if a function of an object returns a force f - K q - D q', otherwise None.

    The matrices come from values at unit vectors, and are checked at random states and times. The function must not use the system.
    """
    zero = np.zeros(size)

    def force(t: float, q: Array, q_t: Array) -> Array:
        return np.array(function(None, t, number, q.tolist(), q_t.tolist()), dtype=float).ravel()

    try:
        with guarded(), np.errstate(all="ignore"):
            constant = force(0.0, zero, zero)
            if constant.shape != (size,):
                return None
            units = np.eye(size)
            stiffness = np.column_stack([constant - force(0.0, unit, zero) for unit in units])
            damping = np.column_stack([constant - force(0.0, zero, unit) for unit in units])
            random = np.random.default_rng(1)
            for _ in range(_DRAWS):
                q, q_t = random.standard_normal((2, size)) * 10.0 ** random.uniform(-3, 1)
                found, expected = force(random.uniform(0, 10), q, q_t), constant - stiffness @ q - damping @ q_t
                limit = 1e-11 * (np.abs(constant) + np.abs(stiffness) @ np.abs(q) + np.abs(damping) @ np.abs(q_t))
                if not np.all(np.abs(found - expected) <= limit):
                    return None
    except Exception:  # the function depends on more than the state
        return None
    return stiffness, damping, constant


def written(matrix: Array) -> list[list[float]]:
    """A matrix with few nonzero entries as lists, with zeros as short as possible."""
    return [[each if each else 0 for each in row] for row in matrix.tolist()]
