// Coordinates of two nodes: w0 = 0.5 m at 0.2 m/s, w1 = 0.8 m at 1.2 m/s, so that q = 0.3 m and v = 1 m/s with factors 1.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/core/support/connector.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

using Variable = OutputVariable;
constexpr double tiny = 1e-13;  // rounding of numbers of size 1 … 1000

ScalarConnector guide(const std::string& members) {
  ScalarConnector guide(R"({"type": "ConnectorCoordinateSpringDamperExt")" + (members.empty() ? "" : ", " + members) + "}");
  guide.coordinate0 = {0.5, 0.2};
  guide.coordinate1 = {0.8, 1.2};
  guide.data = {0, 0.3, 0};
  return guide;
}
/// The force of a connector at velocity v and displacement q, with the given states.
double force(const std::string& members, double q, double v, const std::vector<double>& data = {0, 0, 0}) {
  ScalarConnector moved = guide(members);
  moved.coordinate0 = {}, moved.coordinate1 = {q, v};
  moved.data = data;
  return moved.output(Variable::Force);
}

TEST(ConnectorCoordinateSpringDamperExt, IsASpringAndADamperWithOffsets) {
  ScalarConnector spring = guide(R"("stiffness": 100, "damping": 4, "offset": 0.1, "velocityOffset": 0.25)");
  EXPECT_NEAR(spring.output(Variable::Displacement), 0.3, tiny);
  EXPECT_NEAR(spring.output(Variable::Velocity), 1, tiny);
  EXPECT_NEAR(spring.output(Variable::Force), 100 * 0.2 + 4 * 0.75, tiny);
  const auto forces = spring.forces();
  EXPECT_NEAR(forces[0], 23, tiny) << "pulls the coordinates together";
  EXPECT_NEAR(forces[1], -23, tiny);
}

TEST(ConnectorCoordinateSpringDamperExt, TakesFactorsAsAGear) {
  // q = 3 w1 − 2 w0 = 1.4, v = 3.2; the coordinate with the larger factor receives the larger force.
  ScalarConnector gear = guide(R"("stiffness": 10, "damping": 1, "factor0": 2, "factor1": 3)");
  EXPECT_NEAR(gear.output(Variable::Displacement), 1.4, tiny);
  EXPECT_NEAR(gear.output(Variable::Velocity), 3.2, tiny);
  const double tension = 14 + 3.2;
  EXPECT_NEAR(gear.output(Variable::Force), tension, tiny);
  EXPECT_NEAR(gear.forces()[0], 2 * tension, tiny);
  EXPECT_NEAR(gear.forces()[1], -3 * tension, tiny);
}

const std::string stribeck =
    R"("fDynamicFriction": 3, "fStaticFrictionOffset": 2, "exponentialDecayStatic": 0.5, "fViscousFriction": 0.25)";

TEST(ConnectorCoordinateSpringDamperExt, RegularisesFrictionAroundRest) {
  const std::string zone = stribeck + R"(, "frictionProportionalZone": 0.1)";
  EXPECT_EQ(force(zone, 0, 0), 0);
  EXPECT_NEAR(force(zone, 0, 0.05), 5 * 0.5, tiny);
  EXPECT_NEAR(force(zone, 0, -0.1), -5, tiny);
  const double beyond = 3 + 2 * std::exp(-1.0) + 0.25 * 0.5;  // 0.5 m/s beyond the zone
  EXPECT_NEAR(force(zone, 0, 0.6), beyond, tiny);
  EXPECT_NEAR(force(zone, 0, -0.6), -beyond, tiny);
  EXPECT_NEAR(force(zone, 0, 0.6, {-1, 7, 0}), beyond, tiny) << "by the present velocity, whatever the state says";
}

