"""Turns Python user functions into formulas: calls them with symbols, and compares the formulas with them at random arguments."""

from __future__ import annotations

import contextlib
import copy
import linecache
import math
import random
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from .proxies import Numbers, Sensors, Symbols, System, guarded, places_of
from .rebinding import Changed, Rebinder, equal
from .symbols import Symbol, Text, Untraceable, evaluate, evaluate_with_size, explore, named, nodes, numbers_of

#: the number of random arguments for comparing formulas with their function, at first and if equal formulas were compared before
_POINTS, _POINTS_AGAIN = 200, 20
_brief: list[bool] = [False]


@contextlib.contextmanager
def briefly() -> Iterator[None]:
    """Compares formulas with their functions at few arguments, because another run of the same script did so thoroughly."""
    _brief.append(True)
    try:
        yield
    finally:
        _brief.pop()


class NotAFormula(Exception):
    """Why a function cannot be expressed as a formula, with the line of the script if it is known."""


@dataclass
class Argument:
    """An argument of a function: a number, or an array in the form used by Exudyn."""

    name: str
    shape: tuple[int, ...]
    #: the form used by Exudyn: "float", "list" or "array"
    form: str
    #: typical values for the comparison: the value of the item's own parameter
    near: Any = None
    #: whether it is a constant number
    is_fixed: bool = False


class Shared:
    """Values that outlive calls and that functions of one system read and write."""

    def __init__(self) -> None:
        self._reads: dict[Any, list[Any]] = {}
        self._writes: dict[Any, list[tuple[Any, str]]] = {}
        self._prepared: dict[tuple[Any, Any], Any] = {}
        self._kept: list[Any] = []
        self._held: set[tuple[Any, ...]] = set()

    def note(self, function: Any, rebinder: Rebinder) -> None:
        self._kept.append(rebinder)
        for key in rebinder.reads:
            self._reads.setdefault(key, []).append(function)
        for key, name in rebinder.writes():
            self._writes.setdefault(key, []).append((function, name))
        for key, value in rebinder.prepared.items():
            self._writes.setdefault(key, []).append((function, key[-1]))
            self._prepared[function, key] = value

    @contextlib.contextmanager
    def recording(self, function: Any) -> Iterator[None]:
        """Within the block, records the objects that a function changes for which it is refused."""
        try:
            yield
        except Changed as error:
            for number, name in error.objects.items():
                self._writes.setdefault(("object", number), []).append((function, name))
            raise

    def points(self, function: Any, formulas: Sequence[str]) -> int:
        """The number of random arguments for a comparison: fewer if the same formulas were compared for another item."""
        return _POINTS_AGAIN if _brief[-1] or (function, *formulas) in self._held else _POINTS

    def hold(self, function: Any, formulas: Sequence[str]) -> None:
        self._held.add((function, *formulas))

    def conflict(self, function: Any) -> str:
        """The name of a value that this function reads and another one writes, or ""."""
        found = (
            name
            for key, writers in self._writes.items()
            if function in self._reads.get(key, ())
            for other, name in writers
            if other is not function and not self._prepare_same(key, function, other)
        )
        return next(found, "")

    def _prepare_same(self, key: Any, *functions: Any) -> bool:
        values = [self._prepared[function, key] for function in functions if (function, key) in self._prepared]
        return len(values) == len(functions) and equal(*values)


@dataclass(frozen=True)
class ItemFunction:
    """A user function of an item. It is called as function(system, t, *leading, *arguments, *trailing); `arguments` begin with t."""

    function: Callable[..., Any]
    system: Any
    sensors: Sensors
    arguments: Sequence[Argument]
    leading: Sequence[Any] = ()
    trailing: Sequence[Any] = ()
    #: the number of numbers that it must return, or None for any
    size: int | None = None
    end_time: float = 1.0
    #: the function to compare the formulas with, if it is another one
    judge: Callable[..., Any] | None = None
    #: a matrix that multiplies the result
    turned: np.ndarray | None = None


def translate(of: ItemFunction, shared: Shared) -> list[str]:
    """Formulas of the numbers that a function returns. Raises NotAFormula.

    `shared`: collects values that outlive the calls and that functions read and write.
    """
    # The item's own parameters are constant. They become numbers if a formula of them is impossible, for example in a list index.
    fixed = [replace(each, is_fixed=each.near is not None) for each in of.arguments]
    ways = [(of.arguments, False), (of.arguments, True), (fixed, False), (fixed, True)]
    reasons = []
    for given, writes in ways if fixed != list(of.arguments) else ways[:2]:
        try:
            formulas = _translate(replace(of, arguments=given), writes, shared)
            of.sensors.is_fixed = any(each.is_fixed for each in given)
            return formulas
        except NotAFormula as reason:
            reasons.append(reason)
    raise reasons[1]


