// Motions of frames in space along screws: with the small motion h = (d, ν), in the axes of the frame, H = exp(h) rotates it by exp(ν̃) and
// translates it along a screw by Tᵀ(ν) d. A motion δ of the frame in its own axes and the change of h are related by δh = T⁻¹(h) δ, where
// T⁻¹(h) consists of T⁻¹(ν) = I + ν̃/2 + γ ν̃² and, from rotations to d, of its derivative with respect to ν along d. Source: Sonneville,
// Cardona, Brüls: Geometrically exact beam finite element formulated on the special Euclidean group SE(3), Comput. Methods Appl. Mech.
// Engrg. 268 (2014).
#pragma once

#include "core/items/flexible/finite_turn.h"

namespace slipstick {

/// A small motion of a frame in its own axes, its velocity, or a force and torque on it.
template <class S>
struct Twist {
  Vec3<S> linear, angular;

  Twist& operator+=(const Twist& other) {
    linear += other.linear, angular += other.angular;
    return *this;
  }
  /// The motion of a frame with the same axes at a position in this one; for forces the inverse map.
  Twist at(const Vector3& place) const { return {linear + cross(angular, place), angular}; }
  Twist from(const Vector3& place) const { return {linear, angular + cross(place, linear)}; }
};
template <class A, class S>
Twist<Product<A, S>> operator*(const A& factor, const Twist<S>& twist) {
  return {factor * twist.linear, factor * twist.angular};
}
template <class A, class B>
Twist<Product<A, B>> operator+(const Twist<A>& a, const Twist<B>& b) {
  return {a.linear + b.linear, a.angular + b.angular};
}

/// h with H1 = H0 exp(h).
template <class S>
Twist<S> motionBetween(const Vec3<S>& position0, const Mat3<S>& rotation0, const Vec3<S>& position1, const Mat3<S>& rotation1) {
  const RotationLogarithm<S> logarithm(transpose(rotation0) * rotation1);
  return {logarithm.displacement(transposeTimes(rotation0, position1 - position0)), logarithm.vector};
}

/// T⁻¹(h), or T⁻¹(−h) if `half` is −1/2.
template <class S>
struct InverseTangent {
  Twist<S> motion;
  double half;
  S gamma, change;  // γ and its derivative along d

  explicit InverseTangent(const Twist<S>& h, double sign = 1) : motion(h), half(0.5 * sign) {
    const S square = dot(h.angular, h.angular);
    S slope;  // derivative of γ with respect to ν·ν
    if (valueOf(square) < 0.25) {
      // Powers of φ², where the closed forms suffer from cancellation: coefficients of 1 − (φ/2) cot(φ/2).
      constexpr double series[] = {1.0 / 12,          1.0 / 720,
                                   1.0 / 30240,       1.0 / 1209600,
                                   1.0 / 47900160,    691.0 / 1307674368000,
                                   1.0 / 74724249600, 3617.0 / 10670622842880000};
      gamma = S(0.0), slope = S(0.0);
      for (int k = 7; k >= 0; --k) slope = slope * square + gamma, gamma = gamma * square + series[k];
    } else {
      const S angle = 0.5 * sqrt(square);
      const auto [sine, cosine] = sineCosine(angle);
      gamma = (1.0 - angle * cosine / sine) / square;
      slope = ((angle / sine - cosine) / (8.0 * angle * sine) - gamma) / square;
    }
    change = 2.0 * slope * dot(h.angular, h.linear);
  }
  Twist<S> times(const Twist<S>& twist) const {
    return {along(half, twist.linear) + across(half, twist.angular), along(half, twist.angular)};
  }
  Twist<S> transposeTimes(const Twist<S>& force) const {
    return {along(-half, force.linear), across(-half, force.linear) + along(-half, force.angular)};
  }
  /// The derivative of T⁻¹(ν) along d, times a vector; for its transpose, reverse the sign of `first`.
  Vec3<S> across(double first, const Vec3<S>& x) const {
    const auto& [d, v] = motion;
    return first * cross(d, x) + gamma * (cross(d, cross(v, x)) + cross(v, cross(d, x))) + change * cross(v, cross(v, x));
  }

 private:
  Vec3<S> along(double first, const Vec3<S>& x) const {
    const Vec3<S> turned = cross(motion.angular, x);
    return x + first * turned + gamma * cross(motion.angular, turned);
  }
};

}  // namespace slipstick
