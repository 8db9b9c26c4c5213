// Scripts for Exudyn: their text and the omitted items. python/tests/test_to_exudyn.py parses all of them in Python and runs one in Exudyn.
#include "core/exchange/exudyn_script.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/exchange/exudyn_names.h"
#include "tests/core/support/run.h"

namespace slipstick {
namespace {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

ExudynScript written(const Json& document, const std::map<std::string, double>& parameters = {}) {
  const std::string text = document.dump();
  return exudynScript(testing::load(text, parameters), text);
}
std::string scriptOf(const Json& document) { return written(document).text; }
Json documentIn(const std::string& path) { return Json::parse(testing::readFile(path)); }

std::string refusal(const Json& document) {
  try {
    return scriptOf(document);
  } catch (const ExportError& error) {
    return error.what();
  }
}

AssertionResult has(const std::string& script, const std::string& part) {
  if (script.find(part) != std::string::npos) return AssertionSuccess();
  return AssertionFailure() << part << "\nis not in\n" << script;
}

/// Two planar bodies on a prismatic joint, with these sensors.
Json slider(const Json& sensors) {
  Json document = Json::parse(R"js({
    "slipstick": 1,
    "parameters": {"mass": 2, "limit": 0.25},
    "definitions": {"weight": "9.81*mass", "half(x)": "x/2", "axis": "rotZ(limit)*[1, 0, 0]"},
    "create": [
      {"type": "Ground", "name": "rail"},
      {"type": "RigidBody2D", "name": "slide", "inertia": {"mass": 2}, "gravity": [0, "-weight/mass", 0]},
      {"type": "SpringDamper", "name": "spring", "bodies": ["rail", "slide"], "localPosition0": [-1, 0, 0], "stiffness": "10*weight",
       "damping": 1}],
    "objects": [{"type": "JointPrismatic2D", "name": "guide", "markerNumbers": ["on rail", "on slide"], "axisMarker0": "axis",
                 "normalMarker1": ["-axis[1]", "axis[0]", 0]}],
    "markers": [{"type": "BodyRigid", "name": "on rail", "bodyNumber": "rail"},
                {"type": "BodyRigid", "name": "on slide", "bodyNumber": "slide", "localPosition": ["half(limit - 0.25)", 0, 0]}]
})js");
  document["sensors"] = sensors;
  return document;
}
const Json position = Json::parse(R"js({"type": "Body", "name": "position", "bodyNumber": "slide", "outputVariableType": "Position"})js");
const Json reaction = Json::parse(R"js({"type": "Object", "name": "reaction", "objectNumber": "guide", "outputVariableType": "Force"})js");

/// A mass with a load on its coordinate.
Json oscillator(const Json& definitions, const std::string& load) {
  Json document = Json::parse(R"js({
    "slipstick": 1,
    "nodes": [{"type": "1D", "name": "mass"}],
    "objects": [{"type": "Mass1D", "name": "mass", "nodeNumber": "mass", "physicsMass": 1}],
    "markers": [{"type": "NodeCoordinate", "name": "x", "nodeNumber": "mass", "coordinate": 0}],
    "loads": [{"type": "Coordinate", "markerNumber": "x", "load": 2}]})js");
  document["definitions"] = definitions;
  document["loads"][0]["loadUserFunction"] = load;
  return document;
}

TEST(ExudynScript, NamesTheAuthors) {
  Json document = slider(Json::array());
  EXPECT_EQ(scriptOf(document).find("# Credits:"), std::string::npos);
  document["about"] = {{"authors", {"Ada Lovelace"}}, {"licence", "MIT"}};
  EXPECT_TRUE(has(scriptOf(document), "\n# Credits: by Ada Lovelace; licence MIT\n"));
}

TEST(ExudynScript, HasTheItemsInOrderAndTheSettings) {
  const std::string script = scriptOf(documentIn("web/src/editor/templates/spring-and-mass.json"));
  EXPECT_TRUE(has(script, "stiffness = 200"));
  EXPECT_TRUE(has(script, "mbs.AddNode(NodePoint(name=\"mass\""));
  EXPECT_TRUE(
      has(script, "mbs.AddObject(ObjectConnectorSpringDamper(name=\"spring\", markerNumbers=[exu.MarkerIndex(1), exu.MarkerIndex(2)]"));
  EXPECT_TRUE(has(script, "outputVariableType=exu.OutputVariableType.ForceLocal"));
  EXPECT_TRUE(has(script, "simulationSettings.timeIntegration.numberOfSteps = round((3 - 0) / (0.001))"));
  EXPECT_TRUE(has(script, "mbs.SolveDynamic(simulationSettings, solverType=exu.DynamicSolverType.GeneralizedAlpha"));
}

