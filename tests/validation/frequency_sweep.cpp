// Forced vibrations of the stiffening spring in docs/studies.md: with a small force they follow the linear model, with a large one they do
// not. The approximate backbone curve of Duffing's equation x'' + d x' + k x + k3 x³ = F sin ωt is ω² = k + 3/4 k3 A².

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/model/study_plan.h"
#include "core/simulation/linear.h"
#include "core/solver/linear_response.h"
#include "tests/core/model/load.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

Json stiffeningSpring() {
  const std::string text = readFile("docs/studies.md");
  const std::size_t end = text.find("```", text.find("\"A stiffening spring\"")), begin = text.rfind("```json\n", end) + 8;
  return Json::parse(text.substr(begin, end - begin));
}
double amplitudeAt(double frequency, double force) {
  Recorded motion = run(stiffeningSpring().dump(), {{"f", frequency}, {"F", force}});
  return motion.simulation().measures().at(0).value.value_or(std::nan(""));
}

TEST(FrequencySweep, FollowsTheLinearModelWithASmallForce) {
  const LinearModel linear = linearise(load(stiffeningSpring().dump()), {{"force"}, {"x"}, {}}).model;
  ASSERT_EQ(linear.problem, "");
  const FrequencyResponse response(linear);
  double largest = 0;
  for (const double f : {0.5, 0.8, 0.95, 1.0, 1.0066, 1.05, 1.3, 2.0}) {
    const double expected = 0.01 * abs(response.at(2 * std::numbers::pi * f)[0]);
    largest = std::max(largest, std::abs(amplitudeAt(f, 0.01) / expected - 1));
  }
  EXPECT_LT(largest, 1e-3);
  RecordProperty("error", std::to_string(largest * 1e6) + "e-6");
}

TEST(FrequencySweep, BendsWithALargeForce) {
  const double before = amplitudeAt(1.149, 1.5), after = amplitudeAt(1.2, 1.5);
  EXPECT_GT(before, 2 * after) << "it jumps down";
  EXPECT_LT(amplitudeAt(1.0, 1.5), before) << "the linear model has its largest amplitude at 1.0 Hz";
  const double backbone = std::sqrt(40 + 0.75 * 400 * before * before) / (2 * std::numbers::pi);
  EXPECT_NEAR(backbone, 1.149, 0.05);
}

TEST(FrequencySweep, NamesTheResponseBesideIt) {
  Json document = stiffeningSpring();
  const auto study = load(document.dump(), {{"F", 0.5}})->study;
  ASSERT_TRUE(study && study->response);
  EXPECT_EQ(study->response->input, "force");
  EXPECT_EQ(study->response->output, "x");
  EXPECT_EQ(study->response->amplitude, 0.5);
  document["study"]["response"].erase("output");
  const Lines lines = issuesOf(document.dump());
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].find("/study/response"), 0u) << lines[0];
}

}  // namespace
}  // namespace slipstick::testing
