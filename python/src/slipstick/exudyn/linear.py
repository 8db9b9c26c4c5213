"""Forces of large meshes that are linear in the coordinates, as matrices: their formulas would be too long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .systems import guarded

#: coordinates from which a function is tried; formulas of fewer are read more easily
FEWEST = 40
_DRAWS = 20

Array = NDArray[np.float64]


def matrices_of(function: Callable[..., Any], number: int, size: int) -> tuple[Array, Array, Array] | None:
    """K, D and f of a force f - K q - D q' that a function of an object gives, or None if it gives another one.

    Found from its values at unit vectors, and held against it at random states and times. It may not ask the system for anything.
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
    except Exception:  # whatever it needs, it is no function of the state alone
        return None
    return stiffness, damping, constant


def written(matrix: Array) -> list[list[float]]:
    """A matrix of few entries, whose zeros take as few characters as they can."""
    return [[each if each else 0 for each in row] for row in matrix.tolist()]
