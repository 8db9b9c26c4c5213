#include "core/accuracy/accuracy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/accuracy/accuracy_json.h"
#include "core/accuracy/common_times.h"
#include "core/accuracy/wording.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// A pendulum of 1 m that starts horizontally, with a sensor of its angle; `more`: members of the document.
std::string pendulum(const std::string& analysis, const std::string& more = "") {
  return R"json({"slipstick": 1, "nodes": [{"type": "PointGround"}, {"type": "1D", "name": "angle", "initialCoordinates": ["pi/2"]}],
    "objects": [{"type": "Mass1D", "physicsMass": 1, "nodeNumber": "angle"}],
    "markers": [{"type": "NodeCoordinate", "name": "angle", "nodeNumber": "angle", "coordinate": 0}],
    "loads": [{"type": "Coordinate", "markerNumber": "angle", "load": 0, "loadUserFunction": "-9.81*sin(sensor(\"angle\"))"}],
    "sensors": [{"type": "Node", "name": "angle", "nodeNumber": "angle", "outputVariableType": "Coordinates"},
      {"type": "UserFunction", "name": "constant", "sensorUserFunction": "7"}],
    "measures": {"swing": {"formula": "min(sensor(\"angle\"))", "label": "lowest angle", "unit": "rad"},
      "seven": {"formula": "max(sensor(\"constant\"))"}})json" +
         more + R"(, "analysis": )" + analysis + "}";
}

/// A point mass falls on a stiff spring that acts only below a height.
const std::string bouncing =
    R"json({"slipstick": 1, "nodes": [{"type": "PointGround"}, {"type": "1D", "name": "height", "initialCoordinates": [1]}],
    "objects": [{"type": "Mass1D", "physicsMass": 1, "nodeNumber": "height"},
      {"type": "ConnectorCoordinateSpringDamper", "name": "floor", "markerNumbers": [0, 1],
       "springForceUserFunction": "if(displacement < 0, 2e6*displacement, 0)"}],
    "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}, {"type": "NodeCoordinate", "nodeNumber": "height", "coordinate": 0}],
    "loads": [{"type": "Coordinate", "markerNumber": 1, "load": -9.81}],
    "sensors": [{"type": "Node", "name": "height", "nodeNumber": "height", "outputVariableType": "Coordinates"}],
    "measures": {"highest": {"formula": "max(sensor(\"height\"), 3)", "unit": "m"}},
    "analysis": {"endTime": 8, "stepSize": 0.002}})json";

TEST(Accuracy, FindsTheOrderOfTheIntegratorAndTheError) {
  Accuracy accuracy(load(pendulum(R"({"endTime": 2, "stepSize": 0.01})")));
  accuracy.run();
  ASSERT_EQ(accuracy.problem(), "");
  const CurveError& angle = accuracy.sensors()[0].error;
  EXPECT_EQ(angle.source, ErrorSource::steps);
  EXPECT_NEAR(angle.order, 2, 0.1);
  const Recorded coarse = run(pendulum(R"({"endTime": 2, "stepSize": 0.01})"));
  const Recorded tight = run(pendulum(R"({"endTime": 2, "stepSize": 0.0003125})"));
  const std::vector<double> value = coarse.column("angle"), exact = tight.column("angle");
  ASSERT_EQ(value.size(), angle.band.size());
  ASSERT_EQ(value.size(), exact.size());
  for (std::size_t i = 0; i < value.size(); ++i) EXPECT_LE(std::abs(value[i] - exact[i]), angle.band[i]) << i;
  EXPECT_LT(angle.largest, 3 * std::abs(value.back() - exact.back()) + 1e-3);
}

TEST(Accuracy, GivesEachMeasureItsError) {
  Accuracy accuracy(load(pendulum(R"({"endTime": 2, "stepSize": 0.01})")));
  accuracy.run();
  const MeasureAccuracy& swing = accuracy.measures()[0];
  ASSERT_TRUE(swing.error);
  const std::vector<double> exact =
      run(pendulum(R"({"endTime": 2, "stepSize": 0.0003125, "sensorsWritePeriod": 0.0003125})")).column("angle");
  EXPECT_LE(std::abs(*swing.value.value - *std::min_element(exact.begin(), exact.end())), *swing.error);
  EXPECT_EQ(swing.sentence.rfind("lowest angle: -1.57", 0), 0U) << swing.sentence;
  EXPECT_NE(swing.sentence.find(" rad ± "), std::string::npos) << swing.sentence;
}

TEST(Accuracy, ReportsRoundingOfAConstant) {
  Accuracy accuracy(load(pendulum(R"({"endTime": 0.2, "stepSize": 0.01})")));
  accuracy.run();
  EXPECT_EQ(accuracy.sensors()[1].error.source, ErrorSource::rounding);
  EXPECT_LE(accuracy.sensors()[1].error.largest, 1e-11);
  EXPECT_NE(accuracy.sensors()[1].sentence.find("differ only by rounding"), std::string::npos) << accuracy.sensors()[1].sentence;
}

