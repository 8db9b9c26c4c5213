// A roll of length 2 m and radius 0.5 − 0.25 x² m on the plane z = 0. The slope of its profile is −x / 2, at most ½.

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

Connector roll(const std::string& more, const Vector3& center, const Matrix3& rotation = Matrix3::identity(),
               const std::string& hull = "[-0.25, 0, 0.5]") {
  Connector roll =
      connector(R"({"type": "ContactConvexRoll", "rollLength": 2, "contactStiffness": 1000, "coefficientsHull": )" + hull + more + "}");
  roll.frame1.position = center;
  roll.frame1.rotation = rotation;
  roll.data = {-1, 0, 0};
  return roll;
}
void expectVector(const Vector3& found, const Vector3& expected, const std::string& what) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], tiny) << what << " [" << i << "]";
}
Vector3 output(Connector& of, Variable variable) {
  const std::vector<double> found = of.output(variable);
  return {found[0], found[1], found[2]};
}
double gapOf(Connector roll) {
  roll.postNewton();
  return roll.data[0];
}

TEST(ContactConvexRoll, RestsOnItsMiddle) {
  Connector level = roll("", {3, 4, 0.49});
  EXPECT_NEAR(gapOf(level), -0.01, tiny);
  const auto forces = level.forces();
  expectVector(forces.on1.force, {0, 0, 10}, "on the roll");
  expectVector(forces.on1.torque, {0, 0, 0}, "on the roll");
  expectVector(forces.on0.force, {0, 0, -10}, "on the plane");
  expectVector(forces.on0.torque, {-40, 30, 0}, "on the plane, about its marker");
  expectVector(output(level, Variable::Position), {3, 4, -0.01}, "lowest point");
  expectVector(output(level, Variable::Force), {0, 0, -10}, "on the plane");
}

/// Tilted by θ about y, the profile has the slope −tan θ at the contact x = 2 tan θ, unless it ends before that.
TEST(ContactConvexRoll, TouchesAtThePointWithAParallelTangent) {
  for (const double slope : {0.25, -0.1, 0.4, 1.0, -3.0})
    for (const double spin : {0.0, 2.0}) {
      const double tilt = std::atan(slope), x = std::clamp(2 * slope, -1.0, 1.0), radius = 0.5 - 0.25 * x * x;
      const Vector3 arm{x * std::cos(tilt) - radius * std::sin(tilt), 0, -(x * std::sin(tilt) + radius * std::cos(tilt))};
      Connector tilted = roll("", {0, 0, 0.3}, rotationY(tilt) * rotationX(spin));
      EXPECT_NEAR(gapOf(tilted), 0.3 + arm.z, tiny) << slope;
      expectVector(output(tilted, Variable::Position), Vector3{0, 0, 0.3} + arm, "lowest point");
      const Vector3 force{0, 0, -1000 * (0.3 + arm.z)};
      expectVector(tilted.forces().on1.force, force, "force");
      expectVector(tilted.forces().on1.torque, cross(arm, force), "torque");
      expectVector(output(tilted, Variable::Torque), -cross(arm, force), "of the force on the plane");
    }
}

TEST(ContactConvexRoll, CanBeUprightOnTheMiddleOfItsEnd) {
  for (const double side : {1.0, -1.0}) {
    const Matrix3 upright = Matrix3::fromColumns({0, 0, -side}, {0, 1, 0}, {side, 0, 0});
    Connector standing = roll("", {0, 0, 0.99}, upright);
    EXPECT_NEAR(gapOf(standing), -0.01, tiny);
    expectVector(output(standing, Variable::Position), {0, 0, -0.01}, "lowest point");
  }
}

/// r = 0.5 + 0.1 x − 0.1 x² − 0.2 x⁴ has the slope 0.1 − 0.2 x − 0.8 x³: −0.1 at x = ½, 0.3 at −½.
TEST(ContactConvexRoll, FindsThePointOfAnyPolynomial) {
  for (const auto& [x, slope] : {std::pair{0.5, -0.1}, std::pair{-0.5, 0.3}, std::pair{0.0, 0.1}}) {
    const double tilt = std::atan(-slope), radius = 0.5 + 0.1 * x - 0.1 * x * x - 0.2 * x * x * x * x;
    Connector tilted = roll("", {0, 0, 0.3}, rotationY(tilt), "[-0.2, 0, -0.1, 0.1, 0.5]");
    EXPECT_NEAR(gapOf(tilted), 0.3 - (x * std::sin(tilt) + radius * std::cos(tilt)), tiny);
    EXPECT_NEAR(output(tilted, Variable::Position).x, x * std::cos(tilt) - radius * std::sin(tilt), tiny);
  }
}

