// The explicit methods: order and error control on a Kepler orbit, velocity Verlet compared step by step, held coordinates.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/change.h"

namespace slipstick::testing {
namespace {

const double period = 2 * std::acos(-1.0);

/// A planet on an ellipse with semi-axis 1 and eccentricity 0.3 about the origin, for one period, after which it is back at its start. The
/// attraction 1/r² is strongly nonlinear, and the end of the orbit is known exactly.
Recorded orbit(const std::string& solver, int steps, const std::string& more = "") {
  return run(R"json({"slipstick": 1, "parameters": {"eccentricity": 0.3},
    "nodes": [{"type": "PointGround"}, {"type": "Point", "referenceCoordinates": ["1 - eccentricity", 0, 0], "initialVelocities": [0, "sqrt((1 + eccentricity)/(1 - eccentricity))", 0]}],
    "objects": [{"type": "MassPoint", "physicsMass": 1, "nodeNumber": 1},
                {"type": "ConnectorSpringDamper", "markerNumbers": [0, 1], "referenceLength": 1, "springForceUserFunction": "1/(1 + deltaL)^2"}],
    "markers": [{"type": "NodePosition", "nodeNumber": 0}, {"type": "NodePosition", "nodeNumber": 1}],
    "sensors": [{"type": "Node", "name": "position", "nodeNumber": 1, "outputVariableType": "Position"},
                {"type": "Node", "name": "velocity", "nodeNumber": 1, "outputVariableType": "Velocity"}],
    "analysis": {"type": "dynamic", "solver": ")json" +
             solver + R"(", "endTime": "2*pi", "sensorsWritePeriod": 0, "numberOfSteps": )" + std::to_string(steps) + more + "}}");
}
double error(const Recorded& motion) {
  return std::max({std::abs(motion.last("position", 0) - 0.7), std::abs(motion.last("position", 1)), std::abs(motion.last("velocity", 0)),
                   std::abs(motion.last("velocity", 1) - std::sqrt(1.3 / 0.7))});
}
const std::string fixedSteps = R"(, "absoluteTolerance": 1e9)";  // so loose that no step is rejected

struct Method {
  const char* solver;
  double order;
  int steps;  // enough for the order to show, few enough to stay above rounding
};

class ExplicitMethod : public ::testing::TestWithParam<Method> {};

TEST_P(ExplicitMethod, ShowsItsOrder) {
  const auto& [solver, order, steps] = GetParam();
  const Recorded coarse = orbit(solver, steps, fixedSteps), fine = orbit(solver, 2 * steps, fixedSteps);
  EXPECT_EQ(coarse.statistics().steps, steps);
  EXPECT_EQ(fine.statistics().rejectedSteps, 0);
  EXPECT_GT(error(fine), 1e-12) << "rounding would hide the order";
  EXPECT_LT(error(fine), 0.2);
  EXPECT_NEAR(std::log2(error(coarse) / error(fine)), order, 0.15);
}

INSTANTIATE_TEST_SUITE_P(All, ExplicitMethod,
                         ::testing::Values(Method{"ExplicitEuler", 1, 20000}, Method{"ExplicitMidpoint", 2, 2000}, Method{"RK33", 3, 1000},
                                           Method{"RK44", 4, 500}, Method{"RK67", 6, 200}, Method{"ODE23", 3, 1000},
                                           Method{"DOPRI5", 5, 400}, Method{"VelocityVerlet", 2, 2000}),
                         [](const auto& info) { return std::string(info.param.solver); });

/// y = cos 10 t alternates in sign. With signed values the tolerance is small for negative y. Exudyn takes the same numbers of steps.
TEST(ErrorControl, WeighsErrorsBySizesOrBySignedValues) {
  for (const auto& [solver, tolerance, isSigned, steps, rejected] :
       {std::tuple{"DOPRI5", 1e-4, false, 32, 8}, std::tuple{"DOPRI5", 1e-4, true, 39, 9}, std::tuple{"ODE23", 1e-4, false, 132, 21},
        std::tuple{"ODE23", 1e-4, true, 174, 35}, std::tuple{"ODE23", 1e-2, true, 51, 14}}) {
    Json document = Json::parse(R"({"slipstick": 1,
      "nodes": [{"type": "GenericODE1", "name": "y", "numberOfODE1Coordinates": 2, "initialCoordinates": [1, 0]}],
      "objects": [{"type": "GenericODE1", "nodeNumbers": ["y"], "systemMatrix": [[0, 1], [-100, 0]]}],
      "analysis": {"endTime": 2, "numberOfSteps": 2, "relativeTolerance": 1e-4}})");
    document["analysis"].update({{"solver", solver}, {"absoluteTolerance", tolerance}, {"signedTolerances", isSigned}});
    const Recorded motion = run(document.dump());
    EXPECT_EQ(motion.statistics().steps, steps) << solver << " " << tolerance << " " << isSigned;
    EXPECT_EQ(motion.statistics().rejectedSteps, rejected) << solver << " " << tolerance << " " << isSigned;
  }
}

