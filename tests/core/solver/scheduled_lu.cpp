// Factors by a schedule against dense elimination.

#include "core/solver/scheduled_lu.h"

#include <gtest/gtest.h>

#include "tests/core/count_allocations.h"
#include "tests/core/solver/matrices.h"

namespace slipstick {
namespace {

TEST(ScheduledLu, SolvesARingWithABodyThatMultipliersHold) {
  for (const int nodes : {1, 2, 7, 30}) {
    const Ring ring(nodes, 4, 2);
    EXPECT_LT(difference<ScheduledLu>(ring.size(), ring.entries, ring.firstMultiplier()), 1e-12) << nodes;
  }
}

/// An arrow that points up fills all if it is eliminated from above, and nothing from below.
TEST(ScheduledLu, ChoosesPivotsThatFillLittle) {
  const int size = 40;
  Entries entries;
  for (int i = 0; i < size; ++i) {
    entries.push_back({i, i, 4.0 + i});
    if (i > 0) entries.push_back({0, i, 1}), entries.push_back({i, 0, 2});
  }
  ScheduledLu lu;
  EXPECT_LT(difference(lu, size, entries, size), 1e-13);
  EXPECT_EQ(lu.stored(), entries.size());
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

/// The pivot of the first matrix is gone in the second: without a new order the factors would lose 12 digits.
TEST(ScheduledLu, FindsANewOrderWhereAPivotBecomesWeak) {
  Entries entries{{0, 0, 5}, {0, 1, 1}, {1, 0, 1}, {1, 1, 2}, {1, 2, 1}, {2, 1, 1}, {2, 2, 3}};
  ScheduledLu lu;
  EXPECT_LT(difference(lu, 3, entries, 3), 1e-15);
  entries[0].value = 1e-12;
  EXPECT_LT(difference(lu, 3, entries, 3), 1e-15);
  EXPECT_EQ(lu.orders(), 2);
  entries[0].value = 0;
  EXPECT_LT(difference(lu, 3, entries, 3), 1e-15);
}

TEST(ScheduledLu, NamesAnUnknownThatNothingHolds) {
  Ring ring(5, 4, 0);
  const int free = 4 * 3 + 2;
  for (Entry& entry : ring.entries)
    if (entry.row == free || entry.column == free) entry.value = 0;
  ScheduledLu lu;
  EXPECT_EQ(factorize(lu, ring.size(), ring.entries, ring.size()), ScheduledLu::Outcome::singular);
  EXPECT_EQ(lu.singularUnknown(), free);
  Ring whole(5, 4, 0);
  EXPECT_LT(difference(lu, whole.size(), whole.entries, whole.size()), 1e-12) << "it is of use again";
}

TEST(ScheduledLu, EndsWhereNumbersAreNotFinite) {
  Ring ring(5, 4, 0);
  ScheduledLu lu;
  EXPECT_EQ(factorize(lu, ring.size(), ring.entries, ring.size()), ScheduledLu::Outcome::done);
  ring.entries[3].value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(factorize(lu, ring.size(), ring.entries, ring.size()), ScheduledLu::Outcome::singular);
}

TEST(ScheduledLu, TakesNoMemoryOnceItIsOrdered) {
  const Ring ring(20, 4, 2);
  ScheduledLu lu;
  factorize(lu, ring.size(), ring.entries, ring.firstMultiplier());
  std::vector<double> right(ring.size(), 1.0);
  const std::size_t before = allocations();
  factorize(lu, ring.size(), ring.entries, ring.firstMultiplier());
  lu.solve(right.data());
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace slipstick
