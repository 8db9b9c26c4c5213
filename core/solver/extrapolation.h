// Extrapolates vectors that change from step to step.
#pragma once

#include <vector>

#include "core/system/bytes.h"

namespace slipstick {

/// Extrapolates from backward differences: the last vector, its change, the change of that change, and so on. Their plain sum is the
/// polynomial through the last vectors. With one factor per difference, common to all entries of a vector, the sum follows vectors that
/// oscillate, grow or decay: linear prediction (Makhoul, Linear prediction: a tutorial review, Proc. IEEE 63 (1975), 561-580). The
/// factors are a least-squares fit to the last vectors; each counts half as much as the next one.
///
/// If the factors predict the last vector worse, as after a jump, the prediction is the sum of the first few differences and a fraction
/// of the next one. Number and fraction are those that would have predicted the last vector best. The fraction is near 1 for smooth
/// sequences and near −1 for alternating ones.
class Extrapolation {
 public:
  explicit Extrapolation(int size);
  /// Discards the history: the next vector does not continue the last ones.
  void forget() { known_ = 0, fits_ = isFitted_ = isVain_ = false; }
  /// Adds a vector. `wasGood`: the extrapolation was as close to it as required, so the factors may be kept for some more vectors.
  void add(const double* vector, bool wasGood);
  /// Writes a prediction of the next vector.
  void extrapolate(double* x) const;
  /// Returns the number of heap bytes that a copy takes.
  std::size_t bytes() const { return bytesOf(differences_); }

 private:
  static constexpr int order = 8;
  static constexpr int width = 2 * (order + 1);  // numbers stored for a pair of coordinates
  using Products = double[order + 1][order + 1];
  /// The least-squares equations for the factors.
  struct Equations {
    double square, matrix[order][order], right[order];

    explicit Equations(const Products& products);
    double missed(const double* factors) const;
  };

  void takeDifferences(const double* vector, int count);
  void multiplyDifferences(int count, Products& products) const;
  double chooseTerms(const Products& products, int count);
  void fit(const Equations& last);
  int size_;
  std::vector<double> differences_;  // for each pair of entries of the vector: both entries of each difference
  int known_ = 0;                    // number of known differences
  int terms_ = 0;                    // number of summed differences
  double lastTerm_ = 0;              // factor of the next difference
  bool fits_ = false;                // the factors predict better than the sum
  bool isFitted_ = false;            // the factors have been fitted
  bool isVain_ = false;              // neither choice came near the last vector
  int rest_ = 0;                     // number of vectors until the next fit
  double factors_[order] = {};       // additional weights of the differences
  double matrix_[order][order] = {}, right_[order] = {};
};

}  // namespace slipstick
