// Code shared by the loops of markers of whole cables.
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
  /// Writes the total coordinates, or their rates.
  void writeCoordinates(int index, int count, OutputVariable variable, const Sweep<double>& sweep, double* out) const {
    const CablePlace& cable = cables_[index];
    const bool rates = variable == OutputVariable::Coordinates_t;
    for (int i = 0; i < count; ++i) out[i] = rates ? sweep.q_t[cable.coordinates[i]] : cable.reference[i] + sweep.q[cable.coordinates[i]];
  }

  std::vector<CablePlace> cables_;
};

}  // namespace slipstick
