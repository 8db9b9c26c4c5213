// Validates a document against a JSON Schema, restricted to the keywords that this project uses.
#pragma once

#include <string>

#include "core/model/model.h"

namespace slipstick::testing {

/// "" if the value is valid, otherwise the place and the reason. Throws for unknown keywords.
std::string schemaMismatch(const Json& value, const Json& schema, const Json& root, const std::string& pointer = "");

}  // namespace slipstick::testing
