// The linear equations of Newton's method for a solver, bordered by the combinations of redundant constraints.
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
#include "core/solver/redundancy_follower.h"
#include "core/system/bytes.h"

namespace slipstick {

class NewtonEquations {
 public:
  using Remedy = RedundancyFollower::Remedy;

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
  /// Removes what redundant constraints share from the residual, keeps that part as their defect, and returns the norm of the rest.
  double reduceResidual();
  /// Returns the norm of a residual or an increment from its sum of squares.
  double normOf(double squares) const;
  /// Returns the norm of the rounding error of the residual: its change if the last digits of the coordinates, including reference
  /// values, change. Recomputes the residual of the state by `residual`.
  double rounding(State& state, const std::function<void()>& residual);
  /// Returns false if the tangent is singular.
  bool factorize(const Evaluation& at, const TangentFactors& factors) {
    increments_.forget();
    return linear_->factorize(system_, at, factors);
  }
  /// Returns the number of heap bytes that a copy takes.
  std::size_t bytes() const { return linear_->bytes() + bytesOf(rightSide_, kept_) + increments_.bytes() + redundancy_.bytes(); }
  void solve() { linear_->solve(rightSide_.data()); }
  /// Discards the history: the next step does not continue the last ones.
  void forgetSteps() { increments_.forgetSteps(), newton.startResidual = -1; }
  /// Improves increments while the tangent is reused.
  Increments& increments() { return increments_; }
  /// Returns the place of a singular factorisation, or "" if it is unknown.
  Message singularPlace() const;

  NewtonMemory newton;

  // ---- redundant constraints
  const RedundancyFollower& redundancy() const { return redundancy_; }
  // Each of these sets the equations up again if other combinations take part.
  void start(const State& state) { redundancy_.start(state), setUp(); }
  void startStep() { redundancy_.startStep(); }
  Remedy remedy(const RedundancyFollower::Attempt& attempt) { return after(redundancy_.remedy(attempt)); }
  Message follow(State& state, std::int64_t step) { return after(redundancy_.follow(state, step)); }
  bool leave(const State& here, const State& ahead) { return after(redundancy_.leave(here, ahead)); }
  double giveUp(const State& state) { return after(redundancy_.giveUp(state)); }
  /// Removes from the equation values the part that the other constraints satisfy.
  void leaveOut(double* equations) { redundancy_.leaveOut(equations); }

 private:
  void setUp();
  template <class Answer>
  Answer after(Answer answer) {
    setUp();
    return answer;
  }

  const System& system_;
  const AnalysisStep& settings_;
  std::unique_ptr<LinearSolver> linear_;
  std::vector<double> rightSide_;
  std::vector<double> kept_;  // coordinates and right-hand side, saved while others are evaluated
  Increments increments_;
  RedundancyFollower redundancy_;
  int changes_ = 0;  // of the follower's combinations, at the last setUp()
};

}  // namespace slipstick
