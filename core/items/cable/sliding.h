// Joints between a frame and a point that moves along a chain of cables.
//
// The data coordinate is the number of the current cable in the chain; the position on it is x = along + start − offset, where `along` is a
// coordinate (the axial one of a moving cable) or an unknown of the joint. A law defines its equations and the forces of its multipliers
// once, as a template; rates and tangent are computed with dual numbers:
//   void residual(const SlidingMotion<S, n>&, SlidingForces<S, n>&)
// with n = 2 in the plane and n = 3 in space.
#pragma once

#include <algorithm>

#include "core/items/cable/cable.h"
#include "core/items/registration.h"

namespace slipstick {

inline constexpr int mostSlidingEquations = 4;

/// A vector in the plane or in space.
template <class S, int n>
using Spatial = std::conditional_t<n == 2, Vec2<S>, Vec3<S>>;

/// The input of a law: the cable, the position on it, and the frame of marker 0.
template <class S, int n = 2>
struct SlidingMotion {
  std::array<Spatial<S, n>, 4> ends;
  double length;
  S x;  // m
  Spatial<S, n> point;
  Vec2<S> axis;  // in the plane: the y axis of the frame
  S lambda[mostSlidingEquations]{};

  Spatial<S, n> position() const { return cable::sum(cable::shape(S(x / length)), ends); }
  Spatial<S, n> slope() const { return (1 / length) * cable::sum(cable::shape_x(S(x / length)), ends); }
};
/// The output of a law: C, and Cᵀλ on the cable, the frame and the coordinate `along`.
template <class S, int n = 2>
struct SlidingForces {
  S equations[mostSlidingEquations]{};
  std::array<Spatial<S, n>, 4> ends{};
  Spatial<S, n> force{};
  S torque{};  // in the plane
  S along{};

