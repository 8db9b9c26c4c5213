"""Publishes a system or a solution: runs its document in Slipstick, and compares the curves of both programs."""

from __future__ import annotations

import contextlib
import functools
import inspect
import os
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import exudyn as exu

from ... import links, viewer
from ...model import Model
from ...run import Run, SolverWarning
from ..read.recording import Originals, tracing
from ..refusals import NotConvertible, Refusal
from ..solve.eigenvalues import is_damped
from ..solve.solution import Solution
from ..solve.solutions import Plot, Solutions, first_line
from ..trace.item_functions import briefly
from ..write.conversion import conversion_of, model_of
from ..write.sliders import BadSlider, Slider, at_values, check_values, sliders_of, with_sliders
from .curves import Curve, curves_of, differences
from .plots import VERSION, display_of

#: Adds parameters to a document and returns it with remarks on values that do not follow them. Raises NotConvertible.
Parametrised = Callable[[dict[str, Any]], tuple[dict[str, Any], list[str]]]


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
        if self.run is not None and self.run.status not in ("ok", "running"):
            lines.append(f"  the run failed: {self.run.message}")
        if not self.differences:
            lines.append("  nothing to compare: no sensor exists in both programs")
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
        raise BadSlider("sliders need a function that builds the system instead of mbs: publish(build, sliders=…)")
    with solutions:
        try:
            if static:
                mbs.SolveStatic(settings)
            else:
                mbs.SolveDynamic(settings, **({} if solverType is None else {"solverType": solverType}))
        except Exception as error:
            if not solutions.found:
                raise
            solutions.found[-1].problem = first_line(error)
    published = published_of(solutions.found[-1], title, solutions.plotted, parametrised, description)
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
            raise BadSlider(f"at {at_values(values)} {self._function.__name__}() ends early: {first_line(error)}") from error


def published_of(
    solution: Solution, title: str, plotted: Sequence[Plot] = (), parametrised: Parametrised | None = None, description: str = ""
) -> Published:
    """Runs the document in Slipstick and compares the results. `parametrised` adds formulas of parameters to it."""
    found = Published(title, None, list(solution.refusals), list(dict.fromkeys(solution.conversion.notes.remarks)), solution.problem)
    found.curves = solution.recorded()
    found.findings = solution.all_findings()
    try:
        model = solution.model(title)
        if parametrised:
            document, remarks = parametrised(model.document)
            model = Model(document)
            found.remarks += remarks
    except NotConvertible as error:
        found.refusals = error.refusals
        return found
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SolverWarning)
        # Without an end in Exudyn there is nothing to compare, and the run may not end in Slipstick either.
        found.run = model.simulate().result() if solution.is_running else model.run(progress=False)
    if not solution.is_running:
        found.differences = differences(curves_of(found.run), found.curves, solution.outputs(), solution.scales)
    if solution.spectrum is not None and found.run.status == "ok":
        [own] = found.run.eigenvalues
        found.differences["eigenvalues"] = solution.spectrum.difference(own)
        if is_damped(own):
            found.findings.append("compared: squares of the absolute values of eigenvalues with damping, and of Exudyn's without")
    found.findings += [f"here: {text}" for key in ("held", "unbalanced") if (text := found.run.statistics.get(key))]
    about = "\n\n".join(each for each in (description, _comparison(found)) if each)
    head = {"slipstick": 1, "title": title, "description": about}
    found.model = Model({**head, **model.document, **display_of(solution, found.run, found.curves, plotted, model.parameters)})
    found.remarks = list(dict.fromkeys([*found.remarks, *(str(issue) for issue in found.model.issues)]))
    return found


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
