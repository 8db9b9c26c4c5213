"""Records the arguments of contacts of many bodies, because Exudyn does not return those of their meshes and cables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import exudyn as exu


@dataclass(frozen=True)
class Material:
    """The properties that determine the contact forces of a sphere, a mesh or a cable."""

    stiffness: float
    damping: float
    friction: int


@contextmanager
def noting_contacts(found: list[tuple[Any, str, tuple[Any, ...]]]) -> Iterator[None]:
    """Within the block, appends the meshes and cables added to contacts: contact, method, arguments."""
    kind = exu.GeneralContact
    before = {name: getattr(kind, name) for name in ("AddTrianglesRigidBodyBased", "AddANCFCable")}

    def noted(name: str, read: Callable[..., tuple[Any, ...]]) -> Any:
        def function(this: Any, *given: Any, **options: Any) -> Any:
            number = before[name](this, *given, **options)
            found.append((this, name, read(*given, **options)))
            return number

        return function

    kind.AddTrianglesRigidBodyBased = noted("AddTrianglesRigidBodyBased", _mesh)
    kind.AddANCFCable = noted("AddANCFCable", _cable)
    try:
        yield
    finally:
        for name, method in before.items():
            setattr(kind, name, method)


def _mesh(
    rigidBodyMarkerIndex: Any, contactStiffness: float, contactDamping: float, frictionMaterialIndex: int, *points: Any, **others: Any
) -> tuple[Any, ...]:
    return int(rigidBodyMarkerIndex), Material(float(contactStiffness), float(contactDamping), int(frictionMaterialIndex))


def _cable(
    objectIndex: Any, halfHeight: float, contactStiffness: float, contactDamping: float, frictionMaterialIndex: int
) -> tuple[Any, ...]:
    material = Material(float(contactStiffness), float(contactDamping), int(frictionMaterialIndex))
    return int(objectIndex), float(halfHeight), material
