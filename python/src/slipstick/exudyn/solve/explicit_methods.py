"""Recognises the explicit method that a script's function implements when it replaces Newton's method.

The function is called only when the solution calls it; the states before and after some of its steps are recorded. Afterwards, each
explicit method of Slipstick takes one step from each of these states.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import exudyn as exu
import numpy as np
from numpy.typing import NDArray

from ..write.conversion import Conversion, model_of
from ..write.initial_values import State, at_node, initial_values, ode2_size, state_of

#: explicit methods with steps of equal size, in order of the number of evaluations
METHODS = ("ExplicitEuler", "VelocityVerlet", "ExplicitMidpoint", "RK33", "RK44", "RK67")
NEWTON = "SetUserFunctionNewton"
_MOST = 12  # largest number of recorded steps
_EPSILON = float(np.finfo(float).eps)
_DISTURBANCES = 2
#: the rounding error of several operations, relative to one
_ROUNDINGS = 8
#: relative rounding error above which a step does not distinguish methods
_SIGNIFICANT = 1e-3
#: the method for measuring rounding; it evaluates forces at several places
_MEASURED = {"solver": "RK44"}

#: settings of an analysis step that choose a method
Method = Mapping[str, Any]
#: The node number, the output, and 0 for the first three coordinates or 1 for the others: separates positions from rotations and slopes.
Key = tuple[int, str, int]
Ends = dict[Key, NDArray[np.float64]]


@dataclass(frozen=True)
class RecordedStep:
    """One step: the states before and after it, its start time, and its size (s)."""

    before: State
    after: State
    start: float
    size: float


class Steps:
    """Records steps that a function takes, evenly spread over the solution."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.taken: list[RecordedStep] = []
        #: why the steps cannot belong to a method, or ""
        self.obstacle = ""
        self._count, self._stride = 0, 1
        self._last: RecordedStep | None = None

    def recording(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wraps the function so that its steps are recorded."""

        def recorded(solver: Any, mbs: Any, settings: Any) -> Any:
            before = state_of(mbs, exu.ConfigurationType.Current)
            start = float(mbs.systemData.GetTime(exu.ConfigurationType.StartOfStep))
            result = function(solver, mbs, settings)
            self._note(RecordedStep(before, state_of(mbs, exu.ConfigurationType.Current), start, float(solver.it.currentStepSize)))
            return result

        return recorded

    def _note(self, step: RecordedStep) -> None:
        if self._last is not None and step.start <= self._last.start:
            self.obstacle = "it is called more than once in a step"
        elif self._last is not None and not _same(self._last.after, step.before):
            self.obstacle = "the state changes between its steps"
        self._last = step
        if self._count % self._stride == 0:
            self.taken.append(step)
        self._count += 1
        if len(self.taken) > _MOST:
            self.taken, self._stride = self.taken[::2], 2 * self._stride


def _same(a: State, b: State) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


@dataclass(frozen=True)
class Trial:
    """The differences between the steps of a method and the recorded ones."""

    name: str
    method: Method
    #: largest difference, relative to the largest coordinate or velocity; infinite if the method cannot take a step
    apart: float
    #: largest difference, relative to the possible rounding error
    roundings: float
    #: why the method cannot take a step, or ""
    obstacle: str = ""


def recognised(steps: Steps, conversion: Conversion) -> tuple[Method | None, str]:
    """The settings of the method that takes these steps, and how it was recognised; otherwise None and the reason."""
    what = "a function that replaces Newton's method"
    if steps.obstacle or not steps.taken:
        return None, f"{what}: {steps.obstacle or 'it is not called'}"
    significant = [(each, noise) for each in steps.taken if (noise := _noise(each, conversion)) is not None]
    if not significant:
        return None, f"{what}: its solution is too short to identify its method"
    states = "one state of its solution" if len(significant) == 1 else f"{len(significant)} states of its solution"
    trials = sorted((_trial(*each, significant, conversion) for each in _candidates(conversion)), key=lambda each: each.roundings > 1)
    agreeing = [each for each in trials if each.roundings <= 1]
    others = sorted(trials[len(agreeing) :], key=lambda each: each.roundings)
    if all(each.obstacle for each in trials):
        return None, f"{what}, and no explicit solver takes steps here: {trials[0].obstacle}"
    if not agreeing:
        near = ", ".join(f"{each.name} {each.apart:.0e}" for each in sorted(others, key=lambda each: each.apart)[:3])
        return None, f"{what} and takes no steps of an explicit solver: from {states} even the nearest differ, relatively, {near}"
    first, *equal = agreeing
    finding = f"{NEWTON}: from {states} it takes the steps of {first.name}, up to rounding"
    if equal:
        finding += f"; at this step size {', '.join(each.name for each in equal)} cannot be distinguished from it"
    return first.method, finding + (f"; {others[0].name} differs by {others[0].roundings:.0e} times as much" if others else "")


def _candidates(conversion: Conversion) -> Iterator[tuple[str, Method]]:
    """Explicit methods by name. If nodes have Lie groups, also yields the methods without them."""
    given = {key: value for key, value in conversion.step.get("explicitIntegration", {}).items() if key != "useLieGroupIntegration"}
    for name in METHODS:
        yield name, {"solver": name, "explicitIntegration": given}
    for name in METHODS if any(_has_group(each) for each in conversion.source.given["node"]) else ():
        yield f"{name} without Lie groups", {"solver": name, "explicitIntegration": {**given, "useLieGroupIntegration": False}}


def _has_group(node: Mapping[str, Any]) -> bool:
    return bool(node["nodeType"] == "RigidBodyRotVecLG")


def _trial(name: str, method: Method, steps: list[tuple[RecordedStep, dict[Key, float]]], conversion: Conversion) -> Trial:
    apart, roundings = 0.0, 0.0
    for taken, noise in steps:
        try:
            ends, sizes = _ends(method, taken, taken.before, conversion), _sizes(taken, conversion)
        except _NoStep as reason:
            return Trial(name, method, float("inf"), float("inf"), str(reason))
        for key, values in _coordinates(taken.after, conversion).items():
            difference = float(np.abs(ends[key] - values).max(initial=0.0))
            apart = max(apart, difference / sizes[key[1]])
            roundings = max(roundings, difference / noise[key] if difference else 0.0)
    return Trial(name, method, apart, roundings)


def _noise(taken: RecordedStep, conversion: Conversion) -> dict[Key, float] | None:
    """The possible rounding error at the end of a step: the last digits, and the change of coordinates after disturbing the last digits of
    the state before the step. None if this error hides the step, or nothing moves."""
    wanted, sizes = _coordinates(taken.after, conversion), _sizes(taken, conversion)
    found = {key: _EPSILON * float(np.abs(values).max(initial=0.0)) for key, values in wanted.items()}
    for (number, output, part), rounded in _arcs(taken.after, conversion).items():
        found[number, output, part] += rounded
    with contextlib.suppress(_NoStep):  # no method takes the step, and each trial reports this
        whole = _changes(taken.before, taken, conversion)
        for seed in range(_DISTURBANCES):
            other = _changes(_disturbed(taken.before, conversion, seed), taken, conversion)
            found = {key: max(value, float(np.abs(other[key] - whole[key]).max(initial=0.0))) for key, value in found.items()}
    found = {key: _ROUNDINGS * value for key, value in found.items()}
    return found if all(sizes[key[1]] > 0 and each <= _SIGNIFICANT * sizes[key[1]] for key, each in found.items()) else None


def _changes(before: State, taken: RecordedStep, conversion: Conversion) -> Ends:
    end = _ends(_MEASURED, taken, before, conversion)
    return {key: end[key] - values for key, values in _coordinates(before, conversion).items()}


def _arcs(state: State, conversion: Conversion) -> dict[Key, float]:
    """The error of rotation vectors in Exudyn, which computes their length by an arc cosine. It grows as the length decreases."""
    coordinates, nodes = _coordinates(state, conversion), conversion.source.given["node"]
    total = {
        number: coordinates[number, "Coordinates", 1] + np.asarray(node["referenceCoordinates"][3:6], dtype=float)
        for number, node in enumerate(nodes)
        if _has_group(node)
    }
    return {(number, "Coordinates", 1): 4 * _EPSILON / max(float(np.linalg.norm(each)), _EPSILON**0.5) for number, each in total.items()}


def _disturbed(state: State, conversion: Conversion, seed: int) -> State:
    """A state with changed last digits: of positions and rotations with their references, and of velocities."""
    mbs, unit, arcs = conversion.source.mbs, [np.zeros(each.size) for each in state], _arcs(state, conversion)
    for number, node in enumerate(conversion.source.given["node"]):
        if size := ode2_size(node):
            part = slice(mbs.GetNodeODE2Index(number), mbs.GetNodeODE2Index(number) + size)
            reference = np.resize(np.asarray(node["referenceCoordinates"], dtype=float), size)
            unit[0][part] = 4 * _EPSILON * np.abs(state[0][part] + reference).max(initial=0.0)
            unit[1][part] = 4 * _EPSILON * np.abs(state[1][part]).max(initial=0.0)
            unit[0][part][3:6] += arcs.get((number, "Coordinates", 1), 0.0)
    unit[2][:] = 4 * _EPSILON * np.abs(state[2]).max(initial=0.0)
    signs = np.random.default_rng(seed)
    return [each + size * signs.choice((-1.0, 1.0), each.size) for each, size in zip(state, unit, strict=True)]


def _sizes(taken: RecordedStep, conversion: Conversion) -> dict[str, float]:
    """The largest coordinate and the largest rate. The first is at least the increment of a step at this rate."""
    found = {"Coordinates": 0.0, "Coordinates_t": 0.0}
    for (_, output, _), values in _coordinates(taken.after, conversion).items():
        found[output] = max(found[output], float(np.abs(values).max(initial=0.0)))
    found["Coordinates"] = max(found["Coordinates"], taken.size * found["Coordinates_t"])
    return found


class _NoStep(Exception):
    """A method of Slipstick cannot take a step."""


def _ends(method: Method, taken: RecordedStep, before: State, conversion: Conversion) -> Ends:
    """Coordinates and rates after a step of Slipstick. Raises NotConvertible and _NoStep."""
    names = {key[:2]: f"{key[1]} of node {key[0]} at the end of a step" for key in _coordinates(before, conversion)}
    sensors = [
        {"type": "Node", "name": name, "nodeNumber": number, "outputVariableType": output} for (number, output), name in names.items()
    ]
    document = {**conversion.document, "sensors": [*conversion.document.get("sensors", []), *sensors]}
    timing = {"startTime": taken.start, "endTime": taken.start + taken.size, "numberOfSteps": 1}
    step = {key: value for key, value in {**conversion.step, **method, **timing}.items() if key != "set"}
    starts = initial_values(conversion.source, before)
    run = model_of(replace(conversion, document=document), [step], initials=starts).simulate()
    run.step()
    if run.status != "ok":
        raise _NoStep(run.result().message)
    return _in_parts({key: run[name] for key, name in names.items()})


def _coordinates(state: State, conversion: Conversion) -> Ends:
    """Coordinates and rates of a recorded state."""
    mbs, nodes = conversion.source.mbs, conversion.source.given["node"]
    return _in_parts(
        {
            (number, "Coordinates" if name == "initialCoordinates" else "Coordinates_t"): values
            for number, node in enumerate(nodes)
            if node["nodeType"] != "GenericData"
            for name, values in at_node(mbs, number, node, state)
        }
    )


def _in_parts(values: Mapping[tuple[int, str], NDArray[np.float64]]) -> Ends:
    return {(*key, part): each for key, both in values.items() for part, each in enumerate((both[:3], both[3:])) if each.size}
