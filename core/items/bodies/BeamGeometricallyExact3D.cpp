// Beam element in space with axial, shear, torsional and bending stiffness; cross-sections rotate independently of the axis.
//
// Between its nodes the element is a screw line: the motion of the second node relative to the first is h = (d, ν), the logarithm in SE(3).
// Strains are therefore constant along the element, ε = (h − h₀)/L with h₀ = (L, 0, 0; 0, 0, 0). Small motions δ0, δ1 of the nodes in their
// own axes change h by B0 δ0 + B1 δ1, B1 = T⁻¹(h), B0 = −T⁻¹(−h), and the section forces K ε act on the nodes by the transposes. Source:
// Sonneville, Cardona, Brüls, Geometrically exact beam finite element formulated on the special Euclidean group SE(3), Comput. Methods
// Appl. Mech. Engrg. 268 (2014); the inertia terms were determined by experiments with Exudyn 1.13.6.
// Loaded on demand: few models have this item.

#include "core/items/bodies/beam_in_space.h"
#include "core/items/bodies/rigid_rates.h"
#include "core/items/flexible/screw.h"

namespace slipstick {
namespace {

struct BeamGeometricallyExact3D {
  std::array<NodeIndex, 2> nodeNumbers;
  double physicsLength;
  double physicsMassPerLength;
  Matrix3 physicsCrossSectionInertia;
  Vector3 physicsAxialShearStiffness;
  Vector3 physicsTorsionalBendingStiffness;

  /// ε
  template <class S>
  Twist<S> strains(const Twist<S>& motion) const {
    Twist<S> result = (1 / physicsLength) * motion;
    result.linear.x -= 1.0;
    return result;
  }
  /// K ε
  template <class S>
  Twist<S> sectionForces(const Twist<S>& motion) const {
    Twist<S> result = strains(motion);
    for (int i = 0; i < 3; ++i) {
      result.linear[i] = physicsAxialShearStiffness[i] * result.linear[i];
      result.angular[i] = physicsTorsionalBendingStiffness[i] * result.angular[i];
    }
    return result;
  }
};
using Beam = BeamGeometricallyExact3D;

/// The twists of the two nodes, in their axes.
template <class S>
using Pair = std::array<Twist<S>, 2>;

/// The forces on the nodes that are equivalent to a force conjugate to h.
template <class S>
Pair<S> onNodes(const Twist<S>& h, const Twist<S>& force) {
  return {-1.0 * InverseTangent<S>(h, -1).transposeTimes(force), InverseTangent<S>(h).transposeTimes(force)};
}

/// A node of an element.
struct End {
  AnyRigidMotions motions;
  int node, first, size;  // index among the motions; coordinates

  /// Calls f with the motion of the node.
  template <class S, class F>
  void visit(const Sweep<S>& sweep, F f) const {
    const auto call = [&](const auto& all) {
      if constexpr (!std::is_same_v<decltype(all), const std::monostate&>) f(all->of(sweep)[node]);
    };
    std::visit(call, motions);
  }
  /// Adds a force in the axes of the node to the coordinates.
  template <class S>
  void add(const Twist<S>& force, Sweep<S>& sweep) const {
    visit(sweep, [&]<class P>(const RigidMotion<S, P>& motion) {
      const Vec3<S> global = motion.rotation * force.linear;
      const auto& g = motion.localRates();
      S* out = sweep.residual + first;
      for (int i = 0; i < 3; ++i) out[i] += global[i];
      for (int j = 0; j < P::size; ++j) out[3 + j] += g[0][j] * force.angular.x + g[1][j] * force.angular.y + g[2][j] * force.angular.z;
    });
  }
};

/// The poses of the nodes of an element, and their velocities in their axes.
template <class S>
struct Ends {
  Vec3<S> position[2];
  Mat3<S> rotation[2];
  Pair<S> velocities;
  Twist<S> h;

