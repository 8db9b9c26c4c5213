"""A solution of Exudyn with its document, and all solutions that continue from its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import exudyn as exu
import numpy as np

from ...model import Model
from ..compare.curves import Curve, Scales
from ..reference import reference
from ..refusals import Refusal
from ..trace.item_functions import NotAFormula
from ..trace.step_functions import ends_of_steps
from ..write.conversion import Conversion, model_of
from ..write.initial_values import state_of
from .eigenvalues import Spectrum
from .replay import Replay, with_events


class Solution:
    """A document under construction: a solution and all solutions that continue from its end."""

    def __init__(self, mbs: Any, conversion: Conversion) -> None:
        self.mbs = mbs
        self.conversion = conversion
        self.steps = [conversion.step]
        #: the document of the system at the last step
        self.present = conversion.document
        self.curves: list[tuple[bool, dict[str, Curve]]] = []  # for each step: whether it is static, and its curves
        self.refusals: list[Refusal] = []
        self.problem = ""
        #: the sizes of the system at the end of the last step
        self.scales = Scales()
        #: deviations that Exudyn's solver accepted
        self.findings: list[str] = []
        #: the eigenvalues, if the solution is not a motion
        self.spectrum: Spectrum | None = None
        self.end: list[np.ndarray] | None = None
        #: whether events replay the values that a function set
        self.is_played = False
        #: whether Exudyn is computing its last step
        self.is_running = False

    def __getstate__(self) -> dict[str, Any]:
        """Without objects of Exudyn, which exist only in the process that solves."""
        left_out: dict[str, Any] = {"added": None, "context": None}
        source = replace(self.conversion.source, mbs=None, given={})
        spectrum = self.spectrum and replace(self.spectrum, settings=None)
        return {**vars(self), "mbs": None, "spectrum": spectrum, "conversion": replace(self.conversion, source=source, **left_out)}

    def continued(self, conversion: Conversion) -> bool:
        """Adds a solution of the same system as a step, if it starts where this one ends."""
        start = state_of(self.mbs, exu.ConfigurationType.Initial)
        if self.end is None or self.problem or self.refusals or self.is_played or not _same_state(self.end, start):
            return False
        changes = _changes(self.present, conversion.document)
        if changes is None:
            return False
        if changes:
            conversion.step["set"] = changes
        self.steps.append(conversion.step)
        self.refusals += conversion.notes.refusals
        self.present = conversion.document
        return True

    def waive(self, refusals: Mapping[str, Refusal], conversion: Conversion) -> None:
        """Drops the refusals of functions that changed nothing in their step."""
        for name, refusal in refusals.items():
            self._replace(refusal, None, conversion)
            self.conversion.notes.remark(f"Set{name}UserFunction: the function changes nothing in this solution")

    def play(self, played: Replay, conversion: Conversion, settings: Any) -> None:
        """Replays the values set by the function before each step, if they have no formula of time."""
        refusal = conversion.waivable["PreStep"]
        if len(self.steps) > 1:  # events count the steps within one analysis step
            return
        times = ends_of_steps(settings.startTime, settings.endTime, int(settings.numberOfSteps))
        try:
            document = with_events(conversion, played, times)
        except NotAFormula as reason:
            both = f"{refusal.reason}; its values cannot be played back either: {reason}"
            self._replace(refusal, replace(refusal, reason=both), conversion)
            return
        self._replace(refusal, None, conversion)
        self.conversion, self.present, self.is_played = replace(conversion, document=document), document, True
        self.findings.append(
            f"SetPreStepUserFunction: its values follow no formula of time ({refusal.reason}); the document plays the "
            f"{len(times)} steps of this solution back"
        )

    def _replace(self, old: Refusal, new: Refusal | None, conversion: Conversion) -> None:
        for listed in (self.refusals, conversion.notes.refusals):
            listed[:] = [each for one in listed for each in ([one] if one != old else [new] if new is not None else [])]

    def recorded(self) -> dict[str, Curve]:
        """The records of Exudyn's sensors in all steps, without static steps that precede a dynamic one."""
        parts = [curves for i, (_, curves) in enumerate(self.curves) if i not in self._before_motion()]
        found = {}
        for name in {name for part in parts for name in part}:
            pieces = [part[name] for part in parts if name in part and len(part[name].time)]
            if pieces and len({piece.values.shape[1] for piece in pieces}) == 1:
                found[name] = Curve(np.concatenate([each.time for each in pieces]), np.vstack([each.values for each in pieces]))
        return found

    def _before_motion(self) -> list[int]:
        """Numbers of the static steps that precede a dynamic one. Documents then record only the motion."""
        moving = [i for i, step in enumerate(self.steps) if step.get("type") != "static"]
        return [i for i, (static, _) in enumerate(self.curves) if static and moving and i < moving[-1]]

    def all_findings(self) -> list[str]:
        count = len(self._before_motion())
        steps = "static step" if count == 1 else f"{count} static steps"
        return [*self.findings, *([f"not compared: {steps} before the motion"] if count else [])]

    def model(self, title: str = "") -> Model:
        """The model of all steps. Raises NotConvertible."""
        return model_of(self.conversion, self.steps, title, refusals=self.refusals)

    def outputs(self) -> dict[str, str]:
        return {
            each.get("name", f"sensor{i}"): each.get("outputVariableType", "")
            for i, each in enumerate(self.conversion.document.get("sensors", []))
        }


def _same_state(a: list[np.ndarray], b: list[np.ndarray]) -> bool:
    return any(each.size for each in a) and all(x.shape == y.shape and np.array_equal(x, y) for x, y in zip(a, b, strict=True))


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Entries of `set` that change the first document into the second, or None if `set` cannot express the change."""
    changes: list[dict[str, Any]] = []
    for kind in ("node", "object", "marker", "load", "sensor"):
        a, b = before.get(f"{kind}s", []), after.get(f"{kind}s", [])
        if len(a) != len(b):
            return None
        for number, (old, new) in enumerate(zip(a, b, strict=True)):
            if old.get("type") != new.get("type") or old.get("name") != new.get("name"):
                return None
            known = reference().get((kind, old["type"]), {})
            change: dict[str, Any] = {}
            for key in {*old, *new} - {"visualization"}:
                if old.get(key) == new.get(key):
                    continue
                row = known.get(key)
                value = new.get(key, row.get("default") if row else None)
                if row is None or "arguments" in row or row.get("refersTo") or value is None or kind == "sensor":
                    return None
                if kind == "node":  # initial values do not affect a system that has already started
                    if key.startswith("initial"):
                        continue
                    return None
                change[key] = value
            if change:
                changes.append({kind: number, **change})
    return changes
