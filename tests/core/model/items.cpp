#include "core/model/items.h"
#include "core/document/load.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/core/model/load.h"
#include "tests/core/support/run.h"

namespace slipstick {
namespace {

/// The messages about the spring of an oscillator.
Lines ofSpring(const std::string& keys) { return issuesOf(oscillator(", " + keys)); }

TEST(Items, ReportNumbersOutOfRangeWithTheirUnit) {
  EXPECT_EQ(ofSpring(R"("stiffness": -5)"), Lines{"/objects/2/stiffness: must be 0 or more (N/m), got -5"});
  EXPECT_EQ(ofSpring(R"("stiffness": "2-7")"), Lines{"/objects/2/stiffness: must be 0 or more (N/m), got -5"});
}

TEST(Items, ReportExpectedAndActualValues) {
  EXPECT_EQ(ofSpring(R"("stiffness": true)"), Lines{"/objects/2/stiffness: must be a number (N/m), got true"});
  EXPECT_EQ(ofSpring(R"("stiffness": null)"), Lines{"/objects/2/stiffness: must be a number (N/m), got null"});
  EXPECT_EQ(ofSpring(R"("stiffness": [1])"), Lines{"/objects/2/stiffness: must be a number (N/m), got a list of 1"});
  EXPECT_EQ(ofSpring(R"("stiffness": "[1, 2]")"),
            Lines{"/objects/2/stiffness: must be a number (N/m), got a list of 2 numbers from '[1, 2]'"});
  EXPECT_EQ(ofSpring(R"("activeConnector": 1)"), Lines{"/objects/2/activeConnector: must be true or false, got 1"});
  EXPECT_EQ(ofSpring(R"("activeConnector": null)"), Lines{"/objects/2/activeConnector: must be true or false, got null"});
}

/// The models of all items that name a data node, with an empty one.
TEST(Items, RefuseADataNodeWithoutCoordinates) {
  int count = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator("tests/data/items")) {
    if (file.path().extension() != ".json") continue;
    Json model = Json::parse(testing::readFile(file.path().string()));
    bool has = false;
    for (Json& node : model["nodes"]) {
      if (node["type"] != "GenericData") continue;
      node.erase("initialCoordinates"), node["numberOfDataCoordinates"] = 0, has = true;
    }
    if (!has) continue;
    const Lines lines = issuesOf(model.dump());
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
      return line.find(": needs a data node with ") != std::string::npos;
    })) << file.path();
    ++count;
  }
  EXPECT_GE(count, 5);
}

TEST(Items, ReportThePlaceOfAWrongFormula) {
  const auto issues = ofSpring(R"("stiffness": "2*stifness")");
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_EQ(issues[0].substr(0, 53), "/objects/2/stiffness: in '2*stifness' at character 3:");
}

TEST(Items, NameTheNearestParameterAndType) {
  EXPECT_EQ(ofSpring(R"("stifness": 1)"),
            Lines{"/objects/2/stifness: ConnectorSpringDamper has no parameter 'stifness'; did you mean 'stiffness'?"});
  EXPECT_EQ(issuesOf(document(R"("objects": [{"type": "ObjectGround"}, {"type": "Groun"}, {"type": "RigidBodyEP"}, {"type": 1}, {}, 3])")),
            (Lines{"/objects/0/type: unknown object type 'ObjectGround'; did you mean 'Ground'?",
                   "/objects/1/type: unknown object type 'Groun'; did you mean 'Ground'?",
                   "/objects/2/type: unknown object type 'RigidBodyEP'; it is the type of a node, in 'nodes'",
                   "/objects/3/type: must be the name of a type, got 1", "/objects/4: 'type' is missing: the type of the object",
                   "/objects/5: must be an object with 'type', got 3"}));
}

TEST(Items, NeedTheirRequiredParameters) {
  EXPECT_EQ(issuesOf(document(R"("objects": [{"type": "MassPoint"}])")).at(0).substr(0, 37), "/objects/0: 'nodeNumber' is missing: ");
}

TEST(Items, HaveUniqueNamesWithinTheirKind) {
  EXPECT_EQ(issuesOf(document(R"("nodes": [{"type": "Point", "name": "a"}, {"type": "Point", "name": "a"}, {"type": "Point", "name": 1},
                                       {"type": "Point", "name": "b*"}], "objects": [{"type": "Ground", "name": "a"}])")),
            (Lines{"/nodes/1/name: another node is called 'a' too", "/nodes/2/name: must be a text, got 1",
                   "/nodes/3/name: a name cannot contain '*', which matches any characters in 'set'"}));
}

