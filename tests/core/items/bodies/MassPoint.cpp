#include <gtest/gtest.h>

#include "core/system/system.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

const std::string document = R"({"slipstick": 1,
  "nodes": [{"type": "Point", "referenceCoordinates": [1, 2, 3], "initialCoordinates": [0.1, 0, 0], "initialVelocities": [4, 5, 6]}],
  "objects": [{"type": "MassPoint", "name": "mass", "physicsMass": 2, "nodeNumber": 0}],
  "markers": [{"type": "BodyMass", "bodyNumber": "mass"}, {"type": "BodyPosition", "bodyNumber": "mass", "localPosition": [0, 0, 1]}],
  "loads": [{"type": "MassProportional", "markerNumber": 0, "loadVector": [0, 0, -10]}, {"type": "ForceVector", "markerNumber": 1, "loadVector": [3, 0, 0]}],
  "sensors": [{"type": "Body", "name": "position", "bodyNumber": "mass", "localPosition": [0, 0, 1], "outputVariableType": "Position"},
              {"type": "Body", "name": "displacement", "bodyNumber": "mass", "outputVariableType": "Displacement"},
              {"type": "Body", "name": "velocity", "bodyNumber": "mass", "outputVariableType": "Velocity"},
              {"type": "Body", "name": "acceleration", "bodyNumber": "mass", "outputVariableType": "Acceleration"},
              {"type": "Body", "name": "rotation", "bodyNumber": "mass", "outputVariableType": "RotationMatrix"},
              {"type": "Body", "name": "spin", "bodyNumber": "mass", "outputVariableType": "AngularVelocity"}],
  "analysis": {"type": "dynamic", "endTime": 0.1, "numberOfSteps": 1}})";

TEST(MassPoint, AcceleratesWithForceOverMassAndNeverTurns) {
  const Recorded motion = run(document);
  EXPECT_EQ(motion.sample("position", 0), (std::vector<double>{1.1, 2, 4}));
  EXPECT_EQ(motion.sample("displacement", 0), (std::vector<double>{0.1, 0, 0}));
  EXPECT_EQ(motion.sample("velocity", 0), (std::vector<double>{4, 5, 6}));
  EXPECT_EQ(motion.sample("acceleration", 0), (std::vector<double>{1.5, 0, -10}));
  EXPECT_EQ(motion.sample("rotation", -1), (std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(motion.sample("spin", -1), (std::vector<double>{0, 0, 0}));
  // Constant acceleration is integrated exactly.
  EXPECT_NEAR(motion.last("displacement", 2), 0.6 - 0.05, 1e-14);
}

}  // namespace
}  // namespace slipstick::testing
