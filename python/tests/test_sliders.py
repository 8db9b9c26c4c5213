"""Variables of scripts as parameters, and the texts and drawings of published documents."""

import json
import math
import re

import numpy as np
import pytest

exudyn = pytest.importorskip("exudyn")

from feature_scripts import HEAD, SPRING, TAIL, text

import slipstick
from slipstick.exudyn import BadSlider, Slider, publish
from slipstick.exudyn.command import main, run_script
from slipstick.exudyn.compare.plots import VERSION
from slipstick.exudyn.read.descriptions import description_of, divided, output_words, title_of
from slipstick.exudyn.read.script_variables import variables_of
from slipstick.exudyn.trace.symbols import Text
from slipstick.exudyn.write.formula_fit import MoreSamples, Samples, formula_of
from slipstick.exudyn.write.graphics import solids_of
from slipstick.exudyn.write.mesh_thinning import thinned
from slipstick.exudyn.write.sliders import sliders_of

# ---- the syntax of a slider


def test_a_slider_has_a_range_positions_a_unit_and_a_label():
    assert Slider.read("L=0.1:1") == Slider("L", 0.1, 1)
    assert Slider.read(" L = -1e-3:1:10 [kg m^2] inertia of the rod ") == Slider("L", -1e-3, 1, 10, "kg m^2", "inertia of the rod")
    assert Slider("L", 0, 1, 11, "m", "length").entry(0.5) == {
        "value": 0.5,
        "min": 0,
        "max": 1,
        "step": 0.1,
        "unit": "m",
        "label": "length",
    }


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("L", "it has no NAME=MIN:MAX"),
        ("L=1", "'1' is not a range"),
        ("L=1:2:3:4", "'1:2:3:4' is not a range"),
        ("L=1:a", "'a' is not a number"),
        ("L=0:inf", "'inf' is not finite"),
        ("L=2:1", "2 is not below 1"),
        ("L=1:1", "1 is not below 1"),
        ("L=0:1:1", "'1' is not a number of positions; it must be 2 or more"),
        ("2L=0:1", "'2L' is not a variable name of letters, digits and _"),
        ("länge=0:1", "is not a variable name"),
        ("L=0:1 [m", "it has no NAME=MIN:MAX"),
    ],
)
def test_bad_syntax_of_a_slider_is_refused_with_a_reason(given, reason):
    with pytest.raises(BadSlider) as caught:
        Slider.read(given)
    assert reason in str(caught.value) and repr(given) in str(caught.value)


def test_a_slider_is_given_once():
    with pytest.raises(BadSlider, match="slider 'L' is given twice"):
        sliders_of(["L=0:1", "L=1:2"])


# ---- formulas of numbers

RANGES = {"L": (0.5, 2), "r": (0.1, 0.4), "phi": (0.05, 0.5)}


def fitted(function):
    samples = Samples(RANGES, {"L": 1, "r": 0.2, "phi": 0.1})
    while True:
        try:
            found = formula_of(samples, [function(**point) for point in samples.points])
            return None if found is None else Text([found]).formulas[0]
        except MoreSamples as more:
            samples.grow(more.count)


@pytest.mark.parametrize(
    ("function", "formula"),
    [
        (lambda L, r, phi: L / 2, "0.5*L"),
        (lambda L, r, phi: 7800 * math.pi * r**2 * L, "7800*pi*L*r^2"),
        (lambda L, r, phi: 4 / r, "4/r"),
        (lambda L, r, phi: -L * 9.81 + 3 * r, "3*r - 9.81*L"),
        (lambda L, r, phi: r * math.sin(phi) + 0.01, "0.01 + r*sin(phi)"),
        (lambda L, r, phi: 40 * math.cos(phi / 2) / 2, "20*cos(phi/2)"),
        (lambda L, r, phi: math.hypot(L, r), "sqrt(r^2 + L^2)"),
        (lambda L, r, phi: 1 / (L + r), "1/(r + L)"),
        (lambda L, r, phi: math.asin(r * math.sin(phi) / L), "asin(r*sin(phi)/L)"),
        (lambda L, r, phi: math.cos(L * math.pi / 180) * r, "cos(pi*L/180)*r"),
        (lambda L, r, phi: 2 * L**1.5, "2*L^1.5"),
        (lambda L, r, phi: L**3 / 3, "L^3/3"),
        (lambda L, r, phi: 5.0, "5"),
    ],
)
def test_a_number_that_follows_becomes_the_formula_that_a_person_would_write(function, formula):
    assert fitted(function) == formula


