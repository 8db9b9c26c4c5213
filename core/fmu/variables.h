// The variables of a model as a functional mock-up unit: time, its parameters, its inputs, and its sensors as outputs.
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

/// The variables in the order of their value references, from 0.
std::vector<FmuVariable> fmuVariables(const Model& model);

/// The last dynamic step of the analysis, which a unit advances.
struct FmuTiming {
  int analysisStep;
  double startTime, stopTime, stepSize;  // s
};
/// Returns nothing if the last step of the model is not dynamic or has no fixed step size; `message` gives the reason.
std::optional<FmuTiming> fmuTiming(const Model& model, std::string& message);

/// The token of a unit: it identifies the document and the version of the program that wrote it. A caller passes it when it creates an
/// instance.
std::string fmuToken(const std::string& document);

}  // namespace slipstick
