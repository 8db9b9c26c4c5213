// Rotations: elementary matrices, Tait-Bryan angles and Euler parameters of a matrix, and the parametrisations of rigid nodes.
//
// A parametrisation provides, for its parameters θ and their rates: the rotation matrix A (body to global), the local angular velocity
// ω̄ = Ḡ θ̇, the global one ω = G θ̇, and the rate term Ḡ̇ θ̇. Formulas: Shabana, Dynamics of Multibody Systems; Géradin, Cardona.
#pragma once

#include "core/math/vector.h"

namespace slipstick {

template <class S>
Mat3<S> rotationX(const S& angle) {
  const auto [s, c] = sineCosine(angle);
  return {{{S(1.0), S(0.0), S(0.0)}, {S(0.0), c, -s}, {S(0.0), s, c}}};
}
template <class S>
Mat3<S> rotationY(const S& angle) {
  const auto [s, c] = sineCosine(angle);
  return {{{c, S(0.0), s}, {S(0.0), S(1.0), S(0.0)}, {-s, S(0.0), c}}};
}
template <class S>
Mat3<S> rotationZ(const S& angle) {
  const auto [s, c] = sineCosine(angle);
  return {{{c, -s, S(0.0)}, {s, c, S(0.0)}, {S(0.0), S(0.0), S(1.0)}}};
}

/// Returns angles φ with A = Rx(φ0) Ry(φ1) Rz(φ2); at the singularity (φ1 = ±π/2) φ0 is 0.
template <class S>
Vec3<S> taitBryanAngles(const Mat3<S>& a) {
  const S c = sqrt(a[1][2] * a[1][2] + a[2][2] * a[2][2]);
  Vec3<S> angles;
  angles.y = atan2(a[0][2], c);
  if (c > 1e-14) {
    angles.x = atan2(-a[1][2], a[2][2]);
    angles.z = atan2(-a[0][1], a[0][0]);
  } else {
    angles.z = atan2(a[1][0], a[1][1]);
  }
  return angles;
}

/// Returns the unit quaternion w, x, y, z of a rotation matrix; stable for all angles (Shepperd's choice of the largest component).
template <class S>
void quaternion(const Mat3<S>& a, S* out) {
  const S trace = a[0][0] + a[1][1] + a[2][2];
  int largest = 0;
  S value = trace;
  for (int i = 0; i < 3; ++i)
    if (a[i][i] > value) largest = i + 1, value = a[i][i];
  if (largest == 0) {
    out[0] = 1.0 + trace, out[1] = a[2][1] - a[1][2], out[2] = a[0][2] - a[2][0], out[3] = a[1][0] - a[0][1];
  } else {
    const int i = largest - 1, j = (i + 1) % 3, k = (i + 2) % 3;
    out[0] = a[k][j] - a[j][k];
    out[1 + i] = 1.0 + a[i][i] - a[j][j] - a[k][k];
    out[1 + j] = a[j][i] + a[i][j];
    out[1 + k] = a[k][i] + a[i][k];
  }
  const S length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2] + out[3] * out[3]);
  const S factor = (valueOf(out[0]) < 0 ? -1.0 : 1.0) / length;
  for (int i = 0; i < 4; ++i) out[i] = out[i] * factor;
}

/// Euler parameters θ0 … θ3, scalar part first; A in the form 1 − 2(…), without normalisation.
struct EulerParameters {
  static constexpr int size = 4;
  static constexpr bool hasNormConstraint = true;
  static constexpr bool rateTermVanishes = true;  // Ḡ̇ θ̇ = 0

