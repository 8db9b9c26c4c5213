"""The command python -m slipstick.exudyn SCRIPT.py [--slider NAME=MIN:MAX …] [--steps N] [--output DIR] [--open] [--site ADDRESS]

Runs a script of Exudyn as it is and writes a document for each of its solutions, with Exudyn's curves beside ours.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import contextlib
import functools
import importlib
import io
import json
import multiprocessing
import os
import re
import site
import sys
import sysconfig
import time
import traceback
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any

import exudyn as exu

from .compare.publishing import Published, published_of, write
from .patches import Patches
from .read.descriptions import description_of, title_of
from .read.dialogs import Dialog
from .read.old_arguments import arguments_of_any_version
from .read.old_exports import Names
from .read.script_variables import Given, NoVariable, Variable, variables_of
from .read.setting_names import settings_of_any_version
from .refusals import NotConvertible
from .solve.length import WHOLE, Length
from .solve.solution import Solution
from .solve.solutions import Enough, Solutions
from .trace.item_functions import briefly
from .write.sliders import BadSlider, Slider, at_values, check_values, sliders_of, with_sliders


def run_script(path: Path, sliders: Sequence[Slider] = (), length: Length = WHOLE) -> tuple[list[Published], str, list[str]]:
    """The documents of a script, why it ended early or "", and remarks on calls that are not solutions. Raises BadSlider."""
    caught = catch(path, [each.name for each in sliders], length)
    return all_published(caught, sliders), caught.problem, caught.remarks


@dataclass
class Caught:
    """A script after its run: its solutions, the values of its sliders, and why it ended early, or ""."""

    path: Path
    solutions: Solutions
    given: Given
    problem: str

    @property
    def remarks(self) -> list[str]:
        """Remarks on calls that are not solutions."""
        return list(dict.fromkeys(self.solutions.remarks))


def catch(path: Path, names: Sequence[str] = (), length: Length = WHOLE) -> Caught:
    """Runs a script and records its solutions. `names` are its sliders. Raises BadSlider."""
    solutions, given = Solutions(length=length), Given(list(names), {})
    problem = _execute(path, solutions, given)
    if missing := next((name for name in names if name not in given.own), None):
        raise BadSlider(_not_there(missing, path) + (f"; it ended early: {problem}" if problem else ""))
    return Caught(path, solutions, given, problem)


def all_published(caught: Caught, sliders: Sequence[Slider] = ()) -> list[Published]:
    """The documents of a script's solutions. Raises BadSlider."""
    path, solutions, own = caught.path, caught.solutions, caught.given.own
    if not solutions.found:  # the script may not even be valid Python
        return []
    sliders = _described(check_values(sliders, own), path)
    again = _Again(path, sliders, solutions)
    source = path.read_text(encoding="utf-8")
    name, about = title_of(source, path.stem), description_of(source)
    many = len(solutions.found) > 1
    published = []
    for i, each in enumerate(solutions.found):
        parametrised = functools.partial(with_sliders, own=own, sliders=sliders, sample=functools.partial(again.document, i))
        title = f"{name} {i + 1}" if many else name
        published.append(published_of(each, title, solutions.plotted, parametrised if sliders else None, about))
    return published


def _execute(path: Path, solutions: Solutions, given: Given) -> str:
    """Runs a script with given values of names, and records its solutions. Returns why it ended early, or ""."""
    folder = str(path.resolve().parent)
    script = types.ModuleType("__main__")  # other processes look up its functions under this name
    script.__file__ = str(path)
    names = Names()
    vars(script).update({Given.FUNCTION: given, Names.FUNCTION: names})
    with Patches() as patches, _helpers_anew(), solutions, quiet(solutions), arguments_of_any_version(), settings_of_any_version(), names:
        patches.item(os.environ, "MPLBACKEND", os.environ.get("MPLBACKEND", "Agg"))  # draws without a window
        patches.put(sys, "argv", [str(path)])
        patches.put(sys, "path", [folder, *sys.path])
        patches.put(builtins, "input", lambda *given: "")
        patches.item(sys.modules, "__main__", script)
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
            exec(compile(names.changed(given.changed(tree)), str(path), "exec"), vars(script))
        except (SystemExit, Enough):
            pass
        except NoVariable as error:
            raise BadSlider(str(error)) from None
        except Exception as error:
            if not solutions.is_sampling:
                traceback.print_exc()
            return f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else ''}"
    return ""


@contextlib.contextmanager
def _helpers_anew() -> Iterator[None]:
    """Unloads modules that a script imports and that are not installed: they may keep state from one run to the next."""
    before = set(sys.modules)
    try:
        yield
    finally:
        for name in sys.modules.keys() - before:
            if not _is_installed(sys.modules[name]):
                del sys.modules[name]


