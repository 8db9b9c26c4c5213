"""Studies give the same rows with threads, with a cluster that loses a worker, and with the program."""

import os
import signal
import subprocess
import sys

import pytest
from conftest import program

import slipstick

vary = {"vary": {"k": {"from": 100, "to": 400, "points": 7}, "d": [0, 2, 5]}, "measures": ["least"]}


@pytest.fixture
def model(oscillator):
    document = oscillator.document | {"measures": {"least": {"formula": 'min(sensor("deflection")[0])', "unit": "m"}}, "study": vary}
    return slipstick.Model(document)


def rows_of_program(model, folder, *options):
    model.save(folder / "model.json")
    output = folder / "rows.csv"
    subprocess.run([program, "study", folder / "model.json", "--output", output, *options], check=True, capture_output=True)
    return subprocess.run([program, "study", "--merge", output], check=True, capture_output=True, text=True).stdout


def test_rows_equal_those_of_the_program(model, tmp_path):
    study = slipstick.study(model)
    assert len(study) == 21 and not study.failed
    assert study.rows[4]["k"] == 150 and study.rows[4]["d"] == 2
    assert study.rows[4]["least"] == model.run({"k": 150, "d": 2}).measures["least"].value
    study.to_csv(tmp_path / "python.csv")
    assert (tmp_path / "python.csv").read_text() == rows_of_program(model, tmp_path)


def test_parameters_may_have_names_of_other_columns(model):
    parameters = model.document["parameters"] | {"steps": 1, "status": 2}
    vary = {"vary": {"steps": [3, 4], "status": [5]}}
    study = slipstick.study(slipstick.Model(model.document | {"parameters": parameters, "study": vary}))
    assert [row["steps [parameter]"] for row in study] == [3, 4] and study.rows[0]["status [parameter]"] == 5
    assert study.rows[0]["status"] == "ok" and study.rows[0]["steps"] > 4
    pytest.importorskip("xarray")
    assert list(study.to_xarray().sizes) == ["steps [parameter]", "status [parameter]"]


def test_the_function_and_its_module_can_be_imported():
    """Uses a new process without any imports."""
    code = """
import slipstick
from slipstick.studies import Study
import slipstick.studies as module
assert module is slipstick.studies and module.study is slipstick.study and Study is slipstick.Study
from slipstick.study import Study as former, study
import slipstick.study
assert former is Study and study is slipstick.study and callable(slipstick.study)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_frame_has_a_row_for_each_run(model):
    frame = slipstick.study(model, jobs=1, chunk=4).to_pandas()
    assert list(frame.columns) == ["k", "d", "status", "message", "least", "steps", "digest"]
    assert (frame.status == "ok").all() and len(frame) == 21


def test_a_grid_in_xarray_has_its_parameters_as_dimensions(model):
    pytest.importorskip("xarray")
    study = slipstick.study(model)
    data = study.to_xarray()
    assert dict(data.sizes) == {"k": 7, "d": 3} and list(data) == ["run", "status", "message", "least", "steps", "digest"]
    assert data["k"].values.tolist() == [100, 150, 200, 250, 300, 350, 400] and data["d"].values.tolist() == [0, 2, 5]
    for row in study:
        assert data["least"].sel(k=row["k"], d=row["d"]) == row["least"] and data["digest"].sel(k=row["k"], d=row["d"]) == row["digest"]
    assert data["k"].attrs == {"units": "N/m"} and data["d"].attrs == {"units": ""} and data["least"].attrs == {"units": "m"}
    assert (data["status"] == "ok").all() and data["steps"].dtype.kind == "i" and data["status"].attrs == {}


@pytest.mark.parametrize("vary", [{"d": [0, 1, 1]}, {"k": [100, 200], "d": {"from": 0, "to": 5}}])
def test_other_studies_in_xarray_have_a_dimension_of_runs(model, vary):
    pytest.importorskip("xarray")
    random = {"sampling": "random", "runs": 5} if len(vary) == 2 else {}
    study = slipstick.study(model, {"vary": vary, **random})
    data = study.to_xarray()
    assert dict(data.sizes) == {"run": len(study)} and set(data.coords) == {"run", *vary}
    assert data["d"].values.tolist() == [row["d"] for row in study]
    assert data["least"].values.tolist() == [row["least"] for row in study]


def test_missing_numbers_in_xarray_are_nan(model):
    pytest.importorskip("xarray")
    document = model.document | {"study": {"vary": {"d": [0, 1]}}}
    document["create"][0]["physicsMass"] = "0.5 - d"
    data = slipstick.study(slipstick.Model(document)).to_xarray()
    assert data["status"].values.tolist() == ["ok", "refused"]
    assert data["least"].isnull().values.tolist() == [False, True] and data["message"].sel(d=1) != ""


def test_fixed_parameters_hold_in_all_runs(model):
    study = slipstick.study(model, {"vary": {"k": [200]}}, parameters={"d": 3})
    assert study.rows[0]["digest"] in model.run({"k": 200, "d": 3}).digest


def test_mistakes_have_a_place(model):
    with pytest.raises(slipstick.ModelError, match="/study/vary/k/1: must be between min and max"):
        slipstick.study(model, {"vary": {"k": [100, 5000]}})
    with pytest.raises(ValueError, match="the study varies d, which `parameters` fixes"):
        slipstick.study(model, parameters={"d": 1})
    plain = model.document
    del plain["study"]
    with pytest.raises(ValueError, match="the model has no study"):
        slipstick.study(slipstick.Model(plain))


def test_failed_runs_are_rows(model):
    document = model.document | {"study": {"vary": {"d": [0, 1]}}}
    document["create"][0]["physicsMass"] = "0.5 - d"
    study = slipstick.study(slipstick.Model(document))
    assert [row["status"] for row in study] == ["ok", "refused"]
    assert study.failed[0]["message"] and study.failed[0]["least"] is None


@pytest.mark.filterwarnings("ignore")  # warnings of Dask about the lost worker
def test_a_lost_worker_costs_no_row(model, tmp_path, monkeypatch):
    """Kills one of two worker processes after the first row."""
    distributed = pytest.importorskip("distributed")
    slow = slipstick.Model(model.document | {"analysis": {"endTime": 50, "stepSize": 0.001}})
    workers = []

    def show(done):
        if done == 1:
            os.kill(workers[0], signal.SIGKILL)

    monkeypatch.setattr(slipstick.studies, "counting", lambda progress, runs: (show, lambda: None))
    text = rows_of_program(slow, tmp_path, "--jobs", "2")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        workers.append(client.submit(os.getpid).result())
        study = slipstick.study(slow, client=client)
    study.to_csv(tmp_path / "dask.csv")
    assert (tmp_path / "dask.csv").read_text() == text
