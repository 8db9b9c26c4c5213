// The curve of a belt: lengths in closed form and from Exudyn 1.11, tangents, curvatures, and impossible arrangements.
#include "core/creators/reeving.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace slipstick {
namespace {

constexpr double pi = 3.14159265358979323846;
using Circles = std::vector<ReevingCircle>;

ReevingCurve curveOf(const Circles& circles, bool closed = true) {
  ReevingCurve::Problem problem;
  ReevingCurve curve(circles, closed, problem);
  EXPECT_EQ(problem.text, "");
  return curve;
}
std::string problemOf(const Circles& circles, bool closed = true) {
  ReevingCurve::Problem problem;
  const ReevingCurve curve(circles, closed, problem);
  EXPECT_EQ(curve.length(), 0);
  return std::to_string(problem.circle) + " " + problem.text;
}

const Circles open2{{0, 0, 0.25, true}, {0.6, 0, 0.25, true}};
const Circles crossed{{0, 0, 0.25, false}, {0.6, 0, 0.25, true}};
const Circles unequal{{0, 0, 0.125, true}, {0.6, 0, 0.25, true}};
const Circles tensioned{{0, 0, 0.125, true}, {0.24, 0.175, 0.05, false}, {0.6, 0, 0.25, true}, {0.24, -0.175, 0.05, false}};

// Two lines and two half circles; two lines of √(D² − (2R)²) and arcs of π + 2 asin(2R/D); other lengths from Exudyn 1.11.
TEST(Reeving, HasTheLengthOfLinesAndArcs) {
  EXPECT_NEAR(curveOf(open2).length(), 2 * 0.6 + 2 * pi * 0.25, 1e-15);
  EXPECT_NEAR(curveOf(crossed).length(), 2 * std::sqrt(0.36 - 0.25) + 2 * 0.25 * (pi + 2 * std::asin(0.5 / 0.6)), 1e-14);
  EXPECT_NEAR(curveOf(open2).length(), 2.7707963267948967, 1e-14);
  EXPECT_NEAR(curveOf(crossed).length(), 3.2192320682037217, 1e-14);
  EXPECT_NEAR(curveOf(unequal).length(), 2.4042343525924066, 1e-14);
  EXPECT_NEAR(curveOf(tensioned).length(), 2.4249719169160295, 1e-14);
  EXPECT_NEAR(curveOf({{0, 0, 0.1, true}, {0.1 * pi, 0, 0.1, true}}).length(), 1.2566370614359172, 1e-14);
}

// Followed in its direction, the belt passes to the left of a 'left' circle. It runs around it clockwise, with curvature −1/r.
TEST(Reeving, PassesACircleOnTheGivenSide) {
  const ReevingCurve curve = curveOf(open2);
  const ReevingPoint start = curve.at(0), side = curve.at(0.6 + 0.125 * pi);
  EXPECT_EQ(start.y, 0.25);
  EXPECT_EQ(start.slopeX, 1);
  EXPECT_NEAR(side.x, 0.85, 1e-15);
  EXPECT_NEAR(side.y, 0, 1e-15);
  EXPECT_NEAR(side.slopeY, -1, 1e-15);
  EXPECT_EQ(side.curvature, -4);
  const ReevingPoint other = curveOf({{0, 0, 0.25, false}, {0.6, 0, 0.25, false}}).at(0.6 + 0.125 * pi);
  EXPECT_NEAR(other.x, 0.85, 1e-15);
  EXPECT_NEAR(other.slopeY, 1, 1e-15);
  EXPECT_EQ(other.curvature, 4);
}

// Slope and curvature are derivatives of position and angle everywhere, including the joints between pieces. The curve closes.
TEST(Reeving, IsSmoothAndCloses) {
  for (const Circles& circles : {open2, crossed, unequal, tensioned}) {
    const ReevingCurve curve = curveOf(circles);
    const double h = 1e-4, length = curve.length();
    for (double s = h; s < length - h; s += length / 997) {
      const ReevingPoint a = curve.at(s - h), b = curve.at(s), c = curve.at(s + h);
      EXPECT_NEAR(std::hypot(b.slopeX, b.slopeY), 1, 1e-15);
      // A jump of the curvature of at most 1/0.05 m within h moves a point by less than 20 h².
      EXPECT_NEAR((c.x - a.x) / (2 * h), b.slopeX, 20 * h) << s;
      EXPECT_NEAR((c.y - a.y) / (2 * h), b.slopeY, 20 * h) << s;
      if (a.curvature == b.curvature && b.curvature == c.curvature) {
        EXPECT_NEAR((a.slopeX * c.slopeY - a.slopeY * c.slopeX) / (2 * h), b.curvature, 1e-4) << s;
      }
    }
    const ReevingPoint first = curve.at(0), last = curve.at(length);
    EXPECT_NEAR(first.x, last.x, 1e-14);
    EXPECT_NEAR(first.y, last.y, 1e-14);
    EXPECT_NEAR(first.slopeX, last.slopeX, 1e-14);
    EXPECT_NEAR(first.slopeY, last.slopeY, 1e-14);
  }
}

TEST(Reeving, MarksItsPartsOnCircles) {
  const ReevingCurve curve = curveOf(open2);
  const auto [from, to] = curve.contact(1);
  EXPECT_NEAR(from, 0.6, 1e-15);
  EXPECT_NEAR(to, 0.6 + 0.25 * pi, 1e-15);
  EXPECT_NEAR(curve.contact(0).to, curve.length(), 1e-15);
}

// From a point over a drum to a point: a rope that hangs down on both sides wraps half a turn.
TEST(Reeving, RunsFromPointToPoint) {
  const ReevingCurve rope = curveOf({{-0.2, -1, 0, true}, {0, 0, 0.2, true}, {0.2, -2, 0, true}}, false);
  EXPECT_NEAR(rope.length(), 3 + 0.2 * pi, 1e-15);
  EXPECT_NEAR(rope.at(0).slopeY, 1, 1e-15);
  EXPECT_NEAR(rope.at(rope.length()).y, -2, 1e-15);
  EXPECT_EQ(rope.at(rope.length() + 5).y, rope.at(rope.length()).y);
}

TEST(Reeving, ContinuesStraightAtATouchingCircle) {
  const ReevingCurve rope = curveOf({{0, 1, 0, true}, {1, 0.9, 0.1, true}, {2, 1, 0, true}}, false);
  EXPECT_NEAR(rope.length(), 2, 1e-12);
}

TEST(Reeving, NamesTheCircleWithoutATangent) {
  EXPECT_EQ(problemOf({{0, 0, 1, true}, {0, 0, 1, true}}), "1 has the same centre as the previous one");
  EXPECT_EQ(problemOf({{0, 0, 1, true}, {0.5, 0, 0.2, true}}),
            "1 is inside the previous circle, or contains it: the two have no common tangent");
  EXPECT_EQ(problemOf({{0, 0, 1, true}, {3, 0, 1, true}, {1.5, 0, 1, false}}),
            "2 overlaps the previous circle: a belt that changes sides needs a gap between them");
}

}  // namespace
}  // namespace slipstick
