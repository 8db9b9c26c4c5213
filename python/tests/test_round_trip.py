"""Documents that are written as scripts for Exudyn and converted back do not change."""

import fnmatch
import json
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from conftest import root

pytest.importorskip("exudyn")

import slipstick
from slipstick.exudyn.solve.solutions import Solutions

warnings.simplefilter("ignore", DeprecationWarning)
#: Models with an item that Exudyn lacks.
UNSUPPORTED = {"angle-of-repose", "brazil-nut", "hopper"}
MODELS = sorted(path.stem for path in (root / "web" / "models").glob("*.json") if path.stem not in UNSUPPORTED)


def converted(path):
    """The document of a script, without solving it."""
    with Solutions(solve=False) as solutions:
        exec(compile(Path(path).read_text(), path, "exec"), {"__name__": "__main__"})
    [solution] = solutions.found
    return solution.model()


@pytest.mark.parametrize("name", MODELS)
def test_model(name, tmp_path):
    model = slipstick.Model.load(root / "web" / "models" / f"{name}.json")
    script = tmp_path / "script.py"
    script.write_text(model.to_exudyn(), encoding="utf-8")
    ours = set_at_start(model.expanded())
    back = without_copies(converted(script).expanded())
    assert differing(ours, back) == []


def without_copies(document):
    """The document without the unnamed copies of markers at the end, which a script has for objects that turn shared markers."""
    markers, numbers = [], []
    for marker in document["markers"]:
        originals = [number for number, each in enumerate(markers) if {**each, "name": ""} == {**marker, "name": ""}]
        if "name" in marker or not originals:
            markers.append(marker)
        numbers.append(originals[0] if "name" not in marker and originals else len(markers) - 1)
    for item in document["objects"]:
        if "markerNumbers" in item:
            item["markerNumbers"] = [numbers[number] for number in item["markerNumbers"]]
    return {**document, "markers": markers}


@cache
def parameters():
    return {(item["kind"], item["type"]): item["parameters"] for item in json.loads(slipstick._core.reference())["items"]}


@cache
def defaults():
    return {(*item, row["name"]): row.get("default") for item, rows in parameters().items() for row in rows}


def differing(a, b):
    """The places where two expanded documents differ, except for drawing, plots and the text of formulas."""
    found = []
    for kind in ("nodes", "objects", "markers", "loads", "sensors"):
        first, second = a.get(kind, []), b.get(kind, [])
        if kind == "sensors":  # the exporter omits sensors that Exudyn lacks
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
                    continue  # generated from a number
                usual = defaults().get((kind[:-1], x.get("type"), key))
                if not same(x.get(key, usual), y.get(key, usual), key):
                    found.append(f"/{kind}/{number}/{key}: {x.get(key)} and {y.get(key)}")
    steps = [each if isinstance(each, list) else [each] for each in (a.get("analysis", {}), b.get("analysis", {}))]
    if len(steps[0]) != len(steps[1]):
        found.append(f"{len(steps[0])} and {len(steps[1])} steps")
    return found


def set_at_start(document):
    """The document with the parameters that the first step sets, because the script sets them before solving."""
    steps = document.get("analysis", {})
    first = steps[0] if isinstance(steps, list) else steps
    for change in first.get("set", []):
        kind = next(each for each in ("node", "object", "marker", "load") if each in change)
        for number, item in enumerate(document[f"{kind}s"]):
            if change[kind] == number or (isinstance(change[kind], str) and fnmatch.fnmatchcase(item.get("name", ""), change[kind])):
                known = {each["name"] for each in parameters()[kind, item["type"]]}
                item |= {key: number_of(value, document) for key, value in change.items() if key in known and key != kind}
    return document


def number_of(value, document):
    """The value of a formula of parameters, as used in `set` by these models."""
    given = document.get("parameters", {})
    values = {name: each["value"] if isinstance(each, dict) else each for name, each in given.items()}
    return eval(value, {"max": max, "min": min}, values) if isinstance(value, str) else value


def same(x, y, key):
    if "UserFunction" in key:
        return bool(x) == bool(y)
    if [] in (x, y) and key in ("referenceCoordinates", "initialCoordinates", "initialCoordinates_t"):
        return not np.any(x) and not np.any(y)
    if isinstance(x, str) or isinstance(y, str) or x is None or y is None:
        return x == y or key == "name"
    x, y = np.asarray(x, dtype=object).ravel(), np.asarray(y, dtype=object).ravel()
    try:
        return x.size == y.size and np.allclose(x.astype(float), y.astype(float), rtol=1e-12, atol=1e-300)
    except (TypeError, ValueError):
        return list(x) == list(y)
