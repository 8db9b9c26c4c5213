// Checks a document against a JSON Schema, as far as the schema of this project uses the language.
#pragma once

#include <string>

#include "core/model/model.h"

namespace slipstick::testing {

/// "" if the value fits, else where it does not and why. Throws for keywords that it does not know.
std::string schemaMismatch(const Json& value, const Json& schema, const Json& root, const std::string& pointer = "");

}  // namespace slipstick::testing
