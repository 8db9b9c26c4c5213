// Secant updates of a kept tangent, on linear and slowly changing problems.

#include "core/solver/increments.h"

#include <gtest/gtest.h>

#include "tests/core/support/eigen.h"

namespace slipstick {
namespace {

/// Solves A x = b with the inverse of another matrix and secant updates. Returns the number of increments.
int solve(Increments& increments, const Eigen::Matrix3d& matrix, const Eigen::Matrix3d& kept, const Eigen::Vector3d& right) {
  increments.startSolution({}, {}, 0.1);
  Eigen::Vector3d x = Eigen::Vector3d::Zero();
  increments.extrapolate(x.data());
  increments.startFrom(x.data());
  for (int count = 1; count <= 40; ++count) {
    Eigen::Vector3d step = kept.inverse() * (right - matrix * x);
    increments.improve(step.data());
    x += step;
    if ((right - matrix * x).norm() < 1e-10 * right.norm()) {
      increments.endStep();
      return count;
    }
  }
  return 99;
}

const Eigen::Matrix3d matrix{{4, 1, 0}, {1, 3, -1}, {0, 1, 5}};
const Eigen::Matrix3d kept{{5, 0, 0}, {0, 2.5, 0}, {1, 0, 6}};

/// Broyden's method ends after at most two increments per unknown if the equations are linear (Gay, 1979).
TEST(Increments, EndOnLinearEquationsAfterTwoForEachUnknown) {
  Increments increments(3);
  EXPECT_LE(solve(increments, matrix, kept, {1, 2, 3}), 6);
}

TEST(Increments, ExtrapolateLinearSequences) {
  Increments increments(3);
  int last = 0;
  for (int step = 0; step < 6; ++step) last = solve(increments, matrix, kept, {1 + 0.1 * step, 2 - 0.2 * step, 3});
  EXPECT_LE(last, 2) << "right-hand sides on a straight line, solved to a tolerance";
}

/// Accelerations and reactions without numerical damping behave like this.
TEST(Increments, ExtrapolateAlternatingSequences) {
  Increments increments(3);
  int last = 0;
  for (int step = 0; step < 10; ++step) {
    const double sign = step % 2 == 0 ? 1 : -1;
    last = solve(increments, matrix, kept, {1 + 0.1 * step + 0.01 * step * step, 2 - 0.2 * step + 0.3 * sign, 3 - 0.5 * sign});
  }
  EXPECT_LE(last, 2);
}

TEST(Increments, LearnNothingFromAnotherTangent) {
  Increments increments(3);
  solve(increments, matrix, kept, {1, 2, 3});
  increments.forget();
  increments.startSolution({}, {}, 0.1);
  Eigen::Vector3d step(1, 2, 3);
  increments.improve(step.data());
  EXPECT_EQ(step, Eigen::Vector3d(1, 2, 3));
  increments.forget();
  Eigen::Vector3d next(0.5, 0, 0);
  increments.improve(next.data());
  EXPECT_EQ(next, Eigen::Vector3d(0.5, 0, 0)) << "the last increment belonged to another tangent";
}

TEST(Increments, GuessFromTheLastStepsOfAnyTangent) {
  Increments increments(3);
  for (int step = 0; step < 4; ++step) {
    increments.forget();
    solve(increments, matrix, kept, {1 + 0.1 * step, 2, 3});
  }
  Eigen::Vector3d guess;
  increments.extrapolate(guess.data());
  EXPECT_LT((matrix * guess - Eigen::Vector3d(1.4, 2, 3)).norm(), 1e-8);
  increments.forgetSteps();
  increments.extrapolate(guess.data());
  EXPECT_EQ(guess, Eigen::Vector3d(0, 0, 0));
}

/// Next to the supports of a fine mesh, predicted displacements alternate about the motion. Motion: x = 3 t + 2 t² in steps of 0.1.
TEST(Increments, ContinueTheMotionWhateverWasPredicted) {
  Increments increments(2);
  Eigen::Vector2d guess;
  constexpr double h = 0.1, multiplier = 7;
  for (int step = 0; step < 5; ++step) {
    const double displacement = h * 3 + 2 * h * h * (2 * step + 1), error = step % 2 == 0 ? 1 : -1, predicted = displacement + error;
    increments.startSolution({predicted}, {3 + (step == 0 ? 0 : error)}, h);
    increments.extrapolate(guess.data());
    const Eigen::Vector2d expected = step == 0 ? Eigen::Vector2d(predicted - h * 3, 0) : Eigen::Vector2d(error, multiplier);
    EXPECT_LT((guess - expected).norm(), 1e-12) << "step " << step;
    increments.startFrom(guess.data());
    const Eigen::Vector2d rest = Eigen::Vector2d(error, multiplier) - guess;
    increments.note(rest.data());
    increments.endStep();
  }
}

TEST(Increments, RepeatThePreviousSolutionInARepeatedStep) {
  Increments increments(3);
  Eigen::Vector3d guess;
  increments.startSolution({}, {}, 0.1);
  EXPECT_FALSE(increments.repeat(guess.data())) << "there was none";
  solve(increments, matrix, kept, {1, 2, 3});
  increments.startSolution({}, {}, 0.1);
  ASSERT_TRUE(increments.repeat(guess.data()));
  EXPECT_LT((matrix * guess - Eigen::Vector3d(1, 2, 3)).norm(), 1e-9);
  increments.startSolution({}, {}, 0.1);
  EXPECT_FALSE(increments.repeat(guess.data())) << "the solution before took no increment";
}

}  // namespace
}  // namespace slipstick
