#include "core/solver/linear_solver.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/math/pairs.h"
#include "core/solver/scheduled_lu.h"
#include "core/solver/sparse_lu.h"
#include "core/system/bytes.h"

namespace slipstick {
namespace {

/// Column-oriented LU with partial pivoting, in memory that is allocated once.
///
/// Serves the smallest systems, for which a sparse matrix does not pay off, and models that request it. It skips zeros at the ends of
/// columns, and its loops over pairs of numbers (core/math/pairs.h) round identically in every build.
class DenseSolver final : public LinearSolver {
 public:
  DenseSolver(int size, const SharedLoads* shared)
      : size_(size), shared_(shared), matrix_(static_cast<std::size_t>(size) * size), pivots_(size), begin_(size), end_(size) {}

  SLIPSTICK_SMALL std::unique_ptr<LinearSolver> clone(const SharedLoads* shared) const override {
    auto copy = std::make_unique<DenseSolver>(*this);
    copy->shared_ = shared;
    return copy;
  }
  bool factorize(const System& system, const Evaluation& at, const TangentFactors& factors) override {
    std::fill(matrix_.begin(), matrix_.end(), 0.0);
    MatrixSink sink = MatrixSink::dense(matrix_.data(), size_);
    system.tangent(at, factors, sink);
    if (shared_) shared_->addBorder(sink);
    const int n = size_;
    for (int k = 0; k < n; ++k) {
      double* pivotColumn = column(k);
      int pivot = k;
      double largest = std::abs(pivotColumn[k]);
      int end = k + 1;
      for (int i = k + 1; i < n; ++i) {
        if (pivotColumn[i] == 0) continue;
        end = i + 1;
        if (std::abs(pivotColumn[i]) > largest) largest = std::abs(pivotColumn[i]), pivot = i;
      }
      if (!(largest > smallestPivot) || !std::isfinite(largest)) {
        singular_ = k;
        return false;
      }
      pivots_[k] = pivot;
      if (pivot != k)
        for (int j = 0; j < n; ++j) std::swap(column(j)[k], column(j)[pivot]);
      scale(1.0 / pivotColumn[k], k + 1, end, pivotColumn);
      for (int j = k + 1; j < n; ++j)
        if (const double factor = column(j)[k]; factor != 0) subtract(factor, pivotColumn, k + 1, end, column(j));
    }
    for (int k = 0; k < n; ++k) {
      begin_[k] = 0;
      while (begin_[k] < k && column(k)[begin_[k]] == 0) ++begin_[k];
      end_[k] = n;
      while (end_[k] > k + 1 && column(k)[end_[k] - 1] == 0) --end_[k];
    }
    return true;
  }
  void solve(double* x) override {
    const int n = size_;
    for (int k = 0; k < n; ++k) std::swap(x[k], x[pivots_[k]]);
    // Four columns at once, so that x is loaded and stored a quarter as often.
    int k = 0;
    for (; k + 4 <= n; k += 4) {
      for (int j = k; j < k + 3; ++j) subtract(x[j], column(j), j + 1, k + 4, x);
      subtractFour(k, k + 4, std::max({end_[k], end_[k + 1], end_[k + 2], end_[k + 3]}), x);
    }
    for (int j = k; j < n; ++j) subtract(x[j], column(j), j + 1, n, x);
    for (int j = n - 1; j >= k; --j) {
      x[j] /= column(j)[j];
      subtract(x[j], column(j), begin_[j], j, x);
    }
    for (k -= 4; k >= 0; k -= 4) {
      for (int j = k + 3; j >= k; --j) {
        x[j] /= column(j)[j];
        subtract(x[j], column(j), k, j, x);
      }
      subtractFour(k, std::min({begin_[k], begin_[k + 1], begin_[k + 2], begin_[k + 3]}), k, x);
    }
  }
  int singularUnknown() const override { return singular_; }
  std::size_t bytes() const override { return sizeof *this + bytesOf(matrix_, pivots_, begin_, end_); }

