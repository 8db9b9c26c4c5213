// The components of a sensor, known before a run.
#include "core/model/items.h"

namespace slipstick {
namespace {

struct Numbers {
  int count = 1;
  Unit unit = unit::none;
};

/// A load's value is its vector or number.
Numbers loadSize(const ModelItem& load) {
  if (!load.type->outputs.empty()) return {load.type->outputs.front().size.number, load.type->outputs.front().unit};
  for (const Parameter& parameter : load.type->parameters) {
    const Target target = parameter.target(const_cast<void*>(load.value.get()));
    if (target.is<Vector3>()) return {3, parameter.unit};
    if (target.is<double>()) return {1, parameter.unit};
  }
  return {};
}

/// Returns the size of a sensor that declares it itself; there is no unit if its entries have different ones.
Numbers ownNumbers(const ModelItem& sensor) {
  Numbers numbers{sensor.type->count(sensor.value.get()), sensor.type->coordinateUnit(sensor.value.get(), 0)};
  for (int i = 1; i < numbers.count; ++i)
    if (!sensor.type->coordinateUnit(sensor.value.get(), i).sameDimension(numbers.unit)) numbers.unit = unit::mixed;
  return numbers;
}

bool isCoordinates(OutputVariable variable) {
  return variable == OutputVariable::Coordinates || variable == OutputVariable::CoordinatesTotal ||
         variable == OutputVariable::Coordinates_t || variable == OutputVariable::Coordinates_tt;
}

/// Returns the unit for labels: none for a mixture.
std::string label(const Unit& unit) { return unit.isOne() ? unit.text() : ""; }

std::vector<std::string> componentNames(int size, OutputVariable variable) {
  if (size == 1) return {"value"};
  if (size == 3 && !isCoordinates(variable)) return {"x", "y", "z"};
  if (size == 9 && !isCoordinates(variable)) return {"xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"};
  std::vector<std::string> names;
  for (int i = 0; i < size; ++i) names.push_back(std::to_string(i));
  return names;
}

}  // namespace

SensorLayout sensorLayout(const Model& model, int sensor) {
  const ModelItem& item = model.sensors()[sensor];
  OutputVariable variable = OutputVariable::none;
  const ModelItem* watched = nullptr;
  ItemKind watchedKind = ItemKind::node;
  int watchedIndex = -1;
  for (const Parameter& parameter : item.type->parameters) {
    const Target target = parameter.target(const_cast<void*>(item.value.get()));
    if (parameter.says == Says::input)
      for (const ModelInput& input : model.inputs)
        if (input.name == *target.as<std::string>()) return {{"value"}, input.unit};
    if (const auto* output = target.as<OutputVariable>()) variable = *output;
    if (const auto* function = target.as<UserFunction>(); function && *function) {
      int size = 0;
      for (const Formula& formula : function->components()) size += formula.shape().size();
      return {componentNames(size, variable), label(parameter.unit)};
    }
    const auto kind = referredKind(target);
    const auto items = referredItems(target);
    if (!kind || items.size() != 1 || items[0] < 0) continue;
    if (items[0] >= static_cast<int>(model.of(*kind).size())) continue;
    watchedKind = *kind, watchedIndex = items[0], watched = &model.of(*kind)[items[0]];
  }
  if (!watched && !item.type->outputs.empty())
    if (const Output* output = item.type->output(variable)) return {componentNames(output->size.number, variable), label(output->unit)};
  if (!watched || !watched->type) return {componentNames(1, variable), ""};
  Numbers size;
  const ItemType& source = item.type->outputs.empty() ? *watched->type : *item.type;
  if (const Output* output = source.output(variable))
    size = item.type->count ? ownNumbers(item) : Numbers{countOf(output->size, model, watchedKind, watchedIndex), output->unit};
  else if (watchedKind == ItemKind::load && watched->value)
    size = loadSize(*watched);
  return {componentNames(size.count, variable), label(size.unit)};
}

}  // namespace slipstick
