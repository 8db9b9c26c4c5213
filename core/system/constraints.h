// Loops of constraints between two frames: residual, reaction forces and exact gradients, once for all laws (core/system/law.h).
//
// The gradient of a law gives the reaction forces Wᵀ λ, the rows of the tangent, and Ċ = W [v; ω] if the law has no rates() function.
// `units` are the units of its equations; for equations at velocity level, per second. An unconstrained equation is λ = 0, as are all
// equations of an inactive constraint.
#pragma once

#include "core/system/connectors.h"

namespace slipstick {

/// Returns the rate of an axis that is constant in a frame.
template <class S>
Vec3<S> axisRate(const FrameKinematics<S>& frame, const Vector3& axis) {
  return frame.rotation * cross(frame.angularVelocityLocal, axis);
}
/// Returns the rate of a·b with axes that are constant in frame 0 and in frame 1.
template <class S>
S angleRate(const FramePair<S>& pair, const Vector3& axis0, const Vector3& axis1) {
  return dot(axisRate(pair.frame0, axis0), pair.frame1.rotation * axis1) + dot(pair.frame0.rotation * axis0, axisRate(pair.frame1, axis1));
}
/// Returns the gradient of u_i, with u = p1 − p0.
template <class S>
void displacementGradient(int i, S* w) {
  w[i] = S(-1.0), w[6 + i] = S(1.0);
}
/// Returns the gradient of a·u with an axis a of frame 0 and u = p1 − p0.
template <class S>
void projectionGradient(const Vec3<S>& a, const Vec3<S>& u, S* w) {
  const Vec3<S> turn = cross(a, u);
  for (int k = 0; k < 3; ++k) w[k] = -a[k], w[3 + k] = turn[k], w[6 + k] = a[k];
}
/// Returns the gradient of a·b with an axis a of frame 0 and b of frame 1.
template <class S>
void angleGradient(const Vec3<S>& a, const Vec3<S>& b, S* w) {
  const Vec3<S> turn = cross(a, b);
  for (int k = 0; k < 3; ++k) w[3 + k] = turn[k], w[9 + k] = -turn[k];
}

/// Writes the rows of `count` equations, gradient [count][2][6] with respect to [p φ] or [v ω], and their transpose into the tangent.
void addConstraintTangent(Tangent& tangent, const FrameJacobian& jacobian0, const FrameJacobian& jacobian1, const double* gradient,
                          int count, int multiplier, double rowFactor);

template <class Law>
class FrameConstraintLoop final : public PairLoop<FrameConstraintLoop<Law>, Law, role::Constraint> {
  using Base = PairLoop<FrameConstraintLoop<Law>, Law, role::Constraint>;
  static constexpr int count = std::size(Law::units);
  static constexpr bool atVelocityLevel = law::declares<Law>(law::velocityLevel);
  static constexpr int gradientSize = count * 12;

 public:
  SLIPSTICK_SMALL void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    Base::add(modelItem, number, assembly);
    multipliers_.push_back(assembly.addMultipliers(count));
  }

