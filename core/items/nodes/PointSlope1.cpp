// Node of a cable in space: a point and the slope vector r' there.

#include "core/items/nodes/point_node.h"

namespace slipstick {
namespace {

struct PointSlope1 {
  Vector6 referenceCoordinates;  // x, y, z, x', y', z'
  Vector6 initialCoordinates;
  Vector6 initialVelocities;
};

constexpr ParameterOf<PointSlope1> parameters[] = {
    {"referenceCoordinates", &PointSlope1::referenceCoordinates, unit::coordinate, anyNumber, Vector6{0, 0, 0, 1, 0, 0},
     "reference position x, y, z and slope x', y', z'"},
    {"initialCoordinates", &PointSlope1::initialCoordinates, unit::coordinate, anyNumber, Vector6{},
     "initial displacement and change of slope"},
    {"initialVelocities", &PointSlope1::initialVelocities, unit::coordinateRate, anyNumber, Vector6{}, "initial velocities of these"}};

constexpr ItemDescription<PointSlope1> description = {
    .type = "PointSlope1",
    .summary = "Node of a cable in space: three displacements, and the change of the slope vector r'.",
    .equation = "p = p_{ref} + u, \\quad r' = r'_{ref} + u'",
    .outputs = pointOutputs() + coordinateOutputs(),
    .provides = capability::position | capability::coordinate | capability::slopeNodeInSpace,
    .count = [](const PointSlope1&) { return 6; },
    .coordinateUnit = [](const PointSlope1&, int i) { return i < 3 ? unit::metre : unit::none; }};

const ItemType& registered = registerItem<PointNodeLoop<PointSlope1, 3, 6>>(ItemKind::node, description, parameters);

}  // namespace
}  // namespace slipstick
