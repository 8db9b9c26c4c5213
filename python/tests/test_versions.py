"""Exudyn 1.11 with its names, and the newest version; scripts/python.mjs runs the tests with both."""

import sys
import warnings

import pytest

exudyn = pytest.importorskip("exudyn")

from slipstick.exudyn.__main__ import main
from slipstick.exudyn.command import run_script
from slipstick.exudyn.versions import UnsupportedExudyn, check
from slipstick.exudyn.write.settings import step_of

#: Newton's method ends at 1e-10 in both programs.
TOLERANCE = 1e-6

OLD = """
import exudyn as exu
import numpy as np
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
settings = exu.SimulationSettings()
settings.solutionSettings.writeSolutionToFile = False
settings.solutionSettings.sensorsWritePeriod = 0.005
settings.displayComputationTime = False
settings.timeIntegration.verboseMode = 0
settings.timeIntegration.simulateInRealtime = True
settings.timeIntegration.endTime = 0.5
settings.timeIntegration.numberOfSteps = 500
settings.timeIntegration.newton.relativeTolerance = 1e-10
ground = mbs.AddObject(ObjectGround())
n = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[0, 1, 0]))
m = mbs.AddObject(MassPoint(physicsMass=2, nodeNumber=n, visualization=VMassPoint(graphicsData=[GraphicsDataSphere(radius=0.1)])))
m0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
m1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=m))
s = mbs.AddObject(SpringDamper(markerNumbers=[m0, m1], referenceLength=1, stiffness=500, damping=2))
f = mbs.AddLoad(Force(markerNumber=m1, loadVector=[0, -20, 0]))
mbs.AddSensor(SensorBody(bodyNumber=m, name='position', writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
"""
NEW = (
    OLD.replace("physicsMass", "mass")
    .replace("solutionSettings.writeSolutionToFile", "solution.file.write")
    .replace("solutionSettings.sensorsWritePeriod", "solution.sensors.writePeriod")
    .replace("displayComputationTime", "show.computationTime")
    .replace("simulateInRealtime", "realtime.active")
)
FUNCTIONS = """
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + d*v + (5e3*u**3 if u > 0 else 0)
def push(mbs, t, loadVector):
    return [np.sin(20*t), loadVector[1], 0]
mbs.SetObjectParameter(s, 'springForceUserFunction', force)
mbs.SetLoadParameter(f, 'loadVectorUserFunction', push)
"""
SYMBOLIC = """
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + exu.symbolic.abs(v)
mbs.SetObjectParameter(s, 'springForceUserFunction', CreateSymbolicUserFunction(mbs, force, 'springForceUserFunction', s))
"""
CONTROL = """
def before(mbs, t):
    mbs.SetLoadParameter(f, 'loadVector', [0, -30*mbs.GetSensorValues(0)[1], 0])
    return True
mbs.SetPreStepUserFunction(before)
"""
SOLVE = """
mbs.Assemble()
mbs.SolveDynamic(settings)
"""
EXPLICIT = SOLVE.replace("settings)", "settings, solverType=exu.DynamicSolverType.RK44)")
INDEX_2 = SOLVE.replace("settings)", "settings, solverType=exu.DynamicSolverType.TrapezoidalIndex2)")
OLD_EXPORTS = """
from exudyn.basicUtilities import NormL2
from exudyn.beams import GenerateStraightBeam
box = GraphicsDataOrthoCubePoint(size=VAdd([0.1, 0.1, 0.1], eye3D[0]))
assert box['type'] == 'TriangleList' and NormL2([3, 4]) == 5 and sqrt(4) == 2
assert RigidBodyInertia and GenerateStraightLineANCFCable2D and color4red == [1, 0, 0, 1]
n2 = mbs.AddNode(Node1D(referenceCoordinates=[0], visualization=VNode1D(show=False)))
mbs.AddObject(Mass1D(physicsMass=1, nodeNumber=n2))
mbs.CreateSpringDamper(bodyNumbers=[ground, m], stiffness=10)
def other():
    from numpy import sin
def wave(mbs, t, loadVector):
    return [sin(20*t), loadVector[1], 0]
mbs.SetLoadParameter(f, 'loadVectorUserFunction', wave)
"""
STATIC_FIRST = """
mbs.AddObject(CartesianSpringDamper(markerNumbers=[m0, m1], stiffness=[300]*3, damping=[1]*3, offset=[1, 0, 0]))
mbs.Assemble()
settings.staticSolver.verboseMode = 0
mbs.SolveStatic(settings, updateInitialValues=True)
mbs.SolveDynamic(settings)
"""
SCRIPTS = {
    "old names": (OLD + SOLVE, None),
    "new names": (NEW + SOLVE, None),
    "functions": (OLD + FUNCTIONS + SOLVE, None),
    "a symbolic function": (OLD + SYMBOLIC + SOLVE, None),
    "a control": (OLD + CONTROL + SOLVE, None),
    "old exports": (OLD.replace("import numpy as np\n", "") + OLD_EXPORTS + SOLVE, None),
    "new arguments": (OLD.replace("physicsMass", "mass") + SOLVE, None),
    "explicit": (OLD + EXPLICIT, "RK44"),
    "index 2": (OLD + INDEX_2, "TrapezoidalIndex2"),
    "statics first": (OLD + STATIC_FIRST, None),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_script(name, tmp_path):
    text, solver = SCRIPTS[name]
    (tmp_path / "script.py").write_text(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the newest version reports every old name
        solutions, problem, _ = run_script(tmp_path / "script.py")
    [found] = solutions
    assert not problem and not found.problem and not found.refusals, str(found)
    assert found.run.status == "ok"
    assert found.worst[0] < TOLERANCE, found.differences
    assert found.findings == (["not compared: static step before the motion"] if name == "statics first" else [])
    steps = found.model.document["analysis"]
    step = steps[-1] if isinstance(steps, list) else steps
    assert step.get("solver") == solver
    assert step["sensorsWritePeriod"] == 0.005
    assert "realtime" not in str(found.model.document)


def test_names_of_scripts_and_modules_are_unchanged(tmp_path):
    """Names that a script sets take precedence, unknown names raise the usual errors, and no hook remains in the modules."""
    script = tmp_path / "script.py"
    script.write_text("from exudyn.utilities import *\nsin = 3\nassert sin == 3\nprint(NoSuchName)\n")
    assert run_script(script)[1] == "NameError: name 'NoSuchName' is not defined"
    script.write_text("from exudyn.utilities import NoSuchName\n")
    assert run_script(script)[1].startswith("ImportError: cannot import name 'NoSuchName'")
    assert not any("__getattr__" in vars(each) for name, each in list(sys.modules.items()) if name.startswith("exudyn."))


@pytest.mark.parametrize("static", [False, True])
def test_defaults_are_known(static):
    refused = []
    step_of(exudyn.SimulationSettings(), None, static, lambda path, reason: refused.append(path))
    assert refused == []


def test_other_versions_get_a_message(monkeypatch, capsys):
    check()
    for version in ("1.11.0", "1.13.6", "1.13.9.dev1"):
        check(version)
    with pytest.raises(
        UnsupportedExudyn,
        match=r'^slipstick.exudyn works with Exudyn 1.11 to 1.13, and 1.10.0 is installed: pip install "exudyn>=1.11,<1.14"$',
    ):
        check("1.10.0")
    with pytest.warns(UserWarning, match="and 1.14.0 is installed: pip install"):
        check("1.14.0")
    monkeypatch.setattr("slipstick.exudyn.versions.metadata.version", lambda name: "1.10.0")
    assert main(["script.py"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
