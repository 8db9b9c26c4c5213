#include "core/solver/linear_solver.h"

#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <vector>

namespace slipstick {
namespace {

/// LU with partial pivoting, by columns, in memory taken once.
///
/// Systems of mechanisms are small (8 for a coin, 53 for a bicycle): there a plain loop that the compiler vectorises beats a blocked
/// library routine, whose dispatch costs as much as the factorisation (measured: Eigen's PartialPivLU takes 2.4 times as long at 8).
class DenseSolver final : public LinearSolver {
 public:
  explicit DenseSolver(int size) : size_(size), matrix_(static_cast<std::size_t>(size) * size), pivots_(size) {}

  bool factorize(System& system, const TangentFactors& factors) override {
    std::fill(matrix_.begin(), matrix_.end(), 0.0);
    system.tangent(factors, MatrixSink::dense(matrix_.data(), size_));
    const int n = size_;
    for (int k = 0; k < n; ++k) {
      double* pivotColumn = column(k);
      int pivot = k;
      double largest = std::abs(pivotColumn[k]);
      for (int i = k + 1; i < n; ++i)
        if (std::abs(pivotColumn[i]) > largest) largest = std::abs(pivotColumn[i]), pivot = i;
      if (!(largest > smallestPivot) || !std::isfinite(largest)) {
        singular_ = k;
        return false;
      }
      pivots_[k] = pivot;
      if (pivot != k)
        for (int j = 0; j < n; ++j) std::swap(column(j)[k], column(j)[pivot]);
      const double inverse = 1.0 / pivotColumn[k];
      for (int i = k + 1; i < n; ++i) pivotColumn[i] *= inverse;
      for (int j = k + 1; j < n; ++j) {
        double* target = column(j);
        const double factor = target[k];
        if (factor == 0) continue;
        for (int i = k + 1; i < n; ++i) target[i] -= factor * pivotColumn[i];
      }
    }
    return true;
  }
  void solve(double* x) override {
    const int n = size_;
    for (int k = 0; k < n; ++k) std::swap(x[k], x[pivots_[k]]);
    for (int k = 0; k < n; ++k) {
      const double factor = x[k];
      if (factor == 0) continue;
      const double* lower = column(k);
      for (int i = k + 1; i < n; ++i) x[i] -= factor * lower[i];
    }
    for (int k = n - 1; k >= 0; --k) {
      const double* upper = column(k);
      x[k] /= upper[k];
      const double factor = x[k];
      for (int i = 0; i < k; ++i) x[i] -= factor * upper[i];
    }
  }
  int singularUnknown() const override { return singular_; }

 private:
  static constexpr double smallestPivot = 1e-300;  // a matrix is called singular only if it is so in numbers
  double* column(int j) { return matrix_.data() + static_cast<std::size_t>(j) * size_; }

  int size_;
  std::vector<double> matrix_;
  std::vector<int> pivots_;
  int singular_ = -1;
};

/// Sparse LU with a column ordering against fill-in; pattern and ordering are found at the first factorisation.
class SparseSolver final : public LinearSolver {
  using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

 public:
  explicit SparseSolver(int size) : size_(size), solution_(size) {}

  bool factorize(System& system, const TangentFactors& factors) override {
    if (slots_.empty()) findPattern(system, factors);
    std::fill_n(matrix_.valuePtr(), matrix_.nonZeros(), 0.0);
    system.tangent(factors, MatrixSink::sparse(matrix_.valuePtr(), slots_.data()));
    if (!analysed_) {
      lu_.analyzePattern(matrix_);
      analysed_ = true;
    }
    lu_.factorize(matrix_);
    return lu_.info() == Eigen::Success;
  }
  void solve(double* x) override {
    solution_ = lu_.solve(Eigen::Map<Eigen::VectorXd>(x, size_));
    std::copy_n(solution_.data(), size_, x);
  }
  int singularUnknown() const override { return -1; }

 private:
  void findPattern(System& system, const TangentFactors& factors) {
    std::vector<MatrixSink::Position> positions;
    system.tangent(factors, MatrixSink::recorder(positions));
    std::vector<Eigen::Triplet<double, int>> triplets;
    triplets.reserve(positions.size());
    for (const auto& position : positions) triplets.emplace_back(position.row, position.column, 0.0);
    matrix_.resize(size_, size_);
    matrix_.setFromTriplets(triplets.begin(), triplets.end());
    matrix_.makeCompressed();
    for (const auto& position : positions) {
      const int* first = matrix_.innerIndexPtr() + matrix_.outerIndexPtr()[position.column];
      const int* last = matrix_.innerIndexPtr() + matrix_.outerIndexPtr()[position.column + 1];
      slots_.push_back(static_cast<int>(std::lower_bound(first, last, position.row) - matrix_.innerIndexPtr()));
    }
  }

  int size_;
  Matrix matrix_;
  Eigen::SparseLU<Matrix, Eigen::COLAMDOrdering<int>> lu_;
  Eigen::VectorXd solution_;
  std::vector<int> slots_;
  bool analysed_ = false;
};

}  // namespace

std::unique_ptr<LinearSolver> makeLinearSolver(LinearSolverChoice choice, int unknowns) {
  const bool dense = choice == LinearSolverChoice::dense || (choice == LinearSolverChoice::automatic && unknowns < largestDenseSystem);
  if (dense) return std::make_unique<DenseSolver>(unknowns);
  return std::make_unique<SparseSolver>(unknowns);
}

}  // namespace slipstick
