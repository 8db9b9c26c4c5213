// First-order states: decay, a motor with inertia, their order in every solver, statics and eigenvalues.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// ẏ = −3 y from y = 2 next to a freely moving mass, so that both kinds of coordinates occur; the state's node comes first.
Json decay(const Json& step) {
  Json document = Json::parse(R"({"slipstick": 1,
    "nodes": [{"type": "GenericODE1", "name": "state", "numberOfODE1Coordinates": 1, "referenceCoordinates": [10], "initialCoordinates": [2]},
              {"type": "1D", "name": "mass", "initialCoordinates": [5], "initialVelocities": [7]}],
    "objects": [{"type": "GenericODE1", "name": "law", "nodeNumbers": ["state"], "systemMatrix": [[-3]]},
                {"type": "Mass1D", "physicsMass": 2, "nodeNumber": "mass"}],
    "sensors": [{"type": "Node", "name": "y", "nodeNumber": "state", "outputVariableType": "Coordinates"},
                {"type": "Node", "name": "total", "nodeNumber": "state", "outputVariableType": "CoordinatesTotal"},
                {"type": "Object", "name": "rate", "objectNumber": "law", "outputVariableType": "Coordinates_t"},
                {"type": "Node", "name": "place", "nodeNumber": "mass", "outputVariableType": "Coordinates"}],
    "analysis": {"endTime": 1, "numberOfSteps": 10, "sensorsWritePeriod": 0, "newton": {"relativeTolerance": 1e-13, "absoluteTolerance": 1e-13}}})");
  if (!step.is_null()) document["analysis"].update(step, true);
  return document;
}

TEST(FirstOrder, FollowsTheTrapezoidalRuleInImplicitSteps) {
  for (const Json& step : {Json{{"generalizedAlpha", {{"spectralRadius", 0.3}}}}, Json{{"solver", "TrapezoidalIndex2"}},
                           Json{{"newton", {{"useModifiedNewton", true}}}}, Json{{"linearSolver", "sparse"}}}) {
    const Recorded motion = run(decay(step).dump());
    const double factor = (1 - 0.1 * 3 / 2) / (1 + 0.1 * 3 / 2);
    const std::vector<double> y = motion.column("y"), rate = motion.column("rate");
    ASSERT_EQ(y.size(), 11u);
    for (std::size_t i = 0; i < y.size(); ++i) {
      EXPECT_NEAR(y[i], 2 * std::pow(factor, i), 1e-12) << step;
      EXPECT_NEAR(rate[i], -3 * y[i], 1e-11) << step;
    }
    EXPECT_NEAR(motion.last("total"), 10 + y.back(), 1e-14);
    EXPECT_NEAR(motion.last("place"), 12, 1e-12);
  }
}

/// Its values would be written beyond the end of the object's coordinates.
TEST(FirstOrder, RefusesAFunctionWithMoreValuesThanStates) {
  const auto with = [](const Json& function) {
    Json document = decay(nullptr);
    document["nodes"].push_back({{"type", "GenericODE1"}, {"name", "none"}, {"numberOfODE1Coordinates", 0}});
    document["objects"].push_back({{"type", "GenericODE1"}, {"nodeNumbers", {"none"}}, {"rhsUserFunction", function}});
    return document.dump();
  };
  const LoadedModel refused = loadModel(with("rotX(0.3)"));
  ASSERT_EQ(refused.issues.size(), 1u);
  EXPECT_EQ(refused.issues[0].message, "must give 0 numbers, but 'rotX(0.3)' gives 9 numbers");
  EXPECT_NEAR(run(with(Json::array())).last("place"), 12, 1e-12);
}

TEST(FirstOrder, StartsAtRestWithoutInitialAccelerations) {
  const Recorded motion = run(decay({{"generalizedAlpha", {{"computeInitialAccelerations", false}}}}).dump());
  EXPECT_EQ(motion.first("rate"), 0);
  EXPECT_NEAR(motion.column("y")[1], 2 / (1 + 0.1 * 3 / 2), 1e-12);
}

TEST(FirstOrder, IsIntegratedExplicitlyByTheStabilityFunctionOfTheMethod) {
  const auto taylor = [](double z, int order) {
    double sum = 1, term = 1;
    for (int k = 1; k <= order; ++k) sum += term *= z / k;
    return sum;
  };
  const std::pair<const char*, int> methods[] = {
      {"ExplicitEuler", 1}, {"VelocityVerlet", 1}, {"ExplicitMidpoint", 2}, {"RK33", 3}, {"RK44", 4}};
  for (const auto& [solver, order] : methods)
    for (const bool atEnd : {true, false}) {
      const Recorded motion = run(decay({{"solver", solver}, {"explicitIntegration", {{"computeEndOfStepAccelerations", atEnd}}}}).dump());
      for (std::size_t i = 0; i < 11; ++i) EXPECT_NEAR(motion.column("y")[i], 2 * std::pow(taylor(-0.3, order), i), 1e-13) << solver;
      EXPECT_NEAR(motion.last("place"), 12, 1e-12) << solver;
      if (atEnd && std::string(solver) != "VelocityVerlet") {
        EXPECT_NEAR(motion.last("rate"), -3 * motion.last("y"), 1e-12) << solver;
      }
    }
}

