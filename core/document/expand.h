// A document with creators expanded, once more from its text: models do not keep it.
#pragma once

#include <string_view>

#include "core/model/model.h"

namespace slipstick {

/// The document that `model` was read from with creators expanded, names resolved and formulas of constants evaluated, the latter except
/// for numbers of items with `formulas`.
Json expandedDocument(const Model& model, std::string_view document, bool formulas);

}  // namespace slipstick
