#include "core/solver/increments.h"

#include <algorithm>
#include <cmath>

namespace slipstick {
namespace {

constexpr double leastChange = 0.1;  // of an increment's square that what it left over must differ by for a secant to mean something

double dot(const double* a, const double* b, int count) {
  double even = 0, odd = 0;
  int i = 0;
  for (; i + 2 <= count; i += 2) even += a[i] * b[i], odd += a[i + 1] * b[i + 1];
  if (i < count) even += a[i] * b[i];
  return even + odd;
}

}  // namespace

Increments::Increments(int size)
    : size_(size),
      first_(size),
      total_(size),
      last_(size),
      shortfalls_{std::vector<double>(size), std::vector<double>(size), std::vector<double>(size)},
      directions_(static_cast<std::size_t>(2 * most) * size) {}

void Increments::forget() {
  sameTangent_ = ofThisTangent_ = false;
  known_ = secants_ = next_ = 0;
}

void Increments::endStep() {
  if (!sameTangent_ || count_ == 0) return;
  shortfalls_[2].swap(shortfalls_[1]), shortfalls_[1].swap(shortfalls_[0]);
  for (int i = 0; i < size_; ++i) shortfalls_[0][i] = total_[i] - first_[i];
  known_ = std::min(known_ + 1, 3);
}

void Increments::improve(double* x, bool extrapolates) {
  if (count_ == 0) {
    sameTangent_ = true;
    std::copy_n(x, size_, first_.data());
    std::fill(total_.begin(), total_.end(), 0.0);
  }
  if (count_ == 0 && known_ > 0 && extrapolates)
    addShortfall(x);
  else
    followSecants(x);
  std::copy_n(x, size_, last_.data());
  for (int i = 0; i < size_; ++i) total_[i] += x[i];
  ++count_;
  ofThisTangent_ = true;
}

void Increments::addShortfall(double* x) const {
  const double *last = shortfalls_[0].data(), *before = shortfalls_[1].data(), *first = shortfalls_[2].data();
  if (known_ == 1)
    for (int i = 0; i < size_; ++i) x[i] += last[i];
  else if (known_ == 2)
    for (int i = 0; i < size_; ++i) x[i] += 2 * last[i] - before[i];
  else
    for (int i = 0; i < size_; ++i) x[i] += 3 * (last[i] - before[i]) + first[i];
}

void Increments::followSecants(double* x) {
  for (int n = 0; n < secants_; ++n) {
    const int k = (next_ - secants_ + n + most) % most;
    const double factor = dot(direction(k), x, size_);
    const double* correct = correction(k);
    for (int i = 0; i < size_; ++i) x[i] += factor * correct[i];
  }
  if (count_ == 0 || !ofThisTangent_) return;
  // x would be zero if the inverse had been exact for the last increment.
  const double square = dot(last_.data(), last_.data(), size_), left = dot(last_.data(), x, size_);
  const double change = square - left;
  if (!(change > leastChange * square)) return;
  double *s = direction(next_), *c = correction(next_);
  for (int i = 0; i < size_; ++i) {
    s[i] = last_[i], c[i] = x[i] / change;
    x[i] += left * c[i];
  }
  next_ = (next_ + 1) % most;
  secants_ = std::min(secants_ + 1, most);
}

}  // namespace slipstick
