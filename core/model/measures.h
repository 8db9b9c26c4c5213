// Measures of a document.
#pragma once

#include "core/expression/reaction.h"
#include "core/model/values.h"

namespace slipstick {

/// Reads `measures`; `model` contains the sensors, `reaction` may add some. If the document has other errors, formulas are not checked.
std::vector<Measure> readMeasures(const Json& document, const Model& model, const ValueReader& reader, const FindReaction& reaction);

/// The table of an entry, for schema and reference.
const Table& measureTable();

}  // namespace slipstick
