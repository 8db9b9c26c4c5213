// Loops of constraints: residual, reaction forces and exact gradients, once for all constraint laws.
//
// A law between two frames states its equations as a template,
//   void residual(const FramePair<S>&, const LawContext<S>&, S* c)
// at position level, or at velocity level if `velocityLevel`. The gradient W with δC = Σ W_m [δp_m; δφ_m] (or [δv_m; δω_m]) comes from
// dual numbers, or, for laws of which every step of a mechanism has many, from their own
//   void gradient(const FramePair<S>&, S* w)        rows of 12 numbers, zero before
// It gives the reaction forces Wᵀ λ and the rows of the tangent; Ċ comes from dual numbers along the motion of the frames, or from the
// law's
//   void rates(const FramePair<S>&, S* c)           turning axes by axisRate()
// `units` holds the units of its `equations` equations; one at velocity level has its own per second.
// An equation that is not constrained reads λ = 0; so do all of an inactive constraint.
#pragma once

#include "core/system/connectors.h"

namespace slipstick {

/// The frame with variations of position and rotation (12 directions for two frames, 6 from `first`).
template <class S>
FrameKinematics<Dual<12, S>> seededConfiguration(const FrameKinematics<S>& frame, int first) {
  auto result = constant<12>(frame);
  for (int i = 0; i < 3; ++i) result.position[i].derivative[first + i] = S(1.0);
  for (int j = 0; j < 3; ++j) {
    const S x = uniform(frame.rotation[0][j]), y = uniform(frame.rotation[1][j]), z = uniform(frame.rotation[2][j]);
    result.rotation[1][j].derivative[first + 3] = -z, result.rotation[2][j].derivative[first + 3] = y;
    result.rotation[0][j].derivative[first + 4] = z, result.rotation[2][j].derivative[first + 4] = -x;
    result.rotation[0][j].derivative[first + 5] = -y, result.rotation[1][j].derivative[first + 5] = x;
  }
  return result;
}
/// The frame with variations of velocity and angular velocity.
template <class S>
FrameKinematics<Dual<12, S>> seededVelocity(const FrameKinematics<S>& frame, int first) {
  auto result = constant<12>(frame);
  for (int i = 0; i < 3; ++i) {
    result.velocity[i].derivative[first + i] = S(1.0);
    result.angularVelocity[i].derivative[first + 3 + i] = S(1.0);
  }
  return result;
}

/// Rate of an axis that is constant in a frame.
template <class S>
Vec3<S> axisRate(const FrameKinematics<S>& frame, const Vector3& axis) {
  return frame.rotation * cross(frame.angularVelocityLocal, axis);
}
/// Gradient of u_i, with u = p1 − p0.
template <class S>
void displacementGradient(int i, S* w) {
  w[i] = S(-1.0), w[6 + i] = S(1.0);
}
/// Gradient of a·u with an axis a of frame 0 and u = p1 − p0.
template <class S>
void projectionGradient(const Vec3<S>& a, const Vec3<S>& u, S* w) {
  const Vec3<S> turn = cross(a, u);
  for (int k = 0; k < 3; ++k) w[k] = -a[k], w[3 + k] = turn[k], w[6 + k] = a[k];
}
/// Gradient of a·b with an axis a of frame 0 and b of frame 1.
template <class S>
void angleGradient(const Vec3<S>& a, const Vec3<S>& b, S* w) {
  const Vec3<S> turn = cross(a, b);
  for (int k = 0; k < 3; ++k) w[3 + k] = turn[k], w[9 + k] = -turn[k];
}

/// Residual of a law and its gradient [equations][12] by dual numbers.
template <class Law, class S>
void differentiateConstraint(const Law& law, const FramePair<S>& pair, const LawContext<S>& context, S* c, S* w) {
  using D = Dual<12, S>;
  D dual[Law::equations];
  const LawContext<D> wide{D(context.time), context.data, context.sensorValues};
  if constexpr (Law::velocityLevel)
    law.residual(FramePair<D>{seededVelocity(pair.frame0, 0), seededVelocity(pair.frame1, 6)}, wide, dual);
  else
    law.residual(FramePair<D>{seededConfiguration(pair.frame0, 0), seededConfiguration(pair.frame1, 6)}, wide, dual);
  for (int e = 0; e < Law::equations; ++e) {
    c[e] = dual[e].value;
    for (int k = 0; k < 12; ++k) w[12 * e + k] = dual[e].derivative[k];
  }
}

/// Writes the rows of `count` equations, gradient [count][2][6] by [p φ] or [v ω], and their transpose into the tangent.
void addConstraintTangent(Tangent& tangent, const FrameJacobian& jacobian0, const FrameJacobian& jacobian1, const double* gradient,
                          int count, int multiplier, double rowFactor);

template <class Law>
class FrameConstraintLoop final : public PairLoop<FrameConstraintLoop<Law>, Law> {
  using Base = PairLoop<FrameConstraintLoop<Law>, Law>;
  static constexpr int count = Law::equations;
  static constexpr int gradientSize = count * 12;

 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    Base::add(modelItem, number, assembly);
    multipliers_.push_back(assembly.addMultipliers(count, modelItem.name));
    gradients_.push_back(assembly.gradients);
    assembly.gradients += gradientSize;
  }

