"""Small scripts of Exudyn, each with one feature that must be carried over or refused by name.

(name, expected, script): `expected` is "published", or a pattern that one of the refusals must match. Each script is enclosed in HEAD and
TAIL.
"""

from importlib import metadata

HEAD = """
import math
import time
import random
import exudyn as exu
import numpy as np
from exudyn.utilities import *
import exudyn.graphics as graphics

SC = exu.SystemContainer()
mbs = SC.AddSystem()
settings = exu.SimulationSettings()
settings.solution.file.write = False
settings.timeIntegration.verboseMode = 0
settings.staticSolver.verboseMode = 0
settings.timeIntegration.endTime = 0.5
settings.timeIntegration.numberOfSteps = 500
settings.timeIntegration.newton.relativeTolerance = 1e-10
ground = mbs.CreateGround()
"""

# A mass m on the spring s, used by most scripts.
TREE = """
n = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2, referenceCoordinates=[0, 0], initialCoordinates=[0.2, 0], initialCoordinates_t=[0, 0]))
tree = mbs.AddObject(ObjectKinematicTree(nodeNumber=n, jointTypes=[exu.JointType.RevoluteZ]*2, linkParents=[-1, 0], jointTransformations=exu.Matrix3DList([np.eye(3)]*2),
    jointOffsets=exu.Vector3DList([[0, 0, 0], [1, 0, 0]]), linkInertiasCOM=exu.Matrix3DList([0.1*np.eye(3)]*2), linkCOMs=exu.Vector3DList([[0.5, 0, 0]]*2),
    linkMasses=[1, 1], gravity=[0, -9.81, 0], jointPControlVector=[300, 200], jointDControlVector=[20, 10], jointPositionOffsetVector=[0.2, 0],
    jointVelocityOffsetVector=[0, 0]))
"""
SPRING = """
m = mbs.CreateMassPoint(referencePosition=[1, 0, 0], initialVelocity=[0, 1, 0], physicsMass=2, gravity=[0, -9.81, 0])
s = mbs.CreateSpringDamper(bodyNumbers=[ground, m], stiffness=500, damping=2)
mbs.AddSensor(SensorBody(bodyNumber=m, name='position', writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
"""

# A corner of four points in a rotating floating frame; its last point is initially displaced.
FLOATING = """
frame = mbs.AddNode(NodeRigidBodyEP(referenceCoordinates=[0.1, 0, 0, 1, 0, 0, 0], initialVelocities=[0, 0.5, 0, 0, 0.5, 0, 1.5]))
points = [mbs.AddNode(NodePoint(referenceCoordinates=p)) for p in ([0, 0, 0], [1, 0, 0], [0, 1, 0])]
points += [mbs.AddNode(NodePoint(referenceCoordinates=[0, 0, 1], initialCoordinates=[0.02, 0, -0.01], initialVelocities=[0.1, 0, 0]))]
mass, stiffness, damping = exu.MatrixContainer(), exu.MatrixContainer(), exu.MatrixContainer()
mass.SetWithDenseMatrix(np.kron(2*np.eye(4) + 0.3*np.ones((4, 4)), np.eye(3)), useDenseMatrix=False)
bonds = sum(np.outer(bond, bond) for i in range(4) for j in range(i) for bond in [np.kron(np.eye(4)[i] - np.eye(4)[j], [1, 0.5, -0.7]), np.kron(np.eye(4)[i] - np.eye(4)[j], [0.3, -1, 0.6])])
stiffness.SetWithDenseMatrix(2000*bonds + 300*np.eye(12), useDenseMatrix=False)
damping.SetWithDenseMatrix(2*bonds, useDenseMatrix=False)
mesh = mbs.AddObject(ObjectFFRF(nodeNumbers=[frame] + points, massMatrixFF=mass, stiffnessMatrixFF=stiffness, dampingMatrixFF=damping))
nothing = mbs.AddNode(NodePointGround())
still = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nothing, coordinate=0))
mbs.AddSensor(SensorSuperElement(bodyNumber=mesh, meshNodeNumber=3, writeToFile=False, outputVariableType=exu.OutputVariableType.Displacement))
settings.timeIntegration.endTime = 0.1
settings.timeIntegration.numberOfSteps = 100
"""

# The same with a user function of the spring, called force.
FORCED = SPRING + """
{function}
mbs.SetObjectParameter(s, 'springForceUserFunction', force)
"""

TAIL = """
mbs.Assemble()
mbs.SolveDynamic(settings)
"""

PUBLISHED = "published"


def forced(function):
    return FORCED.format(function=function.strip("\n")) + TAIL


SCRIPTS = [
    # ---- items
    ("mass on a spring", PUBLISHED, SPRING + TAIL),
    ("pendulum", PUBLISHED, """
b = mbs.CreateRigidBody(referencePosition=[0.5, 0, 0], inertia=InertiaCuboid(1000, [1, 0.1, 0.1]), gravity=[0, -9.81, 0])
mbs.CreateRevoluteJoint(bodyNumbers=[ground, b], position=[0, 0, 0], axis=[0, 0, 1])
mbs.AddSensor(SensorBody(bodyNumber=b, localPosition=[0.5, 0, 0], writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
""" + TAIL),
    ("joints of six kinds", PUBLISHED, """
def body(x):
    return mbs.CreateRigidBody(referencePosition=[x, 0, 0], inertia=InertiaSphere(1, 0.1), gravity=[0, -9.81, 0])
last = ground
b = body(1); mbs.CreateGenericJoint(bodyNumbers=[ground, b], position=[0.5, 0, 0], constrainedAxes=[1, 1, 1, 0, 1, 0])
c = body(2); mbs.CreateSphericalJoint(bodyNumbers=[b, c], position=[1.5, 0, 0])
d = body(3); mbs.CreateDistanceConstraint(bodyNumbers=[c, d], localPosition0=[0.5, 0, 0], localPosition1=[-0.4, 0, 0])
e = body(4); mbs.CreatePrismaticJoint(bodyNumbers=[ground, e], position=[4, 0, 0], axis=[0, 1, 0])
mbs.CreateTorsionalSpringDamper(bodyNumbers=[ground, b], position=[0.5, 0, 0], axis=[0, 0, 1], stiffness=10, damping=0.1)
for body in (b, c, d, e):
    mbs.AddSensor(SensorBody(bodyNumber=body, writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
""" + TAIL),
    ("rolling disc with friction", PUBLISHED, """
b = mbs.CreateRigidBody(referencePosition=[0, 0, 0.1], inertia=InertiaCylinder(1000, 0.02, 0.1, 0), initialVelocity=[0, 1, 0],
                        initialAngularVelocity=[-8, 0, 0], gravity=[0, 0, -9.81])
mbs.CreateRollingDiscPenalty(bodyNumbers=[ground, b], axisPosition=[0, 0, 0], axisVector=[1, 0, 0], discRadius=0.1, planePosition=[0, 0, 0],
                             planeNormal=[0, 0, 1], dryFriction=[0.4, 0.4], dryFrictionProportionalZone=0.01, contactStiffness=1e5, contactDamping=1e3)
mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
""" + TAIL),
    ("planar bodies", PUBLISHED, """
n = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[1, 0, 0], initialVelocities=[0, 0, 2]))
b = mbs.AddObject(ObjectRigidBody2D(nodeNumber=n, mass=2, inertia=0.5, centerOfMass=[0.1, 0]))
m0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
m1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=b, localPosition=[-1, 0, 0]))
mbs.AddObject(RevoluteJoint2D(markerNumbers=[m0, m1]))
mbs.AddLoad(LoadMassProportional(markerNumber=mbs.AddMarker(MarkerBodyMass(bodyNumber=b)), loadVector=[0, -9.81, 0]))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("coordinates with friction", PUBLISHED, """
n = mbs.AddNode(Node1D(referenceCoordinates=[0], initialVelocities=[1]))
b = mbs.AddObject(Mass1D(nodeNumber=n, mass=1))
g = mbs.AddNode(NodePointGround())
m0 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=g, coordinate=0))
m1 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0))
mbs.AddObject(CoordinateSpringDamperExt(markerNumbers=[m0, m1], stiffness=100, damping=1, dynamicFrictionForce=0.5, frictionProportionalZone=0.01))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("masses on generic coordinates", PUBLISHED, """
g = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
for kind, mass in ((Mass1D, {'physicsMass': 2}), (Rotor1D, {'physicsInertia': 3})):
    n = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1, referenceCoordinates=[0.5], initialCoordinates=[0.1], initialCoordinates_t=[1]))
    mbs.AddObject(kind(nodeNumber=n, **mass))
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=[g, mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0))], stiffness=50, damping=1))
    mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a rope that runs onto drums", PUBLISHED, """
b = mbs.CreateRigidBody(referencePosition=[0.7, -2, 0], inertia=InertiaCuboid(500, [0.4, 0.2, 0.3]), gravity=[0, -9.81, 0], initialAngularVelocity=[0, 0, 0.1])
def at(body, place):
    return mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=place))
markers = [at(ground, [0, 0, 0]), at(b, [-0.1, 0.05, 0]), at(b, [0.1, 0.05, 0]), at(ground, [1.5, 0, 0])]
mbs.AddObject(ReevingSystemSprings(markerNumbers=markers, hasCoordinateMarkers=False, stiffnessPerLength=1e5, dampingPerLength=1e3, referenceLength=4.6,
    dampingTorsional=0.1, dampingShear=1, sheavesAxes=exu.Vector3DList([[0, 0, -1], [0, 0, 1], [0, 0, 1], [0, 0, -1]]), sheavesRadii=[0.2, 0.1, 0.1, 0.3]))
mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.AngularVelocity))
mbs.AddSensor(SensorObject(objectNumber=2, writeToFile=False, outputVariableType=exu.OutputVariableType.ForceLocal))
""" + TAIL),
    ("matrices", PUBLISHED, """
n = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2, referenceCoordinates=[0, 0], initialCoordinates=[0.1, 0], initialCoordinates_t=[0, 1]))
mbs.AddObject(ObjectGenericODE2(nodeNumbers=[n], massMatrix=np.diag([1, 2]), stiffnessMatrix=np.array([[20, -10], [-10, 30]]), dampingMatrix=0.1*np.eye(2),
                                forceVector=[1, 0]))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("sparse matrices", PUBLISHED, """
n = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2, referenceCoordinates=[0, 0], initialCoordinates=[0.1, 0], initialCoordinates_t=[0, 1]))
mass, stiffness = exu.MatrixContainer(), exu.MatrixContainer()
mass.SetWithSparseMatrix([[0, 0, 1], [1, 1, 1], [1, 1, 1]], 2, 2)
stiffness.SetWithDenseMatrix(np.array([[20, -10], [-10, 30]]), useDenseMatrix=False)
mbs.AddObject(ObjectGenericODE2(nodeNumbers=[n], massMatrix=mass, stiffnessMatrix=stiffness))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
settings.linearSolverType = exu.LinearSolverType.EigenSparse
""" + TAIL),
    ("markers of a mesh", PUBLISHED, """
nodes = [mbs.AddNode(NodePoint(referenceCoordinates=[x, 0, 0])) for x in (0, 1)]
body = mbs.AddObject(ObjectGenericODE2(nodeNumbers=nodes, massMatrix=np.eye(6), stiffnessMatrix=100*np.eye(6) + 20*np.ones((6, 6))))
m = mbs.AddMarker(MarkerSuperElementPosition(bodyNumber=body, meshNodeNumbers=[0, 1], weightingFactors=[0, 1]))
mbs.AddLoad(LoadForceVector(markerNumber=m, loadVector=[1, 2, 3]))
mbs.AddSensor(SensorNode(nodeNumber=nodes[1], writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
""" + TAIL),
    ("a mesh of points in a floating frame", PUBLISHED, FLOATING + """
held = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=points[i], coordinate=c)) for i, c in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2))]
for m in held:
    mbs.AddObject(CoordinateConstraint(markerNumbers=[still, m]))
none = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=nothing))
row = np.zeros((1, 19))
row[0, 7 + 3*2 + 2], row[0, 7 + 3*1] = 1, 0.5
mbs.AddObject(CoordinateVectorConstraint(markerNumbers=[none, mbs.AddMarker(MarkerObjectODE2Coordinates(objectNumber=mesh))], scalingMarker1=row, offset=[0.5]))
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerSuperElementPosition(bodyNumber=mesh, meshNodeNumbers=[3], weightingFactors=[1])), loadVector=[20, -30, 10]))
mbs.AddSensor(SensorNode(nodeNumber=frame, writeToFile=False, outputVariableType=exu.OutputVariableType.AngularVelocity))
""" + TAIL),
    ("a mesh in a floating frame with a marker on its point", "FFRF", FLOATING + """
m = mbs.AddMarker(MarkerNodePosition(nodeNumber=points[3]))
mbs.AddLoad(LoadForceVector(markerNumber=m, loadVector=[1, 2, 3]))
""" + TAIL),
    ("a mesh in a floating frame with squares of its coordinates", "FFRF", FLOATING + """
none = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=nothing))
mbs.AddObject(CoordinateVectorConstraint(markerNumbers=[none, mbs.AddMarker(MarkerObjectODE2Coordinates(objectNumber=mesh))], scalingMarker1=np.ones((1, 19)), quadraticTermMarker1=np.ones((1, 19)), offset=[0]))
""" + TAIL),
    ("a mesh in a floating frame with a constant force", "FFRF", FLOATING + """
mbs.SetObjectParameter(mesh, 'forceVector', [1.0]*19)
""" + TAIL),
    ("all coordinates of an object", PUBLISHED, """
nodes = [mbs.AddNode(NodePoint2D(referenceCoordinates=[x, 0])) for x in (1, 2)]
body = mbs.AddObject(ObjectGenericODE2(nodeNumbers=nodes, massMatrix=2*np.eye(4), forceVector=[1, -3, 2, 5]))
none = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround())))
whole = mbs.AddMarker(MarkerObjectODE2Coordinates(objectNumber=body))
mbs.AddObject(CoordinateVectorConstraint(markerNumbers=[none, whole], scalingMarker0=np.zeros((1, 0)), scalingMarker1=np.array([[1, 2, -1, 3]]), offset=[-1]))
mbs.AddSensor(SensorNode(nodeNumber=nodes[1], writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
""" + TAIL),
    ("a hydraulic cylinder", PUBLISHED, """
m = mbs.CreateMassPoint(referencePosition=[0.3, 0, 0.4], physicsMass=50, gravity=[0, 0, -9.81])
pressures = mbs.AddNode(NodeGenericODE1(referenceCoordinates=[0, 0], initialCoordinates=[3e5, 1e5], numberOfODE1Coordinates=2))
markers = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, m)]
cylinder = mbs.AddObject(HydraulicActuatorSimple(markerNumbers=markers, nodeNumbers=[pressures], offsetLength=0.4, strokeLength=0.3, chamberCrossSection0=2e-3, chamberCrossSection1=1e-3,
    hoseVolume0=1e-3, hoseVolume1=5e-4, valveOpening0=0.5, valveOpening1=-0.2, actuatorDamping=1e3, oilBulkModulus=1e9, cylinderBulkModulus=2e10, hoseBulkModulus=0, nominalFlow=1e-7,
    systemPressure=1e6, tankPressure=5e4, useChamberVolumeChange=True))
for output in ('Distance', 'Displacement', 'Velocity', 'VelocityLocal', 'Force'):
    mbs.AddSensor(SensorObject(objectNumber=cylinder, writeToFile=False, outputVariableType=getattr(exu.OutputVariableType, output)))
mbs.AddSensor(SensorNode(nodeNumber=pressures, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
settings.timeIntegration.endTime = 0.1
settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
""" + TAIL),
    ("a hydraulic cylinder with a controlled valve", PUBLISHED, """
m = mbs.CreateMassPoint(referencePosition=[0.5, 0, 0], physicsMass=50)
pressures = mbs.AddNode(NodeGenericODE1(referenceCoordinates=[0, 0], initialCoordinates=[2e5, 2e5], numberOfODE1Coordinates=2))
markers = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, m)]
cylinder = mbs.AddObject(HydraulicActuatorSimple(markerNumbers=markers, nodeNumbers=[pressures], offsetLength=0.4, strokeLength=0.3, chamberCrossSection0=1e-3, chamberCrossSection1=1e-3,
    hoseVolume0=1e-3, hoseVolume1=1e-3, actuatorDamping=1e3, oilBulkModulus=1e9, nominalFlow=1e-6, systemPressure=1e6))
def control(mbs, t):
    opening = 2*(0.5 + 0.01*math.sin(5*t) - mbs.GetObjectOutput(cylinder, exu.OutputVariableType.Distance))
    mbs.SetObjectParameter(cylinder, 'valveOpening0', opening)
    mbs.SetObjectParameter(cylinder, 'valveOpening1', -opening)
    return True
mbs.SetPreStepUserFunction(control)
mbs.AddSensor(SensorObject(objectNumber=cylinder, writeToFile=False, outputVariableType=exu.OutputVariableType.Distance))
settings.timeIntegration.endTime = 0.1
settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
""" + TAIL),
    ("steps by the error of an oscillation, which is weighed by signed values", PUBLISHED, """
n = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=2, referenceCoordinates=[0, 0], initialCoordinates=[1, 0]))
mbs.AddObject(ObjectGenericODE1(nodeNumbers=[n], systemMatrix=np.array([[0, 1], [-100, 0]])))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
settings.timeIntegration.numberOfSteps = 1
settings.timeIntegration.absoluteTolerance = settings.timeIntegration.relativeTolerance = 1e-4
mbs.Assemble()
mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.DOPRI5)
"""),
    ("a ball that bounces, with steps that end where it meets and parts", PUBLISHED, """
b = mbs.CreateRigidBody(referencePosition=[0, 0, 0.201], initialVelocity=[0, 0, -2], inertia=InertiaSphere(1, 0.1), gravity=[0, 0, -9.81])
mbs.CreateSphereSphereContact(bodyNumbers=[ground, b], spheresRadii=[0.1, 0.1], contactStiffness=1e5, impactModel=2, restitutionCoefficient=0.5)
mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
settings.timeIntegration.endTime = 0.05
settings.timeIntegration.numberOfSteps = 50
""" + TAIL),
    ("a bar that starts against the rod that holds it", PUBLISHED, """
b = mbs.CreateRigidBody(referencePosition=[0.5, 0, 0], referenceRotationMatrix=RotationVector2RotationMatrix([0, 0, math.pi/2]), initialVelocity=[0, 4, 0], initialAngularVelocity=[2, 0, 0],
                        inertia=InertiaCuboid(5000, [1, 0.1, 0.1]), gravity=[0, -9.81, 0])
mbs.CreateDistanceConstraint(bodyNumbers=[ground, b], localPosition1=[-0.5, 0, 0], distance=None)
mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
settings.timeIntegration.endTime = 1
settings.timeIntegration.numberOfSteps = 200
""" + TAIL),
    ("a marker of a mesh between nodes", PUBLISHED, """
nodes = [mbs.AddNode(NodePoint(referenceCoordinates=[x, 0, 0])) for x in (0, 1)]
body = mbs.AddObject(ObjectGenericODE2(nodeNumbers=nodes, massMatrix=np.eye(6), stiffnessMatrix=100*np.eye(6)))
m = mbs.AddMarker(MarkerSuperElementPosition(bodyNumber=body, meshNodeNumbers=[0, 1], weightingFactors=[0.5, 0.5]))
mbs.AddLoad(LoadForceVector(markerNumber=m, loadVector=[1, 2, 3]))
""" + TAIL),
    ("states of first order", PUBLISHED, """
n = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=2, referenceCoordinates=[0, 0], initialCoordinates=[1, 0]))
mbs.AddObject(ObjectGenericODE1(nodeNumbers=[n], systemMatrix=np.array([[0, 1], [-4, -0.5]])))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
mbs.Assemble()
mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
"""),
    ("only states of first order, implicit", PUBLISHED, """
n = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=2, referenceCoordinates=[0, 1], initialCoordinates=[1, 0]))
mbs.AddObject(ObjectGenericODE1(nodeNumbers=[n], systemMatrix=np.array([[0, 1], [-4, -0.5]]), rhsVector=[1, 2]))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a beam of cables", PUBLISHED, """
from exudyn.beams import GenerateStraightLineANCFCable2D
cable = Cable2D(physicsMassPerLength=1, physicsBendingStiffness=10, physicsAxialStiffness=1e4)
GenerateStraightLineANCFCable2D(mbs=mbs, positionOfNode0=[0, 0, 0], positionOfNode1=[1, 0, 0], numberOfElements=4, cableTemplate=cable,
                                massProportionalLoad=[0, -9.81, 0], fixedConstraintsNode0=[1, 1, 0, 1])
mbs.AddSensor(SensorNode(nodeNumber=4, writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
""" + TAIL),
    ("a blow on a beam, which some steps are too long for", PUBLISHED, """
from exudyn.beams import GenerateStraightLineANCFCable2D
cable = Cable2D(physicsMassPerLength=78, physicsBendingStiffness=1.7e6, physicsAxialStiffness=2e9)
cables = GenerateStraightLineANCFCable2D(mbs=mbs, positionOfNode0=[0, 0, 0], positionOfNode1=[2, 0, 0], numberOfElements=64, cableTemplate=cable,
                                         fixedConstraintsNode0=[1, 1, 0, 1])
mbs.AddLoad(Force(markerNumber=mbs.AddMarker(MarkerNodePosition(nodeNumber=cables[0][-1])), loadVector=[0, -1.3e6, 0]))
mbs.AddSensor(SensorNode(nodeNumber=cables[0][-1], writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
settings.timeIntegration.endTime = 0.01
settings.timeIntegration.numberOfSteps = 100
settings.timeIntegration.newton.relativeTolerance = 1e-8
settings.timeIntegration.newton.useModifiedNewton = True
settings.solution.sensors.writePeriod = 1e-4
mbs.Assemble()
mbs.SolveDynamic(settings)
assert mbs.sys['dynamicSolver'].it.currentStepIndex > 101  # some steps were repeated with smaller ones
"""),
    ("a tree", PUBLISHED, """
n = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2, referenceCoordinates=[0, 0], initialCoordinates=[0.2, 0], initialCoordinates_t=[0, 0]))
mbs.AddObject(ObjectKinematicTree(nodeNumber=n, jointTypes=[exu.JointType.RevoluteZ]*2, linkParents=[-1, 0], jointTransformations=exu.Matrix3DList([np.eye(3)]*2),
    jointOffsets=exu.Vector3DList([[0, 0, 0], [1, 0, 0]]), linkInertiasCOM=exu.Matrix3DList([0.1*np.eye(3)]*2), linkCOMs=exu.Vector3DList([[0.5, 0, 0]]*2),
    linkMasses=[1, 1], gravity=[0, -9.81, 0]))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a cable in space", PUBLISHED, """
n = mbs.AddNode(NodePointSlope1(referenceCoordinates=[0, 0, 0, 1, 0, 0]))
n2 = mbs.AddNode(NodePointSlope1(referenceCoordinates=[1, 0, 0, 1, 0, 0], initialVelocities=[0, 1, 2, 0, 0, 0]))
mbs.AddObject(ObjectANCFCable(nodeNumbers=[n, n2], length=1, massPerLength=1, bendingStiffness=1, axialStiffness=100))
mbs.AddSensor(SensorNode(nodeNumber=n2, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a joint that slides along a cable in space", PUBLISHED, """
n = mbs.AddNode(NodePointSlope1(referenceCoordinates=[0, 0, 0, 1, 0, 0]))
n2 = mbs.AddNode(NodePointSlope1(referenceCoordinates=[1, 0, 0, 1, 0, 0]))
cable = mbs.AddObject(ObjectANCFCable(nodeNumbers=[n, n2], length=1, massPerLength=1, bendingStiffness=1, axialStiffness=100))
bead = mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=mbs.AddNode(NodePoint(referenceCoordinates=[0.5, 0, 0]))))
markers = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=bead)), mbs.AddMarker(MarkerBodyBeamShape(bodyNumber=cable))]
place = mbs.AddNode(NodeGenericData(initialCoordinates=[0, 0.5], numberOfDataCoordinates=2))
joint = mbs.AddObject(ObjectJointSliding(markerNumbers=markers, slidingMarkerNumbers=markers[1:], slidingMarkerOffsets=[0], nodeNumber=place,
    constrainRotations=[0, 0, 0]))
mbs.AddLoad(Force(markerNumber=markers[0], loadVector=[0, 1, 2]))
mbs.AddSensor(SensorObject(objectNumber=joint, writeToFile=False, outputVariableType=exu.OutputVariableType.Force))
""" + TAIL),
    ("a beam in space", PUBLISHED, """
