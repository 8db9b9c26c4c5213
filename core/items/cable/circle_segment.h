// A straight segment of a cable near a circle, in the xy plane: gap, contact frame, relative motion, sticking position.
//
// Source: Exudyn documentation, ObjectContactFrictionCircleCable2D; the tracked sticking position follows Lugrís, Escalona, Dopico,
// Cuadrado, Efficient and accurate simulation of the rope-sheave interaction in weight-lifting machines, Proc. IMechE K 225 (2011).
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "core/math/dual.h"
#include "core/math/vec2.h"

namespace slipstick {

template <class S>
struct CircleMotion {
  Vec2<S> centre, velocity;
  S spin{};              // angular velocity about the local z axis
  Vec2<S> axisX, axisY;  // local x and y axis, their global x and y components
  S turn{};              // added to the angle of the contact point: 0, a variable for derivatives by rotation
};
template <class S>
struct CableSegment {
  Vec2<S> position[2], velocity[2];  // of its ends
  double length;                     // in the undeformed cable
  S axial{};                         // material that has moved through the mesh, 0 for a cable with a fixed mesh
};

/// The distance of the segment from the circle.
template <class S>
struct SegmentGap {
  S along{};    // of the point nearest to the centre: 0 … 1 from end to end
  Vec2<S> arm;  // from the centre to that point
  S distance, gap;
  bool inside;  // whether `along` changes with the positions

  SegmentGap(const Vec2<S>& centre, const Vec2<S> position[2], double radius) {
    const Vec2<S> line = position[1] - position[0];
    const S square = dot(line, line);
    if (valueOf(square) != 0) along = dot(line, centre - position[0]) / square;
    inside = valueOf(square) != 0 && along >= S(0.0) && along < S(1.0);
    if (along < S(0.0)) along = S(0.0);
    if (along >= S(1.0)) along = S(1.0);
    arm = (1.0 - along) * position[0] + along * position[1] - centre;
    distance = sqrt(dot(arm, arm));
    gap = distance - radius;
  }
};

/// The normal from the centre to the cable, and the tangent 90° to its left; speeds of the cable are relative to the circle's
/// surface.
template <class S>
struct SegmentContact : SegmentGap<S> {
  Vec2<S> normal, tangent;  // zero where the point is at the centre
  S normalSpeed, tangentialSpeed;

  SegmentContact(const SegmentGap<S>& apart, const CircleMotion<S>& circle, const CableSegment<S>& segment, double radius)
      : SegmentGap<S>(apart) {
    const S &along = this->along, before = 1.0 - along;
    if (valueOf(this->distance) != 0) normal = (S(1.0) / this->distance) * this->arm;
    tangent = perpendicular(normal);
    const Vec2<S> speed = before * segment.velocity[0] + along * segment.velocity[1] - circle.velocity - (radius * circle.spin) * tangent;
    normalSpeed = dot(speed, normal), tangentialSpeed = dot(speed, tangent);
  }
};

/// −1 if the segment runs along the tangent, +1 if against it.
template <class S>
double stickingSide(const CableSegment<S>& segment, const SegmentContact<S>& contact) {
  return valueOf(dot(contact.tangent, segment.position[1] - segment.position[0])) > 0 ? -1.0 : 1.0;
}
/// The sticking position of the cable on the circle: the contact point along the circle's surface plus its position along the cable. It
/// does not change in pure rolling. Only differences modulo the circumference are meaningful.
template <class S>
S stickingPosition(const CircleMotion<S>& circle, const CableSegment<S>& segment, const SegmentContact<S>& contact, double radius) {
  const S angle = atan2(dot(circle.axisY, contact.normal), dot(circle.axisX, contact.normal)) + circle.turn;
  return radius * angle + stickingSide(segment, contact) * (segment.length * contact.along - segment.axial);
}

/// x modulo the circumference, in [−π r, π r).
template <class S>
S withinHalfTurn(const S& x, double radius) {
  const double half = std::numbers::pi * radius, circumference = 2 * half;
  if (circumference == 0 || std::abs(valueOf(x)) < half) return x;
  return x - circumference * std::floor(valueOf(x) / circumference + 0.5);
}

/// The force of a segment on the circle's side, the left-hand side on the cable: the normal component is negative in compression.
template <class S>
struct SegmentForce {
  S normal{}, tangential{};
};

/// The direction in which the normal component acts on an end: the normal of the contact frame, or the direction from the centre to the
/// end.
template <class S>
Vec2<S> endNormal(const SegmentContact<S>& contact, bool segmentNormals, const CircleMotion<S>& circle, const CableSegment<S>& segment,
                  int end) {
  if (segmentNormals) return contact.normal;
  const Vec2<S> arm = segment.position[end] - circle.centre;
  const S distance = sqrt(dot(arm, arm));
  return valueOf(distance) == 0 ? Vec2<S>{} : (S(1.0) / distance) * arm;
}
/// The distribution of the force to both ends.
template <class S>
void distribute(const SegmentForce<S>& force, const SegmentContact<S>& contact, bool segmentNormals, const CircleMotion<S>& circle,
                const CableSegment<S>& segment, Vec2<S> out[2]) {
  const S parts[2] = {1.0 - contact.along, contact.along};
  for (int end = 0; end < 2; ++end) {
    const Vec2<S> normal = endNormal(contact, segmentNormals, circle, segment, end);
    out[end] = parts[end] * (force.normal * normal + force.tangential * perpendicular(normal));
  }
}

/// The derivatives of a number with respect to positions and velocities of both ends relative to the centre, to spin, turn and axial.
struct SegmentGradient {
  static constexpr int spin = 8, turn = 9, axial = 10, size = 11;
  double by[size] = {};

