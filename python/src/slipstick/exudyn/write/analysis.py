"""Converts the settings of a solver, and the functions before and after each step, into a step of the analysis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import exudyn as exu
import numpy as np
from numpy.typing import NDArray

from ..read.system import STEP_FUNCTIONS, Source
from ..reference import exudyn_names, reference
from ..refusals import Notes
from ..trace.inputs import StepInputs, input_text
from ..trace.item_functions import NotAFormula
from ..trace.proxies import DATA, Sensors
from ..trace.step_functions import (
    Held,
    NotByTime,
    StepFunction,
    by_parameter,
    ends_of_steps,
    parameters_by_time,
    parameters_held,
    switches,
    title_of,
    unique,
)
from ..trace.step_proxies import Key
from ..trace.symbols import Symbol, Text, constant, elementwise, named, nodes, operate, substitute
from ..versions import settings_of
from .added_sensors import AddedSensors
from .formulas import Translated
from .parameter_laws import put
from .settings import is_explicit, step_of

Document = dict[str, Any]
Step = dict[str, Any]
_LABEL = "system"


@dataclass(frozen=True, eq=False)
class Context:
    """The data for converting the functions that are called in each step."""

    source: Source
    added: AddedSensors
    translated: Translated
    #: rotation matrices of markers that are rotated relative to their body, by number
    turned: dict[int, NDArray[np.float64]]
    notes: Notes


def with_step(document: Document, context: Context, settings: Any, solver: Any, *, static: bool) -> tuple[Document, Step]:
    """The document, extended for the functions before and after each step, and the step of the analysis."""
    step = _settings(context, settings, solver, static)
    document = _with_residual_function(document, step, context, settings.timeIntegration.endTime)
    converted: list[tuple[str, Any]] = []
    for name in STEP_FUNCTIONS:
        function = context.source.function(name)
        if function is None:
            continue
        try:
            if static:
                raise NotAFormula("a function is called before or after every load step")
            document, step = _with_function(document, step, context, function, settings.timeIntegration, name)
            converted.append((name, function))
        except NotAFormula as reason:
            context.notes.refuse(_LABEL, _key(name), str(reason))
    for name, function in converted:
        if read := context.translated.shared.conflict(function):
            context.notes.refuse(_LABEL, _key(name), f"it reads {read}, which another function changes")
    return _with_known_inputs(document, context.translated.inputs_for().used), step


def _with_known_inputs(document: Document, used: Mapping[str, float]) -> Document:
    """Adds constant inputs with initial values for inputs that formulas read but whose function was refused."""
    unknown = {title: {"value": value} for title, value in used.items() if title not in document.get("inputs", {})}
    return {**document, "inputs": {**document.get("inputs", {}), **unknown}} if unknown else document


def _key(name: str) -> str:
    return f"Set{name}UserFunction"


def _with_residual_function(document: Document, step: Step, context: Context, end_time: float) -> Document:
    """Converts a function before each residual: parameters that it sets from time and state become formulas."""
    function, key = context.source.function("PreNewtonResidual"), "SetPreNewtonResidualUserFunction"
    if function is None:
        return document
    source, translated, added = context.source, context.translated, context.added
    already = len(added.entries)
    sensors = Sensors(added.find, parameters=translated.parameters_read)
    try:
        if step.get("type") == "static" or is_explicit(step):
            raise NotAFormula("a function for the implicit solver of motion only")
        task = StepFunction(function, source, sensors, more=("newtonIt", "discontinuousIt"))
        held = parameters_held(task, end_time, translated.shared)
        own = {*held.names, *task.more}
        if any(each.operation == "name" and each.parts[0] in own for each in nodes(held.roots)):
            raise NotAFormula("its values depend on earlier calls")
    except NotAFormula as reason:
        context.notes.refuse(_LABEL, key, str(reason))
        return document
    translated.refuse_conflicts(context.notes)
    listed = [*document.get("sensors", []), *added.entries[already:]]
    with_sensors = {**document, "sensors": listed} if listed else document
    return with_parameters(with_sensors, context, by_parameter(held.before, held.roots), key)


def _settings(context: Context, settings: Any, solver: Any, static: bool) -> Step:
    """The step that the settings describe, with the properties of the system that affect it."""
    mbs, items, notes = context.source.mbs, context.source.given, context.notes
    step = step_of(settings, solver, static, lambda path, reason: notes.refuse("simulationSettings", path, reason))
    if not static and any(each["objectType"] == "ContactSphereSphere" for each in items["object"]):
        step["discontinuous"] = {**step.get("discontinuous", {}), "recommendAtParting": True}
    if static or is_explicit(step):
        return step
    computed = settings_of(settings).get("timeIntegration.generalizedAlpha.computeInitialAccelerations", True)
    if not computed and np.any(np.asarray(mbs.systemData.GetODE2Coordinates_tt(exu.ConfigurationType.Initial))):
        notes.refuse("system", "SetODE2Coordinates_tt", "given initial accelerations; Slipstick always computes them")
    if any(node["nodeType"] == "GenericODE1" for node in items["node"]):
        # Exudyn takes their initial rates as zero.
        if len(mbs.systemData.GetODE2Coordinates()) == 0:
            step["generalizedAlpha"] = {**step.get("generalizedAlpha", {}), "computeInitialAccelerations": False}
        elif computed:
            notes.remark("first-order states: the first step is second-order in Slipstick and first-order in Exudyn")
    return step


def _with_function(document: Document, step: Step, context: Context, function: Any, settings: Any, name: str) -> tuple[Document, Step]:
    """Converts a function that changes parameters: into formulas of time, or else into inputs that follow a sensor."""
    translated = context.translated
    watched = {number for kind, number, _ in translated.parameters_read if kind == "object"} | context.added.objects()
    own = translated.step_inputs[name]
    for title in own.common(translated.inputs_for(name)).values():
        raise NotAFormula(f"it changes {title}, which another function changes")
    try:
        if name == "PostStep" or is_explicit(step) or own.inputs & own.used.keys():  # parameters are constant within the step
            raise NotByTime
        step, changed = _by_time(step, context, function, settings, watched)
    except NotByTime:
        document, changed = _with_inputs(document, step, context, function, settings, watched, name)
    translated.refuse_conflicts(context.notes)
    return with_parameters(document, context, changed, _key(name)), step


def _by_time(step: Step, context: Context, function: Any, settings: Any, watched: set[int]) -> tuple[Step, dict[Key, list[Symbol]]]:
    """The parameters as formulas of time, and the step with the times at which connectors are switched. Raises NotByTime."""
    source, translated = context.source, context.translated
    times = ends_of_steps(settings.startTime, settings.endTime, int(settings.numberOfSteps))
    sensors = Sensors(context.added.present, step_inputs=translated.inputs_for("PreStep"))  # type: ignore[arg-type]
    changed = parameters_by_time(StepFunction(function, source, sensors, watched), times, translated.shared)
    connectors = [key for key in changed if key[0] == "object" and key[2] == "activeConnector"]
    active = {key[1]: (bool(source.given["object"][key[1]]["activeConnector"]), changed.pop(key)[0]) for key in connectors}
    found = switches(active, times)
    return {**step, "switches": found} if found else step, changed


def with_parameters(document: Document, context: Context, changed: dict[Key, list[Symbol]], by: str) -> Document:
    """The document with formulas for the changing parameters."""
    source, notes = context.source, context.notes
    by_item: dict[tuple[str, int], dict[str, list[Symbol]]] = {}
    for (kind, number, name), numbers in changed.items():
        if (kind, number, name) in context.translated.parameters_read:
            notes.refuse(_LABEL, by, f"it sets {name} of {source.label(kind, number)}, which another function reads")
        names = exudyn_names()["parameters"].get(f"{kind} {source.given[kind][number][f'{kind}Type']}", {})
        ours = {theirs: own for own, theirs in names.items()}
        by_item.setdefault((kind, number), {})[ours.get(name, name)] = numbers
    lists = {f"{kind}s": list(document[f"{kind}s"]) for kind, _ in by_item}
    for (kind, number), given in by_item.items():
        entry = lists[f"{kind}s"][number]
        rows = reference().get((kind, entry["type"]))
        if rows is None:  # already refused because of its type
            continue
        turned = context.turned.get(int(entry["markerNumber"])) if kind == "load" and entry.get("bodyFixed") else None
        symbols = given
        if turned is not None and "loadVector" in given:
            symbols = {**given, "loadVector": list(turned @ np.array(given["loadVector"], dtype=object))}
        made, why = put(entry, kind, symbols, rows, (kind, number) in context.translated.fixed)
        lists[f"{kind}s"][number] = made
        if why:
            notes.refuse(_LABEL, by, f"it sets {', '.join(symbols)} of {source.label(kind, number)}, {why}")
    return {**document, **lists}


def _with_inputs(
    document: Document, step: Step, context: Context, function: Any, settings: Any, watched: set[int], name: str
) -> tuple[Document, dict[Key, list[Symbol]]]:
    """Turns parameters that a function sets from the state of the system into inputs, which follow the last sensor of the document."""
    source, added, translated = context.source, context.added, context.translated
    already = len(added.entries)
    sensors = Sensors(added.find, parameters=translated.parameters_read, step_inputs=translated.inputs_for(name))
    held = parameters_held(StepFunction(function, source, sensors, watched), settings.endTime, translated.shared)
    listed = [*document.get("sensors", []), *added.entries[already:]]
    types = {each["name"]: each["type"] for each in listed}
    if name == "PreStep":
        _check_times(step, sensors, types, held)
    titles = _titles(source, held, translated.step_inputs[name])
    names = _names(held, titles)
    size = (settings.endTime - settings.startTime) / int(settings.numberOfSteps)
    at_end = operate("+", named("t"), constant(size)) if name == "PreStep" else named("t")  # the time that Exudyn passes
    [control] = unique(["before each step" if name == "PreStep" else "after each step"], types)
    inputs: dict[str, Any] = {}
    formulas: list[Symbol] = []
    for root, start, old, title in zip(held.roots, held.starts, held.names, titles, strict=True):
        if names[old].operation == "constant":
            continue
        component = {"component": len(formulas)} if formulas else {}
        inputs[title] = {"value": start, "sensor": control, **component, **({"atEnd": True} if name == "PostStep" else {})}
        formulas.append(elementwise("+", substitute(root, {**names, "t": at_end}), 0))
    changed = by_parameter(held.before, [names[old] for old in held.names])
    data = {key: changed.pop(key) for key in list(changed) if key[2] == DATA}
    document = {**document, "sensors": _with_data(listed, data)}
    if formulas:
        texts = Text(formulas, ["t"]).formulas
        follower = {"type": "UserFunction", "name": control, "sensorUserFunction": texts if len(texts) > 1 else texts[0]}
        document = {**document, "sensors": [*document["sensors"], follower], "inputs": {**document.get("inputs", {}), **inputs}}
    return document, changed


def _check_times(step: Step, sensors: Sensors, types: Mapping[str, str], held: Held) -> None:
    """Refuses reads at the wrong time. A function before a step receives the time at its end, but the state at its start."""
    for read in sensors.used:
        if types[read] in ("UserFunction", "Load"):  # these sensors would show values at the start of the step
            raise NotAFormula(f"it reads the sensor {read!r}, which is a function of time")
    reads_time = any(each.operation == "name" and each.parts[0] == "t" for each in nodes(held.roots))
    if reads_time and step.get("solver") in ("DOPRI5", "ODE23"):
        raise NotAFormula("it uses the time at the end of a step, but the solver chooses the step size")


def _with_data(listed: list[Document], data: Mapping[Key, list[Symbol]]) -> list[Document]:
    """Sensors of data nodes that the function sets show the inputs instead."""
    nodes = {key[1]: Text(numbers, ["t"]).formulas for key, numbers in data.items()}

    def shown(entry: Document) -> Document:
        texts = nodes.get(entry.get("nodeNumber", -1)) if entry["type"] == "Node" else None
        if texts is None:
            return entry
        return {"type": "UserFunction", "name": entry["name"], "sensorUserFunction": texts if len(texts) > 1 else texts[0]}

    return [shown(entry) for entry in listed]


def _titles(source: Source, held: Held, inputs: StepInputs) -> list[str]:
    """Names of the inputs for parameters, then for the other numbers that the function keeps. Those in `inputs` already have names."""
    titles = title_of(source, held.before)
    known = {**held.kept, **inputs.titles}
    others = unique([known[name] for name in held.names[len(titles) :] if name not in inputs.titles], [*titles, *inputs.titles.values()])
    return titles + [inputs.titles[name] if name in inputs.titles else others.pop(0) for name in held.names[len(titles) :]]


def _names(held: Held, titles: list[str]) -> dict[str, Symbol]:
    """Replacements for the names of earlier values in formulas: inputs, or constants for values that never change."""
    return {
        old: constant(start) if root.operation == "constant" and root.parts[0] == start else named(input_text(title))
        for old, title, root, start in zip(held.names, titles, held.roots, held.starts, strict=True)
    }
