// Measures of a document.
#pragma once

#include "core/model/values.h"

namespace slipstick {

/// Reads `measures`; `model` has the sensors. Where the document is wrong elsewhere, formulas are not looked at.
std::vector<Measure> readMeasures(const Json& document, const Model& model, const ValueReader& reader);

/// What an entry may say, for schema and reference.
const Table& measureTable();

}  // namespace slipstick
