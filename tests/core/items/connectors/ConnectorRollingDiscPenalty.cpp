// Compiled separately: other tests of contacts and connectors have helpers of the same names. A disc of radius 0.5 m is upright on the
// plane z = 0 with its axis along x: lateral direction x, longitudinal direction −y.

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
constexpr double tiny = 1e-13;  // rounding of products of numbers of size 1 … 1000

/// 10 mm deep: with 1000 N/m the normal force is 10 N. Further parameters are given as JSON members.
Connector disc(const std::string& more, const std::vector<double>& data = {0, 0, -0.01}) {
  Connector disc = connector(R"({"type": "ConnectorRollingDiscPenalty", "discRadius": 0.5, "contactStiffness": 1000)" + more + "}");
  disc.frame1.position = {0, 0, 0.49};
  disc.data = data;
  return disc;
}
const std::string friction = R"(, "dryFriction": [0.5, 0.25], "dryFrictionProportionalZone": 1)";
/// Slip 0.3 m/s laterally and 0.4 m/s longitudinally: 0.5 m/s.
Connector slipping(const std::string& more, const std::vector<double>& data = {0.3, 0.4, -0.01}) {
  Connector slipping = disc(more, data);
  slipping.frame1.velocity = {0.3, -0.4, 0};
  return slipping;
}

void expectNear(const Vector3& found, const Vector3& expected, double tolerance = tiny) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << "component " << i;
}
void expectNear(const std::vector<double>& found, const std::vector<double>& expected, double tolerance = tiny) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << "component " << i;
}

TEST(ConnectorRollingDiscPenalty, PushesTheDiscOutOfThePlane) {
  Connector contact = disc(R"(, "contactDamping": 10)");
  contact.frame1.velocity = {0, 0, -0.2};
  const auto forces = contact.forces();
  expectNear(forces.on1.force, {0, 0, 1000 * 0.01 + 10 * 0.2});
  expectNear(forces.on0.force, {0, 0, -12});
  expectNear(forces.on1.torque, {0, 0, 0});
}

TEST(ConnectorRollingDiscPenalty, DecidesContactByTheStoredGapAndForceByThePresentOne) {
  EXPECT_EQ(disc("", {0, 0, 0}).forces().on1.force.z, 0) << "a stored gap of zero is no contact";
  EXPECT_EQ(disc("", {0, 0, 0.01}).forces().on1.force.z, 0);
  Connector lifted = disc("");
  lifted.frame1.position.z = 0.51;
  EXPECT_NEAR(lifted.forces().on1.force.z, -10, tiny) << "pulls while the stored state says contact";
}

TEST(ConnectorRollingDiscPenalty, GrowsFrictionQuadraticallyInTheProportionalZone) {
  // φ = ξ (2 − ξ) = 0.75 at ξ = 0.5
  expectNear(slipping(friction).output(Variable::ForceLocal), {-0.5 * 0.75 * 10 * 0.6, -0.25 * 0.75 * 10 * 0.8, 10});
}

TEST(ConnectorRollingDiscPenalty, GrowsFrictionLinearlyIfWanted) {
  Connector contact = slipping(friction + R"(, "useLinearProportionalZone": true)");
  expectNear(contact.output(Variable::ForceLocal), {-1.5, -1, 10});
  const auto forces = contact.forces();
  expectNear(forces.on1.force, {-1.5, 1, 10});
  expectNear(forces.on1.torque, {0.5, 0.75, 0});  // arm (0, 0, −0.5) × force
  expectNear(forces.on0.force, {1.5, -1, -10});
}

TEST(ConnectorRollingDiscPenalty, ChoosesTheZoneByTheStoredSlipAndDoesNotClampThePresentOne) {
  const std::string zone = R"(, "dryFriction": [0.5, 0.5], "dryFrictionProportionalZone": 0.4)";
  const double phi = 1.25 * (2 - 1.25);  // ξ = 0.5 / 0.4
  expectNear(slipping(zone, {0, 0.4, -0.01}).output(Variable::ForceLocal), {-0.5 * 10 * phi * 0.6, -0.5 * 10 * phi * 0.8, 10});
}

TEST(ConnectorRollingDiscPenalty, FreezesTheDirectionOfSliding) {
  const std::string zone = R"(, "dryFriction": [0.5, 0.25], "dryFrictionProportionalZone": 0.1)";
  expectNear(slipping(zone, {0, 2, -0.01}).output(Variable::ForceLocal), {0, -0.25 * 10, 10});
  expectNear(slipping(zone, {2, 0, -0.01}).output(Variable::ForceLocal), {-0.5 * 10, 0, 10});
  expectNear(slipping(R"(, "dryFriction": [0.5, 0.25])", {0, 0.001, -0.01}).output(Variable::ForceLocal), {0, -2.5, 10});  // without a zone
}

