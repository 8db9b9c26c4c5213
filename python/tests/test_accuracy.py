import pickle

import numpy as np
import pytest

import slipstick

measures = {"largest": {"formula": 'max(sensor("length"))', "label": "largest length", "unit": "m"}}


def with_(model, **changes):
    return slipstick.Model({**model.document, **changes})


def test_bands_contain_the_exact_solution(oscillator):
    run = with_(oscillator, measures=measures, analysis={"endTime": 1, "stepSize": 0.01}).run({"k": 400})
    accuracy = run.accuracy()
    deflection = accuracy.sensors["deflection"]
    assert deflection.source == "steps" and deflection.order == pytest.approx(2, abs=0.1)
    assert deflection.band.shape == run["deflection"].values.shape
    error = np.abs(run["deflection"].values[:, 0] - 0.1 * np.cos(20 * run.time))
    assert np.all(error <= deflection.band[:, 0] + 1e-14)
    assert deflection.error < 3 * error.max()
    assert np.array_equal(accuracy.time, run.time) and accuracy.steps == (100, 200, 400)
    assert accuracy.sensors["length"].band.shape == run.time.shape
    largest = accuracy.measures["largest"]
    assert abs(largest.value - 1.1) <= largest.error
    assert str(largest).startswith("largest length: 1.1") and " m ± " in str(largest)
    assert str(accuracy).splitlines()[0] == largest.sentence


def test_repeats_the_run_with_its_events_and_values(oscillator):
    model = with_(oscillator, analysis={"endTime": 0.5, "stepSize": 0.01})
    simulation = model.simulate({"k": 400})
    simulation.advance(0.1)
    simulation.post({"push": "mass", "at": [0, 0, 0], "impulse": [1, 0, 0], "steps": 10})
    while simulation.step():
        pass
    run = simulation.result()
    assert run.events
    accuracy = pickle.loads(pickle.dumps(run)).accuracy()
    events = [{**each, "step": 32 * each["step"], "steps": 32 * each["steps"]} for each in run.events]
    fine = slipstick.Model({**run.document, "events": events, "analysis": {"endTime": 0.5, "stepSize": 0.01 / 32}}).run()
    inside = np.abs(run["deflection"].values - fine["deflection"].values) <= accuracy.sensors["deflection"].band + 1e-12
    assert inside.mean() > 0.9


def test_reports_why_there_is_no_estimate(oscillator):
    with pytest.raises(ValueError, match="compares time integrations"):
        with_(oscillator, analysis={"type": "static"}).run().accuracy()
    with pytest.raises(ValueError, match="no sensors"):
        with_(oscillator, sensors=[]).run().accuracy()
    spring = {"type": "CartesianSpringDamper", "name": "spring", "bodies": [None, "mass"], "stiffness": [100, 100, 100]}
    model = with_(oscillator, create=[oscillator.document["create"][0], spring], sensors=oscillator.document["sensors"][:1])
    run = model.run(functions={"spring.springForceUserFunction": lambda displacement: 100 * displacement})
    with pytest.raises(ValueError, match=r"write as formulas: spring\.springForceUserFunction"):
        run.accuracy()


def test_progress_reaches_the_end(oscillator):
    seen = []
    with_(oscillator, analysis={"endTime": 20, "stepSize": 0.0001, "sensorsWritePeriod": 0.1}).run().accuracy(seen.append)
    assert seen == sorted(seen) and all(0 <= each <= 1 for each in seen)
