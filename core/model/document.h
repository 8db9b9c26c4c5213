// From text to JSON, within limits.
#pragma once

#include <optional>
#include <string_view>

#include "core/model/issues.h"

namespace slipstick {

/// Parses `text`, keys in their order. Nothing, with an error reported, if it is not JSON or beyond the limits; keys that
/// occur twice are reported and the first is kept.
std::optional<Json> parseDocument(std::string_view text, const DocumentLimits& limits, Issues& issues);

}  // namespace slipstick
