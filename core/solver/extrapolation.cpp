#include "core/solver/extrapolation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/pairs.h"

namespace slipstick {
namespace {

constexpr double fading = 0.5;    // weight of a vector's equations relative to the next vector's
constexpr double least = 1e-14;   // added to the diagonal of equations whose diagonal is 1
constexpr double vain = 1e-4;     // fraction of a vector's square: with a larger error, factors are useless
constexpr double muchLess = 0.9;  // required reduction of the squared error for fewer terms; after a jump it is the same for all
constexpr int longestRest = 16;   // vectors

void store(const Pair& pair, double* to) { __builtin_memcpy(to, &pair, sizeof pair); }

/// Solves A x = b with a symmetric matrix, given its lower half, scaled to a unit diagonal. Returns false if the matrix is not positive
/// definite.
template <int size>
bool solve(const double (&matrix)[size][size], const double (&right)[size], double (&x)[size]) {
  double scale[size], lower[size][size];
  for (int i = 0; i < size; ++i) {
    if (!(matrix[i][i] > 0)) return false;
    scale[i] = 1 / std::sqrt(matrix[i][i]);
    x[i] = scale[i] * right[i];
  }
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = i == j ? 1 + least : scale[i] * scale[j] * matrix[i][j];
      for (int k = 0; k < j; ++k) sum -= lower[i][k] * lower[j][k];
      if (i == j && !(sum > 0)) return false;
      lower[i][j] = i == j ? 1 / std::sqrt(sum) : sum * lower[j][j];
    }
    for (int k = 0; k < i; ++k) x[i] -= lower[i][k] * x[k];
    x[i] *= lower[i][i];
  }
  for (int i = size; i-- > 0;) {
    for (int k = i + 1; k < size; ++k) x[i] -= lower[k][i] * x[k];
    x[i] *= lower[i][i];
  }
  for (int i = 0; i < size; ++i) x[i] *= scale[i];
  return true;
}

}  // namespace

Extrapolation::Extrapolation(int size) : size_(size), differences_(static_cast<std::size_t>(width) * ((size + 1) / 2)) {}

void Extrapolation::add(const double* vector, bool wasGood) {
  const int count = std::min(known_, order);
  takeDifferences(vector, count);
  known_ = std::min(known_ + 1, order + 1);
  if (count > 0 && (wasGood || isVain_) && --rest_ > 0) return;
  rest_ = longestRest;
  Products products;
  multiplyDifferences(count, products);
  const double missed = chooseTerms(products, count);
  if (count < order) return;
  const Equations last(products);
  const double missedByFactors = isFitted_ ? last.missed(factors_) : missed;
  isVain_ = std::min(missed, missedByFactors) > vain * products[0][0];
  const bool fitted = isFitted_ && !isVain_ && missedByFactors <= missed;
  fit(last);
  fits_ = fitted && isFitted_;
}

/// Takes the differences of the vector, which replace the previous differences.
void Extrapolation::takeDifferences(const double* vector, int count) {
  double* at = differences_.data();
  for (int i = 0; i < size_; i += 2, at += width) {
    Pair change = i + 1 < size_ ? loadPair(vector + i) : makePair(vector[i], 0);
    for (int k = 0; k < count; ++k) {
      const Pair before = loadPair(at + 2 * k);
      store(change, at + 2 * k);
      change -= before;
    }
    store(change, at + 2 * count);
  }
}

/// Multiplies differences up to this number, or a few more.
void Extrapolation::multiplyDifferences(int count, Products& products) const {
  constexpr int block = 3;
  for (int first = 0; first <= count; first += block)
    for (int second = first; second <= count; second += block) {
      Pair sums[block][block] = {};
      const double* at = differences_.data();
      for (int i = 0; i < size_; i += 2, at += width)
        for (int k = 0; k < block; ++k) {
          const Pair left = loadPair(at + 2 * (first + k));
          for (int l = 0; l < block; ++l) sums[k][l] += left * loadPair(at + 2 * (second + l));
        }
      for (int k = 0; k < block; ++k)
        for (int l = 0; l < block; ++l) products[first + k][second + l] = products[second + l][first + k] = sums[k][l][0] + sums[k][l][1];
    }
}

/// Returns the squared error that the best choice would have had for the last vector.
double Extrapolation::chooseTerms(const Products& products, int count) {
  double smallest = std::numeric_limits<double>::max();
  for (int k = 0; k < count; ++k) {
    // The difference before this vector is the new one minus the next.
    const double both = products[k][k] - products[k][k + 1], square = both - products[k][k + 1] + products[k + 1][k + 1];
    const double part = square > 0 ? std::clamp(both / square, -1.0, 1.0) : 0;
    const double missed = products[k][k] - part * (2 * both - part * square);
    if (missed < muchLess * smallest) smallest = missed, terms_ = k, lastTerm_ = part;
  }
  // The newest difference has no error yet.
  if (count == 0 || (count < order && terms_ == count - 1 && lastTerm_ > 0.5)) terms_ = count, lastTerm_ = 1;
  return smallest;
}

/// Equations for the last difference in terms of those before this vector.
Extrapolation::Equations::Equations(const Products& products) : square(products[order][order]) {
  for (int k = 0; k < order; ++k) {
    const double *products0 = products[k], *products1 = products[k + 1];
    for (int l = 0; l < order; ++l) matrix[k][l] = products0[l] - products0[l + 1] - products1[l] + products1[l + 1];
    right[k] = products0[order] - products1[order];
  }
}

/// Returns the squared error that the factors would have had.
double Extrapolation::Equations::missed(const double* factors) const {
  double sum = square;
  for (int k = 0; k < order; ++k) {
    double twice = 2 * right[k];
    for (int l = 0; l < order; ++l) twice -= matrix[k][l] * factors[l];
    sum -= factors[k] * twice;
  }
  return sum;
}

/// Fits the factors to the last vectors; this one may be the first.
void Extrapolation::fit(const Equations& last) {
  const double before = isFitted_ ? fading : 0;
  for (int k = 0; k < order; ++k) {
    for (int l = 0; l <= k; ++l) matrix_[k][l] = before * matrix_[k][l] + last.matrix[k][l];
    right_[k] = before * right_[k] + last.right[k];
  }
  isFitted_ = solve(matrix_, right_, factors_);
}

void Extrapolation::extrapolate(double* x) const {
  double factors[order] = {};
  for (int k = 0; k < order; ++k) factors[k] = fits_ ? 1 + factors_[k] : k < terms_ ? 1 : k == terms_ ? lastTerm_ : 0;
  const int count = fits_ ? order : terms_ + 1;
  const double* at = differences_.data();
  for (int i = 0; i < size_; i += 2, at += width) {
    Pair sum{};
    for (int k = 0; k < count; ++k) sum += uniform(factors[k]) * loadPair(at + 2 * k);
    if (i + 1 < size_)
      store(sum, x + i);
    else
      x[i] = sum[0];
  }
}

}  // namespace slipstick
