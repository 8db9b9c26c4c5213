// Extrapolates vectors that change from step to step.
#pragma once

#include <vector>

#include "core/system/bytes.h"

namespace slipstick {

/// By their differences: the last vector, its change, the change of that … All of them together are the polynomial through the last
/// vectors. Each with a factor of its own, the same for all numbers of a vector, they follow what oscillates, grows or fades: linear
/// prediction (Makhoul, Linear prediction: a tutorial review, Proc. IEEE 63 (1975), 561-580). The factors come by least squares from the
/// last vectors, where one counts half as much as the next.
///
/// Where they missed the last vector by more, as after a jump, it is the sum of some differences and a part of the next one: the number and
/// the part that would have missed it least. That part is near 1 where vectors go on smoothly and near −1 where they alternate.
class Extrapolation {
 public:
  explicit Extrapolation(int size);
  /// The next vector is not like the last ones.
  void forget() { known_ = 0, fits_ = isFitted_ = isVain_ = false; }
  bool knowsAny() const { return known_ > 0; }
  /// `wasGood`: what was extrapolated is as near to this vector as is wanted, so that factors may stay for some vectors more.
  void add(const double* vector, bool wasGood);
  /// Writes the vector that comes next.
  void extrapolate(double* x) const;
  /// Bytes that a copy takes beside itself.
  std::size_t bytes() const { return bytesOf(differences_); }

 private:
  static constexpr int order = 8;
  static constexpr int width = 2 * (order + 1);  // numbers of a pair of coordinates
  using Products = double[order + 1][order + 1];
  /// Of least squares for the factors.
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
  std::vector<double> differences_;  // of two numbers of the vector: both of each difference
  int known_ = 0;                    // how many are
  int terms_ = 0;                    // that are added up
  double lastTerm_ = 0;              // factor of the one after these
  bool fits_ = false;                // the factors are the better choice
  bool isFitted_ = false;            // they are known
  bool isVain_ = false;              // nothing came near the last vector
  int rest_ = 0;                     // vectors until all that is found again
  double factors_[order] = {};       // by which differences count more than once
  double matrix_[order][order] = {}, right_[order] = {};
};

}  // namespace slipstick
