"""Runs: what a model did."""

from __future__ import annotations

import json
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import links

if TYPE_CHECKING:
    from .simulation import Simulation


class SolverWarning(UserWarning):
    """The solver had to stop a run before its end."""


@dataclass(frozen=True)
class Sensor:
    """What a sensor recorded. The arrays are views of the memory of the run, and read-only."""

    name: str
    #: SI unit, such as "m/s"
    unit: str
    #: names of the components, such as x, y, z
    components: tuple[str, ...]
    #: (samples,), s
    time: NDArray[np.float64]
    #: (samples,) of one component, otherwise (samples, components)
    values: NDArray[np.float64]

    def __repr__(self) -> str:
        return f"<slipstick.Sensor {self.name!r} ({self.unit or '1'}): {len(self.time)} samples of {', '.join(self.components)}>"


@dataclass(frozen=True)
class Measure:
    """A number that a run gives."""

    #: None where there is none, for the `reason`
    value: float | None
    unit: str
    label: str
    reason: str


class Run:
    """What a run recorded. `run["roll"]` is a sensor with `time` and `values`."""

    def __init__(self, simulation: Simulation, status: str | None = None):
        self._core = simulation._core
        self._information = simulation._information
        self.model = simulation.model
        #: the exception of a user function in Python that ended the run, or None
        self.error: BaseException | None = self._core.take_function_error()
        if isinstance(self.error, KeyboardInterrupt):
            status = "interrupted"
        #: "ok", "failed", "interrupted", or "running" of a simulation that was not at its end
        self.status = status or self._core.status()
        #: why the run failed or ended early, or ""
        self.message = self._core.message() or ("The run was interrupted." if status == "interrupted" else "")
        #: values of the parameters (SI units)
        self.parameters: dict[str, float] = {each["name"]: each["value"] for each in self._information["parameters"]}
        self._time = self._core.time()

    @property
    def sensors(self) -> list[str]:
        """Names of the sensors."""
        return [each["name"] for each in self._information["sensors"]]

    @property
    def time(self) -> NDArray[np.float64]:
        """Times of the samples, (samples,), s."""
        return self._time

    def __getitem__(self, sensor: str) -> Sensor:
        for number, each in enumerate(self._information["sensors"]):
            if each["name"] == sensor:
                return Sensor(sensor, each["unit"], tuple(each["components"]), self._time, self._core.values(number))
        raise KeyError(f"the run has no sensor {sensor!r}; it has {', '.join(self.sensors) or 'none'}")

    def __iter__(self) -> Iterator[Sensor]:
        return (self[name] for name in self.sensors)

    def __len__(self) -> int:
        return len(self.sensors)

    @property
    def statistics(self) -> dict[str, Any]:
        """Numbers of steps, iterations, tangents …, and `wallSeconds`."""
        return {**json.loads(self._core.statistics()), "wallSeconds": self._core.wall_seconds()}

    @property
    def digest(self) -> str:
        """What a link carries of the result: two runs with the same digest have the same bits."""
        return self._core.digest()

    @property
    def eigenvalues(self) -> list[NDArray[np.complex128]]:
        """Of each step of the analysis that computes them, 1/s."""
        return [np.array([complex(each["real"], each["imaginary"]) for each in step]) for step in json.loads(self._core.eigenvalues())]

    @property
    def profiles(self) -> list[dict[str, Any]]:
        """Quantities along cables that the display asks for: `over`, `positions` (m), `time` (s), `values` (samples, positions)."""
        profiles = self.result().get("profiles", [])
        for each in profiles:
            for key in ("positions", "time", "values"):
                each[key] = np.array(each[key], dtype=float)
        return profiles

    @property
    def measures(self) -> dict[str, Measure]:
        """The measures of the model by name, of what was recorded."""
        each = json.loads(self._core.measures())
        return {m["name"]: Measure(m["value"], m.get("unit", ""), m.get("label", ""), m.get("reason", "")) for m in each}

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events that took effect: `events` of a document that repeats the run to the bit."""
        return json.loads(self._core.events())

    def result(self) -> dict[str, Any]:
        """All of it, as in the result file of the program."""
        return {**json.loads(self._core.result()), "status": "ok" if self.status == "ok" else "failed", "message": self.message}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the result to a file, as the program does: JSON, or CSV if the name ends in .csv."""
        text = self._core.csv() if str(path).endswith(".csv") else json.dumps(self.result()) + "\n"
        Path(path).write_text(text, encoding="utf-8")

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Writes time and all components as columns, with names and units in the first line."""
        Path(path).write_text(self._core.csv(), encoding="utf-8")

    def to_pandas(self):
        """A pandas.DataFrame: a row for each sample, indexed by time (s); a column for each component, "roll" or "position.x"."""
        import pandas

        columns = {}
        for sensor in self:
            if len(sensor.components) == 1:
                columns[sensor.name] = sensor.values
            else:
                columns |= {f"{sensor.name}.{name}": sensor.values[:, i] for i, name in enumerate(sensor.components)}
        return pandas.DataFrame(columns, index=pandas.Index(self.time, name="t (s)"))

    def plot(self, *sensors: str, ax=None):
        """Plots sensors over time with matplotlib, all if none is named; "position.x" is one component. Returns the axes."""
        import matplotlib.pyplot as plt

        ax = ax or plt.figure().add_subplot()
        units = set()
        for wanted in sensors or self.sensors:
            name, _, component = (wanted, "", "") if wanted in self.sensors else wanted.rpartition(".")
            sensor = self[name]
            units.add(sensor.unit)
            for i, each in enumerate(sensor.components):
                if component in ("", each):
                    label = name if len(sensor.components) == 1 else f"{name} {each}"
                    ax.plot(sensor.time, sensor.values if sensor.values.ndim == 1 else sensor.values[:, i], label=label)
        ax.set_xlabel("t (s)")
        if len(units) == 1 and (unit := units.pop()):
            ax.set_ylabel(unit)
        ax.legend()
        return ax

    def link(self, site: str | None = None) -> str:
        """A link that carries the model with these values of its parameters, and the digest of this result: the page says whether it
        computes the same. See Model.link."""
        model = self.model.with_(**self.parameters) if self.parameters != self.model.parameters else self.model
        document = model.document
        if self.events != document.get("events", []):
            document["events"] = self.events
        return links.write(document, site, digest=self.digest if self.status == "ok" else "")

    def __repr__(self) -> str:
        text = f": {self.message}" if self.message else ""
        return f"<slipstick.Run of {self.model.title!r}: {self.status}, {len(self.time)} samples of {len(self)} sensors{text}>"


def run_to_end(simulation: Simulation, progress: bool | Callable[[float, float], None] | None) -> Run:
    show = _shower(progress)
    status = None
    try:
        while simulation.advance_for(0.1):
            show(simulation.fraction, simulation.time)
    except KeyboardInterrupt:
        status = "interrupted"
    show(None, simulation.time)
    run = Run(simulation, status)
    if run.status == "interrupted":
        print(f"Interrupted at {simulation.time:.6g} s; what was computed until then is kept.", file=sys.stderr)
    elif run.status == "failed":
        warnings.warn(run.message, SolverWarning, stacklevel=3)
    return run


def _shower(progress) -> Callable[[float | None, float], None]:
    """A function that shows how much is done, and takes that away when it gets None."""
    if callable(progress):
        return lambda fraction, now: None if fraction is None else progress(fraction, now)
    in_notebook = _in_notebook()
    if progress is False or (progress is None and not in_notebook and not sys.stderr.isatty()):
        return lambda fraction, now: None
    start = time.monotonic()
    shown: list[Any] = []

    def text(fraction: float, now: float) -> str:
        return f"{100 * fraction:5.1f} %  t = {now:.6g} s"

    def in_cell(fraction, now):
        from IPython.display import HTML, display

        if fraction is None:
            if shown:
                shown[0].update(HTML(""))
        elif shown:
            shown[0].update(HTML(f'<progress max="1" value="{fraction:.4f}"></progress> {text(fraction, now)}'))
        elif time.monotonic() - start > 0.5:
            shown.append(display(HTML(text(fraction, now)), display_id=True))

    def in_terminal(fraction, now):
        if fraction is None:
            if shown:
                sys.stderr.write("\r" + " " * shown[0] + "\r")
        elif shown or time.monotonic() - start > 0.5 or progress:
            line = text(fraction, now)
            shown[:] = [max(len(line), *shown)] if shown else [len(line)]
            sys.stderr.write("\r" + line.ljust(shown[0]))
        sys.stderr.flush()

    return in_cell if in_notebook else in_terminal


def _in_notebook() -> bool:
    if "IPython" not in sys.modules:
        return False
    shell = sys.modules["IPython"].get_ipython()
    return shell is not None and "ZMQ" in type(shell).__name__
