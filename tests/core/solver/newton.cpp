// Newton's method and the discontinuous iteration on problems with one unknown, whose iterations are computed by hand.

#include "core/solver/newton.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/solver/discontinuous.h"
#include "core/solver/step_size.h"

namespace slipstick {
namespace {

/// x² = 4 from x = 1, or x = c linearly.
struct Problem {
  double x = 0, slope = 0, rightSide = 0, last = 0;
  bool linear = false;
  int factorizations = 0, restarts = 0, evaluations = 0;
  bool singular = false;

  void predict() { x = 1; }
  static bool guess() { return false; }
  static bool repeat() { return false; }
  static bool needsLastResidual() { return true; }
  double lastPart() const { return x == 1 ? 1 : last / std::abs(x - 1); }
  double residual() {
    ++evaluations;
    rightSide = linear ? 2 * x - 4 : x * x - 4;
    return std::abs(rightSide);
  }
  bool factorize() {
    ++factorizations;
    slope = linear ? 2 : 2 * x;
    return !singular;
  }
  double update() {
    x -= rightSide / slope;
    return last = std::abs(rightSide / slope);
  }
  bool tooLarge(double bound) const { return !(x * x < bound); }
  double rounding() const { return 1e-15; }
  void restart() { ++restarts; }
};

class NewtonOfOneUnknown : public ::testing::Test {
 protected:
  NewtonOutcome solve(auto& problem) { return solveNewton(problem, settings, memory, statistics); }

