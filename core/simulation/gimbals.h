// Rotations by three angles, one after the other: of nodes with Tait-Bryan angles, and of three hinges in a row of a tree. Where the three
// axes come to lie in one plane, the outer two angles turn far while the body hardly does, and steps can be too long for them.
#pragma once

#include <string>
#include <vector>

#include "core/system/system.h"

namespace slipstick {

/// The coordinates of the angles. The volume that the axes span is cosine cos φ + sine sin φ, with the middle angle φ.
struct Gimbal {
  std::string owner;  // "node 'box'"
  int first, middle, last;
  double cosine, sine;
};

/// Those of a system whose axes can be perpendicular, or nearly so.
std::vector<Gimbal> findGimbals(const System& system, const State& state);

/// The first one that a step of this size cannot resolve where it ends; null if there is none.
const Gimbal* lockedGimbal(const std::vector<Gimbal>& gimbals, const System& system, const State& state, double step);

}  // namespace slipstick
