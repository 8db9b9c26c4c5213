"""Estimated errors of a run, from two more runs with smaller steps."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from .document import Document

#: computed between two checks for Ctrl+C, s
_SLICE = 0.1


@dataclass(frozen=True, eq=False)
class SensorAccuracy:
    """The estimated error of a sensor. `str()` gives a sentence."""

    name: str
    unit: str
    #: half width of the band around each value of the sensor, in its shape; NaN at times without an estimate
    band: NDArray[np.float64]
    #: the largest of them; None without any estimate
    error: float | None
    #: observed order of convergence; None if steps do not limit the error
    order: float | None
    #: what limits the error: "steps", "tolerances" or "rounding"; "none": the runs do not converge
    source: str
    #: the first time at which the runs do not converge (s), or None
    apart_from: float | None
    sentence: str

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class MeasureAccuracy:
    """The estimated error of a measure. `str()` gives a sentence such as "peak force: 412 N ± 3 N"."""

    value: float | None
    unit: str
    #: None: there is no estimate, for the reason in the sentence
    error: float | None
    #: observed order of convergence, or None
    order: float | None
    sentence: str

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class TaskAccuracy:
    """A numeric task with an answer from the run. The sentence is "" unless its tolerance is below the error of the right answer."""

    id: str
    tolerance: float
    error: float
    sentence: str


@dataclass(frozen=True)
class Accuracy:
    """The estimated errors of a run; `print(accuracy)` lists them. See docs/how-far-to-trust.md."""

    sensors: dict[str, SensorAccuracy]
    measures: dict[str, MeasureAccuracy]
    tasks: dict[str, TaskAccuracy]
    #: times of the bands, s: the samples of the run
    time: NDArray[np.float64]
    #: steps of the run, of the run with half its step, and of the run with a quarter
    steps: tuple[int, ...]

    def __str__(self) -> str:
        sentences = [each.sentence for part in (self.measures, self.sensors, self.tasks) for each in part.values()]
        return "\n".join(sentence for sentence in sentences if sentence)


def accuracy_of(document: Document, progress: Callable[[float], None] | None) -> Accuracy:
    """Computes the three runs. `progress` receives the completed fraction. Raises ValueError if there is no estimate at all."""
    core = _core.Accuracy(document.core)
    while core.advance(_SLICE):
        if progress:
            progress(core.fraction())
    report = json.loads(core.report())
    if report["problem"]:
        raise ValueError(report["problem"])
    measures = {each["name"]: _measure(each) for each in report["measures"]}
    tasks = {each["id"]: TaskAccuracy(**each) for each in report["tasks"]}
    return Accuracy(
        {each["name"]: _sensor(each) for each in report["sensors"]}, measures, tasks, np.array(report["time"]), tuple(report["steps"])
    )


def _sensor(each: dict[str, Any]) -> SensorAccuracy:
    bands = np.array(each["bands"], dtype=float)  # null becomes NaN
    band = bands[0] if len(bands) == 1 else bands.T
    about = (each["error"], each["order"], each["source"], each["apartFrom"], each["sentence"])
    return SensorAccuracy(each["name"], each["unit"], band, *about)


def _measure(each: dict[str, Any]) -> MeasureAccuracy:
    return MeasureAccuracy(each["value"], each["unit"], each["error"], each["order"], each["sentence"])
