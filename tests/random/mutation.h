// Small changes of texts and documents, by which right inputs become nearly right ones.
#pragma once

#include <string>
#include <vector>

#include "core/model/values.h"
#include "tests/random/random.h"

namespace slipstick::fuzz {

/// One to six changes: bytes and words are flipped, left out, inserted, doubled or taken from `others`, numbers become extreme ones, the
/// end is cut off.
std::string mutated(std::string text, const std::vector<std::string>& others, Random& random);
/// One to six changes: values and keys become others, also such as are none of their kind, are left out or doubled.
Json mutated(Json json, Random& random);

}  // namespace slipstick::fuzz
