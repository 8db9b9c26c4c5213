"""The widget: its traits, its messages to a notebook, and the messages from there."""

import json
import subprocess
import sys
import zlib

import numpy as np
import pytest

import slipstick
from slipstick import viewer

pytest.importorskip("anywidget")
widget_module = pytest.importorskip("slipstick.widget")
traitlets = pytest.importorskip("traitlets")


class Comm:
    """The connection between a widget and the page, as seen by the widget."""

    comm_id = "1"
    kernel = "there"

    def __init__(self):
        self.sent = []

    def send(self, data=None, metadata=None, buffers=None):
        self.sent.append((data, buffers or []))

    def on_msg(self, callback):
        self.receive = callback

    def close(self, *_, **__):
        pass

    def updates(self):
        """The states sent to the page, in sequence, with their buffers."""
        states = [(data["state"], data.get("buffer_paths"), buffers) for data, buffers in self.sent if data["method"] == "update"]
        self.sent.clear()
        return states

    def send_state(self, **state):
        """Sends a state from the page to the widget."""
        self.receive({"content": {"data": {"method": "update", "state": state, "buffer_paths": []}}, "buffers": []})


@pytest.fixture(autouse=True)
def page(monkeypatch):
    """A page without a viewer; pages of other tests are discarded."""
    monkeypatch.setattr(viewer, "template", lambda: "the page")
    monkeypatch.setattr(widget_module, "_shared", None)


def connected(widget):
    widget.comm = Comm()
    widget.comm.sent.clear()
    return widget


def test_the_traits_have_the_model_and_all_its_parameters(oscillator):
    widget = slipstick.Widget(oscillator, d=2)
    state = widget.get_state()
    assert state["parameters"] == widget.parameters == {"k": 100, "d": 2}
    assert state["_defaults"] == {"k": 100, "d": 0}
    assert state["_document"] == oscillator.text  # a notebook sorts the keys of dicts, but keeps a text
    assert state["_run"] is None
    assert state["show"] == ["scene", "time", "parameters"]
    assert widget.model.parameters == {"k": 100, "d": 2}
    json.dumps(state)  # a notebook keeps it


def test_all_widgets_share_one_page(oscillator):
    widgets = [slipstick.Widget(oscillator) for _ in range(10)]
    states = [widget.get_state() for widget in widgets]
    assert len({state["_viewer"] for state in states}) == 1
    assert states[0]["_viewer"] == f"IPY_MODEL_{widgets[0]._viewer.model_id}"
    assert not any("the page" in json.dumps(state) for state in states)
    assert widgets[0]._viewer.get_state()["page"] == "the page"
    widgets[0]._viewer.close()
    assert slipstick.Widget(oscillator)._viewer.comm is not None


def test_values_set_in_python_are_sent_to_the_page(oscillator):
    widget = connected(slipstick.Widget(oscillator))
    widget.parameters = {"k": 200}
    widget["d"] = 3
    states = [state["parameters"] for state, _, _ in widget.comm.updates()]
    assert states == [{"k": 200, "d": 0}, {"k": 200, "d": 3}]
    assert widget["k"] == 200


def test_a_slider_sets_the_trait_and_notifies_observers(oscillator):
    widget = connected(slipstick.Widget(oscillator))
    seen = []
    widget.observe(lambda change: seen.append(change.new), "parameters")
    widget.comm.send_state(parameters={"k": 300, "d": 0.5}, _run=None)
    assert seen == [{"k": 300, "d": 0.5}]
    assert widget.parameters == {"k": 300, "d": 0.5}


@pytest.mark.parametrize(("values", "message"), [({"k": 5}, "k"), ({"mu": 1}, "mu")])
def test_refused_values_change_nothing(oscillator, values, message):
    widget = connected(slipstick.Widget(oscillator))
    with pytest.raises(slipstick.ModelError, match=message):
        widget.parameters = values
    with pytest.raises(slipstick.ModelError, match=message):
        slipstick.Widget(oscillator, **values)
    assert widget.parameters == {"k": 100, "d": 0}
    assert widget.comm.updates() == []


