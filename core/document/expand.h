// The expansion of a document's creators, recomputed from its text because models do not store it.
#pragma once

#include <string_view>

#include "core/model/model.h"

namespace slipstick {

/// Returns the document of `model` with creators expanded, names resolved and formulas of constants evaluated.
Json expandedDocument(const Model& model, std::string_view document);
/// The same, but keeps the formulas in numbers of items.
Json expandedWithFormulas(const Model& model, std::string_view document);

}  // namespace slipstick
