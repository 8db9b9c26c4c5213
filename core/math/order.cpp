#include "core/math/order.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace slipstick {

std::vector<int> inOrder(int count, const std::function<bool(int, int)>& before) {
  std::vector<int> order(count), merged(count);
  std::iota(order.begin(), order.end(), 0);
  for (std::ptrdiff_t width = 1; width < count; width *= 2) {
    for (std::ptrdiff_t start = 0; start < count; start += 2 * width) {
      const std::ptrdiff_t middle = std::min<std::ptrdiff_t>(start + width, count),
                           end = std::min<std::ptrdiff_t>(start + 2 * width, count);
      std::ptrdiff_t left = start, right = middle;
      for (std::ptrdiff_t k = start; k < end; ++k) {
        const bool takesRight = right < end && (left == middle || before(order[right], order[left]));
        merged[k] = takesRight ? order[right++] : order[left++];
      }
    }
    order.swap(merged);
  }
  return order;
}

}  // namespace slipstick
