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
/// Final values of all sensors, the measures and the counters of the run.
std::string summaryTable(const Simulation& simulation, double wallSeconds);
/// The reference of itemReference() as text: a list of all types, or all about one.
std::string referenceText(const Json& reference, bool details);

}  // namespace slipstick
