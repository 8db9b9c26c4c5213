// Node of a thin plate: a point and two slope vectors in the surface.
// Loaded on demand: few models have this item.
// Compiled for size: few models have this item.

#include "core/items/nodes/slope_node.h"

namespace slipstick {
namespace {

class Loop final : public SlopeNodes {
 public:
  Loop() : SlopeNodes(false) {}
};

constexpr ParameterOf<SlopeNode> parameters[] = {
    {"referenceCoordinates", &SlopeNode::referenceCoordinates, unit::coordinate, anyNumber, Presence::required,
     "reference position, and slopes along x and y of the surface: nine numbers"},
    {"initialCoordinates", &SlopeNode::initialCoordinates, unit::coordinate, anyNumber, Presence::optional,
     "initial displacement and changes of the slopes; zero if left out"},
    {"initialVelocities", &SlopeNode::initialVelocities, unit::coordinateRate, anyNumber, Presence::optional,
     "initial velocities of these; zero if left out"}};

constexpr ItemDescription<SlopeNode> description = {
    .type = "PointSlope12",
    .summary = "Node of a thin plate: three displacements, and the changes of the slope vectors r_x and r_y.",
    .equation =
        "p = p_{ref} + u, \\quad A = \\bigl(e_1,\\; e_2,\\; e_1 \\times e_2\\bigr), \\quad e_1 = \\frac{r_x}{\\lvert r_x\\rvert}, "
        "\\quad e_2 = \\frac{r_y - (r_y \\cdot e_1)\\,e_1}{\\lvert r_y - (r_y \\cdot e_1)\\,e_1\\rvert}",
    .outputs = slopeNodeOutputs(),
    .provides = capability::position | capability::orientation | capability::coordinate | capability::slopeNode12,
    .count = [](const SlopeNode&) { return 9; },
    .coordinateUnit = [](const SlopeNode&, int i) { return i < 3 ? unit::metre : unit::none; },
    .check = [](const SlopeNode& item, const Complain& complain) { checkSlopes(item, complain); }};

const ItemType& registered = registerItem<Loop>(ItemKind::node, description, parameters);

}  // namespace
}  // namespace slipstick
