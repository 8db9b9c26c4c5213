// Constraints that follow from others, or contradict them: found by elimination, named for a person.
#pragma once

#include <string>

#include "core/system/system.h"

namespace slipstick {

struct Redundancy {
  std::string message;         // which constraints, or "" if all are independent
  bool contradictory = false;  // whether they cannot hold together

  explicit operator bool() const { return !message.empty(); }
};

/// Looks for constraints whose gradient is a combination of others at the state. `level` is that of the equations that are solved.
Redundancy findRedundancy(System& system, const State& state, ConstraintLevel level);

}  // namespace slipstick