  template <class S>
  static Mat3<S> matrix(const S* p) {
    const S xx = p[1] * p[1], yy = p[2] * p[2], zz = p[3] * p[3];
    const S xy = p[1] * p[2], xz = p[1] * p[3], yz = p[2] * p[3], wx = p[0] * p[1], wy = p[0] * p[2], wz = p[0] * p[3];
    return {{{1.0 - 2.0 * (yy + zz), 2.0 * (xy - wz), 2.0 * (xz + wy)},
             {2.0 * (xy + wz), 1.0 - 2.0 * (xx + zz), 2.0 * (yz - wx)},
             {2.0 * (xz - wy), 2.0 * (yz + wx), 1.0 - 2.0 * (xx + yy)}}};
  }
  /// G: global angular velocity ω = G θ̇.
  template <class S>
  static void globalRates(const S* p, S g[3][4]) {
    const S row[3][4] = {{-p[1], p[0], -p[3], p[2]}, {-p[2], p[3], p[0], -p[1]}, {-p[3], -p[2], p[1], p[0]}};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j) g[i][j] = 2.0 * row[i][j];
  }
  /// Ḡ: local angular velocity ω̄ = Ḡ θ̇.
  template <class S>
  static void localRates(const S* p, S g[3][4]) {
    const S row[3][4] = {{-p[1], p[0], p[3], -p[2]}, {-p[2], -p[3], p[0], p[1]}, {-p[3], p[2], -p[1], p[0]}};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j) g[i][j] = 2.0 * row[i][j];
  }
  template <class S>
  static Vec3<S> rateTerm(const S*, const S*) {
    return {};
  }
  /// ∂(G r)/∂θ at constant r: G is linear, and G(θ) r = −G(r) θ.
  static void globalSpinDerivative(const double*, const double* r, double out[3][4]) {
    globalRates(r, out);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j) out[i][j] = -out[i][j];
  }
  /// ∂(Ḡ r)/∂θ at constant r.
  static void localSpinDerivative(const double*, const double* r, double out[3][4]) {
    localRates(r, out);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j) out[i][j] = -out[i][j];
  }
  /// ∂(Gᵀ τ + Ḡᵀ m)/∂θ at constant τ, m: 2 [0, −(τ + m)ᵀ; τ + m, τ̃ − m̃].
  static void rotationalForceDerivative(const double*, const Vector3& t, const Vector3& m, double out[4][4]) {
    const Vector3 s = 2.0 * (t + m), d = 2.0 * (t - m);
    const double rows[4][4] = {{0, -s.x, -s.y, -s.z}, {s.x, 0, -d.z, d.y}, {s.y, d.z, 0, -d.x}, {s.z, -d.y, d.x, 0}};
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) out[i][j] = rows[i][j];
  }
  /// δθ = ¼ Gᵀ δφ for a rotation δφ in global axes, and the time derivatives of that relation along θ̇, θ̈; rows are `stride` apart.
  static void variations(const double* p, const double* r, const double* a, double* map, double* rate, double* acceleration, int stride) {
    const double* sources[3] = {p, r, a};
    double* targets[3] = {map, rate, acceleration};
    for (int n = 0; n < 3; ++n) {
      double g[3][4];
      globalRates(sources[n], g);
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 3; ++j) targets[n][i * stride + j] = 0.25 * g[j][i];
    }
  }
};

/// The same derivatives for any parametrisation with three parameters, by dual numbers.
template <class P>
struct RotationDerivatives {
  static constexpr int R = 3;
  static void globalSpinDerivative(const double* p, const double* r, double out[3][R]) {
    spin(p, r, out, P::template globalRates<Dual<R>>);
  }
  static void localSpinDerivative(const double* p, const double* r, double out[3][R]) { spin(p, r, out, P::template localRates<Dual<R>>); }
  static void rotationalForceDerivative(const double* p, const Vector3& t, const Vector3& m, double out[R][R]) {
    Dual<R> q[R], g[3][R], gLocal[3][R];
    for (int j = 0; j < R; ++j) q[j] = Dual<R>::variable(p[j], j);
    P::globalRates(q, g), P::localRates(q, gLocal);
    for (int i = 0; i < R; ++i)
      for (int k = 0; k < R; ++k) {
        out[i][k] = 0;
        for (int j = 0; j < 3; ++j) out[i][k] += g[j][i].derivative[k] * t[j] + gLocal[j][i].derivative[k] * m[j];
      }
  }

