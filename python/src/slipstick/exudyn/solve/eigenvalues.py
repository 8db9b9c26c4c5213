"""Converts eigenvalues that a script computes with Exudyn into a step of the analysis."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..read.system import Source
from ..write.analysis import Document
from ..write.initial_values import ode2_size

#: arguments that request something other than the eigenvalues of the unchanged system
_OTHERS = ("computeComplexEigenvalues", "ignoreAlgebraicEquations")


@dataclass(eq=False)
class Spectrum:
    """Squares of the angular eigenfrequencies of the undamped system, (rad/s)²."""

    squares: NDArray[np.float64]
    settings: Any
    #: the number of requested eigenvalues, 0 for all
    count: int
    #: constrained coordinates of the system
    held: list[int]

    @property
    def step(self) -> dict[str, Any]:
        return {"type": "eigenvalues", **({"numberOfEigenvalues": 2 * self.count} if self.count else {})}

    def difference(self, own: NDArray[np.complex128]) -> float:
        """The largest difference from eigenvalues s of the motion, two for each ω², relative to the largest ω²."""
        squares = np.sort(np.abs(own))[::2] ** 2
        if len(squares) != len(self.squares):
            return float("inf")
        return float(np.max(np.abs(squares - self.squares), initial=0.0) / max(np.max(self.squares, initial=0.0), 1e-9))


def spectrum_of(function: Callable[..., Any], result: Any, given: Sequence[Any], options: dict[str, Any]) -> Spectrum | None:
    """The result of ComputeODE2Eigenvalues, or None if it belongs to another system or is of another kind."""
    arguments = inspect.signature(function).bind(*given, **options).arguments
    held = [int(each) for each in arguments.get("constrainedCoordinates", [])]  # they make Exudyn ignore algebraic equations
    if any(arguments.get(name) for name in _OTHERS) or (held and len(given[0].systemData.GetAECoordinates()) > 0):
        return None
    values = np.abs(np.ravel(np.asarray(result[0])))
    squares = np.square(2 * np.pi * values) if arguments.get("convert2Frequencies") else values
    return Spectrum(np.sort(squares), arguments.get("simulationSettings"), int(arguments.get("numberOfEigenvalues", 0)), held)


def with_constraints(source: Source, document: Document, numbers: Sequence[int]) -> Document:
    """The document with a constraint for each of these coordinates of the system."""
    if not numbers:
        return document
    lists = {kind: list(document.get(kind, [])) for kind in ("nodes", "markers", "objects")}
    still = len(lists["markers"])
    lists["markers"].append({"type": "NodeCoordinate", "nodeNumber": len(lists["nodes"]), "coordinate": 0})
    lists["nodes"].append({"type": "PointGround"})
    starts = [(source.mbs.GetNodeODE2Index(node), node) for node, given in enumerate(source.given["node"]) if ode2_size(given) > 0]
    for number in numbers:
        start, node = max(each for each in starts if each[0] <= number)
        lists["objects"].append({"type": "ConnectorCoordinate", "markerNumbers": [still, len(lists["markers"])]})
        lists["markers"].append({"type": "NodeCoordinate", "nodeNumber": node, "coordinate": number - start})
    return {**document, **lists}


def is_damped(own: NDArray[np.complex128]) -> bool:
    """Whether motions decay. Ignores rigid body motions, whose eigenvalues are zero apart from rounding."""
    size = np.abs(own)
    return bool(np.any(np.abs(own.real)[size > 1e-4 * np.max(size, initial=0.0)] > 1e-6 * np.max(size, initial=0.0)))
