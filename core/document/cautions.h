// What is allowed in a document, but surely not meant, and concerns several items at once.
#pragma once

#include "core/model/items.h"

namespace slipstick {

/// Of a document without errors. Warns of springs and discs within one body, discs and planes that are exchanged or far from touching at
/// the start, springs without direction and, where there is a dynamic step, bodies without mass.
void addCautions(Drafts& drafts, bool isDynamic, Issues& issues);

}  // namespace slipstick
