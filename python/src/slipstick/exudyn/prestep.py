"""Functions before each step that set parameters by the time: the parameters become formulas of time.

A solver of implicit steps computes with what holds at the end of a step, and Exudyn calls the function with that time. What a function
does not set in a step stays as it was, so that it is called for all steps, one after the other, to know what stays when.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .rebind import Rebinder
from .symbols import Symbol, Text, Untraceable, constant, elementwise, evaluate, explore, named, nodes, operate, substitute
from .systems import Sensors, System, guarded
from .trace import NotAFormula, Shared, reason_of

#: kind, number, name of a parameter
Key = tuple[str, int, str]
_MOST_RUNS = 60
_ASKED = "asked: "  # of the system, which changes in a step


class _Step(System):
    """The system of a function before a step: parameters may be set, what is asked of its state must not matter."""

    def __init__(self, system: Any, values: dict[Key, Any], find: Callable[[tuple[Any, ...]], Any], drawn: set[int]):
        super().__init__(system, Sensors(find))
        self._find = find
        self.values = values
        self.written: dict[Key, Any] = {}
        self.time: Any = named("t")
        self._drawn = drawn

    def _values(self, key):
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
            raise Untraceable(f"it asks for {name} of a ground that it moves to draw it")
        if key in self.written:
            return self.written[key]
        return self.values[key] if key in self.values else getattr(self._system, f"Get{kind.capitalize()}Parameter")(number, name)

    SetObjectParameter = lambda self, objectNumber, parameterName, value: self._put("object", objectNumber, parameterName, value)  # noqa: E731
    SetLoadParameter = lambda self, loadNumber, parameterName, value: self._put("load", loadNumber, parameterName, value)  # noqa: E731
    SetNodeParameter = lambda self, nodeNumber, parameterName, value: self._put("node", nodeNumber, parameterName, value)  # noqa: E731
    SetMarkerParameter = lambda self, markerNumber, parameterName, value: self._put("marker", markerNumber, parameterName, value)  # noqa: E731
    SetSensorParameter = lambda self, sensorNumber, parameterName, value: self._put("sensor", sensorNumber, parameterName, value)  # noqa: E731
    GetObjectParameter = lambda self, objectNumber, parameterName: self._of("object", objectNumber, parameterName)  # noqa: E731
    GetLoadParameter = lambda self, loadNumber, parameterName: self._of("load", loadNumber, parameterName)  # noqa: E731

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)


def _only_drawn(system: Any) -> set[int]:
    """Grounds that nothing is attached to and no sensor looks at: how they lie only draws."""
    data = system.systemData
    markers = (system.GetMarker(number) for number in range(data.NumberOfMarkers()))
    sensors = (system.GetSensor(number) for number in range(data.NumberOfSensors()))
    used = {int(each[key]) for each in (*markers, *sensors) for key in ("bodyNumber", "objectNumber") if key in each}
    return {number for number in range(data.NumberOfObjects()) if number not in used and system.GetObject(number)["objectType"] == "Ground"}


def parameters_by_time(function: Callable[..., Any], system: Any, start: Callable[[Key], Any], times: Sequence[float], common: Shared, find: Callable[[tuple[Any, ...]], Any], watched: set[int]) -> dict[Key, list[Symbol]]:
    """For each parameter that the function sets its numbers as symbols of t. Raises NotAFormula.

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
        if isinstance(error, NotAFormula):
            raise
        raise NotAFormula(reason_of(error, file, function)) from None


def _parameters(function, system, start, times, file, find, drawn) -> tuple[dict[Key, list[Symbol]], Rebinder]:
    before: dict[Key, np.ndarray] = {}

    def traced() -> tuple[list[Symbol], Rebinder]:
        while True:
            known = len(before)
            proxy = _Step(system, {key: _shaped(value, lambda place, key=key: named(_kept(key, place))) for key, value in before.items()}, find, drawn)
            shared = Rebinder(file, system, proxy, writes=True)
            proxy._bind = shared.bound
            run = shared.rebind(function)

            def call() -> list[Symbol]:
                proxy.written.clear()
                with shared.arrays():
                    run(proxy, named("t"))
                for key in proxy.written:
                    if key not in before:
                        before[key] = np.asarray(start(key), dtype=float)
                return [each for key in before for each in _flat(proxy.written.get(key, proxy.values.get(key, before[key])), before[key].size)]

            try:
                roots = shared.settled(lambda: explore(call), may_keep=True)
                shared.check()
            except Untraceable:
                if len(before) == known:
                    raise
                continue
            finally:
                shared.restore()
            if len(before) == known:
                return roots, shared

    roots, shared = traced()
    if any(node.operation == "name" and node.parts[0].startswith(_ASKED) for node in nodes(roots)):
        raise Untraceable("what it sets depends on what the system does, and would have to be kept for a step")
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
                raise Untraceable(f"its formula for {key[2]} gives {ours} where it gives {list(theirs)}, at t = {time:.6g}")
        if not np.array_equal(evaluate(symbols, {"t": beginning}), before[key].ravel()):  # the start is computed before any step
            after = operate("<", constant(0.5 * (beginning + times[0])), named("t"))
            found[key] = [operate("if", after, each, float(old)) for each, old in zip(symbols, before[key].ravel(), strict=True)]
    return found, shared


