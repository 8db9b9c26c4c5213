// Measures the kinetic energy of a body or of all bodies.
// Compiled for size: few models have this item, and few of it.

#include "core/items/sensors/energy_sensor.h"

namespace slipstick {
namespace {

constexpr ParameterOf<EnergySensor> parameters[] = {
    {"objectNumber", &EnergySensor::objectNumber, capability::none, Presence::optional, "body; left out: all bodies"}};

constexpr ItemDescription<EnergySensor> description = {.type = "KineticEnergy",
                                                       .summary = "The kinetic energy of a body or of the whole system.",
                                                       .equation = "T = \\tfrac{1}{2}\\, \\dot q^T M \\dot q",
                                                       .outputs = {{OutputVariable::none, unit::joule, 1, "kinetic energy T"}}};

const ItemType& registered = registerItem<EnergyLoop<kineticEnergy>>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
