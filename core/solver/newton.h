// Newton's method, full and modified, for one step of a solver.
//
// The problem offers: predict() sets the start guess; residual() evaluates and returns the norm that convergence is judged by;
// factorize() builds and factorises the tangent; update() solves and adds the increment, and returns the norm of the increment;
// restart() goes back to the start of the step; tooLarge() tells whether the solution has left all bounds; rounding() by how much the
// residual changes with the last digits of the solution; repeat() goes on from the last solution where only contacts differ. Convergence:
// r/r0 ≤ relativeTolerance or r ≤ absoluteTolerance, with r0 the residual of the start guess (or of the first iterate, if that is larger);
// or where only rounding is left, as with fine meshes. Modified Newton keeps its factors over iterations and steps and renews them when the
// contractivity r/r_last gets poor; where that does not help it restarts, and goes over to full Newton.
//
// Before either, a solver may let Newton keep its tangent longer and take a new one by what its age costs. It then may start from a guess()
// by solutions before. Full Newton, whose last iteration goes far beyond its tolerance, would find a solution without error; so the error
// that is left here, by how fast increments shrink, has to be a small part of the tolerance: of the residual as well as of all that the
// step needs, of which the last increment is lastPart(). Where items need not look at the solution, looksAtSolution(), that may be known
// without its residual. Where it is not found soon, the method that is set begins anew.
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

/// A tangent that is kept from solution to solution.
struct KeptTangent {
  bool isOld = true;       // asks for a new one before the next update
  bool mayBeKept = false;  // longer than the method that is set does
  double contractionWhenNew = 0;
  int solutions = 0, cost = 0;  // since it was new; the cost in iterations, with its own
  int failures = 0;             // in a row, of solutions by kept tangents
  int rest = 0;                 // solutions that are left to the method that is set
  double start = 0;             // residual of the start guess without accelerations and multipliers, as it was
  int startAge = 0;             // so many solutions ago
  int own = 5;                  // iterations that take as long as a new tangent
  double contraction = 1;       // of the residual by the first iteration, lately
  int unseen = 0;               // solutions since one whose residual was looked at

  /// Of a first iteration whose residual was looked at.
  void see(double ratio) { contraction = std::max(ratio, contraction / 2), unseen = 0; }
  /// Judges it after a solution: it is too old where that cost more than the solutions so far did on average.
  void judge(int iterations, double contraction, bool isNew) {
    if (isNew) contractionWhenNew = contraction, solutions = 0, cost = own;
    isOld = isOld || iterations * solutions > cost;
    ++solutions, cost += iterations;
    failures = 0;
  }
  /// After a solution that was not found: each time in a row twice as many of the next ones are not tried.
  void failed() {
    constexpr int most = 6;
    failures = std::min(failures + 1, most);
    rest = (1 << failures) - 2;
    isOld = true;
  }
};

/// Whether rounding lets residuals get no smaller: they have become small, no longer fall, and the last digits of the solution make as
/// much.
template <class Problem>
bool onlyRoundingIsLeft(Problem& problem, double first, double before, double residual) {
  return residual <= 0.01 * first && residual > 0.5 * before && residual <= 4 * problem.rounding();
}

/// Newton with tangents that are kept as long as they contract well; not converged where they do not.
template <class Problem>
class NewtonKeeping {
 public:
  NewtonKeeping(Problem& problem, const NewtonSettings& settings, KeptTangent& tangent, Statistics& statistics)
      : problem_(problem), settings_(settings), tangent_(tangent), statistics_(statistics) {}

  NewtonOutcome solve() {
    constexpr int most = 10;  // iterations
    start();
    if (!std::isfinite(residual_)) return outcome_;
    first_ = std::max(tangent_.start, 2 * settings_.absoluteTolerance);
    tolerance_ = std::max(settings_.relativeTolerance * first_, settings_.absoluteTolerance);
    while (outcome_.iterations < std::min(most, settings_.maxIterations)) {
      if (!iterate()) return outcome_;
      outcome_.converged = endsUnseen() || (look(), isSmallEnough());
      if (outcome_.converged) {
        tangent_.judge(outcome_.iterations, worst_, renewed_);
        return outcome_;
      }
      if (isLost()) return outcome_;
      judgeContraction();
    }
    return outcome_;
  }

