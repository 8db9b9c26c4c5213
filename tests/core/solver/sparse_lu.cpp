// The sparse factors against dense elimination, on the patterns that mechanisms have.

#include "core/solver/sparse_lu.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "tests/core/count_allocations.h"

namespace slipstick {
namespace {

struct Entry {
  int row, column;
  double value;
};
using Entries = std::vector<Entry>;

Eigen::MatrixXd dense(int size, const Entries& entries) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
  for (const Entry& entry : entries) matrix(entry.row, entry.column) += entry.value;
  return matrix;
}

SparseLu::Outcome factorize(SparseLu& lu, int size, const Entries& entries, int firstMultiplier) {
  if (!lu.analysed()) {
    std::vector<MatrixSink::Position> positions;
    for (const Entry& entry : entries) positions.push_back({entry.row, entry.column});
    lu.analyse(size, positions, firstMultiplier);
  }
  SparseLu::Outcome outcome;
  do {
    double* values = lu.clear();
    for (std::size_t i = 0; i < entries.size(); ++i) values[lu.slots()[i]] += entries[i].value;
    outcome = lu.factorize();
  } while (outcome == SparseLu::Outcome::reordered);
  return outcome;
}

/// Largest difference from the solution by Eigen's full pivoting, relative to its largest number.
double difference(SparseLu& lu, int size, const Entries& entries, int firstMultiplier) {
  if (factorize(lu, size, entries, firstMultiplier) != SparseLu::Outcome::done) return 1;
  Eigen::VectorXd right = Eigen::VectorXd::LinSpaced(size, -1, 2);
  const Eigen::VectorXd expected = dense(size, entries).fullPivLu().solve(right);
  lu.solve(right.data());
  return (right - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

double difference(int size, const Entries& entries, int firstMultiplier) {
  SparseLu lu;
  return difference(lu, size, entries, firstMultiplier);
}

/// A ring of nodes with `coordinates` each, tied to their neighbours and all to one body of 3 coordinates that `multipliers` hold.
class Ring {
 public:
  Ring(int nodes, int coordinates, int multipliers) : nodes_(nodes), coordinates_(coordinates), multipliers_(multipliers) {
    for (int i = 0; i < nodes; ++i) {
      const int here = coordinates * i, next = coordinates * ((i + 1) % nodes), body = coordinates * nodes;
      for (int a = 0; a < coordinates; ++a) {
        for (int b = 0; b < coordinates; ++b) {
          add(here + a, here + b, a == b ? 8 : 0);
          add(here + a, next + b), add(next + a, here + b);
        }
        for (int b = 0; b < 3; ++b) add(here + a, body + b), add(body + b, here + a);
      }
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) add(body + a, body + b, a == b ? 8 : 0);
    }
    for (int m = 0; m < multipliers; ++m)
      for (int b = 0; b < 3; ++b) add(firstMultiplier() + m, coordinates * nodes + b), add(coordinates * nodes + b, firstMultiplier() + m);
  }
  int size() const { return firstMultiplier() + multipliers_; }
  int firstMultiplier() const { return coordinates_ * nodes_ + 3; }
  Entries entries;

 private:
  void add(int row, int column, double plus = 0) { entries.push_back({row, column, plus + uniform_(random_)}); }

  int nodes_, coordinates_, multipliers_;
  std::mt19937 random_{7};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

TEST(SparseLu, SolvesARingWithABodyThatMultipliersHold) {
  const Ring ring(30, 4, 2);
  EXPECT_LT(difference(ring.size(), ring.entries, ring.firstMultiplier()), 1e-12);
}

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
  EXPECT_LT(difference(60, entries, 60), 1e-14);
}

/// Bodies without mass on an axis that their own constraint holds: no pivot there before the constraint.
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
  EXPECT_LT(difference(3 * bodies, entries, first), 1e-13);
}

TEST(SparseLu, NamesAnUnknownThatNothingHolds) {
  Ring ring(20, 4, 0);
  const int free = 4 * 7 + 2;
  for (Entry& entry : ring.entries)
    if (entry.row == free || entry.column == free) entry.value = 0;
  SparseLu lu;
  EXPECT_EQ(factorize(lu, ring.size(), ring.entries, ring.size()), SparseLu::Outcome::singular);
  EXPECT_EQ(lu.singularUnknown(), free);
}

/// As a belt that leaves a pulley: the pattern has all contacts, the numbers those that act.
TEST(SparseLu, LeavesOutWhatIsZeroThisTime) {
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

TEST(SparseLu, TakesNoMemoryOnceItIsOrdered) {
  const Ring ring(50, 4, 2);
  SparseLu lu;
  factorize(lu, ring.size(), ring.entries, ring.firstMultiplier());
  std::vector<double> right(ring.size(), 1.0);
  const std::size_t before = allocations();
  factorize(lu, ring.size(), ring.entries, ring.firstMultiplier());
  lu.solve(right.data());
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace slipstick
