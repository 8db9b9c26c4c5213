// A rigid body in space with an arbitrary centre of mass.

#include <tuple>

#include "core/items/bodies/moments.h"
#include "core/items/bodies/rigid_rates.h"
#include "core/items/registration.h"
#include "core/model/issues.h"

namespace slipstick {
namespace {

struct RigidBody {
  double physicsMass;
  Vector6 physicsInertia;  // Jxx, Jyy, Jzz, Jyz, Jxz, Jxy about the node
  Vector3 physicsCenterOfMass;
  NodeIndex nodeNumber;

  template <class S>
  Vec3<S> inertiaTimes(const Vec3<S>& w) const {
    const Vector6& j = physicsInertia;
    return {j[0] * w.x + j[5] * w.y + j[4] * w.z, j[5] * w.x + j[1] * w.y + j[3] * w.z, j[4] * w.x + j[3] * w.y + j[2] * w.z};
  }
};

/// Inertia forces of a body: with the local angular acceleration ᾱ = Ḡθ̈ + Ḡ̇θ̇ and the centre of mass c,
/// force m (r̈ + A (ᾱ × c + ω̄ × (ω̄ × c))), local moment m c × Aᵀr̈ + J ᾱ + ω̄ × J ω̄.
template <class S>
void inertiaForces(const RigidBody& body, const Mat3<S>& rotation, const Vec3<S>& spin, const Vec3<S>& acceleration,
                   const Vec3<S>& angularAcceleration, Vec3<S>& force, Vec3<S>& localMoment) {
  const Vector3& c = body.physicsCenterOfMass;
  localMoment = body.inertiaTimes(angularAcceleration) + cross(spin, body.inertiaTimes(spin));
  force = body.physicsMass * acceleration;
  if (c == Vector3{}) return;
  force += body.physicsMass * (rotation * (cross(angularAcceleration, c) + cross(spin, cross(spin, c))));
  localMoment += body.physicsMass * cross(c, transposeTimes(rotation, acceleration));
}

/// The bodies whose node has parametrisation P.
template <class P>
struct Group {
  static constexpr int R = P::size;
  static constexpr int size = 3 + R;

  const RigidMotions<P>* motions = nullptr;
  struct Member {
    int item, node;
  };
  std::vector<Member> members;

  template <class S>
  void laws(const std::vector<RigidBody>& items, Sweep<S>& sweep) const {
    if (members.empty()) return;
    const auto& all = motions->of(sweep);
    for (const Member& member : members) {
      const RigidMotion<S, P>& motion = all[member.node];
      const int first = motions->node(member.node).coordinate;
      Vec3<S> acceleration, angularAcceleration, force, moment;
      if (sweep.q_tt)
        rigidAccelerations<P>(motion, sweep.q_tt + first, acceleration, angularAcceleration);
      else
        angularAcceleration = P::rateTerm(motion.parameters, motion.rates);
      inertiaForces(items[member.item], motion.rotation, motion.angularVelocityLocal, acceleration, angularAcceleration, force, moment);
      S* out = sweep.residual + first;
      out[0] += force.x, out[1] += force.y, out[2] += force.z;
      const auto& g = motion.localRates();
      for (int j = 0; j < R; ++j) out[3 + j] += g[0][j] * moment.x + g[1][j] * moment.y + g[2][j] * moment.z;
    }
  }

  void tangent(const std::vector<RigidBody>& items, Tangent& tangent, const Sweep<double>& sweep, bool withAccelerations) const {
    if (members.empty()) return;
    const TangentFactors& factors = tangent.factors;
    const auto& all = motions->of(sweep);
    for (const Member& member : members) {
      const RigidBody& body = items[member.item];
      const RigidMotion<double, P>& motion = all[member.node];
      const int first = motions->node(member.node).coordinate;
      double block[size * size] = {};
      addMass(body, motion, factors.mass, block);
      addForces(body, motion, withAccelerations && sweep.q_tt ? sweep.q_tt + first : nullptr, factors, block);
      int coordinates[size];
      for (int i = 0; i < size; ++i) coordinates[i] = first + i;
      tangent.sink.add(coordinates, size, coordinates, size, block, size);
    }
  }

