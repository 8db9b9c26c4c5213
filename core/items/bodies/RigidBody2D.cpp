// A rigid body in the xy plane with an arbitrary centre of mass.

#include "core/items/registration.h"
#include "core/math/rotations.h"

namespace slipstick {
namespace {

struct RigidBody2D {
  double physicsMass;
  double physicsInertia;  // about the node
  Vector2 physicsCenterOfMass;
  NodeIndex nodeNumber;
};

class Loop final : public LoopOf<Loop, RigidBody2D, role::Carrier, role::Lumped, role::Massive, role::Measured, role::Drawn> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const RigidBody2D& item = items_[keep(modelItem)];
    Member member;
    member.node = assembly.node(item.nodeNumber);
    member.first = member.node.firstCoordinate();
    member.referenceAngle = assembly.reference[member.first + 2];
    members_.push_back(member);
  }
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    const Place node = members_[index].node;
    return node.addFrame(localPosition, assembly);
  }
  void dropFrame(int) override {}  // the frame belongs to the node
  MarkerPlace addMass(int index, Assembly& assembly) override {
    const Vector2& c = items_[index].physicsCenterOfMass;
    return {.frame = addFrame(index, {c[0], c[1], 0}, assembly), .mass = &items_[index].physicsMass};
  }

  /// With the global vector a to the centre of mass: force m (r̈ + φ̈ ẑ × a − φ̇² a), moment m a × r̈ + J φ̈.
  bool massIsConstant() const override {
    for (const RigidBody2D& body : items_)
      if (body.physicsCenterOfMass != Vector2{}) return false;
    return true;
  }
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const RigidBody2D& body = items_[i];
      const Member& member = members_[i];
      double* out = sweep.residual + member.first;
      double arm[2];
      globalArm(body, member, sweep.q, arm);
      const double spin = sweep.q_t[member.first + 2];
      for (int k = 0; k < 2; ++k) out[k] -= body.physicsMass * spin * spin * arm[k];
      if (!sweep.q_tt) continue;
      const double* a = sweep.q_tt + member.first;
      out[0] += body.physicsMass * (a[0] - a[2] * arm[1]);
      out[1] += body.physicsMass * (a[1] + a[2] * arm[0]);
      out[2] += body.physicsMass * (arm[0] * a[1] - arm[1] * a[0]) + body.physicsInertia * a[2];
    }
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    const TangentFactors& factors = tangent.factors;
    const double still[3] = {};
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const RigidBody2D& body = items_[i];
      const Member& member = members_[i];
      double arm[2];
      globalArm(body, member, sweep.q, arm);
      const double m = body.physicsMass, spin = sweep.q_t[member.first + 2];
      const double* a = sweep.q_tt ? sweep.q_tt + member.first : still;
      const double coupling[2] = {-factors.mass * m * arm[1], factors.mass * m * arm[0]};
      double block[9] = {
          factors.mass * m, 0, coupling[0], 0, factors.mass * m, coupling[1], coupling[0], coupling[1], factors.mass * body.physicsInertia};
      // ∂a/∂φ = ẑ × a.
      block[2] += factors.stiffness * m * (spin * spin * arm[1] - a[2] * arm[0]) - factors.damping * 2 * m * spin * arm[0];
      block[5] += factors.stiffness * m * (-spin * spin * arm[0] - a[2] * arm[1]) - factors.damping * 2 * m * spin * arm[1];
      block[8] -= factors.stiffness * m * (arm[1] * a[1] + arm[0] * a[0]);
      const int coordinates[3] = {member.first, member.first + 1, member.first + 2};
      tangent.sink.add(coordinates, 3, coordinates, 3, block, 3);
    }
  }

  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    const Member& member = members_[index];
    if (variable == OutputVariable::Rotation)
      out[0] = sweep.q[member.first + 2];
    else
      member.node.output(variable, local, sweep, out);
  }
  PoseSource pose(int) const override { return {PoseKind::frame, 7}; }
  void writePose(int index, const Sweep<double>& sweep, double* out) const override {
    const Member& member = members_[index];
    double position[3];
    outputOf(index, OutputVariable::Position, {}, sweep, position);
    writeFramePose({position[0], position[1], position[2]}, rotationZ(member.referenceAngle + sweep.q[member.first + 2]), out);
  }

 private:
  struct Member {
    Place node;
    int first;
    double referenceAngle;
  };
  template <class S>
  static void globalArm(const RigidBody2D& body, const Member& member, const S* q, S arm[2]) {
    arm[0] = arm[1] = S(0.0);
    if (body.physicsCenterOfMass == Vector2{}) return;
    const S angle = member.referenceAngle + q[member.first + 2];
    const auto [s, c] = sineCosine(angle);
    arm[0] = c * body.physicsCenterOfMass[0] - s * body.physicsCenterOfMass[1];
    arm[1] = s * body.physicsCenterOfMass[0] + c * body.physicsCenterOfMass[1];
  }
  std::vector<Member> members_;
};

constexpr Outputs outputs() {
  return pointOutputs() +
         Outputs{{OutputVariable::VelocityLocal, unit::metrePerSecond, 3, "velocity in the body frame"},
                 {OutputVariable::AccelerationLocal, unit::metrePerSecondSquared, 3, "acceleration in the body frame"},
                 {OutputVariable::Rotation, unit::radian, 1, "angle, without the reference value"},
                 {OutputVariable::RotationMatrix, unit::none, 9, "rotation matrix, by rows"},
                 {OutputVariable::AngularVelocity, unit::radianPerSecond, 3, "global angular velocity"},
                 {OutputVariable::AngularVelocityLocal, unit::radianPerSecond, 3, "local angular velocity"},
                 {OutputVariable::AngularAcceleration, unit::radianPerSecondSquared, 3, "global angular acceleration"},
                 {OutputVariable::AngularAccelerationLocal, unit::radianPerSecondSquared, 3, "local angular acceleration"}};
}

constexpr ParameterOf<RigidBody2D> parameters[] = {
    {"physicsMass", &RigidBody2D::physicsMass, unit::kilogram, nonNegative, 0.0, "mass"},
    {"physicsInertia", &RigidBody2D::physicsInertia, unit::kilogramMetreSquared, nonNegative, 0.0,
     "moment of inertia about the node (not the centre of mass)"},
    {"physicsCenterOfMass", &RigidBody2D::physicsCenterOfMass, unit::metre, anyNumber, Vector2{}, "centre of mass in the body frame"},
    {"nodeNumber", &RigidBody2D::nodeNumber, capability::rigidNode2D, Presence::required, "RigidBody2D node that carries it"}};

constexpr ItemDescription<RigidBody2D> description = {
    .type = "RigidBody2D",
    .summary = "A rigid body in the xy plane; its centre of mass may be anywhere.",
    .equation =
        "m\\,(\\ddot r + \\ddot\\varphi\\, e_z \\times a - \\dot\\varphi^2 a) = f, \\quad m\\,(a \\times \\ddot "
        "r)_z + J \\ddot\\varphi = \\tau, "
        "\\quad a = A c",
    .outputs = outputs(),
    .provides = capability::body | capability::position | capability::orientation | capability::mass,
    .visualization = {"show", "color", "graphics"},
    .drawnAs = {"plate", {{"mass", "physicsMass"}, {"polarInertia", "physicsInertia"}, {"center", "physicsCenterOfMass"}}}};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace

const ItemType& objects::RigidBody2D = registered;

}  // namespace slipstick
