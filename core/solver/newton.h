// Newton's method, full and modified, for one step of a solver.
//
// The problem offers these functions: predict() sets the start guess; residual() evaluates and returns the norm for the convergence
// check; factorize() builds and factorises the tangent; update() solves, adds the increment and returns its norm; restart() returns to
// the start of the step; tooLarge() reports whether the solution has left all bounds; rounding() returns the rounding error of the
// residual; repeat() continues from the last solution if only contacts differ.
//
// Convergence: r/r0 ≤ relativeTolerance or r ≤ absoluteTolerance, with r0 the residual of the start guess, or of the first iterate if
// that is larger. Newton also accepts a residual that is only rounding error, as with fine meshes. Modified Newton reuses its
// factorisation over iterations and steps and renews it when the contractivity r/r_last becomes poor. If that does not help, it restarts
// and finally switches to full Newton.
//
// Before either, a solver may let Newton reuse the factorisation for longer, and refactorise once extra iterations cost more. Newton then
// may start from a guess(). The last iteration of full Newton goes far beyond its tolerance. To match it, the remaining error, estimated
// from the convergence rate of the increments, must be a small fraction of the tolerance: of the residual tolerance and of the total
// increment of the step (the last increment's fraction of it is lastPart()). Unless the solver needs the residual of the solution
// (needsLastResidual()), this check may work without it. If this method does not converge soon, the configured method starts from the
// beginning.
//
// Instructions without each part, as the median of 14 models of the gallery: 3.4 times as many without the method, 2.0 times without the
// guess; 16 % more if every start residual is evaluated, 9 % more if every last one is. Two parts matter to few models only: without
// secants (increments.h) the cars take 76 and 48 % more, and without the contraction of a new tangent as a measure 11 % more.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/model.h"
#include "core/solver/outcome.h"

namespace slipstick {

struct NewtonOutcome {
  bool converged = false;
  bool singular = false;
  int iterations = 0;
};

/// The data that Newton's method keeps between solutions to reuse a tangent.
struct NewtonMemory {
  bool tangentIsOld = true;     // requests a new one before the next update
  bool mayKeepTangent = false;  // it may be reused for longer than the configured method would
  double contractionWhenNew = 0;
  int solutions = 0, cost = 0;  // since the factorisation; the cost in iterations, including the factorisation
  double startResidual = -1;    // after predict(), without guess(); -1: unknown
  int startAge = 0;             // age of startResidual in solutions
  int renewalCost = 5;          // cost of a new tangent in iterations
  double contraction = 1;       // recent reduction of the residual by the first iteration
  int unseen = 0;               // solutions since the last one whose residual was evaluated

  /// Records the contraction of a first iteration whose residual was evaluated.
  void noteContraction(double ratio) { contraction = std::max(ratio, contraction / 2), unseen = 0; }
  /// Called after a solution. The tangent is too old if that solution cost more iterations than the average of those before, which
  /// includes the cost of the tangent.
  void noteSolution(int iterations, double contraction, bool isNew) {
    if (isNew) contractionWhenNew = contraction, solutions = 0, cost = renewalCost;
    tangentIsOld = tangentIsOld || iterations * solutions > cost;
    ++solutions, cost += iterations;
  }
};

/// Returns whether rounding limits the residuals: they are small, no longer decrease, and are no larger than their rounding error.
template <class Problem>
bool isLimitedByRounding(Problem& problem, double first, double before, double residual) {
  return residual <= 0.01 * first && residual > 0.5 * before && residual <= 4 * problem.rounding();
}

/// Newton's method that reuses tangents as long as they contract well. Stops without convergence if they do not.
template <class Problem>
class NewtonKeeping {
 public:
  NewtonKeeping(Problem& problem, const NewtonSettings& settings, NewtonMemory& memory, Statistics& statistics)
      : problem_(problem), settings_(settings), memory_(memory), statistics_(statistics) {}

  NewtonOutcome solve() {
    constexpr int most = 10;  // iterations
    start();
    if (!std::isfinite(residual_)) return outcome_;
    first_ = std::max(memory_.startResidual, 2 * settings_.absoluteTolerance);
    tolerance_ = std::max(settings_.relativeTolerance * first_, settings_.absoluteTolerance);
    while (outcome_.iterations < std::min(most, settings_.maxIterations)) {
      if (!iterate()) return outcome_;
      outcome_.converged = predictsConvergence() || (look(), isSmallEnough());
      if (outcome_.converged) {
        memory_.noteSolution(outcome_.iterations, worst_, renewed_);
        return outcome_;
      }
      if (isLost()) return outcome_;
      judgeContraction();
    }
    return outcome_;
  }

 private:
  static constexpr double goodContraction = 0.2;   // a worse one requests a new tangent
  static constexpr double worstContraction = 0.6;  // a worse one requests another tangent in a solution
  static constexpr double errorFraction = 0.3;     // allowed error of a solution as a fraction of the tolerance

