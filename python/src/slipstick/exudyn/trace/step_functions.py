"""Functions before and after each step that set parameters depending on time or on the state of the system.

Implicit solvers compute with the values at the end of a step, and Exudyn calls the function with that time. Parameters that depend only on
time become formulas of time. A parameter that the function does not set in a step keeps its value, so the function is called for all steps
in order. Other parameters become inputs: each follows a sensor that computes it at the start of the step. Numbers that the function keeps
from one step to the next also become inputs.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..read.system import STEP_FUNCTIONS, Source
from .inputs import INPUT, StepInputs
from .item_functions import Argument, NotAFormula, Shared, compared, draw, refusing
from .proxies import DATA, Numbers, Sensors, Symbols, guarded
from .rebinding import Rebinder
from .step_proxies import STATE_READ, Key, Present, StateReads, Step, free_items
from .symbols import Symbol, Untraceable, constant, evaluate, explore, named, nodes, operate, shaped, substitute

_MOST_RUNS = 60
_DRAWS = 200


class NotByTime(NotAFormula):
    """The values that a function sets are not formulas of time."""


@dataclass
class StepFunction:
    """A function that is called once in a step. It is called as function(system, t, *more)."""

    function: Callable[..., Any]
    source: Source
    sensors: Sensors
    #: objects that other functions read
    watched: Collection[int] = ()
    #: names of further arguments; if there are none, the result of the function may end the solution
    more: Sequence[str] = ()

    def __post_init__(self) -> None:
        self._own = free_items(self.source.mbs, set(self.watched))

    def proxy(self, answers: Symbols, values: dict[Key, Any]) -> Step:
        return Step(self.source.mbs, self.sensors, answers, values, self._own)


def parameters_by_time(of: StepFunction, times: Sequence[float], common: Shared) -> dict[Key, list[Symbol]]:
    """The numbers of each parameter that the function sets, as symbols of t. Raises NotAFormula or NotByTime.

    `times`: the ends of all steps.
    """
    with refusing(of.function), common.recording(of.function), guarded():
        found, rebinder = _by_time(of, times)
        common.note(of.function, rebinder)
        return found


@dataclass
class Held:
    """The values that a function sets before each step, as symbols of t, of sensors and of numbers that it kept."""

    #: the numbers of each parameter before the first step
    before: dict[Key, np.ndarray]
    #: the numbers of all parameters in order, followed by the other numbers that the function keeps
    roots: list[Symbol]
    #: for each of `roots`, its name for the previous value
    names: list[str]
    #: readable names of the numbers that the function keeps, by these names
    kept: dict[str, str]
    #: the values of `names` before the first step
    starts: list[float]


def parameters_held(of: StepFunction, end_time: float, common: Shared) -> Held:
    """The values that the function sets, depending on the values that it reads. Raises NotAFormula."""
    with refusing(of.function), common.recording(of.function), guarded():
        before, roots, more, rebinder = _traced(of, Symbols, keeps=True)
        names = [_kept(key, place) for key, value in before.items() for place in range(value.size)] + more
        starts = [float(each) for value in before.values() for each in np.ravel(value)] + list(rebinder.state().values())
        held = Held(before, roots, names, {place.key: place.name for place in rebinder.places()}, starts)
        try:
            _compare(of, rebinder, held, end_time)
        finally:
            rebinder.restore()
        common.note(of.function, rebinder)
        return held


def step_inputs_of(source: Source) -> dict[str, StepInputs]:
    """For the functions before and after each step, the values that they write and other functions may read."""
    used: dict[str, float] = {}
    found: dict[str, StepInputs] = {}
    for name in STEP_FUNCTIONS:
        found[name] = _inputs_set_by(source, source.function(name), used, [title for each in found.values() for title in each.inputs])
    return found


def _inputs_set_by(source: Source, function: Any, used: dict[str, float], taken: list[str]) -> StepInputs:
    """The result is empty if there is no function or it cannot be traced."""
    if function is None:
        return StepInputs(used=used)
    task = StepFunction(function, source, Sensors(source.present))  # type: ignore[arg-type]
    try:
        with guarded():
            before, _, _, rebinder = _traced(task, StateReads, keeps=True)
    except (Untraceable, Exception):
        return StepInputs(used=used)
    places = {place.key: place for place in rebinder.places()}
    titles = dict(zip(places, unique([place.name for place in places.values()], [*title_of(source, before), *taken]), strict=True))
    return StepInputs(places, titles, {key: (title_of(source, {key: value}), value) for key, value in before.items()}, used)


def title_of(source: Source, values: Mapping[Key, np.ndarray]) -> list[str]:
    """Names of inputs for the numbers of parameters."""
    return [
        f"{name} of {source.names[kind][number]}" + "".join(f"[{place}]" for place in index)
        for (kind, number, name), value in values.items()
        for index in np.ndindex(*value.shape)
    ]


def unique(names: Sequence[str], taken: Collection[str]) -> list[str]:
    """Appends prime marks to names that are already taken."""
    found: list[str] = []
    for name in names:
        while name in taken or name in found:
            name += "'"
        found.append(name)
    return found


def _symbols(before: dict[Key, np.ndarray]) -> dict[Key, Any]:
    """The names of each parameter's numbers before the step."""

    def of(key: Key, value: np.ndarray) -> Any:
        return shaped(value, lambda place: named(_kept(key, place)))

    return {key: of(key, value) for key, value in before.items()}


