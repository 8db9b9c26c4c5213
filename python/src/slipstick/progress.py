"""Runs simulations to their end and shows their progress in a terminal or a notebook."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable

from .run import Run, SolverWarning
from .simulation import Simulation

#: shorter runs show no progress, s
_DELAY = 0.5
_BAR = "{percentage:5.1f} % |{bar:20}| {remaining} left{postfix}"

#: A function of the completed fraction and the simulated time (s).
Progress = Callable[[float, float], None]


def run_to_end(simulation: Simulation, progress: bool | Progress | None) -> Run:
    """Runs a simulation to its end. `progress`: whether to show progress, None for terminals and notebooks only, or a function."""
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
    """A function that shows progress and the remaining time in a terminal or a notebook, and a function that removes the display."""
    if callable(progress):
        return progress, lambda: None
    if progress is False or (progress is None and not _in_notebook() and not sys.stderr.isatty()):
        return lambda fraction, now: None, lambda: None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about bars shown as text because a notebook lacks widgets
        from tqdm.auto import tqdm
    bar = tqdm(total=1.0, delay=0 if progress else _DELAY, leave=False, bar_format=_BAR, miniters=0)

    def show(fraction: float, now: float) -> None:
        bar.set_postfix_str(words(fraction, now), refresh=False)
        bar.update(fraction - bar.n)

    return show, bar.close


def counting(progress: bool | None, runs: int) -> tuple[Callable[[int], None], Callable[[], None]]:
    """Like `_display`, for the number of completed runs."""
    show, clear = _display(progress, lambda fraction, now: f"{round(fraction * runs)} of {runs} runs")
    return lambda done: show(done / runs, 0.0), clear


def _text(fraction: float, now: float) -> str:
    return f"t = {now:.6g} s"


def _in_notebook() -> bool:
    if "IPython" not in sys.modules:
        return False
    shell = sys.modules["IPython"].get_ipython()
    return shell is not None and "ZMQ" in type(shell).__name__
