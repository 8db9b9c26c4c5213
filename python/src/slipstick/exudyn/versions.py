"""The supported versions of Exudyn, and the names that differ between them."""

from __future__ import annotations

import re
import warnings
from importlib import metadata
from typing import Any

from .values import flat

_OLDEST, _NEWEST = (1, 11), (1, 13)
_RANGE = f"{'.'.join(map(str, _OLDEST))} to {'.'.join(map(str, _NEWEST))}"
#: the requirement for pip
REQUIREMENT = f"exudyn>={'.'.join(map(str, _OLDEST))},<{_NEWEST[0]}.{_NEWEST[1] + 1}"


class UnsupportedExudyn(ImportError):
    """Exudyn is missing or too old. The message states which version to install."""


def check(version: str | None = None) -> None:
    """Raises UnsupportedExudyn if Exudyn is missing or too old, and warns if it is newer. `version`: by default the installed one."""
    if version is None:
        try:
            version = metadata.version("exudyn")
        except metadata.PackageNotFoundError:
            raise UnsupportedExudyn(f'slipstick.exudyn needs Exudyn {_RANGE}: pip install "{REQUIREMENT}"') from None
    major, minor = _numbers(version)
    sentence = f'slipstick.exudyn works with Exudyn {_RANGE}, and {version} is installed: pip install "{REQUIREMENT}"'
    if (major, minor) < _OLDEST:
        raise UnsupportedExudyn(sentence)
    if (major, minor) > _NEWEST:
        warnings.warn(sentence, stacklevel=2)


#: prefixes of setting names until 1.12, and their replacements since; the first match applies
_RENAMED = (
    ("solutionSettings.writeSolutionToFile", "solution.file.write"),
    ("solutionSettings.appendToFile", "solution.file.append"),
    ("solutionSettings.binarySolutionFile", "solution.file.binary"),
    ("solutionSettings.coordinatesSolutionFileName", "solution.file.name"),
    ("solutionSettings.exportAccelerations", "solution.file.export.accelerations"),
    ("solutionSettings.exportAlgebraicCoordinates", "solution.file.export.algebraicCoordinates"),
    ("solutionSettings.exportDataCoordinates", "solution.file.export.dataCoordinates"),
    ("solutionSettings.exportODE1Velocities", "solution.file.export.ODE1Velocities"),
    ("solutionSettings.exportVelocities", "solution.file.export.velocities"),
    ("solutionSettings.flushFilesDOF", "solution.file.flushAboveCoordinates"),
    ("solutionSettings.solutionInformation", "solution.file.information"),
    ("solutionSettings.solutionWritePeriod", "solution.file.writePeriod"),
    ("solutionSettings.writeFileFooter", "solution.file.writeFooter"),
    ("solutionSettings.writeFileHeader", "solution.file.writeHeader"),
    ("solutionSettings.writeInitialValues", "solution.file.writeInitialValues"),
    ("solutionSettings.sensorsAppendToFile", "solution.sensors.append"),
    ("solutionSettings.sensorsStoreAndWriteFiles", "solution.sensors.active"),
    ("solutionSettings.sensorsWriteFileFooter", "solution.sensors.writeFooter"),
    ("solutionSettings.sensorsWriteFileHeader", "solution.sensors.writeHeader"),
    ("solutionSettings.sensorsWritePeriod", "solution.sensors.writePeriod"),
    ("solutionSettings.outputPrecision", "solution.precision"),
    ("solutionSettings.restartFileName", "solution.restart.name"),
    ("solutionSettings.restartWritePeriod", "solution.restart.writePeriod"),
    ("solutionSettings.writeRestartFile", "solution.restart.write"),
    ("solutionSettings.", "solution."),
    ("linearSolverType", "linearSolver.solverType"),
    ("linearSolverSettings.", "linearSolver."),
    ("displayComputationTime", "show.computationTime"),
    ("displayGlobalTimers", "show.globalTimers"),
    ("displayStatistics", "show.statistics"),
    ("outputPrecision", "consolePrecision"),
    ("timeIntegration.explicitIntegration.dynamicSolverType", "timeIntegration.solverType"),
    ("timeIntegration.explicitIntegration.", "timeIntegration.explicit."),
    ("timeIntegration.simulateInRealtime", "timeIntegration.realtime.active"),
    ("timeIntegration.realtimeFactor", "timeIntegration.realtime.factor"),
    ("timeIntegration.realtimeWaitMicroseconds", "timeIntegration.realtime.waitMicroseconds"),
    ("staticSolver.constrainODE1coordinates", "staticSolver.constrainODE1Coordinates"),
    *(
        (f"{group}.newton.{old}", f"{group}.newton.{new}")
        for group in ("staticSolver", "timeIntegration")
        for old, new in (
            ("newtonResidualMode", "residualMode"),
            ("useNewtonSolver", "active"),
            ("numericalDifferentiation.forODE2connectors", "numericalDifferentiation.forODE2Connectors"),
        )
    ),
)


def _numbers(version: str) -> tuple[int, int]:
    major, minor, *_ = (*(int(each) for each in re.findall(r"\d+", version)), 0, 0)
    return major, minor


def _has_new_names() -> bool:
    return _numbers(metadata.version("exudyn")) >= (1, 13)


def settings_of(settings: Any) -> dict[str, Any]:
    """All settings by path, with their names since 1.13."""
    return {_renamed(path): value for path, value in flat(settings.GetDictionary()).items()}


def _renamed(path: str) -> str:
    return next((new + path[len(old) :] for old, new in _RENAMED if path.startswith(old)), path)


def old_names() -> dict[str, str]:
    """The old names of settings by their new names. Names that end in a dot are prefixes."""
    return {new: old for old, new in _RENAMED}


def solver_type(settings: Any, *, explicit: bool = False) -> Any:
    """The solver that the settings select. Until 1.12 they select only among explicit solvers."""
    import exudyn as exu

    integration = settings.timeIntegration
    if _has_new_names():
        return integration.solverType
    if explicit:
        return integration.explicitIntegration.dynamicSolverType
    alpha = integration.generalizedAlpha
    is_trapezoidal = alpha.useNewmark and alpha.useIndex2Constraints
    return exu.DynamicSolverType.TrapezoidalIndex2 if is_trapezoidal else exu.DynamicSolverType.GeneralizedAlpha


def realtime(settings: Any) -> tuple[Any, str]:
    """The settings and the name of the one that switches computation in real time on."""
    integration = settings.timeIntegration
    return (integration.realtime, "active") if _has_new_names() else (integration, "simulateInRealtime")


def transformation() -> Any:
    """The class of homogeneous transformations, exudyn.HT, or () until 1.12."""
    import exudyn as exu

    return getattr(exu, "HT", ())
