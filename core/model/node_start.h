// How a node starts.
#pragma once

#include <vector>

namespace slipstick {

/// What a document writes as the initialCoordinates and initialVelocities of a node.
struct NodeStart {
  int node = 0;
  std::vector<double> coordinates, velocities;
};

}  // namespace slipstick
