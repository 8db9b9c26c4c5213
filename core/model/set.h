// The `set` of an analysis step: parameters of items that change between steps.
#pragma once

#include <map>
#include <utility>

#include "core/model/items.h"

namespace slipstick {

/// Copies of the items changed by the steps so far, by kind and number.
using ChangedItems = std::map<std::pair<ItemKind, int>, std::shared_ptr<void>>;

/// Returns whether a name matches a pattern, in which `*` matches any characters.
bool matchesPattern(std::string_view pattern, std::string_view name);
/// Reads the list `set` at `place` of a step and returns its changes. They are applied to copies, which are then checked like items;
/// `changed` keeps these copies from one step to the next.
std::vector<ParameterChange> readSet(const Json& json, const DocumentPlace& place, const Model& model, const ValueReader& reader,
                                     UserFunctionReader& functions, ChangedItems& changed);

}  // namespace slipstick
