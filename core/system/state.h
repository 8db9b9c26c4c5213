// The state of a system, the only part that changes during a step.
#pragma once

#include <vector>

namespace slipstick {

/// Coordinates are displacements relative to the reference configuration, except for Lie-group nodes (see the node). States y of first
/// order, ẏ = f(y, …), follow the coordinates of second order: their rates are stored as velocities, their accelerations are zero.
struct State {
  double time = 0;
  std::vector<double> q;         // displacement coordinates, ODE2, then ODE1
  std::vector<double> q_t;       // their velocities
  std::vector<double> q_tt;      // their accelerations
  std::vector<double> lambda;    // Lagrange multipliers
  std::vector<double> data;      // contact and friction states; change only between Newton solutions
  std::vector<double> contacts;  // the same for contact sets: one entry per active contact; changes with `data`
};

}  // namespace slipstick
