// High-level entries of a document that expand into plain items.
#pragma once

#include "core/creators/creator.h"

namespace slipstick {

/// Expands `create` in order; the items stand after those of the document.
void expandCreators(const Json& document, const Scope& scope, Drafts& drafts, Issues& issues);

}  // namespace slipstick
