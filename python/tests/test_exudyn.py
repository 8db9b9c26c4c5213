"""Scripts of Exudyn: each feature is carried over with matching results, or refused by name."""

import re
import subprocess
import sys
import warnings

import numpy as np
import pytest

exudyn = pytest.importorskip("exudyn")

from feature_scripts import PUBLISHED, SCRIPTS, SPRING, text

import slipstick
from slipstick.exudyn import NotConvertible, convert, publish, tracing
from slipstick.exudyn.command import main, run_script
from slipstick.exudyn.write.sliders import BadSlider, Slider

warnings.simplefilter("ignore", DeprecationWarning)
#: Relative to a sensor's size: the tolerances of Newton's method in both programs.
TOLERANCE = 1e-6


def published(tmp_path, script, name="script"):
    path = tmp_path / f"{name}.py"
    path.write_text(text(script))
    return run_script(path)


@pytest.mark.parametrize(("name", "expected", "script"), SCRIPTS, ids=[name for name, _, _ in SCRIPTS])
def test_feature(name, expected, script, tmp_path):
    found, problem, _ = published(tmp_path, script)
    assert found, problem
    if expected != PUBLISHED:
        refusals = [str(refusal) for each in found for refusal in each.refusals]
        assert any(re.search(expected, refusal) for refusal in refusals), refusals
        return
    assert not problem
    for each in found:
        assert each.refusals == [] and each.problem == ""
        assert each.run.status == "ok", each.run.message
        assert each.differences
        assert each.worst[0] < TOLERANCE, each.differences


def test_refusals_give_the_line_of_the_script(tmp_path):
    script = next(script for name, _, script in SCRIPTS if name == "random numbers")
    found, _, _ = published(tmp_path, script)
    [refusal] = found[0].refusals
    number = int(re.match(r"line (\d+)", refusal.reason)[1])
    assert "np.random" in (tmp_path / "script.py").read_text().splitlines()[number - 1]
    assert refusal.parameter == "springForceUserFunction"


def test_everything_is_refused_at_once(tmp_path):
    script = """
b = mbs.CreateRigidBody(inertia=InertiaSphere(1, 0.1))
m0 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localHT=HTrotateZ(0.3)))
m1 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b))
mbs.AddObject(LinearSpringDamper(markerNumbers=[m0, m1], axisMarker0=[1, 0, 0], stiffness=100))
mbs.AddObject(RigidBodySpringDamper(markerNumbers=[m0, m1], stiffness=np.eye(6), springForceTorqueUserFunction=lambda mbs, t, *rest: [random.random()]*6))
mbs.SetPostStepUserFunction(lambda mbs, t: mbs.systemData.SetODE2Coordinates(mbs.systemData.GetODE2Coordinates()) or True)
contact = mbs.AddGeneralContact()
contact.SetFrictionPairings(np.array([[0.1]]))
contact.SetSearchTreeBox([-1, -1, -1], [1, 1, 1])
contact.AddSphereWithMarker(m1, radius=0.1, contactStiffness=100, contactDamping=1, frictionMaterialIndex=0)
contact.sphereSphereFrictionRecycle = True
mbs.Assemble()
mbs.SolveDynamic(settings)
"""
    found, _, _ = published(tmp_path, script)
    reasons = "\n".join(map(str, found[0].refusals))
    for part in ("turned relative to its body", "random numbers", "SetPostStepUserFunction", "GeneralContact"):
        assert part in reasons


def test_chained_solutions_are_steps_of_one_document(tmp_path):
    script = next(script for name, _, script in SCRIPTS if name == "equilibrium, then motion")
    [found], _, _ = published(tmp_path, script)
    static, dynamic = found.model.document["analysis"]
    assert static["type"] == "static"
    assert dynamic["set"] == [{"object": 2, "stiffness": 400}]


