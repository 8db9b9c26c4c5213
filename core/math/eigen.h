// Eigen for linear algebra outside of steps, configured such that all builds compute the same bits: no vectorisation, no threads, and
// blocks of the same size everywhere. Files that use it are not compiled for size: Emscripten 3.1.6 then inlines nothing of Eigen, which
// takes 20 to 80 times as long.
#pragma once

#define EIGEN_DONT_VECTORIZE
#define EIGEN_DONT_PARALLELIZE
#define EIGEN_NO_CPUID
#define EIGEN_DEFAULT_L1_CACHE_SIZE (32 * 1024)
#define EIGEN_DEFAULT_L2_CACHE_SIZE (256 * 1024)
#define EIGEN_DEFAULT_L3_CACHE_SIZE (2 * 1024 * 1024)
#ifdef __EMSCRIPTEN__
#define EIGEN_NO_DEBUG
#else
#include <stdexcept>
#define eigen_assert(condition) \
  if (!(condition)) throw std::logic_error("Eigen: " #condition)
#endif

#include <complex>

#include "core/math/complex.h"

namespace Eigen {

/// The division in EigenSolver: the functions of compilers round differently.
inline std::complex<double> operator/(const std::complex<double>& a, const std::complex<double>& b) {
  const slipstick::Complex ratio = slipstick::Complex(a.real(), a.imag()) / slipstick::Complex(b.real(), b.imag());
  return {ratio.real(), ratio.imag()};
}

}  // namespace Eigen

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace slipstick {

/// A P = Q R with column exchanges, such that the diagonal of R descends.
using Decomposition = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;

/// Remainders of columns below `threshold` times the longest one count as zero; 0 selects Eigen's threshold for rounding errors.
Decomposition decompose(const Eigen::MatrixXd& a, double threshold = 0);
int rankOf(const Decomposition& ofA);
/// Returns an orthonormal basis of the orthogonal complement of A's columns.
Eigen::MatrixXd complement(const Decomposition& ofA);
/// Returns the smallest X with Aᵀ X = B. Equations that depend on others are ignored.
Eigen::MatrixXd smallestSolution(const Decomposition& ofA, const Eigen::MatrixXd& b);

}  // namespace slipstick
