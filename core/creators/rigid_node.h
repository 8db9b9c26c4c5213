// What creators of bodies on a rigid node share.
#pragma once

#include "core/creators/creator.h"

namespace slipstick {

/// Where the body is and how it moves at the start.
std::vector<Row> rigidNodeRows();
/// The node, called like the creator.
int addRigidNode(Expansion& expansion, const ItemType& nodeType);
/// The argument `gravity`, and the load that it means for a body.
Row gravityArgument();
void addGravity(Expansion& expansion, int body);

}  // namespace slipstick