 private:
  static constexpr double smallestPivot = 1e-300;  // only matrices that are singular in floating-point arithmetic are rejected
  static void scale(double factor, int begin, int end, double* numbers) {
    const auto scaled = [f = uniform(factor)](const auto& x) { return x * f; };
    each(end - begin, numbers + begin, scaled, numbers + begin);
  }
  /// target -= factor · source, for rows begin … end − 1.
  static void subtract(double factor, const double* __restrict source, int begin, int end, double* __restrict target) {
    const auto subtracted = [f = uniform(factor)](const auto& x, const auto& a) { return x - f * a; };
    each(end - begin, target + begin, subtracted, target + begin, source + begin);
  }
  /// x -= x[k] · column k + … + x[k+3] · column k+3, for rows begin … end − 1; these exclude rows k … k + 3.
  void subtractFour(int k, int begin, int end, double* x) const {
    const double* source = matrix_.data() + static_cast<std::size_t>(k) * size_;
    subtractFour(x + k, source, source + size_, source + 2 * size_, source + 3 * size_, begin, end, x);
  }
  static void subtractFour(const double* factors, const double* __restrict c0, const double* __restrict c1, const double* __restrict c2,
                           const double* __restrict c3, int begin, int end, double* __restrict target) {
    const double f0 = uniform(factors[0]), f1 = uniform(factors[1]), f2 = uniform(factors[2]), f3 = uniform(factors[3]);
    const auto subtracted = [=](const auto& x, const auto& a0, const auto& a1, const auto& a2, const auto& a3) {
      return x - f0 * a0 - f1 * a1 - f2 * a2 - f3 * a3;
    };
    each(end - begin, target + begin, subtracted, target + begin, c0 + begin, c1 + begin, c2 + begin, c3 + begin);
  }
  double* column(int j) { return matrix_.data() + static_cast<std::size_t>(j) * size_; }

  int size_;
  const SharedLoads* shared_;  // null: none
  std::vector<double> matrix_;
  std::vector<int> pivots_;
  std::vector<int> begin_, end_;  // rows of U and L in each column: the matrices of mechanisms are sparse
  int singular_ = -1;
};

/// Sparse LU. Pattern and order are determined at the first factorisation and whenever the pattern changes.
template <class Lu>
class SparseSolver final : public LinearSolver {
 public:
  SparseSolver(int size, const SharedLoads* shared) : size_(size), shared_(shared) {}

  SLIPSTICK_SMALL std::unique_ptr<LinearSolver> clone(const SharedLoads* shared) const override {
    auto copy = std::make_unique<SparseSolver>(*this);
    copy->shared_ = shared;
    return copy;
  }
  bool factorize(const System& system, const Evaluation& at, const TangentFactors& factors) override {
    if (!factors.massOnly && pattern_ != system.pattern(at)) lu_ = {}, pattern_ = system.pattern(at);
    if (!lu_.analysed()) {
      std::vector<MatrixSink::Position> positions;
      MatrixSink sink = MatrixSink::recorder(positions);
      system.tangent(at, factors, sink);
      border_ = positions.size();
      if (shared_) shared_->addBorder(sink);
      lu_.analyse(size_, std::move(positions), system.coordinates());
    }
    typename Lu::Outcome outcome;
    do {
      double* values = lu_.clear();
      system.tangent(at, factors, MatrixSink::sparse(values, lu_.slots()));
      if (shared_) {
        MatrixSink border = MatrixSink::sparse(values, lu_.slots() + border_);
        shared_->addBorder(border);
      }
      outcome = lu_.factorize();
    } while (outcome == Lu::Outcome::reordered);
    return outcome == Lu::Outcome::done;
  }
  void solve(double* x) override { lu_.solve(x); }
  int singularUnknown() const override { return lu_.singularUnknown(); }
  std::size_t bytes() const override { return sizeof *this + lu_.bytes(); }

 private:
  int size_;
  const SharedLoads* shared_;  // null: none
  std::size_t border_ = 0;     // first entry of the border, after those of the tangent
  std::int64_t pattern_ = 0;   // pattern of the system that lu_ was analysed for
  Lu lu_;
};

}  // namespace

std::unique_ptr<LinearSolver> makeLinearSolver(LinearSolverChoice choice, int unknowns, const SharedLoads* shared) {
  const bool dense = (choice == LinearSolverChoice::dense && unknowns <= mostDenseRows) ||
                     (choice == LinearSolverChoice::automatic && unknowns < smallestSparseSystem);
  const int size = unknowns + (shared ? shared->count() : 0);
  if (dense) return std::make_unique<DenseSolver>(size, shared);
  if (size <= largestScheduledSystem) return std::make_unique<SparseSolver<ScheduledLu>>(size, shared);
  return std::make_unique<SparseSolver<SparseLu>>(size, shared);
}

}  // namespace slipstick
