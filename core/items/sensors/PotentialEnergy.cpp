// Measures the energy stored in springs, bodies and gravity.
// Compiled for size: few models have this item, and few of it.

#include "core/items/sensors/energy_sensor.h"

namespace slipstick {
namespace {

constexpr ParameterOf<EnergySensor> parameters[] = {energyOfObject, energyOfLoad};

constexpr ItemDescription<EnergySensor> description = {
    .type = "PotentialEnergy",
    .summary =
        "The energy stored in springs, elastic bodies and constant gravity: of one item, of a body with the gravity on it, or of the "
        "whole system. Items without a stored energy, such as contacts, count in Dissipation.",
    .equation = "V = \\sum V_i, \\quad f_i(q, 0) = \\partial V_i / \\partial q",
    .outputs = {{OutputVariable::none, unit::joule, 1, "stored energy V; of gravity zero at the origin, of a spring zero without tension"}},
    .check = onlyOneItem};

const ItemType& registered = registerItem<EnergyLoop<potentialEnergy>>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
