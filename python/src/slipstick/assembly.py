"""Assembled mechanisms: positions that satisfy all constraints, and the motions that are possible there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class OpenConstraint:
    """A violated constraint: its residual in `unit`, which is "" if its equations have no common unit."""

    item: str
    gap: float
    unit: str


@dataclass(frozen=True)
class FreeMotion:
    """A motion that the constraints permit. `parts` move with it: `velocity` and `angular` of bodies, or rates of `coordinates`."""

    text: str
    parts: list[dict[str, Any]]


@dataclass(frozen=True)
class Mobility:
    """The possible motions of a mechanism at its present position. `text` describes them in words."""

    degrees_of_freedom: int
    #: the number of active constraint equations; `redundant` of them depend on others
    equations: int
    redundant: int
    #: which constraints depend on which others
    redundancy: str
    #: a basis of the motions, or empty if there are too many
    motions: list[FreeMotion]
    text: str

    def __str__(self) -> str:
        return self.text


def mobility_of(found: dict[str, Any]) -> Mobility:
    """Reads the mobility reported by the core."""
    motions = [FreeMotion(**each) for each in found["motions"]]
    return Mobility(found["degreesOfFreedom"], found["equations"], found["redundant"], found["redundancy"], motions, found["text"])
