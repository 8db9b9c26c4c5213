"""Curves of sensors, and the differences between two runs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...run import Run


@dataclass(eq=False)
class Curve:
    """The record of a sensor: time (samples,), s; values (samples, components)."""

    time: np.ndarray
    values: np.ndarray


def curves_of(run: Run) -> dict[str, Curve]:
    """The curves of a run by sensor."""

    def rows(values: np.ndarray) -> np.ndarray:
        return values.reshape(len(values), -1) if len(values) else values

    return {sensor.name: Curve(sensor.time, rows(sensor.values)) for sensor in run.values()}


_KINDS = [
    re.compile(r"^(Position|Displacement|Distance|Rotation|Coordinates|CoordinatesTotal|SlidingCoordinate|ConstraintEquation)(Local)?$"),
    re.compile(r"^((Angular)?Velocity(Local)?|Coordinates_t)$"),
    re.compile(r"^((Angular)?Acceleration(Local)?|Coordinates_tt)$"),
    re.compile(r"^(Force|Torque)(Local)?$"),
]


@dataclass(frozen=True)
class Scales:
    """Characteristic sizes of a system: its extent (m), duration (s), and the largest force or torque of its objects (N, N m)."""

    length: float = 0.0
    duration: float = 0.0
    force: float = 0.0

    def of(self, output: str) -> float:
        """The characteristic size of an output's values, or 0 if it is unknown."""
        output = output.removesuffix("Local")
        extent = 1.0 if output in ("Rotation", "AngularVelocity", "AngularAcceleration") else self.length
        order = next((i for i, kind in enumerate(_KINDS) if kind.match(output)), None)
        if order is None or (order in (1, 2) and not self.duration):
            return 0.0
        return self.force if order == 3 else extent / self.duration**order if order else extent


#: smaller values, relative to the characteristic size, are zero apart from rounding
_ZERO = 1e-6


def differences(
    mine: Mapping[str, Curve], curves: Mapping[str, Curve], outputs: Mapping[str, str], scales: Scales | None = None
) -> dict[str, float]:
    """The largest difference, at common times, of each sensor that both recorded.

    The difference is relative to the largest value in either record. This reference is at least a hundredth of the largest value of the
    same kind in the model, and a millionth of the characteristic size. Directions without motion therefore do not appear as large
    differences. The result is infinite without common samples.
    """

    def quantity(name: str) -> Any:
        output = outputs.get(name, "") or name
        return next((i for i, kind in enumerate(_KINDS) if kind.match(output)), output)

    both = {name: curve for name, curve in mine.items() if name in curves}
    sizes = {name: max(_size(curve.values), _size(curves[name].values)) for name, curve in both.items()}
    largest: dict[Any, float] = {}
    for name, value in sizes.items():
        largest[quantity(name)] = max(largest.get(quantity(name), 0.0), value)
    scales = scales or Scales()

    def scale(name: str) -> float:
        return max(sizes[name], 0.01 * largest[quantity(name)], _ZERO * scales.of(outputs.get(name, "")), 1e-9)

    return {name: _apart(curve, curves[name]) / scale(name) for name, curve in both.items()}


def _size(values: np.ndarray) -> float:
    finite = np.abs(values[np.isfinite(values)])
    return float(finite.max()) if finite.size else 0.0


def _apart(mine: Curve, theirs: Curve) -> float:
    """The largest difference at common times, or infinity if there are none."""
    pairs = _common(mine.time, theirs.time) if mine.values.shape[1:] == theirs.values.shape[1:] else []
    if not pairs:
        return float("inf")
    a, b = mine.values[[i for i, _ in pairs]], theirs.values[[k for _, k in pairs]]
    either = np.isfinite(a) | np.isfinite(b)
    with np.errstate(invalid="ignore"):
        apart = np.abs(a - b)
    apart[np.isnan(apart)] = np.inf
    return float(np.max(np.where(either, apart, 0.0)))


def _common(ours: np.ndarray, theirs: np.ndarray) -> list[tuple[int, int]]:
    """Pairs of samples at the same time and in the same analysis step. At the boundary between two steps, each step has a sample."""
    a, b = _steps(ours), _steps(theirs)
    if len(a) != len(b):
        a, b = [(0, len(ours))], [(0, len(theirs))]
    return [
        (i + start, k + other)
        for (start, end), (other, last) in zip(a, b, strict=True)
        for i, k in _at_same_times(ours[start:end], theirs[other:last])
    ]


def _steps(time: np.ndarray) -> list[tuple[int, int]]:
    """Ranges of samples in which time increases: the first sample, and the one after the last."""
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
