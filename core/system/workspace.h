// The memory of an evaluation. Its caller owns it: two callers with a workspace each evaluate the same system at the same time.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/system/roles.h"

namespace slipstick {

class System;

/// Memory for evaluations of one system. Only core/system looks inside.
struct Workspace {
  explicit Workspace(const System& system);
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  template <class S>
  struct Arrays {
    std::vector<FrameKinematics<S>> frames;
    std::vector<FrameForce<S>> frameForces;
    std::vector<ScalarKinematics<S>> scalars;
    std::vector<S> scalarForces;
  };
  Arrays<double> plain;
  std::vector<std::shared_ptr<void>> drawers;  // what loops compute
  std::vector<double> sensorValues;            // of sensors and inputs that formulas read

  // For tangents, from the first whole one on: explicit solvers need none.
  bool hasJacobians = false;
  std::vector<double> jacobianMemory, touchMemory;
  std::vector<FrameJacobian> frameJacobians;
  std::vector<ScalarJacobian> scalarJacobians;

  // For directional derivatives, from the first one on.
  Arrays<Dual1> dual;
  std::vector<Dual1> state[4], residual, constraints;

  std::int64_t layout = -1, formulaLayout = -1;  // of the system for which all this has its size
  std::int64_t evaluations = 0;                  // how many began here
  std::int64_t mostEvaluations = std::numeric_limits<std::int64_t>::max();
};

}  // namespace slipstick