OWN_STEPS = """
p = 400.0
mbs.SetObjectParameter(s, 'stiffness', p)
mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0], loadVectorUserFunction=lambda mbs, t, v: [0, 5*math.sin(9*t), 0])
mbs.Assemble()
solver = exu.MainSolverImplicitSecondOrder()
calls = []
def step(solver, mbs, settings):
    calls.append(1)
    n, data, h = solver.GetODE2size(), mbs.systemData, solver.it.currentStepSize
    data.SetTime(data.GetTime() - h*{early})
    solver.ComputeODE2RHS(mbs)
    solver.ComputeMassMatrix(mbs)
    a = np.linalg.solve(solver.GetSystemMassMatrix(), solver.GetSystemResidual()[:n])
    data.SetTime(data.GetTime() + h*{early})
    u, v = data.GetODE2Coordinates(), data.GetODE2Coordinates_t()
    data.SetODE2Coordinates(u + h*v)
    data.SetODE2Coordinates_t(v + h*a)
    return True
solver.SetUserFunctionNewton(mbs, step)
solver.SolveSystem(mbs, settings)
assert len(calls) == 500
"""


def test_steps_of_a_script_are_recognised_without_further_calls(tmp_path):
    [found], problem, _ = published(tmp_path, SPRING + OWN_STEPS.replace("{early}", "1"))
    assert not problem
    assert found.model.document["analysis"]["solver"] == "ExplicitEuler"
    assert any("the steps of ExplicitEuler, up to rounding" in each for each in found.findings)
    assert found.worst[0] < TOLERANCE


def test_forces_at_another_time_belong_to_no_method(tmp_path):
    [found], _, _ = published(tmp_path, SPRING + OWN_STEPS.replace("{early}", "0"))
    [refusal] = found.refusals
    assert "ExplicitEuler" in refusal.reason and "takes no steps of an explicit solver" in refusal.reason


def test_sliders_keep_the_method_of_a_scripts_steps(tmp_path):
    path = tmp_path / "script.py"
    path.write_text(text(SPRING + OWN_STEPS.replace("{early}", "1")))
    [found], problem, _ = run_script(path, [Slider("p", 300, 500)])
    assert not problem and not found.refusals
    assert found.model.document["analysis"]["solver"] == "ExplicitEuler"
    assert found.model.document["objects"][2]["stiffness"] == "p"


def test_motion_without_a_formula_of_time_is_played_back(tmp_path):
    script = next(script for name, _, script in SCRIPTS if name == "a force by a search, before each step")
    [found], _, _ = published(tmp_path, script)
    assert [each["step"] for each in found.model.document["events"]] == [0, *range(500)]  # the first step sets z, too
    assert any("plays the 500 steps of this solution back" in each for each in found.findings)
    path = tmp_path / "again.py"
    path.write_text(text("k = 500.0\n" + script))
    with pytest.raises(BadSlider, match="SetPreStepUserFunction"):
        run_script(path, [Slider("k", 300, 500)])


def test_solutions_from_the_start_are_separate_documents(tmp_path):
    script = next(script for name, _, script in SCRIPTS if name == "motion twice, from the start")
    found, _, _ = published(tmp_path, script)
    assert [each.model.expanded()["objects"][2]["damping"] for each in found] == [2, 20]


def test_formulas_are_readable(tmp_path):
    script = next(script for name, _, script in SCRIPTS if name == "branches")
    [found], _, _ = published(tmp_path, script)
    formula = found.model.document["objects"][2]["springForceUserFunction"]
    assert len(formula) < 300
    assert "?" in formula