def test_many_terms_of_many_variables_ask_for_more_samples():
    formula = fitted(lambda L, r, phi: (1 + L + L**3) * (1 + r + r * r) * (2 + math.cos(phi)))
    assert formula is not None and formula.count("cos") == 1


@pytest.mark.parametrize(
    "function",
    [
        lambda L, r, phi: math.tanh(L * r) * math.cosh(3 * L),
        lambda L, r, phi: math.floor(10 * L),
        lambda L, r, phi: max(L, 1),
        lambda L, r, phi: L if (L, r, phi) != (1, 0.2, 0.1) else L + 1e-6,  # the script's own value is checked, too
        lambda L, r, phi: L * (1 + 1e-9 * math.sin(1e4 * L)),
    ],
)
def test_a_number_that_does_not_follow_has_no_formula(function):
    assert fitted(function) is None


# ---- scripts

PENDULUM = (
    """
L = 0.8      # length of the rod [m]
phi = 0.3    #initial angle (rad)
m, k = 2, 40 # mass in kg
d = 0.5
g = 9.81
p = L * np.array([np.sin(phi), -np.cos(phi), 0])
b = mbs.CreateMassPoint(name='bob', referencePosition=p, physicsMass=m, gravity=[0, -g, 0],
    graphicsDataList=[graphics.Brick(centerPoint=[0, 0, 0], size=[L, 0.1, 0.1])])
s = mbs.CreateSpringDamper(bodyNumbers=[ground, b], stiffness=k/L, damping=d)
def load(mbs, t, loadVector):
    return [m*g*L*np.sin(3*t), 0, -0.5*d]
mbs.CreateForce(bodyNumber=b, loadVector=[1, 0, 0], loadVectorUserFunction=load)
mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.Velocity))
"""
    + TAIL
)


def published(tmp_path, script, *sliders):
    path = tmp_path / "ropePendulum.py"
    path.write_text(text(script))
    [found], problem, _ = run_script(path, sliders_of(sliders))
    assert problem == ""
    return found


def test_numbers_of_items_drawings_and_functions_follow(tmp_path):
    found = published(tmp_path, PENDULUM, "L=0.5:1.5", "phi=0.1:1.2:12", "m=1:3 [kg]", "d=0:1")
    assert not found.refusals, found.refusals
    document = found.model.document
    assert document["parameters"]["L"] == {"value": 0.8, "min": 0.5, "max": 1.5, "unit": "m", "label": "length of the rod"}
    assert document["parameters"]["phi"]["unit"] == "rad"
    assert document["nodes"][0]["referenceCoordinates"] == ["L*sin(phi)", "-L*cos(phi)", 0]
    body, spring = document["objects"][1:]
    assert (body["physicsMass"], spring["stiffness"], spring["damping"], spring["referenceLength"]) == ("m", "40/L", "d", "L")
    assert body["visualization"]["graphics"][0]["size"] == ["L", 0.1, 0.1]
    load = next(each for each in document["loads"] if "loadVectorUserFunction" in each)
    assert "sin(3*t)" in load["loadVectorUserFunction"][0] and load["loadVectorUserFunction"][2] == "(-0.5*d)"
    assert max(found.differences.values()) < 1e-6


def test_a_document_with_sliders_is_the_script_with_other_values(tmp_path):
    found = published(tmp_path, PENDULUM, "L=0.5:1.5", "phi=0.1:1.2", "m=1:3", "d=0:1")
    values = {"L": 1.234, "phi": 0.77, "m": 1.5, "d": 0}
    changed = PENDULUM
    for old, new in (("L = 0.8", "L = 1.234"), ("phi = 0.3", "phi = 0.77"), ("m, k = 2, 40", "m, k = 1.5, 40"), ("d = 0.5", "d = 0")):
        assert old in changed
        changed = changed.replace(old, new)
    theirs = published(tmp_path, changed).model.run(progress=False)
    ours = found.model.run(values, progress=False)
    for sensor in theirs.values():
        np.testing.assert_allclose(ours[sensor.name].values, sensor.values, rtol=1e-9, atol=1e-9)


def test_points_of_exudyn_are_shown_only_at_their_values(tmp_path):
    display = published(tmp_path, PENDULUM, "L=0.5:1.5").model.document["display"]
    assert all(points["when"] == {"L": 0.8} for plot in display["plots"] for points in plot["reference"])
    assert display["plots"][0]["reference"][0]["label"] == f"Exudyn {VERSION} x"


