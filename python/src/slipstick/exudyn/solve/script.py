"""Runs a script of Exudyn unchanged and without windows, and records its solutions.

Each script runs in a copy of the process. If Exudyn crashes, the solutions until then remain. Nothing that a script changes is undone.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import multiprocessing
import os
import random
import sys
import time
import traceback
import types
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any

import exudyn as exu
import exudyn.interactive
import numpy as np

from ..read.dialogs import Dialog
from ..read.old_arguments import arguments_of_any_version
from ..read.old_exports import Names
from ..read.script_variables import Given, NoVariable
from ..read.setting_names import settings_of_any_version
from ..reference import exudyn_names, reference, settings_known
from ..trace.fork import ProcessEnded, Report, in_fork, reporting_fork
from ..trace.item_functions import briefly
from ..write.sliders import BadSlider
from .explicit_methods import Method
from .length import WHOLE, Length
from .solution import Solution
from .solutions import Enough, Plot, Solutions


@dataclass
class Caught:
    """The solutions of a script."""

    found: list[Solution] = field(default_factory=list)
    plotted: list[Plot] = field(default_factory=list)
    #: remarks on calls that are not solutions
    remarks: list[str] = field(default_factory=list)
    #: the number of solver calls, and the methods recognised from their steps by number of the call
    calls: int = 0
    methods: dict[int, Method] = field(default_factory=dict)
    #: the script's own values of the sliders
    own: dict[str, float] = field(default_factory=dict)
    #: why the script ended early, or ""
    problem: str = ""


def catch(path: Path, names: Sequence[str] = (), length: Length = WHOLE, seconds: int = 0) -> Caught:
    """The solutions of a script, which runs in a copy of this process. If that crashes, the solutions until then. Raises BadSlider.

    `names`: the names of its sliders. `seconds`: the time after which the script ends, or 0.
    """
    caught = Caught()
    for read in (reference, settings_known, exudyn_names):  # copies of this process inherit what is read here
        read()

    def receive(news: tuple[int, Solution, Caught]) -> None:
        nonlocal caught
        number, solution, present = news
        caught = replace(present, found=[*caught.found[:number], solution, *caught.found[number + 1 :]])

    def work(report: Report) -> Caught:
        def changed(solution: Solution) -> None:
            report((solutions.found.index(solution), solution, replace(_caught(solutions, given), found=[])))

        solutions, given = Solutions(length=length, changed=changed), Given(list(names), {})
        problem = _execute(path, solutions, given)
        return replace(_caught(solutions, given), problem=problem)

    try:
        return reporting_fork(work, receive, "the process in which Exudyn solves", seconds=seconds)
    except (ProcessEnded, KeyboardInterrupt) as error:
        caught.problem = str(error) or "it was interrupted"
    for each in caught.found:
        each.problem = each.problem or (caught.problem if each.is_running else "")
    return caught


def sample(path: Path, solved: Caught, values: Mapping[str, float], length: Length) -> Caught:
    """The solutions of a script with these values of its sliders, in a copy of this process and without solving."""

    def work() -> Caught:
        solutions, given = Solutions(solve=False, last=solved.calls, length=length, methods=solved.methods), Given(list(values), values)
        random.seed()  # copies of a process would draw the same numbers, and chance would go unnoticed
        np.random.seed()
        with briefly():
            problem = _execute(path, solutions, given)
        return replace(_caught(solutions, given), problem=problem)

    return in_fork(work, name="the process of the script")


def _caught(solutions: Solutions, given: Given) -> Caught:
    remarks = list(dict.fromkeys(solutions.remarks))
    return Caught(solutions.found, solutions.plotted, remarks, solutions.calls, solutions.methods, given.own)


def _execute(path: Path, solutions: Solutions, given: Given) -> str:
    """Runs a script with given values of names, and records its solutions. Returns why it ended early, or ""."""
    script = types.ModuleType("__main__")  # other processes look up its functions under this name
    script.__file__ = str(path)
    names = Names()
    vars(script).update({Given.FUNCTION: given, Names.FUNCTION: names})
    os.environ.setdefault("MPLBACKEND", "Agg")  # draws without a window
    sys.argv = [str(path)]
    sys.path.insert(0, str(path.resolve().parent))
    sys.modules["__main__"] = script
    with solutions, arguments_of_any_version(), _files_flushed():
        settings_of_any_version()
        _switch_off_windows(solutions)
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
def _files_flushed() -> Iterator[None]:
    """Flushes files that a script leaves open, because its process ends without exit handlers."""
    opened = builtins.open
    files: weakref.WeakSet[Any] = weakref.WeakSet()

    def recorded(*given: Any, **options: Any) -> Any:
        file = opened(*given, **options)
        files.add(file)
        return file

    builtins.open = recorded
    try:
        yield
    finally:
        for each in files:
            if not each.closed:
                each.flush()


def _switch_off_windows(solutions: Solutions) -> None:
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

    def note_dialog(remark: str, plotted: list[tuple[int, int]]) -> None:
        solutions.remarks.append(remark)
        solutions.plotted.extend(((sensor, (component,)),) for sensor, component in plotted)

    nothing = lambda *given, **options: None
    yes = lambda *given, **options: True
    Dialog.report = staticmethod(note_dialog)
    exudyn.interactive.InteractiveDialog = Dialog
    for name in ("Start", "Attach"):
        setattr(exu.Renderer, name, yes)
    for name in ("Stop", "Detach", "DoIdleTasks", "ZoomAll", "SendRedrawSignal", "SetState", "RedrawAndSaveImage"):
        setattr(exu.Renderer, name, nothing)
    for name in ("WaitForUserToContinue", "SolutionViewer", "DrawSystemGraph", "SendRedrawSignal"):
        setattr(exu.MainSystem, name, nothing)
    exu.MainSystem.PlotSensor = plot
    exu.SystemContainer.WaitForRenderEngineStopFlag = yes
    builtins.input = lambda *given: ""
    multiprocessing.Pool = here
    time.sleep = nothing
    in_modules: dict[str, Any] = {"StartRenderer": yes, "PlotSensor": plot}
    in_modules |= dict.fromkeys(("StopRenderer", "DoRendererIdleTasks", "AnimateModes", "SolutionViewer"), nothing)
    for module in [each for each in sys.modules.values() if (getattr(each, "__name__", "") or "").split(".")[0] == "exudyn"]:
        for name, replacement in in_modules.items():
            if callable(getattr(module, name, None)):
                setattr(module, name, replacement)
