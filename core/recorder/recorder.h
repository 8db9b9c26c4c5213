// Samples sensors and poses into the history.
#pragma once

#include <cstdint>

#include "core/recorder/history.h"
#include "core/recorder/measures.h"
#include "core/system/system.h"

namespace slipstick {

/// When a row is written: at the start, then at the first step at or after each period, and always at the end. Times are those of
/// steps; nothing is interpolated.
class Recorder {
 public:
  Recorder(const System& system, Workspace& workspace);

  /// Start of an analysis step.
  void begin(double period, const State& state);
  /// After an accepted step. Returns whether a row was written.
  bool afterStep(const State& state, double endTime);

  /// At the end of a run that ends between two samples.
  void atEnd(const State& state);

  /// Where recording stands: to go on from there again. Later samples are forgotten, as far as they were not taken elsewhere.
  struct Place {
    double period = 0;
    double origin = 0;         // when periods began that are counted
    std::int64_t periods = 0;  // since; the next row is written at the end of these
    double last = 0;           // time of the last row
    std::int64_t written = 0;  // rows since the start of the run
  };
  const Place& place() const { return place_; }
  void goBack(const Place& place);

  /// What the sensors show in a state, one after the other as in a row of the history.
  void sensorsIn(const State& state, std::vector<double>& values);
  /// The poses in a state, one after the other as in a row of the history.
  void posesIn(const State& state, std::vector<double>& numbers);

  History& history() { return history_; }
  const History& history() const { return history_; }
  std::vector<MeasureValue> measures() const { return measures_->values(); }

 private:
  void write(const State& state);
  void writePoses(const Evaluation& at, double* first);
  void writeProfile(const Profile& profile, const Evaluation& at, double* row, double* out);

  const System& system_;
  Workspace& workspace_;
  History history_;
  std::optional<MeasureRecorder> measures_;
  Place place_;
  std::vector<double> output_, sensorValues_;  // memory of writeProfile()
};

}  // namespace slipstick
