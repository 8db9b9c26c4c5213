// From text to JSON, within limits.
#pragma once

#include <optional>
#include <string_view>

#include "core/model/issues.h"

namespace slipstick {

/// Parses `text`, keeping the order of keys. Returns nothing, with an error reported, if it is not JSON or exceeds the limits. Duplicate
/// keys are reported and the first one is kept.
std::optional<Json> parseDocument(std::string_view text, const DocumentLimits& limits, Issues& issues);

}  // namespace slipstick