n = mbs.AddNode(NodeRigidBodyEP(referenceCoordinates=[0, 0, 0, 1, 0, 0, 0]))
n2 = mbs.AddNode(NodeRigidBodyEP(referenceCoordinates=[1, 0, 0, 1, 0, 0, 0], initialVelocities=[0.1, 0.2, 0.3, 0, 0.2, 0.1, -0.1]))
section = exu.BeamSection()
section.massPerLength = 2
section.inertia = np.diag([0.03, 0.01, 0.02])
section.stiffnessMatrix = np.diag([400, 200, 100, 3, 4, 5])
mbs.AddObject(ObjectBeamGeometricallyExact(nodeNumbers=[n, n2], length=1, sectionData=section))
mbs.AddSensor(SensorNode(nodeNumber=n2, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a beam with slopes of its cross-sections", PUBLISHED, """
n = mbs.AddNode(NodePointSlope23(referenceCoordinates=[0, 0, 0, 0, 1, 0, 0, 0, 1]))
n2 = mbs.AddNode(NodePointSlope23(referenceCoordinates=[1, 0, 0, 0, 1, 0, 0, 0, 1], initialVelocities=[0.1, 0.2, 0.3, 0, 0, 0.1, 0, -0.1, 0]))
section = exu.BeamSection()
section.massPerLength = 2
section.stiffnessMatrix = np.diag([400, 200, 100, 3, 4, 5])
section.dampingMatrix = np.diag([0.4, 0.2, 0.1, 0.03, 0.04, 0.05])
mbs.AddObject(ObjectANCFBeam(nodeNumbers=[n, n2], length=1, sectionData=section, crossSectionDamping=[0.01, 0.02, 0.03]))
mbs.AddObject(GenericJoint(markerNumbers=[mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground)), mbs.AddMarker(MarkerNodeRigid(nodeNumber=n))]))
settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = False  # the mass matrix is singular
mbs.AddSensor(SensorNode(nodeNumber=n2, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a plate", PUBLISHED, """
corners = [mbs.AddNode(NodePointSlope12(referenceCoordinates=[x, y, 0, 1, 0, 0, 0, 1, 0], initialVelocities=[0, 0, x*y, 0, 0, y, 0, 0, x]))
    for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
D = exu.Matrix3DList([np.diag([1000, 1000, 350])])
mbs.AddObject(ObjectANCFThinPlate(nodeNumbers=corners, thickness=[0.1]*4, density=10, strainCoefficients=D, curvatureCoefficients=D,
    stiffnessProportionalDamping=0.001))
mbs.AddSensor(SensorNode(nodeNumber=corners[2], writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("relative motion of two bodies", PUBLISHED, """
b = mbs.CreateRigidBody(inertia=InertiaCuboid(1000, [0.1, 0.2, 0.3]), initialVelocity=[0.2, 0, 0])
b2 = mbs.CreateRigidBody(inertia=InertiaCuboid(1000, [0.1, 0.2, 0.3]), referencePosition=[0, 0.5, 0], initialAngularVelocity=[0, 0, 3])
mbs.CreatePrismaticJoint(bodyNumbers=[ground, b], position=[0, 0, 0], axis=[1, 0, 0])
mbs.CreateRevoluteJoint(bodyNumbers=[ground, b2], position=[0, 0.5, 0], axis=[0, 0, 1])
turns = mbs.AddNode(NodeGenericData(initialCoordinates=[0], numberOfDataCoordinates=1))
slide = mbs.AddMarker(MarkerBodiesRelativeTranslationCoordinate(bodyNumbers=[ground, b], axis0=[1, 0, 0], offset=0.1))
turn = mbs.AddMarker(MarkerBodiesRelativeRotationCoordinate(bodyNumbers=[ground, b2], nodeNumber=turns, axis0=[0, 0, 1]))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[slide, turn], stiffness=50, damping=1))
mbs.AddSensor(SensorMarker(markerNumber=slide, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
mbs.AddSensor(SensorMarker(markerNumber=turn, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("markers that are turned", PUBLISHED, """
b = mbs.CreateRigidBody(inertia=InertiaCuboid(1000, [0.1, 0.2, 0.3]), initialAngularVelocity=[1, 2, 3])
m0 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localHT=HTrotateZ(0.3)))
m1 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b, localHT=HTrotateX(0.5)))
mbs.AddObject(RigidBodySpringDamper(markerNumbers=[m0, m1], stiffness=np.diag([100, 200, 300, 40, 50, 60]), damping=np.eye(6)))
mbs.AddLoad(LoadTorqueVector(markerNumber=m1, loadVector=[1, 2, 3], bodyFixed=True))
mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.Rotation))
mbs.AddSensor(SensorObject(objectNumber=2, writeToFile=False, outputVariableType=exu.OutputVariableType.TorqueLocal))
""" + TAIL),
    ("a ball in a torus whose marker is turned", PUBLISHED, """
ball = mbs.CreateRigidBody(referencePosition=[0, 1, 0], inertia=InertiaSphere(1, 0.1), gravity=[0, 0, -9.81])
ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=ball)), mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localHT=HTrotateY(0.5*np.pi)))]
state = mbs.AddNode(NodeGenericData(initialCoordinates=[0.1, 0, 0, 0], numberOfDataCoordinates=4))
mbs.AddObject(ObjectContactSphereTorus(markerNumbers=ends, nodeNumber=state, sphereRadius=0.1, torusMajorRadius=1, torusMinorRadius=0.12,
    torusAxis=[0, 0, 1], contactStiffness=1e4, contactDamping=10))
mbs.AddSensor(SensorBody(bodyNumber=ball, name='ball', writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
""" + TAIL),
    ("a convex roll", PUBLISHED, """
roll = mbs.CreateRigidBody(referencePosition=[0, 0, 0.22], referenceRotationMatrix=RotationMatrixY(0.2), initialVelocity=[0, 0.3, 0],
    inertia=InertiaCylinder(1000, 0.5, 0.2, axis=0), gravity=[0, 0, -9.81])
ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=each)) for each in (ground, roll)]
state = mbs.AddNode(NodeGenericData(initialCoordinates=[0.1, 0, 0], numberOfDataCoordinates=3))
mbs.AddObject(ObjectContactConvexRoll(markerNumbers=ends, nodeNumber=state, rollLength=0.5, coefficientsHull=[-0.8, 0, 0.2], contactStiffness=1e5,
    contactDamping=1e3, dynamicFriction=0.3, frictionProportionalZone=0.05))
mbs.AddSensor(SensorBody(bodyNumber=roll, name='roll', writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
""" + TAIL),
    ("a marker that is turned, with its own axes", "turned relative to its body is used by object", """
b = mbs.CreateRigidBody(inertia=InertiaSphere(1, 0.1))
m0 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localHT=HTrotateZ(0.3)))
m1 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b))
mbs.AddObject(LinearSpringDamper(markerNumbers=[m0, m1], axisMarker0=[1, 0, 0], stiffness=100))
""" + TAIL),
    ("a contact that contains nothing", PUBLISHED, SPRING + "contact = mbs.AddGeneralContact()\ncontact.SetFrictionPairings(np.array([[0.1]]))\ncontact.SetSearchTreeBox([-1, -1, -1], [1, 1, 1])\n" + TAIL),
    ("contact of spheres and triangles of two materials", PUBLISHED, """
contact = mbs.AddGeneralContact()
contact.SetFrictionPairings(np.array([[0.1, 0.3], [0.3, 0.5]]))
contact.SetSearchTreeCellSize([2, 2, 2])
contact.frictionProportionalZone = 0.01
plate = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
contact.AddTrianglesRigidBodyBased(rigidBodyMarkerIndex=plate, contactStiffness=3e4, contactDamping=10, frictionMaterialIndex=1,
    pointList=[[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], triangleList=[[0, 1, 2], [0, 2, 3]])
for x, z, k in ((0, 0.0995, 1e4), (0.19, 0.1, 2e4), (0.08, 0.27, 1e4)):
    b = mbs.CreateRigidBody(inertia=InertiaSphere(1, 0.1), nodeType=exu.NodeType.RotationRotationVector, referencePosition=[x, 0.1 * x, z],
                            initialVelocity=[0.3, 0.1, -0.2], initialAngularVelocity=[0, 5, 1], gravity=[0, 0, -9.81])
    m = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b))
    contact.AddSphereWithMarker(m, radius=0.1, contactStiffness=k, contactDamping=5, frictionMaterialIndex=0)
    mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
    mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.AngularVelocity))
mbs.Assemble()
settings.timeIntegration.numberOfSteps = 400
settings.timeIntegration.endTime = 0.1
mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.ExplicitEuler)
"""),
    ("distance sensors that look at a ball, a plate that turns and a cable", PUBLISHED, """
contact = mbs.AddGeneralContact()
contact.SetFrictionPairings(np.zeros((1, 1)))
contact.SetSearchTreeCellSize([4, 4, 4])
ball = mbs.CreateMassPoint(referencePosition=[0, 3, 0], initialVelocity=[0.3, 0, 0.1], physicsMass=1)
contact.AddSphereWithMarker(mbs.AddMarker(MarkerBodyPosition(bodyNumber=ball)), radius=0.2, contactStiffness=1e3, contactDamping=0, frictionMaterialIndex=0)
plate = mbs.CreateRigidBody(referencePosition=[3, 0, 0], inertia=InertiaSphere(1, 0.3), initialAngularVelocity=[0, 0, 1.5], initialVelocity=[-0.5, 0, 0])
contact.AddTrianglesRigidBodyBased(rigidBodyMarkerIndex=mbs.AddMarker(MarkerBodyRigid(bodyNumber=plate)), contactStiffness=1, contactDamping=0, frictionMaterialIndex=0,
    pointList=[[0, -1, -1], [0, 1, -1], [0, 1, 1], [0, -1, 1]], triangleList=[[0, 1, 2], [0, 2, 3]])
cable = GenerateStraightLineANCFCable2D(mbs, [-3, -1, 0], [-1, -1, 0], 2, Cable2D(physicsMassPerLength=1, physicsBendingStiffness=5, physicsAxialStiffness=500),
    massProportionalLoad=[0, -9.81, 0], fixedConstraintsNode0=[1, 1, 0, 1], fixedConstraintsNode1=[0, 0, 0, 0])
for each in cable[1]:
    contact.AddANCFCable(objectIndex=each, halfHeight=0.05, contactStiffness=1, contactDamping=0, frictionMaterialIndex=0)
eye = mbs.CreateRigidBody(inertia=InertiaSphere(1, 0.3), initialAngularVelocity=[0, 0, 0.4], initialVelocity=[0, 0.1, 0])
turned = mbs.AddMarker(MarkerBodyRigid(bodyNumber=eye, localHT=HTtranslate([0.2, 0, 0]) @ HTrotateZ(0.5*np.pi)))
middle = mbs.AddMarker(MarkerBodyPosition(bodyNumber=eye, localPosition=[0, 0.1, 0]))
look = dict(minDistance=0, maxDistance=9, storeInternal=True)
mbs.CreateDistanceSensor(0, positionOrMarker=turned, dirSensor=[0, -2, 0.1], measureVelocity=True, addGraphicsObject=True, **look)
mbs.CreateDistanceSensor(0, positionOrMarker=middle, dirSensor=[0, 1, 0], measureVelocity=True, **look)
mbs.CreateDistanceSensor(0, positionOrMarker=middle, dirSensor=[0, 1, 0.1], cylinderRadius=0.3, selectedTypeIndex=exu.ContactTypeIndex.IndexSpheresMarkerBased, **look)
mbs.CreateDistanceSensor(0, [-1.2, 0, 0], [0.1, -1, 0], storeInternal=True, minDistance=-2, maxDistance=7, measureVelocity=True)
mbs.CreateDistanceSensor(0, [-1.2, 0, 0], [0, 1, 0], 0, 7, storeInternal=True)
mbs.Assemble()
mbs.SolveDynamic(settings)
"""),
    ("a laser scanner among walls, whose contact is not active", PUBLISHED, """
from exudyn.robotics.utilities import AddLidar
points, triangles = graphics.ToPointsAndTrigs(graphics.MergeTriangleLists(graphics.Brick([3, 0, 0], [0.5, 2, 1]), graphics.Cylinder([0, 3, -1], [0, 0, 2], 0.7, nTiles=12)))
walls = mbs.CreateDistanceSensorGeometry(points, triangles, rigidBodyMarkerIndex=mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground)))
car = mbs.CreateRigidBody(inertia=InertiaSphere(1, 0.3), initialAngularVelocity=[0, 0, 1], initialVelocity=[0.3, 0.1, 0])
AddLidar(mbs, walls, mbs.AddMarker(MarkerBodyRigid(bodyNumber=car)), maxDistance=20, numberOfSensors=13, storeInternal=True, angleEnd=1.9*np.pi, inclination=0.05)
mbs.AddSensor(SensorBody(bodyNumber=car, writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
mbs.Assemble()
mbs.SolveDynamic(settings)
"""),
    ("a constraint with a function", PUBLISHED, """
n = mbs.AddNode(NodePoint(referenceCoordinates=[1, 2, 0], initialVelocities=[0.4, -0.2, 0]))
mbs.AddObject(MassPoint(nodeNumber=n, mass=1))
m0 = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround())))
m1 = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=n))
mbs.AddObject(CoordinateVectorConstraint(markerNumbers=[m0, m1], scalingMarker0=[], scalingMarker1=[[0, 1, 0]],
    constraintUserFunction=lambda mbs, t, i, q, q_t, level: [2*q[0]*q_t[0] + 2*q[1]*q_t[1] if level else q[0]**2 + q[1]**2 - 5],
    jacobianUserFunction=lambda mbs, t, i, q, q_t, level: np.array([[2*q[0], 2*q[1], 0]])))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a constraint with functions of math and a global that changes", PUBLISHED, """
n = mbs.AddNode(NodePoint(referenceCoordinates=[1, 2, 0], initialVelocities=[0.4, -0.2, 0]))
mbs.AddObject(MassPoint(nodeNumber=n, mass=1))
m0 = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround())))
m1 = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=n))
calls = 0
def equation(mbs, t, i, q, q_t, level):
    global calls
    calls += 1
    return [math.sqrt(q[0]**2 + q[1]**2) - math.sqrt(5) if not level else 0]
mbs.AddObject(CoordinateVectorConstraint(markerNumbers=[m0, m1], scalingMarker0=[], scalingMarker1=[[0, 1, 0]], constraintUserFunction=equation,
    jacobianUserFunction=lambda mbs, t, i, q, q_t, level: np.array([[q[0], q[1], 0]])/math.sqrt(q[0]**2 + q[1]**2)))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a constraint with a function that is none", r"line \d+: random numbers \(random.random\) \(return \[q\[0\] - random.random\(\)\]\)", """
n = mbs.AddNode(NodePoint(referenceCoordinates=[1, 2, 0]))
mbs.AddObject(MassPoint(nodeNumber=n, mass=1))
m0 = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround())))
m1 = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=n))
def equation(mbs, t, i, q, q_t, level):
    return [q[0] - random.random()]
