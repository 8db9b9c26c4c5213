// Derivatives of the contact between a circle and a segment: closed form against dual numbers.

#include "core/items/cable/circle_segment.h"

#include <gtest/gtest.h>

namespace slipstick::testing {
namespace {

using D = Dual<SegmentGradient::size>;
using Four = Dual<contactNumber::ofForce>;

constexpr double radius = 0.7;

/// An arbitrary force law.
template <class S>
SegmentForce<S> law(const S& gap, const S& normalSpeed, const S& tangentialSpeed, const S& sticking) {
  return {3 * gap + 0.4 * normalSpeed, 0.2 * tangentialSpeed + 5 * sticking + gap * normalSpeed};
}

struct Pose {
  CircleMotion<double> circle;
  CableSegment<double> segment;
};
/// A circle whose axes are tilted from the xy plane, and a segment from `start` that need not contain the point nearest to the centre.
Pose pose(double start, double height) {
  return {{{0.1, -0.2}, {0.3, 0.5}, 1.7, {0.8, 0.3}, {-0.2, 0.9}, 0},
          {{{0.1 + start, height}, {0.9 + start, height + 0.3}}, {{-0.6, 0.2}, {0.4, 1.1}}, 0.8, 0.25}};
}

void expectSame(const D& exact, const SegmentGradient& gradient, const char* name) {
  for (int i = 0; i < SegmentGradient::size; ++i) EXPECT_NEAR(gradient.by[i], exact.derivative[i], 1e-13) << name << " by " << i;
}

void compare(const Pose& at, bool segmentNormals) {
  const auto& [circle, segment] = at;
  const auto constant = [](const Vec2<double>& v) { return Vec2<D>{v.x, v.y}; };
  const CircleMotion<D> dualCircle{constant(circle.centre), constant(circle.velocity), D::variable(circle.spin, SegmentGradient::spin),
                                   constant(circle.axisX),  constant(circle.axisY),    D::variable(0, SegmentGradient::turn)};
  CableSegment<D> dualSegment{{}, {}, segment.length, D::variable(segment.axial, SegmentGradient::axial)};
  for (int end = 0; end < 2; ++end)
    for (int k = 0; k < 2; ++k) {
      dualSegment.position[end][k] = D::variable(segment.position[end][k], 4 * end + k);
      dualSegment.velocity[end][k] = D::variable(segment.velocity[end][k], 4 * end + 2 + k);
    }
  const SegmentContact<D> exact({dualCircle.centre, dualSegment.position, radius}, dualCircle, dualSegment, radius);
  const D exactSticking = stickingPosition(dualCircle, dualSegment, exact, radius);
  const SegmentForce<D> exactForce = law(exact.gap, exact.normalSpeed, exact.tangentialSpeed, exactSticking);
  Vec2<D> exactOn[2];
  distribute(exactForce, exact, segmentNormals, dualCircle, dualSegment, exactOn);

  const SegmentContact<double> contact({circle.centre, segment.position, radius}, circle, segment, radius);
  const ContactGradients gradients = contactGradients(circle, segment, contact, radius, segmentNormals);
  expectSame(exact.along, gradients[contactNumber::along], "along");
  expectSame(exact.gap, gradients[contactNumber::gap], "gap");
  expectSame(exact.normalSpeed, gradients[contactNumber::normalSpeed], "normal speed");
  expectSame(exact.tangentialSpeed, gradients[contactNumber::tangentialSpeed], "tangential speed");
  expectSame(exactSticking, gradients[contactNumber::sticking], "sticking position");

  const SegmentForce<Four> force = law(Four::variable(contact.gap, 0), Four::variable(contact.normalSpeed, 1),
                                       Four::variable(contact.tangentialSpeed, 2), Four::variable(exactSticking.value, 3));
  const SegmentTangent tangent = distributeGradients(force, gradients, contact, segmentNormals, circle, segment);
  expectSame(exactForce.tangential, tangent.tangential, "tangential force");
  for (int end = 0; end < 2; ++end)
    for (int k = 0; k < 2; ++k) {
      EXPECT_NEAR(tangent.force[end][k], exactOn[end][k].value, 1e-14);
      expectSame(exactOn[end][k], tangent.byMotion[end][k], k ? "vertical force" : "horizontal force");
    }
}

TEST(CircleSegment, HasTheDerivativesOfDualNumbers) {
  for (const bool segmentNormals : {true, false})
    for (const double height : {0.6, -0.9})
      for (const double start : {-1.3, -0.4, 0.5}) {  // beyond the end, between the ends, before the start
        SCOPED_TRACE(::testing::Message() << start << ", " << height << (segmentNormals ? "" : ", towards the ends"));
        const Pose at = pose(start, height);
        EXPECT_EQ(SegmentGap<double>(at.circle.centre, at.segment.position, radius).inside, start == -0.4);
        compare(at, segmentNormals);
      }
}

/// The configuration of a straight strand that touches a pulley at a node.
TEST(CircleSegment, HasThemWithItsStartNextToTheCentre) {
  Pose at = pose(0, 0);
  at.circle.centre = {0, 0};
  at.segment.position[0] = {0, 0.5}, at.segment.position[1] = {1, 0.5};
  compare(at, true);
}

TEST(CircleSegment, HasThemAtTheCentreToo) {
  Pose at = pose(0, 0);
  at.circle.centre = {0, 0};
  at.segment.position[0] = {-1, 0}, at.segment.position[1] = {1, 0};
  compare(at, true);
  at.segment.position[0] = at.segment.position[1] = at.circle.centre;
  for (const bool segmentNormals : {true, false}) compare(at, segmentNormals);
}

}  // namespace
}  // namespace slipstick::testing
