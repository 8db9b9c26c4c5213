// Code shared by contacts of spheres: parameters, friction, and the update of gap, slip speed and impact velocity in data[0] … data[2].
#pragma once

#include "core/items/contact/impact.h"

namespace slipstick {

/// Parameters of a contact with stiffness, damping, restitution and friction.
struct SphereContact {
  double dynamicFriction;
  double frictionProportionalZone;
  double contactStiffness;
  double contactDamping;
  double contactStiffnessExponent;
  double restitutionCoefficient;
  double minimumImpactVelocity;
  int impactModel;
};
/// The same with plasticity and adhesion.
struct AdhesiveContact : SphereContact {
  double constantPullOffForce;
  double contactPlasticityRatio;
  double adhesionCoefficient;
  double adhesionExponent;
};

/// The friction force per normal force, opposite to the tangential velocity `slip`; the slip speed `regime` selects sticking or sliding.
template <class S>
Vec3<S> slipFriction(const SphereContact& law, const Vec3<S>& slip, double regime) {
  if (law.frictionProportionalZone != 0 && regime < law.frictionProportionalZone)
    return (-law.dynamicFriction / law.frictionProportionalZone) * slip;
  const S speed = norm(slip);
  if (valueOf(speed) == 0) return {};
  return (-law.dynamicFriction / speed) * slip;
}

/// The force on the body from which the contact normal points, in global axes: opposite to the normal, with friction.
template <class S>
Vec3<S> sphereForce(const SphereContact& law, const Vec3<S>& normal, const Vec3<S>& slip, double regime, const S& normalForce) {
  Vec3<S> direction = normal;
  if (law.dynamicFriction != 0) direction += slipFriction(law, slip, regime);
  return -normalForce * direction;
}

/// The repulsive force without plasticity and adhesion, along the normal; `data` as set by judgeSphere().
template <class S>
S sphereRepulsion(const SphereContact& law, const S& gap, const S& normalVelocity, const double* data) {
  const S elastic = law.contactStiffness * signedPower(S(-gap), law.contactStiffnessExponent);
  return repulsion(law, elastic, normalVelocity, data[2]);
}

/// The left-hand sides of a sphere (frame 0) and of the body that it touches (frame 1), for a force on the sphere that acts at `arm` from
/// its centre.
template <class S>
void sphereWrenches(const SphereContact& law, const FramePair<S>& pair, const Vec3<S>& arm, const Vec3<S>& onSphere, FrameForce<S>& on0,
                    FrameForce<S>& on1) {
  on0.force = -onSphere, on1.force = onSphere;
  if (law.dynamicFriction != 0) on0.torque = -cross(arm, onSphere);
  on1.torque = cross(pair.frame0.position + arm - pair.frame1.position, onSphere);
}

/// The errors in force of the assumed contact and slip states; sets data[0] … data[2].
template <class NormalForce>
double judgeSphere(const SphereContact& law, double gap, double normalVelocity, double slip, double* data, const double* startOfStep,
                   PostNewton& post, const NormalForce& normalForce) {
  const double wasSlip = data[1], zone = law.frictionProportionalZone;
  double error = judgeContact(law, gap, normalVelocity, data, startOfStep, post, false);
  if (gap < 0 && zone != 0 && ((slip < zone && zone < wasSlip) || (slip > zone && zone > wasSlip)))
    error += std::abs(law.dynamicFriction * normalForce() * (slip - zone) / zone);
  const bool impact = startOfStep[0] > 0 && gap <= 0;
  data[0] = gap, data[1] = slip;
  data[2] = impact ? -normalVelocity : startOfStep[2];
  return error;
}

// The rows of these parameters.
template <class Law>
constexpr ParameterOf<Law> frictionParameter() {
  return contactParameter<Law, double>("dynamicFriction", &Law::dynamicFriction, unit::none, nonNegative, 0.0, "friction coefficient");
}
template <class Law>
constexpr ParameterOf<Law> frictionZoneParameter() {
  return contactParameter<Law, double>("frictionProportionalZone", &Law::frictionProportionalZone, unit::metrePerSecond, nonNegative, 1e-3,
                                       "slip speed up to which friction is proportional to it");
}
template <class Law>
constexpr ParameterOf<Law> stiffnessParameter() {
  return contactParameter<Law, double>("contactStiffness", &Law::contactStiffness, unit::newtonPerMetre, nonNegative, 0.0,
                                       "force per overlap to the power of contactStiffnessExponent; the unit applies to exponent 1")
      .perPowerOf("contactStiffnessExponent");
}
template <class Law>
constexpr ParameterOf<Law> dampingParameter() {
  return contactParameter<Law, double>("contactDamping", &Law::contactDamping, unit::newtonSecondPerMetre, nonNegative, 0.0,
                                       "force per approach velocity, in all impact models");
}
template <class Law>
constexpr ParameterOf<Law> exponentParameter() {
  return contactParameter<Law, double>("contactStiffnessExponent", &Law::contactStiffnessExponent, unit::none, positive, 1.0,
                                       "exponent n of the overlap; 1.5 is Hertz");
}
template <class Law>
constexpr ParameterOf<Law> impactModelParameter(const char* text) {
  return contactParameter<Law, int>("impactModel", &Law::impactModel, unit::none, impactModels, 0, text);
}
inline constexpr const char* sphereImpactText =
    "0: linear damping, plasticity and adhesion; 1: Hunt-Crossley, for restitution near 1; 2: Gonthier and Carvalho-Martins, for any "
    "restitution";
template <class Law>
constexpr ParameterOf<Law> pullOffParameter() {
  return contactParameter<Law, double>("constantPullOffForce", &Law::constantPullOffForce, unit::newton, nonNegative, 0.0,
                                       "adhesion that acts during contact, with impactModel 0 and a contactPlasticityRatio that is not 0");
}
template <class Law>
constexpr ParameterOf<Law> plasticityParameter() {
  return contactParameter<Law, double>(
      "contactPlasticityRatio", &Law::contactPlasticityRatio, unit::none, unitInterval, 0.0,
      "1 - k/k2, with stiffness k in loading and k2 in unloading, less than 1; 0: no adhesion and no plasticity; impactModel 0 only");
}
template <class Law>
constexpr ParameterOf<Law> adhesionParameter() {
  return contactParameter<Law, double>("adhesionCoefficient", &Law::adhesionCoefficient, unit::newtonPerMetre, nonNegative, 0.0,
                                       "largest adhesion per overlap to the power of adhesionExponent; the unit applies to exponent 1")
      .perPowerOf("adhesionExponent");
}
template <class Law>
constexpr ParameterOf<Law> adhesionExponentParameter() {
  return contactParameter<Law, double>("adhesionExponent", &Law::adhesionExponent, unit::none, positive, 1.0,
                                       "exponent of the overlap in the adhesion");
}

inline void checkPlasticity(const AdhesiveContact& law, const Complain& complain) {
  if (law.contactPlasticityRatio >= 1)
    complain("contactPlasticityRatio", "must be less than 1: the stiffness in unloading is k / (1 - contactPlasticityRatio)");
}
inline void warnOfAdhesion(const AdhesiveContact& law, const Complain& complain) {
  if (law.impactModel != 0 && law.contactPlasticityRatio != 0)
    complain("contactPlasticityRatio", "has no effect: only impactModel 0 has plasticity");
  const bool adhesive = law.impactModel == 0 && law.contactPlasticityRatio != 0;
  for (const auto& [name, value] :
       {std::pair{"constantPullOffForce", law.constantPullOffForce}, std::pair{"adhesionCoefficient", law.adhesionCoefficient}})
    if (!adhesive && value != 0)
      complain(name, "has no effect: only impactModel 0 with a contactPlasticityRatio other than 0 has adhesion");
}

}  // namespace slipstick
