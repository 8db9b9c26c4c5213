// The times of recorded rows: at the start, at the first step at or after each period, and at the end.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/change.h"

namespace slipstick::testing {
namespace {

std::vector<double> times(const std::string& period, double h = 0.01, double end = 0.1) {
  return run(withAnalysis("oscillator.json", R"({"sensorsWritePeriod": )" + period + "}"), {{"h", h}, {"end", end}}).time();
}
void expectTimes(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12) << i;  // sums of steps
}
const std::vector<double> every{0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1};

TEST(Recorder, RecordsEveryStepWithPeriodZero) { expectTimes(times("0"), every); }
TEST(Recorder, RecordsEveryStepWithAPeriodUpToTheStep) {
  expectTimes(times("0.004"), every);
  expectTimes(times("0.01"), every);
}
TEST(Recorder, RecordsTheFirstStepAtOrAfterEachPeriod) {
  expectTimes(times("0.025"), {0, 0.03, 0.05, 0.08, 0.1});
  expectTimes(times("0.03"), {0, 0.03, 0.06, 0.09, 0.1});
}
TEST(Recorder, RecordsStartAndEndWithAPeriodBeyondTheEnd) { expectTimes(times("5"), {0, 0.1}); }
TEST(Recorder, IsNotMovedByRounding) { EXPECT_EQ(times("0.1", 1e-3, 1).size(), 11u) << "thousand steps of 1e-3 s do not sum to 1 exactly"; }

TEST(Recorder, RecordsPosesOfBodies) {
  Recorded motion = run("coin.json");
  const History& history = motion.simulation().history();
  ASSERT_EQ(history.poses().size(), 1u);
  const PoseChannel& pose = history.poses()[0];
  EXPECT_EQ(pose.kind, PoseKind::frame);
  EXPECT_EQ(pose.size, 7);
  const double* row = history.row(history.samples() - 1);
  const auto coordinates = motion.sample("coordinates", -1);
  const double phi = 10 * 3.141592653589793 / 180;
  const double reference[7] = {0.01 * std::sin(phi), 0, 0.01 * std::cos(phi), std::cos(phi / 2), 0, std::sin(phi / 2), 0};
  // The quaternion of a pose is normalised; with constraints at velocity level the norm of Euler parameters drifts by 1e-7 in this model.
  const double sign = reference[3] + coordinates[3] < 0 ? -1 : 1;  // a quaternion and its negative represent the same rotation
  for (int i = 0; i < 7; ++i) EXPECT_NEAR(row[pose.column + i], (i < 3 ? 1 : sign) * (reference[i] + coordinates[i]), 2e-7);
}

}  // namespace
}  // namespace slipstick::testing
