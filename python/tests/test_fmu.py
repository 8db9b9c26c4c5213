"""Functional mock-up units in FMPy: valid, bit-identical to Slipstick's runs, and coupled."""

import json
import subprocess
import sys
import tempfile

import numpy as np
import pytest

import slipstick

fmpy = pytest.importorskip("fmpy")
from fmpy.fmi2 import FMU2Slave
from fmpy.fmi3 import FMU3Slave
from fmpy.validation import validate_fmu

#: FMPy's names for both versions of the interface.
versions = pytest.mark.parametrize("fmi", ["2.0", "3.0"])


def oscillator(step=1e-3, end=0.2):
    """A mass on a spring, pushed by a force that is an input."""
    return {
        "slipstick": 1,
        "title": 'Mass & "spring"',
        "parameters": {"k": {"value": 100, "min": 0, "unit": "N/m"}, "d": {"value": 0.1, "unit": "m"}},
        "inputs": {"push": {"value": 0, "unit": "N"}},
        "create": [
            {"type": "MassPoint", "name": "mass", "initialDisplacement": ["d", 0, 0], "physicsMass": 1},
            {"type": "CartesianSpringDamper", "name": "spring", "bodies": [None, "mass"], "stiffness": ["k", 1, 1]},
            {"type": "Force", "body": "mass", "loadVectorUserFunction": '[input("push"), 0, 0]'},
        ],
        "sensors": [{"type": "Body", "name": "x", "bodyNumber": "mass", "outputVariableType": "Displacement"}],
        "analysis": {"endTime": end, "stepSize": step, "sensorsWritePeriod": step},
    }


@pytest.fixture(scope="module")
def unit(tmp_path_factory):
    """Makes the file of a unit once for each model."""
    made = {}

    def make(model, fmi="3.0"):
        text = json.dumps(model)
        if (text, fmi) not in made:
            folder = tmp_path_factory.mktemp("a unit")
            (folder / "model.json").write_text(text)
            command = [sys.executable, "-m", "slipstick", "fmu", folder / "model.json", "--fmi", fmi, "--output", folder / "model.fmu"]
            subprocess.run(command, check=True, capture_output=True)
            made[text, fmi] = folder / "model.fmu"
        return made[text, fmi]

    return make


class Instance:
    """A unit that runs, unpacked into a folder with spaces in its name."""

    def __init__(self, path, fmi="3.0", name="a", **start):
        folder = fmpy.extract(str(path), unzipdir=tempfile.mkdtemp(prefix="unpacked here ", dir=path.parent))
        description = fmpy.read_model_description(str(path))
        self.numbers = {each.name: each.valueReference for each in description.modelVariables}
        identifier = description.coSimulation.modelIdentifier
        self.old = fmi == "2.0"
        kind = FMU2Slave if self.old else FMU3Slave
        self.unit = kind(guid=description.guid, unzipDirectory=folder, modelIdentifier=identifier, instanceName=name)
        self.unit.instantiate()
        if self.old:
            self.unit.setupExperiment(startTime=0)
            self.unit.enterInitializationMode()
        else:
            self.unit.enterInitializationMode(startTime=0)
        for each, value in start.items():
            self.set(each, value)
        self.unit.exitInitializationMode()

    def get(self, name):
        return (self.unit.getReal if self.old else self.unit.getFloat64)([self.numbers[name]])[0]

    def set(self, name, value):
        (self.unit.setReal if self.old else self.unit.setFloat64)([self.numbers[name]], [value])

    def step(self, now, size):
        self.unit.doStep(now, size)

    def end(self):
        self.unit.terminate()
        self.unit.freeInstance()


@versions
def test_a_unit_is_valid_and_has_the_bits_of_a_run(unit, fmi):
    model = oscillator()
    path = unit(model, fmi)
    assert validate_fmu(str(path)) == []
    result = fmpy.simulate_fmu(
        str(path), start_values={"k": 50}, stop_time=0.2, step_size=1e-3, output_interval=1e-3, output=["x.x"], validate=False
    )
    ours = slipstick.Model(model).run({"k": 50})["x"].values[:, 0]
    assert len(ours) == 201
    assert np.array_equal(result["x.x"], ours)


@versions
def test_a_unit_goes_back_to_a_saved_state(unit, fmi):
    one = Instance(unit(oscillator(), fmi), fmi)
    old = fmi == "2.0"
    for i in range(50):
        one.step(i * 1e-3, 1e-3)
    one.set("push", 3.0)
    state = one.unit.getFMUstate() if old else one.unit.getFMUState()
    ends = []
    for _ in range(2):
        for i in range(50, 100):
            one.step(i * 1e-3, 1e-3)
        ends.append(one.get("x.x"))
        (one.unit.setFMUstate if old else one.unit.setFMUState)(state)
    assert ends[0] == ends[1] != 0.1
    one.end()


def coupled(unit, step, end, stiffness=1.0):
    """The largest difference between two units with a spring between them, whose force they exchange at each step, and one model of
    both."""
    both = oscillator(step=step, end=end)
    both["inputs"] = {}
    both["create"] = [
        *both["create"][:2],
        {"type": "MassPoint", "name": "other", "initialDisplacement": [-0.2, 0, 0], "physicsMass": 1},
        {"type": "CartesianSpringDamper", "bodies": [None, "other"], "stiffness": [30, 1, 1]},
        {"type": "CartesianSpringDamper", "bodies": ["mass", "other"], "stiffness": [stiffness, 0, 0]},
    ]
    both["sensors"].append({"type": "Body", "name": "y", "bodyNumber": "other", "outputVariableType": "Displacement"})
    run = slipstick.Model(both).run()
    x, y = run["x"].values[:, 0], run["y"].values[:, 0]

    before = stiffness * (y[0] - x[0])
    part = unit(oscillator(step, end), "2.0")
    a = Instance(part, "2.0", "a", push=before)
    b = Instance(part, "2.0", "b", k=30, d=-0.2, push=-before)
    worst = 0.0
    for i in range(len(x) - 1):
        at = a.get("x.x"), b.get("x.x")
        worst = max(worst, abs(at[0] - x[i]), abs(at[1] - y[i]))
        force = stiffness * (at[1] - at[0])
        ahead = 2 * force - before  # linear extrapolation to the end of the step, where the solver uses it
        before = force
        a.set("push", ahead)
        b.set("push", -ahead)
        for each in (a, b):
            each.step(i * step, step)
    a.end()
    b.end()
    return worst


def test_two_coupled_units_are_one_model_of_both(unit):
    errors = [coupled(unit, step, 0.05) for step in (2e-4, 1e-4)]
    assert errors[1] < 1e-9
    assert 3.5 < errors[0] / errors[1] < 4.5  # the remaining error comes from the exchange, which is of second order


@versions
def test_a_wrong_step_is_an_error_of_the_unit(unit, fmi):
    one = Instance(unit(oscillator(), fmi), fmi)
    with pytest.raises(Exception, match=r"(?i)doStep"):
        one.step(0, 1.5e-3)
    one.end()


def test_a_model_without_time_steps_is_refused_as_a_unit(tmp_path):
    document = tmp_path / "still.json"
    document.write_text(json.dumps(oscillator() | {"analysis": {"type": "eigenvalues"}}))
    command = [sys.executable, "-m", "slipstick", "fmu", document, "--output", tmp_path / "still.fmu"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "dynamic" in done.stderr
    assert not (tmp_path / "still.fmu").exists()
