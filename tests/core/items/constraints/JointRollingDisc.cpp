// A disc of radius 0.5 m is upright on the plane z = 0 with its axis along x: lateral direction x, longitudinal direction −y.

#include <gtest/gtest.h>

#include "core/math/rotations.h"
#include "tests/core/support/connector.h"

namespace slipstick::testing {
namespace {

using Variable = OutputVariable;

Connector joint(const std::string& more = "") {
  Connector joint = connector(R"({"type": "JointRollingDisc", "discRadius": 0.5)" + more + "}");
  joint.frame1.position = {0, 0, 0.5};
  return joint;
}

TEST(JointRollingDisc, DemandsThatTheContactPointRests) {
  Connector rolling = joint();
  rolling.frame1.velocity = {0.1, -1, 0.2};
  rolling.frame1.angularVelocity = {3, 0, 0};  // moves the lowest point by ω × arm = (0, 1.5, 0)
  const auto equations = rolling.equations();
  EXPECT_NEAR(equations[0], 0.1, 1e-15);
  EXPECT_NEAR(equations[1], 1 - 1.5, 1e-15);
  EXPECT_NEAR(equations[2], 0.2, 1e-15);
  EXPECT_EQ(rolling.equations(ConstraintLevel::velocity), equations) << "the same equations at index 2 and 3";
}

TEST(JointRollingDisc, MeasuresAgainstThePlane) {
  Connector carried = joint();
  carried.frame0.position = {1, 0, 0};
  carried.frame0.velocity = {0.1, 0.2, 0.3};
  carried.frame0.angularVelocity = {0, 0, 2};  // material of the plane there: velocity + (0, −2, 0)
  const auto equations = carried.equations();
  EXPECT_NEAR(equations[0], -0.1, 1e-15);
  EXPECT_NEAR(equations[1], 0.2 - 2, 1e-15);  // −y of (0, 0, 0) − (0.1, −1.8, 0.3)
  EXPECT_NEAR(equations[2], -0.3, 1e-15);
}

TEST(JointRollingDisc, PushesTheDiscWithMinusLambda) {
  Connector held = joint();
  held.lambda = {1, 2, -10};
  EXPECT_EQ(held.output(Variable::ForceLocal), (std::vector<double>{-1, -2, 10}));
  const auto forces = held.forces();
  const Vector3 expected{-1, 2, 10};  // lateral x, longitudinal −y
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(forces.on1.force[i], expected[i], 1e-14);
    EXPECT_NEAR(forces.on0.force[i], -expected[i], 1e-14);
    EXPECT_NEAR(forces.on1.torque[i], cross(Vector3{0, 0, -0.5}, expected)[i], 1e-14);
    EXPECT_NEAR(forces.on0.torque[i], 0, 1e-14);  // the contact point is at the origin of the plane
  }
}

TEST(JointRollingDisc, DoesNotConstrainFreeAxes) {
  Connector free = joint(R"(, "constrainedAxes": [0, 1, 1])");
  free.frame1.velocity = {0.1, -1, 0.2};
  free.lambda = {7, 2, -10};
  EXPECT_EQ(free.equations()[0], 7) << "a free equation reads λ = 0";
  EXPECT_NEAR(free.equations()[1], 1, 1e-15);
  EXPECT_NEAR(free.forces().on1.force.x, 0, 1e-15);
}

TEST(JointRollingDisc, DoesNothingWhenInactive) {
  Connector inactive = joint(R"(, "activeConnector": false)");
  inactive.frame1.velocity = {0.1, -1, 0.2};
  inactive.lambda = {1, 2, 3};
  EXPECT_EQ(inactive.equations(), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(inactive.forces().on1.force, Vector3{});
  EXPECT_EQ(inactive.forces().on0.torque, Vector3{});
}

TEST(JointRollingDisc, ReportsTheContactPointGlobally) {
  Connector tilted = joint();
  tilted.frame0.position = {1, 2, 0};
  tilted.frame1.position = {0.3, 0, 0.4};
  tilted.frame1.rotation = rotationY(0.5);
  const auto point = tilted.output(Variable::Position);
  EXPECT_NEAR(point[0], 0.3 - 0.5 * std::sin(0.5), 1e-15);
  EXPECT_NEAR(point[1], 0, 1e-15);
  EXPECT_NEAR(point[2], 0.4 - 0.5 * std::cos(0.5), 1e-15);
}

TEST(JointRollingDisc, ReportsTheTrailVelocityWithoutTheSpin) {
  Connector rolling = joint();
  rolling.frame1.velocity = {0, -1.5, 0};
  rolling.frame1.angularVelocity = {3, 0, 0};
  const auto trail = rolling.output(Variable::Velocity);
  EXPECT_NEAR(trail[0], 0, 1e-15);
  EXPECT_NEAR(trail[1], -1.5, 1e-15);
  // When the disc tilts about the direction of travel, the lowest point moves sideways: r ẇ3 = (−0.5 · 2, 0, 0).
  rolling.frame1.angularVelocity = {0, 2, 0};
  EXPECT_NEAR(rolling.output(Variable::Velocity)[0], -1, 1e-15);
}

TEST(JointRollingDisc, ReportsItsDirectionsAsColumns) {
  EXPECT_EQ(joint().output(Variable::RotationMatrix), (std::vector<double>{1, 0, 0, 0, -1, 0, 0, 0, 1}));
}

}  // namespace
}  // namespace slipstick::testing
