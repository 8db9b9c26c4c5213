// Properties of all sparse factorisations, against dense elimination.

#include <gtest/gtest.h>

#include "core/solver/scheduled_lu.h"
#include "core/solver/sparse_lu.h"
#include "tests/core/count_allocations.h"
#include "tests/core/solver/matrices.h"

namespace slipstick {
namespace {

template <class Lu>
struct SparseFactors : ::testing::Test {};
using Kinds = ::testing::Types<ScheduledLu, SparseLu>;
TYPED_TEST_SUITE(SparseFactors, Kinds);

TYPED_TEST(SparseFactors, SolveARingWithABodyThatMultipliersHold) {
  for (const int nodes : {1, 2, 7, 30})
    for (const int coordinates : {1, 2, 3, 4, 5, 7}) {
      const Ring ring(nodes, coordinates, 2);
      EXPECT_LT(difference<TypeParam>(ring.size(), ring.entries, ring.firstMultiplier()), 1e-12) << nodes << ", " << coordinates;
    }
}

TYPED_TEST(SparseFactors, NameAnUnknownThatNothingHolds) {
  const Ring whole(20, 4, 0);
  Ring ring = whole;
  const int free = 4 * 7 + 2;
  for (Entry& entry : ring.entries)
    if (entry.row == free || entry.column == free) entry.value = 0;
  TypeParam lu;
  EXPECT_EQ(factorize(lu, ring.size(), ring.entries, ring.size()), TypeParam::Outcome::singular);
  EXPECT_EQ(lu.singularUnknown(), free);
  EXPECT_LT(difference(lu, whole.size(), whole.entries, whole.size()), 1e-12) << "they are of use again";
}

TYPED_TEST(SparseFactors, EndWhereNumbersAreNotFinite) {
  Ring ring(5, 4, 0);
  TypeParam lu;
  EXPECT_EQ(factorize(lu, ring.size(), ring.entries, ring.size()), TypeParam::Outcome::done);
  ring.entries[3].value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(factorize(lu, ring.size(), ring.entries, ring.size()), TypeParam::Outcome::singular);
}

TYPED_TEST(SparseFactors, TakeNoMemoryOnceTheyAreOrdered) {
  const Ring ring(50, 4, 2);
  TypeParam lu;
  factorize(lu, ring.size(), ring.entries, ring.firstMultiplier());
  std::vector<double> right(ring.size(), 1.0);
  const std::size_t before = allocations();
  factorize(lu, ring.size(), ring.entries, ring.firstMultiplier());
  lu.solve(right.data());
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace slipstick
