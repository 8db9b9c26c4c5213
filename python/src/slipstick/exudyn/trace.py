"""Python user functions as formulas: they are called with symbols, and the formulas held against them at random arguments."""

from __future__ import annotations

import builtins
import contextlib
import copy
import dis
import functools
import linecache
import math
import random
import sys
import traceback
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from .symbols import (
    Symbol,
    Text,
    Untraceable,
    constant,
    elementwise,
    evaluate,
    evaluate_with_size,
    explore,
    holds_symbols,
    named,
    nodes,
    operate,
    present,
    symbol,
    truncated,
    universal,
)


_LIBRARIES = ("numpy", "scipy", "slipstick", "sympy", "pandas", "matplotlib", "builtins")


class NotAFormula(Exception):
    """Why a function cannot be said as a formula, with the line of the script if it is known."""


@dataclass
class Argument:
    """What a function is given: a number, or an array in the form that Exudyn gives it."""

    name: str
    shape: tuple[int, ...]
    #: how Exudyn gives it: "float", "list" or "array"
    form: str
    #: what the values are about, for the comparison: those of the item's own parameter
    near: Any = None
    #: whether it is a number that does not change
    is_fixed: bool = False


@dataclass
class Sensors:
    """What a function may ask of its system, by names of sensors of the document."""

    #: gives the name of a sensor for ("sensor", number), ("object", number, output) …, and the shape of its values
    find: Callable[[tuple[Any, ...]], tuple[str, tuple[int, ...], Any]]
    used: dict[str, tuple[tuple[int, ...], Any]] = field(default_factory=dict)
    #: parameters that were asked for, by kind, number and name
    parameters: set[tuple[str, int, str]] = field(default_factory=set)


class Shared:
    """What functions of one system read and write that outlives their calls."""

    def __init__(self) -> None:
        self._reads: dict[Any, list[Any]] = {}
        self._writes: dict[Any, tuple[Any, str]] = {}
        self._kept: list[Any] = []

    def note(self, function: Any, rebinder: Rebinder) -> None:
        self._kept.append(rebinder)
        for key in rebinder.reads:
            self._reads.setdefault(key, []).append(function)
        for key, name in rebinder.writes():
            self._writes[key] = function, name

    def conflict(self, function: Any) -> str:
        """What this function reads and another one writes, or ""."""
        return next((name for key, (other, name) in self._writes.items() if other is not function and function in self._reads.get(key, ())), "")


def translate(
    function: Callable[..., Any],
    system: Any,
    arguments: Sequence[Argument],
    leading: Sequence[Any],
    size: int | None,
    sensors: Sensors,
    end_time: float = 1.0,
    judge: Callable[..., Any] | None = None,
    turned: np.ndarray | None = None,
    shared: Shared | None = None,
) -> list[str]:
    """Formulas of what a function returns, one for each number. Raises NotAFormula.

    It is called as function(system, t, *leading, *arguments); `arguments` begin with t. `size`: how many numbers are wanted, None if any.
    `judge`: what the formulas are held against, if not the function itself. `turned`: a matrix by which the result is multiplied.
    `shared`: learns what functions read and write that outlives them.
    """
    # The item's own parameters do not change on the way: where a formula of them cannot be had, as of the index of a list, they are numbers.
    fixed = [replace(each, is_fixed=each.near is not None) for each in arguments]
    ways = [(arguments, False), (arguments, True), (fixed, False), (fixed, True)]
    reasons = []
    for given, writes in ways if fixed != list(arguments) else ways[:2]:
        try:
            return _translate(function, system, given, leading, size, sensors, end_time, judge, turned, writes, shared)
        except NotAFormula as reason:
            reasons.append(reason)
    raise reasons[1]


def _translate(function, system, arguments, leading, size, sensors, end_time, judge, turned, writes, common) -> list[str]:
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    try:
        proxy = SymbolicSystem(system, sensors)
        shared = Rebinder(file, system, proxy, writes=writes)
        proxy._bind = shared.bound
        traced = shared.rebind(function)

        def call() -> list[Symbol]:
            given = [_symbols(argument) for argument in arguments]
            with shared.arrays():
                found = _numbers(traced(proxy, given[0], *leading, *given[1:]))
            return found if turned is None else list(turned @ np.array(found, dtype=object))

        try:
            with guarded():
                roots = shared.settled(lambda: explore(call))
            shared.check()
        finally:
            shared.restore()
        if size is not None and len(roots) != size:
            raise Untraceable(f"it returns {len(roots)} numbers, and {size} are wanted")
        numeric = NumericSystem(system, sensors)
        with guarded(), shared.using(numeric), shared.undone():
            _compare(judge or function, numeric, arguments, leading, roots, sensors, end_time, turned)
        formulas = Text(roots, [argument.name for argument in arguments]).formulas
        if common is not None:
            common.note(function, shared)
        return formulas
    except NotAFormula:
        raise
    except (Untraceable, Exception) as error:
        raise NotAFormula(reason_of(error, file, function)) from None


def reason_of(error: BaseException, file: str, function: Any) -> str:
    """Why a function is no formula, with the line of the script."""
    reason = str(error) if isinstance(error, Untraceable) else f"{type(error).__name__}: {error}"
    return _at_line(reason, error.__traceback__, file, function)


def _at_line(reason: str, trace: Any, file: str, function: Any) -> str:
    lines = [frame for frame in traceback.extract_tb(trace) if frame.filename == file]
    if lines:
        code = (lines[-1].line or linecache.getline(file, lines[-1].lineno)).strip()
        return f"line {lines[-1].lineno}: {reason}" + (f" ({code})" if code else "")
    first = getattr(getattr(function, "__code__", None), "co_firstlineno", None)
    return f"line {first}: {reason}" if first else reason


