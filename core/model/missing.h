// The message about a missing required value.
#pragma once

#include <string>
#include <string_view>

#include "core/message/messages.h"
#include "core/model/issues.h"

namespace slipstick {

/// Returns "'mass' is missing: of the body (kg)". `words` may be "" because the engine for pages omits some of them.
inline Message missingText(std::string_view name, const std::string& words, const Unit& unit = {}) {
  Message missing = messages::missing({std::string(name)});
  if (!words.empty()) missing = messages::missingWith({std::string(name), words});
  return withUnit(std::move(missing), unitText(unit));
}

}  // namespace slipstick