mbs.AddObject(CoordinateVectorConstraint(markerNumbers=[m0, m1], scalingMarker0=[], scalingMarker1=[[0, 1, 0]], constraintUserFunction=equation,
    jacobianUserFunction=lambda mbs, t, i, q, q_t, level: np.array([[1, 0, 0]])))
""" + TAIL),
    # ---- functions of the whole system, settings, initial values, chains
    ("parameters as functions of time, before each step", PUBLISHED, SPRING + """
g = mbs.AddNode(NodePointGround())
n = mbs.AddNode(Node1D(referenceCoordinates=[0]))
mbs.AddObject(Mass1D(nodeNumber=n, mass=1))
markers = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=number, coordinate=0)) for number in (g, n)]
k = mbs.AddObject(CoordinateSpringDamper(markerNumbers=markers, stiffness=100, damping=1))
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0])
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
whole = True
calls = 0
def before(mbs, t):
    global whole, calls
    calls += 1
    if t < 0.2:
        mbs.SetObjectParameter(k, 'offset', 3*t**2)
    elif t < 0.3:
        mbs.SetLoadParameter(f, 'loadVector', [np.sin(9*t), 0, 1])
    else:
        mbs.SetObjectParameter(k, 'offset', 0.12 - t)
    if whole and t > 0.25:
        whole = False
        mbs.SetObjectParameter(s, 'stiffness', 0)
        mbs.SetObjectParameter(s, 'Vshow', False)
    mbs.SetObjectParameter(s, 'referenceLength', 1 + 0.1*t)
    return True
mbs.SetPreStepUserFunction(before)
mbs.Assemble()
mbs.SolveDynamic(settings)
assert calls == 500 and not whole
"""),
    ("a torque that follows a motion", PUBLISHED, """
b = mbs.CreateRigidBody(referencePosition=[0.5, 0, 0], inertia=InertiaCuboid(1000, [1, 0.1, 0.1]), gravity=[0, -9.81, 0])
mbs.CreateRevoluteJoint(bodyNumbers=[ground, b], position=[0, 0, 0], axis=[0, 0, 1])
spring = mbs.CreateTorsionalSpringDamper(bodyNumbers=[ground, b], position=[0, 0, 0], axis=[0, 0, 1], stiffness=500, damping=10, velocityOffset=0.1)
turn = mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.Rotation))
def before(mbs, t):
    angle = mbs.GetSensorValues(turn)[2]
    mbs.SetObjectParameter(spring, 'offset', np.sin(2*t))
    mbs.SetObjectParameter(spring, 'torque', 5*t + 0*angle)
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a ground that shows a motion", PUBLISHED, SPRING + """
shown = mbs.CreateGround(graphicsDataList=[graphics.Basis()])
def before(mbs, t):
    x, y, z = mbs.GetObjectOutputBody(m, exu.OutputVariableType.Position)
    mbs.SetObjectParameter(shown, 'referenceRotation', RotationMatrixZ(math.atan2(y, x)))
    mbs.SetObjectParameter(shown, 'referencePosition', [0, y, 0])
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a ground that moves what hangs on it", "sets referencePosition of object .* cannot be a function", SPRING + """
def before(mbs, t):
    mbs.SetObjectParameter(ground, 'referencePosition', [0.01*mbs.GetSensorValues(0)[1], 0, 0])
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a ground that a function asks for", "sets referencePosition of object .* cannot be a function", SPRING + """
shown = mbs.CreateGround()
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerBodyPosition(bodyNumber=m)),
    loadVectorUserFunction=lambda mbs, t, v: 5*mbs.GetObjectOutputBody(shown, exu.OutputVariableType.Position)))
def before(mbs, t):
    mbs.SetObjectParameter(shown, 'referencePosition', [0, mbs.GetSensorValues(0)[1], 0])
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a function that sets what a document does not have", "GenericAE.*there is no node of this type", SPRING + """
other = mbs.AddNode(NodeGenericAE(numberOfAECoordinates=1, referenceCoordinates=[0], initialCoordinates=[0]))
def before(mbs, t):
    mbs.SetNodeParameter(other, 'referenceCoordinates', [t])
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("connectors that are switched by time", PUBLISHED, SPRING + """
hook = mbs.CreateDistanceConstraint(bodyNumbers=[ground, m], distance=1)
def before(mbs, t):
    mbs.SetObjectParameter(s, 'activeConnector', not 0.1 < t < 0.3)
    if t > 0.2:
        mbs.SetObjectParameter(hook, 'activeConnector', False)
    return True
mbs.SetPreStepUserFunction(before)
settings.timeIntegration.generalizedAlpha.useNewmark = True
settings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
""" + TAIL),
    ("a connector that is switched from the first step on", PUBLISHED, SPRING + """
def before(mbs, t):
    mbs.SetObjectParameter(s, 'activeConnector', t > 0.3)
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a connector that the motion switches", "it sets activeConnector of object .*, which cannot be a function of time", SPRING + """
def before(mbs, t):
    if mbs.GetSensorValues(0)[1] > 0.05:
        mbs.SetObjectParameter(s, 'activeConnector', False)
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("connectors that are switched all the time", "it switches connectors .* times; 60 are allowed", SPRING + """
def before(mbs, t):
    mbs.SetObjectParameter(s, 'activeConnector', np.sin(1000*t) > 0)
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a tree with forces that only steps set", PUBLISHED, TREE + """
def before(mbs, t):
    q = mbs.GetObjectOutputBody(tree, exu.OutputVariableType.Coordinates)
    mbs.SetObjectParameter(tree, 'jointPositionOffsetVector', [0.2 + t**2, np.sin(3*t)])
    mbs.SetObjectParameter(tree, 'jointForceVector', np.array([14.7*np.cos(q[0]) + 4.9*np.cos(q[0] + q[1]), 4.9*np.cos(q[0] + q[1])]))
    return True
mbs.SetPreStepUserFunction(before)
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a tree that follows a motion", PUBLISHED, """
n = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2, referenceCoordinates=[0, 0], initialCoordinates=[0.2, 0], initialCoordinates_t=[0, 0]))
tree = mbs.AddObject(ObjectKinematicTree(nodeNumber=n, jointTypes=[exu.JointType.RevoluteZ]*2, linkParents=[-1, 0], jointTransformations=exu.Matrix3DList([np.eye(3)]*2),
    jointOffsets=exu.Vector3DList([[0, 0, 0], [1, 0, 0]]), linkInertiasCOM=exu.Matrix3DList([0.1*np.eye(3)]*2), linkCOMs=exu.Vector3DList([[0.5, 0, 0]]*2),
    linkMasses=[1, 1], gravity=[0, -9.81, 0], jointPControlVector=[300, 200], jointDControlVector=[20, 10], jointPositionOffsetVector=[0.2, 0],
    jointVelocityOffsetVector=[0, 0], jointForceVector=[0, 0]))
def before(mbs, t):
    mbs.SetObjectParameter(tree, 'jointPositionOffsetVector', [0.2 + t**2, np.sin(3*t)])
    mbs.SetObjectParameter(tree, 'jointVelocityOffsetVector', [2*t, 3*np.cos(3*t)])
    mbs.SetObjectParameter(tree, 'jointForceVector', np.array([10*t, -5]))
    return True
mbs.SetPreStepUserFunction(before)
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a control before each step", PUBLISHED, SPRING + """
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0])
def before(mbs, t):
    mbs.SetLoadParameter(f, 'loadVector', [0, -mbs.GetSensorValues(0)[1], 0])
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a sum before each step", PUBLISHED, SPRING + """
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0])
def before(mbs, t):
    mbs.SetLoadParameter(f, 'loadVector', [0, mbs.GetLoadParameter(f, 'loadVector')[1] + t, 0])
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a control with an integrator, before each step", PUBLISHED, SPRING + """
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 4])
class Controller:
    def __init__(self):
        self.sum = 0.
        self.far = False
    def force(self, error, h):
        self.sum += error*h
        if abs(error) > 0.3:
            self.far = True
        return 80*error + 30*self.sum - (5 if self.far else 0)
controller = Controller()
last = 0.
def before(mbs, t):
    global last
    p = mbs.GetObjectOutputBody(m, exu.OutputVariableType.Position)
    y = mbs.GetSensorValues(0)[1]
    fy = controller.force(0.1*np.sin(5*t) - y, 1e-3)
    if t > 0.1:
        mbs.SetLoadParameter(f, 'loadVector', [0.1*(p[0] - 1), fy - 2*(y - last)/1e-3, 4])
    last = y
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a control that keeps numbers in mbs.variables, before each step", PUBLISHED, SPRING + """
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0])
mbs.variables['sum'] = 0.5
mbs.variables['gain'] = 30
def before(mbs, t):
    mbs.variables['sum'] += 1e-3*mbs.GetSensorValues(0)[1]
    mbs.SetLoadParameter(f, 'loadVector', [0, -mbs.variables['gain']*mbs.variables['sum'], 0])
    return True
mbs.SetPreStepUserFunction(before)
mbs.Assemble()
from slipstick.exudyn import convert
convert(mbs, settings)
assert mbs.variables['sum'] == 0.5
mbs.SolveDynamic(settings)
"""),
    ("a control before each step of an explicit solver", PUBLISHED, SPRING + """
def before(mbs, t):
    mbs.SetObjectParameter(s, 'stiffness', 500 + 100*mbs.GetSensorValues(0)[1] + t)
    return True
mbs.SetPreStepUserFunction(before)
mbs.Assemble()
mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK67)
"""),
    ("a torque that holds a robot's arm, before each step", PUBLISHED, """
arm = exu.HT(rotation=RotationMatrixX(0.3), translation=[0.1, 0, 0])
b = mbs.CreateRigidBody(referencePosition=[0.5, 0, 0], inertia=InertiaCuboid(1000, [1, 0.1, 0.1]), gravity=[0, -9.81, 0])
mbs.CreateRevoluteJoint(bodyNumbers=[ground, b], position=[0, 0, 0], axis=[0, 0, 1])
torque = mbs.CreateTorque(bodyNumber=b, loadVector=[0, 0, 0])
turn = mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.Rotation))
def before(mbs, t):
    frame = exu.HT().SetRotationZ(mbs.GetSensorValues(turn)[2]) * arm * exu.HT(translation=[0.4, 0, 0])
    torques = np.zeros(3)
    torques += Skew(frame.translation) @ np.array([0, 98.1, 0])
    mbs.SetLoadParameter(torque, 'loadVector', list(torques))
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("loads at a turned marker, before each step", PUBLISHED, """
b = mbs.CreateRigidBody(inertia=InertiaCuboid(1000, [0.1, 0.2, 0.3]), initialAngularVelocity=[1, 2, 3])
m = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b, localHT=HTrotateX(0.5) @ HTrotateZ(0.3)))
torque = mbs.AddLoad(LoadTorqueVector(markerNumber=m, loadVector=[0, 0, 0], bodyFixed=True))
force = mbs.AddLoad(LoadForceVector(markerNumber=m, loadVector=[0, 0, 0], bodyFixed=True))
turn = mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.AngularVelocityLocal))
mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
def before(mbs, t):
    w = mbs.GetSensorValues(turn)
    mbs.SetLoadParameter(torque, 'loadVector', [np.sin(3*t), -2*w[1], 0])
    mbs.SetLoadParameter(force, 'loadVector', [w[0], 0, 10*t])
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("loads as functions of time at a turned marker, before each step", PUBLISHED, """
b = mbs.CreateRigidBody(inertia=InertiaCuboid(1000, [0.1, 0.2, 0.3]), initialAngularVelocity=[1, 2, 3])
m = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b, localHT=HTrotateX(0.5)))
torque = mbs.AddLoad(LoadTorqueVector(markerNumber=m, loadVector=[0, 0, 0], bodyFixed=True))
mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.AngularVelocityLocal))
mbs.AddSensor(SensorLoad(loadNumber=torque, writeToFile=False))
def before(mbs, t):
    mbs.SetLoadParameter(torque, 'loadVector', [0, 0, np.sin(3*t)])
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a control by a sensor of time, before each step", "'watch', which is a function of time", SPRING + """
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0])
watch = mbs.AddSensor(SensorUserFunction(name='watch', sensorNumbers=[0], factors=[2], writeToFile=False,
                                         sensorUserFunction=lambda mbs, t, numbers, factors, configuration: [factors[0]*t]))
def before(mbs, t):
    mbs.SetLoadParameter(f, 'loadVector', [0, mbs.GetSensorValues(watch), 0])
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a control of a step that the solver chooses", "the solver chooses the step size", SPRING + """
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0])
def before(mbs, t):
    mbs.SetLoadParameter(f, 'loadVector', [0, mbs.GetSensorValues(0)[1]*t, 0])
    return True
