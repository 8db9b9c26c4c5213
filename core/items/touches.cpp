#include "core/items/touches.h"

#include "core/system/connectors.h"

namespace slipstick {

Vector3 touchForce(const Touch& touch, const FrameKinematics<double>& point, double time) {
  if (!touch.isHand) return touch.force;
  return touch.stiffness * (touch.target(time) - point.position) + touch.damping * (touch.targetVelocity(time) - point.velocity);
}

namespace {

class Law final : public role::Acting {
 public:
  void laws(Sweep<double>& sweep) const override {
    for (const Touch& touch : *sweep.touches)
      sweep.frameForces[touch.frame].force -= touchForce(touch, sweep.frames[touch.frame], sweep.time);
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    laws(sweep);
    for (const Touch& touch : *sweep.touches) {
      double derivative[2][6][24] = {};
      for (int i = 0; i < 3; ++i) derivative[1][i][12 + i] = touch.stiffness, derivative[1][i][18 + i] = touch.damping;
      addPairTangent(tangent, FrameJacobian{}, (*tangent.frames)[touch.frame], derivative, 3);
    }
  }
};

const Law touchesAct;
const bool registered = registerTouchLaw(touchesAct);

}  // namespace
}  // namespace slipstick
