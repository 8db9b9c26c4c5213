// Smallest solutions of sparse equations: compared with dense ones.

#include "core/solver/normal_equations.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/core/support/eigen.h"

namespace slipstick {
namespace {

/// Rows of joints: five equations between neighbours of a ring of bodies with six degrees of freedom.
std::vector<ConstraintRow> ring(int bodies) {
  std::mt19937 random(1);
  std::vector<ConstraintRow> rows(5 * bodies);
  for (int i = 0; i < 5 * bodies; ++i)
    for (const int body : {i / 5, (i / 5 + 1) % bodies})
      for (int j = 0; j < 6; ++j) rows[i].entries.push_back({6 * body + j, random() / 2147483648.0 - 1});
  return rows;
}

Eigen::MatrixXd dense(const std::vector<ConstraintRow>& rows, int columns) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(static_cast<int>(rows.size()), columns);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const auto& [column, value] : rows[i].entries) a(static_cast<int>(i), column) += value;
  return a;
}

/// Returns the largest difference between the sparse and the dense solution.
double differenceFromDense(const std::vector<ConstraintRow>& rows, int columns, double mu) {
  NormalEquations equations(rows, columns);
  EXPECT_TRUE(equations.damp(10)) << "another damping first";
  EXPECT_TRUE(equations.damp(mu));
  const Eigen::MatrixXd a = dense(rows, columns);
  const Eigen::Index size = a.rows();
  std::vector<double> c(rows.size());
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = std::cos(3.0 * static_cast<double>(i));
  const Eigen::MatrixXd matrix = a * a.transpose() + mu * Eigen::MatrixXd::Identity(size, size);
  const Eigen::VectorXd expected = a.transpose() * matrix.llt().solve(Eigen::Map<Eigen::VectorXd>(c.data(), size));
  const std::vector<double> y = equations.smallest(c), change = equations.change(y);
  const Eigen::VectorXd sparse = Eigen::Map<const Eigen::VectorXd>(y.data(), columns);
  EXPECT_LT((a * sparse - Eigen::Map<const Eigen::VectorXd>(change.data(), size)).lpNorm<Eigen::Infinity>(), 1e-12);
  return (sparse - expected).lpNorm<Eigen::Infinity>();
}

TEST(NormalEquations, HaveTheSmallestSolution) {
  for (const double mu : {1e-3, 1.0}) EXPECT_LT(differenceFromDense(ring(12), 72, mu), 1e-9) << mu;
}

/// For redundant rows, the damping determines the solution.
TEST(NormalEquations, AcceptRedundantRows) {
  std::vector<ConstraintRow> rows = ring(5);
  rows.push_back(rows[2]), rows.push_back(rows[7]);
  EXPECT_LT(differenceFromDense(rows, 30, 1e-6), 1e-6);
  rows[0].entries.assign({{0, 0.0}});
  EXPECT_FALSE(NormalEquations(rows, 30).damp(0));
}

}  // namespace
}  // namespace slipstick
