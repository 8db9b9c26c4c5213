// Compiled for size: this runs once in a run.

#include "core/system/touch.h"

#include <algorithm>

namespace slipstick {

/// Returns whether the target has passed the end of its path. A step that ends there has not, despite rounding of its time.
bool Touch::arrived(double time) const { return duration == 0 || !(time - start <= duration * (1 + 1e-9)); }

Vector3 Touch::target(double time) const {
  if (arrived(time)) return to;
  return from + ((time - start) / duration) * (to - from);
}

Vector3 Touch::targetVelocity(double time) const {
  if (arrived(time)) return {};
  return (1 / duration) * (to - from);
}

const Touch* handAmong(const Touches& touches) {
  const auto found = std::find_if(touches.begin(), touches.end(), [](const Touch& touch) { return touch.isHand; });
  return found == touches.end() ? nullptr : &*found;
}

static const role::Acting* registeredLaw = nullptr;
const role::Acting& touchLaw() { return *registeredLaw; }
bool registerTouchLaw(const role::Acting& law) {
  registeredLaw = &law;
  return true;
}

}  // namespace slipstick