  /// Derivatives of the inertia forces with respect to θ and θ̇: the law is differentiated with respect to the motion of the frame
  /// (rotation δφ, spin, angular acceleration), and the motion with respect to the parameters.
  static void addForces(const RigidBody& body, const RigidMotion<double, P>& motion, const double* q_tt, const TangentFactors& factors,
                        double* block) {
    const double still[size] = {};
    const double* accelerations = q_tt ? q_tt : still;
    Vec3<D> force, moment;
    forcesByMotion(body, motion, accelerations, force, moment);
    double motionBy[9][R];
    motionByParameters<P>(motion, accelerations + 3, factors, motionBy);
    const auto chain = [&](const D& value, int j) {
      double sum = 0;
      for (int d = 0; d < 9; ++d) sum += value.derivative[d] * motionBy[d][j];
      return sum;
    };
    const auto& g = motion.localRates();
    double momentDerivative[R][R];  // ∂(Ḡᵀ m̄)/∂θ at constant m̄
    P::rotationalForceDerivative(motion.parameters, {}, valueOf(moment), momentDerivative);
    const bool eccentric = !(body.physicsCenterOfMass == Vector3{});
    for (int j = 0; j < R; ++j) {
      if (eccentric)
        for (int i = 0; i < 3; ++i) block[i * size + 3 + j] += chain(force[i], j);
      const Vector3 column{chain(moment.x, j), chain(moment.y, j), chain(moment.z, j)};
      for (int k = 0; k < R; ++k)
        block[(3 + k) * size + 3 + j] +=
            factors.stiffness * momentDerivative[k][j] + g[0][k] * column.x + g[1][k] * column.y + g[2][k] * column.z;
    }
  }

  using D = Dual<9>;
  static void forcesByMotion(const RigidBody& body, const RigidMotion<double, P>& motion, const double* accelerations, Vec3<D>& force,
                             Vec3<D>& moment) {
    Vec3<D> spin, angularAcceleration, acceleration;
    Vector3 linear, angular;
    rigidAccelerations<P>(motion, accelerations, linear, angular);
    Mat3<D> rotation;
    for (int i = 0; i < 3; ++i) {
      spin[i] = D::variable(motion.angularVelocityLocal[i], 3 + i);
      angularAcceleration[i] = D::variable(angular[i], 6 + i);
      acceleration[i].value = linear[i];
    }
    if (!(body.physicsCenterOfMass == Vector3{}))
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          rotation[i][j].value = motion.rotation[i][j];
          // δA = A δφ̄~ for a rotation in local axes.
          const int a = (j + 1) % 3, b = (j + 2) % 3;
          rotation[i][j].derivative[b] = motion.rotation[i][a];
          rotation[i][j].derivative[a] = -motion.rotation[i][b];
        }
    inertiaForces(body, rotation, spin, acceleration, angularAcceleration, force, moment);
  }

