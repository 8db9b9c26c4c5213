// Loads: their terms in the equations of motion, measured as the initial acceleration.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// A body of 2 kg and 4 kg m² rotated by 90° about z, with a marker at (0.5, 0, 0) on it; it falls freely along z from 1 m/s.
std::string document(const std::string& load,
                     const std::string& marker = R"("type": "BodyRigid", "bodyNumber": 0, "localPosition": [0.5, 0, 0])") {
  return R"({"slipstick": 1,
    "nodes": [{"type": "RigidBodyRxyz", "referenceCoordinates": [0, 0, 0, 0, 0, "pi/2"], "initialVelocities": [0, 0, 1, 0, 0, 0]}],
    "objects": [{"type": "RigidBody", "nodeNumber": 0, "physicsMass": 2, "physicsInertia": [4, 4, 4, 0, 0, 0]}],
    "markers": [{)" +
         marker + R"(}], "loads": [{"name": "load", "markerNumber": 0, )" + load + R"(}],
    "sensors": [{"type": "Load", "name": "load", "loadNumber": "load"},
                {"type": "Body", "name": "position", "bodyNumber": 0, "outputVariableType": "Position"},
                {"type": "Body", "name": "acceleration", "bodyNumber": 0, "outputVariableType": "Acceleration"},
                {"type": "Body", "name": "turning", "bodyNumber": 0, "outputVariableType": "AngularAcceleration"}],
    "analysis": {"type": "dynamic", "endTime": 1, "numberOfSteps": 100, "sensorsWritePeriod": 0}})";
}
void expectNear(const std::vector<double>& found, const std::vector<double>& expected, double tolerance = 1e-14) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << "component " << i;
}

TEST(ForceVector, ActsAtItsMarkerInGlobalDirections) {
  const Recorded motion = run(document(R"("type": "ForceVector", "loadVector": [6, 0, 0])"));
  expectNear(motion.sample("acceleration", 0), {3, 0, 0});
  expectNear(motion.sample("turning", 0), {0, 0, -0.5 * 6 / 4});  // the marker is at (0, 0.5, 0)
  expectNear(motion.sample("load", 0), {6, 0, 0});
}
TEST(ForceVector, TurnsWithTheBodyIfItIsFixedToIt) {
  const Recorded motion = run(document(R"("type": "ForceVector", "loadVector": [6, 0, 0], "bodyFixed": true)"));
  expectNear(motion.sample("acceleration", 0), {0, 3, 0});
  expectNear(motion.sample("turning", 0), {0, 0, 0});
  expectNear(motion.sample("load", 0), {6, 0, 0});  // as specified, not rotated
}
TEST(ForceVector, TakesAUserFunctionOfTime) {
  const Recorded motion =
      run(document(R"("type": "ForceVector", "loadVector": [6, 0, 4], "loadVectorUserFunction": "cos(pi*t)*loadVector")"));
  expectNear(motion.sample("acceleration", 0), {3, 0, 2});
  expectNear(motion.sample("load", 50), {0, 0, 0}, 1e-12);
  expectNear(motion.sample("load", -1), {-6, 0, -4}, 1e-12);
}
TEST(ForceVector, ReadsSensors) {
  // A controller: force = −8 · height, so that z oscillates with ω = 2 rad/s.
  const Recorded motion =
      run(document(R"json("type": "ForceVector", "loadVectorUserFunction": ["0", "0", "-8*sensor(\"position\")[2]"])json",
                   R"("type": "BodyPosition", "bodyNumber": 0)"));
  for (int i = 0; i < motion.samples(); ++i)
    EXPECT_NEAR(motion.column("position", 2)[i], 0.5 * std::sin(2 * motion.time()[i]), 1e-4);  // order h² = 1e-4
  // The load reads the sensor at the same state.
  EXPECT_NEAR(motion.last("load", 2), -8 * motion.last("position", 2), 1e-14);
}
TEST(TorqueVector, TurnsTheBody) {
  const Recorded motion = run(document(R"("type": "TorqueVector", "loadVector": [8, 0, 0])"));
  expectNear(motion.sample("acceleration", 0), {0, 0, 0});
  expectNear(motion.sample("turning", 0), {2, 0, 0});
}
TEST(TorqueVector, TurnsWithTheBodyIfItIsFixedToIt) {
  expectNear(run(document(R"("type": "TorqueVector", "loadVector": [8, 0, 0], "bodyFixed": true)")).sample("turning", 0), {0, 2, 0});
}
TEST(TorqueVector, TakesAUserFunction) {
  expectNear(run(document(R"("type": "TorqueVector", "loadVector": [8, 0, 0], "loadVectorUserFunction": ["0", "0", "loadVector[0] + t"])"))
                 .sample("turning", 0),
             {0, 0, 2});
}
TEST(MassProportional, AcceleratesEveryMassAlike) {
  const Recorded motion =
      run(document(R"("type": "MassProportional", "loadVector": [1, 2, -9.81])", R"("type": "BodyMass", "bodyNumber": 0)"));
  expectNear(motion.sample("acceleration", 0), {1, 2, -9.81});
  expectNear(motion.sample("load", 0), {1, 2, -9.81});
  const Recorded shaken =
      run(document(R"("type": "MassProportional", "loadVector": [1, 0, 0], "loadVectorUserFunction": "(1 + t)*loadVector")",
                   R"("type": "BodyMass", "bodyNumber": 0)"));
  EXPECT_NEAR(shaken.last("acceleration", 0), 2, 1e-9);  // Newton's relative tolerance is 1e-8
}
TEST(Coordinate, ActsOnOneCoordinate) {
  const std::string x = R"("type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0)",
                    angle = R"("type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 5)";
  expectNear(run(document(R"("type": "Coordinate", "load": 6)", x)).sample("acceleration", 0), {3, 0, 0});
  expectNear(run(document(R"("type": "Coordinate", "load": 6)", angle)).sample("turning", 0), {0, 0, 1.5});
  const Recorded motion = run(document(R"json("type": "Coordinate", "load": 6, "loadUserFunction": "load*(1 + t)")json", x));
  EXPECT_EQ(motion.first("load"), 6);
  EXPECT_NEAR(motion.last("load"), 12, 1e-12);
  EXPECT_NEAR(motion.last("acceleration"), 6, 1e-7);
}

/// The load factor scales loads, but not loads with user functions.
TEST(Loads, AreScaledByTheLoadFactorUnlessAUserFunctionGivesThem) {
  for (const auto& [extra, expected] : {std::pair{"", -1.5}, std::pair{R"(, "loadVectorUserFunction": "loadVector")", -6.0}}) {
    EvaluatedSystem system(load(document(R"("type": "ForceVector", "loadVector": [6, 0, 0])" + std::string(extra))));
    double forces[6];
    system.forces(system.initial(), 0.25, forces, nullptr);
    EXPECT_EQ(forces[0], expected);
  }
  const std::string x = R"("type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0)";
  for (const auto& [extra, expected] : {std::pair{"", -1.5}, std::pair{R"(, "loadUserFunction": "load")", -6.0}}) {
    EvaluatedSystem system(load(document(R"("type": "Coordinate", "load": 6)" + std::string(extra), x)));
    double forces[6];
    system.forces(system.initial(), 0.25, forces, nullptr);
    EXPECT_EQ(forces[0], expected);
  }
}

}  // namespace
}  // namespace slipstick::testing
