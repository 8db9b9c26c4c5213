// The contact law of two spheres, or of a sphere inside a hollow one: penalty force with restitution or adhesion, and friction.
//
// Impact models: linear spring and damper with the adhesive elasto-plastic law of Thakur, Morrissey, Sun, Chen, Ooi, Granular Matter 16
// (2014), 383-400; the models of impact.h. Data: gap, slip speed, impact velocity and plastic overlap, which select the regime.
#pragma once

#include "core/items/contact/sphere_contact.h"

namespace slipstick {

struct TwoSpheres {
  const AdhesiveContact& law;
  double radius0, radius1;
  bool isHollow1 = false;

  template <class S>
  struct Contact {
    S gap;
    Vec3<S> normal;    // from sphere 0 to sphere 1; opposite for a hollow sphere 1
    S arm0, arm1;      // contact point along the normal, from the centres
    Vec3<S> slip;      // tangential velocity of the surface of sphere 1 relative to the surface of sphere 0
    S normalVelocity;  // positive: the spheres separate
  };

  template <class S>
  Contact<S> geometry(const FramePair<S>& pair) const {
    const double side = isHollow1 ? -1 : 1;
    const Vec3<S> distance = pair.frame1.position - pair.frame0.position;
    const S length = norm(distance);
    Contact<S> contact{};
    contact.gap = side * length - (radius0 + side * radius1);
    if (valueOf(length) != 0) contact.normal = (side / length) * distance;
    contact.arm0 = radius0 + 0.5 * contact.gap;
    contact.arm1 = -side * radius1 - 0.5 * contact.gap;
    return contact;
  }
  /// `turning`: evaluates velocities at the contact point, otherwise at the centres.
  template <class S>
  void setVelocity(Contact<S>& contact, const FramePair<S>& pair, bool turning) const {
    Vec3<S> velocity = pair.frame1.velocity - pair.frame0.velocity;
    contact.normalVelocity = dot(contact.normal, velocity);
    if (turning) velocity += cross(contact.arm1 * pair.frame1.angularVelocity - contact.arm0 * pair.frame0.angularVelocity, contact.normal);
    contact.slip = velocity - contact.normalVelocity * contact.normal;
  }

  /// Repulsive force along the normal.
  template <class S>
  S normalForce(const Contact<S>& contact, const double* data) const {
    const S overlap = -contact.gap;
    const S power = signedPower(overlap, law.contactStiffnessExponent);
    const S elastic = law.contactStiffness * power;
    const bool adhesive = law.impactModel == 0 && law.contactPlasticityRatio != 0;
    return repulsion(law, adhesive ? adhesiveForce(elastic, power, overlap, data[3]) : elastic, contact.normalVelocity, data[2]);
  }
  /// Loading, unloading and reloading on the steeper branch, or the adhesion limit.
  template <class S>
  S adhesiveForce(const S& elastic, const S& power, const S& overlap, double plasticOverlap) const {
    const double unloading = law.contactStiffness / (1 - law.contactPlasticityRatio);
    const S steep = unloading * (power - signedPower(plasticOverlap, law.contactStiffnessExponent));
    if (steep >= elastic) return elastic - law.constantPullOffForce;
    const S adhesion = -law.adhesionCoefficient * signedPower(overlap, law.adhesionExponent);
    return (steep > adhesion ? steep : adhesion) - law.constantPullOffForce;
  }
  /// Force on sphere 0, global.
  template <class S>
  Vec3<S> force(const Contact<S>& contact, const double* data) const {
    return sphereForce(law, contact.normal, contact.slip, data[1], normalForce(contact, data));
  }
  template <class S>
  Contact<S> contact(const FramePair<S>& pair) const {
    Contact<S> contact = geometry(pair);
    setVelocity(contact, pair, law.dynamicFriction != 0);
    return contact;
  }

  template <class S>
  [[gnu::noinline]] void wrenches(const FramePair<S>& pair, const LawContext<S>& context, FrameForce<S>& on0, FrameForce<S>& on1) const {
    wrenches(contact(pair), context.data, on0, on1);
  }
  template <class S>
  void wrenches(const Contact<S>& contact, const double* data, FrameForce<S>& on0, FrameForce<S>& on1) const {
    const Vec3<S> forceOn0 = force(contact, data);
    on0.force = -forceOn0, on1.force = forceOn0;
    if (law.dynamicFriction == 0) return;
    const Vec3<S> moment = cross(contact.normal, forceOn0);
    on0.torque = -contact.arm0 * moment, on1.torque = contact.arm1 * moment;
  }

  /// The contact used by judge(): the contact of the forces if the spheres touch.
  Contact<double> seen(const FramePair<double>& pair) const {
    Contact<double> contact = geometry(pair);
    setVelocity(contact, pair, contact.gap < 0 && law.dynamicFriction != 0);
    return contact;
  }
  double judge(const Contact<double>& contact, double* data, const double* startOfStep, PostNewton& post) const {
    const double gap = contact.gap;
    const double error = judgeSphere(law, gap, contact.normalVelocity, norm(contact.slip), data, startOfStep, post,
                                     [&] { return normalForce(contact, data); });
    data[3] = gap < 0 && law.contactPlasticityRatio != 0
                  ? std::max(pow(law.contactPlasticityRatio, 1 / law.contactStiffnessExponent) * -gap, startOfStep[3])
                  : 0;
    return error;
  }
};

}  // namespace slipstick
