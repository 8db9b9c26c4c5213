// The warning about physically impossible principal moments.
#pragma once

#include <string>

#include "core/math/inertia.h"
#include "core/registry/registry.h"

namespace slipstick {

/// `moments` about the centre of mass, in ascending order; `owner`: "link 3: ", or "". No mass distribution has a moment above the sum of
/// the others. Two zeros are accepted: a body that rotates about one axis.
inline void warnOfMoments(const Vector3& moments, const std::string& parameter, const Complain& warn, const std::string& owner = "") {
  if (moments.y <= roundingOfMoments * moments.z || moments.z <= (1 + roundingOfMoments) * (moments.x + moments.y)) return;
  warn(parameter, owner + "the principal moments about the centre of mass are " + textOfMoments(moments) +
                      " kg m², but none can exceed the sum of the other two: check the numbers");
}

}  // namespace slipstick
