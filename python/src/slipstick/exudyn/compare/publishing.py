"""Turns solutions of Exudyn into documents and compares Exudyn's curves with Slipstick's."""

from __future__ import annotations

import contextlib
import functools
import inspect
import os
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import metadata
from pathlib import Path
from typing import Any

import exudyn as exu
import numpy as np

from ... import links, viewer
from ...model import Model
from ...run import Run, SolverWarning
from ..patches import replace_in
from ..read.recording import Originals, tracing
from ..reference import outputs_of, reference
from ..refusals import NotConvertible, Refusal
from ..solve.eigenvalues import Spectrum, is_damped, spectrum_of, with_held
from ..solve.explicit_methods import NEWTON, Method, Steps, recognised
from ..solve.length import WHOLE, Length
from ..solve.replay import Played, with_events
from ..solve.watching import watching
from ..trace.item_functions import NotAFormula, briefly
from ..trace.step_functions import ends_of_steps
from ..versions import set_realtime, solver_type
from ..write.conversion import Conversion, conversion_of, model_of
from ..write.initial_values import state_of
from ..write.sliders import BadSlider, Slider, at_values, check_values, sliders_of, with_sliders
from .curves import Curve, Scales, curves_of, differences

VERSION = metadata.version("exudyn")
_POINTS = 60  # points of a reference curve
_MOST_PLOTS = 8


#: Adds parameters to a document and returns it with remarks on values that do not follow them. Raises NotConvertible.
Parametrised = Callable[[dict[str, Any]], tuple[dict[str, Any], list[str]]]

#: The sensors of a plot by number, with the components to show. An empty tuple shows all components.
Plot = tuple[tuple[int, tuple[int, ...]], ...]


@dataclass
class Published:
    """The document of a solution, and how closely both programs agree."""

    title: str
    model: Model | None
    refusals: list[Refusal]
    #: entries that were left out without changing a number
    remarks: list[str]
    #: why Exudyn stopped, or ""
    problem: str = ""
    #: notes for readers of the compared numbers
    findings: list[str] = field(default_factory=list)
    run: Run | None = None
    curves: dict[str, Curve] = field(default_factory=dict)
    #: the largest difference of each sensor, relative to the size of its values
    differences: dict[str, float] = field(default_factory=dict)
    link: str = ""
    files: list[Path] = field(default_factory=list)

    @property
    def worst(self) -> tuple[float, str]:
        """The largest difference and its sensor."""
        return max(((value, name) for name, value in self.differences.items()), default=(0.0, ""))

    def __str__(self) -> str:
        lines = [self.title]
        if self.refusals:
            lines += [f"  refused: {each}" for each in self.refusals]
            return "\n".join(lines)
        if self.problem:
            lines.append(f"  Exudyn stopped: {self.problem}")
        if self.run is not None and self.run.status != "ok":
            lines.append(f"  the run failed: {self.run.message}")
        if not self.differences:
            lines.append("  nothing to compare: no sensor is in both programs")
        else:
            worst, sensor = self.worst
            lines.append(f"  largest difference of {len(self.differences)} sensors: {worst:.1e}" + (f" ({sensor})" if worst > 0 else ""))
        lines += [f"  {each}" for each in self.findings]
        lines += [f"  left out: {each}" for each in self.remarks]
        lines += [f"  {each}" for each in self.files]
        if self.link:
            lines.append(f"  {self.link}")
        return "\n".join(lines)


