// Dense linear algebra that is done once in a run: orthogonal decompositions and eigenvalues. Written to be small and sound, not fast;
// what is solved in every step is in core/solver. Eigen would do the same in 22 KiB more of the engine (35.4 in place of 13.3 after
// Brotli, -Oz), and leaves the balancing to its caller; tests compare with it.
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
  /// Of zeros.
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
/// Rows of the largest dense matrix that is taken memory for: 50 MB in a browser, 3.2 GB elsewhere.
inline constexpr int mostDenseRows = sizeof(void*) == 4 ? 2500 : 20000;
using ComplexMatrix = Dense<Complex>;

DenseMatrix operator*(const DenseMatrix& a, const DenseMatrix& b);
ComplexMatrix operator*(const DenseMatrix& a, const ComplexMatrix& b);
/// a + factor b
DenseMatrix sum(const DenseMatrix& a, double factor, const DenseMatrix& b);
DenseMatrix transpose(const DenseMatrix& a);
/// Largest absolute value; 0 without entries.
double largestEntry(const DenseMatrix& a);

/// x → x − β v (vᵀ x), which takes a given vector to a multiple of the first unit vector.
struct Reflector {
  std::vector<double> v;
  double beta = 0;

  explicit Reflector(std::vector<double> x);
  /// On rows `row` … of the columns `begin` … `end` − 1.
  void fromLeft(DenseMatrix& a, int row, int begin, int end) const;
  /// On columns `column` … of the rows `begin` … `end` − 1.
  void fromRight(DenseMatrix& a, int column, int begin, int end) const;
};

/// A P = Q R with orthogonal Q, exchanging columns so that the diagonal of R descends. What is left below `threshold` times its first entry
/// counts as zero; 0 stands for the rounding errors of the size.
class OrthogonalDecomposition {
 public:
  explicit OrthogonalDecomposition(DenseMatrix a, double threshold = 0);
  int rank() const { return static_cast<int>(reflectors_.size()); }
  /// Orthonormal basis of what is orthogonal to all columns of A.
  DenseMatrix complement() const;
  /// Of the X with the smallest |A X − B| the smallest one.
  DenseMatrix solve(DenseMatrix b) const;

 private:
  DenseMatrix r_;
  std::vector<int> columnAt_;
  std::vector<Reflector> reflectors_;
};

/// Eigenvalues of a square matrix, conjugate pairs side by side with the positive imaginary part first, and its eigenvectors as columns if
/// `vectors` is given. By balancing, Hessenberg form and Francis' double steps (Golub, Van Loan, Matrix Computations, 7.5). False if the
/// iteration does not converge.
bool eigenvalues(DenseMatrix a, std::vector<Complex>& values, ComplexMatrix* vectors);

/// a v = λ b v with symmetric a and positive definite b: eigenvalues in ascending order, eigenvectors as columns. False if b is not
/// positive definite or the iteration does not converge.
bool symmetricEigenvalues(const DenseMatrix& a, const DenseMatrix& b, std::vector<double>& values, DenseMatrix& vectors);

}  // namespace slipstick