 private:
  template <class Rates>
  static void spin(const double* p, const double* r, double out[3][R], Rates rates) {
    Dual<R> q[R], g[3][R];
    for (int j = 0; j < R; ++j) q[j] = Dual<R>::variable(p[j], j);
    rates(q, g);
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < R; ++k) {
        out[i][k] = 0;
        for (int j = 0; j < R; ++j) out[i][k] += g[i][j].derivative[k] * r[j];
      }
  }
};

/// Tait-Bryan angles φ0, φ1, φ2 with A = Rx Ry Rz; singular at φ1 = ±π/2.
struct TaitBryanAngles : RotationDerivatives<TaitBryanAngles> {
  static constexpr int size = 3;
  static constexpr bool hasNormConstraint = false;
  static constexpr bool rateTermVanishes = false;

  template <class S>
  static Mat3<S> matrix(const S* p) {
    const auto [s0, c0] = sineCosine(p[0]);
    const auto [s1, c1] = sineCosine(p[1]);
    const auto [s2, c2] = sineCosine(p[2]);
    return {{{c1 * c2, -(c1 * s2), s1},
             {s0 * s1 * c2 + c0 * s2, c0 * c2 - s0 * s1 * s2, -(s0 * c1)},
             {s0 * s2 - c0 * s1 * c2, c0 * s1 * s2 + s0 * c2, c0 * c1}}};
  }
  template <class S>
  static void globalRates(const S* p, S g[3][3]) {
    const auto [s0, c0] = sineCosine(p[0]);
    const auto [s1, c1] = sineCosine(p[1]);
    g[0][0] = 1.0, g[0][1] = 0.0, g[0][2] = s1;
    g[1][0] = 0.0, g[1][1] = c0, g[1][2] = -(c1 * s0);
    g[2][0] = 0.0, g[2][1] = s0, g[2][2] = c0 * c1;
  }
  template <class S>
  static void localRates(const S* p, S g[3][3]) {
    const auto [s1, c1] = sineCosine(p[1]);
    const auto [s2, c2] = sineCosine(p[2]);
    g[0][0] = c1 * c2, g[0][1] = s2, g[0][2] = 0.0;
    g[1][0] = -(c1 * s2), g[1][1] = c2, g[1][2] = 0.0;
    g[2][0] = s1, g[2][1] = 0.0, g[2][2] = 1.0;
  }
  /// δφ_i = (G⁻¹ δφ)_i for a rotation in global axes, and the time derivatives of that relation, by dual numbers along the motion.
  static void variations(const double* p, const double* r, const double* a, double* map, double* rate, double* acceleration, int stride) {
    using D = Dual<1, Dual<1>>;
    D q[3];
    for (int j = 0; j < 3; ++j) {
      // q + ε q̇ at both levels, and q̈ in the mixed part: q(t + ε1 + ε2) to second order.
      q[j].value.value = p[j], q[j].value.derivative[0] = r[j];
      q[j].derivative[0].value = r[j], q[j].derivative[0].derivative[0] = a[j];
    }
    const auto [s0, c0] = sineCosine(q[0]);
    const auto [s1, c1] = sineCosine(q[1]);
    const D inverse[3][3] = {{D(1.0), s0 * s1 / c1, -(c0 * s1) / c1}, {D(0.0), c0, s0}, {D(0.0), -s0 / c1, c0 / c1}};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        map[i * stride + j] = inverse[i][j].value.value;
        rate[i * stride + j] = inverse[i][j].value.derivative[0];
        acceleration[i * stride + j] = inverse[i][j].derivative[0].derivative[0];
      }
  }
  /// Ḡ̇ θ̇.
  template <class S>
  static Vec3<S> rateTerm(const S* p, const S* r) {
    const auto [s1, c1] = sineCosine(p[1]);
    const auto [s2, c2] = sineCosine(p[2]);
    return {-(s1 * c2) * r[1] * r[0] - (c1 * s2) * r[2] * r[0] + c2 * r[2] * r[1],
            s1 * s2 * r[1] * r[0] - (c1 * c2) * r[2] * r[0] - s2 * r[2] * r[1], c1 * r[1] * r[0]};
  }
};

