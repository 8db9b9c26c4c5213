// Measures the work of loads, hands and prescribed motion on the system.
// Compiled for size: few models have this item, and few of it.

#include "core/items/sensors/energy_sensor.h"

namespace slipstick {
namespace {

constexpr ParameterOf<EnergySensor> parameters[] = {energyOfObject, energyOfLoad, energyOrPower};

constexpr ItemDescription<EnergySensor> description = {
    .type = "WorkOfLoads",
    .summary =
        "The work of loads, hands and prescribed motion on the system: of one item, of the loads on a body, or of all. Constant "
        "gravity does not count: PotentialEnergy contains it.",
    .equation = "W = \\int P\\, dt, \\quad P = \\dot q^T Q",
    .outputs = {{OutputVariable::Energy, unit::joule, 1, "work W since the start of the run"},
                {OutputVariable::Power, unit::watt, 1, "power P"}},
    .check = onlyOneItem};

const ItemType& registered =
    registerItem<EnergyLoop<suppliedPower, role::Integrating, role::Remembering>>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
