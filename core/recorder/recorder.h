// Samples sensors and poses into the history.
#pragma once

#include "core/recorder/history.h"
#include "core/system/system.h"

namespace slipstick {

/// When a row is written: at the start, then at the first step at or after each period, and always at the end. Times are those of
/// steps; nothing is interpolated.
class Recorder {
 public:
  explicit Recorder(System& system);

  /// Start of an analysis step.
  void begin(double period, const State& state);
  /// After an accepted step of size `stepSize`. Returns whether a row was written.
  bool afterStep(const State& state, double endTime, double stepSize);

  History& history() { return history_; }
  const History& history() const { return history_; }

 private:
  void write(const State& state);
  void writeProfile(const Profile& profile, double* row, double* out);

  System& system_;
  History history_;
  double period_ = 0;
  double next_ = 0;                            // next time to write
  std::vector<double> output_, sensorValues_;  // memory of writeProfile()
};

}  // namespace slipstick
