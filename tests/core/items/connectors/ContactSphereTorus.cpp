// Compiled separately: other tests of contacts and connectors have helpers of the same names. A sphere of 0.1 m in a tube of 0.15 m that
// runs at radius 1 m around the z axis of marker 1.

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
constexpr double tiny = 1e-11;  // rounding of forces of about 10 N

Connector ball(const Vector3& center, const std::string& more = "") {
  Connector ball = connector(R"({"type": "ContactSphereTorus", "radiusSphere": 0.1, "torusMajorRadius": 1, "torusMinorRadius": 0.15,
                                 "torusAxis": [0, 0, 1], "contactStiffness": 1000)" +
                             more + "}");
  ball.frame0.position = center;
  ball.data = {-1, 0, 0, 0};
  return ball;
}
void expectVector(const Vector3& found, const Vector3& expected, const std::string& what) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], tiny) << what << " [" << i << "]";
}
void expectOutput(Connector& of, Variable variable, const Vector3& expected, const std::string& what) {
  const std::vector<double> found = of.output(variable);
  expectVector({found[0], found[1], found[2]}, expected, what);
}

/// 0.06 m from the middle of the tube, 0.01 m deep.
TEST(ContactSphereTorus, TouchesTheTubeFromInside) {
  for (const double around : {0.0, 1.0, 4.0})
    for (const double inTube : {0.0, 0.5, 2.0, 3.5}) {
      const Vector3 radial{std::cos(around), std::sin(around), 0};
      const Vector3 normal{std::cos(inTube) * radial.x, std::cos(inTube) * radial.y, std::sin(inTube)};
      const Vector3 center = radial + 0.06 * normal;
      Connector contact = ball(center);
      const auto forces = contact.forces();
      EXPECT_NEAR(contact.output(Variable::DisplacementLocal)[0], -0.01, tiny);
      expectOutput(contact, Variable::Position, radial + 0.155 * normal, "midway in the overlap");
      expectOutput(contact, Variable::Displacement, -center, "to the centre of the torus");
      expectOutput(contact, Variable::Director1, -1 / norm(center) * center, "to the centre of the torus");
      expectOutput(contact, Variable::Director2, radial, "to the middle of the tube");
      expectOutput(contact, Variable::Director3, normal, "normal");
      expectOutput(contact, Variable::Force, -10.0 * normal, "force on the sphere");
      expectVector(forces.on0.force, -10.0 * normal, "on the sphere");
      expectVector(forces.on0.torque, {}, "turning the sphere");
      expectVector(forces.on1.force, 10.0 * normal, "on the torus");
      expectVector(forces.on1.torque, cross(radial + 0.155 * normal, 10.0 * normal), "turning the torus");
    }
}

TEST(ContactSphereTorus, ExertsNothingOnADistantSphere) {
  Connector apart = ball({1, 0, 0.04});
  EXPECT_NEAR(apart.output(Variable::DisplacementLocal)[0], 0.01, tiny);
  apart.postNewton();
  EXPECT_NEAR(apart.data[0], 0.01, tiny);
  expectVector(apart.forces().on0.force, {}, "apart");
}

/// The normal is undefined in the middle of the tube, the transverse direction on the axis.
TEST(ContactSphereTorus, HasNoForceWithoutDirection) {
  Connector tight = connector(R"({"type": "ContactSphereTorus", "radiusSphere": 0.16, "torusMajorRadius": 1, "torusMinorRadius": 0.15,
                                  "torusAxis": [0, 0, 1], "contactStiffness": 1000, "dynamicFriction": 0.5})");
  tight.frame0.position = {0, 1, 0};
  tight.data = {-1, 0, 0, 0};
  EXPECT_NEAR(tight.output(Variable::DisplacementLocal)[0], -0.01, tiny);
  expectVector(tight.forces().on0.force, {}, "in the middle of the tube");
  tight.frame0.position = {0, 1, -0.02};
  expectVector(tight.forces().on0.force, {0, 0, 30}, "beside it");
  Connector middle = ball({0, 0, 0});
  expectVector(middle.forces().on0.force, {}, "in the centre of the torus");
  expectOutput(middle, Variable::Director1, {}, "without direction");
  expectOutput(middle, Variable::Director2, {}, "without direction");
  middle.frame0.position = {0, 0, 1};  // √2 m from the tube all around: only the axial component remains
  expectVector(middle.forces().on0.force, {0, 0, -1000 * (std::sqrt(2.0) - 0.05) / std::sqrt(2.0)}, "on the axis");
}

TEST(ContactSphereTorus, MovesWithItsMarker) {
  // Rotated by 90° about x, the axis of the torus points along −y.
  Connector turned = ball({5, 0.06, 1});
  turned.frame1.position = {5, 0, 0};
  turned.frame1.rotation = rotationX(std::acos(0.0));
  expectOutput(turned, Variable::Director2, {0, 0, 1}, "to the middle of the tube");
  expectOutput(turned, Variable::Force, {0, -10, 0}, "force");
}

