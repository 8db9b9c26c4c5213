// Compiled separately: other tests of contacts and connectors have helpers of the same names.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/math/rotations.h"
#include "tests/core/support/connector.h"
#include "tests/core/support/run.h"
#include "tests/core/support/variation.h"

namespace slipstick::testing {
namespace {

using Variable = OutputVariable;
constexpr double tiny = 1e-12;  // rounding of products of numbers of size 1 … 1000
constexpr double quarter = std::numbers::pi / 2;

Connector mount(const std::string& members) {
  return connector(R"({"type": "ConnectorRigidBodySpringDamper")" + (members.empty() ? "" : ", " + members) + "}");
}
const std::string diagonal = R"j("stiffness": "diag([100, 200, 300, 10, 20, 30])", "damping": "diag([1, 2, 3, 0.1, 0.2, 0.3])")j";
const std::string full = R"("stiffness": [[100, 1, 2, 3, 4, 5], [-1, 200, 6, 7, 8, 9], [-2, -6, 300, 10, 11, 12],
  [-3, -7, -10, 40, 13, 14], [-4, -8, -11, -13, 50, 15], [-5, -9, -12, -14, -15, 60]])";

void expectNear(const Vector3& found, const Vector3& expected, double tolerance = tiny) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << "component " << i;
}
void expectNear(const std::vector<double>& found, const Vector3& expected, double tolerance = tiny) {
  expectNear(Vector3{found[0], found[1], found[2]}, expected, tolerance);
}
Vector3 randomVector(Random& random) { return {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)}; }
void moveAnywhere(Connector& moved, Random& random) {
  for (auto* frame : {&moved.frame0, &moved.frame1}) {
    frame->position = randomVector(random), frame->velocity = randomVector(random), frame->angularVelocity = randomVector(random);
    frame->rotation = random.rotation();
  }
}

TEST(ConnectorRigidBodySpringDamper, MeasuresInTheFirstFrameAndActsOnBothMarkers) {
  // Frame 0 is rotated by 90° about z: its x axis is the global y.
  Connector bushing = mount(diagonal);
  bushing.frame0.rotation = rotationZ(quarter);
  bushing.frame1.position = {0, 0.5, 0.25}, bushing.frame1.rotation = rotationZ(quarter) * rotationX(0.1) * rotationY(0.2) * rotationZ(0.3);
  bushing.frame1.velocity = {-2, 1, 0}, bushing.frame1.angularVelocity = {0, 4, 0}, bushing.frame0.angularVelocity = {0, 0, -5};
  expectNear(bushing.output(Variable::DisplacementLocal), {0.5, 0, 0.25});
  expectNear(bushing.output(Variable::Rotation), {0.1, 0.2, 0.3});
  expectNear(bushing.output(Variable::VelocityLocal), {1, 2, 0});
  expectNear(bushing.output(Variable::AngularVelocityLocal), {4, 0, 5});
  const Vector3 force{100 * 0.5 + 1 * 1, 2 * 2, 300 * 0.25}, torque{10 * 0.1 + 0.1 * 4, 20 * 0.2, 30 * 0.3 + 0.3 * 5};
  expectNear(bushing.output(Variable::ForceLocal), force);
  expectNear(bushing.output(Variable::TorqueLocal), torque);
  const auto forces = bushing.forces();
  expectNear(forces.on1.force, rotationZ(quarter) * -force);
  expectNear(forces.on1.torque, rotationZ(quarter) * -torque);
  expectNear(forces.on0.force, rotationZ(quarter) * force);
  expectNear(forces.on0.torque, rotationZ(quarter) * torque);
}

TEST(ConnectorRigidBodySpringDamper, CouplesAllSixMotions) {
  Connector coupled = mount(full + R"(, "damping": [[0, 0, 0, 0, 0, 7], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0], [0, 5, 0, 0, 0, 0]], "offset": [0.1, 0, 0, 0, 0, -0.2])");
  coupled.frame1.position = {0.2, 0.3, 0}, coupled.frame1.rotation = rotationZ(0.1);
  coupled.frame1.velocity = {0, 1, 0}, coupled.frame1.angularVelocity = {0, 0, 2};
  const double x = 0.1, y = 0.3, angle = 0.3;  // minus the offset
  expectNear(coupled.output(Variable::ForceLocal),
             {100 * x + 1 * y + 5 * angle + 7 * 2, -1 * x + 200 * y + 9 * angle, -2 * x - 6 * y + 12 * angle});
  expectNear(coupled.output(Variable::TorqueLocal),
             {-3 * x - 7 * y + 14 * angle, -4 * x - 8 * y + 15 * angle, -5 * x - 9 * y + 60 * angle + 5 * 1});
  expectNear(coupled.output(Variable::DisplacementLocal), {0.2, 0.3, 0});
}

