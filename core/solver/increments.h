// Learns from the increments of Newton's method to improve later ones.
#pragma once

#include <vector>

#include "core/solver/extrapolation.h"
#include "core/system/bytes.h"

namespace slipstick {

/// Predicts the increment of a step, and improves increments computed with a tangent that is reused over iterations and steps.
///
/// The displacement of a step and its multipliers are extrapolated from step to step; this does not depend on the tangents. Displacements
/// are smooth even where accelerations are not. In a fine mesh, the initial accelerations of the nodes next to a support differ much from
/// its own and alternate for many steps. Displacements predicted from them bend the elements there so much that Newton's method may
/// diverge.
///
/// Increments use Broyden's update of the inverse (A class of methods for solving nonlinear simultaneous equations, 1965): each increment
/// and its remaining residual correct the inverse in one direction. The last few directions are stored.
class Increments {
 public:
  explicit Increments(int size);
  /// Discards the corrections after a new tangent.
  void forget();
  /// Discards the history of steps: the next step does not continue the last ones.
  void forgetSteps();
  /// Starts a solution at this predicted displacement, without accelerations and multipliers. Without history, the displacement of the last
  /// step is assumed to be `step` times `velocity`.
  void startSolution(const std::vector<double>& predicted, const std::vector<double>& velocity, double step);
  /// Ends a step with the current solution.
  void endStep();
  /// Extrapolates the steps and writes the increment from the start of the solution. Returns false without history, and then leaves out
  /// the multipliers.
  bool extrapolate(double* x);
  /// Returns the increment of the previous solution, for a step that is solved again. False if there was none.
  bool repeat(double* x) const;
  /// Starts the solution from this increment.
  void startFrom(const double* x);
  /// Improves an increment. In: the solution of the linear system with the reused tangent. Out: the increment.
  void improve(double* x);
  /// Records an increment that is not improved.
  void note(const double* x);
  /// Returns the size of the last increment relative to the total increment from the start guess.
  double lastPart() const;
  /// Returns the number of heap bytes that a copy takes.
  std::size_t bytes() const { return bytesOf(moved_, ahead_, total_, before_, last_, directions_) + ofSteps_.bytes(); }

 private:
  void followSecants(double* x);

  static constexpr int most = 8;  // largest number of directions
  double* direction(int k) { return directions_.data() + static_cast<std::size_t>(2 * k) * size_; }
  double* correction(int k) { return direction(k) + size_; }

  int size_;
  int count_ = 0;                   // number of increments of this solution
  bool isAgain_ = false;            // a previous solution exists, in this step or the last one
  bool ofThisTangent_ = false;      // the last increment was computed with the current tangent
  bool isExtrapolated_ = false;     // this solution started from an extrapolation
  bool knowsStep_ = false;          // the displacement of a step is known
  int coordinates_ = 0;             // number of displacements; multipliers follow
  std::vector<double> moved_;       // displacement of the last step
  std::vector<double> ahead_;       // displacement at the start of the solution, minus moved_
  std::vector<double> total_;       // sum of the increments, with the guess
  std::vector<double> before_;      // sum of the previous solution
  std::vector<double> last_;        // last increment
  Extrapolation ofSteps_;           // extrapolates changes of moved_, and multipliers
  std::vector<double> directions_;  // directions and their corrections
  int secants_ = 0, next_ = 0;
};

}  // namespace slipstick
