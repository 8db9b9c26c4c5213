"""Mechanisms put together: where all constraints hold, and how they can move there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class OpenConstraint:
    """A constraint that does not hold: by how much, in `unit` ("" where its equations have none in common)."""

    item: str
    gap: float
    unit: str


@dataclass(frozen=True)
class FreeMotion:
    """A motion that the constraints leave. `parts` move with it: `velocity` and `angular` of bodies, or rates of `coordinates`."""

    text: str
    parts: list[dict[str, Any]]


@dataclass(frozen=True)
class Mobility:
    """How a mechanism can move where it stands; `text` says it in words."""

    degrees_of_freedom: int
    #: constraint equations that act, and those of them that follow from others
    equations: int
    redundant: int
    #: which constraints follow from which
    redundancy: str
    #: a basis, empty where there are more than a few
    motions: list[FreeMotion]
    text: str

    def __str__(self) -> str:
        return self.text


def mobility_of(found: dict[str, Any]) -> Mobility:
    """What the core tells of the mobility."""
    motions = [FreeMotion(**each) for each in found["motions"]]
    return Mobility(found["degreesOfFreedom"], found["equations"], found["redundant"], found["redundancy"], motions, found["text"])