def _set_by(proxy: Step, before: dict[Key, np.ndarray], start: Callable[[Key], Any]) -> list[Symbol]:
    """The numbers of all parameters after a step, in order. Adds parameters that are set for the first time to `before`."""
    for key, value in proxy._set.items():
        if key not in before:
            known = np.asarray(start(key), dtype=float)
            before[key] = known if known.size else np.zeros(np.shape(value))  # a vector without a value is zero
    return [each for key in before for each in _flat(proxy._set.get(key, proxy._before.get(key, before[key])), before[key].size)]


class _MayEnd(Untraceable):
    """The function may end the solution."""


def _traced(
    of: StepFunction, answers: Callable[[Sensors], Symbols], *, keeps: bool
) -> tuple[dict[Key, np.ndarray], list[Symbol], list[str], Rebinder]:
    """The parameters before the step, and the numbers that the function sets. Traces until no new ones appear.

    `keeps` adds the numbers that the function keeps, and their names.
    """
    before: dict[Key, np.ndarray] = {}
    while True:
        known = len(before)
        proxy = of.proxy(answers(of.sensors), _symbols(before))
        rebinder = Rebinder(of.source.mbs, proxy, writes=True)
        try:
            roots, more = _traced_once(of, proxy, rebinder, before, keeps)
        except Untraceable as error:
            if len(before) == known or isinstance(error, _MayEnd):
                raise
            continue
        finally:
            rebinder.restore()
        if len(before) == known and (not keeps or more == list(rebinder.state())):
            return before, roots, more, rebinder


def _traced_once(
    of: StepFunction, proxy: Step, rebinder: Rebinder, before: dict[Key, np.ndarray], keeps: bool
) -> tuple[list[Symbol], list[str]]:
    run = rebinder.rebind(of.function)

    def call(more: Sequence[str] = ()) -> list[Symbol]:
        proxy._set.clear()
        with rebinder.call():
            continues = run(proxy, named("t"), *(named(each) for each in of.more))
            if keeps and not of.more and (isinstance(continues, Symbol) or not continues):
                raise _MayEnd("it may end the solution")
            kept = rebinder.now(more)
        return _set_by(proxy, before, of.source.parameter) + kept

    roots, more = rebinder.settled(lambda: explore(call), may_keep=True), []
    if keeps:
        more = list(rebinder.state())
        roots = rebinder.settled(lambda: explore(lambda: call(more)), may_keep=True)
    rebinder.check()
    return roots, more


def _compare(of: StepFunction, rebinder: Rebinder, held: Held, end_time: float) -> None:
    """Compares the symbols with the function itself, at random values of everything that they read."""
    generator, sensors = random.Random(1), of.sensors
    total, starts = 0, dict(zip(held.names, held.starts, strict=True))
    kept = held.names[sum(value.size for value in held.before.values()) :]
    for call in range(_DRAWS + 1):
        known = draw(generator, [Argument("t", (), "float")], sensors, end_time, starts)
        known |= {name: float(generator.randrange(5)) for name in of.more}
        known |= {name: float(generator.random() < 0.5) for name in sorted(rebinder.flags())}
        values = {
            key: np.array([known[_kept(key, place)] for place in range(value.size)]).reshape(value.shape)
            for key, value in held.before.items()
        }
        proxy = of.proxy(Numbers(sensors, known), {key: value if value.ndim else float(value) for key, value in values.items()})
        with rebinder.undone(), sensors.step_inputs.undone(), rebinder.using(proxy), np.errstate(all="ignore"):
            sensors.step_inputs.put(known)
            if call > 0:  # the first call may prepare values
                rebinder.put({name: known[name] for name in kept})
            try:
                if not of.function(proxy, known["t"], *(known[name] for name in of.more)) and not of.more:
                    raise Untraceable("it may end the solution")
            except (ArithmeticError, ValueError):
                continue
            if call == 0:
                continue
            set_now = [np.ravel(np.asarray(proxy._set.get(key, value), dtype=float)) for key, value in values.items()]
            theirs = [float(each) for numbers in set_now for each in numbers] + list(rebinder.state().values())
        total += compared(
            held.roots, known, theirs, lambda place: f"its formula for {held.names[place].split()[-1]}", f"t = {known['t']:.6g}"
        )
    if held.roots and total == 0:
        raise Untraceable("it could not be compared: it has no finite value at any of its random arguments")


