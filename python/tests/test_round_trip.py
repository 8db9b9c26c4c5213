"""Documents written to Exudyn by the exporter of the page and converted back are the same documents."""

import json
import shutil
import subprocess
import warnings

import numpy as np
import pytest
from conftest import root

pytest.importorskip("exudyn")

import slipstick  # noqa: E402
from slipstick.exudyn.publish import Solutions  # noqa: E402

warnings.simplefilter("ignore", DeprecationWarning)
folder = root / "build" / "python" / "scripts"
#: models with an item that Exudyn lacks
LACKING = {"hopper"}
MODELS = sorted(path.stem for path in (root / "web" / "models").glob("*.json") if path.stem not in LACKING)


@pytest.fixture(scope="session")
def scripts():
    node = shutil.which("node")
    if node is None or not (root / "build" / "wasm-release" / "slipstick.wasm").exists():
        pytest.skip("the exporter of the page needs Node and the engine")
    files = [str(root / "web" / "models" / f"{name}.json") for name in MODELS]
    subprocess.run([node, root / "tests" / "peer" / "write_scripts.mjs", folder, *files], check=True, cwd=root, capture_output=True)
    written = json.loads((folder / "index.json").read_text())
    return {name: written[file] for name, file in zip(MODELS, files, strict=True)}


def converted(path):
    """The document of a script, without solving it."""
    with Solutions(solve=False) as solutions:
        exec(compile(open(path).read(), path, "exec"), {"__name__": "__main__"})
    [solution] = solutions.found
    return solution.conversion.model(solution.steps)


@pytest.mark.parametrize("name", MODELS)
def test_model(name, scripts):
    assert isinstance(scripts[name], str), scripts[name]
    ours = slipstick.Model.load(root / "web" / "models" / f"{name}.json").expanded()
    back = converted(scripts[name]).expanded()
    assert differing(ours, back) == []


def differing(a, b):
    found = []
    for kind in ("nodes", "objects", "markers", "loads", "sensors"):
        first, second = a.get(kind, []), b.get(kind, [])
        if kind == "sensors":  # what Exudyn lacks is left out by the exporter
            names = {each["name"] for each in second}
            first = [each for each in first if each["name"] in names]
        if len(first) != len(second):
            found.append(f"{len(first)} and {len(second)} {kind}")
            continue
        for number, (x, y) in enumerate(zip(first, second, strict=True)):
            for key in {*x, *y} - {"visualization", "sensorNumbers"}:
                if kind == "sensors" and key in ("type", "objectNumber", "bodyNumber"):
                    continue  # sensors of bodies
                if key == "name" and key not in x:
                    continue  # made from a number
                if not same(x.get(key), y.get(key), key):
                    found.append(f"/{kind}/{number}/{key}: {x.get(key)} and {y.get(key)}")
    steps = [each if isinstance(each, list) else [each] for each in (a.get("analysis", {}), b.get("analysis", {}))]
    if len(steps[0]) != len(steps[1]):
        found.append(f"{len(steps[0])} and {len(steps[1])} steps")
    return found


def same(x, y, key):
    if "UserFunction" in key:
        return bool(x) == bool(y)
    if isinstance(x, str) or isinstance(y, str) or x is None or y is None:
        return x == y or key == "name"
    x, y = np.asarray(x, dtype=object).ravel(), np.asarray(y, dtype=object).ravel()
    try:
        return x.size == y.size and np.allclose(x.astype(float), y.astype(float), rtol=1e-12, atol=1e-300)
    except (TypeError, ValueError):
        return list(x) == list(y)
