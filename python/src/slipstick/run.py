"""Runs: the results of simulating a model."""

from __future__ import annotations

import copy
import json
import os
import warnings
from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _core, datasets, links
from .accuracy import Accuracy, accuracy_of
from .balance import Balance, balance_of
from .document import Document, read
from .free_body import FreeBody, free_body
from .linear import LinearModel, linear_model
from .stored import StoredRun, transferable

if TYPE_CHECKING:
    import pandas
    import xarray
    from matplotlib.axes import Axes


class SolverWarning(UserWarning):
    """The solver stopped a run before its end."""


@dataclass(frozen=True, eq=False)
class Sensor:
    """The samples of a sensor. The arrays are read-only views of the run's memory.

    `len(sensor)` is the number of samples. NumPy converts the sensor to its `values`: `np.asarray(sensor)`, `np.max(sensor)`. Each
    sensor object equals only itself; compare `values` instead.
    """

    name: str
    #: SI unit, such as "m/s"
    unit: str
    #: names of the components, such as x, y, z
    components: tuple[str, ...]
    #: (samples,), s
    time: NDArray[np.float64]
    #: (samples,) of one component, otherwise (samples, components)
    values: NDArray[np.float64]

    def __len__(self) -> int:
        """The number of samples."""
        return len(self.time)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """`values` for NumPy: the read-only view itself, or a copy if `dtype` differs or `copy` is True.

        Raises ValueError if `copy` is False and `dtype` needs a copy.
        """
        if copy is None:  # np.array of NumPy 1 rejects copy=None
            return np.asarray(self.values, dtype=dtype)
        return np.array(self.values, dtype=dtype, copy=copy)

    def __repr__(self) -> str:
        return f"<slipstick.Sensor {self.name!r} ({self.unit or '1'}): {len(self.time)} samples of {', '.join(self.components)}>"


@dataclass(frozen=True)
class Measure:
    """A number computed from a run."""

    #: None if there is no value; `reason` explains why
    value: float | None
    unit: str
    label: str
    reason: str


class _Name(str):
    """The name of a sensor, with the sensor's attributes for programs written for 0.1, in which iterating over a run gave sensors."""

    _run: Run

    def __getattr__(self, attribute: str) -> Any:
        if attribute not in Sensor.__annotations__:
            raise AttributeError(f"'str' object has no attribute {attribute!r}")
        text = "iterating over a run gives the names of its sensors; to iterate over the sensors, write run.values()"
        warnings.warn(text, DeprecationWarning, stacklevel=2)
        return getattr(self._run[self], attribute)

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