 private:
  static constexpr double poor = 0.2, useless = 0.6;  // contraction that asks for a new tangent; and for another one in the same solution
  static constexpr double small = 0.3;                // part of the tolerance that the error of a solution may be

  /// Starts from a guess by solutions before, if there is one. What tolerances are relative to is the residual without it all the same; it
  /// is found anew now and then.
  void start() {
    constexpr int longest = 8;  // solutions
    problem_.predict();
    const bool isDue = ++tangent_.startAge >= longest;
    if (isDue) startResidual();
    guessed_ = problem_.guess();
    if (guessed_) {
      residual_ = problem_.residual();
      if (residual_ <= tangent_.start) return;
      // Worse than none, it may lead to another solution.
      problem_.restart();
      problem_.predict();
      guessed_ = false;
    }
    startResidual();
  }
  void startResidual() { residual_ = tangent_.start = problem_.residual(), tangent_.startAge = 0; }
  /// Returns false if a new tangent is singular.
  bool iterate() {
    ++outcome_.iterations, ++statistics_.newtonIterations;
    isNew_ = tangent_.isOld;
    if (isNew_) {
      ++statistics_.jacobians;
      if (!problem_.factorize()) return false;
      tangent_.isOld = false, renewed_ = true;
      tangent_.contraction = 1;
    }
    problem_.update();
    partBefore_ = part_, part_ = problem_.lastPart();
    return true;
  }
  /// Whether what the increments leave, if each is so much smaller than the one before, is small beside what the step needs (Hairer,
  /// Wanner, Solving ordinary differential equations II, section IV.8).
  bool leavesLittle(double contraction) const {
    return contraction < 1 && contraction / (1 - contraction) * part_ <= small * settings_.relativeTolerance;
  }
  /// Whether increments of the same tangent and residuals shrink so well, in this solution or in those before, that the next residual need
  /// not be looked at.
  bool endsUnseen() {
    if (outcome_.iterations < (guessed_ ? 1 : 3) || isNew_ || problem_.looksAtSolution()) return false;
    const bool isFirst = outcome_.iterations == 1;
    constexpr double doubt = 2;  // tangents age
    constexpr int longest = 7;   // solutions in a row
    if (isFirst && tangent_.unseen >= longest) return false;
    const double contraction = isFirst ? doubt * tangent_.contraction : std::max(part_ / partBefore_, residual_ / before_);
    const bool ends = contraction <= poor && leavesLittle(contraction) && contraction * residual_ <= small * tolerance_;
    if (ends && isFirst) ++tangent_.unseen;
    return ends;
  }
  void look() {
    before_ = residual_, residual_ = problem_.residual();
    if (guessed_ && outcome_.iterations == 1) tangent_.see(residual_ / before_);
  }
  /// The start guess without multipliers may satisfy the equations better than it seems.
  bool isJudged() const { return outcome_.iterations > 1 || guessed_; }
  bool isSmallEnough() {
    const double stricter = settings_.useModifiedNewton ? 1e-2 : 1e-3;  // part of the tolerance that is enough in any case
    if (residual_ <= stricter * tolerance_) return true;
    if (residual_ <= small * tolerance_ && leavesLittle(residual_ / before_)) return true;
    // All of the tolerance where no more can be had.
    if (outcome_.iterations > 1 && residual_ <= tolerance_ && residual_ > poor * before_) return true;
    return isJudged() && onlyRoundingIsLeft(problem_, first_, before_, residual_);
  }
  /// An old tangent may lead away from a guess that is better than what it can find itself; that does not make the solution hopeless.
  bool isLost() const {
    const bool leadsAway = isJudged() && residual_ > 2 * before_ && (renewed_ || residual_ > first_);
    return !std::isfinite(residual_) || leadsAway || problem_.tooLarge(settings_.maximumSolutionNorm);
  }
  void judgeContraction() {
    if (!isJudged()) return;
    worst_ = std::max(worst_, residual_ / before_);
    const double expected = renewed_ ? useless : std::max(poor, std::min(tangent_.contractionWhenNew, useless));
    if (residual_ > expected * before_) tangent_.isOld = true;
  }

