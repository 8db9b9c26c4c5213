// Node of a point in the xy plane.

#include "core/items/nodes/point_node.h"

namespace slipstick {
namespace {

struct Point2D {
  Vector2 referenceCoordinates;
  Vector2 initialCoordinates;
  Vector2 initialVelocities;
};

constexpr ParameterOf<Point2D> parameters[] = {
    {"referenceCoordinates", &Point2D::referenceCoordinates, unit::metre, anyNumber, Vector2{}, "reference position"},
    {"initialCoordinates", &Point2D::initialCoordinates, unit::metre, anyNumber, Vector2{}, "initial displacement"},
    {"initialVelocities", &Point2D::initialVelocities, unit::metrePerSecond, anyNumber, Vector2{}, "initial velocity"}};

constexpr ItemDescription<Point2D> description = {.type = "Point2D",
                                                  .summary = "Node of a point in the xy plane with two displacement coordinates.",
                                                  .equation = "p = p_{ref} + u",
                                                  .outputs = pointOutputs() + coordinateOutputs(),
                                                  .provides = capability::position | capability::coordinate | capability::pointNode2D,
                                                  .count = [](const Point2D&) { return 2; },
                                                  .coordinateUnit = [](const Point2D&, int) { return unit::metre; }};

const ItemType& registered = registerItem<PointNodeLoop<Point2D, 2>>(ItemKind::node, description, parameters);

}  // namespace

const ItemType& nodes::Point2D = registered;

}  // namespace slipstick
