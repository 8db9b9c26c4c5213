"""Runs to their end, with their progress in a terminal or a notebook."""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

from .run import Run, SolverWarning
from .simulation import Simulation

#: short runs show nothing, s
_DELAY = 0.5

#: receives the completed fraction and the simulated time (s)
Progress = Callable[[float, float], None]


def run_to_end(simulation: Simulation, progress: bool | Progress | None) -> Run:
    """`progress`: whether to show it, None for terminals and notebooks only, or a function."""
    show, clear = _display(progress, _text)
    try:
        while simulation.advance_for(0.1):
            show(simulation.fraction, simulation.time)
        run = simulation.result()
    except KeyboardInterrupt:
        run = simulation.interrupted()
    clear()
    if run.status == "interrupted":
        print(f"Interrupted at {simulation.time:.6g} s; samples up to this time are kept.", file=sys.stderr)
    elif run.status == "failed":
        warnings.warn(run.message, SolverWarning, stacklevel=3)
    return run


def _display(progress: bool | Progress | None, words: Callable[[float, float], str]) -> tuple[Progress, Callable[[], None]]:
    """A function that shows progress in words, and one that removes it."""
    if callable(progress):
        return progress, lambda: None
    in_notebook = _in_notebook()
    if progress is False or (progress is None and not in_notebook and not sys.stderr.isatty()):
        return lambda fraction, now: None, lambda: None
    return _in_cell(words) if in_notebook else _in_terminal(words, at_once=bool(progress))


def counting(progress: bool | None, runs: int) -> tuple[Callable[[int], None], Callable[[], None]]:
    """The same for a number of runs that are done."""
    start = time.monotonic()

    def words(fraction: float, now: float) -> str:
        left = (time.monotonic() - start) * (1 / fraction - 1) if fraction > 0 else 0.0
        return f"{100 * fraction:5.1f} %  {round(fraction * runs)} of {runs} runs, {left:.0f} s left"

    show, clear = _display(progress, words)
    return lambda done: show(done / runs, 0.0), clear


def _text(fraction: float, now: float) -> str:
    return f"{100 * fraction:5.1f} %  t = {now:.6g} s"


def _in_cell(words: Callable[[float, float], str]) -> tuple[Progress, Callable[[], None]]:
    from IPython.display import HTML, display

    start = time.monotonic()
    shown: list[Any] = []

    def show(fraction: float, now: float) -> None:
        if shown:
            shown[0].update(HTML(f'<progress max="1" value="{fraction:.4f}"></progress> {words(fraction, now)}'))
        elif time.monotonic() - start > _DELAY:
            shown.append(display(HTML(words(fraction, now)), display_id=True))

    def clear() -> None:
        if shown:
            shown[0].update(HTML(""))

    return show, clear


def _in_terminal(words: Callable[[float, float], str], *, at_once: bool) -> tuple[Progress, Callable[[], None]]:
    start = time.monotonic()
    width = 0

    def show(fraction: float, now: float) -> None:
        nonlocal width
        if width or at_once or time.monotonic() - start > _DELAY:
            line = words(fraction, now)
            width = max(width, len(line))
            sys.stderr.write("\r" + line.ljust(width))
            sys.stderr.flush()

    def clear() -> None:
        if width:
            sys.stderr.write("\r" + " " * width + "\r")
            sys.stderr.flush()

    return show, clear


def _in_notebook() -> bool:
    if "IPython" not in sys.modules:
        return False
    shell = sys.modules["IPython"].get_ipython()
    return shell is not None and "ZMQ" in type(shell).__name__
