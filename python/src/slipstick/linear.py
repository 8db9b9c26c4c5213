"""Linear input-output models of small deviations from a state of a run."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .document import Document

if TYPE_CHECKING:
    import scipy.signal


@dataclass(frozen=True, eq=False)
class LinearModel:
    """dx/dt = A x + B u, y = C x + D u, with the names of states x, inputs u and outputs y. Quantities are in SI units."""

    A: NDArray[np.float64]
    B: NDArray[np.float64]
    C: NDArray[np.float64]
    D: NDArray[np.float64]
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    #: units of the inputs and of the outputs; "" if there is none or none is known
    input_units: tuple[str, ...]
    output_units: tuple[str, ...]
    #: of the run, s
    time: float
    #: facts that limit the use of the model, such as an unstable pole or an unsteady state
    notes: tuple[str, ...]
    #: 1/s, ascending by absolute value
    poles: NDArray[np.complex128]
    _zeros: list[list[list[list[float]] | None]]

    def zeros(self, output: int | str = 0, input: int | str = 0) -> NDArray[np.complex128]:
        """The zeros of the transfer function from an input to an output, 1/s. Names or numbers select them.

        Poles that the transfer function does not have are among its zeros. The list is empty if the output does not respond.
        """
        i = self.outputs.index(output) if isinstance(output, str) else output
        j = self.inputs.index(input) if isinstance(input, str) else input
        return _complex(self._zeros[i][j] or [])

    def frequency_response(self, frequencies: ArrayLike) -> NDArray[np.complex128]:
        """C (iωI - A)⁻¹ B + D at angular frequencies ω in rad/s: (frequencies, outputs, inputs)."""
        w = np.atleast_1d(np.asarray(frequencies, dtype=float))
        response = np.empty((len(w), *self.D.shape), dtype=complex)
        for i, each in enumerate(w):
            response[i] = self.C @ np.linalg.solve(1j * each * np.eye(len(self.A)) - self.A, self.B) + self.D
        return response

    def to_control(self) -> Any:
        """A `control.StateSpace` with these names. Raises ImportError without python-control."""
        import control  # type: ignore[import-not-found, import-untyped, unused-ignore]

        def safe(names: tuple[str, ...]) -> list[str]:
            return [name.replace(".", "_") for name in names]  # python-control reserves the dot

        return control.ss(self.A, self.B, self.C, self.D, inputs=safe(self.inputs), outputs=safe(self.outputs), states=safe(self.states))

    def to_scipy(self) -> scipy.signal.StateSpace:
        """A `scipy.signal.StateSpace`. Raises ImportError without SciPy."""
        import scipy.signal

        return scipy.signal.StateSpace(self.A, self.B, self.C, self.D)

    def __repr__(self) -> str:
        names = f"{', '.join(self.inputs)} → {', '.join(self.outputs)}"
        return f"<slipstick.LinearModel at {self.time:g} s: {len(self.states)} states, {names}>"


def linear_model(document: Document, inputs: str | Iterable[str], outputs: str | Iterable[str], time: float | None) -> LinearModel:
    """The linear model of a document. Raises ValueError with the reason if there is none."""
    lists = [[names] if isinstance(names, str) else list(names) for names in (inputs, outputs)]
    request = {"inputs": lists[0], "outputs": lists[1], "time": None if time is None else float(time)}
    found: dict[str, Any] = json.loads(document.core.linear(json.dumps(request)))
    if found["problem"]:
        raise ValueError(found["problem"])
    sizes = {"states": len(found["states"]), "inputs": len(found["inputs"]), "outputs": len(found["outputs"])}

    def matrix(name: str, rows: str, columns: str) -> NDArray[np.float64]:
        return np.array(found[name], dtype=float).reshape(sizes[rows], sizes[columns])

    return LinearModel(
        A=matrix("A", "states", "states"),
        B=matrix("B", "states", "inputs"),
        C=matrix("C", "outputs", "states"),
        D=matrix("D", "outputs", "inputs"),
        states=tuple(found["states"]),
        inputs=tuple(each["name"] for each in found["inputs"]),
        outputs=tuple(each["name"] for each in found["outputs"]),
        input_units=tuple(each["unit"] for each in found["inputs"]),
        output_units=tuple(each["unit"] for each in found["outputs"]),
        time=found["time"],
        notes=tuple(found["notes"]),
        poles=_complex(found["poles"]),
        _zeros=found["zeros"],
    )


def _complex(pairs: list[list[float]]) -> NDArray[np.complex128]:
    return np.array([complex(*pair) for pair in pairs], dtype=complex)
