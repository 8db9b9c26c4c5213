// Code shared by the loops of vector loads: the value of the load, from its parameter or its user function.
#pragma once

#include "core/items/registration.h"
#include "core/registry/user_function.h"
#include "core/system/connectors.h"

namespace slipstick {

/// The load vector as specified or as returned by the user function, without the load factor of static solutions.
template <class Load, class S>
Vec3<S> loadVector(const Load& load, const S& time, const double* sensorValues) {
  const Vector3& value = load.loadVector;
  if (!load.loadVectorUserFunction) return {S(value.x), S(value.y), S(value.z)};
  const S arguments[] = {time, S(value.x), S(value.y), S(value.z)};
  Vec3<S> result;
  load.loadVectorUserFunction.evaluate(arguments, sensorValues + load.loadVectorUserFunction.sensorOffset, &result.x);
  return result;
}

/// Loads with a user function are not scaled by the load factor.
template <class Load>
double loadFactor(const Load& load, double factor) {
  return load.loadVectorUserFunction ? 1.0 : factor;
}

inline Signature loadVectorSignature() { return {.arguments = {{"t", {}}, {"loadVector", {3, 1}}}, .resultSize = 3}; }

/// Loads that act on the frame of a marker. Derived supplies `FrameForce<S> wrench(index, vector, frame)` of the applied load.
template <class Derived, class Load, class... Own>
class FrameLoadLoop : public LoopOf<Derived, Load, role::Acting, role::Connecting, role::Measured, Own...> {
 public:
  void reserve(int items) override {
    LoopOf<Derived, Load, role::Acting, role::Connecting, role::Measured, Own...>::reserve(items);
    markers_.reserve(items);
  }
  SLIPSTICK_SMALL void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const int index = this->keep(modelItem);
    markers_.push_back(assembly.markers[this->items_[index].markerNumber.index]);
  }
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < markers_.size(); ++i) {
      const Load& load = this->items_[i];
      const Vector3 vector = loadFactor(load, sweep.loadFactor) * loadVector(load, sweep.time, sweep.sensorValues);
      const FrameForce<double> wrench = this->derived().wrench(static_cast<int>(i), vector, sweep.frames[markers_[i].frame]);
      FrameForce<double>& sum = sweep.frameForces[markers_[i].frame];
      sum.force -= wrench.force, sum.torque -= wrench.torque;
    }
  }
  SLIPSTICK_SMALL void connect(Assembly& assembly) override {
    if constexpr (requires(const Load& load) { load.bodyFixed; })
      for (std::size_t i = 0; i < markers_.size(); ++i)
        if (this->items_[i].bodyFixed) assembly.frameJacobians[markers_[i].frame] = 1;
  }
  /// The backward sweep differentiates the lever arms. This function adds the rotation of a body-fixed load with its frame: δ(A f) = δφ × A
  /// f.
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    if (tangent.factors.loads) lawsOf(sweep);
    if constexpr (requires(const Load& load) { load.bodyFixed; }) {
      for (std::size_t i = 0; i < markers_.size(); ++i) {
        const Load& load = this->items_[i];
        const FrameJacobian& jacobian = (*tangent.frames)[markers_[i].frame];
        if (!load.bodyFixed || jacobian.size == 0) continue;
        double derivative[2][6][24] = {};
        if (tangent.factors.loads) {
          const Vector3 vector = loadFactor(load, sweep.loadFactor) * loadVector(load, sweep.time, sweep.sensorValues);
          const FrameForce<double> wrench = this->derived().wrench(static_cast<int>(i), vector, sweep.frames[markers_[i].frame]);
          const Matrix3 force = skew(wrench.force), torque = skew(wrench.torque);
          for (int r = 0; r < 3; ++r)
            for (int k = 0; k < 3; ++k) derivative[1][r][12 + 3 + k] = force[r][k], derivative[1][3 + r][12 + 3 + k] = torque[r][k];
        }
        addPairTangent(tangent, FrameJacobian{}, jacobian, derivative, 6);
      }
    }
  }
  void outputOf(int index, OutputVariable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    writeVector(loadVector(this->items_[index], sweep.time, sweep.sensorValues), out);
  }

 protected:
  std::vector<MarkerPlace> markers_;
};

}  // namespace slipstick