def publish(
    mbs: Any,
    simulationSettings: Any = None,
    solverType: Any = None,
    *,
    sliders: Sequence[str | Slider] = (),
    static: bool = False,
    title: str = "Model",
    description: str = "",
    site: str | None = None,
    path: str | Path | None = None,
    traced: Originals | None = None,
) -> Published:
    """Solves a system with Exudyn and with Slipstick, and prints the differences and a link to the model.

    `site`: the address of a built site, by default the environment variable SLIPSTICK_SITE. `path`: a folder for files. Without a site, or
    if the link would exceed 16 000 characters, the function writes the document, and a page that opens it, to this folder. `traced`: the
    record that `tracing` made, for systems with symbolic user functions. `description`: Markdown for the page.

    `sliders`: arguments that become parameters of the model, such as "L=0.1:1 [m] length". `mbs` is then a function that builds the
    system and returns mbs, or mbs and the settings. It is called with these arguments by name. For the model's own values it is called
    without arguments, so each argument needs a default. Raises NotConvertible and BadSlider.
    """
    settings = simulationSettings or exu.SimulationSettings()
    parametrised = None
    solutions = Solutions(originals=traced)
    if callable(mbs):
        builder = Builder(mbs, settings, solverType, static, solutions.originals)
        if chosen := sliders_of(sliders):
            parametrised = builder.parametrised(chosen)
        mbs, settings = builder.build({})
    elif sliders:
        raise BadSlider("sliders need a function that builds the system in place of mbs: publish(build, sliders=…)")
    with solutions:
        try:
            if static:
                mbs.SolveStatic(settings)
            else:
                mbs.SolveDynamic(settings, **({} if solverType is None else {"solverType": solverType}))
        except Exception as error:
            if not solutions.found:
                raise
            solutions.found[-1].problem = _first_line(error)
    published = solutions.found[-1].published(title, solutions.plotted, parametrised, description)
    if published.refusals:
        raise NotConvertible(published.refusals)
    write(published, site, Path(path) if path is not None else None)
    print(published)
    return published


class Builder:
    """A function that builds a system from given numbers."""

    def __init__(self, function: Callable[..., Any], settings: Any, solver: Any, static: bool, originals: Originals) -> None:
        self._function, self._settings, self._solver, self._static = function, settings, solver, static
        self._originals = originals

    def build(self, values: Mapping[str, float]) -> tuple[Any, Any]:
        """The system and the settings of its solver."""
        with tracing(self._originals):
            made = self._function(**values)
        mbs, settings = made if isinstance(made, tuple) and len(made) == 2 else (made, self._settings)
        if not isinstance(mbs, exu.MainSystem):
            raise TypeError(f"{self._function.__name__}() must return mbs, or mbs and the settings; it returns a {type(mbs).__name__}")
        return mbs, settings

    def parametrised(self, sliders: Sequence[Slider]) -> Parametrised:
        """Returns a function that turns arguments into parameters of a document. Raises BadSlider."""
        defaults = {name: each.default for name, each in inspect.signature(self._function).parameters.items()}
        for each in sliders:
            default = defaults.get(each.name)
            if isinstance(default, bool) or not isinstance(default, (int, float)):
                raise BadSlider(f"slider {each.name!r}: {self._function.__name__}() has no argument of this name with a number as default")
        own = {each.name: float(defaults[each.name]) for each in sliders}
        return functools.partial(with_sliders, own=own, sliders=check_values(sliders, own), sample=self._document)

    def _document(self, values: Mapping[str, float]) -> dict[str, Any]:
        try:
            mbs, settings = self.build(values)
            with briefly():
                conversion = conversion_of(mbs, settings, self._solver, static=self._static, originals=self._originals)
            return model_of(conversion, [conversion.step]).document
        except NotConvertible as error:
            raise BadSlider(f"at {at_values(values)} this is refused: {error.refusals[0]}") from None
        except Exception as error:
            raise BadSlider(f"at {at_values(values)} {self._function.__name__}() ends early: {_first_line(error)}") from error


