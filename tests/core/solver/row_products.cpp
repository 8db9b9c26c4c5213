// Products of sparse rows, factorised: compared with dense ones, and their fill-in.

#include "core/solver/row_products.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/core/support/eigen.h"

namespace slipstick {
namespace {

/// Rows of joints: `each` equations between neighbours of a chain of bodies with six degrees of freedom, and between the bodies of `loops`.
std::vector<SparseRow> chain(int bodies, int each, const std::vector<std::pair<int, int>>& loops, unsigned seed) {
  std::mt19937 random(seed);
  const auto number = [&] { return random() / 2147483648.0 - 1; };
  std::vector<SparseRow> rows;
  const auto join = [&](int a, int b) {
    for (int i = 0; i < each; ++i) {
      SparseRow& row = rows.emplace_back();
      for (const int body : {a, b})
        for (int j = 0; j < 6; ++j) row.push_back({6 * body + j, number()});
    }
  };
  for (int i = 0; i + 1 < bodies; ++i) join(i, i + 1);
  for (const auto& [a, b] : loops) join(a, b);
  return rows;
}

std::vector<const SparseRow*> pointers(const std::vector<SparseRow>& rows) {
  std::vector<const SparseRow*> all;
  for (const SparseRow& row : rows) all.push_back(&row);
  return all;
}

double differenceFromDense(RowProducts& products, const std::vector<SparseRow>& rows, int columns, double mu) {
  const int size = static_cast<int>(rows.size());
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(size, columns);
  for (int i = 0; i < size; ++i)
    for (const auto& [column, value] : rows[i]) a(i, column) = value;
  std::vector<double> x(size);
  for (int i = 0; i < size; ++i) x[i] = std::cos(3.0 * i);
  const Eigen::VectorXd right = Eigen::Map<Eigen::VectorXd>(x.data(), size);
  const Eigen::MatrixXd matrix = a * a.transpose() + mu * Eigen::MatrixXd::Identity(size, size);
  products.assemble(pointers(rows), columns);
  EXPECT_TRUE(products.factorize(mu));
  products.solve(x);
  return (matrix * Eigen::Map<Eigen::VectorXd>(x.data(), size) - right).lpNorm<Eigen::Infinity>();
}

TEST(RowProducts, AreSolvedLikeDenseOnes) {
  RowProducts products;
  for (const double mu : {1e-3, 1.0, 10.0}) {
    EXPECT_LT(differenceFromDense(products, chain(12, 5, {{11, 0}, {3, 8}}, 1), 72, mu), 1e-9) << mu;
    EXPECT_LT(differenceFromDense(products, chain(12, 5, {{11, 0}, {3, 8}}, 2), 72, mu), 1e-9) << mu;
  }
  EXPECT_EQ(products.orders(), 1) << "the pattern stayed";
  EXPECT_LT(differenceFromDense(products, chain(7, 3, {{2, 6}}, 3), 42, 1e-3), 1e-9);
  EXPECT_EQ(products.orders(), 2);
}

/// For redundant rows, the damping determines the solution.
TEST(RowProducts, AcceptRedundantRows) {
  std::vector<SparseRow> rows = chain(5, 5, {}, 4);
  rows.push_back(rows[2]), rows.push_back(rows[7]);
  RowProducts products;
  EXPECT_LT(differenceFromDense(products, rows, 30, 1e-6), 1e-6);
  rows[0].assign({{0, 0.0}});
  products.assemble(pointers(rows), 30);
  EXPECT_FALSE(products.factorize(0));
}

TEST(RowProducts, DoNotFillChainsAndHardlyLoops) {
  RowProducts products;
  const int each = 5, bodies = 200;
  const std::vector<SparseRow> straight = chain(bodies, each, {}, 5), ring = chain(bodies, each, {{bodies - 1, 0}}, 6);
  products.assemble(pointers(straight), 6 * bodies);
  const std::size_t joints = bodies - 1, own = each * (each + 1) / 2;
  EXPECT_EQ(products.stored(), joints * own + (joints - 1) * each * each);
  products.assemble(pointers(ring), 6 * bodies);
  EXPECT_LT(products.stored(), 3 * joints * each * each);
}

}  // namespace
}  // namespace slipstick
