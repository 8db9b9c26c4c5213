// Compiled separately: other tests of contacts and connectors have helpers of the same names.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/core/support/connector.h"
#include "tests/core/support/run.h"
#include "tests/core/support/variation.h"

namespace slipstick::testing {
namespace {

using Variable = OutputVariable;
constexpr double tiny = 1e-12;  // rounding of products of numbers of size 1 … 1000

/// Radii 0.3 m and 0.2 m on the x-axis, 10 mm deep: with 1000 N/m the normal force is 10 N. Further parameters are given as JSON members.
Connector spheres(const std::string& more, const std::vector<double>& data = {-0.01, 0, 0, 0}, double overlap = 0.01) {
  Connector spheres = connector(R"({"type": "ContactSphereSphere", "spheresRadii": [0.3, 0.2], "contactStiffness": 1000)" + more + "}");
  spheres.frame1.position = {0.5 - overlap, 0, 0};
  spheres.data = data;
  return spheres;
}
/// The force along the line on sphere 1; positive values push the spheres apart.
double push(Connector contact, double separating = 0) {
  contact.frame1.velocity.x += separating;
  return contact.forces().on1.force.x;
}

void expectNear(const Vector3& found, const Vector3& expected, double tolerance = tiny) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << "component " << i;
}
void expectNear(const std::vector<double>& found, const std::vector<double>& expected, double tolerance = tiny) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << "component " << i;
}

TEST(ContactSphereSphere, PushesTheSpheresApart) {
  const auto forces = spheres("").forces();
  expectNear(forces.on1.force, {10, 0, 0});
  expectNear(forces.on0.force, {-10, 0, 0});
  expectNear(forces.on0.torque, {0, 0, 0});
}
TEST(ContactSphereSphere, DecidesContactByTheStoredGapAndForceByThePresentOne) {
  EXPECT_EQ(push(spheres("", {0, 0, 0, 0})), 0) << "a stored gap of zero is no contact";
  EXPECT_EQ(push(spheres("", {0.01, 0, 0, 0})), 0);
  EXPECT_NEAR(push(spheres("", {-0.01, 0, 0, 0}, -0.01)), -10, tiny) << "pulls while the stored state says contact";
}
TEST(ContactSphereSphere, DampsTheApproach) {
  EXPECT_NEAR(push(spheres(R"(, "contactDamping": 20)"), -0.3), 10 + 20 * 0.3, tiny);
  EXPECT_NEAR(push(spheres(R"(, "contactDamping": 20)"), 0.3), 10 - 20 * 0.3, tiny);
}
TEST(ContactSphereSphere, ModelsAnImpactByNumberOrByName) {
  const std::vector<double> impact{-0.01, 0, 0.5, 0};
  for (const auto& [number, word] : {std::pair{"0", "LinearDamping"}, {"1", "HuntCrossley"}, {"2", "GonthierCarvalho"}}) {
    const auto model = [&, n = number, w = word](bool byName) {
      return push(
          spheres(std::string(R"(, "restitutionCoefficient": 0.8, "impactModel": )") + (byName ? "\"" + std::string(w) + "\"" : n), impact),
          -0.5);
    };
    EXPECT_EQ(model(true), model(false)) << word;
  }
}
TEST(ContactSphereSphere, RaisesTheOverlapToItsExponent) {
  EXPECT_NEAR(push(spheres(R"(, "contactStiffnessExponent": 2)")), 1000 * 0.01 * 0.01, tiny);
  EXPECT_NEAR(push(spheres(R"(, "contactStiffnessExponent": 1.5)")), 1000 * std::pow(0.01, 1.5), tiny);
  EXPECT_NEAR(push(spheres(R"(, "contactStiffnessExponent": 1.5)", {-0.01, 0, 0, 0}, -0.01)), -1000 * std::pow(0.01, 1.5), tiny);
}
TEST(ContactSphereSphere, TouchesAtTheSumOfRadii) {
  Connector contact = connector(R"({"type": "ContactSphereSphere", "spheresRadii": [0.3, 0.15], "contactStiffness": 1000})");
  contact.data = {-0.01, 0, 0, 0};
  contact.frame1.position = {0, 0, -0.44};
  expectNear(contact.forces().on1.force, {0, 0, -10});
  expectNear(contact.output(Variable::Position), {0, 0, -0.295});
}
TEST(ContactSphereSphere, HoldsASphereInsideAHollowOne) {
  Connector hollow =
      connector(R"({"type": "ContactSphereSphere", "spheresRadii": [0.2, 0.5], "isHollowSphere1": true, "contactStiffness": 1000})");
  hollow.data = {-0.01, 0, 0, 0};
  hollow.frame1.position = {-0.31, 0, 0};  // the small sphere reaches 0.51 m from the middle of the hollow one
  expectNear(hollow.output(Variable::DisplacementLocal), {-0.01});
  expectNear(hollow.forces().on0.force, {-10, 0, 0});
  expectNear(hollow.output(Variable::Position), {0.195, 0, 0});
  expectNear(hollow.output(Variable::Director1), {1, 0, 0});
  expectNear(hollow.output(Variable::Director3), {-1, 0, 0});
}
TEST(ContactSphereSphere, KnowsNoDirectionBetweenConcentricSpheres) {
  expectNear(spheres("", {-0.5, 0, 0, 0}, 0.5).forces().on1.force, {0, 0, 0});
}

