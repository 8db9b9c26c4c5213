// Triangles in boxes within boxes, to find the first of many that a line meets.
#pragma once

#include <span>
#include <vector>

#include "core/items/contact/neighbours.h"

namespace slipstick {

/// A line with a direction of length 1, of which the part from `least` on counts.
struct Line {
  Vector3 start, direction;
  double least;

  Vector3 at(double distance) const { return start + distance * direction; }
};

/// Several trees, each of triangles that do not move against each other.
class TriangleTrees {
 public:
  void clear() { nodes_.clear(), triangles_.clear(); }
  /// Adds a tree for these corners, three of each triangle; returns its root.
  int grow(std::span<const Vector3> corners);
  /// The distance along the line at which it first meets a triangle of a tree, from either side; `most` if none is nearer than that.
  double meet(int root, const Line& line, double most) const;

 private:
  /// A box has its two halves, the first of them next to it, or a few triangles.
  struct Node {
    Box box;
    int first, count;  // triangles; of two halves the number of the second one, and 0
    int axis;          // along which the halves follow each other
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
