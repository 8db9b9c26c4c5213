// Eigenvalues of a linearised system (linearised.h).

#include "core/solver/eigenvalues.h"

#include <algorithm>
#include <cmath>

#include "core/math/cholesky.h"
#include "core/math/order.h"
#include "core/solver/linear_solver.h"
#include "core/solver/linearised.h"

namespace slipstick {
namespace {

using Eigen::MatrixXd;

/// Returns whether the vibrations are undamped, M ÿ + K y = 0 with symmetric matrices: ± i ω, or ± σ if the equilibrium is unstable.
/// Each entry is compared with the stiffness of its own directions, whose masses are about 1, for two reasons: the model may contain a
/// soft, damped oscillator and a stiff one; and follower forces make the stiffness unsymmetric only locally.
bool symmetricCase(const MatrixXd& damping, const MatrixXd& stiffness) {
  constexpr double rounding = 1e-13, asymmetry = 1e-9;  // the equilibrium is accurate to Newton's tolerances
  const int n = static_cast<int>(stiffness.rows());
  std::vector<double> stiffest(n, 0.0);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) stiffest[i] = std::max({stiffest[i], std::abs(stiffness(i, j)), std::abs(stiffness(j, i))});
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const double both = std::sqrt(stiffest[i]) * std::sqrt(stiffest[j]);
      if (std::abs(damping(i, j)) > rounding * std::sqrt(both)) return false;
      if (std::abs(stiffness(i, j) - stiffness(j, i)) > asymmetry * both) return false;
    }
  return true;
}
MatrixXd symmetricPart(const MatrixXd& a) { return (a + a.transpose()) / 2; }

struct Spectrum {
  std::vector<Complex> values{};
  MatrixXd shapes{};         // by eigenvalue: y, then u (unused), then w; of a conjugate pair, the real and the imaginary part
  const char* problem = "";  // reason for missing eigenvalues
};
constexpr const char* masslessMotion = "The mass matrix is singular: a part that can move has no mass.";
constexpr const char* diverged = "The eigenvalue iteration did not converge.";

/// Solves M ÿ + K y = 0 with symmetric matrices.
Spectrum undampedSpectrum(const Reduced& motion) {
  const int ny = motion.free;
  if (rankOf(decompose(motion.mass)) < ny) return {.problem = masslessMotion};
  // M = Uᵀ U; U⁻ᵀ K U⁻¹ has the same eigenvalues.
  MatrixXd factor = symmetricPart(motion.mass), matrix = symmetricPart(motion.stiffness);
  if (!factorizeSymmetric(factor.data(), ny)) return {.problem = diverged};
  for (int pass = 0; pass < 2; ++pass) {
    factor.triangularView<Eigen::Upper>().transpose().solveInPlace(matrix);
    matrix.transposeInPlace();
  }
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(matrix);
  if (solver.info() != Eigen::Success) return {.problem = diverged};
  MatrixXd vectors = solver.eigenvectors();
  factor.triangularView<Eigen::Upper>().solveInPlace(vectors);
  Spectrum result;
  result.shapes = MatrixXd::Zero(ny, 2 * ny);
  for (int i = 0; i < ny; ++i) {
    const double square = solver.eigenvalues()[i], size = std::sqrt(std::abs(square));
    const Complex root = square > 0 ? Complex(0, size) : Complex(size);
    result.values.insert(result.values.end(), {root, -root});
    result.shapes.col(2 * i) = vectors.col(i);
    if (!(square > 0)) result.shapes.col(2 * i + 1) = vectors.col(i);
  }
  return result;
}

