"""Eigenvalues that a script lets Exudyn compute, as a step of the analysis."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: arguments that ask for something else than the eigenvalues of the system as it is
_OTHERS = ("computeComplexEigenvalues", "ignoreAlgebraicEquations")


@dataclass
class Spectrum:
    """Squares of the angular eigenfrequencies of the undamped system, (rad/s)²."""

    squares: NDArray[np.float64]
    settings: Any
    #: how many were asked for, 0 for all
    count: int

    @property
    def step(self) -> dict[str, Any]:
        return {"type": "eigenvalues", **({"numberOfEigenvalues": 2 * self.count} if self.count else {})}

    def difference(self, own: NDArray[np.complex128]) -> float:
        """The largest difference from eigenvalues s of the motion, of which each ω² has two, relative to the largest ω²."""
        squares = np.sort(np.abs(own))[::2] ** 2
        if len(squares) != len(self.squares):
            return float("inf")
        return float(np.max(np.abs(squares - self.squares), initial=0.0) / max(np.max(self.squares, initial=0.0), 1e-9))


def spectrum_of(function: Callable[..., Any], result: Any, given: Sequence[Any], options: dict[str, Any]) -> Spectrum | None:
    """What ComputeODE2Eigenvalues has computed, or None where that is of another system or of another kind."""
    asked = inspect.signature(function).bind(*given, **options).arguments
    if any(asked.get(name) for name in _OTHERS) or len(asked.get("constrainedCoordinates", [])) > 0:
        return None
    values = np.abs(np.ravel(np.asarray(result[0])))
    squares = np.square(2 * np.pi * values) if asked.get("convert2Frequencies") else values
    return Spectrum(np.sort(squares), asked.get("simulationSettings"), int(asked.get("numberOfEigenvalues", 0)))


def is_damped(own: NDArray[np.complex128]) -> bool:
    """Whether motions die out, but for those of rigid bodies, whose eigenvalues are zero but for rounding."""
    size = np.abs(own)
    return bool(np.any(np.abs(own.real)[size > 1e-4 * np.max(size, initial=0.0)] > 1e-6 * np.max(size, initial=0.0)))
