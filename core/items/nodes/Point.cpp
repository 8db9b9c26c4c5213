// Node of a point in space.

#include "core/items/nodes/point_node.h"

namespace slipstick {
namespace {

struct Point {
  Vector3 referenceCoordinates;
  Vector3 initialCoordinates;
  Vector3 initialVelocities;
};

constexpr ParameterOf<Point> parameters[] = {
    {"referenceCoordinates", &Point::referenceCoordinates, unit::metre, anyNumber, Vector3{}, "reference position"},
    {"initialCoordinates", &Point::initialCoordinates, unit::metre, anyNumber, Vector3{}, "initial displacement"},
    {"initialVelocities", &Point::initialVelocities, unit::metrePerSecond, anyNumber, Vector3{}, "initial velocity"}};

constexpr ItemDescription<Point> description = {.type = "Point",
                                                .summary = "Node of a point in space with three displacement coordinates.",
                                                .equation = "p = p_{ref} + u",
                                                .outputs = pointOutputs() + coordinateOutputs(),
                                                .provides = capability::position | capability::coordinate | capability::pointNode,
                                                .count = [](const Point&) { return 3; },
                                                .coordinateUnit = [](const Point&, int) { return unit::metre; }};

const ItemType& registered = registerItem<PointNodeLoop<Point, 3>>(ItemKind::node, description, parameters);

}  // namespace

const ItemType& nodes::Point = registered;

}  // namespace slipstick
