// All coordinates of a cable, for sliding joints.

#include "core/items/markers/cable_marker.h"

namespace slipstick {
namespace {

struct BodyCable2DCoordinates {
  ObjectIndex bodyNumber;
};

class Loop final : public CableMarkerLoop<Loop, BodyCable2DCoordinates> {
 public:
  void complete(const BodyCable2DCoordinates&, CablePlace&, Assembly&) {}
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const CablePlace& cable = cables_[index];
    writeCoordinates(index, 8, variable, sweep, out);
    if (cable.axialCoordinate < 0) return;
    out[8] = variable == OutputVariable::Coordinates_t ? sweep.q_t[cable.axialCoordinate]
                                                       : cable.axialReference + sweep.q[cable.axialCoordinate];
  }
};

constexpr ParameterOf<BodyCable2DCoordinates> parameters[] = {
    {"bodyNumber", &BodyCable2DCoordinates::bodyNumber, capability::cable, Presence::required, "cable"}};

constexpr ItemDescription<BodyCable2DCoordinates> description = {
    .type = "BodyCable2DCoordinates",
    .summary = "All coordinates of a cable in the plane, for joints that slide along it.",
    .outputs = {{OutputVariable::Coordinates, unit::coordinate, Size::coordinates, "coordinates with their reference values"},
                {OutputVariable::Coordinates_t, unit::coordinateRate, Size::coordinates, "their velocities"}},
    .provides = capability::cableCoordinates};

const ItemType& registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
