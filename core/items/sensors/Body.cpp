// Measures an output of a body at a local position.

#include "core/items/sensors/source_sensor.h"

namespace slipstick {
namespace {

struct Body {
  ObjectIndex bodyNumber;
  Vector3 localPosition;
  OutputVariable outputVariableType;
};

constexpr ParameterOf<Body> parameters[] = {
    {"bodyNumber", &Body::bodyNumber, capability::body, Presence::required, "body"},
    {"localPosition", &Body::localPosition, unit::metre, anyNumber, Vector3{}, "point in the body frame"},
    {"outputVariableType", &Body::outputVariableType, "output to measure"}};

constexpr ItemDescription<Body> description = {
    .type = "Body",
    .summary = "Measures an output of a body at a local position.",
};

const ItemType& registered =
    registerItem<SourceSensorLoop<Body, &Body::bodyNumber, ItemKind::object>>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