REFUSED = [
    ("number of items", "n = 3\nfor i in range(int(n)):\n    mbs.CreateMassPoint(referencePosition=[i, 0, 0], physicsMass=1)\n", "n=2:6", r"^nodes|entries at n ="),
    ("no formula", "x = 1.5\nmbs.CreateMassPoint(name='ball', referencePosition=[np.floor(5*x), 0, 0], physicsMass=1)\n", "x=1:2", r"referenceCoordinates/0: no formula was found for its dependence on x"),
    ("another form", "x = 1.5\nsettings.timeIntegration.newton.useModifiedNewton = bool(x < 1.6)\n", "x=1:2", "newton/useModifiedNewton: it"),
    ("chance", "x = 1.5\nmbs.CreateMassPoint(referencePosition=[x + np.random.rand(), 0, 0], physicsMass=1)\n", "x=1:2", "referenceCoordinates/0: no formula was found for its dependence on x"),
    ("a function's number", SPRING + "x = 1.5\ndef force(mbs, t, i, u, v, k, d, f): return k*u*np.floor(5*x)\nmbs.SetObjectParameter(s, 'springForceUserFunction', force)\n", "x=1:2", "springForceUserFunction: the number [0-9.]+ in its formula: no formula was found for its dependence on x"),
]  # fmt: skip


@pytest.mark.parametrize(("script", "slider", "reason"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED])
def test_values_that_do_not_follow_are_refused_by_name(script, slider, reason, tmp_path):
    found = published(tmp_path, SPRING * ("SPRING" not in script and "CreateSpringDamper" not in script) + script + TAIL, slider)
    assert found.model is None
    assert any(re.search(reason, str(each)) for each in found.refusals), [str(each) for each in found.refusals]


@pytest.mark.parametrize(
    ("script", "slider", "reason"),
    [
        ("", "x=1:2", "slider 'x': ropePendulum.py assigns no number to it at its top level"),
        ("x = 3\n", "x=1:2", "slider 'x': the script has 3, which is not between 1 and 2"),
        ("x = 1.5\nx = 1.7\n", "x=1:2", "x is assigned at lines"),
        ("x = 1.5\nx *= 2\n", "x=1:2", "x is changed; a slider needs one assignment"),
        ("x = [1]\n", "x=1:2", "x is a list; a slider needs a number"),
        ("def f():\n    x = 1.5\n", "x=1:2", "assigns no number to it at its top level"),
        ("n = 3\nfor i in range(n): pass\n", "n=2:6", "the script ends early: TypeError"),
    ],
)
def test_names_that_are_no_variables_are_refused(script, slider, reason, tmp_path, capsys):
    path = tmp_path / "ropePendulum.py"
    path.write_text(text(script + SPRING + TAIL))
    assert main([str(path), "--slider", slider, "--output", str(tmp_path)]) == 2
    assert reason in capsys.readouterr().err


def test_variables_in_executed_branches_count(tmp_path):
    script = "case = 'a'\nif case == 'a':\n    x = 1.5\nelse:\n    x = 5\n" + SPRING.replace("stiffness=500", "stiffness=500*x") + TAIL
    found = published(tmp_path, script, "x=1:2")
    [spring] = [each for each in found.model.document["objects"] if each["type"] == "ConnectorSpringDamper"]
    assert spring["stiffness"] == "500*x"


def test_a_parameter_named_like_a_formula_argument_is_renamed(tmp_path):
    found = published(tmp_path, "stiffness = 500\n" + SPRING.replace("stiffness=500", "stiffness=stiffness") + TAIL, "stiffness=100:900")
    assert found.model.parameters == {"stiffness_": 500}


def test_a_function_that_builds_the_system(capsys):
    def build(L=1.0, mass=2.0):
        space = {}
        exec(text(HEAD.replace("import *", "import *") + "L, mass = 0, 0\n").replace("L, mass = 0, 0", f"L, mass = {L}, {mass}"), space)
        exec("m = mbs.CreateMassPoint(referencePosition=[L, 0, 0], physicsMass=mass, gravity=[0, -9.81, 0])\n"
             "mbs.CreateSpringDamper(bodyNumbers=[ground, m], stiffness=500/L)\n", space)  # fmt: skip
        return space["mbs"], space["settings"]

    found = publish(build, sliders=["L=0.5:2 [m]", Slider("mass", 1, 3)], title="Bob", description="A bob.", site="https://example.org/")
    assert "Bob" in capsys.readouterr().out
    document = found.model.document
    assert document["objects"][-1]["stiffness"] == "500/L" and document["parameters"]["mass"]["value"] == 2
    assert document["description"].startswith("A bob.\n\nThe points *Exudyn")
    with pytest.raises(BadSlider, match="has no argument of this name with a number as default"):
        publish(build, sliders=["x=0:1"])
    with pytest.raises(BadSlider, match="sliders need a function that builds the system"):
        publish(build()[0], sliders=["L=0.5:2"])