TEST(ConnectorRigidBodySpringDamper, FixesJointFramesToTheMarkers) {
  // The joint frame rotates with marker 0: its x axis is the marker's x axis rotated by R0.
  const std::string frames = R"j(, "rotationMarker0": "rotX(pi/2)", "rotationMarker1": "rotX(pi/2)*rotZ(0.4)")j";
  for (const bool intrinsic : {false, true}) {
    Connector bushing = mount(diagonal + frames + (intrinsic ? R"(, "intrinsicFormulation": true)" : ""));
    bushing.frame0.rotation = bushing.frame1.rotation = rotationZ(quarter);
    expectNear(bushing.output(Variable::Rotation), {0, 0, 0.4});
    bushing.frame1.rotation = rotationZ(quarter) * rotationY(0.4);  // in joint axes a rotation by −0.4 about z
    expectNear(bushing.output(Variable::Rotation), {0, 0, 0});
    bushing.frame1.position = {0, 0.1, 0.2};  // in marker axes (0.1, 0, 0.2), in joint axes (0.1, 0.2, 0)
    expectNear(bushing.output(Variable::DisplacementLocal), {0.1, 0.2, 0});
    expectNear(bushing.forces().on1.force, {0, -100 * 0.1, -200 * 0.2});
  }
}

TEST(ConnectorRigidBodySpringDamper, TurnsWithTheWorld) {
  Random random(3);
  for (const char* intrinsic : {"false", "true"})
    for (int trial = 0; trial < 20; ++trial) {
      Connector bushing = mount(full + R"j(, "offset": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], "rotationMarker0": "rotX(1)*rotZ(0.5)",
        "rotationMarker1": "rotY(0.3)", "intrinsicFormulation": )j" +
                                std::string(intrinsic));
      moveAnywhere(bushing, random);
      Connector turned = bushing;
      const Matrix3 turn = random.rotation();
      for (auto* frame : {&turned.frame0, &turned.frame1}) {
        for (auto* each : {&frame->position, &frame->velocity, &frame->angularVelocity}) *each = turn * *each;
        frame->rotation = turn * frame->rotation;
      }
      const auto here = bushing.forces(), there = turned.forces();
      expectNear(there.on0.force, turn * here.on0.force, 1e-10);
      expectNear(there.on1.torque, turn * here.on1.torque, 1e-10);
    }
}

TEST(ConnectorRigidBodySpringDamper, AppliesForcesAtTheMarkersInTheStandardFormulation) {
  // Torques do not balance a force across the distance of the markers.
  Connector bushing = mount(diagonal);
  bushing.frame1.position = {0.5, 0.1, 0};
  const auto forces = bushing.forces();
  expectNear(forces.on0.torque, {0, 0, 0});
  expectNear(forces.on1.torque, {0, 0, 0});
}

const std::string screw = R"(, "intrinsicFormulation": true)";

TEST(ConnectorRigidBodySpringDamper, MeasuresAnArcByItsLengthInTheIntrinsicFormulation) {
  // Frame 1 is reached from frame 0 along an arc of radius 2 m over 1.2 rad, and up by 0.3 m.
  Connector bushing = mount(diagonal + screw);
  const double angle = 1.2;
  bushing.frame1.position = {2 * std::sin(angle), 2 * (1 - std::cos(angle)), 0.3};
  bushing.frame1.rotation = rotationZ(angle);
  bushing.frame1.velocity = {1, 0, 0};
  expectNear(bushing.output(Variable::DisplacementLocal), {2 * angle, 0, 0.3});
  expectNear(bushing.output(Variable::Rotation), {0, 0, angle});
  expectNear(bushing.output(Variable::VelocityLocal), {std::cos(angle / 2), -std::sin(angle / 2), 0});  // in the mid-rotation axes
  const Vector3 local{100 * 2 * angle + std::cos(angle / 2), -2 * std::sin(angle / 2), 300 * 0.3};
  expectNear(bushing.output(Variable::ForceLocal), local);
  expectNear(bushing.forces().on1.force, rotationZ(angle / 2) * -local);
}

