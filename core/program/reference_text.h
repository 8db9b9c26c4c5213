// The reference of documents for a terminal.
#pragma once

#include <string>

#include "core/model/model.h"

namespace slipstick {

/// Items, display settings, creators, analysis steps and the objects inside them: all with this name, or all. For each: kind, type, summary
/// and parameters.
Json typesCalled(const std::string& name);
/// One line per type.
std::string typeList(const Json& types);
/// The full description of each type, in lines of at most 100 characters.
std::string typeDetails(const Json& types);

}  // namespace slipstick
