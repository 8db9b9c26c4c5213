#include <gtest/gtest.h>

#include "tests/core/support/connector.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// From the origin to (3, 0, 4): 5 m long. G m0 m1 = 2 · 3 · 5 = 30 N·m².
Connector gravity(const std::string& more = "") {
  Connector gravity = connector(R"({"type": "ConnectorGravity", "gravitationalConstant": 2, "mass0": 3, "mass1": 5)" + more + "}");
  gravity.frame1.position = {3, 0, 4};
  return gravity;
}

TEST(ConnectorGravity, PullsTheMassesTogetherWithTheInverseSquareOfTheirDistance) {
  const auto forces = gravity().forces();
  const double direction[3] = {0.6, 0, 0.8};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(forces.on0.force[i], 30.0 / 25 * direction[i], 1e-15);
    EXPECT_NEAR(forces.on1.force[i], -30.0 / 25 * direction[i], 1e-15);
    EXPECT_NEAR(gravity().output(OutputVariable::Force)[i], 30.0 / 25 * direction[i], 1e-15);
  }
  EXPECT_EQ(gravity().output(OutputVariable::Distance)[0], 5);
}

/// L² + (L_min − L)² for masses closer than L_min: 25 + 1 at 6 m.
TEST(ConnectorGravity, GrowsLessBelowTheMinimumDistance) {
  EXPECT_NEAR(gravity(R"(, "minDistanceRegularization": 6)").forces().on0.force.x, 30.0 / 26 * 0.6, 1e-15);
  EXPECT_NEAR(gravity(R"(, "minDistanceRegularization": 4)").forces().on0.force.x, 30.0 / 25 * 0.6, 1e-15);
}

/// Two masses 4 m apart, m = 2 kg and 6 kg, G = 3, circle about their centre of mass with ω² = G (m0 + m1) / L³ = 0.375.
TEST(ConnectorGravity, HoldsTwoMassesOnCircles) {
  const Recorded orbit = run(R"json({"slipstick": 1,
    "definitions": {"w": "sqrt(3*8/4^3)", "period": "2*pi/w"},
    "create": [{"type": "MassPoint", "name": "a", "physicsMass": 2, "referencePosition": [-3, 0, 0], "initialVelocity": [0, "-3*w", 0], "gravity": [0, 0, 0]},
               {"type": "MassPoint", "name": "b", "physicsMass": 6, "referencePosition": [1, 0, 0], "initialVelocity": [0, "w", 0], "gravity": [0, 0, 0]}],
    "markers": [{"type": "BodyPosition", "bodyNumber": "a"}, {"type": "BodyPosition", "bodyNumber": "b"}],
    "objects": [{"type": "ConnectorGravity", "name": "g", "markerNumbers": [0, 1], "gravitationalConstant": 3, "mass0": 2, "mass1": 6}],
    "sensors": [{"type": "Object", "name": "distance", "objectNumber": "g", "outputVariableType": "Distance"},
                {"type": "Body", "name": "a", "bodyNumber": "a", "outputVariableType": "Position"}],
    "analysis": {"endTime": "period", "numberOfSteps": 2000, "solver": "RK44"}})json");
  // Fourth order: with 2000 steps per turn the position error is below 1e-10 of the radius.
  for (const double distance : orbit.column("distance")) EXPECT_NEAR(distance, 4, 1e-9);
  EXPECT_NEAR(orbit.last("a", 0), -3, 1e-9);
  EXPECT_NEAR(orbit.last("a", 1), 0, 1e-9);
}

}  // namespace
}  // namespace slipstick::testing
