"""Dialogs with sliders, in which a script moves its system. They run without a window, with the initial values of their widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

#: a dialog runs until the user closes it; the solution covers this number of its periods
PERIODS = 100
REMARK = (
    f"InteractiveDialog: the motion of {PERIODS} of its periods, at the values with which its widgets open; "
    "its function is called once, before"
)


class _Widget:
    """A widget that a script's function reads and sets."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def get(self) -> Any:
        return self._value

    def set(self, value: Any) -> None:
        self._value = value


class Dialog:
    """Replaces exudyn.interactive.InteractiveDialog."""

    #: receives for each dialog a remark, and the sensors that it plots with their components
    report: Callable[[str, list[tuple[int, int]]], None] = staticmethod(lambda remark, plotted: None)

    def __init__(
        self,
        mbs: Any,
        simulationSettings: Any,
        simulationFunction: Callable[..., Any],
        dialogItems: Sequence[Mapping[str, Any]],
        plots: Any = None,
        period: float = 0.04,
        *given: Any,
        doTimeIntegration: bool = True,
        userOnChange: Callable[..., Any] | None = None,
        useSysVariables: bool = False,
        **others: Any,
    ) -> None:
        self.mbs, self.plots, self.period = mbs, plots if plots is not None else [], period
        self.dialogItems, self.simulationSettings = dialogItems, simulationSettings
        self.widgets = [_Widget(_value(each)) for each in dialogItems]
        self.labelStringVariables = [_Widget(each.get("text", "")) for each in dialogItems if each["type"] == "label"]
        self.sliderVariables = [widget for widget, each in zip(self.widgets, dialogItems, strict=True) if each["type"] == "slider"]
        if not doTimeIntegration:
            return
        variables = mbs.sys if useSysVariables else mbs.variables
        shown = {each["variable"]: widget.get() for widget, each in zip(self.widgets, dialogItems, strict=True) if "variable" in each}
        changes = any(name not in variables or variables[name] != value for name, value in shown.items())
        variables.update(shown)
        if changes and userOnChange is not None:
            userOnChange(mbs, self)
        simulationFunction(mbs, self)
        type(self).report(REMARK, list(_plotted(self.plots)))
        integration = simulationSettings.timeIntegration
        size = (integration.endTime - integration.startTime) / integration.numberOfSteps
        integration.numberOfSteps = PERIODS * max(int(self.period / size), 1)
        integration.endTime = integration.startTime + PERIODS * self.period
        mbs.SolveDynamic(simulationSettings)


def _value(item: Mapping[str, Any]) -> Any:
    """The initial value of a widget."""
    value = item.get("value", 0.5 if item["type"] == "slider" else 0)
    if item["type"] != "slider":
        return value
    low, high = item.get("range", (0, 1))
    return value if low <= value <= high else 0.5 * (low + high)


def _plotted(plots: Any) -> Iterator[tuple[int, int]]:
    """Yields the sensors that are plotted over time, each with its component."""
    for (_, along), (sensor, component), *_labels in plots["sensors"] if plots else []:
        if along == 0 and component > 0:
            yield int(sensor), component - 1
