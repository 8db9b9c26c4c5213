// Whole runs: step reduction, slices, failures, linear solvers, memory.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/simulation/result.h"
#include "tests/core/count_allocations.h"
#include "tests/core/support/change.h"

namespace slipstick::testing {
namespace {

void expectSameRows(Recorded& a, Recorded& b) {
  const History& first = a.simulation().history();
  const History& second = b.simulation().history();
  ASSERT_EQ(first.samples(), second.samples());
  for (int i = 0; i < first.samples(); ++i) EXPECT_EQ(std::memcmp(first.row(i), second.row(i), first.width() * sizeof(double)), 0) << i;
}

TEST(Simulation, InSlicesIsTheSameBitForBit) {
  for (const char* document : {"coin.json", "items/objects/ConnectorRollingDiscPenalty.json"}) {
    Recorded whole = run(document);
    Recorded sliced(load(document));
    int slices = 0;
    while (sliced.simulation().advance([] { return true; }) == Simulation::Status::running) ++slices;
    EXPECT_GE(slices, 99);
    expectSameRows(whole, sliced);
    EXPECT_EQ(whole.statistics().newtonIterations, sliced.statistics().newtonIterations);
  }
}

TEST(Simulation, ReportsItsProgress) {
  Recorded motion(load("oscillator.json", {{"h", 0.01}, {"end", 1}}));
  int steps = 0;
  motion.simulation().advance([&] { return ++steps == 25; });
  EXPECT_NEAR(motion.simulation().progress().time, 0.25, 1e-12);
  EXPECT_NEAR(motion.simulation().progress().fraction, 0.25, 1e-12);
  motion.simulation().run();
  EXPECT_EQ(motion.simulation().progress().fraction, 1);
  EXPECT_EQ(motion.statistics().steps, 100);
}

TEST(Steps, AreCountedAndNotAddedUp) {
  // 3600 s in steps of 0.1 s, whose sum is 2e-9 s short, plus a nanosecond, which is shorter than typical tolerances.
  struct Case {
    double end;
    int steps;
  };
  for (const char* solver : {"GeneralizedAlpha", "TrapezoidalIndex2", "RK44", "VelocityVerlet"}) {
    for (const auto& [end, steps] : {Case{3600, 36000}, Case{1e-9, 100}}) {
      for (const bool adaptive : {true, false}) {
        const Json step{{"solver", solver},
                        {"endTime", end},
                        {"numberOfSteps", steps},
                        {"sensorsWritePeriod", 10 * end / steps},
                        {"adaptiveStep", adaptive}};
        Json document = Json::parse(readFile("tests/data/oscillator.json"));
        document["analysis"] = step;
        const Recorded motion = run(document.dump());
        EXPECT_EQ(motion.statistics().steps, steps) << solver;
        const std::vector<double> time = motion.time();
        ASSERT_EQ(time.size(), static_cast<std::size_t>(steps / 10 + 1)) << solver;
        EXPECT_EQ(time.back(), end);
        for (std::size_t i = 0; i < time.size(); ++i) EXPECT_NEAR(time[i], 10 * end / steps * static_cast<double>(i), 1e-15 * end);
      }
    }
  }
}

TEST(Steps, OfStaticLoadsAreCountedToo) {
  Json document = Json::parse(readFile("tests/data/oscillator.json"));
  for (const double duration : {1.0, 1e-12, 3600.0})
    for (const int steps : {10, 30}) {
      document["analysis"] = {{"type", "static"}, {"numberOfLoadSteps", steps}, {"loadStepDuration", duration}};
      const Recorded motion = run(document.dump());
      EXPECT_EQ(motion.statistics().steps, steps);
      EXPECT_EQ(motion.time().back(), duration);
    }
}

TEST(Simulation, ContinuesFromStepToStepOfTheAnalysis) {
  Json document = Json::parse(readFile("tests/data/oscillator.json"));
  const Json step = document["analysis"];
  Json first = step, second = step;
  first["endTime"] = 1, second["startTime"] = 1, second["endTime"] = 2;
  document["analysis"] = {first, second};
  const Recorded two = run(document.dump(), {{"h", 0.01}}), one = run("oscillator.json", {{"h", 0.01}});
  EXPECT_EQ(two.samples(), one.samples() + 1) << "each step of the analysis records its start";
  // The second step starts with the algorithmic acceleration equal to the true one: a second-order difference.
  EXPECT_NEAR(two.last("x"), one.last("x"), 1e-4);
}

/// The oscillator, released at 0.1 m, with limits in its first step and another step after it.
std::string limitedOscillator(const std::string& limits, const std::string& more = "{}") {
  Json document = Json::parse(readFile("tests/data/oscillator.json"));
  Json first = document["analysis"];
  first.merge_patch(Json::parse(more));
  first["endWhen"] = Json::parse(limits);
  document["analysis"] = {first, {{"startTime", 2}, {"endTime", 3}}, {{"type", "eigenvalues"}}};
  return document.dump();
}

TEST(Limits, EndTheRunAtTheFirstSampleBeyond) {
  for (const char* solver : {"GeneralizedAlpha", "RK44", "DOPRI5"}) {
    Recorded motion = run(limitedOscillator(R"([{"sensor": "x", "below": 0, "message": "It swings back."}])",
                                            "{\"solver\": \"" + std::string(solver) + "\"}"));
    EXPECT_EQ(motion.simulation().status(), Simulation::Status::finished);
    EXPECT_EQ(motion.simulation().stop().reason, Stop::Reason::none);
    EXPECT_EQ(motion.statistics().ended.rfind("Ended at 0.1", 0), 0u) << motion.statistics().ended;
    EXPECT_NE(motion.statistics().ended.find(" s: It swings back."), std::string::npos) << motion.statistics().ended;
    const History& history = motion.simulation().history();
    const int x = history.sensors()[0].column, last = history.samples() - 1;
    EXPECT_LT(history.row(last)[x], 0);
    EXPECT_GE(history.row(last - 1)[x], 0);
    // x(t) = 0 where tan(ω t) = −ω/δ, with ω² = 99 and δ = 1
    const double omega = std::sqrt(99.0), zero = (std::acos(-1.0) - std::atan(omega)) / omega;
    EXPECT_NEAR(history.row(last)[0], zero, 0.0011 + 0.01 * (std::string(solver) == "DOPRI5"));
    EXPECT_TRUE(motion.simulation().eigenvalues().empty()) << "later steps are left out";
    EXPECT_EQ(motion.simulation().progress().fraction, 1);
    EXPECT_EQ(resultJson(motion.simulation(), 0)["status"], "ok");
    EXPECT_EQ(resultJson(motion.simulation(), 0)["message"], motion.statistics().ended);
  }
}

TEST(Limits, ApplyOnlyAtSamples) {
  Recorded motion = run(limitedOscillator(R"([{"sensor": "x", "below": 0}])", R"({"sensorsWritePeriod": 0.25})"));
  EXPECT_EQ(motion.statistics().ended, "Ended at 0.25 s: 'x' is below 0.");
  EXPECT_EQ(motion.samples(), 2);
}

TEST(Limits, HoldFromTheFirstSampleOn) {
  Recorded motion = run(limitedOscillator(R"([{"sensor": "x", "above": 0.2}, {"sensor": "x", "above": 0.05}])"));
  EXPECT_EQ(motion.statistics().ended, "Ended at 0 s: 'x' is above 0.05.");
  EXPECT_EQ(motion.simulation().status(), Simulation::Status::finished);
  EXPECT_EQ(motion.samples(), 1);
  EXPECT_EQ(motion.statistics().steps, 0);
}

TEST(Limits, ThatAreNotReachedChangeNothing) {
  Recorded limited = run(limitedOscillator(R"([{"sensor": "x", "above": 0.1, "below": -0.1}])"));
  Recorded plain = run(limitedOscillator("[]"));
  EXPECT_EQ(limited.statistics().ended, "");
  expectSameRows(limited, plain);
  EXPECT_EQ(limited.simulation().eigenvalues().size(), 1u);
}

TEST(Limits, OfOneStepDoNotHoldInAnother) {
  Json document = Json::parse(limitedOscillator(R"([{"sensor": "x", "below": 0}])"));
  document["analysis"][1]["endWhen"] = document["analysis"][0]["endWhen"];
  document["analysis"][0]["endWhen"] = Json::array();
  Recorded motion = run(document.dump());
  EXPECT_EQ(motion.statistics().ended.rfind("Ended at 2.", 0), 0u) << motion.statistics().ended;
}

/// A saturating spring: from 3, Newton's iterates diverge (beyond 1.39 for an arctangent). Its stiffness is 100 N/m.
std::string saturated(const std::string& analysis) {
  return R"model({"slipstick": 1,
    "nodes": [{"type": "PointGround"}, {"type": "1D", "name": "slider", "initialCoordinates": [3]}],
    "objects": [{"type": "Mass1D", "physicsMass": 1, "nodeNumber": "slider"},
                {"type": "ConnectorCoordinateSpringDamper", "markerNumbers": [0, 1], "springForceUserFunction": "100*atan(displacement)"}],
    "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}, {"type": "NodeCoordinate", "nodeNumber": "slider", "coordinate": 0}],
    "loads": [{"type": "Coordinate", "markerNumber": 1, "load": 50}],
    "sensors": [{"type": "Node", "name": "x", "nodeNumber": "slider", "outputVariableType": "Coordinates"}],
    "analysis": )model" +
         analysis + "}";
}

TEST(StaticSolver, GuardsNewtonAtTheSmallestStep) {
  const Recorded found = run(saturated(R"({"type": "static", "adaptiveStep": false})"));
  EXPECT_NEAR(found.last("x"), std::tan(0.5), 1e-8);
}

TEST(Simulation, RecordsStaticStepsUnlessTheyPrepareADynamicOne) {
  const std::string equilibrium = R"({"type": "static", "adaptiveStep": false, "sensorsWritePeriod": 0, "numberOfLoadSteps": 4})";
  EXPECT_EQ(run(saturated(equilibrium)).samples(), 5);
  const Recorded both =
      run(saturated("[" + equilibrium + R"(, {"type": "dynamic", "endTime": 0.1, "numberOfSteps": 10, "sensorsWritePeriod": 0}])"));
  EXPECT_EQ(both.samples(), 11);
  EXPECT_EQ(both.time().front(), 0);
  EXPECT_NEAR(both.first("x"), std::tan(0.5), 1e-8);
  EXPECT_NEAR(both.last("x"), std::tan(0.5), 1e-6);  // it does not change
}

/// A ball hits a saturating bumper: Newton's iterates alternate unless the step is short.
const std::string bump = R"({"slipstick": 1,
  "nodes": [{"type": "PointGround"}, {"type": "Point", "name": "ball", "referenceCoordinates": [1, 0, 0], "initialVelocities": [-1, 0, 0]}],
  "objects": [{"type": "MassPoint", "physicsMass": 1, "nodeNumber": "ball"},
              {"type": "ConnectorSpringDamper", "markerNumbers": [0, 1], "referenceLength": 0.5, "springForceUserFunction": "deltaL < 0 ? 1000*tanh(2000*deltaL) : 0"}],
  "markers": [{"type": "NodePosition", "nodeNumber": 0}, {"type": "NodePosition", "nodeNumber": 1}],
  "sensors": [{"type": "Node", "name": "ball", "nodeNumber": "ball", "outputVariableType": "Position"}],
  "analysis": {"type": "dynamic", "endTime": 1.2, "numberOfSteps": 60, "sensorsWritePeriod": 0, "newton": {"maxIterations": 6}}})";

