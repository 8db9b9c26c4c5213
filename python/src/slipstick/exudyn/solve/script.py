"""Runs a script of Exudyn unchanged and without windows, and records its solutions."""

from __future__ import annotations

import ast
import builtins
import contextlib
import functools
import importlib
import multiprocessing
import os
import site
import sys
import sysconfig
import time
import traceback
import types
from collections.abc import Iterator
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any

import exudyn as exu

from ..patches import Patches
from ..read.dialogs import Dialog
from ..read.old_arguments import arguments_of_any_version
from ..read.old_exports import Names
from ..read.script_variables import Given, NoVariable
from ..read.setting_names import settings_of_any_version
from ..write.sliders import BadSlider
from .solutions import Enough, Solutions


def execute(path: Path, solutions: Solutions, given: Given) -> str:
    """Runs a script with given values of names, and records its solutions. Returns why it ended early, or ""."""
    folder = str(path.resolve().parent)
    script = types.ModuleType("__main__")  # other processes look up its functions under this name
    script.__file__ = str(path)
    names = Names()
    vars(script).update({Given.FUNCTION: given, Names.FUNCTION: names})
    with Patches() as patches, _helpers_anew(), solutions, _quiet(solutions), arguments_of_any_version(), settings_of_any_version(), names:
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


@contextlib.contextmanager
def _quiet(solutions: Solutions) -> Iterator[None]:
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