TEST(ExudynScript, LacksTheSensorsOfMeasures) {
  Json document = documentIn("web/src/editor/templates/spring-and-mass.json");
  const std::string without = scriptOf(document);
  document["measures"]["pull"]["formula"] = "max(reaction(\"spring\")[0])";
  EXPECT_EQ(scriptOf(document), without);
  document.erase("sensors"), document.erase("display");
  EXPECT_FALSE(has(scriptOf(document), "AddSensor"));
}

TEST(ExudynScript, HasFormulasOfParametersAndDefinitions) {
  Json document = slider(Json::array({position}));
  document["analysis"] =
      Json::parse(R"js({"endTime": "limit", "numberOfSteps": "400*limit", "set": [{"object": "spring", "damping": "mass"}]})js");
  const std::string script = scriptOf(document);
  EXPECT_TRUE(has(script, "mass = 2\nlimit = 0.25\nweight = 9.81 * mass\ndef half(x):\n    return x / 2\n"));
  EXPECT_TRUE(has(script, "axis = mul(rotZ(limit), np.array([1, 0, 0]))"));
  EXPECT_TRUE(has(script, "stiffness=10 * weight, damping=1"));
  EXPECT_TRUE(has(script, "axisMarker0=list(axis), normalMarker1=[-axis[1], axis[0], 0]"));
  EXPECT_TRUE(has(script, "localPosition=[half(limit - 0.25), 0, 0]"));
  EXPECT_TRUE(has(script, "simulationSettings.timeIntegration.endTime = limit\n"));
  EXPECT_TRUE(has(script, "simulationSettings.timeIntegration.numberOfSteps = round(400 * limit)"));
  EXPECT_TRUE(has(script, "mbs.SetObjectParameter(exu.ObjectIndex(3), \"damping\", mass)"));
  EXPECT_TRUE(has(script, "def rotZ(a):"));
  EXPECT_FALSE(has(script, "def rotX(a):"));
}

TEST(ExudynScript, HasTheGivenValuesOfParameters) {
  EXPECT_TRUE(has(written(slider(Json::array({position})), {{"mass", 3}}).text, "\nmass = 3\n"));
}

TEST(ExudynScript, HasMatricesOfFormulas) {
  Json document = slider(Json::array({position}));
  document["objects"] = Json::parse(R"js([{"type": "ConnectorTorsionalSpringDamper", "markerNumbers": ["on rail", "on slide"],
    "rotationMarker0": "rotZ(limit)", "rotationMarker1": [["cos(limit)", "-sin(limit)", 0], ["sin(limit)", "cos(limit)", 0], [0, 0, 1]]
}])js");
  const std::string script = scriptOf(document);
  EXPECT_TRUE(has(script, "exu.HT(rotation=np.array(rotZ(limit))"));
  EXPECT_TRUE(has(script, "exu.HT(rotation=np.array([[np.cos(limit), -np.sin(limit), 0], [np.sin(limit), np.cos(limit), 0], [0, 0, 1]])"));
}

