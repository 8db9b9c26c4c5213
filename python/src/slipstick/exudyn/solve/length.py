"""Limits the computed part of a script's solutions."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Length:
    """The first steps of each dynamic solution, with the step size of the script. Each step is divided into `divided` steps."""

    most_steps: int | None = None
    divided: int = 1

    @contextlib.contextmanager
    def of(self, settings: Any, *, static: bool) -> Iterator[None]:
        """Within the block, the settings have this length."""
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
