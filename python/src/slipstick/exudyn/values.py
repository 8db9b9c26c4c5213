"""Converts values of Exudyn to JSON values."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

#: largest number of entries of a sparse matrix that is written as a full one, with zeros as short as possible
_LARGEST_MATRIX = 400_000


def flat(settings: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in settings.items():
        if isinstance(value, Mapping):
            found |= flat(value, f"{path}{key}.")
        else:
            found[path + key] = value
    return found


def plain(value: Any) -> Any:
    """Converts a value to a JSON value. Raises TypeError if that is impossible."""
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        if not math.isfinite(value):
            raise TypeError(f"the number {value}")
        return float(value)
    if isinstance(value, np.ndarray):
        return [plain(each) for each in value.tolist()] if value.size else []
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if hasattr(value, "GetPythonObject"):
        found = value.GetPythonObject()
        if isinstance(found, Mapping):  # a sparse matrix
            matrix = np.zeros((int(found["numberOfRows"]), int(found["numberOfColumns"])))
            if matrix.size > _LARGEST_MATRIX:
                raise TypeError(f"a sparse matrix of {len(matrix)} rows")
            for row, column, each in np.asarray(found["triplets"], dtype=float).reshape(-1, 3):
                matrix[int(row), int(column)] += each
            return [[each if each else 0 for each in row] for row in plain(matrix)]
        return plain(found)
    if hasattr(value, "name") and hasattr(value, "value"):
        return str(value.name)
    if hasattr(value, "GetIndex"):
        return int(value.GetIndex())
    try:
        return [plain(each) for each in value]
    except TypeError:
        raise TypeError(f"a {type(value).__name__}") from None


def function_in(value: Any) -> Any:
    """The function in a parameter, which Exudyn returns in a dictionary if it is symbolic."""
    return value.get("function") if isinstance(value, dict) else value


def same(a: Any, b: Any) -> bool:
    """Whether two values of a parameter are equal."""
    if isinstance(a, dict) or isinstance(b, dict):
        return bool(a == b)
    try:
        a, b = plain(a), plain(b) if b is not None else None
    except TypeError:
        return False
    if isinstance(a, (str, type(None))) or isinstance(b, (str, type(None))):
        return bool(a == b)
    try:
        x, y = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    except (TypeError, ValueError):
        return bool(a == b)
    return (x.shape == y.shape or x.size == y.size == 0) and bool(np.array_equal(x.ravel(), y.ravel()))


def only_draws(key: str) -> bool:
    """Whether a parameter of an item belongs to its visualization."""
    return key[:1] == "V" and key[1:2].islower()


def hex_color(color: Any) -> str:
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, float(each)))):02x}" for each in color[:3])