TEST(ConnectorCoordinateSpringDamperExt, SlipsWithStribeckFrictionInTheDirectionOfTheState) {
  const double at = 3 + 2 * std::exp(-2.0) + 0.25;  // 1 m/s
  EXPECT_NEAR(force(stribeck, 0, 1, {4, 0, 0}), at, tiny);
  EXPECT_NEAR(force(stribeck, 0, 1, {-4, 0, 0}), -at, tiny) << "the direction is frozen";
  EXPECT_NEAR(force(stribeck, 0, -1, {-4, 0, 0}), -at, tiny);
  EXPECT_EQ(force(stribeck, 0, 0, {4, 0, 0}), 0);
}

TEST(ConnectorCoordinateSpringDamperExt, SticksByBristles) {
  const std::string bristles = R"("fDynamicFriction": 3, "stickingStiffness": 1000, "stickingDamping": 10)";
  EXPECT_NEAR(force(bristles, 0.302, 0.1, {0, 0.3, 0}), 1000 * 0.002 + 10 * 0.1, tiny);
  EXPECT_NEAR(force(bristles, 0.4, 0, {0, 0.3, 0}), 100, 1e-11) << "without limit, until the state is updated again";
}

TEST(ConnectorCoordinateSpringDamperExt, IsADamperWithOnlyViscousFriction) {
  EXPECT_NEAR(force(R"("fViscousFriction": 0.25)", 0, -2), -0.5, tiny);
  // Friction outside the proportional zone.
  EXPECT_NEAR(force(R"("fViscousFriction": 0.25, "frictionProportionalZone": 0.4)", 0, -2), -0.25 * 1.6, tiny);
  EXPECT_EQ(force(R"("fViscousFriction": 0.25, "frictionProportionalZone": 0.4)", 0, 0.3), 0);
}

const std::string stops =
    R"("useLimitStops": true, "limitStopsUpper": 0.4, "limitStopsLower": -0.2, "limitStopsStiffness": 1000, "limitStopsDamping": 10)";

TEST(ConnectorCoordinateSpringDamperExt, AppliesStopForcesByTheState) {
  EXPECT_NEAR(force(stops, 0.41, 0.5, {0, 0, 0.01}), 1000 * 0.01 + 10 * 0.5, 1e-12);
  EXPECT_NEAR(force(stops, -0.23, 0.5, {0, 0, -0.01}), -1000 * 0.03 + 10 * 0.5, 1e-12);
  EXPECT_EQ(force(stops, 0.41, 0.5, {0, 0, 0}), 0);
  EXPECT_NEAR(force(stops, 0.39, 0, {0, 0, 0.01}), -10, 1e-12) << "pulls until the state is updated again";
  EXPECT_EQ(force(R"("limitStopsUpper": 0.4, "limitStopsStiffness": 1000)", 0.5, 0, {0, 0, 0.1}), 0) << "useLimitStops is off";
}

TEST(ConnectorCoordinateSpringDamperExt, ReplacesAllForcesByAUserFunction) {
  ScalarConnector user = guide(stribeck + ", " + stops + R"(, "stiffness": 2, "damping": 3, "offset": 5, "velocityOffset": 7,
    "frictionProportionalZone": 11, "springForceUserFunction":
    "t + 10*displacement + 100*velocity + 1e3*stiffness + 1e4*damping + 1e5*offset + 1e6*velocityOffset + 1e7*fDynamicFriction + 1e8*fStaticFrictionOffset + 1e9*exponentialDecayStatic + 1e10*fViscousFriction + 1e11*frictionProportionalZone")");
  user.time = 0.5;
  user.data = {0, 0, 0.1};
  EXPECT_NEAR(user.output(Variable::Force), 0.5 + 3 + 100 + 2e3 + 3e4 + 5e5 + 7e6 + 3e7 + 2e8 + 0.5e9 + 0.25e10 + 11e11, 1e-3);
  EXPECT_NEAR(user.forces()[1], -user.output(Variable::Force), 0);
  user.coordinate1.value = 0.95;  // the stop is still updated
  user.postNewton();
  EXPECT_NEAR(user.data[2], 0.05, tiny);
}

