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

#include "core/solver/linearised.h"

#include <algorithm>
#include <cmath>

#include "core/solver/linear_solver.h"

namespace slipstick {

using Eigen::MatrixXd;

MatrixXd product(const MatrixXd& a, const MatrixXd& b) { return a * b; }

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

namespace {

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

/// Scales columns to directions whose masses are about 1, so that thresholds do not depend on units. Powers of two do not round.
void scaleToMasses(MatrixXd& basis, const MatrixXd& mass) {
  for (int j = 0; j < basis.cols(); ++j) {
    const double own = mass(j, j);
    if (!(own > 0) || !std::isfinite(own)) continue;
    basis.col(j) *= std::ldexp(1.0, -std::ilogb(own) / 2);
  }
}

}  // namespace

Variations::Variations(const System& system, const State& state) : group(system.coordinates(), 0) {
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

Linearised linearise(const System& system, const State& state, Workspace& workspace) {
  const int n = system.coordinates(), m = system.multipliers();
  Linearised result(Variations(system, state));
  const auto& map = result.variations.map;
  const auto& group = result.variations.group;
  const int size = static_cast<int>(map[0].cols());
  result.firstOrder = n - system.secondOrderCoordinates();
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

MatrixXd extended(const MatrixXd& a, int more) {
  MatrixXd result = MatrixXd::Identity(a.rows() + more, a.cols() + more);
  result.topLeftCorner(a.rows(), a.cols()) = a;
  result.bottomRightCorner(more, more).setIdentity();
  return result;
}

Reduced::Reduced(const Linearised& linear)
    : n(complement(decompose(linear.positionRows.transpose(), redundantRemainder))),
      free(static_cast<int>(n.cols())),
      firstOrder(linear.firstOrder) {
  const auto reduced = [](const MatrixXd& matrix, const MatrixXd& basis) { return product(product(basis.transpose(), matrix), basis); };
  scaleToMasses(n, reduced(linear.mass, extended(n, firstOrder)));
  basis = extended(n, firstOrder);
  mass = reduced(linear.mass, basis), damping = reduced(linear.damping, basis), stiffness = reduced(linear.stiffness, basis);
}

FirstOrder::FirstOrder(const Reduced& motion, const Linearised& linear)
    : velocity(decompose(product(linear.velocityRows, motion.n).transpose(), redundantRemainder)),
      p(complement(velocity)),
      y(smallestSolution(velocity, -product(linear.velocityOffset, motion.n))) {
  const auto& [n, basis, mass, damping, stiffness, ny, nw] = motion;
  const int nu = static_cast<int>(p.cols());
  const MatrixXd all = extended(p, nw);
  project = all.transpose();
  MatrixXd both(ny + nw, ny + nw);
  both << mass.leftCols(ny), damping.rightCols(nw);
  inertia = decompose(product(project, product(both, all)));
  if (rankOf(inertia) < nu + nw) return;
  const MatrixXd rates = product(project, product(mass.leftCols(ny), y) + damping.leftCols(ny));
  const MatrixXd stiff = product(project, stiffness);
  MatrixXd forces(nu + nw, ny + nu + nw);
  forces << product(rates, y) + stiff.leftCols(ny), product(rates, p), stiff.rightCols(nw);
  matrix = MatrixXd::Zero(ny + nu + nw, ny + nu + nw);
  matrix.topLeftCorner(ny, ny) = y;
  matrix.block(0, ny, ny, nu) = p;
  if (nu + nw > 0) matrix.bottomRows(nu + nw) = -inertia.solve(forces);
}

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

}  // namespace slipstick
