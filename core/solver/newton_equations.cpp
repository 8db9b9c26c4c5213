#include "core/solver/newton_equations.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipstick {

NewtonEquations::NewtonEquations(const System& system, const AnalysisStep& settings, ConstraintLevel level, Statistics& statistics,
                                 Workspace& workspace)
    : system_(system),
      settings_(settings),
      linear_(makeLinearSolver(settings.linearSolver, system.unknowns())),
      rightSide_(system.unknowns()),
      kept_(system.coordinates() + system.unknowns()),
      increments_(system.unknowns()),
      redundancy_(system, settings, level, statistics, workspace) {
  // A new tangent costs about 5 iterations with few unknowns, where force laws and their derivatives dominate the time, and about 2 with
  // many, where the matrices and vectors of the iterations dominate (measured).
  constexpr int few = 100;
  if (system.unknowns() > few) newton.renewalCost = 2;
}

SLIPSTICK_SMALL NewtonEquations::NewtonEquations(const NewtonEquations& other)
    : newton(other.newton),
      system_(other.system_),
      settings_(other.settings_),
      rightSide_(other.rightSide_),
      kept_(other.kept_.size()),
      increments_(other.increments_),
      redundancy_(other.redundancy_),
      changes_(other.changes_) {
  linear_ = other.linear_->clone(redundancy_.border());
}

double NewtonEquations::reduceResidual() {
  if (redundancy_.sharing()) {
    redundancy_.leaveOutOfResidual(constraints());
    std::fill(rightSide_.begin() + system_.unknowns(), rightSide_.end(), 0.0);
  }
  double sum = 0;
  for (double r : rightSide_) sum += r * r;
  return normOf(sum);
}

double NewtonEquations::normOf(double squares) const {
  const bool weighted = settings_.newton.weightTolerancePerCoordinate && !rightSide_.empty();
  return std::sqrt(weighted ? squares / static_cast<double>(rightSide_.size()) : squares);
}

SLIPSTICK_SMALL double NewtonEquations::rounding(State& state, const std::function<void()>& residual) {
  kept_.resize(state.q.size() + rightSide_.size());
  double *q = kept_.data(), *before = q + system_.coordinates();
  std::copy(state.q.begin(), state.q.end(), q);
  std::copy(rightSide_.begin(), rightSide_.end(), before);
  for (int i = 0; i < system_.coordinates(); ++i) {
    const double digit = std::numeric_limits<double>::epsilon() * (system_.reference()[i] + q[i]);
    state.q[i] += i % 3 == 0 ? digit : -digit;
  }
  residual();
  for (int i = 0; i < size(); ++i) rightSide_[i] -= before[i];
  const double change = reduceResidual();
  std::copy_n(q, state.q.size(), state.q.begin());
  residual();
  return change;
}

Message NewtonEquations::singularPlace() const {
  const int unknown = linear_->singularUnknown();
  return unknown >= 0 ? system_.equationName(unknown) : Message();
}

/// Sets the equations up again if the combinations of redundant constraints have changed.
void NewtonEquations::setUp() {
  if (changes_ == redundancy_.changes()) return;
  changes_ = redundancy_.changes();
  const SharedLoads* border = redundancy_.border();
  linear_ = makeLinearSolver(settings_.linearSolver, system_.unknowns(), border);
  rightSide_.assign(system_.unknowns() + (border ? border->count() : 0), 0.0);
  increments_ = Increments(size());
  newton.tangentIsOld = true, newton.startResidual = -1;
}

}  // namespace slipstick
