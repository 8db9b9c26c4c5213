// Measures the motion of a link of a tree.

#include "core/items/tree/kinematic_tree.h"

namespace slipstick {
namespace {

struct KinematicTreeSensor {
  ObjectIndex objectNumber;
  int linkNumber;
  Vector3 localPosition;
  OutputVariable outputVariableType;
};

class Loop final : public LoopOf<Loop, KinematicTreeSensor, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const int index = keep(modelItem);
    const KinematicTreeSensor& item = items_[index];
    const Place tree = assembly.object(item.objectNumber);
    role::Tree* links = tree.loop->roles().tree;
    sources_.push_back({links, tree.index, links->addLinkFrame(tree.index, item.linkNumber, item.localPosition, assembly)});
    assembly.sensors[number] = {{this, index}, item.outputVariableType, item.localPosition};
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Source& source = sources_[index];
    source.links->linkOutput(source.tree, items_[index].linkNumber, source.slot, variable, sweep, out);
  }

 private:
  struct Source {
    const role::Tree* links;
    int tree, slot;
  };
  std::vector<Source> sources_;
};

constexpr ParameterOf<KinematicTreeSensor> parameters[] = {
    {"objectNumber", &KinematicTreeSensor::objectNumber, capability::tree, Presence::required, "tree"},
    {"linkNumber", &KinematicTreeSensor::linkNumber, unit::none, nonNegative, Presence::required, "number of the link, from 0"},
    {"localPosition", &KinematicTreeSensor::localPosition, unit::metre, anyNumber, Vector3{}, "point in the link's frame"},
    {"outputVariableType", &KinematicTreeSensor::outputVariableType, "output to measure"}};

constexpr ItemDescription<KinematicTreeSensor> description = {
    .type = "KinematicTree",
    .summary = "Measures the motion of a point of a link of a KinematicTree.",
    .outputs =
        pointOutputs() + rotationOutputs() +
        Outputs{{OutputVariable::VelocityLocal, unit::metrePerSecond, 3, "velocity in the link's frame"},
                {OutputVariable::AccelerationLocal, unit::metrePerSecondSquared, 3, "acceleration in the link's frame"},
                {OutputVariable::AngularAccelerationLocal, unit::radianPerSecondSquared, 3, "angular acceleration in the link's frame"}},
    .checkAmong = [](const KinematicTreeSensor& item, const Neighbours& others, const Complain& complain) {
      checkLink(item, others, complain);
    }};

const ItemType& registered = registerItem<Loop>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