TEST(ContactConvexRoll, DecidesContactByTheStoredGapAndForceByThePresentOne) {
  Connector lifted = roll("", {0, 0, 0.51});
  EXPECT_NEAR(lifted.forces().on1.force.z, -10, tiny) << "pulls while the stored state says contact";
  for (const double gap : {0.0, 0.01}) {
    Connector apart = roll("", {0, 0, 0.49});
    apart.data[0] = gap;
    EXPECT_EQ(apart.forces().on1.force.z, 0);
    EXPECT_EQ(output(apart, Variable::Force).z, 0);
  }
}

TEST(ContactConvexRoll, IsDampedByTheVelocityOfItsCentre) {
  Connector sinking = roll(R"(, "contactDamping": 20)", {0, 0, 0.3}, rotationY(std::atan(0.25)));
  const double still = sinking.forces().on1.force.z;
  sinking.frame1.velocity = {0.5, 0, -0.2};
  sinking.frame1.angularVelocity = {0, 3, 0};
  EXPECT_NEAR(sinking.forces().on1.force.z, still + 20 * 0.2, tiny);
}

/// Slip 0.3 m/s along x and 0.4 m/s along y; the latter from −0.6 m/s of the centre and 1 m/s of its spin.
TEST(ContactConvexRoll, RubsAgainstItsSlip) {
  const std::string friction =
      R"(, "dynamicFriction": 0.3, "staticFrictionOffset": 0.2, "viscousFriction": 0.05, "exponentialDecayStatic": 0.25)";
  for (const auto& [zone, expected] : {std::pair{0.1, 0.3 + 0.2 * std::exp(-1.6) + 0.05 * 0.4}, std::pair{2.0, 0.5 * 0.25},
                                       std::pair{0.0, 0.3 + 0.2 * std::exp(-2.0) + 0.05 * 0.5}}) {
    Connector slipping = roll(friction + R"(, "frictionProportionalZone": )" + std::to_string(zone), {0, 0, 0.49});
    slipping.frame1.velocity = {0.3, -0.6, 0};
    slipping.frame1.angularVelocity = {2, 0, 0};
    const Vector3 force{-0.6 * expected * 10, -0.8 * expected * 10, 10};
    expectVector(slipping.forces().on1.force, force, "force");
    expectVector(slipping.forces().on1.torque, cross(Vector3{0, 0, -0.5}, force), "torque");
    expectVector(output(slipping, Variable::Force), -force, "on the plane");
    expectVector(output(slipping, Variable::Velocity), {0, 1, 0}, "of the lowest point, relative to the centre");
  }
  Connector still = roll(friction + R"(, "frictionProportionalZone": 0)", {0, 0, 0.49});
  expectVector(still.forces().on1.force, {0, 0, 10}, "without slip");
}

/// If rotated and moved together, plane and roll exert the same forces in their local axes.
TEST(ContactConvexRoll, WorksOnAnyPlane) {
  const std::string friction = R"(, "contactDamping": 10, "dynamicFriction": 0.3)";
  const Matrix3 tilted = rotationY(0.2) * rotationX(0.3), frame = rotationX(1.1) * rotationZ(0.4);
  const Vector3 center{0.1, 0.2, 0.45}, velocity{0.3, -0.6, -0.1}, spin{2, 1, 0.5}, place{1, 2, 3}, drift{0.4, 0.5, 0.6},
      turn{0.7, -0.8, 0.9};
  Connector level = roll(friction, center, tilted);
  level.frame1.velocity = velocity, level.frame1.angularVelocity = spin;
  Connector carried = roll(friction, place + frame * center, frame * tilted);
  carried.frame0.position = place, carried.frame0.rotation = frame, carried.frame0.velocity = drift, carried.frame0.angularVelocity = turn;
  carried.frame1.velocity = frame * velocity + drift + cross(turn, frame * center);
  carried.frame1.angularVelocity = frame * spin + turn;
  const auto expected = level.forces(), found = carried.forces();
  EXPECT_GT(norm(expected.on1.torque), 1);
  expectVector(found.on1.force, frame * expected.on1.force, "force on the roll");
  expectVector(found.on1.torque, frame * expected.on1.torque, "torque on the roll");
  expectVector(found.on0.force, frame * expected.on0.force, "force on the plane");
  expectVector(found.on0.torque, frame * expected.on0.torque, "torque on the plane");
}