mbs.SetPreStepUserFunction(before)
mbs.Assemble()
mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.DOPRI5)
"""),
    ("a control that may end the solution", "may end the solution", SPRING + """
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0])
def before(mbs, t):
    y = mbs.GetSensorValues(0)[1]
    mbs.SetLoadParameter(f, 'loadVector', [0, -y, 0])
    return y < 0.5
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("an array of a parameter that a function fills, before each step", PUBLISHED, TREE + """
def before(mbs, t):
    u = mbs.GetObjectParameter(tree, 'jointPositionOffsetVector')
    u[1] = SmoothStep(t, 0.1, 0.2, 0, 0.25)
    mbs.SetObjectParameter(tree, 'jointPositionOffsetVector', u)
    return True
mbs.SetPreStepUserFunction(before)
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a parameter that cannot change, before each step", "sets physicsMass of object .*which cannot be a function of time", SPRING + """
def before(mbs, t):
    mbs.SetObjectParameter(m, 'mass', 1 + t)
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a step that ends the solution", "it ends the solution, at t = 0.301", SPRING + """
mbs.SetPreStepUserFunction(lambda mbs, t: t < 0.3005)
mbs.Assemble()
try:
    mbs.SolveDynamic(settings)
except Exception:
    pass
"""),
    ("parameters as functions of time in an explicit solver", PUBLISHED, SPRING + """
def before(mbs, t):
    mbs.SetObjectParameter(s, 'damping', t)
    return True
mbs.SetPreStepUserFunction(before)
mbs.Assemble()
mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
"""),
    ("values set before each step and read elsewhere", PUBLISHED, SPRING + """
scale = 0
def before(mbs, t):
    global scale
    scale = t
    mbs.SetObjectParameter(s, 'damping', 2 + t)
    return True
mbs.SetPreStepUserFunction(before)
mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0], loadVectorUserFunction=lambda mbs, t, v: [scale, mbs.GetObjectParameter(s, 'damping'), 0])
""" + TAIL),
    ("a state that is kept before each step and read elsewhere", PUBLISHED, SPRING + """
class Valve:
    opening = 0.1
valve = Valve()
levels = np.zeros((2, 2))
levels[0, 1] = 0.5
mbs.variables['open'] = False
def before(mbs, t):
    y = mbs.GetSensorValues(0)[1]
    valve.opening += 1e-3*(0.3 - y)
    levels[1, 0] = 0.9*levels[1, 0] + y
    if y > 0.02:
        mbs.variables['open'] = True
    return True
mbs.SetPreStepUserFunction(before)
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*(1 + valve.opening)*u + (20*levels[1, 0] if mbs.variables['open'] else levels[0, 1])
mbs.SetObjectParameter(s, 'springForceUserFunction', force)
""" + TAIL),
    ("data coordinates that switch before each step", PUBLISHED, SPRING + """
mbs.AddNode(NodeGenericData(initialCoordinates=[7], numberOfDataCoordinates=1))
state = mbs.AddNode(NodeGenericData(initialCoordinates=[1, 0.2], numberOfDataCoordinates=2))
mbs.AddSensor(SensorNode(nodeNumber=state, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
nothing = mbs.AddNode(NodePointGround())
mbs.AddObject(ObjectConnectorCoordinate(markerNumbers=[mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in
                                                       (nothing, mbs.AddNode(Node1D(referenceCoordinates=[0])))]))
mbs.AddObject(Mass1D(nodeNumber=2 + state, mass=1))
def before(mbs, t):
    data = mbs.systemData.GetDataCoordinates()
    y = mbs.GetSensorValues(0)[1]
    if data[1] == 1 and y > 0.04:
        data[1] = 0
    elif data[1] == 0 and y < 0.03:
        data[1] = 1
    if data[1] == 0:
        data[2] = y
    mbs.systemData.SetDataCoordinates(data)
    mbs.SetNodeParameter(nothing, 'referenceCoordinates', [t, 0, 0])
    return True
mbs.SetPreStepUserFunction(before)
def force(mbs, t, itemNumber, u, v, k, d, f0):
    data = mbs.GetNodeOutput(state, exu.OutputVariableType.Coordinates)
    return k*u + 30*mbs.systemData.GetDataCoordinates()[2] if data[0] == 1 else 2*k*u
mbs.SetObjectParameter(s, 'springForceUserFunction', force)
""" + TAIL),
    ("data coordinates of a contact, set before each step", "it sets data coordinates that an object keeps", SPRING + """
data = mbs.AddNode(NodeGenericData(initialCoordinates=[0, 0, 0], numberOfDataCoordinates=3))
markers = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (mbs.AddNode(NodePointGround()), mbs.AddNode(Node1D(referenceCoordinates=[0])))]
mbs.AddObject(Mass1D(nodeNumber=3, mass=1))
mbs.AddObject(CoordinateSpringDamperExt(markerNumbers=markers, nodeNumber=data, stickingStiffness=100, fDynamicFriction=1))
def before(mbs, t):
    data = mbs.systemData.GetDataCoordinates()
    data[1] = 0.1*t
    mbs.systemData.SetDataCoordinates(data)
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("values written by two functions, one of them before each step", "it changes last, which another function changes", SPRING + """
last = 0.
def before(mbs, t):
    global last
    last = t
    return True
mbs.SetPreStepUserFunction(before)
def force(mbs, t, itemNumber, u, v, k, d, f0):
    global last
    last = u
    return k*u
mbs.SetObjectParameter(s, 'springForceUserFunction', force)
""" + TAIL),
    ("untraceable values before each step, read elsewhere", r"random numbers", SPRING + """
last = 0.
def before(mbs, t):
    global last
    last = np.random.random()
    return True
mbs.SetPreStepUserFunction(before)
mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0], loadVectorUserFunction=lambda mbs, t, v: [last, 0, 0])
""" + TAIL),
    ("a function after each step that changes nothing", PUBLISHED, SPRING + """
def after(mbs, t):
    if t > 5:  # later than the end
        mbs.systemData.SetODE2Coordinates([0, 0, 0])
    return True
mbs.SetPostStepUserFunction(after)
""" + TAIL),
    ("parameters by the state, after each step", PUBLISHED, SPRING + """
mbs.AddSensor(SensorObject(objectNumber=s, writeToFile=False, outputVariableType=exu.OutputVariableType.Force))
calls = 0
def after(mbs, t):
    global calls
    calls += 1
    y = mbs.GetSensorValues(0)[1]
    mbs.SetObjectParameter(s, 'stiffness', 500 + 2000*y**2 + calls + 100*t)
    return True
mbs.SetPostStepUserFunction(after)
""" + TAIL),
    ("parameters by the state, after each step of an explicit solver", PUBLISHED, SPRING + """
def after(mbs, t):
    mbs.SetObjectParameter(s, 'damping', 2 + 30*abs(mbs.GetSensorValues(0)[1]))
    return True
mbs.SetPostStepUserFunction(after)
mbs.Assemble()
mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
"""),
    ("functions before and after each step that read each other's numbers", PUBLISHED, SPRING + """
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0])
states = [mbs.AddNode(NodeGenericData(initialCoordinates=[c], numberOfDataCoordinates=1)) for c in (0.1, 0)]
for n in states:
    mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
mean = 0.
def before(mbs, t):
    global mean
    mean = 0.5*mean + 0.1*mbs.systemData.GetDataCoordinates()[1]
    data = mbs.systemData.GetDataCoordinates()
    data[0] = 0.5*data[0] + mean
    mbs.systemData.SetDataCoordinates(data)
    mbs.SetLoadParameter(f, 'loadVector', [20*mean*t, 0, 0])
    return True
def after(mbs, t):
    data = mbs.systemData.GetDataCoordinates()
    data[1] = mbs.GetSensorValues(0)[1] + 0.1*data[0] - 0.01*mean
    mbs.systemData.SetDataCoordinates(data)
    return True
mbs.SetPreStepUserFunction(before)
mbs.SetPostStepUserFunction(after)
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + 5*mean + mbs.GetNodeOutput(states[1], exu.OutputVariableType.Coordinates)
mbs.SetObjectParameter(s, 'springForceUserFunction', force)
""" + TAIL),
    ("functions before and after each step that change the same", "it changes damping, which another function changes", SPRING + """
def change(mbs, t):
    mbs.SetObjectParameter(s, 'damping', 2 + mbs.GetSensorValues(0)[1])
    return True
mbs.SetPreStepUserFunction(change)
mbs.SetPostStepUserFunction(change)
""" + TAIL),
    ("a list that a function after each step extends, read before each step", "SetPreStep.*it reads history, which another function changes", SPRING + """
history = []
def before(mbs, t):
    mbs.SetObjectParameter(s, 'stiffness', 500 + 2*len(history))
    return True
def after(mbs, t):
    history.append(t)
    return True
mbs.SetPreStepUserFunction(before)
mbs.SetPostStepUserFunction(after)
""" + TAIL),
    ("a function after each step that puts a body back", "SetPostStepUserFunction", SPRING + """
def after(mbs, t):
    if t > 0.4:
        mbs.systemData.SetODE2Coordinates([0, 0, 0])
    return True
mbs.SetPostStepUserFunction(after)
""" + TAIL),
    ("a function after each step that ends the solution", "SetPostStepUserFunction", SPRING + """
mbs.SetPostStepUserFunction(lambda mbs, t: t < 0.4)
mbs.Assemble()
try:
    mbs.SolveDynamic(settings)
except Exception:
    pass
"""),
    ("a function before each step that only keeps pictures", PUBLISHED, SPRING + """
pictures = []
def before(mbs, t):
    pictures.append(mbs.systemData.GetODE2Coordinates())
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a function before each step that keeps what a force reads", "SetPreStepUserFunction", SPRING + """
heights = []
def before(mbs, t):
    heights.append(mbs.systemData.GetODE2Coordinates()[1])
    return True
mbs.SetPreStepUserFunction(before)
mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0], loadVectorUserFunction=lambda mbs, t, v: [10.0 * len(heights), 0, 0])
""" + TAIL),
    ("a force set before each residual, and its part of the tangent", PUBLISHED, SPRING + """
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0])
node = mbs.GetObject(m)['nodeNumber']
def before(mbs, t, newtonIt, discontinuousIt):
    u = mbs.GetNodeOutput(node, exu.OutputVariableType.Coordinates)
    mbs.SetLoadParameter(f, 'loadVector', [0, -300*u[1]**3 + math.sin(9*t), 0])
mbs.SetPreNewtonResidualUserFunction(before)
def tangent(mbs, t, factorODE2, factorODE2_t, factorODE1):
    mc = exu.MatrixContainer()
    mc.SetWithSparseMatrix([[1, 1, -900*factorODE2*mbs.GetNodeOutput(node, exu.OutputVariableType.Coordinates)[1]**2]], 3, 3)
    return mc
