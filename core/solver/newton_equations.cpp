#include "core/solver/newton_equations.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace slipstick {

NewtonEquations::NewtonEquations(const System& system, const AnalysisStep& settings, ConstraintLevel level, Statistics& statistics,
                                 Workspace& workspace)
    : system_(system),
      workspace_(workspace),
      settings_(settings),
      level_(level),
      statistics_(statistics),
      linear_(makeLinearSolver(settings.linearSolver, system.unknowns())),
      rightSide_(system.unknowns()),
      kept_(system.coordinates() + system.unknowns()),
      increments_(system.unknowns()),
      shared_(system, level, workspace) {
  // Measured: with few unknowns, force laws and their derivatives dominate the time; with many, the matrices and vectors of the
  // iterations.
  constexpr int few = 100;
  if (system.unknowns() > few) tangent.own = 2;
}

SLIPSTICK_SMALL NewtonEquations::NewtonEquations(const NewtonEquations& other)
    : tangent(other.tangent),
      system_(other.system_),
      workspace_(other.workspace_),
      settings_(other.settings_),
      level_(other.level_),
      statistics_(other.statistics_),
      rightSide_(other.rightSide_),
      kept_(other.kept_.size()),
      increments_(other.increments_),
      shared_(other.shared_),
      redundantAtStart_(other.redundantAtStart_),
      sharing_(other.sharing_),
      fewest_(other.fewest_),
      defect_(other.defect_) {
  linear_ = other.linear_->clone(shared_.count() ? &shared_ : nullptr);
}

double NewtonEquations::norm() {
  if (shared_.count()) {
    defect_ = shared_.leaveOut(constraints());
    std::fill(rightSide_.begin() + system_.unknowns(), rightSide_.end(), 0.0);
  }
  double sum = 0;
  for (double r : rightSide_) sum += r * r;
  return norm(sum);
}

double NewtonEquations::norm(double squares) const {
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
  const double change = norm();
  std::copy_n(q, state.q.size(), state.q.begin());
  residual();
  return change;
}

std::string NewtonEquations::singularPlace() const {
  const int unknown = linear_->singularUnknown();
  return unknown >= 0 ? " at " + system_.equationName(unknown) : "";
}

bool NewtonEquations::drop(const State& state) {
  const int before = shared_.count();
  find(state, before - 1);
  return shared_.count() < before;
}

std::string NewtonEquations::follow(State& state, std::int64_t step) {
  if (redundantAtStart_ && step == 1 && !sharing_) {
    if (std::string why = obstacle(state); !why.empty()) return why;
    share(state);
  }
  if (sharing_) {
    find(state, shared_.count());
    shared_.leaveOut(state.lambda.data());
    sharing_ = shared_.count() > 0;
  }
  fewest_ = step == 1 ? shared_.count() : std::min(fewest_, shared_.count());
  return "";
}

/// Finds redundant constraints at the state and continues with shared loads if that is enabled and the constraints do not contradict
/// each other. Returns whether there are any.
bool NewtonEquations::share(const State& state) {
  const Redundancy redundancy = findRedundancy(system_, state, level_, workspace_);
  if (!redundancy || redundancy.contradictory || settings_.redundantConstraints == RedundantConstraints::stop)
    return static_cast<bool>(redundancy);
  sharing_ = true;
  find(state, 0);
  statistics_.sharedLoads = redundancy.sharing;
  return true;
}

bool NewtonEquations::shareNearby(const State& here, const State& ahead) {
  if (settings_.redundantConstraints == RedundantConstraints::stop || system_.multipliers() == 0) return false;
  const double leftHere = shared_.left(here), leftAhead = shared_.left(ahead);
  constexpr double much = 2;  // a nearly constant remainder, such as that of two close hinges, is a property of the model
  if (!(std::max(leftHere, leftAhead) > much * std::min(leftHere, leftAhead))) return false;
  const int before = shared_.count();
  find(leftHere < leftAhead ? here : ahead, system_.multipliers());
  sharing_ = shared_.count() > 0;
  return shared_.count() > before;
}

bool NewtonEquations::leave(const State& here, const State& ahead) {
  if (settings_.redundantConstraints == RedundantConstraints::stop || system_.multipliers() == 0) return false;
  int countHere = 0, countAhead = 0;
  const double leftHere = shared_.left(here, &countHere);
  if (countHere <= fewest_) return false;
  constexpr double more = 2;
  const double leftAhead = shared_.left(ahead, &countAhead);
  if (countAhead >= countHere && !(leftAhead > more * leftHere)) return false;
  find(ahead, fewest_);
  sharing_ = shared_.count() > 0;
  return true;
}

/// Updates the shared loads at the state; see SharedLoads::find.
void NewtonEquations::find(const State& state, int known) {
  if (!shared_.find(state, known)) return;
  linear_ = makeLinearSolver(settings_.linearSolver, system_.unknowns(), shared_.count() ? &shared_ : nullptr);
  rightSide_.assign(system_.unknowns() + shared_.count(), 0.0);
  increments_ = Increments(size());
  tangent.isOld = true;
  defect_ = 0;
  statistics_.sharedLoads = findRedundancy(system_, state, level_, workspace_).sharing;
}

std::string NewtonEquations::obstacle(const State& state, bool contradictoryOnly) {
  const Redundancy redundancy = findRedundancy(system_, state, level_, workspace_);
  return !redundancy || (contradictoryOnly && !redundancy.contradictory) ? "" : redundancy.message;
}

}  // namespace slipstick
