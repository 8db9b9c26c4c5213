// All coordinates of a node, including their reference values.

#include "core/items/markers/coordinates_marker.h"

namespace slipstick {
namespace {

struct NodeCoordinates {
  NodeIndex nodeNumber;

  NodeIndex whose() const { return nodeNumber; }
};

constexpr ParameterOf<NodeCoordinates> parameters[] = {
    {"nodeNumber", &NodeCoordinates::nodeNumber, capability::coordinate, Presence::required, "node with coordinates"}};

constexpr ItemDescription<NodeCoordinates> description = {.type = "NodeCoordinates",
                                                          .summary = "All coordinates of a node, with their reference values.",
                                                          .outputs = coordinatesOutputs,
                                                          .provides = capability::coordinates};

const ItemType& registered = registerItem<CoordinatesMarkerLoop<NodeCoordinates>>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
