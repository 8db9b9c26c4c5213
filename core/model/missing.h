// The message about a missing required value.
#pragma once

#include <string>
#include <string_view>

#include "core/model/issues.h"

namespace slipstick {

/// Returns "'mass' is missing: of the body (kg)". `words` may be "" because the engine for pages omits some of them.
inline std::string missingText(std::string_view name, const std::string& words, const Unit& unit = {}) {
  return quote(std::string(name)) + " is missing" + (words.empty() ? "" : ": " + words) + unitText(unit);
}

}  // namespace slipstick
