"""A substitute for a system as the argument of functions: it answers with symbols or with numbers, and refuses all other calls."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

import exudyn as exu
import numpy as np

from ..patches import Patches
from .inputs import StepInputs
from .stores import key_of
from .symbols import Symbol, Untraceable, holds_symbols, named, shaped

#: in a key, the parameter that represents the coordinates of a data node
DATA = "data coordinates"


@dataclass
class Sensors:
    """The values of its system that a function may read, by names of sensors of the document."""

    #: returns for ("sensor", number), ("object", number, output) … the name of a sensor, the shape of its values, and its present values
    find: Callable[[tuple[Any, ...]], tuple[str, tuple[int, ...], Any]]
    used: dict[str, tuple[tuple[int, ...], Any]] = field(default_factory=dict)
    #: the parameters that were read, by kind, number and name
    parameters: set[tuple[str, int, str]] = field(default_factory=set)
    #: the parameter that the function replaces; the function may set it because its own value is no longer used
    own: tuple[str, int, str] | None = None
    sets_own: bool = False
    #: whether formulas were found only with the item's own parameters as numbers
    is_fixed: bool = False
    #: values that a function before each step hands to this one
    step_inputs: StepInputs = field(default_factory=StepInputs)


def sensor_text(name: str) -> str:
    return f'sensor("{name}")'


def places_of(name: str, shape: tuple[int, ...]) -> list[str]:
    """The names of a sensor's values in formulas. A single value has no index."""
    if math.prod(shape) == 1:
        return [sensor_text(name)]
    return [sensor_text(name) + "".join(f"[{i}]" for i in index) for index in np.ndindex(*shape)]


