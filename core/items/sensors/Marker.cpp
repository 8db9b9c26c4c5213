// Measures an output of a marker.

#include "core/items/sensors/source_sensor.h"

namespace slipstick {
namespace {

struct Marker {
  MarkerIndex markerNumber;
  OutputVariable outputVariableType;
};

constexpr ParameterOf<Marker> parameters[] = {{"markerNumber", &Marker::markerNumber, capability::none, Presence::required, "marker"},
                                              {"outputVariableType", &Marker::outputVariableType, "output to measure"}};

constexpr ItemDescription<Marker> description = {
    .type = "Marker",
    .summary = "Measures an output of a marker.",
};

const ItemType& registered =
    registerItem<SourceSensorLoop<Marker, &Marker::markerNumber, ItemKind::marker>>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
