#include <gtest/gtest.h>

#include "tests/core/support/connector.h"

namespace slipstick::testing {
namespace {

using Variable = OutputVariable;

Connector bearing(const std::string& more) {
  Connector bearing = connector(
      R"({"type": "ConnectorCartesianSpringDamper", "stiffness": [100, 200, 300], "damping": [1, 2, 3], "offset": [0.1, 0, -0.1])" + more +
      "}");
  bearing.frame0.position = {1, 0, 0};
  bearing.frame1.position = {1.3, 0.4, 0.5};
  bearing.frame1.velocity = {0.5, 0, -1};
  bearing.frame0.velocity = {0, 1, 0};
  return bearing;
}

TEST(ConnectorCartesianSpringDamper, ActsAlongEachGlobalAxis) {
  Connector springs = bearing("");
  const double expected[3] = {100 * 0.2 + 1 * 0.5, 200 * 0.4 - 2, 300 * 0.6 - 3};
  const auto forces = springs.forces();
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(springs.output(Variable::Force)[i], expected[i], 1e-12);
    EXPECT_NEAR(forces.on0.force[i], expected[i], 1e-12);
    EXPECT_NEAR(forces.on1.force[i], -expected[i], 1e-12);
  }
}

TEST(ConnectorCartesianSpringDamper, IgnoresTheRotationOfItsMarkers) {
  Connector springs = bearing("");
  const Vector3 before = springs.forces().on0.force;
  springs.frame0.rotation = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
  EXPECT_EQ(springs.forces().on0.force, before);
  EXPECT_EQ(springs.forces().on0.torque, Vector3{});
}

TEST(ConnectorCartesianSpringDamper, ReportsDisplacementLessTheOffset) {
  Connector springs = bearing("");
  const auto displacement = springs.output(Variable::Displacement);
  const double expected[3] = {0.2, 0.4, 0.6};
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(displacement[i], expected[i], 1e-15);
  EXPECT_NEAR(springs.output(Variable::Distance)[0], std::sqrt(0.04 + 0.16 + 0.36), 1e-15);
  EXPECT_EQ(springs.output(Variable::Velocity), (std::vector<double>{0.5, -1, -1}));
}

TEST(ConnectorCartesianSpringDamper, TakesAUserFunction) {
  Connector law = bearing(R"(, "springForceUserFunction": ["t*stiffness[0]", "displacement[1] + velocity[1]", "damping[2] + offset[2]"])");
  law.time = 0.5;
  const auto force = law.output(Variable::Force);
  EXPECT_NEAR(force[0], 50, 1e-12);
  EXPECT_NEAR(force[1], 0.4 - 1, 1e-12);
  EXPECT_NEAR(force[2], 3 - 0.1, 1e-12);
  Connector whole = bearing(R"(, "springForceUserFunction": "10*displacement")");
  EXPECT_NEAR(whole.output(Variable::Force)[2], 6, 1e-12);
}

TEST(ConnectorCartesianSpringDamper, DoesNothingWhenInactive) {
  Connector inactive = bearing(R"(, "activeConnector": false)");
  EXPECT_EQ(inactive.forces().on0.force, Vector3{});
  EXPECT_EQ(inactive.output(Variable::Force), (std::vector<double>{0, 0, 0}));
}

}  // namespace
}  // namespace slipstick::testing
