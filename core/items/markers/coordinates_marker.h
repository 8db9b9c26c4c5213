// The loop shared by markers of all coordinates of a node or an object. The coordinates include their reference values.
#pragma once

#include "core/items/registration.h"

namespace slipstick {

/// `Marker` has the reference whose() to a node or an object.
template <class Marker>
class CoordinatesMarkerLoop final
    : public LoopOf<CoordinatesMarkerLoop<Marker>, Marker, role::OfCoordinates, role::Connecting, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const auto whose = this->items_[this->keep(modelItem)].whose();
    const Place place = assembly.place(kindOf(whose), whose.index);
    coordinates_.push_back(place.coordinates());
  }
  void connect(Assembly& assembly) override { reference_ = assembly.reference; }
  std::vector<int> coordinates(int index) const override { return coordinates_[index]; }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    for (const int c : coordinates_[index]) *out++ = variable == OutputVariable::Coordinates ? reference_[c] + sweep.q[c] : sweep.q_t[c];
  }

 private:
  std::vector<std::vector<int>> coordinates_;
  std::vector<double> reference_;
};

inline constexpr Outputs coordinatesOutputs = {
    {OutputVariable::Coordinates, unit::coordinate, Size::coordinates, "coordinates with their reference values"},
    {OutputVariable::Coordinates_t, unit::coordinateRate, Size::coordinates, "their velocities"}};

}  // namespace slipstick
