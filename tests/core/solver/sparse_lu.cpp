// The fronts of the sparse factorisation, on patterns of mechanisms. sparse_factors.cpp tests the properties of all factorisations.

#include "core/solver/sparse_lu.h"

#include <gtest/gtest.h>

#include "tests/core/solver/matrices.h"

namespace slipstick {
namespace {

TEST(SparseLu, StoresNumbersInProportionToTheNodes) {
  const auto stored = [](int nodes) {
    const Ring ring(nodes, 4, 2);
    SparseLu lu;
    factorize(lu, ring.size(), ring.entries, ring.firstMultiplier());
    EXPECT_LE(lu.largestFront(), 4 + 4 + 4 + 3 + 2);
    return static_cast<double>(lu.stored());
  };
  EXPECT_NEAR((stored(400) - stored(200)) / (stored(200) - stored(100)), 2, 0.01);
}

TEST(SparseLu, MakesAPartOfFewUnknownsOneFront) {
  Entries entries;
  for (int part = 0; part < 10; ++part)
    for (int i = 0; i < 6; ++i)
      for (int j = std::max(0, i - 1); j < std::min(6, i + 2); ++j) entries.push_back({6 * part + i, 6 * part + j, i == j ? 2.0 : -1.0});
  SparseLu lu;
  factorize(lu, 60, entries, 60);
  EXPECT_EQ(lu.fronts(), 10);
  EXPECT_EQ(lu.largestFront(), 6);
  EXPECT_LT(difference<SparseLu>(60, entries, 60), 1e-14);
}

/// Bodies without mass along a constrained axis: the pivot is zero until the constraint is included.
TEST(SparseLu, JoinsFrontsThatHaveNoPivotOfTheirOwn) {
  const int bodies = 40;
  Entries entries;
  const int first = 2 * bodies;
  for (int i = 0; i < bodies; ++i) {
    entries.push_back({2 * i, 2 * i, 3});
    entries.push_back({2 * i + 1, 2 * i + 1, 0});
    entries.push_back({2 * i, 2 * i + 1, 0}), entries.push_back({2 * i + 1, 2 * i, 0});
    for (int a = 0; a < 2; ++a) entries.push_back({first + i, 2 * i + a, a + 1.0}), entries.push_back({2 * i + a, first + i, a + 1.0});
    if (i + 1 < bodies) entries.push_back({2 * i, 2 * i + 2, -1}), entries.push_back({2 * i + 2, 2 * i, -1});
  }
  EXPECT_LT(difference<SparseLu>(3 * bodies, entries, first), 1e-13);
}

/// Two large bodies of 420 unknowns, coupled by 10 unknowns. Ten unknowns of the second have nearly zero diagonal blocks, so its front has
/// no pivot for them. Only the coupling unknowns make the solution exact to rounding.
Entries largeFrontsWithWeakPivots(double weak) {
  constexpr int large = 420, between = 10;
  Entries entries;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> some(-1, 1);
  for (const int first : {0, large + between})
    for (int i = 0; i < large; ++i)
      for (int j = 0; j < large; ++j) {
        const bool isWeak = first > 0 && (i < between || j < between);
        const double value = isWeak ? (i == j ? weak : 0) : (i == j ? 20 : 0.1 * some(random));
        entries.push_back({first + i, first + j, value});
      }
  for (int k = 0; k < between; ++k) {
    for (int l = 0; l < between; ++l) entries.push_back({large + k, large + l, k == l ? 3.0 : 0.2});
    for (const int first : {0, large + between})
      for (int i = 0; i < large; ++i) {
        const double value = first > 0 && i < between ? (i == k ? 1.5 : 0.1 * some(random)) : 0.1 * some(random);
        entries.push_back({large + k, first + i, value}), entries.push_back({first + i, large + k, value});
      }
  }
  return entries;
}

TEST(SparseLu, RefinesForWeakPivotsOfALargeFront) {
  SparseLu lu;
  EXPECT_LT(difference(lu, 850, largeFrontsWithWeakPivots(1e-10), 850), 1e-10);
  EXPECT_EQ(lu.fronts(), 2);
}

TEST(SparseLu, JoinsLargeFrontsWhosePivotsAreUseless) {
  for (const double weak : {1e-20, 0.0}) EXPECT_LT(difference<SparseLu>(850, largeFrontsWithWeakPivots(weak), 850), 1e-10) << weak;
}

/// As for a belt that leaves a pulley: the pattern has all contacts, the values only the active ones.
TEST(SparseLu, LeavesOutPresentZeros) {
  const Ring ring(40, 4, 2);
  SparseLu lu;
  std::size_t used[3];
  for (const int touching : {40, 10, 25}) {
    Entries entries = ring.entries;
    for (Entry& entry : entries) {
      const int node = std::min(entry.row, entry.column) / 4, other = std::max(entry.row, entry.column);
      if (node >= touching && node < 40 && other >= 4 * 40) entry.value = 0;
    }
    EXPECT_LT(difference(lu, ring.size(), entries, ring.firstMultiplier()), 1e-12);
    used[touching / 15] = lu.used();
  }
  EXPECT_EQ(used[2], lu.stored());
  EXPECT_LT(used[0], used[1]);
  EXPECT_LT(used[1], used[2]);
}

}  // namespace
}  // namespace slipstick