TEST(Items, WithoutANameAreCalledByNumber) {
  const auto loaded = model(document(R"("nodes": [{"type": "Point"}, {"type": "Point", "name": "node0"}])"));
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->nodes()[0].name, "node0_");
  EXPECT_EQ(loaded->nodes()[1].name, "node0");
}

TEST(Items, WarnAboutItemsWithoutEffect) {
  const auto warned = [](const std::string& item) {
    const Lines lines = issuesOf(document(R"("nodes": [{"type": "GenericODE2", "numberOfODE2Coordinates": 1}],
      "objects": [{"type": "Ground"}, )" + item +
                                          R"(],
      "markers": [{"type": "BodyRigid", "bodyNumber": 0}, {"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}])"));
    return lines.empty() ? std::string() : lines[0];
  };
  const auto guide = [&](const std::string& members) {
    return warned(R"({"type": "ConnectorCoordinateSpringDamperExt", "markerNumbers": [1, 1], )" + members + "}");
  };
  EXPECT_EQ(guide(R"("fDynamicFriction": 3)"),
            "/objects/1: warning: friction cannot stick: without frictionProportionalZone, stickingStiffness must be more than 0");
  EXPECT_EQ(guide(R"("fDynamicFriction": 3, "stickingStiffness": 1e4)"), "");
  EXPECT_EQ(guide(R"("fDynamicFriction": 3, "frictionProportionalZone": 0.1)"), "");
  EXPECT_EQ(guide(R"("limitStopsStiffness": 1e4)"), "/objects/1/limitStopsStiffness: warning: has no effect: useLimitStops is false");
  EXPECT_EQ(guide(R"("useLimitStops": true)"), "/objects/1: warning: the limit stops exert no elastic force: limitStopsStiffness is 0");
  EXPECT_EQ(guide(R"("offset": 1)"), "/objects/1/offset: warning: has no effect: stiffness is 0");
  EXPECT_EQ(guide(R"("velocityOffset": 1)"), "/objects/1/velocityOffset: warning: has no effect: damping is 0");
  EXPECT_EQ(guide(R"("offset": 1, "springForceUserFunction": "offset")"), "");
  const auto spheres = [&](const std::string& members) {
    return warned(R"({"type": "ContactSphereSphere", "markerNumbers": [0, 0], "spheresRadii": [1, 1])" + members + "}");
  };
  EXPECT_EQ(spheres(""), "/objects/1: warning: the spheres exert no elastic force: contactStiffness is 0");
  EXPECT_EQ(spheres(R"(, "contactStiffness": 1e5, "restitutionCoefficient": 0.5)"),
            "/objects/1/restitutionCoefficient: warning: has no effect: impactModel 0 uses contactDamping only");
  EXPECT_EQ(spheres(R"(, "contactStiffness": 1e5, "adhesionCoefficient": 5)"),
            "/objects/1/adhesionCoefficient: warning: has no effect: only impactModel 0 with a contactPlasticityRatio other "
            "than 0 has adhesion");
  EXPECT_EQ(spheres(R"(, "contactStiffness": 1e5, "contactPlasticityRatio": 0.5, "impactModel": 1)"),
            "/objects/1/contactPlasticityRatio: warning: has no effect: only impactModel 0 has plasticity");
  EXPECT_EQ(spheres(R"(, "contactStiffness": 1e5, "contactPlasticityRatio": 0.5, "adhesionCoefficient": 5)"), "");
  EXPECT_EQ(warned(R"({"type": "ConnectorRollingDiscPenalty", "markerNumbers": [0, 0], "discRadius": 1})"),
            "/objects/1: warning: the plane exerts no elastic force: contactStiffness is 0");
  const auto tree = [&](const std::string& members) {
    return warned(R"j({"type": "KinematicTree", "nodeNumber": 0, "jointTypes": ["RevoluteZ"], "linkParents": [-1],
      "jointTransformations": ["identity(3)"], "jointOffsets": [[0, 0, 0]], "linkMasses": [1], "linkCOMs": [[0, 0, 0]],
      "linkInertiasCOM": ["identity(3)"], )j" +
                  members + "}");
  };
  EXPECT_EQ(tree(R"("jointPControlVector": [10])"),
            "/objects/1/jointPControlVector: warning: has no effect: jointPositionOffsetVector is not given");
  EXPECT_EQ(tree(R"("jointDControlVector": [10])"),
            "/objects/1/jointDControlVector: warning: has no effect: jointVelocityOffsetVector is not given");
}

TEST(References, AreNamesOrNumbers) {
  for (const char* reference : {"\"mass\"", "0", "0.0"}) {
    const Json written =
        writtenOut(document(R"("nodes": [{"type": "Point", "name": "mass"}], "objects": [{"type": "MassPoint", "nodeNumber": )" +
                            std::string(reference) + "}]"));
    ASSERT_TRUE(written.is_object()) << reference;
    EXPECT_EQ(written["objects"][0]["nodeNumber"], 0);
  }
}

TEST(References, MustLeadToAnItemThatServes) {
  const auto ofNode = [](const std::string& reference) {
    return issuesOf(document(R"("nodes": [{"type": "Point", "name": "mass"}, {"type": "GenericData", "name": "data"}],
      "objects": [{"type": "MassPoint", "nodeNumber": )" +
                             reference + "}]"))
        .at(0);
  };
  EXPECT_EQ(ofNode("\"mas\""), "/objects/0/nodeNumber: no node is called 'mas'; did you mean 'mass'?");
  EXPECT_EQ(ofNode("7"), "/objects/0/nodeNumber: there is no node 7: the model has 2, from 0 to 1");
  EXPECT_EQ(ofNode("-1"), "/objects/0/nodeNumber: must name a node, got -1 (none)");
  EXPECT_EQ(ofNode("0.5"), "/objects/0/nodeNumber: must be the name or number of a node, got 0.5");
  EXPECT_EQ(ofNode("true"), "/objects/0/nodeNumber: must be the name or number of a node, got true");
  EXPECT_EQ(ofNode("\"data\""),
            "/objects/0/nodeNumber: needs a node with type Point, but node 'data' (GenericData) has only data coordinates");
}

TEST(References, OfAJointNeedMarkersWithOrientation) {
  EXPECT_EQ(issuesOf(oscillator(", \"stiffness\": 1",
                                R"("create": [], "loads": [{"type": "TorqueVector", "markerNumber": "mass", "loadVector": [0, 0, 1]}])")),
            Lines{"/loads/0/markerNumber: needs a marker with orientation, but marker 'mass' (BodyPosition) has only position"});
}

TEST(References, OfSpheresNeedMarkersWithOrientationWithFrictionOnly) {
  const auto spheres = [](const std::string& more) {
    return issuesOf(document(R"("nodes": [{"type": "Point"}, {"type": "Point", "name": "second"}],
      "objects": [{"type": "MassPoint", "name": "a", "physicsMass": 1, "nodeNumber": 0}, {"type": "MassPoint", "name": "b", "physicsMass": 1, "nodeNumber": 1},
                  {"type": "ContactSphereSphere", "markerNumbers": [0, "b"], "spheresRadii": [1, 1], "contactStiffness": 1)" +
                             more + R"(}],
      "markers": [{"type": "BodyPosition", "bodyNumber": "a"}, {"type": "NodePosition", "name": "b", "nodeNumber": "second"}])"));
  };
  EXPECT_EQ(spheres(""), Lines{});
  EXPECT_EQ(
      spheres(R"(, "dynamicFriction": 0.1)"),
      (Lines{"/objects/2/markerNumbers/0: needs a marker with orientation because of 'dynamicFriction', but marker 0 (BodyPosition) has "
             "only position",
             "/objects/2/markerNumbers/1: needs a marker with orientation because of 'dynamicFriction', but marker 'b' (NodePosition) "
             "has only position"}));
}

TEST(References, OfASliderNeedAMarkerWithOrientationWithItsTurnConstrainedOnly) {
  const auto slider = [](const std::string& turn) {
    return issuesOf(document(
        R"("nodes": [{"type": "Point2DSlope1", "name": "n0"}, {"type": "Point2DSlope1", "name": "n1", "referenceCoordinates": [1, 0, 1, 0]},
                                      {"type": "Point2D", "name": "bead"}],
      "objects": [{"type": "ANCFCable2D", "name": "rope", "physicsLength": 1, "physicsMassPerLength": 1, "physicsBendingStiffness": 1, "physicsAxialStiffness": 1, "nodeNumbers": ["n0", "n1"]},
                  {"type": "MassPoint2D", "name": "bead", "physicsMass": 1, "nodeNumber": "bead"},
                  {"type": "JointSliding2D", "markerNumbers": ["bead", "rope"], "slidingMarkerNumbers": ["rope"], "slidingMarkerOffsets": [0], "constrainRotation": )" +
        turn + R"(}],
      "markers": [{"type": "BodyPosition", "name": "bead", "bodyNumber": "bead"}, {"type": "BodyCable2DCoordinates", "name": "rope", "bodyNumber": "rope"}])"));
  };
  EXPECT_EQ(slider("false"), Lines{});
  EXPECT_EQ(slider("true"),
            Lines{"/objects/2/markerNumbers/0: needs a marker with orientation because of 'constrainRotation', but marker 'bead' "
                  "(BodyPosition) has only position"});
}

TEST(Vectors, TakeFormulasWholeOrEntryByEntry) {
  const auto coordinates = [](const std::string& value) {
    const Json written =
        writtenOut(document(R"("parameters": {"r": 2}, "nodes": [{"type": "Point", "referenceCoordinates": )" + value + "}]"));
    return written.is_object() ? written["nodes"][0]["referenceCoordinates"] : Json();
  };
  EXPECT_EQ(coordinates(R"(["r", 0, "2*r"])"), Json({2.0, 0.0, 4.0}));
  EXPECT_EQ(coordinates(R"("r*[1, 2, 3]")"), Json({2.0, 4.0, 6.0}));
  EXPECT_EQ(issuesOf(document(
                R"("nodes": [{"type": "Point", "referenceCoordinates": 5}, {"type": "Point", "referenceCoordinates": [[1, 2, 3]]}])")),
            (Lines{"/nodes/0/referenceCoordinates: must be a list of 3 numbers (m), got 5",
                   "/nodes/1/referenceCoordinates: must be a list of 3 numbers (m), got a 1×3 matrix"}));
}

TEST(Matrices, AreNestedListsOrFormulas) {
  const auto rotation = [](const std::string& value) {
    const Json written = writtenOut(document(R"("objects": [{"type": "Ground", "referenceRotation": )" + value + "}]"));
    return written.is_object() ? written["objects"][0]["referenceRotation"] : Json();
  };
  EXPECT_EQ(rotation(R"([[0, "-1", 0], [1, 0, 0], [0, 0, 1]])"), Json({{0.0, -1.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}));
  EXPECT_EQ(rotation("\"rotX(0)\""), Json({{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}));
  EXPECT_EQ(issuesOf(document(R"("objects": [{"type": "Ground", "referenceRotation": [[1, 0, 0], [0, 1], [0, 0, 1]]},
                                         {"type": "Ground", "referenceRotation": [1, 0, 0, 0, 1, 0, 0, 0, 1]}])")),
            (Lines{"/objects/0/referenceRotation/1: the rows of a matrix must have equal lengths, 3 here, got a list of 2",
                   "/objects/1/referenceRotation: must be a 3×3 matrix, got a list of 9"}));
}

TEST(UserFunctions, AreAFormulaOrOneForEachComponent) {
  const auto load = [](const std::string& value) {
    return issuesOf(
        oscillator("", R"("loads": [{"type": "ForceVector", "markerNumber": "mass", "loadVectorUserFunction": )" + value + "}]"));
  };
  EXPECT_EQ(load(R"("sin(t)*loadVector")"), Lines{});
  EXPECT_EQ(load(R"j(["sin(t)", 0, "loadVector[2]"])j"), Lines{});
  EXPECT_EQ(load("0"), Lines{});
  EXPECT_EQ(load(R"j("sin(t)")j"), Lines{"/loads/0/loadVectorUserFunction: must give 3 numbers, but 'sin(t)' gives a number"});
  EXPECT_EQ(load(R"(["t", 1])"), Lines{"/loads/0/loadVectorUserFunction: must give 3 numbers, got a list of 2"});
  EXPECT_EQ(load(R"(["t", 1, "loadVector"])"), Lines{"/loads/0/loadVectorUserFunction/2: must be a number, but is 3 numbers"});
  EXPECT_EQ(load("true"), Lines{"/loads/0/loadVectorUserFunction: must be a formula or a list of formulas, got true"});
}

TEST(UserFunctions, ReadSensors) {
  const auto force = [](const std::string& formula) {
    return issuesOf(
        oscillator("", R"("sensors": [{"type": "Node", "name": "place", "nodeNumber": "mass", "outputVariableType": "Position"}],
      "loads": [{"type": "ForceVector", "markerNumber": "mass", "loadVectorUserFunction": ")" +
                           formula + "\"}]"));
  };
  EXPECT_EQ(force(R"(-3*sensor(\"place\"))"), Lines{});
  ASSERT_EQ(force(R"(-3*sensor(\"plaze\"))").size(), 1u);
  EXPECT_NE(force(R"(-3*sensor(\"plaze\"))")[0].find("did you mean 'place'?"), std::string::npos);
}

TEST(Sensors, MustFindTheOutputTheyWant) {
  EXPECT_EQ(issuesOf(document(R"("nodes": [{"type": "GenericData", "numberOfDataCoordinates": 1}],
    "sensors": [{"type": "Node", "nodeNumber": 0, "outputVariableType": "Position"}, {"type": "Node", "nodeNumber": 0, "outputVariableType": "Positon"}])")),
            (Lines{"/sensors/0/outputVariableType: GenericData has no output 'Position'; it has Coordinates",
                   "/sensors/1/outputVariableType: unknown output variable 'Positon'; did you mean 'Position'?"}));
}

TEST(Sensors, KnowTheirComponentsBeforeARun) {
  const auto loaded = model(document(
      R"j("nodes": [{"type": "RigidBodyEP", "referenceCoordinates": [0, 0, 0, 1, 0, 0, 0]}, {"type": "GenericData", "numberOfDataCoordinates": 2}],
    "sensors": [{"type": "Node", "nodeNumber": 0, "outputVariableType": "Position", "name": "p"},
                {"type": "Node", "nodeNumber": 0, "outputVariableType": "Coordinates"},
                {"type": "Node", "nodeNumber": 0, "outputVariableType": "RotationMatrix"},
                {"type": "Node", "nodeNumber": 1, "outputVariableType": "Coordinates"},
                {"type": "UserFunction", "sensorUserFunction": "norm(sensor(\"p\"))"},
                {"type": "UserFunction", "sensorUserFunction": ["t", "2*t"]}])j"));
  ASSERT_TRUE(loaded);
  EXPECT_EQ(sensorLayout(*loaded, 0).components, (Lines{"x", "y", "z"}));
  EXPECT_EQ(sensorLayout(*loaded, 0).unit, "m");
  EXPECT_EQ(sensorLayout(*loaded, 1).components.size(), 7u);
  EXPECT_EQ(sensorLayout(*loaded, 2).components[1], "xy");
  EXPECT_EQ(sensorLayout(*loaded, 3).components, (Lines{"0", "1"}));
  EXPECT_EQ(sensorLayout(*loaded, 4).components, Lines{"value"});
  EXPECT_EQ(sensorLayout(*loaded, 5).components.size(), 2u);
}

TEST(Sensors, ReadOnlyThoseBeforeThem) {
  EXPECT_EQ(issuesOf(document(R"j("sensors": [{"type": "UserFunction", "name": "a", "sensorUserFunction": "sensor(\"b\")"},
                                         {"type": "UserFunction", "name": "b", "sensorUserFunction": "sensor(\"a\")"}])j"))
                .at(0),
            "/sensors/0/sensorUserFunction: sensor 'b' cannot be read here: a sensor reads only earlier sensors");
}

const char* const coin = R"("nodes": [{"type": "RigidBodyEP", "referenceCoordinates": [0, 0, 0.1, 1, 0, 0, 0]}DATA],
  "objects": [{"type": "Ground"}, {"type": "RigidBody", "physicsMass": 1, "physicsInertia": [1, 1, 1, 0, 0, 0], "nodeNumber": 0},
              {"type": "ConnectorRollingDiscPenalty", "name": "rolling", "markerNumbers": [0, 1], "discRadius": 0.1, "contactStiffness": 1e5 NODE}],
  "markers": [{"type": "BodyRigid", "bodyNumber": 0}, {"type": "BodyRigid", "bodyNumber": 1}])";

std::string coinWith(const std::string& data, const std::string& node) {
  std::string text = coin;
  text.replace(text.find("DATA"), 4, data);
  text.replace(text.find("NODE"), 4, node);
  return document(text);
}

TEST(DataNodes, AreMadeForConnectorsThatNameNone) {
  const auto loaded = model(coinWith("", ""));
  ASSERT_TRUE(loaded);
  ASSERT_EQ(loaded->nodes().size(), 2u);
  EXPECT_EQ(loaded->nodes()[1].name, "rolling.data");
  const Json written = writtenOut(coinWith("", ""));
  EXPECT_EQ(written["nodes"][1]["initialCoordinates"], Json({0.0, 0.0, 0.0}));
  EXPECT_EQ(written["objects"][2]["nodeNumber"], 1);
  EXPECT_TRUE(model(written.dump()));
}

TEST(DataNodes, AreUsedAsGivenAndMustBeLargeEnough) {
  const auto loaded =
      model(coinWith(R"(, {"type": "GenericData", "numberOfDataCoordinates": 3, "initialCoordinates": [1, 2, 3]})", ", \"nodeNumber\": 1"));
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->nodes().size(), 2u);
  EXPECT_EQ(issuesOf(coinWith(R"(, {"type": "GenericData", "numberOfDataCoordinates": 2})", ", \"nodeNumber\": 1")),
            Lines{"/objects/2/nodeNumber: needs a data node with 3 coordinates, got one with 2"});
}

TEST(Visualization, WarnsAboutUnusedKeysAndEvaluatesNumbers) {
  const auto loaded =
      loadModel(document(R"("parameters": {"r": 2}, "objects": [{"type": "Ground", "visualization": {"colour": "red", "color": "red",
    "graphics": [{"type": "sphere", "radius": "2*r", "color": ["r/4", 0, 1]}]}}])"));
  ASSERT_TRUE(loaded.model);
  ASSERT_EQ(loaded.issues.size(), 1u);
  EXPECT_EQ(loaded.issues[0].severity, Issue::Severity::warning);
  EXPECT_EQ(loaded.issues[0].message, "'colour' is not drawn; did you mean 'color'?");
  const Json& drawn = *loaded.model->objects()[0].visualization;
  EXPECT_EQ(drawn["color"], "#ff0000");
  EXPECT_EQ(drawn["graphics"][0]["radius"], 4.0);
  EXPECT_EQ(drawn["graphics"][0]["color"], "#8000ff");
}

TEST(Display, WarnsOfSensorsThatDoNotExist) {
  EXPECT_EQ(issuesOf(document(R"("sensors": [{"type": "UserFunction", "name": "force", "sensorUserFunction": "t"}],
    "display": {"plots": [{"x": "t", "curves": [{"sensor": "forse"}]}]})")),
            Lines{"/display/plots/0/curves/0/sensor: warning: no sensor is called 'forse'; did you mean 'force'?"});
}

TEST(GenericODE1, HasAMatrixAsLargeAsItsNodes) {
  const auto with = [](const std::string& more) {
    return issuesOf(document(R"("nodes": [{"type": "GenericODE1", "numberOfODE1Coordinates": 2, "initialCoordinates": [1, 2]},
      {"type": "GenericODE1", "numberOfODE1Coordinates": 1}, {"type": "GenericODE2", "numberOfODE2Coordinates": 1}],
      "objects": [{"type": "GenericODE1", "nodeNumbers": [0, 1])" +
                             more + "}]"));
  };
  EXPECT_EQ(with(R"(, "systemMatrix": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "rhsVector": [1, 2, 3], "rhsUserFunction": ["t", "q[2]", "0"])"),
            Lines{});
  EXPECT_EQ(with(R"(, "systemMatrix": [[1, 0], [0, 1]], "rhsVector": [1, 2])"),
            (Lines{"/objects/0/systemMatrix: must have 3 rows and columns, as many as its nodes have states, got 2 rows and 2 columns",
                   "/objects/0/rhsVector: must have 3 numbers, as many as its nodes have states, got 2"}));
  EXPECT_EQ(issuesOf(document(R"("nodes": [{"type": "GenericODE1", "numberOfODE1Coordinates": 2, "initialCoordinates": [1]}])")),
            Lines{"/nodes/0/initialCoordinates: must have numberOfODE1Coordinates = 2 numbers, got 1"});
}

TEST(GenericODE1, TakesLoadsButNoConnectors) {
  const Lines lines = issuesOf(
      document(R"("nodes": [{"type": "GenericODE1", "name": "state", "numberOfODE1Coordinates": 1}, {"type": "1D", "name": "mass"}],
    "objects": [{"type": "ConnectorCoordinate", "markerNumbers": ["state", "state"]}],
    "markers": [{"type": "NodeODE1Coordinate", "name": "state", "nodeNumber": "state", "coordinate": 0},
                {"type": "NodeODE1Coordinate", "name": "second", "nodeNumber": "state", "coordinate": 1},
                {"type": "NodeODE1Coordinate", "name": "of mass", "nodeNumber": "mass", "coordinate": 0},
                {"type": "NodeCoordinate", "name": "place", "nodeNumber": "state", "coordinate": 0}],
    "loads": [{"type": "Coordinate", "markerNumber": "state", "load": 1}])"));
  ASSERT_EQ(lines.size(), 5u) << ::testing::PrintToString(lines);
  EXPECT_NE(lines[0].find("/objects/0/markerNumbers/0"), std::string::npos) << lines[0];
  EXPECT_NE(lines[1].find("/objects/0/markerNumbers/1"), std::string::npos) << lines[1];
  EXPECT_EQ(lines[2], "/markers/1/coordinate: must be less than 1, the number of coordinates of the node, got 1");
  EXPECT_NE(lines[3].find("/markers/2/nodeNumber"), std::string::npos) << lines[3];
  EXPECT_NE(lines[4].find("/markers/3/nodeNumber"), std::string::npos) << lines[4];
}

TEST(GenericODE2, HasMatricesAsLargeAsItsNodes) {
  const auto with = [](const std::string& matrices) {
    return issuesOf(document(R"("nodes": [{"type": "GenericODE2", "numberOfODE2Coordinates": 2}, {"type": "1D"}],
                            "objects": [{"type": "GenericODE2", "nodeNumbers": [0, 1], )" +
                             matrices + "}]"));
  };
  const std::string three = "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]";
  EXPECT_EQ(with("\"massMatrix\": " + three + ", \"stiffnessMatrix\": " + three + ", \"forceVector\": [1, 2, 3]"), Lines{});
  EXPECT_EQ(
      with("\"massMatrix\": [[1, 0], [0, 1]], \"dampingMatrix\": [[1], [0], [0]], \"forceVector\": [1, 2]"),
      (Lines{"/objects/0/massMatrix: must have 3 rows and columns, as many as its nodes have coordinates, got 2 rows and 2 columns",
             "/objects/0/dampingMatrix: must have 3 rows and columns, as many as its nodes have coordinates, got 3 rows and 1 columns",
             "/objects/0/forceVector: must have 3 numbers, as many as its nodes have coordinates, got 2"}));
}

/// Copies of the argument q count as entries of the formula.
TEST(GenericODE2, WithANegativeNumberOfCoordinatesIsRefused) {
  const Lines lines = issuesOf(document(R"("nodes": [{"type": "GenericODE2", "name": "a", "numberOfODE2Coordinates": -1000000000}],
      "objects": [{"type": "GenericODE2", "nodeNumbers": ["a"], "forceUserFunction": "[q[0], q[1], q[2], q[3]]"}])"));
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines[0], "/nodes/0/numberOfODE2Coordinates: must be 0 or more, got -1000000000");
}

/// Their products are larger than an int.
TEST(GenericODE2, WithTooManyCoordinatesIsRefusedOnceForEach) {
  const auto with = [](const std::string& count) {
    return issuesOf(document(R"("nodes": [{"type": "GenericODE2", "name": "a", "numberOfODE2Coordinates": )" + count + R"(}],
                            "objects": [{"type": "GenericODE2", "nodeNumbers": ["a"], "massMatrixUserFunction": "[[1, 0], [0, 1]]"}])"));
  };
  const Lines tooMany = with("400000000"), most = with("200000");
  ASSERT_EQ(tooMany.size(), 2u);
  EXPECT_EQ(tooMany[0], "/nodes/0/numberOfODE2Coordinates: must be at most 200000, got 400000000");
  EXPECT_EQ(tooMany[1].rfind("/objects/0/massMatrixUserFunction: ", 0), 0u) << tooMany[1];
  ASSERT_EQ(most.size(), 1u);
  EXPECT_EQ(most[0].rfind("/objects/0/massMatrixUserFunction: ", 0), 0u) << most[0];
}

}  // namespace
}  // namespace slipstick
