import copy
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from conftest import root, run_program

import slipstick

long = {"analysis": {"endTime": 1e6, "numberOfSteps": 1e9, "sensorsWritePeriod": 1e-3}}


def test_a_mass_on_a_spring_swings(oscillator):
    run = oscillator.run({"k": 400})
    assert run.status == "ok" and run.message == ""
    sensor = run["deflection"]
    assert sensor.unit == "m" and sensor.components == ("x", "y", "z")
    assert sensor.values.shape == (len(sensor.time), 3)
    np.testing.assert_allclose(sensor.values[:, 0], 0.1 * np.cos(20 * sensor.time), atol=1e-4)
    assert run["length"].values.shape == run.time.shape
    assert run.parameters == {"k": 400, "d": 0}
    with pytest.raises(KeyError, match="it has deflection, length"):
        run["roll"]


def test_a_run_is_a_mapping(oscillator):
    run = oscillator.run()
    assert isinstance(run, Mapping)
    assert list(run) == list(run.keys()) == ["deflection", "length"] and len(run) == 2
    assert "length" in run and "roll" not in run and 0 not in run
    assert [sensor.name for sensor in run.values()] == list(run)
    assert run.get("length").unit == "m" and run.get("roll") is None and run.get("roll", 5) == 5
    for name, sensor in [*run.items(), *dict(run).items()]:
        assert sensor.name == name and np.array_equal(sensor.values, run[name].values)
    assert json.loads(json.dumps({name: run[name].unit for name in run})) == {"deflection": "m", "length": "m"}
    other = oscillator.run()
    assert run == run and run != other and len({run, other}) == 2
    with pytest.raises(KeyError):
        run[0]


def test_iterating_over_sensors_still_works(oscillator):
    run = oscillator.run()
    for name in run:
        with pytest.warns(DeprecationWarning, match=r"run\.values\(\)") as warned:
            assert name.name == name and name.unit == "m" and name.time is run.time
            assert np.array_equal(name.values, run[name].values) and name.components == run[name].components
        assert warned[0].filename == __file__
        assert type(copy.deepcopy(name)) is type(pickle.loads(pickle.dumps(name))) is str
        with pytest.raises(AttributeError, match="no attribute 'mean'"):
            name.mean  # noqa: B018


def test_sensors_are_arrays_for_numpy(oscillator):
    run = oscillator.run()
    sensor = run["deflection"]
    assert len(sensor) == len(run.time) and np.shape(sensor) == (len(run.time), 3)
    assert np.shares_memory(np.asarray(sensor), sensor.values) and not np.asarray(sensor).flags.writeable
    assert np.max(run["length"]) == run["length"].values.max()
    copy = np.array(sensor)
    assert copy.flags.writeable and np.array_equal(copy, sensor.values)
    single = np.asarray(sensor, dtype=np.float32)
    assert single.dtype == np.float32 and np.allclose(single, sensor.values)
    assert sensor.__array__(copy=True).flags.writeable and sensor.__array__().base is not None
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        assert np.shares_memory(np.asarray(sensor, copy=False), sensor.values)
        with pytest.raises(ValueError, match="copy"):
            np.asarray(sensor, dtype=np.float32, copy=False)


def test_sensors_compare_by_identity(oscillator):
    run = oscillator.run()
    sensor = run["deflection"]
    assert sensor == sensor and sensor != run["length"] and sensor != oscillator.run()["deflection"]
    assert len({sensor, run["length"]}) == 2


def test_arrays_are_views_that_outlive_the_run(oscillator):
    run = oscillator.run()
    first, second = run["length"], run["length"]
    assert not first.values.flags.owndata and not first.values.flags.writeable
    assert np.shares_memory(first.values, second.values)
    copy = first.values.copy()
    del run, second
    import gc

    gc.collect()
    [oscillator.run() for _ in range(3)]
    assert np.array_equal(first.values, copy)


@pytest.mark.parametrize("name", ["rolling-coin", "double-pendulum", "belt-two-pulleys", "bouncing-balls"])
def test_results_are_bit_identical_to_the_program(name, tmp_path):
    path = root / "web" / "models" / f"{name}.json"
    expected = run_program(path, tmp_path / "result.json")
    run = slipstick.Model.load(path).run()
    assert run.digest == expected["digest"]
    for sensor, theirs in zip(run.values(), expected["sensors"], strict=True):
        assert sensor.name == theirs["name"]
        assert np.array_equal(sensor.values.reshape(len(sensor.time), -1), np.array(theirs["values"], dtype=float), equal_nan=True)
    for profile, theirs in zip(run.profiles, expected.get("profiles", []), strict=True):
        assert np.array_equal(profile["values"], np.array(theirs["values"], dtype=float), equal_nan=True)
    ours = run.statistics
    assert all(ours[key] == value for key, value in expected["statistics"].items() if key != "wallSeconds")


