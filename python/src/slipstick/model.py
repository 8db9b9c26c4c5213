"""Models: documents that have been read and checked."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import links, viewer
from .assembly import Mobility, OpenConstraint, mobility_of
from .document import Issue, ModelError, issues_of, read
from .linear import LinearModel, linear_model
from .progress import run_to_end
from .run import Run
from .simulation import Simulation, UserFunctions


class Model:
    """A checked model. It is immutable; `with_` returns a modified copy."""

    def __init__(self, document: Mapping[str, Any] | str):
        """Reads a dict, which may contain NumPy numbers and arrays, or JSON text. Raises ModelError."""
        self._document = read(document)

    @classmethod
    def load(cls, source: str | os.PathLike[str] | Mapping[str, Any]) -> Model:
        """Reads a model from a file, from a link (…#m=…), or from a dict. Raises ModelError or OSError."""
        if isinstance(source, Mapping):
            return cls(source)
        if isinstance(source, str) and links.fragment(source):
            return cls(links.read(source))
        return cls(Path(source).read_text(encoding="utf-8"))

    @property
    def document(self) -> dict[str, Any]:
        """A copy of the document."""
        return self._document.data()

    @property
    def text(self) -> str:
        """The document as the original JSON text."""
        return self._document.text

    @property
    def issues(self) -> list[Issue]:
        """Warnings about the document."""
        return self._document.issues

    @property
    def title(self) -> str:
        return self._document.title

    @property
    def parameters(self) -> dict[str, float]:
        """The parameters and their values (SI units)."""
        return self._document.numbers("parameters")

    @property
    def inputs(self) -> dict[str, float]:
        """The inputs, which may change during a run, with their initial values (SI units)."""
        return self._document.numbers("inputs")

    @property
    def sensors(self) -> list[str]:
        """Names of the sensors."""
        return self._document.sensors

    def expanded(self) -> dict[str, Any]:
        """The document with creators expanded, references as numbers, and constant formulas evaluated."""
        expanded: dict[str, Any] = json.loads(self._document.core.expanded(self.text))
        return expanded

    def to_exudyn(self) -> str:
        """A Python script that builds and solves the same model with Exudyn 1.13.

        The script lists omitted content in its first lines. Raises ValueError if Exudyn lacks a necessary part of the model.
        """
        return self._document.core.exudyn_script(self.text)

    def assemble(self, hold: Iterable[str] = ()) -> Assembled:
        """Finds the positions and velocities nearest to those of the model that satisfy all constraints.

        `hold`: names of bodies or nodes that keep their positions. Raises ValueError for a name that the model does not have.
        """
        found, written, listed = self._document.core.assembled(self.text, list(hold))
        result = json.loads(found)
        return Assembled(
            closed=result["closed"] and result["moves"],
            message=result["message"],
            open=[OpenConstraint(**each) for each in result["open"]],
            gap=result["gap"],
            iterations=result["iterations"],
            mobility=mobility_of(result["mobility"]),
            _written=written,
            _issues=issues_of(listed),
        )

    def linear(self, inputs: str | Iterable[str], outputs: str | Iterable[str], time: float | None = None) -> LinearModel:
        """The linear input-output model of small deviations from the state at a time (s), see `Run.linear`. It runs the model up to it."""
        return linear_model(self._document, inputs, outputs, time)

    def with_(self, parameters: Mapping[str, float]) -> Model:
        """The same model with other parameter values (SI units). Raises ModelError for an invalid value."""
        return Model(read(self.text, parameters).data())

    def run(
        self,
        parameters: Mapping[str, float] | None = None,
        *,
        progress: bool | Callable[[float, float], None] | None = None,
        functions: UserFunctions | None = None,
    ) -> Run:
        """Runs the model to its end. Other Python threads continue meanwhile.

        `parameters`: values that replace parameter values of the document, by name (SI units). `progress`: None shows progress in terminals
        and notebooks, False never shows it, and a function receives the completed fraction (0 … 1) and the simulated time (s). `functions`:
        user functions in Python, see `Simulation.set_function`. Ctrl+C ends the run and keeps its samples; its `status` is then
        "interrupted". If the solver fails, `status` is "failed" and a SolverWarning gives the reason.
        """
        return run_to_end(self.simulate(parameters, functions=functions), progress)

    def simulate(self, parameters: Mapping[str, float] | None = None, *, functions: UserFunctions | None = None) -> Simulation:
        """A simulation that your own loop advances step by step. `parameters` and `functions` are as in `run`. See Simulation."""
        return Simulation(read(self.text, parameters) if parameters else self._document, functions or {})

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the document to a file. A name ending in .html creates a web page that runs the model without a server or network."""
        if str(path).endswith(".html"):
            viewer.save(self.document, path)
            return
        Path(path).write_text(self.text if self.text.endswith("\n") else self.text + "\n", encoding="utf-8")

    def link(self, site: str | None = None) -> str:
        """A link that contains the whole model. `site` is the address of a built site, by default the environment variable SLIPSTICK_SITE.

        Some programs may cut off a link of more than 16 000 characters; a warning reports this. Send a file from `save` instead.
        """
        return links.write(self.document, site)

    def __repr__(self) -> str:
        counts = ", ".join(f"{len(each)} {name}" for name, each in (("parameters", self.parameters), ("sensors", self.sensors)) if each)
        return f"<slipstick.Model {self.title!r}{': ' if counts else ''}{counts}>"

    def _repr_html_(self) -> str:
        return viewer.cell(self.document)


@dataclass(frozen=True)
class Assembled:
    """An assembled mechanism. `closed`: all constraints are satisfied. Otherwise `message` and `open` list violations and their size."""

    closed: bool
    message: str
    #: the violated constraints, with the largest violation first
    open: list[OpenConstraint]
    #: the largest remaining residual of a constraint equation
    gap: float | None
    iterations: int
    mobility: Mobility
    _written: str
    _issues: list[Issue]

    @property
    def model(self) -> Model:
        """The model with the assembled state as initial values. Raises ModelError if the document cannot store it, as for a formula."""
        if self._issues:
            raise ModelError(self._issues)
        return Model(self._written)


def assemble(document: Mapping[str, Any] | str, hold: Iterable[str] = ()) -> Assembled:
    """`Model(document).assemble(hold)`."""
    return Model(document).assemble(hold)
