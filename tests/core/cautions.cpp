// Cautions: a run whose steps all converged but whose result may be wrong carries one; other runs carry none.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/model/document.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

bool mentions(const Recorded& run, const std::string& text) { return run.statistics().caution.find(text) != std::string::npos; }

/// Two masses connected by a rod of 2 m.
std::string rod(double distance, const std::string& step) {
  return R"({"slipstick": 1, "create": [
      {"type": "MassPoint", "name": "a", "referencePosition": [0, 0, 0], "physicsMass": 1},
      {"type": "MassPoint", "name": "b", "referencePosition": [)" +
         std::to_string(distance) +
         R"(, 0, 0], "physicsMass": 1},
      {"type": "DistanceConstraint", "name": "rod", "bodyNumbers": ["a", "b"], "distance": 2}],
    "sensors": [{"type": "Body", "name": "b", "bodyNumber": "b", "outputVariableType": "Position"}],
    "analysis": {"endTime": 0.01, "stepSize": 0.001)" +
         step + "}}";
}

TEST(Cautions, NameConstraintsThatTheStartViolates) {
  const Recorded open = run(rod(1.1, ""));
  EXPECT_TRUE(mentions(open, "'rod' is open by 0.9 m")) << open.statistics().caution;
  EXPECT_TRUE(mentions(open, "assemble")) << open.statistics().caution;
  EXPECT_EQ(run(rod(1.1, R"(, "assemble": true)")).statistics().caution, "");
  EXPECT_EQ(run(rod(2, "")).statistics().caution, "");
  EXPECT_EQ(run(rod(1.9995, "")).statistics().caution, "");  // rounded numbers
}

TEST(Cautions, AcceptTheInitialStatesOfGalleryModels) {
  for (const auto& file : std::filesystem::directory_iterator(sourcePath("web/models"))) {
    Json document = Json::parse(readFile("web/models/" + file.path().filename().string()));
    Simulation simulation(load(document.dump()));
    int steps = 0;
    simulation.advance([&] { return simulation.progress().analysisStep + 1 == simulation.progress().analysisSteps && ++steps > 3; });
    EXPECT_NE(simulation.status(), Simulation::Status::failed) << file.path();
    EXPECT_EQ(simulation.statistics().caution, "") << file.path();
  }
}

