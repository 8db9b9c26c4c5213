// Formats the program's output for people.
#pragma once

#include <string>
#include <vector>

#include "core/simulation/simulation.h"

namespace slipstick {

/// Columns aligned to the left.
std::string alignedText(const std::vector<std::vector<std::string>>& rows);
std::string csvText(const std::vector<std::vector<std::string>>& rows);
/// A number with at most four digits.
std::string roundedText(double value);
/// The name, value and unit of each measure, or the reason why it has no value.
std::string measuresText(const Simulation& simulation);
/// Remarks on a run in addition to its numbers: why it ended, warnings, advice.
std::vector<std::string> remarksOn(const Simulation& simulation);
/// The remarks, the final values of all sensors, the measures and the counters of the run.
std::string summaryTable(const Simulation& simulation, double wallSeconds);

}  // namespace slipstick
