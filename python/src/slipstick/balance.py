"""The energy balance of a run."""

from __future__ import annotations

import json
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .document import Document


@dataclass(frozen=True, eq=False)
class Balance:
    """The energies of a run, J, and the part that they do not explain. `str()` gives a sentence. See docs/how-far-to-trust.md."""

    #: the samples of the run, s
    time: NDArray[np.float64]
    kinetic: NDArray[np.float64]
    #: of gravity, springs and other items that store energy
    potential: NDArray[np.float64]
    #: by dampers and friction, since the start
    dissipated: NDArray[np.float64]
    #: the work of loads and prescribed motions, since the start
    supplied: NDArray[np.float64]
    #: the change of kinetic + potential + dissipated - supplied since the start
    unexplained: NDArray[np.float64]
    #: the energy that changed its form: half the total variation of the first four
    exchanged: float
    #: the largest unexplained energy, as a part of `exchanged` or of the largest kinetic energy
    relative: float
    #: the time at which the unexplained energy changes most, s
    at: float
    #: the connector or body whose energy changes most at that time, or ""
    item: str
    text: str

    def __str__(self) -> str:
        return self.text


def balance_of(document: Document) -> Balance:
    """Computes the balance of a document. Raises ValueError with the reason if there is none. Warns if it is large."""
    found: dict[str, Any] = json.loads(document.core.balance())
    if problem := found.pop("problem", ""):
        raise ValueError(problem)
    if found.pop("isLarge"):
        warnings.warn(found["text"], stacklevel=3)
    found["time"] = found.pop("times")
    values: dict[str, Any] = {name: np.array(value, dtype=float) if isinstance(value, list) else value for name, value in found.items()}
    return Balance(**values)
