// The shapes of a model in its vibration modes.
#pragma once

#include <vector>

#include "core/math/complex.h"

namespace slipstick {

class Recorder;
class System;
struct State;

/// Poses in a state, and their motion in its modes: pose + s Re(shape e^{iφ}) for a small s, with the numbers of all poses
/// consecutively.
struct ModeShapes {
  std::vector<double> poses;
  std::vector<std::vector<Complex>> shapes;  // for each mode
};

/// `modes`: variations of all coordinates, see EigenvalueResult.
ModeShapes poseShapes(const System& system, Recorder& recorder, const State& state, const std::vector<std::vector<Complex>>& modes);

}  // namespace slipstick