TEST(ConnectorCoordinateSpringDamperExt, DoesNothingWhenInactive) {
  ScalarConnector inactive = guide(stribeck + ", " + stops + R"(, "stiffness": 100, "activeConnector": false)");
  inactive.data = {0, 0.7, 0.2};
  EXPECT_EQ(inactive.forces()[1], 0);
  EXPECT_EQ(inactive.output(Variable::Force), 0);
  EXPECT_NEAR(inactive.output(Variable::Displacement), 0.3, tiny);
  EXPECT_EQ(inactive.postNewton().error, 0);
  EXPECT_EQ(inactive.data, (std::vector<double>{0, 0.7, 0.2}));
}

TEST(ConnectorCoordinateSpringDamperExt, RefusesStopsInTheWrongOrder) {
  EXPECT_ANY_THROW(guide(R"("useLimitStops": true, "limitStopsUpper": -1)"));
  EXPECT_NO_THROW(guide(R"("limitStopsUpper": -1)"));
}

TEST(ConnectorCoordinateSpringDamperExt, StartsInTheStateThatTheDocumentSays) {
  const auto stateOf = [](const std::string& members, const std::string& initial) {
    return ScalarConnector(R"({"type": "ConnectorCoordinateSpringDamperExt", )" + members + "}", initial).data;
  };
  EXPECT_EQ(stateOf(stribeck, R"({"initialCoordinates": [0.3]})"), (std::vector<double>{0, 0.3, 0})) << "sticks where it is";
  const auto slipping = stateOf(stribeck + R"(, "factor1": 2)", R"({"initialCoordinates": [0.3], "initialVelocities": [-0.5]})");
  EXPECT_NEAR(slipping[0], -(3 + 2 * std::exp(-2.0) + 0.25), tiny) << "slips as it moves";
  EXPECT_NEAR(slipping[1], 0.6, tiny);
  EXPECT_NEAR(stateOf(stops, R"({"initialCoordinates": [-0.3]})")[2], -0.1, tiny) << "leans on the stop";
}

/// One update of the states: friction 3 N sliding and 5 N sticking, bristles 1000 N/m and 10 N s/m.
class PostNewtonOfGuide : public ::testing::Test {
 protected:
  void update(double q, double v, const std::vector<double>& before, const std::vector<double>& startOfStep) {
    ScalarConnector updated = guide(R"("fDynamicFriction": 3, "fStaticFrictionOffset": 2, "exponentialDecayStatic": 0.5,
                                       "stickingStiffness": 1000, "stickingDamping": 10)");
    updated.coordinate0 = {}, updated.coordinate1 = {q, v};
    updated.data = before;
    const PostNewton post = updated.postNewton(startOfStep);
    error = post.error, step = post.recommendedStep, data = updated.data;
  }
  void expectData(double friction, double stuckAt) {
    EXPECT_NEAR(data[0], friction, tiny);
    EXPECT_NEAR(data[1], stuckAt, tiny);
    EXPECT_EQ(step, -1);
  }
  static double slip(double speed) { return 3 + 2 * std::exp(-speed / 0.5); }
  double error, step;
  std::vector<double> data;
};

