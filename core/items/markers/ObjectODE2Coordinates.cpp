// All coordinates of an object, including their reference values.

#include "core/items/markers/coordinates_marker.h"

namespace slipstick {
namespace {

struct ObjectODE2Coordinates {
  ObjectIndex objectNumber;

  ObjectIndex whose() const { return objectNumber; }
};

constexpr ParameterOf<ObjectODE2Coordinates> parameters[] = {
    {"objectNumber", &ObjectODE2Coordinates::objectNumber, capability::coordinates, Presence::required, "object GenericODE2"}};

constexpr ItemDescription<ObjectODE2Coordinates> description = {
    .type = "ObjectODE2Coordinates",
    .summary = "All coordinates of an object, node after node, with their reference values.",
    .outputs = coordinatesOutputs,
    .provides = capability::coordinates};

const ItemType& registered = registerItem<CoordinatesMarkerLoop<ObjectODE2Coordinates>>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
