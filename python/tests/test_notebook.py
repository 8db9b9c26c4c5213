"""The example notebook runs, and shows the running model."""

from importlib import resources

import pytest
from conftest import root

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")


def test_the_example_notebook_runs(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    path = root / "python" / "examples" / "first-steps.ipynb"
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(path.parent)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    shown = [output["data"]["text/html"] for output in outputs if "iframe" in output.get("data", {}).get("text/html", "")]
    if resources.files("slipstick").joinpath("viewer.html").is_file():
        assert len(shown) == 1 and "srcdoc" in shown[0] and "https://" not in shown[0].split("<script", 1)[0]
    target = root / "build" / "python" / "first-steps.ipynb"
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, target)
