// Small changes of texts and documents that turn valid inputs into almost valid ones.
#pragma once

#include <string>
#include <vector>

#include "core/model/values.h"
#include "tests/random/random.h"

namespace slipstick::fuzz {

/// Makes one to six changes: flips, removes, inserts or doubles bytes and words, takes them from `others`, replaces numbers by extreme
/// ones, or cuts off the end.
std::string mutated(std::string text, const std::vector<std::string>& others, Random& random);
/// Makes one to six changes: replaces values and keys, possibly by ones of another kind, removes or doubles them.
Json mutated(Json json, Random& random);

}  // namespace slipstick::fuzz
