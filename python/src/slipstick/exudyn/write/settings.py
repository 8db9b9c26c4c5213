"""Converts settings of Exudyn's solvers into a step of the analysis."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import exudyn as exu

from ..reference import exudyn_names, settings_known
from ..values import plain, same
from ..versions import settings_of, solver_type

#: settings that only affect output or the speed of computation
SILENT = (
    "solution.file", "solution.sensors.append", "solution.sensors.writeFooter", "solution.sensors.writeHeader", "solution.restart.write",
    "solution.restart.writePeriod", "solution.restart.name", "solution.flushFilesImmediately", "solution.precision",
    "solution.recordImagesInterval", "solution.solverInformationFileName", "linearSolver", "parallel", "show", "cleanUpMemory",
    "consolePrecision", "pauseAfterEachStep", "timeIntegration.realtime", "timeIntegration.stepInformation", "timeIntegration.verboseMode",
    "timeIntegration.verboseModeFile", "staticSolver.stepInformation", "staticSolver.verboseMode", "staticSolver.verboseModeFile",
    "timeIntegration.solverType",
)  # fmt: skip


def step_of(settings: Any, solver: Any, static: bool, refuse: Callable[[str, str], None]) -> dict[str, Any]:
    """The settings that differ from the defaults. `solver`: an exudyn.DynamicSolverType, or None for the one in the settings."""
    group = "staticSolver" if static else "timeIntegration"
    other = "timeIntegration" if static else "staticSolver"
    given, usual = settings_of(settings), settings_of(exu.SimulationSettings())
    known = settings_known()
    table = known["static" if static else "dynamic"]
    theirs_to_ours = {theirs: own for own, theirs in exudyn_names()["settings"].items()}
    step: dict[str, Any] = {"type": "static"} if static else {}
    solver = solver if solver is not None else solver_type(settings)
    if not static and solver.name != "GeneralizedAlpha":
        step["solver"] = solver.name
    for path, value in given.items():
        if any(path == each or path.startswith(each + ".") for each in SILENT) or path.startswith(other + "."):
            continue
        if path == "solution.sensors.writePeriod":
            if value != 0.01:
                step["sensorsWritePeriod"] = value
            continue
        parts = [theirs_to_ours.get(part, part) for part in path.split(".")]
        if parts[0] == group and len(parts) == 2 and parts[1] in table:
            if not same(plain(value), table[parts[1]].get("default")):
                step[parts[1]] = plain(value)
            continue
        if parts[0] == group and len(parts) == 3 and parts[1] in table and parts[2] in known.get(parts[1], {}):
            if static and parts[1] in ("generalizedAlpha", "explicitIntegration"):
                continue
            default = known[parts[1]][parts[2]].get("default")
            if step.get("solver") == "TrapezoidalIndex2" and parts[2] in ("useNewmark", "useIndex2Constraints"):
                continue
            if not same(plain(value), default):
                step.setdefault(parts[1], {})[parts[2]] = plain(value)
            continue
        if parts[0] == group and "numericalDifferentiation" in parts:
            continue  # tangents are exact in Slipstick
        if value != usual.get(path):
            refuse(path, "there is no such setting")
    if static:
        step.pop("computeLoadsJacobian", None)
        if given["staticSolver.computeLoadsJacobian"] is not True:
            step["computeLoadsJacobian"] = int(given["staticSolver.computeLoadsJacobian"])
        return step
    step["exudynWays"] = True  # makes results differ only by rounding
    if is_explicit(step):
        step.pop("newton", None)
        step.pop("generalizedAlpha", None)
    return step


def is_explicit(step: Mapping[str, Any]) -> bool:
    return step.get("solver") not in (None, "GeneralizedAlpha", "TrapezoidalIndex2")
