// The data of an item for drawing, independent of its type.
#pragma once

#include "core/model/model.h"

namespace slipstick {

/// Returns {"as": "disc", "radius": 0.3, …} according to the type's Drawing, with the values of this item; null if it is not drawn.
Json drawnAs(const ModelItem& item);
/// Returns the numbers of the items of a kind that an item refers to, in the order of its parameters; -1 for none.
std::vector<int> refersTo(const ModelItem& item, ItemKind kind);

}  // namespace slipstick