  Problem& problem_;
  const NewtonSettings& settings_;
  KeptTangent& tangent_;
  Statistics& statistics_;
  NewtonOutcome outcome_;
  bool guessed_ = false;                  // the start
  bool renewed_ = false, isNew_ = false;  // the tangent, in this solution and for the last increment
  double first_ = 0, tolerance_ = 0;      // residual of the start guess, and what is small beside it
  double residual_ = 0, before_ = 0;      // now, and an iteration before
  double part_ = 0, partBefore_ = 0;      // of the last increment and of the one before in all increments
  double worst_ = 0;                      // contraction
};

/// Newton's method as its settings say, full or modified.
template <class Problem>
class NewtonAsSet {
 public:
  NewtonAsSet(Problem& problem, const NewtonSettings& settings, KeptTangent& tangent, Statistics& statistics)
      : problem_(problem), settings_(settings), tangent_(tangent), statistics_(statistics), isModified_(settings.useModifiedNewton) {}

  /// `mayRepeat`: no other method has tried the same.
  NewtonOutcome solve(bool mayRepeat) {
    problem_.predict();
    start_ = residual_ = problem_.residual();
    if (!std::isfinite(residual_)) return outcome_;  // no tangent of such a state means anything
    if (mayRepeat && problem_.repeat()) goOn();
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
  /// From the last solution, unless its residual is the larger one.
  void goOn() {
    residual_ = problem_.residual();
    if (residual_ <= start_) return;
    problem_.restart();
    problem_.predict();
    residual_ = problem_.residual();
  }
  /// Increment and residual, with a new tangent where one is due. Returns false if that is singular.
  bool iterate() {
    ++outcome_.iterations, ++statistics_.newtonIterations;
    if (tangent_.isOld || !isModified_) {
      ++statistics_.jacobians;
      outcome_.singular = tangent_.isOld = !problem_.factorize();
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
           (outcome_.iterations > 1 && onlyRoundingIsLeft(problem_, start_, before_, residual_)) || startedBalanced();
  }
  /// Whether even the residual of the start guess was no more than rounding makes, as where heavy bodies spin freely: no iteration can
  /// make it much smaller. Asked after some iterations, as it takes as long as two of them.
  bool startedBalanced() {
    constexpr int some = 6;
    if (outcome_.iterations != some || !(residual_ > 0.01 * start_)) return false;
    const double rounding = 4 * problem_.rounding();
    return start_ <= rounding && residual_ <= rounding;
  }
  /// Of modified Newton: a poor tangent is renewed; where that does not help the solution starts anew, and then with full Newton.
  void judgeTangent(bool diverged) {
    if (outcome_.iterations > settings_.maxModifiedNewtonIterations) tangent_.isOld = true;
    const int more = settings_.modifiedNewtonJacUpdatePerStep ? 0 : settings_.maxModifiedNewtonRestartIterations;
    if (outcome_.iterations > settings_.maxModifiedNewtonIterations + more) {
      isModified_ = false;
      return;
    }
    const double contractivity = measure_ / last_;
    last_ = measure_;
    if (!diverged && (contractivity <= settings_.modifiedNewtonContractivity || outcome_.iterations <= 2)) return;
    tangent_.isOld = true;
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
  KeptTangent& tangent_;
  Statistics& statistics_;
  NewtonOutcome outcome_;
  bool isModified_;
  bool restarted_ = false, oneMore_ = false;   // an iteration, after a restart
  double start_ = 0;                           // residual of the start guess
  double residual_ = 0, before_ = 0;           // now, and an iteration before
  double measure_ = 0, last_ = 0, first_ = 0;  // what convergence is judged by: residual or increment
};

template <class Problem>
NewtonOutcome solveNewton(Problem& problem, const NewtonSettings& settings, KeptTangent& tangent, Statistics& statistics) {
  bool isFirst = true;
  if (tangent.rest > 0) {
    --tangent.rest;
  } else if (tangent.mayBeKept && settings.useNewtonSolver && settings.newtonResidualMode == 0) {
    const NewtonOutcome outcome = NewtonKeeping(problem, settings, tangent, statistics).solve();
    if (outcome.converged) return outcome;
    tangent.failed();
    problem.restart();
    isFirst = false;
  }
  return NewtonAsSet(problem, settings, tangent, statistics).solve(isFirst);
}

}  // namespace slipstick