_MOST_NODES = 20  # the largest number of nodes whose coordinates a function may read at once
_open: list[bool] = [True]


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Refuses calls to real systems, except for their parameters: other values would be recorded as constants."""

    def refuse(name: str, *given: Any) -> None:
        if not _open[-1]:
            raise Untraceable(f"it uses mbs.{name} of a system other than its argument")

    with Patches() as patches:
        for owner in (exu.MainSystem, exu.SystemData):
            patches.watch(owner, lambda name: not name.startswith("_") and name not in System._plain, refuse)
        _open.append(False)
        patches.callback(_open.pop)
        yield


@contextlib.contextmanager
def allowed() -> Iterator[None]:
    """Permits calls to the real system."""
    _open.append(True)
    try:
        yield
    finally:
        _open.pop()


class Symbols:
    """Answers with symbols: of sensors, and of inputs that other functions set."""

    is_symbolic = True

    def __init__(self, sensors: Sensors) -> None:
        self._sensors = sensors
        self.time: Any = named("t")

    def state(self, key: tuple[Any, ...]) -> Any:
        """A value of the state of the system, from a sensor."""
        name, shape, near = self._sensors.find(key)
        self._sensors.used[name] = (shape, near)
        places = places_of(name, shape)
        return shaped(np.zeros(shape), lambda place: named(places[place]))

    def input(self, key: tuple[str, int, str]) -> Any:
        """A parameter that another function sets, or None."""
        return self._sensors.step_inputs.parameter(key)


class Numbers(Symbols):
    """Answers with given values of the symbols."""

    is_symbolic = False

    def __init__(self, sensors: Sensors, values: Mapping[str, float]) -> None:
        super().__init__(sensors)
        self._values, self.time = values, values["t"]

    def state(self, key: tuple[Any, ...]) -> Any:
        name, shape, _ = self._sensors.find(key)
        if name not in self._sensors.used:
            raise Untraceable("it reads a different sensor than when it was traced")
        found = np.reshape([self._values[place] for place in places_of(name, shape)], shape)
        return found if shape else float(found)

    def input(self, key: tuple[str, int, str]) -> Any:
        found = super().input(key)
        if found is None or isinstance(found, Symbol):
            return None if found is None else self._values[found.parts[0]]
        return np.reshape([self._values[each.parts[0]] for each in found.flat], found.shape)


class System:
    _plain = tuple(f"Get{kind}{what}" for kind in ("Object", "Node", "Marker", "Load", "Sensor") for what in ("Parameter", "", "Number"))

    def __init__(self, system: Any, sensors: Sensors, answers: Symbols, *, writes: bool = False) -> None:
        """`writes`: permits writes to mbs.variables while functions are called with numbers."""
        self._system, self._sensors, self._answers = system, sensors, answers
        self._bind: Callable[[str, Any], Any] = lambda name, value: value
        #: records writes to mbs.variables while functions are called with symbols
        self._watching: Any = None
        self._reads: set[Any] = set()
        self._writes = writes
        #: symbols of the numbers that another function writes; None while functions are called with numbers
        self._step_inputs: StepInputs | None = sensors.step_inputs if answers.is_symbolic else None

    def _values(self, key: tuple[Any, ...]) -> Any:
        if key == ("time",):
            return self._answers.time
        step_input = self._input(key)
        return self._answers.state(key) if step_input is None else step_input

    def _query(self, key: tuple[Any, ...], configuration: Any) -> Any:
        if configuration is not None and "Current" not in str(configuration):
            raise Untraceable(f"it reads values of the configuration {configuration}")
        return self._values(key)

    def GetSensorValues(self, sensorNumber: Any, configuration: Any = None) -> Any:
        return self._query(("sensor", int(sensorNumber)), configuration)

    def GetObjectOutput(self, objectNumber: Any, variableType: Any, configuration: Any = None) -> Any:
        return self._query(("object", int(objectNumber), variableType.name), configuration)

    def GetObjectOutputBody(self, objectNumber: Any, variableType: Any, localPosition: Any = (0, 0, 0), configuration: Any = None) -> Any:
        if holds_symbols(list(localPosition)):
            raise Untraceable("it reads values at a position that changes")
        return self._query(("body", int(objectNumber), variableType.name, tuple(float(x) for x in localPosition)), configuration)

    def GetNodeOutput(self, nodeNumber: Any, variableType: Any, configuration: Any = None) -> Any:
        return self._query(("node", int(nodeNumber), variableType.name), configuration)

    def GetMarkerOutput(self, markerNumber: Any, variableType: Any, configuration: Any = None) -> Any:
        return self._query(("marker", int(markerNumber), variableType.name), configuration)

    def _put_data(self, number: int, value: Any) -> None:
        raise Untraceable("it uses mbs.systemData.SetDataCoordinates")

    def SetLoadParameter(self, loadNumber: Any, parameterName: Any, value: Any) -> None:
        if ("load", int(loadNumber), parameterName) != self._sensors.own:
            raise Untraceable("it uses mbs.SetLoadParameter")
        self._sensors.sets_own = True

    @property
    def variables(self) -> Any:
        with allowed():
            real = self._system.variables
        if self._watching is not None:
            return Frozen(real, "mbs.variables", self._bind, self._reads, self._step_inputs, self._watching.copy_of(real))
        return real if self._writes else Frozen(real, "mbs.variables", self._bind, self._reads, self._step_inputs)

    @property
    def sys(self) -> Any:
        with allowed():
            return Frozen(self._system.sys, "mbs.sys", self._bind, self._reads)

    @property
    def systemData(self) -> Any:
        return _SystemData(self, self._system)

    def _input(self, key: tuple[Any, ...]) -> Any:
        """The symbol of a parameter, or of the coordinates of a data node, if another function sets it; otherwise None."""
        if key[0] == "node" and key[2] == "Coordinates":
            key = ("node", key[1], DATA)
        return self._answers.input(key)

    def __getattr__(self, name: str) -> Any:
        if name in self._plain:
            plain = getattr(self._system, name)
            if not name.endswith("Parameter"):
                return plain
            kind = name.removeprefix("Get").removesuffix("Parameter").lower()

            def parameter(number: Any, parameterName: Any) -> Any:
                step_input = self._input((kind, int(number), parameterName))
                if step_input is not None:
                    return step_input
                self._sensors.parameters.add((kind, int(number), parameterName))
                return plain(number, parameterName)

            return parameter
        raise Untraceable(f"it uses mbs.{name}")

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_"):
            raise Untraceable(f"it changes mbs.{name}")
        object.__setattr__(self, name, value)


class _SystemData:
    """The time and the coordinates of the whole system, read from sensors of its nodes."""

    def __init__(self, proxy: System, system: Any) -> None:
        with allowed():
            self._proxy, self._system, self._data = proxy, system, system.systemData

    def GetTime(self, configuration: Any = None) -> Any:
        return self._proxy._query(("time",), configuration)

    def GetODE2Coordinates(self, configuration: Any = None) -> Any:
        return self._coordinates("Coordinates", configuration)

    def GetODE2Coordinates_t(self, configuration: Any = None) -> Any:
        return self._coordinates("Coordinates_t", configuration)

    def GetDataCoordinates(self, configuration: Any = None) -> Any:
        return self._joined("Coordinates", [number for number, _ in self._data_nodes()], configuration)

    def SetDataCoordinates(self, coordinates: Any, configuration: Any = None) -> None:
        if configuration is not None and "Current" not in str(configuration):
            raise Untraceable(f"it sets data coordinates of the configuration {configuration}")
        nodes = self._data_nodes()
        if len(coordinates) != sum(size for _, size in nodes):
            raise Untraceable(f"it sets {len(coordinates)} data coordinates of {sum(size for _, size in nodes)}")
        first = 0
        for number, size in nodes:
            part = coordinates[first : first + size]
            self._proxy._put_data(number, part[0] if size == 1 else np.array(part, dtype=object))
            first += size

    def _data_nodes(self) -> list[tuple[int, int]]:
        """The nodes in the order of their data coordinates, with the number of coordinates of each."""
        with allowed():
            places = [(self._data.GetNodeLTGData(number), number) for number in range(self._data.NumberOfNodes())]
        listed = [(number, len(place)) for place, number in sorted(places) if len(place)]
        if len(listed) > _MOST_NODES:
            raise Untraceable(f"it reads the data coordinates of more than {_MOST_NODES} nodes")
        return listed

    def _coordinates(self, output: str, configuration: Any) -> Any:
        with allowed():
            count = self._data.NumberOfNodes()
            indices = sorted(
                (self._system.GetNodeODE2Index(number), number) for number in range(count) if len(self._data.GetNodeLTGODE2(number))
            )
        if len(indices) > _MOST_NODES:
            raise Untraceable(f"it reads the coordinates of more than {_MOST_NODES} nodes")
        return self._joined(output, [number for _, number in indices], configuration)

    def _joined(self, output: str, nodes: list[int], configuration: Any) -> Any:
        """The coordinates of several nodes. While functions are called with symbols, the array may hold symbols."""
        parts = [np.asarray(self._proxy._query(("node", number, output), configuration), dtype=object) for number in nodes]
        joined = np.concatenate([np.zeros(0), *(np.atleast_1d(part) for part in parts)])
        return joined.astype(object if self._proxy._answers.is_symbolic else float)

    def __getattr__(self, name: str) -> Any:
        if "LTG" in name or name.startswith("NumberOf"):
            return allowed()(getattr(self._data, name))
        raise Untraceable(f"it uses mbs.systemData.{name}")


def data_coordinates(mbs: Any, number: int) -> Any:
    """The initial coordinates of a data node as Exudyn returns them: a float if there is only one."""
    with allowed():
        places = mbs.systemData.GetNodeLTGData(number)
        found = np.array(mbs.systemData.GetDataCoordinates(exu.ConfigurationType.Initial), dtype=float)[places]
    return float(found[0]) if len(places) == 1 else found


class Frozen:
    """A dictionary that may only be read, or whose numbers may be written to a copy. `written`: the copy and the set of its keys."""

    def __init__(
        self,
        values: Mapping[Any, Any],
        name: str,
        bind: Callable[[str, Any], Any],
        reads: set[Any],
        step_inputs: StepInputs | None = None,
        written: tuple[dict[Any, Any], set[Any]] | None = None,
    ) -> None:
        self._values, self._name, self._bind, self._reads, self._step_inputs = values, name, bind, reads, step_inputs
        self._written = written

    def __getitem__(self, key: Any) -> Any:
        symbol = self._step_inputs.symbol(key_of(id(self._values), key)) if self._step_inputs else None
        if symbol is None:
            self._reads.add(("global", id(self._values), key))
            symbol = self._bind(f"{self._name}[{key!r}]", self._values[key])
        return self._written[0][key] if self._written and key in self._written[1] else symbol

    def __contains__(self, key: Any) -> bool:
        return key in self._values

    def get(self, key: Any, default: Any = None) -> Any:
        return self[key] if key in self._values else default

    def __setitem__(self, key: Any, value: Any) -> None:
        if self._written is None:
            raise Untraceable(f"it changes {self._name}")
        if not isinstance(self._values.get(key), (int, float)) or not (isinstance(value, (int, float, np.generic)) or holds_symbols(value)):
            raise Untraceable(f"it changes {self._name}[{key!r}], which is not a number")
        self._written[0][key] = value
        self._written[1].add(key)

    def __getattr__(self, name: Any) -> NoReturn:
        raise Untraceable(f"it uses {self._name}.{name}")