TEST(ErrorControl, StartsAutomaticStepsWithTheInitialStep) {
  const std::string initial = R"(, "initialStepSize": 1e-4)";
  EXPECT_NEAR(orbit("DOPRI5", 10, fixedSteps + initial).time()[1], 1e-4, 1e-15);
  EXPECT_NEAR(orbit("DOPRI5", 10, fixedSteps + initial + R"(, "automaticStepSize": false)").time()[1], period / 10, 1e-13);
}

TEST(ErrorControl, KeepsTheErrorWithTheTolerance) {
  for (const char* solver : {"DOPRI5", "ODE23"}) {
    const double first = solver == std::string("DOPRI5") ? 1e-6 : 1e-5;
    const auto at = [&](double tolerance) {
      const std::string text = std::to_string(tolerance * 1e12) + "e-12";
      return orbit(solver, 10, ", \"absoluteTolerance\": " + text + ", \"relativeTolerance\": " + text + ", \"initialStepSize\": 1e-3");
    };
    const Recorded loose = at(first), tight = at(first / 100);
    // The error per step is below the tolerance. Over one orbit the errors of some tens of steps accumulate and grow with the drift of the
    // orbit.
    EXPECT_LT(error(loose), 300 * first) << solver;
    EXPECT_LT(error(tight), 3 * first) << solver;
    EXPECT_LT(error(tight), 0.05 * error(loose)) << solver;
    EXPECT_GT(tight.statistics().steps, loose.statistics().steps) << solver;
    EXPECT_LT(loose.statistics().steps, 400) << solver;
    // Short steps near the sun, long steps far from it.
    const auto time = tight.time();
    double nearSun = 0, farOff = 0;
    for (std::size_t i = 1; i + 1 < time.size(); ++i) {
      const double h = time[i] - time[i - 1];
      if (std::abs(time[i] - period / 2) < 0.3) farOff = std::max(farOff, h);
      if (time[i] > period - 0.3) nearSun = std::max(nearSun, h);
    }
    EXPECT_GT(farOff, 1.8 * nearSun) << solver;
  }
}

/// Two spheres collide; the step in which contact begins is repeated.
TEST(ExplicitSteps, ShrinkByTheGivenFactorUntilContactsSettle) {
  Json document = Json::parse(readFile("tests/data/items/objects/ContactSphereSphere.json"));
  for (const double factor : {0.5, 0.1}) {
    document["analysis"] = {
        {"solver", "RK44"}, {"endTime", 1}, {"numberOfSteps", 1000}, {"sensorsWritePeriod", 0}, {"adaptiveStepDecrease", factor}};
    document["analysis"]["discontinuous"] = {{"ignoreMaxIterations", false}, {"maxIterations", 1}, {"useRecommendedStepSize", false}};
    const auto time = run(document.dump()).time();
    std::size_t first = 1;
    while (first < time.size() && time[first] - time[first - 1] > 0.99e-3) ++first;
    ASSERT_LT(first, time.size());
    const double reductions = std::log((time[first] - time[first - 1]) / 1e-3) / std::log(factor);
    EXPECT_GE(reductions, 0.9) << factor;
    EXPECT_NEAR(reductions, std::round(reductions), 1e-6) << factor;
  }
}

TEST(ErrorControl, StartsWithTheGivenStepAndGrowsAsAllowed) {
  const auto time = orbit("DOPRI5", 10, R"(, "initialStepSize": 1e-4, "stepSizeMaxIncrease": 3)").time();
  EXPECT_NEAR(time[1] - time[0], 1e-4, 1e-16);
  for (std::size_t i = 2; i < 5; ++i) EXPECT_NEAR((time[i] - time[i - 1]) / (time[i - 1] - time[i - 2]), 3, 1e-9);
  EXPECT_EQ(time.back(), period);
}

TEST(ErrorControl, RejectsTooLongSteps) {
  const Recorded motion = orbit("DOPRI5", 4);  // the first attempt is a quarter of the orbit
  EXPECT_GT(motion.statistics().rejectedSteps, 0);
  EXPECT_LT(error(motion), 1e-5);
}

