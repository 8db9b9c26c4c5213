// Follows redundant constraints through a run: shares their loads while they are redundant, and stops if they contradict each other.
//
// After a failed attempt at a step, a solver asks for one remedy. The first row that applies determines it; loads are shared at most once
// in a step at each position.
//
//   the attempt                            remedy
//   the shared equations are not satisfied drop combinations that became independent; if none did, stop on a contradiction
//   Newton failed, no loads are shared     share the loads of constraints that are redundant at the start of the step
//   Newton failed                          share the loads of constraints that are redundant nearby, as at a dead centre
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/model/model.h"
#include "core/solver/outcome.h"
#include "core/solver/redundancy.h"

namespace slipstick {

class RedundancyFollower {
 public:
  enum class Remedy { none, again, stop };  // again: solve the step again from its start; stop: obstacle() has the reason
  /// A failed attempt at a step.
  struct Attempt {
    bool accepted, newtonConverged;  // before the shared part of the constraints is judged
    const State& start;              // of the step
    const State& solution;           // what Newton found
    double step;                     // size of the attempt
    /// Writes the end of the step as predicted from its start. Returns false if there is no prediction.
    std::function<bool(State&)> ahead;
  };

  /// `level`: the level of the constraint equations in the system.
  RedundancyFollower(const System& system, const AnalysisStep& settings, ConstraintLevel level, Statistics& statistics,
                     Workspace& workspace);

  /// Shares the loads of constraints that are redundant in the initial state.
  void start(const State& state) { redundantAtStart_ = share(state); }
  void startStep() { triedHere_ = triedNearby_ = false, failedSize_ = 0; }
  Remedy remedy(const Attempt& attempt);
  /// Called after the step with this number: continues with the shared loads of the state, and removes them from its multipliers.
  /// Returns the reason if the run cannot continue, or "". Constraints can be redundant in a single position, such as a dead centre, so
  /// the initial redundancies are judged at the end of the first step.
  Message follow(State& state, std::int64_t step);
  /// Continues with the shared loads of the position `ahead`, usually none, if the remaining gradients are smaller at `here`. Returns
  /// whether they are.
  bool leave(const State& here, const State& ahead);
  /// Called once no shorter step helps. If this step shares loads of a nearby position, drops combinations that are independent at the
  /// state and returns the size of the attempt before; otherwise returns 0.
  double giveUp(const State& state);

  bool sharing() const { return shared_.count() > 0; }
  /// Returns the combinations that border Newton's matrix; null without any. They change with changes().
  const SharedLoads* border() const { return sharing() ? &shared_ : nullptr; }
  int changes() const { return changes_; }
  /// Removes from the equation values the part that the other constraints satisfy. Returns its size.
  double leaveOut(double* equations) { return shared_.leaveOut(equations); }
  /// The same for the residual of an attempt, which remedy() judges.
  void leaveOutOfResidual(double* equations) { defect_ = shared_.leaveOut(equations); }
  /// Returns whether the other constraints satisfy the part removed from the last residual.
  bool sharedHold() const { return SharedLoads::holds(defect_); }
  /// Returns why constraints that contradict each other at the state, or are redundant against the settings, end the run; or "".
  Message obstacle(const State& state) const;
  std::size_t bytes() const { return shared_.bytes(); }

 private:
  bool allowed() const { return settings_.redundantConstraints != RedundantConstraints::stop; }
  bool share(const State& state);
  bool shareNearby(const State& here, const State& ahead);
  bool drop(const State& state);
  void find(const State& state, int known);

  const System& system_;
  Workspace& workspace_;
  const AnalysisStep& settings_;
  const ConstraintLevel level_;
  Statistics& statistics_;
  SharedLoads shared_;
  int changes_ = 0;    // how often the combinations changed
  int fewest_ = 0;     // smallest number of combinations after any step so far
  double defect_ = 0;  // of the equations that other constraints satisfy, in the last residual
  bool redundantAtStart_ = false;
  bool triedHere_ = false, triedNearby_ = false;  // in this step
  double failedSize_ = 0;                         // size of the attempt before loads of a nearby position were shared; 0: none are
};

}  // namespace slipstick
