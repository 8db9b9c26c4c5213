// Node with states of first order.
// Loaded on demand: few models have this item.

#include "core/items/nodes/generic_node.h"
#include "core/items/registration.h"

namespace slipstick {
namespace {

struct GenericODE1 {
  VectorX referenceCoordinates;
  VectorX initialCoordinates;
  int numberOfODE1Coordinates;
};

/// In ẏ = f, the nodes contribute the left-hand side, objects and loads the right-hand side.
class Loop final : public LoopOf<Loop, GenericODE1, role::Node, role::Massive, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    GenericODE1& item = items_[keep(modelItem)];
    for (VectorX* values : {&item.referenceCoordinates, &item.initialCoordinates}) values->resize(item.numberOfODE1Coordinates, 0.0);
    first_.push_back(assembly.addCoordinates(item.referenceCoordinates, item.initialCoordinates,
                                             std::vector<double>(item.numberOfODE1Coordinates, 0.0)));
  }
  int firstCoordinate(int index) const override { return first_[index]; }
  int coordinateCount(int index) const override { return items_[index].numberOfODE1Coordinates; }
  CoordinateKind coordinateKind() const override { return CoordinateKind::firstOrder; }
  bool massIsConstant() const override { return true; }  // the factor of the rates
  void lawsOf(Sweep<double>& sweep) const {
    if (!sweep.q_tt) return;
    for (std::size_t i = 0; i < items_.size(); ++i)
      for (int c = first_[i]; c < first_[i] + items_[i].numberOfODE1Coordinates; ++c) sweep.residual[c] += sweep.q_t[c];
  }
  void tangent(Tangent& tangent, Sweep<double>&) const override {
    for (std::size_t i = 0; i < items_.size(); ++i)
      for (int c = first_[i]; c < first_[i] + items_[i].numberOfODE1Coordinates; ++c) tangent.sink.add(c, c, tangent.factors.rate);
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    coordinateOutput(variable, sweep, first_[index], items_[index].numberOfODE1Coordinates, items_[index].referenceCoordinates.data(), out);
  }

 private:
  std::vector<int> first_;
};

constexpr ParameterOf<GenericODE1> parameters[] = {
    {"referenceCoordinates", &GenericODE1::referenceCoordinates, unit::coordinate, anyNumber, Presence::optional, "reference values"},
    {"initialCoordinates", &GenericODE1::initialCoordinates, unit::coordinate, anyNumber, Presence::optional,
     "initial states, without the reference values"},
    ParameterOf<GenericODE1>{"numberOfODE1Coordinates", &GenericODE1::numberOfODE1Coordinates, unit::none, nonNegative, 0,
                             "number of states"}
        .fixedAtAssembly()};

constexpr ItemDescription<GenericODE1> description = {
    .type = "GenericODE1",
    .summary = "Node with any number of first-order states, such as currents, pressures, temperatures or states of a controller.",
    .outputs = {{OutputVariable::Coordinates, unit::coordinate, Size::coordinates, "states, without the reference values"},
                {OutputVariable::CoordinatesTotal, unit::coordinate, Size::coordinates, "reference values plus states"},
                {OutputVariable::Coordinates_t, unit::coordinateRate, Size::coordinates, "rates of the states"}},
    .provides = capability::firstOrderNode,
    .count = [](const GenericODE1& node) { return node.numberOfODE1Coordinates; },
    .coordinateUnit = [](const GenericODE1&, int) { return unit::mixed; },
    .check =
        [](const GenericODE1& node, const Complain& complain) {
          checkCount("referenceCoordinates", node.referenceCoordinates, "numberOfODE1Coordinates", node.numberOfODE1Coordinates, complain);
          checkCount("initialCoordinates", node.initialCoordinates, "numberOfODE1Coordinates", node.numberOfODE1Coordinates, complain);
        }};

const ItemType& registered = registerItem<Loop>(ItemKind::node, description, parameters);

}  // namespace
}  // namespace slipstick