TEST(ErrorControl, ReportsThatTheSmallestStepIsTooLong) {
  Json document = Json::parse(readFile("tests/data/oscillator.json"));
  document["analysis"] = Json::parse(
      R"({"type": "dynamic", "solver": "DOPRI5", "endTime": 2, "numberOfSteps": 10, "minimumStepSize": 0.05, "absoluteTolerance": 1e-12, "relativeTolerance": 1e-12})");
  const Recorded stopped = attempt(document.dump());
  EXPECT_EQ(stopped.stop().reason, Stop::Reason::stepTooSmall);
  EXPECT_NE(stopped.stop().message.find("minimumStepSize"), std::string::npos) << stopped.stop().message;
}

// Such factors could repeat a rejected step for ever.
TEST(ErrorControl, EndsWithAnyFactors) {
  for (const char* factors : {R"(, "stepSizeSafety": 3)", R"(, "stepSizeMaxIncrease": 0.5, "minimumStepSize": 0.01)"}) {
    const Recorded motion = orbit("DOPRI5", 4, factors);
    EXPECT_EQ(motion.status(), Simulation::Status::finished) << factors;
  }
}

/// An explicit step that is too long for the stiffness makes the solution grow without bound; the message reports this.
TEST(ExplicitSolver, ReportsATooLongStep) {
  Json document = Json::parse(readFile("tests/data/oscillator.json"));
  document["analysis"] = Json::parse(R"({"type": "dynamic", "solver": "RK44", "endTime": 2000, "stepSize": 1})");
  const Recorded stopped = attempt(document.dump());
  EXPECT_EQ(stopped.status(), Simulation::Status::failed);
  EXPECT_NE(stopped.stop().message.find("try a step size below 0.5 s"), std::string::npos) << stopped.stop().message;
}

/// A mass matrix that depends on the orientation becomes NaN then; the message must still name the step.
TEST(ExplicitSolver, ReportsATooLongStepForARotatingMass) {
  const Recorded stopped = attempt(R"json({"slipstick": 1,
    "create": [{"type": "RigidBody", "name": "body", "nodeType": "RigidBodyRxyz", "initialAngularVelocity": [1, 0.5, 0.2],
                "inertia": {"mass": 1, "inertiaTensor": [[0.01, 0, 0], [0, 0.02, 0], [0, 0, 0.03]]}},
               {"type": "RigidBodySpringDamper", "bodies": [null, "body"], "stiffness": "1e8*identity(6)", "damping": "1e6*identity(6)"}],
    "analysis": {"solver": "RK44", "endTime": 1, "stepSize": 0.01}})json");
  EXPECT_EQ(stopped.status(), Simulation::Status::failed);
  EXPECT_NE(stopped.stop().message.find("try a step size below 0.005 s"), std::string::npos) << stopped.stop().message;
}

TEST(ExplicitSolver, ReportsAForceThatIsNaN) {
  for (const char* solver : {"RK44", "DOPRI5", "VelocityVerlet"})
    for (const double start : {0.0, 0.06}) {
      Json document = Json::parse(readFile("tests/data/oscillator.json"));
      document["loads"] = Json::array({{{"type", "Coordinate"}, {"markerNumber", 1}, {"load", 1}, {"loadUserFunction", "sqrt(0.05 - t)"}}});
      document["analysis"] = {{"solver", solver}, {"startTime", start}, {"endTime", 0.1}, {"numberOfSteps", 10}};
      const Recorded stopped = attempt(document.dump());
      EXPECT_EQ(stopped.stop().reason, Stop::Reason::newtonDiverged);
      EXPECT_NE(stopped.stop().message.find("forces are not finite numbers at node 'mass'"), std::string::npos) << stopped.stop().message;
    }
}

/// m = 1, k = 100, d = 2: v½ = v + h/2 a, x' = x + h v½, a' = −k x' − d v½, v' = v½ + h/2 a'.
TEST(VelocityVerlet, EqualsAnExplicitForm) {
  Json document = Json::parse(readFile("tests/data/oscillator.json"));
  document["analysis"] =
      Json::parse(R"({"type": "dynamic", "solver": "VelocityVerlet", "endTime": 1, "stepSize": 0.01, "sensorsWritePeriod": 0})");
  const Recorded motion = run(document.dump());
  double x = 0.1, v = 0, a = -10;
  for (int i = 1; i < motion.samples(); ++i) {
    const double half = v + 0.005 * a;
    x += 0.01 * half;
    a = -100 * x - 2 * half;
    v = half + 0.005 * a;
    EXPECT_NEAR(motion.column("x")[i], x, 1e-14) << i;
    EXPECT_NEAR(motion.column("v")[i], v, 1e-13) << i;
    EXPECT_NEAR(motion.column("a")[i], a, 1e-12) << i;
  }
  EXPECT_EQ(motion.samples(), 101);
}

