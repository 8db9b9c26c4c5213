// What a parameter takes, in words and as JSON Schema.
#pragma once

#include "core/model/values.h"

namespace slipstick {

/// "number", "3 numbers", "name or number of a marker" …
std::string takes(const Target& target, const Row& row);
/// The schema of a value for the target.
Json valueSchema(const Target& target, const Row& row);
/// "stiffness of the spring (N/m)".
std::string described(const std::string& text, const Unit& unit);

}  // namespace slipstick
