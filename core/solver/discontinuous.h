// Discontinuous iteration: Newton's method with frozen contact states, then new states, until both agree.
//
// After each converged Newton solution the items update their contact and friction states and return the force error of the old ones. If
// the error exceeds the tolerance, the step is solved again from its start with the new states. It is rejected instead if the items
// recommend a shorter step and the step is not yet at its minimum.
#pragma once

#include "core/solver/newton.h"
#include "core/system/loop.h"

namespace slipstick {

struct DiscontinuousOutcome {
  bool accepted = false;
  bool settled = false;  // contact and friction states agree with the solution
  NewtonOutcome newton;
  int newtonIterations = 0;  // sum over all solutions
  int iterations = 0;
  double error = 0;  // of contact and friction states in the last solution, N
  double recommendedStep = -1;
};

/// Beyond Newton's interface, `problem` offers finish() after convergence, postNewton(), and restart() to the start of the step with new
/// states.
template <class Problem>
DiscontinuousOutcome solveDiscontinuous(Problem& problem, const AnalysisStep& settings, double stepSize, NewtonMemory& memory,
                                        Statistics& statistics) {
  DiscontinuousOutcome outcome;
  const DiscontinuousSettings& limits = settings.discontinuous;
  const bool shortest = settings.adaptiveStep && stepSize <= settings.minimumStepSize;
  while (outcome.iterations < limits.maxIterations) {
    outcome.newton = solveNewton(problem, settings.newton, memory, statistics);
    outcome.newtonIterations += outcome.newton.iterations;
    if (!outcome.newton.converged) return outcome;
    problem.finish();
    const PostNewton post = problem.postNewton();
    outcome.recommendedStep = limits.useRecommendedStepSize ? post.recommendedStep : -1;
    outcome.error = post.error;
    ++outcome.iterations;
    if (post.error <= limits.iterationTolerance) {
      outcome.accepted = outcome.settled = true;
      return outcome;
    }
    ++statistics.discontinuousIterations;
    if (outcome.iterations >= limits.maxIterations) break;
    problem.restart();
    if (!shortest && outcome.recommendedStep >= 0 && outcome.recommendedStep < (1 + 1e-8) * stepSize) return outcome;
  }
  outcome.accepted = limits.ignoreMaxIterations;
  return outcome;
}

}  // namespace slipstick
