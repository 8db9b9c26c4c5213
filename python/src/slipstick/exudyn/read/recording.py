"""Records arguments that Exudyn does not return: the Python functions of symbolic ones, and the meshes and cables of contacts."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import exudyn as exu
import exudyn.advancedUtilities as utilities

from ..patches import Patches
from .distance_sensors import without_lines


@dataclass(frozen=True)
class Material:
    """The properties that determine the contact forces of a sphere, a mesh or a cable."""

    stiffness: float
    damping: float
    friction: int


class Originals:
    """The Python functions from which symbolic ones were made, and the arguments given to contacts."""

    def __init__(self) -> None:
        self._functions: dict[str, Callable[..., Any]] = {}
        #: contact, method, arguments
        self.contacts: list[tuple[Any, str, tuple[Any, ...]]] = []

    def note(self, made: Any, function: Callable[..., Any]) -> None:
        self._functions[str(made)] = function

    def of(self, made: Any) -> Callable[..., Any] | None:
        return self._functions.get(str(made))


@contextmanager
def tracing(originals: Originals | None = None) -> Iterator[Originals]:
    """Within the block, records the Python functions from which symbolic ones are made. Pass the result to `convert` or `publish`.

    Exudyn keeps only expressions with rounded numbers. Within the block, `CreateSymbolicUserFunction` records the Python function, under
    any imported name, and `GeneralContact` records its meshes and cables. Distance sensors do not add a ground object that draws their
    line. `originals`: an earlier record to extend.
    """
    originals = originals if originals is not None else Originals()
    convert, kind = utilities.ConvertFunctionToSymbolic, exu.symbolic.UserFunction
    set_from = kind.SetUserFunctionFromDict
    functions: dict[int, tuple[Any, Callable[..., Any]]] = {}  # by the id of the description, which is kept so that its id stays unique

    def described(mbs: Any, function: Callable[..., Any], *given: Any, **options: Any) -> Any:
        description = convert(mbs, function, *given, **options)
        functions[id(description)] = description, function
        return description

    def set_noted(made: Any, mbs: Any, description: Any, *given: Any, **options: Any) -> Any:
        result = set_from(made, mbs, description, *given, **options)
        if id(description) in functions:
            originals.note(made, functions[id(description)][1])
        return result

    def recording(name: str, read: Callable[..., tuple[Any, ...]], add: Callable[..., Any]) -> Callable[..., Any]:
        def added(contact: Any, *given: Any, **options: Any) -> Any:
            number = add(contact, *given, **options)
            originals.contacts.append((contact, name, read(*given, **options)))
            return number

        return added

    with Patches() as patches:
        patches.put(utilities, "ConvertFunctionToSymbolic", described)
        patches.put(kind, "SetUserFunctionFromDict", set_noted)
        for name, read in (("AddTrianglesRigidBodyBased", _mesh), ("AddANCFCable", _cable)):
            patches.wrap(exu.GeneralContact, name, functools.partial(recording, name, read))
        without_lines(patches)
        yield originals


def _mesh(
    rigidBodyMarkerIndex: Any, contactStiffness: float, contactDamping: float, frictionMaterialIndex: int, *points: Any, **others: Any
) -> tuple[Any, ...]:
    return int(rigidBodyMarkerIndex), Material(float(contactStiffness), float(contactDamping), int(frictionMaterialIndex))


def _cable(
    objectIndex: Any, halfHeight: float, contactStiffness: float, contactDamping: float, frictionMaterialIndex: int
) -> tuple[Any, ...]:
    material = Material(float(contactStiffness), float(contactDamping), int(frictionMaterialIndex))
    return int(objectIndex), float(halfHeight), material