TEST(AdaptiveStep, ShortensAtTheBumpAndRecoversBehind) {
  const Recorded motion = run(bump);
  ASSERT_GT(motion.statistics().rejectedSteps, 0);
  const auto time = motion.time();
  std::vector<double> sizes;
  for (std::size_t i = 1; i < time.size(); ++i) sizes.push_back(time[i] - time[i - 1]);
  EXPECT_NEAR(sizes.front(), 0.02, 1e-12);
  EXPECT_NEAR(time.back(), 1.2, 1e-10);
  int halvings = 0, since = 0;
  for (std::size_t i = 1; i + 1 < sizes.size(); ++i) {  // the last step is cut at the end
    ++since;
    const double factor = sizes[i] / sizes[i - 1];
    if (std::abs(factor - 1) < 1e-6) continue;
    if (factor < 1) {
      halvings += static_cast<int>(std::lround(-std::log2(factor)));
      EXPECT_NEAR(std::exp2(-std::round(-std::log2(factor))), factor, 1e-6);
    } else {
      EXPECT_NEAR(factor, 2, 1e-6);
      EXPECT_GE(since, 10);
    }
    since = 0;
  }
  EXPECT_EQ(halvings, motion.statistics().rejectedSteps);
  EXPECT_NEAR(sizes[sizes.size() - 2], 0.02, 1e-12) << "recovered";
}

