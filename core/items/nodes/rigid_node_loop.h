// The loop of rigid-body nodes with parametrisation P; Item has referenceCoordinates, initialCoordinates, initialVelocities.
#pragma once

#include "core/system/rigid_nodes.h"

namespace slipstick {

template <class P, class Item>
class RigidNodeLoop final
    : public SharingLoopOf<RigidNodeLoop<P, Item>, Item, role::Node, role::RigidNode, role::Carrier, role::Moving, role::Turning,
                           role::Measured, std::conditional_t<P::hasNormConstraint, role::Constraint, NoRole>> {
  using Base = SharingLoopOf<RigidNodeLoop<P, Item>, Item, role::Node, role::RigidNode, role::Carrier, role::Moving, role::Turning,
                             role::Measured, std::conditional_t<P::hasNormConstraint, role::Constraint, NoRole>>;
  static constexpr int size = 3 + P::size;

 public:
  AnyRigidMotions rigidMotions() const override { return &motions_; }
  void reserve(int nodes) override {
    Base::reserve(nodes);
    motions_.reserve(nodes);
  }
  SLIPSTICK_SMALL void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Item& item = this->get(this->keep(modelItem));
    typename RigidMotions<P>::Node node;
    node.coordinate = assembly.addCoordinates(item.referenceCoordinates, item.initialCoordinates, item.initialVelocities);
    node.multiplier = -1;
    if constexpr (P::hasNormConstraint)
      if (item.addConstraintEquation) node.multiplier = assembly.addMultipliers(1);
    motions_.add(node, assembly);
    if constexpr (std::is_same_v<P, RotationVector>) assembly.lieGroup.push_back(node.coordinate + 3);
  }
  CoordinateKind coordinateKind() const override { return CoordinateKind::displacement; }
  int firstCoordinate(int index) const override { return motions_.node(index).coordinate; }
  int coordinateCount(int) const override { return size; }
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    return motions_.addFrame(index, localPosition, assembly);
  }
  void dropFrame(int slot) override { motions_.dropFrame(slot); }

  void variations(int index, const State& state, const double* reference, double* map, double* rate, double* acceleration) const override {
    const auto& node = motions_.node(index);
    reference += node.coordinate + 3;
    const double* q = state.q.data() + node.coordinate + 3;
    const double* q_t = state.q_t.data() + node.coordinate + 3;
    const double* q_tt = state.q_tt.data() + node.coordinate + 3;
    for (int i = 0; i < 3; ++i) map[i * 6 + i] = 1;
    double parameters[P::size];
    for (int j = 0; j < P::size; ++j) parameters[j] = reference[j] + q[j];
    P::variations(parameters, q_t, q_tt, map + 3 * 6 + 3, rate + 3 * 6 + 3, acceleration + 3 * 6 + 3, 6);
  }

  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    motions_.kinematics(sweep);
  }
  template <class S>
  void backOf(Sweep<S>& sweep) const {
    motions_.back(sweep);
  }
  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const override { motions_.jacobians(tangent, sweep); }
  void backTangent(Tangent& tangent, Sweep<double>& sweep) const override { motions_.backTangent(tangent, sweep); }

  // role::Constraint of Euler parameters: their norm, θᵀθ − 1 = 0, or 2 θᵀθ̇ = 0.

  template <class S>
  void lawsOf(Sweep<S>& sweep) const {
    const auto& motions = motions_.of(sweep);
    for (int i = 0; i < motions_.nodes(); ++i) {
      const auto& node = motions_.node(i);
      if (node.multiplier < 0) continue;
      const auto& motion = motions[i];
      S value(sweep.level == ConstraintLevel::position ? -1.0 : 0.0);
      for (int j = 0; j < P::size; ++j) {
        if (sweep.level == ConstraintLevel::position)
          value += motion.parameters[j] * motion.parameters[j];
        else
          value += 2.0 * motion.parameters[j] * motion.rates[j];
        if (sweep.lambda) sweep.residual[node.coordinate + 3 + j] += 2.0 * motion.parameters[j] * sweep.lambda[node.multiplier];
      }
      sweep.constraints[node.multiplier] = value;
    }
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const {
    const auto& motions = motions_.of(sweep);
    for (int i = 0; i < motions_.nodes(); ++i) {
      const auto& node = motions_.node(i);
      if (node.multiplier < 0) continue;
      const int row = tangent.multiplierOffset + node.multiplier;
      int columns[P::size];
      double gradient[P::size], scaled[P::size];
      for (int j = 0; j < P::size; ++j) {
        columns[j] = node.coordinate + 3 + j;
        gradient[j] = tangent.factors.constraintForce * 2 * motions[i].parameters[j];
        scaled[j] = tangent.factors.constraintPosition * 2 * motions[i].parameters[j];
      }
      tangent.sink.add(&row, 1, columns, P::size, scaled, P::size);
      tangent.sink.addTransposed(&row, 1, columns, P::size, gradient, P::size);
    }
  }
  void markVelocityConstraints(char*) const {}
  std::string explicitObstacle(const std::vector<ModelItem>& items, std::vector<int>&) const {
    return "node '" + items.front().name +
           "' has Euler parameters, whose norm is a constraint. Use a node RigidBodyRxyz or RigidBodyRotVecLG, or an implicit solver.";
  }
  std::string velocityObstacle(const std::vector<ModelItem>&) const { return ""; }

  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const auto& node = motions_.node(index);
    const double* reference = sweep.reference + node.coordinate;
    if (coordinateOutput(variable, sweep, node.coordinate, size, reference, out)) return;
    const auto& motion = motions_.of(sweep)[index];
    if (std::is_same_v<P, TaitBryanAngles> && variable == OutputVariable::Rotation) {
      for (int j = 0; j < 3; ++j) out[j] = motion.parameters[j];  // the unwrapped angles
      return;
    }
    rigidOutput<P>(variable, motion, reference, {}, sweep.q_tt ? sweep.q_tt + node.coordinate : nullptr, out);
  }

 private:
  RigidMotions<P> motions_;
};

}  // namespace slipstick
