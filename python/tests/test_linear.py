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


def two_masses():
    """Two masses in a row between a wall and a force, with springs and dampers."""
    second = [
        {"type": "1D", "name": "n2"},
        {"type": "Mass1D", "name": "mass 2", "physicsMass": 1, "nodeNumber": "n2"},
        {"type": "NodeCoordinate", "name": "c2", "nodeNumber": "n2", "coordinate": 0},
    ]
    spring = {"type": "ConnectorCoordinateSpringDamper", "name": "spring 2", "markerNumbers": ["c1", "c2"], "stiffness": 60, "damping": 0.5}
    return {
        **DOCUMENT,
        "nodes": [*DOCUMENT["nodes"], second[0]],
        "objects": [*DOCUMENT["objects"], second[1], spring],
        "markers": [*DOCUMENT["markers"], second[2]],
        "sensors": [
            {"type": "Node", "name": "x.1", "nodeNumber": "n", "outputVariableType": "Coordinates"},
            {"type": "Node", "name": "x.2", "nodeNumber": "n2", "outputVariableType": "Coordinates"},
        ],
    }


def of_two_masses(w):
    """Both displacements for a force on the first mass, (frequencies, 2)."""
    s = 1j * np.asarray(w)
    first, second, joint = 2 * s**2 + 3 * s + 80, s**2, 0.5 * s + 60
    determinant = (first + joint) * (second + joint) - joint**2
    return np.stack([(second + joint) / determinant, joint / determinant], axis=-1)


POLES_OF_TWO_MASSES = np.roots(np.polysub(np.polymul([2, 3.5, 140], [1, 0.5, 60]), np.polymul([0.5, 60], [0.5, 60])))


def test_conversion_for_scipy():
    scipy = pytest.importorskip("scipy.signal")
    system = slipstick.Model(two_masses()).linear("force", "x.2").to_scipy()
    w = np.geomspace(0.1, 100, 50)
    _, response = scipy.freqresp(system, w)
    assert np.allclose(response, of_two_masses(w)[:, 1], rtol=1e-9)
    assert np.sort_complex(system.poles) == pytest.approx(np.sort_complex(POLES_OF_TWO_MASSES))
    w, magnitude, phase = scipy.bode(system, w)
    assert np.allclose(magnitude, 20 * np.log10(np.abs(of_two_masses(w)[:, 1])), atol=1e-7)
    assert np.allclose(phase, np.degrees(np.unwrap(np.angle(of_two_masses(w)[:, 1]))), atol=1e-6)


def test_conversion_for_python_control():
    control = pytest.importorskip("control")
    model = slipstick.Model(two_masses()).linear("force", ["x.1", "x.2"])
    system = model.to_control()
    assert system.input_labels == ["force"] and system.output_labels == ["x_1", "x_2"]
    assert system.state_labels == list(model.states)
    w = np.geomspace(0.1, 100, 50)
    bode = control.frequency_response(system, w)
    assert np.allclose(bode.complex[:, 0].T, of_two_masses(w), rtol=1e-9)
    assert np.sort_complex(control.poles(system)) == pytest.approx(np.sort_complex(POLES_OF_TWO_MASSES))
    assert np.sort_complex(control.poles(system)) == pytest.approx(np.sort_complex(model.poles))
    zeros = control.zeros(system["x_1", "force"])
    assert np.sort_complex(zeros) == pytest.approx(np.sort_complex(np.roots([1, 0.5, 60])))
    first = control.step_response(system["x_2", "force"], np.linspace(0, 30, 3001))
    assert first.outputs[-1] == pytest.approx(1 / 80, rel=1e-3)  # in the end only the spring to the wall is strained


def test_a_reason_if_there_is_no_model():
    model = slipstick.Model(DOCUMENT)
    with pytest.raises(ValueError, match="did you mean 'force'"):
        model.linear("forse", "x")
    with pytest.raises(ValueError, match="the run ends at 1 s"):
        model.linear("force", "x", 7)
    run = model.run(progress=False, functions={"spring.springForceUserFunction": lambda *arguments: 0.0})
    with pytest.raises(ValueError, match="user functions in Python"):
        run.linear("force", "x")
