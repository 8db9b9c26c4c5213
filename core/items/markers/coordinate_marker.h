// The loop shared by markers of one coordinate of a node. The coordinate excludes its reference value.
#pragma once

#include "core/items/registration.h"

namespace slipstick {

/// `Marker` has nodeNumber and coordinate.
template <class Marker>
class CoordinateMarkerLoop final : public LoopOf<CoordinateMarkerLoop<Marker>, Marker, role::Moving, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const Marker& item = this->items_[this->keep(modelItem)];
    const Place node = assembly.node(item.nodeNumber);
    Entry entry;
    entry.coordinate = node.coordinateCount() ? node.firstCoordinate() + item.coordinate : -1;
    entry.slot = assembly.addScalar(entry.coordinate < 0 ? std::vector<int>{} : std::vector<int>{entry.coordinate});
    assembly.markers[number].scalar = entry.slot;
    entries_.push_back(entry);
  }
  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    for (const Entry& entry : entries_)
      if (entry.coordinate >= 0) sweep.scalars[entry.slot] = {sweep.q[entry.coordinate], sweep.q_t[entry.coordinate]};
  }
  template <class S>
  void backOf(Sweep<S>& sweep) const {
    for (const Entry& entry : entries_)
      if (entry.coordinate >= 0) sweep.residual[entry.coordinate] += sweep.scalarForces[entry.slot];
  }
  void jacobians(Tangent& tangent, const Sweep<double>&) const override {
    for (const Entry& entry : entries_)
      if (entry.coordinate >= 0) (*tangent.scalars)[entry.slot].value[0] = 1;
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const ScalarKinematics<double>& scalar = sweep.scalars[entries_[index].slot];
    out[0] = variable == OutputVariable::Coordinates ? scalar.value : scalar.rate;
  }

 private:
  struct Entry {
    int coordinate, slot;
  };
  std::vector<Entry> entries_;
};

/// A node on ground has no coordinates and accepts any coordinate number.
template <class Marker>
void checkCoordinate(const Marker& marker, const Neighbours& others, const Complain& complain) {
  const int count = others.count(marker.nodeNumber).value_or(0);
  if (count > 0 && marker.coordinate >= count)
    complain("coordinate", "must be less than " + std::to_string(count) + ", the number of coordinates of the node, got " +
                               std::to_string(marker.coordinate));
}

}  // namespace slipstick
