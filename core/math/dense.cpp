#include "core/math/dense.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/math/order.h"

namespace slipstick {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int mostIterations = 60;  // for one eigenvalue; two or three are usual

template <class S>
Dense<S> product(const DenseMatrix& a, const Dense<S>& b) {
  Dense<S> result(a.rows, b.columns);
  for (int j = 0; j < b.columns; ++j)
    for (int k = 0; k < a.columns; ++k) {
      const S factor = b(k, j);
      if (factor == S(0)) continue;
      for (int i = 0; i < a.rows; ++i) result(i, j) += factor * a(i, k);
    }
  return result;
}

std::vector<double> partOf(const DenseMatrix& a, int column, int begin) { return {a.column(column) + begin, a.column(column) + a.rows}; }

double norm(const double* x, int size) { return std::sqrt(std::inner_product(x, x + size, x, 0.0)); }

/// Rotates columns j and j + 1 by the angle with this cosine and sine.
void rotateColumns(DenseMatrix& a, int j, double cosine, double sine) {
  for (int i = 0; i < a.rows; ++i) {
    const double x = a(i, j), y = a(i, j + 1);
    a(i, j) = cosine * x + sine * y;
    a(i, j + 1) = cosine * y - sine * x;
  }
}

/// Reduces a to Hessenberg form zᵀ a z; tridiagonal if it was symmetric. Returns z if requested.
DenseMatrix reduce(DenseMatrix& a, bool wanted) {
  const int n = a.rows;
  DenseMatrix z = wanted ? DenseMatrix::identity(n) : DenseMatrix();
  for (int k = 0; k + 2 < n; ++k) {
    const Reflector reflector(partOf(a, k, k + 1));
    reflector.fromLeft(a, k + 1, k, n);
    reflector.fromRight(a, k + 1, 0, n);
    for (int i = k + 2; i < n; ++i) a(i, k) = 0;
    if (wanted) reflector.fromRight(z, k + 1, 0, n);
  }
  return z;
}

/// Scales a to d⁻¹ a d by powers of 2, which are exact, until rows and columns have similar sums, so that large entries do not hide
/// small eigenvalues (Osborne; Parlett and Reinsch). Returns d.
std::vector<double> balance(DenseMatrix& a) {
  const int n = a.rows;
  std::vector<double> d(n, 1.0);
  for (bool changed = true; changed;) {
    changed = false;
    for (int k = 0; k < n; ++k) {
      double row = 0, column = 0;
      for (int i = 0; i < n; ++i)
        if (i != k) row += std::abs(a(k, i)), column += std::abs(a(i, k));
      if (row == 0 || column == 0) continue;
      const double factor = powerOfTwo((binaryExponent(row / column) + 1) >> 1);
      if (column * factor + row / factor >= 0.95 * (column + row)) continue;
      for (int i = 0; i < n; ++i) a(k, i) /= factor;
      for (int i = 0; i < n; ++i) a(i, k) *= factor;
      d[k] *= factor;
      changed = true;
    }
  }
  return d;
}

/// Reduces a Hessenberg matrix to the real Schur form: triangular except for blocks of two.
class Francis {
 public:
  Francis(DenseMatrix& h, DenseMatrix* z) : h_(h), z_(z), n_(h.rows), size_(largestEntry(h)) {}

  bool run(std::vector<Complex>& values) {
    values.assign(n_, 0);
    int iterations = 0;
    double shifted = 0;
    for (int last = n_ - 1; last >= 0;) {
      const int first = startOfBlock(last);
      if (first >= last - 1) {
        for (int i = first; i <= last; ++i) h_(i, i) += shifted;
        if (first == last)
          values[last] = h_(last, last);
        else
          pair(first, values);
        last = first - 1, iterations = 0;
        continue;
      }
      if (++iterations > mostIterations) return false;
      if (iterations % 10 == 0) {
        // Applies an exceptional shift because the usual shifts cycle.
        const double shift = h_(last, last);
        shifted += shift;
        for (int i = 0; i <= last; ++i) h_(i, i) -= shift;
        const double s = std::abs(h_(last, last - 1)) + std::abs(h_(last - 1, last - 2));
        step(first, last, 0.75 * s, 0.75 * s, -0.4375 * s * s);
      } else {
        step(first, last, h_(last, last), h_(last - 1, last - 1), h_(last, last - 1) * h_(last - 1, last));
      }
    }
    return true;
  }

