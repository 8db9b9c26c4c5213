// A study: many runs of one model with varied parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace slipstick {

/// One parameter that a study varies: over a list of values, or over a range.
struct StudyAxis {
  std::string parameter;
  std::vector<double> values;  // for a list, or for a grid
  bool isRange = false;
  double from = 0, to = 0;  // for a range
  bool logarithmic = false;
};

/// The response of the linear model to an oscillation, for comparison with the first measure of a study of frequencies.
struct StudyResponse {
  std::string input, output;  // names, as in linear_signals.h
  double amplitude = 1;       // of the input
};

struct Study {
  enum class Sampling { grid, latinHypercube, random };

  std::vector<StudyAxis> axes;
  Sampling sampling = Sampling::grid;
  std::int64_t runs = 0;
  int seed = 1;
  std::vector<std::string> measures;  // measures of the model; all of them unless the document names some
  std::optional<StudyResponse> response;
};

}  // namespace slipstick