/// A hanging double pendulum with the energy as a sensor.
std::string doublePendulum(const std::string& method) {
  return R"j({"slipstick": 1,
    "nodes": [{"type": "RigidBody2D", "referenceCoordinates": [0.5, 0, 0]}, {"type": "RigidBody2D", "referenceCoordinates": [1.5, 0, 0]}],
    "objects": [{"type": "Ground"},
      {"type": "RigidBody2D", "name": "a", "nodeNumber": 0, "physicsMass": 1, "physicsInertia": 0.1},
      {"type": "RigidBody2D", "name": "b", "nodeNumber": 1, "physicsMass": 1, "physicsInertia": 0.1},
      {"type": "JointRevolute2D", "markerNumbers": [0, 1]}, {"type": "JointRevolute2D", "markerNumbers": [2, 3]}],
    "markers": [{"type": "BodyPosition", "bodyNumber": 0}, {"type": "BodyPosition", "bodyNumber": "a", "localPosition": [-0.5, 0, 0]},
      {"type": "BodyPosition", "bodyNumber": "a", "localPosition": [0.5, 0, 0]},
      {"type": "BodyPosition", "bodyNumber": "b", "localPosition": [-0.5, 0, 0]},
      {"type": "BodyMass", "bodyNumber": "a"}, {"type": "BodyMass", "bodyNumber": "b"}],
    "loads": [{"type": "MassProportional", "markerNumber": 4, "loadVector": [0, -9.81, 0]},
      {"type": "MassProportional", "markerNumber": 5, "loadVector": [0, -9.81, 0]}],
    "analysis": {"endTime": 3, "stepSize": 1e-3, "generalizedAlpha": {)j" +
         method + "}}}";
}

TEST(Cautions, ReportAccelerationsThatAlternate) {
  const Recorded undamped = attempt(doublePendulum(R"("spectralRadius": 1)"));
  EXPECT_TRUE(mentions(undamped, "alternate from step to step")) << undamped.statistics().caution;
  EXPECT_EQ(run(doublePendulum(R"("spectralRadius": 0.9)")).statistics().caution, "");
  EXPECT_EQ(run(doublePendulum(R"("useNewmark": true, "useIndex2Constraints": true)")).statistics().caution, "");
}

/// A free body that spins for 3 s at 20 rad/s.
Recorded spin(const std::string& node, Json analysis) {
  Json json{{"slipstick", 1}};
  json["create"] = {{{"type", "RigidBody"},
                     {"name", "top"},
                     {"nodeType", node},
                     {"initialAngularVelocity", {0, 0, 20}},
                     {"inertia", {{"mass", 1}, {"inertiaTensor", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}}}}};
  json["sensors"] = {{{"type", "Body"}, {"name", "turn"}, {"bodyNumber", "top"}, {"outputVariableType", "AngularVelocity"}}};
  analysis["endTime"] = 3;
  json["analysis"] = std::move(analysis);
  return run(json.dump());
}

TEST(Cautions, ReportLargeRotationsOfEulerParametersWithExudynWays) {
  const Recorded slow = spin("RigidBodyEP", {{"stepSize", 0.01}, {"exudynWays", true}});
  EXPECT_GT(std::abs(slow.last("turn", 2) - 20), 1);
  EXPECT_TRUE(mentions(slow, "turned too far in 20 of 20 steps")) << slow.statistics().caution;
  EXPECT_TRUE(mentions(slow, "RigidBodyRotVecLG"));
  const Recorded fine = spin("RigidBodyEP", {{"stepSize", 0.001}, {"exudynWays", true}});
  EXPECT_NEAR(fine.last("turn", 2), 20, 0.01);
  EXPECT_EQ(fine.statistics().caution, "");
}

TEST(Cautions, AreNotRaisedForLargeRotationsByDefault) {
  for (const double radius : {0.6, 0.8, 0.9, 0.95, 1.0}) {
    const Recorded far = spin("RigidBodyEP", {{"stepSize", 0.01}, {"generalizedAlpha", {{"spectralRadius", radius}}}});
    EXPECT_NEAR(far.last("turn", 2), 20, 0.02) << radius;
    EXPECT_EQ(far.statistics().caution, "") << radius;
  }
  for (const std::string solver : {"GeneralizedAlpha", "TrapezoidalIndex2"})
    EXPECT_NEAR(spin("RigidBodyEP", {{"stepSize", 0.01}, {"solver", solver}}).last("turn", 2), 20, 1e-3) << solver;
  EXPECT_NEAR(spin("RigidBodyRotVecLG", {{"stepSize", 0.01}}).last("turn", 2), 20, 1e-9);
}

/// A wheel on a torsional spring, or with a marker that counts its turns.
TEST(Cautions, ReportAnglesThatTurnTooFarToBeCounted) {
  const auto wheel = [](const std::string& counter, double spin) {
    return run(R"({"slipstick": 1, "nodes": [{"type": "GenericData", "name": "turns", "numberOfDataCoordinates": 1}],
      "create": [{"type": "RigidBody", "name": "wheel", "nodeType": "RigidBodyRxyz", "initialAngularVelocity": [0, 0, )" +
               std::to_string(spin) + R"(],
        "inertia": {"mass": 1, "inertiaTensor": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}},
        {"type": "RevoluteJoint", "bodies": [null, "wheel"], "axis": [0, 0, 1], "name": "hinge"}],)" +
               counter + R"(, "analysis": {"endTime": 0.1, "numberOfSteps": 10}})");
  };
  const std::string ground = R"("objects": [{"type": "Ground", "name": "ground"})";
  const std::string spring = ground + R"(, {"type": "ConnectorTorsionalSpringDamper", "markerNumbers": ["at ground", "at wheel"],
      "nodeNumber": "turns", "stiffness": 1}], "markers": [{"type": "BodyRigid", "name": "at ground", "bodyNumber": "ground"},
      {"type": "BodyRigid", "name": "at wheel", "bodyNumber": "wheel"}])";
  const std::string marker = ground + R"(], "markers": [{"type": "BodiesRelativeRotationCoordinate", "bodyNumbers": ["ground", "wheel"],
      "axis0": [0, 0, 1], "nodeNumber": "turns"}])";
  for (const std::string& counter : {spring, marker}) {
    EXPECT_EQ(wheel(counter, 300).statistics().caution, "");
    const Recorded fast = wheel(counter, 320);
    EXPECT_TRUE(mentions(fast, "At 0.01 s an angle whose turns are counted changed by more than half a turn")) << fast.statistics().caution;
  }
}

