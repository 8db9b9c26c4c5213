// Linearisation about a state of (steady) motion.
//
// The motion is varied by δz: displacements and rotations of rigid nodes in global axes, coordinates elsewhere. In these directions the
// linearised equations of straight rolling have constant coefficients, however far the wheels have rotated, and Euler parameters keep
// their norm. The exact tangent and the directional derivatives of constraints and their forces give, with multipliers δλ,
//   M δz̈ + D δż + K δz + Gᵀ δλ_p + Wᵀ δλ_v = 0,   G δz = 0 (position level),   W δż + V δz = 0 (velocity level, rolling).
// Let N be a basis of the null space of G and δz = N y, let P be a basis of the null space of W N and ẏ = Y y + P u, where Y is the
// smallest solution of W N Y = −V N. Then the multipliers drop out and (y, u) satisfies an ordinary system, whose matrix is the result.
// States w of first order are appended to u: their rates replace accelerations. Compare Meijaard, Papadopoulos, Ruina, Schwab, Proc. R.
// Soc. A 463 (2007), for the bicycle.

#include "core/solver/eigenvalues.h"

#include <algorithm>
#include <cmath>

#include "core/math/cholesky.h"
#include "core/math/eigen.h"
#include "core/math/order.h"
#include "core/solver/linear_solver.h"

