// Computes the accelerations of a state of motion, and their rate of change as prescribed by constraints.
#pragma once

#include <vector>

#include "core/solver/exudyn_ways.h"
#include "core/solver/newton_equations.h"

namespace slipstick {

class InitialAccelerations {
 public:
  InitialAccelerations(const System& system, NewtonEquations& equations, const ExudynWays& ways, Workspace& workspace)
      : system_(system), equations_(equations), ways_(ways), workspace_(workspace) {}

  /// Finds q̈, the multipliers and the rates of first-order states. Returns false, with q̈ zero, if the equations are singular.
  bool find(State& state);
  /// Returns the part of q⃛ that constraints at position level prescribe for second-order coordinates, for steps of size h from a state
  /// with its accelerations. Empty if no constraint prescribes it, or if it changes within the step.
  std::vector<double> prescribedJerk(const State& state, double h);

 private:
  bool ahead(const State& state, double time, std::vector<double>& accelerations);
  void project(const State& state, std::vector<double>& direction);

  const System& system_;
  NewtonEquations& equations_;
  const ExudynWays& ways_;
  Workspace& workspace_;
};

}  // namespace slipstick