  static void addMass(const RigidBody& body, const RigidMotion<double, P>& motion, double factor, double* block) {
    const Vector3& c = body.physicsCenterOfMass;
    const double mass = factor * body.physicsMass;
    const auto& g = motion.localRates();
    for (int i = 0; i < 3; ++i) block[i * size + i] += mass;
    for (int j = 0; j < R; ++j) {
      const Vector3 column{g[0][j], g[1][j], g[2][j]};
      const Vector3 momentum = factor * body.inertiaTimes(column);
      for (int k = 0; k < R; ++k) block[(3 + k) * size + 3 + j] += g[0][k] * momentum.x + g[1][k] * momentum.y + g[2][k] * momentum.z;
      if (c == Vector3{}) continue;
      const Vector3 coupling = mass * (motion.rotation * cross(column, c));
      for (int i = 0; i < 3; ++i) block[i * size + 3 + j] += coupling[i], block[(3 + j) * size + i] += coupling[i];
    }
  }
};

class Loop final : public LoopOf<Loop, RigidBody, role::Carrier, role::Lumped, role::Massive, role::Measured, role::Drawn> {
 public:
  void reserve(int bodies) override {
    LoopOf::reserve(bodies);
    nodes_.reserve(bodies), member_.reserve(bodies);
  }
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const int index = keep(modelItem);
    nodes_.push_back(assembly.node(items_[index].nodeNumber));
    std::apply([&](auto&... group) { (join(group, index), ...); }, groups_);
  }
  void dropFrame(int) override {}  // the frame belongs to the node
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    last_ = {index, nodes_[index].addFrame(localPosition, assembly), localPosition};
    return last_.frame;
  }
  /// Shares the frame of the previous marker, as in sets of spheres with weight, if it is at the same position.
  MarkerPlace addMass(int index, Assembly& assembly) override {
    const RigidBody& body = items_[index];
    const bool shares = last_.index == index && last_.localPosition == body.physicsCenterOfMass;
    return {.frame = shares ? last_.frame : addFrame(index, body.physicsCenterOfMass, assembly), .mass = &body.physicsMass};
  }

  /// The mass matrix is constant only on Lie-group nodes with the centre of mass at the node.
  bool massIsConstant() const override {
    if (!std::get<0>(groups_).members.empty() || !std::get<1>(groups_).members.empty()) return false;
    for (const RigidBody& body : items_)
      if (!(body.physicsCenterOfMass == Vector3{})) return false;
    return true;
  }
  void lawsOf(Sweep<double>& sweep) const {
    std::apply([&](const auto&... group) { (group.laws(items_, sweep), ...); }, groups_);
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    // Increments of rotation vectors are composed, so that the solution depends on Newton's path by terms of higher order in the angle of a
    // step. For rotation vectors, the tangent therefore follows the reference method, which neglects the change of M q̈.
    const bool withAccelerations = tangent.factors.exact || std::get<Group<RotationVector>>(groups_).members.empty();
    std::apply([&](const auto&... group) { (group.tangent(items_, tangent, sweep, withAccelerations), ...); }, groups_);
  }

  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    std::apply([&](auto&... group) { (outputFrom(group, index, variable, local, sweep, out), ...); }, groups_);
  }
  PoseSource pose(int) const override { return {PoseKind::frame, 7}; }
  void writePose(int index, const Sweep<double>& sweep, double* out) const override {
    double position[3], rotation[9];
    outputOf(index, OutputVariable::Position, {}, sweep, position);
    outputOf(index, OutputVariable::RotationMatrix, {}, sweep, rotation);
    Matrix3 matrix;
    for (int i = 0; i < 9; ++i) matrix[i / 3][i % 3] = rotation[i];
    writeFramePose({position[0], position[1], position[2]}, matrix, out);
  }

 private:
  template <class P>
  void join(Group<P>& group, int index) {
    const AnyRigidMotions motions = nodes_[index].loop->roles().rigidNode->rigidMotions();
    if (const auto* found = std::get_if<const RigidMotions<P>*>(&motions)) {
      group.motions = *found;
      member_.push_back(static_cast<int>(group.members.size()));
      group.members.push_back({index, nodes_[index].index});
    }
  }
  template <class P, class S>
  void outputFrom(const Group<P>& group, int index, OutputVariable variable, const Vector3& local, const Sweep<S>& sweep, S* out) const {
    const std::size_t place = member_[index];
    if (place >= group.members.size() || group.members[place].item != index) return;  // the node is of another kind
    const auto& member = group.members[place];
    const int first = group.motions->node(member.node).coordinate;
    rigidOutput<P>(variable, group.motions->of(sweep)[member.node], sweep.reference + first, local,
                   sweep.q_tt ? sweep.q_tt + first : nullptr, out);
  }

  struct LastFrame {
    int index = -1, frame = -1;
    Vector3 localPosition;
  } last_;
  std::vector<Place> nodes_;
  std::vector<int> member_;  // by item: its place in its group
  std::tuple<Group<EulerParameters>, Group<TaitBryanAngles>, Group<RotationVector>> groups_;
};