  Ends(const std::array<End, 2>& ends, const Sweep<S>& sweep) {
    for (int i = 0; i < 2; ++i)
      ends[i].visit(sweep, [&](const auto& motion) {
        position[i] = motion.position, rotation[i] = motion.rotation;
        velocities[i] = {transposeTimes(motion.rotation, motion.velocity), motion.angularVelocityLocal};
      });
    h = motionBetween(position[0], rotation[0], position[1], rotation[1]);
  }
};

/// A section of the element: H = H0 exp(s h), s from 0 to 1, and a point with an offset from its centre.
template <class S>
struct Section {
  double share;
  Vector3 place;  // in the axes of the section
  Twist<S> h;
  Mat3<S> turn;  // exp(s ν̃)
  Vec3<S> shift;
  FiniteTurn<S> finite;
  InverseTangent<S> first, last, own;  // of both nodes, and of the part up to this section

  Section(double s, const Vector3& point, const Twist<S>& motion)
      : share(s), place(point), h(motion), finite(s * motion.angular), first(motion, -1), last(motion), own(s * motion) {
    turn = finite.matrix();
    shift = finite.times(s * motion.linear);
  }
  /// The position of the point, in the axes of the first node.
  Vec3<S> position() const { return shift + turn * place; }
  /// The motion of the point due to the motions of the nodes.
  Twist<S> times(const Pair<S>& nodes) const {
    const Twist<S> change = share * (last.times(nodes[1]) + -1.0 * first.times(nodes[0]));
    const Vec3<S> angular = finite.transposeTimes(change.angular);
    const Twist<S> bent{finite.transposeTimes(change.linear - own.across(0.5, angular)), angular};
    const auto& [u, turned] = nodes[0];
    return (Twist<S>{slipstick::transposeTimes(turn, u + cross(turned, shift)), slipstick::transposeTimes(turn, turned)} + bent).at(place);
  }
  /// The forces on the nodes that are equivalent to a force on the point.
  Pair<S> transposeTimes(const Twist<S>& onPoint) const {
    const Twist<S> force = onPoint.from(place);
    const Vec3<S> linear = finite.times(force.linear);
    const Twist<S> onMotion{share * linear, share * finite.times(force.angular - own.across(-0.5, linear))};
    Pair<S> nodes{-1.0 * first.transposeTimes(onMotion), last.transposeTimes(onMotion)};
    const Vec3<S> turned = turn * force.linear;
    return {nodes[0] + Twist<S>{turned, turn * force.angular + cross(shift, turned)}, nodes[1]};
  }
};

using ByMotion = Dual<6>;  // derivatives with respect to h

Twist<ByMotion> variable(const Twist<double>& motion) {
  Twist<ByMotion> result;
  for (int i = 0; i < 3; ++i) {
    result.linear[i] = ByMotion::variable(motion.linear[i], i);
    result.angular[i] = ByMotion::variable(motion.angular[i], 3 + i);
  }
  return result;
}
Twist<ByMotion> constant(const Twist<double>& twist) {
  Twist<ByMotion> result;
  for (int i = 0; i < 3; ++i) result.linear[i].value = twist.linear[i], result.angular[i].value = twist.angular[i];
  return result;
}
Twist<double> valueOf(const Twist<ByMotion>& twist) { return {slipstick::valueOf(twist.linear), slipstick::valueOf(twist.angular)}; }
Pair<double> valueOf(const Pair<ByMotion>& pair) { return {valueOf(pair[0]), valueOf(pair[1])}; }
/// The derivative along a change of h.
Twist<double> along(const Twist<ByMotion>& twist, const Twist<double>& change) {
  Twist<double> result;
  for (int i = 0; i < 3; ++i)
    for (int d = 0; d < 3; ++d) {
      result.linear[i] += twist.linear[i].derivative[d] * change.linear[d] + twist.linear[i].derivative[3 + d] * change.angular[d];
      result.angular[i] += twist.angular[i].derivative[d] * change.linear[d] + twist.angular[i].derivative[3 + d] * change.angular[d];
    }
  return result;
}

/// The motions due to each coordinate of an element.
struct Columns {
  static constexpr int most = 14;
  int size = 0;
  int coordinates[most], end[most];
  Twist<double> motion[most];  // of the node
  Twist<double> change[most];  // of h
  Twist<double> rates[most];   // of the node's velocity in its axes

