// Node of a rigid body in the xy plane.

#include <algorithm>

#include "core/items/registration.h"
#include "core/math/rotations.h"

namespace slipstick {
namespace {

struct RigidBody2D {
  Vector3 referenceCoordinates;  // x, y, φ
  Vector3 initialCoordinates;
  Vector3 initialVelocities;
};

class Loop final : public LoopOf<Loop, RigidBody2D, role::Node, role::Carrier, role::Moving, role::Turning, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const RigidBody2D& item = items_[keep(modelItem)];
    first_.push_back(
        assembly.addCoordinates({&item.referenceCoordinates.x, 3}, {&item.initialCoordinates.x, 3}, {&item.initialVelocities.x, 3}));
  }
  CoordinateKind coordinateKind() const override { return CoordinateKind::displacement; }
  int firstCoordinate(int index) const override { return first_[index]; }
  int coordinateCount(int) const override { return 3; }
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    const int slot = assembly.addFrame(Assembly::range(first_[index], 3));
    const auto after = [](int item, const Frame& frame) { return item < frame.item; };
    frames_.insert(std::upper_bound(frames_.begin(), frames_.end(), index, after), {index, slot, localPosition});
    return slot;
  }
  void dropFrame(int slot) override { dropFrom(frames_, slot); }

  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    int item = -1;
    Motion<S> motion;
    for (const Frame& frame : frames_) {
      if (frame.item != item) motion = at(item = frame.item, sweep);
      FrameKinematics<S>& out = sweep.frames[frame.slot];
      out.position = motion.position, out.velocity = motion.velocity;
      out.angularVelocity = out.angularVelocityLocal = motion.angularVelocity;
      out.rotation = motion.rotation;
      if (frame.local == Vector3{}) continue;
      const Vec3<S> arm = armOf(frame, motion.rotation);
      const S& spin = motion.angularVelocity.z;
      out.position += arm;
      out.velocity.x -= spin * arm.y, out.velocity.y += spin * arm.x;
    }
  }
  template <class S>
  void backOf(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) {
      const FrameForce<S>& wrench = sweep.frameForces[frame.slot];
      S* out = sweep.residual + first_[frame.item];
      out[0] += wrench.force.x, out[1] += wrench.force.y, out[2] += wrench.torque.z;
      if (frame.local == Vector3{}) continue;
      const Vec3<S> arm = armOf(frame, sweep.frames[frame.slot].rotation);
      out[2] += arm.x * wrench.force.y - arm.y * wrench.force.x;
    }
  }
  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const override {
    for (const Frame& frame : frames_) {
      FrameJacobian& jacobian = (*tangent.frames)[frame.slot];
      if (jacobian.size == 0) continue;
      const FrameKinematics<double>& motion = sweep.frames[frame.slot];
      const Vector3 arm = armOf(frame, motion.rotation);
      const double spin = motion.angularVelocity.z;
      jacobian.position[0] = jacobian.position[4] = 1;
      jacobian.position[2] = -arm.y, jacobian.position[5] = arm.x;
      jacobian.velocity[2] = -spin * arm.x, jacobian.velocity[5] = -spin * arm.y;
      jacobian.rotation[8] = 1;
    }
  }
  void backTangent(Tangent& tangent, Sweep<double>& sweep) const override {
    for (const Frame& frame : frames_) {
      const Vector3& force = sweep.frameForces[frame.slot].force;
      const Vector3 arm = armOf(frame, sweep.frames[frame.slot].rotation);
      const int angle = first_[frame.item] + 2;
      tangent.sink.add(angle, angle, -tangent.factors.stiffness * (arm.x * force.x + arm.y * force.y));
    }
  }

  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    const RigidBody2D& item = items_[index];
    if (coordinateOutput(variable, sweep, first_[index], 3, &item.referenceCoordinates.x, out)) return;
    const Motion<double> motion = at(index, sweep);
    const Vector3 arm = motion.rotation * local;
    const Vector3 velocity = motion.velocity + cross(motion.angularVelocity, arm);
    const auto acceleration = [&] {
      if (!sweep.q_tt) return Vector3{};
      const double* a = sweep.q_tt + first_[index];
      const Vector3 angular{0.0, 0.0, a[2]};
      return Vector3{a[0], a[1], 0.0} + cross(angular, arm) + cross(motion.angularVelocity, cross(motion.angularVelocity, arm));
    };
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(motion.position + arm, out);
      case OutputVariable::Displacement: {
        const Vector3& r = item.referenceCoordinates;
        return writeVector(motion.position + arm - (Vector3{r.x, r.y, 0} + rotationZ(r.z) * local), out);
      }
      case OutputVariable::Velocity:
        return writeVector(velocity, out);
      case OutputVariable::VelocityLocal:
        return writeVector(transposeTimes(motion.rotation, velocity), out);
      case OutputVariable::Acceleration:
        return writeVector(acceleration(), out);
      case OutputVariable::AccelerationLocal:
        return writeVector(transposeTimes(motion.rotation, acceleration()), out);
      case OutputVariable::RotationMatrix:
        return writeMatrix(motion.rotation, out);
      case OutputVariable::Rotation:
        return writeVector(Vector3{0.0, 0.0, item.referenceCoordinates.z + sweep.q[first_[index] + 2]}, out);
      case OutputVariable::AngularAcceleration:
      case OutputVariable::AngularAccelerationLocal:
        return writeVector(Vector3{0.0, 0.0, sweep.q_tt ? sweep.q_tt[first_[index] + 2] : 0.0}, out);
      default:
        return writeVector(motion.angularVelocity, out);
    }
  }

 private:
  struct Frame {
    int item, slot;
    Vector3 local;
  };
  /// The vector from the node to the frame, for a rotation about z.
  template <class S>
  static Vec3<S> armOf(const Frame& frame, const Mat3<S>& rotation) {
    const Vector3& local = frame.local;
    return {rotation[0][0] * local.x + rotation[0][1] * local.y, rotation[1][0] * local.x + rotation[1][1] * local.y, S(local.z)};
  }
  template <class S>
  struct Motion {
    Vec3<S> position, velocity, angularVelocity;
    Mat3<S> rotation;
  };
  template <class S>
  Motion<S> at(int index, const Sweep<S>& sweep) const {
    const Vector3& r = items_[index].referenceCoordinates;
    const S* q = sweep.q + first_[index];
    const S* q_t = sweep.q_t + first_[index];
    return {{r.x + q[0], r.y + q[1], S(0.0)}, {q_t[0], q_t[1], S(0.0)}, {S(0.0), S(0.0), q_t[2]}, rotationZ(S(r.z + q[2]))};
  }
  std::vector<int> first_;
  std::vector<Frame> frames_;  // by item, so that the motion of each is computed once
};