def _symbols(argument: Argument) -> Any:
    if argument.is_fixed:
        return np.array(argument.near) if argument.form == "array" else copy.deepcopy(argument.near)
    if argument.shape == ():
        return named(argument.name)
    array = np.empty(argument.shape, dtype=object)
    for index in np.ndindex(*argument.shape):
        array[index] = named(argument.name + "".join(f"[{i}]" for i in index))
    return array if argument.form == "array" else array.tolist()


def _numbers(value: Any) -> list[Symbol]:
    if value is None:
        raise Untraceable("it returns nothing")
    if isinstance(value, (Symbol, bool, int, float, np.generic)):
        return [symbol(value)]
    if isinstance(value, (list, tuple, np.ndarray)):
        return [each for part in value for each in _numbers(part)]
    raise Untraceable(f"it returns a {type(value).__name__}")


# ---- the comparison with the function itself


def _compare(function, numeric_system, arguments, leading, roots, sensors, end_time, turned) -> None:
    generator = random.Random(1)

    def draw() -> dict[str, float]:
        values: dict[str, float] = {}
        size = 10 ** generator.uniform(-4, 2)

        def some(near: Any) -> float:
            if near is not None and near != 0 and generator.random() < 0.7:
                return float(near) * generator.uniform(0.5, 1.5)
            return generator.uniform(-1, 1) * size

        for argument in arguments:
            if argument.name == "t":
                values["t"] = generator.uniform(0, end_time)
                continue
            near = None if argument.near is None else np.asarray(argument.near, dtype=float)
            some_of = float if argument.is_fixed else some
            for index in np.ndindex(*argument.shape):
                at = float(near[index]) if near is not None and near.shape == argument.shape else None
                values[argument.name + "".join(f"[{i}]" for i in index)] = some_of(at)
        for name, (shape, near) in sensors.used.items():
            for place, at in zip(_places(name, shape), np.ravel(np.asarray(near, dtype=float)), strict=True):
                values[place] = some(float(at))
        return values

    def given(argument: Argument, values: Mapping[str, float]) -> Any:
        if argument.shape == ():
            return values[argument.name]
        array = np.array([values[argument.name + "".join(f"[{i}]" for i in index)] for index in np.ndindex(*argument.shape)])
        array = array.reshape(argument.shape)
        return array if argument.form == "array" else array.tolist()

    def call(values: Mapping[str, float]) -> list[float] | None:
        numeric_system.values = values
        parts = [given(argument, values) for argument in arguments]
        try:
            with np.errstate(all="ignore"):
                found = np.ravel(np.asarray(function(numeric_system, parts[0], *leading, *parts[1:]), dtype=float))
                return [float(each) for each in (found if turned is None else turned @ found)]
        except (ArithmeticError, ValueError):
            return None  # outside of where it is defined

    compared = 0

    def same(values: Mapping[str, float]) -> None:
        nonlocal compared
        theirs = call(values)
        if theirs is None:
            return
        again = call(values)
        if again is not None and not np.array_equal(theirs, again, equal_nan=True):
            raise Untraceable("it gives another result when it is called again with the same arguments")
        ours, size = evaluate_with_size(roots, values)
        if len(ours) != len(theirs):
            raise Untraceable(f"it returns {len(theirs)} numbers, traced {len(ours)}")
        scale = max((abs(each) for each in theirs if math.isfinite(each)), default=1.0)
        for a, b in zip(ours, theirs, strict=True):
            if not math.isfinite(b):
                continue
            compared += 1
            if not abs(a - b) <= max(1e-9 * scale, 1e-13 * size):
                where = ", ".join(f"{name} = {value:.6g}" for name, value in list(values.items())[:6])
                raise Untraceable(f"its formula gives {a:.9g} where it gives {b:.9g}, at {where}")

    points = [draw() for _ in range(200)]
    for values in points:
        same(values)
    # beside every branch: between two points on different sides of its condition
    conditions = [node.parts[0] for node in nodes(roots) if node.operation == "if"]
    for condition in conditions[:100]:
        sides: dict[bool, Mapping[str, float]] = {}
        for values in points:
            sides.setdefault(bool(evaluate([condition], values)[0]), values)
        if len(sides) < 2:
            continue
        low, high = dict(sides[False]), dict(sides[True])
        for _ in range(60):
            middle = {name: 0.5 * (low[name] + high[name]) for name in low}
            if bool(evaluate([condition], middle)[0]):
                high = middle
            else:
                low = middle
        same(low)
        same(high)
    if compared == 0:
        raise Untraceable("it could not be compared: it has no finite value at any of 200 random arguments")


def _sensor(name: str) -> str:
    return f'sensor("{name}")'


def _places(name: str, shape: tuple[int, ...]) -> list[str]:
    """What formulas call the values of a sensor; one alone is a number."""
    if math.prod(shape) == 1:
        return [_sensor(name)]
    return [_sensor(name) + "".join(f"[{i}]" for i in index) for index in np.ndindex(*shape)]


# ---- systems that a function is given in place of the real one


_MOST_NODES = 20  # whose coordinates a function may ask for at once
_open: list[bool] = [True]


@contextlib.contextmanager
def guarded():
    """Nothing may be asked of a real system but its parameters: it would be a number that does not change."""
    import exudyn as exu

    before: list[tuple[Any, str, Any]] = []

    def watched(name: str, real: Any) -> Any:
        def function(this, *given, **options):
            if not _open[-1]:
                raise Untraceable(f"it uses mbs.{name} of a system that is not its argument")
            return real.__get__(this)(*given, **options) if callable(real) else real.__get__(this)

        return function if callable(real) else property(function)

    for owner in (exu.MainSystem, exu.SystemData):
        for name, real in list(vars(owner).items()):
            if not name.startswith("_") and name not in _System._plain:
                before.append((owner, name, real))
                setattr(owner, name, watched(name, real))
    _open.append(False)
    try:
        yield
    finally:
        _open.pop()
        for owner, name, real in before:
            setattr(owner, name, real)