TEST(ContactSphereTorus, RubsAtTheContactPoint) {
  Connector rubbing = ball({1.06, 0, 0}, R"(, "contactDamping": 10, "dynamicFriction": 0.4, "frictionProportionalZone": 0.1)");
  rubbing.frame0.velocity = {0.5, 1, 0};
  rubbing.frame0.angularVelocity = {0, 0, 3};  // 0.095 m from the centre of the sphere: 0.285 m/s
  rubbing.frame1.velocity = {0.1, 0, 0};
  rubbing.frame1.angularVelocity = {0, 0, 2};  // 1.155 m from the torus centre: 2.31 m/s
  const double slip = 2.31 - 1 - 0.285, normal = 10 + 10 * 0.4, friction = 0.4 * normal;
  rubbing.data = {-0.01, slip, 0, 0};
  expectOutput(rubbing, Variable::Force, {-normal, friction, 0}, "slip");
  expectOutput(rubbing, Variable::Torque, {0, 0, -0.095 * friction}, "minus the torque");
  EXPECT_NEAR(rubbing.forces().on0.torque.z, 0.095 * friction, tiny);
  EXPECT_NEAR(rubbing.forces().on1.torque.z, -1.155 * friction, tiny);
  rubbing.data[1] = 0.05;
  expectOutput(rubbing, Variable::Force, {-normal, friction * slip / 0.1, 0}, "proportional to the slip while it is assumed to be slow");
  const PostNewton judged = rubbing.postNewton({0.01, 0, 0, 0});
  EXPECT_NEAR(judged.error, friction * (slip - 0.1) / 0.1, 1e-10);
  EXPECT_NEAR(rubbing.data[1], slip, tiny);
  EXPECT_NEAR(rubbing.data[2], 0.4, tiny) << "impact velocity: it was apart when the step began";
}

/// A torus that rotates about a diameter carries the tube along: the torus centre is at rest, but the contact point moves.
TEST(ContactSphereTorus, DampsByTheVelocityOfThePoint) {
  Connector turning = ball({1, 0, 0.06}, R"(, "contactDamping": 10)");
  turning.frame1.angularVelocity = {0, 2, 0};  // ω × (1, 0, 0.155) = (0.31, 0, −2)
  expectOutput(turning, Variable::Force, {0, 0, -10 - 10 * 2}, "towards the middle of the tube, faster");
}

TEST(ContactSphereTorus, RecommendsTheStepToFirstContact) {
  Connector falling = ball({1, 0, -0.06});
  falling.frame0.velocity = {0, 0, -2};
  falling.data = {0.1, 0, 0, 0};
  const PostNewton judged = falling.postNewton({0.1, 0, 0, 0});
  EXPECT_NEAR(judged.recommendedStep, 0.05, tiny);
  EXPECT_NEAR(judged.error, 1000 * 0.01, tiny);
}

TEST(ContactSphereTorus, NeedsItsAxisAndAnOrientationToRub) {
  const auto message = [](const std::string& members) {
    const LoadedModel loaded = loadModel(
        R"json({"slipstick": 1, "objects": [{"type": "Ground"}, {"type": "ContactSphereTorus", "markerNumbers": [1, 0], "contactStiffness": 1,
                "radiusSphere": 0.1, "torusMajorRadius": 1, "torusMinorRadius": 0.2, )json" +
        members + R"json(}], "markers": [{"type": "BodyRigid", "bodyNumber": 0}, {"type": "BodyPosition", "bodyNumber": 0}]})json");
    return loaded.issues.empty() ? "" : loaded.issues[0].pointer + ": " + loaded.issues[0].message;
  };
  EXPECT_EQ(message(R"("torusAxis": [0, 0, 1])"), "");
  EXPECT_EQ(message(R"("torusAxis": [0, 0, 2])").substr(0, 32), "/objects/1/torusAxis: must be a ");
  EXPECT_NE(message(R"("torusAxis": [0, 0, 1], "dynamicFriction": 0.1)"), "");
}