def test_graphics_are_solids(tmp_path):
    script = """
b = mbs.CreateRigidBody(inertia=InertiaSphere(1, 0.1), graphicsDataList=[
    graphics.Brick(centerPoint=[1, 2, 3], size=[0.1, 0.2, 0.3], color=graphics.color.red),
    graphics.Cylinder(pAxis=[0, 0, 1], vAxis=[2, 0, 0], radius=0.25, nTiles=32),
    graphics.Sphere(point=[1, 1, 1], radius=0.4),
    graphics.Lines([[0, 0, 0], [1, 1, 1], [1, 2, 1]])])
mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
mbs.Assemble()
mbs.SolveDynamic(settings)
"""
    [found], _, _ = published(tmp_path, script)
    solids = {each["type"]: each for each in found.model.document["objects"][1]["visualization"]["graphics"]}
    assert solids["box"]["center"] == pytest.approx([1, 2, 3]) and solids["box"]["size"] == pytest.approx([0.1, 0.2, 0.3])
    assert solids["box"]["color"] == "#ff0000"
    ends = sorted([solids["cylinder"]["from"], solids["cylinder"]["to"]])
    assert ends[0] == pytest.approx([0, 0, 1], abs=1e-6) and ends[1] == pytest.approx([2, 0, 1], abs=1e-6)
    assert solids["cylinder"]["radius"] == pytest.approx(0.25)
    assert solids["sphere"]["radius"] == pytest.approx(0.4)
    assert solids["polyline"]["points"] == [[0, 0, 0], [1, 1, 1], [1, 2, 1]]


def test_sensors_have_names_and_plots_their_reference(tmp_path):
    script = (
        next(script for name, _, script in SCRIPTS if name == "mass on a spring") + "mbs.PlotSensor(sensorNumbers=[0], components=[1])\n"
    )
    [found], _, _ = published(tmp_path, script)
    [plot] = found.model.document["display"]["plots"]
    assert plot["curves"] == [{"sensor": "position", "component": 1}]
    assert plot["reference"][0]["label"].startswith("Exudyn")
    assert len(plot["reference"][0]["x"]) > 20


def system():
    import numpy as np
    from exudyn.utilities import SensorBody

    SC = exudyn.SystemContainer()
    mbs = SC.AddSystem()
    ground = mbs.CreateGround()
    mass = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=2, gravity=[0, -9.81, 0])
    mbs.CreateSpringDamper(bodyNumbers=[ground, mass], stiffness=500, damping=2)
    mbs.AddSensor(SensorBody(bodyNumber=mass, writeToFile=False, outputVariableType=exudyn.OutputVariableType.Position))
    mbs.Assemble()
    assert np.pi
    return mbs


def test_a_material_without_a_row_of_friction_has_none():
    """Exudyn reads memory outside its table, which has undefined contents, so the script does not run in this test."""
    from exudyn.utilities import InertiaSphere, MarkerBodyRigid

    mbs = exudyn.SystemContainer().AddSystem()
    contact = mbs.AddGeneralContact()
    contact.SetFrictionPairings(np.array([[0.5]]))
    contact.SetSearchTreeCellSize([2, 2, 2])
    for x in (0, 0.19):
        ball = mbs.CreateRigidBody(inertia=InertiaSphere(1, 0.1), referencePosition=[x, 0, 0])
        marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ball))
        contact.AddSphereWithMarker(marker, radius=0.1, contactStiffness=1e3, contactDamping=5, frictionMaterialIndex=-1)
    mbs.Assemble()
    [spheres] = [each for each in convert(mbs).expanded()["objects"] if each["type"] == "ContactSpheres"]
    assert spheres["dynamicFriction"] == 0 and spheres["contactStiffness"] == 500 and spheres["contactDamping"] == 10


def test_convert_before_and_after_solving():
    settings = exudyn.SimulationSettings()
    settings.solution.file.write = False
    settings.timeIntegration.endTime = 0.2
    mbs = system()
    before = convert(mbs, settings, title="a mass")
    mbs.SolveDynamic(settings)
    after = convert(mbs, settings, title="a mass")
    assert before.document == after.document
    assert before.title == "a mass"
    assert isinstance(before, slipstick.Model)


