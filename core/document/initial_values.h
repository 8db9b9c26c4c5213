// Replacement of the initial values in a document.
#pragma once

#include <string_view>
#include <vector>

#include "core/model/model.h"
#include "core/model/node_start.h"

namespace slipstick {

/// Returns the document of `model`, with the values of its parameters, in which nodes have these initial values. Entries that already
/// agree are unchanged. Values that cannot be written are added to `issues`, with their place: formulas in initial values, which a
/// number would replace, and nodes whose creators have no arguments for initial values.
Json withInitialValues(const Model& model, std::string_view document, const std::vector<NodeStart>& starts, std::vector<Issue>& issues);

}  // namespace slipstick
