// A finite rotation by a rotation vector ϑ and its dependence on ϑ: exp(ϑ̃) has the angular velocity T ϑ̇ in the axes of ϑ, T = I + β ϑ̃ +
// γ ϑ̃², β = (1 − cos φ)/φ², γ = (φ − sin φ)/φ³, φ = |ϑ|.
#pragma once

#include "core/math/dual.h"
#include "core/math/rotations.h"

namespace slipstick {

template <class S>
struct FiniteTurn {
  Vec3<S> vector;  // ϑ
  S beta, gamma;

  explicit FiniteTurn(const Vec3<S>& v) : vector(v) {
    const S square = dot(v, v);
    if (valueOf(square) < 0.25) {
      // Series in powers of φ², where the closed forms suffer from cancellation.
      beta = S(0.0), gamma = S(0.0);
      constexpr double first[] = {1.0 / 2, 1.0 / 24, 1.0 / 720, 1.0 / 40320, 1.0 / 3628800, 1.0 / 479001600, 1.0 / 87178291200};
      for (int k = 6; k >= 0; --k) beta = first[k] - square * beta, gamma = first[k] / (2 * k + 3) - square * gamma;
    } else {
      const S angle = sqrt(square), half = sinc(0.5 * angle);
      beta = 0.5 * half * half;
      gamma = (1.0 - sinc(angle)) / square;
    }
  }
  Mat3<S> matrix() const { return rotationExp(vector); }
  /// T r, and Tᵀ r.
  Vec3<S> times(const Vec3<S>& r) const { return along(beta, r); }
  Vec3<S> transposeTimes(const Vec3<S>& r) const { return along(-beta, r); }

 private:
  Vec3<S> along(const S& first, const Vec3<S>& r) const {
    const Vec3<S> across = cross(vector, r);
    return r + first * across + gamma * cross(vector, across);
  }
};

/// The derivative of T r, or Tᵀ r, for a constant vector r with respect to the three components of ϑ.
inline Matrix3 turnDerivative(const FiniteTurn<double>& turn, const Vector3& r, bool transposed) {
  Vec3<Dual<3>> variables;
  for (int i = 0; i < 3; ++i) variables[i] = Dual<3>::variable(turn.vector[i], i);
  const FiniteTurn<Dual<3>> varied(variables);
  Vec3<Dual<3>> constant;
  for (int i = 0; i < 3; ++i) constant[i].value = r[i];
  const Vec3<Dual<3>> value = transposed ? varied.transposeTimes(constant) : varied.times(constant);
  Matrix3 result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result[i][j] = value[i].derivative[j];
  return result;
}

}  // namespace slipstick
