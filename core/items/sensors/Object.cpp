// Measures an output of any object, such as the force of a connector.

#include "core/items/sensors/source_sensor.h"

namespace slipstick {
namespace {

struct Object {
  ObjectIndex objectNumber;
  OutputVariable outputVariableType;
};

const bool registered = registerItem<SourceSensorLoop<Object, &Object::objectNumber, ItemKind::object>, Object>(
    ItemKind::sensor, {.type = "Object",
                       .summary = "Measures an output of any object, such as the force of a connector.",
                       .parameters = {{"objectNumber", &Object::objectNumber, capability::none, Presence::required, "object"},
                                      {"outputVariableType", &Object::outputVariableType, "which of the outputs"}}});

}  // namespace
}  // namespace slipstick