def _is_installed(module: Any) -> bool:
    file = getattr(module, "__file__", None)
    return file is None or any(Path(file).is_relative_to(folder) for folder in _installed_in())


@functools.cache
def _installed_in() -> list[str]:
    """The folders of libraries."""
    own = [str(Path(str(package.__file__)).parents[1]) for package in (exu, sys.modules["slipstick"])]
    known = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    return [*own, *known, *site.getsitepackages(), site.getusersitepackages()]


def _not_there(name: str, path: Path) -> str:
    known = ", ".join(each.name for each in variables_of(path.read_text(encoding="utf-8"))[:20])
    return f"slider {name!r}: {path.name} assigns no number to it at its top level" + (f", but to {known}" if known else "")


def _described(sliders: Sequence[Slider], path: Path) -> list[Slider]:
    """Sliders with units and labels from comments of the script."""
    if not sliders:
        return []
    known = {each.name: each for each in variables_of(path.read_text(encoding="utf-8"))}
    return [
        replace(each, unit=each.unit or known[each.name].unit, label=each.label or known[each.name].label) if each.name in known else each
        for each in sliders
    ]


class _Again:
    """Runs a script with other values of its variables, without solving."""

    def __init__(self, path: Path, sliders: Sequence[Slider], solved: Solutions) -> None:
        self._path, self._names = path, [each.name for each in sliders]
        self._calls, self._count, self._length = solved.calls, len(solved.found), solved.length
        self._methods = solved.methods
        self._found: dict[tuple[float, ...], list[Solution]] = {}

    def document(self, number: int, values: Mapping[str, float]) -> dict[str, Any]:
        """The document of one of the solutions. Raises BadSlider."""
        key = tuple(values.values())
        if key not in self._found:
            self._found[key] = self._solutions(values)
        try:
            return self._found[key][number].model().document
        except NotConvertible as error:
            raise BadSlider(f"at {at_values(values)} this is refused: {error.refusals[0]}") from None

    def _solutions(self, values: Mapping[str, float]) -> list[Solution]:
        solutions = Solutions(solve=False, last=self._calls, length=self._length, methods=self._methods)
        with contextlib.redirect_stdout(io.StringIO()), briefly():
            problem = _execute(self._path, solutions, Given(self._names, values))
        if problem and solutions.calls < self._calls:
            raise BadSlider(f"at {at_values(values)} the script ends early: {problem}")
        if len(solutions.found) != self._count:
            raise BadSlider(f"at {at_values(values)} the script has {len(solutions.found)} solutions, not {self._count}")
        return solutions.found


@contextlib.contextmanager
def quiet(solutions: Solutions) -> Iterator[None]:
    """Switches off windows, plots and waiting. Tasks for other processes run in this one, and dialogs run when they open."""

    def plot(mbs: Any, sensorNumbers: Any = (), components: Any = 0, *given: Any, **options: Any) -> Any:
        numbers = sensorNumbers if isinstance(sensorNumbers, (list, tuple)) else [sensorNumbers]
        each = components if isinstance(components, (list, tuple)) else [components] * max(1, len(numbers))
        shown: dict[int, list[int]] = {}
        for i, number in enumerate(numbers):
            if isinstance(number, (int, exu.SensorIndex)):
                component = each[i % len(each)] if each else 0
                shown.setdefault(int(number), []).extend([component] if isinstance(component, int) else [])
        if shown:
            solutions.plotted.append(tuple((number, tuple(dict.fromkeys(which))) for number, which in shown.items()))
        return [None, None, None]

    def here(*given: Any, **options: Any) -> Any:
        solutions.remarks.append("multiprocessing.Pool: its tasks run one after the other in this process, where solutions are caught")
        return ThreadPool(1)

    class Here(Dialog):
        @staticmethod
        def tell(remark: str, plotted: list[tuple[int, int]]) -> None:
            solutions.remarks.append(remark)
            solutions.plotted.extend(((sensor, (component,)),) for sensor, component in plotted)

    nothing = lambda *given, **options: None
    yes = lambda *given, **options: True
    with Patches() as patches:
        patches.put(importlib.import_module("exudyn.interactive"), "InteractiveDialog", Here)
        for name in ("Start", "Attach"):
            patches.put(exu.Renderer, name, yes)
        for name in ("Stop", "Detach", "DoIdleTasks", "ZoomAll", "SendRedrawSignal", "SetState", "RedrawAndSaveImage"):
            patches.put(exu.Renderer, name, nothing)
        for name in ("WaitForUserToContinue", "SolutionViewer", "DrawSystemGraph", "SendRedrawSignal"):
            patches.put(exu.MainSystem, name, nothing)
        patches.put(exu.MainSystem, "PlotSensor", plot)
        patches.put(exu.SystemContainer, "WaitForRenderEngineStopFlag", yes)
        patches.put(multiprocessing, "Pool", here)
        patches.put(time, "sleep", nothing)
        in_modules: dict[str, Any] = {"StartRenderer": yes, "PlotSensor": plot}
        in_modules |= dict.fromkeys(("StopRenderer", "DoRendererIdleTasks", "AnimateModes", "SolutionViewer"), nothing)
        for module in [each for each in sys.modules.values() if (getattr(each, "__name__", "") or "").split(".")[0] == "exudyn"]:
            for name, replacement in in_modules.items():
                if callable(getattr(module, name, None)):
                    patches.put(module, name, replacement)
        yield


