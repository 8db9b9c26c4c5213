// Newton's method, full and modified, for one step of a solver.
//
// The problem offers: predict() sets the start guess; residual() evaluates and returns the norm that convergence is judged by;
// factorize() builds and factorises the tangent; update() solves and adds the increment, and returns the norm of the increment;
// restart() goes back to the start of the step; tooLarge() tells whether the solution has left all bounds; rounding() by how much the
// residual changes with the last digits of the solution. Convergence: r/r0 ≤ relativeTolerance or r ≤ absoluteTolerance, with r0 the
// residual of the start guess (or of the first iterate, if that is larger); or where only rounding is left, as with fine meshes.
// Modified Newton keeps its factors over iterations and steps and renews them when the contractivity r/r_last gets poor; where that does
// not help it restarts, and goes over to full Newton.
//
// Before either, a solver may let Newton keep its tangent longer and take a new one by what its age costs. Residuals then have to become
// smaller than the tolerance: far smaller in place of full Newton, whose last iteration goes far beyond it, so that what is found is what
// full Newton finds; less so in place of modified Newton. Where it is not found soon, the method that is set begins anew.
#pragma once

#include <algorithm>
#include <cmath>

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

  /// Judges it after a solution: it is too old where that cost more than the solutions so far did on average.
  void judge(int iterations, double contraction, bool isNew) {
    constexpr int own = 5;  // iterations that take as long as a new tangent
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
NewtonOutcome solveKeeping(Problem& problem, const NewtonSettings& settings, KeptTangent& tangent, Statistics& statistics) {
  constexpr double poor = 0.2, useless = 0.6;  // contraction that asks for a new tangent; and for another one in the same solution
  // Part of the tolerance; all of it where no more can be had.
  const double stricter = settings.useModifiedNewton ? 1e-2 : 1e-3;
  constexpr int mostIterations = 10;
  NewtonOutcome outcome;
  problem.predict();
  double last = problem.residual();
  if (!std::isfinite(last)) return outcome;
  const double first = std::max(last, 2 * settings.absoluteTolerance);
  bool renewed = false;
  double worst = 0;  // contraction
  while (outcome.iterations < std::min(mostIterations, settings.maxIterations)) {
    ++outcome.iterations, ++statistics.newtonIterations;
    if (tangent.isOld) {
      ++statistics.jacobians;
      if (!problem.factorize()) return outcome;
      tangent.isOld = false, renewed = true;
    }
    problem.update();
    const double residual = problem.residual();
    const bool judged = outcome.iterations > 1;  // the start guess lacks multipliers, and may satisfy the equations better than it seems
    const double tolerance = std::max(settings.relativeTolerance * first, settings.absoluteTolerance);
    if (residual <= stricter * tolerance || (judged && residual <= tolerance && residual > poor * last) ||
        (judged && onlyRoundingIsLeft(problem, first, last, residual))) {
      outcome.converged = true;
      tangent.judge(outcome.iterations, worst, renewed);
      return outcome;
    }
    // An old tangent may lead away from a guess that is better than what it can find itself; that does not make the solution hopeless.
    const bool leadsAway = judged && residual > 2 * last && (renewed || residual > first);
    if (!std::isfinite(residual) || leadsAway || problem.tooLarge(settings.maximumSolutionNorm)) return outcome;
    if (judged) worst = std::max(worst, residual / last);
    const double expected = renewed ? useless : std::max(poor, std::min(tangent.contractionWhenNew, useless));
    if (judged && residual > expected * last) tangent.isOld = true;
    last = residual;
  }
  return outcome;
}

template <class Problem>
NewtonOutcome solveNewton(Problem& problem, const NewtonSettings& settings, KeptTangent& tangent, Statistics& statistics) {
  if (tangent.rest > 0) {
    --tangent.rest;
  } else if (tangent.mayBeKept && settings.useNewtonSolver && settings.newtonResidualMode == 0) {
    const NewtonOutcome outcome = solveKeeping(problem, settings, tangent, statistics);
    if (outcome.converged) return outcome;
    tangent.failed();
    problem.restart();
  }
  NewtonOutcome outcome;
  problem.predict();
  double residual = problem.residual();
  if (!std::isfinite(residual)) return outcome;  // no tangent of such a state means anything
  double first = settings.newtonResidualMode == 1 ? 2 * settings.relativeTolerance : residual;
  if (first <= settings.absoluteTolerance) first = 2 * settings.absoluteTolerance;
  double last = first;

  bool modified = settings.useModifiedNewton;
  bool restarted = false, extraIteration = false;
  const double start = residual;
  while (outcome.iterations < settings.maxIterations) {
    ++outcome.iterations, ++statistics.newtonIterations;
    if (tangent.isOld || !modified) {
      ++statistics.jacobians;
      if (!problem.factorize()) {
        outcome.singular = true;
        tangent.isOld = true;
        return outcome;
      }
      tangent.isOld = false;
    }
    const double increment = problem.update(), before = residual;
    residual = problem.residual();
    const double measure = settings.newtonResidualMode == 1 ? increment : residual;
    if (settings.adaptInitialResidual && measure > first && outcome.iterations <= 1) first = last = measure;

    if (measure / first <= settings.relativeTolerance || measure <= settings.absoluteTolerance || !settings.useNewtonSolver ||
        (outcome.iterations > 1 && onlyRoundingIsLeft(problem, start, before, residual))) {
      if (!extraIteration) {
        outcome.converged = true;
        return outcome;
      }
      extraIteration = false;
      continue;
    }
    const bool diverged = !std::isfinite(measure) || problem.tooLarge(settings.maximumSolutionNorm);
    if (!modified) {
      if (diverged) return outcome;
      continue;
    }
    bool becameFull = false;
    if (outcome.iterations > settings.maxModifiedNewtonIterations) tangent.isOld = true;
    if (outcome.iterations > settings.maxModifiedNewtonIterations +
                                 (settings.modifiedNewtonJacUpdatePerStep ? 0 : settings.maxModifiedNewtonRestartIterations)) {
      modified = false;
      continue;
    }
    const double contractivity = measure / last;
    last = measure;
    if (diverged || (contractivity > settings.modifiedNewtonContractivity && outcome.iterations > 2)) {
      tangent.isOld = true;
      if (restarted) modified = false, becameFull = true;
      if (diverged || contractivity > 2 || becameFull) {
        problem.restart();
        problem.predict();
        problem.residual();
        last = first;
        restarted = extraIteration = true;
      }
    }
  }
  return outcome;
}

}  // namespace slipstick
