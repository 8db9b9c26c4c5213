// Factorisation by a schedule: the elimination order, and when it is renewed. sparse_factors.cpp tests the properties of all
// factorisations.

#include "core/solver/scheduled_lu.h"

#include <gtest/gtest.h>

#include "tests/core/solver/matrices.h"

namespace slipstick {
namespace {

/// An arrow matrix that points up fills completely if eliminated from the top, and has no fill-in from the bottom.
TEST(ScheduledLu, ChoosesPivotsThatFillLittle) {
  const int size = 40;
  Entries entries;
  for (int i = 0; i < size; ++i) {
    entries.push_back({i, i, 4.0 + i});
    if (i > 0) entries.push_back({0, i, 1}), entries.push_back({i, 0, 2});
  }
  ScheduledLu lu;
  EXPECT_LT(difference(lu, size, entries, size), 1e-13);
  EXPECT_LT(lu.stored(), 4 * entries.size()) << "four rows at a time, with zeros where they differ";
}

TEST(ScheduledLu, KeepsItsOrderWhileNumbersChange) {
  Ring ring(12, 4, 2);
  ScheduledLu lu;
  for (int i = 0; i < 5; ++i) {
    for (Entry& entry : ring.entries) entry.value *= 1 + 0.1 * ((entry.row + 3 * entry.column + i) % 7);
    EXPECT_LT(difference(lu, ring.size(), ring.entries, ring.firstMultiplier()), 1e-12);
  }
  EXPECT_EQ(lu.orders(), 1);
}

/// The pivot of the first matrix vanishes in the second: with the old order the factors would lose 12 digits.
TEST(ScheduledLu, RenewsItsOrderForAWeakPivot) {
  Entries entries{{0, 0, 5}, {0, 1, 1}, {1, 0, 1}, {1, 1, 2}, {1, 2, 1}, {2, 1, 1}, {2, 2, 3}};
  ScheduledLu lu;
  EXPECT_LT(difference(lu, 3, entries, 3), 1e-15);
  entries[0].value = 1e-12;
  EXPECT_LT(difference(lu, 3, entries, 3), 1e-15);
  EXPECT_EQ(lu.orders(), 2);
  entries[0].value = 0;
  EXPECT_LT(difference(lu, 3, entries, 3), 1e-15);
}

}  // namespace
}  // namespace slipstick
