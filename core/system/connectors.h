// Loops of force connectors: geometry, equal and opposite forces and tangents, once for all laws of a kind (core/system/law.h).
#pragma once

#include <algorithm>

#include "core/system/frame_tangent.h"
#include "core/system/law.h"
#include "core/system/loop.h"

namespace slipstick {

/// Returns the direction from point 0 to point 1; for coinciding points the direction of their relative velocity, or zero.
template <class S>
Vec3<S> lineDirection(const PointPair<S>& pair, const S& length) {
  if (valueOf(length) != 0) return (S(1.0) / length) * pair.displacement;
  const S speed = norm(pair.velocity);
  if (valueOf(speed) != 0) return (S(1.0) / speed) * pair.velocity;
  return {};
}

/// The context as constants, if `Out` has more directions.
template <class Out>
LawContext<Out> widened(const LawContext<double>& context) {
  return {Out(context.time), context.data, context.sensorValues};
}

/// The common part of all connectors between two frames: markers and data.
template <class Derived, class Law, class... Own>
class PairLoop : public LoopOf<Derived, Law, role::Connecting, role::Measured, DerivingIfDerived<Law>, Own...> {
 public:
  void add(const ModelItem& modelItem, int, Assembly&) override { this->keep(modelItem); }
  SLIPSTICK_SMALL void connect(Assembly& assembly) override {
    for (Law& law : this->items_) {
      Ends ends;
      ends.frame0 = assembly.markers[law.markerNumbers[0].index].frame;
      ends.frame1 = assembly.markers[law.markerNumbers[1].index].frame;
      assembly.frameJacobians[ends.frame0] = assembly.frameJacobians[ends.frame1] = 1;
      ends.data = connectData(law, assembly);
      ends_.push_back(ends);
      derive(law);
    }
  }
  // role::Deriving for laws that have it.
  void changed(int index) { derive(this->items_[index]); }
  // role::Discontinuous for laws that have it.
  void postNewton(PostNewton& post, const Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const Law& law = this->items_[i];
      if (!law.activeConnector) continue;
      const Ends& ends = ends_[i];
      const FramePair<double> pair{sweep.frames[ends.frame0], sweep.frames[ends.frame1]};
      double* data = post.data->data() + ends.data;
      const double error = law.postNewton(pair, sweep.law(ends.data), data, post.startOfStep->data() + ends.data, post);
      if (error > post.error) post.error = error;
    }
  }
  bool isDiscontinuous() const { return anyJumps(this->items_); }

 protected:
  struct Ends {
    int frame0, frame1, data = 0;
  };
  template <class S>
  static PointPair<S> points(const Sweep<S>& sweep, const Ends& ends) {
    const auto& a = sweep.frames[ends.frame0];
    const auto& b = sweep.frames[ends.frame1];
    return {b.position - a.position, b.velocity - a.velocity};
  }
  std::vector<Ends> ends_;

 private:
  static void derive(Law& law) {
    if constexpr (law::declares<Law>(law::derived)) law.derive();
  }
};

/// Adds ∂Q/∂q (stiffness, damping) of two frames to the tangent. `derivative[m]` is the 6 × 12·2 derivative of force and torque on
/// marker m with respect to the directions of marker 0 and marker 1; only the first `rows` components of each are used (3 for point
/// forces).
void addPairTangent(Tangent& tangent, const FrameJacobian& jacobian0, const FrameJacobian& jacobian1, const double derivative[2][6][24],
                    int rows);

/// How a frame moves, and the change of forces and torques on two frames by it. A frame without coordinates has no columns.
struct MovedFrame {
  int columns = 0;
  double motion[12 * frameDirections];         // 12 × columns, by rows
  double derivative[2 * 6 * frameDirections];  // 2 × 6 × columns, by rows
  /// Writes a column of the derivative.
  void write(const FrameForce<double> change[2], int column) {
    for (int m = 0; m < 2; ++m)
      for (int r = 0; r < 3; ++r) {
        derivative[(6 * m + r) * columns + column] = change[m].force[r];
        derivative[(6 * m + 3 + r) * columns + column] = change[m].torque[r];
      }
  }
};
/// Writes the motion by the frame's coordinates, weighted by the factors of the tangent, or by the frame's own directions if it has more
/// coordinates than directions.
void writeMotion(const Tangent& tangent, const FrameJacobian& by, MovedFrame& moved);
/// Adds the blocks of forces and torques on two frames with respect to the motion of `by`, one of them.
void addPairWrenches(Tangent& tangent, const FrameJacobian* const on[2], const FrameJacobian& by, const MovedFrame& moved);

/// The blocks of addPairTangent() and addPairWrenches() for zero force.
void skipPairTangent(Tangent& tangent, const FrameJacobian& jacobian0, const FrameJacobian& jacobian1);

