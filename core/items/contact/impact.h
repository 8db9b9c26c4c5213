// Code shared by contacts with penalty forces: impact models with restitution, friction, and the update of both states after Newton's
// method.
//
// Hunt, Crossley, J. Appl. Mech. 42 (1975), 440-445; Gonthier et al., Multibody Syst. Dyn. 11 (2004), 209-233 for small and Carvalho,
// Martins, Mech. Mach. Theory 137 (2019), 201-217 for large coefficients of restitution.
#pragma once

#include "core/items/connector.h"

namespace slipstick {

/// sgn(x) |x|^p
template <class S>
S signedPower(const S& x, double p) {
  if (p == 1) return x;
  return valueOf(x) < 0 ? -pow(-x, p) : pow(x, p);
}

/// λ δ̇₋ / k of the impact models: the damping per overlap whose dissipation corresponds to the coefficient of restitution e.
inline double restitutionFactor(int impactModel, double e) {
  if (impactModel == 1) return 1.5 * (e - 1);
  return e > 1.0 / 3 ? 1.5 * (e - 1) * (11 - e) / (1 + 9 * e) : (e * e - 1) / e;
}

/// The repulsive force of a law with contactDamping, impactModel, restitutionCoefficient and minimumImpactVelocity, from its elastic part.
/// `normalVelocity` is positive if the bodies separate; `impactVelocity` is positive if they approached each other.
template <class Law, class S>
S repulsion(const Law& law, const S& elastic, const S& normalVelocity, double impactVelocity) {
  const S damping = -law.contactDamping * normalVelocity;
  if (law.impactModel == 0) return elastic + damping;
  const double velocity = std::max(law.minimumImpactVelocity, impactVelocity);
  if (!(velocity > 0)) return elastic + damping;
  return elastic * (1.0 + (restitutionFactor(law.impactModel, law.restitutionCoefficient) / velocity) * normalVelocity) + damping;
}

/// The error in force if the assumed state of contact was wrong. Recommends a step to the time of impact and, with `alsoParting`, to the
/// time of separation.
template <class Law>
double judgeContact(const Law& law, double gap, double normalVelocity, const double* data, const double* startOfStep, PostNewton& post,
                    bool alsoParting) {
  if ((gap > 0) == (data[0] > 0)) return 0;
  if (normalVelocity != 0 && (startOfStep[0] > 0 || ((alsoParting || post.ways.atParting) && startOfStep[0] < 0)))
    post.recommend(std::abs(startOfStep[0] / normalVelocity));
  return std::abs(gap * law.contactStiffness);
}

inline constexpr Choice impactModels[] = {{0, "LinearDamping"}, {1, "HuntCrossley"}, {2, "GonthierCarvalho"}};
inline constexpr const char* impactText =
    "0: linear damping; 1: Hunt-Crossley, for restitution near 1; 2: Gonthier and Carvalho-Martins, for any restitution";

/// A row of a parameter that `Law` may inherit from a base struct.
template <class Law, class V>
constexpr ParameterOf<Law> contactParameter(const char* name, V Law::*member, Unit unit, Range range, const std::type_identity_t<V>& value,
                                            const char* text) {
  return {name, member, unit, range, value, text};
}
template <class Law>
constexpr ParameterOf<Law> restitutionParameter() {
  return contactParameter<Law, double>(
      "restitutionCoefficient", &Law::restitutionCoefficient, unit::none, positive, 1.0,
      "coefficient of restitution: relative velocity after an impact divided by the velocity before; for impactModel 1 and 2");
}
/// `velocity` is the unit of the rate of the gap.
template <class Law>
constexpr ParameterOf<Law> impactVelocityParameter(Unit velocity) {
  return contactParameter<Law, double>("minimumImpactVelocity", &Law::minimumImpactVelocity, velocity, nonNegative, 0.0,
                                       "lower limit of the impact velocity in the restitution law; larger values damp slow impacts more");
}

template <class Law>
void warnOfRestitution(const Law& law, const Complain& complain) {
  if (law.impactModel == 0 && law.restitutionCoefficient != 1)
    complain("restitutionCoefficient", "has no effect: impactModel 0 uses contactDamping only");
}

}  // namespace slipstick