constexpr ParameterOf<RigidBody2D> parameters[] = {
    {"referenceCoordinates", &RigidBody2D::referenceCoordinates, unit::coordinate, anyNumber, Vector3{},
     "reference position x, y and angle"},
    {"initialCoordinates", &RigidBody2D::initialCoordinates, unit::coordinate, anyNumber, Vector3{}, "initial displacements and angle"},
    {"initialVelocities", &RigidBody2D::initialVelocities, unit::coordinateRate, anyNumber, Vector3{},
     "initial velocities and angular velocity"}};

constexpr ItemDescription<RigidBody2D> description = {
    .type = "RigidBody2D",
    .summary = "Node of a rigid body in the xy plane: two displacements and an angle.",
    .equation = "A = R_z(\\varphi_{ref} + \\varphi)",
    .outputs = pointOutputs() + rotationOutputs() + coordinateOutputs(),
    .provides = capability::position | capability::orientation | capability::coordinate | capability::rigidNode2D,
    .count = [](const RigidBody2D&) { return 3; },
    .coordinateUnit = [](const RigidBody2D&, int i) { return i < 2 ? unit::metre : unit::radian; }};

const ItemType& registered = registerItem<Loop>(ItemKind::node, description, parameters);

}  // namespace

const ItemType& nodes::RigidBody2D = registered;

}  // namespace slipstick
