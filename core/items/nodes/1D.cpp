// Node with one scalar coordinate.

#include "core/items/registration.h"

namespace slipstick {
namespace {

struct Node1D {
  Vector1 referenceCoordinates;
  Vector1 initialCoordinates;
  Vector1 initialVelocities;
};

class Loop final : public LoopOf<Loop, Node1D, role::Node, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Node1D& item = items_[keep(modelItem)];
    first_.push_back(assembly.addCoordinates(item.referenceCoordinates, item.initialCoordinates, item.initialVelocities));
  }
  CoordinateKind coordinateKind() const override { return CoordinateKind::displacement; }
  int firstCoordinate(int index) const override { return first_[index]; }
  int coordinateCount(int) const override { return 1; }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    coordinateOutput(variable, sweep, first_[index], 1, items_[index].referenceCoordinates.data(), out);
  }

 private:
  std::vector<int> first_;
};

constexpr ParameterOf<Node1D> parameters[] = {
    {"referenceCoordinates", &Node1D::referenceCoordinates, unit::coordinate, anyNumber, Vector1{}, "reference value"},
    {"initialCoordinates", &Node1D::initialCoordinates, unit::coordinate, anyNumber, Vector1{}, "initial displacement"},
    {"initialVelocities", &Node1D::initialVelocities, unit::coordinateRate, anyNumber, Vector1{}, "initial velocity"}};

constexpr ItemDescription<Node1D> description = {.type = "1D",
                                                 .summary = "Node with one scalar coordinate, a displacement or an angle.",
                                                 .outputs = coordinateOutputs(),
                                                 .provides = capability::coordinate | capability::scalarNode,
                                                 .count = [](const Node1D&) { return 1; },
                                                 .coordinateUnit = [](const Node1D&, int) { return unit::mixed; }};

const ItemType& registered = registerItem<Loop>(ItemKind::node, description, parameters);

}  // namespace

const ItemType& nodes::Node1D = registered;

}  // namespace slipstick
