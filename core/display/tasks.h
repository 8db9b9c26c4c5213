// Tasks of a document, and its parameters that are fixed, hidden or drawn at random for each person.
#pragma once

#include "core/model/values.h"

namespace slipstick {

/// Reads `tasks`, `lock`, `hide` and `variants` into the model, which is otherwise complete.
void readTasks(const Json& document, Model& model, const ValueReader& reader);

/// The rows of `tasks`, `lock` and `hide`, for schema and reference.
std::span<const Row> taskRows();

/// Returns the parameter values that a seed, a name or a number, determines in `variants`. In a name, surrounding spaces and the case of
/// ASCII letters are ignored. Returns nothing without a seed.
std::map<std::string, double> variantOf(const Model& model, std::string_view seed);

}  // namespace slipstick
