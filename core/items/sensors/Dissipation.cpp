// Measures the energy that dampers, friction and contacts take from the motion.
// Compiled for size: few models have this item, and few of it.

#include "core/items/sensors/energy_sensor.h"

namespace slipstick {
namespace {

constexpr ParameterOf<EnergySensor> parameters[] = {
    {"objectNumber", &EnergySensor::objectNumber, capability::none, Presence::optional, "connector or body; left out: the whole system"},
    energyOrPower};

constexpr ItemDescription<EnergySensor> description = {
    .type = "Dissipation",
    .summary =
        "The energy that dampers, friction and contacts take from the motion. Of items that store energy it is the work of the part "
        "of their force that depends on velocity; of other items, such as contacts, all of their work.",
    .equation = "D = \\int P\\, dt, \\quad P = \\sum \\dot q^T (f_i(q, \\dot q) - f_i(q, 0))",
    .outputs = {{OutputVariable::Energy, unit::joule, 1, "dissipated energy D since the start of the run"},
                {OutputVariable::Power, unit::watt, 1, "dissipated power P"}}};

const ItemType& registered =
    registerItem<EnergyLoop<dissipatedPower, role::Integrating, role::Remembering>>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
