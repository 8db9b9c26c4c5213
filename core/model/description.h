// The accepted values of a parameter, in words and as JSON Schema.
#pragma once

#include "core/model/values.h"

namespace slipstick {

/// Returns "number", "3 numbers", "name or number of a marker" …
std::string takes(const Target& target, const Row& row);
/// Returns the same for programs: {"is": "number", "count": 3}, {"is": "word", "words": ["left", "right"]} … A list has a `count`, null
/// for any.
Json form(const Target& target, const Row& row);
/// Returns the schema of a value for the target.
Json valueSchema(const Target& target, const Row& row);
/// Returns "stiffness of the spring (N/m)".
std::string described(const std::string& text, const Unit& unit);

}  // namespace slipstick
