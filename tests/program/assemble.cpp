// `slipstick assemble`: the document with an assembled mechanism, and the messages if it cannot be assembled.

#include "core/model/model.h"
#include "tests/program/program.h"

namespace slipstick {
namespace {

using AssembleProgram = ProgramTest;

/// A four-bar linkage of creators, whose coupler and rocker are drawn slightly off.
Json fourBar() {
  return Json::parse(R"json({"slipstick": 1, "parameters": {"off": {"value": 0.05}},
    "create": [
      {"type": "RigidBody2D", "name": "crank", "referencePosition": [0, 0.15, 0], "referenceRotationMatrix": "rotZ(pi/2)",
       "inertia": {"shape": "cuboid", "sideLengths": [0.3, 0.05, 0.05], "density": 1000}},
      {"type": "RigidBody2D", "name": "coupler", "referencePosition": [0.45, 0.45, 0],
       "initialDisplacement": [0.05, -0.02, 0], "inertia": {"shape": "cuboid", "sideLengths": [0.95, 0.05, 0.05], "density": 1000}},
      {"type": "RigidBody2D", "name": "rocker", "referencePosition": [0.9, 0.3, 0],
       "inertia": {"shape": "cuboid", "sideLengths": [0.6, 0.05, 0.05], "density": 1000}, "initialVelocity": [-0.3, 0, 0],
       "initialAngularVelocity": [0, 0, 1]},
      {"type": "RevoluteJoint", "name": "A", "bodies": [null, "crank"], "position": [0, 0, 0]},
      {"type": "RevoluteJoint", "name": "B", "bodies": ["crank", "coupler"], "position": [0, 0.3, 0]},
      {"type": "RevoluteJoint", "name": "C", "bodies": ["coupler", "rocker"], "position": [0.9, 0.6, 0]},
      {"type": "RevoluteJoint", "name": "D", "bodies": [null, "rocker"], "position": [0.9, 0, 0]}],
    "analysis": {"type": "dynamic", "endTime": 0.1, "stepSize": 0.001}})json");
}

TEST_F(AssembleProgram, WritesPlainNumbersWithWhichTheMechanismCloses) {
  ASSERT_EQ(run({"assemble", "-", "--output", path("closed.json"), "--hold", "rocker"}, fourBar().dump()), 0) << err;
  EXPECT_NE(out.find("The mechanism closes"), std::string::npos) << out;
  EXPECT_NE(out.find("1 degree of freedom: 'crank' turns about z, and with it 'coupler' and 'rocker'."), std::string::npos) << out;
  const Json written = Json::parse(read(path("closed.json")));
  EXPECT_EQ(written["create"][2], fourBar()["create"][2]);  // held: unchanged
  EXPECT_EQ(written["create"][3], fourBar()["create"][3]);
  EXPECT_EQ(written["create"][0]["referenceRotationMatrix"], "rotZ(pi/2)");
  EXPECT_NEAR(written["create"][1]["initialDisplacement"][0].get<double>(), 0, 1e-12);
  EXPECT_NEAR(written["create"][0]["initialAngularVelocity"][2].get<double>(), 2, 1e-12);  // 0.6 · 1 rad/s over 0.3
  // The written document closes to the bit, and a repetition changes nothing.
  EXPECT_EQ(run({"assemble", path("closed.json"), "--output", path("again.json")}), 0) << err;
  EXPECT_EQ(read(path("again.json")), read(path("closed.json")));
}

/// GenericODE2 calls its rates initialCoordinates_t. The first coordinate is held at 0.
TEST_F(AssembleProgram, WritesTheStartOfGeneralNodes) {
  const std::string document = R"json({"slipstick": 1,
    "nodes": [{"type": "GenericODE2", "name": "state", "numberOfODE2Coordinates": 2, "initialCoordinates": [0.1, 0.2],
               "initialCoordinates_t": [1, 2]}, {"type": "PointGround", "name": "ground"}],
    "objects": [{"type": "GenericODE2", "nodeNumbers": ["state"], "massMatrix": [[1, 0], [0, 1]]},
                {"type": "ConnectorCoordinate", "markerNumbers": ["fixed", "first"]}],
    "markers": [{"type": "NodeCoordinate", "name": "fixed", "nodeNumber": "ground", "coordinate": 0},
                {"type": "NodeCoordinate", "name": "first", "nodeNumber": "state", "coordinate": 0}]})json";
  ASSERT_EQ(run({"assemble", "-", "--output", path("closed.json")}, document), 0) << err;
  const Json node = Json::parse(read(path("closed.json")))["nodes"][0];
  for (const auto& [key, second] : {std::pair("initialCoordinates", 0.2), {"initialCoordinates_t", 2.0}}) {
    EXPECT_NEAR(node[key][0].get<double>(), 0, 1e-12) << key;
    EXPECT_NEAR(node[key][1].get<double>(), second, 1e-12) << key;
  }
}

TEST_F(AssembleProgram, PrintsTheResultAsJson) {
  ASSERT_EQ(run({"assemble", "-", "--json"}, fourBar().dump()), 0) << err;
  const Json found = Json::parse(out);
  EXPECT_TRUE(found["closed"]);
  EXPECT_LT(found["gap"].get<double>(), 1e-12);
  EXPECT_EQ(found["mobility"]["degreesOfFreedom"], 1);
  EXPECT_EQ(found["nodes"].size(), 3u);
}

TEST_F(AssembleProgram, RefusesToPutANumberInThePlaceOfAFormula) {
  Json document = fourBar();
  document["create"][1]["initialDisplacement"] = {"off", -0.02, 0};
  EXPECT_EQ(run({"assemble", "-", "--output", path("closed.json")}, document.dump()), 2);
  EXPECT_EQ(err.rfind("/create/1/initialDisplacement: is a formula, which a number would replace", 0), 0u) << err;
  EXPECT_FALSE(std::filesystem::exists(path("closed.json")));
}

TEST_F(AssembleProgram, NamesOpenConstraints) {
  Json document = fourBar();
  document["create"].push_back({{"type", "DistanceConstraint"},
                                {"name", "strut"},
                                {"bodies", {nullptr, "rocker"}},
                                {"localPosition1", {0, -0.3, 0}},
                                {"distance", 1.1}});
  EXPECT_EQ(run({"assemble", "-", "--output", path("closed.json")}, document.dump()), 1);
  EXPECT_NE(err.find("The mechanism does not close: "), std::string::npos) << err;
  EXPECT_NE(err.find("stays open by 0.2 m"), std::string::npos) << err;
  EXPECT_FALSE(std::filesystem::exists(path("closed.json")));
}

TEST_F(AssembleProgram, ReportsNamesAndValuesThatItCannotHoldOrWrite) {
  EXPECT_EQ(run({"assemble", "-", "--hold", "crnk"}, fourBar().dump()), 2);
  EXPECT_EQ(err, "slipstick: the model has no body and no node 'crnk'\n");
  EXPECT_EQ(run({"assemble", "-", "--output", path("closed.txt")}, fourBar().dump()), 2);
  EXPECT_NE(err.find("the output must end in .json"), std::string::npos) << err;
}

}  // namespace
}  // namespace slipstick
