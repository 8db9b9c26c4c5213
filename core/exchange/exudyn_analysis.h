// The analysis of a model in a script for Exudyn.
#pragma once

#include <string>
#include <vector>

#include "core/exchange/exudyn_items.h"
#include "core/exchange/exudyn_values.h"

namespace slipstick::exudyn {

/// The lines of each step; content that the script lacks is added to `leftOut`.
std::vector<std::string> analysisSteps(const ScriptItems& items, ScriptValues& values, std::vector<std::string>& leftOut);

}  // namespace slipstick::exudyn
