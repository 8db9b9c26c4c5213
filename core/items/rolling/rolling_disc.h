// Geometry of a rigid disc on a plane, shared by the penalty connector and the ideal rolling joint.
//
// Frame 0 belongs to the plane, frame 1 to the centre of the disc. Directions: axis w1, normal n, longitudinal w2 = w1 × n / |w1 × n|,
// from the centre to the contact point w3 = w1 × w2, lateral n × w2.
#pragma once

#include "core/system/connectors.h"

namespace slipstick {

template <class S>
struct DiscContact {
  Vec3<S> normal, axis, longitudinal, toContact, lateral;
  Vec3<S> arm;           // from the disc's centre to the contact point
  Vec3<S> contactPoint;  // from marker 0 to the contact point
  Vec3<S> slip;          // velocity of the disc's contact point relative to the plane, global
};

template <class S>
DiscContact<S> discContact(const FramePair<S>& pair, const Vector3& discAxis, const Vector3& planeNormal, double discRadius) {
  DiscContact<S> contact;
  contact.normal = pair.frame0.rotation * planeNormal;
  contact.axis = pair.frame1.rotation * discAxis;
  const Vec3<S> forward = cross(contact.axis, contact.normal);
  contact.longitudinal = (S(1.0) / norm(forward)) * forward;
  contact.toContact = cross(contact.axis, contact.longitudinal);
  contact.lateral = cross(contact.normal, contact.longitudinal);
  contact.arm = discRadius * contact.toContact;
  contact.contactPoint = pair.frame1.position + contact.arm - pair.frame0.position;
  contact.slip = pair.frame1.velocity + cross(pair.frame1.angularVelocity, contact.arm) -
                 (pair.frame0.velocity + cross(pair.frame0.angularVelocity, contact.contactPoint));
  return contact;
}

/// The velocity of the contact point along its track: the motion of the geometric point, not of the disc's material.
template <class S>
Vec3<S> trailVelocity(const FramePair<S>& pair, const DiscContact<S>& contact, double discRadius) {
  const Vec3<S> axisRate = cross(pair.frame1.angularVelocity, contact.axis);
  const Vec3<S> normalRate = cross(pair.frame0.angularVelocity, contact.normal);
  const Vec3<S> forward = cross(contact.axis, contact.normal);
  const Vec3<S> forwardRate = cross(axisRate, contact.normal) + cross(contact.axis, normalRate);
  const S length = norm(forward);
  const S lengthRate = dot(forward, forwardRate) / length;
  const Vec3<S> longitudinalRate = (S(1.0) / (length * length)) * (length * forwardRate - lengthRate * forward);
  const Vec3<S> toContactRate = cross(axisRate, contact.longitudinal) + cross(contact.axis, longitudinalRate);
  return pair.frame1.velocity + discRadius * toContactRate -
         (pair.frame0.velocity + cross(pair.frame0.angularVelocity, contact.contactPoint));
}

}  // namespace slipstick