  /// A force at the position of the joint, with an equal and opposite force on the frame.
  void addForce(const SlidingMotion<S, n>& motion, const Spatial<S, n>& force_) {
    const auto shape = cable::shape(S(motion.x / motion.length));
    for (int j = 0; j < 4; ++j) ends[j] += shape[j] * force_;
    force -= force_;
  }
  /// A force conjugate to the slope of the cable at that position.
  void addSlopeForce(const SlidingMotion<S, n>& motion, const Spatial<S, n>& force_) {
    const auto shape = cable::shape_x(S(motion.x / motion.length));
    for (int j = 0; j < 4; ++j) ends[j] += ((1 / motion.length) * shape[j]) * force_;
  }
};

/// Law: members markerNumbers, slidingMarkerNumbers, slidingMarkerOffsets, activeConnector; dimension, 2 or 3; equations(), their number;
/// firstForce, the equation whose multiplier is the first component of the output Force; alongIsUnknown, its equation number, or −1 if it
/// is a coordinate; dataNode(), startOf(data); hasRates(), whether it works at velocity level; staysAtPosition(e), whether equation e
/// remains at position level in that case; movesOn(e), whether the position moves in the rate of equation e.
template <class Law>
class SlidingLoop final : public LoopOf<SlidingLoop<Law>, Law, role::Constraint, role::Discontinuous, role::Connecting, role::Measured> {
 public:
  SLIPSTICK_SMALL void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Law& law = this->items_[this->keep(modelItem)];
    members_.push_back({});
    members_.back().multiplier = assembly.addMultipliers(law.equations());
  }
  SLIPSTICK_SMALL void connect(Assembly& assembly) override {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Law& law = this->items_[i];
      Member& member = members_[i];
      member.frame = assembly.markers[law.markerNumbers[0].index].frame;
      assembly.frameJacobians[member.frame] = 1;
      for (const MarkerIndex marker : law.slidingMarkerNumbers)
        member.cables.push_back(assembly.cables[assembly.markers[marker.index].cable]);
      const Place data = assembly.place(ItemKind::node, law.dataNode().index);
      member.data = data.firstCoordinate();
      if constexpr (Law::along < 0) {
        const Place node = assembly.place(ItemKind::node, law.alongNode().index);
        member.along = node.firstCoordinate();
      }
    }
  }

  template <class S>
  void lawsOf(Sweep<S>& sweep) const {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Law& law = this->items_[i];
      const Member& member = members_[i];
      S* out = sweep.constraints + member.multiplier;
      if (!law.activeConnector) {
        for (int e = 0; e < law.equations(); ++e) out[e] = sweep.lambda ? sweep.lambda[member.multiplier + e] : S(0.0);
        continue;
      }
      const CablePlace& cable = cableOf(member, sweep.data);
      Forces<S> forces;
      law.residual(motionOf<S, S>(law, member, sweep), forces);
      for (int e = 0; e < law.equations(); ++e) out[e] = forces.equations[e];
      if (sweep.level == ConstraintLevel::velocity) writeRates(law, member, sweep, out);
      for (int k = 0; k < 4 * n; ++k) sweep.residual[cable.coordinates[k]] += scale(cable, k) * forces.ends[k / n][k % n];
      FrameForce<S>& frame = sweep.frameForces[member.frame];
      for (int k = 0; k < n; ++k) frame.force[k] += forces.force[k];
      if constexpr (n == 2) frame.torque.z += forces.torque;
      if (member.along >= 0) sweep.residual[member.along] += forces.along;
    }
  }

  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    for (std::size_t i = 0; i < members_.size(); ++i) addTangent(this->items_[i], members_[i], tangent, sweep);
  }

  /// Moves to the neighbouring cable if the joint has left its cable. The first and last cables of the chain are extended beyond their
  /// ends.
  void postNewton(PostNewton& post, const Sweep<double>& sweep) const override {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Law& law = this->items_[i];
      const Member& member = members_[i];
      if (!law.activeConnector) continue;
      const int index = indexOf(member, sweep.data);
      const double length = *member.cables[index].length, x = motionOf<double, double>(law, member, sweep).x;
      double* data = post.data->data() + member.data;
      double error = 0;
      if (x < 0 && index > 0) {
        data[0] = index - 1, error = -x;
      } else if (x > length && index + 1 < static_cast<int>(member.cables.size())) {
        data[0] = index + 1, error = x - length;
      }
      if constexpr (Law::along >= 0) {
        const int last = static_cast<int>(member.cables.size()) - 1;
        data[1] = std::clamp(data[1] + sweep.lambda[member.multiplier + Law::along], 0.0,
                             law.slidingMarkerOffsets[last] + *member.cables[last].length);
      }
      post.error = std::max(post.error, error);
    }
  }
  bool isDiscontinuous() const override { return true; }
  void markVelocityConstraints(char*) const override {}
  std::string explicitObstacle(const std::vector<ModelItem>& items, std::vector<int>&) const override {
    for (std::size_t i = 0; i < this->items_.size(); ++i)
      if (this->items_[i].activeConnector) return items[i].type->name + " '" + items[i].name + "' is a constraint. Use an implicit solver.";
    return "";
  }
  std::string velocityObstacle(const std::vector<ModelItem>& items) const override {
    for (std::size_t i = 0; i < this->items_.size(); ++i)
      if (this->items_[i].activeConnector && !this->items_[i].hasRates())
        return items[i].type->name + " '" + items[i].name + "' finds its place on the cable by its force" +
               (n == 2 ? ": at velocity level it needs classicalFormulation to be false." : ", which no solver at velocity level can do.");
    return "";
  }

  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Law& law = this->items_[index];
    const Member& member = members_[index];
    const FrameKinematics<double>& frame = sweep.frames[member.frame];
    double along = 0, rate = 0;
    if constexpr (Law::along >= 0)
      along = sweep.data[member.data + 1];
    else
      along = sweep.q[member.along], rate = sweep.q_t[member.along];
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(frame.position, out);
      case OutputVariable::Velocity:
        return writeVector(frame.velocity, out);
      case OutputVariable::SlidingCoordinate:
        out[0] = along + law.start();
        return;
      case OutputVariable::Coordinates:
        out[0] = sweep.data[member.data], out[1] = along;
        return;
      case OutputVariable::Coordinates_t:
        out[0] = rate;
        return;
      default:
        for (int k = 0; k < 3; ++k) out[k] = k < n && sweep.lambda ? sweep.lambda[member.multiplier + Law::firstForce + k] : 0.0;
    }
  }

 private:
  static constexpr int n = Law::dimension;
  template <class S>
  using Motion = SlidingMotion<S, n>;
  template <class S>
  using Forces = SlidingForces<S, n>;

  struct Member {
    int frame = -1;
    int data = 0;
    int along = -1;  // a coordinate, or −1
    int multiplier = 0;
    std::vector<CablePlace> cables;
  };
  static int indexOf(const Member& member, const double* data) {
    return std::clamp(static_cast<int>(data[member.data] + 0.5), 0, static_cast<int>(member.cables.size()) - 1);
  }
  /// The rates of the equations that do not remain at position level. The position is fixed in them, unless the law makes it move.
  template <class S>
  static void writeRates(const Law& law, const Member& member, const Sweep<S>& sweep, S* out) {
    Motion<Dual<1, S>> motion = motionOf<Dual<1, S>, S>(law, member, sweep);
    Forces<Dual<1, S>> held, moving;
    law.residual(motion, held);
    if constexpr (Law::along >= 0) {
      motion.x.derivative[0] = placeRate(law, motion, held);
      law.residual(motion, moving);
    }
    for (int e = 0; e < law.equations(); ++e)
      if (!law.staysAtPosition(e)) out[e] = (law.movesOn(e) ? moving : held).equations[e].derivative[0];
  }
  /// The sliding velocity that preserves the equation of the joint's position.
  template <class S>
  static S placeRate(const Law& law, const Motion<Dual<1, S>>& motion, const Forces<Dual<1, S>>& held) {
    Motion<Dual<1, S>> alone;  // moves along, while all other variables are constant
    alone.length = motion.length;
    for (int k = 0; k < 4 * n; ++k) alone.ends[k / n][k % n].value = motion.ends[k / n][k % n].value;
    for (int k = 0; k < n; ++k) alone.point[k].value = motion.point[k].value;
    for (int k = 0; k < 2; ++k) alone.axis[k].value = motion.axis[k].value;
    for (int e = 0; e < law.equations(); ++e) alone.lambda[e].value = motion.lambda[e].value;
    alone.x.value = motion.x.value, alone.x.derivative[0] = S(1.0);
    Forces<Dual<1, S>> slid;
    law.residual(alone, slid);
    return -held.equations[Law::along].derivative[0] / slid.equations[Law::along].derivative[0];
  }
  static const CablePlace& cableOf(const Member& member, const double* data) { return member.cables[indexOf(member, data)]; }
  static double scale(const CablePlace& cable, int coordinate) { return coordinate / n % 2 ? *cable.length : 1.0; }

  /// With D = Dual<1, S> in motion, otherwise at rest.
  template <class D, class S>
  static Motion<D> motionOf(const Law& law, const Member& member, const Sweep<S>& sweep) {
    constexpr bool moves = !std::is_same_v<D, S>;
    const auto set = [](D& variable, const S& value, [[maybe_unused]] const S& rate) {
      if constexpr (moves)
        variable.value = value, variable.derivative[0] = rate;
      else
        variable = value;
    };
    const CablePlace& cable = cableOf(member, sweep.data);
    const FrameKinematics<S>& frame = sweep.frames[member.frame];
    Motion<D> motion;
    motion.length = *cable.length;
    for (int k = 0; k < 4 * n; ++k) {
      const double factor = scale(cable, k);
      const int c = cable.coordinates[k];
      set(motion.ends[k / n][k % n], S(factor * (cable.reference[k] + sweep.q[c])), S(factor * sweep.q_t[c]));
    }
    for (int k = 0; k < n; ++k) set(motion.point[k], frame.position[k], frame.velocity[k]);
    for (int k = 0; k < 2 && n == 2; ++k)
      set(motion.axis[k], frame.rotation[k][1], S((k == 0 ? -1.0 : 1.0) * frame.angularVelocity.z * frame.rotation[1 - k][1]));
    if (sweep.lambda)
      for (int e = 0; e < law.equations(); ++e) set(motion.lambda[e], sweep.lambda[member.multiplier + e], S(0.0));
    const double start = law.start() - law.slidingMarkerOffsets[indexOf(member, sweep.data)];
    if constexpr (Law::along >= 0)
      set(motion.x, S(start + sweep.data[member.data + 1] + (sweep.lambda ? sweep.lambda[member.multiplier + Law::along] : S(0.0))),
          S(0.0));
    else
      set(motion.x, S(start + sweep.q[member.along]), sweep.q_t[member.along]);
    return motion;
  }

  /// The directions of derivatives: coordinates of the cable, position of the frame and in the plane its angle, `along`, multipliers.
  enum { frameDirection = 4 * n, angleDirection = 5 * n, alongDirection = angleDirection + (n == 2), lambdaDirection };
  using D = Dual<lambdaDirection + mostSlidingEquations>;
  static constexpr int multiplierDirection(int e) { return e == Law::along ? alongDirection : lambdaDirection + e; }

  static Forces<D> differentiate(const Law& law, const Member& member, const Sweep<double>& sweep) {
    Forces<D> forces;
    const Motion<double> at = motionOf<double, double>(law, member, sweep);
    Motion<D> motion;
    motion.length = at.length;
    for (int k = 0; k < 4 * n; ++k) {
      motion.ends[k / n][k % n].value = at.ends[k / n][k % n];
      motion.ends[k / n][k % n].derivative[k] = scale(cableOf(member, sweep.data), k);
    }
    for (int k = 0; k < n; ++k) motion.point[k] = D::variable(at.point[k], frameDirection + k);
    for (int k = 0; k < 2 && n == 2; ++k) {
      motion.axis[k].value = at.axis[k];
      motion.axis[k].derivative[angleDirection] = perpendicular(at.axis)[k];
    }
    motion.x = D::variable(at.x, alongDirection);
    for (int e = 0; e < law.equations(); ++e) motion.lambda[e] = D::variable(at.lambda[e], lambdaDirection + e);
    law.residual(motion, forces);
    return forces;
  }

  static void addTangent(const Law& law, const Member& member, Tangent& tangent, const Sweep<double>& sweep) {
    const Forces<D> forces = law.activeConnector ? differentiate(law, member, sweep) : Forces<D>{};
    int rows[mostSlidingEquations];
    for (int e = 0; e < law.equations(); ++e) rows[e] = tangent.multiplierOffset + member.multiplier + e;
    addCables(law, member, cableOf(member, sweep.data), forces, rows, tangent);
    addFrame(law, (*tangent.frames)[member.frame], forces, rows, tangent);
    addPlace(law, member, forces, rows, tangent);
  }
  static double equationFactor(const Law& law, int e, const Tangent& tangent) {
    const double factor = tangent.factors.constraintPosition;  // at velocity level the factor of the rates
    return law.staysAtPosition(e) && factor != 0 ? 1.0 : factor;
  }
  /// Entries are reserved for every cable of the chain, so that the sparsity pattern does not change when the joint moves to another cable.
  static void addCables(const Law& law, const Member& member, const CablePlace& active, const Forces<D>& forces, const int* rows,
                        Tangent& tangent) {
    const int count = law.equations();
    for (const CablePlace& cable : member.cables) {
      double equations[mostSlidingEquations * 4 * n] = {}, reactions[4 * n * mostSlidingEquations] = {};
      if (&cable == &active)
        for (int e = 0; e < count; ++e)
          for (int k = 0; k < 4 * n; ++k) {
            equations[4 * n * e + k] = equationFactor(law, e, tangent) * forces.equations[e].derivative[k];
            reactions[count * k + e] =
                tangent.factors.constraintForce * scale(cable, k) * forces.ends[k / n][k % n].derivative[multiplierDirection(e)];
          }
      tangent.sink.add(rows, count, cable.coordinates.data(), 4 * n, equations, 4 * n);
      tangent.sink.add(cable.coordinates.data(), 4 * n, rows, count, reactions, count);
    }
  }
  /// The force on the third motion of a frame: on its angle, or along z.
  static const D& last(const Forces<D>& forces) {
    if constexpr (n == 2)
      return forces.torque;
    else
      return forces.force.z;
  }
  static void addFrame(const Law& law, const FrameJacobian& frame, const Forces<D>& forces, const int* rows, Tangent& tangent) {
    const int count = law.equations();
    for (int j = 0; j < frame.size; ++j) {
      const double* third = n == 2 ? frame.rotation : frame.position;  // contains the angle, or z
      const double motion[3] = {frame.position[j], frame.position[frame.size + j], third[2 * frame.size + j]};
      double equations[mostSlidingEquations], reactions[mostSlidingEquations];
      for (int e = 0; e < count; ++e) {
        const double* d = forces.equations[e].derivative + frameDirection;
        const int m = multiplierDirection(e);
        equations[e] = equationFactor(law, e, tangent) * (d[0] * motion[0] + d[1] * motion[1] + d[2] * motion[2]);
        reactions[e] =
            tangent.factors.constraintForce * (forces.force[0].derivative[m] * motion[0] + forces.force[1].derivative[m] * motion[1] +
                                               last(forces).derivative[m] * motion[2]);
      }
      tangent.sink.add(rows, count, frame.coordinates + j, 1, equations, 1);
      tangent.sink.add(frame.coordinates + j, 1, rows, count, reactions, count);
    }
  }
  /// Adds derivatives with respect to the multipliers, one of which may be the position on the cable, or with respect to the coordinate of
  /// that position.
  static void addPlace(const Law& law, const Member& member, const Forces<D>& forces, const int* rows, Tangent& tangent) {
    const int count = law.equations();
    double block[mostSlidingEquations * mostSlidingEquations], equations[mostSlidingEquations], reactions[mostSlidingEquations];
    for (int e = 0; e < count; ++e) {
      equations[e] = equationFactor(law, e, tangent) * forces.equations[e].derivative[alongDirection];
      reactions[e] = tangent.factors.constraintForce * forces.along.derivative[multiplierDirection(e)];
      for (int m = 0; m < count; ++m)
        block[e * count + m] = tangent.factors.multiplier * (law.activeConnector ? forces.equations[e].derivative[multiplierDirection(m)]
                                                             : e == m            ? 1.0
                                                                                 : 0.0);
    }
    tangent.sink.add(rows, count, rows, count, block, count);
    if (member.along < 0) return;
    tangent.sink.add(rows, count, &member.along, 1, equations, 1);
    tangent.sink.add(&member.along, 1, rows, count, reactions, count);
  }

  std::vector<Member> members_;
};