/// sin(x)/x.
template <class S>
S sinc(const S& x) {
  return valueOf(x) == 0 ? S(1.0) : sin(x) / x;
}

/// exp(ν̃) = I + sinc(φ) ν̃ + ½ sinc²(φ/2) ν̃², φ = |ν|.
template <class S>
Mat3<S> rotationExp(const Vec3<S>& v) {
  const S square = dot(v, v);
  S first, second;  // sinc(φ), ½ sinc²(φ/2); by series near zero, where the norm has no derivative
  if (valueOf(square) < 1e-8) {
    first = 1.0 - square * (1.0 / 6) + square * square * (1.0 / 120);
    second = 0.5 - square * (1.0 / 24) + square * square * (1.0 / 720);
  } else {
    const S angle = sqrt(square), half = sinc(0.5 * angle);
    first = sinc(angle);
    second = 0.5 * half * half;
  }
  // Entries of ν̃ and ν̃².
  const S xx = v.x * v.x, yy = v.y * v.y, zz = v.z * v.z, xy = second * (v.x * v.y), yz = second * (v.y * v.z), zx = second * (v.z * v.x);
  const S x = first * v.x, y = first * v.y, z = first * v.z;
  return {{{second * (-zz - yy) + 1.0, xy - z, zx + y},
           {xy + z, second * (-zz - xx) + 1.0, yz - x},
           {zx - y, yz + x, second * (-yy - xx) + 1.0}}};
}

/// Returns the rotation vector of exp(ν) exp(Ω), with norm in [0, 2π] (Holzinger, Gerstmayr 2021).
inline Vector3 composeRotations(const Vector3& v, const Vector3& increment) {
  const double a = norm(v) / 2, b = norm(increment) / 2;
  const auto [sine0, c0] = sineCosine(a);
  const auto [sine1, c1] = sineCosine(b);
  const double s0 = a == 0 ? 1 : sine0 / a, s1 = b == 0 ? 1 : sine1 / b;
  const double x = c0 * c1 - 0.25 * s0 * s1 * dot(v, increment);
  const Vector3 direction = (s0 * c1) * v + (c0 * s1) * increment + (0.5 * s0 * s1) * cross(v, increment);
  const double length = norm(direction);
  // x and length / 2 are cosine and sine of half the angle; computing the sine from the cosine would lose small angles.
  return length == 0 ? Vector3{} : (2 * atan2(length / 2, x) / length) * direction;
}

/// The logarithm of a rotation A = exp(ν̃), with the additional terms for the logarithm of a motion in SE(3). All follow from the
/// quaternion, with components cos φ/2 and n sin φ/2, and from one angle: (φ/2) cot (φ/2) is a quotient of the components, and the
/// rotation by φ/2 has the quaternion 1 + q, normalised.
template <class S>
struct RotationLogarithm {
  Vec3<S> vector;  // ν, |ν| ≤ π
  Mat3<S> half;    // exp(ν̃/2)
  S square;        // ν·ν
  S gamma;         // T⁻¹(ν) = I + ν̃/2 + γ ν̃²

  explicit RotationLogarithm(const Mat3<S>& rotation) {
    S q[4];
    quaternion(rotation, q);
    const Vec3<S> sine{q[1], q[2], q[3]};
    const S sineSquare = dot(sine, sine);
    S factor;
    if (valueOf(sineSquare) < 1e-6) {  // by series if the norm has no derivative
      const S x = sineSquare / (q[0] * q[0]);
      factor = 2.0 / q[0] * (1.0 - x * (1.0 / 3) + x * x * (1.0 / 5));
    } else {
      const S size = sqrt(sineSquare);
      factor = 2.0 * atan2(size, q[0]) / size;
    }
    vector = factor * sine, square = factor * factor * sineSquare;
    gamma = valueOf(square) <= 0.02 * 0.02 ? 1.0 / 12 + square * (1.0 / 720) + square * square * (1.0 / 30240)
                                           : (1.0 - 0.5 * factor * q[0]) / square;
    const S cosine = 1.0 + q[0], scale = 1.0 / sqrt(2.0 * cosine);
    const S halfTurn[4] = {scale * cosine, scale * q[1], scale * q[2], scale * q[3]};
    half = EulerParameters::matrix(halfTurn);
  }
  /// Returns T⁻ᵀ(ν) d, the translational part of the logarithm for the displacement d.
  Vec3<S> displacement(const Vec3<S>& d) const {
    return (1.0 - gamma * square) * d + (gamma * dot(vector, d)) * vector - 0.5 * cross(vector, d);
  }
};

