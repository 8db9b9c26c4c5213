#include "core/solver/increments.h"

#include <algorithm>
#include <cmath>

#include "core/math/pairs.h"

namespace slipstick {
namespace {

constexpr double leastChange = 0.1;  // minimum change along an increment, relative to its square, for a meaningful secant

double dot(const double* a, const double* b, int count) {
  Pair sums{};
  int i = 0;
  for (; i + 2 <= count; i += 2) sums += loadPair(a + i) * loadPair(b + i);
  return sums[0] + (i < count ? a[i] * b[i] : 0) + sums[1];
}

/// Adds a multiple of a vector to x; returns the product of the new x with another vector.
double addAndDot(double* x, double factor, const double* vector, const double* other, int count) {
  Pair sums{};
  int i = 0;
  const double f = uniform(factor);
  for (; i + 2 <= count; i += 2) {
    const Pair sum = loadPair(x + i) + f * loadPair(vector + i);
    storePair(sum, x + i);
    sums += sum * loadPair(other + i);
  }
  if (i == count) return sums[0] + sums[1];
  x[i] += factor * vector[i];
  return sums[0] + x[i] * other[i] + sums[1];
}

}  // namespace

Increments::Increments(int size)
    : size_(size),
      moved_(size),
      ahead_(size),
      total_(size),
      before_(size),
      last_(size),
      ofSteps_(size),
      directions_(static_cast<std::size_t>(2 * most) * size) {}

void Increments::forget() {
  ofThisTangent_ = false;
  secants_ = next_ = 0;
}

void Increments::forgetSteps() {
  knowsStep_ = false;
  ofSteps_.forget();
}

void Increments::startSolution(const std::vector<double>& predicted, const std::vector<double>& velocity, double step) {
  coordinates_ = static_cast<int>(predicted.size());
  if (!knowsStep_)
    for (int i = 0; i < coordinates_; ++i) moved_[i] = step * velocity[i];
  each(
      coordinates_, ahead_.data(), [](const auto& next, const auto& last) { return next - last; }, predicted.data(), moved_.data());
  isExtrapolated_ = false;
  isAgain_ = count_ > 0;
  if (isAgain_) total_.swap(before_);
  count_ = 0;
  std::fill(total_.begin(), total_.end(), 0.0);
}

void Increments::endStep() {
  each(
      coordinates_, total_.data(), [](const auto& ahead, const auto& total) { return ahead - total; }, ahead_.data(), total_.data());
  each(
      coordinates_, moved_.data(), [](const auto& last, const auto& change) { return last + change; }, moved_.data(), total_.data());
  if (!knowsStep_)  // a constant acceleration contributes a h²/2 beyond v h, and a h² from step to step
    for (int i = 0; i < coordinates_; ++i) total_[i] *= 2;
  knowsStep_ = true;
  ofSteps_.add(total_.data(), isExtrapolated_ && count_ <= 1);
}

void Increments::improve(double* x) {
  followSecants(x);
  note(x);
  ofThisTangent_ = true;
}

void Increments::note(const double* x) {
  std::copy_n(x, size_, last_.data());
  each(
      size_, total_.data(), [](const auto& total, const auto& increment) { return total + increment; }, total_.data(), x);
  ++count_;
}

bool Increments::extrapolate(double* x) {
  if (knowsStep_)
    ofSteps_.extrapolate(x);
  else
    std::fill_n(x, size_, 0.0);
  each(
      coordinates_, x, [](const auto& ahead, const auto& change) { return ahead - change; }, ahead_.data(), x);
  isExtrapolated_ = true;
  return knowsStep_;
}

bool Increments::repeat(double* x) const {
  if (!isAgain_) return false;
  std::copy_n(before_.data(), size_, x);
  return true;
}

void Increments::startFrom(const double* x) { std::copy_n(x, size_, total_.data()); }

double Increments::lastPart() const {
  const double all = dot(total_.data(), total_.data(), size_);
  return all > 0 ? std::sqrt(dot(last_.data(), last_.data(), size_) / all) : 0;
}

void Increments::followSecants(double* x) {
  const auto place = [this](int n) { return (next_ - secants_ + n + most) % most; };
  double along = dot(secants_ > 0 ? direction(place(0)) : last_.data(), x, size_);
  for (int n = 0; n < secants_; ++n)
    along = addAndDot(x, along, correction(place(n)), n + 1 < secants_ ? direction(place(n + 1)) : last_.data(), size_);
  if (count_ == 0 || !ofThisTangent_) return;
  // x would be zero if the inverse had been exact for the last increment.
  const double square = dot(last_.data(), last_.data(), size_), left = along;
  const double change = square - left;
  if (!(change > leastChange * square)) return;
  double* c = correction(next_);
  const double part = uniform(1 / change), rest = uniform(left);
  std::copy_n(last_.data(), size_, direction(next_));
  each(
      size_, c, [&](const auto& value) { return part * value; }, x);
  each(
      size_, x, [&](const auto& value, const auto& correction) { return value + rest * correction; }, x, c);
  next_ = (next_ + 1) % most;
  secants_ = std::min(secants_ + 1, most);
}

}  // namespace slipstick
