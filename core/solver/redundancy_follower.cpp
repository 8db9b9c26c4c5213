// Compiled for size: this runs at the start of a run and after failed steps.

#include "core/solver/redundancy_follower.h"

#include <algorithm>
#include <utility>

namespace slipstick {

RedundancyFollower::RedundancyFollower(const System& system, const AnalysisStep& settings, ConstraintLevel level, Statistics& statistics,
                                       Workspace& workspace)
    : system_(system),
      workspace_(workspace),
      settings_(settings),
      level_(level),
      statistics_(statistics),
      shared_(system, level, workspace) {}

RedundancyFollower::Remedy RedundancyFollower::remedy(const Attempt& attempt) {
  if (attempt.accepted && !sharedHold()) {
    if (drop(attempt.solution)) return Remedy::again;
    return obstacle(attempt.solution).empty() ? Remedy::none : Remedy::stop;
  }
  if (attempt.newtonConverged) return Remedy::none;
  if (!sharing() && !triedHere_) {
    triedHere_ = true;
    if (share(attempt.start) && sharing()) return Remedy::again;
  }
  if (triedNearby_) return Remedy::none;
  triedNearby_ = true;
  State ahead = attempt.start;
  if (!attempt.ahead(ahead) || !shareNearby(attempt.start, ahead)) return Remedy::none;
  failedSize_ = attempt.step;
  return Remedy::again;
}

Message RedundancyFollower::follow(State& state, std::int64_t step) {
  if (redundantAtStart_ && step == 1 && !sharing()) {
    if (Message why = obstacle(state); !why.empty()) return why;
    share(state);
  }
  if (sharing()) {
    find(state, shared_.count());
    shared_.leaveOut(state.lambda.data());
  }
  fewest_ = step == 1 ? shared_.count() : std::min(fewest_, shared_.count());
  return "";
}

bool RedundancyFollower::leave(const State& here, const State& ahead) {
  if (!allowed() || system_.multipliers() == 0) return false;
  int countHere = 0, countAhead = 0;
  const double leftHere = shared_.left(here, &countHere);
  if (countHere <= fewest_) return false;
  constexpr double more = 2;
  const double leftAhead = shared_.left(ahead, &countAhead);
  if (countAhead >= countHere && !(leftAhead > more * leftHere)) return false;
  find(ahead, fewest_);
  return true;
}

double RedundancyFollower::giveUp(const State& state) {
  if (failedSize_ == 0) return 0;
  while (drop(state)) continue;
  return std::exchange(failedSize_, 0);
}

Message RedundancyFollower::obstacle(const State& state) const {
  const Redundancy redundancy = findRedundancy(system_, state, level_, workspace_);
  return !redundancy || (allowed() && !redundancy.contradictory) ? "" : redundancy.message;
}

/// Finds redundant constraints at the state and shares their loads if that is allowed and they do not contradict each other. Returns
/// whether there are any.
bool RedundancyFollower::share(const State& state) {
  const Redundancy redundancy = findRedundancy(system_, state, level_, workspace_);
  if (!redundancy || redundancy.contradictory || !allowed()) return static_cast<bool>(redundancy);
  find(state, 0);
  statistics_.sharedLoads = redundancy.sharing;
  return true;
}

/// Shares the loads of a position with redundant constraints that a step from `here` passes nearby, until the mechanism has left it. The
/// remaining parts of their gradients show whether the step approaches or leaves it.
bool RedundancyFollower::shareNearby(const State& here, const State& ahead) {
  if (!allowed() || system_.multipliers() == 0) return false;
  const double leftHere = shared_.left(here), leftAhead = shared_.left(ahead);
  constexpr double much = 2;  // a nearly constant remainder, such as that of two close hinges, is a property of the model
  if (!(std::max(leftHere, leftAhead) > much * std::min(leftHere, leftAhead))) return false;
  const int before = shared_.count();
  find(leftHere < leftAhead ? here : ahead, system_.multipliers());
  return shared_.count() > before;
}

/// Drops combinations that became independent at the state. Returns whether there were any.
bool RedundancyFollower::drop(const State& state) {
  const int before = shared_.count();
  find(state, before - 1);
  return shared_.count() < before;
}

/// Updates the shared loads at the state; see SharedLoads::find.
void RedundancyFollower::find(const State& state, int known) {
  if (!shared_.find(state, known)) return;
  ++changes_;
  defect_ = 0;
  statistics_.sharedLoads = findRedundancy(system_, state, level_, workspace_).sharing;
}

}  // namespace slipstick
