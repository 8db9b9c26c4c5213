#include <gtest/gtest.h>

#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

TEST(Ground, IsAFrameThatRests) {
  const Recorded still = run(R"json({"slipstick": 1,
    "objects": [{"type": "Ground", "referencePosition": [1, 2, 3], "referenceRotation": "rotZ(pi/2)"}],
    "markers": [{"type": "BodyRigid", "bodyNumber": 0, "localPosition": [1, 0, 0]}],
    "sensors": [{"type": "Body", "name": "position", "bodyNumber": 0, "localPosition": [1, 0, 0], "outputVariableType": "Position"},
                {"type": "Body", "name": "rotation", "bodyNumber": 0, "outputVariableType": "RotationMatrix"},
                {"type": "Body", "name": "velocity", "bodyNumber": 0, "outputVariableType": "Velocity"},
                {"type": "Marker", "name": "marker", "markerNumber": 0, "outputVariableType": "Position"},
                {"type": "Marker", "name": "angles", "markerNumber": 0, "outputVariableType": "Rotation"}],
    "analysis": {"type": "dynamic", "endTime": 1, "numberOfSteps": 2}})json");
  const double position[3] = {1, 3, 3}, rotation[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(still.last("position", i), position[i], 1e-15);
    EXPECT_NEAR(still.last("marker", i), position[i], 1e-15);
    EXPECT_EQ(still.last("velocity", i), 0);
  }
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(still.last("rotation", i), rotation[i], 1e-15);
  EXPECT_NEAR(still.last("angles", 2), std::acos(0.0), 1e-15);
}

}  // namespace
}  // namespace slipstick::testing