  NewtonSettings settings;
  NewtonMemory memory;
  Statistics statistics;
};

class ModifiedNewtonOfOneUnknown : public NewtonOfOneUnknown {
 protected:
  ModifiedNewtonOfOneUnknown() { settings.useModifiedNewton = true; }
};

TEST_F(NewtonOfOneUnknown, SolvesALinearProblemInOneIteration) {
  Problem problem{.linear = true};
  const NewtonOutcome outcome = solve(problem);
  EXPECT_TRUE(outcome.converged);
  EXPECT_EQ(outcome.iterations, 1);
  EXPECT_EQ(problem.x, 2);
  EXPECT_EQ(statistics.newtonIterations, 1);
  EXPECT_EQ(statistics.jacobians, 1);
}

/// 1, 2.5, 2.05, 2.0006, 2.0000000929, 2.000…: residuals 3, 2.25, 0.2, 2.4e-3, 3.7e-7, 9e-15.
TEST_F(NewtonOfOneUnknown, ConvergesQuadraticallyWithANewTangentEachIteration) {
  Problem problem;
  const NewtonOutcome outcome = solve(problem);
  EXPECT_TRUE(outcome.converged);
  EXPECT_EQ(outcome.iterations, 5);
  EXPECT_EQ(problem.factorizations, 5);
  EXPECT_NEAR(problem.x, 2, 1e-14);
}

TEST_F(NewtonOfOneUnknown, ConvergesByTheIncrementInResidualModeOne) {
  Problem problem;
  settings.newtonResidualMode = 1;
  // Increments 1.5, 0.45, 0.049, 6.1e-4, 9.3e-8, 2e-15 relative to 1.5: one iteration more than by residuals.
  EXPECT_EQ(solve(problem).iterations, 6);
}

TEST_F(NewtonOfOneUnknown, StopsAtMaxIterations) {
  Problem problem;
  settings.maxIterations = 3;
  const NewtonOutcome outcome = solve(problem);
  EXPECT_FALSE(outcome.converged);
  EXPECT_EQ(outcome.iterations, 3);
}

TEST_F(NewtonOfOneUnknown, TakesOneIterationIfSwitchedOff) {
  Problem problem;
  settings.useNewtonSolver = false;
  const NewtonOutcome outcome = solve(problem);
  EXPECT_TRUE(outcome.converged);
  EXPECT_EQ(problem.x, 2.5);
}

TEST_F(NewtonOfOneUnknown, ReportsASingularTangent) {
  Problem problem{.singular = true};
  const NewtonOutcome outcome = solve(problem);
  EXPECT_FALSE(outcome.converged);
  EXPECT_TRUE(outcome.singular);
}

TEST_F(NewtonOfOneUnknown, StopsADivergingSolution) {
  Problem problem;
  settings.maximumSolutionNorm = 5;  // of x²: the first iterate is 2.5
  const NewtonOutcome outcome = solve(problem);
  EXPECT_FALSE(outcome.converged);
  EXPECT_EQ(outcome.iterations, 1);
}

TEST_F(NewtonOfOneUnknown, KeepsATangentThatContractsWell) {
  struct Near : Problem {
    double start = 2;
    void predict() { x = start; }
  } problem;
  memory = {.mayKeepTangent = true};
  problem.start = 2.1;
  EXPECT_TRUE(solve(problem).converged);
  EXPECT_EQ(problem.factorizations, 1);
  for (const double start : {2.05, 1.95, 2.001}) {
    problem.start = start;
    EXPECT_TRUE(solve(problem).converged);
    EXPECT_NEAR(problem.x, 2, 1e-10) << "as near as full Newton comes";
  }
  EXPECT_LE(problem.factorizations, 3);
  EXPECT_EQ(problem.restarts, 0);
}

/// A tangent 1 % too stiff reduces the error to a hundredth per iteration, starting from the extrapolation.
struct Guessed : Problem {
  double ahead = 2.001;
  bool looks = false;
  Guessed() { linear = true, slope = 2.02; }
  bool guess() {
    x = ahead;
    return true;
  }
  bool needsLastResidual() const { return looks; }
};

TEST_F(NewtonOfOneUnknown, StartsFromTheExtrapolation) {
  Guessed near;
  Problem far{.slope = 2.02, .linear = true};
  memory = {.tangentIsOld = false, .mayKeepTangent = true, .startResidual = 2};
  const NewtonMemory before = memory;
  const NewtonOutcome guessed = solve(near);
  memory = before;
  const NewtonOutcome fromStart = solve(far);
  EXPECT_TRUE(guessed.converged && fromStart.converged);
  EXPECT_LT(guessed.iterations, fromStart.iterations);
  EXPECT_NEAR(near.x, 2, 3e-9);
}

/// Each first increment reduces the error to a hundredth. Once this is known, seven solutions end without a final residual. The eighth also
/// renews the residual of the start guess.
TEST_F(NewtonOfOneUnknown, EvaluatesTheResidualOccasionallyIfFirstIncrementsSuffice) {
  memory = {.tangentIsOld = false, .mayKeepTangent = true, .startResidual = 2, .contraction = 0.01};
  std::vector<int> evaluations;
  for (int i = 0; i < 9; ++i) {
    Guessed problem;
    problem.ahead = 2 + 1e-7;
    const NewtonOutcome outcome = solve(problem);
    EXPECT_TRUE(outcome.converged);
    EXPECT_EQ(outcome.iterations, 1);
    EXPECT_NEAR(problem.x, 2, 2e-9);
    evaluations.push_back(problem.evaluations);
  }
  EXPECT_EQ(evaluations, (std::vector<int>{1, 1, 1, 1, 1, 1, 1, 3, 1}));
}

TEST_F(NewtonOfOneUnknown, WithDefaultSettingsContinuesFromTheSolutionWithOtherContacts) {
  struct Again : Guessed {
    bool repeat() { return guess(); }
  };
  for (const double ahead : {2.001, 4.0}) {
    Again problem;
    problem.ahead = ahead;
    memory = {};
    const NewtonOutcome outcome = solve(problem);
    EXPECT_TRUE(outcome.converged);
    EXPECT_EQ(problem.x, 2);
    EXPECT_EQ(problem.restarts, ahead == 4.0 ? 1 : 0) << "not from one that is farther away than the start guess";
  }
}

/// Increments 1e-3, 1e-5, 1e-7: after the third the remaining error is 1e-9, a tenth of the tolerance. Convergence does not need another
/// residual.
TEST_F(NewtonOfOneUnknown, EndsIfIncrementsPredictASmallError) {
  for (const bool looks : {false, true}) {
    Guessed problem;
    problem.looks = looks;
    memory = {.tangentIsOld = false, .mayKeepTangent = true, .startResidual = 2};
    const NewtonOutcome outcome = solve(problem);
    EXPECT_TRUE(outcome.converged);
    EXPECT_EQ(outcome.iterations, 3);
    EXPECT_NEAR(problem.x, 2, 2e-9);
    EXPECT_EQ(problem.evaluations, looks ? 4 : 3);
  }
}

/// The first increment is nearly zero, and a new tangent makes the second one much smaller.
TEST_F(NewtonOfOneUnknown, DoesNotEndByIncrementsOfDifferentTangents) {
  struct Stiffer : Guessed {
    bool factorize() {
      slope = 1e12;
      return true;
    }
  } problem;
  problem.ahead = 1.5, problem.slope = 1e3;
  memory = {.tangentIsOld = false, .mayKeepTangent = true, .startResidual = 2};
  settings.maxIterations = 2;
  EXPECT_FALSE(solve(problem).converged);
}

/// The residual without a guess is 2, that of the guess twice its distance from 2.
TEST_F(NewtonOfOneUnknown, DiscardsAGuessThatIsHardlyBetterThanNone) {
  for (const double ahead : {100.0, 2.7, 2.2}) {
    Guessed problem;
    problem.ahead = ahead;
    memory = {.tangentIsOld = false, .mayKeepTangent = true, .startResidual = 2};
    EXPECT_TRUE(solve(problem).converged);
    EXPECT_NEAR(problem.x, 2, 3e-9);  // from a guess, the tolerance leaves more
    EXPECT_EQ(problem.restarts, ahead == 2.2 ? 0 : 1) << ahead;
  }
}

TEST_F(NewtonOfOneUnknown, EvaluatesTheResidualOfTheStartGuessIfItIsUnknown) {
  Guessed problem;
  memory = {.mayKeepTangent = true};
  EXPECT_TRUE(solve(problem).converged);
  EXPECT_EQ(memory.startResidual, 2);
  memory = {.startResidual = 1e9};
  EXPECT_TRUE(solve(problem).converged);
  EXPECT_EQ(memory.startResidual, 2) << "by the configured method";
}

TEST_F(NewtonOfOneUnknown, DoesNotCompareAGuessWithAnInfiniteResidual) {
  struct Overflowing : Guessed {
    bool guessed = false;
    bool guess() { return guessed = Guessed::guess(); }
    void predict() { guessed = false, Guessed::predict(); }
    double residual() {
      const double r = Guessed::residual();
      return guessed ? r : HUGE_VAL;
    }
  } problem;
  memory = {.mayKeepTangent = true};
  EXPECT_FALSE(solve(problem).converged);
}

/// Tolerances are relative to the residual of the start guess, although solutions start from the extrapolation.
TEST_F(NewtonOfOneUnknown, RenewsTheResidualOfTheStartGuess) {
  Guessed problem;
  memory = {.tangentIsOld = false, .mayKeepTangent = true, .startResidual = 1e9};
  for (int solution = 0; solution < 8; ++solution) solve(problem);
  EXPECT_EQ(memory.startResidual, 2);
}

/// A tangent that lacks a part of the derivative contracts by 0.4, even if it is new.
TEST_F(NewtonOfOneUnknown, KeepsATangentThatANewOneWouldNotImprove) {
  struct Lacking : Problem {
    bool factorize() {
      ++factorizations;
      slope = 2 / 0.6;
      return true;
    }
  } problem;
  problem.linear = true;
  memory = {.mayKeepTangent = true};
  settings.relativeTolerance = 1e-2;
  for (int step = 0; step < 4; ++step) EXPECT_TRUE(solve(problem).converged);
  EXPECT_EQ(problem.factorizations, 1);
  EXPECT_EQ(problem.restarts, 0);
}

TEST_F(NewtonOfOneUnknown, RestartsIfAKeptTangentDiverges) {
  Problem problem{.slope = -4};
  memory = {.tangentIsOld = false, .mayKeepTangent = true};
  const NewtonOutcome outcome = solve(problem);
  EXPECT_TRUE(outcome.converged);
  EXPECT_NEAR(problem.x, 2, 1e-14);
  EXPECT_EQ(problem.restarts, 1);
}

/// An extrapolated increment leads to 2.001. From there the kept tangent increases the residual threefold: 0.004, 0.012. This is still far
/// below the initial 3, so the solution continues with a new tangent.
TEST_F(NewtonOfOneUnknown, RenewsAKeptTangentThatDivergesFromAGoodGuess) {
  struct Extrapolated : Problem {
    bool isFirst = true;
    double update() {
      if (!isFirst) return Problem::update();
      isFirst = false;
      x = 2.001;
      return 1;
    }
  } problem;
  problem.slope = 1;
  memory = {.tangentIsOld = false, .mayKeepTangent = true};
  EXPECT_TRUE(solve(problem).converged);
  EXPECT_NEAR(problem.x, 2, 1e-10);
  EXPECT_EQ(problem.restarts, 0);
  EXPECT_EQ(problem.factorizations, 1);
}

/// x² = 4 with a remainder in the residual that no increment removes.
TEST_F(NewtonOfOneUnknown, EndsAtRounding) {
  struct Rounded : Problem {
    double rounding() const { return 5e-7; }
    double residual() {
      Problem::residual();
      rightSide += x > 1.9 ? 1e-6 : 0;
      return std::abs(rightSide);
    }
    double update() {
      rightSide -= x > 1.9 ? 1e-6 : 0;
      return Problem::update();
    }
  };
  for (const bool kept : {false, true})
    for (const bool modified : {false, true}) {
      Rounded problem;
      settings.useModifiedNewton = modified;
      memory = {.mayKeepTangent = kept};
      EXPECT_TRUE(solve(problem).converged) << kept << modified;
      EXPECT_NEAR(problem.x, 2, 2e-9) << kept << modified;
    }
}

/// Much too stiff tangents give small increments, but no solution.
TEST_F(NewtonOfOneUnknown, DoesNotTakeStiffnessForRounding) {
  struct Stiff : Problem {
    double factor;
    bool factorize() { return Problem::factorize() && (slope *= factor, true); }
  } problem;
  for (const double factor : {1e3, 1e6, 1e12, 1e18})
    for (const bool kept : {false, true}) {
      problem.factor = factor;
      memory = {.mayKeepTangent = kept};
      settings.maxIterations = 8;
      EXPECT_FALSE(solve(problem).converged) << factor << kept;
    }
}

/// The average cost per solution is (5 + 2 + 3 + 3 + 3) / 4 iterations, including the cost of the tangent.
TEST_F(NewtonOfOneUnknown, RenewsATangentBeforeItsAverageCostRises) {
  memory = {.tangentIsOld = false};
  memory.noteSolution(2, 0.1, true);
  for (int i = 0; i < 3; ++i) memory.noteSolution(3, 0.1, false);
  NewtonMemory older = memory;
  memory.noteSolution(4, 0.1, false);
  EXPECT_FALSE(memory.tangentIsOld);
  older.noteSolution(5, 0.1, false);
  EXPECT_TRUE(older.tangentIsOld);
}

TEST_F(NewtonOfOneUnknown, EvaluatesNoTangentOfANaNState) {
  struct NoNumber : Problem {
    double residual() { return std::nan(""); }
  } problem;
  const NewtonOutcome outcome = solve(problem);
  EXPECT_FALSE(outcome.converged);
  EXPECT_FALSE(outcome.singular);
  EXPECT_EQ(problem.factorizations, 0);
}

TEST_F(ModifiedNewtonOfOneUnknown, KeepsItsTangentOverCalls) {
  Problem problem{.linear = true};
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(solve(problem).converged);
  EXPECT_EQ(problem.factorizations, 1);
}

TEST_F(ModifiedNewtonOfOneUnknown, RenewsAPoorTangentAndFindsTheSameSolution) {
  Problem problem;
  memory = {.tangentIsOld = false};
  problem.slope = 40;  // of another position: contracts by 0.9 per iteration at first
  const NewtonOutcome outcome = solve(problem);
  EXPECT_TRUE(outcome.converged);
  EXPECT_GE(problem.factorizations, 1);
  EXPECT_LT(problem.factorizations, outcome.iterations);
  EXPECT_NEAR(problem.x, 2, 1e-7);  // residual 1e-8 · 3 over slope 4
}

TEST_F(ModifiedNewtonOfOneUnknown, RestartsOnDivergence) {
  Problem problem;
  memory = {.tangentIsOld = false};
  problem.slope = -0.5;  // the wrong sign
  const NewtonOutcome outcome = solve(problem);
  EXPECT_TRUE(outcome.converged);
  EXPECT_GE(problem.restarts, 1);
  EXPECT_NEAR(problem.x, 2, 1e-7);
}

/// A sequence of errors of assumed contact states.
struct Switching : Problem {
  std::vector<double> errors;
  double recommended = -1;
  int finished = 0, judged = 0;

