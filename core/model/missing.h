// What is said where a value is missing that has to be given.
#pragma once

#include <string>
#include <string_view>

#include "core/model/issues.h"

namespace slipstick {

/// "'mass' is missing: of the body (kg)". `words` may be "": the engine of pages has not all of them.
inline std::string missingText(std::string_view name, const std::string& words, const Unit& unit = {}) {
  return quote(std::string(name)) + " is missing" + (words.empty() ? "" : ": " + words) + unitText(unit);
}

}  // namespace slipstick
