// Rotations by three successive angles: nodes with Tait-Bryan angles, and three consecutive hinges of a tree. When the three axes become
// coplanar, the outer two angles change fast while the body hardly rotates, and steps can be too long for them.
#pragma once

#include <string>
#include <vector>

#include "core/system/system.h"

namespace slipstick {

/// The coordinates of the angles. The volume spanned by the axes is cosine cos φ + sine sin φ, with the middle angle φ.
struct Gimbal {
  std::string owner;  // "node 'box'"
  int first, middle, last;
  double cosine, sine;
};

/// Returns the gimbals of a system whose axes can be perpendicular, or nearly so.
std::vector<Gimbal> findGimbals(const System& system, const State& state);

/// Returns the first gimbal that a step of this size cannot resolve at its end; null if there is none.
const Gimbal* lockedGimbal(const std::vector<Gimbal>& gimbals, const System& system, const State& state, double step);

}  // namespace slipstick
