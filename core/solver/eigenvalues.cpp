// Linearisation about a state of (steady) motion.
//
// The motion is varied by δz: displacements and turns of rigid nodes in global axes, coordinates elsewhere. In these directions the
// linearised equations of straight rolling have constant coefficients, however far the wheels have turned, and Euler parameters keep
// their norm. Exact directional derivatives of the whole residual give, with multipliers δλ,
//   M δz̈ + D δż + K δz + Gᵀ δλ_p + Wᵀ δλ_v = 0,   G δz = 0 (position level),   W δż + V δz = 0 (velocity level, rolling).
// With N a basis of the null space of G and δz = N y, P one of W N and ẏ = Y y + P u (Y the smallest solution of W N Y = −V N), the
// multipliers drop out and (y, u) obeys an ordinary system, whose matrix is the result. Compare Meijaard, Papadopoulos, Ruina, Schwab,
// Proc. R. Soc. A 463 (2007), for the bicycle.

#include "core/solver/eigenvalues.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/solver/redundancy.h"

namespace slipstick {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Decomposition = Eigen::CompleteOrthogonalDecomposition<MatrixXd>;

/// Accelerations and multipliers that the equations of motion and the second derivatives of the constraints ask for.
void computeAccelerations(System& system, State& state) {
  const int n = system.coordinates(), m = system.multipliers();
  MatrixXd matrix = MatrixXd::Zero(n + m, n + m);
  VectorXd right(n + m);
  std::vector<double> forces(n), constraints(m), convective(m);
  std::fill(state.q_tt.begin(), state.q_tt.end(), 0.0);
  std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
  system.fullConvectiveAcceleration(state, convective.data());
  system.forces(state, 1, forces.data(), constraints.data());
  TangentFactors factors;
  factors.mass = 1;
  system.tangent(factors, MatrixSink::dense(matrix.data(), n + m));
  for (int i = 0; i < n; ++i) right[i] = -forces[i];
  for (int i = 0; i < m; ++i) right[n + i] = -convective[i];
  // Constraints may repeat each other: any multipliers that balance will do.
  const VectorXd solution = Decomposition(matrix).solve(right);
  std::copy_n(solution.data(), n, state.q_tt.begin());
  std::copy_n(solution.data() + n, m, state.lambda.begin());
}

constexpr const char* masslessMotion = "The mass matrix is singular: something that can move has no mass.";

struct Linearised {
  MatrixXd mass, damping, stiffness;      // of δz
  MatrixXd positionRows;                  // G
  MatrixXd velocityRows, velocityOffset;  // W, V
  MatrixXd coordinates;                   // δq = coordinates · δz
};

Linearised linearise(System& system, const State& state) {
  const int n = system.coordinates(), m = system.multipliers();
  const std::vector<VariationBlock> blocks = system.variations(state);
  int size = 0;
  for (const VariationBlock& block : blocks) size += block.directions;
  MatrixXd map[3];
  for (MatrixXd& part : map) part = MatrixXd::Zero(n, size);
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
  // Rotation vectors of Lie-group nodes: q̇ is the angular velocity itself, see RotationVector::variations.
  std::vector<char> group(n, 0);
  for (const int first : system.lieGroup())
    for (int k = 0; k < 3; ++k) group[first + k] = 1;

  Linearised result;
  result.coordinates = map[0];
  result.mass = result.damping = result.stiffness = MatrixXd::Zero(n, size);
  MatrixXd byPosition = MatrixXd::Zero(m, size), byVelocity = byPosition;
  VectorXd dq(n), dq_t(n), dq_tt(n), residual(n), constraints(m);
  const auto span = [](const VectorXd& v) { return std::span<const double>(v.data(), static_cast<std::size_t>(v.size())); };
  for (int j = 0; j < size; ++j) {
    // δz: q, q̇, q̈ vary by the map and its derivatives.
    dq = map[0].col(j), dq_t = map[1].col(j), dq_tt = map[2].col(j);
    for (int i = 0; i < n; ++i)
      if (group[i]) dq_t[i] = dq_tt[i] = 0;
    system.derivative(state, ConstraintLevel::position, span(dq), span(dq_t), span(dq_tt), {}, residual.data(), constraints.data());
    result.stiffness.col(j) = residual, byPosition.col(j) = constraints;
    // δż: q̇ by the map, q̈ by twice its derivative.
    dq_t = map[0].col(j), dq_tt = 2 * map[1].col(j);
    for (int i = 0; i < n; ++i)
      if (group[i]) dq_tt[i] = map[2](i, j);
    system.derivative(state, ConstraintLevel::position, {}, span(dq_t), span(dq_tt), {}, residual.data(), constraints.data());
    result.damping.col(j) = residual, byVelocity.col(j) = constraints;
    dq_tt = map[0].col(j);
    system.derivative(state, ConstraintLevel::position, {}, {}, span(dq_tt), {}, residual.data(), constraints.data());
    result.mass.col(j) = residual;
  }
  result.mass = map[0].transpose() * result.mass;
  result.damping = map[0].transpose() * result.damping;
  result.stiffness = map[0].transpose() * result.stiffness;

  const std::vector<char> atVelocityLevel = system.velocityConstraints();
  const int velocityCount = static_cast<int>(std::count(atVelocityLevel.begin(), atVelocityLevel.end(), 1));
  result.positionRows.resize(m - velocityCount, size);
  result.velocityRows.resize(velocityCount, size), result.velocityOffset.resize(velocityCount, size);
  int position = 0, velocity = 0;
  for (int i = 0; i < m; ++i) {
    if (atVelocityLevel[i]) {
      result.velocityRows.row(velocity) = byVelocity.row(i);
      result.velocityOffset.row(velocity++) = byPosition.row(i);
    } else {
      result.positionRows.row(position++) = byPosition.row(i);
    }
  }
  return result;
}

/// Orthonormal basis of the null space, and the pseudo-inverse, by orthogonal decompositions with pivoting.
struct NullSpace {
  explicit NullSpace(const MatrixXd& rows) {
    const int columns = static_cast<int>(rows.cols());
    if (rows.rows() == 0) {
      basis = MatrixXd::Identity(columns, columns);
      inverse = MatrixXd::Zero(columns, 0);
      return;
    }
    Decomposition transposed, direct;
    transposed.setThreshold(1e-10), direct.setThreshold(1e-10);
    transposed.compute(rows.transpose());
    const MatrixXd q = transposed.householderQ();
    basis = q.rightCols(columns - transposed.rank());
    direct.compute(rows);
    inverse = direct.solve(MatrixXd::Identity(rows.rows(), rows.rows()));
  }
  MatrixXd basis, inverse;
};

/// Undamped vibrations, M ÿ + K y = 0 with symmetric matrices: ± i ω, or ± σ where the equilibrium is unstable.
bool symmetricCase(const MatrixXd& stiffness) {
  const double scale = stiffness.cwiseAbs().maxCoeff();
  return (stiffness - stiffness.transpose()).cwiseAbs().maxCoeff() <= 1e-9 * std::max(scale, 1e-300);
}

}  // namespace