TEST(ConnectorRigidBodySpringDamper, IsInBalanceAndAlikeForBothBodiesInTheIntrinsicFormulation) {
  Random random(7);
  for (int trial = 0; trial < 20; ++trial) {
    const std::string one = R"j(, "rotationMarker0": "rotX(1)", "rotationMarker1": "rotY(0.3)")j";
    const std::string other = R"j(, "rotationMarker0": "rotY(0.3)", "rotationMarker1": "rotX(1)")j";
    Connector bushing = mount(full + screw + one), swapped = mount(full + screw + other);
    moveAnywhere(bushing, random);
    swapped.frame0 = bushing.frame1, swapped.frame1 = bushing.frame0;
    const auto forces = bushing.forces(), exchanged = swapped.forces();
    expectNear(exchanged.on0.force, forces.on1.force, 1e-10);
    expectNear(exchanged.on0.torque, forces.on1.torque, 1e-10);
    expectNear(exchanged.on1.torque, forces.on0.torque, 1e-10);
  }
  // Along the screw axis the force acts at the midpoint between the markers, so no residual torque remains.
  Connector pure = mount(full + screw);
  pure.frame1.position = {0.4, -0.3, 0.2};
  const auto forces = pure.forces();
  expectNear(forces.on0.force + forces.on1.force, {0, 0, 0});
  expectNear(forces.on0.torque + forces.on1.torque + cross(pure.frame1.position, forces.on1.force), {0, 0, 0});
}

TEST(ConnectorRigidBodySpringDamper, KnowsRotationsUpToHalfATurn) {
  const Vector3 axis = (1 / std::sqrt(14.0)) * Vector3{1, -2, 3};
  for (const double angle : {0.0, 1e-9, 1e-4, 2e-3, 0.02, 1.0, 3.0, 3.1415}) {
    Connector bushing = mount(screw.substr(2));
    bushing.frame1.rotation = rotationExp(angle * axis);
    expectNear(bushing.output(Variable::Rotation), angle * axis, 1e-14 * (1 + angle));
  }
}

TEST(ConnectorRigidBodySpringDamper, TakesAUserFunctionWithItsMotionAndParameters) {
  Connector user = mount(diagonal + R"j(, "offset": [1, 2, 3, 4, 5, 6], "rotationMarker0": "rotZ(pi/2)", "rotationMarker1": "rotZ(pi/2)",
    "springForceTorqueUserFunction": ["t + displacement[0] + 10*offset[5]", "rotation[2]", "velocity[1]", "angularVelocity[2]",
                                      "stiffness[4][4] + damping[5][5]", "rotJ0[1][0] + 2*rotJ1[0][1]"])j");
  user.time = 0.5;
  user.frame1.position = {0, 0.25, 0}, user.frame1.velocity = {-3, 0, 0};
  user.frame1.rotation = rotationZ(0.1), user.frame1.angularVelocity = {0, 0, 7};
  expectNear(user.output(Variable::ForceLocal), {0.5 + 0.25 + 60, 0.1, 3});
  expectNear(user.output(Variable::TorqueLocal), {7, 20.3, 1 - 2});
}

TEST(ConnectorRigidBodySpringDamper, DoesNothingWhenInactive) {
  Connector inactive = mount(diagonal + R"(, "activeConnector": false)");
  inactive.frame1.position = {1, 2, 3};
  expectNear(inactive.forces().on1.force, {0, 0, 0});
  expectNear(inactive.output(Variable::ForceLocal), {0, 0, 0});
  expectNear(inactive.output(Variable::DisplacementLocal), {1, 2, 3});
}

