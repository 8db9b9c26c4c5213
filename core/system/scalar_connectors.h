// Loops of connectors and constraints between two scalar coordinates (core/system/law.h).
#pragma once

#include <algorithm>

#include "core/system/law.h"
#include "core/system/loop.h"

namespace slipstick {

/// Adds the block of a pair: the derivative of marker m's force with respect to the value (`byValue`) and rate (`byRate`) of marker k.
inline void addScalarPairTangent(Tangent& tangent, const ScalarJacobian* const jacobians[2], const double byValue[2][2],
                                 const double byRate[2][2]) {
  for (int k = 0; k < 2; ++k) {
    const ScalarJacobian& by = *jacobians[k];
    for (int m = 0; m < 2; ++m) {
      const ScalarJacobian& on = *jacobians[m];
      for (int i = 0; i < on.size; ++i)
        for (int j = 0; j < by.size; ++j) {
          const double stiffness = byValue[m][k] * by.value[j] + byRate[m][k] * by.rate[j];
          const double damping = byRate[m][k] * by.value[j];
          tangent.sink.add(on.coordinates[i], by.coordinates[j],
                           on.value[i] * (tangent.factors.stiffness * stiffness + tangent.factors.damping * damping));
        }
    }
  }
}

template <class Derived, class Law, class... Own>
class ScalarPairLoop : public LoopOf<Derived, Law, role::Connecting, role::Measured, Own...> {
 public:
  void add(const ModelItem& modelItem, int, Assembly&) override { this->keep(modelItem); }
  SLIPSTICK_SMALL void connect(Assembly& assembly) override {
    for (Law& law : this->items_) {
      ScalarEnds ends;
      ends.scalar0 = assembly.markers[law.markerNumbers[0].index].scalar;
      ends.scalar1 = assembly.markers[law.markerNumbers[1].index].scalar;
      ends.data = connectData(law, assembly);
      ends_.push_back(ends);
    }
  }

 protected:
  struct ScalarEnds {
    int scalar0, scalar1, data = 0;
  };
  template <class S>
  static ScalarPair<S> pair(const Sweep<S>& sweep, const ScalarEnds& ends) {
    return {sweep.scalars[ends.scalar0], sweep.scalars[ends.scalar1]};
  }
  std::vector<ScalarEnds> ends_;
};

template <class Law>
class ScalarConnectorLoop final
    : public ScalarPairLoop<ScalarConnectorLoop<Law>, Law, role::Acting, DiscontinuousIfJudged<Law>, StoringIfStored<Law>> {
  using Base = ScalarPairLoop<ScalarConnectorLoop<Law>, Law, role::Acting, DiscontinuousIfJudged<Law>, StoringIfStored<Law>>;

 public:
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      const Law& law = this->items_[i];
      if (!law.activeConnector) continue;
      const auto& ends = this->ends_[i];
      const double force = law.scalarForce(Base::pair(sweep, ends), sweep.law(ends.data));
      sweep.scalarForces[ends.scalar0] -= law.factorOf(0) * force;
      sweep.scalarForces[ends.scalar1] += law.factorOf(1) * force;
    }
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    using D = Dual<4>;
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      const Law& law = this->items_[i];
      const auto& ends = this->ends_[i];
      double byValue[2][2] = {}, byRate[2][2] = {};
      if (law.activeConnector) {
        const ScalarPair<double> at = Base::pair(sweep, ends);
        const ScalarPair<D> seeded{{D::variable(at.marker0.value, 0), D::variable(at.marker0.rate, 1)},
                                   {D::variable(at.marker1.value, 2), D::variable(at.marker1.rate, 3)}};
        const LawContext<double> context = sweep.law(ends.data);
        const D force = law.scalarForce(seeded, LawContext<D>{D(context.time), context.data, context.sensorValues});
        const double factors[2] = {-law.factorOf(0), law.factorOf(1)};
        for (int m = 0; m < 2; ++m)
          for (int k = 0; k < 2; ++k) {
            byValue[m][k] = factors[m] * force.derivative[2 * k];
            byRate[m][k] = factors[m] * force.derivative[2 * k + 1];
          }
        if constexpr (law::declares<Law>(law::coarseTangent)) {
          double byDisplacement, byVelocity;
          if (tangent.factors.coarse && law.coarseTangent(byDisplacement, byVelocity))
            for (int m = 0; m < 2; ++m)
              for (int k = 0; k < 2; ++k) {
                byValue[m][k] = m == k ? byDisplacement : -byDisplacement;
                byRate[m][k] = m == k ? byVelocity : -byVelocity;
              }
        }
        sweep.scalarForces[ends.scalar0] += factors[0] * force.value;
        sweep.scalarForces[ends.scalar1] += factors[1] * force.value;
      }
      const ScalarJacobian* jacobians[2] = {&(*tangent.scalars)[ends.scalar0], &(*tangent.scalars)[ends.scalar1]};
      addScalarPairTangent(tangent, jacobians, byValue, byRate);
    }
  }
  // role::Discontinuous for laws that have it.
  void postNewton(PostNewton& post, const Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      const Law& law = this->items_[i];
      if (!law.activeConnector) continue;
      if constexpr (law::declares<Law>(law::choice))
        if (!law.isDiscontinuous()) continue;
      const auto& ends = this->ends_[i];
      const double error = law.postNewton(Base::pair(sweep, ends), sweep.law(ends.data), post.data->data() + ends.data,
                                          post.startOfStep->data() + ends.data, post);
      if (error > post.error) post.error = error;
    }
  }
  bool isDiscontinuous() const { return anyJumps(this->items_); }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const auto& ends = this->ends_[index];
    this->items_[index].output(variable, Base::pair(sweep, ends), sweep.law(ends.data), out);
  }
  // role::Storing for laws that have it.
  SLIPSTICK_SMALL double stored(int index, const Sweep<double>& sweep) const {
    const auto& ends = this->ends_[index];
    const Law& law = this->items_[index];
    return law.activeConnector ? law.storedEnergy(Base::pair(sweep, ends), sweep.law(ends.data)) : 0;
  }
};