TEST_F(PostNewtonOfGuide, StickingHoldsUpToTheStaticFriction) {
  update(0.304, 0.05, {0, 0.3, 0}, {0, 0.3, 0});  // 4 N + 0.5 N
  EXPECT_EQ(error, 0);
  expectData(0, 0.3);
}
TEST_F(PostNewtonOfGuide, StickingBreaksBeyondIt) {
  update(0.306, 0.05, {0, 0.3, 0}, {0, 0.3, 0});  // 6.5 N
  EXPECT_NEAR(error, 6.5 - slip(0.05), tiny);
  expectData(slip(0.05), 0.3);
}
TEST_F(PostNewtonOfGuide, SlippingContinuesWithTrailingBristles) {
  update(0.5, -0.2, {-4, 0.3, 0}, {-4, 0.3, 0});
  EXPECT_EQ(error, 0);
  expectData(-slip(0.2), 0.5);
}
TEST_F(PostNewtonOfGuide, ReversedSlipSticksWithTheForceAtTheStartOfTheStep) {
  update(0.5, -0.02, {4, 0.49, 0}, {4.5, 0.48, 0});
  EXPECT_NEAR(error, 4.5 + slip(0.02), tiny);
  expectData(0, 0.5 - (4.5 - 10 * -0.02) / 1000);
}
TEST_F(PostNewtonOfGuide, ReversedSlipInAStepThatBeganStuckSticksAtTheSamePoint) {
  update(0.5, -0.02, {4, 0.497, 0}, {0, 0.49, 0});
  EXPECT_NEAR(error, slip(0.02) - 2.8, tiny);  // against the bristle force 3 N − 0.2 N
  expectData(0, 0.49);
}

TEST(ConnectorCoordinateSpringDamperExt, UpdatesStops) {
  const auto updated = [](double q, double state) {
    ScalarConnector stop = guide(stops);
    stop.coordinate0 = {}, stop.coordinate1 = {q, 0};
    stop.data = {0, 0, state};
    const double error = stop.postNewton().error;
    return std::pair{error, stop.data[2]};
  };
  const auto expect = [&](double q, double state, double error, double after) {
    const auto found = updated(q, state);
    EXPECT_NEAR(found.first, error, 1e-12) << q << " from " << state;
    EXPECT_NEAR(found.second, after, tiny) << q << " from " << state;
  };
  expect(0.3, 0, 0, 0);
  expect(0.45, 0, 50, 0.05);    // reaches the upper stop
  expect(-0.21, 0, 10, -0.01);  // the lower one
  expect(0.47, 0.05, 0, 0.07);  // stays in it
  expect(-0.2, -0.03, 0, 0);    // at its edge
  expect(0.39, 0.05, 50, 0);    // leaves: the assumed force was wrong
  expect(-0.1, -0.03, 30, 0);
  expect(-0.3, 0.05, 50, 0);  // changes from one stop to the other in two updates
}

TEST(ConnectorCoordinateSpringDamperExt, UpdatesBristlesNextToStopsWithRegularisedFriction) {
  ScalarConnector both = guide(stops + R"(, "fDynamicFriction": 3, "fStaticFrictionOffset": 2, "frictionProportionalZone": 0.1,
                                          "stickingStiffness": 1000)");
  both.coordinate0 = {}, both.coordinate1 = {0.306, 0.05};
  EXPECT_NEAR(both.output(Variable::Force), 2.5, tiny);
  EXPECT_NEAR(both.postNewton().error, 6 - 2.5, 1e-12) << "the bristles would not hold";
  EXPECT_NEAR(both.data[0], 2.5, tiny);
  EXPECT_NEAR(both.output(Variable::Force), 2.5, tiny) << "which changes nothing";
}

// A pushed block of 2 kg on a floor, with friction 5 N sticking and 3 N sliding.
std::string block(const std::string& members, const std::string& push, const std::string& analysis,
                  const std::string& node = R"("initialVelocities": [0])") {
  return R"json({"slipstick": 1, "nodes": [{"type": "PointGround", "name": "floor"}, {"type": "1D", "name": "block", )json" + node +
         R"json(}],
    "objects": [{"type": "Mass1D", "name": "block", "physicsMass": 2, "nodeNumber": "block"},
      {"type": "ConnectorCoordinateSpringDamperExt", "name": "guide", "markerNumbers": ["floor", "x"], )json" +
         members + R"json(}],
    "markers": [{"type": "NodeCoordinate", "name": "floor", "nodeNumber": "floor", "coordinate": 0},
                {"type": "NodeCoordinate", "name": "x", "nodeNumber": "block", "coordinate": 0}],
    "loads": [{"type": "Coordinate", "markerNumber": "x", "loadUserFunction": ")json" +
         push + R"json("}],
    "sensors": [{"type": "Object", "name": "q", "objectNumber": "guide", "outputVariableType": "Displacement"},
                {"type": "Object", "name": "v", "objectNumber": "guide", "outputVariableType": "Velocity"},
                {"type": "Object", "name": "f", "objectNumber": "guide", "outputVariableType": "Force"}],
    "analysis": )json" +
         analysis + "}";
}
const std::string bristles = R"("fDynamicFriction": 3, "fStaticFrictionOffset": 2, "exponentialDecayStatic": 1e-4)";

