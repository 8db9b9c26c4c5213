// Triangles in a hierarchy of bounding boxes, which finds the first triangle hit by a line.
#pragma once

#include <span>
#include <vector>

#include "core/items/contact/neighbours.h"

namespace slipstick {

/// A line with a direction of length 1; it starts at `least`.
struct Line {
  Vector3 start, direction;
  double least;

  Vector3 at(double distance) const { return start + distance * direction; }
};

/// Several trees, each of triangles that do not move relative to each other.
class TriangleTrees {
 public:
  void clear() { nodes_.clear(), triangles_.clear(); }
  /// Adds a tree for these corners, three of each triangle; returns its root.
  int grow(std::span<const Vector3> corners);
  /// The distance along the line to the first triangle of a tree that it hits, from either side; `most` if there is none closer.
  double meet(int root, const Line& line, double most) const;

 private:
  /// A box contains its two halves, the first of them stored next to it, or a few triangles.
  struct Node {
    Box box;
    int first, count;  // triangles; for two halves the index of the second one, and 0
    int axis;          // axis along which the halves are split
  };
  struct Triangle {
    Vector3 corner, sides[2];
  };
  static constexpr int fewTriangles = 4, deepest = 64;

  void add(std::span<int> triangles, std::span<const Vector3> corners);
  static bool passes(const Box& box, const Line& line, double most);
  static double meet(const Triangle& triangle, const Line& line, double most);

  std::vector<Node> nodes_;
  std::vector<Triangle> triangles_;
};

}  // namespace slipstick