/// The data at the start of a joint without data: the start of the cable of the second marker.
template <class Law>
std::vector<double> startOfChain(const Law& law) {
  const auto& chain = law.slidingMarkerNumbers;
  const auto found = std::find(chain.begin(), chain.end(), law.markerNumbers[1]);
  const std::size_t index = found == chain.end() ? 0 : found - chain.begin();
  return {static_cast<double>(index), index < law.slidingMarkerOffsets.size() ? law.slidingMarkerOffsets[index] : 0.0};
}

/// The checks common to all kinds of joints.
template <class Law>
void checkChain(const Law& law, const Complain& complain) {
  if (law.slidingMarkerNumbers.empty()) complain("slidingMarkerNumbers", "must name at least one marker of a cable");
  if (law.slidingMarkerOffsets.size() != law.slidingMarkerNumbers.size())
    complain("slidingMarkerOffsets", "must have as many numbers as slidingMarkerNumbers, " +
                                         std::to_string(law.slidingMarkerNumbers.size()) + ", got " +
                                         std::to_string(law.slidingMarkerOffsets.size()));
}

/// `frame` are the required capabilities of marker 0, `whole` the required capabilities of the cable markers.
template <class Law, Capabilities frame, Capabilities whole = capability::cableCoordinates>
inline constexpr ParameterOf<Law> slidingParameters[] = {
    {"markerNumbers", &Law::markerNumbers, frame, whole, Presence::required,
     "marker that moves along the cables, and marker of the cable where it starts"},
    {"slidingMarkerNumbers", &Law::slidingMarkerNumbers, whole, Presence::required,
     "markers of the cables of the chain, in order: BodyCable2DCoordinates, or BodyBeamShape in space"},
    {"slidingMarkerOffsets", &Law::slidingMarkerOffsets, unit::metre, anyNumber, Presence::required,
     "distance along the chain at which each cable starts"},
    {"activeConnector", &Law::activeConnector, unit::none, anyNumber, true, "whether the item acts"}};

}  // namespace slipstick
