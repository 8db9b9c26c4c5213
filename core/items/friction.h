// Friction that decreases from its static to its dynamic value as slip begins, and may increase again with speed.
#pragma once

#include "core/math/dual.h"

namespace slipstick {

/// Stribeck's curve beyond the zone in which friction is proportional to speed; `excess` is the speed beyond this zone.
template <class S>
S stribeck(double dynamicFriction, double staticOffset, double viscous, double decay, const S& excess) {
  return dynamicFriction + staticOffset * exp(-(excess / decay)) + viscous * excess;
}

}  // namespace slipstick