TEST(ContactSphereSphere, DissipatesByHuntAndCrossley) {
  const auto at = [](double e, double rate) {
    return push(spheres(R"(, "impactModel": 1, "restitutionCoefficient": )" + std::to_string(e), {-0.01, 0, 0.5, 0}), rate);
  };
  EXPECT_NEAR(at(0.5, -0.5), 10 * (1 + 0.75), tiny);   // at the impact velocity: 1 + 3/2 (1 − e)
  EXPECT_NEAR(at(0.5, 0.25), 10 * (1 - 0.375), tiny);  // half of it on rebound
  EXPECT_NEAR(at(0.5, 1), 10 * (1 - 1.5), tiny) << "may pull: nothing is cut off";
  EXPECT_NEAR(at(1, -0.5), 10, tiny);
}
TEST(ContactSphereSphere, DissipatesByGonthierAndCarvalho) {
  const auto at = [](double e) {
    return push(spheres(R"(, "impactModel": 2, "restitutionCoefficient": )" + std::to_string(e), {-0.01, 0, 0.5, 0}), -0.5);
  };
  EXPECT_NEAR(at(1), 10, tiny);
  EXPECT_NEAR(at(0.5), 10 * (1 + 0.75 * 10.5 / 5.5), tiny);
  EXPECT_NEAR(at(0.2), 10 * (1 + 0.96 / 0.2), 1e-11);
  EXPECT_NEAR(at(1.0 / 3 + 1e-6), at(1.0 / 3 - 1e-6), 1e-3) << "both laws meet at 1/3";
}
TEST(ContactSphereSphere, ReckonsWithAMinimumImpactVelocity) {
  const std::string law = R"(, "impactModel": 1, "restitutionCoefficient": 0.5, "minimumImpactVelocity": 0.25)";
  EXPECT_NEAR(push(spheres(law, {-0.01, 0, 0.1, 0}), -0.25), 10 * 1.75, tiny);
  EXPECT_NEAR(push(spheres(law, {-0.01, 0, -3, 0}), -0.25), 10 * 1.75, tiny) << "a velocity of separation is none of impact";
  EXPECT_NEAR(push(spheres(law, {-0.01, 0, 0.5, 0}), -0.25), 10 * 1.375, tiny);
  const std::string without = R"(, "impactModel": 1, "restitutionCoefficient": 0.5)";
  EXPECT_NEAR(push(spheres(without), -0.25), 10, tiny) << "without any impact velocity there is no loss";
}
TEST(ContactSphereSphere, AddsLinearDampingInAllImpactModels) {
  for (const char* model : {"0", "1", "2"}) {
    const std::string law = std::string(R"(, "restitutionCoefficient": 0.5, "impactModel": )") + model;
    const std::vector<double> data{-0.01, 0, 0.5, 0};
    EXPECT_NEAR(push(spheres(law + R"(, "contactDamping": 20)", data), -0.3), push(spheres(law, data), -0.3) + 6, tiny) << model;
  }
}
TEST(ContactSphereSphere, KnowsNoRestitutionInTheLinearModel) {
  EXPECT_NEAR(push(spheres(R"(, "restitutionCoefficient": 0.5)", {-0.01, 0, 0.5, 0}), -0.5), 10, tiny);
}

