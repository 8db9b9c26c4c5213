"""Simulations that a program advances step by step."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from .document import Document, ModelError, dump, issues_of
from .run import Run

#: User functions by "item.parameter" or "kind:item.parameter". The kind defaults to "object".
UserFunctions = Mapping[str, Callable[..., Any]]


class Checkpoint:
    """The complete state of a simulation at one time."""

    def __init__(self, core: _core.Checkpoint, time: float):
        self._core = core
        #: simulated time, s
        self.time = time


class Simulation:
    """A run that your own loop advances.

        simulation = model.simulate({"v0": 5})
        for step in simulation:                     # after every accepted step of the solver
            angle, = step["roll"]                   # the sensor's present value
            step.set_inputs({"steer": -20 * angle}) # applies from the next step on
        run = simulation.result()                   # a Run, as from model.run()

    The loop adds a few microseconds to each step. `events` in the document are faster if you know their times in advance.
    """

    def __init__(self, document: Document, functions: UserFunctions):
        self._document = document
        self._core = _core.Run(document.core)
        self._going = True
        self._functions: list[str] = []
        self._columns: dict[str, slice] = {}
        first = 0
        for sensor in document.information["sensors"]:
            size = len(sensor["components"])
            self._columns[sensor["name"]] = slice(first, first + size)
            first += size
        for slot, function in functions.items():
            item, _, parameter = slot.rpartition(".")
            kind, item = item.split(":", 1) if ":" in item else ("object", item)
            self.set_function(item, parameter, function, kind=kind)

    # ---- stepping

    def __iter__(self) -> Iterator[Simulation]:
        """Yields itself after every accepted step."""
        while self._going:
            self._going = self._core.advance(0)
            yield self

    def step(self) -> bool:
        """Takes one accepted step of the solver. Returns False once the run has ended."""
        if self._going:
            self._going = self._core.advance(0)
        return self._going

    def advance(self, time: float) -> bool:
        """Steps until the simulated time (s) is reached or the run ends. Returns False once it has ended."""
        while self._going and self.time < time:
            self._going = self._core.advance(0)
        return self._going

    def advance_for(self, seconds: float) -> bool:
        """Steps for about this much wall-clock time. Returns False once the run has ended."""
        if self._going:
            self._going = self._core.advance(seconds)
        return self._going

    # ---- present state

    @property
    def time(self) -> float:
        """Simulated time, s."""
        return self._core.progress()[1]

    @property
    def end_time(self) -> float:
        """End time of the present analysis step, s."""
        return self._core.progress()[2]

    @property
    def fraction(self) -> float:
        """Completed fraction of the run, 0 … 1."""
        return self._core.progress()[0]

    @property
    def steps(self) -> int:
        """Accepted solver steps in the present analysis step."""
        return self._core.progress()[3]

    @property
    def status(self) -> str:
        """ "running", "ok" or "failed"."""
        return self._core.status()

    def __getitem__(self, sensor: str) -> NDArray[np.float64]:
        """The present values of a sensor, as an array of its components (SI units), even if this step is not recorded."""
        if sensor not in self._columns:
            raise KeyError(f"the model has no sensor {sensor!r}; it has {', '.join(self._columns) or 'none'}")
        return np.array(self._core.present())[self._columns[sensor]]

    def present(self) -> dict[str, NDArray[np.float64]]:
        """The present values of all sensors."""
        values = np.array(self._core.present())
        return {name: values[columns] for name, columns in self._columns.items()}

    # ---- changes

    def set_inputs(self, values: Mapping[str, float]) -> None:
        """Sets inputs by name (SI units), starting with the next step. Raises ModelError for an input that does not exist."""
        for name, value in values.items():
            self.post({"input": name, "value": float(value)})

    def post(self, event: Mapping[str, Any]) -> None:
        """Applies an event at the start of the next step: an entry of `events` of the document, without its `step`.

        Raises ModelError if the event is wrong. `refused` lists events that could not be applied when they were due.
        """
        issues = issues_of(self._core.post(dump(event)))
        if any(issue.severity == "error" for issue in issues):
            raise ModelError(issues)

    def refused(self) -> list[str]:
        """Posted events that could not be applied since the last call."""
        return self._core.take_refused()

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events that took effect. As `events` of the document, they reproduce the run bit by bit."""
        events: list[dict[str, Any]] = json.loads(self._core.events())
        return events

    def checkpoint(self) -> Checkpoint:
        """The complete state of the run, for `restore`."""
        return Checkpoint(self._core.checkpoint(), self.time)

    def restore(self, checkpoint: Checkpoint) -> None:
        """Continues from a checkpoint of this simulation, bit-identical to an uninterrupted run. Later samples are discarded."""
        self._core.restore(checkpoint._core)
        self._going = self._core.status() == "running"

    def set_function(self, item: str, parameter: str, function: Callable[..., Any], *, kind: str = "object") -> None:
        """Replaces a user function of an item by a Python function. `slipstick items TYPE` and the reference list the parameters.

        `function` receives the arguments that it names (t, displacement, velocity, stiffness …) as keywords: numbers, or arrays in the
        shape given in the reference. It returns as many numbers as a formula would. The solver calls it in every iteration, and with
        perturbed arguments for the tangent (central differences), so its result must depend only on its arguments. Each call takes a few
        microseconds. A formula in the document is faster and is part of the link.
        """
        arguments: list[tuple[str, slice, tuple[int, int]]] = []

        def adapted(given: NDArray[np.float64], result: NDArray[np.float64]) -> None:
            values = {}
            for name, columns, (rows, width) in arguments:
                part = given[columns]
                values[name] = float(part[0]) if rows * width == 1 else part.copy() if width == 1 else part.reshape(rows, width).copy()
            numbers = np.asarray(function(**values), dtype=float).ravel()
            if numbers.size != result.size:
                raise ValueError(f"{result.size} numbers are expected, got {numbers.size}")
            result[:] = numbers

        layout = json.loads(self._core.set_function(kind, item, parameter, adapted))
        self._functions.append(f"{item}.{parameter}")
        wanted = inspect.signature(function).parameters
        takes_all = any(each.kind is inspect.Parameter.VAR_KEYWORD for each in wanted.values())
        unknown = [
            name
            for name, each in wanted.items()
            if each.default is inspect.Parameter.empty
            and each.kind not in (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
            and name not in [name for name, _, _ in layout]
        ]
        if unknown:
            raise TypeError(f"{parameter} has no argument {', '.join(unknown)}; it has {', '.join(name for name, _, _ in layout)}")
        first = 0
        for name, rows, width in layout:
            if takes_all or name in wanted:
                arguments.append((name, slice(first, first + rows * width), (rows, width)))
            first += rows * width

    def result(self) -> Run:
        """The samples so far, as a Run. This ends the simulation, because the arrays of a Run are views of its memory."""
        return self._result(None)

    def interrupted(self) -> Run:
        """The samples so far, as a Run with the status "interrupted"."""
        return self._result("interrupted")

    def _result(self, status: str | None) -> Run:
        self._going = False
        return Run(self._document, self._core, status, tuple(self._functions))

    def __repr__(self) -> str:
        return f"<slipstick.Simulation of {self._document.title!r}: {self.status}, t = {self.time:.6g} s>"
