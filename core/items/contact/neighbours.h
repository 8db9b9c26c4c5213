// Neighbours among many spheres, and between spheres and boxes, in a time that grows with their number.
#pragma once

#include <cstdint>
#include <vector>

#include "core/math/vector.h"
#include "core/system/bytes.h"

namespace slipstick {

struct NearPair {
  int first, second;
  bool operator<(const NearPair& other) const { return first != other.first ? first < other.first : second < other.second; }
  bool operator==(const NearPair&) const = default;
};
struct Box {
  Vector3 least, most;
};

/// Grids of cells, one for each power of two of the radii: a sphere looks into the 27 cells around it, in its own grid and in the coarser
/// ones, so that few large spheres among many small ones cost nothing. Cells are found by a hash of their place.
class NeighbourSearch {
 public:
  void setRadii(std::vector<double> radii);
  /// All pairs (i, j), i < j, of spheres whose surfaces are nearer than `reach`, and (i, n + b) where sphere i is nearer than that to
  /// box b; n is the number of spheres. In their order, which depends on nothing else. Spheres without a place have no neighbours.
  void find(const std::vector<Vector3>& centers, const std::vector<Box>& boxes, double reach, std::vector<NearPair>& pairs);
  /// Beside the object itself.
  std::size_t bytes() const { return bytesOf(radii_, levels_, levelOf_, largest_, inverse_, cells_, starts_, members_, unsorted_); }

 private:
  struct Cell {
    std::int32_t x, y, z;
    bool operator==(const Cell&) const = default;
  };
  Cell cellOf(const Vector3& point, int level) const;
  std::size_t bucket(const Cell& cell, int level) const;
  /// Calls `visit` with each sphere of a cell.
  template <class Visit>
  void inCell(const Cell& cell, int level, const Visit& visit) const;
  void fill(const std::vector<Vector3>& centers, double reach);
  void sort(std::vector<NearPair>& pairs);

  std::vector<double> radii_;
  std::vector<int> levels_;      // by sphere; -1: without a place
  std::vector<int> levelOf_;     // by sphere, from its radius
  std::vector<double> largest_;  // by level: the largest radius, 0 of one without spheres
  std::vector<double> inverse_;  // by level: 1 / edge of a cell
  std::vector<Cell> cells_;      // by sphere
  std::vector<int> starts_, members_;
  std::vector<NearPair> unsorted_;
};

}  // namespace slipstick