/// Loading with 1000 N/m, unloading with 4000 N/m. The largest overlap was 10 mm, of which 7.5 mm are plastic.
class AdhesiveSpheres : public ::testing::Test {
 protected:
  static double at(double overlap, const std::string& more = "") {
    return push(spheres(R"(, "contactPlasticityRatio": 0.75, "adhesionCoefficient": 500)" + more, {-0.01, 0, 0, 0.0075}, overlap));
  }
};
TEST_F(AdhesiveSpheres, LoadOnTheFirstBranch) {
  EXPECT_NEAR(at(0.012), 12, tiny);
  EXPECT_NEAR(at(0.01), 10, tiny) << "both branches meet at the largest overlap";
}
TEST_F(AdhesiveSpheres, UnloadAndReloadOnTheSteepBranch) {
  EXPECT_NEAR(at(0.009), 4000 * 0.0015, tiny);
  EXPECT_NEAR(at(0.0075), 0, tiny);
  EXPECT_NEAR(at(0.007), -4000 * 0.0005, tiny);
}
TEST_F(AdhesiveSpheres, PullNoMoreThanTheAdhesion) {
  EXPECT_NEAR(at(0.006), -500 * 0.006, tiny);
  EXPECT_NEAR(at(0.001), -500 * 0.001, tiny);
  EXPECT_NEAR(at(0.006, R"(, "adhesionExponent": 2)"), -500 * 0.006 * 0.006, tiny);
  EXPECT_NEAR(push(spheres(R"(, "contactPlasticityRatio": 0.75)", {-0.01, 0, 0, 0.0075}, 0.006)), 0, tiny) << "none without adhesion";
}
TEST_F(AdhesiveSpheres, PullWithAConstantForceToo) {
  const std::string pull = R"(, "constantPullOffForce": 2)";
  EXPECT_NEAR(at(0.012, pull), 12 - 2, tiny);
  EXPECT_NEAR(at(0.009, pull), 6 - 2, tiny);
  EXPECT_NEAR(at(0.006, pull), -3 - 2, tiny);
  EXPECT_NEAR(push(spheres(pull)), 10, tiny) << "a plasticity ratio of zero switches adhesion off";
  EXPECT_NEAR(at(0.012, pull + R"(, "impactModel": 1)"), 12, tiny) << "as do the other impact models";
}
TEST_F(AdhesiveSpheres, RaiseThePlasticOverlapToTheExponent) {
  EXPECT_NEAR(at(0.008, R"(, "contactStiffnessExponent": 2)"), 4000 * (0.008 * 0.008 - 0.0075 * 0.0075), tiny);
}

