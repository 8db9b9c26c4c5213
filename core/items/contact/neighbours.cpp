#include "core/items/contact/neighbours.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/math/elementary.h"

namespace slipstick {
namespace {

constexpr int mostLevels = 24;
constexpr double farthest = 1e9;  // cells from the origin

double gap(const Vector3& a, const Vector3& b, double radii) { return norm(b - a) - radii; }

double distance(const Vector3& point, const Box& box) {
  Vector3 outside;
  for (int k = 0; k < 3; ++k) outside[k] = std::max({box.least[k] - point[k], point[k] - box.most[k], 0.0});
  return norm(outside);
}

/// Sorts by the first index with a counting sort, then sorts the few pairs of each first index.
std::vector<NearPair> sorted(const std::vector<NearPair>& pairs, int spheres) {
  std::vector<int> starts(spheres + 1, 0);
  for (const NearPair& pair : pairs) ++starts[pair.first + 1];
  for (int i = 0; i < spheres; ++i) starts[i + 1] += starts[i];
  std::vector<NearPair> list(pairs.size());
  for (const NearPair& pair : pairs) list[starts[pair.first]++] = pair;
  int begin = 0;
  for (int i = 0; i < spheres; ++i) {
    std::sort(list.begin() + begin, list.begin() + starts[i]);
    begin = starts[i];
  }
  return list;
}

/// Grids of cells, one for each power of two of the radii. A sphere searches the 27 cells around it, in its own grid and in the coarser
/// grids, so that a few large spheres among many small ones add no cost. Cells are found by a hash of their position.
class NeighbourSearch {
 public:
  /// Puts every sphere into its cell.
  NeighbourSearch(std::span<const Vector3> centers, std::span<const double> radii, double reach);
  std::vector<NearPair> find(std::span<const Box> boxes) const;

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

  std::span<const Vector3> centers_;
  std::span<const double> radii_;
  double reach_;
  std::vector<int> levels_;      // by sphere; -1: position not finite
  std::vector<double> largest_;  // by level: the largest radius, 0 for a level without spheres
  std::vector<double> inverse_;  // by level: 1 / edge of a cell
  std::vector<Cell> cells_;      // by sphere
  std::vector<int> starts_, members_;
};

NeighbourSearch::Cell NeighbourSearch::cellOf(const Vector3& point, int level) const {
  const auto along = [&](double x) { return static_cast<std::int32_t>(std::floor(std::clamp(x * inverse_[level], -farthest, farthest))); };
  return {along(point.x), along(point.y), along(point.z)};
}

std::size_t NeighbourSearch::bucket(const Cell& cell, int level) const {
  const std::uint32_t hash = static_cast<std::uint32_t>(cell.x) * 73856093u ^ static_cast<std::uint32_t>(cell.y) * 19349663u ^
                             static_cast<std::uint32_t>(cell.z) * 83492791u ^ static_cast<std::uint32_t>(level) * 2654435761u;
  return (hash ^ hash >> 15) & (starts_.size() - 2);
}

template <class Visit>
void NeighbourSearch::inCell(const Cell& cell, int level, const Visit& visit) const {
  const std::size_t place = bucket(cell, level);
  for (int k = starts_[place]; k < starts_[place + 1]; ++k)
    if (const int i = members_[k]; levels_[i] == level && cells_[i] == cell) visit(i);
}

NeighbourSearch::NeighbourSearch(std::span<const Vector3> centers, std::span<const double> radii, double reach)
    : centers_(centers), radii_(radii), reach_(reach) {
  const std::size_t count = centers.size();
  const double smallest = radii.empty() ? 1 : *std::min_element(radii.begin(), radii.end());
  levels_.resize(count), cells_.resize(count), members_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const int level = std::clamp(binaryExponent(radii[i] / smallest), 0, mostLevels - 1);
    if (level >= static_cast<int>(largest_.size())) largest_.resize(level + 1, 0.0);
    largest_[level] = std::max(largest_[level], radii[i]);
    levels_[i] = std::isfinite(centers[i].x + centers[i].y + centers[i].z) ? level : -1;
  }
  for (const double radius : largest_) inverse_.push_back(1 / (2 * radius + reach));
  std::size_t buckets = 2;
  while (buckets < count) buckets *= 2;
  starts_.assign(buckets + 1, 0);
  for (std::size_t i = 0; i < count; ++i) {
    if (levels_[i] < 0) continue;
    cells_[i] = cellOf(centers[i], levels_[i]);
    ++starts_[bucket(cells_[i], levels_[i])];
  }
  // End offsets of the buckets; filling them from the back turns these into start offsets.
  for (std::size_t b = 1; b <= buckets; ++b) starts_[b] += starts_[b - 1];
  for (std::size_t i = count; i-- > 0;)
    if (levels_[i] >= 0) members_[--starts_[bucket(cells_[i], levels_[i])]] = static_cast<int>(i);
}

std::vector<NearPair> NeighbourSearch::find(std::span<const Box> boxes) const {
  const int count = static_cast<int>(centers_.size());
  std::vector<NearPair> unsorted;
  for (int i = 0; i < count; ++i) {
    if (levels_[i] < 0) continue;
    for (int level = levels_[i]; level < static_cast<int>(largest_.size()); ++level) {
      if (largest_[level] == 0) continue;
      const Cell cell = cellOf(centers_[i], level);
      const auto visit = [&](int j) {
        if ((level > levels_[i] || j > i) && gap(centers_[i], centers_[j], radii_[i] + radii_[j]) < reach_)
          unsorted.push_back({std::min(i, j), std::max(i, j)});
      };
      for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) inCell({cell.x + dx, cell.y + dy, cell.z + dz}, level, visit);
    }
  }
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    const Box& box = boxes[b];
    const auto visit = [&](int i) {
      if (distance(centers_[i], box) < radii_[i] + reach_) unsorted.push_back({i, count + static_cast<int>(b)});
    };
    for (int level = 0; level < static_cast<int>(largest_.size()); ++level) {
      if (largest_[level] == 0) continue;
      const double around = largest_[level] + reach_;
      const Vector3 more{around, around, around};
      const Cell least = cellOf(box.least - more, level), most = cellOf(box.most + more, level);
      const double cells = (static_cast<double>(most.x) - least.x + 1) * (static_cast<double>(most.y) - least.y + 1) *
                           (static_cast<double>(most.z) - least.z + 1);
      if (!(cells < count)) {
        for (int i = 0; i < count; ++i)
          if (levels_[i] == level) visit(i);
        continue;
      }
      for (int z = least.z; z <= most.z; ++z)
        for (int y = least.y; y <= most.y; ++y)
          for (int x = least.x; x <= most.x; ++x) inCell({x, y, z}, level, visit);
    }
  }
  return sorted(unsorted, count);
}

}  // namespace

std::vector<NearPair> nearPairs(std::span<const Vector3> centers, std::span<const double> radii, std::span<const Box> boxes, double reach) {
  return NeighbourSearch(centers, radii, reach).find(boxes);
}

}  // namespace slipstick