TEST(VelocityVerlet, KeepsTheEnergyOfAnOrbitWithinBounds) {
  const Recorded motion = orbit("VelocityVerlet", 200);
  const auto x = motion.column("position", 0), y = motion.column("position", 1), vx = motion.column("velocity", 0),
             vy = motion.column("velocity", 1);
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_NEAR(0.5 * (vx[i] * vx[i] + vy[i] * vy[i]) - 1 / std::hypot(x[i], y[i]), -0.5, 1e-3);  // h² times the curvature of the potential
  EXPECT_NEAR(0.5 * (vx.back() * vx.back() + vy.back() * vy.back()) - 1 / std::hypot(x.back(), y.back()), -0.5, 1e-6)
      << "back after the orbit";
}

/// A pendulum: a body whose node is held at the pivot, with its centre of mass 0.4 m below. The held coordinates couple to the rotation by
/// m c.
TEST(ExplicitSolver, HoldsCoordinatesAgainstTheInertiaThatPullsOnThem) {
  for (const char* node : {"RigidBody2D", "RigidBodyRxyz"}) {
    const bool planar = node == std::string("RigidBody2D");
    Json document = Json::parse(R"({"slipstick": 1, "nodes": [{"type": "PointGround"}, {"name": "rod"}],
      "objects": [{"name": "rod", "nodeNumber": "rod", "physicsMass": 2}],
      "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}, {"type": "BodyMass", "bodyNumber": "rod"}],
      "loads": [{"type": "MassProportional", "markerNumber": 1, "loadVector": [0, -9.81, 0]}],
      "sensors": [{"type": "Node", "name": "q", "nodeNumber": "rod", "outputVariableType": "Coordinates"}, {"type": "Node", "name": "a", "nodeNumber": "rod", "outputVariableType": "Coordinates_tt"}],
      "analysis": {"type": "dynamic", "solver": "RK44", "endTime": 1, "stepSize": 0.002, "sensorsWritePeriod": 0}})");
    document["nodes"][1]["type"] = node;
    document["objects"][0]["type"] = planar ? "RigidBody2D" : "RigidBody";
    document["objects"][0]["physicsInertia"] = planar ? Json(0.5) : Json{0.6, 0.1, 0.5, 0, 0, 0};
    document["objects"][0]["physicsCenterOfMass"] = planar ? Json{0, -0.4} : Json{0, -0.4, 0};
    const int turn = planar ? 2 : 5, count = planar ? 3 : 6;
    std::vector<double> start(count, 0.0);
    start[turn] = 1;
    document["nodes"][1]["referenceCoordinates"] = std::vector<double>(count, 0.0), document["nodes"][1]["initialCoordinates"] = start;
    for (int k = 0; k < (planar ? 2 : 3); ++k) {
      document["markers"].push_back({{"type", "NodeCoordinate"}, {"nodeNumber", "rod"}, {"coordinate", k}});
      document["objects"].push_back({{"type", "ConnectorCoordinate"}, {"markerNumbers", {0, 2 + k}}});
    }
    const Recorded motion = run(document.dump());
    // J φ¨ = −m g c sin φ about the pivot, with the classical method and a tenth of the step.
    double angle = 1, rate = 0;
    const auto acceleration = [](double phi) { return -2 * 9.81 * 0.4 * std::sin(phi) / 0.5; };
    for (int i = 0; i < 5000; ++i) {
      const double h = 2e-4;
      const double v1 = rate, a1 = acceleration(angle), v2 = rate + h / 2 * a1, a2 = acceleration(angle + h / 2 * v1);
      const double v3 = rate + h / 2 * a2, a3 = acceleration(angle + h / 2 * v2), v4 = rate + h * a3, a4 = acceleration(angle + h * v3);
      angle += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4), rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    EXPECT_NEAR(motion.last("q", turn), angle, 1e-8) << node;  // (ω h)⁴ over the swing
    EXPECT_NEAR(motion.last("a", turn), acceleration(motion.last("q", turn)), 1e-12) << node;
    for (int k = 0; k < 2; ++k) EXPECT_EQ(motion.last("q", k), 0) << node;
    EXPECT_EQ(motion.last("a", 0), 0) << node;
  }
}

}  // namespace
}  // namespace slipstick::testing
