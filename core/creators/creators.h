// High-level entries of a document that expand into plain items.
#pragma once

#include "core/creators/creator.h"

namespace slipstick {

/// Whether entries of `create` may be of this type.
bool isCreatorType(const std::string& type);
/// Expands `create` in order; the new items follow the items of the document.
void expandCreators(const Json& document, const Scope& scope, Drafts& drafts, Issues& issues);

}  // namespace slipstick