/// A body of 1 kg on x, connected to a wall by the user function; the data node holds the plastic elongation.
std::string plasticBar(const std::string& postNewton, const std::string& analysis) {
  return R"json({"slipstick": 1, "nodes": [{"type": "RigidBodyRxyz", "initialVelocities": [2, 0, 0, 0, 0, 0]},
      {"type": "GenericData", "name": "plastic", "numberOfDataCoordinates": 1, "initialCoordinates": [0]}],
    "objects": [{"type": "Ground"}, {"type": "RigidBody", "physicsMass": 1, "physicsInertia": [1, 1, 1, 0, 0, 0], "nodeNumber": 0},
      {"type": "ConnectorRigidBodySpringDamper", "name": "bar", "markerNumbers": [0, 1], "nodeNumber": "plastic",
       "stiffness": "diag([400, 0, 0, 0, 0, 0])",
       "springForceTorqueUserFunction": "[stiffness[0][0]*(displacement[0] - sensor(\"plastic\")[0]), 0, 0, 0, 0, 0]",
       "postNewtonStepUserFunction": )json" +
         postNewton + R"json(}],
    "markers": [{"type": "BodyRigid", "bodyNumber": 0}, {"type": "BodyRigid", "bodyNumber": 1}],
    "sensors": [{"type": "Node", "name": "plastic", "nodeNumber": "plastic", "outputVariableType": "Coordinates"},
      {"type": "Object", "name": "u", "objectNumber": "bar", "outputVariableType": "DisplacementLocal"},
      {"type": "Object", "name": "force", "objectNumber": "bar", "outputVariableType": "ForceLocal"}],
    "analysis": )json" +
         analysis + "}";
}

TEST(ConnectorRigidBodySpringDamper, YieldsByItsPostNewtonFunction) {
  // 400 N/m elastic up to 20 N. At 0.05 m the velocity is v² = 4 − 400·0.05² = 3; then 20 N stop it after v²/40 = 0.075 m of yielding.
  const std::string yielding =
      R"j("over = abs(displacement[0] - dataCoordinates[0]) - 0.05; )j"
      R"j([max(over, 0)*stiffness[0][0], -1, dataCoordinates[0] + max(over, 0)*sign(displacement[0] - dataCoordinates[0])]")j";
  const Recorded motion = run(plasticBar(yielding, R"({"endTime": 1, "stepSize": 1e-4, "sensorsWritePeriod": 0,
    "discontinuous": {"iterationTolerance": 1e-6, "maxIterations": 20}, "generalizedAlpha": {"spectralRadius": 1}})"));
  EXPECT_NEAR(motion.last("plastic"), 0.075, 1e-4);
  const auto force = motion.column("force"), u = motion.column("u");
  EXPECT_NEAR(*std::max_element(force.begin(), force.end()), 20, 1e-4);
  EXPECT_NEAR(*std::max_element(u.begin(), u.end()), 0.125, 1e-4);
  EXPECT_NEAR(*std::min_element(u.begin() + 3000, u.end()), 0.025, 1e-4);  // then it oscillates elastically about 0.075 m
}

TEST(ConnectorRigidBodySpringDamper, RecommendsAStepSize) {
  // The function rejects steps that lengthen the bar by more than 0.03 m and recommends 0.01 s.
  const auto steps = [](const std::string& wish) {
    return run(plasticBar("[\"displacement[0] - dataCoordinates[0] > 0.03 ? 10 : 0\", \"" + wish + "\", \"displacement[0]\"]",
                          R"({"endTime": 0.2, "numberOfSteps": 2})"))
        .statistics();
  };
  EXPECT_GT(steps("0.01").rejectedSteps, 0);
  EXPECT_GT(steps("0.01").steps, 10);
  EXPECT_EQ(steps("-1").rejectedSteps, 0);
  EXPECT_EQ(steps("-1").steps, 2);
}

TEST(ConnectorRigidBodySpringDamper, NeedsAsManyResultsOfThePostNewtonFunctionAsTheNodeHolds) {
  EXPECT_NO_THROW(load(plasticBar(R"j(["0", "-1", "dataCoordinates[0]"])j", "{}")));
  for (const char* wrong : {R"j(["0", "-1"])j", R"j(["0", "-1", "0", "0"])j", R"j(["0", "-1", "dataCoordinates[1]"])j", R"j("[0, 1]")j"})
    EXPECT_ANY_THROW(load(plasticBar(wrong, "{}"))) << wrong;
}

}  // namespace
}  // namespace slipstick::testing
