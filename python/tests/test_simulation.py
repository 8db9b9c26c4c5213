import subprocess
import sys

import numpy as np
import pytest
from conftest import root

import slipstick

gallery = root / "web" / "models"


def load(name):
    return slipstick.Model.load(gallery / f"{name}.json")


@pytest.mark.parametrize("name", ["rolling-coin", "newtons-cradle", "stick-slip"])
def test_reading_sensors_changes_no_bit(name):
    model = load(name)
    simulation = model.simulate()
    for step in simulation:
        step.present()
    assert simulation.result().digest == model.run().digest


def test_present_sensor_values_equal_the_recorded_ones(oscillator):
    document = oscillator.document
    document["analysis"]["sensorsWritePeriod"] = 0
    simulation = slipstick.Model(document).simulate()
    seen = [(0.0, *simulation["deflection"])] if simulation.step() else []
    seen = [(step.time, *step["deflection"]) for step in simulation]
    run = simulation.result()
    recorded = np.column_stack([run.time, run["deflection"].values])[2:]
    assert np.array_equal(recorded, np.array(seen))
    with pytest.raises(KeyError):
        simulation["roll"]


def test_a_controller_in_python(oscillator):
    """A force that an input prescribes, set in every step, damps the mass."""
    document = oscillator.document
    document["inputs"] = {"force": {"value": 0}}
    document["create"].append(
        {"type": "Force", "name": "control", "body": "mass", "loadVectorUserFunction": ["input('force')".replace("'", '"'), 0, 0]}
    )
    document["sensors"].append({"type": "Body", "name": "velocity", "bodyNumber": "mass", "outputVariableType": "Velocity"})
    model = slipstick.Model(document)
    assert model.inputs == {"force": 0}
    simulation = model.simulate()
    for step in simulation:
        step.set_inputs({"force": -10 * step["velocity"][0]})
    run = simulation.result()
    exact = oscillator.run({"d": 10})
    np.testing.assert_allclose(run["deflection"].values, exact["deflection"].values, atol=1e-3)
    assert abs(run["deflection"].values[-1, 0]) < 0.01


def test_wrong_events_are_refused(oscillator):
    simulation = oscillator.simulate()
    with pytest.raises(slipstick.ModelError):
        simulation.set_inputs({"steer": 1})
    with pytest.raises(slipstick.ModelError):
        simulation.post({"shake": "mass"})


def test_pushes_and_their_record(oscillator):
    simulation = oscillator.simulate()
    simulation.advance(0.2)
    simulation.post({"push": "mass", "at": [0, 0, 0], "impulse": [0, 0.5, 0], "steps": 10})
    while simulation.step():
        pass
    events = simulation.events
    assert events[0]["push"] == "mass"
    run = simulation.result()
    assert run["deflection"].values[-1, 1] > 0.01
    assert slipstick.Model(oscillator.document | {"events": events}).run().digest == run.digest


def test_checkpoints_lead_to_the_same_bits():
    model = load("rolling-coin")
    simulation = model.simulate()
    simulation.advance(0.05)
    checkpoint = simulation.checkpoint()
    assert checkpoint.time == simulation.time
    simulation.advance(0.1)
    simulation.restore(checkpoint)
    assert simulation.time == checkpoint.time
    while simulation.step():
        pass
    assert simulation.result().digest == model.run().digest
    with pytest.raises(ValueError, match="another simulation"):
        model.simulate().restore(checkpoint)


def test_a_run_ends_once_its_result_is_read(oscillator):
    simulation = oscillator.simulate()
    simulation.advance(0.5)
    run = simulation.result()
    assert run.status == "running"
    assert run.time[-1] == pytest.approx(0.5)
    assert not simulation.step()
    with pytest.raises(RuntimeError):
        simulation._core.advance(0)


def test_a_loop_without_time_steps(oscillator):
    """With only eigenvalues, there are no steps and no samples."""
    model = slipstick.Model(oscillator.document | {"analysis": {"type": "eigenvalues"}})
    simulation = model.simulate()
    for step in simulation:
        assert step.time == 0 and step["deflection"].tolist() == [0.1, 0, 0]
    run = simulation.result()
    assert run.status == "ok" and len(run.eigenvalues) == 1
    assert run.time.shape == run["length"].values.shape == (0,) and run["deflection"].values.shape == (0, 3)
    assert "0 samples" in repr(run) and "0 samples" in repr(run["length"])


def test_functions_in_python_replace_formulas(oscillator):
    calls = 0

    def force(deltaL, deltaL_t, stiffness):
        nonlocal calls
        calls += 1
        return stiffness * deltaL + 0.5 * deltaL_t

    run = oscillator.run(functions={"spring.springForceUserFunction": force})
    np.testing.assert_allclose(run["deflection"].values, oscillator.run({"d": 0.5})["deflection"].values, atol=1e-8)
    assert calls > 1000


def test_functions_receive_vectors_and_matrices_in_their_shape():
    model = load("bushings")
    shapes = {}

    def force(**given):
        shapes.update({name: np.shape(value) for name, value in given.items()})
        return given["stiffness"] @ np.concatenate([given["displacement"], given["rotation"]])

    name = next(each["name"] for each in model.expanded()["objects"] if each["type"] == "ConnectorRigidBodySpringDamper")
    simulation = model.simulate(functions={f"{name}.springForceTorqueUserFunction": force})
    simulation.step()
    assert shapes["stiffness"] == (6, 6)
    assert shapes["displacement"] == (3,)
    assert shapes["t"] == ()


def test_a_function_that_fails_ends_the_run(oscillator):
    def force(t, deltaL):
        return [deltaL, deltaL] if t > 0.5 else 0

    with pytest.warns(slipstick.SolverWarning, match="1 numbers are expected, got 2"):
        run = oscillator.run(functions={"spring.springForceUserFunction": force})
    assert run.status == "failed"
    assert isinstance(run.error, ValueError)
    assert run.time[-1] == pytest.approx(0.5, abs=0.02)


def test_functions_and_arguments_that_do_not_exist(oscillator):
    with pytest.raises(TypeError, match="no argument speed; it has t, deltaL"):
        oscillator.run(functions={"spring.springForceUserFunction": lambda speed: 0})
    for slot in ("spring.forceUserFunction", "rod.springForceUserFunction"):
        with pytest.raises(ValueError):
            oscillator.run(functions={slot: lambda t: 0})


def test_interrupting_a_function(oscillator):
    def force(t):
        raise KeyboardInterrupt

    assert oscillator.run(functions={"spring.springForceUserFunction": force}).status == "interrupted"


def test_nothing_leaks_at_the_end_of_a_script(oscillator, tmp_path):
    """The module can report unreleased objects at exit. Arrays of a run hide reference cycles from Python, such as one through an
    exception."""
    script = tmp_path / "script.py"
    script.write_text(f"""
import warnings, slipstick
slipstick._core.report_leaks(True)
warnings.simplefilter("ignore")
model = slipstick.Model({oscillator.document!r})
def force(t):
    raise ValueError("no")
run = model.run(functions={{"spring.springForceUserFunction": force}})
assert run.status == "failed" and isinstance(run.error, ValueError)
def again():
    run = model.run(functions={{"spring.springForceUserFunction": lambda: 1 / 0}})
    return run["length"].values
again()
""")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "leaked" not in done.stderr