@contextlib.contextmanager
def allowed():
    """The real system may be asked."""
    _open.append(True)
    try:
        yield
    finally:
        _open.pop()


class _System:
    _plain = ("GetObjectParameter", "GetNodeParameter", "GetMarkerParameter", "GetLoadParameter", "GetSensorParameter")
    _plain += ("GetObject", "GetNode", "GetMarker", "GetLoad", "GetSensor", "GetNodeNumber", "GetObjectNumber", "GetMarkerNumber")
    _plain += ("GetLoadNumber", "GetSensorNumber")

    def __init__(self, system: Any, sensors: Sensors):
        self._system = system
        self._sensors = sensors
        self._bind: Callable[[str, Any], Any] = lambda name, value: value

    def _values(self, key: tuple[Any, ...]) -> Any:
        raise NotImplementedError

    def _ask(self, key: tuple[Any, ...], configuration: Any) -> Any:
        if configuration is not None and "Current" not in str(configuration):
            raise Untraceable(f"it asks for values of the configuration {configuration}")
        return self._values(key)

    def GetSensorValues(self, sensorNumber, configuration=None):
        return self._ask(("sensor", int(sensorNumber)), configuration)

    def GetObjectOutput(self, objectNumber, variableType, configuration=None):
        return self._ask(("object", int(objectNumber), variableType.name), configuration)

    def GetObjectOutputBody(self, objectNumber, variableType, localPosition=(0, 0, 0), configuration=None):
        if holds_symbols(list(localPosition)):
            raise Untraceable("it asks for values at a place that changes")
        return self._ask(("body", int(objectNumber), variableType.name, tuple(float(x) for x in localPosition)), configuration)

    def GetNodeOutput(self, nodeNumber, variableType, configuration=None):
        return self._ask(("node", int(nodeNumber), variableType.name), configuration)

    def GetMarkerOutput(self, markerNumber, variableType, configuration=None):
        return self._ask(("marker", int(markerNumber), variableType.name), configuration)

    @property
    def variables(self):
        with allowed():
            return Frozen(self._system.variables, "mbs.variables", self._bind)

    @property
    def sys(self):
        with allowed():
            return Frozen(self._system.sys, "mbs.sys", self._bind)

    @property
    def systemData(self):
        return _SystemData(self, self._system)

    def __getattr__(self, name: str):
        if name in self._plain:
            plain = getattr(self._system, name)
            if not name.endswith("Parameter"):
                return plain
            kind = name.removeprefix("Get").removesuffix("Parameter").lower()

            def parameter(number, parameterName):
                self._sensors.parameters.add((kind, int(number), parameterName))
                return plain(number, parameterName)

            return parameter
        raise Untraceable(f"it uses mbs.{name}")

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_") and name != "values":
            raise Untraceable(f"it changes mbs.{name}")
        object.__setattr__(self, name, value)


class _SystemData:
    """The time and the coordinates of the whole system, by sensors of its nodes."""

    def __init__(self, asked: _System, system: Any):
        with allowed():
            self._asked, self._system, self._data = asked, system, system.systemData

    def GetTime(self, configuration=None):
        return self._asked._ask(("time",), configuration)

    def GetODE2Coordinates(self, configuration=None):
        return self._coordinates("Coordinates", configuration)

    def GetODE2Coordinates_t(self, configuration=None):
        return self._coordinates("Coordinates_t", configuration)

    def _coordinates(self, output: str, configuration: Any) -> Any:
        with allowed():
            count = self._data.NumberOfNodes()
            indices = sorted((self._system.GetNodeODE2Index(number), number) for number in range(count) if len(self._data.GetNodeLTGODE2(number)))
        if len(indices) > _MOST_NODES:
            raise Untraceable(f"it asks for the coordinates of more than {_MOST_NODES} nodes")
        parts = [np.atleast_1d(self._asked._ask(("node", number, output), configuration)) for _, number in indices]
        return np.concatenate([np.asarray(part, dtype=object) for part in parts])

    def __getattr__(self, name: str):
        if "LTG" in name or name.startswith("NumberOf"):
            return allowed()(getattr(self._data, name))
        raise Untraceable(f"it uses mbs.systemData.{name}")


class SymbolicSystem(_System):
    def _values(self, key):
        if key == ("time",):
            return named("t")
        name, shape, near = self._sensors.find(key)
        self._sensors.used[name] = (shape, near)
        parts = [named(place) for place in _places(name, shape)]
        if shape == ():
            return parts[0]
        array = np.empty(len(parts), dtype=object)
        array[:] = parts
        return array.reshape(shape)


class NumericSystem(_System):
    values: Mapping[str, float]

    def _values(self, key):
        if key == ("time",):
            return self.values["t"]
        name, shape, _ = self._sensors.find(key)
        if name not in self._sensors.used:
            raise Untraceable("it reads another sensor than it did when it was traced")
        parts = [self.values[place] for place in _places(name, shape)]
        return parts[0] if shape == () else np.array(parts).reshape(shape)


class Frozen:
    """A dictionary that may only be read."""

    def __init__(self, values: Mapping[Any, Any], name: str, bind: Callable[[str, Any], Any]):
        self._values = values
        self._name = name
        self._bind = bind

    def __getitem__(self, key):
        return self._bind(f"{self._name}[{key!r}]", self._values[key])

    def __contains__(self, key):
        return key in self._values

    def get(self, key, default=None):
        return self[key] if key in self._values else default

    def __setitem__(self, key, value):
        raise Untraceable(f"it changes {self._name}")

    def __getattr__(self, name):
        raise Untraceable(f"it uses {self._name}.{name}")