TEST(ContactConvexRoll, ReportsTheErrorOfTheForce) {
  Connector falling = roll("", {0, 0, 0.49});
  falling.frame1.velocity = {0, 0, -2};
  falling.data = {0.1, 0, 0};
  const PostNewton judged = falling.postNewton({0.1, 0, 0});
  EXPECT_EQ(judged.recommendedStep, -1);
  EXPECT_NEAR(judged.error, 1000 * 0.01, tiny);
  EXPECT_NEAR(falling.data[0], -0.01, tiny);
  EXPECT_EQ(falling.postNewton({0.1, 0, 0}).error, 0) << "now it is known";
}

TEST(ContactConvexRoll, RefusesProfilesThatAreNotConvex) {
  const auto message = [](const std::string& hull) {
    const LoadedModel loaded = loadModel(
        R"json({"slipstick": 1, "objects": [{"type": "Ground"}, {"type": "ContactConvexRoll", "markerNumbers": [0, 0], "contactStiffness": 1,
                "rollLength": 2, "coefficientsHull": )json" +
        hull + R"json(}], "markers": [{"type": "BodyRigid", "bodyNumber": 0}]})json");
    return loaded.issues.empty() ? "" : loaded.issues[0].pointer + ": " + loaded.issues[0].message;
  };
  EXPECT_EQ(message("[-0.25, 0, 0.5]"), "");
  EXPECT_EQ(message("[]"), "/objects/1/coefficientsHull: must have at least one coefficient, the radius in the middle");
  EXPECT_EQ(message("[-0.5, 0, 0.3]"), "/objects/1/coefficientsHull: the radius is negative within the length of the roll");
  const std::string notConvex = "/objects/1/coefficientsHull: the roll is not strictly convex: its lowest point jumps when it tilts";
  EXPECT_EQ(message("[0.1, 0, 0.3]"), notConvex);
  EXPECT_EQ(message("[0.3]"), notConvex);
}

/// Half the period of a small rocking motion about y, of a roll of 2 kg with r = 0.3 − 0.5 x², whose profile has a radius of curvature of 1
/// m.
double halfPeriod(const std::string& friction) {
  const Recorded rocking = run(R"json({"slipstick": 1,
    "nodes": [{"type": "RigidBodyRxyz", "name": "roll", "referenceCoordinates": [0, 0, 0.3, 0, 0.01, 0]}],
    "objects": [{"type": "Ground", "name": "plane"},
                {"type": "RigidBody", "name": "roll", "physicsMass": 2, "physicsInertia": [0.1, 0.4, 0.4, 0, 0, 0], "nodeNumber": "roll"},
                {"type": "ContactConvexRoll", "markerNumbers": ["plane", "roll"], "rollLength": 1, "coefficientsHull": [-0.5, 0, 0.3],
                 "contactStiffness": 1e6, "contactDamping": 2e3)json" +
                               friction + R"json(}],
    "markers": [{"type": "BodyRigid", "name": "plane", "bodyNumber": "plane"}, {"type": "BodyRigid", "name": "roll", "bodyNumber": "roll"},
                {"type": "BodyMass", "name": "weight", "bodyNumber": "roll"}],
    "loads": [{"type": "MassProportional", "markerNumber": "weight", "loadVector": [0, 0, -9.81]}],
    "sensors": [{"type": "Body", "name": "axis", "bodyNumber": "roll", "outputVariableType": "RotationMatrix"}],
    "analysis": {"endTime": 2, "numberOfSteps": 10000, "sensorsWritePeriod": 0}})json");
  const auto time = rocking.time(), slope = rocking.column("axis", 6);
  std::vector<double> zeros;
  for (std::size_t i = 1; i < time.size(); ++i)
    if ((slope[i] > 0) != (slope[i - 1] > 0))
      zeros.push_back(time[i - 1] + (time[i] - time[i - 1]) * slope[i - 1] / (slope[i - 1] - slope[i]));
  return zeros.size() < 2 ? 0 : zeros[1] - zeros[0];
}

/// The lowest point is 1 m below the centre of curvature of the profile, which is 0.7 m above the centre of mass. On ice the centre of mass
/// moves only vertically; on a rough plane it also moves sideways.
TEST(ContactConvexRoll, RocksAsItsCurvatureSays) {
  const double torque = 2 * 9.81 * (1 - 0.3);  // per angle
  // A tenth of a per cent: the amplitude of 0.01, the overlap of 2e-5 m, and creep in the proportional zone of friction.
  EXPECT_NEAR(halfPeriod(""), std::numbers::pi * std::sqrt(0.4 / torque), 5e-4);
  EXPECT_NEAR(halfPeriod(R"(, "dynamicFriction": 0.8, "frictionProportionalZone": 1e-4)"),
              std::numbers::pi * std::sqrt((0.4 + 2 * 0.3 * 0.3) / torque), 5e-4);
}

}  // namespace
}  // namespace slipstick::testing
