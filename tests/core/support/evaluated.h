// A system with a workspace, for tests that evaluate one state after the other.
#pragma once

#include <memory>

#include "core/system/system.h"

namespace slipstick {

class EvaluatedSystem : public System {
 public:
  explicit EvaluatedSystem(std::shared_ptr<const Model> model) : System(std::move(model)), workspace(*this) {}

  void residual(const State& state, ConstraintLevel level, double loadFactor, double* residual, double* constraints) {
    at = System::residual(state, {.level = level, .loadFactor = loadFactor}, residual, constraints, workspace);
  }
  void forces(const State& state, double loadFactor, double* forces, double* constraints) {
    at = System::forces(state, {.loadFactor = loadFactor}, forces, constraints, workspace);
  }
  void tangent(const TangentFactors& factors, const MatrixSink& sink) { System::tangent(at, factors, sink); }
  void convectiveAcceleration(const State& state, double* out) { System::convectiveAcceleration(state, out, workspace); }
  void update(const State& state) { at = motion(state, workspace); }
  void sensor(int sensor, double* out) const { System::sensor(at, sensor, out); }
  PostNewton postNewton(State& state, const State& start) { return System::postNewton(at, state, start); }

  Workspace workspace;
  Evaluation at;
};

}  // namespace slipstick