# ---- functions with other meanings of math, NumPy and built-in functions


class Rebinder:
    """Copies of functions whose math, NumPy and built-in functions take symbols."""

    def __init__(self, file: str, system: Any, proxy: Any, *, writes: bool = False):
        """`proxy`: what stands for the system, also where a script calls it by a name of its own.

        `writes`: arrays and global numbers that live longer than a call may be written, where nothing is read that a call before wrote.
        """
        self._file = file
        self._system, self._proxy = system, proxy
        #: where functions have the system by a name: ways to put something else there
        self._places: list[Callable[[Any], None]] = []
        self._writes = writes
        self._arrays: dict[int, _Array] = {}
        #: names of global numbers that functions write, by the number of their space, and all copies of these spaces
        self._globals: dict[int, tuple[dict[str, Any], set[str]]] = {}
        self._spaces: dict[int, list[dict[str, Any]]] = {}
        #: what outlives a call and is read: ("global", space, name) or ("object", number)
        self.reads: set[Any] = set()
        self._names: dict[int, str] = {}
        #: copies of lists whose parts mean something else here, and these parts
        self._lists: dict[int, tuple[Any, list[Any]]] = {}
        self._objects: dict[int, Any] = {}
        self._copies: dict[int, Any] = {}
        self._kept: list[Any] = []  # so that no id is used again
        self._depth = 0
        #: lists and arrays that outlive a call: their name, themselves, and a copy from before
        self._outside: dict[int, tuple[str, Any, Any]] = {}

    @contextlib.contextmanager
    def using(self, system: Any):
        """The functions themselves, while their names for the system mean another one."""
        try:
            for put in self._places:
                put(system)
            yield
        finally:
            for put in self._places:
                put(self._system)

    @contextlib.contextmanager
    def arrays(self):
        """For one call: arrays as they are before it, without what a call writes."""
        for space, (_, names) in self._globals.items():
            for copied in self._spaces[space]:
                copied.update({name: named(_stale(space, name)) for name in names})
        for number, each in self._objects.items():
            object.__getattribute__(each, "_own").update({name: named(_stale(number, name)) for name in object.__getattribute__(each, "_written")})
        for array in self._arrays.values():
            array.begin()
        yield
        for array in self._arrays.values():  # also those that the call was the first to meet
            array.end()

    def _places_written(self):
        """Of what calls write: the name in formulas, the present value, and how to put another one there."""
        for space, (real, names) in self._globals.items():
            for name in names:
                yield _stale(space, name), real[name], functools.partial(real.__setitem__, name)
        for number, each in self._objects.items():
            real = object.__getattribute__(each, "_is")[0]
            for name in object.__getattribute__(each, "_written"):
                yield _stale(number, name), getattr(real, name, math.nan), functools.partial(setattr, real, name)
        for array in self._arrays.values():
            for index in array.written:
                yield _stale(id(array), index), array.value[index], functools.partial(array.value.__setitem__, index)

    def state(self) -> dict[str, float]:
        """What the functions themselves have written, as it is now, by its names in formulas."""
        return {name: float(value) for name, value, _ in self._places_written()}

    @contextlib.contextmanager
    def undone(self):
        """What the functions themselves write is taken back at the end."""
        before = list(self._places_written())
        try:
            yield
        finally:
            for _, value, put in before:
                put(value)

    def settled(self, explored: Callable[[], list[Symbol]], *, may_keep: bool = False) -> list[Symbol]:
        """The formulas, once it is known what calls write in arrays."""
        while True:
            written = self._written()
            roots = explored()
            if self._written() == written:
                break
        if not may_keep and any(node.operation == "name" and node.parts[0].startswith(_STALE) for node in nodes(roots)):
            raise Untraceable("it reads what it wrote at another call")
        return roots

    def _written(self) -> int:
        objects = sum(len(object.__getattribute__(each, "_written")) for each in self._objects.values())
        return objects + sum(len(array.written) for array in self._arrays.values()) + sum(len(names) for _, names in self._globals.values())

    def writes(self):
        """Keys and names of what is written, as in `reads`."""
        for number, array in self._arrays.items():
            if array.written:
                yield ("object", number), self._names[number]
        for space, (_, names) in self._globals.items():
            for name in names:
                yield ("global", space, name), name
        for number, each in self._objects.items():
            for name in object.__getattribute__(each, "_written"):
                yield ("attribute", number, name), name

    def check(self) -> None:
        for name, value, before in self._outside.values():
            if not _equal(before, value):
                raise Untraceable(f"it changes {name}, which lives longer than the call")
        for made, before in self._lists.values():
            now = list(made.values() if isinstance(made, dict) else made)
            if len(now) != len(before) or any(each is not part for each, part in zip(now, before, strict=True)):
                raise Untraceable("it changes a list, which lives longer than the call")

    def restore(self) -> None:
        """What calls with symbols have put into lists and arrays of the script is taken out."""
        for _, value, before in self._outside.values():
            if _equal(before, value):
                continue
            if isinstance(value, np.ndarray):
                value[...] = before
            else:
                value.clear()
                value.extend(before) if isinstance(value, list) else value.update(before)

    def rebind(self, value: Any) -> Any:
        if value is self._system:
            return self._proxy
        if id(value) in replaced:
            return replaced[id(value)]
        if isinstance(value, types.MethodType):
            return types.MethodType(self.rebind(value.__func__), self.rebind(value.__self__))
        if _has_functions(value):
            return self._objects.setdefault(id(value), _Object(value, self))
        if not isinstance(value, types.FunctionType) or _is_library(value):
            return value
        if id(value) in self._copies:
            return self._copies[id(value)]
        self._refuse(value)
        space: dict[str, Any] = {"__builtins__": builtins, **replaced_builtins}
        closure = tuple(types.CellType() for _ in value.__closure__ or ())
        made = types.FunctionType(value.__code__, space, value.__name__, None, closure or None)
        self._copies[id(value)] = made
        self._kept.append(value)
        made.__defaults__ = tuple(self.rebind(each) for each in value.__defaults__) if value.__defaults__ else None
        made.__kwdefaults__ = {name: self.rebind(each) for name, each in (value.__kwdefaults__ or {}).items()} or None
        if self._depth > 0:
            self._copies[id(value)] = _by_itself(made)
        self._depth += 1
        self._spaces.setdefault(id(value.__globals__), []).append(space)
        for name in _names(value.__code__):
            if name in value.__globals__:
                self.reads.add(("global", id(value.__globals__), name))
                if value.__globals__[name] is self._system:
                    self._places.append(functools.partial(value.__globals__.__setitem__, name))
                space[name] = self.bound(name, value.__globals__[name])
        for mine, theirs, name in zip(closure, value.__closure__ or (), value.__code__.co_freevars, strict=True):
            try:
                if theirs.cell_contents is self._system:
                    self._places.append(functools.partial(setattr, theirs, "cell_contents"))
                mine.cell_contents = self.bound(name, theirs.cell_contents)
            except ValueError:  # not bound yet
                continue
        self._depth -= 1
        return self._copies[id(value)]

    def bound(self, name: str, value: Any) -> Any:
        """What a name means in place of this value, which outlives the call."""
        if isinstance(value, (list, dict, set, np.ndarray)):
            self.reads.add(("object", id(value)))
            self._names[id(value)] = name
        if self._writes and isinstance(value, np.ndarray) and value.dtype.kind == "f":
            return self._arrays.setdefault(id(value), _Array(value)).copy
        found = self.rebind(value)
        if found is value and isinstance(value, (list, tuple, dict)) and id(value) not in self._lists:
            parts = list(value.values() if isinstance(value, dict) else value)
            bound = [self.bound(f"{name}[…]", each) if not isinstance(each, (int, float, str)) else each for each in parts[:_LONGEST_LIST]]
            if any(each is not part for each, part in zip(bound, parts, strict=False)) and len(parts) <= _LONGEST_LIST:
                made = dict(zip(value, bound, strict=True)) if isinstance(value, dict) else tuple(bound) if isinstance(value, tuple) else bound
                self._lists[id(value)] = made, list(bound)
                self._kept.append(value)
        if id(value) in self._lists:
            return self._lists[id(value)][0]
        if found is value and isinstance(value, (list, dict, set, np.ndarray)):
            if id(value) not in self._outside:
                try:
                    self._outside[id(value)] = name, value, copy.deepcopy(value)
                except Exception:  # it holds what cannot be copied
                    pass
        return found

    def _refuse(self, function: types.FunctionType) -> None:
        for code in _codes(function.__code__):
            for instruction in dis.get_instructions(code):
                if instruction.opname == "STORE_GLOBAL":
                    before = function.__globals__.get(instruction.argval)
                    if not self._writes or not isinstance(before, (int, float)):
                        raise Untraceable(f"it changes the global variable {instruction.argval}")
                    self._globals.setdefault(id(function.__globals__), (function.__globals__, set()))[1].add(instruction.argval)
                if instruction.opname == "STORE_DEREF" and code is function.__code__ and instruction.argval in code.co_freevars:
                    raise Untraceable(f"it changes the variable {instruction.argval}, which lives longer than the call")
        if function.__code__.co_flags & 0x2A0:  # generators and coroutines
            raise Untraceable(f"{function.__name__} is a generator")


