#include <gtest/gtest.h>

#include "tests/core/support/connector.h"

namespace slipstick::testing {
namespace {

using Variable = OutputVariable;

/// From the origin to (3, 0, 4): 5 m long, lengthening with 0.6 · 2 = 1.2 m/s.
Connector spring(const std::string& more) {
  Connector spring = connector(R"({"type": "ConnectorSpringDamper")" + more + "}");
  spring.frame1.position = {3, 0, 4};
  spring.frame1.velocity = {2, 7, 0};
  return spring;
}

TEST(ConnectorSpringDamper, PullsTheEndsTogetherWhenStretched) {
  Connector stretched = spring(R"(, "referenceLength": 1, "stiffness": 100, "damping": 10, "force": 3, "velocityOffset": 0.2)");
  const double expected = 100 * (5 - 1) + 10 * (1.2 - 0.2) + 3;
  EXPECT_NEAR(stretched.output(Variable::ForceLocal)[0], expected, 1e-12);
  const auto forces = stretched.forces();
  const double direction[3] = {0.6, 0, 0.8};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(forces.on0.force[i], expected * direction[i], 1e-12);
    EXPECT_NEAR(forces.on1.force[i], -expected * direction[i], 1e-12);
    EXPECT_NEAR(stretched.output(Variable::Force)[i], expected * direction[i], 1e-12);
    EXPECT_EQ(forces.on0.torque[i], 0);
  }
}

TEST(ConnectorSpringDamper, PushesTheEndsApartWhenCompressed) {
  EXPECT_LT(spring(R"(, "referenceLength": 6, "stiffness": 100)").forces().on0.force.x, 0);
}

TEST(ConnectorSpringDamper, ReportsItsLine) {
  Connector line = spring("");
  line.frame0.position = {1, 1, 1};
  line.frame0.velocity = {1, 1, 1};
  EXPECT_NEAR(line.output(Variable::Distance)[0], std::sqrt(4 + 1 + 9.0), 1e-15);
  EXPECT_EQ(line.output(Variable::Displacement), (std::vector<double>{2, -1, 3}));
  EXPECT_EQ(line.output(Variable::Velocity), (std::vector<double>{1, 6, -1}));
}

TEST(ConnectorSpringDamper, ActsAlongTheVelocityAtLengthZero) {
  Connector collapsed = spring(R"(, "referenceLength": 1, "stiffness": 100, "damping": 10)");
  collapsed.frame1.position = {0, 0, 0};
  collapsed.frame1.velocity = {0, 3, 4};
  const double expected = 100 * (0 - 1) + 10 * 5;
  const Vector3 force = collapsed.forces().on0.force;
  EXPECT_NEAR(force.y, expected * 0.6, 1e-12);
  EXPECT_NEAR(force.z, expected * 0.8, 1e-12);
  collapsed.frame1.velocity = {};
  EXPECT_EQ(collapsed.forces().on0.force, Vector3{}) << "at rest there is no direction";
}

TEST(ConnectorSpringDamper, TakesAUserFunction) {
  Connector law = spring(R"(, "referenceLength": 1, "stiffness": 100, "damping": 10, "force": 3, "velocityOffset": 0.2,
                            "springForceUserFunction": "1000*t + stiffness*deltaL^3 + damping*deltaL_t + 7*force")");
  law.time = 2;
  EXPECT_NEAR(law.output(Variable::ForceLocal)[0], 2000 + 100 * 64 + 10 * 1.0 + 21, 1e-10);
}

TEST(ConnectorSpringDamper, DoesNothingWhenInactive) {
  Connector inactive = spring(R"(, "stiffness": 100, "activeConnector": false)");
  EXPECT_EQ(inactive.forces().on0.force, Vector3{});
  EXPECT_EQ(inactive.output(Variable::ForceLocal)[0], 0);
}

}  // namespace
}  // namespace slipstick::testing