  Columns(const std::array<End, 2>& ends, const Ends<double>& at, const Sweep<double>& sweep) {
    const InverseTangent<double> first(at.h, -1), last(at.h);
    for (int i = 0; i < 2; ++i)
      ends[i].visit(sweep, [&]<class P>(const RigidMotion<double, P>& node) {
        const auto& g = node.localRates();
        double spins[3][P::size];
        P::localSpinDerivative(node.parameters, node.rates, spins);
        for (int j = 0; j < ends[i].size; ++j, ++size) {
          coordinates[size] = ends[i].first + j, end[size] = i;
          Twist<double>& by = motion[size] = {};
          Twist<double>& rate = rates[size] = {};
          if (j < 3) {
            by.linear = node.rotation.row(j);
          } else {
            by.angular = {g[0][j - 3], g[1][j - 3], g[2][j - 3]};
            rate = {cross(at.velocities[i].linear, by.angular), {spins[0][j - 3], spins[1][j - 3], spins[2][j - 3]}};
          }
          change[size] = i == 0 ? -1.0 * first.times(by) : last.times(by);
        }
      });
  }
  /// The motions of both nodes due to a coordinate.
  Pair<double> motions(int column) const { return ofEnd(column, motion[column]); }
  Pair<double> ofEnd(int column, const Twist<double>& twist) const {
    return end[column] == 0 ? Pair<double>{twist, {}} : Pair<double>{Twist<double>{}, twist};
  }
};

/// The moments of inertia forces on the nodes, in their axes, from their local angular velocities and accelerations. The global values are
/// interpolated linearly, and sections have their inertia in the axes given by the screw. Two-point Gauss rule.
template <class S>
std::array<Vec3<S>, 2> inertiaMoments(const Beam& beam, const Vec3<S>& turn, const Vec3<S> (&spins)[2], const Vec3<S> (&accelerations)[2]) {
  const Matrix3& inertia = beam.physicsCrossSectionInertia;
  std::array<Vec3<S>, 2> moments;
  for (const double share : {0.5 - 0.28867513459481287, 0.5 + 0.28867513459481287}) {
    const double weights[2] = {1 - share, share};
    const Mat3<S> toSection[2] = {rotationExp(-share * turn), rotationExp((1 - share) * turn)};
    Vec3<S> spin, acceleration;
    for (int j = 0; j < 2; ++j) {
      spin += weights[j] * (toSection[j] * spins[j]);
      acceleration += weights[j] * (toSection[j] * accelerations[j]);
    }
    const Vec3<S> moment = inertia * acceleration + cross(spin, inertia * spin);
    for (int i = 0; i < 2; ++i) moments[i] += (0.5 * beam.physicsLength * weights[i]) * transposeTimes(toSection[i], moment);
  }
  return moments;
}

/// Returns the entry of the mass matrix for the positions of nodes i and j, the same in each direction.
double massBetween(const Beam& beam, int i, int j) { return beam.physicsMassPerLength * beam.physicsLength / (i == j ? 3 : 6); }

/// The local angular accelerations of the nodes: from second rates and rates of the coordinates, or only from the rates.
template <class P>
Vector3 angularAcceleration(const RigidMotion<double, P>& node, const double* q_tt) {
  Vector3 linear, angular = P::rateTerm(node.parameters, node.rates);
  if (q_tt) rigidAccelerations<P>(node, q_tt, linear, angular);
  return angular;
}

/// Adds the inertia forces, and their derivatives with respect to coordinates, weighted by the factors of the tangent.
void addInertia(const Beam& beam, const std::array<End, 2>& ends, const Ends<double>& at, const Columns& columns, const double* q_tt,
                const TangentFactors& factors, const Sweep<double>& sweep, Pair<double>& forces,
                std::array<Pair<double>, Columns::most>& changes) {
  using D = Dual<15>;  // derivatives with respect to relative rotation, angular velocities and accelerations
  Vec3<D> turn, spins[2], accelerations[2];
  double by[15][Columns::most] = {};
  int first = 0;
  for (int i = 0; i < 2; ++i)
    ends[i].visit(sweep, [&]<class P>(const RigidMotion<double, P>& node) {
      const double still[3 + P::size] = {}, *own = q_tt ? q_tt + ends[i].first : nullptr;
      const Vector3 acceleration = angularAcceleration(node, own);
      double motionBy[9][P::size];
      motionByParameters<P>(node, (own ? own : still) + 3, factors, motionBy);
      const auto& g = node.localRates();
      for (int k = 0; k < 3; ++k) {
        turn[k] = D::variable(at.h.angular[k], k);
        spins[i][k] = D::variable(at.velocities[i].angular[k], 3 + 3 * i + k);
        accelerations[i][k] = D::variable(acceleration[k], 9 + 3 * i + k);
        for (int j = 0; j < P::size; ++j) {
          by[3 + 3 * i + k][first + 3 + j] = motionBy[3 + k][j];
          by[9 + 3 * i + k][first + 3 + j] = motionBy[6 + k][j] + factors.mass * g[k][j];
        }
      }
      first += ends[i].size;
    });
  const std::array<Vec3<D>, 2> moments = inertiaMoments(beam, turn, spins, accelerations);
  for (int c = 0, k = 0; c < columns.size; ++c, ++k) {
    if (c == ends[0].size) k = 0;  // index of the coordinate in its node
    for (int d = 0; d < 3; ++d) by[d][c] = factors.stiffness * columns.change[c].angular[d];
    for (int i = 0; i < 2; ++i) {
      for (int row = 0; row < 3; ++row)
        for (int d = 0; d < 15; ++d) changes[c][i].angular[row] += moments[i][row].derivative[d] * by[d][c];
      if (k < 3) changes[c][i].linear += (factors.mass * massBetween(beam, i, columns.end[c])) * at.rotation[i].row(k);
    }
  }
  for (int i = 0; i < 2; ++i) forces[i].angular += slipstick::valueOf(moments[i]);
}

/// Adds the block of forces on the nodes, whose derivatives with respect to the coordinates are given, already weighted. The rotation of
/// their axes is added by this function.
void addForcesTangent(Tangent& tangent, const std::array<End, 2>& ends, const Columns& columns, const Pair<double>& forces,
                      const std::array<Pair<double>, Columns::most>& changes, const Sweep<double>& sweep) {
  const int size = columns.size;
  const double factor = tangent.factors.stiffness;
  double block[Columns::most * Columns::most];
  int row = 0;
  for (int i = 0; i < 2; ++i)
    ends[i].visit(sweep, [&]<class P>(const RigidMotion<double, P>& node) {
      const auto& g = node.localRates();
      double turned[P::size][P::size];
      P::rotationalForceDerivative(node.parameters, {}, forces[i].angular, turned);
      for (int c = 0, own = -3; c < size; ++c) {
        const bool mine = columns.end[c] == i;
        Twist<double> change = changes[c][i];
        if (mine) change.linear += factor * cross(columns.motion[c].angular, forces[i].linear);
        const Vector3 global = node.rotation * change.linear;
        for (int k = 0; k < 3; ++k) block[(row + k) * size + c] = global[k];
        for (int k = 0; k < P::size; ++k) {
          const double angular = g[0][k] * change.angular.x + g[1][k] * change.angular.y + g[2][k] * change.angular.z;
          block[(row + 3 + k) * size + c] = angular + (mine && own >= 0 ? factor * turned[k][own] : 0.0);
        }
        if (mine) ++own;
      }
      row += 3 + P::size;
    });
  tangent.sink.add(columns.coordinates, size, columns.coordinates, size, block, size);
}

class Loop final : public LoopOf<Loop, Beam, role::OfCoordinates, role::Carrier, role::Lumped, role::Moving, role::Turning, role::Massive,
                                 role::Deriving, role::Measured, role::Drawn, role::Storing> {
 public:
  void reserve(int items) override {
    LoopOf::reserve(items);
    masses_.reserve(items);  // markers point to them
  }
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const int index = keep(modelItem);
    std::array<End, 2> ends;
    for (int i = 0; i < 2; ++i) {
      const Place node = assembly.node(items_[index].nodeNumbers[i]);
      ends[i] = {node.loop->roles().rigidNode->rigidMotions(), node.index, node.firstCoordinate(), node.coordinateCount()};
      onRotationVectors_ = onRotationVectors_ || std::holds_alternative<const RigidMotions<RotationVector>*>(ends[i].motions);
    }
    ends_.push_back(ends), masses_.push_back(0);
    changed(index);
  }
  void changed(int index) override {
    const Beam& beam = items_[index];
    masses_[index] = beam.physicsMassPerLength * beam.physicsLength;
    for (Frame& frame : frames_)
      if (frame.item == index) frame.share = shareAt(beam, frame.local);
  }
  std::vector<int> coordinates(int index) const override {
    std::vector<int> numbers;
    for (const End& end : ends_[index])
      for (int i = 0; i < end.size; ++i) numbers.push_back(end.first + i);
    return numbers;
  }
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    const int slot = assembly.addFrame(coordinates(index));
    frames_.push_back({index, slot, localPosition, shareAt(items_[index], localPosition)});
    return slot;
  }
  void dropFrame(int slot) override { dropFrom(frames_, slot); }
  MarkerPlace addMass(int index, Assembly& assembly) override {
    const int slot = assembly.addFrame(coordinates(index));
    centres_.push_back({index, slot});
    return {.frame = slot, .mass = &masses_[index]};
  }

