// The memory of an evaluation. The caller owns it, so that two callers with separate workspaces can evaluate the same system
// concurrently.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/system/roles.h"

namespace slipstick {

class System;

/// Memory for evaluations of one system. Only core/system accesses its contents.
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
  std::vector<std::shared_ptr<void>> drawers;  // results of loops
  std::vector<double> sensorValues;            // values of sensors and inputs that formulas use

  // For tangents, from the first complete one on; explicit solvers do not need them.
  bool hasJacobians = false;
  std::vector<double> jacobianMemory, touchMemory;
  std::vector<FrameJacobian> frameJacobians;
  std::vector<ScalarJacobian> scalarJacobians;

  // For directional derivatives, from the first one on.
  Arrays<Dual1> dual;
  std::vector<Dual1> state[4], residual, constraints;

  std::int64_t layout = -1, formulaLayout = -1;  // layouts of the system to which the sizes correspond
  std::int64_t evaluations = 0;                  // number of evaluations that were started
  std::int64_t mostEvaluations = std::numeric_limits<std::int64_t>::max();
};

}  // namespace slipstick