def test_profiles_are_read_once_and_copied(monkeypatch):
    run = slipstick.Model.load(root / "web" / "models" / "belt-two-pulleys.json").run()
    first = run.profiles
    assert first and first[0]["values"].shape == (len(run.time), len(first[0]["positions"]))
    expected = first[0]["values"].copy()
    first[0]["values"] *= 1000
    first[0].clear()
    monkeypatch.setattr(slipstick.Run, "result", None)  # no access after the first one serialises the result
    assert np.array_equal(run.profiles[0]["values"], expected, equal_nan=True)


def test_eigenvalues(oscillator):
    run = slipstick.Model(oscillator.document | {"analysis": {"type": "eigenvalues"}}).run()
    assert max(abs(run.eigenvalues[0].imag)) == pytest.approx(10)
    assert run.modes[0].shape == (6, 3)
    vibration = run.modes[0][abs(run.eigenvalues[0].imag) > 9]  # along the spring
    assert abs(vibration) == pytest.approx(np.array([[1, 0, 0], [1, 0, 0]]))


def test_a_run_without_time_steps(oscillator, tmp_path):
    measures = {"largest": {"formula": 'max(sensor("deflection")[0])'}}
    run = slipstick.Model(oscillator.document | {"analysis": {"type": "eigenvalues"}, "measures": measures}).run()
    assert run.status == "ok" and run.digest == "" and "digest" not in run.result()
    assert run.time.shape == (0,) and run["deflection"].values.shape[0] == 0
    assert run.measures["largest"].value is None
    assert run.link("https://example.org/").endswith(f"&~r={slipstick.__version__}")
    run.save(tmp_path / "run.json")
    run.save(tmp_path / "run.csv")
    assert len((tmp_path / "run.csv").read_text().splitlines()) == 1
    assert len(run.to_pandas()) == 0
    run.plot()


def test_measures(oscillator):
    measures = {
        "largest": {"formula": 'max(abs(sensor("deflection")[0]))', "unit": "m", "label": "largest deflection"},
        "rest": {"formula": 'settle(sensor("deflection")[0], 1e-9)', "unit": "s"},
    }
    found = slipstick.Model(oscillator.document | {"measures": measures}).run().measures
    assert found["largest"].value == pytest.approx(0.1)
    assert found["largest"].unit == "m" and found["largest"].label == "largest deflection"
    assert found["rest"].value is None and found["rest"].reason
    assert oscillator.run().measures == {}


def test_a_failure_warns_and_loses_nothing(oscillator):
    document = oscillator.document
    document["create"][1]["springForceUserFunction"] = "t < 0.5 ? 100*deltaL : sqrt(0.4 - t)"
    with pytest.warns(slipstick.SolverWarning):
        run = slipstick.Model(document).run()
    assert run.status == "failed" and run.message
    assert 0.4 < run.time[-1] < 0.6


def test_other_threads_keep_running(oscillator):
    model = slipstick.Model(oscillator.document | long)
    simulation = model.simulate()
    counted = 0
    thread = threading.Thread(target=lambda: simulation.advance_for(0.5))
    thread.start()
    while thread.is_alive():
        counted += 1
        time.sleep(0.001)
    assert counted > 50


def test_interrupting_keeps_the_computed_samples(oscillator):
    model = slipstick.Model(oscillator.document | long)
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    run = model.run()
    assert run.status == "interrupted"
    assert len(run.time) > 100
    np.testing.assert_allclose(run["deflection"].values[:900, 0], 0.1 * np.cos(10 * run.time[:900]), atol=1e-3)


def test_progress_goes_to_a_function(oscillator):
    seen = []

    def stop(fraction, now):
        seen.append((fraction, now))
        raise KeyboardInterrupt

    run = slipstick.Model(oscillator.document | long).run(progress=stop)
    assert run.status == "interrupted"
    assert 0 < seen[0][0] < 1 and seen[0][1] > 0


def test_a_result_is_saved_as_the_program_writes_it(oscillator, tmp_path):
    oscillator.save(tmp_path / "model.json")
    theirs = run_program(tmp_path / "model.json", tmp_path / "theirs.json")
    run = oscillator.run()
    ours = run.result()
    del theirs["statistics"]["wallSeconds"], ours["statistics"]["wallSeconds"]
    assert ours == theirs
    run.to_csv(tmp_path / "ours.csv")
    lines = (tmp_path / "ours.csv").read_text().splitlines()
    assert lines[0] == "t (s),deflection.x (m),deflection.y (m),deflection.z (m),length (m)"
    assert len(lines) == 1 + len(run.time)
    run.save(tmp_path / "run.csv")
    assert (tmp_path / "run.csv").read_text() == (tmp_path / "ours.csv").read_text()


