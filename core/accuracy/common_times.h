// The values of a run at the times of another run's samples.
#pragma once

#include <cstddef>
#include <vector>

namespace slipstick {

/// The times of samples, each with its step of the analysis: time may restart in the next step.
struct SampleTimes {
  std::vector<double> time;
  std::vector<int> analysisStep;
};

/// Takes the steps of a run one after another and keeps the values at the wanted times. Steps usually end at these; values between steps
/// are interpolated.
class CommonTimes {
 public:
  CommonTimes(const SampleTimes& wanted, std::size_t width) : wanted_(wanted), width_(width) {}

  /// `row`: time and values at the end of a step, or at the start of an analysis step.
  void add(int analysisStep, const double* row);
  /// No step follows.
  void finish() { resolve(true); }
  /// The number of wanted times with values, from the first on.
  std::size_t samples() const { return values_.size() / width_; }
  /// One sample after another, without times.
  std::vector<double> take() { return std::move(values_); }

 private:
  std::size_t rows() const { return recent_.size() / (width_ + 1); }
  double timeOf(std::size_t row) const { return recent_[row * (width_ + 1)]; }
  const double* valuesOf(std::size_t row) const { return recent_.data() + row * (width_ + 1) + 1; }
  void resolve(bool all);
  bool resolveNext(bool all);
  void interpolate(double time, std::size_t after);

  const SampleTimes& wanted_;
  std::size_t width_;
  int analysisStep_ = -1;
  std::vector<double> recent_;  // the last rows of the analysis step
  std::vector<double> values_;
};

}  // namespace slipstick
