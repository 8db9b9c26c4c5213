// Dense decompositions as the program uses them: random, badly scaled, singular and empty matrices.

#include "core/math/eigen.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "core/math/cholesky.h"

namespace slipstick {
namespace {

using Eigen::MatrixXd;

MatrixXd randomMatrix(int rows, int columns, unsigned seed) {
  std::mt19937 random(seed);
  return MatrixXd::NullaryExpr(rows, columns, [&] { return random() / 2147483648.0 - 1; });
}
constexpr std::array<std::array<int, 3>, 6> sizes{{{6, 6, 4}, {9, 5, 3}, {5, 9, 5}, {7, 12, 1}, {12, 12, 12}, {60, 55, 50}}};

TEST(Eigen, FindsTheComplementOfColumns) {
  for (const auto& [rows, columns, rank] : sizes) {
    const MatrixXd a = randomMatrix(rows, rank, 1) * randomMatrix(rank, columns, 2);
    const Decomposition decomposition = decompose(a, 1e-10);
    EXPECT_EQ(rankOf(decomposition), rank);
    const MatrixXd basis = complement(decomposition);
    ASSERT_EQ(basis.cols(), rows - rank);
    EXPECT_LT((basis.transpose() * a).norm(), 1e-11) << rows << " " << columns;
    EXPECT_LT((basis.transpose() * basis - MatrixXd::Identity(rows - rank, rows - rank)).norm(), 1e-13);
  }
}

TEST(Eigen, FindsTheSmallestSolutionOfDependentEquations) {
  for (const auto& [rows, columns, rank] : sizes) {
    const MatrixXd a = randomMatrix(rows, rank, 1) * randomMatrix(rank, columns, 2), any = randomMatrix(rows, 3, 3);
    const MatrixXd x = smallestSolution(decompose(a, 1e-10), a.transpose() * any);
    EXPECT_LT((a.transpose() * (x - any)).norm(), 1e-11) << rows << " " << columns;
    // No component of the solution is orthogonal to the columns of A.
    EXPECT_LT((complement(decompose(a, 1e-10)).transpose() * x).norm(), 1e-11);
  }
}

TEST(Eigen, TakesMatricesWithoutEntriesAndOfRankZero) {
  const Decomposition none = decompose(MatrixXd(3, 0));
  EXPECT_EQ(rankOf(none), 0);
  EXPECT_EQ(complement(none), MatrixXd(MatrixXd::Identity(3, 3)));
  EXPECT_EQ(smallestSolution(none, MatrixXd(0, 2)), MatrixXd(MatrixXd::Zero(3, 2)));
  EXPECT_EQ(complement(decompose(MatrixXd::Zero(3, 2))).cols(), 3);
  EXPECT_EQ(rankOf(decompose(MatrixXd(0, 2))), 0);
  EXPECT_EQ(complement(decompose(MatrixXd(0, 2))).size(), 0);
  EXPECT_EQ(smallestSolution(decompose(MatrixXd::Zero(3, 2)), MatrixXd::Zero(2, 1)), MatrixXd(MatrixXd::Zero(3, 1)));
}

/// (a + ib) / (c + id) equals the division of Complex.
TEST(Eigen, DividesComplexNumbersAlikeInAllBuilds) {
  const std::complex<double> a(1e300, -2e300), b(3e300, 4e300);
  const Complex wanted = Complex(1e300, -2e300) / Complex(3e300, 4e300);
  const std::complex<double> found = Eigen::operator/(a, b);
  EXPECT_EQ(found.real(), wanted.real());
  EXPECT_EQ(found.imag(), wanted.imag());
  EXPECT_NEAR(found.real(), -0.2, 1e-15);
}

TEST(Cholesky, FactorisesPositiveDefiniteMatrices) {
  for (int n = 1; n <= 40; ++n) {
    const MatrixXd half = randomMatrix(n, n, n), a = half * half.transpose() + MatrixXd::Identity(n, n);
    MatrixXd factor = a;
    ASSERT_TRUE(factorizeSymmetric(factor.data(), n));
    const Eigen::VectorXd right = randomMatrix(n, 1, 7);
    Eigen::VectorXd x = right;
    solveLower(factor.data(), n, x.data());
    solveUpper(factor.data(), n, x.data());
    EXPECT_LT((a * x - right).norm(), 1e-11) << n;
  }
}

TEST(Cholesky, RefusesIndefiniteMatrices) {
  MatrixXd indefinite = MatrixXd::Identity(3, 3);
  indefinite(2, 2) = -1;
  EXPECT_FALSE(factorizeSymmetric(indefinite.data(), 3));
}

}  // namespace
}  // namespace slipstick
