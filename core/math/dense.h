// Dense linear algebra outside of steps: orthogonal decompositions and eigenvalues. It is designed to be small and robust, not fast;
// core/solver contains the solvers used in every step. Eigen's CompleteOrthogonalDecomposition, EigenSolver, SelfAdjointEigenSolver and
// LLT would add 26 KiB to the module that pages load first (557.6 instead of 532.0 after Brotli, -O2), and require the caller to balance
// matrices. Their bits agree between g++, clang++ and Emscripten with EIGEN_DONT_VECTORIZE, EIGEN_NO_CPUID and a complex division of our
// own.
#pragma once

#include <vector>

#include "core/math/complex.h"

namespace slipstick {

/// Stored by columns.
template <class S>
struct Dense {
  int rows = 0, columns = 0;
  std::vector<S> entries;

  Dense() = default;
  /// A zero matrix.
  Dense(int rows, int columns) : rows(rows), columns(columns), entries(static_cast<std::size_t>(rows) * columns) {}
  static Dense identity(int size) {
    Dense result(size, size);
    for (int i = 0; i < size; ++i) result(i, i) = 1;
    return result;
  }

  S* column(int j) { return entries.data() + static_cast<std::size_t>(j) * rows; }
  const S* column(int j) const { return entries.data() + static_cast<std::size_t>(j) * rows; }
  S& operator()(int i, int j) { return column(j)[i]; }
  const S& operator()(int i, int j) const { return column(j)[i]; }
};
using DenseMatrix = Dense<double>;
/// Largest allowed number of rows of a dense matrix: 50 MB in a browser, 3.2 GB elsewhere.
inline constexpr int mostDenseRows = sizeof(void*) == 4 ? 2500 : 20000;
using ComplexMatrix = Dense<Complex>;

DenseMatrix operator*(const DenseMatrix& a, const DenseMatrix& b);
ComplexMatrix operator*(const DenseMatrix& a, const ComplexMatrix& b);
/// a + factor b
DenseMatrix sum(const DenseMatrix& a, double factor, const DenseMatrix& b);
DenseMatrix transpose(const DenseMatrix& a);
/// Returns the largest absolute value; 0 without entries.
double largestEntry(const DenseMatrix& a);

/// x → x − β v (vᵀ x), which maps a given vector to a multiple of the first unit vector.
struct Reflector {
  std::vector<double> v;
  double beta = 0;

  explicit Reflector(std::vector<double> x);
  /// Acts on rows `row` … of the columns `begin` … `end` − 1.
  void fromLeft(DenseMatrix& a, int row, int begin, int end) const;
  /// Acts on columns `column` … of the rows `begin` … `end` − 1.
  void fromRight(DenseMatrix& a, int column, int begin, int end) const;
};

/// Factorises a = L Lᵀ in place by Cholesky, given its lower part by rows. Returns false if a is not positive definite.
bool factorizeSymmetric(double* a, int size);
/// x → L⁻¹ x and x → L⁻ᵀ x.
void solveLower(const double* factor, int size, double* x);
void solveUpper(const double* factor, int size, double* x);

/// A P = Q R with orthogonal Q and column exchanges, such that the diagonal of R descends. Remainders below `threshold` times the first
/// diagonal entry count as zero; 0 selects a threshold for rounding errors at this size.
class OrthogonalDecomposition {
 public:
  explicit OrthogonalDecomposition(DenseMatrix a, double threshold = 0);
  int rank() const { return static_cast<int>(reflectors_.size()); }
  /// Returns an orthonormal basis of the orthogonal complement of A's columns.
  DenseMatrix complement() const;
  /// Returns the smallest of all X that minimise |A X − B|.
  DenseMatrix solve(DenseMatrix b) const;

 private:
  DenseMatrix r_;
  std::vector<int> columnAt_;
  std::vector<Reflector> reflectors_;
};

/// Computes the eigenvalues of a square matrix, conjugate pairs adjacent with the positive imaginary part first, and its eigenvectors as
/// columns if `vectors` is given. Uses balancing, Hessenberg form and Francis' double steps (Golub, Van Loan, Matrix Computations, 7.5).
/// Returns false if the iteration does not converge.
bool eigenvalues(DenseMatrix a, std::vector<Complex>& values, ComplexMatrix* vectors);

/// Solves a v = λ b v with symmetric a and positive definite b: eigenvalues in ascending order, eigenvectors as columns. Returns false
/// if b is not positive definite or the iteration does not converge.
bool symmetricEigenvalues(const DenseMatrix& a, const DenseMatrix& b, std::vector<double>& values, DenseMatrix& vectors);

}  // namespace slipstick
