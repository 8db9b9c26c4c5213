"""Settings of a solver, and a function before each step, as a step of the analysis."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import exudyn as exu
import numpy as np
from numpy.typing import NDArray

from .added import AddedSensors
from .functions import Translated
from .notes import Notes
from .prestep import Held, Key, MustBeHeld, ends_of_steps, parameters_by_time, parameters_held, put, switches
from .settings import is_explicit, step_of
from .source import Source
from .symbols import Symbol, Text, constant, elementwise, named, nodes, operate, substitute
from .systems import Sensors
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
    function = _function(context.source.mbs, "PreStep")
    if function is None:
        return document, step
    if static:
        context.notes.refuse(_LABEL, _KEY, "a function is called before every load step")
        return document, step
    try:
        return _with_function(document, step, context, function, settings.timeIntegration)
    except NotAFormula as reason:
        context.notes.refuse(_LABEL, _KEY, str(reason))
        return document, step


def _function(mbs: Any, name: str) -> Any:
    """A function of the system, or None."""
    getter = getattr(mbs, f"Get{name}UserFunction", None)
    function = None if getter is None else getter()
    function = function.get("function") if isinstance(function, dict) else function
    return None if function == 0 else function


def _with_residual_function(document: Document, step: Step, context: Context, end_time: float) -> Document:
    """A function before each residual: parameters that it sets by the time and the state become formulas."""
    function, key = _function(context.source.mbs, "PreNewtonResidual"), "SetPreNewtonResidualUserFunction"
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
        if is_explicit(step):  # parameters are held within the step
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
    titles = _titles(source, held)
    names = _names(held, titles)
    size = (settings.endTime - settings.startTime) / int(settings.numberOfSteps)
    at_end = {**names, "t": operate("+", named("t"), constant(size))}  # Exudyn gives it the end of the step
    control = _unused("before each step", types)
    inputs: dict[str, Any] = {}
    formulas: list[Symbol] = []
    for root, start, name, title in zip(held.roots, held.starts, held.names, titles, strict=True):
        if names[name].operation == "constant":
            continue
        inputs[title] = {"value": start, "sensor": control, **({"component": len(formulas)} if formulas else {})}
        formulas.append(elementwise("+", substitute(root, at_end), 0))
    document = {**document, "sensors": listed}
    if formulas:
        texts = Text(formulas, ["t"]).formulas
        follower = {"type": "UserFunction", "name": control, "sensorUserFunction": texts if len(texts) > 1 else texts[0]}
        document = {**document, "sensors": [*listed, follower], "inputs": inputs}
    return document, _by_parameter(held.before, [names[name] for name in held.names])


def _titles(source: Source, held: Held) -> list[str]:
    """Names of inputs: of the parameters, then of what else the function keeps."""
    titles = [
        f"{name} of {source.names[kind][number]}" + "".join(f"[{place}]" for place in index)
        for (kind, number, name), value in held.before.items()
        for index in np.ndindex(*value.shape)
    ]
    return titles + [f"kept {number}" for number in range(len(titles), len(held.roots))]


def _names(held: Held, titles: list[str]) -> dict[str, Symbol]:
    """What stands for the names of earlier values in formulas: inputs, or constants where nothing changes."""
    return {
        old: constant(start) if root.operation == "constant" and root.parts[0] == start else named(f'input("{title}")')
        for old, title, root, start in zip(held.names, titles, held.roots, held.starts, strict=True)
    }


def _unused(name: str, taken: Collection[str]) -> str:
    while name in taken:
        name += "'"
    return name


def _by_parameter(before: dict[Key, np.ndarray], numbers: list[Symbol]) -> dict[Key, list[Symbol]]:
    changed: dict[Key, list[Symbol]] = {}
    first = 0
    for key, value in before.items():
        changed[key] = numbers[first : first + value.size]
        first += value.size
    return changed
