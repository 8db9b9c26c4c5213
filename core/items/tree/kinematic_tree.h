// Rigid links on joints with one coordinate each, which branch but form no loops: a tree in minimal coordinates.
//
// The recursive Newton-Euler algorithm (Featherstone, Orin: Dynamics, in Siciliano, Khatib, Springer Handbook of Robotics, 2016, ch. 3),
// with all vectors in global axes: the forward recursion from the base computes the motion of every link, the backward recursion the joint
// wrenches. Gravity is an upward acceleration of the base. The tangent is the same recursion in dual numbers, one column at a time: a
// column is the derivative along one coordinate, its velocity and its acceleration at once, with the solver's weights.
#pragma once

#include "core/items/registration.h"
#include "core/math/rotations.h"
#include "core/registry/user_function.h"

namespace slipstick {

/// The entries of jointTypes; the numbers are Exudyn's.
enum class JointType { RevoluteX = 1, RevoluteY, RevoluteZ, PrismaticX, PrismaticY, PrismaticZ };

struct KinematicTree {
  NodeIndex nodeNumber;
  Vector3 gravity;
  Vector3 baseOffset;
  std::vector<int> jointTypes;  // JointType
  std::vector<int> linkParents;
  std::vector<Matrix3> jointTransformations;  // joint to parent link
  std::vector<Vector3> jointOffsets;          // in the parent link
  std::vector<Matrix3> linkInertiasCOM;       // about the centre of mass, in the link
  std::vector<Vector3> linkCOMs;
  VectorX linkMasses;
  std::vector<Vector3> linkForces;
  std::vector<Vector3> linkTorques;
  VectorX jointForceVector;
  VectorX jointPositionOffsetVector;
  VectorX jointVelocityOffsetVector;
  VectorX jointPControlVector;
  VectorX jointDControlVector;
  UserFunction forceUserFunction;

  int links() const { return static_cast<int>(jointTypes.size()); }
};

/// The motion of a link's frame, which is located at its joint, in global axes.
template <class S>
struct LinkMotion {
  Vec3<S> origin, velocity, acceleration;  // the acceleration minus gravity
  Vec3<S> angularVelocity, angularAcceleration;
  Mat3<S> rotation;
  Vec3<S> axis;  // of the joint
};

class KinematicTreeLoop final : public LoopOf<KinematicTreeLoop, KinematicTree, role::Tree, role::Moving, role::Turning, role::Massive,
                                              role::Measured, role::Drawn, role::Storing> {
 public:
  SLIPSTICK_SMALL void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const KinematicTree& tree = items_[keep(modelItem)];
    const Place node = assembly.node(tree.nodeNumber);
    assembly.add(work_);
    const int first = static_cast<int>(work_.empty->plain.q.size()), n = tree.links(), coordinate = node.firstCoordinate();
    const auto reference = assembly.reference.begin() + coordinate;
    members_.push_back({first, coordinate, Assembly::range(coordinate, n), {reference, reference + n}});
    work_.empty->resize(first + n, n);
  }
  void dropLinkFrame(int slot) override { dropFrom(frames_, slot); }
  int addLinkFrame(int index, int link, const Vector3& localPosition, Assembly& assembly) override {
    std::vector<int> path;
    for (int k = link; k >= 0; k = items_[index].linkParents[k]) path.insert(path.begin(), k);
    std::vector<int> coordinates;
    for (const int k : path) coordinates.push_back(members_[index].coordinate + k);
    const int slot = assembly.addFrame(std::move(coordinates));
    frames_.push_back({slot, index, link, localPosition, std::move(path)});
    return slot;
  }