/// The drives of the car follow its speed through a sensor, which tangents omit. From 4 ms on, steps fail, and reduced steps take 13
/// iterations with full Newton, too many to grow again. Kept tangents with secant updates include the omitted coupling.
TEST(AdaptiveStep, KeepsTangentsInStepsThatStayReduced) {
  Json document = Json::parse(readFile("web/models/car.json"));
  document["analysis"][0]["stepSize"] = 0.008;
  document["analysis"][0]["endTime"] = 1;
  const Recorded motion = run(document.dump());
  const Statistics& here = motion.statistics();
  EXPECT_GT(here.rejectedSteps, 0);
  EXPECT_GT(here.steps, 450) << "reduced to 2 ms";
  EXPECT_LT(here.newtonIterations, 4 * here.steps);
  EXPECT_LT(here.jacobians, 2 * here.steps);
  document["analysis"][0]["keepTangents"] = false;
  const Recorded asSet = run(document.dump());
  EXPECT_GT(asSet.statistics().newtonIterations, 10 * asSet.statistics().steps);
}

TEST(AdaptiveStep, IsNotTakenIfItIsOff) {
  const Recorded stopped = attempt(withAnalysis(bump, R"({"adaptiveStep": false})"));
  EXPECT_EQ(stopped.status(), Simulation::Status::failed);
  EXPECT_EQ(stopped.stop().reason, Stop::Reason::newtonDiverged);
}

