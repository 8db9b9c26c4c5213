#include "core/solver/effective_mass.h"

#include <cmath>

#include "core/math/eigen.h"

namespace slipstick {

double effectiveMass(const System& system, const State& state, int frame, LinearSolverChoice choice, Workspace& workspace) {
  const int n = system.coordinates();
  SharedLoads shared(system, ConstraintLevel::position, workspace);
  shared.find(state, 0);
  const auto equations = makeLinearSolver(choice, system.unknowns(), shared.count() ? &shared : nullptr);
  std::vector<double> forces(n), constraints(system.multipliers());
  const Evaluation at = system.forces(state, {}, forces.data(), constraints.data(), workspace);
  TangentFactors factors;
  factors.mass = factors.rate = 1;
  const bool regular = equations->factorize(system, at, factors);
  const FrameJacobian& jacobian = system.frameJacobian(at, frame);
  if (jacobian.size == 0) return 0;
  if (!regular) return -1;
  Eigen::MatrixXd mobility = Eigen::MatrixXd::Zero(3, 3), gradients = mobility;  // W, and J Jᵀ
  std::vector<double> motion(system.unknowns() + shared.count());
  for (int k = 0; k < 3; ++k) {
    std::fill(motion.begin(), motion.end(), 0.0);
    const double* row = jacobian.position + static_cast<std::ptrdiff_t>(k) * jacobian.size;
    for (int i = 0; i < jacobian.size; ++i) motion[jacobian.coordinates[i]] = row[i];
    equations->solve(motion.data());
    for (int r = 0; r < 3; ++r)
      for (int i = 0; i < jacobian.size; ++i) {
        const double gradient = jacobian.position[r * jacobian.size + i];
        mobility(r, k) += gradient * motion[jacobian.coordinates[i]], gradients(r, k) += gradient * row[i];
      }
  }
  // Constraints fix the point if W is far below the inverse of the mass without constraints, the largest diagonal entry of J M Jᵀ
  // relative to J Jᵀ.
  State moved = state;
  std::vector<double> inertia(n);
  double mass = 0;
  for (int k = 0; k < 3; ++k) {
    const double* row = jacobian.position + static_cast<std::ptrdiff_t>(k) * jacobian.size;
    std::fill(moved.q_tt.begin(), moved.q_tt.end(), 0.0);
    for (int i = 0; i < jacobian.size; ++i) moved.q_tt[jacobian.coordinates[i]] = row[i];
    std::fill(moved.lambda.begin(), moved.lambda.end(), 0.0);
    system.residual(moved, {}, inertia.data(), constraints.data(), workspace);
    double product = 0;
    for (int i = 0; i < jacobian.size; ++i) product += row[i] * (inertia[jacobian.coordinates[i]] - forces[jacobian.coordinates[i]]);
    if (gradients(k, k) > 0) mass = std::max(mass, product / gradients(k, k));
  }
  const double trace = mobility.trace();
  constexpr double held = 1e-9;
  if (gradients.trace() == 0) return 0;
  if (!std::isfinite(trace) || !(mass > 0)) return -1;
  if (!(trace * mass > held)) return 0;
  return 1 / Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(mobility, Eigen::EigenvaluesOnly).eigenvalues()[2];
}

}  // namespace slipstick
