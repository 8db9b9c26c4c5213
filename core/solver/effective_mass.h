// The effective mass of a point of the system.
#pragma once

#include "core/solver/linear_solver.h"

namespace slipstick {

/// Returns the effective mass at a point, in kg, for a force in the direction that minimises it: the inverse of the largest eigenvalue
/// of W = J H Jᵀ. H is the inverse of the mass matrix on the motions that the constraints admit, and J is the Jacobian of the point.
/// `frame` is the frame of the point. The result is 0 if constraints fix the point, and negative if there is no mass. Overwrites the
/// evaluation of the system.
double effectiveMass(const System& system, const State& state, int frame, LinearSolverChoice choice, Workspace& workspace);

}  // namespace slipstick
