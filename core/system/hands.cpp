#include "core/system/hands.h"

#include <algorithm>

#include "core/system/connectors.h"

namespace slipstick {
namespace {

Vector3 forceOf(const Touch& touch, const FrameKinematics<double>& point, double time) {
  if (!touch.isHand) return touch.force;
  return touch.stiffness * (touch.target(time) - point.position) + touch.damping * (touch.targetVelocity(time) - point.velocity);
}

}  // namespace

/// The step that ends where the way ends is still on its way, whatever rounding made of its time.
bool Touch::arrived(double time) const { return duration == 0 || !(time - start <= duration * (1 + 1e-9)); }

Vector3 Touch::target(double time) const {
  if (arrived(time)) return to;
  return from + ((time - start) / duration) * (to - from);
}

Vector3 Touch::targetVelocity(double time) const {
  if (arrived(time)) return {};
  return (1 / duration) * (to - from);
}

Touch* Hands::hand() {
  const auto found = std::find_if(touches_.begin(), touches_.end(), [](const Touch& touch) { return touch.isHand; });
  return found == touches_.end() ? nullptr : &*found;
}

void Hands::laws(Sweep<double>& sweep) const {
  for (const Touch& touch : touches_) sweep.frameForces[touch.frame].force -= forceOf(touch, sweep.frames[touch.frame], sweep.time);
}

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
