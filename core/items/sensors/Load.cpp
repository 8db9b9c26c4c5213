// Measures the value of a load.

#include "core/items/sensors/source_sensor.h"

namespace slipstick {
namespace {

struct Load {
  LoadIndex loadNumber;
};

const bool registered = registerItem<SourceSensorLoop<Load, &Load::loadNumber, ItemKind::load>, Load>(
    ItemKind::sensor, {.type = "Load",
                       .summary = "Measures the value of a load.",
                       .parameters = {{"loadNumber", &Load::loadNumber, capability::none, Presence::required, "load"}}});

}  // namespace
}  // namespace slipstick
