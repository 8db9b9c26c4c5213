// Step sizes of solvers with a fixed grid that shorten steps on failure and recover afterwards.
#pragma once

#include <algorithm>
#include <optional>

#include "core/model/model.h"

namespace slipstick {

class StepSize {
 public:
  /// Every reduction shrinks the step by at least this factor, so that the number of attempts is finite. A factor of 1 or more in a
  /// document is replaced by 0.9.
  static constexpr double mostDecrease = 0.999;

  StepSize(const AnalysisStep& settings, double largest)
      : settings_(settings), largest_(largest), smallest_(std::min(settings.minimumStepSize, largest)), size_(largest) {}

  double size() const { return size_; }
  double largest() const { return largest_; }
  double smallest() const { return smallest_; }
  void set(double size) { size_ = size; }

  /// Called after a failed attempt; `recommended` < 0 means no recommendation. Returns false if the step is already at its minimum.
  bool reduce(double recommended) {
    if (size_ <= smallest_) return false;
    const double factor = settings_.adaptiveStepDecrease;
    size_ = recommended >= 0 ? std::min(0.75 * size_, recommended) : size_ * (factor < 1 ? std::min(mostDecrease, factor) : 0.9);
    size_ = std::max(smallest_, size_);
    sinceReduction_ = 0;
    return true;
  }
  /// Returns whether the next step need not count its iterations: at the full size, and in 15 of 16 steps at a reduced size if earlier
  /// ones took too many iterations to grow again.
  bool mayLeaveUncounted() const {
    constexpr int apart = 16;
    const int since = sinceReduction_ - settings_.adaptiveStepRecoverySteps;
    return size_ == largest_ || (since >= 0 && (since + 1) % apart != 0);
  }
  /// Called after an accepted step with its iterations of the configured method, or without a number if they were not counted.
  void recover(std::optional<int> iterations) {
    ++sinceReduction_;
    if (!iterations || !settings_.adaptiveStep || sinceReduction_ < settings_.adaptiveStepRecoverySteps ||
        *iterations > settings_.adaptiveStepRecoveryIterations)
      return;
    size_ = std::clamp(settings_.adaptiveStepIncrease * size_, smallest_, largest_);
    sinceReduction_ = 0;
  }

 private:
  const AnalysisStep& settings_;
  double largest_;
  double smallest_;
  double size_;
  int sinceReduction_ = 0;
};

}  // namespace slipstick
