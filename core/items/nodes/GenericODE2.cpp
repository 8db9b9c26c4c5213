// Node with any number of coordinates.

#include "core/items/flexible/types.h"
#include "core/items/nodes/generic_node.h"
#include "core/items/registration.h"

namespace slipstick {
namespace {

struct GenericODE2 {
  VectorX referenceCoordinates;
  int numberOfODE2Coordinates;
  VectorX initialCoordinates;
  VectorX initialCoordinates_t;
};

class Loop final : public LoopOf<Loop, GenericODE2, role::Node, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    GenericODE2& item = items_[keep(modelItem)];
    for (VectorX* values : {&item.referenceCoordinates, &item.initialCoordinates, &item.initialCoordinates_t})
      values->resize(item.numberOfODE2Coordinates, 0.0);
    first_.push_back(assembly.addCoordinates(item.referenceCoordinates, item.initialCoordinates, item.initialCoordinates_t));
  }
  CoordinateKind coordinateKind() const override { return CoordinateKind::displacement; }
  int firstCoordinate(int index) const override { return first_[index]; }
  int coordinateCount(int index) const override { return items_[index].numberOfODE2Coordinates; }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    coordinateOutput(variable, sweep, first_[index], items_[index].numberOfODE2Coordinates, items_[index].referenceCoordinates.data(), out);
  }

 private:
  std::vector<int> first_;
};

constexpr ParameterOf<GenericODE2> parameters[] = {
    {"referenceCoordinates", &GenericODE2::referenceCoordinates, unit::coordinate, anyNumber, Presence::optional, "reference values"},
    ParameterOf<GenericODE2>{"numberOfODE2Coordinates", &GenericODE2::numberOfODE2Coordinates, unit::none, nonNegative, 0,
                             "number of coordinates"}
        .fixedAtAssembly(),
    {"initialCoordinates", &GenericODE2::initialCoordinates, unit::coordinate, anyNumber, Presence::optional, "initial displacements"},
    {"initialCoordinates_t", &GenericODE2::initialCoordinates_t, unit::coordinateRate, anyNumber, Presence::optional,
     "initial velocities"}};

constexpr ItemDescription<GenericODE2> description = {
    .type = "GenericODE2",
    .summary = "Node with any number of coordinates, for bodies given by matrices and for trees.",
    .outputs = coordinateOutputs(),
    .provides = capability::coordinate | capability::genericNode,
    .count = [](const GenericODE2& node) { return node.numberOfODE2Coordinates; },
    .coordinateUnit = [](const GenericODE2&, int) { return unit::mixed; },
    .check =
        [](const GenericODE2& node, const Complain& complain) {
          checkCount("referenceCoordinates", node.referenceCoordinates, "numberOfODE2Coordinates", node.numberOfODE2Coordinates, complain);
          checkCount("initialCoordinates", node.initialCoordinates, "numberOfODE2Coordinates", node.numberOfODE2Coordinates, complain);
          checkCount("initialCoordinates_t", node.initialCoordinates_t, "numberOfODE2Coordinates", node.numberOfODE2Coordinates, complain);
        }};

const ItemType& registered = registerItem<Loop>(ItemKind::node, description, parameters);

}  // namespace

const ItemType& nodes::GenericODE2 = registered;

}  // namespace slipstick
