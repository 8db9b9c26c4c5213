"""Documents, which the core reads and checks. Every error is reported with its location."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from . import _core


@dataclass(frozen=True)
class Issue:
    """An error or a warning in a document. `pointer` is a JSON Pointer to it, such as "/objects/3/stiffness"."""

    severity: Literal["error", "warning"]
    pointer: str
    message: str
    #: the kind of message, such as "mustBe"; "" for most rare ones
    code: str = ""
    #: the values in the message: texts, or dicts with a message, its code and its values
    values: Sequence[str | dict[str, Any]] = field(default=(), hash=False)

    def __str__(self) -> str:
        return f"{self.pointer or 'document'}: {'warning: ' if self.severity == 'warning' else ''}{self.message}"


class ModelError(ValueError):
    """A document that is not a valid model. `issues` lists all errors in the order of the document."""

    def __init__(self, issues: list[Issue]):
        self.issues = issues
        super().__init__("\n".join(str(issue) for issue in issues))


@dataclass(frozen=True)
class Document:
    """A document that the core has read."""

    text: str
    #: values that replace parameter values of the document (SI units)
    replaced: Mapping[str, float]
    core: _core.Document
    #: warnings
    issues: list[Issue]
    #: title, parameters, inputs and sensors, as the core lists them
    information: dict[str, Any]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles and copies store the text and read it again, because the core cannot serialise a document otherwise."""
        return read, (self.text, dict(self.replaced))

    def data(self) -> dict[str, Any]:
        """A copy of the document with the replaced parameter values."""
        data: dict[str, Any] = json.loads(self.text)
        for name, value in self.replaced.items():
            given = data["parameters"][name]
            if isinstance(given, dict):
                given["value"] = value
            else:
                data["parameters"][name] = value
        return data

    @property
    def title(self) -> str:
        return str(self.information["title"])

    def numbers(self, kind: str) -> dict[str, float]:
        """Names and values of its `parameters` or `inputs` (SI units)."""
        return {each["name"]: each["value"] for each in self.information[kind]}

    @property
    def sensors(self) -> list[str]:
        """Names of the sensors."""
        return [each["name"] for each in self.information["sensors"]]


def read(document: Mapping[str, Any] | str, parameters: Mapping[str, float] | None = None) -> Document:
    """Reads a document from a dict or JSON text, with other parameter values (SI units). Raises ModelError."""
    text = document if isinstance(document, str) else dump(document)
    values = {name: float(value) for name, value in (parameters or {}).items()}
    core, listed = _core.load(text, values)
    issues = issues_of(listed)
    if core is None:
        raise ModelError(issues)
    return Document(text, values, core, issues, json.loads(core.information()))


def issues_of(listed: str) -> list[Issue]:
    """The issues that the core lists as JSON."""
    return [Issue(**issue) for issue in json.loads(listed)]


def dump(document: Mapping[str, Any]) -> str:
    """Converts a document, which may contain numbers and arrays of NumPy, to JSON text. Raises ModelError."""
    try:
        return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False, default=_plain)
    except (TypeError, ValueError):
        pointer, message = _invalid_value(document, "")
        raise ModelError([Issue("error", pointer, message)]) from None


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def _invalid_value(value: Any, pointer: str) -> tuple[str, str]:
    """The pointer to a value that JSON cannot express, and the reason."""
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
        found = _invalid_value(each, f"{pointer}/{key}")
        if found[1]:
            return found
    return "", ""
