// Extrapolates vectors that change from step to step.
#pragma once

#include <vector>

#include "core/system/bytes.h"

namespace slipstick {

/// Extrapolates from backward differences: the last vector, its change, the change of that change, and so on. Their plain sum is the
/// polynomial through the last vectors. The prediction is the sum of the first few differences and a fraction of the next one. Their number
/// and the fraction are chosen to predict the last vector best, and kept while predictions are good. The fraction is near 1 for smooth
/// sequences and near −1 for alternating ones.
class Extrapolation {
 public:
  explicit Extrapolation(int size);
  /// Discards the history: the next vector does not continue the last ones.
  void forget() { known_ = 0; }
  /// Adds a vector. `wasGood`: the prediction was as close to it as required.
  void add(const double* vector, bool wasGood);
  /// Writes a prediction of the next vector.
  void extrapolate(double* x) const;
  /// Returns the number of heap bytes that a copy takes.
  std::size_t bytes() const { return bytesOf(differences_); }

 private:
  static constexpr int order = 8;
  static constexpr int width = 2 * (order + 1);  // numbers stored for a pair of coordinates

  int size_;
  std::vector<double> differences_;  // for each pair of entries of the vector: both entries of each difference
  double squares_[order + 1] = {};   // of the differences, summed over all entries
  int known_ = 0;                    // number of known differences
  int terms_ = 0;                    // number of summed differences
  double lastTerm_ = 0;              // factor of the next difference
};

}  // namespace slipstick
