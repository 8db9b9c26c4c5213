"""A running model in a notebook that is connected to Python in both directions."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable
from typing import Any

import numpy as np
import traitlets

from . import viewer
from .document import dump, read
from .model import Model
from .run import Run

try:
    import anywidget
    import ipywidgets
except ImportError as missing:
    raise ImportError("slipstick.Widget needs anywidget: pip install 'slipstick[widget]'") from missing

#: largest number of sample values of a run that a notebook stores; a longer run is thinned
_MOST = 2_000_000


class _Viewer(ipywidgets.Widget):  # type: ignore[misc]
    """The page of the viewer. All widgets of a notebook share one, so that it is sent and saved once."""

    _model_name = traitlets.Unicode("WidgetModel").tag(sync=True)
    page = traitlets.Unicode().tag(sync=True)


_shared: _Viewer | None = None


def _shared_viewer() -> _Viewer:
    global _shared
    if _shared is None or _shared.comm is None:  # not created yet, or closed by the user
        _shared = _Viewer(page=viewer.template())
    return _shared


class Widget(anywidget.AnyWidget):
    """A model in a notebook. Sliders and Python share `parameters`; `draw` shows a run that was computed in Python.

    The model runs in the browser once it is visible or has been clicked.
    """

    _esm = viewer.script()

    #: values of all parameters (SI units); parameters missing from a new dict keep their values
    parameters = traitlets.Dict().tag(sync=True)
    #: the visible parts of the model
    show = traitlets.List(traitlets.Enum(("title", "scene", "time", "parameters", "plots", "tasks"))).tag(sync=True)
    #: height in pixels
    height = traitlets.Int(480, min=100).tag(sync=True)

    # Stored as text: a saved notebook sorts the keys of dicts, but their order matters in a document.
    _document = traitlets.Unicode().tag(sync=True)
    _defaults = traitlets.Dict().tag(sync=True)
    _run = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    _site = traitlets.Unicode().tag(sync=True)
    _viewer = traitlets.Instance(_Viewer).tag(sync=True, **ipywidgets.widget_serialization)

    def __init__(
        self,
        model: Model | Run,
        *,
        show: Iterable[str] = ("scene", "time", "parameters"),
        height: int = 480,
        **parameters: float,
    ) -> None:
        """Shows a model, with other values of its parameters (SI units), or a run. Raises ModelError and ViewerMissing."""
        run = model if isinstance(model, Run) else None
        shown = model if isinstance(model, Model) else Model(_document_of(model))
        values = {**shown.parameters, **(run.parameters if run else {}), **parameters}
        read(shown.text, values)
        super().__init__(
            parameters=values,
            show=list(show),
            height=height,
            _document=shown.text,
            _defaults=shown.parameters,
            _run=_data_of(run) if run and values == run.parameters else None,
            _site=os.environ.get("SLIPSTICK_SITE", ""),
            _viewer=_shared_viewer(),
        )

    @property
    def model(self) -> Model:
        """The model with the present parameter values."""
        return Model(self._document).with_(self.parameters)

    def __getitem__(self, parameter: str) -> float:
        return float(self.parameters[parameter])

    def __setitem__(self, parameter: str, value: float) -> None:
        self.parameters = {parameter: value}

    def draw(self, run: Run) -> None:
        """Shows a run that was computed in Python, until a parameter changes. Very long runs are thinned.

        Raises ValueError for a run without samples.
        """
        document, data = _document_of(run), _data_of(run)
        with self.hold_sync():
            if document != self._document:
                self._document = document
                self._defaults = Model(document).parameters
            self.parameters = run.parameters
            self._run = data

    @traitlets.validate("parameters")
    def _checked(self, proposal: Any) -> dict[str, float]:
        if not self._document:  # the document is not set yet
            return dict(proposal.value)
        values = {**self._defaults, **{name: value for name, value in self.parameters.items() if name in self._defaults}, **proposal.value}
        values = {name: float(value) for name, value in values.items()}
        read(self._document, values)
        return values

    @traitlets.observe("parameters")
    def _outdate(self, change: Any) -> None:
        if self._run is not None and self._run["parameters"] != change.new:
            self.set_trait("_run", None)


def _document_of(run: Run) -> str:
    """The text of a run's document with its events, and with the parameter values from before the run."""
    document: dict[str, Any] = json.loads(run._document.text)
    return run._document.text if run.events == document.get("events", []) else dump({**document, "events": run.events})


def _data_of(run: Run) -> dict[str, Any]:
    """The data of a run that the page needs; see `GivenRun` in web/src/state."""
    if len(run.time) == 0:
        raise ValueError("the run has no samples that could be drawn")
    samples = run._core.samples().reshape(len(run.time), -1)
    every = -(-samples.size // _MOST)
    kept = np.unique(np.append(np.arange(0, len(samples), every), len(samples) - 1))
    return {
        "parameters": run.parameters,
        "count": len(kept),
        "samples": zlib.compress(np.ascontiguousarray(samples[kept].T, dtype="<f8").tobytes()),
        "statistics": run.statistics,
        "measures": json.loads(run._core.measures()),
        "problem": "" if run.status == "ok" else run.message,
    }
