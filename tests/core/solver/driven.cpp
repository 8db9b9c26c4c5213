// Constraints that depend on time, and rejected steps: their effect on the first steps.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// A mass of 2 kg whose coordinate follows a formula.
Json driven(const Json& connector, const Json& analysis) {
  Json document = Json::parse(R"({"slipstick": 1,
    "nodes": [{"type": "PointGround"}, {"type": "1D", "name": "mass"}],
    "objects": [{"type": "Mass1D", "physicsMass": 2, "nodeNumber": "mass"},
                {"type": "ConnectorCoordinate", "name": "drive", "markerNumbers": [0, 1]}],
    "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}, {"type": "NodeCoordinate", "nodeNumber": "mass", "coordinate": 0}],
    "sensors": [{"type": "Node", "name": "q", "nodeNumber": "mass", "outputVariableType": "Coordinates"},
                {"type": "Node", "name": "v", "nodeNumber": "mass", "outputVariableType": "Coordinates_t"},
                {"type": "Node", "name": "a", "nodeNumber": "mass", "outputVariableType": "Coordinates_tt"},
                {"type": "Object", "name": "force", "objectNumber": "drive", "outputVariableType": "Force"}],
    "analysis": {"endTime": 0.2, "stepSize": 0.01, "sensorsWritePeriod": 0}})");
  document["objects"][1].merge_patch(connector);
  document["analysis"].merge_patch(analysis);
  return document;
}

const Json methods[] = {Json{{"solver", "TrapezoidalIndex2"}}, Json{{"generalizedAlpha", {{"spectralRadius", 1}}}},
                        Json{{"generalizedAlpha", {{"spectralRadius", 0.7}}}}, Json{{"generalizedAlpha", {{"useNewmark", true}}}}};

// q = t²: the acceleration is 2 and the force 4 at all times, including the first sample.
TEST(DrivenCoordinate, HasExactAccelerationsAndForcesFromTheStart) {
  for (const Json& method : methods) {
    for (const bool rateIsGiven : {true, false}) {
      Json connector{{"offsetUserFunction", "t^2"}};
      if (rateIsGiven) connector["offsetUserFunction_t"] = "2*t";
      const Recorded motion = run(driven(connector, method).dump());
      for (int i = 0; i < motion.samples(); ++i) {
        const double t = motion.time()[i];
        EXPECT_NEAR(motion.sample("a", i)[0], 2, 1e-9) << method << t;
        EXPECT_NEAR(motion.sample("force", i)[0], -4, 1e-9) << method << t;
        EXPECT_NEAR(motion.sample("v", i)[0], 2 * t, 1e-11) << method << t;
        EXPECT_NEAR(motion.sample("q", i)[0], t * t, 1e-12) << method << t;
      }
    }
  }
}

// A rate is constrained at velocity level by definition: v = 3 t.
TEST(DrivenCoordinate, HasThemAtVelocityLevel) {
  for (const Json& method : methods) {
    const Recorded motion = run(driven({{"velocityLevel", true}, {"offsetUserFunction_t", "3*t"}}, method).dump());
    for (int i = 0; i < motion.samples(); ++i) {
      EXPECT_NEAR(motion.sample("a", i)[0], 3, 1e-9) << method;
      EXPECT_NEAR(motion.sample("v", i)[0], 3 * motion.time()[i], 1e-11) << method;
    }
  }
}

// Exudyn omits time from initial accelerations and does not differentiate; with its settings, accelerations alternate from step to step.
TEST(DrivenCoordinate, StartsAtRestWithExudynWays) {
  for (const Json& ways : {Json{{"exudynWays", true}}, Json{{"keepTangents", false}}}) {
    const Recorded motion = run(driven({{"offsetUserFunction", "t^2"}, {"offsetUserFunction_t", "2*t"}}, ways).dump());
    EXPECT_EQ(motion.first("a"), 0);
    EXPECT_GT(motion.sample("a", 1)[0], 3);
  }
}

/// A crank on a generic joint with a prescribed angle over time, as a spatial rigid body, with its mass 0.3 m from the axis.
Json crank(const std::string& angle, const std::string& rate, double start, const Json& analysis) {
  Json document = Json::parse(R"({"slipstick": 1,
    "nodes": [{"type": "RigidBodyEP", "name": "crank", "referenceCoordinates": [0.3, 0, 0, 1, 0, 0, 0]}],
    "objects": [{"type": "Ground", "name": "ground"},
      {"type": "RigidBody", "name": "crank", "physicsMass": 2, "physicsInertia": [0.01, 0.02, 0.02, 0, 0, 0], "nodeNumber": "crank"},
      {"type": "JointGeneric", "name": "drive", "markerNumbers": ["support", "end"]}],
    "markers": [{"type": "BodyRigid", "name": "support", "bodyNumber": "ground"},
      {"type": "BodyRigid", "name": "end", "bodyNumber": "crank", "localPosition": [-0.3, 0, 0]}],
    "sensors": [{"type": "Object", "name": "torque", "objectNumber": "drive", "outputVariableType": "TorqueLocal"},
                {"type": "Body", "name": "a", "bodyNumber": "crank", "outputVariableType": "Acceleration"}],
    "analysis": {"endTime": 0.5, "stepSize": 0.002, "sensorsWritePeriod": 0}})");
  document["objects"][2]["offsetUserFunction"] = "[0, 0, 0, 0, 0, " + angle + "]";
  if (!rate.empty()) document["objects"][2]["offsetUserFunction_t"] = "[0, 0, 0, 0, 0, " + rate + "]";
  document["nodes"][0]["initialVelocities"] = {0, 0.3 * start, 0, 0, 0, 0, start / 2};
  document["analysis"].merge_patch(analysis);
  return document;
}

