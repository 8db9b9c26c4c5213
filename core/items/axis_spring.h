// The law of springs and dampers along or about an axis fixed to the first or second body.
#pragma once

#include "core/items/connector.h"
#include "core/items/stored_energy.h"
#include "core/math/rotations.h"

namespace slipstick {

/// The parameters of both kinds.
struct AxisSpring {
  static constexpr law::Kind kind = law::Kind::betweenFrames;
  static constexpr unsigned has = law::data | law::postNewton | law::choice | law::closedTangent | law::stored;

  std::array<MarkerIndex, 2> markerNumbers;
  NodeIndex nodeNumber;  // optional data: the angle of the last PostNewton, to count full turns
  double stiffness;
  double damping;
  Matrix3 rotationMarker0;
  Matrix3 rotationMarker1;
  Vector3 axisMarker0;  // of a sliding one; a rotating one has its axis in rotationMarker0 and zeros in this vector
  double offset;
  double velocityOffset;
  double load;  // constant force or torque
  UserFunction userFunction;
  bool activeConnector;

  bool slides() const { return axisMarker0 != Vector3{}; }
  /// Whether the force depends on the displacement or the angle. A damper or a drive does not evaluate it.
  bool isSpring() const { return stiffness != 0 || userFunction; }
  template <class S>
  Vec3<S> axis(const FramePair<S>& pair) const {
    return pair.frame0.rotation * (slides() ? axisMarker0 : rotationMarker0.column(2));
  }
  template <class S>
  S angle(const FramePair<S>& pair, const LawContext<S>& context) const {
    constexpr double turn = 6.283185307179586;
    const Vec3<S> x0 = pair.frame0.rotation * rotationMarker0.column(0);
    const Vec3<S> x1 = pair.frame1.rotation * rotationMarker1.column(0), y1 = pair.frame1.rotation * rotationMarker1.column(1);
    const S xx = dot(x0, x1), xy = dot(x0, y1);
    S angle;
    if (valueOf(xx * xx + xy * xy) > 1e-28) {
      angle = atan2(-xy, xx);
    } else {
      const Vec3<S> y0 = pair.frame0.rotation * rotationMarker0.column(1);
      angle = atan2(dot(y0, x1), dot(y0, y1));
    }
    if (nodeNumber && std::abs(valueOf(angle) - context.data[0]) > turn / 2)
      angle += turn * std::round((context.data[0] - valueOf(angle)) / turn);
    return angle;
  }
  /// The displacement or the angle.
  template <class S>
  S place(const FramePair<S>& pair, const LawContext<S>& context, const Vec3<S>& axis) const {
    return slides() ? dot(axis, pair.frame1.position - pair.frame0.position) : angle(pair, context);
  }
  template <class S>
  S rate(const FramePair<S>& pair, const Vec3<S>& axis) const {
    return dot(axis, slides() ? pair.frame1.velocity - pair.frame0.velocity : pair.frame1.angularVelocity - pair.frame0.angularVelocity);
  }
  template <class S>
  S springForce(const FramePair<S>& pair, const LawContext<S>& context, const Vec3<S>& axis) const {
    return springForce(isSpring() ? place(pair, context, axis) : S(offset), rate(pair, axis), context);
  }
  template <class S>
  S springForce(const S& at, const S& velocity, const LawContext<S>& context) const {
    if (!userFunction) return stiffness * (at - offset) + damping * (velocity - velocityOffset) + load;
    const S arguments[] = {context.time, at, velocity, S(stiffness), S(damping), S(offset)};
    S result;
    userFunction.evaluate(arguments, context.sensorValues + userFunction.sensorOffset, &result);
    return result;
  }
  template <class S>
  void wrenches(const FramePair<S>& pair, const LawContext<S>& context, FrameForce<S>& on0, FrameForce<S>& on1) const {
    const Vec3<S> direction = axis(pair), vector = springForce(pair, context, direction) * direction;
    (slides() ? on0.force : on0.torque) = -vector;
    (slides() ? on1.force : on1.torque) = vector;
  }
  /// The gradient of the angle with respect to a small rotation of frame 1 relative to frame 0.
  Vector3 angleGradient(const FramePair<double>& pair) const {
    const Matrix3 frame0 = pair.frame0.rotation * rotationMarker0, frame1 = pair.frame1.rotation * rotationMarker1;
    const Vector3 x0 = frame0.column(0), y0 = frame0.column(1), x1 = frame1.column(0), y1 = frame1.column(1);
    const double xx = dot(x0, x1), xy = dot(x0, y1), along = xx * xx + xy * xy;
    if (along > 1e-28) return (1 / along) * (xx * cross(x0, y1) - xy * cross(x0, x1));
    const double yx = dot(y0, x1), yy = dot(y0, y1);
    return (1 / (yx * yx + yy * yy)) * (yx * cross(y0, y1) - yy * cross(y0, x1));
  }
  void differentiate(const FramePair<double>& pair, const LawContext<double>& context, MovedFrame moved[2],
                     FrameForce<double> on[2]) const {
    wrenches(pair, context, on[0], on[1]);
    const Vector3 a = axis(pair);
    const Dual1 at(isSpring() ? place(pair, context, a) : offset), velocity(rate(pair, a));
    const auto wide = widened<Dual1>(context);
    const Dual1 byPlace = springForce(Dual1::variable(at.value, 0), velocity, wide);
    const double byRate = springForce(at, Dual1::variable(velocity.value, 0), wide).derivative[0];
    const Vector3 gradient = slides() || !isSpring() ? a : angleGradient(pair);
    const Vector3 way = slides() ? pair.frame1.position - pair.frame0.position : Vector3{};
    const Vector3 relative =
        slides() ? pair.frame1.velocity - pair.frame0.velocity : pair.frame1.angularVelocity - pair.frame0.angularVelocity;
    for (int m = 0; m < 2; ++m)
      for (int k = 0; k < moved[m].columns; ++k) {
        const FrameChange change(moved[m], k);
        const double sign = m == 1 ? 1 : -1;
        const Vector3 turned = m == 0 ? cross(change.rotation, a) : Vector3{};
        const Vector3& shift = slides() ? change.position : change.rotation;
        const Vector3& speed = slides() ? change.velocity : change.angularVelocity;
        const double atChange = sign * dot(gradient, shift) + dot(turned, way);
        const double rateChange = sign * dot(a, speed) + dot(turned, relative);
        const Vector3 vector = (byPlace.derivative[0] * atChange + byRate * rateChange) * a + byPlace.value * turned;
        FrameForce<double> changes[2] = {};
        (slides() ? changes[0].force : changes[0].torque) = -vector;
        (slides() ? changes[1].force : changes[1].torque) = vector;
        moved[m].write(changes, k);
      }
  }
  double storedEnergy(const FramePair<double>& pair, const LawContext<double>& context) const {
    const double at = place(pair, context, axis(pair));
    if (!userFunction) return 0.5 * stiffness * (at - offset) * (at - offset) + (load - damping * velocityOffset) * (at - offset);
    if (!dependsOnPosition(userFunction, 2)) return storesNothing;
    return integralOf([&](double x) { return springForce(x, 0.0, context); }, offset, at);
  }
  static bool isDiscontinuous() { return false; }
  double postNewton(const FramePair<double>& pair, const LawContext<double>& context, double* data, const double*, PostNewton& post) const {
    if (!nodeNumber) return 0;
    data[0] = angle(pair, context);
    post.noteTurning(rate(pair, axis(pair)));
    return 0;
  }
  void output(OutputVariable variable, const FramePair<double>& pair, const LawContext<double>& context, double* out) const {
    if (variable == OutputVariable::Rotation || variable == OutputVariable::DisplacementLocal)
      out[0] = place(pair, context, axis(pair));
    else if (variable == OutputVariable::AngularVelocityLocal || variable == OutputVariable::VelocityLocal)
      out[0] = rate(pair, axis(pair));
    else
      out[0] = activeConnector || !slides() ? springForce(pair, context, axis(pair)) : 0.0;
  }
};

}  // namespace slipstick
