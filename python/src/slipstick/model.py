"""Models: documents that were read and checked."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from . import _core, links
from .run import Run, run_to_end
from .simulation import Simulation, UserFunctions


@dataclass(frozen=True)
class Issue:
    """Something wrong with a document, and where: `pointer` is a JSON Pointer such as "/objects/3/stiffness"."""

    severity: Literal["error", "warning"]
    pointer: str
    message: str

    def __str__(self) -> str:
        return f"{self.pointer or 'document'}: {'warning: ' if self.severity == 'warning' else ''}{self.message}"


class ModelError(ValueError):
    """A document that is no model. `issues` has everything that is wrong, in the order of the document."""

    def __init__(self, issues: list[Issue]):
        self.issues = issues
        super().__init__("\n".join(str(issue) for issue in issues))


class Model:
    """A checked model. It never changes: `with_` gives another one."""

    def __init__(self, document: Mapping[str, Any] | str):
        """Reads a document: a dict (numbers and arrays of NumPy are welcome) or its JSON text. Raises ModelError."""
        if isinstance(document, str):
            self._text = document
        else:
            self._text = _dump(document)
        self._core, self.issues = _load(self._text, {})
        self._information: dict[str, Any] = json.loads(self._core.information())

    @classmethod
    def load(cls, source: str | os.PathLike[str] | Mapping[str, Any]) -> Model:
        """Reads a model from a file, from a link that carries it (…#m=…), or from a dict. Raises ModelError or OSError."""
        if isinstance(source, Mapping):
            return cls(source)
        if isinstance(source, str) and "#m=" in source:
            return cls(links.read(source))
        return cls(Path(source).read_text(encoding="utf-8"))

    @property
    def document(self) -> dict[str, Any]:
        """The document, a copy."""
        return json.loads(self._text)

    @property
    def text(self) -> str:
        """The document as JSON text, as it was given."""
        return self._text

    @property
    def title(self) -> str:
        return self._information["title"]

    @property
    def parameters(self) -> dict[str, float]:
        """The parameters of the document and their values (SI units)."""
        return {each["name"]: each["value"] for each in self._information["parameters"]}

    @property
    def inputs(self) -> dict[str, float]:
        """Numbers that may change while a run goes on, with their values at its start (SI units)."""
        return {each["name"]: each["value"] for each in self._information["inputs"]}

    @property
    def sensors(self) -> list[str]:
        """Names of the sensors."""
        return [each["name"] for each in self._information["sensors"]]

    def expanded(self) -> dict[str, Any]:
        """The document written out: creators expanded, references as numbers, formulas of constants evaluated."""
        return json.loads(self._core.expanded(self._text, False))

    def with_(self, **parameters: float) -> Model:
        """The same model with other values of its parameters (SI units). Raises ModelError for a value that is not allowed."""
        _load(self._text, parameters)
        document = self.document
        for name, value in parameters.items():
            given = document["parameters"][name]
            if isinstance(given, dict):
                given["value"] = float(value)
            else:
                document["parameters"][name] = float(value)
        return Model(document)

    def run(
        self,
        *,
        progress: bool | Callable[[float, float], None] | None = None,
        functions: UserFunctions | None = None,
        **parameters: float,
    ) -> Run:
        """Runs the model to its end, with other values of parameters if given (SI units). Other Python threads go on meanwhile.

        `progress`: None shows it in a terminal or notebook, False never, or a function of the fraction done (0 … 1) and the simulated
        time (s). `functions`: user functions in Python, see `Simulation.set_function`. Ctrl+C ends the run and keeps what was computed:
        its `status` is "interrupted" then. A run that the solver had to stop has the status "failed", and a SolverWarning says why.
        """
        return run_to_end(self._start(functions, parameters), progress)

    def simulate(self, *, functions: UserFunctions | None = None, **parameters: float) -> Simulation:
        """A run that goes on step by step, for a loop of one's own: see Simulation."""
        return self._start(functions, parameters)

    def _start(self, functions: UserFunctions | None, parameters: Mapping[str, float]) -> Simulation:
        core, information = self._core, self._information
        if parameters:
            core, _ = _load(self._text, parameters)
            information = json.loads(core.information())
        simulation = Simulation(self, core, information)
        for slot, function in (functions or {}).items():
            item, _, parameter = slot.rpartition(".")
            kind, item = item.split(":", 1) if ":" in item else ("object", item)
            simulation.set_function(item, parameter, function, kind=kind)
        return simulation

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the document to a file; a name that ends in .html gets a web page that runs the model, without server or network."""
        if str(path).endswith(".html"):
            from .viewer import save

            return save(self, path)
        Path(path).write_text(self._text if self._text.endswith("\n") else self._text + "\n", encoding="utf-8")

    def link(self, site: str | None = None) -> str:
        """A link that carries the whole model. `site` is the address of a built site; without it the variable SLIPSTICK_SITE is used.

        Beyond 16 000 characters a warning says that the link may be cut off on its way: send the file of `save` then.
        """
        return links.write(self.document, site)

    def __repr__(self) -> str:
        counts = ", ".join(f"{len(each)} {name}" for name in ("parameters", "sensors") if (each := getattr(self, name)))
        return f"<slipstick.Model {self.title!r}{': ' if counts else ''}{counts}>"

    def _repr_html_(self) -> str:
        from .viewer import cell

        return cell(self)


def _load(text: str, parameters: Mapping[str, float]) -> tuple[_core.Document, list[Issue]]:
    core, issues = _core.load(text, {name: float(value) for name, value in parameters.items()})
    found = [Issue(**issue) for issue in json.loads(issues)]
    if core is None:
        raise ModelError(found)
    return core, found


def _dump(document: Mapping[str, Any]) -> str:
    try:
        return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False, default=_plain)
    except (TypeError, ValueError):
        pointer, message = _culprit(document, "")
        raise ModelError([Issue("error", pointer, message)]) from None


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def _culprit(value: Any, pointer: str) -> tuple[str, str]:
    """Where a document is that JSON cannot say, and why."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, Mapping):
        entries = [(str(key).replace("~", "~0").replace("/", "~1"), each) for key, each in value.items()]
    elif isinstance(value, (list, tuple)):
        entries = [(str(key), each) for key, each in enumerate(value)]
    elif isinstance(value, float) and not np.isfinite(value):
        return pointer, f"numbers must be finite, got {value}"
    elif value is None or isinstance(value, (bool, int, float, str)):
        return "", ""
    else:
        return pointer, f"a document cannot hold a {type(value).__name__}"
    for key, each in entries:
        found = _culprit(each, f"{pointer}/{key}")
        if found[1]:
            return found
    return "", ""


