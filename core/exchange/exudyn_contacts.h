// Sets of contacts, which Exudyn represents by `GeneralContact` instead of items, and the sensors that measure them.
#pragma once

#include <string>
#include <vector>

#include "core/exchange/exudyn_items.h"
#include "core/exchange/exudyn_values.h"

namespace slipstick::exudyn {

/// The lines that create a set of contacts, by its number among the sets. Throws ExportError if Exudyn lacks its law.
std::vector<std::string> contactLines(int contact, const ScriptItems& items, ScriptValues& values);
/// The lines that create a `Distance` sensor.
std::vector<std::string> distanceSensorLines(int sensor, const ScriptItems& items, ScriptValues& values);

}  // namespace slipstick::exudyn
