// The measures of a run, from what was recorded.
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
  std::string reason;  // why there is none
};

/// Keeps of every sample what the measures need, also when samples are taken out of the history.
class MeasureRecorder {
 public:
  MeasureRecorder(const Model& model, const History& history);
  /// A row of the history.
  void add(const double* row);
  /// Forgets all but the first samples.
  void keep(std::int64_t samples);
  /// Of all measures of the model. Integrals follow the trapezoidal rule; a change of a condition is found between samples, by the parabola
  /// through three values of what is compared.
  std::vector<MeasureValue> values() const;

 private:
  const Model& model_;
  std::vector<int> columns_;               // of the history, time first; none without measures
  std::vector<std::vector<int>> sources_;  // of each measure: the places in a row of what its formulas read
  std::vector<double> rows_;
};

}  // namespace slipstick
