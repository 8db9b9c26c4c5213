// Results of a run as JSON and as CSV.
#pragma once

#include <string>

#include "core/simulation/simulation.h"

namespace slipstick {

/// The result file: status, message, statistics (with `wallSeconds`), sensors, eigenvalues. Never contains NaN.
Json resultJson(const Simulation& simulation, double wallSeconds);
/// A text as a cell of a CSV file: in quotes where it has to be, and never a formula for a spreadsheet, whoever wrote it. Numbers stay.
std::string csvCell(const std::string& text);
/// Time and all sensor components as columns, units in the header line.
std::string resultCsv(const Simulation& simulation);

}  // namespace slipstick
