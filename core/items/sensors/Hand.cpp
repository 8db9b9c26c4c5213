// Measures the action of the hand that holds a body during a run.

#include <algorithm>

#include "core/items/registration.h"
#include "core/items/touches.h"

namespace slipstick {
namespace {

struct Hand {
  OutputVariable outputVariableType;
};

class Loop final : public LoopOf<Loop, Hand, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const int index = keep(modelItem);
    assembly.sensors[number].place = {this, index};
    assembly.sensors[number].variable = items_[index].outputVariableType;
  }
  void outputOf(int, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Touch* hand = handAmong(*sweep.touches);
    if (!hand) {
      std::fill_n(out, variable == OutputVariable::Power ? 1 : 3, 0.0);
      return;
    }
    const FrameKinematics<double>& point = sweep.frames[hand->frame];
    const Vector3 force = touchForce(*hand, point, sweep.time);
    if (variable == OutputVariable::Power)
      out[0] = dot(force, point.velocity);
    else
      writeVector(variable == OutputVariable::Position ? hand->target(sweep.time) : force, out);
  }
};

constexpr ParameterOf<Hand> parameters[] = {{"outputVariableType", &Hand::outputVariableType, "output to measure"}};

constexpr ItemDescription<Hand> description = {
    .type = "Hand",
    .summary = "The hand that grabs a body in an event; all its outputs are zero while it holds no body.",
    .equation = "F = m\\,\\omega^2 (z - p) + 2\\,m\\,\\omega\\,(\\dot z - \\dot p), \\quad P = F \\cdot \\dot p",
    .outputs = {{OutputVariable::Force, unit::newton, 3, "force on the body at the point p that is held, global"},
                {OutputVariable::Power, unit::newtonMetre / unit::second, 1, "power of the force on the body"},
                {OutputVariable::Position, unit::metre, 3, "target z, global"}}};

const ItemType& registered = registerItem<Loop>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
