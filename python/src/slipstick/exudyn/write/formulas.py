"""Turns user functions of items into formulas."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import exudyn as exu
import numpy as np

from ..read.recording import Originals
from ..read.system import Given, Source
from ..reference import exudyn_names
from ..refusals import Notes
from ..trace.inputs import StepInputs
from ..trace.item_functions import Argument, ItemFunction, NotAFormula, Shared, translate
from ..trace.linear_forces import FEWEST, matrices_of, written
from ..trace.proxies import Sensors
from ..trace.step_functions import step_inputs_of
from ..trace.symbols import LONGEST
from ..values import function_in, plain
from .added_sensors import AddedSensors
from .initial_values import ode2_size
from .items import Entry, Items, UserFunction


@dataclass
class Translated:
    """The functions that became formulas, and the values that they share."""

    shared: Shared = field(default_factory=Shared)
    #: for the functions before and after each step, the values that they hand to other functions
    step_inputs: dict[str, StepInputs] = field(default_factory=dict)

    #: the label of the item, the parameter and the function
    functions: list[tuple[str, str, Callable[..., Any]]] = field(default_factory=list)
    #: parameters that functions read, by kind, number and name
    parameters_read: set[tuple[str, int, str]] = field(default_factory=set)
    #: items whose formulas contain their own parameters as numbers, by kind and number
    fixed: set[tuple[str, int]] = field(default_factory=set)

    def inputs_for(self, name: str = "") -> StepInputs:
        """The values that a function gets from the others. Without a name: the values that functions of items get from all of them."""
        return functools.reduce(operator.or_, (each for other, each in self.step_inputs.items() if other != name), StepInputs())

    def __getstate__(self) -> dict[str, Any]:
        """The state for other processes, without functions."""
        return {**vars(Translated()), "parameters_read": self.parameters_read, "fixed": self.fixed}

    def refuse_conflicts(self, notes: Notes) -> None:
        """Refuses functions that read values that another function changes."""
        for label, key, function in self.functions:
            if name := self.shared.conflict(function):
                notes.refuse(label, key, f"it reads {name}, which another function changes")


def with_formulas(
    source: Source, items: Items, added: AddedSensors, end_time: float, originals: Originals, notes: Notes
) -> tuple[dict[str, list[Entry]], Translated]:
    """Entries with formulas instead of functions. Adds the sensors that the formulas read to `added`."""
    translated = Translated(step_inputs=step_inputs_of(source))
    translator = _Translator(source, items, added, end_time, originals, notes, translated)
    entries = {kind: [translator.entry(each) for each in listed] for kind, listed in items.entries.items()}
    translated.refuse_conflicts(notes)
    return entries, translated


@dataclass(frozen=True, eq=False)
class _Translator:
    source: Source
    items: Items
    added: AddedSensors
    end_time: float
    originals: Originals
    notes: Notes
    translated: Translated

    def entry(self, entry: Entry) -> Entry:
        """An entry with formulas, without the parameters whose functions are refused."""
        entry = self._with_matrices(entry)
        made = {key: self._formula(value) if isinstance(value, UserFunction) else value for key, value in entry.items()}
        return {key: value for key, value in made.items() if value is not None}

    def _with_matrices(self, entry: Entry) -> Entry:
        """Replaces a linear function of a large mesh by matrices."""
        of = entry.get("forceUserFunction")
        if entry["type"] != "GenericODE2" or not isinstance(of, UserFunction):
            return entry
        size = _coordinates(self.source, self.source.given["object"][of.number], "q")
        if size < FEWEST:
            return entry
        try:
            function, _ = _callable(self.source, of.value, self.originals)
        except NotAFormula:
            return entry
        found = matrices_of(function, of.number, size)
        if found is None:
            return entry
        stiffness, damping, force = found
        self.notes.remark(f"{self.source.label('object', of.number)}: its forces are linear, and written as matrices")
        made = {key: value for key, value in entry.items() if key not in ("forceUserFunction", "jacobianUserFunction")}
        for name, matrix in (("stiffnessMatrix", stiffness), ("dampingMatrix", damping)):
            if np.any(matrix):
                made[name] = written(matrix + np.array(entry.get(name) or np.zeros((size, size)), dtype=float))
        if np.any(force):
            made["forceVector"] = (force + np.array(entry.get("forceVector") or np.zeros(size), dtype=float)).tolist()
        return made

    def _formula(self, of: UserFunction) -> str | list[str] | None:
        """The formula, or one formula for each component. None if it is refused."""
        source, translated = self.source, self.translated
        label, given = source.label(of.kind, of.number), source.given[of.kind][of.number]
        try:
            function, judge = _callable(source, of.value, self.originals)
            if _is_recorder(function):
                self.notes.remark(f"{label}: it shows the sensor that it records")
                function = _recorded
            arguments, leading, trailing = _arguments(source, of, given)
            turned = self.items.turned.get(int(given["markerNumber"])) if of.kind == "load" and given.get("bodyFixed") else None
            own = (of.kind, of.number, "load" if given.get("loadType") == "Coordinate" else "loadVector") if of.kind == "load" else None
            sensors = Sensors(self.added.find, parameters=translated.parameters_read, own=own, step_inputs=translated.inputs_for())
            size = of.row.get("resultSize") or None
            task = ItemFunction(function, source.mbs, sensors, arguments, leading, trailing, size, self.end_time, judge, turned)
            formulas = translate(task, translated.shared)
            translated.functions.append((label, of.key, function))
            if sensors.is_fixed:
                translated.fixed.add((of.kind, of.number))
            return _shaped(of, formulas, size)
        except NotAFormula as reason:
            self.notes.refuse(label, of.key, str(reason))
            return None


def _callable(source: Source, value: Any, originals: Originals) -> tuple[Callable[..., Any], Callable[..., Any] | None]:
    """The Python function, and the symbolic function made from it, if any."""
    function = function_in(value)
    judge: Callable[..., Any] | None = None
    if isinstance(value, dict) and value.get("type") == "Symbolic":
        evaluate = value["function"].Evaluate

        def judge(system: Any, *given: Any) -> Any:
            return evaluate(source.mbs, *given)

        function = originals.of(value["function"])
        if function is None:
            raise NotAFormula("a symbolic function that was not made within `with slipstick.exudyn.tracing()`")
    if not callable(function):
        raise NotAFormula(f"a {type(function).__name__} is not a function")
    return function, judge


def _is_recorder(function: Callable[..., Any]) -> bool:
    """Whether it is the function of Exudyn that records another sensor."""
    return getattr(function, "__name__", "") == "UFsensorRecord" and str(function.__module__).startswith("exudyn.")


def _recorded(mbs: Any, t: Any, sensorNumbers: Any, factors: Any, configuration: Any) -> Any:
    return mbs.GetSensorValues(sensorNumbers[0])


def _shaped(of: UserFunction, formulas: list[str], size: int | None) -> str | list[str]:
    if "atrix" in of.parameter or "acobian" in of.parameter:
        rows = math.isqrt(len(formulas))
        if rows * rows != len(formulas):
            raise NotAFormula(f"a matrix of {len(formulas)} numbers")
        whole = "[" + ", ".join("[" + ", ".join(formulas[i * rows : (i + 1) * rows]) + "]" for i in range(rows)) + "]"
        return whole if len(whole) <= LONGEST and not any(";" in formula for formula in formulas) else formulas
    return formulas[0] if size == 1 or (size is None and len(formulas) == 1 and of.kind != "object") else formulas


def _arguments(source: Source, of: UserFunction, given: Given) -> tuple[list[Argument], list[Any], list[Any]]:
    """The arguments after the system: changing ones, fixed ones that follow t, and fixed ones at the end."""
    names = exudyn_names()["parameters"].get(f"{of.kind} {given[f'{of.kind}Type']}", {})
    arguments = [_argument(source, name, given, names) for name in of.row["arguments"]]
    if of.kind == "sensor":
        numbers = [int(each) for each in given["sensorNumbers"]]
        return arguments[:1], [numbers, [float(each) for each in given["factors"]], exu.ConfigurationType.Current], []
    trailing = [bool(given["velocityLevel"])] if of.parameter == "constraintUserFunction" else []
    return arguments, [of.number] if of.kind == "object" else [], trailing


def _argument(source: Source, name: str, given: Given, names: Mapping[str, str]) -> Argument:
    if name == "t":
        return Argument("t", (), "float")
    near = given.get(names.get(name, name), given.get(name))
    if near is not None and not isinstance(near, (dict, str)):
        near = plain(near)
        return Argument(name, np.shape(near), "list" if np.ndim(near) else "float", near)
    shapes: dict[str, tuple[int, ...]] = {
        "displacement": (3,), "velocity": (3,), "rotation": (3,), "angularVelocity": (3,), "rotJ0": (3, 3), "rotJ1": (3, 3),
    }  # fmt: skip
    if given.get("objectType") in ("ConnectorCartesianSpringDamper", "ConnectorRigidBodySpringDamper") and name in shapes:
        return Argument(name, shapes[name], "list")
    if name in ("q", "q_t", "dataCoordinates"):
        return Argument(name, (_coordinates(source, given, name),), "list")
    return Argument(name, (), "float")


def _coordinates(source: Source, given: Given, name: str) -> int:
    """The number of coordinates that a function receives."""
    listed = source.given["node"]
    if name == "dataCoordinates":
        return int(listed[int(given["nodeNumber"])]["numberOfDataCoordinates"])
    nodes = given.get("nodeNumbers")
    if nodes is None:
        markers = [source.given["marker"][int(marker)] for marker in given.get("markerNumbers", [])]
        owners = [source.given["object"][int(each["objectNumber"])] if "objectNumber" in each else each for each in markers or [given]]
        nodes = [node for each in owners for node in each.get("nodeNumbers", [each["nodeNumber"]] if "nodeNumber" in each else [])]
    return sum(ode2_size(each) or int(each.get("numberOfODE1Coordinates", 0)) for each in (listed[int(node)] for node in nodes))
