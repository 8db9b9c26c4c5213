"""Settings of a solver, and a function before each step, as a step of the analysis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import exudyn as exu
import numpy as np
from numpy.typing import NDArray

from .added import AddedSensors
from .functions import Translated
from .handed import Handed, input_text
from .laws import put
from .notes import Notes
from .prestep import Held, MustBeHeld, ends_of_steps, parameters_by_time, parameters_held, switches, title_of, unique
from .settings import is_explicit, step_of
from .source import Source
from .step_systems import Key
from .symbols import Symbol, Text, constant, elementwise, named, nodes, operate, substitute
from .systems import DATA, Sensors
from .tables import exudyn_names, reference
from .trace import NotAFormula
from .versions import settings_of

Document = dict[str, Any]
Step = dict[str, Any]
_LABEL, _KEY = "system", "SetPreStepUserFunction"


@dataclass(frozen=True)
class Context:
    """What a function before each step may touch."""

    source: Source
    added: AddedSensors
    translated: Translated
    #: rotation matrices of markers that are turned relative to their body, by number
    turned: dict[int, NDArray[np.float64]]
    notes: Notes


def with_step(document: Document, context: Context, settings: Any, solver: Any, *, static: bool) -> tuple[Document, Step]:
    """The document with what a function before each step adds to it, and the step of the analysis."""
    step = _settings(context, settings, solver, static)
    document = _with_residual_function(document, step, context, settings.timeIntegration.endTime)
    function = context.source.function("PreStep")
    if function is None:
        return document, step
    if static:
        context.notes.refuse(_LABEL, _KEY, "a function is called before every load step")
        return document, step
    try:
        return _with_function(document, step, context, function, settings.timeIntegration)
    except NotAFormula as reason:
        context.notes.refuse(_LABEL, _KEY, str(reason))
        return {**document, **_inputs_at_start(context.translated)}, step


def _inputs_at_start(translated: Translated) -> Document:
    """The inputs that formulas read, where nothing is known of them but their values at the start."""
    used = translated.handed.used
    return {"inputs": {title: {"value": value} for title, value in used.items()}} if used else {}


def _with_residual_function(document: Document, step: Step, context: Context, end_time: float) -> Document:
    """A function before each residual: parameters that it sets by the time and the state become formulas."""
    function, key = context.source.function("PreNewtonResidual"), "SetPreNewtonResidualUserFunction"
    if function is None:
        return document
    source, translated, added = context.source, context.translated, context.added
    already = len(added.entries)
    sensors = Sensors(added.find, parameters=translated.asked)
    try:
        if step.get("type") == "static" or is_explicit(step):
            raise NotAFormula("a function for the implicit solver of motion alone")
        held = parameters_held(
            function, source.mbs, source.parameter, end_time, translated.shared, sensors, set(), more=("newtonIt", "discontinuousIt")
        )
        own = {*held.names, "newtonIt", "discontinuousIt"}
        if any(each.operation == "name" and each.parts[0] in own for each in nodes(held.roots)):
            raise NotAFormula("what it sets depends on earlier calls")
    except NotAFormula as reason:
        context.notes.refuse(_LABEL, key, str(reason))
        return document
    translated.refuse_conflicts(context.notes)
    listed = [*document.get("sensors", []), *added.entries[already:]]
    with_sensors = {**document, "sensors": listed} if listed else document
    return _with_parameters(with_sensors, context, _by_parameter(held.before, held.roots), key)


def _settings(context: Context, settings: Any, solver: Any, static: bool) -> Step:
    """The step that the settings describe, and what of the system belongs to it."""
    mbs, items, notes = context.source.mbs, context.source.given, context.notes
    step = step_of(settings, solver, static, lambda path, reason: notes.refuse("simulationSettings", path, reason))
    if not static and any(each["objectType"] == "ContactSphereSphere" for each in items["object"]):
        step["discontinuous"] = {**step.get("discontinuous", {}), "recommendAtParting": True}
    if static or is_explicit(step):
        return step
    computed = settings_of(settings).get("timeIntegration.generalizedAlpha.computeInitialAccelerations", True)
    if not computed and np.any(np.asarray(mbs.systemData.GetODE2Coordinates_tt(exu.ConfigurationType.Initial))):
        notes.refuse("system", "SetODE2Coordinates_tt", "given initial accelerations; here they are always computed")
    if any(node["nodeType"] == "GenericODE1" for node in items["node"]):
        # Exudyn takes their initial rates as zero.
        if len(mbs.systemData.GetODE2Coordinates()) == 0:
            step["generalizedAlpha"] = {**step.get("generalizedAlpha", {}), "computeInitialAccelerations": False}
        elif computed:
            notes.remark("first-order states: the first step is second-order here and first-order in Exudyn")
    return step


def _with_function(document: Document, step: Step, context: Context, function: Any, settings: Any) -> tuple[Document, Step]:
    """A function by which parameters change: by time as formulas, otherwise as inputs that follow a sensor."""
    source, translated = context.source, context.translated
    times = ends_of_steps(settings.startTime, settings.endTime, int(settings.numberOfSteps))
    watched = {number for kind, number, _ in translated.asked if kind == "object"} | context.added.objects()
    try:
        if is_explicit(step) or translated.handed.used:  # parameters are held within the step
            raise MustBeHeld
        changed = parameters_by_time(function, source.mbs, source.parameter, times, translated.shared, context.added.present, watched)
        connectors = [key for key in changed if key[0] == "object" and key[2] == "activeConnector"]
        active = {key[1]: (bool(source.given["object"][key[1]]["activeConnector"]), changed.pop(key)[0]) for key in connectors}
        if found := switches(active, times):
            step = {**step, "switches": found}
    except MustBeHeld:
        document, changed = _with_inputs(document, step, context, function, settings, watched)
    translated.refuse_conflicts(context.notes)
    return _with_parameters(document, context, changed, _KEY), step


def _with_parameters(document: Document, context: Context, changed: dict[Key, list[Symbol]], by: str) -> Document:
    """The document with formulas for the parameters that change."""
    source, notes = context.source, context.notes
    by_item: dict[tuple[str, int], dict[str, list[Symbol]]] = {}
    for (kind, number, name), numbers in changed.items():
        if (kind, number, name) in context.translated.asked:
            notes.refuse(_LABEL, by, f"it sets {name} of {source.label(kind, number)}, which another function reads")
        names = exudyn_names()["parameters"].get(f"{kind} {source.given[kind][number][f'{kind}Type']}", {})
        ours = {theirs: own for own, theirs in names.items()}
        by_item.setdefault((kind, number), {})[ours.get(name, name)] = numbers
    lists = {f"{kind}s": list(document[f"{kind}s"]) for kind, _ in by_item}
    for (kind, number), given in by_item.items():
        entry = lists[f"{kind}s"][number]
        rows = reference().get((kind, entry["type"]))
        if rows is None:  # refused by its name
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
    document: Document, step: Step, context: Context, function: Any, settings: Any, watched: set[int]
) -> tuple[Document, dict[Key, list[Symbol]]]:
    """Parameters that a function sets by the state of the system become inputs, which follow the last sensor of the document."""
    source, added = context.source, context.added
    already = len(added.entries)
    sensors = Sensors(added.find, parameters=context.translated.asked)
    held = parameters_held(function, source.mbs, source.parameter, settings.endTime, context.translated.shared, sensors, watched)
    listed = [*document.get("sensors", []), *added.entries[already:]]
    types = {each["name"]: each["type"] for each in listed}
    for name in sensors.used:
        if types[name] in ("UserFunction", "Load"):  # which would show what they are at the start of the step
            raise NotAFormula(f"it reads the sensor {name!r}, which is a function of time")
    if step.get("solver") in ("DOPRI5", "ODE23") and any(each.operation == "name" and each.parts[0] == "t" for each in nodes(held.roots)):
        raise NotAFormula("it uses the time at the end of a step, but the solver chooses the step size")
    titles = _titles(source, held, context.translated.handed)
    names = _names(held, titles)
    size = (settings.endTime - settings.startTime) / int(settings.numberOfSteps)
    at_end = {**names, "t": operate("+", named("t"), constant(size))}  # Exudyn gives it the end of the step
    [control] = unique(["before each step"], types)
    inputs: dict[str, Any] = {}
    formulas: list[Symbol] = []
    for root, start, name, title in zip(held.roots, held.starts, held.names, titles, strict=True):
        if names[name].operation == "constant" and title not in context.translated.handed.used:
            continue
        inputs[title] = {"value": start, "sensor": control, **({"component": len(formulas)} if formulas else {})}
        formulas.append(elementwise("+", substitute(root, at_end), 0))
    document = {**document, "sensors": _with_data(listed, source, held.before)}
    if formulas:
        texts = Text(formulas, ["t"]).formulas
        follower = {"type": "UserFunction", "name": control, "sensorUserFunction": texts if len(texts) > 1 else texts[0]}
        document = {**document, "sensors": [*document["sensors"], follower], "inputs": inputs}
    changed = _by_parameter(held.before, [names[name] for name in held.names])
    return document, {key: symbols for key, symbols in changed.items() if key[2] != DATA}


def _with_data(listed: list[Document], source: Source, values: Mapping[Key, NDArray[np.float64]]) -> list[Document]:
    """Sensors of data nodes that the function sets show the inputs in place of them."""
    nodes = {key[1]: [input_text(title) for title in title_of(source, {key: value})] for key, value in values.items() if key[2] == DATA}

    def shown(entry: Document) -> Document:
        texts = nodes.get(entry.get("nodeNumber", -1)) if entry["type"] == "Node" else None
        if texts is None:
            return entry
        return {"type": "UserFunction", "name": entry["name"], "sensorUserFunction": texts if len(texts) > 1 else texts[0]}

    return [shown(entry) for entry in listed]


def _titles(source: Source, held: Held, handed: Handed) -> list[str]:
    """Names of inputs: of the parameters, then of what else the function keeps. Formulas know those of `handed` already."""
    titles = title_of(source, held.before)
    known = {**held.kept, **handed.titles}
    others = unique([known[name] for name in held.names[len(titles) :] if name not in handed.titles], [*titles, *handed.titles.values()])
    return titles + [handed.titles[name] if name in handed.titles else others.pop(0) for name in held.names[len(titles) :]]


def _names(held: Held, titles: list[str]) -> dict[str, Symbol]:
    """What stands for the names of earlier values in formulas: inputs, or constants where nothing changes."""
    return {
        old: constant(start) if root.operation == "constant" and root.parts[0] == start else named(input_text(title))
        for old, title, root, start in zip(held.names, titles, held.roots, held.starts, strict=True)
    }


def _by_parameter(before: dict[Key, np.ndarray], numbers: list[Symbol]) -> dict[Key, list[Symbol]]:
    changed: dict[Key, list[Symbol]] = {}
    first = 0
    for key, value in before.items():
        changed[key] = numbers[first : first + value.size]
        first += value.size
    return changed
