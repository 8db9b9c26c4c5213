// Measures an output of any object, such as the force of a connector.

#include "core/items/sensors/source_sensor.h"

namespace slipstick {
namespace {

struct Object {
  ObjectIndex objectNumber;
  OutputVariable outputVariableType;
};

constexpr ParameterOf<Object> parameters[] = {{"objectNumber", &Object::objectNumber, capability::none, Presence::required, "object"},
                                              {"outputVariableType", &Object::outputVariableType, "output to measure"}};

constexpr ItemDescription<Object> description = {
    .type = "Object",
    .summary = "Measures an output of any object, such as the force of a connector.",
};

const ItemType& registered =
    registerItem<SourceSensorLoop<Object, &Object::objectNumber, ItemKind::object>>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
