// The linear equations of Newton's method for a solver, and its treatment of redundant constraints: it continues with shared loads,
// tracks them from step to step, and stops if constraints contradict each other.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/solver/increments.h"
#include "core/solver/linear_solver.h"
#include "core/solver/newton.h"
#include "core/solver/outcome.h"
#include "core/solver/redundancy.h"
#include "core/system/bytes.h"

namespace slipstick {

class NewtonEquations {
 public:
  /// `level`: the level of the constraint equations in the system.
  NewtonEquations(const System& system, const AnalysisStep& settings, ConstraintLevel level, Statistics& statistics, Workspace& workspace);
  NewtonEquations(const NewtonEquations& other);

  // ---- equations
  /// Returns the residual, or the solution after solve(): coordinates first, then multipliers.
  double* rightSide() { return rightSide_.data(); }
  const double* rightSide() const { return rightSide_.data(); }
  double* constraints() { return rightSide_.data() + system_.coordinates(); }
  /// Returns the size of the right-hand side.
  int size() const { return static_cast<int>(rightSide_.size()); }
  /// Returns the norm of the residual without the part that redundant constraints share.
  double norm();
  /// Returns the norm of an increment from its sum of squares.
  double norm(double squares) const;
  /// Returns the norm of the rounding error of the residual: its change if the last digits of the coordinates, including reference
  /// values, change. Recomputes the residual of the state by `residual`.
  double rounding(State& state, const std::function<void()>& residual);
  /// Returns false if the tangent is singular.
  bool factorize(const Evaluation& at, const TangentFactors& factors) {
    increments_.forget();
    return linear_->factorize(system_, at, factors);
  }
  /// Returns the number of heap bytes that a copy takes.
  std::size_t bytes() const { return linear_->bytes() + bytesOf(rightSide_, kept_) + increments_.bytes() + shared_.bytes(); }
  void solve() { linear_->solve(rightSide_.data()); }
  /// Improves increments while the tangent is reused.
  Increments& increments() { return increments_; }
  /// Returns " at …" after a singular factorisation, or "" if the place is unknown.
  std::string singularPlace() const;

  KeptTangent tangent;

  // ---- redundant constraints
  void start(const State& state) { redundantAtStart_ = share(state); }
  /// Removes from the equation values the part that the other constraints satisfy.
  void leaveOut(double* equations) { shared_.leaveOut(equations); }
  /// Returns whether the other constraints satisfy the part removed from the last residual.
  bool sharedHold() const { return SharedLoads::holds(defect_); }
  /// Drops combinations that became independent at the state. Returns whether there were any.
  bool drop(const State& state);
  /// Called after the step with this number: continues with the shared loads of the state, and removes them from its multipliers.
  /// Returns the reason if the run cannot continue, or "". Constraints can be redundant in a single position, such as a dead centre, so
  /// the initial redundancies are judged at the end of the first step.
  std::string follow(State& state, std::int64_t step);
  /// Returns whether a step that failed at the state is worth another attempt because constraints are redundant there.
  bool shareAfterFailure(const State& state) { return !sharing_ && share(state) && sharing_; }
  /// The same if a step from `here` passes near a position with redundant constraints, such as a dead centre. The remaining parts of
  /// their gradients show whether the step approaches or leaves the position. Continues with the shared loads of that position until the
  /// mechanism has left it.
  bool shareNearby(const State& here, const State& ahead);
  /// Continues with the shared loads of the position `ahead`, usually none, if the remaining gradients are smaller at `here`. Returns
  /// whether they are.
  bool leave(const State& here, const State& ahead);
  bool sharing() const { return sharing_; }
  /// Returns why constraints that contradict each other at the state, or are redundant against the settings, end the run; or "".
  std::string obstacle(const State& state) { return obstacle(state, settings_.redundantConstraints == RedundantConstraints::share); }
  std::string contradiction(const State& state) { return obstacle(state, true); }

 private:
  bool share(const State& state);
  void find(const State& state, int known);
  std::string obstacle(const State& state, bool contradictoryOnly);

  const System& system_;
  Workspace& workspace_;
  const AnalysisStep& settings_;
  const ConstraintLevel level_;
  Statistics& statistics_;
  std::unique_ptr<LinearSolver> linear_;
  std::vector<double> rightSide_;
  std::vector<double> kept_;  // coordinates and right-hand side, saved while others are evaluated
  Increments increments_;
  SharedLoads shared_;
  bool redundantAtStart_ = false;
  bool sharing_ = false;  // redundant constraints were found
  int fewest_ = 0;        // smallest number of combinations after any step so far
  double defect_ = 0;     // defect of the equations that other constraints satisfy
};

}  // namespace slipstick
