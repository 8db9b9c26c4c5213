"""The results of a run without its simulation, for pickled and copied runs."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core

_TEXTS = ("status", "message", "statistics", "eigenvalues", "modes", "measures", "events", "result", "csv", "digest")


class StoredRun:
    """Stores the return values of a `_core.Run`. Its methods have the same names and return the same values."""

    def __init__(self, core: _core.Run | StoredRun, sizes: Iterable[int]):
        """`sizes`: the number of components of each sensor."""
        samples = core.samples()
        self._samples = np.array(samples if samples.ndim == 2 else samples[:, np.newaxis])
        self._samples.flags.writeable = False
        self._sizes = tuple(sizes)
        # Two of the texts repeat the samples in decimal. Level 1 compresses them in a few milliseconds.
        self._texts = {name: zlib.compress(getattr(core, name)().encode(), 1) for name in _TEXTS}
        self._glb = core.glb()
        self._wall_seconds = core.wall_seconds()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._samples.flags.writeable = False

    def time(self) -> NDArray[np.float64]:
        return self._samples[:, 0]

    def values(self, sensor: int) -> NDArray[np.float64]:
        # Columns: the time, the components of all sensors, then the values that the page draws.
        first, size = 1 + sum(self._sizes[:sensor]), self._sizes[sensor]
        return self._samples[:, first] if size == 1 else self._samples[:, first : first + size]

    def samples(self) -> NDArray[np.float64]:
        return self._samples

    def __getattr__(self, name: str) -> Callable[[], str]:
        if name not in _TEXTS:
            raise AttributeError(name)
        return lambda: zlib.decompress(self._texts[name]).decode()

    def glb(self) -> bytes:
        return self._glb

    def wall_seconds(self) -> float:
        return self._wall_seconds


def transferable(error: BaseException | None) -> BaseException | None:
    """The exception if it can be pickled, otherwise a RuntimeError with its type and message."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
