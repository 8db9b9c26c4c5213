// The heap memory of copies, for the size of a checkpoint.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/system/state.h"

namespace slipstick {

inline std::size_t bytesOf(const std::string& text) {
  return text.size() < sizeof text ? 0 : text.size();  // short strings need no heap
}

template <class T>
std::size_t bytesOf(const std::vector<T>& list) {
  return list.size() * sizeof(T);
}
template <class T>
std::size_t bytesOf(const std::vector<std::vector<T>>& lists) {
  std::size_t sum = lists.size() * sizeof(std::vector<T>);
  for (const auto& list : lists) sum += bytesOf(list);
  return sum;
}

template <class First, class Second, class... Others>
std::size_t bytesOf(const First& first, const Second& second, const Others&... others) {
  return bytesOf(first) + bytesOf(second) + (0 + ... + bytesOf(others));
}

inline std::size_t bytesOf(const State& state) { return bytesOf(state.q, state.q_t, state.q_tt, state.lambda, state.data, state.contacts); }

}  // namespace slipstick
