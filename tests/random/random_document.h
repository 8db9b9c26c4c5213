// Random documents that follow the tables: every item, creator, setting, `set`, event, study, measure, task and display.
#pragma once

#include <cstdint>

#include "core/model/model.h"

namespace slipstick::fuzz {

/// Limits of the generated models: at most 20 items, listed or from creators.
DocumentLimits smallLimits();
inline constexpr int mostSteps = 50;

/// The document of a seed, the same on every computer: an example of the reference with a few changes by the tables, confusing names and
/// extreme values. Many of them are valid.
Json randomDocument(std::uint64_t seed);

}  // namespace slipstick::fuzz
