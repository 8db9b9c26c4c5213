// Samples sensors and poses into the history.
#pragma once

#include <cstdint>

#include "core/recorder/history.h"
#include "core/recorder/measures.h"
#include "core/system/system.h"

namespace slipstick {

/// Writes a row at the start, then at the first step at or after each period, and always at the end. Rows have the times of steps;
/// nothing is interpolated.
class Recorder {
 public:
  Recorder(const System& system, Workspace& workspace);

  /// Starts an analysis step.
  void begin(double period, const State& state);
  /// Called after an accepted step. Returns whether a row was written.
  bool afterStep(const State& state, double endTime);

  /// Called at the end of a run that ends between two samples.
  void atEnd(const State& state);

  /// A position in the recording, from which it can continue. Returning to it removes later samples, unless the caller has taken them
  /// out of the history.
  struct Place {
    double period = 0;
    double origin = 0;         // time from which periods are counted
    std::int64_t periods = 0;  // number of counted periods; the next row is written at the end of the last one
    double last = 0;           // time of the last row
    std::int64_t written = 0;  // rows since the start of the run
  };
  const Place& place() const { return place_; }
  void goBack(const Place& place);

  /// Computes the sensor values in a state, in the order of a history row.
  void sensorsIn(const State& state, std::vector<double>& values);
  /// Computes the poses in a state, in the order of a history row.
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
  bool integrates_ = false;  // whether sensors integrate over all steps
  History history_;
  std::optional<MeasureRecorder> measures_;
  Place place_;
  std::vector<double> output_, sensorValues_;  // workspace of writeProfile()
};

}  // namespace slipstick