// Exudyn deprecates rotations of objects. Turned copies of markers leave the markers themselves, which other items use, as they are.
TEST(ExudynScript, TurnsCopiesOfMarkers) {
  Json document = slider(Json::array({position}));
  const Json joint = {{"type", "ConnectorTorsionalSpringDamper"},
                      {"markerNumbers", {"on rail", "on slide"}},
                      {"rotationMarker0", {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}},
                      {"rotationMarker1", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
  document["objects"] = {joint, joint};
  const std::string script = scriptOf(document);
  EXPECT_TRUE(has(script, "markerNumbers=[exu.MarkerIndex(5), exu.MarkerIndex(1)]"));  // after five markers
  const std::string copy = "localHT=exu.HT(rotation=np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])";
  EXPECT_TRUE(has(script, copy));
  EXPECT_EQ(script.find(copy), script.rfind(copy)) << "both objects share it";
  EXPECT_EQ(script.find("rotationMarker"), std::string::npos);
  // A marker without other users is turned itself.
  document["objects"] = {joint};
  EXPECT_TRUE(has(scriptOf(document), "MarkerBodyRigid(name=\"on rail\", bodyNumber=exu.ObjectIndex(1), " + copy));
  document["objects"] = {joint, joint};
  // Exudyn changes parameters of objects between steps, but no rotations of markers.
  document["analysis"]["set"] = Json::array({{{"object", 0}, {"rotationMarker0", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}}});
  EXPECT_TRUE(has(scriptOf(document), "rotationMarker0=np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])"));
}

TEST(ExudynScript, HasUserFunctionsWithTheArgumentsThatExudynGives) {
  const std::string script = scriptOf(Json::parse(R"js({
    "slipstick": 1,
    "parameters": {"lambda": 2},
    "definitions": {"ramp(t)": "min(t, 1)"},
    "nodes": [{"type": "Point", "name": "ball"}],
    "objects": [{"type": "MassPoint", "name": "ball", "nodeNumber": "ball", "physicsMass": 1},
                {"type": "Ground", "name": "wall"},
                {"type": "ConnectorCartesianSpringDamper", "name": "spring", "markerNumbers": ["wall", "ball"],
                 "springForceUserFunction": "lambda*displacement"}],
    "markers": [{"type": "BodyPosition", "name": "wall", "bodyNumber": "wall"},
                {"type": "BodyPosition", "name": "ball", "bodyNumber": "ball"}],
    "loads": [{"type": "ForceVector", "markerNumber": "ball", "loadVectorUserFunction": ["ramp(t)", 0, "-sensor(\"x\")[0]"]}],
    "sensors": [{"type": "Node", "name": "x", "nodeNumber": "ball", "outputVariableType": "Displacement"}],
    "analysis": [{"type": "static", "set": [{"object": "spr*", "activeConnector": false}]},
                 {"type": "dynamic", "endTime": "lambda/2", "numberOfSteps": 10, "newton": {"useModifiedNewton": true}}]
})js"));
  EXPECT_TRUE(has(script, "lambda_ = 2"));
  EXPECT_TRUE(has(script, "def ramp(t):\n    return min(t, 1)"));
  EXPECT_TRUE(has(script, "def springForceUserFunctionObject2(mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset):"));
  EXPECT_TRUE(has(script, "return list(np.atleast_1d(lambda_ * displacement))"));
  EXPECT_TRUE(has(script, "def loadVectorUserFunctionLoad0(mbs, t, loadVector):"));
  EXPECT_TRUE(has(script, "-sensorValues(mbs, 0)[0]"));
  EXPECT_TRUE(has(script, "mbs.SetObjectParameter(exu.ObjectIndex(2), \"activeConnector\", False)"));
  EXPECT_TRUE(has(script, "simulationSettings.timeIntegration.endTime = lambda_ / 2"));
  EXPECT_TRUE(has(script, "simulationSettings.timeIntegration.newton.useModifiedNewton = True"));
}

TEST(ExudynScript, KeepsDefinitionsApartFromArgumentsAndBoundNames) {
  const std::string load = scriptOf(oscillator(Json::parse(R"js({"load(t)": "3*t"})js"), "-load(t)*load"));
  EXPECT_TRUE(has(load, "def load_(t):"));
  EXPECT_TRUE(has(load, "def loadUserFunctionLoad0(mbs, t, loadGiven):\n    return -load_(t) * loadGiven"));
  const std::string bound = scriptOf(oscillator(Json::parse(R"js({"s(x)": "x^2"})js"), "s = 2*s(t); s*s(t)"));
  EXPECT_TRUE(has(bound, "    sHere = 2 * s(t)\n    return sHere * s(t)"));
  const std::string time = scriptOf(oscillator(Json::parse(R"js({"t": 5})js"), "2*t"));  // t is the time in user functions
  EXPECT_TRUE(has(time, "t = 5\n"));
  EXPECT_TRUE(has(time, "def loadUserFunctionLoad0(mbs, t, load_):\n    return 2 * t"));
}

TEST(ExudynScript, RenamesItemsWithNamesOfUnnamedOnes) {
  const std::string script =
      scriptOf(Json::parse(R"js({"slipstick": 1, "nodes": [{"type": "Point", "name": "node0"}, {"type": "Point", "name": "nodes"}]})js"));
  EXPECT_TRUE(has(script, "NodePoint(name=\"_node0\""));
  EXPECT_TRUE(has(script, "NodePoint(name=\"nodes\""));
}

TEST(ExudynScript, MeasuresBodiesWithSensorsOfBodies) {
  const Json sensor = Json::parse(R"js({"type": "Object", "name": "speed", "objectNumber": "slide", "outputVariableType": "Velocity"})js");
  EXPECT_TRUE(has(scriptOf(slider(Json::array({sensor}))), "SensorBody(name=\"speed\", bodyNumber=exu.ObjectIndex(2)"));
}

TEST(ExudynScript, HasListsOfTreesInTheirTypes) {
  const std::string script = scriptOf(documentIn("tests/data/items/objects/KinematicTree.json"));
  EXPECT_TRUE(has(script, "jointTypes=[exu.JointType."));
  EXPECT_TRUE(has(script, "jointOffsets=exu.Vector3DList([np.array(["));
  EXPECT_TRUE(has(script, "linkInertiasCOM=exu.Matrix3DList([np.array(np.diag("));
}

TEST(ExudynScript, HasEquationsOfCoordinatesAtBothLevels) {
  Json model = documentIn("tests/data/items/objects/ConnectorCoordinateVector.json");
  Json& wire = model["objects"][2];
  wire["constraintUserFunction"] = Json::array({"q[4] - q[3]^2"});
  const std::string script = scriptOf(model);
  EXPECT_TRUE(has(script, "[q[4] - q[3]**2]"));
  EXPECT_TRUE(has(script, "constraintObject2, jacobianObject2 = atBothLevels(constraintUserFunctionObject2, None, False)"));
  EXPECT_TRUE(has(script, "constraintUserFunction=constraintObject2, jacobianUserFunction=jacobianObject2)"));
  wire["velocityLevel"] = true;
  wire["jacobianUserFunction"] = Json::array({0, 0, 0, "-2*q[3]", 1, 0});
  const std::string given = scriptOf(model);
  EXPECT_TRUE(has(given, "np.array([0, 0, 0, -2 * q[3], 1, 0])"));
  EXPECT_TRUE(has(given, "atBothLevels(constraintUserFunctionObject2, jacobianUserFunctionObject2, True)"));
}

TEST(ExudynScript, HasEveryCoordinateOfGeneralNodes) {
  EXPECT_TRUE(has(scriptOf(documentIn("web/models/robot-axis.json")),
                  "referenceCoordinates=[0] * 1, initialCoordinates=[0] * 1, initialCoordinates_t=[0] * 1"));
}

/// The ball and another body, a set of spheres on them, and a set of triangles and a cable.
Json contacts() {
  Json document = Json::parse(R"js({
    "slipstick": 1,
    "parameters": {"k": 50},
    "nodes": [{"type": "Point", "name": "ball"}, {"type": "Point", "name": "other", "referenceCoordinates": [1, 0, 0]},
              {"type": "Point2DSlope1", "referenceCoordinates": [0, 0, 1, 0]}, {"type": "Point2DSlope1", "referenceCoordinates": [1, 0, 1, 0]}],
    "objects": [{"type": "Ground"},
                {"type": "ContactSpheres", "name": "set", "markerNumbers": [1, 2], "spheresRadii": [0.1], "contactModel": "Pushes",
                 "contactStiffness": "2*k", "contactDamping": 4, "dynamicFriction": 0, "sphereSphereContact": false},
                {"type": "MassPoint", "name": "ball", "physicsMass": 1, "nodeNumber": "ball"},
                {"type": "MassPoint", "name": "other", "physicsMass": 1, "nodeNumber": "other"},
                {"type": "ContactSpheres", "name": "seen", "triangleMarkers": [0], "cableMarkers": [3],
                 "trianglePoints": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 0], [1, 0, 0], [0, 1, 0]]},
                {"type": "ANCFCable2D", "nodeNumbers": [2, 3], "physicsLength": 1, "physicsMassPerLength": 1}],
    "markers": [{"type": "BodyRigid", "bodyNumber": 0}, {"type": "BodyPosition", "bodyNumber": "ball"},
                {"type": "BodyPosition", "bodyNumber": "other"}, {"type": "BodyCable2DShape", "bodyNumber": 5, "numberOfSegments": 3}],
    "sensors": [{"type": "Object", "name": "force", "objectNumber": "set", "outputVariableType": "Force"},
                {"type": "Distance", "name": "near", "objectNumber": "seen", "markerNumber": 1, "dirSensor": [1, 0, 0],
                 "maxDistance": "k", "measureVelocity": true},
                {"type": "Distance", "name": "far", "objectNumber": "set", "position": [1, 2, 3], "dirSensor": [0, 1, 0],
                 "maxDistance": 9, "surfaces": 1, "cylinderRadius": 0.2},
                {"type": "Body", "name": "place", "bodyNumber": "other", "outputVariableType": "Position"}]})js");
  return document;
}