/// Slip 0.3 m/s along y and 0.4 m/s along z: 0.5 m/s.
Connector slipping(const std::string& more, double storedSlip) {
  Connector slipping = spheres(R"(, "dynamicFriction": 0.5)" + more, {-0.01, storedSlip, 0, 0});
  slipping.frame1.velocity = {0, 0.3, 0.4};
  return slipping;
}
TEST(ContactSphereSphere, SlidesAgainstFriction) {
  const auto forces = slipping("", 0.5).forces();
  expectNear(forces.on1.force, {10, -0.5 * 10 * 0.6, -0.5 * 10 * 0.8});
  expectNear(forces.on0.force, -forces.on1.force);
  expectNear(slipping(R"(, "frictionProportionalZone": 0)", 0).forces().on1.force, {10, -3, -4});
  EXPECT_EQ(spheres(R"(, "dynamicFriction": 0.5, "frictionProportionalZone": 0)").forces().on1.force.y, 0) << "no slip, no direction";
}
TEST(ContactSphereSphere, GrowsFrictionWithSlipInTheProportionalZone) {
  expectNear(slipping(R"(, "frictionProportionalZone": 2)", 0.5).forces().on1.force, {10, -5 * 0.3 / 2, -5 * 0.4 / 2});
  // The stored slip decides: 5 N per 0.1 m/s, even beyond the zone.
  expectNear(slipping(R"(, "frictionProportionalZone": 0.1)", 0.05).forces().on1.force, {10, -15, -20});
}
TEST(ContactSphereSphere, TurnsBothSpheresByFriction) {
  const auto forces = slipping("", 0.5).forces();
  // Arms 0.295 m and 0.195 m to the contact point.
  expectNear(forces.on0.torque, {0, -0.295 * 4, 0.295 * 3});
  expectNear(forces.on1.torque, {0, -0.195 * 4, 0.195 * 3});
  expectNear(slipping("", 0.5).output(Variable::Torque), {0, 0.295 * 4, -0.295 * 3});
}
TEST(ContactSphereSphere, SeesTheSpinOfTheSpheres) {
  Connector rolling = spheres(R"(, "dynamicFriction": 0.5)", {-0.01, 1, 0, 0});
  rolling.frame0.angularVelocity = {7, 0, 1 / 0.295};  // both surfaces move at 1 m/s along y
  rolling.frame1.angularVelocity = {-3, 0, -1 / 0.195};
  expectNear(rolling.forces().on1.force, {10, 0, 0}, 1e-10);
  rolling.frame1.angularVelocity.z = 0;
  EXPECT_NEAR(rolling.forces().on1.force.y, 5, tiny);
}

TEST(ContactSphereSphere, IsInBalanceAndTurnsWithTheWorld) {
  Random random(12);
  const auto vector = [&](double size) {
    return Vector3{random.between(-size, size), random.between(-size, size), random.between(-size, size)};
  };
  for (int trial = 0; trial < 20; ++trial) {
    const std::string hollow = trial % 2 ? R"(, "isHollowSphere1": true, "spheresRadii": [0.1, 0.2])" : "";
    Connector contact =
        connector(R"({"type": "ContactSphereSphere", "contactStiffness": 1000, "contactDamping": 3, "dynamicFriction": 0.4)" +
                  (trial % 2 ? hollow : std::string(R"(, "spheresRadii": [0.3, 0.2])")) + "}");
    contact.data = {-0.01, random.between(0, 2), 0, 0};
    for (auto* frame : {&contact.frame0, &contact.frame1}) {
      frame->position = vector(0.2), frame->velocity = vector(1), frame->angularVelocity = vector(3);
      frame->rotation = random.rotation();
    }
    const auto forces = contact.forces();
    const Vector3 lever = contact.frame1.position - contact.frame0.position;
    expectNear(forces.on0.force + forces.on1.force, {0, 0, 0}, 1e-10);  // forces are about 1e2 N, or 1e5 in the proportional zone
    expectNear(forces.on0.torque + forces.on1.torque + cross(lever, forces.on1.force), {0, 0, 0}, 1e-10);

    Connector turned = contact;
    const Matrix3 turn = random.rotation();
    for (auto* frame : {&turned.frame0, &turned.frame1})
      for (auto* each : {&frame->position, &frame->velocity, &frame->angularVelocity}) *each = turn * *each;
    expectNear(turned.forces().on1.force, turn * forces.on1.force, 1e-10);
    expectNear(turned.forces().on1.torque, turn * forces.on1.torque, 1e-10);
  }
}

TEST(ContactSphereSphere, ReportsItsGeometryAndForce) {
  Connector contact = slipping("", 0.5);
  expectNear(contact.output(Variable::Position), {0.295, 0, 0});
  expectNear(contact.output(Variable::Displacement), {0.49, 0, 0});
  expectNear(contact.output(Variable::DisplacementLocal), {-0.01});
  expectNear(contact.output(Variable::Velocity), {0, 0.3, 0.4});
  expectNear(contact.output(Variable::Director1), {1, 0, 0});
  expectNear(contact.output(Variable::Director3), {1, 0, 0});
  expectNear(contact.output(Variable::Force), {-10, 3, 4});
  contact.data[0] = 0.01;
  expectNear(contact.output(Variable::Force), {0, 0, 0});
  expectNear(contact.output(Variable::Velocity), {0, 0.3, 0.4});
}

