#include "core/items/contact/neighbours.h"

#include <algorithm>
#include <cmath>

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

}  // namespace

void NeighbourSearch::setRadii(std::vector<double> radii) {
  radii_ = std::move(radii);
  const double smallest = radii_.empty() ? 1 : *std::min_element(radii_.begin(), radii_.end());
  levelOf_.clear();
  largest_.clear();
  for (const double radius : radii_) {
    const int level = std::clamp(binaryExponent(radius / smallest), 0, mostLevels - 1);
    levelOf_.push_back(level);
    if (level >= static_cast<int>(largest_.size())) largest_.resize(level + 1, 0.0);
    largest_[level] = std::max(largest_[level], radius);
  }
}

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

/// Puts every sphere into its cell.
void NeighbourSearch::fill(const std::vector<Vector3>& centers, double reach) {
  inverse_.clear();
  for (const double radius : largest_) inverse_.push_back(1 / (2 * radius + reach));
  const std::size_t count = centers.size();
  std::size_t buckets = 2;
  while (buckets < count) buckets *= 2;
  starts_.assign(buckets + 1, 0);
  levels_.resize(count), cells_.resize(count), members_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Vector3& p = centers[i];
    levels_[i] = std::isfinite(p.x + p.y + p.z) ? levelOf_[i] : -1;
    if (levels_[i] < 0) continue;
    cells_[i] = cellOf(p, levels_[i]);
    ++starts_[bucket(cells_[i], levels_[i])];
  }
  // Ends of the buckets; filling them from the back turns these into starts.
  for (std::size_t b = 1; b <= buckets; ++b) starts_[b] += starts_[b - 1];
  for (std::size_t i = count; i-- > 0;)
    if (levels_[i] >= 0) members_[--starts_[bucket(cells_[i], levels_[i])]] = static_cast<int>(i);
}

void NeighbourSearch::find(const std::vector<Vector3>& centers, const std::vector<Box>& boxes, double reach, std::vector<NearPair>& pairs) {
  const int count = static_cast<int>(centers.size());
  unsorted_.clear();
  fill(centers, reach);
  for (int i = 0; i < count; ++i) {
    if (levels_[i] < 0) continue;
    for (int level = levels_[i]; level < static_cast<int>(largest_.size()); ++level) {
      if (largest_[level] == 0) continue;
      const Cell cell = cellOf(centers[i], level);
      const auto visit = [&](int j) {
        if ((level > levels_[i] || j > i) && gap(centers[i], centers[j], radii_[i] + radii_[j]) < reach)
          unsorted_.push_back({std::min(i, j), std::max(i, j)});
      };
      for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) inCell({cell.x + dx, cell.y + dy, cell.z + dz}, level, visit);
    }
  }
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    const Box& box = boxes[b];
    const auto visit = [&](int i) {
      if (distance(centers[i], box) < radii_[i] + reach) unsorted_.push_back({i, count + static_cast<int>(b)});
    };
    for (int level = 0; level < static_cast<int>(largest_.size()); ++level) {
      if (largest_[level] == 0) continue;
      const double around = largest_[level] + reach;
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
  sort(pairs);
}

/// By the first of each pair with counts, then the few of each first by themselves.
void NeighbourSearch::sort(std::vector<NearPair>& pairs) {
  const std::size_t count = radii_.size();
  starts_.assign(count + 1, 0);
  for (const NearPair& pair : unsorted_) ++starts_[pair.first + 1];
  for (std::size_t i = 0; i < count; ++i) starts_[i + 1] += starts_[i];
  pairs.resize(unsorted_.size());
  for (const NearPair& pair : unsorted_) pairs[starts_[pair.first]++] = pair;
  int begin = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::sort(pairs.begin() + begin, pairs.begin() + starts_[i]);
    begin = starts_[i];
  }
}

}  // namespace slipstick
