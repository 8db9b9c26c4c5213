// Creator of a flexible body with its nodes and gravity.
// Loaded on demand: few models have flexible bodies.
#include "core/creators/rigid_node.h"
#include "core/items/flexible/types.h"

namespace slipstick {
namespace {

void expandFlexibleBody(Expansion& expansion) {
  const int frame = addRigidNode(expansion, nodes::RigidBodyEP);
  const int modes = expansion.add({nodes::GenericODE2, {{"numberOfODE2Coordinates", expansion.count("numberOfModes")}}}, "modes");
  NewItem body{objects::FFRFreducedOrder, {{"nodeNumbers", {frame, modes}}}};
  expansion.pass(body);
  addGravity(expansion, expansion.add(body));
}

std::vector<Creator> flexibleCreators() {
  return {{"FlexibleBody", "A flexible body reduced to modes, its nodes and its weight.",
           rigidNodeRows() +
               std::vector<Row>{
                   row<int>("numberOfModes", unit::none, positive, Presence::required, "number of modes, the columns of modeBasis"),
                   gravityArgument()} +
               passes(objects::FFRFreducedOrder),
           expandFlexibleBody}};
}

const bool registered = addCreators(flexibleCreators);

}  // namespace
}  // namespace slipstick
