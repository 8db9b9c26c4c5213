// The initial values of a node.
#pragma once

#include <vector>

namespace slipstick {

/// The initialCoordinates and initialVelocities of a node in a document.
struct NodeStart {
  int node = 0;
  std::vector<double> coordinates, velocities;
};

}  // namespace slipstick