constexpr Outputs bodyOutputs() {
  return pointOutputs() + rotationOutputs() +
         Outputs{{OutputVariable::VelocityLocal, unit::metrePerSecond, 3, "velocity in the body frame"},
                 {OutputVariable::AccelerationLocal, unit::metrePerSecondSquared, 3, "acceleration in the body frame"},
                 {OutputVariable::AngularAccelerationLocal, unit::radianPerSecondSquared, 3, "angular acceleration in the body frame"}};
}

Vector3 momentsAboutCentreOfMass(const RigidBody& body) {
  return principalMoments(aboutCentreOfMass(inertiaTensor(body.physicsInertia), body.physicsMass, body.physicsCenterOfMass));
}

/// A tensor about the centre of mass has no negative moments: otherwise the kinetic energy of some motion would be negative.
void checkInertia(const RigidBody& body, const Complain& complain) {
  const Vector3 moments = momentsAboutCentreOfMass(body);
  const Vector3 given = principalMoments(inertiaTensor(body.physicsInertia));
  const double largest = std::max(given.z, body.physicsMass * dot(body.physicsCenterOfMass, body.physicsCenterOfMass));
  if (given.x < -roundingOfMoments * given.z || moments.x >= -roundingOfMoments * largest) return;  // the range reports the former
  complain("physicsInertia", "is about the node; about the centre of mass, " + numberText(norm(body.physicsCenterOfMass)) +
                                 " m away, the principal moments would be " + textOfMoments(moments) +
                                 " kg m², but they cannot be negative: to a tensor about the centre of mass, add m (cᵀc I − c cᵀ), or give "
                                 "it to 'inertiaTensorAtCOM' of the creator");
}

constexpr ParameterOf<RigidBody> parameters[] = {
    {"physicsMass", &RigidBody::physicsMass, unit::kilogram, nonNegative, 0.0, "mass"},
    {"physicsInertia", &RigidBody::physicsInertia, unit::kilogramMetreSquared, inertia, Vector6{},
     "inertia tensor in the body frame about the node (not the centre of mass): Jxx, Jyy, Jzz, Jyz, Jxz, Jxy"},
    {"physicsCenterOfMass", &RigidBody::physicsCenterOfMass, unit::metre, anyNumber, Vector3{}, "centre of mass in the body frame"},
    {"nodeNumber", &RigidBody::nodeNumber, capability::rigidNode, Presence::required, "rigid-body node that carries it"}};

constexpr ItemDescription<RigidBody> description = {
    .type = "RigidBody",
    .summary = "A rigid body in space; its centre of mass may be anywhere.",
    .equation =
        "m\\,(\\ddot r + A(\\bar\\alpha \\times c + \\bar\\omega \\times (\\bar\\omega \\times c))) = f, \\quad "
        "m\\,c \\times A^T \\ddot r + J\\bar\\alpha + \\bar\\omega \\times J\\bar\\omega = \\bar\\tau",
    .outputs = bodyOutputs(),
    .provides = capability::body | capability::position | capability::orientation | capability::mass,
    .visualization = {"show", "color", "graphics"},
    .drawnAs = {"box", {{"mass", "physicsMass"}, {"inertia", "physicsInertia"}, {"center", "physicsCenterOfMass"}}},
    .check = [](const RigidBody& body, const Complain& complain) { checkInertia(body, complain); },
    .warn = [](const RigidBody& body, const Complain& warn) { warnOfMoments(momentsAboutCentreOfMass(body), "physicsInertia", warn); }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace

const ItemType& objects::RigidBody = registered;

}  // namespace slipstick