/// A force that becomes NaN at 0.5 s.
TEST(Simulation, ThatDivergesReportsThePlaceAndKeepsItsSamples) {
  Json document = Json::parse(bump);
  document["objects"][1]["springForceUserFunction"] = "t < 0.5 ? deltaL : sqrt(-1 - deltaL^2)";
  Recorded stopped = attempt(document.dump());
  EXPECT_EQ(stopped.status(), Simulation::Status::failed);
  EXPECT_EQ(stopped.stop().reason, Stop::Reason::newtonDiverged);
  EXPECT_NEAR(stopped.stop().time, 0.5, 0.02);
  EXPECT_GT(stopped.samples(), 24);
  EXPECT_LT(stopped.time().back(), 0.5);
  for (double x : stopped.column("ball")) EXPECT_TRUE(std::isfinite(x));
  EXPECT_NE(stopped.stop().message.find("node 'ball'"), std::string::npos) << stopped.stop().message;
  EXPECT_EQ(resultJson(stopped.simulation(), 0)["status"], "failed");
  const long steps = stopped.statistics().steps;
  EXPECT_EQ(stopped.simulation().run(), Simulation::Status::failed) << "a failed run stays failed";
  EXPECT_EQ(stopped.statistics().steps, steps);
}

/// At 1e18 s the next number is 128 s later: load steps divided below that would never advance the time.
TEST(Simulation, StopsIfStepsAreBelowTheRoundingOfTime) {
  Json document = Json::parse(readFile("tests/data/oscillator.json"));
  document["analysis"] = {{"type", "static"}, {"loadStepStart", 1e18}, {"loadStepDuration", 1280}, {"numberOfLoadSteps", 10000}};
  const Recorded stopped = attempt(document.dump());
  EXPECT_EQ(stopped.stop().reason, Stop::Reason::stepTooSmall);
  EXPECT_NE(stopped.stop().message.find("steps of 0.128 s are too small"), std::string::npos) << stopped.stop().message;
}