def _history(function, system, shared: Rebinder, before, times, find, drawn):
    """What each parameter is after the call for each step; and what the names of the formulas are before it."""
    values = {key: value.copy() if value.ndim else float(value) for key, value in before.items()}
    proxy = _Step(system, values, find, drawn)
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
                    raise Untraceable(f"it sets {key[2]} in a way that was not seen")
                values[key] = np.asarray(value, dtype=float).reshape(before[key].shape)
            for key in before:
                history[key].append(np.ravel(values[key]).astype(float))
    return history, states


def _in_runs(name: str, roots: Sequence[Symbol], states: Sequence[dict[str, float]], times: Sequence[float]) -> Symbol:
    """What a name was before the steps in which it matters, as a formula of time."""
    if any(name not in state for state in states):
        raise Untraceable("it keeps something that is no number")
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
        raise Untraceable("what it sets depends on what it set before")
    result = constant(runs[-1][2]) if runs else constant(0)
    for run, after in zip(runs[-2::-1], runs[:0:-1], strict=False):
        result = operate("if", operate("<", named("t"), 0.5 * (run[1] + after[0])), run[2], result)
    return result


def _kept(key: Key, place: int) -> str:
    return f"{key[0]} {key[1]} {key[2]} {place}"


def _shaped(value: np.ndarray, make: Callable[[int], Symbol]) -> Any:
    if value.ndim == 0:
        return make(0)
    array = np.empty(value.size, dtype=object)
    array[:] = [make(place) for place in range(value.size)]
    return array.reshape(value.shape)


def _flat(value: Any, size: int) -> list[Any]:
    found = [value] if np.ndim(value) == 0 else list(np.ravel(np.asarray(value, dtype=object)))
    if len(found) != size:
        raise Untraceable(f"it sets {len(found)} numbers where {size} are wanted")
    return [each if isinstance(each, Symbol) else constant(float(each)) for each in found]


# ---- where they go


def put(item: dict[str, Any], kind: str, changed: dict[str, list[Symbol]], values: Callable[[str], Any]) -> str:
    """Writes parameters that change with time into an item of a document; returns why not, or "". `values`: of the item's parameters."""
    kind_of = item["type"]
    if any(key.endswith("UserFunction") for key in item):
        return "which has a function of its own"
    own = {name: np.asarray(values(name), dtype=float) for name in changed}

    def of(name: str, place: int = 0) -> Symbol:
        return changed[name][place] if name in changed else named(name if np.ndim(values(name)) == 0 else f"{name}[{place}]")

    allowed: tuple[str, ...]
    if kind == "load":
        allowed, target = ("load",) if kind_of == "Coordinate" else ("loadVector",), "loadUserFunction" if kind_of == "Coordinate" else "loadVectorUserFunction"
        result = changed.get(allowed[0], [])
    elif kind_of == "ConnectorCoordinate":
        allowed, target, result = ("offset",), "offsetUserFunction", changed.get("offset", [])
    elif kind_of in ("ConnectorCoordinateSpringDamper", "ConnectorCartesianSpringDamper"):
        allowed, target = ("stiffness", "damping", "offset"), "springForceUserFunction"
        count = 1 if kind_of == "ConnectorCoordinateSpringDamper" else 3
        where = (lambda name, i: named(name)) if count == 1 else (lambda name, i: named(f"{name}[{i}]"))
        result = [of("stiffness", i) * (where("displacement", i) - of("offset", i)) + of("damping", i) * where("velocity", i) for i in range(count)]
    elif kind_of == "ConnectorSpringDamper":
        allowed, target = ("stiffness", "damping", "force", "referenceLength"), "springForceUserFunction"
        longer = of("referenceLength") - float(own["referenceLength"]) if "referenceLength" in changed else constant(0)
        result = [of("stiffness") * (named("deltaL") - longer) + of("damping") * named("deltaL_t") + of("force")]
    elif kind_of == "ConnectorTorsionalSpringDamper":
        allowed, target = ("stiffness", "damping", "offset", "velocityOffset", "torque"), "springTorqueUserFunction"
        rest = [changed[name][0] if name in changed else constant(float(own_value)) for name, own_value in ((each, values(each)) for each in allowed[3:])]
        result = [of("stiffness") * (named("rotation") - of("offset")) + of("damping") * (named("angularVelocity") - rest[0]) + rest[1]]
    elif kind_of == "KinematicTree":
        allowed, target = ("jointForceVector", "jointPositionOffsetVector", "jointVelocityOffsetVector"), "forceUserFunction"
        gains = {"jointForceVector": 1.0, "jointPositionOffsetVector": values("jointPControlVector"), "jointVelocityOffsetVector": values("jointDControlVector")}
        result = [constant(0)] * len(next(iter(changed.values())))
        for name in (each for each in allowed if each in changed):
            gain = np.broadcast_to(np.asarray(gains[name], dtype=float), (len(result),))
            result = [total + (new - old) * float(g) for total, new, old, g in zip(result, changed[name], own[name].ravel(), gain, strict=True)]
    else:
        return "which cannot be a function of time"
    for name in changed:
        if name not in allowed:
            return "which cannot be a function of time"
    formulas = Text([elementwise("+", each, 0) for each in result], ["t", "displacement", "velocity", "deltaL", "deltaL_t", "q", "q_t"]).formulas
    item[target] = formulas[0] if len(formulas) == 1 else formulas
    return ""


def ends_of_steps(start: float, end: float, steps: int) -> list[float]:
    size = (end - start) / steps
    times, time = [], start
    for _ in range(steps):
        time += size
        times.append(time)
    return times if math.isfinite(size) else []
