"""Limits the computed part of a script's solutions."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..patches import Patches


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
        start, end, steps = float(integration.startTime), float(integration.endTime), int(integration.numberOfSteps)
        if self.most_steps is not None and steps > self.most_steps:
            end = start + (end - start) * self.most_steps / steps
            steps = self.most_steps
        with Patches() as patches:
            patches.put(integration, "endTime", end)
            patches.put(integration, "numberOfSteps", steps * self.divided)
            yield


WHOLE = Length()
