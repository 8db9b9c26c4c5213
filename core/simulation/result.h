// Results of a run as JSON and as CSV.
#pragma once

#include <string>

#include "core/simulation/simulation.h"

namespace slipstick {

/// Returns the result file: status, message, statistics (with `wallSeconds`), sensors, eigenvalues. It never contains NaN.
Json resultJson(const Simulation& simulation, double wallSeconds);
/// Returns a text as a cell of a CSV file: quoted if necessary, and never a formula for a spreadsheet, whoever wrote it. Numbers are
/// unchanged.
std::string csvCell(const std::string& text);
/// Returns time and all sensor components as columns, with units in the header line.
std::string resultCsv(const Simulation& simulation);

}  // namespace slipstick
