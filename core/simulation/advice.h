// Advice on a run that takes more steps than requested.
#pragma once

#include <string>

#include "core/model/model.h"

namespace slipstick {

/// Returns, for a dynamic step that has taken twice the requested number of steps, the settings that made them so short, in two
/// sentences. `average`: their mean size so far, s.
std::string adviceOnShortSteps(const Model& model, const AnalysisStep& step, double average);

}  // namespace slipstick
