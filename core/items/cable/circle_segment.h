// A straight segment of a cable beside a circle, in the xy plane: gap, contact frame, relative motion, sticking position.
//
// Source: Exudyn documentation, ObjectContactFrictionCircleCable2D; the tracked sticking position follows Lugrís, Escalona, Dopico,
// Cuadrado, Efficient and accurate simulation of the rope-sheave interaction in weight-lifting machines, Proc. IMechE K 225 (2011).
#pragma once

#include <cmath>
#include <numbers>

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
  S axial{};                         // material that has moved through the mesh, 0 for a cable that does not
};

/// How far the segment is from the circle.
template <class S>
struct SegmentGap {
  S along{};    // of the point next to the centre: 0 … 1 from end to end
  Vec2<S> arm;  // from the centre to that point
  S distance, gap;

  SegmentGap(const Vec2<S>& centre, const Vec2<S> position[2], double radius) {
    const Vec2<S> line = position[1] - position[0];
    const S square = dot(line, line);
    if (valueOf(square) != 0) along = dot(line, centre - position[0]) / square;
    if (along < S(0.0)) along = S(0.0);
    if (along >= S(1.0)) along = S(1.0);
    arm = (1.0 - along) * position[0] + along * position[1] - centre;
    distance = sqrt(dot(arm, arm));
    gap = distance - radius;
  }
};

/// Normal from the centre to the cable, tangent 90° to its left; speeds are those of the cable relative to the circle's surface.
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

/// Where the cable sticks to the circle: the contact point along the circle's surface plus its place along the cable. It does not change
/// under pure rolling; only differences count, and those modulo the circumference.
template <class S>
S stickingPosition(const CircleMotion<S>& circle, const CableSegment<S>& segment, const SegmentContact<S>& contact, double radius) {
  const S angle = atan2(dot(circle.axisY, contact.normal), dot(circle.axisX, contact.normal)) + circle.turn;
  const double side = valueOf(dot(contact.tangent, segment.position[1] - segment.position[0])) > 0 ? -1.0 : 1.0;
  return radius * angle + side * (segment.length * contact.along - segment.axial);
}

/// x modulo the circumference, in [−π r, π r).
template <class S>
S withinHalfTurn(const S& x, double radius) {
  const double circumference = 2 * std::numbers::pi * radius;
  if (circumference == 0) return x;
  return x - circumference * std::floor(valueOf(x) / circumference + 0.5);
}

/// Force of a segment on the circle's side, left-hand side on the cable: the normal part is negative in compression.
template <class S>
struct SegmentForce {
  S normal{}, tangential{};
};

/// How that force acts on the ends of the segment: along its own contact frame, or along the directions from the centre to the ends.
template <class S>
void distribute(const SegmentForce<S>& force, const SegmentContact<S>& contact, bool segmentNormals, const CircleMotion<S>& circle,
                const CableSegment<S>& segment, Vec2<S> out[2]) {
  const S parts[2] = {1.0 - contact.along, contact.along};
  for (int end = 0; end < 2; ++end) {
    Vec2<S> normal = contact.normal;
    if (!segmentNormals) {
      const Vec2<S> arm = segment.position[end] - circle.centre;
      const S distance = sqrt(dot(arm, arm));
      normal = valueOf(distance) == 0 ? Vec2<S>{} : (S(1.0) / distance) * arm;
    }
    out[end] = parts[end] * (force.normal * normal + force.tangential * perpendicular(normal));
  }
}

}  // namespace slipstick
