// What the program prints for a person.
#pragma once

#include <string>

#include "core/simulation/simulation.h"

namespace slipstick {

/// Final values of all sensors and the counters of the run.
std::string summaryTable(const Simulation& simulation, double wallSeconds);
/// The reference of itemReference() as text: a list of all types, or all about one.
std::string referenceText(const Json& reference, bool details);

}  // namespace slipstick