def _translate(of: ItemFunction, writes: bool, shared: Shared) -> list[str]:
    """`writes`: permits writes to numbers that outlive a call."""
    sensors = of.sensors
    with refusing(of.function):
        proxy = System(of.system, sensors, Symbols(sensors))
        rebinder = Rebinder(of.system, proxy, writes=writes)
        traced = rebinder.rebind(of.function)

        def call() -> list[Symbol]:
            given = [_symbols(argument) for argument in of.arguments]
            with rebinder.call():
                found = numbers_of(traced(proxy, given[0], *of.leading, *given[1:], *of.trailing))
            return found if of.turned is None else list(of.turned @ np.array(found, dtype=object))

        try:
            with guarded():
                roots = rebinder.settled(lambda: explore(call))
            rebinder.check()
            if sensors.sets_own and _uses(roots, of.arguments, sensors.own):
                raise Untraceable("it sets the parameter that it is given")
            if of.size is not None and len(roots) != of.size:
                raise Untraceable(f"it returns {len(roots)} numbers; {of.size} are expected")
            formulas = Text(roots, [argument.name for argument in of.arguments]).formulas
            _compare(of, rebinder, roots, shared.points(of.function, formulas), writes)
            if not writes:
                rebinder.check()
            shared.note(of.function, rebinder)
            shared.hold(of.function, formulas)
            return formulas
        finally:
            rebinder.restore()


@contextlib.contextmanager
def refusing(function: Any) -> Iterator[None]:
    """Within the block, errors become NotAFormula with the line of the function."""
    try:
        yield
    except NotAFormula:
        raise
    except (Untraceable, Exception) as error:
        raise NotAFormula(_reason_of(error, function)) from None


def _reason_of(error: BaseException, function: Any) -> str:
    """Why a function has no formula, with the line of the script."""
    text = next(iter(str(error).strip().splitlines()), "")
    if "incompatible function arguments" in text:  # the function is implemented in C++
        text = f"{text.split('(')[0]}() takes no number that changes"
    reason = text if isinstance(error, Untraceable) else f"{type(error).__name__}: {text}"
    if isinstance(error, RecursionError):
        reason = "it is too long to be a formula, or never ends"
    return _at_line(reason, error.__traceback__, getattr(function, "__code__", None))


def _at_line(reason: str, trace: Any, code: Any) -> str:
    if code is None:
        return reason
    lines = [frame for frame in traceback.extract_tb(trace) if frame.filename == code.co_filename]
    if not lines:
        return f"line {code.co_firstlineno}: {reason}"
    text = (lines[-1].line or linecache.getline(code.co_filename, lines[-1].lineno or 0)).strip()
    return f"line {lines[-1].lineno}: {reason}" + (f" ({text})" if text else "")


def _uses(roots: Sequence[Symbol], arguments: Sequence[Argument], own: tuple[str, int, str] | None) -> bool:
    """Whether the returned numbers may depend on a parameter."""
    name = own[2] if own else ""
    read = {node.parts[0].split("[")[0] for node in nodes(roots) if node.operation == "name"}
    return name in read or any(each.name == name and each.is_fixed for each in arguments)


def _symbols(argument: Argument) -> Any:
    if argument.is_fixed:
        return np.array(argument.near) if argument.form == "array" else copy.deepcopy(argument.near)
    if argument.shape == ():
        return named(argument.name)
    array = np.empty(argument.shape, dtype=object)
    for index, name in _named_places(argument):
        array[index] = named(name)
    return array if argument.form == "array" else array.tolist()


# ---- the comparison with the function itself

Values = Mapping[str, float]
_MOST_BRANCHES = 100  # the largest number of branches at which formulas are compared


