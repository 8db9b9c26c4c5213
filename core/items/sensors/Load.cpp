// Measures the value of a load.

#include "core/items/sensors/source_sensor.h"

namespace slipstick {
namespace {

struct Load {
  LoadIndex loadNumber;
};

constexpr ParameterOf<Load> parameters[] = {{"loadNumber", &Load::loadNumber, capability::none, Presence::required, "load"}};

constexpr ItemDescription<Load> description = {
    .type = "Load",
    .summary = "Measures the value of a load.",
};

const ItemType& registered =
    registerItem<SourceSensorLoop<Load, &Load::loadNumber, ItemKind::load>>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