TEST(ExudynScript, HasContactsOfOneMaterialAndTheirSensors) {
  const ExudynScript script = written(contacts());
  for (const char* line :
       {"contact0.AddSphereWithMarker(exu.MarkerIndex(1), radius=0.1, contactStiffness=2*(2 * k), contactDamping=(4)/2, "
        "frictionMaterialIndex=0)",
        "contact0.sphereSphereContact = False",
        "contact1.AddTrianglesRigidBodyBased(rigidBodyMarkerIndex=exu.MarkerIndex(0), contactStiffness=1, contactDamping=0, "
        "frictionMaterialIndex=0, pointList=[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 0], [1, 0, 0], [0, 1, 0]], "
        "triangleList=[[0,1,2],[3,4,5]])",
        "contact1.AddANCFCable(objectIndex=exu.ObjectIndex(3), halfHeight=0, contactStiffness=1, contactDamping=0, "
        "frictionMaterialIndex=0)",
        "mbs.CreateDistanceSensor(1, positionOrMarker=exu.MarkerIndex(1), dirSensor=[1, 0, 0], minDistance=0, maxDistance=k, "
        "cylinderRadius=0, measureVelocity=True, storeInternal=True)",
        "mbs.SetSensorParameter(exu.SensorIndex(0), 'name', \"near\")",
        "mbs.CreateDistanceSensor(0, positionOrMarker=[1, 2, 3], dirSensor=[0, 1, 0], minDistance=0, maxDistance=9, "
        "cylinderRadius=0.2, selectedTypeIndex=exu.ContactTypeIndex.IndexSpheresMarkerBased, storeInternal=True)",
        "SensorBody(name=\"place\", bodyNumber=exu.ObjectIndex(2)"})
    EXPECT_TRUE(has(script.text, line));
  EXPECT_EQ(script.leftOut, std::vector<std::string>{"sensor \"force\": there is no sensor of a ContactSpheres"});
}