def write(published: Published, site: str | None, folder: Path | None, name: str = "") -> None:
    """Writes a published model as a link. Writes files too if a folder is given or the link is too long."""
    model = published.model
    if model is None:
        return
    site = site if site is not None else os.environ.get("SLIPSTICK_SITE")
    too_long = False
    if site:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", links.LinkWarning)
            digest = published.run.digest if published.run is not None and published.run.status == "ok" else ""
            try:
                link = links.write(model.document, site, digest)
                too_long = len(link) > links.LONGEST
            except ValueError:
                too_long = True
        if too_long:
            published.remarks.append(f"the link would exceed {links.LONGEST} characters, so the model was written to a file")
        else:
            published.link = link
    if folder is None and (site and not too_long):
        return
    folder = folder or Path.cwd()
    folder.mkdir(parents=True, exist_ok=True)
    name = name or re.sub(r"\W+", "-", published.title).strip("-").lower() or "model"
    document = folder / f"{name}.json"
    model.save(document)
    published.files.append(document)
    page = folder / f"{name}.html"
    with contextlib.suppress(viewer.ViewerMissing):
        viewer.save(model.document, page, site=site)
        published.files.append(page)


class Solution:
    """A document under construction: a solution and all solutions that continue from its end."""

    def __init__(self, mbs: Any, conversion: Conversion) -> None:
        self.mbs = mbs
        self.conversion = conversion
        self.steps = [conversion.step]
        #: the document of the system at the last step
        self.present = conversion.document
        self.curves: list[tuple[bool, dict[str, Curve]]] = []  # for each step: whether it is static, and its curves
        self.refusals: list[Refusal] = []
        self.problem = ""
        #: the sizes of the system at the end of the last step
        self.scales = Scales()
        #: deviations that Exudyn's solver accepted
        self.findings: list[str] = []
        #: the eigenvalues, if the solution is not a motion
        self.spectrum: Spectrum | None = None
        self.end: list[np.ndarray] | None = None
        #: whether events replay the values that a function set
        self.is_played = False

    def waive(self, refusals: Mapping[str, Refusal], conversion: Conversion) -> None:
        """Drops the refusals of functions that changed nothing in their step."""
        for name, refusal in refusals.items():
            for listed in (self.refusals, conversion.notes.refusals):
                if refusal in listed:
                    listed.remove(refusal)
            self.conversion.notes.remark(f"Set{name}UserFunction: the function changes nothing in this solution")

    def play(self, played: Played, conversion: Conversion, settings: Any) -> None:
        """Replays the values set by the function before each step, if they have no formula of time."""
        refusal = conversion.waivable["PreStep"]
        if len(self.steps) > 1:  # events count the steps within one analysis step
            return
        times = ends_of_steps(settings.startTime, settings.endTime, int(settings.numberOfSteps))
        try:
            document = with_events(conversion, played, times)
        except NotAFormula as reason:
            both = f"{refusal.reason}; its values cannot be played back either: {reason}"
            self._replace(refusal, replace(refusal, reason=both), conversion)
            return
        self._replace(refusal, None, conversion)
        self.conversion, self.present, self.is_played = replace(conversion, document=document), document, True
        self.findings.append(
            f"SetPreStepUserFunction: what it sets follows the time by no formula ({refusal.reason}); the document plays the "
            f"{len(times)} steps of this solution back"
        )

    def _replace(self, old: Refusal, new: Refusal | None, conversion: Conversion) -> None:
        for listed in (self.refusals, conversion.notes.refusals):
            listed[:] = [each for one in listed for each in ([one] if one != old else [new] if new is not None else [])]

    def published(
        self, title: str, plotted: Sequence[Plot] = (), parametrised: Parametrised | None = None, description: str = ""
    ) -> Published:
        """Runs the document in Slipstick and compares the results. `parametrised` adds formulas of parameters to it."""
        found = Published(title, None, list(self.refusals), list(dict.fromkeys(self.conversion.notes.remarks)), self.problem)
        found.curves = self.recorded()
        found.findings = self._findings()
        try:
            model = self.model(title)
            if parametrised:
                document, remarks = parametrised(model.document)
                model = Model(document)
                found.remarks += remarks
        except NotConvertible as error:
            found.refusals = error.refusals
            return found
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SolverWarning)
            found.run = model.run(progress=False)
        found.differences = differences(curves_of(found.run), found.curves, self.outputs(), self.scales)
        if self.spectrum is not None and found.run.status == "ok":
            [own] = found.run.eigenvalues
            found.differences["eigenvalues"] = self.spectrum.difference(own)
            if is_damped(own):
                found.findings.append("compared: squares of the absolute values of eigenvalues with damping, and of Exudyn's without")
        found.findings += [f"here: {text}" for key in ("held", "unbalanced") if (text := found.run.statistics.get(key))]
        about = "\n\n".join(each for each in (description, _comparison(found)) if each)
        head = {"slipstick": 1, "title": title, "description": about}
        found.model = Model({**head, **model.document, **self._display(found, plotted, model.parameters)})
        found.remarks = list(dict.fromkeys([*found.remarks, *(str(issue) for issue in found.model.issues)]))
        return found

    def recorded(self) -> dict[str, Curve]:
        """The records of Exudyn's sensors in all steps, without static steps that precede a dynamic one."""
        parts = [curves for i, (_, curves) in enumerate(self.curves) if i not in self._before_motion()]
        found = {}
        for name in {name for part in parts for name in part}:
            pieces = [part[name] for part in parts if name in part and len(part[name].time)]
            if pieces and len({piece.values.shape[1] for piece in pieces}) == 1:
                found[name] = Curve(np.concatenate([each.time for each in pieces]), np.vstack([each.values for each in pieces]))
        return found

    def _before_motion(self) -> list[int]:
        """Numbers of the static steps that precede a dynamic one. Documents then record only the motion."""
        moving = [i for i, step in enumerate(self.steps) if step.get("type") != "static"]
        return [i for i, (static, _) in enumerate(self.curves) if static and moving and i < moving[-1]]

    def _findings(self) -> list[str]:
        count = len(self._before_motion())
        steps = "static step" if count == 1 else f"{count} static steps"
        return [*self.findings, *([f"not compared: {steps} before the motion"] if count else [])]

    def model(self, title: str = "") -> Model:
        """The model of all steps. Raises NotConvertible."""
        return model_of(self.conversion, self.steps, title, refusals=self.refusals)

    def outputs(self) -> dict[str, str]:
        return {
            each.get("name", f"sensor{i}"): each.get("outputVariableType", "")
            for i, each in enumerate(self.conversion.document.get("sensors", []))
        }

    def _display(self, found: Published, plotted: Sequence[Plot], parameters: Mapping[str, float]) -> dict[str, Any]:
        """Plots of the sensors that the script plots, or of the first ones, with Exudyn's curves for these parameters as reference."""
        assert found.run is not None
        if self.spectrum is not None:
            return {}
        names = self.conversion.sensor_names
        chosen = [[(names[number], components) for number, components in plot if number < len(names)] for plot in dict.fromkeys(plotted)]
        if not chosen:
            chosen = [[(name, ())] for name in names or found.run.sensors]
        plots = []
        for shown in chosen:
            titles = [_plot_title(name, components, found.run[name].components) for name, components in shown]
            plot: dict[str, Any] = {"title": "; ".join(dict.fromkeys(titles)), "curves": [], "reference": []}
            for name, components in shown:
                sensor = found.run[name]
                for component in components or range(min(3, len(sensor.components))):
                    if not 0 <= component < len(sensor.components):
                        continue
                    plot["curves"].append({"sensor": name, "component": component})
                    curve = found.curves.get(name)
                    if curve is not None and component < curve.values.shape[1]:
                        label = f"Exudyn {VERSION}" + (f" {sensor.components[component]}" if len(sensor.components) > 1 else "")
                        when = {"when": dict(parameters)} if parameters else {}
                        plot["reference"].append({"label": label, **_points(curve, component), **when})
            if plot["curves"]:
                plots.append({key: value for key, value in plot.items() if value})
        return {"display": {"plots": plots[:_MOST_PLOTS]}} if plots else {}


