// Warnings about allowed but probably unintended contents of a document that concern several items at once.
#pragma once

#include "core/model/items.h"

namespace slipstick {

/// Checks a document without errors. Warns of springs and discs within one body, discs and planes that are swapped or far from touching
/// at the start, springs without direction and, for dynamic steps, bodies without mass and spheres that bounce within a few steps.
void addCautions(Drafts& drafts, const std::vector<AnalysisStep>& analysis, Issues& issues);

}  // namespace slipstick