 private:
  int startOfBlock(int last) {
    int first = last;
    for (; first > 0; --first) {
      const double beside = std::abs(h_(first - 1, first - 1)) + std::abs(h_(first, first));
      if (std::abs(h_(first, first - 1)) > epsilon * (beside > 0 ? beside : size_)) continue;
      h_(first, first - 1) = 0;
      break;
    }
    return first;
  }

  void pair(int k, std::vector<Complex>& values) const {
    const double a = h_(k, k), d = h_(k + 1, k + 1), bc = h_(k, k + 1) * h_(k + 1, k);
    const double half = (a - d) / 2, square = half * half + bc;
    if (square < 0) {
      values[k] = {d + half, std::sqrt(-square)};
      values[k + 1] = conj(values[k]);
      return;
    }
    const double z = half + std::copysign(std::sqrt(square), half);
    values[k] = d + z;
    values[k + 1] = z == 0 ? d : d - bc / z;
  }

  /// Takes a double step from the last place with two consecutive small subdiagonal entries. Its shifts are the eigenvalues of a 2 × 2
  /// block with these diagonal entries and this product of off-diagonal entries.
  void step(int first, int last, double shift0, double shift1, double beside) {
    std::vector<double> x(3);
    int start = last - 2;
    for (;; --start) {
      const double a = h_(start, start), b = h_(start + 1, start + 1), c = h_(start + 1, start);
      x = {((shift0 - a) * (shift1 - a) - beside) / c + h_(start, start + 1), b - a - (shift0 - a) - (shift1 - a),
           h_(start + 2, start + 1)};
      const double scale = std::abs(x[0]) + std::abs(x[1]) + std::abs(x[2]);
      if (scale > 0)
        for (double& number : x) number /= scale;
      if (start == first) break;
      const double before = std::abs(h_(start, start - 1)) * (std::abs(x[1]) + std::abs(x[2]));
      const double around = std::abs(x[0]) * (std::abs(h_(start - 1, start - 1)) + std::abs(a) + std::abs(b));
      if (before <= epsilon * around) break;
    }
    const int left = z_ ? n_ : last + 1, top = z_ ? 0 : first;
    for (int k = start; k < last; ++k) {
      if (k > start) {
        x.resize(k + 2 <= last ? 3 : 2);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = h_(k + static_cast<int>(i), k - 1);
      }
      const Reflector reflector(x);
      reflector.fromLeft(h_, k, k > start ? k - 1 : start, left);
      // The reflection changes the sign of the entry before its rows, if that is one of the small ones.
      if (k == start && start > first) h_(start, start - 1) *= 1 - reflector.beta * reflector.v[0] * reflector.v[0];
      if (k > start)
        for (std::size_t i = 1; i < x.size(); ++i) h_(k + static_cast<int>(i), k - 1) = 0;
      reflector.fromRight(h_, k, top, std::min(k + 3, last) + 1);
      if (z_) reflector.fromRight(*z_, k, 0, n_);
    }
  }