def _plot_title(name: str, chosen: Sequence[int], components: Sequence[str]) -> str:
    """The name of a sensor, followed by its shown components if some are hidden."""
    shown = [components[i] for i in chosen if 0 <= i < len(components)]
    return name if not shown or len(shown) == len(components) else f"{name}, {', '.join(shown)}"


def _comparison(found: Published) -> str:
    """The sentences of the page about Exudyn's curves."""
    if not found.differences:
        return f"This model comes from a script for Exudyn {VERSION}."
    worst, sensor = found.worst
    points = f"The points *Exudyn {VERSION}* in the plots come from that program."
    if sensor == "eigenvalues":
        return f"This model comes from a script for Exudyn {VERSION}. The squares of its eigenvalues differ by {worst:.0e} of the largest."
    if worst == 0:
        return f"{points} Both programs give the same numbers."
    apart = f"differ by at most {worst:.0e} of the size of a sensor (*{sensor}*)" if worst < float("inf") else "have no samples in common"
    sensors = "one sensor" if len(found.differences) == 1 else f"{len(found.differences)} sensors"
    return f"{points} In {sensors}, both programs {apart}."


def _points(curve: Curve, component: int) -> dict[str, list[float]]:
    finite = np.flatnonzero(np.isfinite(curve.values[:, component]))
    chosen = finite[np.unique(np.linspace(0, len(finite) - 1, min(_POINTS, len(finite))).round().astype(int))] if len(finite) else finite
    return {
        "x": [float(f"{each:.6g}") for each in curve.time[chosen]],
        "y": [float(f"{each:.6g}") for each in curve.values[chosen, component]],
    }