/// One linear equation between two coordinates, k w1 − w0 − o = 0 or its rate.
template <class Law>
class ScalarConstraintLoop final : public ScalarPairLoop<ScalarConstraintLoop<Law>, Law, role::Constraint> {
  using Base = ScalarPairLoop<ScalarConstraintLoop<Law>, Law, role::Constraint>;

 public:
  SLIPSTICK_SMALL void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    Base::add(modelItem, number, assembly);
    multipliers_.push_back(assembly.addMultipliers(1));
  }
  template <class S>
  void lawsOf(Sweep<S>& sweep) const {
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      const Law& law = this->items_[i];
      const auto& ends = this->ends_[i];
      const S lambda = sweep.lambda ? sweep.lambda[multipliers_[i]] : S(0.0);
      if (!law.activeConnector) {
        sweep.constraints[multipliers_[i]] = lambda;
        continue;
      }
      sweep.scalarForces[ends.scalar0] -= lambda;
      sweep.scalarForces[ends.scalar1] += law.factorOf(1) * lambda;
      const bool velocity = law.velocityLevel || sweep.level == ConstraintLevel::velocity;
      sweep.constraints[multipliers_[i]] = law.residual(Base::pair(sweep, ends), sweep.law(ends.data), velocity);
    }
  }
  void tangent(Tangent& tangent, Sweep<double>&) const override {
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      const Law& law = this->items_[i];
      const auto& ends = this->ends_[i];
      const int row = tangent.multiplierOffset + multipliers_[i];
      const double rowFactor = law.velocityLevel ? tangent.factors.constraintVelocity : tangent.factors.constraintPosition;
      const double factors[2] = {-1.0, law.factorOf(1)};
      const ScalarJacobian* jacobians[2] = {&(*tangent.scalars)[ends.scalar0], &(*tangent.scalars)[ends.scalar1]};
      for (int m = 0; m < 2; ++m)
        for (int j = 0; j < jacobians[m]->size; ++j) {
          const double gradient = law.activeConnector ? factors[m] * jacobians[m]->value[j] : 0.0;
          tangent.sink.add(row, jacobians[m]->coordinates[j], rowFactor * gradient);
          tangent.sink.add(jacobians[m]->coordinates[j], row, tangent.factors.constraintForce * gradient);
        }
      tangent.sink.add(row, row, law.activeConnector ? 0.0 : tangent.factors.multiplier);
    }
  }
  std::string explicitObstacle(const std::vector<ModelItem>& items, std::vector<int>& fixed) const override {
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      if (!this->items_[i].activeConnector) continue;
      const auto& ends = coordinates_[i];
      const std::string name = items[i].type->name + " '" + items[i].name + "'";
      if (ends[0].size() + ends[1].size() != 1)
        return name + " couples two coordinates; only coordinates fixed to the ground can be eliminated. Use an implicit solver.";
      if (!this->items_[i].holdsAtZero())
        return name + " prescribes an offset or a rate; only coordinates that are held at zero can be eliminated. Use an implicit solver.";
      const int coordinate = ends[0].empty() ? ends[1][0] : ends[0][0];
      if (std::find(fixed.begin(), fixed.end(), coordinate) == fixed.end()) fixed.push_back(coordinate);
    }
    return "";
  }
  SLIPSTICK_SMALL void connect(Assembly& assembly) override {
    Base::connect(assembly);
    for (const auto& ends : this->ends_) coordinates_.push_back({assembly.scalars[ends.scalar0], assembly.scalars[ends.scalar1]});
  }
  std::string velocityObstacle(const std::vector<ModelItem>&) const override { return ""; }
  void markVelocityConstraints(char* mark) const override {
    for (std::size_t i = 0; i < this->items_.size(); ++i)
      if (this->items_[i].velocityLevel) mark[multipliers_[i]] = 1;
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const auto& ends = this->ends_[index];
    const double lambda = sweep.lambda ? sweep.lambda[multipliers_[index]] : 0.0;
    this->items_[index].output(variable, Base::pair(sweep, ends), sweep.law(ends.data), lambda, out);
  }

 private:
  std::vector<int> multipliers_;
  std::vector<std::array<std::vector<int>, 2>> coordinates_;  // of the two markers; empty on the ground
};

}  // namespace slipstick
