"""Converts and records every solution that a script computes with Exudyn."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import exudyn as exu
import numpy as np

from ..compare.curves import Curve, Scales
from ..patches import Patches
from ..read.recording import Originals, tracing
from ..reference import outputs_of
from ..refusals import NotConvertible, Refusal
from ..versions import realtime, solver_type
from ..write.conversion import Conversion, conversion_of
from ..write.initial_values import state_of
from .eigenvalues import spectrum_of, with_constraints
from .explicit_methods import NEWTON, Method, Steps, recognised
from .length import WHOLE, Length
from .replay import Replay
from .solution import Solution
from .watching import watching

#: The sensors of a plot by number, with the components to show. An empty tuple shows all components.
Plot = tuple[tuple[int, tuple[int, ...]], ...]


class Enough(BaseException):
    """Raised after the wanted number of solutions. It is not an Exception, so scripts do not catch it."""


@dataclass
class _Solver:
    """A solver, which is kept alive so that its id remains unique, and the parts of it that the script replaces."""

    real: Any
    #: the names of these parts
    functions: list[str] = field(default_factory=list)
    #: the steps taken by a function that replaces Newton's method
    newton: Steps | None = None
    #: whether the script takes its steps itself
    is_stepping: bool = False

    @property
    def steps(self) -> Steps | None:
        """The recorded steps, if a function takes all steps and replaces no other part of the solver."""
        return self.newton if set(self.functions) == {NEWTON} else None


class Solutions:
    """Records every solution of Exudyn within a `with` block, and traces its symbolic functions.

    With `solve=False` Exudyn computes nothing, and call number `last` of a solver raises Enough. `originals`: the record of functions that
    were made earlier. `length`: the part of each solution to compute.
    """

    def __init__(
        self,
        *,
        solve: bool = True,
        last: int = 0,
        originals: Originals | None = None,
        length: Length = WHOLE,
        methods: Mapping[int, Method] | None = None,
        changed: Callable[[Solution], None] = lambda solution: None,
    ) -> None:
        self._changed = changed
        self._last = last
        self.length = length
        #: the number of solver calls
        self.calls = 0
        self.is_sampling = not solve
        self.originals = originals or Originals()
        self.found: list[Solution] = []
        self._spectra: list[Solution] = []
        #: the plots, each with the numbers of its sensors and their components
        self.plotted: list[Plot] = []
        #: notes on calls that are not solutions
        self.remarks: list[str] = []
        self._patches = Patches()
        self._busy = False
        #: solvers that the script changes or steps, by id
        self._solvers: dict[int, _Solver] = {}
        #: methods recognised from their steps, by the number of the call
        self.methods: dict[int, Method] = dict(methods or {})

    def __enter__(self) -> Solutions:
        with Patches() as patches:  # restores Exudyn even if this block fails midway
            patches.enter_context(tracing(self.originals))
            replace = functools.partial(self._replace, patches)
            for solver in (exu.MainSolverImplicitSecondOrder, exu.MainSolverExplicit, exu.MainSolverStatic):
                replace(solver, "SolveSystem", self._solve)
                replace(solver, "InitializeSolver", self._initialize)
                for name in ("SolveSteps", "InitializeStep", "DiscontinuousIteration", "Newton", "FinishStep"):
                    replace(solver, name, self._refuse)
                for name in dir(solver):
                    if name.startswith("SetUserFunction"):
                        replace(solver, name, self._refuse_function)
            if self.is_sampling:
                replace(exu.MainSystem, "GetSensorStoredData", lambda before, name, mbs, *given: np.zeros((1, 2)))
            for owner in (exu.MainSystem, exu):
                replace(owner, "ComputeODE2Eigenvalues", self._eigenvalues)
            for name in ("ComputeLinearizedSystem", "ComputeSystemDegreeOfFreedom"):
                replace(exu.MainSystem, name, self._remark)
            self._patches = patches.pop_all()
        return self

    def __exit__(self, *error: Any) -> None:
        self._patches.close()
        if not self.found:  # the script is about eigenvalues
            self.found, self._spectra = self._spectra, []
        if self._spectra:
            self.remarks.append("ComputeODE2Eigenvalues was called; its result is not part of a document")

    def _replace(self, patches: Patches, owner: Any, name: str, wrapped: Callable[..., Any]) -> None:
        def function(before: Any, this: Any, *given: Any, **options: Any) -> Any:
            return wrapped(before, name, this, *given, **options)

        patches.wrap(owner, name, lambda before: lambda *given, **options: function(before, *given, **options))

    @contextlib.contextmanager
    def _ignored(self) -> Iterator[None]:
        """Within the block, Exudyn's functions call each other, and these calls are not recorded."""
        with Patches() as patches:
            patches.put(self, "_busy", True)
            yield

    def _initialize(self, before: Any, name: Any, solver: Any, mbs: Any, *given: Any, **options: Any) -> Any:
        """Remarks on the call. Computing eigenvalues also initialises a solver, so a solution starts only with the first step."""
        if not self._busy:
            self._use_of(solver).is_stepping = False
            self.remarks.append(f"{name} was called; what a script computes with a solver itself is not part of a document")
        return before(solver, mbs, *given, **options)

    def _refuse(self, before: Any, name: Any, solver: Any, mbs: Any, *given: Any, **options: Any) -> Any:
        use = self._use_of(solver)
        if not self._busy and not use.is_stepping:
            self._solvers[id(solver)] = use
            use.is_stepping = True
            settings = given[0] if given else options.get("simulationSettings")
            solution, _ = self._begin(solver, mbs, settings)
            solution.refusals.append(
                Refusal("solver", name, "the script takes steps of the solver itself, which a document cannot express")
            )
        return before(solver, mbs, *given, **options)

    def _refuse_function(self, before: Any, name: Any, solver: Any, *given: Any, **options: Any) -> Any:
        use = self._solvers[id(solver)] = self._use_of(solver)
        use.functions.append(name)
        if name == NEWTON and isinstance(solver, exu.MainSolverImplicitSecondOrder):
            steps = use.newton = Steps()
            given = tuple(steps.recording(each) if callable(each) else each for each in given)
            options = {key: steps.recording(each) if callable(each) else each for key, each in options.items()}
        return before(solver, *given, **options)

    def _use_of(self, solver: Any) -> _Solver:
        return self._solvers.get(id(solver)) or _Solver(solver)

    def _remark(self, before: Any, name: Any, mbs: Any, *given: Any, **options: Any) -> Any:
        self.remarks.append(f"{name} was called; its result is not part of a document")
        with self._ignored():
            return before(mbs, *given, **options)

    def _eigenvalues(self, before: Any, name: Any, mbs: Any, *given: Any, **options: Any) -> Any:
        with self._ignored():
            result = before(mbs, *given, **options)
        spectrum = None if self._busy else spectrum_of(before, result, [mbs, *given], options)
        if spectrum is None:
            self.remarks.append(f"{name} was called; its result is not part of a document")
            return result
        conversion = conversion_of(mbs, spectrum.settings or exu.SimulationSettings(), static=True, originals=self.originals)
        document = with_constraints(conversion.source, conversion.document, spectrum.held)
        self._spectra.append(Solution(mbs, replace(conversion, document=document, step=spectrum.step)))
        self._spectra[-1].spectrum = spectrum
        return result

    def _solve(self, before: Any, name: Any, solver: Any, mbs: Any, settings: Any, *given: Any, **options: Any) -> Any:
        if self._busy:
            return before(solver, mbs, settings, *given, **options)
        with self._ignored(), self.length.of(settings, static=isinstance(solver, exu.MainSolverStatic)):
            return self._solve_once(before, solver, mbs, settings, *given, **options)

    def _solve_once(self, before: Any, solver: Any, mbs: Any, settings: Any, *given: Any, **options: Any) -> Any:
        solution, conversion = self._begin(solver, mbs, settings)
        self.calls += 1
        steps = self._use_of(solver).steps
        if steps is not None:
            steps.clear()
        if self.is_sampling:
            conversion.step.update(self.methods.get(self.calls, {}))
            solution.end = state_of(mbs, exu.ConfigurationType.Current)
            if self.calls == self._last:
                raise Enough
            return True
        solution.is_running = True
        self._changed(solution)
        static, success = isinstance(solver, exu.MainSolverStatic), False
        with Patches() as patches:
            patches.put(*realtime(settings), False)  # no window is shown
            _store_sensors(mbs, patches)
            try:
                played = Replay(mbs) if "PreStep" in conversion.waivable else None
                with contextlib.ExitStack() as watch:
                    acting = watch.enter_context(watching(mbs, played)) if conversion.waivable else set()
                    success = before(solver, mbs, settings, *given, **options)
                    if played is not None and success and "PreStep" in acting:
                        played.repeat()
                solution.waive({name: each for name, each in conversion.waivable.items() if name not in acting}, conversion)
                if played is not None and success and "PreStep" in acting:
                    solution.play(played, conversion, settings.timeIntegration)
                if not success:
                    solution.problem = "the solver did not converge"
                if steps is not None:
                    self._recognise(solution, conversion, steps)
                return success
            except Exception as error:
                solution.problem = first_line(error)
                raise
            finally:
                solution.findings += _unsettled(solver, settings)
                self._end(solution, mbs, static, bool(success))
                solution.is_running = False
                self._changed(solution)

    def _recognise(self, solution: Solution, conversion: Conversion, steps: Steps) -> None:
        """Stores in the document the method that the script's function implements, or refuses the function."""
        try:
            method, finding = recognised(steps, conversion)
        except NotConvertible:  # another refusal states the reason
            return
        if method is None:
            solution.refusals.append(Refusal("solver", NEWTON, finding))
            return
        solution.findings.append(finding)
        self.methods[self.calls] = method
        conversion.step.update(method)

    def _begin(self, solver: Any, mbs: Any, settings: Any) -> tuple[Solution, Conversion]:
        static = isinstance(solver, exu.MainSolverStatic)
        kind = None if static or settings is None else solver_type(settings, explicit=isinstance(solver, exu.MainSolverExplicit))
        use = self._use_of(solver)
        if use.steps is not None:  # a user method, which is recognised later; any explicit one will do
            kind = exu.DynamicSolverType.ExplicitEuler
        settings = settings if settings is not None else exu.SimulationSettings()
        conversion = conversion_of(mbs, settings, kind, static=static, originals=self.originals)
        refused = [] if use.steps is not None else use.functions
        functions = [Refusal("solver", name, "a function that replaces a part of the solver") for name in refused]
        last = next((each for each in reversed(self.found) if each.mbs is mbs), None)
        if last is not None and not use.functions and last.continued(conversion):
            return last, conversion
        solution = Solution(mbs, conversion)
        solution.refusals += functions
        self.found.append(solution)
        return solution, conversion

    def _end(self, solution: Solution, mbs: Any, static: bool, success: bool) -> None:
        curves: dict[str, Curve] = {}
        for number, name in enumerate(solution.conversion.sensor_names):
            try:
                rows = np.atleast_2d(np.asarray(mbs.GetSensorStoredData(number), dtype=float))
            except Exception:  # the sensor was not stored
                continue
            if rows.size:
                curves[name] = Curve(rows[:, 0], rows[:, 1:])
        if success:
            time = float(mbs.systemData.GetTime(exu.ConfigurationType.Current))
            for name, value in solution.conversion.added.now().items():
                curves[name] = Curve(np.array([time]), np.ravel(value)[None, :])
        solution.curves.append((static, curves))
        solution.scales = _scales(mbs)
        solution.end = state_of(mbs, exu.ConfigurationType.Current) if success else None


