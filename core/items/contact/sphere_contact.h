// What contacts of spheres share: friction, and the judgement of gap, slip speed and impact velocity in data[0] … data[2].
#pragma once

#include "core/items/contact/impact.h"

namespace slipstick {

/// Friction per normal force against the tangential velocity `slip`; `regime` is the slip speed that chooses between sticking and sliding.
template <class Law, class S>
Vec3<S> slipFriction(const Law& law, const Vec3<S>& slip, double regime) {
  if (law.frictionProportionalZone != 0 && regime < law.frictionProportionalZone)
    return (-law.dynamicFriction / law.frictionProportionalZone) * slip;
  const S speed = norm(slip);
  if (valueOf(speed) == 0) return {};
  return (-law.dynamicFriction / speed) * slip;
}

/// Force on the body that the contact normal starts from, global: against the normal, with friction.
template <class Law, class S>
Vec3<S> sphereForce(const Law& law, const Vec3<S>& normal, const Vec3<S>& slip, double regime, const S& normalForce) {
  Vec3<S> direction = normal;
  if (law.dynamicFriction != 0) direction += slipFriction(law, slip, regime);
  return -normalForce * direction;
}

/// Errors of the states of contact and slip, in force; sets data[0] … data[2].
template <class Law, class NormalForce>
double judgeSphere(const Law& law, double gap, double normalVelocity, double slip, double* data, const double* startOfStep,
                   PostNewton& post, const NormalForce& normalForce) {
  const double wasSlip = data[1], zone = law.frictionProportionalZone;
  double error = judgeContact(law, gap, normalVelocity, data, startOfStep, post);
  if (gap < 0 && zone != 0 && ((slip < zone && zone < wasSlip) || (slip > zone && zone > wasSlip)))
    error += std::abs(law.dynamicFriction * normalForce() * (slip - zone) / zone);
  const bool impact = startOfStep[0] > 0 && gap <= 0;
  data[0] = gap, data[1] = slip;
  data[2] = impact ? -normalVelocity : startOfStep[2];
  return error;
}

}  // namespace slipstick
