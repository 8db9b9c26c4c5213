// Arguments and functions shared by creators of bodies on a rigid node.
#pragma once

#include "core/creators/creator.h"

namespace slipstick {

/// The arguments for the pose and the velocity of the body at the start.
std::vector<Row> rigidNodeRows();
/// Adds the node, named after the creator.
int addRigidNode(Expansion& expansion, const ItemType& nodeType);
/// The argument `gravity`, and the corresponding load on a body.
Row gravityArgument();
void addGravity(Expansion& expansion, int body);

}  // namespace slipstick