  Switching(std::vector<double> sequence, double step = -1) : errors(std::move(sequence)), recommended(step) { linear = true; }
  void finish() { ++finished; }
  PostNewton postNewton() {
    PostNewton post{nullptr, nullptr};
    post.error = errors[std::min<std::size_t>(judged++, errors.size() - 1)];
    post.recommend(recommended);
    return post;
  }
};

DiscontinuousOutcome iterate(Switching& problem, const AnalysisStep& settings, double stepSize = 0.1) {
  Statistics statistics;
  NewtonMemory memory;
  return solveDiscontinuous(problem, settings, stepSize, memory, statistics);
}

TEST(DiscontinuousIteration, RepeatsTheStepUntilTheStatesAgree) {
  Switching problem({20, 5, 0.5});
  const DiscontinuousOutcome outcome = iterate(problem, {});
  EXPECT_TRUE(outcome.accepted);
  EXPECT_EQ(outcome.iterations, 3);
  EXPECT_EQ(problem.restarts, 2);
  EXPECT_EQ(problem.finished, 3);
  EXPECT_EQ(outcome.newtonIterations, 3);
}

TEST(DiscontinuousIteration, AcceptsAtItsToleranceAndNotAbove) {
  Switching at({1, 0}), above({1.0000001, 0});
  EXPECT_EQ(iterate(at, {}).iterations, 1);
  EXPECT_EQ(iterate(above, {}).iterations, 2);
}

TEST(DiscontinuousIteration, AcceptsAtMaxIterationsIfIgnored) {
  AnalysisStep settings;
  settings.discontinuous.maxIterations = 4;
  Switching first({10}), second({10});
  const DiscontinuousOutcome ignored = iterate(first, settings);
  EXPECT_TRUE(ignored.accepted);
  EXPECT_EQ(ignored.iterations, 4);
  EXPECT_EQ(first.restarts, 3) << "the last solution stays";
  settings.discontinuous.ignoreMaxIterations = false;
  EXPECT_FALSE(iterate(second, settings).accepted);
}

TEST(DiscontinuousIteration, LeavesForAShorterStepThatAnItemRecommends) {
  Switching shorter({10, 0}, 0.03), longer({10, 0}, 0.2), settled({0}, 0.03);
  const DiscontinuousOutcome left = iterate(shorter, {}, 0.1);
  EXPECT_FALSE(left.accepted);
  EXPECT_EQ(left.recommendedStep, 0.03);
  EXPECT_EQ(shorter.restarts, 1);
  EXPECT_TRUE(iterate(longer, {}, 0.1).accepted) << "a recommendation above the step does not matter";
  EXPECT_TRUE(iterate(settled, {}, 0.1).accepted) << "nor does one where the states agree";
  AnalysisStep settings;
  settings.discontinuous.useRecommendedStepSize = false;
  Switching unheard({10, 0}, 0.03);
  EXPECT_TRUE(iterate(unheard, settings, 0.1).accepted);
  EXPECT_EQ(iterate(unheard, settings, 0.1).recommendedStep, -1);
}

TEST(DiscontinuousIteration, ContinuesWithTheShortestStep) {
  AnalysisStep settings;
  settings.minimumStepSize = 0.1;
  Switching problem({10, 0}, 0.03);
  const DiscontinuousOutcome outcome = iterate(problem, settings, 0.1);
  EXPECT_TRUE(outcome.accepted);
  EXPECT_EQ(outcome.iterations, 2);
  settings.adaptiveStep = false;
  Switching fixed({10, 0}, 0.03);
  EXPECT_FALSE(iterate(fixed, settings, 0.1).accepted) << "if steps cannot be shortened, the run stops";
}

TEST(DiscontinuousIteration, FailsWithNewton) {
  Switching problem({0});
  problem.singular = true;
  const DiscontinuousOutcome outcome = iterate(problem, {});
  EXPECT_FALSE(outcome.accepted);
  EXPECT_EQ(outcome.iterations, 0);
}

TEST(StepSize, HalvesOnFailureAndDoublesAfterTenGoodSteps) {
  const AnalysisStep settings;
  StepSize step(settings, 0.1);
  ASSERT_TRUE(step.reduce(-1));
  EXPECT_EQ(step.size(), 0.05);
  ASSERT_TRUE(step.reduce(-1));
  EXPECT_EQ(step.size(), 0.025);
  for (int i = 0; i < 9; ++i) step.recover(2);
  EXPECT_EQ(step.size(), 0.025);
  step.recover(2);
  EXPECT_EQ(step.size(), 0.05);
  for (int i = 0; i < 9; ++i) step.recover(2);
  EXPECT_EQ(step.size(), 0.05) << "the count starts again";
  step.recover(8);
  EXPECT_EQ(step.size(), 0.05) << "more than 7 iterations are no recovery";
  step.recover(7);
  EXPECT_EQ(step.size(), 0.1);
  for (int i = 0; i < 20; ++i) step.recover(1);
  EXPECT_EQ(step.size(), 0.1) << "never above the grid's";
}

TEST(StepSize, TakesARecommendationButAtMostThreeQuarters) {
  const AnalysisStep settings;
  StepSize step(settings, 0.1);
  step.reduce(0.02);
  EXPECT_EQ(step.size(), 0.02);
  step.reduce(0.019);
  EXPECT_EQ(step.size(), 0.75 * 0.02);
  step.reduce(0);
  EXPECT_EQ(step.size(), settings.minimumStepSize);
  EXPECT_FALSE(step.reduce(-1)) << "at the minimum there is nothing left";
}

// Older versions accepted such settings. Reductions must still come to an end.
TEST(StepSize, EndsWithAnyFactors) {
  AnalysisStep settings;
  settings.adaptiveStepDecrease = 1.5, settings.adaptiveStepIncrease = 0.1;
  StepSize step(settings, 0.1);
  int attempts = 0;
  while (step.reduce(-1)) ASSERT_LT(++attempts, 200);
  EXPECT_EQ(step.size(), settings.minimumStepSize);
  for (int i = 0; i < 100; ++i) step.recover(1);
  EXPECT_EQ(step.size(), settings.minimumStepSize) << "never below the smallest";
}

}  // namespace
}  // namespace slipstick
