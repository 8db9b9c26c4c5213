// Neighbour search among many spheres, and between spheres and boxes, in a time proportional to their number.
#pragma once

#include <span>
#include <vector>

#include "core/math/vector.h"

namespace slipstick {

struct NearPair {
  int first, second;
  bool operator<(const NearPair& other) const { return first != other.first ? first < other.first : second < other.second; }
  bool operator==(const NearPair&) const = default;
};
struct Box {
  Vector3 least, most;
};

/// All pairs (i, j), i < j, of spheres whose surfaces are closer than `reach`, and (i, n + b) if sphere i is closer than that to box b; n
/// is the number of spheres. The pairs are sorted, so that the result depends on nothing else. Spheres without a finite position have no
/// neighbours.
std::vector<NearPair> nearPairs(std::span<const Vector3> centers, std::span<const double> radii, std::span<const Box> boxes, double reach);

}  // namespace slipstick
