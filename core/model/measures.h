// Measures of a document.
#pragma once

#include "core/model/values.h"

namespace slipstick {

/// Reads `measures`; `model` contains the sensors. If the document has other errors, formulas are not checked.
std::vector<Measure> readMeasures(const Json& document, const Model& model, const ValueReader& reader);

/// The table of an entry, for schema and reference.
const Table& measureTable();

}  // namespace slipstick
