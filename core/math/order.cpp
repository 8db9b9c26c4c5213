#include "core/math/order.h"

#include <algorithm>
#include <numeric>

namespace slipstick {

std::vector<int> inOrder(int count, const std::function<bool(int, int)>& before) {
  std::vector<int> order(count), merged(count);
  std::iota(order.begin(), order.end(), 0);
  for (long width = 1; width < count; width *= 2) {
    for (long start = 0; start < count; start += 2 * width) {
      const long middle = std::min<long>(start + width, count), end = std::min<long>(start + 2 * width, count);
      long left = start, right = middle;
      for (long k = start; k < end; ++k) {
        const bool takesRight = right < end && (left == middle || before(order[right], order[left]));
        merged[k] = takesRight ? order[right++] : order[left++];
      }
    }
    order.swap(merged);
  }
  return order;
}

}  // namespace slipstick