mbs.SetSystemJacobianUserFunction(tangent)
settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
""" + TAIL),
    ("a force by a search, before each step", PUBLISHED, SPRING + """
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0])
def before(mbs, t):
    x = 1.0
    while abs(x - math.cos(x) - t) > 1e-12:
        x -= (x - math.cos(x) - t)/(1 + math.sin(x))
    mbs.SetLoadParameter(value=[30*x, 0, 5], parameterName='loadVector', loadNumber=f)
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a force by a search of the state, before each step", "a loop that ends by a number that changes.*cannot be played back either: it sets another loadVector", SPRING + """
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0])
node = mbs.GetObject(m)['nodeNumber']
def before(mbs, t):
    x, wanted = 1.0, mbs.GetNodeOutput(node, exu.OutputVariableType.Coordinates)[1]
    while abs(x - math.cos(x) - wanted) > 1e-12:
        x -= (x - math.cos(x) - wanted)/(1 + math.sin(x))
    mbs.SetLoadParameter(f, 'loadVector', [30*x, 0, 5])
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a force from values of earlier steps, before each step", "cannot be played back either: it sets another loadVector", SPRING + """
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0])
times = []
def before(mbs, t):
    times.append(t)
    mbs.SetLoadParameter(f, 'loadVector', [0, math.fsum(times), 0])
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("a force by the number of the iteration", "depend on earlier calls", SPRING + """
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0])
mbs.SetPreNewtonResidualUserFunction(lambda mbs, t, newtonIt, discontinuousIt: mbs.SetLoadParameter(f, 'loadVector', [0, newtonIt, 0]))
""" + TAIL),
    ("eigenvalues alone", PUBLISHED, """
m = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=2)
mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, m], localPosition0=[1, 0, 0], stiffness=[50, 60, 70])
mbs.Assemble()
assert np.allclose(mbs.ComputeODE2Eigenvalues()[0], [25, 30, 35])
mbs.ComputeODE2Eigenvalues(numberOfEigenvalues=2, convert2Frequencies=True)
"""),
    ("eigenvalues with constrained coordinates", PUBLISHED, """
masses = [mbs.CreateMassPoint(referencePosition=[x, 0, 0], physicsMass=2) for x in (1, 2)]
mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, masses[0]], localPosition0=[1, 0, 0], stiffness=[50, 60, 70])
mbs.CreateCartesianSpringDamper(bodyNumbers=masses, localPosition0=[1, 0, 0], stiffness=[20, 30, 40])
mbs.Assemble()
exu.ComputeODE2Eigenvalues(mbs, constrainedCoordinates=[0, 4])
"""),
    ("a dialog", PUBLISHED, SPRING + """
from exudyn.interactive import InteractiveDialog
mbs.variables['damping'] = 0
settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = 10, 0.01
def start(mbs, dialog):
    mbs.SetObjectParameter(s, 'damping', mbs.variables['damping'])
InteractiveDialog(mbs=mbs, simulationSettings=settings, simulationFunction=start, period=0.005, title='Spring',
    plots={'sensors': [[(0, 0), (0, 2), 'time', 'height']]},
    dialogItems=[{'type': 'label', 'text': 'damping:', 'grid': (0, 0)},
                 {'type': 'slider', 'range': (0, 9), 'value': 5, 'steps': 10, 'variable': 'damping', 'grid': (0, 1)}])
assert mbs.variables['damping'] == 5
"""),
    ("its own solver", "SolveSteps", SPRING + """
mbs.Assemble()
solver = exu.MainSolverImplicitSecondOrder()
solver.InitializeSolver(mbs, settings)
solver.SolveSteps(mbs, settings)
solver.FinalizeSolver(mbs, settings)
"""),
    ("a solver that takes no steps", PUBLISHED, SPRING + """
mbs.Assemble()
mbs.ComputeSystemDegreeOfFreedom()
exu.solver.ComputeLinearizedSystem(mbs)
solver = exu.MainSolverStatic()
solver.InitializeSolver(mbs, settings)
solver.ComputeMassMatrix(mbs, 1)
solver.FinalizeSolver(mbs, settings)
mbs.SolveDynamic(settings)
"""),
    ("a solver with a function", "SetUserFunctionUpdateCurrentTime", SPRING + """
mbs.Assemble()
solver = exu.MainSolverImplicitSecondOrder()
def update(solver, mbs, settings):
    solver.it.currentTime += solver.it.currentStepSize
solver.SetUserFunctionUpdateCurrentTime(mbs, update)
solver.SolveSystem(mbs, settings)
"""),
    ("its own steps: explicit Euler", PUBLISHED, SPRING + """
mbs.Assemble()
solver = exu.MainSolverImplicitSecondOrder()
def step(solver, mbs, settings):
    n, data, h = solver.GetODE2size(), mbs.systemData, solver.it.currentStepSize
    solver.ComputeODE2RHS(mbs)
    solver.ComputeMassMatrix(mbs)
    a = np.linalg.solve(solver.GetSystemMassMatrix(), solver.GetSystemResidual()[:n])
    u, v = data.GetODE2Coordinates(), data.GetODE2Coordinates_t()
    data.SetODE2Coordinates(u + h*v)
    data.SetODE2Coordinates_t(v + h*a)
    return True
solver.SetUserFunctionNewton(mbs, step)
solver.SolveSystem(mbs, settings)
"""),
    ("its own steps: Runge-Kutta with Lie groups", PUBLISHED, """
from exudyn.lieGroupIntegration import LieGroupExplicitRKInitialize, UserFunctionNewtonLieGroupRK4
n = mbs.AddNode(NodeRigidBodyRotVecLG(referenceCoordinates=[0, 0, 0, 0.4, 0.1, 0], initialVelocities=[0, 0, 0, 3, 20, -1]))
b = mbs.AddObject(ObjectRigidBody(nodeNumber=n, physicsMass=15, physicsInertia=[15, 0.5, 15, 0, 0, 0]))
nothing = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
for i in range(3):
    mbs.AddObject(CoordinateConstraint(markerNumbers=[nothing, mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=i))]))
top = mbs.AddMarker(MarkerBodyPosition(bodyNumber=b, localPosition=[0, 1, 0]))
mbs.AddLoad(Force(markerNumber=top, loadVector=[0, 0, -15*9.81]))
mbs.AddObject(CartesianSpringDamper(markerNumbers=[mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0, 1, 0])), top], stiffness=[2000]*3))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.AngularVelocity))
mbs.Assemble()
LieGroupExplicitRKInitialize(mbs)
settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.2, 200
solver = exu.MainSolverImplicitSecondOrder()
solver.SetUserFunctionNewton(mbs, UserFunctionNewtonLieGroupRK4)
solver.SolveSystem(mbs, settings)
"""),
    ("its own steps that are no explicit solver's", "takes no steps of an explicit solver.* RK67 5e-03", SPRING + """
mbs.Assemble()
solver = exu.MainSolverImplicitSecondOrder()
def step(solver, mbs, settings):
    n, data, h = solver.GetODE2size(), mbs.systemData, solver.it.currentStepSize
    solver.ComputeODE2RHS(mbs)
    solver.ComputeMassMatrix(mbs)
    v = data.GetODE2Coordinates_t() + h*np.linalg.solve(solver.GetSystemMassMatrix(), solver.GetSystemResidual()[:n])
    data.SetODE2Coordinates(data.GetODE2Coordinates() + h*v)
    data.SetODE2Coordinates_t(v)
    return True
solver.SetUserFunctionNewton(mbs, step)
solver.SolveSystem(mbs, settings)
"""),
    ("its own steps with a joint", "no explicit solver takes steps here: .*'joint'", """
settings.timeIntegration.numberOfSteps = 20
b = mbs.CreateRigidBody(referencePosition=[0.5, 0, 0], nodeType=exu.NodeType.RotationRxyz, inertia=InertiaCuboid(1000, [1, 0.1, 0.1]))
mbs.CreateRevoluteJoint(name='joint', bodyNumbers=[ground, b], position=[0, 0, 0], axis=[0, 0, 1])
mbs.Assemble()
solver = exu.MainSolverImplicitSecondOrder()
def step(solver, mbs, settings):
    mbs.systemData.SetODE2Coordinates(mbs.systemData.GetODE2Coordinates() + 1e-3)
    mbs.systemData.SetODE2Coordinates_t(mbs.systemData.GetODE2Coordinates_t() + 1)
    return True
solver.SetUserFunctionNewton(mbs, step)
solver.SolveSystem(mbs, settings)
"""),
    ("its own steps beside another function", "SetUserFunctionFinishStep: a function that replaces a part", SPRING + """
mbs.Assemble()
solver = exu.MainSolverImplicitSecondOrder()
solver.SetUserFunctionNewton(mbs, lambda solver, mbs, settings: True)
solver.SetUserFunctionFinishStep(mbs, lambda solver, mbs, settings: True)
solver.SolveSystem(mbs, settings)
"""),
    ("the solver's class", PUBLISHED, SPRING + "mbs.Assemble()\nexu.MainSolverImplicitSecondOrder().SolveSystem(mbs, settings)\n"),
    ("the function of the module", PUBLISHED, SPRING + "mbs.Assemble()\nexu.SolveDynamic(mbs, settings)\n"),
    ("explicit solver", PUBLISHED, SPRING + "mbs.Assemble()\nmbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)\n"),
    ("trapezoidal rule and other settings", PUBLISHED, SPRING + """
settings.timeIntegration.newton.useModifiedNewton = False
settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
settings.solution.sensors.writePeriod = 0.005
mbs.Assemble()
mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.TrapezoidalIndex2)
"""),
    ("a run that continues a file", "solution.restart.continueIfAvailable", SPRING + "settings.solution.restart.continueIfAvailable = True\nsettings.solution.restart.name = 'missing/restart.txt'\n" + TAIL),
    ("equilibrium", PUBLISHED, """
m = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=2, gravity=[0, -9.81, 0])
mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, m], localPosition0=[1, 0, 0], stiffness=[50, 60, 70])
mbs.AddSensor(SensorBody(bodyNumber=m, writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
mbs.Assemble()
settings.staticSolver.numberOfLoadSteps = 5
mbs.SolveStatic(settings)
"""),
    ("equilibrium, then motion", PUBLISHED, SPRING.replace("initialVelocity=[0, 1, 0], ", "") + """
mbs.SetObjectParameter(s, 'stiffness', 800)
mbs.Assemble()
settings.staticSolver.stabilizerODE2term = 1
settings.staticSolver.numberOfLoadSteps = 20
mbs.SolveStatic(settings, updateInitialValues=True)
mbs.SetObjectParameter(s, 'stiffness', 400)
mbs.SolveDynamic(settings)
"""),
    ("motion twice, from the start", PUBLISHED, SPRING + TAIL + "mbs.SetObjectParameter(s, 'damping', 20)\nmbs.SolveDynamic(settings)\n"),
    ("motion, then from its end", PUBLISHED, SPRING + """
mbs.Assemble()
mbs.SolveDynamic(settings, updateInitialValues=True)
settings.timeIntegration.startTime = 0.5
settings.timeIntegration.endTime = 1
mbs.SetObjectParameter(s, 'damping', 20)
mbs.SolveDynamic(settings)
"""),
    ("equilibria one after the other", PUBLISHED, """
m = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=2, gravity=[0, -9.81, 0])
s = mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, m], localPosition0=[1, 0, 0], stiffness=[50, 60, 70])
mbs.Assemble()
settings.staticSolver.numberOfLoadSteps = 5
for stiffness in (60, 100, 200):
    mbs.SetObjectParameter(s, 'stiffness', [50, stiffness, 70])
    mbs.SolveStatic(settings, updateInitialValues=True)
"""),
    ("a force that jumps between two motions", PUBLISHED, SPRING + """
mbs.AddSensor(SensorObject(objectNumber=s, writeToFile=False, outputVariableType=exu.OutputVariableType.Force))
mbs.Assemble()
mbs.SolveDynamic(settings, updateInitialValues=True)
settings.timeIntegration.startTime = 0.5
settings.timeIntegration.endTime = 1
mbs.SetObjectParameter(s, 'stiffness', 5000)
mbs.SolveDynamic(settings)
"""),
    ("initial values set in the system", PUBLISHED, SPRING + """
mbs.Assemble()
mbs.systemData.SetODE2Coordinates([0.1, 0.2, 0], exu.ConfigurationType.Initial)
mbs.systemData.SetODE2Coordinates_t([0, 0, 3], exu.ConfigurationType.Initial)
mbs.SolveDynamic(settings)
"""),
    ("initial states and data set in the system", PUBLISHED, """
one = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=2, referenceCoordinates=[0, 0], initialCoordinates=[1, 0]))
mbs.AddObject(ObjectGenericODE1(nodeNumbers=[one], systemMatrix=np.array([[0, 1], [-4, -0.5]])))
n = mbs.AddNode(Node1D(referenceCoordinates=[0], initialVelocities=[1]))
mbs.AddObject(Mass1D(nodeNumber=n, mass=1))
m0 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
m1 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0))
data = mbs.AddNode(NodeGenericData(numberOfDataCoordinates=3, initialCoordinates=[1, 0, 0]))
mbs.AddObject(CoordinateSpringDamperExt(markerNumbers=[m0, m1], nodeNumber=data, stiffness=10, dynamicFrictionForce=0.5, stickingStiffness=1e3,
                                        frictionProportionalZone=0))
for node in (one, n):
    mbs.AddSensor(SensorNode(nodeNumber=node, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
mbs.Assemble()
mbs.systemData.SetODE1Coordinates([0.3, 0.7], exu.ConfigurationType.Initial)
mbs.systemData.SetDataCoordinates([0, 0.01, 0], exu.ConfigurationType.Initial)
settings.timeIntegration.discontinuous.iterationTolerance = 1e-5
settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
mbs.SolveDynamic(settings)
"""),
    ("initial accelerations", "SetODE2Coordinates_tt", SPRING + """
mbs.Assemble()
mbs.systemData.SetODE2Coordinates_tt([0, 7, 0], exu.ConfigurationType.Initial)
settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
mbs.SolveDynamic(settings)
"""),
    ("parameters changed behind the items", PUBLISHED, SPRING + "mbs.Assemble()\nmbs.SetObjectParameter(s, 'stiffness', 123.5)\nmbs.SolveDynamic(settings)\n"),
    # ---- user functions
    ("arithmetic", PUBLISHED, forced("""
k3 = 1e4
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + d*v + k3*u**3 - 2*abs(u)/(1 + v**2) + (t % 0.1) + t//0.2
""")),
    ("functions of math", PUBLISHED, forced("""
from math import sin, pi
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + sin(2*pi*t)*math.exp(-t) + math.atan2(u, 1 + v*v) + math.sqrt(1 + u*u) + math.tanh(v) + math.hypot(u, v) + math.pow(1 + t, 1.5)
""")),
    ("functions of NumPy", PUBLISHED, forced("""
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + np.sin(t) + np.clip(v, -1, 1) + np.sign(u) + np.heaviside(t - 0.1, 0.5) + np.maximum(u, 0) + np.where(t > 0.2, 1., -1.) + np.arctan(v)
""")),
    ("a formula of more than a page", PUBLISHED, forced("""
def force(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, offset):
    return stiffness*deltaL + sum(math.sin((0.123456789012 + k)*t + 0.98765432109*deltaL)/(k + 1) for k in range(120))
""")),
    ("a formula that is too long", "line 25: it is too long to be a formula", forced("""
def force(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, offset):
    return stiffness*deltaL + sum(math.sin((0.123456789012 + k)*t + 0.98765432109*deltaL)/(k + 1) for k in range(500))
""")),
    ("branches", PUBLISHED, forced("""
def force(mbs, t, itemNumber, u, v, k, d, f0):
    if t < 0.1:
        return k*u
    elif u > 0 and v > 0 or t > 0.4:
        extra = 5*u
    else:
        extra = -5*u if v < 0 else 0
    return min(k*u, 40) + extra
""")),
    ("loops and helpers", PUBLISHED, forced("""
def power(x, n):
    result = 1
    for i in range(n):
        result *= x
    return result
class Law:
    def __init__(self, factors):
        self.factors = factors
    def __call__(self, x):
        return sum(f*power(x, i) for i, f in enumerate(self.factors))
law = Law([0, 500, 0, 300])
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return law.__call__(u) + sum([0.1*v for i in range(3)])
""")),
    ("closures and defaults", PUBLISHED, forced("""
def make(stiffness):
    offset = 0.1
    def law(mbs, t, itemNumber, u, v, k, d, f0, factor=2):
        return stiffness*(u - offset) + factor*v
    return law
force = make(450)
""")),
    ("a table", PUBLISHED, forced("""
times, values = np.linspace(0, 0.5, 11), np.sin(np.linspace(0, 5, 11))
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + 20*np.interp(t, times, values)
""")),
    ("values of sensors", PUBLISHED, SPRING + """
p = mbs.AddSensor(SensorBody(bodyNumber=m, writeToFile=False, outputVariableType=exu.OutputVariableType.Velocity))
def load(mbs, t, loadVector):
    return [-3*mbs.GetSensorValues(p)[0], 0, -mbs.GetObjectOutputBody(m, exu.OutputVariableType.Position)[2]]
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerBodyPosition(bodyNumber=m)), loadVectorUserFunction=load))
""" + TAIL),
    ("variables that stay", PUBLISHED, forced("""
mbs.variables['k'] = 444
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return mbs.variables['k']*u + mbs.GetObjectParameter(itemNumber, 'damping')*v
""")),
    ("vectors and matrices", PUBLISHED, """
b = mbs.CreateRigidBody(inertia=InertiaCuboid(1000, [0.1, 0.2, 0.3]), initialVelocity=[1, 0, 0], initialAngularVelocity=[1, 2, 3])
m0 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
m1 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b))
def law(mbs, t, itemNumber, displacement, rotation, velocity, angularVelocity, stiffness, damping, rotJ0, rotJ1, offset):
    u = np.array(displacement)
    x = np.concatenate([u, np.array(rotation)])
    v = np.hstack((velocity, angularVelocity))
    A = np.array(rotJ0)
    f = np.array(stiffness) @ x + np.dot(damping, v)
    f[0:3] += 0.1*np.cross(u, A.T @ np.array([0, 0, 1])) + 0.01*np.linalg.norm(u)*u
    return f
mbs.AddObject(RigidBodySpringDamper(markerNumbers=[m0, m1], stiffness=np.diag([1e3, 1e3, 1e3, 50, 50, 50]), damping=np.eye(6), springForceTorqueUserFunction=law))
mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
""" + TAIL),
    ("equations whose first pivot vanishes", PUBLISHED, forced("""
def force(mbs, t, itemNumber, u, v, k, d, f0):
    x = np.linalg.solve(np.array([[u, 1.0, 2.0], [1.0, u, 0.5], [2.0, 0.5, 1 + u**2]]), np.array([1.0, u, 3.0]))
    return k*u + x[0] + 2*x[2]
""")),
    ("an inverse whose first pivot vanishes", PUBLISHED, forced("""
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + (np.linalg.inv(np.array([[u, 1.0], [2.0, 1 + u]])) @ np.array([1.0, 2*u]))[1]
""")),
    ("numbers that are rounded, halves to even ones", PUBLISHED, forced("""
settings.timeIntegration.numberOfSteps = 512
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + 20*round(8*t) + 10*np.round(16*t) + 5*np.rint(24*t - 3)
""")),
    ("outputs of nodes, markers and objects", PUBLISHED, SPRING + """
node = mbs.GetObject(m)['nodeNumber']
marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=m))
def load(mbs, t, loadVector):
    v = mbs.GetNodeOutput(node, variableType=exu.OutputVariableType.Velocity, configuration=exu.ConfigurationType.Current)
    u = mbs.GetMarkerOutput(marker, exu.OutputVariableType.Position)
    length = mbs.GetObjectOutput(s, exu.OutputVariableType.Distance)
    return -0.5*v + [0, 0, 0.1*length*u[0]]
mbs.AddLoad(LoadForceVector(markerNumber=marker, loadVectorUserFunction=load))
""" + TAIL),
    ("another configuration", r"line \d+: it reads values of the configuration", SPRING + """
def load(mbs, t, loadVector):
    return [mbs.GetSensorValues(0, exu.ConfigurationType.StartOfStep)[0], 0, 0]
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerBodyPosition(bodyNumber=m)), loadVectorUserFunction=load))
""" + TAIL),
    ("a load that turns", PUBLISHED, SPRING + """
def load(mbs, t, loadVector):
    R = RotationMatrixZ(3*t)
    return R @ np.array(loadVector)
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerBodyPosition(bodyNumber=m)), loadVector=[1, 2, 3], loadVectorUserFunction=load))
""" + TAIL),
    ("a sensor with a function", PUBLISHED, SPRING + """
def energy(mbs, t, sensorNumbers, factors, configuration):
    p = mbs.GetSensorValues(sensorNumbers[0])
    return [factors[0]*np.linalg.norm(p), p[1] + t]
mbs.AddSensor(SensorUserFunction(sensorNumbers=[0], factors=[2.], sensorUserFunction=energy, name='both', writeToFile=False))
""" + TAIL),
    ("a sensor that records another", PUBLISHED, SPRING + """
from exudyn.basicUtilities import AddSensorRecorder
AddSensorRecorder(mbs, 0, 0.5, 0.01)
mbs.Assemble()
mbs.SolveDynamic(settings)
assert np.any(mbs.variables['sensorRecord0'])
"""),
    ("a function of matrices", PUBLISHED, """
n = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2, referenceCoordinates=[0, 0], initialCoordinates=[0.1, 0], initialCoordinates_t=[0, 1]))
def force(mbs, t, itemNumber, q, q_t):
    f = np.zeros(2)
    f[0] = -20*q[0] + 3*np.sin(5*t)
    f[1] = -30*q[1]**3 - 0.1*q_t[1]
    return f
def mass(mbs, t, itemNumber, q, q_t):
    return np.array([[1 + 0.1*q[0]**2, 0], [0, 2]])
mbs.AddObject(ObjectGenericODE2(nodeNumbers=[n], forceUserFunction=force, massMatrixUserFunction=mass))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a symbolic function", PUBLISHED, SPRING + """
esym = exu.symbolic
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + esym.IfThenElse(t > 0.2, esym.sin(10*t), 0*t) + esym.abs(v)
mbs.SetObjectParameter(s, 'springForceUserFunction', CreateSymbolicUserFunction(mbs, force, 'springForceUserFunction', s))
""" + TAIL),
    ("a function that calls the system by its own name", PUBLISHED, SPRING + """
def load(system, t, loadVector):
    position = mbs.GetSensorValues(0)
    return [0, -30*position[1], 0]
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerBodyPosition(bodyNumber=m)), loadVectorUserFunction=load))
""" + TAIL),
    ("a helper that calls the system by its own name", PUBLISHED, SPRING + """
