// Nodes of points, in space or in the xy plane.
#pragma once

#include "core/items/registration.h"

namespace slipstick {

/// Item has referenceCoordinates, initialCoordinates and initialVelocities, `size` numbers each; the first `dimension` numbers belong to
/// the point.
template <class Item, int dimension, int size = dimension>
class PointNodeLoop final
    : public SharingLoopOf<PointNodeLoop<Item, dimension, size>, Item, role::Node, role::Carrier, role::Moving, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Item& item = this->get(this->keep(modelItem));
    first_.push_back(
        assembly.addCoordinates(numbers(item.referenceCoordinates), numbers(item.initialCoordinates), numbers(item.initialVelocities)));
  }
  CoordinateKind coordinateKind() const override { return CoordinateKind::displacement; }
  int firstCoordinate(int index) const override { return first_[index]; }
  int coordinateCount(int) const override { return size; }
  /// A point fixed to a frame that moves with the node but never rotates.
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    const int slot = assembly.addFrame(Assembly::range(first_[index], dimension));
    frames_.push_back({first_[index], slot, referencePosition(index) + localPosition});
    return slot;
  }
  void dropFrame(int slot) override { dropFrom(this->frames_, slot); }

  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) {
      FrameKinematics<S>& out = sweep.frames[frame.slot];
      out.position = inSpace(sweep.q + frame.coordinate) + frame.reference;
      out.velocity = inSpace(sweep.q_t + frame.coordinate);
      out.angularVelocity = out.angularVelocityLocal = {};
      out.rotation = Mat3<S>::identity();
    }
  }
  template <class S>
  void backOf(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_)
      for (int i = 0; i < dimension; ++i) sweep.residual[frame.coordinate + i] += sweep.frameForces[frame.slot].force[i];
  }
  void jacobians(Tangent& tangent, const Sweep<double>&) const override {
    for (const Frame& frame : frames_)
      for (int i = 0; i < (*tangent.frames)[frame.slot].size; ++i) (*tangent.frames)[frame.slot].position[i * dimension + i] = 1;
  }

  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    const int first = first_[index];
    if (coordinateOutput(variable, sweep, first, size, numbers(this->get(index).referenceCoordinates).data(), out)) return;
    if (variable == OutputVariable::RotationMatrix) return writeMatrix(Matrix3::identity(), out);
    Vector3 value{};  // of rotation and angular velocity too
    if (variable == OutputVariable::Position) value = inSpace(sweep.q + first) + (referencePosition(index) + local);
    if (variable == OutputVariable::Displacement) value = inSpace(sweep.q + first);
    if (variable == OutputVariable::Velocity) value = inSpace(sweep.q_t + first);
    if (variable == OutputVariable::Acceleration && sweep.q_tt) value = inSpace(sweep.q_tt + first);
    for (int i = 0; i < 3; ++i) out[i] = value[i];
  }

 private:
  struct Frame {
    int coordinate, slot;
    Vector3 reference;
  };

  static std::span<const double> numbers(const Vector3& vector) { return {&vector.x, 3}; }
  template <std::size_t length>
  static std::span<const double> numbers(const std::array<double, length>& vector) {
    return vector;
  }
  template <class S>
  static Vec3<S> inSpace(const S* coordinates) {
    if constexpr (dimension == 3)
      return {coordinates[0], coordinates[1], coordinates[2]};
    else
      return {coordinates[0], coordinates[1], S(0.0)};
  }
  Vector3 referencePosition(int index) const { return inSpace(numbers(this->get(index).referenceCoordinates).data()); }

  std::vector<int> first_;
  std::vector<Frame> frames_;
};

}  // namespace slipstick
