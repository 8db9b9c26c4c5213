"""Scripts for Exudyn are valid Python with items and settings of Exudyn, and give the results of the core."""

import ast
import json
import sys
from types import ModuleType
from unittest.mock import MagicMock

import pytest
from conftest import root

import slipstick

#: The parameters of items, and the settings, of the version for which scripts are written.
INTERFACE = json.loads((root / "tests" / "data" / "exudyn-interface.json").read_text())
#: Models with an item that Exudyn lacks.
UNSUPPORTED = {"angle-of-repose", "brazil-nut", "hopper", "ContactSpheres"}
FILES = [*(root / "web" / "models").glob("*.json"), *(root / "tests" / "data" / "items").rglob("*.json")]


@pytest.mark.parametrize("path", [path for path in sorted(FILES) if path.stem not in UNSUPPORTED], ids=lambda path: path.stem)
def test_script(path):
    items = 0
    for node in ast.walk(ast.parse(slipstick.Model.load(path).to_exudyn())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.keywords:
            given = {keyword.arg for keyword in node.keywords if keyword.arg}
            assert given <= set(INTERFACE["items"][node.func.id])
            items += 1
        if isinstance(node, ast.Assign) and (target := ast.unparse(node.targets[0])).startswith("simulationSettings."):
            known = INTERFACE["settings"]
            for key in target.split(".")[1:]:
                assert key in known, target
                known = known[key]
    assert items > 0


@pytest.mark.parametrize("name", sorted(UNSUPPORTED & {path.stem for path in FILES}))
def test_items_that_exudyn_lacks(name):
    [path] = [path for path in FILES if path.stem == name]
    with pytest.raises(ValueError, match="Exudyn has no ContactSpheres of this law"):
        slipstick.Model.load(path).to_exudyn()


AXES = [f"(rot{axis}(0.3)*[1, 2, 3])[{i}]" for axis in "XYZ" for i in range(3)]
VECTORS = [
    f"{vector}[{i}]" for vector in ("normalize([3, 0, -4])", "normalize([0, 0, 0])", "(skew([1, 2, 3])*[4, 5, 7])") for i in range(3)
]
FORMULAS = [
    *("-2^2", "2^3^2", "2^-1", "(1 + x)*3 - 4/2", "1 - (2 - 3)", "x > 3 ? 1 : x > 2 ? 2 : 3", "not x == 6 and 1", "!(x == 6) || 5"),
    *("k = 2*x; k*k", "if(x < 1, 2, max(3, x, 4))", "1.5e-3*x", "round(2.5)", "round(-2.5)", "round(0.4)", "clamp(5, 0, 3)"),
    *("clamp(-1, 0, 3)", "clamp(2, 0, 3)", "step(-1)", "step(0)", "step(2, 1)", "step(2, 2)", "smoothstep(1, 3, 1.5)"),
    *("smoothstep(1, 3, 7)", "zeros(3)[1]", *VECTORS, *AXES),
]


def test_values_of_formulas(monkeypatch):
    """Executes the helper functions of scripts without Exudyn."""
    node = {"type": "GenericData", "numberOfDataCoordinates": len(FORMULAS), "initialCoordinates": FORMULAS}
    model = slipstick.Model({"slipstick": 1, "parameters": {"x": 6}, "nodes": [node]})
    given = {}
    interface = ModuleType("exudyn.itemInterface")
    interface.NodeGenericData = lambda **arguments: given.update(arguments)
    monkeypatch.setitem(sys.modules, "exudyn", MagicMock())
    monkeypatch.setitem(sys.modules, "exudyn.itemInterface", interface)
    exec(model.to_exudyn(), {})
    values = [float(value) for value in given["initialCoordinates"]]
    assert values == pytest.approx(model.expanded()["nodes"][0]["initialCoordinates"], abs=1e-14, rel=1e-14)


def test_a_parameter_that_is_changed_in_the_script():
    pytest.importorskip("exudyn")
    model = slipstick.Model(
        {
            "slipstick": 1,
            "parameters": {"mass": 2},
            "definitions": {"weight": "9.81*mass"},
            "create": [
                {"type": "Ground", "name": "rail"},
                {"type": "RigidBody2D", "name": "slide", "inertia": {"mass": 2}, "gravity": [0, "-weight/mass", 0]},
                {"type": "SpringDamper", "bodies": ["rail", "slide"], "localPosition0": [-1, 0, 0], "stiffness": "10*weight", "damping": 1},
            ],
            "objects": [{"type": "JointPrismatic2D", "markerNumbers": ["on rail", "on slide"]}],
            "markers": [
                {"type": "BodyRigid", "name": "on rail", "bodyNumber": "rail"},
                {"type": "BodyRigid", "name": "on slide", "bodyNumber": "slide", "localPosition": [0.1, 0, 0]},
            ],
            "sensors": [{"type": "Body", "name": "position", "bodyNumber": "slide", "outputVariableType": "Position"}],
            "analysis": {"endTime": 0.2, "stepSize": 0.01},
        }
    )
    for mass in (2, 3):
        names = {}
        exec(model.to_exudyn().replace("mass = 2", f"mass = {mass}"), names)
        ours = model.run({"mass": mass})["position"].values[-1]
        assert names["results"]["position"][-1][1:] == pytest.approx(ours, abs=1e-9)
