// A document whose initial values are others.
#pragma once

#include <string_view>
#include <vector>

#include "core/model/model.h"
#include "core/model/node_start.h"

namespace slipstick {

/// The document that `model` was read from, with the values of its parameters, in which nodes start so. Entries that already say so stay as
/// they are. What cannot be written goes to `issues`, with its place: formulas in initial values, since a number would take their place,
/// and nodes that creators make without arguments for their start.
Json withInitialValues(const Model& model, std::string_view document, const std::vector<NodeStart>& starts, std::vector<Issue>& issues);

}  // namespace slipstick
