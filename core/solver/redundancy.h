// Constraints that follow from others, or contradict them: found by elimination, named for a person, carried on with.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/math/dense.h"
#include "core/system/bytes.h"
#include "core/system/system.h"

namespace slipstick {

struct Redundancy {
  std::string message;         // which constraints, or "" if all are independent
  std::string sharing;         // the same for a run that goes on
  std::string which;           // which equations follow from, or contradict, which constraints: a part of a sentence
  bool contradictory = false;  // whether they cannot hold together

  explicit operator bool() const { return !message.empty(); }
};

/// Looks for constraints whose gradient is a combination of others at the state. `level` is that of the equations that are solved.
Redundancy findRedundancy(const System& system, const State& state, ConstraintLevel level, Workspace& workspace);

/// What a solver needs to go on with constraints that follow from others: combinations of equations whose gradients cancel. Without any,
/// it costs and changes nothing.
class SharedLoads {
 public:
  SharedLoads(const System& system, ConstraintLevel level, Workspace& workspace);

  int count() const { return static_cast<int>(combinations_.size()); }
  /// Finds the combinations at a state. Up to `known` of them are kept where the gradients nearly cancel: off the positions that all
  /// constraints allow they do not cancel wholly. Returns whether other equations take part now. Changes what the system has evaluated.
  bool find(const State& state, int known);
  /// How much is left, at most, of the gradients that nearly cancel at a state, of 1; 1 if there are none. `count`: how many
  /// there are. Changes what the system has evaluated.
  double left(const State& state, int* count = nullptr);
  void clear() { combinations_.clear(); }
  /// Bytes that a copy takes beside itself.
  std::size_t bytes() const { return bytesOf(combinations_, products_.entries, shares_); }

  /// Takes the part along the combinations out of values of the equations, or of multipliers. Returns the largest entry of it,
  /// lengths over the size of the model (equation_scales.h).
  double leaveOut(double* equations);
  /// Whether equations that were left out are held by the others, as this defect of them tells.
  static bool holds(double defect);
  /// Adds rows and columns of the combinations to the matrix of Newton's method, after its last unknown.
  void addBorder(MatrixSink& sink) const;

 private:
  const System& system_;
  Workspace& workspace_;
  const ConstraintLevel level_;
  std::vector<std::vector<std::pair<int, double>>> combinations_;  // of equations, each of length 1
  DenseMatrix products_;                                           // of combinations with each other: Cholesky factor, below
  std::vector<double> shares_;
  std::vector<double> scales_;  // of equations
};

}  // namespace slipstick
