// One coordinate of a node, excluding its reference value.

#include "core/items/markers/coordinate_marker.h"

namespace slipstick {
namespace {

struct NodeCoordinate {
  NodeIndex nodeNumber;
  int coordinate;
};

constexpr ParameterOf<NodeCoordinate> parameters[] = {
    {"nodeNumber", &NodeCoordinate::nodeNumber, capability::coordinate, Presence::required, "node with coordinates"},
    ParameterOf<NodeCoordinate>{"coordinate", &NodeCoordinate::coordinate, unit::none, nonNegative, Presence::required,
                                "number of the coordinate"}
        .fixedAtAssembly()};

constexpr ItemDescription<NodeCoordinate> description = {
    .type = "NodeCoordinate",
    .summary = "One coordinate of a node, without its reference value.",
    .outputs = {{OutputVariable::Coordinates, unit::coordinate, 1, "value of the coordinate"},
                {OutputVariable::Coordinates_t, unit::coordinateRate, 1, "rate of the coordinate"}},
    .provides = capability::coordinate | capability::loadedCoordinate,
    .coordinate = [](const NodeCoordinate& marker) { return marker.coordinate; },
    .checkAmong = [](const NodeCoordinate& marker, const Neighbours& others,
                     const Complain& complain) { checkCoordinate(marker, others, complain); }};

const ItemType& registered = registerItem<CoordinateMarkerLoop<NodeCoordinate>>(ItemKind::marker, description, parameters);

}  // namespace

const ItemType& markers::NodeCoordinate = registered;

}  // namespace slipstick
