// When steps end. Steps of equal size are counted from where their size last changed, not added up: 36 000 steps of 0.1 s end at 3600 s.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace slipstick {

class StepClock {
 public:
  /// With `counts` false times are summed nevertheless, as they are in Exudyn.
  StepClock(double start, double end, bool counts = true) : end_(end), counts_(counts), origin_(start), now_(start) {}

  struct Step {
    double size, time;  // time: at its end
  };

  /// A step of about this size from here, s. One that would go beyond the end, or leave less than a millionth of its size before it, goes
  /// to the end. Whoever stands at the end already goes on beyond it.
  Step next(double size) const {
    const bool counts = counts_ && size == size_;
    const Step step{size, counts ? origin_ + static_cast<double>(count_ + 1) * size : now_ + size};
    if (now_ >= end_) return step;
    constexpr double leftOver = 1e-6;
    const double rounding = 8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(now_), std::abs(end_));
    if (std::abs(step.time - end_) <= std::min(rounding, size / 2)) return {size, end_};
    return step.time > end_ - leftOver * size ? Step{end_ - now_, end_} : step;
  }

  /// The step was made.
  void advance(const Step& step) {
    if (step.size != size_) origin_ = now_, size_ = step.size, count_ = 0;
    ++count_;
    now_ = step.time;
  }

  bool atEnd() const { return now_ >= end_; }

 private:
  double end_;
  bool counts_;
  double origin_;           // where counting began
  double size_ = -1;        // of the steps that are counted
  std::int64_t count_ = 0;  // steps since
  double now_;
};

}  // namespace slipstick
