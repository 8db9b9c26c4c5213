// Closes a mechanism: finds positions, then velocities, that satisfy all constraints and are nearest to the drawn ones.
#pragma once

#include <string>
#include <vector>

#include "core/solver/node_motions.h"

namespace slipstick {

struct AssembleSettings {
  std::vector<char> held;  // by node: whether it keeps its drawn position; nodes beyond the end of the list are free
  int attempts = 60;       // starts near the drawn one if that does not close
};

/// A violated constraint.
struct OpenConstraint {
  ItemAddress owner;
  std::string item;  // its name
  double gap = 0;
  std::string unit;  // "m", "rad", per second for velocities; "" if its equations have no common unit
};

struct AssembleResult {
  bool closed = false;               // the positions satisfy all constraints
  bool moves = false;                // the velocities do too
  int iterations = 0;                // Gauss-Newton steps in all attempts
  int attempt = 0;                   // the start that closed; 0: the drawn one
  double gap = 0;                    // the largest remaining constraint value
  std::vector<OpenConstraint> open;  // the largest first
  std::string message;               // the constraints that remain open, in a sentence; "" if all are satisfied
};

/// Returns the constraints at position level that a state violates by more than `part` of the model's size; the largest gap first.
std::vector<OpenConstraint> openConstraints(const System& system, const State& state, double part, Workspace& workspace);
/// "'rod' by 0.9 m, 'hinge' by 0.2 m and 3 more".
std::string listed(const std::vector<OpenConstraint>& open, const char* before);

/// Changes coordinates and velocities of the state; its time is used. Constraints that are already satisfied leave the state
/// bit-identical.
AssembleResult assemble(const System& system, State& state, const AssembleSettings& settings, Workspace& workspace);

}  // namespace slipstick
