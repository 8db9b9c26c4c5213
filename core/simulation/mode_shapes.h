// How a model looks in its modes of vibration.
#pragma once

#include <vector>

#include "core/math/complex.h"

namespace slipstick {

class Recorder;
class System;
struct State;

/// Poses in a state, and how they move in its modes: pose + s Re(shape e^{iφ}) for a small s, the numbers of all poses one after the other.
struct ModeShapes {
  std::vector<double> poses;
  std::vector<std::vector<Complex>> shapes;  // of each mode
};

/// `modes`: variations of all coordinates, see EigenvalueResult.
ModeShapes poseShapes(const System& system, Recorder& recorder, const State& state, const std::vector<std::vector<Complex>>& modes);

}  // namespace slipstick
