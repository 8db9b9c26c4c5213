import json

import numpy as np
import pytest

import slipstick
from slipstick import links


def test_a_model_describes_itself(oscillator):
    assert oscillator.title == "Mass on a spring"
    assert oscillator.parameters == {"k": 100, "d": 0}
    assert oscillator.sensors == ["deflection", "length"]
    assert oscillator.issues == []
    assert "2 sensors" in repr(oscillator)


def test_mistakes_come_all_at_once_with_their_places():
    with pytest.raises(slipstick.ModelError) as caught:
        slipstick.Model({"slipstick": 1, "nodes": [{"type": "Pont"}], "objects": [{"type": "MassPoint", "physicsMass": -1}]})
    pointers = [issue.pointer for issue in caught.value.issues]
    assert "/nodes/0/type" in pointers
    assert "/objects/0/physicsMass" in pointers
    assert "Point" in str(caught.value)
    [negative] = [issue for issue in caught.value.issues if issue.pointer == "/objects/0/physicsMass"]
    assert negative.code == "mustBe"
    assert negative.values[1] == "-1"


def test_values_that_json_cannot_hold_have_a_place_too():
    with pytest.raises(slipstick.ModelError) as caught:
        slipstick.Model({"slipstick": 1, "nodes": [{"type": "Point", "referenceCoordinates": [0, float("nan"), 0]}]})
    assert caught.value.issues[0].pointer == "/nodes/0/referenceCoordinates/1"
    with pytest.raises(slipstick.ModelError, match="/title: a document cannot hold a object"):
        slipstick.Model({"slipstick": 1, "title": object()})


def test_numbers_and_arrays_of_numpy_are_welcome():
    model = slipstick.Model({"slipstick": np.int64(1), "nodes": [{"type": "Point", "referenceCoordinates": np.array([1.0, 2, 3])}]})
    assert model.document["nodes"][0]["referenceCoordinates"] == [1, 2, 3]


def test_a_file_is_read_and_written(oscillator, tmp_path):
    oscillator.save(tmp_path / "model.json")
    assert slipstick.Model.load(tmp_path / "model.json").document == oscillator.document
    assert slipstick.Model.load(oscillator.document).title == oscillator.title
    with pytest.raises(FileNotFoundError):
        slipstick.Model.load(tmp_path / "none.json")


def test_a_key_that_occurs_twice_is_found(tmp_path):
    (tmp_path / "model.json").write_text('{"slipstick": 1, "title": "a", "title": "b"}')
    with pytest.raises(slipstick.ModelError):
        slipstick.Model.load(tmp_path / "model.json")


def test_other_parameters_make_another_model(oscillator):
    stiff = oscillator.with_({"k": 400, "d": 1})
    assert stiff.parameters == {"k": 400, "d": 1}
    assert oscillator.parameters == {"k": 100, "d": 0}
    assert stiff.document["parameters"]["k"]["max"] == 1000
    for wrong in ({"k": 5}, {"q": 1}):
        with pytest.raises(slipstick.ModelError):
            oscillator.with_(wrong)


def test_a_parameter_may_have_any_name(oscillator):
    names = ("progress", "functions", "parameters", "self")
    document = oscillator.document | {"parameters": {"k": 100, "d": 0} | dict.fromkeys(names, 1)}
    document["analysis"] = {"endTime": 0.01, "stepSize": 0.001}
    values = {name: number + 2.0 for number, name in enumerate(names)}
    model = slipstick.Model(document)
    assert model.run(values, progress=False).parameters == {"k": 100, "d": 0, **values}
    assert model.with_(values).parameters == model.run(parameters=values).parameters
    with pytest.raises(TypeError):
        model.run(k=5)


def test_a_run_has_the_document_that_reproduces_it(oscillator):
    run = oscillator.run({"k": 200})
    assert run.document == oscillator.with_({"k": 200}).document
    assert slipstick.Model(run.document).run().digest == run.digest


def test_the_document_is_written_out(oscillator):
    expanded = oscillator.expanded()
    assert [each["type"] for each in expanded["objects"]].count("MassPoint") == 1
    assert "create" not in expanded


def test_a_link_carries_the_model(oscillator):
    link = oscillator.link("https://example.org/slipstick/#g=coin")
    assert link.startswith("https://example.org/slipstick/#m=2.")
    assert slipstick.Model.load(link).document == oscillator.document
    assert len(link) < 700


def test_a_link_needs_a_site(oscillator, monkeypatch):
    monkeypatch.delenv("SLIPSTICK_SITE", raising=False)
    with pytest.raises(ValueError, match="address of the site is missing"):
        oscillator.link()
    monkeypatch.setenv("SLIPSTICK_SITE", "https://example.org/")
    assert oscillator.link().startswith("https://example.org/#m=2.")


def test_long_links_cause_a_warning(oscillator):
    numbers = np.random.default_rng(1).random(3000)
    document = oscillator.document | {"display": {"plots": [{"curves": [{"sensor": "length"}], "reference": {"x": numbers, "y": numbers}}]}}
    with pytest.warns(UserWarning, match="may be cut off"):
        slipstick.Model(document).link("https://example.org/")


def test_damaged_links_are_refused(oscillator):
    link = oscillator.link("https://example.org/")
    for damaged in (link[:-20], link.replace("#m=2.", "#m=3."), link[:-30] + "A" + link[-29:]):
        with pytest.raises(ValueError):
            slipstick.Model.load(damaged)


def test_links_end_with_a_letter_or_a_number():
    for number in range(400):
        document = {"slipstick": 1, "title": str(number)}
        link = slipstick.Model(document).link("https://example.org/")
        assert link[-1].isalnum()
        assert slipstick.Model.load(link).document == document


def test_links_of_mails_are_read():
    document = {"slipstick": 1, "title": "xxxx", "number": 284}
    old = "2.ePnNDLdsw7UnswII4CdpANfcWZjUAgBFcw4_"  # of release 0.1.0
    for rewritten in (f"#m={old}", f"%23m={old}", f"x?url=https%3A%2F%2Fexample.org%2F%23m%3D{old}&data=1", f"#m={old[:-1]}"):
        assert json.loads(links.read(f"https://example.org/{rewritten}")) == document
    for damaged in (old[:-2], old[:-1] + "A", old[:-4]):
        with pytest.raises(ValueError, match="the link is damaged"):
            links.read(f"https://example.org/#m={damaged}")
    assert not links.fragment("a/model.json")


def test_the_program_reads_the_links(oscillator, tmp_path):
    import subprocess

    from conftest import program

    link = oscillator.run({"k": 200}).link("https://example.org/")
    found = subprocess.run([program, "verify", link], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert "Reproduced to the last bit" in found.stdout
    assert json.loads(json.dumps(slipstick.Model.load(link).parameters)) == {"k": 200, "d": 0}
