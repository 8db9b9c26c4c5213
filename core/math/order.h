#pragma once

#include <functional>
#include <vector>

namespace slipstick {

/// Returns the numbers 0 … count − 1 in the order defined by `before`; equivalent ones keep their order. One shared function for sorting
/// outside of steps, because std::stable_sort would instantiate a separate function for each use.
std::vector<int> inOrder(int count, const std::function<bool(int, int)>& before);

}  // namespace slipstick
