// Measures the force and torque of one item on a body, for its free-body diagram.
// Compiled for size: few models have this item, and few of it.
// Loaded on demand: few models have this item.

#include <limits>

#include "core/items/registration.h"
#include "core/model/drawing.h"
#include "core/system/item_forces.h"

namespace slipstick {
namespace {

struct ForceOnBody {
  ObjectIndex bodyNumber;
  ObjectIndex objectNumber;
  LoadIndex loadNumber;
  OutputVariable outputVariableType;
};

/// What all sensors of a loop share, in a workspace.
struct Memory {
  std::shared_ptr<ItemForces> forces;  // a copy of the system
  std::int64_t changes = -1;           // of the system, when `forces` were made
  // The last solution: the accelerations of a step belong to its contact and friction states, which change afterwards.
  double time = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> data, contacts;
};

class Loop final : public LoopOf<Loop, ForceOnBody, role::Connecting, role::Discontinuous, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const int index = keep(modelItem);
    assembly.sensors[number].place = {this, index};
    assembly.sensors[number].variable = items_[index].outputVariableType;
  }
  void connect(Assembly& assembly) override {
    system_ = assembly.system;
    assembly.add(memory_);
    for (const ForceOnBody& sensor : items_)
      nodes_.push_back(refersTo(assembly.model.objects()[sensor.bodyNumber.index], ItemKind::node).front());
  }
  /// Called before other items change their states.
  void postNewton(PostNewton& post, const Sweep<double>& sweep) const override {
    if (post.step == 0) return;  // the initial contacts
    Memory& memory = sweep[memory_];
    memory.time = sweep.time, memory.data = *post.data, memory.contacts = *post.contacts;
  }
  bool isDiscontinuous() const override { return false; }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    Memory& memory = sweep[memory_];
    if (memory.changes != system_->changes()) memory.forces = std::make_shared<ItemForces>(*system_), memory.changes = system_->changes();
    ItemForces& forces = *memory.forces;
    Sweep<double> solved = sweep;
    if (memory.time == sweep.time) solved.data = memory.data.data(), solved.contacts = &memory.contacts;
    forces.take(solved);
    forces.move(ItemForces::At::state);
    const ForceOnBody& sensor = items_[index];
    const int item = sensor.objectNumber ? forces.indexOf(ItemKind::object, sensor.objectNumber.index)
                     : sensor.loadNumber ? forces.indexOf(ItemKind::load, sensor.loadNumber.index)
                                         : static_cast<int>(forces.items().size()) - 1;  // the touches
    const std::vector<int> items = item < 0 ? std::vector<int>() : std::vector<int>{item};
    const bool isInertia = sensor.objectNumber && sensor.objectNumber.index == sensor.bodyNumber.index;
    const ItemForces::OnNode on = forces.onNode(nodes_[index], items, isInertia);
    writeVector(variable == OutputVariable::Force ? on.force : variable == OutputVariable::Torque ? on.torque : on.point, out);
  }

 private:
  System* system_ = nullptr;
  std::vector<int> nodes_;
  Drawer<Memory> memory_;
};

constexpr ParameterOf<ForceOnBody> parameters[] = {
    {"bodyNumber", &ForceOnBody::bodyNumber, capability::body, Presence::required, "body with one node: rigid, or a point"},
    {"objectNumber", &ForceOnBody::objectNumber, capability::none, Presence::optional,
     "connector or joint that acts on it; the body itself: its inertia m a; neither an object nor a load: the hands"},
    {"loadNumber", &ForceOnBody::loadNumber, capability::none, Presence::optional, "load that acts on it"},
    {"outputVariableType", &ForceOnBody::outputVariableType, "output to measure"}};

/// A body in a free-body diagram has one node, which has a position.
bool isFree(const ForceOnBody& sensor, const Neighbours& neighbours) {
  const Neighbour body = neighbours(sensor.bodyNumber);
  if (!body) return true;  // reported by another check
  const Parameter* parameter = body.type->parameter("nodeNumber");
  if (!parameter) return false;
  const auto* node = parameter->target(const_cast<void*>(body.value)).as<NodeIndex>();
  return node && *node && (neighbours(*node).provides() & capability::position) != 0;
}

constexpr ItemDescription<ForceOnBody> description = {
    .type = "ForceOnBody",
    .summary =
        "The force and torque of one connector, joint or load on a body, as in its free-body diagram. The sum over all items is the "
        "inertia m a of the body, measured with the body itself as the object.",
    .equation = "\\sum_i F_i = m\\, a, \\quad \\sum_i M_i = \\dot L",
    .outputs = {{OutputVariable::Force, unit::newton, 3, "force on the body, global"},
                {OutputVariable::Torque, unit::newtonMetre, 3, "torque on the body about its node, global, with the moment of the force"},
                {OutputVariable::Position, unit::metre, 3, "point at which the force acts, global"}},
    .check =
        [](const ForceOnBody& sensor, const Complain& complain) {
          if (sensor.objectNumber && sensor.loadNumber) complain("loadNumber", "is measured instead of an object: leave one of them out");
        },
    .checkAmong =
        [](const ForceOnBody& sensor, const Neighbours& neighbours, const Complain& complain) {
          if (!isFree(sensor, neighbours))
            complain("bodyNumber", "must be a rigid body or a point mass, because a flexible body has no single node");
        }};

const ItemType& registered = registerItem<Loop>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
