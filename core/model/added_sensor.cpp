// Loaded on demand: few runs are measured beyond their sensors.
#include "core/model/added_sensor.h"

namespace slipstick {

void addSensor(Model& model, const char* type, std::initializer_list<MeasuredObject> objects, OutputVariable variable, std::string name) {
  ModelItem sensor{Registry::instance().find(ItemKind::sensor, type), std::move(name), nullptr, {}};
  const std::shared_ptr<void> value = sensor.type->create();
  const auto target = [&](const char* parameter) { return sensor.type->parameter(parameter)->target(value.get()); };
  for (const auto& [parameter, object] : objects) target(parameter).as<ObjectIndex>()->index = object;
  if (variable != OutputVariable::none) *target("outputVariableType").as<OutputVariable>() = variable;
  sensor.value = value;
  model.items[static_cast<int>(ItemKind::sensor)].push_back(std::move(sensor));
}

}  // namespace slipstick