TEST(ExudynScript, IsRefusedIfExudynLacksALaw) {
  const std::string message = "Exudyn has no ContactSpheres of this law: the model cannot be exported";
  EXPECT_EQ(refusal(documentIn("tests/data/items/objects/ContactSpheres.json")), message);
  Json document = contacts();
  document["objects"][1]["restitutionCoefficient"] = 0.25;
  EXPECT_EQ(refusal(document), message);
}

TEST(ExudynScript, IsRefusedIfALoadReadsAResultThatExudynLacks) {
  Json document = slider(Json::array({reaction}));
  document["loads"] = Json::parse(
      R"js([{"type": "ForceVector", "markerNumber": "on slide", "loadVectorUserFunction": ["sensor(\"reaction\")[0]", 0, 0]}])js");
  EXPECT_EQ(refusal(document), "a user function reads the sensor \"reaction\", which Exudyn does not have");
}

TEST(ExudynScript, NamesOmittedSensorsAndRenumbersOthers) {
  const Json doubled = Json::parse(R"js({"type": "UserFunction", "name": "doubled", "sensorUserFunction": "2*sensor( \"reaction\" )"})js");
  const Json height = Json::parse(R"js({"type": "UserFunction", "name": "height", "sensorUserFunction": "sensor(\"position\")[1]"})js");
  const std::string script = scriptOf(slider(Json::array({reaction, doubled, position, height})));
  EXPECT_TRUE(has(script,
                  "# Left out, because Exudyn does not have it:\n"
                  "#   sensor \"reaction\": there is no Force of JointPrismatic2D\n"
                  "#   sensor \"doubled\": it reads \"reaction\"\nimport"));
  EXPECT_FALSE(has(script, "AddSensor(SensorObject"));
  EXPECT_TRUE(has(script, "return list(np.atleast_1d(sensorValues(mbs, 0)[1]))"));
  EXPECT_TRUE(has(script, "enumerate([\"position\", \"height\"])"));
}

TEST(ExudynScript, NamesLimitsThatEndARun) {
  Json document = slider(Json::array({position}));
  document["analysis"] =
      Json::parse(R"js([{"endTime": 1}, {"startTime": 1, "endTime": 2, "endWhen": [{"sensor": "position", "above": 1}]}])js");
  const ExudynScript script = written(document);
  EXPECT_EQ(script.leftOut, std::vector<std::string>{"endWhen of step 2: the run continues to its endTime"});
  EXPECT_TRUE(has(script.text, "#   endWhen of step 2: the run continues to its endTime\n"));
  EXPECT_FALSE(has(script.text, ".endWhen"));
}