def _has_functions(value: Any) -> bool:
    """Whether it is an object of a class in Python, or a module, which is no library's."""
    if isinstance(value, types.ModuleType):
        return value.__name__.split(".")[0] not in (*_LIBRARIES, *sys.stdlib_module_names)
    kind = type(value)
    module = str(getattr(kind, "__module__", "")).split(".")
    is_foreign = module[0] in (*_LIBRARIES, *sys.stdlib_module_names) or module[-1].startswith("exudynCPP")
    return hasattr(value, "__dict__") and not isinstance(value, (type, types.FunctionType, BaseException)) and not is_foreign


class _Object:
    """An object or a module of a script, whose functions take symbols, and which may only be read."""

    def __init__(self, real: Any, rebinder: Rebinder):
        object.__setattr__(self, "_is", (real, rebinder))
        object.__setattr__(self, "_own", {})  # what a call has put there
        object.__setattr__(self, "_written", set())  # numbers that calls put there

    def __getattr__(self, name: str) -> Any:
        real, rebinder = object.__getattribute__(self, "_is")
        rebinder.reads.add(("attribute", id(real), name))
        own = object.__getattribute__(self, "_own")
        if name in own:
            return own[name]
        value = getattr(real, name)
        if isinstance(value, types.MethodType) and value.__self__ is real:
            return types.MethodType(rebinder.rebind(value.__func__), self)
        if value is rebinder._system:
            rebinder._places.append(functools.partial(setattr, real, name))
        return rebinder.bound(f"{getattr(real, '__name__', type(real).__name__)}.{name}", value)

    def __setattr__(self, name: str, value: Any) -> None:
        real, rebinder = object.__getattribute__(self, "_is")
        own = object.__getattribute__(self, "_own")
        is_number = isinstance(value, (int, float, np.generic, Symbol)) or holds_symbols(value)
        if not rebinder._writes or not (is_number or name not in own or _equal(own[name], value)):
            raise Untraceable(f"it changes .{name} of an object that lives longer than the call")
        if is_number:
            object.__getattribute__(self, "_written").add(name)
        own[name] = value

    @property
    def __class__(self):
        return type(object.__getattribute__(self, "_is")[0])

    def _special(self, name: str, *given: Any) -> Any:
        real, rebinder = object.__getattribute__(self, "_is")
        return types.MethodType(rebinder.rebind(getattr(type(real), name)), self)(*given)

    def __call__(self, *given, **options):
        real, rebinder = object.__getattribute__(self, "_is")
        return types.MethodType(rebinder.rebind(type(real).__call__), self)(*given, **options)

    def __getitem__(self, key):
        return self._special("__getitem__", key)

    def __len__(self):
        return self._special("__len__")

    def __iter__(self):
        return self._special("__iter__")


