// The force on a point touched by a person.
//
// A hand pulls a point p of an object to a target z by a spring and a damper, F = m ω² (z − p) + 2 m ω (ż − ṗ), where m is the effective
// mass of the point when it was grabbed. A push is a constant force.
#pragma once

#include "core/system/touch.h"

namespace slipstick {

/// In N, global.
Vector3 touchForce(const Touch& touch, const FrameKinematics<double>& point, double time);

}  // namespace slipstick