TEST(ContactSphereSphere, DoesNothingWhenInactive) {
  Connector contact = slipping(R"(, "activeConnector": false)", 0.5);
  expectNear(contact.forces().on1.force, {0, 0, 0});
  expectNear(contact.output(Variable::Force), {0, 0, 0});
  EXPECT_EQ(contact.postNewton().error, 0);
  expectNear(contact.data, {-0.01, 0.5, 0, 0});
}

TEST(ContactSphereSphere, AsksForASmallerStepWhenTheSpheresMeet) {
  Connector meeting = spheres("", {0.02, 0, 0, 0});
  meeting.frame1.velocity = {-4, 3, 0};
  const PostNewton post = meeting.postNewton();
  EXPECT_NEAR(post.error, 1000 * 0.01, tiny) << "the force that was left out";
  EXPECT_NEAR(post.recommendedStep, 0.02 / 4, tiny) << "the time in which the gap at the start of the step closes";
  expectNear(meeting.data, {-0.01, 3, 4, 0});
}
TEST(ContactSphereSphere, KeepsTheImpactVelocityDuringContact) {
  Connector pressed = spheres("", {-0.02, 0, 4, 0});
  pressed.frame1.velocity = {1, 0, 0};
  const PostNewton post = pressed.postNewton();
  EXPECT_EQ(post.error, 0);
  EXPECT_EQ(post.recommendedStep, -1);
  expectNear(pressed.data, {-0.01, 0, 4, 0});
}
TEST(ContactSphereSphere, MeasuresLiftOffByTheForceAcrossTheGap) {
  Connector lifted = spheres("", {-0.01, 0, 4, 0}, -0.02);
  lifted.frame1.velocity = {1, 0, 0};
  const PostNewton post = lifted.postNewton();
  EXPECT_NEAR(post.error, 1000 * 0.02, tiny);
  EXPECT_EQ(post.recommendedStep, -1) << "the step began in contact";
  expectNear(lifted.data, {0.02, 0, 4, 0});
  lifted.data = {-0.01, 0, 4, 0};
  EXPECT_NEAR(lifted.postNewton({}, {.atParting = true}).recommendedStep, 0.01, tiny) << "to where they part, if that is wanted";
  Connector apart = spheres("", {0.01, 0, 0, 0}, -0.02);
  EXPECT_EQ(apart.postNewton().error, 0);
}
TEST(ContactSphereSphere, ComparesWithTheStartOfTheStepNotWithAnIteration) {
  // The step began 20 mm apart, after an impact with 4 m/s. An iteration found the spheres 50 mm deep with 7 m/s; the present one finds
  // them apart.
  Connector apart = spheres("", {-0.05, 0, 7, 0}, -0.005);
  apart.frame1.velocity = {-2, 0, 0};
  const PostNewton post = apart.postNewton({0.02, 0, 4, 0});
  EXPECT_NEAR(post.error, 1000 * 0.005, tiny);
  EXPECT_NEAR(post.recommendedStep, 0.02 / 2, tiny);
  expectNear(apart.data, {0.005, 0, 4, 0});
}
TEST(ContactSphereSphere, TakesTheGapTimesTheStiffnessAsErrorForAnyExponent) {
  EXPECT_NEAR(spheres(R"(, "contactStiffnessExponent": 1.5)", {0.02, 0, 0, 0}).postNewton().error, 1000 * 0.01, tiny);
}
TEST(ContactSphereSphere, CountsSpinAsSlipOnlyInContact) {
  for (const double overlap : {-0.02, 0.02}) {
    Connector spinning = spheres(R"(, "dynamicFriction": 0.5)", {-overlap, 0, 0, 0}, overlap);
    spinning.frame1.angularVelocity = {0, 0, 5};
    spinning.postNewton();
    EXPECT_NEAR(spinning.data[1], overlap > 0 ? 5 * (0.2 - 0.01) : 0, tiny);
  }
}
TEST(ContactSphereSphere, MeasuresTheChangeBetweenStickingAndSliding) {
  const std::string zone = R"(, "frictionProportionalZone": 0.1)";
  Connector slides = slipping(zone, 0.05);
  EXPECT_NEAR(slides.postNewton().error, 0.5 * 10 * (0.5 - 0.1) / 0.1, tiny);
  Connector sticks = slipping(zone, 0.2);
  sticks.frame1.velocity = {0, 0.03, 0.04};
  EXPECT_NEAR(sticks.postNewton().error, 0.5 * 10 * (0.1 - 0.05) / 0.1, tiny);
  Connector keeps = slipping(zone, 0.2);
  EXPECT_EQ(keeps.postNewton().error, 0);
  EXPECT_NEAR(keeps.data[1], 0.5, tiny);
}
TEST(ContactSphereSphere, RemembersThePlasticOverlapUntilTheSpheresPart) {
  const std::string plastic = R"(, "contactPlasticityRatio": 0.75)";
  Connector deeper = spheres(plastic, {-0.005, 0, 0, 0.002});
  deeper.postNewton();
  EXPECT_NEAR(deeper.data[3], 0.75 * 0.01, tiny);
  Connector lighter = spheres(plastic, {-0.02, 0, 0, 0.015});
  lighter.postNewton();
  EXPECT_NEAR(lighter.data[3], 0.015, tiny);
  Connector secondLook = spheres(plastic, {-0.02, 0, 0, 0.03});
  secondLook.postNewton({-0.005, 0, 0, 0.002});
  EXPECT_NEAR(secondLook.data[3], 0.75 * 0.01, tiny) << "results of a discarded iteration do not count";
  Connector parted = spheres(plastic, {-0.02, 0, 0, 0.015}, -0.001);
  parted.postNewton();
  EXPECT_EQ(parted.data[3], 0);
  Connector hertz = spheres(plastic + R"(, "contactStiffnessExponent": 1.5)");
  hertz.postNewton();
  EXPECT_NEAR(hertz.data[3], std::pow(0.75, 1 / 1.5) * 0.01, tiny);
}

