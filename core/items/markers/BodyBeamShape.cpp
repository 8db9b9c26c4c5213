// All coordinates of a cable in space, for sliding joints.
// Compiled for size: few models have this item.
// Loaded on demand: few models have this item.

#include "core/items/markers/cable_marker.h"

namespace slipstick {
namespace {

struct BodyBeamShape {
  ObjectIndex bodyNumber;
};

class Loop final : public CableMarkerLoop<Loop, BodyBeamShape> {
 public:
  void complete(const BodyBeamShape&, CablePlace&, Assembly&) {}
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    writeCoordinates(index, 12, variable, sweep, out);
  }
};

constexpr ParameterOf<BodyBeamShape> parameters[] = {
    {"bodyNumber", &BodyBeamShape::bodyNumber, capability::cableInSpace, Presence::required, "cable in space"}};

constexpr ItemDescription<BodyBeamShape> description = {
    .type = "BodyBeamShape",
    .summary = "All coordinates of a cable in space, for joints that slide along it.",
    .outputs = {{OutputVariable::Coordinates, unit::coordinate, Size::coordinates, "coordinates with their reference values"},
                {OutputVariable::Coordinates_t, unit::coordinateRate, Size::coordinates, "their velocities"}},
    .provides = capability::coordinatesInSpace};

const ItemType& registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
