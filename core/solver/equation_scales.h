// The scales of constraint deviations. They make a model in millimetres satisfy its constraints as precisely as one in metres.
#pragma once

#include <vector>

#include "core/system/system.h"

namespace slipstick {

/// Returns the diagonal of the bounding box of all markers at the reference coordinates, in m: at most 1, and 1 if all markers coincide.
double lengthScale(const System& system);

/// Returns a scale for each constraint equation: lengthScale() for equations in metres, 1 for others.
std::vector<double> equationScales(const System& system);

}  // namespace slipstick
