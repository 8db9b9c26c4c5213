// Compiled separately: ConnectorLinearSpringDamper and ConnectorSpringDamper define a spring of the same name.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/document/load.h"
#include "core/math/rotations.h"
#include "tests/core/support/connector.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

using Variable = OutputVariable;
using std::numbers::pi;

/// Torque 5 (φ − 0.2) + 0.5 (ω − 3) + 0.7 on bodies with a relative rotation of 0.6.
Connector spring(const std::string& more = "") {
  Connector spring = connector(
      R"({"type": "ConnectorTorsionalSpringDamper", "stiffness": 5, "damping": 0.5, "offset": 0.2, "velocityOffset": 3, "torque": 0.7)" +
      more + "}");
  spring.frame0.rotation = rotationZ(0.3), spring.frame1.rotation = rotationZ(0.9);
  spring.frame0.angularVelocity = {0.5, 0, 2}, spring.frame1.angularVelocity = {0, -1, 7};
  return spring;
}

TEST(ConnectorTorsionalSpringDamper, TurnsBackAboutTheCommonAxis) {
  Connector law = spring();
  const double torque = 5 * (0.6 - 0.2) + 0.5 * (7 - 2 - 3) + 0.7;  // 3.7
  EXPECT_NEAR(law.output(Variable::Rotation)[0], 0.6, 1e-15);
  EXPECT_NEAR(law.output(Variable::AngularVelocityLocal)[0], 5, 1e-15);
  EXPECT_NEAR(law.output(Variable::TorqueLocal)[0], torque, 1e-14);
  const auto forces = law.forces();
  EXPECT_NEAR(forces.on0.torque.z, torque, 1e-14);
  EXPECT_NEAR(forces.on1.torque.z, -torque, 1e-14);
  for (const Wrench& wrench : {forces.on0, forces.on1}) {
    EXPECT_EQ(wrench.force, Vector3{});
    EXPECT_EQ(wrench.torque.x, 0);
    EXPECT_EQ(wrench.torque.y, 0);
  }
}

/// The z axis of the joint frames is the x axis of the bodies: R = R_y(90°) maps z to x.
TEST(ConnectorTorsionalSpringDamper, ActsAboutTheZAxisOfItsJointFrames) {
  Connector law =
      spring(R"(, "rotationMarker0": [[0, 0, 1], [0, 1, 0], [-1, 0, 0]], "rotationMarker1": [[0, 0, 1], [0, 1, 0], [-1, 0, 0]])");
  law.frame0.rotation = rotationZ(pi / 2), law.frame1.rotation = rotationZ(pi / 2) * rotationX(-0.4);  // about the global y axis
  law.frame0.angularVelocity = {9, 1, 9}, law.frame1.angularVelocity = {8, 3, 8};
  const double torque = 5 * (-0.4 - 0.2) + 0.5 * (3 - 1 - 3) + 0.7;  // -2.8
  EXPECT_NEAR(law.output(Variable::Rotation)[0], -0.4, 1e-15);
  const auto forces = law.forces();
  EXPECT_NEAR(forces.on0.torque.x, 0, 1e-15);
  EXPECT_NEAR(forces.on0.torque.y, torque, 1e-14);
  EXPECT_NEAR(forces.on0.torque.z, 0, 1e-15);
  EXPECT_NEAR(forces.on1.torque.y, -torque, 1e-14);
}

/// Without a data node the angle jumps from π to −π; with one, turns are counted from the angle of the last step.
TEST(ConnectorTorsionalSpringDamper, CountsTurnsFromTheAngleOfTheLastStep) {
  Connector within = spring();
  within.frame0.rotation = Matrix3::identity(), within.frame1.rotation = rotationZ(3.3);
  EXPECT_NEAR(within.output(Variable::Rotation)[0], 3.3 - 2 * pi, 1e-14);

  Json document = Json::parse(R"({"slipstick": 1,
    "nodes": [{"type": "RigidBodyRxyz"}, {"type": "RigidBodyRxyz", "initialCoordinates": [0, 0, 0, 0, 0, 3.3]},
              {"type": "GenericData", "numberOfDataCoordinates": 1, "initialCoordinates": [9.0]}],
    "objects": [{"type": "ConnectorTorsionalSpringDamper", "markerNumbers": [0, 1], "nodeNumber": 2, "stiffness": 5}],
    "markers": [{"type": "NodeRigid", "nodeNumber": 0}, {"type": "NodeRigid", "nodeNumber": 1}]})");
  const auto torque = [&] {
    Bench bench(load(document.dump()));
    double value;
    const Place place = bench.place(ItemKind::object, 0);
    place.output(Variable::TorqueLocal, {}, bench.kinematics<double>(), &value);
    return value;
  };
  EXPECT_NEAR(torque(), 5 * (3.3 + 2 * pi), 1e-13) << "9 is nearest to one turn and 3.3";
  document["nodes"][2]["initialCoordinates"] = {3.0};
  EXPECT_NEAR(torque(), 5 * 3.3, 1e-13);
  document["nodes"][2]["initialCoordinates"] = {-3.0};
  EXPECT_NEAR(torque(), 5 * (3.3 - 2 * pi), 1e-13);
}

TEST(ConnectorTorsionalSpringDamper, NeedsADataCoordinateToCountTurns) {
  const LoadedModel loaded = loadModel(R"({"slipstick": 1, "nodes": [{"type": "GenericData", "numberOfDataCoordinates": 0}],
    "objects": [{"type": "Ground"}, {"type": "ConnectorTorsionalSpringDamper", "markerNumbers": [0, 1], "nodeNumber": 0}],
    "markers": [{"type": "BodyRigid", "bodyNumber": 0}, {"type": "BodyRigid", "bodyNumber": 0}]})");
  ASSERT_EQ(loaded.issues.size(), 1u);
  EXPECT_EQ(loaded.issues[0].pointer, "/objects/1/nodeNumber");
  EXPECT_EQ(loaded.issues[0].message, "needs a data node with 1 coordinate, got one with 0");
}

TEST(ConnectorTorsionalSpringDamper, TakesAUserFunction) {
  Connector law = spring(R"(, "springTorqueUserFunction": "t + stiffness*sin(rotation) + damping*angularVelocity^2 + offset")");
  law.time = 10;
  const double torque = 10 + 5 * std::sin(0.6) + 0.5 * 25 + 0.2;
  EXPECT_NEAR(law.output(Variable::TorqueLocal)[0], torque, 1e-13);
  EXPECT_NEAR(law.forces().on1.torque.z, -torque, 1e-13);
}

TEST(ConnectorTorsionalSpringDamper, ExertsNothingWhenInactive) {
  const auto forces = spring(R"(, "activeConnector": false)").forces();
  EXPECT_EQ(forces.on0.torque, Vector3{});
  EXPECT_EQ(forces.on1.torque, Vector3{});
}

}  // namespace
}  // namespace slipstick::testing
