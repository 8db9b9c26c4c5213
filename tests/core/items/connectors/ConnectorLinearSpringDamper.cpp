#include <gtest/gtest.h>

#include "core/math/rotations.h"
#include "tests/core/support/connector.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

using Variable = OutputVariable;

/// The axis (0.6, 0.8, 0) in a frame rotated by 90° about z points along (−0.8, 0.6, 0).
Connector spring(const std::string& more = "") {
  Connector spring =
      connector(R"({"type": "ConnectorLinearSpringDamper", "axisMarker0": [0.6, 0.8, 0], "stiffness": 10, "damping": 3)" + more + "}");
  spring.frame0.rotation = rotationZ(std::acos(0.0));
  spring.frame0.velocity = {1, 0, 0};
  spring.frame1.position = {-1, 2, 5};
  spring.frame1.velocity = {1, 2, 7};
  return spring;
}

TEST(ConnectorLinearSpringDamper, MeasuresOnlyAlongItsAxis) {
  EXPECT_NEAR(spring().output(Variable::DisplacementLocal)[0], 0.8 + 1.2, 1e-14);
  EXPECT_NEAR(spring().output(Variable::VelocityLocal)[0], 1.2, 1e-14);
  EXPECT_NEAR(spring().output(Variable::ForceLocal)[0], 10 * 2 + 3 * 1.2, 1e-13);
}

TEST(ConnectorLinearSpringDamper, PullsTheTwoPointsAlongItsAxisWithoutTorque) {
  const double force = 10 * (2 - 0.5) + 3 * (1.2 - 0.2) + 4;
  Connector pulled = spring(R"(, "offset": 0.5, "velocityOffset": 0.2, "force": 4)");
  EXPECT_NEAR(pulled.output(Variable::ForceLocal)[0], force, 1e-13);
  const double axis[3] = {-0.8, 0.6, 0};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(pulled.forces().on0.force[i], force * axis[i], 1e-13);
    EXPECT_NEAR(pulled.forces().on1.force[i], -force * axis[i], 1e-13);
    EXPECT_EQ(pulled.forces().on0.torque[i], 0);
    EXPECT_EQ(pulled.forces().on1.torque[i], 0);
  }
}

TEST(ConnectorLinearSpringDamper, TakesAFormulaForItsForce) {
  EXPECT_NEAR(spring(R"(, "offset": 0.5, "springForceUserFunction": "stiffness*displacement^2 + velocity - offset")")
                  .output(Variable::ForceLocal)[0],
              10 * 4 + 1.2 - 0.5, 1e-13);
}

TEST(ConnectorLinearSpringDamper, RestsWhileItIsInactive) {
  Connector resting = spring(R"(, "activeConnector": false)");
  EXPECT_EQ(resting.output(Variable::ForceLocal)[0], 0);
  EXPECT_EQ(resting.forces().on1.force.y, 0);
}

/// 2 kg on 50 N/m oscillate with ω = 5 rad/s; after a period the mass is back at its start.
TEST(ConnectorLinearSpringDamper, SwingsABodyInAGuide) {
  const Recorded swing = run(R"json({"slipstick": 1, "definitions": {"period": "2*pi/5"},
    "create": [{"type": "Ground", "name": "ground"},
               {"type": "RigidBody", "name": "slider", "inertia": {"mass": 2, "inertiaTensor": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}, "referencePosition": [0.3, 0, 0], "gravity": [0, 0, 0]}],
    "markers": [{"type": "BodyRigid", "bodyNumber": "ground"}, {"type": "BodyRigid", "bodyNumber": "slider"}],
    "objects": [{"type": "JointPrismaticX", "markerNumbers": [0, 1]},
                {"type": "ConnectorLinearSpringDamper", "name": "spring", "markerNumbers": [0, 1], "stiffness": 50, "offset": 0.2}],
    "sensors": [{"type": "Object", "name": "x", "objectNumber": "spring", "outputVariableType": "DisplacementLocal"}],
    "analysis": {"endTime": "period", "numberOfSteps": 2000, "generalizedAlpha": {"spectralRadius": 1}}})json");
  EXPECT_NEAR(swing.last("x", 0), 0.3, 1e-6);
}

}  // namespace
}  // namespace slipstick::testing