  bool massIsConstant() const override { return false; }
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t n = 0; n < items_.size(); ++n) {
      const Beam& beam = items_[n];
      const std::array<End, 2>& ends = ends_[n];
      const Ends<double> at(ends, sweep);
      Vector3 spins[2], accelerations[2];
      for (int i = 0; i < 2; ++i)
        ends[i].visit(sweep, [&](const auto& node) {
          spins[i] = at.velocities[i].angular;
          accelerations[i] = angularAcceleration(node, sweep.q_tt ? sweep.q_tt + ends[i].first : nullptr);
        });
      Pair<double> forces = onNodes(at.h, beam.sectionForces(at.h));
      const std::array<Vector3, 2> moments = inertiaMoments(beam, at.h.angular, spins, accelerations);
      for (int i = 0; i < 2; ++i) {
        forces[i].angular += moments[i];
        ends[i].add(forces[i], sweep);
        if (!sweep.q_tt) continue;
        for (int j = 0; j < 2; ++j)
          for (int k = 0; k < 3; ++k) sweep.residual[ends[i].first + k] += massBetween(beam, i, j) * sweep.q_tt[ends[j].first + k];
      }
    }
  }
  double stored(int index, const Sweep<double>& sweep) const override {
    const Beam& beam = items_[index];
    const Twist<double> h = Ends<double>(ends_[index], sweep).h, strains = beam.strains(h), forces = beam.sectionForces(h);
    return 0.5 * beam.physicsLength * (dot(strains.linear, forces.linear) + dot(strains.angular, forces.angular));
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    // If rotation vectors are composed, the change of M q̈ is neglected, as for rigid bodies.
    const double* q_tt = tangent.factors.exact || !onRotationVectors_ ? sweep.q_tt : nullptr;
    for (std::size_t n = 0; n < items_.size(); ++n) {
      const Ends<double> at(ends_[n], sweep);
      const Columns columns(ends_[n], at, sweep);
      const Twist<ByMotion> h = variable(at.h);
      const Pair<ByMotion> elastic = onNodes(h, items_[n].sectionForces(h));
      Pair<double> forces = valueOf(elastic);
      std::array<Pair<double>, Columns::most> changes{};
      for (int c = 0; c < columns.size; ++c)
        for (int i = 0; i < 2; ++i) changes[c][i] = tangent.factors.stiffness * along(elastic[i], columns.change[c]);
      addInertia(items_[n], ends_[n], at, columns, q_tt, tangent.factors, sweep, forces, changes);
      addForcesTangent(tangent, ends_[n], columns, forces, changes, sweep);
    }
  }

  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) {
      const Ends<S> at(ends_[frame.item], sweep);
      const Section<S> section(frame.share, frame.place(), at.h);
      const Twist<S> velocity = section.times(at.velocities);
      FrameKinematics<S>& out = sweep.frames[frame.slot];
      out.position = at.position[0] + at.rotation[0] * section.position(), out.rotation = at.rotation[0] * section.turn;
      out.velocity = out.rotation * velocity.linear;
      out.angularVelocity = out.rotation * velocity.angular, out.angularVelocityLocal = velocity.angular;
    }
    for (const Centre& centre : centres_) {
      const Ends<S> at(ends_[centre.item], sweep);
      FrameKinematics<S>& out = sweep.frames[centre.slot];
      out.position = 0.5 * (at.position[0] + at.position[1]);
      out.velocity = 0.5 * (at.rotation[0] * at.velocities[0].linear + at.rotation[1] * at.velocities[1].linear);
    }
  }
  template <class S>
  void backOf(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) {
      const Ends<S> at(ends_[frame.item], sweep);
      const Section<S> section(frame.share, frame.place(), at.h);
      const Pair<S> forces = section.transposeTimes(frame.force(at.rotation[0] * section.turn, sweep));
      for (int i = 0; i < 2; ++i) ends_[frame.item][i].add(forces[i], sweep);
    }
    for (const Centre& centre : centres_)
      for (const End& end : ends_[centre.item])
        for (int i = 0; i < 3; ++i) sweep.residual[end.first + i] += 0.5 * sweep.frameForces[centre.slot].force[i];
  }
  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const override {
    for (const Frame& frame : frames_)
      if (FrameJacobian& jacobian = (*tangent.frames)[frame.slot]; jacobian.size > 0) setJacobian(jacobian, frame, sweep);
    for (const Centre& centre : centres_) {
      FrameJacobian& jacobian = (*tangent.frames)[centre.slot];
      if (jacobian.size == 0) continue;  // not differentiated
      for (int i = 0; i < 3; ++i)
        jacobian.position[i * jacobian.size + i] = jacobian.position[i * jacobian.size + ends_[centre.item][0].size + i] = 0.5;
    }
  }
  void backTangent(Tangent& tangent, Sweep<double>& sweep) const override {
    for (const Frame& frame : frames_) {
      const std::array<End, 2>& ends = ends_[frame.item];
      const Ends<double> at(ends, sweep);
      const Columns columns(ends, at, sweep);
      const Section<double> section(frame.share, frame.place(), at.h);
      const Section<ByMotion> varied(frame.share, frame.place(), variable(at.h));
      const Twist<double> force = frame.force(at.rotation[0] * section.turn, sweep);
      const Pair<ByMotion> forces = varied.transposeTimes(constant(force));
      std::array<Pair<double>, Columns::most> changes;
      for (int c = 0; c < columns.size; ++c) {
        const Vector3 turn = section.times(columns.motions(c)).angular;
        changes[c] = section.transposeTimes({cross(force.linear, turn), cross(force.angular, turn)});
        for (int j = 0; j < 2; ++j) changes[c][j] = tangent.factors.stiffness * (changes[c][j] + along(forces[j], columns.change[c]));
      }
      addForcesTangent(tangent, ends, columns, valueOf(forces), changes, sweep);
    }
  }

  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    const Beam& beam = items_[index];
    const Ends<double> at(ends_[index], sweep);
    const Twist<double> strains = beam.strains(at.h), forces = beam.sectionForces(at.h);
    const Section<double> section(shareAt(beam, local), {0, local.y, local.z}, at.h);
    const Matrix3 rotation = at.rotation[0] * section.turn;
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(at.position[0] + at.rotation[0] * section.position(), out);
      case OutputVariable::Displacement:
        return writeVector(at.position[0] + at.rotation[0] * section.position() - referencePosition(index, section, sweep), out);
      case OutputVariable::Velocity:
        return writeVector(rotation * section.times(at.velocities).linear, out);
      case OutputVariable::AngularVelocity:
        return writeVector(rotation * section.times(at.velocities).angular, out);
      case OutputVariable::Rotation:
        return writeVector(taitBryanAngles(rotation), out);
      case OutputVariable::RotationMatrix:
        return writeMatrix(rotation, out);
      default:
        return writeSection(variable, {strains.linear, strains.angular}, {forces.linear, forces.angular}, out);
    }
  }

  /// The positions and slopes of both ends.
  PoseSource pose(int) const override { return {PoseKind::cable, 12}; }
  void writePose(int index, const Sweep<double>& sweep, double* out) const override {
    const Ends<double> at(ends_[index], sweep);
    for (int i = 0; i < 2; ++i) {
      writeVector(at.position[i], out + 6 * i);
      writeVector((1 / items_[index].physicsLength) * (at.rotation[i] * at.h.linear), out + 6 * i + 3);
    }
  }

 private:
  struct Frame {
    int item, slot;
    Vector3 local;
    double share;

    Vector3 place() const { return {0, local.y, local.z}; }
    /// A force on the frame, in its axes.
    template <class S>
    Twist<S> force(const Mat3<S>& rotation, const Sweep<S>& sweep) const {
      const FrameForce<S>& wrench = sweep.frameForces[slot];
      return {transposeTimes(rotation, wrench.force), transposeTimes(rotation, wrench.torque)};
    }
  };
  /// The centre of the mass, without orientation.
  struct Centre {
    int item, slot;
  };
  static double shareAt(const Beam& beam, const Vector3& local) { return 0.5 + local.x / beam.physicsLength; }

  Vector3 referencePosition(int index, const Section<double>& section, const Sweep<double>& sweep) const {
    Vector3 position[2];
    Matrix3 rotation[2];
    for (int i = 0; i < 2; ++i) {
      const double* reference = sweep.reference + ends_[index][i].first;
      position[i] = {reference[0], reference[1], reference[2]};
      ends_[index][i].visit(sweep, [&]<class P>(const RigidMotion<double, P>&) { rotation[i] = P::matrix(reference + 3); });
    }
    const Section<double> start(section.share, section.place, motionBetween(position[0], rotation[0], position[1], rotation[1]));
    return position[0] + rotation[0] * start.position();
  }
  void setJacobian(FrameJacobian& jacobian, const Frame& frame, const Sweep<double>& sweep) const {
    const Ends<double> at(ends_[frame.item], sweep);
    const Columns columns(ends_[frame.item], at, sweep);
    const Section<double> section(frame.share, frame.place(), at.h);
    const Section<ByMotion> varied(frame.share, frame.place(), variable(at.h));
    const Matrix3 rotation = at.rotation[0] * section.turn;
    const Twist<double> velocity = section.times(at.velocities);
    const Twist<ByMotion> rates = varied.times({constant(at.velocities[0]), constant(at.velocities[1])});
    for (int c = 0; c < columns.size; ++c) {
      const Twist<double> motion = section.times(columns.motions(c));
      const Twist<double> change = along(rates, columns.change[c]) + section.times(columns.ofEnd(c, columns.rates[c]));
      const Vector3 position = rotation * motion.linear, turn = rotation * motion.angular;
      const Vector3 speed = rotation * (cross(motion.angular, velocity.linear) + change.linear);
      const Vector3 spin = rotation * (cross(motion.angular, velocity.angular) + change.angular);
      for (int i = 0; i < 3; ++i) {
        const int entry = i * jacobian.size + c;
        jacobian.position[entry] = position[i], jacobian.rotation[entry] = turn[i];
        jacobian.velocity[entry] = speed[i], jacobian.angularVelocity[entry] = spin[i];
      }
    }
  }

  std::vector<std::array<End, 2>> ends_;
  std::vector<double> masses_;
  std::vector<Frame> frames_;
  std::vector<Centre> centres_;
  bool onRotationVectors_ = false;
};