TEST(FirstOrder, ShowsTheOrderOfTheMethod) {
  struct Method {
    const char* solver;
    double order;
    int steps;
  };
  const double exact = 2 * std::exp(-3);
  for (const auto& [solver, order, steps] :
       {Method{"GeneralizedAlpha", 2, 200}, Method{"TrapezoidalIndex2", 2, 200}, Method{"RK44", 4, 50}, Method{"RK67", 6, 20},
        Method{"ODE23", 3, 100}, Method{"DOPRI5", 5, 20}, Method{"VelocityVerlet", 1, 1000}}) {
    const auto error = [&, name = solver](int count) {
      return std::abs(run(decay({{"solver", name}, {"numberOfSteps", count}, {"absoluteTolerance", 1e9}}).dump()).last("y") - exact);
    };
    EXPECT_NEAR(std::log2(error(steps) / error(2 * steps)), order, 0.2) << solver;
  }
}

TEST(FirstOrder, KeepsTheErrorWithTheTolerance) {
  for (const double tolerance : {1e-6, 1e-9}) {
    const Recorded motion =
        run(decay({{"solver", "DOPRI5"}, {"absoluteTolerance", tolerance}, {"relativeTolerance", tolerance}, {"numberOfSteps", 2}}).dump());
    const double error = std::abs(motion.last("y") - 2 * std::exp(-3));
    EXPECT_LT(error, 2 * tolerance);
    EXPECT_GT(error, 1e-3 * tolerance);
    EXPECT_GT(motion.statistics().rejectedSteps, 0);
  }
}

TEST(FirstOrder, TakesItsFunctionLoadsAndConstantTogether) {
  // ẏ = −2 y² + 3 + 4 t − 2, without a matrix; y(0) = 0. Compared with RK67 at small steps, all with full Newton.
  const auto end = [](const Json& step) {
    Json document = decay(step);
    document["nodes"][0]["initialCoordinates"] = {0};
    document["objects"][0].erase("systemMatrix");
    document["objects"][0].update({{"rhsVector", {3}}, {"rhsUserFunction", {"-2*q[0]^2 + 4*t"}}});
    document["markers"] = {{{"type", "NodeODE1Coordinate"}, {"name", "state"}, {"nodeNumber", "state"}, {"coordinate", 0}}};
    document["loads"] = {{{"type", "Coordinate"}, {"markerNumber", "state"}, {"load", -2}}};
    document["sensors"].push_back(
        {{"type", "Marker"}, {"name", "marker"}, {"markerNumber", "state"}, {"outputVariableType", "Coordinates"}});
    const Recorded motion = run(document.dump());
    EXPECT_EQ(motion.last("marker"), motion.last("y"));
    EXPECT_LE(motion.statistics().newtonIterations, 4 * motion.statistics().steps) << "the tangent is exact";
    return motion.last("y");
  };
  const double exact = end({{"solver", "RK67"}, {"numberOfSteps", 200}});
  EXPECT_NEAR(end({{"numberOfSteps", 1000}}), exact, 1e-6);
  EXPECT_NEAR(end({{"solver", "RK44"}, {"numberOfSteps", 200}}), exact, 1e-8);
  // y′ = 1 − 2y² + 4t, expanded near t = 0: y = t + 2t² − (2/3)t³ …
  EXPECT_NEAR(end({{"solver", "RK67"}, {"numberOfSteps", 10}, {"endTime", 0.01}}), 0.01 + 2e-4 - 2e-6 / 3, 3e-8);
}

/// A motor that drives a flywheel: L i′ = U − R i − k ω, J ω′ = k i. The states are coupled through sensors.
constexpr double L = 0.05, R = 2, k = 0.5, U = 24, J = 0.02;
Json motor(const Json& analysis) {
  Json document = Json::parse(readFile("tests/data/items/objects/GenericODE1.json"));
  document["analysis"] = analysis;
  return document;
}
/// λ² + R/L λ + k²/(L J) = 0
const std::complex<double> root = std::sqrt(std::complex<double>(R * R / (4 * L * L) - k * k / (L * J)));
const std::complex<double> fast = -R / (2 * L) - root, slow = -R / (2 * L) + root;

TEST(FirstOrder, MakesAMotorWithInertia) {
  // ω(t) = U/k (1 + (s e^{f t} − f e^{s t})/(f − s)), i = J ω′/k
  const double t = 0.1;
  const std::complex<double> factor = U / k / (fast - slow);
  const double speed = (U / k + factor * (slow * std::exp(fast * t) - fast * std::exp(slow * t))).real();
  const double current = (J / k * factor * slow * fast * (std::exp(fast * t) - std::exp(slow * t))).real();
  const std::pair<const char*, double> solvers[] = {
      {"GeneralizedAlpha", 2e-5}, {"TrapezoidalIndex2", 2e-5}, {"RK44", 1e-11}, {"DOPRI5", 1e-7}, {"RK67", 1e-11},
      {"VelocityVerlet", 2e-2}};
  for (const auto& [solver, tolerance] : solvers) {
    const Recorded motion = run(motor({{"solver", solver}, {"endTime", t}, {"numberOfSteps", 1000}, {"sensorsWritePeriod", 0}}).dump());
    EXPECT_NEAR(motion.last("speed"), speed, tolerance * 48) << solver;
    EXPECT_NEAR(motion.last("current"), current, tolerance * 12) << solver;
  }
}