class Enough(BaseException):
    """Raised after the wanted number of solutions. It is not an Exception, so scripts do not catch it."""


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
    ) -> None:
        self._solves = solve
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
        self._replaced_for_now = contextlib.ExitStack()
        self._busy = False
        #: names of the functions that replace parts of a solver, by the id of the solver
        self._functions: dict[int, list[str]] = {}
        #: keeps these solvers alive, so that their ids remain unique
        self._replaced: list[Any] = []
        #: the steps taken by such a function, by the id of the solver
        self._steps: dict[int, Steps] = {}
        #: methods recognised from their steps, by the number of the call
        self.methods: dict[int, Method] = dict(methods or {})
        #: ids of solvers whose steps are taken by the script itself
        self._stepping: set[int] = set()

    def __enter__(self) -> Solutions:
        with contextlib.ExitStack() as stack:  # restores Exudyn even if this block fails midway
            stack.enter_context(tracing(self.originals))
            for solver in (exu.MainSolverImplicitSecondOrder, exu.MainSolverExplicit, exu.MainSolverStatic):
                self._replace(stack, solver, "SolveSystem", self._solve)
                self._replace(stack, solver, "InitializeSolver", self._initialize)
                for name in ("SolveSteps", "InitializeStep", "DiscontinuousIteration", "Newton", "FinishStep"):
                    self._replace(stack, solver, name, self._refuse)
                for name in dir(solver):
                    if name.startswith("SetUserFunction"):
                        self._replace(stack, solver, name, self._refuse_function)
            if not self._solves:
                self._replace(stack, exu.MainSystem, "GetSensorStoredData", lambda before, name, mbs, *given: np.zeros((1, 2)))
            for owner in (exu.MainSystem, exu):
                self._replace(stack, owner, "ComputeODE2Eigenvalues", self._eigenvalues)
            for name in ("ComputeLinearizedSystem", "ComputeSystemDegreeOfFreedom"):
                self._replace(stack, exu.MainSystem, name, self._remark)
            self._replaced_for_now = stack.pop_all()
        return self

    def __exit__(self, *error: Any) -> None:
        self._replaced_for_now.close()
        if not self.found:  # the script is about eigenvalues
            self.found, self._spectra = self._spectra, []
        if self._spectra:
            self.remarks.append("ComputeODE2Eigenvalues was called; its result is not part of a document")

    def _replace(self, stack: contextlib.ExitStack, owner: Any, name: str, wrapped: Callable[..., Any]) -> None:
        before = getattr(owner, name)

        def function(this: Any, *given: Any, **options: Any) -> Any:
            return wrapped(before, name, this, *given, **options)

        replace_in(stack, owner, name, function)

    def _initialize(self, before: Any, name: Any, solver: Any, mbs: Any, *given: Any, **options: Any) -> Any:
        """Remarks on the call. Computing eigenvalues also initialises a solver, so a solution starts only with the first step."""
        if not self._busy:
            self._stepping.discard(id(solver))
            self.remarks.append(f"{name} was called; what a script computes with a solver itself is not part of a document")
        return before(solver, mbs, *given, **options)

    def _refuse(self, before: Any, name: Any, solver: Any, mbs: Any, *given: Any, **options: Any) -> Any:
        if not self._busy and id(solver) not in self._stepping:
            self._stepping.add(id(solver))
            settings = given[0] if given else options.get("simulationSettings")
            solution, _ = self._begin(solver, mbs, settings)
            solution.refusals.append(
                Refusal("solver", name, "the script takes steps of the solver itself, which a document cannot express")
            )
        return before(solver, mbs, *given, **options)

    def _refuse_function(self, before: Any, name: Any, solver: Any, *given: Any, **options: Any) -> Any:
        self._functions_of(solver).append(name)
        self._replaced.append(solver)
        if name == NEWTON and isinstance(solver, exu.MainSolverImplicitSecondOrder):
            steps = self._steps[id(solver)] = Steps()
            given = tuple(steps.noting(each) if callable(each) else each for each in given)
            options = {key: steps.noting(each) if callable(each) else each for key, each in options.items()}
        return before(solver, *given, **options)

    def _functions_of(self, solver: Any) -> list[str]:
        return self._functions.setdefault(id(solver), [])

    def _steps_of(self, solver: Any) -> Steps | None:
        """The recorded steps, if a function takes all steps and replaces no other part of the solver."""
        return self._steps.get(id(solver)) if set(self._functions_of(solver)) == {NEWTON} else None

    def _remark(self, before: Any, name: Any, mbs: Any, *given: Any, **options: Any) -> Any:
        self.remarks.append(f"{name} was called; its result is not part of a document")
        busy, self._busy = self._busy, True
        try:
            return before(mbs, *given, **options)
        finally:
            self._busy = busy

    def _eigenvalues(self, before: Any, name: Any, mbs: Any, *given: Any, **options: Any) -> Any:
        busy, self._busy = self._busy, True
        try:
            result = before(mbs, *given, **options)
        finally:
            self._busy = busy
        spectrum = None if busy else spectrum_of(before, result, [mbs, *given], options)
        if spectrum is None:
            self.remarks.append(f"{name} was called; its result is not part of a document")
            return result
        conversion = conversion_of(mbs, spectrum.settings or exu.SimulationSettings(), static=True, originals=self.originals)
        document = with_held(conversion.source, conversion.document, spectrum.held)
        self._spectra.append(Solution(mbs, replace(conversion, document=document, step=spectrum.step)))
        self._spectra[-1].spectrum = spectrum
        return result

    def _solve(self, before: Any, name: Any, solver: Any, mbs: Any, settings: Any, *given: Any, **options: Any) -> Any:
        if self._busy:
            return before(solver, mbs, settings, *given, **options)
        self._busy = True
        try:
            with self.length.of(settings, static=isinstance(solver, exu.MainSolverStatic)):
                return self._solve_once(before, solver, mbs, settings, *given, **options)
        finally:
            self._busy = False

    def _solve_once(self, before: Any, solver: Any, mbs: Any, settings: Any, *given: Any, **options: Any) -> Any:
        solution, conversion = self._begin(solver, mbs, settings)
        self.calls += 1
        steps = self._steps_of(solver)
        if steps is not None:
            steps.clear()
        if not self._solves:
            conversion.step.update(self.methods.get(self.calls, {}))
            solution.end = state_of(mbs, exu.ConfigurationType.Current)
            if self.calls == self._last:
                raise Enough
            return True
        static, success = isinstance(solver, exu.MainSolverStatic), False
        with contextlib.ExitStack() as stack:
            stack.callback(set_realtime, settings, set_realtime(settings, False))  # nobody watches
            _store_sensors(mbs, stack)
            try:
                with contextlib.ExitStack() as watch:
                    played = Played(mbs) if "PreStep" in conversion.waivable else None
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
                solution.problem = _first_line(error)
                raise
            finally:
                solution.findings += _unsettled(solver, settings)
                self._end(solution, mbs, static, bool(success))

    def _recognise(self, solution: Solution, conversion: Conversion, steps: Steps) -> None:
        """Stores in the document the method that the script's function implements, or refuses the function."""
        try:
            method, told = recognised(steps, conversion)
        except NotConvertible:  # another refusal states the reason
            return
        if method is None:
            solution.refusals.append(Refusal("solver", NEWTON, told))
            return
        solution.findings.append(told)
        self.methods[self.calls] = method
        conversion.step.update(method)

    def _begin(self, solver: Any, mbs: Any, settings: Any) -> tuple[Solution, Conversion]:
        static = isinstance(solver, exu.MainSolverStatic)
        kind = None if static or settings is None else solver_type(settings, explicit=isinstance(solver, exu.MainSolverExplicit))
        if self._steps_of(solver) is not None:  # a placeholder until the method is recognised
            kind = exu.DynamicSolverType.ExplicitEuler
        settings = settings if settings is not None else exu.SimulationSettings()
        conversion = conversion_of(mbs, settings, kind, static=static, originals=self.originals)
        step = conversion.step
        replaced = self._functions_of(solver)
        refused = [] if self._steps_of(solver) is not None else replaced
        functions = [Refusal("solver", name, "a function that replaces a part of the solver") for name in refused]
        last = next((each for each in reversed(self.found) if each.mbs is mbs), None)
        if (
            last is not None
            and last.end is not None
            and not last.problem
            and _same_state(last.end, state_of(mbs, exu.ConfigurationType.Initial))
        ):
            changes = _changes(last.present, conversion.document)
            if changes is not None and not last.refusals and not replaced and not last.is_played:
                if changes:
                    step["set"] = changes
                last.steps.append(step)
                last.refusals += conversion.notes.refusals
                last.present = conversion.document
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
    """The length, duration and force by which values of a system in its present state are judged."""

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
        f"in Exudyn: contacts did not settle in the last load step ({count} iterations, error {error:.2g}); it goes on out of balance, "
        "as ignoreMaxIterations says"
    ]


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0] if lines else ''}"[:300]


def _same_state(a: list[np.ndarray], b: list[np.ndarray]) -> bool:
    return any(each.size for each in a) and all(x.shape == y.shape and np.array_equal(x, y) for x, y in zip(a, b, strict=True))


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Entries of `set` that change the first document into the second, or None if `set` cannot express the change."""
    changes: list[dict[str, Any]] = []
    for kind in ("node", "object", "marker", "load", "sensor"):
        a, b = before.get(f"{kind}s", []), after.get(f"{kind}s", [])
        if len(a) != len(b):
            return None
        for number, (old, new) in enumerate(zip(a, b, strict=True)):
            if old.get("type") != new.get("type") or old.get("name") != new.get("name"):
                return None
            known = reference().get((kind, old["type"]), {})
            change: dict[str, Any] = {}
            for key in {*old, *new} - {"visualization"}:
                if old.get(key) == new.get(key):
                    continue
                row = known.get(key)
                value = new.get(key, row.get("default") if row else None)
                if row is None or "arguments" in row or row.get("refersTo") or value is None or kind == "sensor":
                    return None
                if kind == "node":  # initial values do not affect a system that has already started
                    if key.startswith("initial"):
                        continue
                    return None
                change[key] = value
            if change:
                changes.append({kind: number, **change})
    return changes
