#include "core/system/hands.h"

#include <algorithm>

#include "core/system/connectors.h"

namespace slipstick {
namespace {

template <class S>
Vec3<S> widened(const Vector3& v) {
  return {S(v.x), S(v.y), S(v.z)};
}

template <class S>
Vec3<S> forceOf(const Touch& touch, const FrameKinematics<S>& point, double time) {
  if (!touch.isHand) return widened<S>(touch.force);
  return touch.stiffness * (widened<S>(touch.target(time)) - point.position) +
         touch.damping * (widened<S>(touch.targetVelocity(time)) - point.velocity);
}

template <class S>
void addForces(const std::vector<Touch>& touches, Sweep<S>& sweep) {
  for (const Touch& touch : touches) sweep.frameForces[touch.frame].force -= forceOf(touch, sweep.frames[touch.frame], valueOf(sweep.time));
}

}  // namespace

Vector3 Touch::target(double time) const {
  if (!(time < start + duration)) return to;
  return from + ((time - start) / duration) * (to - from);
}

Vector3 Touch::targetVelocity(double time) const {
  if (!(time < start + duration)) return {};
  return (1 / duration) * (to - from);
}

Touch* Hands::hand() {
  const auto found = std::find_if(touches_.begin(), touches_.end(), [](const Touch& touch) { return touch.isHand; });
  return found == touches_.end() ? nullptr : &*found;
}

void Hands::laws(Sweep<double>& sweep) const { addForces(touches_, sweep); }
void Hands::laws(Sweep<Dual1>& sweep) const { addForces(touches_, sweep); }

void Hands::tangent(Tangent& tangent, Sweep<double>& sweep) const {
  laws(sweep);
  for (const Touch& touch : touches_) {
    double derivative[2][6][24] = {};
    for (int i = 0; i < 3; ++i) derivative[1][i][12 + i] = touch.stiffness, derivative[1][i][18 + i] = touch.damping;
    addPairTangent(tangent, FrameJacobian{}, (*tangent.frames)[touch.frame], derivative, 3);
  }
}

void Hands::output(OutputVariable variable, const Sweep<double>& sweep, double* out) const {
  const Touch* held = hand();
  if (!held) {
    std::fill_n(out, variable == OutputVariable::Power ? 1 : 3, 0.0);
    return;
  }
  const FrameKinematics<double>& point = sweep.frames[held->frame];
  const Vector3 force = forceOf(*held, point, sweep.time);
  if (variable == OutputVariable::Power)
    out[0] = dot(force, point.velocity);
  else
    writeVector(variable == OutputVariable::Position ? held->target(sweep.time) : force, out);
}

}  // namespace slipstick
