// Closes a mechanism: positions, then velocities, that satisfy all constraints and are nearest to those that were drawn.
#pragma once

#include <string>
#include <vector>

#include "core/solver/node_motions.h"

namespace slipstick {

struct AssembleSettings {
  std::vector<char> held;  // by node: whether it stays where it is drawn; shorter lists hold no more
  int attempts = 60;       // starts beside the drawn one, where that does not close
};

/// A constraint that does not hold.
struct OpenConstraint {
  ItemAddress owner;
  std::string item;  // its name
  double gap = 0;
  std::string unit;  // "m", "rad", per second of velocities; "" where its equations have no one unit
};

struct AssembleResult {
  bool closed = false;               // positions
  bool moves = false;                // velocities too
  int iterations = 0;                // steps of the closing, in all attempts
  int attempt = 0;                   // which start closed; 0: what was drawn
  double gap = 0;                    // largest value of an equation that is left
  std::vector<OpenConstraint> open;  // the largest first
  std::string message;               // what stays open, in a sentence; "" if all holds
};

/// Constraints at position level that a state violates by more than `part` of the size of the model; the largest gap first.
std::vector<OpenConstraint> openConstraints(const System& system, const State& state, double part, Workspace& workspace);
/// "'rod' by 0.9 m, 'hinge' by 0.2 m and 3 more".
std::string listed(const std::vector<OpenConstraint>& open, const char* before);

/// Changes coordinates and velocities of the state, whose time counts. What already holds stays to the bit.
AssembleResult assemble(const System& system, State& state, const AssembleSettings& settings, Workspace& workspace);

}  // namespace slipstick
