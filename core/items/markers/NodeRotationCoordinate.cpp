// The rotation of a node about one axis, as a scalar coordinate.

#include "core/items/registration.h"
#include "core/math/rotations.h"

namespace slipstick {
namespace {

struct NodeRotationCoordinate {
  NodeIndex nodeNumber;
  int rotationCoordinate;
};

class Loop final : public LoopOf<Loop, NodeRotationCoordinate, role::Moving, role::Turning, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const NodeRotationCoordinate& item = items_[keep(modelItem)];
    const Place node = assembly.node(item.nodeNumber);
    Entry entry;
    entry.frame = node.addFrame({}, assembly);
    entry.slot = assembly.addScalar(assembly.frames[entry.frame]);
    assembly.frameJacobians[entry.frame] = 1;
    assembly.markers[number].scalar = entry.slot;
    entries_.push_back(entry);
  }
  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const FrameKinematics<S>& frame = sweep.frames[entries_[i].frame];
      const int axis = items_[i].rotationCoordinate;
      sweep.scalars[entries_[i].slot] = {taitBryanAngles(frame.rotation)[axis], frame.angularVelocity[axis]};
    }
  }
  template <class S>
  void backOf(Sweep<S>& sweep) const {
    for (std::size_t i = 0; i < entries_.size(); ++i)
      sweep.frameForces[entries_[i].frame].torque[items_[i].rotationCoordinate] += sweep.scalarForces[entries_[i].slot];
  }
  /// The Jacobian of the rate equals the Jacobian of the angular velocity. For rotation about one axis it equals the derivative of the
  /// angle.
  void jacobians(Tangent& tangent, const Sweep<double>&) const override {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const FrameJacobian& frame = (*tangent.frames)[entries_[i].frame];
      ScalarJacobian& scalar = (*tangent.scalars)[entries_[i].slot];
      const int row = items_[i].rotationCoordinate * frame.size;
      for (int j = 0; j < frame.size; ++j) scalar.value[j] = frame.rotation[row + j], scalar.rate[j] = frame.angularVelocity[row + j];
    }
  }
  void backTangent(Tangent&, Sweep<double>& sweep) const override { backOf(sweep); }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const ScalarKinematics<double>& scalar = sweep.scalars[entries_[index].slot];
    out[0] = variable == OutputVariable::Coordinates ? scalar.value : scalar.rate;
  }

 private:
  struct Entry {
    int frame, slot;
  };
  std::vector<Entry> entries_;
};

constexpr ParameterOf<NodeRotationCoordinate> parameters[] = {
    {"nodeNumber", &NodeRotationCoordinate::nodeNumber, capability::orientation, Presence::required, "node with a frame"},
    ParameterOf<NodeRotationCoordinate>{"rotationCoordinate",
                                        &NodeRotationCoordinate::rotationCoordinate,
                                        unit::none,
                                        {Range::Kind::oneOf, {0, 1, 2}},
                                        Presence::required,
                                        "axis: 0, 1 or 2"}
        .fixedAtAssembly()};

constexpr ItemDescription<NodeRotationCoordinate> description = {
    .type = "NodeRotationCoordinate",
    .summary = "The rotation of a node about one global axis: a Tait-Bryan angle and a component of the angular velocity.",
    .outputs = {{OutputVariable::Coordinates, unit::radian, 1, "angle in (−π, π]"},
                {OutputVariable::Coordinates_t, unit::radianPerSecond, 1, "angular velocity"}},
    .provides = capability::coordinate | capability::loadedCoordinate,
    .coordinateUnit = [](const NodeRotationCoordinate&, int) { return unit::radian; }};

const ItemType& registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