TEST(BristleFriction, HoldsABlockForHundredSecondsWithoutCreep) {
  // A push of 3 N, applied gradually, and one that oscillates by ±1.5 N about it, for 100 s.
  const std::string analysis =
      R"({"endTime": 100, "stepSize": 0.01, "sensorsWritePeriod": 0.5, "discontinuous": {"iterationTolerance": 1e-3}})";
  const std::string members = bristles + R"(, "stickingStiffness": 1e5, "stickingDamping": 100)";
  const Recorded held = run(block(members, "3*min(t, 1)", analysis));
  EXPECT_NEAR(held.last("q"), 3e-5, 1e-14);
  const Recorded shaken = run(block(members, "min(t, 1)*(3 + 1.5*sin(4*pi*t))", analysis));  // samples once a period
  EXPECT_NEAR(shaken.last("q"), shaken.column("q")[20], 1e-14);
  EXPECT_NEAR(shaken.last("q"), 3e-5, 2e-6);  // oscillates by 1.5e-5 m; its phase shift contributes that times 4π d/k = 1.3e-2
  // Regularised friction creeps with v = v_reg F / F_max.
  const Recorded creeping = run(block(bristles + R"(, "frictionProportionalZone": 1e-3)", "3*min(t, 1)", analysis));
  EXPECT_NEAR(creeping.last("q"), 1e-3 * 3 / 5 * 99.5, 1e-6);  // half of the first second; lags behind by m v_reg / 5 N = 0.4 ms
}

TEST(BristleFriction, StopsASlidingBlockAsInTheClosedForm) {
  // Coulomb friction 3 N on 2 kg at 1.5 m/s: stops after 1 s at 0.75 m.
  const std::string dry = R"("fDynamicFriction": 3, "stickingStiffness": 1e6, "stickingDamping": 1e3)";
  const Recorded sliding = run(block(dry, "0", R"({"endTime": 1.5, "stepSize": 1e-3, "discontinuous": {"iterationTolerance": 1e-3}})",
                                     R"("initialVelocities": [1.5])"));
  EXPECT_NEAR(sliding.last("q"), 0.75, 3.2e-6);  // bristles bent by 3 N / 1e6 N/m, and h² 1.5/8 m of the last step
  EXPECT_NEAR(sliding.last("v"), 0, 1e-8);
  EXPECT_NEAR(sliding.column("v")[50], 1.5 - 1.5 * 0.5, 1e-9);
}

