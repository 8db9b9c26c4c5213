// Item types of flexible bodies used by their creator, as in core/items/types.h.
#pragma once

namespace slipstick {

struct ItemType;

namespace nodes {
extern const ItemType& GenericODE2;
}
namespace objects {
extern const ItemType& FFRFreducedOrder;
}

}  // namespace slipstick