  DenseMatrix& h_;
  DenseMatrix* z_;
  int n_;
  double size_;
};

/// Returns the eigenvectors of z t zᵀ from its real Schur form.
ComplexMatrix schurVectors(const DenseMatrix& realT, const DenseMatrix& z, const std::vector<Complex>& values) {
  const int n = realT.rows;
  ComplexMatrix t(n, n), turned = ComplexMatrix::identity(n);
  std::copy(realT.entries.begin(), realT.entries.end(), t.entries.begin());
  // Blocks of two become triangular by a unitary rotation with an eigenvector as its first column.
  for (int k = 0; k + 1 < n; ++k) {
    const double below = realT(k + 1, k);
    if (below == 0) continue;
    const Complex difference = values[k] - realT(k + 1, k + 1);
    const double length = hypot(abs(difference), below);
    const Complex c = difference / length;
    const double s = below / length;
    for (int j = k; j < n; ++j) {
      const Complex x = t(k, j), y = t(k + 1, j);
      t(k, j) = conj(c) * x + s * y;
      t(k + 1, j) = c * y - s * x;
    }
    for (ComplexMatrix* matrix : {&t, &turned})
      for (int i = 0; i <= k + 1; ++i) {
        const Complex x = (*matrix)(i, k), y = (*matrix)(i, k + 1);
        (*matrix)(i, k) = c * x + s * y;
        (*matrix)(i, k + 1) = conj(c) * y - s * x;
      }
    ++k;
  }
  const double smallest = std::max(epsilon * largestEntry(realT), std::numeric_limits<double>::min());
  ComplexMatrix vectors(n, n);
  for (int k = 0; k < n; ++k) {
    Complex* x = vectors.column(k);
    if (values[k].imag() < 0) {
      for (int i = 0; i < n; ++i) x[i] = conj(vectors(i, k - 1));
      continue;
    }
    x[k] = 1;
    for (int i = k - 1; i >= 0; --i) {
      Complex rest = 0;
      for (int j = i + 1; j <= k; ++j) rest -= t(i, j) * x[j];
      Complex divisor = t(i, i) - values[k];
      if (abs(divisor) < smallest) divisor = smallest;
      x[i] = rest / divisor;
      const double size = abs(x[i]);
      if (size > 1e100)
        for (int j = i; j <= k; ++j) x[j] /= size;
    }
    // Transform to real coordinates immediately, so that the vector of the conjugate value is conjugate.
    std::vector<Complex> inReal(n);
    for (int j = 0; j <= k; ++j)
      for (int i = std::max(j - 1, 0); i <= std::min(j + 1, n - 1); ++i) inReal[i] += turned(i, j) * x[j];
    std::copy(inReal.begin(), inReal.end(), x);
  }
  return z * vectors;
}

/// Diagonalises a symmetric tridiagonal matrix with diagonal d and subdiagonal e: d becomes its eigenvalues, the columns of z rotate
/// along. Golub, Van Loan, 8.3, with Wilkinson's shift.
bool diagonalize(std::vector<double>& d, std::vector<double>& e, DenseMatrix& z) {
  int iterations = 0;
  for (int last = static_cast<int>(d.size()) - 1; last > 0;) {
    int first = last;
    while (first > 0 && std::abs(e[first - 1]) > epsilon * (std::abs(d[first - 1]) + std::abs(d[first]))) --first;
    if (first == last) {
      --last, iterations = 0;
      continue;
    }
    if (++iterations > mostIterations) return false;
    const double half = (d[last - 1] - d[last]) / 2, beside = e[last - 1];
    const double shift = d[last] - beside * beside / (half + std::copysign(hypot(half, beside), half));
    double x = d[first] - shift, y = e[first];
    for (int k = first; k < last; ++k) {
      const double length = hypot(x, y);
      const double c = length > 0 ? x / length : 1, s = length > 0 ? y / length : 0;
      if (k > first) e[k - 1] = length;
      const double a = d[k], b = d[k + 1], between = e[k];
      d[k] = c * c * a + 2 * c * s * between + s * s * b;
      d[k + 1] = s * s * a - 2 * c * s * between + c * c * b;
      e[k] = c * s * (b - a) + (c * c - s * s) * between;
      rotateColumns(z, k, c, s);
      if (k + 1 < last) x = e[k], y = s * e[k + 1], e[k + 1] *= c;
    }
  }
  return true;
}

}  // namespace

DenseMatrix operator*(const DenseMatrix& a, const DenseMatrix& b) { return product(a, b); }
ComplexMatrix operator*(const DenseMatrix& a, const ComplexMatrix& b) { return product(a, b); }

