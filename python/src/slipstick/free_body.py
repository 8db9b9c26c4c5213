"""The free-body diagram of a body at a time of a run."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from .document import Document, ModelError, read

#: computed between two checks for Ctrl+C, s
_SLICE = 0.1
_OUTPUTS = ("Force", "Torque", "Position")


@dataclass(frozen=True, eq=False)
class Acting:
    """The force and torque of one connector, joint or load on a body."""

    #: (3,), N
    force: NDArray[np.float64]
    #: (3,), N·m, about the chosen point, with the moment of the force
    torque: NDArray[np.float64]
    #: (3,), where the force acts, global, m
    point: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class FreeBody:
    """The forces and torques on a body, their sum, and its inertia. `print(free_body)` gives a table."""

    body: str
    #: of the run, s
    time: float
    #: "global", or "body" for the axes of the body
    axes: Literal["global", "body"]
    #: (3,), the point of the torques, global, m
    about: NDArray[np.float64]
    #: by name of the connector or load; "hands" for the hands of a person
    acting: dict[str, Acting]
    #: (3,), N and N·m
    sum_of_forces: NDArray[np.float64]
    sum_of_torques: NDArray[np.float64]
    #: (3,), m a, N
    inertia: NDArray[np.float64]
    #: (3,), the rate of the angular momentum and the moment of m a about the point, N·m
    rotational_inertia: NDArray[np.float64]

    @property
    def difference_of_forces(self) -> NDArray[np.float64]:
        """The sum of the forces minus m a, N: zero except for rounding and the tolerances of the solver."""
        return self.sum_of_forces - self.inertia

    @property
    def difference_of_torques(self) -> NDArray[np.float64]:
        """The same for the torques, N·m."""
        return self.sum_of_torques - self.rotational_inertia

    def __str__(self) -> str:
        rows = [(name, each.force, each.torque) for name, each in self.acting.items()]
        rows += [
            ("sum", self.sum_of_forces, self.sum_of_torques),
            ("m a", self.inertia, self.rotational_inertia),
            ("difference", self.difference_of_forces, self.difference_of_torques),
        ]
        width = max(len(name) for name, _, _ in rows)
        head = "".join(f"{name:>12}" for name in ("Fx, N", "Fy, N", "Fz, N", "Mx, N·m", "My, N·m", "Mz, N·m"))
        lines = [f"{self.body} at {self.time:g} s, {self.axes} axes", f"{'':{width}}{head}"]
        lines += [f"{name:{width}}" + "".join(f"{value:12.5g}" for value in (*force, *torque)) for name, force, torque in rows]
        return "\n".join(lines)


def free_body(document: Document, body: str, time: float, axes: str, about: ArrayLike | None) -> FreeBody:
    """The diagram of a document. Raises ValueError with the reason if there is none."""
    if axes not in ("global", "body"):
        raise ValueError(f"axes are 'global' or 'body', not {axes!r}")
    items = json.loads(document.core.items())
    number = _number_of(items["objects"], body)
    if len([node for node in items["objects"][number]["nodes"] if node >= 0]) != 1:
        raise ValueError(f"{body!r} has not exactly one node, so it has no free-body diagram; rigid bodies and point masses have one")
    acting = _acting_on(items, number, has_hands=bool(document.data().get("events")))
    on_body = [{"type": "ForceOnBody", "bodyNumber": body, **each} for each in (*acting.values(), {"objectNumber": body})]
    sensors: list[dict[str, Any]] = [{**each, "outputVariableType": output} for each in on_body for output in _OUTPUTS]
    sensors.append({"type": "Body", "bodyNumber": body, "outputVariableType": "RotationMatrix"})
    *values, rotation = _measured(document, body, sensors, time)
    node = values[-1]  # m a acts at the node
    point = node if about is None else np.asarray(about, dtype=float)
    turn = _nearest_rotation(rotation.reshape(3, 3)).T if axes == "body" else np.eye(3)

    def wrench(force: NDArray[np.float64], torque: NDArray[np.float64], at: NDArray[np.float64]) -> Acting:
        return Acting(turn @ force, turn @ (torque + np.cross(node - point, force)), at)

    wrenches = [wrench(*values[first : first + 3]) for first in range(0, len(values), 3)]
    *parts, inertia = wrenches
    zero = np.zeros(3)
    return FreeBody(
        body=body,
        time=float(time),
        axes="body" if axes == "body" else "global",
        about=point,
        acting=dict(zip(acting, parts, strict=True)),
        sum_of_forces=sum((part.force for part in parts), zero),
        sum_of_torques=sum((part.torque for part in parts), zero),
        inertia=inertia.force,
        rotational_inertia=inertia.torque,
    )


def _nearest_rotation(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Interpolated rotation matrices are not orthogonal."""
    left, _, right = np.linalg.svd(matrix)
    return np.asarray(left @ right)


def _number_of(objects: list[dict[str, Any]], body: str) -> int:
    names = [each["name"] for each in objects]
    if body in names:
        return names.index(body)
    near = difflib.get_close_matches(body, names, 1)
    raise ValueError(f"the model has no body {body!r}{f' (did you mean {near[0]!r}?)' if near else ''}")


def _acting_on(items: dict[str, list[dict[str, Any]]], body: int, has_hands: bool) -> dict[str, dict[str, Any]]:
    """The connectors, joints and loads on a body by name, each with the parameter of its sensors; hands if the run has any."""
    own = [node for node in items["objects"][body]["nodes"] if node >= 0]

    def is_on_body(marker: int) -> bool:
        on = items["markers"][marker]
        return body in on["objects"] or any(node in own for node in on["nodes"])

    found: dict[str, dict[str, Any]] = {}

    def add(kind: str, parameter: str, listed: Iterable[dict[str, Any]]) -> None:
        for number, each in enumerate(listed):
            if any(is_on_body(marker) for marker in each["markers"] if marker >= 0):
                name = each["name"] or f"{kind} {number}"
                found[name if name not in found else f"{kind} {name}"] = {parameter: each["name"] or number}

    add("object", "objectNumber", items["objects"])
    add("load", "loadNumber", items["loads"])
    if has_hands:
        found["hands"] = {}
    return found


def _measured(document: Document, body: str, sensors: list[dict[str, Any]], time: float) -> list[NDArray[np.float64]]:
    """Repeats the run with these sensors after those of the document. Returns their values at a time, linear between samples."""
    data = document.data()
    taken = set(document.sensors)
    names = [name for name in (f"measured {i}" for i in range(len(taken) + len(sensors))) if name not in taken][: len(sensors)]
    data["sensors"] = [*data.get("sensors", []), *({"name": name, **each} for name, each in zip(names, sensors, strict=True))]
    try:
        measured = read(data)
        core = _core.Run(measured.core)
    except ModelError as error:
        reason = next(issue.message for issue in error.issues if issue.severity == "error")
        raise ValueError(f"{body!r} has no free-body diagram: it {reason}") from None
    while core.advance(_SLICE):
        pass
    times = core.time()
    if not len(times) or not times[0] <= time <= times[-1]:
        covered = f"it covers {times[0]:g} s to {times[-1]:g} s" if len(times) else core.message() or "it has no samples"
        raise ValueError(f"the run has no state at {time:g} s: {covered}")
    columns = [core.values(measured.sensors.index(name)) for name in names]
    return [np.array([np.interp(time, times, column) for column in each.reshape(len(times), -1).T]) for each in columns]