def height():
    return mbs.GetObjectOutputBody(m, exu.OutputVariableType.Position, localPosition=[0, 0, 0])[1]
def factory(mbs, factor):
    return lambda system, t, loadVector: [0, -factor*height(), mbs.GetNodeOutput(0, exu.OutputVariableType.Velocity)[1]]
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerBodyPosition(bodyNumber=m)), loadVectorUserFunction=factory(mbs, 20)))
""" + TAIL),
    ("a function that has the system in a list", r"line \d+: it uses mbs.GetSensorValues of a system other than its argument", SPRING + """
systems = {'one': mbs}
def load(mbs, t, loadVector):
    return [0, -30*systems['one'].GetSensorValues(0)[1], 0]
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerBodyPosition(bodyNumber=m)), loadVectorUserFunction=load))
""" + TAIL),
    ("a list indexed by the item's own parameter", PUBLISHED, SPRING + """
gains = [3, 5, 7]
def load(mbs, t, loadVector):
    which = int(loadVector[0])
    return [0, gains[which]*np.sin(9*t), np.array([1, 2, 3])[which]]
marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=m))
for number in range(3):
    mbs.AddLoad(LoadForceVector(markerNumber=marker, loadVector=[number, 0, 0], loadVectorUserFunction=load))
""" + TAIL),
    ("the coordinates and the time of the system", PUBLISHED, SPRING + """
n = mbs.AddNode(Node1D(referenceCoordinates=[0], initialVelocities=[1]))
mbs.AddObject(Mass1D(nodeNumber=n, mass=1))
def load(mbs, t, loadVector):
    q, v = mbs.systemData.GetODE2Coordinates(), mbs.systemData.GetODE2Coordinates_t()
    own = mbs.systemData.GetObjectLTGODE2(m)
    return [3*q[3], -20*q[own[1]] - v[own[2]], np.sin(5*mbs.systemData.GetTime())]
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerBodyPosition(bodyNumber=m)), loadVectorUserFunction=load))
""" + TAIL),
    ("a tangent of matrices", PUBLISHED, """
n = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2, referenceCoordinates=[0, 0], initialCoordinates=[0.1, 0], initialCoordinates_t=[0, 1]))
K = np.array([[50, -10], [-10, 40.]])
def force(mbs, t, itemNumber, q, q_t):
    return -K @ np.array(q) - 0.1*np.array(q_t) - [5*q[0]**3, 0]
def tangent(mbs, t, itemNumber, q, q_t, fODE2, fODE2_t):
    T = K.copy()
    T[0, 0] += 15*q[0]**2
    return -fODE2*T - 0.1*fODE2_t*np.eye(2)
mbs.AddObject(ObjectGenericODE2(nodeNumbers=[n], massMatrix=np.eye(2), forceUserFunction=force, jacobianUserFunction=tangent))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a counter that only counts", PUBLISHED, forced("""
calls = 0
def force(mbs, t, itemNumber, u, v, k, d, f0):
    global calls
    calls += 1
    if calls % 100 == 0:
        print("called", calls)
    return k*u
""")),
    ("a counter that another function reads", "it reads calls, which another function changes", forced("""
calls = 0
def force(mbs, t, itemNumber, u, v, k, d, f0):
    global calls
    calls += 1
    return k*u
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerBodyPosition(bodyNumber=m)), loadVectorUserFunction=lambda mbs, t, v: [calls/100, 0, 0]))
""")),
    ("an object with methods", PUBLISHED, forced("""
class Controller:
    def __init__(self, mbs, gain):
        self.mbs, self.gain, self.times, self.table = mbs, gain, None, np.array([[0, 0], [0.2, 1], [0.5, 0.3]])
    def wanted(self, t):
        if self.times is None:
            self.times = list(self.table[:, 0])
        return np.interp(t, self.times, self.table[:, 1])
    def __call__(self, t, u):
        self.last = self.gain*(u - self.wanted(t))
        return self.last + self.mbs.GetSensorValues(0)[1]
controller = Controller(mbs, 300)
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + controller(t, u)
""")),
    ("an object with properties", PUBLISHED, forced("""
class Controller:
    def __init__(self, gain):
        self.gain, self.last = gain, 0.0
    @property
    def wanted(self):
        return math.sin(self.last)*self.gain
    @property
    def error(self):
        return self.last
    @error.setter
    def error(self, value):
        self.last = 2*value
controller = Controller(30)
def force(mbs, t, itemNumber, u, v, k, d, f0):
    controller.error = u
    return k*u + controller.wanted + controller.error
""")),
    ("an object that keeps a list", "changes Controller.errors, which outlives the call", forced("""
class Controller:
    def __init__(self):
        self.errors = [0]
    def force(self, u):
        self.errors.append(u)
        return self.errors[-1] - self.errors[-2]
controller = Controller()
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + 0*controller.force(u)
""")),
    ("an object that integrates", "reads what an earlier call wrote", forced("""
class Controller:
    integral = 0
    def force(self, u):
        self.integral += u
        return self.integral
controller = Controller()
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + controller.force(u)
""")),
    ("arrays that a function fills", PUBLISHED, """
n = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2, referenceCoordinates=[0, 0], initialCoordinates=[0.1, 0], initialCoordinates_t=[0, 1]))
M = np.eye(2)
weight = np.array([0, -9.81])
def force(mbs, t, itemNumber, q, q_t):
    f = np.copy(weight)
    f[0:2] -= 30*np.array(q)
    f[1] += 0.1*q[0]*q_t[1]
    return f
def mass(mbs, t, itemNumber, q, q_t):
    M[1, 1] = 2 + np.sqrt(1 + q[0]**2)*np.cos(np.sqrt(1 + q[0]**2))
    return M