/// Inverse T⁻¹(Ω) of the tangent operator: ν̇ = T⁻¹(ν) ω̄ for A = exp(ν̃) and local angular velocity ω̄.
template <class S>
Mat3<S> inverseTangentOperator(const Vec3<S>& v) {
  const S square = dot(v, v);
  S gamma;
  if (valueOf(square) <= 0.02 * 0.02) {
    gamma = 1.0 / 12 + square / 720.0 + square * square / 30240.0;
  } else {
    const S half = 0.5 * sqrt(square);
    gamma = (1.0 - half / tan(half)) / square;
  }
  const S beta = 1.0 - gamma * square;
  Mat3<S> result = 0.5 * skew(v);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result[i][j] += gamma * v[i] * v[j] + (i == j ? beta : S(0.0));
  return result;
}

/// Rotation vector ν with A = exp(ν̃). Its rates are the local angular velocity, and its variations are rotations in local axes, not
/// changes of its components: derivatives are taken with respect to such a rotation δ, δA = A δ̃.
struct RotationVector {
  static constexpr int size = 3;
  static constexpr bool hasNormConstraint = false;
  static constexpr bool rateTermVanishes = true;

  template <class S>
  static Mat3<S> matrix(const S* p) {
    return rotationExp(Vec3<S>{p[0], p[1], p[2]});
  }
  template <class S>
  static void globalRates(const S* p, S g[3][3]) {
    const Mat3<S> a = matrix(p);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) g[i][j] = a[i][j];
  }
  template <class S>
  static void localRates(const S*, S g[3][3]) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) g[i][j] = S(i == j ? 1.0 : 0.0);
  }
  template <class S>
  static Vec3<S> rateTerm(const S*, const S*) {
    return {};
  }
  /// δ(A r) = A (δ × r).
  static void globalSpinDerivative(const double* p, const double* r, double out[3][3]) {
    const Matrix3 derivative = matrix(p) * skew(Vector3{-r[0], -r[1], -r[2]});
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) out[i][j] = derivative[i][j];
  }
  static void localSpinDerivative(const double*, const double*, double out[3][3]) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) out[i][j] = 0;
  }
  /// A rotation δφ in global axes is δ = Aᵀ δφ in local ones; the local angular velocity varies by Aᵀ δφ̇ and does not depend on δφ. The
  /// three matrices give the variations of q, q̇ and q̈: δ, δω̄ = Aᵀ δφ̇, δω̄̇ = Aᵀ (δφ̈ − ω × δφ̇).
  static void variations(const double* p, const double* r, const double*, double* map, double* rate, double* acceleration, int stride) {
    const Matrix3 a = matrix(p);
    const Vector3 spin = a * Vector3{r[0], r[1], r[2]};
    const Matrix3 turning = transpose(a) * skew(-spin);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        map[i * stride + j] = a[j][i];
        rate[i * stride + j] = 0;
        acceleration[i * stride + j] = turning[i][j];
      }
  }
  /// δ(Aᵀ τ) = (Aᵀ τ) × δ.
  static void rotationalForceDerivative(const double* p, const Vector3& t, const Vector3&, double out[3][3]) {
    const Matrix3 derivative = skew(transposeTimes(matrix(p), t));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) out[i][j] = derivative[i][j];
  }
};

}  // namespace slipstick