namespace slipstick {
namespace {

using Eigen::MatrixXd;

/// Computes all matrix products, so that Eigen's product is instantiated once.
MatrixXd product(const MatrixXd& a, const MatrixXd& b) { return a * b; }

/// Computes accelerations and multipliers from the equations of motion and the second derivatives of the constraints.
void computeAccelerations(const System& system, State& state, Workspace& workspace) {
  SharedLoads shared(system, ConstraintLevel::position, workspace);
  shared.find(state, 0);
  const int n = system.coordinates(), m = system.multipliers(), size = n + m + shared.count();
  if (size == 0) return;
  MatrixXd matrix = MatrixXd::Zero(size, size), right = MatrixXd::Zero(size, 1);
  std::vector<double> forces(n), constraints(m), convective(m);
  std::fill(state.q_tt.begin(), state.q_tt.end(), 0.0);
  std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
  system.constraintAcceleration(state, convective.data(), workspace);
  const Evaluation at = system.forces(state, {}, forces.data(), constraints.data(), workspace);
  TangentFactors factors;
  factors.mass = factors.rate = 1;
  MatrixSink sink = MatrixSink::dense(matrix.data(), size);
  system.tangent(at, factors, sink);
  shared.addBorder(sink);
  for (int i = 0; i < n; ++i) right(i, 0) = -forces[i];
  for (int i = 0; i < m; ++i) right(n + i, 0) = -convective[i];
  shared.leaveOut(right.data() + n);
  const MatrixXd solution = decompose(matrix).solve(right);
  const int n2 = system.secondOrderCoordinates();
  std::copy_n(solution.data(), n2, state.q_tt.begin());
  std::copy_n(solution.data() + n2, n - n2, state.q_t.begin() + n2);
  std::copy_n(solution.data() + n, m, state.lambda.begin());
}

struct Linearised {
  int firstOrder = 0;                     // last entries of δz: number of states w of first order
  MatrixXd mass, damping, stiffness;      // in terms of δz
  MatrixXd positionRows;                  // G, here and below without w
  MatrixXd velocityRows, velocityOffset;  // W, V
  MatrixXd coordinates;                   // δq = coordinates · δz
};

/// Derivatives ∂/∂q, ∂/∂q̇ and ∂/∂q̈ of all forces except constraint reactions.
struct ForceTangents {
  ForceTangents(const System& system, const State& state, Workspace& workspace) : coordinates(system.coordinates()) {
    const int unknowns = system.unknowns();
    State unloaded = state;
    std::fill(unloaded.lambda.begin(), unloaded.lambda.end(), 0.0);
    std::vector<double> forces(coordinates), constraints(system.multipliers());
    const Evaluation at = system.residual(unloaded, {}, forces.data(), constraints.data(), workspace);
    for (int part = 0; part < 3; ++part) {
      TangentFactors factors;
      factors.constraintPosition = factors.constraintVelocity = factors.constraintForce = factors.multiplier = 0;
      factors.loads = factors.exact = true;
      factors.stiffness = factors.firstOrder = part == 0 ? 1 : 0;
      factors.damping = factors.rate = part == 1 ? 1 : 0;
      factors.mass = part == 2 ? 1 : 0;
      parts[part] = MatrixXd::Zero(unknowns, unknowns);
      system.tangent(at, factors, MatrixSink::dense(parts[part].data(), unknowns));
    }
  }
  void add(const std::vector<double>* const directions[3], double* forces) const {
    for (int part = 0; part < 3; ++part) {
      if (!directions[part]) continue;
      for (int j = 0; j < coordinates; ++j) {
        const double by = (*directions[part])[j];
        if (by == 0) continue;
        for (int i = 0; i < coordinates; ++i) forces[i] += by * parts[part](i, j);
      }
    }
  }
  int coordinates;
  MatrixXd parts[3];
};

/// Variation of the coordinates with δz: δq = map[0] δz, with its first and second time derivatives.
struct Variations {
  Variations(const System& system, const State& state) : group(system.coordinates(), 0) {
    const std::vector<VariationBlock> blocks = system.variations(state);
    int size = 0;
    for (const VariationBlock& block : blocks) size += block.directions;
    for (MatrixXd& part : map) part = MatrixXd::Zero(system.coordinates(), size);
    int column = 0;
    for (const VariationBlock& block : blocks) {
      for (int part = 0; part < 3; ++part)
        for (int i = 0; i < block.size; ++i)
          for (int j = 0; j < block.directions; ++j) {
            if (block.map.empty())
              map[part](block.first + i, column + j) = part == 0 && i == j ? 1 : 0;
            else
              map[part](block.first + i, column + j) = block.map[(part * block.size + i) * block.directions + j];
          }
      column += block.directions;
    }
    for (const int first : system.lieGroup())
      for (int k = 0; k < 3; ++k) group[first + k] = 1;
  }
  MatrixXd map[3];
  std::vector<char> group;  // rotation vectors of Lie-group nodes: q̇ is the angular velocity itself, see RotationVector::variations
};

/// Returns the rows of constraints at position level and at velocity level, from their derivatives with respect to δz and δż.
void sortRows(const System& system, const MatrixXd& byPosition, const MatrixXd& byVelocity, Linearised& result) {
  std::vector<int> position, velocity;
  const std::vector<char> atVelocityLevel = system.velocityConstraints();
  for (int i = 0; i < byPosition.rows(); ++i) (atVelocityLevel[i] ? velocity : position).push_back(i);
  const Eigen::Index constrained = byPosition.cols() - result.firstOrder;
  result.positionRows = byPosition.leftCols(constrained)(position, Eigen::all);
  result.velocityRows = byVelocity.leftCols(constrained)(velocity, Eigen::all);
  result.velocityOffset = byPosition.leftCols(constrained)(velocity, Eigen::all);
}

Linearised linearise(const System& system, const State& state, Workspace& workspace) {
  const int n = system.coordinates(), m = system.multipliers();
  const Variations variations(system, state);
  const auto& map = variations.map;
  const auto& group = variations.group;
  const int size = static_cast<int>(map[0].cols());
  Linearised result;
  result.firstOrder = n - system.secondOrderCoordinates();
  result.coordinates = map[0];
  result.mass = result.damping = result.stiffness = MatrixXd::Zero(n, size);
  MatrixXd byPosition = MatrixXd::Zero(m, size), byVelocity = byPosition;
  std::vector<double> dq(n), dq_t(n), dq_tt(n), constraints(m);
  const ForceTangents tangents(system, state, workspace);
  const auto derivative = [&](const std::vector<double>* dq, const std::vector<double>* dq_t, double* forces, double* equations) {
    const std::vector<double>* const directions[] = {dq, dq_t, &dq_tt};
    const auto along = [](const std::vector<double>* direction) {
      return direction ? std::span<const double>(*direction) : std::span<const double>();
    };
    system.derivative(state, ConstraintLevel::position, along(dq), along(dq_t), dq_tt, {}, forces, equations, workspace);
    tangents.add(directions, forces);
  };
  const auto take = [n](const MatrixXd& from, int column, std::vector<double>& to) { std::copy_n(from.col(column).data(), n, to.begin()); };
  for (int j = 0; j < size; ++j) {
    // δz: q, q̇, q̈ vary by the map and its derivatives.
    take(map[0], j, dq), take(map[1], j, dq_t), take(map[2], j, dq_tt);
    for (int i = 0; i < n; ++i)
      if (group[i]) dq_t[i] = dq_tt[i] = 0;
    derivative(&dq, &dq_t, result.stiffness.col(j).data(), byPosition.col(j).data());
    // δż: q̇ by the map, q̈ by twice its derivative.
    take(map[0], j, dq_t);
    for (int i = 0; i < n; ++i) dq_tt[i] = group[i] ? map[2](i, j) : 2 * map[1](i, j);
    derivative(nullptr, &dq_t, result.damping.col(j).data(), byVelocity.col(j).data());
    take(map[0], j, dq_tt);
    derivative(nullptr, nullptr, result.mass.col(j).data(), constraints.data());
  }
  const MatrixXd transposed = map[0].transpose();
  for (MatrixXd* matrix : {&result.mass, &result.damping, &result.stiffness}) *matrix = product(transposed, *matrix);
  sortRows(system, byPosition, byVelocity, result);
  return result;
}

/// Returns [a 0; 0 I], where I is a unit matrix of `more` rows.
MatrixXd extended(const MatrixXd& a, int more) {
  MatrixXd result = MatrixXd::Identity(a.rows() + more, a.cols() + more);
  result.topLeftCorner(a.rows(), a.cols()) = a;
  result.bottomRightCorner(more, more).setIdentity();
  return result;
}

/// Scales columns to directions whose masses are about 1, so that thresholds do not depend on units. Powers of two do not round.
void scaleToMasses(MatrixXd& basis, const MatrixXd& mass) {
  for (int j = 0; j < basis.cols(); ++j) {
    const double own = mass(j, j);
    if (!(own > 0) || !std::isfinite(own)) continue;
    basis.col(j) *= std::ldexp(1.0, -std::ilogb(own) / 2);
  }
}

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

constexpr double redundant = 1e-6;  // remainder of a redundant constraint; it allows for the error of the computed position

/// The linearised motion in the directions that the constraints admit: y, then w.
struct Reduced {
  explicit Reduced(const Linearised& linear)
      : n(complement(decompose(linear.positionRows.transpose(), redundant))),
        free(static_cast<int>(n.cols())),
        firstOrder(linear.firstOrder) {
    const auto reduced = [](const MatrixXd& matrix, const MatrixXd& basis) { return product(product(basis.transpose(), matrix), basis); };
    scaleToMasses(n, reduced(linear.mass, extended(n, firstOrder)));
    basis = extended(n, firstOrder);
    mass = reduced(linear.mass, basis), damping = reduced(linear.damping, basis), stiffness = reduced(linear.stiffness, basis);
  }
  MatrixXd n, basis;  // δz = basis · (y, w)
  MatrixXd mass, damping, stiffness;
  int free, firstOrder;  // sizes of y and w
};

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

/// Scales a to d⁻¹ a d by powers of 2, which are exact, until rows and columns have similar sums, so that large entries do not hide
/// small eigenvalues (Osborne; Parlett and Reinsch). Eigen leaves this to its callers. Returns d.
Eigen::VectorXd balance(MatrixXd& a) {
  Eigen::VectorXd d = Eigen::VectorXd::Ones(a.rows());
  for (bool changed = true; changed;) {
    changed = false;
    for (int k = 0; k < a.rows(); ++k) {
      const double diagonal = std::exchange(a(k, k), 0), row = a.row(k).lpNorm<1>(), column = a.col(k).lpNorm<1>();
      a(k, k) = diagonal;
      if (!(row > 0) || !(column > 0)) continue;
      const double factor = powerOfTwo((binaryExponent(row / column) + 1) >> 1);
      if (column * factor + row / factor >= 0.95 * (column + row)) continue;
      a.row(k) /= factor;
      a.col(k) *= factor;
      d[k] *= factor;
      changed = true;
    }
  }
  return d;
}

/// Solves the case with damping, states of first order or constraints at velocity level: ẏ = Y y + P u;  PᵀM (P u̇ + Y ẏ) + PᵀD ẏ + PᵀK
/// y = 0. States w are treated in the same way; the factors of their rates are in D.
Spectrum generalSpectrum(const Reduced& motion, const Linearised& linear, bool withShapes) {
  const auto& [n, basis, mass, damping, stiffness, ny, nw] = motion;
  const Decomposition velocity = decompose(product(linear.velocityRows, n).transpose(), redundant);
  const MatrixXd p = complement(velocity), y = smallestSolution(velocity, -product(linear.velocityOffset, n));
  const int nu = static_cast<int>(p.cols());
  const MatrixXd all = extended(p, nw), project = all.transpose();
  MatrixXd inertia(ny + nw, ny + nw);
  inertia << mass.leftCols(ny), damping.rightCols(nw);
  const Decomposition factors = decompose(product(project, product(inertia, all)));
  if (rankOf(factors) < nu + nw) return {.problem = masslessMotion};
  const MatrixXd rates = product(project, product(mass.leftCols(ny), y) + damping.leftCols(ny));
  const MatrixXd stiff = product(project, stiffness);
  MatrixXd forces(nu + nw, ny + nu + nw);
  forces << product(rates, y) + stiff.leftCols(ny), product(rates, p), stiff.rightCols(nw);
  MatrixXd matrix = MatrixXd::Zero(ny + nu + nw, ny + nu + nw);
  matrix.topLeftCorner(ny, ny) = y;
  matrix.block(0, ny, ny, nu) = p;
  if (nu + nw > 0) matrix.bottomRows(nu + nw) = -factors.solve(forces);
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
    if (settings.computeModes) result.modes.push_back(modeOf(spectrum, k, motion, linear.coordinates));
  }
  return result;
}

}  // namespace slipstick
