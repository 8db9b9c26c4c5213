// The variables of a model as a functional mock-up unit has them: time, its parameters, its inputs, and its sensors as outputs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/model.h"

namespace slipstick {

struct FmuVariable {
  enum class Kind { time, parameter, input, output } kind;
  std::string name, unit, description;
  double start = 0;
  std::optional<double> min, max;
  std::string item;  // the parameter, the input or the sensor in the document
};

/// In the order of their value references, from 0.
std::vector<FmuVariable> fmuVariables(const Model& model);

/// The last dynamic step of the analysis, by which a unit goes on.
struct FmuTiming {
  int analysisStep;
  double startTime, stopTime, stepSize;  // s
};
/// Nothing where the model has no dynamic step at its end, or one without fixed steps; `message` says so.
std::optional<FmuTiming> fmuTiming(const Model& model, std::string& message);

/// The token of a unit: which document it has and which version of the program wrote it. A caller shows it when it makes an instance.
std::string fmuToken(const std::string& document);

}  // namespace slipstick