# ---- words


def test_names_are_divided_into_words():
    assert divided("bicycleIftommBenchmark") == "bicycle IFToMM benchmark"
    assert divided("sliderCrank3DwithANCFbeltDrive2") == "slider crank 3D with ANCF belt drive 2"
    assert divided("rolling_coin-test") == "rolling coin test"
    assert output_words("AngularVelocityLocal") == "local angular velocity"
    assert output_words("Coordinates_t") == "rates of the coordinates"


SOURCE = """#+++++++++++++++++++++++++++
# This is an EXUDYN example
#
# Details:  Rope with a bob;
#           see https://example.org/rope for L*g
#
# Author:   A. Person
#           and Another Person
# Date:     2020-01-01
#
# Copyright:This file is free.
#
# Notes: The rope is light.
#+++++++++++++++++++++++++++
L = 1  # length [m]
"""


def test_leading_comments_become_the_description():
    about = "Rope with a bob. See [https://example.org/rope](https://example.org/rope) for `L*g`.\n\nThe rope is light."
    assert description_of(SOURCE) == about
    assert title_of(SOURCE, "ropePendulum") == "Rope pendulum"
    assert description_of("x = 1\n") == ""


def test_a_docstring_is_title_and_description():
    source = '''"""Pendulum on a rope.

Author: A. Person

- swings
- falls
"""'''
    assert title_of(source, "x1") == "Pendulum on a rope"
    assert description_of(source) == "- swings\n\n- falls"


def test_numbers_at_the_top_are_offered(tmp_path, capsys):
    path = tmp_path / "ropePendulum.py"
    path.write_text(text(PENDULUM))
    assert main([str(path), "--output", str(tmp_path)]) == 0
    line = next(each for each in capsys.readouterr().out.splitlines() if each.startswith("could be sliders: "))
    assert "L=0.8 (length of the rod, m); phi=0.3 (initial angle, rad); m=2 (mass, kg)" in line
    assert [each.name for each in variables_of("h = 1\na = -2*pi\nb = True\nc = f(1)\nif 1:\n    d = 2.5\n")] == ["h", "a", "d"]
    assert [each.value for each in variables_of("k = 2\nif 0:\n    k = 100\n")] == [2]


def test_sensors_and_pages_have_titles(tmp_path):
    document = published(tmp_path, PENDULUM).model.document
    assert document["title"] == "Rope pendulum"
    assert [each["name"] for each in document["sensors"]] == ["velocity of bob"]
    assert f"The points *Exudyn {VERSION}* in the plots come from that program." in document["description"]


# ---- meshes


def sphere(rows, columns):
    u, v = np.meshgrid(np.linspace(0, math.pi, rows), np.linspace(0, 2 * math.pi, columns), indexing="ij")
    points = np.stack([np.sin(u) * np.cos(v), np.sin(u) * np.sin(v) * 0.7, np.cos(u)], axis=-1).reshape(-1, 3)
    at = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = at[:-1, :-1].ravel(), at[1:, :-1].ravel(), at[1:, 1:].ravel(), at[:-1, 1:].ravel()
    return points, np.vstack([np.column_stack([a, b, c]), np.column_stack([a, c, d])])


def test_a_mesh_is_thinned_to_a_stated_size_and_keeps_its_form():
    points, triangles = sphere(160, 160)
    assert len(triangles) > 50_000
    corners, fewer = thinned(points, triangles, 4000)
    assert 2000 < len(fewer) <= 4000 and fewer.max() == len(corners) - 1
    assert np.allclose(np.abs(corners).max(axis=0), [1, 0.7, 1], atol=0.03)
    same = thinned(points, triangles, 60_000)[1]
    assert len(same) <= len(triangles)


def test_meshes_have_one_color_each_and_the_command_reports_thinning():
    points, triangles = sphere(160, 160)
    colors = np.tile([1, 0, 0, 1.0], (len(points), 1))
    data = {"type": "TriangleList", "points": points.ravel(), "triangles": triangles.ravel(), "colors": colors.ravel()}
    [solid], remarks = solids_of([data])
    assert solid["type"] == "mesh" and solid["color"] == "#ff0000" and len(solid["triangles"]) <= 3 * 4000
    assert remarks == [f"a mesh of {len(triangles)} triangles is thinned to {len(solid['triangles']) // 3}"]
    document = {"slipstick": 1, "objects": [{"type": "Ground", "visualization": {"graphics": [solid]}}], "analysis": {"type": "static"}}
    assert not slipstick.Model(document).issues and len(json.dumps(solid)) < 200_000
