"""Replays, as events of the document, parameters that a function before each step sets depending only on time, but without a formula.

The values that the function sets are recorded while Exudyn computes the solution. Then the function is called again for all steps, in
reverse order and with the system in its final state. It must set the same values, which shows that they depend only on time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..trace.fork import in_fork
from ..trace.item_functions import NotAFormula
from ..trace.step_proxies import Key
from ..trace.symbols import Symbol, constant, named
from ..values import only_draws
from ..write.analysis import Document, with_parameters
from ..write.conversion import Conversion

_SETTING = {"SetObjectParameter": "object", "SetLoadParameter": "load"}
#: tolerance relative to the largest value: results of an iteration depend on its initial guess
_SAME = 1e-9

Values = dict[Key, NDArray[np.float64]]


class Replay:
    """Records the parameters of a system that a function before each step sets."""

    def __init__(self, mbs: Any) -> None:
        self._mbs, self._data = mbs, mbs.systemData
        #: the function, wrapped so that the values it sets are recorded
        self.function: Callable[..., Any] | None = None
        #: the ends of the steps, and all values after each call of the function
        self.times: list[float] = []
        self.values: list[Values] = []
        #: the values before the function set them
        self.before: Values = {}
        self.obstacle = ""
        self._present: dict[Key, Any] = {}

    def changes(self, name: str, this: Any, given: Sequence[Any], options: Mapping[str, Any]) -> None:
        """Called before the function calls the method `name` of a system."""
        kind = _SETTING.get(name)
        if this is self._data:
            self.obstacle = f"it uses mbs.systemData.{name}"
        elif this is self._mbs and kind is None:
            self.obstacle = f"it uses mbs.{name}"
        elif this is self._mbs and kind is not None:
            names = (f"{kind}Number", "parameterName", "value")
            number, parameter, value = ({**dict(zip(names, given, strict=False)), **options}[each] for each in names)
            self._set((kind, int(number), parameter), value)

    def _set(self, key: Key, value: Any) -> None:
        kind, number, name = key
        if only_draws(name):  # affects only the drawing
            return
        try:
            numbers = np.array(value, dtype=float)
            self.before.setdefault(key, np.array(getattr(self._mbs, f"Get{kind.capitalize()}Parameter")(number, name), dtype=float))
        except (TypeError, ValueError):
            self.obstacle = f"it sets {name}, which is not a number"
            return
        if np.asarray(value).dtype == bool:
            self.obstacle = f"it switches {name}"
        self._present[key] = numbers

    def called(self, time: float) -> None:
        """Called after the function has returned."""
        self.times.append(time)
        self.values.append(dict(self._present))

    def repeat(self) -> None:
        """Calls the function again for all steps, in a copy of this process, and compares the values."""
        self.obstacle = self.obstacle or in_fork(self._repeated)

    def _repeated(self) -> str:
        """Why the repeated calls differ, or ""."""
        count = len(self.times)
        sizes = {key: max(float(np.abs(each[key]).max(initial=0.0)) for each in self.values if key in each) for key in self._present}
        try:
            for step in range(count - 1, -1, -1):
                if self.function is not None:
                    self.function(self._mbs, self.times[step])
                for key, value in self.values[step].items():
                    if not np.abs(self._present[key] - value).max(initial=0.0) <= _SAME * sizes[key]:
                        return self.obstacle or f"it sets another {key[2]} when it is called again"
        except Exception as error:
            return self.obstacle or f"called again it fails: {type(error).__name__}"
        return self.obstacle


def with_events(conversion: Conversion, played: Replay, times: Sequence[float]) -> Document:
    """Adds inputs for the parameters and events that set them. `times`: the ends of all steps. Raises NotAFormula."""
    if played.obstacle:
        raise NotAFormula(played.obstacle)
    if len(times) != len(played.times) or not np.allclose(times, played.times, rtol=0, atol=1e-6 * (times[-1] - times[0]) / len(times)):
        raise NotAFormula("Exudyn takes other steps than the settings say")
    inputs: dict[str, Any] = {}
    events: list[list[dict[str, Any]]] = [[] for _ in times]
    changed: dict[Key, list[Symbol]] = {}
    for key, before in played.before.items():
        rows = np.array([np.ravel(before), *(np.ravel(each.get(key, before)) for each in played.values)])
        titles = [_title(conversion, key, place, rows.shape[1]) for place in range(rows.shape[1])]
        changed[key] = [_number(title, column, inputs, events) for title, column in zip(titles, rows.T, strict=True)]
    document = {
        **conversion.document,
        "inputs": {**conversion.document.get("inputs", {}), **inputs},
        "events": [each for step in events for each in step],
    }
    known, refusals = len(conversion.notes.refusals), conversion.notes.refusals
    document = with_parameters(document, conversion.context, changed, "SetPreStepUserFunction")
    if found := refusals[known:]:
        del refusals[known:]
        raise NotAFormula(found[0].reason)
    return document


def _title(conversion: Conversion, key: Key, place: int, size: int) -> str:
    kind, number, name = key
    return f"{name} of {conversion.source.names[kind][number]}" + (f"[{place}]" if size > 1 else "")


def _number(title: str, column: NDArray[np.float64], inputs: dict[str, Any], events: list[list[dict[str, Any]]]) -> Symbol:
    """A constant, or an input with these values, which events change step by step."""
    if np.all(column == column[0]):
        return constant(float(column[0]))
    inputs[title] = {"value": float(column[0])}
    for step in np.flatnonzero(np.diff(column)):
        events[step].append({"step": int(step), "input": title, "value": float(column[step + 1])})
    return named(f'input("{title}")')