TEST(FirstOrder, HasItsEigenvalues) {
  Json alone = decay({});
  alone["analysis"] = {{"type", "eigenvalues"}};
  alone["nodes"].erase(1), alone["objects"].erase(1), alone["sensors"].erase(3);
  alone["nodes"][0].update({{"numberOfODE1Coordinates", 2}, {"referenceCoordinates", {0, 0}}, {"initialCoordinates", {0, 0}}});
  alone["objects"][0]["systemMatrix"] = {{-1, 5}, {-5, -1}};
  Recorded pair = run(alone.dump());
  ASSERT_EQ(pair.simulation().eigenvalues().at(0).size(), 2u);
  for (const Eigenvalue& value : pair.simulation().eigenvalues()[0]) {
    EXPECT_NEAR(value.real, -1, 1e-12);
    EXPECT_NEAR(std::abs(value.imaginary), 5, 1e-12);
  }
}

TEST(FirstOrder, IsCoupledWithTheMotionInEigenvaluesBySensors) {
  Recorded linear = run(motor({{"type", "eigenvalues"}}).dump());
  const auto& values = linear.simulation().eigenvalues().at(0);
  ASSERT_EQ(values.size(), 3u);  // the angle itself is free
  EXPECT_NEAR(values[0].real, 0, 1e-8);
  // The coupling through sensors is a difference quotient: 1e-10 of the largest numbers, which are 48/(1e-6 …).
  EXPECT_NEAR(std::abs(std::complex<double>(values[1].real, values[1].imaginary) - slow), 0, 1e-6);
  EXPECT_NEAR(std::abs(std::complex<double>(values[2].real, values[2].imaginary) - fast), 0, 1e-6);
  const auto& modes = linear.simulation().modes().at(0);
  ASSERT_EQ(modes[1].size(), 2u);  // angle φ and current i: J λ² φ = k i
  const auto entry = [&](int i) { return std::complex<double>(modes[1][i].real(), modes[1][i].imag()); };
  EXPECT_NEAR(std::abs(J * slow * slow * entry(0) - k * entry(1)), 0, 1e-6);
}

TEST(FirstOrder, IsHeldInStaticsOrComesToRest) {
  const auto after = [](bool held) {
    Json document = motor({{"type", "static"}, {"constrainODE1coordinates", held}, {"sensorsWritePeriod", 0}});
    document["nodes"][1]["initialCoordinates"] = {1};
    document["nodes"].push_back({{"type", "PointGround"}, {"name", "wall"}});
    document["markers"].push_back({{"type", "NodeCoordinate"}, {"name", "wall"}, {"nodeNumber", "wall"}, {"coordinate", 0}});
    document["objects"].push_back({{"type", "ConnectorCoordinateSpringDamper"}, {"markerNumbers", {"wall", "wheel"}}, {"stiffness", 2}});
    document["sensors"].push_back({{"type", "Node"}, {"name", "angle"}, {"nodeNumber", "wheel"}, {"outputVariableType", "Coordinates"}});
    return run(document.dump());
  };
  const Recorded held = after(true), free = after(false);
  EXPECT_EQ(held.last("current"), 1);
  EXPECT_NEAR(held.last("angle"), k * 1 / 2, 1e-9);
  EXPECT_NEAR(free.last("current"), U / R, 1e-9);
  EXPECT_NEAR(free.last("angle"), k * U / R / 2, 1e-9);
}

TEST(FirstOrder, ContinuesFromStepToStep) {
  Json document = decay({});
  Json first = document["analysis"], second = first;
  first["endTime"] = 0.5, first["numberOfSteps"] = 5;
  second["startTime"] = 0.5, second["numberOfSteps"] = 5;
  document["analysis"] = {first, second};
  const Recorded two = run(document.dump()), one = run(decay({}).dump());
  EXPECT_NEAR(two.last("y"), one.last("y"), 1e-13);
}

/// The numbering of coordinates: first-order states come last, whatever the order of the nodes.
TEST(FirstOrder, IsNumberedAfterAllOtherCoordinates) {
  const EvaluatedSystem system(load(decay({}).dump()));
  EXPECT_EQ(system.coordinates(), 2);
  EXPECT_EQ(system.secondOrderCoordinates(), 1);
  EXPECT_EQ(system.initial().q, (std::vector<double>{5, 2}));
  EXPECT_EQ(system.equationName(0), "node 'mass'");
  EXPECT_EQ(system.equationName(1), "node 'state'");
}

}  // namespace
}  // namespace slipstick::testing