_STALE = "written before: "
_LONGEST_LIST = 1000  # of one whose parts may be objects


def _stale(owner: int, name: Any) -> str:
    return f"{_STALE}{owner} {name}"


class _Array:
    """An array that lives longer than a call, and what calls write in it."""

    def __init__(self, value: np.ndarray):
        self.value = value
        self.copy = value.astype(object)
        self.written: set[tuple[int, ...]] = set()
        self.begin()

    def begin(self) -> None:
        self.copy[...] = self.value
        for index in self.written:
            self.copy[index] = named(_stale(id(self), index))
        self._before = list(self.copy.flat)

    def end(self) -> None:
        for index, old, new in zip(np.ndindex(*self.copy.shape), self._before, self.copy.flat, strict=True):
            if new is not old:
                self.written.add(index)


def _by_itself(function: Callable[..., Any]) -> Callable[..., Any]:
    """A helper of numbers, whose decisions are explored at each call, so that those of several calls do not multiply."""

    def called(*given, **options):
        numbers = (Symbol, bool, int, float, np.generic)
        values = [*given, *options.values()]
        if not present or not any(isinstance(each, Symbol) for each in values) or not all(isinstance(each, numbers) for each in values):
            return function(*given, **options)
        forms: list[Any] = []

        def call() -> list[Symbol]:
            result = function(*given, **options)
            forms.append(np.shape(result) if isinstance(result, np.ndarray) else type(result) if isinstance(result, (list, tuple)) else None)
            if isinstance(result, (list, tuple)) and not all(isinstance(each, numbers) for each in result):
                raise _NotNumbers
            if result is None or not isinstance(result, (*numbers, np.ndarray, list, tuple)):
                raise _NotNumbers
            return _numbers(result)

        try:
            roots = explore(call)
        except _NotNumbers:
            return function(*given, **options)
        if len({str(form) for form in forms}) > 1:
            return function(*given, **options)
        if forms[0] is None:
            return roots[0]
        return forms[0](roots) if isinstance(forms[0], type) else np.array(roots, dtype=object).reshape(forms[0])

    return called


class _NotNumbers(BaseException):
    """A helper returns something else."""


def _codes(code: types.CodeType):
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _codes(each)


def _names(code: types.CodeType) -> set[str]:
    return {name for each in _codes(code) for name in each.co_names}


def _is_library(function: types.FunctionType) -> bool:
    return (function.__module__ or "").split(".")[0] in _LIBRARIES


def _equal(a: Any, b: Any) -> bool:
    try:
        if isinstance(a, np.ndarray):
            return a.shape == b.shape and bool(np.all((a == b) | ((a != a) & (b != b))))
        return repr(a) == repr(b)
    except Exception:
        return True


def _plain(value: Any) -> Any:
    """Arrays of objects that hold no symbol, as what they were."""
    if isinstance(value, np.ndarray) and value.dtype == object and not holds_symbols(value):
        return value.astype(float)
    return value


def _array(value: Any, dtype: Any = None, **options: Any) -> Any:
    if holds_symbols(value):
        return np.array(value, dtype=object)
    made = np.array(value)
    return made.astype(object) if made.dtype.kind in "fiu" else made


def _asarray(value: Any, dtype: Any = None, **options: Any) -> Any:
    return value if isinstance(value, np.ndarray) and value.dtype == object else _array(value, dtype)


def _filled(make: Callable[..., Any]) -> Callable[..., Any]:
    def function(*given, **options):
        options.pop("dtype", None)
        return make(*given, **options).astype(object)

    return function


def _full(shape, value, **options):
    array = np.empty(shape, dtype=object)
    array[...] = value
    return array


def _norm(x, ord=None, axis=None, keepdims=False):
    if not holds_symbols(np.asarray(x, dtype=object) if not isinstance(x, np.ndarray) else x):
        return np.linalg.norm(np.asarray(x, dtype=float), ord, axis, keepdims)
    if axis is not None or keepdims or ord not in (None, 2):
        raise Untraceable("np.linalg.norm with options")
    array = np.asarray(x, dtype=object)
    if ord == 2 and array.ndim > 1:
        raise Untraceable("the spectral norm of a matrix")
    total = constant(0)
    for each in array.flat:
        total = total + elementwise("*", each, each)
    return operate("sqrt", total)


def _solve(matrix, right):
    """Gauss without a choice of pivots by size, which would be a decision: the first that is not the number 0."""
    a = np.array(np.asarray(matrix, dtype=object), dtype=object)
    b = np.array(np.asarray(right, dtype=object), dtype=object)
    n = len(a)
    if n > 4:
        raise Untraceable("equations of more than four numbers that change")
    is_zero = lambda x: symbol(x).operation == "constant" and symbol(x).parts[0] == 0  # noqa: E731
    for i in range(n):
        pivot = next((k for k in range(i, n) if not is_zero(a[k, i])), None)
        if pivot is None:
            raise Untraceable("equations without a solution")
        a[[i, pivot]], b[[i, pivot]] = a[[pivot, i]], b[[pivot, i]]
        for k in range(n):
            if k != i and not is_zero(a[k, i]):
                factor = elementwise("/", a[k, i], a[i, i])
                a[k] = elementwise("-", a[k], elementwise("*", factor, a[i]))
                b[k] = elementwise("-", b[k], elementwise("*", factor, b[k * 0 + i]))
    for i in range(n):
        b[i] = elementwise("/", b[i], a[i, i])
    return b


