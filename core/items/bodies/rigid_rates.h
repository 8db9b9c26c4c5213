// The motion of a rigid node as a function of its rotation parameters and their rates, for the tangents of inertia forces.
#pragma once

#include "core/system/rigid_nodes.h"

namespace slipstick {

/// The rotation in the axes of the node, its local angular velocity and acceleration: the sum of the derivatives with respect to the
/// parameters and to their rates, each weighted by its factor; derivatives with respect to second rates are omitted.
template <class P>
void motionByParameters(const RigidMotion<double, P>& motion, const double* parameterAccelerations, const TangentFactors& factors,
                        double motionBy[9][P::size]) {
  constexpr int R = P::size;
  const auto& g = motion.localRates();
  double spinBy[3][R], accelerationBy[3][R], rateTermBy[3][2 * R] = {};
  P::localSpinDerivative(motion.parameters, motion.rates, spinBy);
  P::localSpinDerivative(motion.parameters, parameterAccelerations, accelerationBy);
  if constexpr (!P::rateTermVanishes) {
    using E = Dual<2 * R>;
    E parameters[R], rates[R];
    for (int j = 0; j < R; ++j) parameters[j] = E::variable(motion.parameters[j], j), rates[j] = E::variable(motion.rates[j], R + j);
    const Vec3<E> term = P::rateTerm(parameters, rates);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 2 * R; ++j) rateTermBy[i][j] = term[i].derivative[j];
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < R; ++j) {
      motionBy[i][j] = factors.stiffness * g[i][j];
      motionBy[3 + i][j] = factors.stiffness * spinBy[i][j] + factors.damping * g[i][j];
      motionBy[6 + i][j] = factors.stiffness * (accelerationBy[i][j] + rateTermBy[i][j]) + factors.damping * rateTermBy[i][R + j];
    }
}

}  // namespace slipstick
