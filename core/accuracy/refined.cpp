// Loaded on demand: computed on request
#include "core/accuracy/refined.h"

#include <algorithm>

namespace slipstick {
namespace {

/// A tolerance below this cannot be met because of rounding, so a larger one is not reduced further.
constexpr double leastTolerance = 1e-12;

void tighten(double& tolerance, double factor) { tolerance = std::max(tolerance * factor, std::min(tolerance, leastTolerance)); }

void refine(AnalysisStep& step, int parts, double factor) {
  tighten(step.newton.relativeTolerance, factor);
  tighten(step.newton.absoluteTolerance, factor);
  tighten(step.absoluteTolerance, factor);
  tighten(step.relativeTolerance, factor);
  if (step.type != AnalysisType::dynamic) return;
  step.numberOfSteps *= parts;
  step.initialStepSize /= parts;
  step.sensorsWritePeriod = 0;
  step.endWhen.clear();  // the comparison ends with the first run
}

}  // namespace

std::shared_ptr<const Model> refinedModel(const Model& model, int level) {
  const int parts = 1 << level;
  double factor = 1;
  for (int i = 0; i < level; ++i) factor /= 10;
  auto refined = std::make_shared<Model>(model);
  for (AnalysisStep& step : refined->analysis) refine(step, parts, factor);
  for (Event& event : refined->events) event.step *= parts, event.steps *= parts;
  refined->profiles.clear();
  return refined;
}

double orderOf(const AnalysisStep& step) {
  switch (step.solver) {
    case DynamicSolver::ExplicitEuler:
      return 1;
    case DynamicSolver::RK33:
      return 3;
    case DynamicSolver::RK44:
      return 4;
    case DynamicSolver::RK67:
      return 6;
    case DynamicSolver::ODE23:
    case DynamicSolver::DOPRI5:
      return 5;  // steps follow the tolerances: a tenth of them is about 2^3.3
    default:
      return 2;
  }
}

}  // namespace slipstick