EigenvalueResult computeEigenvalues(System& system, const State& start, const EigenvalueSettings& settings) {
  EigenvalueResult result;
  State state = start;
  // Repeated constraints do no harm here: forces that they share leave the motion as it is.
  if (const Redundancy redundancy = findRedundancy(system, state, ConstraintLevel::position); redundancy.contradictory) {
    result.problem = redundancy.message;
    return result;
  }
  computeAccelerations(system, state);
  const Linearised linear = linearise(system, state);

  const NullSpace position(linear.positionRows);
  const MatrixXd& n = position.basis;
  const MatrixXd mass = n.transpose() * linear.mass * n;
  const MatrixXd damping = n.transpose() * linear.damping * n;
  const MatrixXd stiffness = n.transpose() * linear.stiffness * n;
  const int ny = static_cast<int>(n.cols());
  if (ny == 0) {
    result.problem = "The constraints leave nothing that can move.";
    return result;
  }

  std::vector<std::complex<double>> values;
  Eigen::MatrixXcd shapes;  // columns: y of each eigenvalue
  const double dampingSize = damping.cwiseAbs().maxCoeff(), stiffnessSize = stiffness.cwiseAbs().maxCoeff();
  if (linear.velocityRows.rows() == 0 && dampingSize <= 1e-13 * stiffnessSize && symmetricCase(stiffness)) {
    if (Decomposition(mass).rank() < ny) {
      result.problem = masslessMotion;
      return result;
    }
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(0.5 * (stiffness + stiffness.transpose()),
                                                                    0.5 * (mass + mass.transpose()));
    shapes.resize(ny, 2 * ny);
    for (int i = 0; i < ny; ++i) {
      const std::complex<double> root = std::sqrt(std::complex<double>(-solver.eigenvalues()[i]));
      for (const std::complex<double>& value : {root, -root}) {
        shapes.col(static_cast<int>(values.size())) = solver.eigenvectors().col(i).cast<std::complex<double>>();
        values.push_back(value);
      }
    }
  } else {
    const NullSpace velocity(linear.velocityRows * n);
    const MatrixXd& p = velocity.basis;
    const MatrixXd y = -velocity.inverse * (linear.velocityOffset * n);
    const int nu = static_cast<int>(p.cols());
    // ẏ = Y y + P u;  PᵀM (P u̇ + Y ẏ) + PᵀD ẏ + PᵀK y = 0.
    const MatrixXd reducedMass = p.transpose() * mass * p;
    const Decomposition factors(reducedMass);
    if (factors.rank() < nu) {
      result.problem = masslessMotion;
      return result;
    }
    const MatrixXd rates = p.transpose() * (mass * y + damping);
    MatrixXd matrix(ny + nu, ny + nu);
    matrix << y, p, -factors.solve(rates * y + p.transpose() * stiffness), -factors.solve(rates * p);
    const Eigen::EigenSolver<MatrixXd> solver(matrix, settings.computeModes);
    if (solver.info() != Eigen::Success) {
      result.problem = "The eigenvalue iteration did not converge.";
      return result;
    }
    for (int i = 0; i < ny + nu; ++i) values.push_back(solver.eigenvalues()[i]);
    if (settings.computeModes) shapes = solver.eigenvectors().topRows(ny);
  }

  std::vector<int> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return std::abs(values[a]) < std::abs(values[b]) * (1 - 1e-12); });
  const std::size_t count =
      settings.numberOfEigenvalues > 0 ? std::min<std::size_t>(settings.numberOfEigenvalues, order.size()) : order.size();
  for (std::size_t k = 0; k < count; ++k) {
    const std::complex<double> value = values[order[k]];
    result.values.push_back({value.real(), value.imag()});
    if (!settings.computeModes || shapes.size() == 0) continue;
    Eigen::VectorXcd mode = linear.coordinates * (n * shapes.col(order[k]));
    int largest = 0;
    if (mode.size()) mode.cwiseAbs().maxCoeff(&largest);
    if (mode.size() && std::abs(mode[largest]) > 0) mode /= mode[largest];
    result.modes.emplace_back(mode.data(), mode.data() + mode.size());
  }
  return result;
}

}  // namespace slipstick