TEST(ConnectorRollingDiscPenalty, HasNoFrictionWithoutSlip) {
  expectNear(slipping(friction, {0, 0, -0.01}).output(Variable::ForceLocal), {0, 0, 10});
  expectNear(disc(friction, {0.3, 0.4, -0.01}).output(Variable::ForceLocal), {0, 0, 10});
  expectNear(disc(friction, {3, 4, -0.01}).output(Variable::ForceLocal), {0, 0, 10});
}

TEST(ConnectorRollingDiscPenalty, HoldsASlipThatTurnsAgainInAStep) {
  const std::string zone = R"(, "dryFriction": [0.5, 0.5], "dryFrictionProportionalZone": 0.1)";
  const std::vector<double> atStart = {0, 2, -0.01}, assumed = {0, -2, -0.01};
  const auto updated = [&](const std::vector<double>& data, const std::vector<double>& start, bool holds = true) {
    Connector contact = slipping(zone, data);
    contact.postNewton(start, {.holdsSlip = holds});
    return contact;
  };
  Connector held = updated(assumed, atStart);
  expectNear(held.forces().on1.force, {-0.5 * 10 * 2 * 0.3 / 0.1, 0.5 * 10 * 2 * 0.4 / 0.1, 10});  // beyond the limit of friction
  expectNear(held.output(Variable::ForceLocal), {-0.5 * 10 * 0.6, -0.5 * 10 * 0.8, 10});           // the output at the end of the step
  held.postNewton(atStart, {.holdsSlip = true});
  expectNear(held.data, {0.3, 0.4, -0.01});  // slip is held for one solution
  expectNear(updated(assumed, atStart, false).data, {0.3, 0.4, -0.01});
  expectNear(updated(assumed, assumed).data, {0.3, 0.4, -0.01});        // it may reverse once
  expectNear(updated({0, 2, -0.01}, assumed).data, {0.3, 0.4, -0.01});  // and then stays as assumed
}

TEST(ConnectorRollingDiscPenalty, UsesTheSizeOfATensileNormalForce) {
  Connector lifted = slipping(friction + R"(, "useLinearProportionalZone": true)");
  lifted.frame1.position.z = 0.51;
  expectNear(lifted.output(Variable::ForceLocal), {-1.5, -1, -10});
}

TEST(ConnectorRollingDiscPenalty, TurnsTheFrictionDirections) {
  const std::string linear = R"(, "dryFrictionProportionalZone": 1, "useLinearProportionalZone": true)";
  // A quarter turn swaps the coefficients.
  expectNear(slipping(R"(, "dryFriction": [0.5, 0.25], "dryFrictionAngle": "pi/2")" + linear).output(Variable::ForceLocal),
             {-0.25 * 5 * 0.6, -0.5 * 5 * 0.8, 10});
  // Rollers at 45° that hold in one direction only: lateral slip causes lateral and longitudinal forces.
  Connector mecanum = disc(R"(, "dryFriction": [0.5, 0], "dryFrictionAngle": "pi/4")" + linear, {1, 0, -0.01});
  mecanum.frame1.velocity = {1, 0, 0};
  expectNear(mecanum.output(Variable::ForceLocal), {-2.5, 2.5, 10});
}

TEST(ConnectorRollingDiscPenalty, RotatesThemIfAnAnalysisStepSetsTheAngle) {
  const auto coin = [](const Json& law, const Json& change) {
    Json document = Json::parse(readFile("tests/data/items/objects/ConnectorRollingDiscPenalty.json"));
    Json& rolling = document["objects"][2];
    rolling["dryFriction"] = {0.5, 0};
    if (!law.empty()) rolling.update(law);
    document["analysis"][0]["endTime"] = 0.05, document["analysis"][0]["numberOfSteps"] = 200;
    if (!change.empty()) document["analysis"][0]["set"] = Json::array({change});
    return run(document.dump());
  };
  Recorded given = coin({{"dryFrictionAngle", 0.4}}, {});
  Recorded set = coin({}, {{"object", "rolling"}, {"dryFrictionAngle", 0.4}});
  expectSameRows(given.simulation().history(), set.simulation().history());
  EXPECT_NE(given.last("force"), coin({}, {}).last("force"));
}