/// Forces between two points along their line or in any direction.
template <class Law>
class PointConnectorLoop final
    : public PairLoop<PointConnectorLoop<Law>, Law, role::Acting, DiscontinuousIfJudged<Law>, StoringIfStored<Law>> {
  using Base = PairLoop<PointConnectorLoop<Law>, Law, role::Acting, DiscontinuousIfJudged<Law>, StoringIfStored<Law>>;

 public:
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      const Law& law = this->items_[i];
      if (!law.activeConnector) continue;
      const auto& ends = this->ends_[i];
      const Vector3 force = evaluate(law, Base::points(sweep, ends), sweep.law(ends.data));
      sweep.frameForces[ends.frame0].force -= force;
      sweep.frameForces[ends.frame1].force += force;
    }
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    using D = Dual<6>;
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      const Law& law = this->items_[i];
      const auto& ends = this->ends_[i];
      double derivative[2][6][24] = {};
      if (law.activeConnector) {
        const PointPair<double> pair = Base::points(sweep, ends);
        PointPair<D> seededPair;
        for (int k = 0; k < 3; ++k) {
          seededPair.displacement[k] = D::variable(pair.displacement[k], k);
          seededPair.velocity[k] = D::variable(pair.velocity[k], 3 + k);
        }
        const Vec3<D> force = evaluate(law, seededPair, widened<D>(sweep.law(ends.data)));
        for (int r = 0; r < 3; ++r)
          for (int k = 0; k < 3; ++k) {
            const double byPosition = force[r].derivative[k], byVelocity = force[r].derivative[3 + k];
            derivative[0][r][k] = derivative[1][r][12 + k] = byPosition;
            derivative[0][r][12 + k] = derivative[1][r][k] = -byPosition;
            derivative[0][r][6 + k] = derivative[1][r][18 + k] = byVelocity;
            derivative[0][r][18 + k] = derivative[1][r][6 + k] = -byVelocity;
          }
        const Vector3 value = valueOf(force);
        sweep.frameForces[ends.frame0].force -= value;
        sweep.frameForces[ends.frame1].force += value;
      }
      addPairTangent(tangent, (*tangent.frames)[ends.frame0], (*tangent.frames)[ends.frame1], derivative, 3);
    }
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const auto& ends = this->ends_[index];
    const Law& law = this->items_[index];
    const PointPair<double> pair = Base::points(sweep, ends);
    const LawContext<double> context = sweep.law(ends.data);
    if constexpr (Law::kind == law::Kind::alongLine) {
      const double length = norm(pair.displacement);
      switch (variable) {
        case OutputVariable::Distance:
          out[0] = length;
          return;
        case OutputVariable::Displacement:
          return writeVector(pair.displacement, out);
        case OutputVariable::Velocity:
          return writeVector(pair.velocity, out);
        case OutputVariable::ForceLocal:
          out[0] = law.activeConnector ? alongLine(law, pair, context) : 0.0;
          return;
        case OutputVariable::Force:
          return writeVector(law.activeConnector ? evaluate(law, pair, context) : Vector3{}, out);
        default:
          return;
      }
    } else {
      law.output(variable, pair, context, out);
    }
  }
  // role::Storing for laws that have it.
  SLIPSTICK_SMALL double stored(int index, const Sweep<double>& sweep) const {
    const auto& ends = this->ends_[index];
    const Law& law = this->items_[index];
    if (!law.activeConnector) return 0;
    const PointPair<double> pair = Base::points(sweep, ends);
    if constexpr (Law::kind == law::Kind::alongLine)
      return law.storedEnergy(LineKinematics<double>{norm(pair.displacement), 0}, sweep.law(ends.data));
    else
      return law.storedEnergy(pair, sweep.law(ends.data));
  }

 private:
  template <class S>
  static S alongLine(const Law& law, const PointPair<S>& pair, const LawContext<S>& context) {
    const S length = norm(pair.displacement);
    return law.lineForce(LineKinematics<S>{length, dot(pair.velocity, lineDirection(pair, length))}, context);
  }
  template <class S>
  static Vec3<S> evaluate(const Law& law, const PointPair<S>& pair, const LawContext<S>& context) {
    if constexpr (Law::kind == law::Kind::alongLine)
      return alongLine(law, pair, context) * lineDirection(pair, norm(pair.displacement));
    else
      return law.pointForce(pair, context);
  }
};

/// Computes the forces and their change by dual numbers, one direction after another: all directions at once take half the time, and ten
/// times the code.
template <class Law>
void differentiateByDuals(const Law& law, const FramePair<double>& pair, const LawContext<double>& context, MovedFrame moved[2],
                          FrameForce<double> values[2]) {
  FrameKinematics<Dual1> frames[2] = {constant<1>(pair.frame0), constant<1>(pair.frame1)};
  const LawContext<Dual1> wide = widened<Dual1>(context);
  for (int m = 0; m < 2; ++m) {
    const FrameKinematics<Dual1> still = frames[m];
    for (int k = 0; k < moved[m].columns; ++k) {
      addMotion(frames[m], moved[m].motion + k, moved[m].columns);
      FrameForce<Dual1> on[2];
      law.wrenches(FramePair<Dual1>{frames[0], frames[1]}, wide, on[0], on[1]);
      FrameForce<double> changes[2];
      for (int n = 0; n < 2; ++n) {
        for (int r = 0; r < 3; ++r) {
          changes[n].force[r] = on[n].force[r].derivative[0];
          changes[n].torque[r] = on[n].torque[r].derivative[0];
        }
        values[n] = {valueOf(on[n].force), valueOf(on[n].torque)};
      }
      moved[m].write(changes, k);
    }
    frames[m] = still;
  }
}