  /// Starts from the problem's guess, if it has one. Tolerances remain relative to the residual without the guess, which is evaluated only
  /// now and then.
  void start() {
    constexpr int longest = 8;        // solutions
    constexpr double muchLess = 0.3;  // fraction of the residual without the guess
    problem_.predict();
    const bool isDue = ++memory_.startAge >= longest || memory_.startResidual < 0;
    if (isDue) startResidual();
    guessed_ = problem_.guess();
    if (guessed_) {
      residual_ = problem_.residual();
      const double enough = std::max(muchLess * memory_.startResidual, settings_.absoluteTolerance);
      if (residual_ <= enough && std::isfinite(memory_.startResidual)) return;
      // A bad guess is worse than none: it may lead to another solution, as with friction.
      problem_.restart();
      problem_.predict();
      guessed_ = false;
    }
    startResidual();
  }
  void startResidual() { residual_ = memory_.startResidual = problem_.residual(), memory_.startAge = 0; }
  /// Returns false if a new tangent is singular.
  bool iterate() {
    ++outcome_.iterations, ++statistics_.newtonIterations;
    isNew_ = memory_.tangentIsOld;
    if (isNew_) {
      ++statistics_.jacobians;
      if (!problem_.factorize()) return false;
      memory_.tangentIsOld = false, renewed_ = true;
      memory_.contraction = 1;
    }
    problem_.update();
    partBefore_ = part_, part_ = problem_.lastPart();
    return true;
  }
  /// Returns whether the error after the last increment is small relative to the total increment of the step, if each increment shrinks
  /// by the same factor (Hairer, Wanner, Solving ordinary differential equations II, section IV.8).
  bool isErrorSmall(double contraction) const {
    return contraction < 1 && contraction / (1 - contraction) * part_ <= errorFraction * settings_.relativeTolerance;
  }
  /// Returns whether increments with the same tangent and residuals have contracted so well, in this solution or previous ones, that the
  /// next residual need not be evaluated.
  bool predictsConvergence() {
    if (outcome_.iterations < (guessed_ ? 1 : 3) || isNew_ || problem_.needsLastResidual()) return false;
    const bool isFirst = outcome_.iterations == 1;
    constexpr double doubt = 2;  // safety factor for ageing tangents
    constexpr int longest = 7;   // consecutive solutions
    if (isFirst && memory_.unseen >= longest) return false;
    const double contraction = isFirst ? doubt * memory_.contraction : std::max(part_ / partBefore_, residual_ / before_);
    const bool ends = contraction <= goodContraction && isErrorSmall(contraction) && contraction * residual_ <= errorFraction * tolerance_;
    if (ends && isFirst) ++memory_.unseen;
    return ends;
  }
  void look() {
    before_ = residual_, residual_ = problem_.residual();
    if (guessed_ && outcome_.iterations == 1) memory_.noteContraction(residual_ / before_);
  }
  /// Skips the first iteration: the start guess without multipliers may satisfy the equations better than it seems.
  bool isJudged() const { return outcome_.iterations > 1 || guessed_; }
  bool isSmallEnough() {
    const double stricter = settings_.useModifiedNewton ? 1e-2 : 1e-3;  // fraction of the tolerance that is always sufficient
    if (residual_ <= stricter * tolerance_) return true;
    if (residual_ <= errorFraction * tolerance_ && isErrorSmall(residual_ / before_)) return true;
    // Accepts the full tolerance if the residual no longer decreases well.
    if (outcome_.iterations > 1 && residual_ <= tolerance_ && residual_ > goodContraction * before_) return true;
    return isJudged() && isLimitedByRounding(problem_, first_, before_, residual_);
  }
  /// An old tangent may lead away from a good guess; such a solution is not hopeless.
  bool isLost() const {
    const bool leadsAway = isJudged() && residual_ > 2 * before_ && (renewed_ || residual_ > first_);
    return !std::isfinite(residual_) || leadsAway || problem_.tooLarge(settings_.maximumSolutionNorm);
  }
  void judgeContraction() {
    if (!isJudged()) return;
    worst_ = std::max(worst_, residual_ / before_);
    const double expected = renewed_ ? worstContraction : std::max(goodContraction, std::min(memory_.contractionWhenNew, worstContraction));
    if (residual_ > expected * before_) memory_.tangentIsOld = true;
  }

  Problem& problem_;
  const NewtonSettings& settings_;
  NewtonMemory& memory_;
  Statistics& statistics_;
  NewtonOutcome outcome_;
  bool guessed_ = false;                  // the solution started from a guess
  bool renewed_ = false, isNew_ = false;  // the tangent was renewed in this solution; it is new for the last increment
  double first_ = 0, tolerance_ = 0;      // residual of the start guess, and the tolerance derived from it
  double residual_ = 0, before_ = 0;      // now, and one iteration earlier
  double part_ = 0, partBefore_ = 0;      // fraction of the last increment, and of the previous one, in the total increment
  double worst_ = 0;                      // worst contraction
};

/// Newton's method as configured, full or modified.
template <class Problem>
class NewtonAsSet {
 public:
  NewtonAsSet(Problem& problem, const NewtonSettings& settings, NewtonMemory& memory, Statistics& statistics)
      : problem_(problem), settings_(settings), memory_(memory), statistics_(statistics), isModified_(settings.useModifiedNewton) {}