def test_pandas(oscillator):
    pytest.importorskip("pandas")
    run = oscillator.run()
    frame = run.to_pandas()
    assert list(frame.columns) == ["deflection.x", "deflection.y", "deflection.z", "length"]
    assert frame.index.name == "t (s)"
    assert np.array_equal(frame["length"], run["length"].values)


def test_xarray(oscillator):
    xarray = pytest.importorskip("xarray")
    run = oscillator.run()
    data = run.to_xarray()
    assert isinstance(data, xarray.Dataset) and list(data) == list(run)
    assert data["length"].dims == ("time",) and data["deflection"].dims == ("time", "axis")
    assert np.array_equal(data["deflection"].sel(axis="y"), run["deflection"].values[:, 1])
    assert np.array_equal(data["length"], run["length"].values) and np.array_equal(data["time"], run.time)
    assert data["deflection"].attrs == {"units": "m"} and data["time"].attrs == {"units": "s"}
    assert data.attrs == {"title": "Mass on a spring", "status": "ok", "message": "", "digest": run.digest}
    data["length"][0] = 0
    assert run["length"].values[0] != 0


def test_xarray_of_matrices_and_numbered_components(oscillator):
    pytest.importorskip("xarray")
    document = oscillator.document
    formula = {"type": "UserFunction", "name": "numbers", "sensorUserFunction": ["t", "2*t"]}
    document["sensors"] += [{**document["sensors"][0], "name": "time"}, {**document["sensors"][0], "name": "axis"}, formula]
    data = slipstick.Model(document).run().to_xarray()
    assert data["time"].dims == ("time_", "axis_") and data["numbers"].dims == ("time_", "component_2")
    assert np.array_equal(data["numbers"].sel(component_2="1"), 2 * data["time_"])
    empty = slipstick.Model(oscillator.document | {"analysis": {"type": "eigenvalues"}}).run().to_xarray()
    assert dict(empty.sizes) == {"time": 0, "axis": 3}
    bushings = slipstick.Model.load(root / "web" / "models" / "bushings.json").run().to_xarray()
    assert bushings["intrinsic left axes"].dims == ("time", "entry")


def test_a_missing_xarray_is_named(oscillator, monkeypatch):
    monkeypatch.setitem(sys.modules, "xarray", None)
    with pytest.raises(ImportError, match=r"needs xarray: pip install 'slipstick\[xarray\]'"):
        oscillator.run().to_xarray()


def test_plots(oscillator):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    ax = oscillator.run().plot("length", "deflection.x")
    assert [line.get_label() for line in ax.lines] == ["length", "deflection x"]
    assert ax.get_ylabel() == "m"


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("lenght", "the run has no sensor 'lenght' (did you mean 'length'?); it has deflection, length"),
        ("deflecton.x", "the run has no sensor 'deflecton.x' (did you mean 'deflection.x'?); it has deflection, length"),
        ("roll", "the run has no sensor 'roll'; it has deflection, length"),
        ("roll.x", "the run has no sensor 'roll.x'; it has deflection, length"),
        ("", "the run has no sensor ''; it has deflection, length"),
        ("deflection.q", "the sensor 'deflection' has no component 'q'; it has x, y, z"),
        ("length.x", "the sensor 'length' has no component 'x'; it has value"),
    ],
)
def test_plots_of_what_does_not_exist(oscillator, wanted, message):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figures = plt.get_fignums()
    with pytest.raises(KeyError) as raised:
        oscillator.run().plot("length", wanted)
    assert raised.value.args == (message,)
    assert plt.get_fignums() == figures


def test_a_misspelt_sensor_gets_a_suggestion(oscillator):
    with pytest.raises(KeyError, match=r"no sensor 'lenght' \(did you mean 'length'\?\); it has deflection, length"):
        oscillator.run()["lenght"]


def test_import_loads_no_other_large_package():
    """Imports only NumPy, so that the import is quick."""
    code = "import sys, slipstick; print(*{name.split('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" in loaded
    assert not {"anywidget", "exudyn", "IPython", "matplotlib", "pandas", "scipy", "sympy", "traitlets", "xarray"} & set(loaded)


def test_a_run_links_to_its_events(oscillator):
    document = oscillator.document
    document["inputs"] = {"push": {"value": 0, "min": -10, "max": 10}}
    document["sensors"].append({"type": "Input", "name": "pushed", "input": "push"})
    simulation = slipstick.Model(document).simulate()
    simulation.advance(0.5)
    simulation.set_inputs({"push": 2})
    while simulation.step():
        pass
    run = simulation.result()
    again = slipstick.Model.load(run.link("https://example.org/")).run()
    assert again.digest == run.digest
    assert again["pushed"].values[-1] == 2


def test_no_warning_of_a_good_run(oscillator):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        oscillator.run()


def test_the_package_is_typed():
    assert (Path(slipstick.__file__).parent / "py.typed").exists()