// φ = 3 t + 2 sin 5t: a = (−r (φ̇² cos φ + φ̈ sin φ), r (φ̈ cos φ − φ̇² sin φ)), from the first sample and without alternation. At index 3
// without numerical damping, errors of all steps alternate and accumulate: 0.17 N m after 250 of them.
TEST(DrivenCrank, IsSmoothFromTheFirstSample) {
  for (const Json& method : methods) {
    const bool isDamped = method.contains("solver") || method["generalizedAlpha"].value("spectralRadius", 1.0) < 1;
    for (const char* rate : {"3 + 10*cos(5*t)", ""}) {
      const Recorded motion = run(crank("3*t + 2*sin(5*t)", rate, 13, method).dump());
      const double scale = 0.3 * 13 * 13;
      for (int i = 0; i < motion.samples(); ++i) {
        const double t = motion.time()[i], phi = 3 * t + 2 * std::sin(5 * t), w = 3 + 10 * std::cos(5 * t), dw = -50 * std::sin(5 * t);
        const auto a = motion.sample("a", i);
        EXPECT_NEAR(a[0], -0.3 * (w * w * std::cos(phi) + dw * std::sin(phi)), 2.5e-3 * scale) << method << rate << t;
        EXPECT_NEAR(a[1], 0.3 * (dw * std::cos(phi) - w * w * std::sin(phi)), 2.5e-3 * scale) << method << rate << t;
        if (i == 0) {
          EXPECT_NEAR(a[0], -scale, 1e-9 * scale) << method;
        }
      }
      // Alternation would be visible in second differences of the torque.
      for (int i = 1; i + 1 < motion.samples(); ++i) {
        const double saw = motion.sample("torque", i - 1)[2] - 2 * motion.sample("torque", i)[2] + motion.sample("torque", i + 1)[2];
        EXPECT_LT(std::abs(saw), isDamped ? 0.02 : 0.2) << method << rate << i;  // of a torque of up to 10 N m
      }
    }
  }
}

// The same with functions of the host, for which only values are known: rates and accelerations are differences.
TEST(DrivenCoordinate, IsDifferentiatedTwiceForAHostFunction) {
  for (const Json& method : methods) {
    Recorded motion(load(driven({{"offsetUserFunction", "0"}}, method).dump()));
    motion.simulation().setUserFunction(ItemKind::object, "drive", "offsetUserFunction",
                                        [](const double* arguments, double* result) { *result = arguments[0] * arguments[0]; });
    ASSERT_EQ(motion.simulation().run(), Simulation::Status::finished) << motion.stop().message;
    EXPECT_NEAR(motion.first("a"), 2, 1e-6);
    EXPECT_NEAR(motion.sample("a", 1)[0], 2, 1e-5);
    EXPECT_NEAR(motion.last("q"), 0.04, 1e-8);
  }
}

// Free fall beside a spring so stiff that Newton's method reaches its iteration limit. The step is repeated in halves, and the fall is
// unaffected. With the settings of Exudyn the algorithmic acceleration of the failed attempt remains and causes a wrong velocity.
TEST(RejectedSteps, LeaveNoTrace) {
  const auto fall = [](const Json& more) {
    Json document = Json::parse(R"({"slipstick": 1,
      "nodes": [{"type": "PointGround"}, {"type": "1D", "name": "falls"}, {"type": "1D", "name": "hard", "initialVelocities": [30]}],
      "objects": [{"type": "Mass1D", "physicsMass": 1, "nodeNumber": "falls"}, {"type": "Mass1D", "physicsMass": 1, "nodeNumber": "hard"},
        {"type": "ConnectorCoordinateSpringDamper", "markerNumbers": [0, 2], "springForceUserFunction": "1e6 * displacement^3"}],
      "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}, {"type": "NodeCoordinate", "nodeNumber": "falls", "coordinate": 0},
        {"type": "NodeCoordinate", "nodeNumber": "hard", "coordinate": 0}],
      "loads": [{"type": "Coordinate", "markerNumber": 1, "load": -9.81}],
      "sensors": [{"type": "Node", "name": "v", "nodeNumber": "falls", "outputVariableType": "Coordinates_t"}],
      "analysis": {"endTime": 0.2, "stepSize": 0.02, "newton": {"maxIterations": 4}, "generalizedAlpha": {"spectralRadius": 0.9}}})");
    document["analysis"].merge_patch(more);
    return run(document.dump());
  };
  const Recorded ours = fall(Json::object()), theirs = fall({{"exudynWays", true}});
  EXPECT_GT(ours.statistics().rejectedSteps, 0);
  EXPECT_GT(theirs.statistics().rejectedSteps, 0);
  EXPECT_NEAR(ours.last("v"), -9.81 * 0.2, 1e-9);
  EXPECT_GT(std::abs(theirs.last("v") + 9.81 * 0.2), 1e-3);
}

}  // namespace
}  // namespace slipstick::testing
