// What the program prints for a person.
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
/// Name, value and unit of the measures, or why one has no value.
std::string measuresText(const Simulation& simulation);
/// What a person should know of a run beside its numbers: why it ended, cautions, advice.
std::vector<std::string> remarksOn(const Simulation& simulation);
/// These remarks, final values of all sensors, the measures and the counters of the run.
std::string summaryTable(const Simulation& simulation, double wallSeconds);

}  // namespace slipstick