  double& position(int end, int k) { return by[4 * end + k]; }
  double& velocity(int end, int k) { return by[4 * end + 2 + k]; }
  /// Σ f_i g_i.
  static SegmentGradient sum(const double (&f)[4], const SegmentGradient& g0, const SegmentGradient& g1, const SegmentGradient& g2,
                             const SegmentGradient& g3) {
    SegmentGradient result;
    each(
        size, result.by,
        [a = uniform(f[0]), b = uniform(f[1]), c = uniform(f[2]), d = uniform(f[3])](
            const auto& x0, const auto& x1, const auto& x2, const auto& x3) { return (a * x0 + b * x1) + (c * x2 + d * x3); },
        g0.by, g1.by, g2.by, g3.by);
    return result;
  }
};

/// The numbers that determine the force of a segment and its distribution to the ends: `along` and the angles of endNormal().
namespace contactNumber {
enum { gap, normalSpeed, tangentialSpeed, sticking, ofForce, along = ofForce, angle, otherAngle, count };
}
using ContactGradients = std::array<SegmentGradient, contactNumber::count>;

/// The derivatives of these numbers. With n the normal, t the tangent, l the line between the ends, d the distance and p the point next to
/// the centre: within the segment n · l = 0 and δalong = −(δl · arm + l · δp)/l², where δp is taken at constant `along`, here and below;
/// δgap = n · δp and δangle = t · (δp + l δalong)/d. Speeds change with the velocities, along the segment, and with the rotation
/// of n and t.
inline ContactGradients contactGradients(const CircleMotion<double>& circle, const CableSegment<double>& segment,
                                         const SegmentContact<double>& contact, double radius, bool segmentNormals) {
  using namespace contactNumber;
  ContactGradients by{};
  const Vec2<double>&n = contact.normal, &t = contact.tangent;
  const Vec2<double> line = segment.position[1] - segment.position[0], change = segment.velocity[1] - segment.velocity[0];
  const double parts[2] = {1 - contact.along, contact.along}, inverse = contact.distance == 0 ? 0 : 1 / contact.distance;
  const double side = stickingSide(segment, contact);
  // The derivative of the angle in the plane of the circle with respect to the angle in the xy plane.
  const double x = dot(circle.axisX, n), y = dot(circle.axisY, n), square = x * x + y * y;
  const double tilt = square == 0 ? 0 : (x * dot(circle.axisY, t) - y * dot(circle.axisX, t)) / square;
  SegmentGradient turning;
  for (int end = 0; end < 2; ++end)
    for (int k = 0; k < 2; ++k) {
      const double part = parts[end];
      const double shift = contact.inside ? -((end ? 1 : -1) * contact.arm[k] + part * line[k]) / dot(line, line) : 0;
      const double turn = inverse * (part * t[k] + dot(t, line) * shift);
      by[along].position(end, k) = shift;
      by[gap].position(end, k) = part * n[k];
      by[normalSpeed].position(end, k) = dot(change, n) * shift + (contact.tangentialSpeed + radius * circle.spin) * turn;
      by[normalSpeed].velocity(end, k) = part * n[k];
      by[tangentialSpeed].position(end, k) = dot(change, t) * shift - contact.normalSpeed * turn;
      by[tangentialSpeed].velocity(end, k) = part * t[k];
      by[sticking].position(end, k) = radius * tilt * turn + side * segment.length * shift;
      turning.position(end, k) = turn;
    }
  by[tangentialSpeed].by[SegmentGradient::spin] = -radius * dot(t, t);
  by[sticking].by[SegmentGradient::turn] = radius;
  by[sticking].by[SegmentGradient::axial] = -side;
  if (segmentNormals) {
    by[angle] = by[otherAngle] = turning;
    return by;
  }
  for (int end = 0; end < 2; ++end) {
    const Vec2<double> arm = segment.position[end] - circle.centre, left = perpendicular(arm);
    const double square = dot(arm, arm);
    for (int k = 0; k < 2; ++k) by[angle + end].position(end, k) = square == 0 ? 0 : left[k] / square;
  }
  return by;
}

/// The forces of a segment on both ends as in distribute(), with their derivatives and the derivatives of the tangential force.
struct SegmentTangent {
  Vec2<double> force[2];
  SegmentGradient byMotion[2][2], tangential;
};
inline SegmentTangent distributeGradients(const SegmentForce<Dual<contactNumber::ofForce>>& force, const ContactGradients& gradients,
                                          const SegmentContact<double>& contact, bool segmentNormals, const CircleMotion<double>& circle,
                                          const CableSegment<double>& segment) {
  using namespace contactNumber;
  SegmentTangent result;
  const ContactGradients& g = gradients;
  const SegmentGradient normal = SegmentGradient::sum(force.normal.derivative, g[gap], g[normalSpeed], g[tangentialSpeed], g[sticking]);
  result.tangential = SegmentGradient::sum(force.tangential.derivative, g[gap], g[normalSpeed], g[tangentialSpeed], g[sticking]);
  for (int end = 0; end < 2; ++end) {
    const double part = end ? contact.along : 1 - contact.along;
    const Vec2<double> n = endNormal(contact, segmentNormals, circle, segment, end), t = perpendicular(n);
    const Vec2<double> whole = force.normal.value * n + force.tangential.value * t, turning = perpendicular(whole);
    result.force[end] = part * whole;
    for (int k = 0; k < 2; ++k)
      result.byMotion[end][k] = SegmentGradient::sum({part * n[k], part * t[k], end ? whole[k] : -whole[k], part * turning[k]}, normal,
                                                     result.tangential, g[along], g[angle + end]);
  }
  return result;
}

}  // namespace slipstick
