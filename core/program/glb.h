// A run as a glTF file: bodies, springs and cables in their colours, and how they move, for Blender and viewers in browsers.
#pragma once

#include <string>

#include "core/simulation/simulation.h"

namespace slipstick {

/// The bytes of a GLB file (glTF 2.0, y up) of what was recorded. Motion has at most `mostFrames` times. Words and arrows of sensors are
/// left out.
std::string glbOf(const Simulation& simulation, int mostFrames = 1000);

}  // namespace slipstick
