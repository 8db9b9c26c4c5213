"""Pickles and deep copies of models, runs, sensors and studies."""

import copy
import multiprocessing
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest
from conftest import root

import slipstick

both = pytest.mark.parametrize("copied", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))], ids=["deepcopy", "pickle"])


def assert_same(run, other):
    assert list(run) == list(other)
    for name, sensor in run.items():
        assert (sensor.unit, sensor.components) == (other[name].unit, other[name].components)
        assert np.array_equal(sensor.values, other[name].values, equal_nan=True)
        assert np.array_equal(sensor.time, other[name].time) and other[name].values.shape == sensor.values.shape
        assert not other[name].values.flags.writeable and not other[name].time.flags.writeable
    for name in ("status", "message", "parameters", "statistics", "remarks", "digest", "measures", "events", "document"):
        assert getattr(run, name) == getattr(other, name), name
    for name in ("eigenvalues", "modes"):
        assert all(map(np.array_equal, getattr(run, name), getattr(other, name)))
    assert run.result() == other.result() and repr(run) == repr(other)
    assert [each.keys() for each in run.profiles] == [each.keys() for each in other.profiles]


@both
@pytest.mark.parametrize("name", ["rolling-coin", "belt-two-pulleys"])
def test_runs(name, copied, tmp_path):
    run = slipstick.Model.load(root / "web" / "models" / f"{name}.json").run()
    other = copied(run)
    assert_same(run, other)
    assert_same(run, copied(other))
    for ending in (".json", ".csv", ".glb"):
        run.save(tmp_path / f"run{ending}")
        other.save(tmp_path / f"other{ending}")
        assert (tmp_path / f"run{ending}").read_bytes() == (tmp_path / f"other{ending}").read_bytes()
    assert run.link("https://example.org/") == other.link("https://example.org/")
    assert run.to_pandas().equals(other.to_pandas())


@both
def test_runs_with_other_parameters_and_without_samples(oscillator, copied):
    run = oscillator.run({"k": 400})
    assert_same(run, copied(run))
    assert copied(run).parameters == {"k": 400, "d": 0}
    run = slipstick.Model(oscillator.document | {"analysis": {"type": "eigenvalues"}}).run()
    assert_same(run, copied(run))
    run = slipstick.Model({"slipstick": 1, "objects": [{"type": "Ground"}], "analysis": {"endTime": 1}}).run()
    assert_same(run, copied(run))


class Odd(Exception):
    def __init__(self, text):
        super().__init__(text)
        self.lock = threading.Lock()  # which cannot be pickled


@both
@pytest.mark.parametrize("error", [ValueError("no force today"), Odd("no force")], ids=["ValueError", "Odd"])
def test_runs_with_an_error(oscillator, copied, error):
    def force(deltaL):
        raise error

    with pytest.warns(slipstick.SolverWarning):
        run = oscillator.run(functions={"spring.springForceUserFunction": force})
    other = copied(run)
    assert other.status == "failed" and other.message == run.message
    assert type(other.error) is (ValueError if type(error) is ValueError else RuntimeError)
    assert str(other.error) == ("no force today" if type(error) is ValueError else "Odd: no force")


@both
def test_models(oscillator, copied):
    other = copied(oscillator)
    assert other.text == oscillator.text and other.issues == oscillator.issues
    assert other.run({"k": 400}).digest == oscillator.run({"k": 400}).digest
    assert copied(oscillator.assemble()).model.document == oscillator.assemble().model.document


@both
def test_sensors(oscillator, copied):
    sensor = oscillator.run()["deflection"]
    other = copied(sensor)
    assert (other.name, other.unit, other.components) == (sensor.name, sensor.unit, sensor.components)
    assert np.array_equal(other.values, sensor.values) and np.array_equal(other.time, sensor.time)


@both
def test_studies(oscillator, copied, tmp_path):
    study = slipstick.study(oscillator, {"vary": {"k": [100, 200]}})
    other = copied(study)
    assert other.rows == study.rows and repr(other) == repr(study)
    study.to_csv(tmp_path / "study.csv")
    other.to_csv(tmp_path / "other.csv")
    assert (tmp_path / "study.csv").read_text() == (tmp_path / "other.csv").read_text()


def test_a_shallow_copy_of_a_run(oscillator):
    run = oscillator.run()
    other = copy.copy(run)
    assert_same(run, other)
    assert np.shares_memory(run["length"].values, other["length"].values)


def test_other_processes_run_models(oscillator):
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        other = pool.submit(oscillator.run, {"k": 400}).result()
    assert other.digest == oscillator.run({"k": 400}).digest