def _by_time(of: StepFunction, times: Sequence[float]) -> tuple[dict[Key, list[Symbol]], Rebinder]:
    before, roots, _, rebinder = _traced(of, StateReads, keeps=False)
    names = {node.parts[0] for node in nodes(roots) if node.operation == "name"}
    if any(name.startswith((STATE_READ, INPUT)) for name in names) or any(key[2] == DATA for key in before):
        raise NotByTime
    try:
        history, states = _history(of, rebinder, before, times)
    finally:
        rebinder.restore()
    replaced = {name: _in_runs(name, roots, states, times) for name in sorted(names - {"t"})}
    found = by_parameter(before, [substitute(root, replaced) for root in roots])
    beginning = times[0] - (times[1] - times[0] if len(times) > 1 else times[0])
    for key, symbols in found.items():
        for k, time in enumerate(times):
            theirs = history[key][k]
            ours = evaluate(symbols, {"t": float(time)})
            if not np.allclose(ours, theirs, rtol=1e-10, atol=1e-12 * (1 + np.max(np.abs(theirs), initial=0))):
                raise Untraceable(f"its formula for {key[2]} gives {ours}, but the function sets {list(theirs)}, at t = {time:.6g}")
        if not np.array_equal(evaluate(symbols, {"t": beginning}), before[key].ravel()):  # the initial state is computed before any step
            after = operate("<", constant(0.5 * (beginning + times[0])), named("t"))
            found[key] = [operate("if", after, each, float(old)) for each, old in zip(symbols, before[key].ravel(), strict=True)]
    return found, rebinder


def by_parameter(before: Mapping[Key, np.ndarray], numbers: Sequence[Symbol]) -> dict[Key, list[Symbol]]:
    """Divides the numbers of all parameters."""
    ends = itertools.accumulate((value.size for value in before.values()), initial=0)
    return {key: list(numbers[first:last]) for key, (first, last) in zip(before, itertools.pairwise(ends), strict=True)}


def _history(
    of: StepFunction, rebinder: Rebinder, before: Mapping[Key, np.ndarray], times: Sequence[float]
) -> tuple[dict[Key, list[np.ndarray]], list[dict[str, float]]]:
    """The value of each parameter after the call for each step, and the values of the names in the formulas before it."""
    values = {key: value.copy() if value.ndim else float(value) for key, value in before.items()}
    answers = Present(Sensors(of.sensors.find))
    proxy = of.proxy(answers, values)
    history: dict[Key, list[np.ndarray]] = {key: [] for key in before}
    states: list[dict[str, float]] = []
    with rebinder.undone(), rebinder.using(proxy):
        for time in times:
            states.append({_kept(key, place): float(each) for key, value in values.items() for place, each in enumerate(np.ravel(value))})
            states[-1] |= rebinder.state()
            proxy._set.clear()
            answers.time = float(time)
            if not of.function(proxy, answers.time):
                raise Untraceable(f"it ends the solution, at t = {time:.6g}")
            for key, value in proxy._set.items():
                if key not in before:
                    raise Untraceable(f"it sets {key[2]}, which tracing missed")
                values[key] = np.asarray(value, dtype=float).reshape(before[key].shape)
            for key in before:
                history[key].append(np.ravel(values[key]).astype(float))
    return history, states


def _in_runs(name: str, roots: Sequence[Symbol], states: Sequence[dict[str, float]], times: Sequence[float]) -> Symbol:
    """The value of a name before the steps in which it matters, as a formula of time."""
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
        raise NotByTime
    result = constant(runs[-1][2]) if runs else constant(0)
    for run, after in zip(runs[-2::-1], runs[:0:-1], strict=False):
        result = operate("if", operate("<", named("t"), 0.5 * (run[1] + after[0])), run[2], result)
    return result


def _kept(key: Key, place: int) -> str:
    return f"{key[0]} {key[1]} {key[2]} {place}"


def _flat(value: Any, size: int) -> list[Any]:
    found = [value] if np.ndim(value) == 0 else list(np.ravel(np.asarray(value, dtype=object)))
    if len(found) != size:
        raise Untraceable(f"it sets {len(found)} numbers; {size} are expected")
    return [each if isinstance(each, Symbol) else constant(float(each)) for each in found]


def switches(active: dict[int, tuple[bool, Symbol]], times: Sequence[float]) -> list[tuple[int, list[dict[str, Any]]]]:
    """The step counts at which connectors are switched, with entries of `set`. `active`: each object's initial state and its formula."""
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
    """A step of the analysis, divided at its `switches`, where connectors are switched. See the function `switches`."""
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
        if first > 0:  # keeps the accelerations from the end of the preceding part
            part["generalizedAlpha"] = {**own.get("generalizedAlpha", {}), "computeInitialAccelerations": False}
        part["set"] = [*(own.get("set", []) if first == 0 else []), *switched.get(first, [])]
        parts.append({key: value for key, value in part.items() if key != "set" or value})
    return parts


def ends_of_steps(start: float, end: float, steps: int) -> list[float]:
    size = (end - start) / steps
    times = list(itertools.accumulate(itertools.repeat(size, steps), initial=start))
    return times[1:] if math.isfinite(size) else []