def _inverse(matrix):
    return _solve(matrix, np.eye(len(matrix)).astype(object))


def _determinant(matrix):
    a = np.asarray(matrix, dtype=object)
    if len(a) == 1:
        return a[0, 0]
    total = constant(0)
    for k in range(len(a)):
        minor = np.delete(np.delete(a, 0, 0), k, 1)
        total = total + elementwise("*", (-1) ** k * symbol(a[0, k]), _determinant(minor))
    return total


def _interpolated(x, xp, fp, left=None, right=None, period=None):
    if holds_symbols(list(np.ravel(np.asarray(xp, dtype=object)))) or holds_symbols(list(np.ravel(np.asarray(fp, dtype=object)))):
        raise Untraceable("np.interp with a table that changes")
    if period is not None:
        raise Untraceable("np.interp with a period")
    if isinstance(x, np.ndarray) and x.ndim > 0:
        return np.frompyfunc(lambda each: _interpolated(each, xp, fp, left, right), 1, 1)(x)
    xs, ys = [float(each) for each in xp], [float(each) for each in fp]
    left, right = ys[0] if left is None else left, ys[-1] if right is None else right

    def between(low: int, high: int) -> Any:
        if high - low == 1:
            slope = (ys[high] - ys[low]) / (xs[high] - xs[low])
            return operate("+", ys[low], operate("*", slope, operate("-", x, xs[low])))
        middle = (low + high) // 2
        return operate("if", operate("<", x, xs[middle]), between(low, middle), between(middle, high))

    inside = between(0, len(xs) - 1) if len(xs) > 1 else constant(ys[0])
    return operate("if", operate("<", x, xs[0]), left, operate("if", operate("<", xs[-1], x), right, inside))


def _cross(a, b):
    a, b = np.asarray(a, dtype=object), np.asarray(b, dtype=object)
    if a.shape != (3,) or b.shape != (3,):
        raise Untraceable("np.cross of other than vectors of three numbers")
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], dtype=object)


def _product(a, b):
    a, b = (each if isinstance(each, np.ndarray) else np.asarray(each, dtype=object) for each in (a, b))
    return elementwise("*", a, b) if a.ndim == 0 or b.ndim == 0 else np.dot(a.astype(object), b.astype(object))


def _extreme(operation: str) -> Callable[..., Any]:
    def function(x, axis=None):
        values = list(np.ravel(np.asarray(x, dtype=object)))
        if axis is not None:
            raise Untraceable(f"np.{operation} along an axis")
        result = values[0]
        for each in values[1:]:
            result = elementwise(operation, result, each)
        return result

    return function


def _where(condition, *choices):
    if len(choices) != 2:
        raise Untraceable("np.where without two choices")
    return elementwise("if", condition, *choices)


def _sum(x, axis=None, **options):
    return np.sum(np.asarray(x, dtype=object), axis=axis)


#: NumPy functions of arrays, for those that hold symbols
_special: dict[str, Callable[..., Any]] = {
    "interp": _interpolated,
    "cross": _cross,
    "dot": _product,
    "matmul": lambda a, b: np.matmul(np.asarray(a, dtype=object), np.asarray(b, dtype=object)),
    "inner": _product,
    "where": _where,
    "clip": lambda x, low=None, high=None: elementwise("min", high, elementwise("max", low, x)) if None not in (low, high) else _clipped(x, low, high),
    "max": _extreme("max"),
    "amax": _extreme("max"),
    "min": _extreme("min"),
    "amin": _extreme("min"),
    "sum": _sum,
    "mean": lambda x, axis=None: elementwise("/", _sum(x, axis), np.size(x) if axis is None else np.shape(x)[axis]),
    "round": lambda x, decimals=0: elementwise("round", x) if decimals == 0 else _refused("np.round to digits"),
    "isscalar": lambda x: isinstance(x, Symbol),
    "isfinite": lambda x: True,
    "isnan": lambda x: False,
    "isclose": lambda *given, **options: _refused("np.isclose"),
    "polyval": lambda p, x: _polynomial(p, x),
    "float64": lambda x: x,
    "sinc": lambda x: _refused("np.sinc"),
}


def _clipped(x, low, high):
    x = x if low is None else elementwise("max", low, x)
    return x if high is None else elementwise("min", high, x)


def _polynomial(p, x):
    result = constant(0)
    for each in p:
        result = result * x + each
    return result


def _refused(what: str):
    raise Untraceable(f"{what} of a number that changes")


_linear = {"norm": _norm, "inv": _inverse, "solve": _solve, "det": _determinant}
_made = {"zeros": np.zeros, "ones": np.ones, "eye": np.eye, "identity": np.identity, "zeros_like": np.zeros_like, "ones_like": np.ones_like}
_made |= {"empty": np.zeros, "empty_like": np.zeros_like}


def _shim(name: str, real: Callable[..., Any], ours: Callable[..., Any] | None) -> Callable[..., Any]:
    def function(*given, **options):
        if any(holds_symbols(each) for each in (*given, *options.values())):
            if ours is None:
                return real(*given, **options)
            return ours(*given, **options)
        found = real(*(_plain(each) for each in given), **{key: _plain(each) for key, each in options.items()})
        return found.astype(object) if isinstance(found, np.ndarray) and found.dtype.kind == "f" else found  # symbols may be put into it

    function.__name__ = name
    return function


