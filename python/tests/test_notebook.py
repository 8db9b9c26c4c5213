"""The notebooks run and show the running model, and the cells of a tutorial are its listings."""

import re
from importlib import resources

import pytest
from conftest import root

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")


@pytest.mark.parametrize("name", ["first-steps", "from-python"])
def test_a_notebook_runs(name, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    path = root / "python" / "examples" / f"{name}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(path.parent)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    shown = [output["data"]["text/html"] for output in outputs if "iframe" in output.get("data", {}).get("text/html", "")]
    if resources.files("slipstick").joinpath("viewer.html").is_file():
        assert len(shown) == 1 and "srcdoc" in shown[0] and "https://" not in shown[0].split("<script", 1)[0]
    target = root / "build" / "python" / path.name
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, target)


def listings(tutorial):
    text = (root / "docs" / "tutorials" / tutorial).read_text()
    return re.findall(r"```python\n(.*?)\n```", text, re.DOTALL)


def test_the_notebook_has_the_listings_of_its_tutorial():
    notebook = nbformat.read(root / "python" / "examples" / "from-python.ipynb", as_version=4)
    assert [cell.source for cell in notebook.cells if cell.cell_type == "code"] == listings("from-python.md")


def test_the_script_of_the_tutorial_agrees_with_exudyn_and_gets_its_slider(tmp_path):
    pytest.importorskip("exudyn")
    from slipstick.exudyn import Slider
    from slipstick.exudyn.command import run_script

    script = tmp_path / "pendulum.py"
    script.write_text(listings("from-exudyn.md")[0])
    [published], problem, _ = run_script(script, [Slider.read("gain=0:5")])
    assert not problem
    assert not published.refusals
    assert published.worst[0] < 1e-6
    assert published.model.parameters == {"gain": 2.0}
