// Extrapolation of motions whose next step is known.

#include "core/solver/extrapolation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <vector>

namespace slipstick {
namespace {

/// The relative error of the vector extrapolated from `steps` vectors of a motion.
double missed(int size, int steps, const std::function<double(int number, int step)>& motion, bool wasGood = false) {
  Extrapolation extrapolation(size);
  std::vector<double> vector(size), next(size);
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < size; ++i) vector[i] = motion(i, step);
    extrapolation.add(vector.data(), wasGood);
  }
  extrapolation.extrapolate(next.data());
  double error = 0, square = 0;
  for (int i = 0; i < size; ++i) {
    const double exact = motion(i, steps);
    error += (next[i] - exact) * (next[i] - exact), square += exact * exact;
  }
  return std::sqrt(error / square);
}

TEST(Extrapolation, RepeatsASingleVector) {
  Extrapolation extrapolation(2);
  const double vector[] = {1, 2};
  extrapolation.add(vector, false);
  double next[2];
  extrapolation.extrapolate(next);
  EXPECT_EQ(next[0], 1);
  EXPECT_EQ(next[1], 2);
}

TEST(Extrapolation, ContinuesPolynomials) {
  const auto cubic = [](int i, int step) { return 1 + 0.3 * i + 0.1 * step - 0.01 * (i + 1) * step * step + 1e-3 * step * step * step; };
  for (const int size : {1, 2, 5}) EXPECT_LT(missed(size, 6, cubic), 1e-12) << size;
}

TEST(Extrapolation, ContinuesAlternatingSequences) {
  EXPECT_LT(missed(3, 8, [](int i, int step) { return (i + 1) * (step % 2 == 0 ? 1.0 : -1.0) * std::pow(0.9, step); }), 1e-2);
}

double slowOscillations(int i, int step) { return std::sin(0.2 * step + i) + std::pow(0.95, step) * std::cos(0.3 * step + i * i); }

TEST(Extrapolation, ContinuesSeveralSlowOscillations) {
  for (const int size : {7, 40}) EXPECT_LT(missed(size, 60, slowOscillations), 1e-5) << size;
}

TEST(Extrapolation, KeepsGoodTerms) { EXPECT_LT(missed(40, 75, slowOscillations, true), 1e-5); }

TEST(Extrapolation, IsNearAfterAJump) {
  const auto jump = [](int i, int step) { return step < 30 ? 0.01 * step + i : 5.0 + 3 * i + 0.02 * step; };
  for (const int steps : {31, 33, 34, 35}) EXPECT_LT(missed(4, steps, jump), 0.1) << steps;
  EXPECT_LT(missed(4, 32, jump), 1) << "one jump may also be the start of alternating vectors";
}

TEST(Extrapolation, StaysFiniteAndSmallForRandomSequences) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> between(-1, 1);
  std::vector<double> noise(100 * 6);
  for (double& number : noise) number = between(random);
  for (int steps = 1; steps < 99; ++steps) EXPECT_LT(missed(6, steps, [&](int i, int step) { return noise[6 * step + i]; }), 5) << steps;
}

TEST(Extrapolation, TakesZerosAndConstants) {
  Extrapolation extrapolation(3);
  const std::vector<double> zeros(3), ones(3, 1.0);
  std::vector<double> next(3);
  for (int step = 0; step < 30; ++step) extrapolation.add(zeros.data(), false);
  extrapolation.extrapolate(next.data());
  EXPECT_EQ(next, zeros);
  for (int step = 0; step < 30; ++step) extrapolation.add(ones.data(), false);
  extrapolation.extrapolate(next.data());
  for (const double number : next) EXPECT_NEAR(number, 1, 1e-12);
}

}  // namespace
}  // namespace slipstick