TEST(ExudynScript, NamesEventsAndGivesInputsTheirFirstValues) {
  const std::string script = scriptOf(documentIn("tests/data/live/inputs.json"));
  EXPECT_TRUE(has(script, "#   sensor \"torque\": events during a run\n"));
  EXPECT_TRUE(has(script, "#   events: no hand acts on the model, and inputs keep their values\n"));
  EXPECT_TRUE(has(script, "#   input \"torque\": it keeps its value\n"));
  EXPECT_TRUE(has(script, "\ninputs = {\"torque\": 0}\n"));
  EXPECT_TRUE(has(script, "return list(np.atleast_1d([0, 0, inputs[\"torque\"]]))"));
  EXPECT_FALSE(has(script, "input("));
}

TEST(ExudynScript, NamesUserFunctionsThatChangeBetweenSteps) {
  Json document = oscillator(Json::object(), "2*t");
  document["loads"][0]["name"] = "push";
  document["analysis"] = Json::parse(R"js([{"endTime": 1}, {"startTime": 1, "endTime": 2,
    "set": [{"load": "push", "loadUserFunction": "3*t"}]}])js");
  EXPECT_EQ(written(document).leftOut, std::vector<std::string>{"set of load \"push\": it keeps its loadUserFunction"});
}

TEST(ExudynScript, HasLoadStepsBeforeTheStartOfTime) {
  Json document = slider(Json::array({position}));
  document["analysis"] = Json::parse(R"js({"type": "static", "loadStepStart": -0.1, "loadStepDuration": 0.1})js");
  EXPECT_TRUE(has(scriptOf(document),
                  "parameterRangeChecks = False\nsimulationSettings.staticSolver.loadStepStart = -0.1\n"
                  "exu.special.exceptions.parameterRangeChecks = True"));
  document["analysis"]["loadStepStart"] = 0;
  EXPECT_FALSE(has(scriptOf(document), "parameterRangeChecks"));
}

TEST(ExudynScript, SolvesOneDynamicStepWithFullNewtonByDefault) {
  const std::string script = scriptOf(slider(Json::array({position})));
  EXPECT_TRUE(has(script, "mbs.SolveDynamic(simulationSettings"));
  EXPECT_TRUE(has(script, "simulationSettings.timeIntegration.newton.useModifiedNewton = False"));
}

TEST(ExudynScript, StartsWithAnAssembledMechanism) {
  const ExudynScript script = written(Json::parse(R"js({
    "slipstick": 1,
    "create": [{"type": "RigidBody2D", "name": "bar", "referencePosition": [0.15, 0, 0], "inertia": {"shape": "rod", "mass": 1, "length": 0.2}},
               {"type": "DistanceConstraint", "bodies": [null, "bar"], "localPosition1": [-0.1, 0, 0], "distance": 0.02}],
    "analysis": [{"assemble": true, "endTime": 0.1, "stepSize": 0.01}, {"assemble": true}]})js"));
  EXPECT_TRUE(has(script.text, "initialCoordinates=[-0.0"));
  EXPECT_FALSE(has(script.text, ".assemble"));
  EXPECT_EQ(script.leftOut, std::vector<std::string>{"assemble of step 2: it starts with the final state of the previous step"});
}

TEST(ExudynScript, HasATitleOnOneLine) {
  const std::string script = scriptOf(Json::parse(R"js({"slipstick": 1, "title": "a\nimport os"})js"));
  EXPECT_EQ(script.rfind("# a import os: the same model for Exudyn", 0), 0u);
}

/// The script would ignore a misspelt type or parameter in the tables of names.
TEST(ExudynNames, BelongToRegisteredItems) {
  const Json names = exudyn::namesJson();
  EXPECT_EQ(names["types"], Json::parse(R"js({"object BeamGeometricallyExact3D": "BeamGeometricallyExact"})js"));
  EXPECT_EQ(names["parameters"]["object MassPoint"], Json::parse(R"js({"physicsMass": "mass"})js"));
  EXPECT_EQ(names["parameters"]["object ANCFBeam"], Json::parse(R"js({"physicsLength": "length"})js"));
  EXPECT_EQ(names["settings"]["useNewtonSolver"], "active");
  std::size_t other = 0;  // names that do not follow from the prefix "physics"
  for (const auto& parameters : names["parameters"])
    for (const auto& [ours, theirs] : parameters.items()) other += ours.rfind("physics", 0) != 0;
  EXPECT_EQ(other, 9u);
}

}  // namespace
}  // namespace slipstick
