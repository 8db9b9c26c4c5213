// A document as it was written, with creators expanded.
#pragma once

#include <string_view>

#include "core/model/model.h"

namespace slipstick {

/// Model::expanded, with those numbers of items as formulas that `document` gives as formulas; `document` is what `model` was read from.
Json expandedWithFormulas(const Model& model, std::string_view document);

}  // namespace slipstick
