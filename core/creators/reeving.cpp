#include "core/creators/reeving.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/elementary.h"
#include "core/model/issues.h"

namespace slipstick {
namespace {

using std::numbers::pi;
constexpr double joint = 1e-10;  // relative to the end of a piece: a point this close belongs to the piece

/// The common tangent from one circle to the next: its ends and direction.
struct TangentLine {
  double fromX, fromY, toX, toY, angle;
  double length() const { return hypot(toX - fromX, toY - fromY); }
};

/// Distances of the tangent from the centres, to the left of its direction.
double leftward(const ReevingCircle& circle) { return circle.left ? circle.radius : -circle.radius; }

/// Why a tangent is impossible, or "".
std::string obstacle(const ReevingCircle& from, const ReevingCircle& to) {
  const double distance = hypot(to.x - from.x, to.y - from.y);
  if (distance == 0) return "has the same centre as the previous one";
  if (std::abs(leftward(to) - leftward(from)) < distance) return "";
  return from.left == to.left ? "is inside the previous circle, or contains it: the two have no common tangent"
                              : "overlaps the previous circle: a belt that changes sides needs a gap between them";
}

TangentLine tangentLine(const ReevingCircle& from, const ReevingCircle& to) {
  const double dx = to.x - from.x, dy = to.y - from.y, distance = hypot(dx, dy);
  const double angle = atan2(dy, dx) + asin((leftward(to) - leftward(from)) / distance);
  const double leftX = -sin(angle), leftY = cos(angle);
  return {from.x + leftward(from) * leftX, from.y + leftward(from) * leftY, to.x + leftward(to) * leftX, to.y + leftward(to) * leftY,
          angle};
}

/// The angle by which the curve turns on a circle that it passes on the left (clockwise) or right: 0 to a full turn. Almost a full turn is
/// a rounding error of a curve that continues straight.
double turn(const ReevingCircle& circle, double angle) {
  const double positive = std::remainder(circle.left ? -angle : angle, 2 * pi);
  const double whole = positive < 0 ? positive + 2 * pi : positive;
  return (circle.left ? -1 : 1) * (whole > 2 * pi - 1e-9 ? 0 : whole);
}

}  // namespace

ReevingCurve::ReevingCurve(const std::vector<ReevingCircle>& circles, bool closed, Problem& problem) {
  const int count = static_cast<int>(circles.size());
  const int lines = closed ? count : count - 1;
  std::vector<TangentLine> tangents;
  for (int i = 0; i < lines; ++i) {
    const int next = (i + 1) % count;
    const std::string text = obstacle(circles[i], circles[next]);
    if (!text.empty()) {
      problem = {next, text};
      return;
    }
    tangents.push_back(tangentLine(circles[i], circles[next]));
  }
  for (int i = 0; i < lines; ++i) {
    const TangentLine& line = tangents[i];
    append(line.fromX, line.fromY, line.angle, line.length(), 0, -1);
    const int next = (i + 1) % count;
    if (i + 1 == lines && !closed) break;
    const double angle = turn(circles[next], tangents[next].angle - line.angle);
    const double radius = circles[next].radius;
    append(line.toX, line.toY, line.angle, radius * std::abs(angle), (circles[next].left ? -1 : 1) / radius, next);
  }
}

void ReevingCurve::append(double x, double y, double angle, double length, double curvature, int circle) {
  if (length > 0) pieces_.push_back({this->length(), this->length() + length, x, y, angle, curvature, circle});
}

ReevingPoint ReevingCurve::at(double s) const {
  const auto piece = std::find_if(pieces_.begin(), pieces_.end() - 1, [&](const Piece& each) { return s <= each.end * (1 + joint); });
  const double along = std::clamp(s, piece->start, piece->end) - piece->start;
  const double angle = piece->angle + piece->curvature * along;
  // The chord of an arc has the length of the arc times sin(φ/2)/(φ/2) and the direction of the mean angle.
  const double half = piece->curvature * along / 2;
  const double chord = half == 0 ? along : along * sin(half) / half;
  const double direction = piece->angle + half;
  return {piece->x + chord * cos(direction), piece->y + chord * sin(direction), cos(angle), sin(angle), piece->curvature};
}

ReevingCurve::Span ReevingCurve::contact(int circle) const {
  for (const Piece& piece : pieces_)
    if (piece.circle == circle) return {piece.start, piece.end};
  return {};
}

}  // namespace slipstick
