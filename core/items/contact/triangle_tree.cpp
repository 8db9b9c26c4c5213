// Compiled for size: few models have sensors that look at triangles.
// Loaded on demand: for the same reason.
#include "core/items/contact/triangle_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slipstick {
namespace {

Box around(std::span<const int> triangles, std::span<const Vector3> corners) {
  Box box{corners[3 * triangles[0]], corners[3 * triangles[0]]};
  for (const int triangle : triangles)
    for (int c = 3 * triangle; c < 3 * triangle + 3; ++c)
      for (int k = 0; k < 3; ++k) box.least[k] = std::min(box.least[k], corners[c][k]), box.most[k] = std::max(box.most[k], corners[c][k]);
  // expanded by more than the rounding error: a box must not hide its contents
  double size = 0;
  for (int k = 0; k < 3; ++k) size = std::max({size, std::abs(box.least[k]), std::abs(box.most[k])});
  for (int k = 0; k < 3; ++k) box.least[k] -= 1e-9 * size, box.most[k] += 1e-9 * size;
  return box;
}

/// Moves the half with smaller coordinates along an axis to the front (Hoare's selection).
void halve(std::span<int> triangles, std::span<const Vector3> corners, int axis) {
  const auto place = [&](int i) {
    const Vector3* corner = &corners[3 * triangles[i]];
    return corner[0][axis] + corner[1][axis] + corner[2][axis];
  };
  const int middle = static_cast<int>(triangles.size()) / 2;
  for (int first = 0, last = static_cast<int>(triangles.size()) - 1; first < last;) {
    const double pivot = place(middle);
    int i = first, j = last;
    while (i <= j) {
      while (place(i) < pivot) ++i;
      while (pivot < place(j)) --j;
      if (i <= j) std::swap(triangles[i++], triangles[j--]);
    }
    if (j < middle) first = i;
    if (i > middle) last = j;
  }
}

}  // namespace

int TriangleTrees::grow(std::span<const Vector3> corners) {
  const int root = static_cast<int>(nodes_.size());
  std::vector<int> all(corners.size() / 3);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  add(all, corners);
  return root;
}

void TriangleTrees::add(std::span<int> triangles, std::span<const Vector3> corners) {
  const std::size_t own = nodes_.size();
  const int count = static_cast<int>(triangles.size());
  const Box box = around(triangles, corners);
  nodes_.push_back({box, static_cast<int>(triangles_.size()), count, 0});
  if (count <= fewTriangles) {
    for (const int triangle : triangles) {
      const Vector3* corner = &corners[3 * triangle];
      triangles_.push_back({corner[0], {corner[1] - corner[0], corner[2] - corner[0]}});
    }
    return;
  }
  int axis = 0;
  for (int k = 1; k < 3; ++k)
    if (box.most[k] - box.least[k] > box.most[axis] - box.least[axis]) axis = k;
  halve(triangles, corners, axis);
  add(triangles.first(count / 2), corners);
  const int second = static_cast<int>(nodes_.size());
  add(triangles.subspan(count / 2), corners);
  nodes_[own].first = second, nodes_[own].count = 0, nodes_[own].axis = axis;
}

double TriangleTrees::meet(int root, const Line& line, double most) const {
  int waiting[deepest], count = 0;
  waiting[count++] = root;
  while (count > 0) {
    const int number = waiting[--count];
    const Node& node = nodes_[number];
    if (!passes(node.box, line, most)) continue;
    for (int t = node.first; t < node.first + node.count; ++t) most = meet(triangles_[t], line, most);
    if (node.count > 0) continue;
    const bool forwards = line.direction[node.axis] >= 0;  // the nearer half first
    waiting[count++] = forwards ? node.first : number + 1;
    waiting[count++] = forwards ? number + 1 : node.first;
  }
  return most;
}

/// Whether the line between `least` and `most` intersects a box.
bool TriangleTrees::passes(const Box& box, const Line& line, double most) {
  double from = line.least, to = most;
  for (int k = 0; k < 3; ++k) {
    const double direction = line.direction[k], below = box.least[k] - line.start[k], above = box.most[k] - line.start[k];
    if (direction == 0) {
      if (below > 0 || above < 0) return false;
      continue;
    }
    const double inverse = 1 / direction, first = below * inverse, last = above * inverse;
    from = std::max(from, std::min(first, last)), to = std::min(to, std::max(first, last));
  }
  return from <= to;
}

double TriangleTrees::meet(const Triangle& triangle, const Line& line, double most) {
  constexpr double edge = 1e-12;  // relative to the sides: a line through the common edge of two triangles must not miss both
  const Vector3 across = cross(line.direction, triangle.sides[1]);
  const double volume = dot(triangle.sides[0], across);
  if (volume == 0) return most;  // parallel to the face
  const Vector3 from = line.start - triangle.corner;
  const double first = dot(from, across) / volume;
  if (first < -edge || first > 1 + edge) return most;
  const Vector3 up = cross(from, triangle.sides[0]);
  const double second = dot(line.direction, up) / volume;
  if (second < -edge || first + second > 1 + edge) return most;
  const double distance = dot(triangle.sides[1], up) / volume;
  return distance >= line.least && distance < most ? distance : most;
}

}  // namespace slipstick
