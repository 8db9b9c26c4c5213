// Free vibration, m = 1 kg, k = 100 N/m, d = 2 N s/m, x0 = 0.1 m, against the closed form
// x = x0 e^(−δt) (cos ωt + δ/ω sin ωt), δ = d/2m, ω² = k/m − δ².

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

double oscillator(double t) {
  const double omega = std::sqrt(99.0);
  return 0.1 * std::exp(-t) * (std::cos(omega * t) + std::sin(omega * t) / omega);
}

TEST(Oscillator, FollowsTheClosedFormAtSecondOrder) {
  const auto error = [](double step) { return std::abs(run("oscillator.json", {{"h", step}}).last("x") - oscillator(2.0)); };
  EXPECT_LT(error(1e-3), 3e-6);  // an explicit form of the same method for one coordinate gives 2.3e-6
  EXPECT_NEAR(std::log2(error(4e-3) / error(2e-3)), 2.0, 0.02);
}

}  // namespace
}  // namespace slipstick::testing
