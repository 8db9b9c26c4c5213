// The curve of a belt around circles: common tangents and the arcs between them.
#pragma once

#include <string>
#include <vector>

namespace slipstick {

struct ReevingCircle {
  double x = 0, y = 0;  // centre, m
  double radius = 0;    // of the curve, m; 0 is a point, only at an end of an open curve
  bool left = true;     // the side of the circle on which the curve passes, seen in its direction
};

/// A point of the curve.
struct ReevingPoint {
  double x = 0, y = 0;            // m
  double slopeX = 0, slopeY = 0;  // unit tangent
  double curvature = 0;           // 1/m, positive to the left
};

/// Lines and arcs in sequence. A closed curve starts where it leaves the first circle and ends there; an open one runs from the tangent
/// point on the first circle to the tangent point on the last.
class ReevingCurve {
 public:
  /// Needs at least two circles. An invalid circle leaves the curve empty; its number and a sentence are stored in `problem`.
  struct Problem {
    int circle = -1;
    std::string text;
  };
  ReevingCurve(const std::vector<ReevingCircle>& circles, bool closed, Problem& problem);

  double length() const { return pieces_.empty() ? 0 : pieces_.back().end; }
  /// The point at arc length `s`, which is clamped to 0 … length(). At the joint of two pieces, the point belongs to the first.
  ReevingPoint at(double s) const;
  /// The arc lengths between which the curve follows circle `circle`; both are 0 if it only touches the circle or ends there.
  struct Span {
    double from = 0, to = 0;
  };
  Span contact(int circle) const;

 private:
  struct Piece {
    double start, end;  // arc length
    double x, y;        // first point
    double angle;       // of the tangent there
    double curvature;   // 0: a line
    int circle;         // of an arc, else -1
  };
  void append(double x, double y, double angle, double length, double curvature, int circle);

  std::vector<Piece> pieces_;
};

}  // namespace slipstick
