#pragma once

#include <functional>
#include <vector>

namespace slipstick {

/// The numbers 0 … count − 1 in the order that `before` says; those that it does not tell apart stay in this order. One function for all
/// that is sorted once in a run, where std::stable_sort would be a function of its own for each.
std::vector<int> inOrder(int count, const std::function<bool(int, int)>& before);

}  // namespace slipstick