  bool massIsConstant() const override { return false; }
  /// Gravity and the P control.
  SLIPSTICK_SMALL double stored(int index, const Sweep<double>& sweep) const override {
    const KinematicTree& tree = items_[index];
    const Arrays<double>& arrays = sweep[work_].plain;
    double energy = 0;
    for (int i = 0; i < tree.links(); ++i) {
      const LinkMotion<double>& link = arrays.links[members_[index].first + i];
      energy -= tree.linkMasses[i] * dot(tree.gravity, link.origin + link.rotation * tree.linkCOMs[i]);
      if (tree.jointPControlVector.empty() || tree.jointPositionOffsetVector.empty()) continue;
      const double error = arrays.q[members_[index].first + i] - tree.jointPositionOffsetVector[i];
      energy += 0.5 * tree.jointPControlVector[i] * error * error;
    }
    return energy;
  }

  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    Arrays<S>& arrays = arraysOf(sweep);
    for (std::size_t t = 0; t < items_.size(); ++t) {
      gather(static_cast<int>(t), sweep, arrays);
      outwards(static_cast<int>(t), arrays);
    }
    for (const Frame& frame : frames_) {
      const LinkMotion<S>& link = arrays.links[members_[frame.tree].first + frame.link];
      const Vec3<S> arm = link.rotation * frame.local;
      FrameKinematics<S>& out = sweep.frames[frame.slot];
      out.position = link.origin + arm;
      out.velocity = link.velocity + cross(link.angularVelocity, arm);
      out.angularVelocity = link.angularVelocity;
      out.rotation = link.rotation;
      out.angularVelocityLocal = transposeTimes(link.rotation, link.angularVelocity);
    }
  }
  template <class S>
  void backOf(Sweep<S>& sweep) const {
    Arrays<S>& arrays = arraysOf(sweep);
    for (std::size_t t = 0; t < items_.size(); ++t)
      if constexpr (isDual<S>)
        std::fill_n(arrays.wrenches.begin() + members_[t].first, items_[t].links(), FrameForce<S>{});
      else
        loads(static_cast<int>(t), arrays);
    for (const Frame& frame : frames_) addFrameForce(frame, sweep.frameForces[frame.slot], arrays);
    for (std::size_t t = 0; t < items_.size(); ++t) {
      S* out = sweep.residual + members_[t].coordinate;
      const auto add = [out](int joint, const S& force) { out[joint] += force; };
      if constexpr (isDual<S>)
        sumUp(static_cast<int>(t), arrays, add);
      else
        inwards(static_cast<int>(t), sweep.time, sweep.sensorValues, arrays, add);
    }
  }

  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const override {
    for (const Frame& frame : frames_) {
      FrameJacobian& jacobian = (*tangent.frames)[frame.slot];
      if (jacobian.size == 0) continue;
      const FrameKinematics<double>& point = sweep.frames[frame.slot];
      for (int c = 0; c < jacobian.size; ++c) {
        const LinkMotion<double>& joint = arraysOf(sweep).links[members_[frame.tree].first + frame.path[c]];
        const Vector3 axisRate = cross(joint.angularVelocity, joint.axis);
        Vector3 position = joint.axis, rotation, velocity = axisRate, angularVelocity;
        if (turns(frame.tree, frame.path[c])) {
          const Vector3 arm = point.position - joint.origin;
          position = cross(joint.axis, arm), rotation = joint.axis;
          velocity = cross(axisRate, arm) + cross(joint.axis, point.velocity - joint.velocity);
          angularVelocity = cross(joint.axis, point.angularVelocity - joint.angularVelocity);
        }
        for (int i = 0; i < 3; ++i) {
          const int entry = i * jacobian.size + c;
          jacobian.position[entry] = position[i], jacobian.rotation[entry] = rotation[i];
          jacobian.velocity[entry] = velocity[i], jacobian.angularVelocity[entry] = angularVelocity[i];
        }
      }
    }
  }
  /// The recursion needs the forces on all links: inertia is computed in backOf() and in backTangent().
  void lawsOf(Sweep<double>&) const {}
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    if (tangent.factors.massOnly) addColumns(tangent, sweep);
  }
  void backTangent(Tangent& tangent, Sweep<double>& sweep) const override { addColumns(tangent, sweep); }

  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Member& member = members_[index];
    const int n = items_[index].links();
    if (variable == OutputVariable::Force) {
      Arrays<double>& arrays = sweep[work_].scratch;
      gather(index, sweep, arrays);
      std::fill_n(arrays.q_tt.begin() + member.first, n, 0.0);
      outwards(index, arrays), loads(index, arrays);
      inwards(index, sweep.time, sweep.sensorValues, arrays, [out](int joint, double force) { out[joint] = force; });
      return;
    }
    // The coordinates of a tree are the positions of its joints, including the reference values.
    if (variable == OutputVariable::Coordinates) variable = OutputVariable::CoordinatesTotal;
    coordinateOutput(variable, sweep, member.coordinate, n, member.reference.data(), out);
  }
  /// Outputs at the frame `slot` on a link.
  void linkOutput(int index, int link, int slot, OutputVariable variable, const Sweep<double>& sweep, double* out) const override {
    const LinkMotion<double>& motion = arraysOf(sweep).links[members_[index].first + link];
    const FrameKinematics<double>& frame = sweep.frames[slot];
    const auto acceleration = [&] {
      const Vector3 arm = frame.position - motion.origin;
      return motion.acceleration + items_[index].gravity + cross(motion.angularAcceleration, arm) +
             cross(motion.angularVelocity, cross(motion.angularVelocity, arm));
    };
    const auto local = [&](const Vector3& vector) { return transposeTimes(frame.rotation, vector); };
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(frame.position, out);
      case OutputVariable::Displacement:
        return writeVector(frame.position - sweep.referencePositions[slot], out);
      case OutputVariable::Velocity:
        return writeVector(frame.velocity, out);
      case OutputVariable::VelocityLocal:
        return writeVector(local(frame.velocity), out);
      case OutputVariable::Acceleration:
        return writeVector(acceleration(), out);
      case OutputVariable::AccelerationLocal:
        return writeVector(local(acceleration()), out);
      case OutputVariable::RotationMatrix:
        return writeMatrix(frame.rotation, out);
      case OutputVariable::Rotation:
        return writeVector(taitBryanAngles(frame.rotation), out);
      case OutputVariable::AngularVelocity:
        return writeVector(frame.angularVelocity, out);
      case OutputVariable::AngularVelocityLocal:
        return writeVector(frame.angularVelocityLocal, out);
      case OutputVariable::AngularAcceleration:
        return writeVector(motion.angularAcceleration, out);
      default:
        return writeVector(local(motion.angularAcceleration), out);
    }
  }

  PoseSource pose(int index) const override { return {PoseKind::frame, 7 * items_[index].links()}; }
  void writePose(int index, const Sweep<double>& sweep, double* out) const override {
    for (int k = 0; k < items_[index].links(); ++k) {
      const LinkMotion<double>& link = arraysOf(sweep).links[members_[index].first + k];
      writeFramePose(link.origin, link.rotation, out + 7 * k);
    }
  }

 private:
  struct Member {
    int first;       // index of its first link among the links of all trees
    int coordinate;  // first one in the system
    std::vector<int> coordinates;
    std::vector<double> reference;
  };
  struct Frame {
    int slot, tree, link;
    Vector3 local;
    std::vector<int> path;  // joints from the base to the link
  };
  /// By link: coordinates including reference values, motion, wrench at the link's origin.
  template <class S>
  struct Arrays {
    std::vector<S> q, q_t, q_tt;
    std::vector<LinkMotion<S>> links;
    std::vector<FrameForce<S>> wrenches;
    std::vector<S> arguments, userForce;  // of the user function, for the largest tree

    void resize(int links_, int joints) {
      q.resize(links_), q_t.resize(links_), q_tt.resize(links_), links.resize(links_), wrenches.resize(links_);
      if (static_cast<int>(userForce.size()) < joints) arguments.resize(1 + 2 * joints), userForce.resize(joints);
    }
  };
  template <class S>
  Arrays<S>& arraysOf(const Sweep<S>& sweep) const {
    if constexpr (isDual<S>)
      return sweep[work_].dual;
    else
      return sweep[work_].plain;
  }

  bool turns(int tree, int joint) const { return items_[tree].jointTypes[joint] < static_cast<int>(JointType::PrismaticX); }
  /// 0, 1, 2 for x, y, z.
  int axisNumber(int tree, int joint) const { return (items_[tree].jointTypes[joint] - static_cast<int>(JointType::RevoluteX)) % 3; }

  template <class S>
  void gather(int tree, const Sweep<S>& sweep, Arrays<S>& arrays) const {
    const Member& member = members_[tree];
    for (int i = 0; i < items_[tree].links(); ++i) {
      const int link = member.first + i, coordinate = member.coordinate + i;
      arrays.q[link] = member.reference[i] + sweep.q[coordinate];
      arrays.q_t[link] = sweep.q_t[coordinate];
      arrays.q_tt[link] = sweep.q_tt ? sweep.q_tt[coordinate] : S(0.0);
    }
  }

  /// Computes the motion of the links from joint positions, velocities and accelerations.
  template <class S>
  void outwards(int tree, Arrays<S>& arrays) const {
    const KinematicTree& item = items_[tree];
    const int first = members_[tree].first;
    LinkMotion<S> base;
    base.origin = base.origin + item.baseOffset, base.acceleration = base.acceleration - item.gravity;
    base.rotation = Mat3<S>::identity();
    for (int i = 0; i < item.links(); ++i) {
      const LinkMotion<S>& parent = item.linkParents[i] < 0 ? base : arrays.links[first + item.linkParents[i]];
      LinkMotion<S>& link = arrays.links[first + i];
      const S &q = arrays.q[first + i], &q_t = arrays.q_t[first + i], &q_tt = arrays.q_tt[first + i];
      const int k = axisNumber(tree, i);
      const Mat3<S> joint = parent.rotation * item.jointTransformations[i];
      link.axis = joint.column(k);
      const Vec3<S> spin = q_t * link.axis;
      const bool turning = turns(tree, i);
      Vec3<S> distance = parent.rotation * item.jointOffsets[i];
      if (turning) {
        // Columns b and c rotate about a.
        const int b = (k + 1) % 3, c = (k + 2) % 3;
        const auto [sine, cosine] = sineCosine(q);
        for (int r = 0; r < 3; ++r) {
          link.rotation[r][k] = joint[r][k];
          link.rotation[r][b] = cosine * joint[r][b] + sine * joint[r][c];
          link.rotation[r][c] = cosine * joint[r][c] - sine * joint[r][b];
        }
        link.angularVelocity = parent.angularVelocity + spin;
        link.angularAcceleration = parent.angularAcceleration + q_tt * link.axis + cross(parent.angularVelocity, spin);
      } else {
        link.rotation = joint;
        distance += q * link.axis;
        link.angularVelocity = parent.angularVelocity, link.angularAcceleration = parent.angularAcceleration;
      }
      link.origin = parent.origin + distance;
      link.velocity = parent.velocity + cross(parent.angularVelocity, distance);
      link.acceleration = parent.acceleration + cross(parent.angularAcceleration, distance) +
                          cross(parent.angularVelocity, cross(parent.angularVelocity, distance));
      if (turning) continue;
      link.velocity += spin;
      link.acceleration += q_tt * link.axis + 2.0 * cross(parent.angularVelocity, spin);
    }
  }

  /// Computes the inertia forces and the wrenches on the links, as left-hand sides about the links' origins.
  template <class S>
  void loads(int tree, Arrays<S>& arrays) const {
    const KinematicTree& item = items_[tree];
    for (int i = 0; i < item.links(); ++i) {
      const LinkMotion<S>& link = arrays.links[members_[tree].first + i];
      FrameForce<S>& wrench = arrays.wrenches[members_[tree].first + i];
      const Vec3<S> arm = link.rotation * item.linkCOMs[i];
      const Vec3<S> acceleration =
          link.acceleration + cross(link.angularAcceleration, arm) + cross(link.angularVelocity, cross(link.angularVelocity, arm));
      const Vec3<S> spin = transposeTimes(link.rotation, link.angularVelocity);
      const Vec3<S> spinRate = transposeTimes(link.rotation, link.angularAcceleration);
      const Matrix3& inertia = item.linkInertiasCOM[i];
      wrench.force = item.linkMasses[i] * acceleration;
      wrench.torque = link.rotation * (inertia * spinRate + cross(spin, inertia * spin)) + cross(arm, wrench.force);
      // Given about the base, with the sign of the left-hand side.
      if (!item.linkTorques.empty()) wrench.torque = wrench.torque + item.linkTorques[i];
      if (item.linkForces.empty()) continue;
      wrench.force = wrench.force + item.linkForces[i];
      wrench.torque += cross(item.baseOffset - link.origin, item.linkForces[i]);
    }
  }
  /// The wrench of a marker; S and F differ if only the point moves.
  template <class S, class F>
  void addFrameForce(const Frame& frame, const FrameForce<F>& acting, Arrays<S>& arrays) const {
    const int link = members_[frame.tree].first + frame.link;
    FrameForce<S>& wrench = arrays.wrenches[link];
    wrench.force = wrench.force + acting.force;
    wrench.torque = wrench.torque + acting.torque + cross(arrays.links[link].rotation * frame.local, acting.force);
  }

  /// Calls f(joint, left-hand side) with the generalised forces of the joints. They are computed from the wrenches, which are summed up
  /// towards the base.
  template <class S, class Take>
  void inwards(int tree, const S& time, const double* sensorValues, Arrays<S>& arrays, const Take& take) const {
    const KinematicTree& item = items_[tree];
    const int first = members_[tree].first, n = item.links();
    const bool user = static_cast<bool>(item.forceUserFunction);
    if (user) {
      arrays.arguments[0] = time;
      std::copy_n(arrays.q.begin() + first, n, arrays.arguments.begin() + 1);
      std::copy_n(arrays.q_t.begin() + first, n, arrays.arguments.begin() + 1 + n);
      item.forceUserFunction.evaluate(arrays.arguments.data(), sensorValues + item.forceUserFunction.sensorOffset, arrays.userForce.data());
    }
    sumUp(tree, arrays, [&](int i, S force) {
      if (!item.jointForceVector.empty()) force -= item.jointForceVector[i];
      if (!item.jointPControlVector.empty() && !item.jointPositionOffsetVector.empty())
        force -= item.jointPControlVector[i] * (item.jointPositionOffsetVector[i] - arrays.q[first + i]);
      if (!item.jointDControlVector.empty() && !item.jointVelocityOffsetVector.empty())
        force -= item.jointDControlVector[i] * (item.jointVelocityOffsetVector[i] - arrays.q_t[first + i]);
      if (user) force -= arrays.userForce[i];
      take(i, force);
    });
  }
  /// Calls f(joint, force) for the wrenches only.
  template <class S, class Take>
  void sumUp(int tree, Arrays<S>& arrays, const Take& take) const {
    const KinematicTree& item = items_[tree];
    const int first = members_[tree].first;
    for (int i = item.links() - 1; i >= 0; --i) {
      const LinkMotion<S>& link = arrays.links[first + i];
      const FrameForce<S>& wrench = arrays.wrenches[first + i];
      take(i, dot(link.axis, turns(tree, i) ? wrench.torque : wrench.force));
      if (item.linkParents[i] < 0) continue;
      const int parent = first + item.linkParents[i];
      arrays.wrenches[parent].force += wrench.force;
      arrays.wrenches[parent].torque += wrench.torque + cross(link.origin - arrays.links[parent].origin, wrench.force);
    }
  }

  static constexpr int columnsAtOnce = 2;
  using Column = Dual<columnsAtOnce>;

  void addColumns(Tangent& tangent, const Sweep<double>& sweep) const {
    const Arrays<double>& plain = sweep[work_].plain;
    Arrays<Column>& columns = sweep[work_].columns;
    std::vector<double>& block = sweep[work_].block;
    const TangentFactors& factors = tangent.factors;
    for (std::size_t t = 0; t < items_.size(); ++t) {
      const int tree = static_cast<int>(t), first = members_[t].first, n = items_[t].links();
      for (int i = first; i < first + n; ++i)
        columns.q[i] = Column(plain.q[i]), columns.q_t[i] = Column(plain.q_t[i]), columns.q_tt[i] = Column(sweep.q_tt ? plain.q_tt[i] : 0);
      for (int j = 0; j < n; j += columnsAtOnce) {
        const int count = std::min(columnsAtOnce, n - j);
        const auto seed = [&](double stiffness, double damping, double mass) {
          for (int k = 0; k < count; ++k) {
            columns.q[first + j + k].derivative[k] = stiffness;
            columns.q_t[first + j + k].derivative[k] = damping;
            columns.q_tt[first + j + k].derivative[k] = mass;
          }
        };
        seed(factors.stiffness, factors.damping, factors.mass);
        outwards(tree, columns), loads(tree, columns);
        if (!factors.massOnly)
          for (const Frame& frame : frames_)
            if (frame.tree == tree) addFrameForce(frame, sweep.frameForces[frame.slot], columns);
        inwards(tree, Column(sweep.time), sweep.sensorValues, columns,
                [&](int i, const Column& force) { std::copy_n(force.derivative, count, block.data() + i * n + j); });
        seed(0, 0, 0);
      }
      const int* coordinates = members_[t].coordinates.data();
      tangent.sink.add(coordinates, n, coordinates, n, block.data(), n);
    }
  }

  std::vector<Member> members_;
  std::vector<Frame> frames_;
  struct Work {
    Arrays<double> plain, scratch;
    Arrays<Dual1> dual;
    Arrays<Column> columns;  // of the tangent
    std::vector<double> block;

    void resize(int links, int joints) {
      plain.resize(links, joints), scratch.resize(links, joints), dual.resize(links, joints), columns.resize(links, joints);
      block.resize(std::max(block.size(), static_cast<std::size_t>(joints) * joints));
    }
  };
  Drawer<Work> work_;
};

/// Checks that `linkNumber` of an item on a tree is the number of a link.
template <class Item>
void checkLink(const Item& item, const Neighbours& others, const Complain& complain) {
  const auto links = others.count(item.objectNumber);
  if (links && item.linkNumber >= *links)
    complain("linkNumber",
             "must be less than " + std::to_string(*links) + ", the number of links of the tree, got " + std::to_string(item.linkNumber));
}

}  // namespace slipstick
