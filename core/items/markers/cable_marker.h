// What the loops of markers of whole cables share.
#pragma once

#include "core/items/registration.h"

namespace slipstick {

template <class Derived, class Item>
class CableMarkerLoop : public LoopOf<Derived, Item, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const Item& item = this->items_[this->keep(modelItem)];
    const Place body = assembly.object(item.bodyNumber);
    CablePlace place = body.loop->roles().cable->cable(body.index, assembly);
    place.body = body;
    static_cast<Derived*>(this)->complete(item, place, assembly);
    assembly.markers[number].cable = static_cast<int>(assembly.cables.size());
    assembly.cables.push_back(place);
    cables_.push_back(place);
  }

 protected:
  std::vector<CablePlace> cables_;
};

}  // namespace slipstick
