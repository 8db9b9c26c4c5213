// The reference of documents for a terminal.
#pragma once

#include <string>

#include "core/model/model.h"

namespace slipstick {

/// Items, what the display takes, creators, steps of the analysis and the objects inside of them: all of this name, or all. For each kind,
/// type, summary and parameters.
Json typesCalled(const std::string& name);
/// One line for each type.
std::string typeList(const Json& types);
/// All about each type, in lines of at most 100 characters.
std::string typeDetails(const Json& types);

}  // namespace slipstick
