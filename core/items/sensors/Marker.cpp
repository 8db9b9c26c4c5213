// Measures an output of a marker.

#include "core/items/sensors/source_sensor.h"

namespace slipstick {
namespace {

struct Marker {
  MarkerIndex markerNumber;
  OutputVariable outputVariableType;
};

const bool registered = registerItem<SourceSensorLoop<Marker, &Marker::markerNumber, ItemKind::marker>, Marker>(
    ItemKind::sensor, {.type = "Marker",
                       .summary = "Measures an output of a marker.",
                       .parameters = {{"markerNumber", &Marker::markerNumber, capability::none, Presence::required, "marker"},
                                      {"outputVariableType", &Marker::outputVariableType, "which of the outputs"}}});

}  // namespace
}  // namespace slipstick