def _store_sensors(mbs: Any, stack: contextlib.ExitStack) -> None:
    """Makes all sensors of a system store their values until the stack closes."""
    for number in range(mbs.systemData.NumberOfSensors()):
        stack.callback(mbs.SetSensorParameter, number, "storeInternal", mbs.GetSensorParameter(number, "storeInternal"))
        mbs.SetSensorParameter(number, "storeInternal", True)


def _scales(mbs: Any) -> Scales:
    """The length, duration and force that scale the values of a system in its present state."""

    def found(kind: str, *outputs: str) -> list[np.ndarray]:
        item, output_of = getattr(mbs, f"Get{kind}"), getattr(mbs, f"Get{kind}Output")
        values = [np.zeros(3)]
        for number in range(getattr(mbs.systemData, f"NumberOf{kind}s")()):
            known = outputs_of(kind.lower(), item(number)[f"{kind.lower()}Type"])
            for output in known & set(outputs):
                with contextlib.suppress(Exception):  # Exudyn cannot compute this output
                    values.append(np.ravel(np.asarray(output_of(number, getattr(exu.OutputVariableType, output)), dtype=float)))
        return [each for each in values if np.isfinite(each).all()]

    positions = [each for each in found("Node", "Position") if each.size == 3]
    forces = found("Object", "Force", "ForceLocal", "Torque", "TorqueLocal")
    return Scales(
        length=float(np.ptp(positions, axis=0).max()),
        duration=float(mbs.systemData.GetTime(exu.ConfigurationType.Current)),
        force=max(float(np.abs(each).max(initial=0.0)) for each in forces),
    )


def _unsettled(solver: Any, settings: Any) -> list[str]:
    """Reports a last load step that is out of balance, about which Exudyn is silent."""
    if not isinstance(solver, exu.MainSolverStatic):
        return []
    limits, error = settings.staticSolver.discontinuous, float(solver.conv.discontinuousIterationError)
    if not limits.ignoreMaxIterations or not error > float(limits.iterationTolerance):
        return []
    count = int(limits.maxIterations)
    return [
        f"in Exudyn: contacts did not settle in the last load step ({count} iterations, error {error:.2g}); the run continues "
        "with unbalanced forces, as ignoreMaxIterations requests"
    ]


def first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0] if lines else ''}"[:300]
