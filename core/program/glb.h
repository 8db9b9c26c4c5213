// A run as a glTF file for Blender and viewers in browsers: bodies, springs and cables in their colours, and their motion.
#pragma once

#include <string>

#include "core/simulation/simulation.h"

namespace slipstick {

/// The bytes of a GLB file (glTF 2.0, y up) of the recorded run. The motion has at most `mostFrames` times. Text and arrows of sensors are
/// omitted.
std::string glbOf(const Simulation& simulation, int mostFrames = 1000);

}  // namespace slipstick
