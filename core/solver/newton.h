// Newton's method, full and modified, for one step of a solver.
//
// The problem offers: predict() sets the start guess; residual() evaluates and returns the norm that convergence is judged by;
// factorize() builds and factorises the tangent; update() solves and adds the increment, and returns the norm of the increment;
// restart() goes back to the start of the step; tooLarge() tells whether the solution has left all bounds. Convergence: r/r0 ≤
// relativeTolerance or r ≤ absoluteTolerance, with r0 the residual of the start guess (or of the first iterate, if that is larger).
// Modified Newton keeps its factors over iterations and steps and renews them when the contractivity r/r_last gets poor; where that does
// not help it restarts, and goes over to full Newton.
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

/// `tangentIsOld` is kept from call to call: true asks for a new tangent before the next update.
template <class Problem>
NewtonOutcome solveNewton(Problem& problem, const NewtonSettings& settings, bool& tangentIsOld, Statistics& statistics) {
  NewtonOutcome outcome;
  problem.predict();
  double residual = problem.residual();
  if (!std::isfinite(residual)) return outcome;  // no tangent of such a state means anything
  double first = settings.newtonResidualMode == 1 ? 2 * settings.relativeTolerance : residual;
  if (first <= settings.absoluteTolerance) first = 2 * settings.absoluteTolerance;
  double last = first;

  bool modified = settings.useModifiedNewton;
  bool restarted = false, extraIteration = false;
  while (outcome.iterations < settings.maxIterations) {
    ++outcome.iterations, ++statistics.newtonIterations;
    if (tangentIsOld || !modified) {
      ++statistics.jacobians;
      if (!problem.factorize()) {
        outcome.singular = true;
        tangentIsOld = true;
        return outcome;
      }
      tangentIsOld = false;
    }
    const double increment = problem.update();
    residual = problem.residual();
    const double measure = settings.newtonResidualMode == 1 ? increment : residual;
    if (settings.adaptInitialResidual && measure > first && outcome.iterations <= 1) first = last = measure;

    if (measure / first <= settings.relativeTolerance || measure <= settings.absoluteTolerance || !settings.useNewtonSolver) {
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
    if (outcome.iterations > settings.maxModifiedNewtonIterations) tangentIsOld = true;
    if (outcome.iterations > settings.maxModifiedNewtonIterations +
                                 (settings.modifiedNewtonJacUpdatePerStep ? 0 : settings.maxModifiedNewtonRestartIterations)) {
      modified = false;
      continue;
    }
    const double contractivity = measure / last;
    last = measure;
    if (diverged || (contractivity > settings.modifiedNewtonContractivity && outcome.iterations > 2)) {
      tangentIsOld = true;
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