class Run(Mapping[str, Sensor]):
    """The record of a run: a read-only mapping from the names of sensors to sensors, in the order of the document.

    `run["roll"]` is a Sensor with `time` and `values`; a name that the run does not have raises KeyError. `"roll" in run`, `len(run)`,
    `dict(run)`, `run.keys()`, `run.values()`, `run.items()` and `run.get("roll")` work as for any mapping. Iterating gives the names.
    Each run equals only itself.

    Runs can be pickled and deep-copied. The result has everything except the traceback of `error`. An `error` that cannot be pickled
    becomes a RuntimeError with its type and message.
    """

    _functions: tuple[str, ...] = ()  # also of runs that were pickled before there were any

    def __init__(self, document: Document, core: _core.Run, status: str | None = None, functions: tuple[str, ...] = ()):
        """`status`: "interrupted", or None for the status of the core. `functions`: the user functions in Python."""
        self._document = document
        self._functions = functions
        self._core: _core.Run | StoredRun = core
        #: the exception of a Python user function that ended the run, or None
        self.error: BaseException | None = core.take_function_error()
        if isinstance(self.error, KeyboardInterrupt):
            status = "interrupted"
        #: "ok", "failed", "interrupted", or "running" if the simulation was read before its end
        self.status = status or core.status()
        #: why the run failed or ended early, or ""
        self.message = core.message() or ("The run was interrupted." if status == "interrupted" else "")
        #: values of the parameters (SI units)
        self.parameters = document.numbers("parameters")
        self._has_functions = core.has_functions()
        self._time = core.time()
        self._profiles: list[dict[str, Any]] | None = None

    @property
    def sensors(self) -> list[str]:
        """Names of the sensors."""
        return self._document.sensors

    @property
    def time(self) -> NDArray[np.float64]:
        """Times of the samples, (samples,), s."""
        return self._time

    def __getitem__(self, sensor: str) -> Sensor:
        for number, each in enumerate(self._document.information["sensors"]):
            if each["name"] == sensor:
                return Sensor(sensor, each["unit"], tuple(each["components"]), self._time, self._core.values(number))
        raise self._missing(sensor)

    def __contains__(self, sensor: object) -> bool:
        return sensor in self.sensors

    def _missing(self, wanted: object) -> KeyError:
        """The error for a name that is neither a sensor nor, in `plot`, a component."""
        import difflib

        curves = [f"{sensor.name}.{each}" for sensor in self.values() if len(sensor.components) > 1 for each in sensor.components]
        near = difflib.get_close_matches(wanted, [*self.sensors, *curves], 1) if isinstance(wanted, str) else []
        question = f" (did you mean {near[0]!r}?)" if near else ""
        return KeyError(f"the run has no sensor {wanted!r}{question}; it has {', '.join(self.sensors) or 'none'}")

    def __iter__(self) -> Iterator[str]:
        for name in self.sensors:
            found = _Name(name)
            found._run = self
            yield found

    def __len__(self) -> int:
        return len(self.sensors)

    def keys(self) -> KeysView[str]:
        """Names of the sensors, in the order of the document."""
        return dict.fromkeys(self.sensors).keys()

    def items(self) -> ItemsView[str, Sensor]:
        """Pairs of a name and its sensor, in the order of the document."""
        return {name: self[name] for name in self.sensors}.items()

    # The equality of mappings would compare all samples, and a run could not be a key of a dict.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __copy__(self) -> Run:
        """A shallow copy that shares the samples and `error`."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

    def __getstate__(self) -> dict[str, Any]:
        sizes = [len(each["components"]) for each in self._document.information["sensors"]]
        return {**self.__dict__, "_core": StoredRun(self._core, sizes), "error": transferable(self.error), "_time": None, "_profiles": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._time = self._core.time()

    @property
    def statistics(self) -> dict[str, Any]:
        """Counts of steps, iterations, tangents and so on, and `wallSeconds`."""
        return {**json.loads(self._core.statistics()), "wallSeconds": self._core.wall_seconds()}

    @property
    def remarks(self) -> list[str]:
        """Remarks of the solver. The first ones state why the result may be wrong. The others concern unbalanced static steps, shared
        loads, events that were not reached, and settings that slow the run down."""
        statistics = self.statistics
        return [text for key in ("caution", "unbalanced", "held", "sharedLoads", "notReached", "advice") if (text := statistics.get(key))]

    @property
    def digest(self) -> str:
        """The digest contained in links. Runs with the same digest are bit-identical. It is empty without samples."""
        return self._core.digest()

    @property
    def eigenvalues(self) -> list[NDArray[np.complex128]]:
        """The eigenvalues of each analysis step that computes them, 1/s."""
        return [np.array([complex(each["real"], each["imaginary"]) for each in step]) for step in json.loads(self._core.eigenvalues())]

    @property
    def modes(self) -> list[NDArray[np.complex128]]:
        """The mode shapes of each of these steps, (eigenvalues, coordinates), largest entry 1. Coordinates are in node order."""
        steps = (np.array(step, dtype=float) for step in json.loads(self._core.modes()))
        return [step.reshape(len(step), -1, 2) @ (1, 1j) for step in steps]

    def linear(self, inputs: str | Iterable[str], outputs: str | Iterable[str], time: float | None = None) -> LinearModel:
        """The linear input-output model of small deviations from the state at a time of this run (s).

        `inputs`: loads ("force.x"), inputs of the model, or constraints with a prescribed motion ("drive", "drive:velocity",
        "drive:acceleration"). `outputs`: sensors. A name without component selects all components. `time`: None is the start of the
        motion, after static steps. The model is run again up to the time, with the events of this run. Raises ValueError with the reason
        if there is no such model, and for a run with user functions in Python.
        """
        if self._has_functions:
            raise ValueError("a run with user functions in Python has no linear model")
        return linear_model(read(self.document), inputs, outputs, time)

    @property
    def profiles(self) -> list[dict[str, Any]]:
        """Quantities along cables, as requested in `display`: `over`, `positions` (m), `time` (s), `values` (samples, positions).

        The first access reads the profiles from the result. Each access returns copies.
        """
        if self._profiles is None:
            self._profiles = self.result().get("profiles", [])
            for each in self._profiles:
                for key in ("positions", "time", "values"):
                    each[key] = np.array(each[key], dtype=float)
        return copy.deepcopy(self._profiles)

    @property
    def measures(self) -> dict[str, Measure]:
        """The measures of the model by name, computed from the samples."""
        each = json.loads(self._core.measures())
        return {m["name"]: Measure(m["value"], m.get("unit", ""), m.get("label", ""), m.get("reason", "")) for m in each}

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events that took effect. As `events` of the document, they reproduce the run bit by bit."""
        events: list[dict[str, Any]] = json.loads(self._core.events())
        return events

    def accuracy(self, progress: Callable[[float], None] | None = None) -> Accuracy:
        """Estimates the errors of the sensors and measures, from two more runs with a half and a quarter of the step.

        `progress` receives the completed fraction, 0 … 1. Ctrl+C ends the computation. Raises ValueError with the reason if there is no
        estimate at all: without time integration or sensors, if one of the runs stops, or with user functions in Python.
        """
        return accuracy_of(self._repeatable("accuracy"), progress)

    def balance(self) -> Balance:
        """Repeats the run with sensors of all energies, and computes which part of them is unexplained.

        Warns above `balanceTolerance` of the analysis, by default 1 %. Ctrl+C ends the computation. Raises ValueError with
        the reason if there is no balance: without a dynamic step, or with user functions in Python.
        """
        return balance_of(self._repeatable("balance"))

    def free_body(self, body: str, time: float, *, axes: Literal["global", "body"] = "global", about: ArrayLike | None = None) -> FreeBody:
        """All forces and torques on a rigid body or point mass at a time (s), by name, with their sum and the inertia m a.

        `axes`: of the components. `about`: the point of the torques, global (m); None is the node of the body. The run is repeated, and
        values between two samples are interpolated. Raises ValueError for an unknown or flexible body, a time outside the run, and a run
        with user functions in Python.
        """
        return free_body(self._repeatable("free_body"), body, time, axes, about)

    def _repeatable(self, method: str) -> Document:
        """The document that repeats this run."""
        if self._functions:
            raise ValueError(f"{method} repeats the run without Python; write as formulas: {', '.join(self._functions)}")
        return read(json.dumps(self.document))

    def result(self) -> dict[str, Any]:
        """The complete result, as in the result file of the program."""
        return {**json.loads(self._core.result()), "status": "ok" if self.status == "ok" else "failed", "message": self.message}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the result to a file, as the program does: JSON, CSV if the name ends in .csv, or a moving 3D model if it ends in .glb."""
        if str(path).endswith(".glb"):
            Path(path).write_bytes(self._core.glb())
            return
        text = self._core.csv() if str(path).endswith(".csv") else json.dumps(self.result()) + "\n"
        Path(path).write_text(text, encoding="utf-8")

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Writes time and all components as columns, with names and units in the first line."""
        Path(path).write_text(self._core.csv(), encoding="utf-8")

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas.DataFrame: a row for each sample, indexed by time (s); a column for each component, "roll" or "position.x"."""
        import pandas

        columns = {}
        for sensor in self.values():
            if len(sensor.components) == 1:
                columns[sensor.name] = sensor.values
            else:
                columns |= {f"{sensor.name}.{name}": sensor.values[:, i] for i, name in enumerate(sensor.components)}
        return pandas.DataFrame(columns, index=pandas.Index(self.time, name="t (s)"))

    def to_xarray(self) -> xarray.Dataset:
        """An xarray.Dataset with a variable for each sensor. Arrays are copies.

        Every variable has the dimension `time` (s). A sensor with several components has a second dimension, labelled with their names:
        `axis` for x, y, z, `entry` for xx … zz, and for example `component_4` for four numbered components. A dimension with the name of
        a sensor gets a `_` at its end. `attrs["units"]` of variables and of the time is the SI unit. The dataset's `attrs` are `title`,
        `status`, `message` and `digest`. Raises ImportError without xarray.
        """

        def free(name: str) -> str:
            return free(f"{name}_") if name in self else name

        time = free("time")
        coordinates: dict[str, Any] = {time: (time, self.time.copy(), {"units": "s"})}
        variables = {}
        for name, sensor in self.items():
            dimensions = [time]
            if len(sensor.components) > 1:
                dimensions.append(free(datasets.dimension(sensor.components)))
                coordinates[dimensions[1]] = (dimensions[1], list(sensor.components))
            variables[name] = (dimensions, sensor.values.copy(), {"units": sensor.unit})
        about = {"title": self._document.title, "status": self.status, "message": self.message, "digest": self.digest}
        return datasets.dataset(variables, coordinates, about)

    def plot(self, *sensors: str, ax: Axes | None = None) -> Axes:
        """Plots sensors over time with matplotlib, by default all of them; "position.x" is one component. Returns the axes.

        `ax`: the axes to draw into; None makes a new figure. The time is in s, and values are in the unit of their sensor. Raises
        KeyError without drawing if a sensor or a component does not exist.
        """
        chosen = [self._chosen(wanted) for wanted in sensors or self.sensors]
        import matplotlib.pyplot as plt

        ax = ax or plt.figure().add_subplot()
        units = set()
        for sensor, numbers in chosen:
            units.add(sensor.unit)
            for i in numbers:
                label = sensor.name if len(sensor.components) == 1 else f"{sensor.name} {sensor.components[i]}"
                ax.plot(sensor.time, sensor.values if sensor.values.ndim == 1 else sensor.values[:, i], label=label)
        ax.set_xlabel("t (s)")
        if len(units) == 1 and (unit := units.pop()):
            ax.set_ylabel(unit)
        ax.legend()
        return ax

    def _chosen(self, wanted: str) -> tuple[Sensor, list[int]]:
        """The sensor and the numbers of its components for "position" or "position.x". Raises KeyError."""
        name, component = (wanted, "") if wanted in self else wanted.rpartition(".")[::2]
        if name not in self:
            raise self._missing(wanted)
        sensor = self[name]
        if component and component not in sensor.components:
            raise KeyError(f"the sensor {name!r} has no component {component!r}; it has {', '.join(sensor.components)}")
        return sensor, [i for i, each in enumerate(sensor.components) if component in ("", each)]

    @property
    def document(self) -> dict[str, Any]:
        """The document that reproduces this run, with its parameter values and events."""
        document = self._document.data()
        return {**document, "events": self.events} if self.events != document.get("events", []) else document

    def link(self, site: str | None = None, *, values: bool = False) -> str:
        """A link to a model that reproduces this run, with a hash of this result. The page reports whether it computes the same bits.

        With `values`, the link also has sampled values of the result, so that the page can report by how much its result differs.
        See `Model.link`.
        """
        return links.write(self.document, site, self.digest if self.status == "ok" else "", values=values)

    def __repr__(self) -> str:
        remark = self.message or self.statistics.get("caution")
        text = f": {remark}" if remark else ""
        return f"<slipstick.Run of {self._document.title!r}: {self.status}, {len(self.time)} samples of {len(self)} sensors{text}>"
