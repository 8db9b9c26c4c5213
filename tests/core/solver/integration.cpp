// The implicit integrators against an explicit form of their methods, and their order.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/change.h"

namespace slipstick::testing {
namespace {

struct Sample {
  double x, v, a;
};

/// Generalised-alpha for one coordinate as given by Arnold and Brüls (2007), with the forces at the end of the step.
std::vector<Sample> writtenOut(double alphaM, double alphaF, double beta, double gamma, double h, int steps) {
  const double k = 100, d = 2;
  std::vector<Sample> samples{{0.1, 0, -10}};
  double algorithmic = -10;
  for (int i = 0; i < steps; ++i) {
    const auto [x, v, a] = samples.back();
    // x' = px + h² β b, v' = pv + h γ b with (1 − αm) b + αm b_n = (1 − αf) a' + αf a and a' = −k x' − d v'
    const double px = x + h * v + h * h * (0.5 - beta) * algorithmic, pv = v + h * (1 - gamma) * algorithmic;
    const double b = ((1 - alphaF) * (-k * px - d * pv) + alphaF * a - alphaM * algorithmic) /
                     ((1 - alphaM) + (1 - alphaF) * (k * h * h * beta + d * h * gamma));
    const double nextX = px + h * h * beta * b, nextV = pv + h * gamma * b;
    samples.push_back({nextX, nextV, -k * nextX - d * nextV});
    algorithmic = b;
  }
  return samples;
}

void expectSamples(const Recorded& motion, const std::vector<Sample>& expected) {
  ASSERT_EQ(motion.samples(), static_cast<int>(expected.size()));
  const auto x = motion.column("x"), v = motion.column("v"), a = motion.column("a");
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(x[i], expected[i].x, 1e-13) << i;  // rounding of 100 steps
    EXPECT_NEAR(v[i], expected[i].v, 1e-12) << i;
    EXPECT_NEAR(a[i], expected[i].a, 1e-11) << i;
  }
}

TEST(GeneralizedAlpha, EqualsAnExplicitForm) {
  for (const double rho : {0.0, 0.5, 0.9, 1.0}) {
    const double alphaM = (2 * rho - 1) / (rho + 1), alphaF = rho / (rho + 1), gamma = 0.5 + alphaF - alphaM;
    const double beta = 0.25 * (gamma + 0.5) * (gamma + 0.5);
    expectSamples(run("oscillator.json", {{"h", 0.01}, {"end", 1}, {"rho", rho}}), writtenOut(alphaM, alphaF, beta, gamma, 0.01, 100));
  }
}

TEST(Newmark, EqualsAnExplicitForm) {
  expectSamples(run("oscillator.json", {{"h", 0.01}, {"end", 1}, {"useNewmark", 1}}), writtenOut(0, 0, 0.25, 0.5, 0.01, 100));
  const Recorded damped = run(withAnalysis("oscillator.json", R"({"stepSize": 0.01, "endTime": 1,
      "generalizedAlpha": {"useNewmark": true, "newmarkBeta": 0.3025, "newmarkGamma": 0.6}})"));
  expectSamples(damped, writtenOut(0, 0, 0.3025, 0.6, 0.01, 100));
}

/// The trapezoidal rules coincide because there are no constraints.
TEST(TrapezoidalIndex2, EqualsNewmarkWithoutConstraints) {
  expectSamples(run(withAnalysis("oscillator.json", R"({"stepSize": 0.01, "endTime": 1, "solver": "TrapezoidalIndex2"})")),
                writtenOut(0, 0, 0.25, 0.5, 0.01, 100));
}

/// Halving the step divides the change of the result by four, tested with the coin on an ideal rolling joint.
TEST(TrapezoidalIndex2, IsOfSecondOrderWithConstraints) {
  const auto at = [](double h) { return run("coin.json", {{"h", h}}).sample("coordinates", -1); };
  const auto coarse = at(1e-3), middle = at(5e-4), fine = at(2.5e-4);
  double first = 0, second = 0;
  for (std::size_t i = 0; i < coarse.size(); ++i)
    first = std::max(first, std::abs(coarse[i] - middle[i])), second = std::max(second, std::abs(middle[i] - fine[i]));
  EXPECT_GT(second, 1e-8);  // above the Newton tolerance, which would hide the order
  EXPECT_NEAR(std::log2(first / second), 2, 0.05);
}

TEST(ImplicitSolver, RefusesVelocityConstraintsWithoutNewmark) {
  const Recorded refused =
      attempt(withAnalysis("coin.json", R"({"solver": "GeneralizedAlpha", "generalizedAlpha": {"useIndex2Constraints": true}})"));
  EXPECT_EQ(refused.status(), Simulation::Status::failed);
  EXPECT_EQ(refused.stop().reason, Stop::Reason::unsupported);
  EXPECT_NE(refused.stop().message.find("useNewmark"), std::string::npos);
}

/// A mass on a rod of 0.5 m that moves with 2 m/s: its initial acceleration is v²/l towards the pivot and g downwards.
TEST(InitialAccelerations, HoldTheConstraints) {
  const Recorded motion = run(R"({"slipstick": 1,
    "nodes": [{"type": "PointGround"}, {"type": "Point", "referenceCoordinates": [0.5, 0, 0], "initialVelocities": [0, 2, 0]}],
    "objects": [{"type": "MassPoint", "name": "bob", "physicsMass": 3, "nodeNumber": 1},
                {"type": "ConnectorDistance", "name": "rod", "markerNumbers": [0, 1], "distance": 0.5}],
    "markers": [{"type": "NodePosition", "nodeNumber": 0}, {"type": "NodePosition", "nodeNumber": 1}, {"type": "BodyMass", "bodyNumber": "bob"}],
    "loads": [{"type": "MassProportional", "markerNumber": 2, "loadVector": [0, 0, -10]}],
    "sensors": [{"type": "Body", "name": "acceleration", "bodyNumber": "bob", "outputVariableType": "Acceleration"},
                {"type": "Object", "name": "tension", "objectNumber": "rod", "outputVariableType": "Force"}],
    "analysis": {"type": "dynamic", "endTime": 0.01, "numberOfSteps": 1}})");
  EXPECT_NEAR(motion.first("acceleration", 0), -8, 1e-12);
  EXPECT_NEAR(motion.first("acceleration", 1), 0, 1e-12);
  EXPECT_NEAR(motion.first("acceleration", 2), -10, 1e-12);
  EXPECT_NEAR(motion.first("tension"), 3 * 8, 1e-11);
}

TEST(InitialAccelerations, AreZeroIfSwitchedOff) {
  EXPECT_EQ(
      run(withAnalysis("oscillator.json", R"({"endTime": 0.01, "generalizedAlpha": {"computeInitialAccelerations": false}})")).first("a"),
      0);
  EXPECT_NEAR(run("oscillator.json", {{"end", 0.01}}).first("a"), -10, 1e-14);
}

}  // namespace
}  // namespace slipstick::testing