def _compare(of: ItemFunction, rebinder: Rebinder, roots: Sequence[Symbol], count: int, writes: bool) -> None:
    """Compares formulas with their function, at `count` random values and close to every branch. Raises Untraceable."""
    sensors, generator = of.sensors, random.Random(1)
    numeric = System(of.system, sensors, Numbers(sensors, {"t": 0.0}), writes=writes)

    def call(values: Values) -> list[float] | None:
        numeric._answers = Numbers(sensors, values)
        sensors.step_inputs.put(values)
        first, *others = (_given(argument, values) for argument in of.arguments)
        try:
            with np.errstate(all="ignore"):
                found = np.ravel(np.asarray((of.judge or of.function)(numeric, first, *of.leading, *others, *of.trailing), dtype=float))
                return [float(each) for each in (found if of.turned is None else of.turned @ found)]
        except (ArithmeticError, ValueError):
            return None  # the function is not defined for these arguments

    def agreeing(values: Values) -> int:
        theirs = call(values)
        if theirs is None:
            return 0
        again = call(values)
        if again is not None and not np.array_equal(theirs, again, equal_nan=True):
            raise Untraceable("it returns a different result when it is called again with the same arguments")
        where = ", ".join(f"{name} = {value:.6g}" for name, value in list(values.items())[:6])
        return compared(roots, values, theirs, lambda place: "its formula", where)

    with guarded(), rebinder.using(numeric), rebinder.undone(), sensors.step_inputs.undone():
        points = [draw(generator, of.arguments, sensors, of.end_time) for _ in range(count)]
        total = sum([agreeing(values) for values in points])
        conditions = [node.parts[0] for node in nodes(roots) if node.operation == "if"]
        total += sum([agreeing(values) for condition in conditions[:_MOST_BRANCHES] for values in _beside(condition, points)])
    if total == 0:
        raise Untraceable(f"it could not be compared: it has no finite value at any of {count} random arguments")


def compared(roots: Sequence[Symbol], values: Values, theirs: Sequence[float], title: Callable[[int], str], where: str) -> int:
    """The number of finite results of a function, all of which agree with its formulas. Raises Untraceable with `title` and `where`."""
    ours, size = evaluate_with_size(roots, values)
    if len(ours) != len(theirs):
        raise Untraceable(f"it returns or sets {len(theirs)} numbers, traced {len(ours)}")
    scale = max((abs(each) for each in theirs if math.isfinite(each)), default=1.0)
    for place, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        if math.isfinite(b) and not abs(a - b) <= max(1e-9 * scale, 1e-13 * size):
            raise Untraceable(f"{title(place)} gives {a:.9g}, but the function gives {b:.9g}, at {where}")
    return sum(math.isfinite(each) for each in theirs)


def _beside(condition: Symbol, points: Sequence[Values]) -> list[Values]:
    """Two close points on opposite sides of a condition. The list is empty if all points are on one side."""
    sides: dict[bool, Values] = {}
    for values in points:
        sides.setdefault(bool(evaluate([condition], values)[0]), values)
    if len(sides) < 2:
        return []
    low, high = dict(sides[False]), dict(sides[True])
    for _ in range(60):
        middle = {name: 0.5 * (low[name] + high[name]) for name in low}
        if bool(evaluate([condition], middle)[0]):
            high = middle
        else:
            low = middle
    return [low, high]


def draw(
    generator: random.Random,
    arguments: Sequence[Argument],
    sensors: Sensors,
    end_time: float,
    starts: Mapping[str, float] = MappingProxyType({}),
) -> dict[str, float]:
    """Random values for everything that formulas may read. `starts`: the initial values of further names, which are also drawn."""
    values: dict[str, float] = {}
    size = 10 ** generator.uniform(-4, 2)

    def some(near: float | None) -> float:
        if near is not None and near != 0 and generator.random() < 0.7:
            return near * generator.uniform(0.5, 1.5)
        return generator.uniform(-1, 1) * size

    for argument in arguments:
        if argument.name == "t":
            values["t"] = generator.uniform(0, end_time)
            continue
        near = None if argument.near is None else np.asarray(argument.near, dtype=float)
        for index, name in _named_places(argument):
            at = float(near[index]) if near is not None and near.shape == argument.shape else None
            values[name] = at if argument.is_fixed and at is not None else some(at)
    for sensor, (shape, shown) in sensors.used.items():
        for place, at in zip(places_of(sensor, shape), np.ravel(np.asarray(shown, dtype=float)), strict=True):
            values[place] = some(float(at))
    values |= {name: start if generator.random() < 0.3 else some(start) for name, start in starts.items()}
    return values | sensors.step_inputs.draw(generator, some)


def _named_places(argument: Argument) -> list[tuple[tuple[int, ...], str]]:
    """Indices of an argument with the names of its numbers in formulas."""
    return [(index, argument.name + "".join(f"[{i}]" for i in index)) for index in np.ndindex(*argument.shape)]


def _given(argument: Argument, values: Values) -> Any:
    """An argument in the form used by Exudyn."""
    if argument.shape == ():
        return values[argument.name]
    array = np.array([values[name] for _, name in _named_places(argument)]).reshape(argument.shape)
    return array if argument.form == "array" else array.tolist()
