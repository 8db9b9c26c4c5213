"""Plots of a page: the curves of sensors, with the curves of Exudyn as reference points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import metadata
from typing import Any

import numpy as np

from ...run import Run
from ..solve.solution import Solution
from ..solve.solutions import Plot
from .curves import Curve

VERSION = metadata.version("exudyn")
_POINTS = 60  # points of a reference curve
_MOST_PLOTS = 8


def display_of(
    solution: Solution, run: Run, curves: Mapping[str, Curve], plotted: Sequence[Plot], parameters: Mapping[str, float]
) -> dict[str, Any]:
    """Plots of the sensors that the script plots, or of the first ones, with Exudyn's curves for these parameters as reference."""
    if solution.spectrum is not None:
        return {}
    names = solution.conversion.sensor_names
    chosen = [[(names[number], components) for number, components in plot if number < len(names)] for plot in dict.fromkeys(plotted)]
    if not chosen:
        chosen = [[(name, ())] for name in names or run.sensors]
    plots = []
    for shown in chosen:
        titles = [_plot_title(name, components, run[name].components) for name, components in shown]
        plot: dict[str, Any] = {"title": "; ".join(dict.fromkeys(titles)), "curves": [], "reference": []}
        for name, components in shown:
            sensor = run[name]
            for component in components or range(min(3, len(sensor.components))):
                if not 0 <= component < len(sensor.components):
                    continue
                plot["curves"].append({"sensor": name, "component": component})
                curve = curves.get(name)
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


def _points(curve: Curve, component: int) -> dict[str, list[float]]:
    finite = np.flatnonzero(np.isfinite(curve.values[:, component]))
    chosen = finite[np.unique(np.linspace(0, len(finite) - 1, min(_POINTS, len(finite))).round().astype(int))] if len(finite) else finite
    return {
        "x": [float(f"{each:.6g}") for each in curve.time[chosen]],
        "y": [float(f"{each:.6g}") for each in curve.values[chosen, component]],
    }