  template <class S>
  void lawsOf(Sweep<S>& sweep) const {
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      const Law& law = this->items_[i];
      const auto& ends = this->ends_[i];
      const FrameKinematics<S>& frame0 = sweep.frames[ends.frame0];
      const FrameKinematics<S>& frame1 = sweep.frames[ends.frame1];
      S* out = sweep.constraints + multipliers_[i];
      const S* lambda = sweep.lambda ? sweep.lambda + multipliers_[i] : nullptr;

      S c[count], gradient[gradientSize];
      const LawContext<S> context = sweep.law(ends.data);
      const FramePair<S> pair{frame0, frame1};
      if constexpr (law::declares<Law>(law::reactions) && std::is_same_v<S, double>)
        if (law.activeConnector && (atVelocityLevel || sweep.level == ConstraintLevel::position)) {
          actAtOnce(law, pair, context, lambda, out, sweep.frameForces[ends.frame0], sweep.frameForces[ends.frame1]);
          continue;
        }
      findGradient(law, pair, context, gradient);
      law.residual(pair, context, c);
      FrameForce<S>& on0 = sweep.frameForces[ends.frame0];
      FrameForce<S>& on1 = sweep.frameForces[ends.frame1];
      for (int e = 0; e < count; ++e) {
        if (!law.activeConnector || !law.constrains(e)) {
          out[e] = lambda ? lambda[e] : S(0.0);
          continue;
        }
        if (lambda) addReaction(gradient + 12 * e, lambda[e], on0, on1);
        out[e] = c[e];
      }
      if (!law.activeConnector) continue;
      if constexpr (!atVelocityLevel)
        if (sweep.level == ConstraintLevel::velocity) writeRates(law, pair, context, gradient, out);
      if constexpr (law::declares<Law>(law::alternative))
        if (sweep.level == ConstraintLevel::position) law.alternativeResidual(pair, context, out);
    }
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      const Law& law = this->items_[i];
      const auto& ends = this->ends_[i];
      double gradient[gradientSize];
      findGradient(law, FramePair<double>{sweep.frames[ends.frame0], sweep.frames[ends.frame1]}, sweep.law(ends.data), gradient);
      if (tangent.factors.reactions)
        for (int e = 0; e < count; ++e)
          addReaction(gradient + 12 * e, tangent.factors.reactions[multipliers_[i] + e], sweep.frameForces[ends.frame0],
                      sweep.frameForces[ends.frame1]);
      const double rowFactor = atVelocityLevel ? tangent.factors.constraintVelocity : tangent.factors.constraintPosition;
      addConstraintTangent(tangent, (*tangent.frames)[ends.frame0], (*tangent.frames)[ends.frame1], gradient, count,
                           tangent.multiplierOffset + multipliers_[i], rowFactor);
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
               "' is a constraint; only coordinates that a ConnectorCoordinate fixes to the ground can be eliminated. Use an implicit "
               "solver.";
    return "";
  }
  std::string velocityObstacle(const std::vector<ModelItem>&) const override { return ""; }
  void markVelocityConstraints(char* mark) const override {
    if (!atVelocityLevel) return;
    for (const int first : multipliers_)
      for (int e = 0; e < count; ++e) mark[first + e] = 1;
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const auto& ends = this->ends_[index];
    double lambda[count];
    for (int e = 0; e < count; ++e) lambda[e] = sweep.lambda ? sweep.lambda[multipliers_[index] + e] : 0.0;
    this->items_[index].output(variable, FramePair<double>{sweep.frames[ends.frame0], sweep.frames[ends.frame1]}, lambda, out);
  }

 private:
  static void actAtOnce(const Law& law, const FramePair<double>& pair, const LawContext<double>& context, const double* lambda, double* out,
                        FrameForce<double>& on0, FrameForce<double>& on1) {
    double c[count], held[count];
    for (int e = 0; e < count; ++e) held[e] = lambda && law.constrains(e) ? lambda[e] : 0.0;
    law.act(pair, context, held, c, on0, on1);
    for (int e = 0; e < count; ++e) out[e] = law.constrains(e) ? c[e] : lambda ? lambda[e] : 0.0;
  }
  /// Sets the rows of unconstrained equations to zero.
  template <class S>
  static void findGradient(const Law& law, const FramePair<S>& pair, const LawContext<S>& context, S* gradient) {
    std::fill_n(gradient, gradientSize, S(0.0));
    if (!law.activeConnector) return;
    law.gradient(pair, context, gradient);
    for (int e = 0; e < count; ++e)
      if (!law.constrains(e)) std::fill_n(gradient + 12 * e, 12, S(0.0));
  }
  template <class S>
  static void addReaction(const S* w, const S& lambda, FrameForce<S>& on0, FrameForce<S>& on1) {
    for (int k = 0; k < 3; ++k) {
      on0.force[k] += w[k] * lambda, on0.torque[k] += w[3 + k] * lambda;
      on1.force[k] += w[6 + k] * lambda, on1.torque[k] += w[9 + k] * lambda;
    }
  }
  template <class S>
  static void writeRates(const Law& law, const FramePair<S>& pair, const LawContext<S>& context, const S* gradient, S* out) {
    S rates[count] = {};
    if constexpr (law::declares<Law>(law::rates)) {
      law.rates(pair, context, rates);
    } else {
      for (int e = 0; e < count; ++e)
        for (int k = 0; k < 3; ++k)
          rates[e] += gradient[12 * e + k] * pair.frame0.velocity[k] + gradient[12 * e + 3 + k] * pair.frame0.angularVelocity[k] +
                      gradient[12 * e + 6 + k] * pair.frame1.velocity[k] + gradient[12 * e + 9 + k] * pair.frame1.angularVelocity[k];
    }
    for (int e = 0; e < count; ++e)
      if (law.constrains(e)) out[e] = rates[e];
  }

  std::vector<int> multipliers_;
};

}  // namespace slipstick
