// Advice on a run that took more steps than were asked for.
#pragma once

#include <string>

#include "core/model/model.h"

namespace slipstick {

/// Of a dynamic step of the analysis that has taken twice the steps that were asked for: which settings made them so short, in two
/// sentences. `average`: their size so far, s.
std::string adviceOnShortSteps(const Model& model, const AnalysisStep& step, double average);

}  // namespace slipstick
