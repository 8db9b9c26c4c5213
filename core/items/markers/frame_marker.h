// Loops of markers that are frames: they get a frame entry from the item to which they are attached and report it.
#pragma once

#include "core/items/registration.h"
#include "core/math/rotations.h"

namespace slipstick {

/// Derived supplies `MarkerPlace attach(const Item&, Assembly&)`.
template <class Derived, class Item>
class FrameMarkerLoop : public LoopOf<Derived, Item, role::Measured> {
 public:
  void reserve(int items) override {
    LoopOf<Derived, Item, role::Measured>::reserve(items);
    frames_.reserve(items);
  }
  SLIPSTICK_SMALL void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const int index = this->keep(modelItem);
    const MarkerPlace place = static_cast<Derived*>(this)->attach(this->items_[index], assembly);
    assembly.markers[number] = place;
    frames_.push_back(place.frame);
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const FrameKinematics<double>& frame = sweep.frames[frames_[index]];
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(frame.position, out);
      case OutputVariable::Displacement:
        return writeVector(frame.position - sweep.referencePositions[frames_[index]], out);
      case OutputVariable::Velocity:
        return writeVector(frame.velocity, out);
      case OutputVariable::AngularVelocity:
        return writeVector(frame.angularVelocity, out);
      case OutputVariable::AngularVelocityLocal:
        return writeVector(transposeTimes(frame.rotation, frame.angularVelocity), out);
      case OutputVariable::RotationMatrix:
        return writeMatrix(frame.rotation, out);
      default:
        return writeVector(taitBryanAngles(frame.rotation), out);
    }
  }

 private:
  std::vector<int> frames_;
};

constexpr Outputs pointMarkerOutputs() {
  return {{OutputVariable::Position, unit::metre, 3, "global position"},
          {OutputVariable::Displacement, unit::metre, 3, "global displacement from the reference configuration"},
          {OutputVariable::Velocity, unit::metrePerSecond, 3, "global velocity"}};
}
constexpr Outputs rigidMarkerOutputs() {
  return pointMarkerOutputs() + Outputs{{OutputVariable::Rotation, unit::radian, 3, "Tait-Bryan angles of the rotation matrix"},
                                        {OutputVariable::RotationMatrix, unit::none, 9, "rotation matrix, by rows"},
                                        {OutputVariable::AngularVelocity, unit::radianPerSecond, 3, "global angular velocity"},
                                        {OutputVariable::AngularVelocityLocal, unit::radianPerSecond, 3, "local angular velocity"}};
}

}  // namespace slipstick
