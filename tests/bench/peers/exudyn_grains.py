"""Spheres that fall into a box, in Exudyn's GeneralContact: the expansion of `spheres()` in models.mjs, stored next to this script as
MODEL.json.

exudyn_times.py runs it and times its solver. In GeneralContact the springs of two spheres act in series, dampers in parallel. The search
cells are as wide as the largest sphere, which is the fastest size for this model.
"""
import json

import exudyn as exu
import numpy as np
from exudyn.itemInterface import *

PATH = "MODEL.json"

with open(PATH, encoding="utf-8") as file:
    document = json.load(file)
contacts = next(each for each in document["objects"] if each["type"] == "ContactSpheres")
analysis = document["analysis"][0]
system_container = exu.SystemContainer()
mbs = system_container.AddSystem()
contact = mbs.AddGeneralContact()
contact.SetFrictionPairings(np.array([[contacts["dynamicFriction"]]]))
contact.frictionProportionalZone = contacts["frictionProportionalZone"]
stiffness, damping = 2 * contacts["contactStiffness"], contacts["contactDamping"] / 2
radii, gravity = contacts["spheresRadii"], np.array(document["loads"][0]["loadVector"])

for node, body, radius in zip(document["nodes"], document["objects"], radii):
    number = mbs.AddNode(NodeRigidBodyRotVecLG(referenceCoordinates=node["referenceCoordinates"]))
    mbs.AddObject(ObjectRigidBody(physicsMass=body["physicsMass"], physicsInertia=body["physicsInertia"], nodeNumber=number))
    marker = mbs.AddMarker(MarkerNodeRigid(nodeNumber=number))
    mbs.AddLoad(LoadForceVector(markerNumber=marker, loadVector=(body["physicsMass"] * gravity).tolist()))
    contact.AddSphereWithMarker(marker, radius=radius, contactStiffness=stiffness, contactDamping=damping, frictionMaterialIndex=0)
ground = mbs.AddObject(ObjectGround())
points = np.array(contacts["trianglePoints"]).reshape(-1, 3)
contact.AddTrianglesRigidBodyBased(
    rigidBodyMarkerIndex=mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground)),
    contactStiffness=stiffness,
    contactDamping=damping,
    frictionMaterialIndex=0,
    pointList=points.tolist(),
    triangleList=np.arange(len(points)).reshape(-1, 3).tolist(),
)
low, high = points.min(axis=0) - 2 * max(radii), points.max(axis=0) + 2 * max(radii)
contact.SetSearchTreeCellSize(numberOfCells=np.maximum(1, (high - low) / (2 * max(radii))).astype(int).tolist())
contact.SetSearchTreeBox(pMin=low, pMax=high)
mbs.Assemble()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = analysis["endTime"]
settings.timeIntegration.numberOfSteps = analysis["numberOfSteps"]
settings.timeIntegration.verboseMode = 0
settings.timeIntegration.explicitIntegration.computeEndOfStepAccelerations = False
settings.solutionSettings.writeSolutionToFile = False
settings.solutionSettings.sensorsWritePeriod = 10
settings.parallel.numberOfThreads = 1
mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.VelocityVerlet)