def main(arguments: list[str] | None = None) -> int:
    """Returns 0 if every solution is published, 1 if something is refused or fails, and 2 if there is no solution."""
    parser = argparse.ArgumentParser(prog="python -m slipstick.exudyn", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("script", type=Path)
    parser.add_argument("--output", type=Path, default=Path(), metavar="DIR", help="where documents go (.)")
    parser.add_argument("--steps", type=_positive, metavar="N", help="computes only the first N steps of each dynamic solution")
    parser.add_argument("--open", action="store_true", help="opens the result in the browser")
    parser.add_argument("--site", default=None, help="address of a built site, for links (the variable SLIPSTICK_SITE)")
    about = "a number of the script becomes a parameter: 'L=0.1:1 [m] length'"
    parser.add_argument("--slider", action="append", default=[], metavar="NAME=MIN:MAX", help=about)
    given = parser.parse_args(arguments)
    try:
        published, problem, remarks = run_script(given.script, sliders_of(given.slider), Length(given.steps))
    except BadSlider as error:
        print(error, file=sys.stderr)
        return 2
    for number, each in enumerate(published):
        write(each, given.site, given.output, given.script.stem if len(published) == 1 else f"{given.script.stem}-{number + 1}")
        print(each)
    for remark in remarks:
        print(remark)
    if not given.slider and (offered := _offered(given.script)):
        print(f"could be sliders: {'; '.join(str(each) for each in offered)}")
    given.output.mkdir(parents=True, exist_ok=True)
    report = json.dumps(report_of(given.script, published, problem, remarks), indent=1)
    (given.output / f"{given.script.stem}.report.json").write_text(report + "\n", encoding="utf-8")
    if problem:
        print(f"The script ended early: {problem}")
    if not published:
        print("The script contains no solution that could be caught.")
        return 2
    if given.open:
        _open(published)
    bad = any(each.refusals or each.problem or each.run is None or each.run.status != "ok" for each in published)
    return 1 if bad or problem else 0


_MOST_OFFERED = 12
_OF_THE_RUN = re.compile(r"(t_?end|.*steps?(ize)?|.*tiles|.*tolerance|h|dt|n[A-Z_]\w*|n)$", re.IGNORECASE)


def _offered(script: Path) -> list[Variable]:
    """Numbers at the top of a script that are suitable as sliders."""
    with contextlib.suppress(SyntaxError):
        found = variables_of(script.read_text(encoding="utf-8"))
        return [each for each in found if not _OF_THE_RUN.match(each.name)][:_MOST_OFFERED]
    return []


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a positive whole number, got {text!r}")
    return int(text)


def report_of(script: Path, published: list[Published], problem: str, remarks: list[str]) -> dict[str, Any]:
    """The contents of SCRIPT.report.json."""
    return {
        "script": str(script),
        "problem": problem,
        "remarks": remarks,
        "solutions": [
            {
                "title": each.title,
                "refusals": [{"item": r.item, "parameter": r.parameter, "reason": r.reason} for r in each.refusals],
                "findings": each.findings,
                "remarks": each.remarks,
                "problem": each.problem,
                "status": each.run.status if each.run else None,
                "message": each.run.message if each.run else "",
                "differences": {name: value if value < float("inf") else None for name, value in each.differences.items()},
                "files": [str(file) for file in each.files],
                "link": each.link,
            }
            for each in published
        ],
    }


def _open(published: list[Published]) -> None:
    import webbrowser

    for each in published:
        if each.link:
            webbrowser.open(each.link)
        elif pages := [file for file in each.files if file.suffix == ".html"]:
            webbrowser.open(pages[0].resolve().as_uri())