  template <class S>
  void lawsOf(Sweep<S>& sweep) {
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      const Law& law = this->items_[i];
      const auto& ends = this->ends_[i];
      const FrameKinematics<S>& frame0 = sweep.frames[ends.frame0];
      const FrameKinematics<S>& frame1 = sweep.frames[ends.frame1];
      S* gradient = &sweep.constraintGradients[gradients_[i]];
      S* out = sweep.constraints + multipliers_[i];
      const S* lambda = sweep.lambda ? sweep.lambda + multipliers_[i] : nullptr;

      S c[count];
      const LawContext<S> context = sweep.law(ends.data);
      const FramePair<S> pair{frame0, frame1};
      if constexpr (requires { law.gradient(pair, gradient); }) {
        std::fill_n(gradient, gradientSize, S(0.0));
        law.gradient(pair, gradient);
        law.residual(pair, context, c);
      } else {
        differentiateConstraint(law, pair, context, c, gradient);
      }
      FrameForce<S>& on0 = sweep.frameForces[ends.frame0];
      FrameForce<S>& on1 = sweep.frameForces[ends.frame1];
      for (int e = 0; e < count; ++e) {
        S* w = gradient + 12 * e;
        if (!law.activeConnector || !law.constrains(e)) {
          for (int k = 0; k < 12; ++k) w[k] = S(0.0);
          out[e] = lambda ? lambda[e] : S(0.0);
          continue;
        }
        if (lambda)
          for (int k = 0; k < 3; ++k) {
            on0.force[k] += w[k] * lambda[e], on0.torque[k] += w[3 + k] * lambda[e];
            on1.force[k] += w[6 + k] * lambda[e], on1.torque[k] += w[9 + k] * lambda[e];
          }
        out[e] = c[e];
      }
      if constexpr (!Law::velocityLevel)
        if (sweep.level == ConstraintLevel::velocity && law.activeConnector) {
          if constexpr (requires { law.rates(pair, out); })
            law.rates(pair, out);
          else
            writeRates(law, frame0, frame1, context, out);
        }
      adjust(law, pair, context, sweep.level, out);
    }
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) override {
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      const Law& law = this->items_[i];
      const auto& ends = this->ends_[i];
      const double rowFactor = Law::velocityLevel ? tangent.factors.constraintVelocity : tangent.factors.constraintPosition;
      addConstraintTangent(tangent, (*tangent.frames)[ends.frame0], (*tangent.frames)[ends.frame1],
                           &sweep.constraintGradients[gradients_[i]], count, tangent.multiplierOffset + multipliers_[i], rowFactor);
      for (int e = 0; e < count; ++e) {
        const int row = tangent.multiplierOffset + multipliers_[i] + e;
        tangent.sink.add(row, row, law.activeConnector && law.constrains(e) ? 0.0 : tangent.factors.multiplier);
      }
    }
  }
  std::string explicitObstacle(const std::vector<ModelItem>& items, std::vector<int>&) const override {
    for (std::size_t i = 0; i < this->items_.size(); ++i)
      if (this->items_[i].activeConnector)
        return items[i].type->name + " '" + items[i].name +
               "' is a constraint; only coordinates that a ConnectorCoordinate ties to the ground "
               "can be eliminated. Use an implicit solver.";
    return "";
  }
  void markVelocityConstraints(char* mark) const override {
    if (!Law::velocityLevel) return;
    for (const int first : multipliers_)
      for (int e = 0; e < count; ++e) mark[first + e] = 1;
  }
  template <class S>
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<S>& sweep, S* out) const {
    const auto& ends = this->ends_[index];
    S lambda[count];
    for (int e = 0; e < count; ++e) lambda[e] = sweep.lambda ? sweep.lambda[multipliers_[index] + e] : S(0.0);
    this->items_[index].output(variable, FramePair<S>{sweep.frames[ends.frame0], sweep.frames[ends.frame1]}, lambda, out);
  }

 private:
  /// Ċ along the motion of the frames, at constant time.
  template <class S>
  static void writeRates(const Law& law, const FrameKinematics<S>& frame0, const FrameKinematics<S>& frame1, const LawContext<S>& context,
                         S* out) {
    using D = Dual<1, S>;
    const auto moving0 = moving(frame0), moving1 = moving(frame1);
    D c[count];
    law.residual(FramePair<D>{moving0, moving1}, LawContext<D>{D(context.time), context.data, context.sensorValues}, c);
    for (int e = 0; e < count; ++e)
      if (law.constrains(e)) out[e] = c[e].derivative[0];
  }
  template <class S>
  static FrameKinematics<Dual<1, S>> moving(const FrameKinematics<S>& frame) {
    auto result = constant<1>(frame);
    const Mat3<S> rate = frame.rotation * skew(frame.angularVelocityLocal);
    for (int i = 0; i < 3; ++i) {
      result.position[i].derivative[0] = frame.velocity[i];
      for (int j = 0; j < 3; ++j) result.rotation[i][j].derivative[0] = rate[i][j];
    }
    return result;
  }

  /// What a law adds to the equations beyond its residual: prescribed rates at velocity level, another form at position level.
  template <class S>
  static void adjust(const Law& law, const FramePair<S>& pair, const LawContext<S>& context, ConstraintLevel level, S* out) {
    S values[count];
    if (!law.activeConnector) return;
    if constexpr (requires { law.addPrescribedRates(pair, context, values); }) {
      if (level == ConstraintLevel::velocity) {
        std::fill_n(values, count, S(0.0));
        law.addPrescribedRates(pair, context, values);
        for (int e = 0; e < count; ++e)
          if (law.constrains(e)) out[e] += values[e];
      }
    }
    if constexpr (requires { law.alternativeResidual(pair, context, values); })
      if (level == ConstraintLevel::position) law.alternativeResidual(pair, context, out);
  }

  std::vector<int> multipliers_;
  std::vector<int> gradients_;
};

}  // namespace slipstick
