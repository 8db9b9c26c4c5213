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
//
// Compiled for size: this runs once in a run.

#include "core/solver/eigenvalues.h"

#include <algorithm>
#include <cmath>

#include "core/math/dense.h"
#include "core/math/order.h"
#include "core/solver/redundancy.h"

namespace slipstick {
namespace {

/// Computes accelerations and multipliers from the equations of motion and the second derivatives of the constraints.
void computeAccelerations(const System& system, State& state, Workspace& workspace) {
  SharedLoads shared(system, ConstraintLevel::position, workspace);
  shared.find(state, 0);
  const int n = system.coordinates(), m = system.multipliers(), size = n + m + shared.count();
  DenseMatrix matrix(size, size), right(size, 1);
  std::vector<double> forces(n), constraints(m), convective(m);
  std::fill(state.q_tt.begin(), state.q_tt.end(), 0.0);
  std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
  system.constraintAcceleration(state, convective.data(), workspace);
  const Evaluation at = system.forces(state, {}, forces.data(), constraints.data(), workspace);
  TangentFactors factors;
  factors.mass = factors.rate = 1;
  MatrixSink sink = MatrixSink::dense(matrix.column(0), size);
  system.tangent(at, factors, sink);
  shared.addBorder(sink);
  for (int i = 0; i < n; ++i) right(i, 0) = -forces[i];
  for (int i = 0; i < m; ++i) right(n + i, 0) = -convective[i];
  shared.leaveOut(right.column(0) + n);
  const OrthogonalDecomposition decomposition(std::move(matrix));
  const DenseMatrix solution = decomposition.solve(std::move(right));
  const int n2 = system.secondOrderCoordinates();
  std::copy_n(solution.column(0), n2, state.q_tt.begin());
  std::copy_n(solution.column(0) + n2, n - n2, state.q_t.begin() + n2);
  std::copy_n(solution.column(0) + n, m, state.lambda.begin());
}

struct Linearised {
  int firstOrder = 0;                        // last entries of δz: number of states w of first order
  DenseMatrix mass, damping, stiffness;      // in terms of δz
  DenseMatrix positionRows;                  // G, here and below without w
  DenseMatrix velocityRows, velocityOffset;  // W, V
  DenseMatrix coordinates;                   // δq = coordinates · δz
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
      parts[part] = DenseMatrix(unknowns, unknowns);
      system.tangent(at, factors, MatrixSink::dense(parts[part].column(0), unknowns));
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
  DenseMatrix parts[3];
};

/// Variation of the coordinates with δz: δq = map[0] δz, with its first and second time derivatives.
struct Variations {
  Variations(const System& system, const State& state) : group(system.coordinates(), 0) {
    const std::vector<VariationBlock> blocks = system.variations(state);
    int size = 0;
    for (const VariationBlock& block : blocks) size += block.directions;
    for (DenseMatrix& part : map) part = DenseMatrix(system.coordinates(), size);
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
  DenseMatrix map[3];
  std::vector<char> group;  // rotation vectors of Lie-group nodes: q̇ is the angular velocity itself, see RotationVector::variations
};

/// Returns the rows of constraints at position level and at velocity level, from their derivatives with respect to δz and δż.
void sortRows(const System& system, const DenseMatrix& byPosition, const DenseMatrix& byVelocity, Linearised& result) {
  const std::vector<char> atVelocityLevel = system.velocityConstraints();
  const int velocityCount = static_cast<int>(std::count(atVelocityLevel.begin(), atVelocityLevel.end(), 1));
  const int constrained = byPosition.columns - result.firstOrder;
  result.positionRows = DenseMatrix(byPosition.rows - velocityCount, constrained);
  result.velocityRows = result.velocityOffset = DenseMatrix(velocityCount, constrained);
  int position = 0, velocity = 0;
  const auto copyRow = [constrained](const DenseMatrix& from, int row, DenseMatrix& to, int target) {
    for (int j = 0; j < constrained; ++j) to(target, j) = from(row, j);
  };
  for (int i = 0; i < byPosition.rows; ++i) {
    if (atVelocityLevel[i]) {
      copyRow(byVelocity, i, result.velocityRows, velocity);
      copyRow(byPosition, i, result.velocityOffset, velocity++);
    } else {
      copyRow(byPosition, i, result.positionRows, position++);
    }
  }
}

Linearised linearise(const System& system, const State& state, Workspace& workspace) {
  const int n = system.coordinates(), m = system.multipliers();
  const Variations variations(system, state);
  const auto& map = variations.map;
  const auto& group = variations.group;
  const int size = map[0].columns;
  Linearised result;
  result.firstOrder = n - system.secondOrderCoordinates();
  result.coordinates = map[0];
  result.mass = result.damping = result.stiffness = DenseMatrix(n, size);
  DenseMatrix byPosition(m, size), byVelocity(m, size);
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
  const auto take = [n](const DenseMatrix& from, int column, std::vector<double>& to) { std::copy_n(from.column(column), n, to.begin()); };
  for (int j = 0; j < size; ++j) {
    // δz: q, q̇, q̈ vary by the map and its derivatives.
    take(map[0], j, dq), take(map[1], j, dq_t), take(map[2], j, dq_tt);
    for (int i = 0; i < n; ++i)
      if (group[i]) dq_t[i] = dq_tt[i] = 0;
    derivative(&dq, &dq_t, result.stiffness.column(j), byPosition.column(j));
    // δż: q̇ by the map, q̈ by twice its derivative.
    take(map[0], j, dq_t);
    for (int i = 0; i < n; ++i) dq_tt[i] = group[i] ? map[2](i, j) : 2 * map[1](i, j);
    derivative(nullptr, &dq_t, result.damping.column(j), byVelocity.column(j));
    take(map[0], j, dq_tt);
    derivative(nullptr, nullptr, result.mass.column(j), constraints.data());
  }
  const DenseMatrix transposed = transpose(map[0]);
  for (DenseMatrix* matrix : {&result.mass, &result.damping, &result.stiffness}) *matrix = transposed * *matrix;
  sortRows(system, byPosition, byVelocity, result);
  return result;
}

/// Orthonormal basis of the null space, and the pseudo-inverse, by orthogonal decompositions with pivoting.
struct NullSpace {
  explicit NullSpace(const DenseMatrix& rows) {
    if (rows.rows == 0) {
      basis = DenseMatrix::identity(rows.columns);
      inverse = DenseMatrix(rows.columns, 0);
      return;
    }
    constexpr double threshold = 1e-6;  // for redundant equations, with the error of the computed position
    basis = OrthogonalDecomposition(transpose(rows), threshold).complement();
    inverse = OrthogonalDecomposition(rows, threshold).solve(DenseMatrix::identity(rows.rows));
  }
  DenseMatrix basis, inverse;
};

/// [a 0; 0 1] with a unit matrix of `more` rows.
DenseMatrix extended(const DenseMatrix& a, int more) {
  DenseMatrix result(a.rows + more, a.columns + more);
  for (int j = 0; j < a.columns; ++j) std::copy_n(a.column(j), a.rows, result.column(j));
  for (int i = 0; i < more; ++i) result(a.rows + i, a.columns + i) = 1;
  return result;
}
DenseMatrix columnsOf(const DenseMatrix& a, int first, int count) {
  DenseMatrix result(a.rows, count);
  std::copy_n(a.column(first), result.entries.size(), result.entries.begin());
  return result;
}
DenseMatrix beside(const DenseMatrix& a, const DenseMatrix& b) {
  DenseMatrix result = a;
  result.columns += b.columns;
  result.entries.insert(result.entries.end(), b.entries.begin(), b.entries.end());
  return result;
}

/// Scales columns to directions whose masses are about 1, so that thresholds do not depend on units. Powers of two do not round.
void scaleToMasses(DenseMatrix& basis, const DenseMatrix& mass) {
  for (int j = 0; j < basis.columns; ++j) {
    const double own = mass(j, j);
    if (!(own > 0) || !std::isfinite(own)) continue;
    const double factor = std::ldexp(1.0, -std::ilogb(own) / 2);
    for (int i = 0; i < basis.rows; ++i) basis(i, j) *= factor;
  }
}

/// Returns whether the vibrations are undamped, M ÿ + K y = 0 with symmetric matrices: ± i ω, or ± σ if the equilibrium is unstable.
/// Each entry is compared with the stiffness of its own directions, whose masses are about 1, for two reasons: the model may contain a
/// soft, damped oscillator and a stiff one; and follower forces make the stiffness unsymmetric only locally.
bool symmetricCase(const DenseMatrix& damping, const DenseMatrix& stiffness) {
  constexpr double rounding = 1e-13, asymmetry = 1e-9;  // the equilibrium is accurate to Newton's tolerances
  const int n = stiffness.rows;
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
DenseMatrix symmetricPart(const DenseMatrix& a) {
  DenseMatrix result = sum(a, 1, transpose(a));
  for (double& entry : result.entries) entry /= 2;
  return result;
}

/// The linearised motion in the directions that the constraints admit: y, then w.
struct Reduced {
  Reduced(const Linearised& linear, const NullSpace& position) : n(position.basis), free(n.columns), firstOrder(linear.firstOrder) {
    const auto reduced = [](const DenseMatrix& matrix, const DenseMatrix& basis) { return transpose(basis) * matrix * basis; };
    scaleToMasses(n, reduced(linear.mass, extended(n, firstOrder)));
    basis = extended(n, firstOrder);
    mass = reduced(linear.mass, basis), damping = reduced(linear.damping, basis), stiffness = reduced(linear.stiffness, basis);
  }
  DenseMatrix n, basis;  // δz = basis · (y, w)
  DenseMatrix mass, damping, stiffness;
  int free, firstOrder;  // sizes of y and w
};

struct Spectrum {
  std::vector<Complex> values{};
  ComplexMatrix shapes{};    // a column for each eigenvalue: y, then u (unused), then w
  const char* problem = "";  // reason for missing eigenvalues
};
constexpr const char* masslessMotion = "The mass matrix is singular: something that can move has no mass.";
constexpr const char* diverged = "The eigenvalue iteration did not converge.";

/// Solves M ÿ + K y = 0 with symmetric matrices.
Spectrum undampedSpectrum(const Reduced& motion) {
  const int ny = motion.free;
  if (OrthogonalDecomposition(motion.mass).rank() < ny) return {.problem = masslessMotion};
  std::vector<double> squares;
  DenseMatrix vectors;
  if (!symmetricEigenvalues(symmetricPart(motion.stiffness), symmetricPart(motion.mass), squares, vectors)) return {.problem = diverged};
  Spectrum result;
  result.shapes = ComplexMatrix(ny, 2 * ny);
  for (int i = 0; i < ny; ++i) {
    const double size = std::sqrt(std::abs(squares[i]));
    const Complex root = squares[i] > 0 ? Complex(0, size) : Complex(size);
    for (const Complex& value : {root, -root}) {
      std::copy_n(vectors.column(i), ny, result.shapes.column(static_cast<int>(result.values.size())));
      result.values.push_back(value);
    }
  }
  return result;
}

/// Solves the case with damping, states of first order or constraints at velocity level: ẏ = Y y + P u;  PᵀM (P u̇ + Y ẏ) + PᵀD ẏ + PᵀK
/// y = 0. States w are treated in the same way; the factors of their rates are in D.
Spectrum generalSpectrum(const Reduced& motion, const Linearised& linear, bool withShapes) {
  const auto& [n, basis, mass, damping, stiffness, ny, nw] = motion;
  const NullSpace velocity(linear.velocityRows * n);
  const DenseMatrix& p = velocity.basis;
  const DenseMatrix y = sum(DenseMatrix(ny, ny), -1, velocity.inverse * (linear.velocityOffset * n));
  const int nu = p.columns;
  const DenseMatrix inertia = beside(columnsOf(mass, 0, ny), columnsOf(damping, ny, nw)), all = extended(p, nw);
  const DenseMatrix project = transpose(all);
  const OrthogonalDecomposition factors(project * inertia * all);
  if (factors.rank() < nu + nw) return {.problem = masslessMotion};
  const DenseMatrix rates = project * sum(columnsOf(mass, 0, ny) * y, 1, columnsOf(damping, 0, ny));
  const DenseMatrix byPosition = factors.solve(sum(rates * y, 1, project * columnsOf(stiffness, 0, ny)));
  const DenseMatrix bySpeed = factors.solve(beside(rates * p, project * columnsOf(stiffness, ny, nw)));
  DenseMatrix matrix(ny + nu + nw, ny + nu + nw);
  for (int j = 0; j < matrix.columns; ++j) {
    if (j < ny + nu) std::copy_n(j < ny ? y.column(j) : p.column(j - ny), ny, matrix.column(j));
    const double* below = j < ny ? byPosition.column(j) : bySpeed.column(j - ny);
    for (int i = 0; i < nu + nw; ++i) matrix(ny + i, j) = -below[i];
  }
  Spectrum result;
  if (!eigenvalues(std::move(matrix), result.values, withShapes ? &result.shapes : nullptr)) return {.problem = diverged};
  return result;
}

/// Returns δq of an eigenvector; largest entry 1.
std::vector<Complex> modeOf(const Complex* shape, int rows, bool isReal, const Reduced& motion, const DenseMatrix& coordinates) {
  ComplexMatrix directions(motion.free + motion.firstOrder, 1);
  std::copy_n(shape, motion.free, directions.column(0));
  std::copy_n(shape + rows - motion.firstOrder, motion.firstOrder, directions.column(0) + motion.free);
  std::vector<Complex> mode = (coordinates * (motion.basis * directions)).entries;
  const Complex scale = *std::max_element(mode.begin(), mode.end(), [](const auto& a, const auto& b) { return abs(a) < abs(b); });
  if (!(abs(scale) > 0)) return mode;
  for (Complex& entry : mode) entry = isReal ? (entry / scale).real() : entry / scale;
  return mode;
}

}  // namespace

EigenvalueResult computeEigenvalues(const System& system, const State& start, const EigenvalueSettings& settings,
                                    RedundantConstraints redundant, Workspace& workspace) {
  if (system.unknowns() > mostDenseRows)
    return {.problem = "The model has " + std::to_string(system.unknowns()) +
                       " coordinates and constraints; eigenvalues are computed of at most " + std::to_string(mostDenseRows) + "."};
  State state = start;
  // Redundant constraints are harmless for eigenvalues: the distribution of a force among them does not affect the motion.
  if (const Redundancy redundancy = findRedundancy(system, state, ConstraintLevel::position, workspace);
      redundancy && (redundancy.contradictory || redundant == RedundantConstraints::stop))
    return {.problem = redundancy.message};
  computeAccelerations(system, state, workspace);
  const Linearised linear = linearise(system, state, workspace);
  const Reduced motion(linear, NullSpace(linear.positionRows));
  if (motion.free + motion.firstOrder == 0) return {.problem = "The constraints leave nothing that can move."};

  const bool undamped = motion.firstOrder == 0 && linear.velocityRows.rows == 0 && symmetricCase(motion.damping, motion.stiffness);
  const Spectrum spectrum = undamped ? undampedSpectrum(motion) : generalSpectrum(motion, linear, settings.computeModes);
  EigenvalueResult result{.problem = spectrum.problem};
  const std::vector<Complex>& values = spectrum.values;
  std::vector<int> order =
      inOrder(static_cast<int>(values.size()), [&](int a, int b) { return abs(values[a]) < abs(values[b]) * (1 - 1e-12); });
  if (const std::size_t most = settings.numberOfEigenvalues; most > 0 && most < order.size()) order.resize(most);
  for (const int k : order) {
    result.values.push_back({values[k].real(), values[k].imag()});
    if (settings.computeModes)
      result.modes.push_back(modeOf(spectrum.shapes.column(k), spectrum.shapes.rows, values[k].imag() == 0, motion, linear.coordinates));
  }
  return result;
}

}  // namespace slipstick
