"""Functions before each step that set parameters: by the time, or by the state of the system.

Implicit solvers compute with the values at the end of a step, and Exudyn calls the function with that time. Parameters that depend on time
alone become formulas of time. What a function does not set in a step keeps its value; therefore it is called for all steps in order. Other
parameters become inputs: each follows a sensor that computes it at the start of the step. So do numbers that the function keeps from one
step to the next.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .rebind import Rebinder
from .symbols import (
    Symbol,
    Text,
    Untraceable,
    constant,
    elementwise,
    evaluate,
    evaluate_with_size,
    explore,
    named,
    nodes,
    operate,
    substitute,
)
from .systems import Sensors, System, guarded, places_of
from .trace import NotAFormula, Shared, reason_of

#: kind, number, name of a parameter
Key = tuple[str, int, str]
_MOST_RUNS = 60
_ASKED = "asked: "  # of the system, which changes in a step
_DRAWS = 200


class MustBeHeld(Exception):
    """What a function sets is no formula of time."""


class _Step(System):
    """The system of a function before a step: parameters may be set, what is asked of its state must not matter."""

    def __init__(self, system: Any, values: dict[Key, Any], find: Callable[[tuple[Any, ...]], Any], drawn: set[int]) -> None:
        super().__init__(system, Sensors(find))
        self._find = find
        self.values = values
        self.written: dict[Key, Any] = {}
        self.time: Any = named("t")
        self._drawn = drawn

    def _values(self, key: Any) -> Any:
        if key == ("time",):
            return self.time
        value = np.asarray(self._find(key), dtype=float)
        if not isinstance(self.time, Symbol):
            return value if value.ndim else float(value)
        return _shaped(value, lambda place: named(f"{_ASKED}{key} {place}"))

    def _put(self, kind: str, number: Any, name: str, value: Any) -> None:
        drawing = (name[:1] == "V" and name[1:2].islower()) or (kind == "object" and int(number) in self._drawn)
        if not drawing:
            self.written[kind, int(number), name] = value

    def _of(self, kind: str, number: Any, name: str) -> Any:
        key = (kind, int(number), name)
        if kind == "object" and key[1] in self._drawn:
            raise Untraceable(f"it reads {name} of a ground that it moves only for drawing")
        if key in self.written:
            value = self.written[key]
        else:
            value = self.values[key] if key in self.values else getattr(self._system, f"Get{kind.capitalize()}Parameter")(number, name)
        if isinstance(value, np.ndarray):  # a copy, that may hold symbols
            return value.astype(object if isinstance(self.time, Symbol) else float)
        return list(value) if isinstance(value, list) else value

    SetObjectParameter = lambda self, objectNumber, parameterName, value: self._put("object", objectNumber, parameterName, value)
    SetLoadParameter = lambda self, loadNumber, parameterName, value: self._put("load", loadNumber, parameterName, value)
    SetNodeParameter = lambda self, nodeNumber, parameterName, value: self._put("node", nodeNumber, parameterName, value)
    SetMarkerParameter = lambda self, markerNumber, parameterName, value: self._put("marker", markerNumber, parameterName, value)
    SetSensorParameter = lambda self, sensorNumber, parameterName, value: self._put("sensor", sensorNumber, parameterName, value)
    GetObjectParameter = lambda self, objectNumber, parameterName: self._of("object", objectNumber, parameterName)
    GetLoadParameter = lambda self, loadNumber, parameterName: self._of("load", loadNumber, parameterName)

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)


def _only_drawn(system: Any) -> set[int]:
    """Grounds that nothing is attached to and no sensor looks at: how they lie only draws."""
    data = system.systemData
    markers = (system.GetMarker(number) for number in range(data.NumberOfMarkers()))
    sensors = (system.GetSensor(number) for number in range(data.NumberOfSensors()))
    used = {int(each[key]) for each in (*markers, *sensors) for key in ("bodyNumber", "objectNumber") if key in each}
    return {number for number in range(data.NumberOfObjects()) if number not in used and system.GetObject(number)["objectType"] == "Ground"}


class _StepOfSensors(_Step):
    """The same, where the state is asked by sensors; with numbers for what formulas call them, or with symbols."""

    def __init__(self, system: Any, values: dict[Key, Any], sensors: Sensors, drawn: set[int]) -> None:
        super().__init__(system, values, sensors.find, drawn)
        self._sensors = sensors
        self.shown: dict[str, float] | None = None

    def _values(self, key: Any) -> Any:
        if key == ("time",):
            return self.time
        if key[0] in ("object", "body") and key[1] in self._drawn:
            raise Untraceable("it reads the position of a ground that it moves only for drawing")
        name, shape, near = self._sensors.find(key)
        if self.shown is None:
            self._sensors.used[name] = (shape, near)
        elif name not in self._sensors.used:
            raise Untraceable("it reads a different sensor than when it was traced")
        places = places_of(name, shape)
        return _shaped(np.zeros(shape), lambda i: named(places[i]) if self.shown is None else self.shown[places[i]])


def parameters_by_time(
    function: Callable[..., Any],
    system: Any,
    start: Callable[[Key], Any],
    times: Sequence[float],
    common: Shared,
    find: Callable[[tuple[Any, ...]], Any],
    watched: set[int],
) -> dict[Key, list[Symbol]]:
    """For each parameter that the function sets its numbers as symbols of t. Raises NotAFormula, or MustBeHeld.

    `start`: the value of a parameter before the first step. `times`: the ends of all steps. `watched`: objects that functions ask for.
    """
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    drawn = _only_drawn(system) - watched
    try:
        with guarded():
            found, rebinder = _parameters(function, system, start, times, file, find, drawn)
        common.note(function, rebinder)
        return found
    except (Untraceable, Exception) as error:
        if isinstance(error, (NotAFormula, MustBeHeld)):
            raise
        raise NotAFormula(reason_of(error, file, function)) from None


@dataclass
class Held:
    """What a function sets before each step, as symbols of t, of sensors and of what it kept."""

    #: by parameter its numbers before the first step
    before: dict[Key, np.ndarray]
    #: the numbers of all parameters, one after the other, then of what else the function keeps
    roots: list[Symbol]
    #: for each of `roots` the name by which they read what it was before
    names: list[str]
    #: and what it is before the first step
    starts: list[float]


def parameters_held(
    function: Callable[..., Any],
    system: Any,
    start: Callable[[Key], Any],
    end_time: float,
    common: Shared,
    sensors: Sensors,
    watched: set[int],
    more: Sequence[str] = (),
) -> Held:
    """What the function sets, by what it asks of the system. Raises NotAFormula. `start`: the initial value of a parameter.

    `more`: what the function is given in addition to the system and the time; without, it may end the solution by what it returns.
    """
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    drawn = _only_drawn(system) - watched
    try:
        with guarded():
            found, rebinder = _held(function, system, start, end_time, file, sensors, drawn, more)
        common.note(function, rebinder)
        return found
    except (Untraceable, Exception) as error:
        raise NotAFormula(reason_of(error, file, function)) from None


def _symbols(before: dict[Key, np.ndarray]) -> dict[Key, Any]:
    """For each parameter the names of its numbers before the step."""
    return {key: _shaped(value, functools.partial(_named, key)) for key, value in before.items()}


def _set_by(proxy: _Step, before: dict[Key, np.ndarray], start: Callable[[Key], Any]) -> list[Symbol]:
    """The numbers of all parameters after a step, one after the other. Those that are set for the first time join `before`."""
    for key, value in proxy.written.items():
        if key not in before:
            known = np.asarray(start(key), dtype=float)
            before[key] = known if known.size else np.zeros(np.shape(value))  # a vector that is not given is one of zeros
    return [each for key in before for each in _flat(proxy.written.get(key, proxy.values.get(key, before[key])), before[key].size)]


class _MayEnd(Untraceable):
    """The function may end the solution."""


def _traced(
    function: Callable[..., Any],
    system: Any,
    file: str,
    before: dict[Key, np.ndarray],
    start: Callable[[Key], Any],
    proxy_of: Callable[[dict[Key, Any]], _Step],
    keeps: bool,
    given: Sequence[str] = (),
) -> tuple[list[Symbol], list[str], Rebinder]:
    """The numbers that the function sets; with `keeps` also those that it keeps, and their names. Traced until it sets nothing new."""
    while True:
        known = len(before)
        proxy = proxy_of(_symbols(before))
        shared = Rebinder(file, system, proxy, writes=True)
        proxy._bind = shared.bound
        try:
            roots, more = _traced_once(shared.rebind(function), proxy, shared, before, start, keeps, given)
        except Untraceable as error:
            if len(before) == known or isinstance(error, _MayEnd):
                raise
            continue
        finally:
            shared.restore()
        if len(before) == known and (not keeps or more == list(shared.state())):
            return roots, more, shared


def _traced_once(
    run: Callable[..., Any],
    proxy: _Step,
    shared: Rebinder,
    before: dict[Key, np.ndarray],
    start: Callable[[Key], Any],
    keeps: bool,
    given: Sequence[str],
) -> tuple[list[Symbol], list[str]]:
    def call(more: Sequence[str] = ()) -> list[Symbol]:
        proxy.written.clear()
        with shared.arrays():
            goes_on = run(proxy, named("t"), *(named(each) for each in given))
            if keeps and not given and (isinstance(goes_on, Symbol) or not goes_on):
                raise _MayEnd("it may end the solution")
            kept = shared.now(more)
        return _set_by(proxy, before, start) + kept

    roots, more = shared.settled(lambda: explore(call), may_keep=True), []
    if keeps:
        more = list(shared.state())
        roots = shared.settled(lambda: explore(lambda: call(more)), may_keep=True)
    shared.check()
    return roots, more


def _held(
    function: Any, system: Any, start: Any, end_time: Any, file: Any, sensors: Any, drawn: Any, given: Sequence[str]
) -> tuple[Held, Rebinder]:
    before: dict[Key, np.ndarray] = {}
    roots, more, shared = _traced(
        function, system, file, before, start, lambda values: _StepOfSensors(system, values, sensors, drawn), keeps=True, given=given
    )
    names = [_kept(key, place) for key, value in before.items() for place in range(value.size)] + more
    starts = [float(each) for value in before.values() for each in np.ravel(value)] + list(shared.state().values())
    held = Held(before, roots, names, starts)
    _compare(function, system, shared, held, end_time, sensors, drawn, given)
    return held, shared


def _compare(
    function: Any, system: Any, shared: Rebinder, held: Held, end_time: float, sensors: Sensors, drawn: set[int], given: Sequence[str]
) -> None:
    """Holds the symbols against the function itself, at random values of all that they read."""
    generator = random.Random(1)
    compared = 0

    def some(near: float) -> float:
        if near != 0 and generator.random() < 0.7:
            return near * generator.uniform(0.5, 1.5)
        return generator.uniform(-1, 1) * 10 ** generator.uniform(-4, 2)

    own = held.names[sum(value.size for value in held.before.values()) :]
    for draw in range(_DRAWS + 1):
        known = {"t": generator.uniform(0, end_time), **{name: float(generator.randrange(5)) for name in given}}
        for name, (shape, near) in sensors.used.items():
            known |= {
                place: some(float(at)) for place, at in zip(places_of(name, shape), np.ravel(np.asarray(near, dtype=float)), strict=True)
            }
        known |= {name: value if generator.random() < 0.3 else some(value) for name, value in zip(held.names, held.starts, strict=True)}
        known |= {name: float(generator.random() < 0.5) for name in shared.flags()}
        values = {
            key: np.array([known[_kept(key, place)] for place in range(value.size)]).reshape(value.shape)
            for key, value in held.before.items()
        }
        proxy = _StepOfSensors(system, {key: value if value.ndim else float(value) for key, value in values.items()}, sensors, drawn)
        proxy.time, proxy.shown, proxy._writes = known["t"], known, True
        with shared.undone(), shared.using(proxy), np.errstate(all="ignore"):
            if draw > 0:  # after a first call, which prepares what the function prepares once
                shared.put({name: known[name] for name in own})
            try:
                if not function(proxy, proxy.time, *(known[name] for name in given)) and not given:
                    raise Untraceable("it may end the solution")
            except (ArithmeticError, ValueError):
                continue
            if draw == 0:
                continue
            theirs = [
                float(each) for key, value in values.items() for each in np.ravel(np.asarray(proxy.written.get(key, value), dtype=float))
            ]
            theirs += list(shared.state().values())
        ours, size = evaluate_with_size(held.roots, known)
        if len(ours) != len(theirs):
            raise Untraceable("it sets something that tracing missed")
        scale = max((abs(each) for each in theirs if math.isfinite(each)), default=1.0)
        for a, b, name in zip(ours, theirs, held.names, strict=True):
            if not math.isfinite(b):
                continue
            compared += 1
            if not abs(a - b) <= max(1e-9 * scale, 1e-13 * size):
                raise Untraceable(
                    f"its formula for {name.split()[-1]} gives {a:.9g}, but the function sets {b:.9g}, at t = {known['t']:.6g}"
                )
    if held.roots and compared == 0:
        raise Untraceable("it could not be compared: it has no finite value at any of its random arguments")


def _parameters(
    function: Any, system: Any, start: Any, times: Any, file: Any, find: Any, drawn: Any
) -> tuple[dict[Key, list[Symbol]], Rebinder]:
    before: dict[Key, np.ndarray] = {}
    roots, _, shared = _traced(function, system, file, before, start, lambda values: _Step(system, values, find, drawn), keeps=False)
    if any(node.operation == "name" and node.parts[0].startswith(_ASKED) for node in nodes(roots)):
        raise MustBeHeld
    history, states = _history(function, system, shared, before, times, find, drawn)
    names = sorted({node.parts[0] for node in nodes(roots) if node.operation == "name"} - {"t"})
    replaced = {name: _in_runs(name, roots, states, times) for name in names}
    roots = [substitute(root, replaced) for root in roots]
    found: dict[Key, list[Symbol]] = {}
    first = 0
    for key, value in before.items():
        found[key] = roots[first : first + value.size]
        first += value.size
    beginning = times[0] - (times[1] - times[0] if len(times) > 1 else times[0])
    for key, symbols in found.items():
        for k, time in enumerate(times):
            theirs = history[key][k]
            ours = evaluate(symbols, {"t": float(time)})
            if not np.allclose(ours, theirs, rtol=1e-10, atol=1e-12 * (1 + np.max(np.abs(theirs), initial=0))):
                raise Untraceable(f"its formula for {key[2]} gives {ours}, but the function sets {list(theirs)}, at t = {time:.6g}")
        if not np.array_equal(evaluate(symbols, {"t": beginning}), before[key].ravel()):  # the start is computed before any step
            after = operate("<", constant(0.5 * (beginning + times[0])), named("t"))
            found[key] = [operate("if", after, each, float(old)) for each, old in zip(symbols, before[key].ravel(), strict=True)]
    return found, shared


def _history(function: Any, system: Any, shared: Rebinder, before: Any, times: Any, find: Any, drawn: Any) -> Any:
    """What each parameter is after the call for each step; and what the names of the formulas are before it."""
    values = {key: value.copy() if value.ndim else float(value) for key, value in before.items()}
    proxy = _Step(system, values, find, drawn)
    proxy._writes = True
    history: dict[Key, list[np.ndarray]] = {key: [] for key in before}
    states: list[dict[str, float]] = []
    with shared.undone(), shared.using(proxy):
        for time in times:
            states.append({_kept(key, place): float(each) for key, value in values.items() for place, each in enumerate(np.ravel(value))})
            states[-1] |= shared.state()
            proxy.written.clear()
            proxy.time = float(time)
            if not function(proxy, proxy.time):
                raise Untraceable(f"it ends the solution, at t = {time:.6g}")
            for key, value in proxy.written.items():
                if key not in before:
                    raise Untraceable(f"it sets {key[2]}, which tracing missed")
                values[key] = np.asarray(value, dtype=float).reshape(before[key].shape)
            for key in before:
                history[key].append(np.ravel(values[key]).astype(float))
    return history, states


def _in_runs(name: str, roots: Sequence[Symbol], states: Sequence[dict[str, float]], times: Sequence[float]) -> Symbol:
    """What a name was before the steps in which it matters, as a formula of time."""
    if any(name not in state for state in states):
        raise Untraceable("it keeps something that is not a number")
    used: list[tuple[float, float]] = []
    for time, state in zip(times, states, strict=True):
        known = {**state, "t": float(time)}
        if evaluate(roots, known) != evaluate(roots, {**known, name: state[name] + 0.3713 if state[name] != 1 else 0.0}):
            used.append((float(time), state[name]))
    runs: list[list[float]] = []  # first time, last time, value
    for time, value in used:
        if runs and runs[-1][2] == value:
            runs[-1][1] = time
        else:
            runs.append([time, time, value])
    if len(runs) > _MOST_RUNS:
        raise MustBeHeld
    result = constant(runs[-1][2]) if runs else constant(0)
    for run, after in zip(runs[-2::-1], runs[:0:-1], strict=False):
        result = operate("if", operate("<", named("t"), 0.5 * (run[1] + after[0])), run[2], result)
    return result


def _named(key: Key, place: int) -> Symbol:
    return named(_kept(key, place))


def _kept(key: Key, place: int) -> str:
    return f"{key[0]} {key[1]} {key[2]} {place}"


def _shaped(value: np.ndarray, make: Callable[[int], Any]) -> Any:
    if value.ndim == 0:
        return make(0)
    array = np.empty(value.size, dtype=object)
    array[:] = [make(place) for place in range(value.size)]
    return array.reshape(value.shape)


def _flat(value: Any, size: int) -> list[Any]:
    found = [value] if np.ndim(value) == 0 else list(np.ravel(np.asarray(value, dtype=object)))
    if len(found) != size:
        raise Untraceable(f"it sets {len(found)} numbers; {size} are expected")
    return [each if isinstance(each, Symbol) else constant(float(each)) for each in found]


# ---- where they go


def put(
    entry: dict[str, Any], kind: str, changed: dict[str, list[Symbol]], rows: Mapping[str, Any], is_fixed: bool = False
) -> tuple[dict[str, Any], str]:
    """The entry of a document with parameters that change, and why that cannot be, or "". `rows`: its parameters in the reference.

    `is_fixed`: the entry has a formula in which its own parameters are numbers.
    """
    defaults = {name: row.get("default") for name, row in rows.items()}
    if functions := [key for key in entry if key.endswith("UserFunction")]:
        return _with_arguments(entry, kind, functions, changed, rows, is_fixed)
    law = _law(kind, entry["type"], changed, lambda name: entry.get(name, defaults[name]))
    if law is None or not set(changed) <= set(law.parameters):
        return entry, "which cannot be a function of time"
    taken = ["t", "displacement", "velocity", "deltaL", "deltaL_t", "q", "q_t"]
    formulas = Text([elementwise("+", each, 0) for each in law.result], taken).formulas
    return {**entry, law.function: formulas[0] if len(formulas) == 1 else formulas}, ""


def _with_arguments(
    entry: dict[str, Any], kind: str, functions: list[str], changed: dict[str, list[Symbol]], rows: Mapping[str, Any], is_fixed: bool
) -> tuple[dict[str, Any], str]:
    """The same, where a formula is in place of the law: of the parameters it reads its arguments alone."""
    reason = "which has a function of its own"
    law = _law(kind, entry["type"], changed, lambda name: entry.get(name, rows[name].get("default")))
    if is_fixed or law is None or functions != [law.function] or not isinstance(entry[law.function], str):
        return entry, reason
    read = set(changed) & set(rows[law.function]["arguments"])
    texts = {name: Text([elementwise("+", changed[name][0], 0)], ["t"]).formulas[0] for name in read}
    if any(len(changed[name]) != 1 or ";" in texts[name] for name in read):
        return entry, reason
    parts = entry[law.function].split('"')  # those at odd places are names of sensors and inputs
    for name, text in texts.items():
        inserted = f"({text})".replace("\\", r"\\")
        parts[::2] = [re.sub(rf"(?<!\w){name}(?!\w)", inserted, part) for part in parts[::2]]
        parts = '"'.join(parts).split('"')
    return {**entry, law.function: '"'.join(parts)}, ""


@dataclass(frozen=True)
class _Law:
    """The user function of an item that says what its parameters say: the parameters that may change, its name, its result."""

    parameters: tuple[str, ...]
    function: str
    result: list[Symbol]


def _law(kind: str, type_name: str, changed: dict[str, list[Symbol]], values: Callable[[str], Any]) -> _Law | None:
    """None for an item without such a function. `values`: of the parameters of the item that do not change."""

    def of(name: str, place: int = 0) -> Symbol:
        return changed[name][place] if name in changed else named(name if np.ndim(values(name)) == 0 else f"{name}[{place}]")

    def fixed(name: str) -> Symbol:
        return changed[name][0] if name in changed else constant(float(values(name)))

    if kind == "load":
        name, function = ("load", "loadUserFunction") if type_name == "Coordinate" else ("loadVector", "loadVectorUserFunction")
        return _Law((name,), function, changed.get(name, []))
    if type_name == "ConnectorCoordinate":
        return _Law(("offset",), "offsetUserFunction", changed.get("offset", []))
    if type_name in ("ConnectorCoordinateSpringDamper", "ConnectorCartesianSpringDamper"):
        places = [""] if type_name == "ConnectorCoordinateSpringDamper" else ["[0]", "[1]", "[2]"]
        result = [
            of("stiffness", i) * (named(f"displacement{place}") - of("offset", i)) + of("damping", i) * named(f"velocity{place}")
            for i, place in enumerate(places)
        ]
        return _Law(("stiffness", "damping", "offset"), "springForceUserFunction", result)
    if type_name == "ConnectorSpringDamper":
        longer = of("referenceLength") - float(values("referenceLength")) if "referenceLength" in changed else constant(0)
        result = [of("stiffness") * (named("deltaL") - longer) + of("damping") * named("deltaL_t") + of("force")]
        return _Law(("stiffness", "damping", "force", "referenceLength"), "springForceUserFunction", result)
    if type_name == "ConnectorTorsionalSpringDamper":
        elastic = of("stiffness") * (named("rotation") - of("offset"))
        result = [elastic + of("damping") * (named("angularVelocity") - fixed("velocityOffset")) + fixed("torque")]
        return _Law(("stiffness", "damping", "offset", "velocityOffset", "torque"), "springTorqueUserFunction", result)
    if type_name == "ConnectorHydraulicActuatorSimple":
        valves = ("valveOpening0", "valveOpening1")
        return _Law(valves, "valveOpeningUserFunction", [fixed(name) for name in valves])
    return _tree_law(changed, values) if type_name == "KinematicTree" else None


def _tree_law(changed: dict[str, list[Symbol]], values: Callable[[str], Any]) -> _Law:
    """Of a kinematic tree: changes of its joint forces, and of the offsets of its controllers times their gains."""
    gains = {
        "jointForceVector": 1.0,
        "jointPositionOffsetVector": values("jointPControlVector"),
        "jointVelocityOffsetVector": values("jointDControlVector"),
    }
    count = len(next(iter(changed.values())))

    def spread(value: Any) -> NDArray[np.float64]:
        return np.broadcast_to(np.ravel(np.asarray(value, dtype=float)) if np.size(value) else 0.0, count)

    result = [constant(0)] * count
    for name in (each for each in gains if each in changed):
        terms = zip(result, changed[name], spread(values(name)), spread(gains[name]), strict=True)
        result = [total + (new - float(old)) * float(gain) for total, new, old, gain in terms]
    return _Law(tuple(gains), "forceUserFunction", result)


def switches(active: dict[int, tuple[bool, Symbol]], times: Sequence[float]) -> list[tuple[int, list[dict[str, Any]]]]:
    """Where connectors are switched: after how many steps, with entries of `set`. `active`: by object its initial state, and by time."""
    found: list[tuple[int, list[dict[str, Any]]]] = []
    present = {number: first for number, (first, _) in active.items()}
    for count, time in enumerate(times):
        now = {number: evaluate([symbol], {"t": time})[0] != 0 for number, (_, symbol) in active.items()}
        if now != present:
            found.append(
                (count, [{"object": number, "activeConnector": value} for number, value in now.items() if value != present[number]])
            )
            present = now
    if len(found) > _MOST_RUNS:
        raise NotAFormula(f"it switches connectors {len(found)} times; {_MOST_RUNS} are allowed")
    return found


def parts_of(step: dict[str, Any]) -> list[dict[str, Any]]:
    """A step of the analysis, divided where connectors are switched within it: at its `switches`, see the function of this name."""
    own = {key: value for key, value in step.items() if key != "switches"}
    switched = dict(step.get("switches", []))
    start, end, count = own.get("startTime", 0), own.get("endTime", 1), int(own.get("numberOfSteps", 100))
    edges = [0, *(each for each in switched if each > 0), count]
    parts = []
    for first, last in itertools.pairwise(edges):
        times = {
            "startTime": start + first * (end - start) / count,
            "endTime": start + last * (end - start) / count,
            "numberOfSteps": last - first,
        }
        part = {**own, **times} if len(edges) > 2 else dict(own)
        if first > 0:  # accelerations are those at the end of the part before
            part["generalizedAlpha"] = {**own.get("generalizedAlpha", {}), "computeInitialAccelerations": False}
        part["set"] = [*(own.get("set", []) if first == 0 else []), *switched.get(first, [])]
        parts.append({key: value for key, value in part.items() if key != "set" or value})
    return parts


def ends_of_steps(start: float, end: float, steps: int) -> list[float]:
    size = (end - start) / steps
    times, time = [], start
    for _ in range(steps):
        time += size
        times.append(time)
    return times if math.isfinite(size) else []
