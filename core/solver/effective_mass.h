// How heavy a point of the system is to a force on it.
#pragma once

#include "core/solver/linear_solver.h"

namespace slipstick {

/// The least mass that a force on a point finds in any direction, in kg: the inverse of the largest eigenvalue of W = J H Jᵀ, where H is
/// the inverse of the mass matrix on the motions that constraints leave, J the Jacobian of the point. `frame` is that of the point. 0 where
/// constraints hold it, negative where there is no mass. Changes what the system has evaluated.
double effectiveMass(const System& system, const State& state, int frame, LinearSolverChoice choice, Workspace& workspace);

}  // namespace slipstick
