// One state of a node of first order, for loads and sensors.
// Loaded on demand: few models have this item.

#include "core/items/markers/coordinate_marker.h"

namespace slipstick {
namespace {

struct NodeODE1Coordinate {
  NodeIndex nodeNumber;
  int coordinate;
};

constexpr ParameterOf<NodeODE1Coordinate> parameters[] = {
    {"nodeNumber", &NodeODE1Coordinate::nodeNumber, capability::firstOrderNode, Presence::required, "node GenericODE1"},
    ParameterOf<NodeODE1Coordinate>{"coordinate", &NodeODE1Coordinate::coordinate, unit::none, nonNegative, Presence::required,
                                    "number of the coordinate"}
        .fixedAtAssembly()};

constexpr ItemDescription<NodeODE1Coordinate> description = {
    .type = "NodeODE1Coordinate",
    .summary = "One state of a GenericODE1 node, for loads and sensors.",
    .outputs = {{OutputVariable::Coordinates, unit::coordinate, 1, "value of the coordinate"},
                {OutputVariable::Coordinates_t, unit::coordinateRate, 1, "rate of the coordinate"}},
    .provides = capability::loadedCoordinate,
    .coordinate = [](const NodeODE1Coordinate& marker) { return marker.coordinate; },
    .checkAmong = [](const NodeODE1Coordinate& marker, const Neighbours& others,
                     const Complain& complain) { checkCoordinate(marker, others, complain); }};

const ItemType& registered = registerItem<CoordinateMarkerLoop<NodeODE1Coordinate>>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
