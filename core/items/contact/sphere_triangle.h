// The contact law of a sphere and a triangle: its face, its edges and its corners.
//
// The point of the triangle nearest to the centre of the sphere determines the contact and the edge it belongs to. Velocities are evaluated
// at that point; forces act in the middle of the overlap (for triangles that only push, at that point). Data: gap, slip speed and impact
// velocity, which select the regime; one number is unused.
#pragma once

#include "core/items/contact/sphere_contact.h"

namespace slipstick {

/// The point of a triangle nearest to a centre: origin + projection · centre, in the frame of the triangle, as long as it remains on the
/// edge.
struct NearestPoint {
  int edge;  // -1: on the face
  Vector3 origin;
  Matrix3 projection;
};

/// The constant quantities of a triangle in its frame.
struct TriangleFace {
  Vector3 up;
  NearestPoint nearest;

  explicit TriangleFace(const Vector3* points) : up(cross(points[1] - points[0], points[2] - points[0])) {
    const Matrix3 across = dyad(up, 1 / dot(up, up));
    nearest = {-1, across * points[0], Matrix3::identity() + (-1.0) * across};
  }
  static Matrix3 dyad(const Vector3& a, double factor) {
    return Matrix3::fromColumns(factor * a.x * a, factor * a.y * a, factor * a.z * a);
  }
};

struct SphereOnTriangle {
  const SphereContact& law;
  double radius;
  const Vector3* points;  // the three corners, in the frame of the triangle
  TriangleFace face;
  bool onlyPushes = false;  // one-sided, forces at the nearest point; an edge exerts half, as two triangles share it

  template <class S>
  struct Contact {
    int edge;                // edge of the nearest point, -1: on the face
    Vec3<S> point;           // this nearest point in the frame of the triangle
    S gap, arm;              // arm: from the centre of the sphere to the point of application, along the normal
    Vec3<S> normal;          // from the centre of the sphere to the nearest point
    Vec3<S> displacement;    // the same with its length
    Vec3<S> velocity, slip;  // of the triangle relative to the sphere, and its tangential component
    S normalVelocity;        // positive: they separate
  };

  static NearestPoint nearest(const Vector3* points, const TriangleFace& face, const Vector3& center) {
    NearestPoint found = face.nearest;
    double best = 0;
    for (const int e : {2, 0, 1}) {  // in this order a corner belongs to a single edge, as in Exudyn
      const Vector3 &start = points[e], &end = points[(e + 1) % 3], along = end - start;
      if (dot(cross(along, center - start), face.up) >= 0) continue;
      const double place = dot(center - start, along) / dot(along, along);
      NearestPoint other{e, place >= 1 ? end : start, {}};
      if (place > 0 && place < 1) {
        other.projection = TriangleFace::dyad(along, 1 / dot(along, along));
        other.origin = start - other.projection * start;
      }
      const double distance = norm(other.origin + other.projection * center - center);
      if (found.edge >= 0 && distance >= best) continue;
      found = other, best = distance;
    }
    return found;
  }
  template <class S>
  static Vec3<S> localCenter(const FramePair<S>& pair) {
    return transposeTimes(pair.frame1.rotation, pair.frame0.position - pair.frame1.position);
  }
  template <class S>
  Contact<S> geometry(const FramePair<S>& pair) const {
    Contact<S> contact{};
    const Vec3<S> center = localCenter(pair);
    const NearestPoint nearest = SphereOnTriangle::nearest(points, face, valueOf(center));
    contact.point = nearest.projection * center + nearest.origin;
    contact.edge = nearest.edge;
    contact.displacement = pair.frame1.rotation * (contact.point - center);
    const S distance = norm(contact.displacement);
    contact.gap = distance - radius;
    contact.arm = onlyPushes ? distance : radius + 0.5 * contact.gap;
    if (valueOf(distance) != 0) contact.normal = (S(1.0) / distance) * contact.displacement;
    return contact;
  }
  bool isBehind(const FramePair<double>& pair) const { return onlyPushes && dot(face.up, localCenter(pair) - points[0]) <= 0; }
  template <class S>
  void setVelocity(Contact<S>& contact, const FramePair<S>& pair) const {
    const Vec3<S> arm = pair.frame1.rotation * contact.point;
    contact.velocity = pair.frame1.velocity + cross(pair.frame1.angularVelocity, arm) - pair.frame0.velocity;
    if (law.dynamicFriction != 0) contact.velocity -= cross(pair.frame0.angularVelocity, contact.displacement);
    contact.normalVelocity = dot(contact.normal, contact.velocity);
    contact.slip = contact.velocity - contact.normalVelocity * contact.normal;
  }
  template <class S>
  Contact<S> contact(const FramePair<S>& pair) const {
    Contact<S> contact = geometry(pair);
    setVelocity(contact, pair);
    return contact;
  }
  template <class S>
  S normalForce(const Contact<S>& contact, const double* data) const {
    const S whole = sphereRepulsion(law, contact.gap, contact.normalVelocity, data);
    return onlyPushes && contact.edge >= 0 ? S(0.5 * whole) : whole;
  }
  /// Force on the sphere, global.
  template <class S>
  Vec3<S> force(const Contact<S>& contact, const double* data) const {
    return sphereForce(law, contact.normal, contact.slip, data[1], normalForce(contact, data));
  }

  template <class S>
  [[gnu::noinline]] void wrenches(const FramePair<S>& pair, const LawContext<S>& context, FrameForce<S>& on0, FrameForce<S>& on1) const {
    wrenches(contact(pair), pair, context.data, on0, on1);
  }
  template <class S>
  void wrenches(const Contact<S>& contact, const FramePair<S>& pair, const double* data, FrameForce<S>& on0, FrameForce<S>& on1) const {
    sphereWrenches(law, pair, contact.arm * contact.normal, force(contact, data), on0, on1);
  }

  /// The gap of the contact is larger than the actual gap if its edge does not touch.
  double judge(const Contact<double>& contact, double* data, const double* startOfStep, PostNewton& post) const {
    return judgeSphere(law, contact.gap, contact.normalVelocity, norm(contact.slip), data, startOfStep, post,
                       [&] { return normalForce(contact, data); });
  }
};

}  // namespace slipstick
