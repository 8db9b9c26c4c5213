// What the increments of Newton's method teach of the next ones.
#pragma once

#include <vector>

#include "core/solver/extrapolation.h"
#include "core/system/bytes.h"

namespace slipstick {

/// Guesses what a step will need, and improves the increments of a tangent that is kept over iterations and steps.
///
/// What a step needs beyond its start guess, accelerations and multipliers, is extrapolated from step to step, whatever tangent found it.
/// Increments use Broyden's update of the inverse (A class of methods for solving nonlinear simultaneous equations, 1965): each increment
/// and what it left over correct the inverse in one direction; the last few directions are kept.
class Increments {
 public:
  explicit Increments(int size);
  /// The tangent is new: nothing is known of it.
  void forget();
  /// The next step is not like the last ones.
  void forgetSteps() { ofSteps_.forget(); }
  /// A solution starts from the guess without accelerations and multipliers.
  void startSolution();
  /// The solution ended a step.
  void endStep();
  /// The increment from the start guess that the last steps lead to. False if nothing is known of it, and for one to seven steps after
  /// such a guess was dropped.
  bool extrapolate(double* x);
  /// That of the solution before, for a step that is solved again. False if there was none.
  bool repeat(double* x) const;
  /// The solution starts from this increment.
  void startFrom(const double* x);
  /// In: the solution of the kept tangent for a residual. Out: the increment.
  void improve(double* x);
  /// The increment, where it is not improved.
  void note(const double* x);
  /// The size of the last increment, as a part of all that the solution has needed beyond its start guess.
  double lastPart() const;
  /// Bytes that a copy takes beside itself.
  std::size_t bytes() const { return bytesOf(total_, before_, last_, directions_) + ofSteps_.bytes(); }

 private:
  void followSecants(double* x);

  static constexpr int most = 8;  // directions
  double* direction(int k) { return directions_.data() + static_cast<std::size_t>(2 * k) * size_; }
  double* correction(int k) { return direction(k) + size_; }

  int size_;
  int count_ = 0;                   // increments of this solution
  bool isAgain_ = false;            // there was a solution before, in this step or the last one
  bool ofThisTangent_ = false;      // the last one
  bool isExtrapolated_ = false;     // the start of this solution
  int dropped_ = 0, rest_ = 0;      // extrapolated starts in a row; steps until the next one
  std::vector<double> total_;       // the sum of these, with the guess
  std::vector<double> before_;      // that of the solution before
  std::vector<double> last_;        // increment
  Extrapolation ofSteps_;           // of what they needed
  std::vector<double> directions_;  // and corrections
  int secants_ = 0, next_ = 0;
};

}  // namespace slipstick
