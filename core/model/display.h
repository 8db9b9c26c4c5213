// What is drawn: `display` of a document and `visualization` of an item. Nothing here changes a computed number, so that unknown keys
// are warnings.
#pragma once

#include "core/model/values.h"

namespace slipstick {

/// `visualization` of an item with the formulas among its numbers evaluated; `drawn` are the keys that the item's type draws.
Json readVisualization(const Json& json, const std::vector<std::string>& drawn, const ValueReader& reader, const DocumentPlace& place);
/// `display` likewise. Warns of sensors that do not exist.
Json readDisplay(const Json& json, const ValueReader& reader, const DocumentPlace& place);

}  // namespace slipstick
