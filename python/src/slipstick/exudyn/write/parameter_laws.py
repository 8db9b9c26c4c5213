"""Replaces parameters that change while a system moves by equivalent user functions of items."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..trace.symbols import Symbol, Text, constant, elementwise, named


def put(
    entry: dict[str, Any], kind: str, changed: dict[str, list[Symbol]], rows: Mapping[str, Any], is_fixed: bool = False
) -> tuple[dict[str, Any], str]:
    """The entry of a document with changing parameters, and why it is impossible, or "". `rows`: its parameters in the reference.

    `is_fixed`: the entry has a formula that contains its own parameters as numbers.
    """
    defaults = {name: row.get("default") for name, row in rows.items()}
    if functions := [key for key in entry if key.endswith("UserFunction")]:
        return _with_arguments(entry, kind, functions, changed, rows, is_fixed)
    law = _law(kind, entry["type"], changed, lambda name: entry.get(name, defaults[name]))
    if law is None or not set(changed) <= set(law.parameters):
        return entry, "which cannot be a function of time"
    taken = ["t", "displacement", "velocity", "deltaL", "deltaL_t", "q", "q_t"]
    formulas = Text([elementwise("+", each, 0) for each in law.result], taken).formulas
    return {**entry, law.function: formulas[0] if len(formulas) == 1 else formulas}, ""


def _with_arguments(
    entry: dict[str, Any], kind: str, functions: list[str], changed: dict[str, list[Symbol]], rows: Mapping[str, Any], is_fixed: bool
) -> tuple[dict[str, Any], str]:
    """Like `put`, for an entry with a formula. The formula reads only those parameters that are its arguments."""
    reason = "which has its own function"
    law = _law(kind, entry["type"], changed, lambda name: entry.get(name, rows[name].get("default")))
    if is_fixed or law is None or functions != [law.function] or not isinstance(entry[law.function], str):
        return entry, reason
    read = set(changed) & set(rows[law.function]["arguments"])
    texts = {name: Text([elementwise("+", changed[name][0], 0)], ["t"]).formulas[0] for name in read}
    if any(len(changed[name]) != 1 or ";" in texts[name] for name in read):
        return entry, reason
    parts = entry[law.function].split('"')  # odd places hold names of sensors and inputs
    for name, text in texts.items():
        inserted = f"({text})".replace("\\", r"\\")
        parts[::2] = [re.sub(rf"(?<!\w){name}(?!\w)", inserted, part) for part in parts[::2]]
        parts = '"'.join(parts).split('"')
    return {**entry, law.function: '"'.join(parts)}, ""


@dataclass(frozen=True)
class _Law:
    """The user function of an item that is equivalent to its parameters: the parameters that may change, its name and its result."""

    parameters: tuple[str, ...]
    function: str
    result: list[Symbol]


def _law(kind: str, type_name: str, changed: dict[str, list[Symbol]], values: Callable[[str], Any]) -> _Law | None:
    """None for an item without such a function. `values`: returns the parameters of the item that do not change."""

    def of(name: str, place: int = 0) -> Symbol:
        return changed[name][place] if name in changed else named(name if np.ndim(values(name)) == 0 else f"{name}[{place}]")

    def fixed(name: str) -> Symbol:
        return changed[name][0] if name in changed else constant(float(values(name)))

    if kind == "load":
        name, function = ("load", "loadUserFunction") if type_name == "Coordinate" else ("loadVector", "loadVectorUserFunction")
        return _Law((name,), function, changed.get(name, []))
    if type_name == "ConnectorCoordinate":
        return _Law(("offset",), "offsetUserFunction", changed.get("offset", []))
    if type_name in ("ConnectorCoordinateSpringDamper", "ConnectorCartesianSpringDamper"):
        places = [""] if type_name == "ConnectorCoordinateSpringDamper" else ["[0]", "[1]", "[2]"]
        result = [
            of("stiffness", i) * (named(f"displacement{place}") - of("offset", i)) + of("damping", i) * named(f"velocity{place}")
            for i, place in enumerate(places)
        ]
        return _Law(("stiffness", "damping", "offset"), "springForceUserFunction", result)
    if type_name == "ConnectorSpringDamper":
        longer = of("referenceLength") - float(values("referenceLength")) if "referenceLength" in changed else constant(0)
        result = [of("stiffness") * (named("deltaL") - longer) + of("damping") * named("deltaL_t") + of("force")]
        return _Law(("stiffness", "damping", "force", "referenceLength"), "springForceUserFunction", result)
    if type_name == "ConnectorTorsionalSpringDamper":
        elastic = of("stiffness") * (named("rotation") - of("offset"))
        result = [elastic + of("damping") * (named("angularVelocity") - fixed("velocityOffset")) + fixed("torque")]
        return _Law(("stiffness", "damping", "offset", "velocityOffset", "torque"), "springTorqueUserFunction", result)
    if type_name == "ConnectorHydraulicActuatorSimple":
        valves = ("valveOpening0", "valveOpening1")
        return _Law(valves, "valveOpeningUserFunction", [fixed(name) for name in valves])
    return _tree_law(changed, values) if type_name == "KinematicTree" else None


def _tree_law(changed: dict[str, list[Symbol]], values: Callable[[str], Any]) -> _Law:
    """The law of a kinematic tree: changes of its joint forces, and of its controllers' offsets times their gains."""
    gains = {
        "jointForceVector": 1.0,
        "jointPositionOffsetVector": values("jointPControlVector"),
        "jointVelocityOffsetVector": values("jointDControlVector"),
    }
    count = len(next(iter(changed.values())))

    def spread(value: Any) -> NDArray[np.float64]:
        return np.broadcast_to(np.ravel(np.asarray(value, dtype=float)) if np.size(value) else 0.0, count)

    result = [constant(0)] * count
    for name in (each for each in gains if each in changed):
        terms = zip(result, changed[name], spread(values(name)), spread(gains[name]), strict=True)
        result = [total + (new - float(old)) * float(gain) for total, new, old, gain in terms]
    return _Law(tuple(gains), "forceUserFunction", result)