DenseMatrix sum(const DenseMatrix& a, double factor, const DenseMatrix& b) {
  DenseMatrix result = a;
  for (std::size_t i = 0; i < result.entries.size(); ++i) result.entries[i] += factor * b.entries[i];
  return result;
}

DenseMatrix transpose(const DenseMatrix& a) {
  DenseMatrix result(a.columns, a.rows);
  for (int j = 0; j < a.columns; ++j)
    for (int i = 0; i < a.rows; ++i) result(j, i) = a(i, j);
  return result;
}

double largestEntry(const DenseMatrix& a) {
  double largest = 0;
  for (const double entry : a.entries) largest = std::max(largest, std::abs(entry));
  return largest;
}

Reflector::Reflector(std::vector<double> x) : v(std::move(x)) {
  if (std::all_of(v.begin() + 1, v.end(), [](double number) { return number == 0; })) return;
  const double length = norm(v.data(), static_cast<int>(v.size()));
  beta = 1 / (length * (length + std::abs(v[0])));
  v[0] += std::copysign(length, v[0]);
}

void Reflector::fromLeft(DenseMatrix& a, int row, int begin, int end) const {
  if (beta == 0) return;
  for (int j = begin; j < end; ++j) {
    double* x = a.column(j) + row;
    const double factor = beta * std::inner_product(v.begin(), v.end(), x, 0.0);
    for (std::size_t i = 0; i < v.size(); ++i) x[i] -= factor * v[i];
  }
}

void Reflector::fromRight(DenseMatrix& a, int column, int begin, int end) const {
  if (beta == 0) return;
  const int size = static_cast<int>(v.size());
  for (int i = begin; i < end; ++i) {
    double factor = 0;
    for (int k = 0; k < size; ++k) factor += a(i, column + k) * v[k];
    factor *= beta;
    for (int k = 0; k < size; ++k) a(i, column + k) -= factor * v[k];
  }
}

bool factorizeSymmetric(double* a, int size) {
  for (int i = 0; i < size; ++i) {
    double* row = a + static_cast<std::ptrdiff_t>(i) * size;
    for (int j = 0; j <= i; ++j) {
      const double* other = a + static_cast<std::ptrdiff_t>(j) * size;
      double rest = row[j];
      for (int k = 0; k < j; ++k) rest -= row[k] * other[k];
      if (i == j && !(rest > 0)) return false;
      row[j] = i == j ? std::sqrt(rest) : rest / other[j];
    }
  }
  return true;
}

void solveLower(const double* factor, int size, double* x) {
  for (int i = 0; i < size; ++i, factor += size) {
    for (int k = 0; k < i; ++k) x[i] -= factor[k] * x[k];
    x[i] /= factor[i];
  }
}

void solveUpper(const double* factor, int size, double* x) {
  for (int i = size - 1; i >= 0; --i) {
    const double* column = factor + i;
    for (int k = i + 1; k < size; ++k) x[i] -= column[static_cast<std::ptrdiff_t>(k) * size] * x[k];
    x[i] /= column[static_cast<std::ptrdiff_t>(i) * size];
  }
}

OrthogonalDecomposition::OrthogonalDecomposition(DenseMatrix a, double threshold) : r_(std::move(a)), columnAt_(r_.columns) {
  std::iota(columnAt_.begin(), columnAt_.end(), 0);
  const int most = std::min(r_.rows, r_.columns);
  double smallest = 0;
  for (int k = 0; k < most; ++k) {
    int best = k;
    double longest = -1;
    for (int j = k; j < r_.columns; ++j)
      if (const double length = norm(r_.column(j) + k, r_.rows - k); length > longest) longest = length, best = j;
    if (k == 0) smallest = longest * (threshold > 0 ? threshold : epsilon * most);
    if (!(longest > smallest)) break;
    std::swap_ranges(r_.column(k), r_.column(k) + r_.rows, r_.column(best));
    std::swap(columnAt_[k], columnAt_[best]);
    reflectors_.emplace_back(partOf(r_, k, k));
    reflectors_.back().fromLeft(r_, k, k, r_.columns);
  }
}

