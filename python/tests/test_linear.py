"""Linear input-output models against closed forms."""

import numpy as np
import pytest

import slipstick

DOCUMENT = {
    "slipstick": 1,
    "parameters": {"k": {"value": 80}},
    "nodes": [{"type": "1D", "name": "n"}, {"type": "PointGround", "name": "ground"}],
    "objects": [
        {"type": "Mass1D", "name": "mass", "physicsMass": 2, "nodeNumber": "n"},
        {"type": "ConnectorCoordinateSpringDamper", "name": "spring", "markerNumbers": ["c0", "c1"], "stiffness": "k", "damping": 3},
    ],
    "markers": [
        {"type": "NodeCoordinate", "name": "c0", "nodeNumber": "ground", "coordinate": 0},
        {"type": "NodeCoordinate", "name": "c1", "nodeNumber": "n", "coordinate": 0},
    ],
    "loads": [{"type": "Coordinate", "name": "force", "markerNumber": "c1", "load": 0, "loadUserFunction": "0*t"}],
    "sensors": [
        {"type": "Node", "name": "x", "nodeNumber": "n", "outputVariableType": "Coordinates"},
        {"type": "Node", "name": "a", "nodeNumber": "n", "outputVariableType": "Coordinates_tt"},
    ],
    "analysis": {"type": "dynamic", "endTime": 1, "stepSize": 0.01},
}


def closed_form(w, k=80):
    s = 1j * w
    x = 1 / (2 * s**2 + 3 * s + k)
    return np.stack([x, s**2 * x], axis=1)


def test_frequency_response_of_an_oscillator():
    model = slipstick.Model(DOCUMENT).run({"k": 50}, progress=False).linear("force", ["x", "a"], 0.5)
    w = np.geomspace(0.01, 1e3, 50)
    assert np.allclose(model.frequency_response(w)[:, :, 0], closed_form(w, 50), rtol=1e-10)
    assert model.time == pytest.approx(0.5)
    assert model.A.tolist() == [[0, 1], [-25, -1.5]] and model.D.tolist() == [[0], [0.5]]
    assert model.states == ("mass", "mass rate") and model.outputs == ("x", "a")
    assert model.zeros("a") == pytest.approx([0, 0], abs=1e-9) and model.zeros("x").size == 0
    assert np.sort_complex(model.poles) == pytest.approx(np.sort_complex(np.roots([2, 3, 50])))
    assert "2 states, force → x, a" in repr(model)


def test_conversions_for_other_packages():
    model = slipstick.Model(DOCUMENT).linear("force", "x")
    scipy = pytest.importorskip("scipy.signal")
    w, response = scipy.freqresp(model.to_scipy(), np.geomspace(0.1, 100, 20))
    assert np.allclose(response, closed_form(w)[:, 0], rtol=1e-9)
    pytest.importorskip("control")
    system = model.to_control()
    assert system(2j) == pytest.approx(closed_form(np.array([2.0]))[0, 0])
    assert list(system.input_labels) == ["force"]


def test_a_reason_if_there_is_no_model():
    model = slipstick.Model(DOCUMENT)
    with pytest.raises(ValueError, match="did you mean 'force'"):
        model.linear("forse", "x")
    with pytest.raises(ValueError, match="the run ends at 1 s"):
        model.linear("force", "x", 7)
    run = model.run(progress=False, functions={"spring.springForceUserFunction": lambda *arguments: 0.0})
    with pytest.raises(ValueError, match="user functions in Python"):
        run.linear("force", "x")
