#include "core/solver/extrapolation.h"

#include <algorithm>
#include <limits>

#include "core/math/pairs.h"

namespace slipstick {
namespace {

constexpr double muchLess = 0.9;  // required reduction of the squared error for more terms; after a jump it is the same for all

}  // namespace

Extrapolation::Extrapolation(int size) : size_(size), differences_(static_cast<std::size_t>(width) * ((size + 1) / 2)) {}

/// Takes the differences of the vector, and chooses the terms unless they were good.
void Extrapolation::add(const double* vector, bool wasGood) {
  const int count = std::min(known_, order);
  Pair squares[order + 1] = {}, products[order] = {};
  double* at = differences_.data();
  for (int i = 0; i < size_; i += 2, at += width) {
    Pair difference = i + 1 < size_ ? loadPair(vector + i) : makePair(vector[i], 0);
    for (int k = 0; k < count; ++k) {
      const Pair before = loadPair(at + 2 * k);
      storePair(difference, at + 2 * k);
      squares[k] += difference * difference;
      products[k] += difference * before;
      difference -= before;
    }
    storePair(difference, at + 2 * count);
    squares[count] += difference * difference;
  }
  known_ = std::min(known_ + 1, order + 1);
  double lastSquares[order + 1];
  std::copy_n(squares_, order + 1, lastSquares);
  for (int k = 0; k <= count; ++k) squares_[k] = squares[k][0] + squares[k][1];
  if (wasGood && count == order) return;

  double smallest = std::numeric_limits<double>::max();
  for (int k = 0; k < count; ++k) {
    const double product = products[k][0] + products[k][1], last = lastSquares[k];
    const double part = last > 0 ? std::clamp(product / last, -1.0, 1.0) : 0;
    const double missed = squares_[k] - part * (2 * product - part * last);  // squared error for this vector
    if (missed < muchLess * smallest) smallest = missed, terms_ = k, lastTerm_ = part;
  }
  // The newest difference has no error yet.
  if (count == 0 || (count < order && terms_ == count - 1 && lastTerm_ > 0.5)) terms_ = count, lastTerm_ = 1;
}

void Extrapolation::extrapolate(double* x) const {
  const double* at = differences_.data();
  for (int i = 0; i < size_; i += 2, at += width) {
    Pair sum = uniform(lastTerm_) * loadPair(at + 2 * terms_);
    for (int k = 0; k < terms_; ++k) sum += loadPair(at + 2 * k);
    if (i + 1 < size_)
      storePair(sum, x + i);
    else
      x[i] = sum[0];
  }
}

}  // namespace slipstick