  /// `mayRepeat`: no other method has tried the same step.
  NewtonOutcome solve(bool mayRepeat) {
    problem_.predict();
    start_ = residual_ = problem_.residual();
    memory_.startResidual = start_, memory_.startAge = 0;
    if (!std::isfinite(residual_)) return outcome_;  // a tangent at such a state is meaningless
    if (mayRepeat && problem_.repeat()) continueLast();
    first_ = settings_.newtonResidualMode == 1 ? 2 * settings_.relativeTolerance : start_;
    if (first_ <= settings_.absoluteTolerance) first_ = 2 * settings_.absoluteTolerance;
    last_ = first_;
    while (outcome_.iterations < settings_.maxIterations) {
      if (!iterate()) return outcome_;
      if (isSmallEnough()) {
        outcome_.converged = !std::exchange(oneMore_, false);
        if (outcome_.converged) return outcome_;
        continue;
      }
      const bool diverged = !std::isfinite(measure_) || problem_.tooLarge(settings_.maximumSolutionNorm);
      if (isModified_)
        judgeTangent(diverged);
      else if (diverged)
        return outcome_;
    }
    return outcome_;
  }

 private:
  /// Continues from the last solution, unless its residual is larger.
  void continueLast() {
    residual_ = problem_.residual();
    if (residual_ <= start_) return;
    problem_.restart();
    problem_.predict();
    residual_ = problem_.residual();
  }
  /// Computes increment and residual, with a new tangent if one is due. Returns false if the tangent is singular.
  bool iterate() {
    ++outcome_.iterations, ++statistics_.newtonIterations;
    if (memory_.tangentIsOld || !isModified_) {
      ++statistics_.jacobians;
      outcome_.singular = memory_.tangentIsOld = !problem_.factorize();
      if (outcome_.singular) return false;
    }
    const double increment = problem_.update();
    before_ = residual_;
    residual_ = problem_.residual();
    measure_ = settings_.newtonResidualMode == 1 ? increment : residual_;
    if (settings_.adaptInitialResidual && measure_ > first_ && outcome_.iterations <= 1) first_ = last_ = measure_;
    return true;
  }
  bool isSmallEnough() {
    return measure_ / first_ <= settings_.relativeTolerance || measure_ <= settings_.absoluteTolerance || !settings_.useNewtonSolver ||
           (outcome_.iterations > 1 && isLimitedByRounding(problem_, start_, before_, residual_)) || startedBalanced();
  }
  /// Returns whether even the residual of the start guess was only rounding error, as with heavy bodies that spin freely. No iteration
  /// can reduce such a residual much. Called only after some iterations because it costs as much as two of them.
  bool startedBalanced() {
    constexpr int some = 6;
    if (outcome_.iterations != some || !(residual_ > 0.01 * start_)) return false;
    const double rounding = 4 * problem_.rounding();
    return start_ <= rounding && residual_ <= rounding;
  }
  /// Of modified Newton: renews a poor tangent. If that does not help, restarts the solution, finally with full Newton.
  void judgeTangent(bool diverged) {
    if (outcome_.iterations > settings_.maxModifiedNewtonIterations) memory_.tangentIsOld = true;
    const int more = settings_.modifiedNewtonJacUpdatePerStep ? 0 : settings_.maxModifiedNewtonRestartIterations;
    if (outcome_.iterations > settings_.maxModifiedNewtonIterations + more) {
      isModified_ = false;
      return;
    }
    const double contractivity = measure_ / last_;
    last_ = measure_;
    if (!diverged && (contractivity <= settings_.modifiedNewtonContractivity || outcome_.iterations <= 2)) return;
    memory_.tangentIsOld = true;
    const bool becomesFull = restarted_;
    if (becomesFull) isModified_ = false;
    if (!diverged && contractivity <= 2 && !becomesFull) return;
    problem_.restart();
    problem_.predict();
    problem_.residual();
    last_ = first_;
    restarted_ = oneMore_ = true;
  }

  Problem& problem_;
  const NewtonSettings& settings_;
  NewtonMemory& memory_;
  Statistics& statistics_;
  NewtonOutcome outcome_;
  bool isModified_;
  bool restarted_ = false, oneMore_ = false;   // one more iteration is due after a restart
  double start_ = 0;                           // residual of the start guess
  double residual_ = 0, before_ = 0;           // now, and one iteration earlier
  double measure_ = 0, last_ = 0, first_ = 0;  // the convergence measure: residual or increment
};

template <class Problem>
NewtonOutcome solveNewton(Problem& problem, const NewtonSettings& settings, NewtonMemory& memory, Statistics& statistics) {
  bool isFirst = true;
  if (memory.mayKeepTangent && settings.useNewtonSolver && settings.newtonResidualMode == 0) {
    const NewtonOutcome outcome = NewtonKeeping(problem, settings, memory, statistics).solve();
    if (outcome.converged) return outcome;
    memory.tangentIsOld = true;
    problem.restart();
    isFirst = false;
  }
  return NewtonAsSet(problem, settings, memory, statistics).solve(isFirst);
}

}  // namespace slipstick