DenseMatrix OrthogonalDecomposition::complement() const {
  DenseMatrix result(r_.rows, r_.rows - rank());
  for (int j = 0; j < result.columns; ++j) result(rank() + j, j) = 1;
  for (int k = rank() - 1; k >= 0; --k) reflectors_[k].fromLeft(result, k, 0, result.columns);
  return result;
}

DenseMatrix OrthogonalDecomposition::solve(DenseMatrix b) const {
  const int n = rank();
  for (int k = 0; k < n; ++k) reflectors_[k].fromLeft(b, k, 0, b.columns);
  DenseMatrix y(r_.columns, b.columns);
  if (n == r_.columns) {
    for (int j = 0; j < b.columns; ++j)
      for (int i = n - 1; i >= 0; --i) {
        double rest = b(i, j);
        for (int k = i + 1; k < n; ++k) rest -= r_(i, k) * y(k, j);
        y(i, j) = rest / r_(i, i);
      }
  } else {
    // The smallest solution of R y = b: with Rᵀ P = W S it is W S⁻ᵀ Pᵀ b.
    DenseMatrix transposed(r_.columns, n);
    for (int i = 0; i < n; ++i)
      for (int j = i; j < r_.columns; ++j) transposed(j, i) = r_(i, j);
    const OrthogonalDecomposition of(std::move(transposed), std::numeric_limits<double>::min());
    for (int j = 0; j < b.columns; ++j)
      for (int i = 0; i < of.rank(); ++i) {
        double rest = b(of.columnAt_[i], j);
        for (int k = 0; k < i; ++k) rest -= of.r_(k, i) * y(k, j);
        y(i, j) = rest / of.r_(i, i);
      }
    for (int k = of.rank() - 1; k >= 0; --k) of.reflectors_[k].fromLeft(y, k, 0, y.columns);
  }
  DenseMatrix x(r_.columns, b.columns);
  for (int j = 0; j < b.columns; ++j)
    for (int i = 0; i < r_.columns; ++i) x(columnAt_[i], j) = y(i, j);
  return x;
}

bool eigenvalues(DenseMatrix a, std::vector<Complex>& values, ComplexMatrix* vectors) {
  const std::vector<double> scale = balance(a);
  DenseMatrix z = reduce(a, vectors != nullptr);
  if (!Francis(a, vectors ? &z : nullptr).run(values)) return false;
  if (!vectors) return true;
  *vectors = schurVectors(a, z, values);
  for (int j = 0; j < a.rows; ++j)
    for (int i = 0; i < a.rows; ++i) (*vectors)(i, j) *= scale[i];
  return true;
}

bool symmetricEigenvalues(const DenseMatrix& a, const DenseMatrix& b, std::vector<double>& values, DenseMatrix& vectors) {
  const int n = a.rows;
  // b = L Lᵀ; L⁻¹ a L⁻ᵀ has the same eigenvalues.
  DenseMatrix l = transpose(b), c = a;
  if (!factorizeSymmetric(l.column(0), n)) return false;
  for (int pass = 0; pass < 2; ++pass) {
    for (int j = 0; j < n; ++j) solveLower(l.column(0), n, c.column(j));
    c = transpose(c);
  }
  DenseMatrix z = reduce(c, true);
  std::vector<double> d(n), e(n);
  for (int i = 0; i < n; ++i) d[i] = c(i, i), e[i] = i + 1 < n ? c(i + 1, i) : 0;
  if (!diagonalize(d, e, z)) return false;
  const std::vector<int> order = inOrder(n, [&](int i, int j) { return d[i] < d[j]; });
  values.resize(n), vectors = DenseMatrix(n, n);
  for (int j = 0; j < n; ++j) {
    values[j] = d[order[j]];
    std::copy_n(z.column(order[j]), n, vectors.column(j));
    solveUpper(l.column(0), n, vectors.column(j));
  }
  return true;
}

}  // namespace slipstick