TEST(Cautions, CountStepsWhoseContactsDoNotSettle) {
  Json belt = Json::parse(readFile("web/models/brake-belt.json"));
  belt["analysis"][1]["endTime"] = 1;
  EXPECT_EQ(run(belt.dump()).statistics().caution, "");
  belt["analysis"][1]["discontinuous"] = {{"maxIterations", 1}, {"iterationTolerance", 0.01}};
  const Recorded hasty = run(belt.dump());
  EXPECT_TRUE(mentions(hasty, "contact states did not settle")) << hasty.statistics().caution;
}

/// A box that rotates about y, and slowly about x and z, from rest to beyond a quarter turn.
std::string box(const std::string& items, const std::string& analysis) {
  return R"({"slipstick": 1, )" + items + R"(, "analysis": {"endTime": 1.2, "stepSize": 1e-3)" + analysis + "}}";
}
std::string angles(const std::string& velocities) {
  return R"("nodes": [{"type": "RigidBodyRxyz", "name": "box", "initialVelocities": [0, 0, 0, )" + velocities + R"(]}],
    "objects": [{"type": "RigidBody", "nodeNumber": 0, "physicsMass": 1, "physicsInertia": [0.01, 0.02, 0.03, 0, 0, 0]}])";
}
/// A free joint: three prismatic joints, then three hinges.
std::string tree(const std::string& velocities) {
  const std::string one = "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]", none = "[[0, 0, 0], [0, 0, 0], [0, 0, 0]]", zero = "[0, 0, 0]";
  const auto fiveOf = [](const std::string& each) { return each + ", " + each + ", " + each + ", " + each + ", " + each + ", "; };
  return R"("nodes": [{"type": "GenericODE2", "name": "joints", "numberOfODE2Coordinates": 6, "initialCoordinates_t": [0, 0, 0, )" +
         velocities +
         R"(]}], "objects": [{"type": "KinematicTree", "name": "box", "nodeNumber": 0, "jointTypes": [4, 5, 6, 1, 2, 3],
      "linkParents": [-1, 0, 1, 2, 3, 4], "jointTransformations": [)" +
         fiveOf(one) + one + R"(], "jointOffsets": [)" + fiveOf(zero) + zero + R"(], "linkMasses": [0, 0, 0, 0, 0, 1], "linkCOMs": [)" +
         fiveOf(zero) + zero + R"(], "linkInertiasCOM": [)" + fiveOf(none) + R"([[0.01, 0, 0], [0, 0.02, 0], [0, 0, 0.03]]]}])";
}

TEST(Cautions, ReportAnglesThatPassTheirSingularity) {
  for (const std::string& solver : {std::string(), std::string(R"(, "solver": "RK44")")}) {
    for (const auto& [item, name] : {std::pair{&angles, "node 'box'"}, std::pair{&tree, "tree 'box'"}}) {
      const Recorded passing = attempt(box(item("0.002, 2, 0.002"), solver));
      EXPECT_TRUE(mentions(passing, "singularity")) << solver << item("");
      EXPECT_TRUE(mentions(passing, name)) << passing.statistics().caution;
      const Recorded before = attempt(box(item("0.002, 1, 0.002"), solver));
      EXPECT_EQ(before.statistics().caution, "");
    }
  }
}

}  // namespace
}  // namespace slipstick::testing
