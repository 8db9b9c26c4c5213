// Constraints that a state violates, by item.
#pragma once

#include <string>
#include <vector>

#include "core/system/system.h"

namespace slipstick {

/// A violated constraint.
struct OpenConstraint {
  ItemAddress owner;
  std::string item;  // its name
  double gap = 0;
  std::string unit;  // "m", "rad", per second for velocities; "" if its equations have no common unit
};

/// Returns the constraints at position level that a state violates by more than `part` of the model's size; the largest gap first.
std::vector<OpenConstraint> openConstraints(const System& system, const State& state, double part, Workspace& workspace);
/// Returns constraints by the magnitude of their values, largest first; much smaller ones are omitted. `per`: "", or "/s" for values at
/// velocity level. Lengths are compared with `tolerance` times the model's length if that is below 1 m.
std::vector<OpenConstraint> openAmong(const System& system, const std::vector<double>& values, const char* per, double tolerance);
/// Returns the largest coordinate at a state, at least 1.
double sizeOf(const System& system, const State& state);
/// Returns the unit of an equation of a constraint: "m", "rad", or "" if it depends on the coordinates.
std::string equationUnit(const ModelItem& object, int equation);
/// "'rod' is open by 0.9 m, 'hinge' is open by 0.2 m and 3 more". `each`: of a constraint and its gap.
Message listed(const std::vector<OpenConstraint>& open, const MessageTemplate& each);

}  // namespace slipstick
