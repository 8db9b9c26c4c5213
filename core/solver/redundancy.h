// Redundant and contradictory constraints: detection by elimination, reports by name, and solving despite redundancy.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/system/bytes.h"
#include "core/system/system.h"

namespace slipstick {

struct Redundancy {
  std::string message;         // the redundant constraints, or "" if all are independent
  std::string sharing;         // the same for a run that continues
  std::string which;           // part of a sentence: equations, and the constraints they depend on or contradict
  bool contradictory = false;  // whether the constraints are incompatible

  explicit operator bool() const { return !message.empty(); }
};

/// Finds constraints whose gradient is a combination of others at the state. `level` is the level of the solved equations.
Redundancy findRedundancy(const System& system, const State& state, ConstraintLevel level, Workspace& workspace);

/// The data a solver needs to continue with redundant constraints: combinations of equations whose gradients cancel. Without
/// combinations it has no cost and no effect.
class SharedLoads {
 public:
  SharedLoads(const System& system, ConstraintLevel level, Workspace& workspace);

  int count() const { return static_cast<int>(combinations_.size()); }
  /// Finds the combinations at a state. Up to `known` of them are kept if their gradients nearly cancel: they do not cancel exactly away
  /// from the positions that all constraints admit. Returns whether different equations take part now. Overwrites the evaluation of the
  /// system.
  bool find(const State& state, int known);
  /// Returns the largest remainder of the nearly cancelling gradients at a state, relative to 1; or 1 if there are none. `count`: the
  /// number of such gradients. Overwrites the evaluation of the system.
  double left(const State& state, int* count = nullptr);
  void clear() { combinations_.clear(); }
  /// Returns the number of heap bytes that a copy takes.
  std::size_t bytes() const { return bytesOf(combinations_, products_, shares_); }

  /// Removes the component along the combinations from values of the equations, or from multipliers. Returns its largest entry, with
  /// lengths divided by the size of the model (equation_scales.h).
  double leaveOut(double* equations);
  /// Returns whether the other equations satisfy the removed ones, given their defect.
  static bool holds(double defect);
  /// Adds rows and columns of the combinations to Newton's matrix, after its last unknown.
  void addBorder(MatrixSink& sink) const;

 private:
  const System& system_;
  Workspace& workspace_;
  const ConstraintLevel level_;
  std::vector<std::vector<std::pair<int, double>>> combinations_;  // of equations, each of length 1
  std::vector<double> products_;                                   // Cholesky factor, by rows, of the products of the combinations
  std::vector<double> shares_;
  std::vector<double> scales_;  // scales of equations
};

}  // namespace slipstick