TEST(ContactSphereSphere, RefusesInvalidParameters) {
  const auto message = [](const std::string& parameters) {
    try {
      spheres(parameters);
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(message(R"(, "contactPlasticityRatio": 1)").find("/objects/0/contactPlasticityRatio: must be less than 1"), std::string::npos);
  EXPECT_NE(message(R"(, "restitutionCoefficient": 0)").find("/objects/0/restitutionCoefficient"), std::string::npos);
  EXPECT_NE(message(R"(, "impactModel": 3)").find("/objects/0/impactModel"), std::string::npos);
  EXPECT_NE(message(R"(, "isHollowSphere1": true)").find("/objects/0/spheresRadii"), std::string::npos);
}

/// Two mass points with a spring between their surfaces separate with exchanged velocities, as after a perfectly elastic impact of equal
/// masses.
TEST(ContactSphereSphere, BetweenMassPointsExchangesTheirVelocities) {
  const Recorded motion = run(R"({"slipstick": 1,
    "create": [{"type": "MassPoint", "name": "first", "physicsMass": 2, "initialVelocity": [1, 0, 0]},
               {"type": "MassPoint", "name": "second", "physicsMass": 2, "referencePosition": [0.25, 0, 0]},
               {"type": "SphereSphereContact", "name": "contact", "bodies": ["first", "second"], "spheresRadii": [0.1, 0.1], "contactStiffness": 1e4}],
    "sensors": [{"type": "Body", "name": "first", "bodyNumber": "first", "outputVariableType": "Velocity"},
                {"type": "Body", "name": "second", "bodyNumber": "second", "outputVariableType": "Velocity"}],
    "analysis": {"type": "dynamic", "endTime": 0.15, "numberOfSteps": 3000, "generalizedAlpha": {"spectralRadius": 1}}})");
  EXPECT_NEAR(motion.last("first"), 0, 1e-3);  // the step at which contact begins
  EXPECT_NEAR(motion.last("second"), 1, 1e-3);
  EXPECT_NEAR(motion.last("first") + motion.last("second"), 1, 1e-9);
}

}  // namespace
}  // namespace slipstick::testing
