// Tasks of a document, and which of its parameters are fixed, hidden or drawn for each person.
#pragma once

#include "core/model/values.h"

namespace slipstick {

/// Reads `tasks`, `lock`, `hide` and `variants` into the model, which has everything else.
void readTasks(const Json& document, Model& model, const ValueReader& reader);

/// What they may say, for schema and reference: `tasks`, `lock` and `hide`.
std::span<const Row> taskRows();

/// The values that a seed, a name or a number, draws for the parameters in `variants`. Of a name, spaces around it and the case of ASCII
/// letters do not count. Without a seed none.
std::map<std::string, double> variantOf(const Model& model, std::string_view seed);

}  // namespace slipstick