class _Module:
    """NumPy, or a part of it, for symbols."""

    def __init__(self, real: Any, own: Mapping[str, Any], shims: Mapping[str, Callable[..., Any]], name: str):
        self._real, self._own, self._shims, self._name = real, own, shims, name

    def __getattr__(self, name: str) -> Any:
        if name in self._own:
            return self._own[name]
        real = getattr(self._real, name)
        if name in self._shims:
            return _shim(name, real, self._shims[name])
        if isinstance(real, types.ModuleType):
            raise Untraceable(f"it uses {self._name}.{name}")
        return _shim(name, real, None) if callable(real) and not isinstance(real, type) else real


_linalg = _Module(np.linalg, {}, _linear, "np.linalg")
_own = {"array": _array, "copy": _array, "asarray": _asarray, "full": _full, "linalg": _linalg, **{name: _filled(make) for name, make in _made.items()}}
_numpy = _Module(np, _own, {**universal, **_special}, "np")

_math_names = {
    "asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh",
    "pow": "power", "fabs": "abs", "remainder": None, "gamma": None, "lgamma": None, "erf": None, "erfc": None,
}  # fmt: skip


def _math_function(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
    ours = universal.get(_math_names.get(name, name) or "")
    if name == "log":
        ours = lambda x, base=None: elementwise("log", x) if base is None else elementwise("/", elementwise("log", x), elementwise("log", base))  # noqa: E731
    if name == "hypot":
        ours = lambda *x: _norm(np.array(x, dtype=object))  # noqa: E731
    if name == "dist":
        ours = lambda a, b: _norm(np.array(a, dtype=object) - np.array(b, dtype=object))  # noqa: E731
    if name in ("isfinite", "isnan", "isinf"):
        ours = lambda x: name == "isfinite"  # noqa: E731
    if name in ("fsum",):
        ours = lambda x: _sum(list(x))  # noqa: E731
    if name == "copysign":
        ours = lambda x, y: elementwise("if", elementwise("<", y, 0), elementwise("negative", elementwise("abs", x)), elementwise("abs", x))  # noqa: E731

    def refused(*given):
        raise Untraceable(f"math.{name} of a number that changes")

    return _shim(name, real, ours or refused)


_math = types.SimpleNamespace(
    **{name: _math_function(name, each) if callable(each) else each for name, each in vars(math).items() if not name.startswith("_")}
)


class _Refused:
    """A module that no formula can have."""

    def __init__(self, name: str, what: str):
        self._name, self._what = name, what

    def __getattr__(self, name: str):
        raise Untraceable(f"{self._what} ({self._name}.{name})")

    def __call__(self, *given, **options):
        raise Untraceable(f"{self._what} ({self._name})")


def _extremum(operation: str, real: Callable[..., Any]) -> Callable[..., Any]:
    def ours(*given, key=None, default=None):
        values = list(given[0]) if len(given) == 1 else list(given)
        if key is not None:
            raise Untraceable(f"{operation}() with a key")
        result = values[0]
        for each in values[1:]:
            result = elementwise(operation, result, each)
        return result

    return _shim(operation, real, ours)


def _sorted(*given, **options):
    raise Untraceable("sorted() of numbers that change")


_round = _shim("round", round, lambda x, digits=None: x.__round__(digits))
def _type(real: type, ours: Callable[..., Any]) -> type:
    """A type in place of float, int or bool, which takes symbols too."""

    class Meta(type):
        def __call__(cls, *given):
            return ours(*given) if any(holds_symbols(each) for each in given) else real(*given)

        def __instancecheck__(cls, value):
            return isinstance(value, real) or (real is float and isinstance(value, Symbol))

    return Meta(real.__name__, (), {})


replaced_builtins: dict[str, Any] = {
    "float": _type(float, lambda x: x),
    "int": _type(int, truncated),
    "bool": _type(bool, lambda x: bool(x)),
    "min": _extremum("min", min),
    "max": _extremum("max", max),
    "pow": _shim("pow", pow, lambda x, y: elementwise("^", x, y)),
    "round": _round,
    "sorted": _shim("sorted", sorted, _sorted),
    "print": lambda *given, **options: None,
    "open": _Refused("open", "it reads or writes a file"),
    "input": _Refused("input", "it asks a person"),
}

#: what stands for what, by identity
replaced: dict[int, Any] = {id(np): _numpy, id(np.linalg): _linalg, id(math): _math}
for _name, _each in vars(math).items():
    if callable(_each):
        replaced[id(_each)] = getattr(_math, _name, _each)
for _name in (*universal, *_special, *_made, "array", "asarray", "full"):
    if hasattr(np, _name) and not isinstance(getattr(np, _name), type):
        replaced[id(getattr(np, _name))] = getattr(_numpy, _name)
for _name, _each in _linear.items():
    replaced[id(getattr(np.linalg, _name))] = getattr(_linalg, _name)
for _name in ("min", "max", "pow", "round", "sorted", "print"):
    replaced[id(getattr(builtins, _name))] = replaced_builtins[_name]
for _module, _what in (("random", "random numbers"), ("time", "the time of day"), ("datetime", "the time of day")):
    _real = __import__(_module)
    replaced[id(_real)] = _Refused(_module, _what)
    for _name, _each in vars(_real).items():
        if callable(_each) and not _name.startswith("_") and not isinstance(_each, type):
            replaced[id(_each)] = _Refused(f"{_module}.{_name}", _what)
replaced[id(np.random)] = _own["random"] = _Refused("np.random", "random numbers")


def _symbolic() -> None:
    import exudyn as exu

    from .symbolic import symbols

    shims = symbols()
    replaced[id(exu.symbolic)] = types.SimpleNamespace(**shims)
    for name, each in shims.items():
        replaced[id(getattr(exu.symbolic, name))] = each


_symbolic()
