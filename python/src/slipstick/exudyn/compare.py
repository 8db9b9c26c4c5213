"""Curves of sensors, and how far those of two runs are apart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..run import Run


@dataclass
class Curve:
    """What a sensor recorded: time (samples,), s; values (samples, components)."""

    time: np.ndarray
    values: np.ndarray


def curves_of(run: Run) -> dict[str, Curve]:
    """By sensor."""

    def rows(values: np.ndarray) -> np.ndarray:
        return values.reshape(len(values), -1) if len(values) else values

    return {sensor.name: Curve(sensor.time, rows(sensor.values)) for sensor in run}


_KINDS = [
    re.compile(r"^(Position|Displacement|Distance|Rotation|Coordinates|CoordinatesTotal|SlidingCoordinate|ConstraintEquation)(Local)?$"),
    re.compile(r"^((Angular)?Velocity(Local)?|Coordinates_t)$"),
    re.compile(r"^((Angular)?Acceleration(Local)?|Coordinates_tt)$"),
    re.compile(r"^(Force|Torque)(Local)?$"),
]


def differences(mine: Mapping[str, Curve], curves: Mapping[str, Curve], outputs: Mapping[str, str]) -> dict[str, float]:
    """The largest difference of each sensor that both recorded, at common times.

    Relative to the largest value that either has; at least a hundredth of the largest of its kind in the model, so that directions in which
    nothing moves do not count as large. Infinite without common samples.
    """

    def quantity(name: str) -> Any:
        output = outputs.get(name, "") or name
        return next((i for i, kind in enumerate(_KINDS) if kind.match(output)), output)

    ours = {name: (curve.time, curve.values) for name, curve in mine.items() if name in curves}

    def size(values: np.ndarray) -> float:
        finite = np.abs(values[np.isfinite(values)])
        return float(finite.max()) if finite.size else 0.0

    sizes = {name: max(size(values), size(curves[name].values)) for name, (_, values) in ours.items()}
    largest: dict[Any, float] = {}
    for name, value in sizes.items():
        largest[quantity(name)] = max(largest.get(quantity(name), 0.0), value)
    found: dict[str, float] = {}
    for name, (time, values) in ours.items():
        theirs = curves[name]
        scale = max(sizes[name], 0.01 * largest[quantity(name)], 1e-9)
        if values.shape[1] != theirs.values.shape[1] or not len(theirs.time) or not len(time):
            found[name] = float("inf")
            continue
        pairs = _common(time, theirs.time)
        if not pairs:
            found[name] = float("inf")
            continue
        a, b = values[[i for i, _ in pairs]], theirs.values[[k for _, k in pairs]]
        both = np.isfinite(a) | np.isfinite(b)
        with np.errstate(invalid="ignore"):
            apart = np.abs(a - b)
        apart[np.isnan(apart)] = np.inf
        found[name] = float(np.max(np.where(both, apart, 0.0)) / scale)
    return found


def _common(ours: np.ndarray, theirs: np.ndarray) -> list[tuple[int, int]]:
    """Samples at the same time, of the same step of the analysis: where one ends and the next begins, both have a sample."""
    a, b = _steps(ours), _steps(theirs)
    if len(a) != len(b):
        a, b = [(0, len(ours))], [(0, len(theirs))]
    return [
        (i + start, k + other)
        for (start, end), (other, last) in zip(a, b, strict=True)
        for i, k in _at_same_times(ours[start:end], theirs[other:last])
    ]


def _steps(time: np.ndarray) -> list[tuple[int, int]]:
    """First sample and the one behind the last, of parts in which time goes on."""
    ends = np.flatnonzero(np.diff(time) <= 1e-10 * np.maximum(1.0, np.abs(time[1:]))) + 1
    return list(zip([0, *ends.tolist()], [*ends.tolist(), len(time)], strict=True))


def _at_same_times(ours: np.ndarray, theirs: np.ndarray) -> list[tuple[int, int]]:
    pairs = []
    k = 0
    for i, time in enumerate(ours):
        while k + 1 < len(theirs) and abs(theirs[k + 1] - time) <= abs(theirs[k] - time):
            k += 1
        if abs(theirs[k] - time) <= 1e-7 * max(1.0, abs(time)):
            pairs.append((i, k))
    return pairs
