// All coordinates of a node, with their reference values.

#include <algorithm>

#include "core/items/registration.h"

namespace slipstick {
namespace {

struct NodeCoordinates {
  NodeIndex nodeNumber;
};

class Loop final : public LoopOf<Loop, NodeCoordinates> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Place node = assembly.place(ItemKind::node, items_[keep(modelItem)].nodeNumber.index);
    counts_.push_back(node.loop->coordinateCount(node.index));
    first_.push_back(std::max(node.loop->firstCoordinate(node.index), 0));
  }
  void connect(Assembly& assembly) override { reference_ = assembly.reference; }
  int firstCoordinate(int index) const override { return first_[index]; }
  int coordinateCount(int index) const override { return counts_[index]; }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const bool values = variable == OutputVariable::Coordinates;
    coordinateOutput(values ? OutputVariable::CoordinatesTotal : variable, sweep, first_[index], counts_[index],
                     reference_.data() + first_[index], out);
  }

 private:
  std::vector<int> first_, counts_;
  std::vector<double> reference_;
};

constexpr ParameterOf<NodeCoordinates> parameters[] = {
    {"nodeNumber", &NodeCoordinates::nodeNumber, capability::coordinate, Presence::required, "node with coordinates"}};

constexpr ItemDescription description = {
    .type = "NodeCoordinates",
    .summary = "All coordinates of a node, with their reference values.",
    .outputs = {{OutputVariable::Coordinates, unit::coordinate, 0, "coordinates with their reference values"},
                {OutputVariable::Coordinates_t, unit::coordinateRate, 0, "their velocities"}},
    .provides = capability::coordinates};

const bool registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
