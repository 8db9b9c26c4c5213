// Node of a beam in space: a point and the slope vectors of its cross-section.
// Loaded on demand: few models have this item.
// Compiled for size: few models have this item.

#include "core/items/nodes/slope_node.h"

namespace slipstick {
namespace {

class Loop final : public SlopeNodes {
 public:
  Loop() : SlopeNodes(true) {}
};

constexpr ParameterOf<SlopeNode> parameters[] = {
    {"referenceCoordinates", &SlopeNode::referenceCoordinates, unit::coordinate, anyNumber, Presence::required,
     "reference position, and slopes along y and z of the cross-section: nine numbers"},
    {"initialCoordinates", &SlopeNode::initialCoordinates, unit::coordinate, anyNumber, Presence::optional,
     "initial displacement and changes of the slopes; zero if left out"},
    {"initialVelocities", &SlopeNode::initialVelocities, unit::coordinateRate, anyNumber, Presence::optional,
     "initial velocities of these; zero if left out"}};

constexpr ItemDescription<SlopeNode> description = {
    .type = "PointSlope23",
    .summary = "Node of a beam in space: three displacements, and the changes of the slope vectors r_y and r_z of its cross-section.",
    .equation =
        "p = p_{ref} + u, \\quad A = \\bigl(e_2 \\times e_3,\\; e_2,\\; e_3\\bigr), \\quad e_3 = \\frac{r_z}{\\lvert r_z\\rvert}, "
        "\\quad e_2 = \\frac{r_y - (r_y \\cdot e_3)\\,e_3}{\\lvert r_y - (r_y \\cdot e_3)\\,e_3\\rvert}",
    .outputs = slopeNodeOutputs(),
    .provides = capability::position | capability::orientation | capability::coordinate | capability::slopeNode23,
    .count = [](const SlopeNode&) { return 9; },
    .coordinateUnit = [](const SlopeNode&, int i) { return i < 3 ? unit::metre : unit::none; },
    .check = [](const SlopeNode& item, const Complain& complain) { checkSlopes(item, complain); }};

const ItemType& registered = registerItem<Loop>(ItemKind::node, description, parameters);

}  // namespace
}  // namespace slipstick