TEST(Simulation, NamesCoordinatesWithoutMassAndStiffness) {
  const std::string document = R"({"slipstick": 1, "nodes": [{"type": "Point", "name": "held"}, {"type": "Point", "name": "free"}],
    "objects": [{"type": "MassPoint", "physicsMass": 1, "nodeNumber": "held"}], "analysis": {"type": "dynamic", "linearSolver": "dense"}})";
  const Recorded stopped = attempt(document);
  EXPECT_EQ(stopped.status(), Simulation::Status::failed);
  EXPECT_EQ(stopped.stop().reason, Stop::Reason::singularTangent);
  EXPECT_NE(stopped.stop().message.find("node 'free'"), std::string::npos) << stopped.stop().message;
  EXPECT_EQ(attempt(withAnalysis(document, R"({"linearSolver": "sparse"})")).stop().reason, Stop::Reason::singularTangent);
}

TEST(ContactStates, ThatDoNotSettleStopTheRunUnlessIgnored) {
  // Sliding starts at once; with a tolerance far below the change of friction, one iteration is not enough.
  Json wheel = Json::parse(readFile("tests/data/items/nodes/GenericData.json"));
  wheel["analysis"] = Json(wheel["analysis"][0]);
  const std::string coin = wheel.dump();
  const std::string strict =
      R"({"adaptiveStep": false, "discontinuous": {"maxIterations": 1, "iterationTolerance": 1e-9, "ignoreMaxIterations": false}})";
  const Recorded stopped = attempt(withAnalysis(coin, strict));
  EXPECT_EQ(stopped.stop().reason, Stop::Reason::discontinuousDiverged);
  EXPECT_EQ(
      attempt(withAnalysis(coin, R"({"adaptiveStep": false, "discontinuous": {"maxIterations": 1, "iterationTolerance": 1e-9}})")).status(),
      Simulation::Status::finished);
}

/// A step in which the bristles begin to slip is solved twice. The contraction measured while they stuck does not hold for the second
/// solution.
TEST(ContactStates, ThatChangeAreSolvedToTheToleranceToo) {
  Json document = Json::parse(readFile("web/models/stick-slip.json"));
  Json& analysis = document["analysis"] = document["analysis"][0];
  analysis["endTime"] = 3.98;  // soon after the start of slip
  const Recorded usual = run(document.dump());
  analysis["newton"] = {{"relativeTolerance", 1e-11}, {"absoluteTolerance", 1e-13}};
  const Recorded tight = run(document.dump());
  EXPECT_NEAR(usual.sample("friction (bristles)", -1)[0], tight.sample("friction (bristles)", -1)[0], 1e-6);
  EXPECT_LT(tight.sample("friction (bristles)", -1)[0], 4.34) << "it slips";
}

void expectSameEnd(const Recorded& a, const Recorded& b, double tolerance) {
  const auto first = a.sample("coordinates", -1), second = b.sample("coordinates", -1);
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_NEAR(first[i], second[i], tolerance) << i;
}

TEST(ModifiedNewton, GivesTheSameMotionWithFewerTangents) {
  const Recorded full = run("coin.json"), modified = run(withAnalysis("coin.json", R"({"newton": {"useModifiedNewton": true}})"));
  expectSameEnd(full, modified, 1e-9);  // Newton's relative tolerance is 1e-11, over 100 steps
  EXPECT_LT(modified.statistics().jacobians, full.statistics().jacobians / 2);
  EXPECT_GT(modified.statistics().newtonIterations, full.statistics().newtonIterations);
}

TEST(Newton, GivesTheSameMotionWithConvergenceByIncrements) {
  expectSameEnd(run("coin.json"), run(withAnalysis("coin.json", R"({"newton": {"newtonResidualMode": 1}})")), 1e-9);
}

TEST(LinearSolver, DenseAndSparseAgree) {
  const Recorded dense = run(withAnalysis("coin.json", R"({"linearSolver": "dense"})"));
  const Recorded sparse = run(withAnalysis("coin.json", R"({"linearSolver": "sparse"})"));
  expectSameEnd(dense, sparse, 1e-11);  // rounding of the factors, below Newton's tolerance
  EXPECT_EQ(dense.statistics().newtonIterations, sparse.statistics().newtonIterations);
}

/// The number of allocations in 50 steps that record nothing.
long allocationsInSteps(const std::string& document) {
  Recorded motion(load(document));
  int steps = 0;
  std::size_t before = 0, after = 0;
  motion.simulation().advance([&] {
    ++steps;
    if (steps == 20) before = allocations();
    if (steps == 70) after = allocations();
    return steps == 70;
  });
  EXPECT_EQ(steps, 70);
  return static_cast<long>(after - before);
}