constexpr ParameterOf<Beam> parameters[] = {
    {"nodeNumbers", &Beam::nodeNumbers, capability::rigidNode, Presence::required, "rigid-body nodes at both ends"},
    {"physicsCrossSectionInertia", &Beam::physicsCrossSectionInertia, unit::kilogram* unit::metre, inertia, Matrix3{},
     "inertia tensor of the cross-section per length, in its axes; symmetric"}};

constexpr ItemDescription<Beam> description = {
    .type = "BeamGeometricallyExact3D",
    .summary = "Beam element in space with axial, shear, torsional and bending stiffness, for large deformation.",
    .equation =
        "M \\ddot q + f_M(q, \\dot q) + \\left(\\frac{\\partial h}{\\partial q}\\right)^T K\\,\\varepsilon = Q_q, \\quad \\varepsilon = "
        "\\tfrac1L (h - h_0), "
        "\\quad h = \\log_{SE(3)} (H_0^{-1} H_1), \\quad K = \\begin{pmatrix} K_\\varepsilon & 0 \\\\ 0 & K_\\kappa \\end{pmatrix}",
    .outputs = beamOutputs(),
    .provides = capability::body | capability::position | capability::orientation | capability::mass,
    .visualization = {"show", "color", "drawSize"},
    .drawnAs = {"beam", {{"length", "physicsLength"}}},
    .check = [](const Beam& item, const Complain& complain) { checkBeam(item, complain); }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters, beamParameters<Beam>);

}  // namespace
}  // namespace slipstick
