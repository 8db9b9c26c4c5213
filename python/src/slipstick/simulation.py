"""Runs that go on step by step, under the control of a program."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _core

if TYPE_CHECKING:
    from .model import Issue, Model
    from .run import Run

#: User functions by "item.parameter" or "kind:item.parameter"; the kind is "object" unless given.
UserFunctions = Mapping[str, Callable[..., Any]]


class Checkpoint:
    """All that a simulation depends on from one moment on."""

    def __init__(self, core: _core.Checkpoint, time: float):
        self._core = core
        #: simulated time, s
        self.time = time


class Simulation:
    """A run in a loop of one's own.

        simulation = model.simulate(v0=5)
        for step in simulation:                     # one accepted step of the solver at a time
            angle, = step["roll"]                   # what a sensor shows now
            step.set_inputs(steer=-20 * angle)      # holds from the next step on
        run = simulation.result()                   # the same as of model.run()

    The loop costs some microseconds a step, and what happens at a time known before is faster as `events` of the document.
    """

    def __init__(self, model: Model, core: _core.Document, information: dict[str, Any]):
        self.model = model
        self._information = information
        self._core = _core.Run(core)
        self._going = True
        self._columns: dict[str, slice] = {}
        first = 0
        for sensor in information["sensors"]:
            size = len(sensor["components"])
            self._columns[sensor["name"]] = slice(first, first + size)
            first += size

    # ---- going on

    def __iter__(self) -> Iterator[Simulation]:
        """Gives itself after every accepted step."""
        while self._going:
            self._going = self._core.advance(0)
            yield self

    def step(self) -> bool:
        """One accepted step of the solver; False once the run is over."""
        if self._going:
            self._going = self._core.advance(0)
        return self._going

    def advance(self, time: float) -> bool:
        """Steps until the simulated time (s) is reached or the run is over; False once it is over."""
        while self._going and self.time < time:
            self._going = self._core.advance(0)
        return self._going

    def advance_for(self, seconds: float) -> bool:
        """Steps for about so many seconds of a clock on the wall; False once the run is over."""
        if self._going:
            self._going = self._core.advance(seconds)
        return self._going

    # ---- what it shows

    @property
    def time(self) -> float:
        """Simulated time, s."""
        return self._core.progress()[1]

    @property
    def end_time(self) -> float:
        """Where the present step of the analysis ends, s."""
        return self._core.progress()[2]

    @property
    def fraction(self) -> float:
        """How much of the work is done, 0 … 1."""
        return self._core.progress()[0]

    @property
    def steps(self) -> int:
        """Accepted steps of the present step of the analysis."""
        return self._core.progress()[3]

    @property
    def status(self) -> str:
        """"running", "ok" or "failed"."""
        return self._core.status()

    def __getitem__(self, sensor: str) -> NDArray[np.float64]:
        """What a sensor shows now, an array of its components (SI units). A sensor of the items, recorded at this step or not."""
        if sensor not in self._columns:
            raise KeyError(f"the model has no sensor {sensor!r}; it has {', '.join(self._columns) or 'none'}")
        return np.array(self._core.present())[self._columns[sensor]]

    def present(self) -> dict[str, NDArray[np.float64]]:
        """What all sensors show now."""
        values = np.array(self._core.present())
        return {name: values[columns] for name, columns in self._columns.items()}

    # ---- what happens to it

    def set_inputs(self, **values: float) -> None:
        """New values of inputs (SI units), from the next step on. Raises ModelError for an input that does not exist."""
        for name, value in values.items():
            self.post({"input": name, "value": float(value)})

    def post(self, event: Mapping[str, Any]) -> None:
        """Lets something happen at the start of the next step: an entry of `events` of the document, without its step.

        Raises ModelError if it is wrong; what cannot be done when it is due is told by `refused`.
        """
        from .model import Issue, ModelError, _dump

        issues: list[Issue] = [Issue(**issue) for issue in json.loads(self._core.post(_dump(event)))]
        if any(issue.severity == "error" for issue in issues):
            raise ModelError(issues)

    def refused(self) -> list[str]:
        """What was posted and could not be done, since the last call."""
        return self._core.take_refused()

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events that took effect: `events` of a document that repeats the run to the bit."""
        return json.loads(self._core.events())

    def checkpoint(self) -> Checkpoint:
        """All that the run depends on from here on, for `restore`."""
        return Checkpoint(self._core.checkpoint(), self.time)

    def restore(self, checkpoint: Checkpoint) -> None:
        """Goes on from a checkpoint of this simulation, to the bits of a run that was never interrupted. Later samples are forgotten."""
        self._core.restore(checkpoint._core)
        self._going = self._core.status() == "running"

    def set_function(self, item: str, parameter: str, function: Callable[..., Any], *, kind: str = "object") -> None:
        """Computes a user function of an item in Python instead of formulas; `slipstick items TYPE` and the reference list them.

        `function` is called with those of the arguments (t, displacement, velocity, stiffness …) that it names, as keywords: numbers, or
        arrays with the shape that the reference tells. It returns as many numbers as a formula would. It is called in every iteration of
        every step, and with varied arguments for the tangent (central differences), so that its result may depend only on its arguments.
        This is slow, some microseconds a call; a formula in the document is not, and it goes with the link.
        """
        arguments: list[tuple[str, slice, tuple[int, int]]] = []

        def adapted(given: NDArray[np.float64], result: NDArray[np.float64]) -> None:
            values = {}
            for name, columns, (rows, width) in arguments:
                part = given[columns]
                values[name] = float(part[0]) if rows * width == 1 else part.copy() if width == 1 else part.reshape(rows, width).copy()
            numbers = np.asarray(function(**values), dtype=float).ravel()
            if numbers.size != result.size:
                raise ValueError(f"{result.size} numbers are wanted, got {numbers.size}")
            result[:] = numbers

        layout = json.loads(self._core.set_function(kind, item, parameter, adapted))
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
        """What was recorded so far, as a Run. The simulation ends with it, because the arrays of a Run are views."""
        from .run import Run

        self._going = False
        return Run(self)

    def __repr__(self) -> str:
        return f"<slipstick.Simulation of {self.model.title!r}: {self.status}, t = {self.time:.6g} s>"
