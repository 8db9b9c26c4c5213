#include "core/math/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace slipstick {
namespace {

TEST(InOrder, IsThatOfTheStableSort) {
  std::mt19937 random(1);
  for (const int count : {0, 1, 2, 3, 5, 8, 100, 1023, 1025}) {
    std::vector<int> keys(count), expected(count);
    for (int i = 0; i < count; ++i) keys[i] = static_cast<int>(random() % 20), expected[i] = i;
    const auto before = [&](int a, int b) { return keys[a] < keys[b]; };
    std::stable_sort(expected.begin(), expected.end(), before);
    EXPECT_EQ(inOrder(count, before), expected) << count;
  }
}

}  // namespace
}  // namespace slipstick
