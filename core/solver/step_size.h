// Step sizes of solvers with a fixed grid that shorten steps on failure and recover afterwards.
#pragma once

#include <algorithm>
#include <optional>

#include "core/model/model.h"

namespace slipstick {

class StepSize {
 public:
  /// Every reduction shrinks the step by at least this factor, so that attempts come to an end.
  static constexpr double mostDecrease = 0.999;

  StepSize(const AnalysisStep& settings, double largest)
      : settings_(settings), largest_(largest), smallest_(std::min(settings.minimumStepSize, largest)), size_(largest) {}

  double size() const { return size_; }
  double largest() const { return largest_; }
  void shorten(double size) { size_ = size; }

  /// After a failed attempt; `recommended` < 0 is none. Returns false if the step is at its minimum already.
  bool reduce(double recommended) {
    if (size_ <= smallest_) return false;
    size_ = recommended >= 0 ? std::min(0.75 * size_, recommended) : size_ * std::min(mostDecrease, settings_.adaptiveStepDecrease);
    size_ = std::max(smallest_, size_);
    sinceReduction_ = 0;
    return true;
  }
  /// Whether the next step is not asked how many iterations it takes: at the full size, and at a reduced one where the steps so far took
  /// too many to grow again. There, one step in some is asked.
  bool isNotAsked() const {
    constexpr int apart = 16;
    const int since = sinceReduction_ - settings_.adaptiveStepRecoverySteps;
    return size_ == largest_ || (since >= 0 && (since + 1) % apart != 0);
  }
  /// After an accepted step that took so many iterations of the method as it is set; none if it was not asked.
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