/// Solves the case with damping, states of first order or constraints at velocity level: ẏ = Y y + P u;  PᵀM (P u̇ + Y ẏ) + PᵀD ẏ + PᵀK
/// y = 0. States w are treated in the same way; the factors of their rates are in D.
Spectrum generalSpectrum(const Reduced& motion, const Linearised& linear, bool withShapes) {
  FirstOrder equations(motion, linear);
  if (!equations.regular()) return {.problem = masslessMotion};
  MatrixXd& matrix = equations.matrix;
  const Eigen::VectorXd scale = balance(matrix);
  const Eigen::EigenSolver<MatrixXd> solver(matrix, withShapes);
  if (solver.info() != Eigen::Success) return {.problem = diverged};
  Spectrum result;
  for (const auto& value : solver.eigenvalues()) result.values.emplace_back(value.real(), value.imag());
  if (withShapes) result.shapes = scale.asDiagonal() * solver.pseudoEigenvectors();
  return result;
}

/// Returns δq of an eigenvector; largest entry 1.
std::vector<Complex> modeOf(const Spectrum& spectrum, int k, const Reduced& motion, const MatrixXd& coordinates) {
  const double imaginary = spectrum.values[k].imag();
  // The first of a conjugate pair has the positive imaginary part.
  const MatrixXd shapes = spectrum.shapes.middleCols(imaginary < 0 ? k - 1 : k, imaginary == 0 ? 1 : 2);
  MatrixXd directions(motion.free + motion.firstOrder, shapes.cols());
  directions << shapes.topRows(motion.free), shapes.bottomRows(motion.firstOrder);
  const MatrixXd parts = product(coordinates, product(motion.basis, directions));
  std::vector<Complex> mode;
  for (int i = 0; i < parts.rows(); ++i) mode.emplace_back(parts(i, 0), imaginary == 0 ? 0 : std::copysign(1, imaginary) * parts(i, 1));
  const Complex scale = *std::max_element(mode.begin(), mode.end(), [](const auto& a, const auto& b) { return abs(a) < abs(b); });
  if (!(abs(scale) > 0)) return mode;
  for (Complex& entry : mode) entry = imaginary == 0 ? (entry / scale).real() : entry / scale;
  return mode;
}

}  // namespace

EigenvalueResult computeEigenvalues(const System& system, const State& start, const EigenvalueSettings& settings,
                                    RedundantConstraints redundant, Workspace& workspace) {
  if (system.unknowns() > mostDenseRows)
    return {.problem = "The model has " + std::to_string(system.unknowns()) +
                       " coordinates and constraints; eigenvalues are computed for at most " + std::to_string(mostDenseRows) + "."};
  State state = start;
  // Redundant constraints are harmless for eigenvalues: the distribution of a force among them does not affect the motion.
  if (const Redundancy redundancy = findRedundancy(system, state, ConstraintLevel::position, workspace);
      redundancy && (redundancy.contradictory || redundant == RedundantConstraints::stop))
    return {.problem = redundancy.message};
  computeAccelerations(system, state, workspace);
  const Linearised linear = linearise(system, state, workspace);
  const Reduced motion(linear);
  if (motion.free + motion.firstOrder == 0) return {.problem = "The constraints leave no possible motion."};

  const bool undamped = motion.firstOrder == 0 && linear.velocityRows.rows() == 0 && symmetricCase(motion.damping, motion.stiffness);
  const Spectrum spectrum = undamped ? undampedSpectrum(motion) : generalSpectrum(motion, linear, settings.computeModes);
  EigenvalueResult result{.problem = spectrum.problem};
  const std::vector<Complex>& values = spectrum.values;
  std::vector<int> order =
      inOrder(static_cast<int>(values.size()), [&](int a, int b) { return abs(values[a]) < abs(values[b]) * (1 - 1e-12); });
  if (const std::size_t most = settings.numberOfEigenvalues; most > 0 && most < order.size()) order.resize(most);
  for (const int k : order) {
    result.values.push_back({values[k].real(), values[k].imag()});
    if (settings.computeModes) result.modes.push_back(modeOf(spectrum, k, motion, linear.variations.map[0]));
  }
  return result;
}

}  // namespace slipstick
