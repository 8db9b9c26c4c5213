"""The command python -m slipstick.exudyn SCRIPT.py [--output DIR] [--steps N] [--open] [--site ADDRESS]

Runs a script of Exudyn as it is and writes a document for each of its solutions, with Exudyn's curves beside ours.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import contextlib
import functools
import io
import json
import multiprocessing
import os
import re
import sys
import time
import traceback
import types
from collections.abc import Mapping, Sequence
from dataclasses import replace
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any

import exudyn as exu

from .notes import NotConvertible
from .publish import Enough, Published, Solution, Solutions, write
from .sliders import BadSlider, Slider, at_values, check_values, sliders_of, with_sliders
from .trace import briefly
from .variables import Given, NoVariable, Variable, variables_of
from .words import description_of, title_of


def run_script(path: Path, most_steps: int | None = None) -> tuple[list[Published], str, list[str]]:
    """What a script publishes; why it ended early, or ""; what was called and is no solution. `most_steps` of each dynamic solution."""
    solutions, problem = caught(path, most_steps)
    published, remarks = published_of(path, solutions)
    return published, problem, remarks


def published_of(path: Path, solutions: Solutions) -> tuple[list[Published], list[str]]:
    """What is published of the solutions of a script; what was called and is no solution."""
    name = path.stem
    many = len(solutions.found) > 1
    published = [each.published(f"{name} {i + 1}" if many else name, solutions.plotted) for i, each in enumerate(solutions.found)]
    return published, list(dict.fromkeys(solutions.remarks))


def caught(path: Path, most_steps: int | None = None, divided: int = 1) -> tuple[Solutions, str]:
    """The solutions of a script, and why it ended early, or ""; see Solutions."""
    solutions = Solutions(most_steps=most_steps, divided=divided)
    problem = ""
    folder = str(path.resolve().parent)
    before = sys.argv, sys.path[:], builtins.input, sys.modules["__main__"]
    backend = os.environ.get("MPLBACKEND")
    os.environ["MPLBACKEND"] = backend or "Agg"  # draws without a window
    sys.argv, builtins.input = [str(path)], lambda *given: ""
    script = types.ModuleType("__main__")  # by that name other processes look for its functions
    script.__file__ = str(path)
    vars(script)[Given.FUNCTION] = given
    sys.modules["__main__"] = script
    sys.path.insert(0, folder)
    with solutions, Quiet(solutions):
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
            exec(compile(given.changed(tree), str(path), "exec"), vars(script))
        except (SystemExit, Enough):
            pass
        except NoVariable as error:
            raise BadSlider(str(error)) from None
        except Exception as error:
            if not solutions.is_sampling:
                traceback.print_exc()
            return f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else ''}"
        finally:
            sys.argv, sys.path[:], builtins.input, sys.modules["__main__"] = before
            if backend is None:
                del os.environ["MPLBACKEND"]
    return solutions, problem


class Quiet:
    """Switches off windows, plots and waiting. Tasks for other processes run in this one."""

    def __init__(self, solutions: Solutions) -> None:
        self._solutions = solutions
        self._before: list[tuple[Any, str, Any]] = []

    def _put(self, owner: Any, name: str, value: Any) -> None:
        if hasattr(owner, name):
            self._before.append((owner, name, getattr(owner, name)))
            setattr(owner, name, value)

    def __enter__(self) -> None:
        def plot(mbs: Any, sensorNumbers: Any = (), components: Any = 0, *given: Any, **options: Any) -> Any:
            numbers = sensorNumbers if isinstance(sensorNumbers, (list, tuple)) else [sensorNumbers]
            each = components if isinstance(components, (list, tuple)) else [components] * max(1, len(numbers))
            shown: dict[int, list[int]] = {}
            for i, number in enumerate(numbers):
                if isinstance(number, (int, exu.SensorIndex)):
                    component = each[i % len(each)] if each else 0
                    shown.setdefault(int(number), []).extend([component] if isinstance(component, int) else [])
            if shown:
                self._solutions.plotted.append(tuple((number, tuple(dict.fromkeys(which))) for number, which in shown.items()))
            return [None, None, None]

        def here(*given: Any, **options: Any) -> Any:
            self._solutions.remarks.append(
                "multiprocessing.Pool: its tasks run one after the other in this process, where solutions are caught"
            )
            return ThreadPool(1)

        nothing = lambda *given, **options: None
        yes = lambda *given, **options: True
        for owner in (exu.Renderer,):
            for name in ("Start", "Attach"):
                self._put(owner, name, yes)
            for name in ("Stop", "Detach", "DoIdleTasks", "ZoomAll", "SendRedrawSignal", "SetState", "RedrawAndSaveImage"):
                self._put(owner, name, nothing)
        for name in ("WaitForUserToContinue", "SolutionViewer", "DrawSystemGraph", "SendRedrawSignal"):
            self._put(exu.MainSystem, name, nothing)
        self._put(exu.MainSystem, "PlotSensor", plot)
        self._put(multiprocessing, "Pool", here)
        self._put(time, "sleep", nothing)
        for name in ("WaitForRenderEngineStopFlag", "WaitForUserToContinue"):
            self._put(exu.SystemContainer, name, yes)
        for module in [each for each in sys.modules.values() if (getattr(each, "__name__", "") or "").split(".")[0] == "exudyn"]:
            self._put(module, "StartRenderer", yes)
            self._put(module, "StopRenderer", nothing)
            self._put(module, "DoRendererIdleTasks", nothing)
            self._put(module, "AnimateModes", nothing)
            self._put(module, "SolutionViewer", nothing)
            if callable(getattr(module, "PlotSensor", None)):
                self._put(module, "PlotSensor", plot)

    def __exit__(self, *error: Any) -> None:
        for owner, name, before in reversed(self._before):
            setattr(owner, name, before)


def main(arguments: list[str] | None = None) -> int:
    """0 if every solution is published, 1 if something is refused or fails, 2 if there is no solution."""
    parser = argparse.ArgumentParser(prog="python -m slipstick.exudyn", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("script", type=Path)
    parser.add_argument("--output", type=Path, default=Path(), metavar="DIR", help="where documents go (.)")
    parser.add_argument("--steps", type=_positive, metavar="N", help="computes only the first N steps of each dynamic solution")
    parser.add_argument("--open", action="store_true", help="opens the result in the browser")
    parser.add_argument("--site", default=None, help="address of a built site, for links (the variable SLIPSTICK_SITE)")
    about = "a number of the script becomes a parameter: 'L=0.1:1 [m] length'"
    parser.add_argument("--slider", action="append", default=[], metavar="NAME=MIN:MAX", help=about)
    given = parser.parse_args(arguments)
    published, problem, remarks = run_script(given.script, given.steps)
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


def _positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError
    return number


def report_of(script: Path, published: list[Published], problem: str, remarks: list[str]) -> dict[str, Any]:
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