def test_publish_prints_a_link(capsys):
    settings = exudyn.SimulationSettings()
    settings.solution.file.write = False
    settings.timeIntegration.endTime = 0.2
    found = publish(system(), settings, site="https://example.org/", title="a mass")
    assert found.link in capsys.readouterr().out
    assert slipstick.Model.load(found.link).title == "a mass"
    assert found.worst[0] < TOLERANCE
    mbs = system()
    mbs.SetPostStepUserFunction(lambda mbs, t: t < 0.1)
    with pytest.raises(NotConvertible, match="PostStep"):
        publish(mbs, settings, site="https://example.org/")


def test_the_command_writes_documents_and_a_report(tmp_path, capsys):
    import json

    script = next(script for name, _, script in SCRIPTS if name == "motion twice, from the start")
    path = tmp_path / "twice.py"
    path.write_text(text(script))
    assert main([str(path), "--output", str(tmp_path / "out")]) == 0
    assert sorted(each.name for each in (tmp_path / "out").glob("*.json")) == ["twice-1.json", "twice-2.json", "twice.report.json"]
    report = json.loads((tmp_path / "out" / "twice.report.json").read_text())
    assert [each["status"] for each in report["solutions"]] == ["ok", "ok"]
    assert "largest difference" in capsys.readouterr().out
    assert slipstick.Model.load(tmp_path / "out" / "twice-2.json").run().status == "ok"
    refused = next(script for name, _, script in SCRIPTS if name == "random numbers")
    path.write_text(text(refused))
    assert main([str(path), "--output", str(tmp_path / "out")]) == 1
    path.write_text("x = 1\n")
    assert main([str(path), "--output", str(tmp_path / "out")]) == 2


@pytest.mark.parametrize("how", ["Pool(2).map(solved, [2, 3])", "ParameterVariation(solved, {'mass': (2, 3, 2)}, useMultiProcessing=True)"])
def test_solutions_for_other_processes_are_caught(tmp_path, how):
    script = f"""
from multiprocessing import Pool
from exudyn.processing import ParameterVariation
def solved(mass):
    mbs = SC.AddSystem()
    m = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=mass['mass'] if isinstance(mass, dict) else mass, gravity=[0, -9.81, 0])
    mbs.CreateSpringDamper(bodyNumbers=[mbs.CreateGround(), m], stiffness=500, damping=2)
    mbs.Assemble()
    mbs.SolveDynamic(settings)
    return mass
if __name__ == '__main__':
    {how}
"""
    found, problem, remarks = published(tmp_path, script)
    assert not problem
    assert [each.model.document["objects"][0]["physicsMass"] for each in found] == [2, 3]
    assert all(each.worst[0] < TOLERANCE for each in found)
    assert [remark for remark in remarks if "multiprocessing.Pool" in remark]