def test_a_part_that_does_not_exist_is_refused(oscillator):
    with pytest.raises(traitlets.TraitError):
        slipstick.Widget(oscillator, show=["sound"])


def columns(data):
    return np.frombuffer(zlib.decompress(data["samples"])).reshape(-1, data["count"])


def test_a_run_is_sent_in_one_message_with_its_values_and_samples(oscillator):
    run = oscillator.run({"k": 400}, progress=False)
    widget = connected(slipstick.Widget(oscillator))
    widget.draw(run)
    [(state, paths, buffers)] = widget.comm.updates()
    assert state["parameters"] == {"k": 400, "d": 0}
    assert "_document" not in state
    assert paths == [["_run", "samples"]]
    sent = columns({**state["_run"], "samples": bytes(buffers[0])})
    assert np.array_equal(sent[0], run.time)
    assert np.array_equal(sent[1:4].T, run["deflection"].values)
    assert state["_run"]["statistics"]["steps"] == 1000
    assert state["_run"]["problem"] == ""
    widget["k"] = 500
    assert widget._run is None


def test_a_run_of_another_model_brings_its_document(oscillator):
    other = slipstick.Model({**oscillator.document, "parameters": {"k": 50, "d": 1}, "title": "Softer"})
    widget = connected(slipstick.Widget(oscillator))
    widget.draw(other.run(progress=False))
    [(state, _, _)] = widget.comm.updates()
    assert json.loads(state["_document"])["title"] == "Softer"
    assert state["_defaults"] == state["parameters"] == {"k": 50, "d": 1}
    assert widget.model.title == "Softer"


def test_a_run_without_a_model_can_be_shown_and_failures_are_reported(oscillator):
    def broken(deltaL):
        raise ValueError("no force today")

    with pytest.warns(slipstick.SolverWarning):
        run = oscillator.run(functions={"spring.springForceUserFunction": broken}, progress=False)
    if len(run.time):
        assert "no force today" in slipstick.Widget(run)._run["problem"]
    whole = oscillator.run({"d": 1}, progress=False)
    assert slipstick.Widget(whole)._run["parameters"] == {"k": 100, "d": 1}
    assert slipstick.Widget(whole, d=2)._run is None


def test_a_long_run_is_thinned_to_its_last_sample(oscillator, monkeypatch):
    run = oscillator.run(progress=False)
    monkeypatch.setattr(widget_module, "_MOST", 1000)
    widget = slipstick.Widget(oscillator)
    widget.draw(run)
    sent = columns(widget._run)
    assert sent.size < 1200
    assert (sent[0, 0], sent[0, -1]) == (run.time[0], run.time[-1])


def test_a_run_without_samples_cannot_be_drawn(oscillator):
    model = slipstick.Model({**oscillator.document, "analysis": {"type": "eigenvalues"}})
    with pytest.raises(ValueError, match="no samples"):
        slipstick.Widget(model).draw(model.run(progress=False))


def test_without_a_viewer_there_is_an_error(oscillator, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(viewer, "_text", lambda name: "")
    monkeypatch.setattr(widget_module, "_shared", None)
    with pytest.raises(viewer.ViewerMissing, match="npm run build"):
        slipstick.Widget(oscillator)


def test_without_anywidget_an_error_names_the_package_to_install():
    code = "import sys; sys.modules['anywidget'] = None; import slipstick; slipstick.Widget"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.returncode == 1
    assert "slipstick.Widget needs anywidget: pip install 'slipstick[widget]'" in ended.stderr


def test_a_star_import_includes_the_widget():
    assert "Widget" in slipstick.__all__
    for missing in ("", "import sys; sys.modules['anywidget'] = None; "):
        code = f"{missing}from slipstick import *; print('Widget' in globals(), Model.__name__)"
        ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert ended.stdout == f"{not missing} Model\n", ended.stderr
