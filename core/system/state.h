// The state of a system: the only thing that changes.
#pragma once

#include <vector>

namespace slipstick {

/// Coordinates are displacements relative to the reference configuration, except for those of Lie-group nodes (see the node). After those
/// of second order stand states y of first order, ẏ = f(y, …): their rates are velocities, their accelerations zero.
struct State {
  double time = 0;
  std::vector<double> q;         // displacement coordinates, ODE2, then ODE1
  std::vector<double> q_t;       // their velocities
  std::vector<double> q_tt;      // their accelerations
  std::vector<double> lambda;    // Lagrange multipliers
  std::vector<double> data;      // contact and friction states, changed between Newton solutions only
  std::vector<double> contacts;  // those of sets of contacts, which come and go: of those that touch; changed with `data`
};

}  // namespace slipstick