def test_user_systems_stay_complete_until_the_process_ends(tmp_path):
    """Publishing removes nothing from a system, even when the process ends, and the process ends without messages."""
    script = tmp_path / "script.py"
    script.write_text(
        text(SPRING)
        + """
import atexit
from slipstick.exudyn import publish
def load(mbs, t, loadVector):
    return [t, 0, 0]
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerBodyPosition(bodyNumber=m)), loadVectorUserFunction=load))
mbs.Assemble()
atexit.register(lambda: print("loads at the end:", mbs.systemData.NumberOfLoads()))
found = publish(mbs, settings, site="https://example.org/")
atexit.register(lambda: print("loads:", mbs.systemData.NumberOfLoads()))
"""
    )
    done = subprocess.run([sys.executable, "-W", "ignore", str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "loads: 2\nloads at the end: 2" in done.stdout
    assert "leaked" not in done.stdout + done.stderr


def test_symbolic_functions_are_traced_within_a_with(tmp_path):
    """Tracing works under the name that a script imported before; otherwise the refusal states what to do."""
    from exudyn.utilities import CreateSymbolicUserFunction

    def force(mbs, t, itemNumber, u, v, k, d, f0):
        return 1.23456789 * k * u + exudyn.symbolic.abs(v)

    def build():
        mbs = system()
        spring = mbs.systemData.NumberOfObjects() - 1
        made = CreateSymbolicUserFunction(mbs, force, "springForceUserFunction", exudyn.ObjectIndex(spring))
        mbs.SetObjectParameter(spring, "springForceUserFunction", made)
        return mbs, made

    mbs, _ = build()
    with pytest.raises(NotConvertible, match=r"with slipstick.exudyn.tracing\(\)"):
        convert(mbs)
    with tracing() as traced:
        mbs, _ = build()
    [spring] = [each for each in convert(mbs, traced=traced).document["objects"] if each["type"] == "ConnectorSpringDamper"]
    assert "1.23456789*stiffness*deltaL" in spring["springForceUserFunction"]


def test_a_script_does_not_notice_calls_of_its_functions(tmp_path):
    script = """
calls = 0
class Table:
    def __init__(self):
        self.errors, self.last = [0], 0
    def look_up(self, u):
        self.last = u
        return u
table = Table()
m = mbs.CreateMassPoint(referencePosition=[1, 0, 0], initialVelocity=[0, 1, 0], mass=2)
def load(mbs, t, loadVector):
    global calls
    calls += 1
    return [table.look_up(t), 0, 0]
def other(mbs, t, loadVector):
    table.errors.append(t)
    return [0, table.errors[-1], 0]
for each in (load, other):
    mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0], loadVectorUserFunction=each)
mbs.Assemble()
from slipstick.exudyn import NotConvertible, convert
try:
    convert(mbs, settings)
except NotConvertible as error:
    assert "errors, which outlives the call" in str(error)
assert (calls, table.errors, table.last) == (0, [0], 0)
mbs.SolveDynamic(settings)
assert calls > 0 and len(table.errors) == calls + 1
"""
    found, problem, _ = published(tmp_path, script)
    assert problem == ""
    assert len(found[0].refusals) == 1


def test_only_the_first_steps_are_computed(tmp_path):
    """The steps remain as set by the script, and its settings are unchanged."""
    script = tmp_path / "fall.py"
    script.write_text(
        """
import exudyn as exu
from exudyn.itemInterface import MassPoint, MarkerNodePosition, Force, NodePoint, SensorNode
SC = exu.SystemContainer()
mbs = SC.AddSystem()
node = mbs.AddNode(NodePoint())
mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
mbs.AddLoad(Force(markerNumber=mbs.AddMarker(MarkerNodePosition(nodeNumber=node)), loadVector=[0, 0, -9.81]))
mbs.AddSensor(SensorNode(nodeNumber=node, storeInternal=True, outputVariableType=exu.OutputVariableType.Position))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 2
settings.timeIntegration.numberOfSteps = 100
mbs.SolveDynamic(settings)
assert (settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps) == (2, 100)
"""
    )
    from slipstick.exudyn.command import run_script
    from slipstick.exudyn.solve.length import Length

    (solution,), problem, _ = run_script(script, length=Length(most_steps=25))
    assert problem == ""
    (step,) = (
        solution.model.document["analysis"]
        if isinstance(solution.model.document["analysis"], list)
        else [solution.model.document["analysis"]]
    )
    assert (step["endTime"], step["numberOfSteps"]) == (0.5, 25)
    assert solution.worst[0] < 1e-9


def test_a_zero_is_compared_on_the_scale_of_its_causes():
    import numpy as np

    from slipstick.exudyn.compare.curves import Curve, Scales, differences

    time = np.array([0.0, 1.0])

    def apart(mine, theirs, output, scales):
        curves = [{"s": Curve(time, np.array([[0.0], [value]]))} for value in (mine, theirs)]
        return differences(*curves, {"s": output}, scales)["s"]

    scales = Scales(length=2.0, duration=0.5, force=1000.0)
    assert apart(1e-12, 3e-12, "Force", scales) == pytest.approx(2e-12 / 1e-3)  # a millionth of 1000 N
    assert apart(1e-12, 3e-12, "Velocity", scales) == pytest.approx(2e-12 / 4e-6)  # and of 2 m in 0.5 s
    assert apart(1e-12, 3e-12, "AngularAcceleration", scales) == pytest.approx(2e-12 / 4e-6)
    assert apart(1.0, 3.0, "Force", scales) == pytest.approx(2 / 3)
    assert apart(1e-12, 3e-12, "Force", Scales()) == pytest.approx(2e-12 / 1e-9)


def test_an_unbalanced_static_step_is_reported():
    """Reported only if Exudyn continues after contacts that did not settle; if Exudyn stops, that is the solution's problem."""
    import exudyn as exu

    from slipstick.exudyn.solve.solutions import _unsettled

    solver, settings = exu.MainSolverStatic(), exu.SimulationSettings()
    assert _unsettled(solver, settings) == []
    solver.conv.discontinuousIterationError = 3.56
    assert [each[:60] for each in _unsettled(solver, settings)] == ["in Exudyn: contacts did not settle in the last load step (5 "]
    settings.staticSolver.discontinuous.ignoreMaxIterations = False
    assert _unsettled(solver, settings) == []


def test_linear_forces_of_a_large_body_are_matrices(tmp_path):
    scripts = {name: script for name, _, script in SCRIPTS}
    [found], _, _ = published(tmp_path, scripts["forces of a large body that are linear"])
    body = found.model.document["objects"][-1]
    assert "forceUserFunction" not in body and body["forceVector"] == [3.0] * 45
    assert body["stiffnessMatrix"][7][6:9] == [-50, 110, -50] and body["dampingMatrix"][0][:3] == [1, -0.5, 0]
    [found], _, _ = published(tmp_path, scripts["forces of a large body that are linear, but not in time"])
    assert len(found.model.document["objects"][-1]["forceUserFunction"]) == 45


def test_a_dialog_plots_its_sensors(tmp_path):
    script = next(script for name, _, script in SCRIPTS if name == "a dialog")
    [found], _, remarks = published(tmp_path, script)
    assert found.model.document["analysis"]["numberOfSteps"] == 500 and found.model.document["analysis"]["endTime"] == 0.5
    assert found.model.document["display"]["plots"][0]["curves"] == [{"sensor": "position", "component": 1}]
    assert any("InteractiveDialog" in each for each in remarks)


def test_eigenvalues_of_a_script_with_a_motion_make_no_document(tmp_path):
    script = next(script for name, _, script in SCRIPTS if name == "eigenvalues alone")
    [found], _, remarks = published(tmp_path, script + "\nmbs.SolveDynamic(settings)\n")
    assert found.run.eigenvalues == [] and any("ComputeODE2Eigenvalues" in each for each in remarks)


@pytest.mark.parametrize(("factor", "apart"), [(1, 0), (1.001, 0.002001)])
def test_eigenvalues_are_compared_by_their_squares(factor, apart):
    from slipstick.exudyn.solve.eigenvalues import Spectrum

    own = factor * np.array([3j, -3j, 5j, -5j])
    assert Spectrum(np.array([9.0, 25.0]), None, 0, []).difference(own) == pytest.approx(apart)


@pytest.mark.parametrize("steps", ["0", "-3", "many", "1.5"])
def test_a_number_of_steps_is_checked(steps, capsys):
    from slipstick.exudyn.command import main

    with pytest.raises(SystemExit):
        main(["script.py", f"--steps={steps}"])
    assert f"argument --steps: must be a positive whole number, got '{steps}'" in capsys.readouterr().err


@pytest.mark.parametrize("before", ["from slipstick.exudyn import publish", "import slipstick.exudyn.command"])
def test_names_are_functions_whatever_was_imported_before(before):
    code = f"{before}\nfrom slipstick.exudyn import convert, publish, tracing\nassert all(map(callable, (convert, publish, tracing)))"
    subprocess.run([sys.executable, "-c", code], check=True)