/// A column of motion of a frame.
struct FrameChange {
  FrameChange(const MovedFrame& moved, int column)
      : position(part(moved, column, 0)),
        rotation(part(moved, column, 1)),
        velocity(part(moved, column, 2)),
        angularVelocity(part(moved, column, 3)) {}
  Vector3 position, rotation, velocity, angularVelocity;

 private:
  static Vector3 part(const MovedFrame& moved, int column, int part) {
    const double* row = moved.motion + 3 * part * moved.columns + column;
    return {row[0], row[moved.columns], row[2 * moved.columns]};
  }
};

/// Computes the derivatives when frame 0 or 1 moves from those with respect to relative motion: the change of the wrenches while frame 1
/// moves and frame 0 is at rest, 2 × 6 × 12 by rows.
void differentiateRelatively(int moved, const FramePair<double>& pair, const double* relative, const FrameForce<double> on[2],
                             MovedFrame& by);

/// Adds the tangent of forces and torques between two frames, and their values: by dual numbers, or in closed form by a law that provides
/// it because its speed is worth the additional code.
template <class Law>
void addWrenchesTangent(const Law& law, Tangent& tangent, Sweep<double>& sweep, int number0, int number1, const LawContext<double>& plain) {
  const int numbers[2] = {number0, number1};
  const FrameJacobian* jacobians[2] = {&(*tangent.frames)[number0], &(*tangent.frames)[number1]};
  const FramePair<double> still{sweep.frames[number0], sweep.frames[number1]};
  FrameForce<double> on[2];
  MovedFrame moved[2];
  for (int k = 0; k < 2; ++k)
    if (jacobians[k]->size > 0) writeMotion(tangent, *jacobians[k], moved[k]);
  if (moved[0].columns == 0 && moved[1].columns == 0) {
    law.wrenches(still, plain, on[0], on[1]);
  } else if constexpr (law::declares<Law>(law::closedTangent)) {
    law.differentiate(still, plain, moved, on);
  } else {
    differentiateByDuals(law, still, plain, moved, on);
  }
  for (int k = 0; k < 2; ++k)
    if (moved[k].columns > 0) addPairWrenches(tangent, jacobians, *jacobians[k], moved[k]);
  for (int m = 0; m < 2; ++m) sweep.frameForces[numbers[m]] += on[m];
}

/// Forces and torques between two frames.
template <class Law>
class FrameConnectorLoop final
    : public PairLoop<FrameConnectorLoop<Law>, Law, role::Acting, DiscontinuousIfJudged<Law>, StoringIfStored<Law>> {
 public:
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      const Law& law = this->items_[i];
      const auto& ends = this->ends_[i];
      if (!acts(law, sweep.data + ends.data)) continue;
      FrameForce<double> on0, on1;
      law.wrenches(FramePair<double>{sweep.frames[ends.frame0], sweep.frames[ends.frame1]}, sweep.law(ends.data), on0, on1);
      sweep.frameForces[ends.frame0] += on0;
      sweep.frameForces[ends.frame1] += on1;
    }
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      const Law& law = this->items_[i];
      const auto& ends = this->ends_[i];
      const FrameJacobian& jacobian0 = (*tangent.frames)[ends.frame0];
      const FrameJacobian& jacobian1 = (*tangent.frames)[ends.frame1];
      if (!acts(law, sweep.data + ends.data)) {
        skipPairTangent(tangent, jacobian0, jacobian1);
        continue;
      }
      addWrenchesTangent(law, tangent, sweep, ends.frame0, ends.frame1, sweep.law(ends.data));
    }
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const auto& ends = this->ends_[index];
    this->items_[index].output(variable, FramePair<double>{sweep.frames[ends.frame0], sweep.frames[ends.frame1]}, sweep.law(ends.data),
                               out);
  }
  // role::Storing for laws that have it.
  SLIPSTICK_SMALL double stored(int index, const Sweep<double>& sweep) const {
    const auto& ends = this->ends_[index];
    const Law& law = this->items_[index];
    if (!law.activeConnector) return 0;
    return law.storedEnergy(FramePair<double>{sweep.frames[ends.frame0], sweep.frames[ends.frame1]}, sweep.law(ends.data));
  }

 private:
  static bool acts(const Law& law, const double* data) {
    if constexpr (law::declares<Law>(law::touches))
      return law.activeConnector && law.touches(data);
    else
      return law.activeConnector;
  }
};

}  // namespace slipstick
