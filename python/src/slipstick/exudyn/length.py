"""How much of a script's solutions is computed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Length:
    """The first steps of each dynamic solution, of the size that the script sets, each divided into some."""

    most_steps: int | None = None
    divided: int = 1

    @contextlib.contextmanager
    def of(self, settings: Any, *, static: bool) -> Iterator[None]:
        """Settings have this length while this is entered."""
        if static:
            yield
            return
        integration = settings.timeIntegration
        before = float(integration.endTime), int(integration.numberOfSteps)
        end, steps = before
        if self.most_steps is not None and steps > self.most_steps:
            end = integration.startTime + (end - integration.startTime) * self.most_steps / steps
            steps = self.most_steps
        integration.endTime, integration.numberOfSteps = end, steps * self.divided
        try:
            yield
        finally:
            integration.endTime, integration.numberOfSteps = before


WHOLE = Length()
