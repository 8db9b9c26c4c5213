// What deviations of constraints are compared with, so that a model in millimetres is held as exactly as one in metres.
#pragma once

#include <vector>

#include "core/system/system.h"

namespace slipstick {

/// The diagonal of the box around all markers at the reference coordinates, m; at most 1, and 1 where all lie in one point.
double lengthScale(const System& system);

/// For each constraint equation: lengthScale() of those in metres, 1 of others.
std::vector<double> equationScales(const System& system);

}  // namespace slipstick
