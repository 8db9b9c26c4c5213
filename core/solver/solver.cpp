// Compiled for size: this runs once in a run.

#include "core/solver/solver.h"

#include <cstdio>

#include "core/message/messages.h"
#include "core/solver/explicit_solver.h"
#include "core/solver/implicit.h"
#include "core/solver/static_solver.h"

namespace slipstick {

std::unique_ptr<Solver> makeSolver(const System& system, Workspace& workspace, const AnalysisStep& step, const State& initial,
                                   Statistics& statistics) {
  if (step.type == AnalysisType::staticEquilibrium) return std::make_unique<StaticSolver>(system, workspace, step, initial, statistics);
  switch (step.solver) {
    case DynamicSolver::GeneralizedAlpha:
    case DynamicSolver::TrapezoidalIndex2:
      return std::make_unique<ImplicitSolver>(system, workspace, step, initial, statistics);
    default:
      return std::make_unique<ExplicitSolver>(system, workspace, step, initial, statistics);
  }
}

void Solver::noteTurns(bool lost, double time, Statistics& statistics) {
  if (!lost || saysTurns_) return;
  saysTurns_ = true;
  addCaution(statistics, messages::lostTurns({number(time)}));
}

const char* reasonName(Stop::Reason reason) {
  switch (reason) {
    case Stop::Reason::none:
      return "none";
    case Stop::Reason::newtonDiverged:
      return "newtonDiverged";
    case Stop::Reason::singularTangent:
      return "singularTangent";
    case Stop::Reason::stepTooSmall:
      return "stepTooSmall";
    case Stop::Reason::discontinuousDiverged:
      return "discontinuousDiverged";
    case Stop::Reason::unsupported:
      return "unsupported";
    case Stop::Reason::modelError:
      return "modelError";
    case Stop::Reason::budgetSpent:
      return "budgetSpent";
  }
  return "none";
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace slipstick
