// The mass and inertia of a rigid body, given as numbers or by its shape.
#pragma once

#include "core/creators/creator.h"

namespace slipstick {

struct Inertia {
  double mass = 0;
  Vector3 centerOfMass;
  Matrix3 tensor;  // about the reference point
};

/// Reads `inertia` of a creator.
Inertia readInertia(const Json& json, const DocumentPlace& place, const ValueReader& reader);
/// Jxx, Jyy, Jzz, Jyz, Jxz, Jxy.
Json inertia6D(const Matrix3& tensor);
/// The argument `inertia` of a creator: a shape, or numbers.
Row inertiaRow();

}  // namespace slipstick