TEST(Simulation, AllocatesNothingInAStep) {
  EXPECT_EQ(allocationsInSteps(withAnalysis("coin.json", R"({"sensorsWritePeriod": 10})")), 0);
  EXPECT_EQ(allocationsInSteps(withAnalysis("coin.json", R"({"sensorsWritePeriod": 10, "newton": {"useModifiedNewton": true}})")), 0);
  Json penalty = Json::parse(readFile("tests/data/items/objects/ConnectorRollingDiscPenalty.json"));
  penalty["analysis"][0]["sensorsWritePeriod"] = 10;
  EXPECT_EQ(allocationsInSteps(penalty.dump()), 0);
  Json belt = Json::parse(readFile("tests/data/items/objects/ContactFrictionCircleCable2D.json"));
  belt["analysis"][0]["sensorsWritePeriod"] = 10;
  belt["analysis"][0]["linearSolver"] = "sparse";
  EXPECT_EQ(allocationsInSteps(belt.dump()), 0);
  for (const char* solver : {"GeneralizedAlpha", "RK44", "DOPRI5", "VelocityVerlet"}) {
    Json motor = Json::parse(readFile("tests/data/items/objects/GenericODE1.json"));
    motor["analysis"][0].update({{"sensorsWritePeriod", 10}, {"solver", solver}});
    EXPECT_EQ(allocationsInSteps(motor.dump()), 0) << solver;
  }
}

/// One iteration suffices only for tiny load steps: reaching the load would take a hundred million of them.
TEST(Statics, EndWithAMessageForTinyLoadSteps) {
  const Recorded stopped = attempt(R"({"slipstick": 1, "nodes": [{"type": "PointGround"}, {"type": "1D", "name": "slide"}],
    "objects": [{"type": "Mass1D", "physicsMass": 1, "nodeNumber": "slide"},
                {"type": "ConnectorCoordinateSpringDamper", "markerNumbers": [0, 1], "springForceUserFunction": "displacement + 100*displacement^3"}],
    "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}, {"type": "NodeCoordinate", "nodeNumber": 1, "coordinate": 0}],
    "loads": [{"type": "Coordinate", "markerNumber": 1, "load": 1}],
    "analysis": {"type": "static", "newton": {"maxIterations": 1, "absoluteTolerance": 1e-16}}})");
  EXPECT_EQ(stopped.stop().reason, Stop::Reason::stepTooSmall);
  EXPECT_NE(stopped.stop().message.find("the last 1000 load steps were shorter than 0.0001"), std::string::npos) << stopped.stop().message;
  EXPECT_EQ(stopped.statistics().steps, 1000);
}

/// The initial velocities of a bar violate the rod that holds it. Its accelerations are large and alternate in sign, so iteration counts
/// depend on whether the tangent includes the change of M q̈. Exudyn's tangent does not: it takes 4056 iterations, or 8311 with modified
/// Newton.
TEST(DefaultNewton, IteratesWithTheTangentOfExudyn) {
  Json document = Json::parse(R"json({"slipstick": 1, "create": [
    {"type": "Ground", "name": "ground"},
    {"type": "RigidBody", "name": "bar", "referencePosition": [0.5, 0, 0], "referenceRotationMatrix": "rotZ(pi/2)", "initialVelocity": [0, 4, 0],
     "initialAngularVelocity": [2, 0, 0], "inertia": {"shape": "cuboid", "density": 5000, "sideLengths": [1, 0.1, 0.1]}, "gravity": [0, -9.81, 0]},
    {"type": "DistanceConstraint", "bodies": ["ground", "bar"], "localPosition0": [0, 0, 0], "localPosition1": [-0.5, 0, 0]}],
    "analysis": {
  "endTime" : 5, "numberOfSteps" : 1000, "keepTangents" : false
}
})json");
  for (const bool modified : {false, true}) {
    document["analysis"]["newton"] = {{"useModifiedNewton", modified}};
    const Recorded motion = run(document.dump());
    EXPECT_EQ(motion.statistics().rejectedSteps, 0);
    EXPECT_NEAR(motion.statistics().newtonIterations, modified ? 8311 : 4056, 100);
  }
}

}  // namespace
}  // namespace slipstick::testing
