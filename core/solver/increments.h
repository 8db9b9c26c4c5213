// What the increments of Newton's method teach while its tangent is kept.
#pragma once

#include <vector>

#include "core/system/bytes.h"

namespace slipstick {

/// Improves the increments of a tangent that is kept over iterations and steps, in two ways.
///
/// The first increment of a step falls short of what the step turns out to need; from step to step that shortfall changes smoothly, or
/// alternates without numerical damping, so it is extrapolated by its differences and added. Later increments use Broyden's update of the
/// inverse (A class of methods for solving nonlinear simultaneous equations, 1965): each increment and what it left over correct the
/// inverse in one direction; the last few directions are kept.
class Increments {
 public:
  explicit Increments(int size);
  /// The tangent is new: nothing is known of it.
  void forget();
  /// The next increment is the first of a solution.
  void startSolution() { count_ = 0; }
  /// The solution ended a step.
  void endStep();
  /// In: the solution of the kept tangent for a residual. Out: the increment. The first one of a solution is extrapolated from the last
  /// steps if that is asked for.
  void improve(double* x, bool extrapolates);
  /// Bytes that a copy takes beside itself.
  std::size_t bytes() const { return bytesOf(first_, total_, last_, differences_, directions_); }

 private:
  void addShortfall(double* x) const;
  void followSecants(double* x);

  static constexpr int most = 4;       // directions
  static constexpr int mostTerms = 6;  // of an extrapolation
  double* direction(int k) { return directions_.data() + static_cast<std::size_t>(2 * k) * size_; }
  double* difference(int k) { return differences_.data() + static_cast<std::size_t>(k) * size_; }
  const double* difference(int k) const { return differences_.data() + static_cast<std::size_t>(k) * size_; }
  double* correction(int k) { return direction(k) + size_; }

  int size_;
  int count_ = 0;                      // increments of this solution
  bool sameTangent_ = false;           // for all of them
  bool ofThisTangent_ = false;         // the last one
  std::vector<double> first_, total_;  // the first increment as the tangent gave it; the sum
  std::vector<double> last_;           // increment
  std::vector<double> differences_;    // of the shortfalls of the last steps: the last one, its change, the change of that …
  double squares_[mostTerms] = {};     // of these
  int known_ = 0;                      // how many are
  int terms_ = 0;                      // that are added up to extrapolate
  double lastTerm_ = 0;                // factor of the one after these
  std::vector<double> directions_;     // and corrections
  int secants_ = 0, next_ = 0;
};

}  // namespace slipstick
