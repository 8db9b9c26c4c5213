// Closes a mechanism: finds positions, then velocities, that satisfy all constraints and are nearest to the drawn ones.
#pragma once

#include <string>
#include <vector>

#include "core/solver/open_constraints.h"

namespace slipstick {

struct AssembleSettings {
  std::vector<char> held;  // by node: whether it keeps its drawn position; nodes beyond the end of the list are free
  int attempts = 60;       // starts near the drawn one if that does not close
};

struct AssembleResult {
  bool closed = false;               // the positions satisfy all constraints
  bool moves = false;                // the velocities do too
  int iterations = 0;                // Gauss-Newton steps in all attempts
  int attempt = 0;                   // the start that closed; 0: the drawn one
  double gap = 0;                    // the largest remaining constraint value
  std::vector<OpenConstraint> open;  // the largest first
  Message message;                   // the constraints that remain open, in a sentence; "" if all are satisfied
};

/// Changes coordinates and velocities of the state; its time is used. Constraints that are already satisfied leave the state
/// bit-identical. Null in the light engine, which leaves models that need it to the whole one.
inline AssembleResult (*assemble)(const System& system, State& state, const AssembleSettings& settings, Workspace& workspace) = nullptr;

}  // namespace slipstick