TEST(Accuracy, GivesNoEstimateAfterImpacts) {
  Accuracy accuracy(load(bouncing));
  accuracy.run();
  ASSERT_EQ(accuracy.problem(), "");
  ASSERT_TRUE(accuracy.sensors()[0].error.apart);
  EXPECT_NE(accuracy.sensors()[0].sentence.find("do not converge"), std::string::npos) << accuracy.sensors()[0].sentence;
  EXPECT_FALSE(accuracy.measures()[0].error);
  EXPECT_NE(accuracy.measures()[0].sentence.find("no estimate, because the runs of 'height' do not converge"), std::string::npos)
      << accuracy.measures()[0].sentence;
}

TEST(Accuracy, FollowsTolerancesOfErrorControlledSolvers) {
  const auto analysis = [](const char* tolerance) {
    return std::string(R"({"endTime": 2, "stepSize": 0.1, "sensorsWritePeriod": 0.1, "solver": "DOPRI5", "relativeTolerance": )") +
           tolerance + R"(, "absoluteTolerance": )" + tolerance + "}";
  };
  Accuracy accuracy(load(pendulum(analysis("1e-4"))));
  accuracy.run();
  ASSERT_EQ(accuracy.problem(), "");
  const CurveError& angle = accuracy.sensors()[0].error;
  EXPECT_EQ(angle.source, ErrorSource::steps);
  const Recorded coarse = run(pendulum(analysis("1e-4")));
  const Recorded tight = run(pendulum(R"({"endTime": 2, "stepSize": 0.0001, "sensorsWritePeriod": 0, "solver": "RK44"})"));
  const std::vector<double> time = coarse.time(), fine = tight.time(), value = coarse.column("angle"), exact = tight.column("angle");
  std::size_t inside = 0;
  for (std::size_t i = 0; i < time.size(); ++i) {
    std::size_t at = 1;
    while (at + 1 < fine.size() && fine[at] < time[i]) ++at;
    const double part = (time[i] - fine[at - 1]) / (fine[at] - fine[at - 1]);
    inside += std::abs(value[i] - exact[at - 1] - part * (exact[at] - exact[at - 1])) <= angle.band[i] + 1e-7;
  }
  EXPECT_GE(static_cast<double>(inside), 0.9 * static_cast<double>(time.size()));
}

TEST(Accuracy, RefusesWhatItCannotCompare) {
  const auto problemOf = [](const std::string& document, const AccuracyLimits& limits = {}) {
    Accuracy accuracy(load(document), {}, limits);
    accuracy.run();
    EXPECT_TRUE(accuracy.sensors().empty());
    return accuracy.problem();
  };
  EXPECT_NE(problemOf(pendulum(R"({"type": "static"})")).find("compares time integrations"), std::string::npos);
  EXPECT_NE(problemOf(pendulum(R"({"type": "eigenvalues"})")).find("compares time integrations"), std::string::npos);
  EXPECT_NE(problemOf(R"({"slipstick": 1})").find("no sensors"), std::string::npos);
  EXPECT_NE(problemOf(pendulum(R"({"endTime": 1, "stepSize": 0.01})"), {.nodeSteps = 1000}).find("the limit is 1000"), std::string::npos);
  EXPECT_NE(problemOf(pendulum(R"({"endTime": 1, "stepSize": 0.01})"), {.values = 100}).find("more than 100 values"), std::string::npos);
  const std::string stopping = problemOf(
      pendulum(R"({"endTime": 1, "stepSize": 0.01, "adaptiveStep": false, "newton": {"maxIterations": 1, "relativeTolerance": 1e-14}})"));
  EXPECT_EQ(stopping.rfind("There is no estimate because the run stopped.", 0), 0U) << stopping;
}

TEST(Accuracy, EndsWhereTheRunEnds) {
  Accuracy accuracy(load(pendulum(R"({"endTime": 2, "stepSize": 0.01, "endWhen": [{"sensor": "angle", "below": 0}]})")));
  accuracy.run();
  ASSERT_EQ(accuracy.problem(), "");
  EXPECT_LT(accuracy.time().back(), 1);
  EXPECT_NEAR(accuracy.sensors()[0].error.order, 2, 0.2);
}

TEST(Accuracy, FlagsATaskWithATighterTolerance) {
  const auto tasks = [](const char* tolerance) {
    return std::string(
               R"(, "tasks": [{"id": "lowest", "text": "How far?", "answer": {"type": "number", "value": "2*swing", "unit": "rad", "tolerance": )") +
           tolerance + "}}]";
  };
  const auto sentence = [&](const char* tolerance) {
    Accuracy accuracy(load(pendulum(R"({"endTime": 2, "stepSize": 0.01})", tasks(tolerance))));
    accuracy.run();
    return accuracy.tasks().at(0).sentence;
  };
  EXPECT_EQ(sentence("0.5"), "");
  EXPECT_EQ(
      sentence("1e-6").rfind("Task 'lowest': its tolerance of 1e-06 rad is below the error of its right answer, 0.0003 rad. Use more", 0),
      0U)
      << sentence("1e-6");
}