// Mass 1 kg, spring 100 N/m, belt at 0.1 m/s, friction 2 N sticking and 1 N sliding. During slip, x = F_d/k + A cos ωt + B sin ωt with A =
// (F_s − F_d)/k and B = v/ω until x' = v again, ωt = 2(π − atan(A/B)). Then the belt carries it by 2A.
TEST(BristleFriction, SticksAndSlipsWithThePeriodOfTheClosedForm) {
  const auto period = [](double step, const std::string& friction) {
    const Recorded found =
        run(R"json({"slipstick": 1,
      "nodes": [{"type": "PointGround"}, {"type": "1D", "name": "belt", "initialVelocities": [0.1]}, {"type": "1D", "name": "mass", "initialVelocities": [0.1]}],
      "objects": [{"type": "Mass1D", "name": "belt", "physicsMass": 1, "nodeNumber": "belt"}, {"type": "Mass1D", "name": "mass", "physicsMass": 1, "nodeNumber": "mass"},
        {"type": "ConnectorCoordinate", "markerNumbers": ["wall", "belt"], "offsetUserFunction": "0.1*t", "offsetUserFunction_t": "0.1"},
        {"type": "ConnectorCoordinateSpringDamper", "name": "spring", "markerNumbers": ["wall", "mass"], "stiffness": 100},
        {"type": "ConnectorCoordinateSpringDamperExt", "markerNumbers": ["belt", "mass"], "fDynamicFriction": 1, "fStaticFrictionOffset": 1,
         "exponentialDecayStatic": 1e-5, )json" +
            friction + R"json(}],
      "markers": [{"type": "NodeCoordinate", "name": "wall", "nodeNumber": 0, "coordinate": 0},
        {"type": "NodeCoordinate", "name": "belt", "nodeNumber": "belt", "coordinate": 0}, {"type": "NodeCoordinate", "name": "mass", "nodeNumber": "mass", "coordinate": 0}],
      "sensors": [{"type": "Object", "name": "x", "objectNumber": "spring", "outputVariableType": "Displacement"}],
      "analysis": {"endTime": 4, "stepSize": )json" +
            std::to_string(step) + R"json(, "sensorsWritePeriod": 0, "discontinuous": {"iterationTolerance": 1e-3}}})json");
    // The times at which the returning mass passes F_d/k.
    const auto x = found.column("x"), t = found.time();
    std::vector<double> passes;
    for (std::size_t i = 1; i < x.size(); ++i)
      if (x[i - 1] > 0.01 && x[i] <= 0.01) passes.push_back(t[i - 1] + (t[i] - t[i - 1]) * (x[i - 1] - 0.01) / (x[i - 1] - x[i]));
    EXPECT_GE(passes.size(), 5u);
    return (passes.back() - passes[1]) / static_cast<double>(passes.size() - 2);
  };
  const double closed = 2 * (std::numbers::pi - std::atan(0.01 / 0.01)) / 10 + 0.02 / 0.1;
  EXPECT_NEAR(period(5e-4, R"("stickingStiffness": 1e6, "stickingDamping": 2e3)"), closed, 1e-3 * closed);
  EXPECT_NEAR(period(5e-4, R"("frictionProportionalZone": 1e-5)"), closed, 1e-3 * closed);
}

/// An axis of 0.2 kg m² with friction, stops and a controller, driven to 0.5 rad, beyond the stop at 0.8 rad, and back.
std::string axis(bool tree) {
  const Json node = tree ? Json{{"type", "GenericODE2"}, {"numberOfODE2Coordinates", 1}} : Json{{"type", "1D"}};
  Json body{{"type", "RotationalMass1D"}, {"physicsInertia", 0.2}, {"nodeNumber", 0}};
  if (tree)
    body = {{"type", "KinematicTree"},
            {"nodeNumber", 0},
            {"jointTypes", {"RevoluteZ"}},
            {"linkParents", {-1}},
            {"jointOffsets", {{0, 0, 0}}},
            {"jointTransformations", {"identity(3)"}},
            {"linkMasses", {3}},
            {"linkCOMs", {{0, 0, 0}}},
            {"linkInertiasCOM", {"diag([1, 1, 0.2])"}}};
  const Json sensor{{"type", "Object"}, {"objectNumber", 1}};
  Json document = Json::parse(R"json({"slipstick": 1,
    "objects": [{}, {"type": "ConnectorCoordinateSpringDamperExt", "markerNumbers": [0, 1], "fDynamicFriction": 6, "fStaticFrictionOffset": 4,
      "exponentialDecayStatic": 0.05, "fViscousFriction": 2, "stickingStiffness": 2e4, "stickingDamping": 100, "useLimitStops": true,
      "limitStopsUpper": 0.8, "limitStopsLower": -0.5, "limitStopsStiffness": 2e4, "limitStopsDamping": 40}],
    "markers": [{"type": "NodeCoordinate", "nodeNumber": 1, "coordinate": 0}, {"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}],
    "loads": [{"type": "Coordinate", "markerNumber": 1,
      "loadUserFunction": "300*((t < 1.1 ? 0.5 : t < 2.1 ? 1.1 : 0) - sensor(\"q\")) - 30*sensor(\"v\")"}],
    "sensors": [{"type": "Object", "name": "q", "objectNumber": 1, "outputVariableType": "Displacement"},
                {"type": "Object", "name": "v", "objectNumber": 1, "outputVariableType": "Velocity"}],
    "analysis": {"endTime": 3, "stepSize": 1e-3, "sensorsWritePeriod": 0.25, "discontinuous": {"iterationTolerance": 1e-3}}})json");
  document["objects"][0] = body;
  document["nodes"] = {node, {{"type", "PointGround"}}};
  return document.dump();
}

TEST(BristleFriction, HoldsAnAxisOfATreeAsItHoldsARotor) {
  const Recorded tree = run(axis(true)), rotor = run(axis(false));
  const auto q = tree.column("q"), same = rotor.column("q");
  ASSERT_EQ(q.size(), same.size());
  for (std::size_t i = 0; i < q.size(); ++i) EXPECT_NEAR(q[i], same[i], 1e-9) << i;  // Newton stops at 1e-8 of the first residual
  // At rest the controller's torque stays within the friction limit; at the stop the remaining torque presses against it.
  EXPECT_NEAR(q[4], 0.5, 10.0 / 300);
  EXPECT_NEAR(tree.sample("v", 4)[0], 0, 1e-6);
  EXPECT_NEAR(q[8], 0.8 + 300 * (1.1 - 0.8) / 2e4, (10 + 1.5) / 2e4);
  EXPECT_NEAR(q[12], 0, 10.0 / 300);
  EXPECT_NEAR(tree.sample("v", 12)[0], 0, 1e-6);
}

TEST(ConnectorCoordinateSpringDamperExt, HoldsALoadByAGearInOneStaticStep) {
  // The factor 100 makes the spring ten thousand times as stiff, and the tangent must include it.
  const Recorded held = run(block(R"("stiffness": 10, "factor1": 100)", "50", R"({"type": "static"})"));
  EXPECT_NEAR(held.last("q"), 100 * 50 / 1e5, 1e-12);
  EXPECT_LE(held.statistics().newtonIterations, 2);
}

TEST(LimitStops, SendABlockBackAsTheHandCalculationSays) {
  // 2 kg at 1 m/s meets a stop of 2e4 N/m: half a period π/100 s in contact, penetration 0.01 m, and rebound at the initial speed.
  const std::string analysis =
      R"({"endTime": 0.2, "stepSize": 1e-5, "sensorsWritePeriod": 0, "discontinuous": {"iterationTolerance": 1e-3}})";
  const std::string stop = R"("useLimitStops": true, "limitStopsUpper": 0.1, "limitStopsLower": -0.1, "limitStopsStiffness": 2e4)";
  const auto bounced = [&](const std::string& members) { return run(block(members, "0", analysis, R"("initialVelocities": [1])")); };
  const Recorded elastic = bounced(stop);
  const auto q = elastic.column("q");
  EXPECT_NEAR(*std::max_element(q.begin(), q.end()), 0.11, 1e-6);
  EXPECT_NEAR(elastic.last("v"), -1, 1e-4);
  EXPECT_NEAR(elastic.last("q"), 0.1 - (0.2 - 0.1 - std::numbers::pi / 100), 1e-4);
  // With damping δ = d/2m the velocity falls to e^(−δπ/ω_d).
  const double delta = 80.0 / 4, omega = std::sqrt(1e4 - delta * delta);
  EXPECT_NEAR(bounced(stop + R"(, "limitStopsDamping": 80)").last("v"), -std::exp(-delta * std::numbers::pi / omega), 1e-3);
}

}  // namespace
}  // namespace slipstick::testing