TEST(ConnectorRollingDiscPenalty, AddsViscousFriction) {
  const std::string viscous = R"(, "useLinearProportionalZone": true, "viscousFriction": [0.1, 0.2])";
  expectNear(slipping(friction + viscous).output(Variable::ForceLocal), {-(0.5 + 0.1 * 0.5) * 5 * 0.6, -(0.25 + 0.2 * 0.5) * 5 * 0.8, 10});
}

TEST(ConnectorRollingDiscPenalty, BrakesTheCentreByRollingFrictionWithoutTorque) {
  Connector rolling = disc(R"(, "rollingFrictionViscous": 0.2)");
  rolling.frame1.velocity = {0.3, -0.4, 0.7};
  const auto forces = rolling.forces();
  expectNear(forces.on1.force, {-0.2 * 10 * 0.3, 0.2 * 10 * 0.4, 10});
  expectNear(forces.on0.force, {0.6, -0.8, -10});
  expectNear(forces.on1.torque, {0, 0, 0});
  expectNear(forces.on0.torque, {0, 0, 0});
  expectNear(rolling.output(Variable::ForceLocal), {0, 0, 10});  // without it
}

TEST(ConnectorRollingDiscPenalty, RollsOnTheMaterialOfARotatingPlaneEvenIfPulled) {
  Connector carried = disc(R"(, "rollingFrictionViscous": 0.2)");
  carried.frame0.position = {-1, 0, 0}, carried.frame0.angularVelocity = {0, 0, 2};  // the material below moves with (0, 2, 0) m/s
  expectNear(carried.forces().on1.force, {0, 0.2 * 10 * 2, 10});
  Connector pulled = disc(R"(, "rollingFrictionViscous": 0.2)");
  pulled.frame1.position = {0, 0, 0.51}, pulled.frame1.velocity = {0.3, 0, 0};
  expectNear(pulled.forces().on1.force, {-0.2 * 10 * 0.3, 0, -10});
}

TEST(ConnectorRollingDiscPenalty, SeesTheMotionOfThePlane) {
  Connector carried = slipping(friction);
  carried.frame0.velocity = carried.frame1.velocity;
  expectNear(carried.output(Variable::VelocityLocal), {0, 0, 0});
  // The plane rotates about a point 1 m away: its material moves with ω × p_C = (0, −2, 0) m/s.
  Connector turning = disc(friction);
  turning.frame0.position = {1, 0, 0};
  turning.frame0.angularVelocity = {0, 0, 2};
  expectNear(turning.output(Variable::VelocityLocal), {0, -2, 0});
}

TEST(ConnectorRollingDiscPenalty, ReactsOnThePlaneAtTheContactPoint) {
  Connector aside = disc("");
  aside.frame0.position = {1, 0, 0};
  const auto forces = aside.forces();
  expectNear(forces.on0.force, {0, 0, -10});
  expectNear(forces.on0.torque, {0, -10, 0});  // −p_C × F with p_C = (−1, 0, −0.01)
  expectNear(aside.output(Variable::Position), {-1, 0, -0.01});
}

TEST(ConnectorRollingDiscPenalty, IsInBalanceAndTurnsWithTheWorld) {
  Random random(11);
  const auto vector = [&] { return Vector3{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)}; };
  for (int trial = 0; trial < 20; ++trial) {
    Connector contact = disc(friction + R"(, "dryFrictionAngle": 0.3, "viscousFriction": [0.1, 0.2], "contactDamping": 3)",
                             {random.between(-1, 1), random.between(-1, 1), -0.01});
    for (auto* frame : {&contact.frame0, &contact.frame1}) {
      frame->position = vector(), frame->velocity = vector(), frame->angularVelocity = vector();
      frame->rotation = random.rotation();
    }
    const auto forces = contact.forces();
    const Vector3 lever = contact.frame1.position - contact.frame0.position;
    expectNear(forces.on0.force + forces.on1.force, {0, 0, 0}, 1e-10);
    expectNear(forces.on0.torque + forces.on1.torque + cross(lever, forces.on1.force), {0, 0, 0}, 1e-10);  // forces are of size 1e3 N

    Connector turned = contact;
    const Matrix3 turn = random.rotation();
    for (auto* frame : {&turned.frame0, &turned.frame1}) {
      for (auto* each : {&frame->position, &frame->velocity, &frame->angularVelocity}) *each = turn * *each;
      frame->rotation = turn * frame->rotation;
    }
    expectNear(turned.output(Variable::ForceLocal), contact.output(Variable::ForceLocal), 1e-10);
    expectNear(turned.forces().on1.torque, turn * forces.on1.torque, 1e-10);
  }
}