TEST(Accuracy, CanBeStoppedAndContinued) {
  Accuracy accuracy(load(pendulum(R"({"endTime": 0.5, "stepSize": 0.01})"))),
      whole(load(pendulum(R"({"endTime": 0.5, "stepSize": 0.01})")));
  double before = 0;
  while (!accuracy.advance([] { return true; })) {
    EXPECT_GE(accuracy.fraction(), before);
    before = accuracy.fraction();
  }
  whole.run();
  EXPECT_EQ(accuracyJson(accuracy, true), accuracyJson(whole, true));
  EXPECT_EQ(accuracy.steps(), (std::array<std::int64_t, 3>{50, 100, 200}));
}

TEST(ErrorOfCurve, UsesTheNormOfAllComponents) {
  // The second component of the difference is zero at times when the first is not.
  CurveRuns runs;
  for (int i = 0; i < 200; ++i) {
    const double t = 0.05 * i;
    for (const double h : {1.0, 0.5, 0.25}) {
      std::vector<double>& values = runs[h == 1 ? 0 : h == 0.5 ? 1 : 2];
      values.push_back(std::sin(t) + 0.01 * h * h * std::cos(t)), values.push_back(std::cos(t) + 0.01 * h * h * std::sin(t));
    }
  }
  const CurveError error = errorOfCurve(runs, 2, {1, 1}, 2);
  EXPECT_NEAR(error.order, 2, 1e-6);
  EXPECT_FALSE(error.apart);
  for (std::size_t i = 0; i < error.band.size(); ++i)
    EXPECT_GE(error.band[i], 0.01 * std::abs(i % 2 == 0 ? std::cos(0.05 * (i / 2)) : std::sin(0.05 * (i / 2))));
}

TEST(ErrorOfCurve, EndsWhereRunsDiverge) {
  CurveRuns runs;
  for (int i = 0; i < 200; ++i) {
    const double growth = std::min(1.0, 1e-8 * std::exp(0.15 * i));
    runs[0].push_back(std::sin(0.1 * i) + growth), runs[1].push_back(std::sin(0.1 * i) - (i > 100 ? growth : 0)),
        runs[2].push_back(std::sin(0.1 * i) + (i > 100 ? growth : 0));
  }
  const CurveError error = errorOfCurve(runs, 1, {1, 1}, 2);
  ASSERT_TRUE(error.apart);
  EXPECT_FALSE(error.recovers);
  EXPECT_TRUE(std::isnan(error.band.back()));
  EXPECT_FALSE(std::isnan(error.band.front()));
}

TEST(ErrorOfNumber, IsTheExtrapolatedDifference) {
  const NumberError found = errorOfNumber({1.04, 1.01, 1.0025}, 2);
  EXPECT_NEAR(found.order, 2, 1e-9);
  EXPECT_GE(found.error, 0.04);
  EXPECT_TRUE(std::isnan(errorOfNumber({1, 1, 1}, 2).order));
  EXPECT_TRUE(std::isnan(errorOfNumber({1, 1.1, 0.9}, 2).order));
  EXPECT_TRUE(errorOfNumber({1, 1.1, 0.9}, 2).converges);
  EXPECT_FALSE(errorOfNumber({3, 4, 6}, 2).converges);
}

TEST(CommonTimes, InterpolatesBetweenSteps) {
  const SampleTimes wanted{{0, 0.31, 0.5, 1}, {0, 0, 0, 0}};
  CommonTimes common(wanted, 1);
  for (int i = 0; i <= 10; ++i) {
    const double t = 0.1 * i, row[] = {t, std::sin(t)};
    common.add(0, row);
  }
  common.finish();
  ASSERT_EQ(common.samples(), 4U);
  const std::vector<double> values = common.take();
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(values[i], std::sin(wanted.time[i]), 1e-9);
  EXPECT_EQ(values[0], 0);
}

TEST(Wording, RoundsTheErrorUpAndTheValueToItsPlace) {
  EXPECT_EQ(withError(412.37, 2.6, "N"), "412 N ± 3 N");
  EXPECT_EQ(withError(412.37, 1.21, "N"), "412.4 N ± 1.3 N");
  EXPECT_EQ(withError(0.0123456, 0.00042, "m"), "0.0123 m ± 0.0005 m");
  EXPECT_EQ(withError(-3.5, 0.095, ""), "-3.5 ± 0.1");
  EXPECT_EQ(withError(2, 0, "s"), "2 s ± 0 s");
  EXPECT_EQ(withError(1.5, 1e-13, "m"), "1.50000000000000 m ± 1.0e-13 m");
  EXPECT_EQ(errorText(2.3, "%"), "3 %");
}

}  // namespace
}  // namespace slipstick::testing
