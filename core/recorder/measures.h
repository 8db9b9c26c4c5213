// The measures of a run, computed from recorded data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/recorder/history.h"

namespace slipstick {

struct MeasureValue {
  std::optional<double> value;
  std::string reason;  // reason for a missing value
};

/// Stores the data of every sample that the measures need, even if samples are removed from the history.
class MeasureRecorder {
 public:
  MeasureRecorder(const Model& model, const History& history);
  /// Adds a row of the history.
  void add(const double* row);
  /// Removes all but the first samples.
  void keep(std::int64_t samples);
  /// Returns the values of all measures of the model. Integrals follow the trapezoidal rule. Changes of a condition are located between
  /// samples, by the parabola through three values of the compared quantity.
  std::vector<MeasureValue> values() const;

 private:
  const Model& model_;
  std::vector<int> columns_;               // columns of the history, time first; empty without measures
  std::vector<std::vector<int>> sources_;  // for each measure: indices in a row of the inputs of its formulas
  std::vector<double> rows_;
};

}  // namespace slipstick
