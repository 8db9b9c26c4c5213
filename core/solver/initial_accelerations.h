// What a state of motion tells of its accelerations, and how fast these change where constraints prescribe it.
#pragma once

#include <vector>

#include "core/solver/exudyn_ways.h"
#include "core/solver/newton_equations.h"

namespace slipstick {

class InitialAccelerations {
 public:
  InitialAccelerations(const System& system, NewtonEquations& equations, const ExudynWays& ways, Workspace& workspace)
      : system_(system), equations_(equations), ways_(ways), workspace_(workspace) {}

  /// Finds q̈, the multipliers and the rates of first-order states. False if the equations are singular: q̈ is zero then.
  bool find(State& state);
  /// The part of q⃛, of second-order coordinates, that constraints at position level prescribe, for steps of size h from a state with its
  /// accelerations; empty where there is none, or where it changes within the step.
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
