// Loaded on demand: computed on request
#include "core/accuracy/common_times.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipstick {
namespace {

constexpr std::size_t ahead = 12, kept = 64;  // rows that an interpolation may use after and before its time
constexpr int eachSide = 3;                   // points of the polynomial

/// Times of steps are rounded, and counted from different starts.
double rounding(double time, double step) { return std::max(1e-7 * step, 16 * std::numeric_limits<double>::epsilon() * std::abs(time)); }

}  // namespace

void CommonTimes::add(int analysisStep, const double* row) {
  if (analysisStep != analysisStep_) resolve(true), recent_.clear(), analysisStep_ = analysisStep;
  recent_.insert(recent_.end(), row, row + width_ + 1);
  resolve(false);
  if (rows() > 2 * kept) recent_.erase(recent_.begin(), recent_.begin() + static_cast<std::ptrdiff_t>((rows() - kept) * (width_ + 1)));
}

void CommonTimes::resolve(bool all) {
  while (samples() < wanted_.time.size() && wanted_.analysisStep[samples()] == analysisStep_ && resolveNext(all)) continue;
}

/// Finds the values at the next wanted time; returns false if its rows are not there yet.
bool CommonTimes::resolveNext(bool all) {
  const double time = wanted_.time[samples()];
  std::size_t after = rows();
  while (after > 0 && timeOf(after - 1) >= time) --after;  // the first row at or after the time
  const auto near = [&](std::size_t row) {
    const double step = row > 0 ? timeOf(row) - timeOf(row - 1) : rows() > 1 ? timeOf(1) - timeOf(0) : 0;
    return std::abs(timeOf(row) - time) <= rounding(time, step);
  };
  for (const std::size_t row : {after, after - 1})
    if (row < rows() && near(row)) {
      values_.insert(values_.end(), valuesOf(row), valuesOf(row) + width_);
      return true;
    }
  if (after == 0 || after >= rows() || (!all && rows() - after < ahead)) return false;
  interpolate(time, after);
  return true;
}

/// The polynomial through up to three points on each side. Points much closer to each other than the interval would amplify rounding.
void CommonTimes::interpolate(double time, std::size_t after) {
  const double apart = 0.5 * (timeOf(after) - timeOf(after - 1));
  std::vector<std::size_t> points{after - 1, after};
  std::size_t last = after - 1;
  for (std::size_t row = last; row-- > 0 && points.size() < eachSide + 1;)
    if (timeOf(last) - timeOf(row) >= apart) points.push_back(last = row);
  last = after;
  for (std::size_t row = after + 1; row < rows() && points.size() < 2 * eachSide; ++row)
    if (timeOf(row) - timeOf(last) >= apart) points.push_back(last = row);
  values_.resize(values_.size() + width_);
  double* const sum = values_.data() + values_.size() - width_;
  for (const std::size_t i : points) {
    double weight = 1;
    for (const std::size_t k : points)
      if (k != i) weight *= (time - timeOf(k)) / (timeOf(i) - timeOf(k));
    for (std::size_t column = 0; column < width_; ++column) sum[column] += weight * valuesOf(i)[column];
  }
}

}  // namespace slipstick