/// A ball and a ring in free flight, without friction: momentum, angular momentum and energy are conserved.
TEST(ContactSphereTorus, KeepsMomentumAndEnergy) {
  const Recorded flight = run(R"json({"slipstick": 1,
    "create": [{"type": "RigidBody", "name": "ball", "inertia": {"mass": 1, "inertia6D": [0.004, 0.004, 0.004, 0, 0, 0]},
                "referencePosition": [1, 0, 0], "initialVelocity": [0.3, 2, 0.5]},
               {"type": "RigidBody", "name": "ring", "inertia": {"mass": 3, "inertia6D": [2, 2, 2, 0, 0, 0]}, "initialAngularVelocity": [0.5, -0.4, 0.3]}],
    "markers": [{"type": "BodyRigid", "bodyNumber": "ball"}, {"type": "BodyRigid", "bodyNumber": "ring"}],
    "objects": [{"type": "ContactSphereTorus", "name": "contact", "markerNumbers": [0, 1], "radiusSphere": 0.1, "torusMajorRadius": 1, "torusMinorRadius": 0.15,
                 "torusAxis": [0, 0, 1], "contactStiffness": 1e4}],
    "sensors": [{"type": "Body", "name": "x0", "bodyNumber": "ball", "outputVariableType": "Position"},
                {"type": "Body", "name": "v0", "bodyNumber": "ball", "outputVariableType": "Velocity"},
                {"type": "Body", "name": "w0", "bodyNumber": "ball", "outputVariableType": "AngularVelocity"},
                {"type": "Body", "name": "x1", "bodyNumber": "ring", "outputVariableType": "Position"},
                {"type": "Body", "name": "v1", "bodyNumber": "ring", "outputVariableType": "Velocity"},
                {"type": "Body", "name": "w1", "bodyNumber": "ring", "outputVariableType": "AngularVelocity"},
                {"type": "Object", "name": "gap", "objectNumber": "contact", "outputVariableType": "DisplacementLocal"}],
    "analysis": {"endTime": 1, "numberOfSteps": 10000, "generalizedAlpha": {"spectralRadius": 1}}})json");
  const auto vector = [&](const char* name, std::size_t row) {
    return Vector3{flight.column(name, 0)[row], flight.column(name, 1)[row], flight.column(name, 2)[row]};
  };
  const auto spin = [&](std::size_t row) {
    return 1.0 * cross(vector("x0", row), vector("v0", row)) + 0.004 * vector("w0", row) +
           3.0 * cross(vector("x1", row), vector("v1", row)) + 2.0 * vector("w1", row);
  };
  const auto energy = [&](std::size_t row) {
    const double overlap = std::max(-flight.column("gap", 0)[row], 0.0);
    const auto square = [&](const char* name) { return dot(vector(name, row), vector(name, row)); };
    return 0.5 * (square("v0") + 0.004 * square("w0") + 3 * square("v1") + 2 * square("w1") + 1e4 * overlap * overlap);
  };
  const std::size_t last = flight.time().size() - 1;
  EXPECT_GT(norm(vector("w1", last) - vector("w1", 0)), 0.1) << "the ball has turned the ring";
  const Vector3 momentum = vector("v0", last) + 3.0 * vector("v1", last);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(momentum[i], vector("v0", 0)[i], 1e-9);
    // The trapezoidal rule conserves it to second order in the step.
    EXPECT_NEAR(spin(last)[i], spin(0)[i], 1e-5);
  }
  EXPECT_NEAR(energy(last), energy(0), 1e-3 * energy(0));
}

/// A ball that rolls in the lowest part of an upright ring is a pendulum with 7/5 times the inertia of its mass.
TEST(ContactSphereTorus, RollsLikeAPendulum) {
  const Recorded rolling = run(R"json({"slipstick": 1,
    "create": [{"type": "RigidBody", "name": "ball", "inertia": {"mass": 1, "inertia6D": [0.004, 0.004, 0.004, 0, 0, 0]}, "gravity": [0, -9.81, 0],
                "referencePosition": ["1.05 * sin(0.02)", "-1.05 * cos(0.02)", 0]}, {"type": "Ground", "name": "ground"}],
    "markers": [{"type": "BodyRigid", "bodyNumber": "ball"}, {"type": "BodyRigid", "bodyNumber": "ground"}],
    "objects": [{"type": "ContactSphereTorus", "name": "contact", "markerNumbers": [0, 1], "radiusSphere": 0.1, "torusMajorRadius": 1, "torusMinorRadius": 0.15,
                 "torusAxis": [0, 0, 1], "contactStiffness": 1e6, "contactDamping": 1e3, "dynamicFriction": 0.5, "frictionProportionalZone": 1e-4}],
    "sensors": [{"type": "Body", "name": "x", "bodyNumber": "ball", "outputVariableType": "Position"}],
    "analysis": {"endTime": 3, "numberOfSteps": 6000, "sensorsWritePeriod": 0}})json");
  const auto time = rolling.time(), x = rolling.column("x", 0);
  std::vector<double> zeros;
  for (std::size_t i = 1; i < x.size(); ++i)
    if ((x[i] > 0) != (x[i - 1] > 0)) zeros.push_back(time[i - 1] + (time[i] - time[i - 1]) * x[i - 1] / (x[i - 1] - x[i]));
  ASSERT_GE(zeros.size(), 2u);
  const double period = 2 * std::numbers::pi * std::sqrt(1.4 * 1.05 / 9.81);
  EXPECT_NEAR(zeros[1] - zeros[0], period / 2, 1e-3);  // the overlap of 1e-5 m, the amplitude of 0.02 and creep in the zone change less
}

}  // namespace
}  // namespace slipstick::testing
