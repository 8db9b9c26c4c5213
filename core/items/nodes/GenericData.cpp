// Node with data coordinates: contact and friction states that change only between Newton solutions.

#include "core/items/nodes/generic_node.h"
#include "core/items/registration.h"

namespace slipstick {
namespace {

struct GenericData {
  int numberOfDataCoordinates;
  VectorX initialCoordinates;
};

class Loop final : public LoopOf<Loop, GenericData, role::Node, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    GenericData& item = items_[keep(modelItem)];
    item.initialCoordinates.resize(item.numberOfDataCoordinates, 0.0);
    first_.push_back(assembly.addData(item.initialCoordinates));
  }
  CoordinateKind coordinateKind() const override { return CoordinateKind::data; }
  int firstCoordinate(int index) const override { return first_[index]; }
  int coordinateCount(int index) const override { return items_[index].numberOfDataCoordinates; }
  void outputOf(int index, OutputVariable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    for (int i = 0; i < items_[index].numberOfDataCoordinates; ++i) out[i] = sweep.data[first_[index] + i];
  }

 private:
  std::vector<int> first_;
};

constexpr ParameterOf<GenericData> parameters[] = {
    ParameterOf<GenericData>{"numberOfDataCoordinates", &GenericData::numberOfDataCoordinates, unit::none, nonNegative, 0, "how many"}
        .fixedAtAssembly(),
    {"initialCoordinates", &GenericData::initialCoordinates, unit::coordinate, anyNumber, Presence::optional,
     "initial values, as many as numberOfDataCoordinates"}};

constexpr ItemDescription<GenericData> description = {
    .type = "GenericData",
    .summary = "Node with data coordinates: history and switching variables of a connector.",
    .outputs = {{OutputVariable::Coordinates, unit::coordinate, Size::coordinates, "the data coordinates"}},
    .provides = capability::data,
    .count = [](const GenericData& node) { return node.numberOfDataCoordinates; },
    .coordinateUnit = [](const GenericData&, int) { return unit::mixed; },
    .check =
        [](const GenericData& node, const Complain& complain) {
          checkCount("initialCoordinates", node.initialCoordinates, "numberOfDataCoordinates", node.numberOfDataCoordinates, complain);
        }};

const ItemType& registered = registerItem<Loop>(ItemKind::node, description, parameters);

}  // namespace

const ItemType& nodes::GenericData = registered;

}  // namespace slipstick
