// The end times of steps. Steps of equal size are counted from the last change of size, not summed: 36 000 steps of 0.1 s end at 3600 s.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace slipstick {

class StepClock {
 public:
  /// With `counts` false, times are summed as in Exudyn.
  StepClock(double start, double end, bool counts = true) : end_(end), counts_(counts), origin_(start), now_(start) {}

  struct Step {
    double size, time;  // time: at its end
  };

  /// Returns a step of about this size from the current time, in s. A step that would pass the end, or leave less than a millionth of
  /// its size before it, is adjusted to end there. At the end itself, the next step continues beyond it.
  Step next(double size) const {
    const bool counts = counts_ && size == size_;
    const Step step{size, counts ? origin_ + static_cast<double>(count_ + 1) * size : now_ + size};
    if (now_ >= end_) return step;
    constexpr double leftOver = 1e-6;
    const double rounding = 8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(now_), std::abs(end_));
    if (std::abs(step.time - end_) <= std::min(rounding, size / 2)) return {size, end_};
    return step.time > end_ - leftOver * size ? Step{end_ - now_, end_} : step;
  }

  /// Records a completed step.
  void advance(const Step& step) {
    if (step.size != size_) origin_ = now_, size_ = step.size, count_ = 0;
    ++count_;
    now_ = step.time;
  }

  bool atEnd() const { return now_ >= end_; }

 private:
  double end_;
  bool counts_;
  double origin_;           // time at which counting started
  double size_ = -1;        // size of the counted steps
  std::int64_t count_ = 0;  // number of counted steps
  double now_;
};

}  // namespace slipstick