mbs.AddObject(ObjectGenericODE2(nodeNumbers=[n], forceUserFunction=force, massMatrixUserFunction=mass))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("an array that keeps what was written", "an earlier call wrote|called again", forced("""
memory = np.zeros(2)
def force(mbs, t, itemNumber, u, v, k, d, f0):
    before = memory[0]
    memory[0] = u
    return k*u + before
""")),
    ("a function of a load at a turned marker", PUBLISHED, """
b = mbs.CreateRigidBody(inertia=InertiaCuboid(1000, [0.1, 0.2, 0.3]), initialAngularVelocity=[1, 2, 3])
marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b, localHT=HTrotateX(0.5)))
mbs.AddLoad(LoadTorqueVector(markerNumber=marker, bodyFixed=True, loadVector=[1, 2, 3], loadVectorUserFunction=lambda mbs, t, v: [v[0], t, 2*np.sin(t)]))
mbs.AddSensor(SensorBody(bodyNumber=b, writeToFile=False, outputVariableType=exu.OutputVariableType.Rotation))
""" + TAIL),
    ("a wait", PUBLISHED, forced("""
def force(mbs, t, itemNumber, u, v, k, d, f0):
    if u > 0.1:
        time.sleep(0.001)
    return k*u
""")),
    # ---- user functions that no formula can express
    ("random numbers", r"line \d+: random numbers", forced("""
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + np.random.random()
""")),
    ("the time of day", r"line \d+: the time of day", forced("""
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + 0*time.time()
""")),
    ("a counter", "reads what an earlier call wrote", forced("""
calls = 0
def force(mbs, t, itemNumber, u, v, k, d, f0):
    global calls
    calls += 1
    return k*u + calls
""")),
    ("a list that grows", "changes history", forced("""
history = []
def force(mbs, t, itemNumber, u, v, k, d, f0):
    history.append(t)
    return k*u
""")),
    ("a variable that one function changes and another reads", "it reads last, which another function changes", SPRING + """
mbs.variables['last'] = 0.
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0], loadVectorUserFunction=lambda mbs, t, load: [0, mbs.variables['last'], 0])
def force(mbs, t, itemNumber, u, v, k, d, f0):
    mbs.variables['last'] = u
    return k*u
mbs.SetObjectParameter(s, 'springForceUserFunction', force)
""" + TAIL),
    ("a variable read with its value of an earlier call", "reads what an earlier call wrote", forced("""
mbs.variables['last'] = 0.
def force(mbs, t, itemNumber, u, v, k, d, f0):
    before = mbs.variables['last']
    mbs.variables['last'] = u
    return k*(u + before)
""")),
    ("an array changed in its place", PUBLISHED, forced("""
def force(mbs, t, itemNumber, u, v, k, d, f0):
    x = np.array([u, v])
    x *= 2*k + u
    return 0.5*x[0]
""")),
    ("a sparse matrix", PUBLISHED, """
from scipy.sparse import csr_matrix
n = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=3, referenceCoordinates=[0, 0, 0], initialCoordinates=[1, 0, 0], initialCoordinates_t=[0, 0, 0]))
K = csr_matrix(np.array([[20., -10, 0], [-10, 30, -5], [0, -5, 10]]))
D = csr_matrix(np.array([[0.5, 0, 0], [0, 0, 0], [0, 0, 0.25]]))
def force(mbs, t, itemNumber, q, q_t):
    return -K @ q - 2*D.dot(np.array(q_t))
mbs.AddObject(ObjectGenericODE2(nodeNumbers=[n], massMatrix=np.eye(3), forceUserFunction=force))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a function that turns the view", PUBLISHED, SPRING + """
def forward(mbs, t):
    if t > 0:
        SC.renderer.SetState({'modelRotation': np.eye(3), 'zoom': 1 + t})
    mbs.SetObjectParameter(s, 'stiffness', 500 + 100*t)
    return True
mbs.SetPreStepUserFunction(forward)
""" + TAIL),
    ("a sensor of a mesh of nodes", PUBLISHED, """
nodes = [mbs.AddNode(NodePoint(referenceCoordinates=[x, 0, 0], initialVelocities=[0, 1 + x, 0])) for x in (0, 1)]
body = mbs.AddObject(ObjectGenericODE2(nodeNumbers=nodes, massMatrix=np.eye(6), stiffnessMatrix=100*np.eye(6) + 20*np.ones((6, 6))))
for output in (exu.OutputVariableType.Position, exu.OutputVariableType.Displacement, exu.OutputVariableType.Velocity):
    mbs.AddSensor(SensorSuperElement(bodyNumber=body, meshNodeNumber=1, writeToFile=False, storeInternal=True, outputVariableType=output))
""" + TAIL),
    ("a mass at the end of a cable", PUBLISHED, """
nodes = [mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=[x, 0, 1, 0])) for x in (0, 1)]
mbs.AddObject(ObjectANCFCable2D(nodeNumbers=nodes, physicsLength=1, physicsMassPerLength=1, physicsBendingStiffness=10, physicsAxialStiffness=1e4))
ground0 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
for k in (0, 1):
    mbs.AddObject(CoordinateConstraint(markerNumbers=[ground0, mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=k))]))
mass = mbs.AddObject(ObjectMassPoint2D(physicsMass=2, nodeNumber=nodes[1]))
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass)), loadVector=[0, -2*9.81, 0]))
for output in (exu.OutputVariableType.Position, exu.OutputVariableType.Velocity):
    mbs.AddSensor(SensorBody(bodyNumber=mass, localPosition=[0, 0.1, 0], writeToFile=False, outputVariableType=output))
m0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass, localPosition=[0, 0.1, 0]))
m1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[1, 1, 0]))
mbs.AddObject(SpringDamper(markerNumbers=[m0, m1], stiffness=100, damping=1, referenceLength=0.8))
""" + TAIL),
    ("markers of a mesh of nodes, and sparse matrices", PUBLISHED, """
from scipy.sparse import csr_matrix
places = [[0, 0, 0], [0, 0.1, 0], [0, 0, 0.1], [1, 0, 0], [1, 0.1, 0], [1, 0, 0.1]]
nodes = [mbs.AddNode(NodePoint(referenceCoordinates=place)) for place in places]
K = 1e3*(np.diag(np.full(18, 2.0)) - np.diag(np.ones(9), 9) - np.diag(np.ones(9), -9))
def sparse(matrix):
    found = exu.MatrixContainer()
    found.SetWithSparseMatrix(csr_matrix(matrix))
    return found
body = mbs.AddObject(ObjectGenericODE2(nodeNumbers=nodes, massMatrix=sparse(0.1*np.eye(18)), stiffnessMatrix=sparse(K), dampingMatrix=sparse(1e-3*K)))
left = mbs.AddMarker(MarkerSuperElementRigid(bodyNumber=body, meshNodeNumbers=[0, 1, 2], weightingFactors=[0.5, 0.25, 0.25]))
right = mbs.AddMarker(MarkerSuperElementPosition(bodyNumber=body, meshNodeNumbers=[3, 4, 5], weightingFactors=[0.5, 0.25, 0.25]))
mbs.AddObject(GenericJoint(markerNumbers=[mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[0, 0.025, 0.025])), left]))
mbs.AddLoad(LoadForceVector(markerNumber=right, loadVector=[1, 2, -3]))
for node in (0, 5):
    mbs.AddSensor(SensorNode(nodeNumber=nodes[node], writeToFile=False, outputVariableType=exu.OutputVariableType.Displacement))
""" + TAIL),
    ("forces of a large body that are linear", PUBLISHED, """
n = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=45, referenceCoordinates=[0]*45, initialCoordinates=[0.1]*45, initialCoordinates_t=[0]*45))
K = 50*(2*np.eye(45) - np.eye(45, k=1) - np.eye(45, k=-1))
def force(mbs, t, itemNumber, q, q_t):
    return 3 - K @ np.array(q) - 0.01*K @ np.array(q_t)
body = mbs.AddObject(ObjectGenericODE2(nodeNumbers=[n], massMatrix=np.eye(45), stiffnessMatrix=10*np.eye(45), forceUserFunction=force))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("forces of a large body that are linear, but not in time", PUBLISHED, """
n = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=45, referenceCoordinates=[0]*45, initialCoordinates=[0.1]*45, initialCoordinates_t=[0]*45))
K = 50*(2*np.eye(45) - np.eye(45, k=1) - np.eye(45, k=-1))
def force(mbs, t, itemNumber, q, q_t):
    return math.sin(t) - K @ np.array(q)
body = mbs.AddObject(ObjectGenericODE2(nodeNumbers=[n], massMatrix=np.eye(45), stiffnessMatrix=10*np.eye(45), forceUserFunction=force))
mbs.AddSensor(SensorNode(nodeNumber=n, writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
""" + TAIL),
    ("a load that notes its value in its own parameter", PUBLISHED, SPRING + """
def load(mbs, t, loadVector):
    force = [0, 20*math.sin(9*t), 0]
    mbs.SetLoadParameter(f, 'loadVector', force)
    return force
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0], loadVectorUserFunction=load)
""" + TAIL),
    ("a load that changes the parameter that it is given", "it sets the parameter that it is given|it uses mbs.SetLoadParameter", SPRING + """
def load(mbs, t, loadVector):
    mbs.SetLoadParameter(f, 'loadVector', [1, 0, 0])
    return loadVector
f = mbs.CreateForce(itemNumber=m, loadVector=[0, 0, 0], loadVectorUserFunction=load)
""" + TAIL),
    ("arguments of a function that are set before each step", PUBLISHED, """
n = mbs.AddNode(NodeRigidBody2D(initialVelocities=[0, 0, 2]))
wheel = mbs.AddObject(ObjectRigidBody2D(nodeNumber=n, physicsMass=1, physicsInertia=0.5))
m0, m1 = (mbs.AddMarker(MarkerBodyRigid(bodyNumber=each)) for each in (ground, wheel))
mbs.AddObject(RevoluteJoint2D(markerNumbers=[m0, m1]))
def torque(mbs, t, itemNumber, rotation, angularVelocity, stiffness, damping, offset):
    stop = 50*stiffness*(rotation - 0.3)**2 if rotation > 0.3 else 0
    return stiffness*(rotation - offset) + damping*angularVelocity + stop
spring = mbs.AddObject(TorsionalSpringDamper(markerNumbers=[m0, m1], stiffness=10, damping=0.1, springTorqueUserFunction=torque))
turn = mbs.AddSensor(SensorNode(nodeNumber=n, name='stiffness', writeToFile=False, outputVariableType=exu.OutputVariableType.Coordinates))
def before(mbs, t):
    mbs.SetObjectParameter(spring, 'stiffness', 10 + 5*mbs.GetSensorValues(turn)[2])
    mbs.SetObjectParameter(spring, 'torque', 7)  # only the law that is replaced would have it
    return True
mbs.SetPreStepUserFunction(before)
""" + TAIL),
    ("the length of a cable by either name", PUBLISHED, """
nodes = [mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=[x, 0, 1, 0])) for x in (0, 1)]
cable = mbs.AddObject(ObjectANCFCable2D(nodeNumbers=nodes, physicsLength=1, physicsMassPerLength=1, physicsBendingStiffness=1, physicsAxialStiffness=100))
length = mbs.GetObject(cable)['physicsLength']
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerNodePosition(nodeNumber=nodes[1])), loadVector=[0, -length, 0]))
mbs.AddSensor(SensorNode(nodeNumber=nodes[1], writeToFile=False, outputVariableType=exu.OutputVariableType.Position))
""" + TAIL),
    ("a variable that only changes", PUBLISHED, forced("""
mbs.variables['last'] = 0
def force(mbs, t, itemNumber, u, v, k, d, f0):
    mbs.variables['last'] = u
    return k*u
""")),
    ("a changed item", r"line \d+: it uses mbs.SetObjectParameter", forced("""
def force(mbs, t, itemNumber, u, v, k, d, f0):
    mbs.SetObjectParameter(itemNumber, 'damping', t)
    return k*u
""")),
    ("a loop until something is small", r"line \d+: a loop that ends by a number that changes", forced("""
def force(mbs, t, itemNumber, u, v, k, d, f0):
    x = u
    while abs(x) > 1e-3:
        x = x/2
    return k*x
""")),
    ("a range that changes", r"line \d+: .*range", forced("""
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + sum(range(int(10*t)))
""")),
    ("a list indexed by time", r"line \d+: .*indexed", forced("""
values = list(range(100))
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + values[int(100*t)]
""")),
    ("the data of the system", PUBLISHED, forced("""
mbs.AddNode(NodeGenericData(initialCoordinates=[3, 5], numberOfDataCoordinates=2))
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + mbs.systemData.GetDataCoordinates()[1]
""")),
    ("data that a user function sets", r"line \d+: it uses mbs.systemData.SetDataCoordinates", forced("""
mbs.AddNode(NodeGenericData(initialCoordinates=[3], numberOfDataCoordinates=1))
def force(mbs, t, itemNumber, u, v, k, d, f0):
    mbs.systemData.SetDataCoordinates([u])
    return k*u
""")),
    ("a function that SciPy would need", r"line \d+: .*erf", forced("""
def force(mbs, t, itemNumber, u, v, k, d, f0):
    return k*u + math.erf(u)
""")),
    ("too few numbers", "returns 2 numbers; 3 are expected", SPRING + """
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerBodyPosition(bodyNumber=m)), loadVectorUserFunction=lambda mbs, t, load: [t, 0]))
mbs.Assemble()
try:
    mbs.SolveDynamic(settings)
except Exception:
    pass
"""),
]


#: Names of Exudyn since 1.13 and before.
RENAMED = {
    "settings.solution.file.write": "settings.solutionSettings.writeSolutionToFile",
    "settings.solution.sensors.": "settings.solutionSettings.sensors",
}


def text(script, version=None):
    """The whole script, with the names of the installed Exudyn or of this version."""
    whole = HEAD + script
    if tuple(int(each) for each in (version or metadata.version("exudyn")).split(".")[:2]) < (1, 13):
        for new, old in RENAMED.items():
            whole = whole.replace(new, old)
    return whole
