// The linear equations of Newton's method for a solver, and what it does about constraints that follow from others: it goes on with
// shared loads, follows them from step to step, and stops where constraints contradict each other.
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
  /// `level`: that of the constraint equations that are solved.
  NewtonEquations(const System& system, const AnalysisStep& settings, ConstraintLevel level, Statistics& statistics, Workspace& workspace);
  NewtonEquations(const NewtonEquations& other);

  // ---- equations
  /// Residual, then solution of the linear system: coordinates first, then multipliers.
  double* rightSide() { return rightSide_.data(); }
  const double* rightSide() const { return rightSide_.data(); }
  double* constraints() { return rightSide_.data() + system_.coordinates(); }
  /// Numbers of the right-hand side.
  int size() const { return static_cast<int>(rightSide_.size()); }
  /// Norm of the residual, without what the other constraints hold.
  double norm();
  /// The norm of an increment from its sum of squares.
  double norm(double squares) const;
  /// The norm of what the residual changes by where the last digits of the coordinates, with their reference values, are others. Finds the
  /// residual of the state again by `residual`.
  double rounding(State& state, const std::function<void()>& residual);
  /// Returns false if the tangent is singular.
  bool factorize(const Evaluation& at, const TangentFactors& factors) {
    increments_.forget();
    return linear_->factorize(system_, at, factors);
  }
  /// Bytes that a copy takes beside itself.
  std::size_t bytes() const { return linear_->bytes() + bytesOf(rightSide_, kept_) + increments_.bytes() + shared_.bytes(); }
  void solve() { linear_->solve(rightSide_.data()); }
  /// What improves increments while the tangent is kept.
  Increments& increments() { return increments_; }
  /// After a singular factorisation: " at …", or "" if it is not known where.
  std::string singularPlace() const;

  KeptTangent tangent;

  // ---- constraints that follow from others
  void start(const State& state) { redundantAtStart_ = share(state); }
  /// Takes the part that the other constraints hold out of the values of the equations.
  void leaveOut(double* equations) { shared_.leaveOut(equations); }
  /// Whether what was left out of the last residual is held by the other constraints.
  bool sharedHold() const { return SharedLoads::holds(defect_); }
  /// What followed from others does so no more at the state: drops it. Returns whether there was any to drop.
  bool drop(const State& state);
  /// After the step with this number: goes on with the shared loads of the state, and takes them out of its multipliers. Returns why the
  /// run cannot go on, or "". Constraints can be redundant in a single position, such as a dead centre, so those of the start are
  /// judged where the first step ends.
  std::string follow(State& state, std::int64_t step);
  /// Whether a step that failed at the state is worth another try, because constraints there follow from others.
  bool shareAfterFailure(const State& state) { return !sharing_ && share(state) && sharing_; }
  /// The same where a step from `here` goes near a position in which constraints follow from others, such as a dead centre: towards
  /// it or away from it, as what is left of their gradients tells. Goes on with the shared loads of that position until they are left.
  bool shareNearby(const State& here, const State& ahead);
  /// Goes on with the shared loads of the position `ahead`, most often none, if less is left of gradients `here`. Returns whether that is
  /// so.
  bool leave(const State& here, const State& ahead);
  bool sharing() const { return sharing_; }
  /// Why constraints that contradict each other at the state, or repeat each other where that is not wanted, end the run; or "".
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
  std::vector<double> kept_;  // coordinates and right-hand side, while others are looked at
  Increments increments_;
  SharedLoads shared_;
  bool redundantAtStart_ = false;
  bool sharing_ = false;  // constraints that follow from others were met
  int fewest_ = 0;        // of them after any step so far
  double defect_ = 0;     // of equations that the others hold
};

}  // namespace slipstick
