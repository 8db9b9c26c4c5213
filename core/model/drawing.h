// What the views need of an item, without knowing its type.
#pragma once

#include "core/model/model.h"

namespace slipstick {

/// {"as": "disc", "radius": 0.3, …} as the type's Drawing says, with the values of this item; null if it is not drawn.
Json drawnAs(const ModelItem& item);
/// Numbers of the items of a kind that an item refers to, in the order of its parameters; -1 for none.
std::vector<int> refersTo(const ModelItem& item, ItemKind kind);

}  // namespace slipstick