TEST(ConnectorRollingDiscPenalty, ReportsTheContactPointInItsDirections) {
  Connector contact = slipping("");
  contact.frame1.velocity.z = 0.05;
  expectNear(contact.output(Variable::Position), {0, 0, -0.01});
  expectNear(contact.output(Variable::VelocityLocal), {0.3, 0.4, 0.05});
  expectNear(contact.output(Variable::RotationMatrix), {1, 0, 0, 0, -1, 0, 0, 0, 1});
  // Tilted by 30° towards the axis: the lowest point moves sideways.
  contact.frame1.rotation = rotationY(std::numbers::pi / 6);
  expectNear(contact.output(Variable::Position), {-0.5 * 0.5, 0, 0.49 - 0.5 * std::sqrt(0.75)});
}

TEST(ConnectorRollingDiscPenalty, ReportsTheTrailVelocityAsTheRateOfTheContactPoint) {
  Connector contact = disc("");
  contact.frame1.rotation = rotationY(0.4) * rotationX(0.9);
  contact.frame1.velocity = {0.3, -0.2, 0.1};
  contact.frame1.angularVelocity = {0.5, 0.7, -0.9};
  const auto found = contact.output(Variable::Velocity);
  const auto pointAfter = [&](double time) {
    Connector later = contact;
    later.frame1.position += time * contact.frame1.velocity;
    const Vector3 turn = time * contact.frame1.angularVelocity;
    later.frame1.rotation = rotationX(turn.x) * rotationY(turn.y) * rotationZ(turn.z) * contact.frame1.rotation;  // to second order
    return later.output(Variable::Position);
  };
  const auto high = pointAfter(1e-6), low = pointAfter(-1e-6);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], (high[i] - low[i]) / 2e-6, 1e-9);  // rounding 1e-16 / 1e-6
}

/// Rows of the table of the discontinuous iteration, with equal coefficients of 0.5, sliding.
class PostNewtonOfDisc : public ::testing::Test {
 protected:
  static PostNewton postNewton(Connector& contact) { return contact.postNewton(); }
  const std::string sliding = R"(, "dryFriction": [0.5, 0.5], "dryFrictionProportionalZone": 0.01)";
};

TEST_F(PostNewtonOfDisc, LiftOffCountsTheForceAcrossTheGap) {
  for (const double stored : {-0.01, 0.0}) {
    Connector contact = slipping(sliding, {0.3, 0.4, stored});
    contact.frame1.position.z = 0.52;
    EXPECT_NEAR(postNewton(contact).error, 1000 * 0.02, 1e-12) << stored;
    expectNear(contact.data, {0.3, 0.4, 0.02});
  }
}
TEST_F(PostNewtonOfDisc, TouchDownCountsNormalForceAndFriction) {
  Connector contact = slipping(sliding, {0, 0, 0.01});
  EXPECT_NEAR(postNewton(contact).error, 1000 * 0.01 + 0.5 * 10, 1e-12);
  expectNear(contact.data, {0.3, 0.4, -0.01});
}
TEST_F(PostNewtonOfDisc, ContactCountsTheChangeOfFriction) {
  Connector contact = slipping(sliding, {0.4, 0.3, -0.01});
  EXPECT_NEAR(postNewton(contact).error, 5 * std::hypot(0.2, 0.2), 1e-12);
  // First contact from a stored gap of zero: the error is from friction only.
  Connector fresh = slipping(sliding, {0, 0, 0});
  EXPECT_NEAR(postNewton(fresh).error, 5, 1e-12);
}
TEST_F(PostNewtonOfDisc, StayingApartIsRight) {
  Connector contact = slipping(sliding, {0, 0, 0.01});
  contact.frame1.position.z = 0.53;
  EXPECT_EQ(postNewton(contact).error, 0);
  expectNear(contact.data, {0.3, 0.4, 0.03});
}
TEST_F(PostNewtonOfDisc, RecommendsNoStep) {
  Connector contact = slipping(sliding, {0, 0, 0.01});
  EXPECT_EQ(postNewton(contact).recommendedStep, -1);
}

TEST(ConnectorRollingDiscPenalty, DoesNothingWhenInactive) {
  Connector contact = slipping(friction + R"(, "activeConnector": false)", {0.1, 0.2, -0.02});
  expectNear(contact.forces().on1.force, {0, 0, 0});
  EXPECT_EQ(contact.postNewton().error, 0);
  expectNear(contact.data, {0.1, 0.2, -0.02});
  expectNear(contact.output(Variable::ForceLocal), {0, 0, 0});
  expectNear(contact.output(Variable::Position), {0, 0, -0.01});
}

}  // namespace
}  // namespace slipstick::testing
