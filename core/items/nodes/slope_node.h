// Nodes with a point and two slopes, whose directions define a frame.
#pragma once

#include "core/items/flexible/slope_frames.h"
#include "core/items/frame_loop.h"
#include "core/items/registration.h"

namespace slipstick {

/// Nine numbers each, for the point and both slopes; empty initial values are zeros.
struct SlopeNode {
  VectorX referenceCoordinates, initialCoordinates, initialVelocities;
};

/// The leading slope is the second one for a beam, the first one for a plate.
class SlopeNodes
    : public FrameLoop<SharingLoopOf<SlopeNodes, SlopeNode, role::Node, role::Carrier, role::Moving, role::Turning, role::Measured>,
                       SlopeFrames> {
 public:
  explicit SlopeNodes(bool ofBeams) : FrameLoop(ofBeams), ofBeams_(ofBeams) {}

  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const SlopeNode& item = get(keep(modelItem));
    const VectorX zero(9, 0.0);
    const auto orZero = [&](const VectorX& values) -> const VectorX& { return values.empty() ? zero : values; };
    first_.push_back(assembly.addCoordinates(item.referenceCoordinates, orZero(item.initialCoordinates), orZero(item.initialVelocities)));
  }
  CoordinateKind coordinateKind() const override { return CoordinateKind::displacement; }
  int firstCoordinate(int index) const override { return first_[index]; }
  int coordinateCount(int) const override { return 9; }
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    return frames_.add(index, localPosition, terms(index), localPosition, assembly);
  }
  void dropFrame(int slot) override { frames_.drop(slot); }

  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const int first = first_[index];
    if (!coordinateOutput(variable, sweep, first, 9, get(index).referenceCoordinates.data(), out))
      slopeOutput(variable, terms(index), ofBeams_, sweep, out);
  }

 private:
  SlopeTerms terms(int index) const {
    const int first = first_[index];
    const double second = ofBeams_ ? 1 : 0;
    return {{first, 1}, {first + 3, 0, 1 - second, second}, {first + 6, 0, second, 1 - second}};
  }
  bool ofBeams_;
  std::vector<int> first_;
};

constexpr Outputs slopeNodeOutputs() {
  return pointOutputs() +
         Outputs{{OutputVariable::Rotation, unit::radian, 3, "Tait-Bryan angles of the frame of the slopes"},
                 {OutputVariable::RotationMatrix, unit::none, 9, "rotation matrix of that frame, by rows"},
                 {OutputVariable::AngularVelocity, unit::radianPerSecond, 3, "global angular velocity of that frame"},
                 {OutputVariable::AngularVelocityLocal, unit::radianPerSecond, 3, "local angular velocity"}} +
         coordinateOutputs();
}

/// Parallel slopes define no frame.
inline void checkSlopes(const SlopeNode& item, const Complain& complain) {
  const VectorX& q = item.referenceCoordinates;
  if (q.size() != 9) return complain("referenceCoordinates", "must have 9 numbers, got " + std::to_string(q.size()));
  const auto check = [&](const char* name, const VectorX& values) {
    if (!values.empty() && values.size() != 9) complain(name, "must have 9 numbers, got " + std::to_string(values.size()));
  };
  check("initialCoordinates", item.initialCoordinates), check("initialVelocities", item.initialVelocities);
  const Vector3 a{q[3], q[4], q[5]}, b{q[6], q[7], q[8]};
  if (!(norm(cross(a, b)) > 1e-12 * norm(a) * norm(b))) complain("referenceCoordinates", "the two slopes must not be parallel or zero");
}

}  // namespace slipstick
