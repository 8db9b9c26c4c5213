// What the increments of Newton's method teach of the next ones.
#pragma once

#include <vector>

#include "core/system/bytes.h"

namespace slipstick {

/// Guesses what a step will need, and improves the increments of a tangent that is kept over iterations and steps.
///
/// What a step needs beyond its start guess, accelerations and multipliers, changes smoothly from step to step, or alternates without
/// numerical damping, so it is extrapolated by its differences, whatever tangent found it. Increments use Broyden's update of the inverse
/// (A class of methods for solving nonlinear simultaneous equations, 1965): each increment and what it left over correct the inverse in one
/// direction; the last few directions are kept.
class Increments {
 public:
  explicit Increments(int size);
  /// The tangent is new: nothing is known of it.
  void forget();
  /// The next step is not like the last ones.
  void forgetSteps() { known_ = 0; }
  /// A solution starts from the guess without accelerations and multipliers.
  void startSolution();
  /// The solution ended a step.
  void endStep();
  /// The increment from the start guess that the last steps lead to, to start with. False if nothing is known of it.
  bool extrapolate(double* x);
  /// That of the solution before, for a step that is solved again. False if there was none.
  bool repeat(double* x);
  /// In: the solution of the kept tangent for a residual. Out: the increment.
  void improve(double* x);
  /// The size of the last increment, as a part of all that the solution has needed beyond its start guess.
  double lastPart() const;
  /// Bytes that a copy takes beside itself.
  std::size_t bytes() const { return bytesOf(total_, before_, last_, differences_, directions_); }

 private:
  void followSecants(double* x);

  static constexpr int most = 8;       // directions
  static constexpr int mostTerms = 6;  // of an extrapolation
  double* direction(int k) { return directions_.data() + static_cast<std::size_t>(2 * k) * size_; }
  double* difference(int k) { return differences_.data() + static_cast<std::size_t>(k) * size_; }
  const double* difference(int k) const { return differences_.data() + static_cast<std::size_t>(k) * size_; }
  double* correction(int k) { return direction(k) + size_; }

  int size_;
  int count_ = 0;                    // increments of this solution
  bool isAgain_ = false;             // there was a solution before, in this step or the last one
  bool ofThisTangent_ = false;       // the last one
  std::vector<double> total_;        // the sum of these, with the guess
  std::vector<double> before_;       // that of the solution before
  std::vector<double> last_;         // increment
  std::vector<double> differences_;  // of what the last steps needed: the last one, its change, the change of that …
  double squares_[mostTerms] = {};   // of these
  int known_ = 0;                    // how many are
  int terms_ = 0;                    // that are added up to extrapolate
  double lastTerm_ = 0;              // factor of the one after these
  std::vector<double> directions_;   // and corrections
  int secants_ = 0, next_ = 0;
};

}  // namespace slipstick
