// Code shared by nodes with any number of coordinates.
#pragma once

#include <string>

#include "core/items/registration.h"

namespace slipstick {

/// Reports a given list of coordinates whose length differs from `count`. `countName`: the parameter with the count.
inline void checkCount(const char* name, const VectorX& values, const char* countName, int count, const Complain& complain) {
  if (values.empty() || static_cast<int>(values.size()) == count) return;
  complain(name, std::string("must have ") + countName + " = " + std::to_string(count) + " numbers, got " + std::to_string(values.size()));
}

}  // namespace slipstick
