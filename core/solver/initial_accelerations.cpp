// Compiled for size: this runs once in a run.

#include "core/solver/initial_accelerations.h"

#include <algorithm>
#include <cmath>

namespace slipstick {
namespace {

double norm(const std::vector<double>& x) {
  double sum = 0;
  for (const double each : x) sum += each * each;
  return std::sqrt(sum);
}

}  // namespace

/// [M C_qᵀ; C_q C_λ] [q̈; λ] = [−f; −c]. Here c is the part of C̈ without accelerations: (C_q q̇)_q q̇ + 2 C_qt q̇ + C_tt, or (W q̇ +
/// w)˙ for constraints at velocity level.
bool InitialAccelerations::find(State& state) {
  const int n = system_.coordinates(), n2 = system_.secondOrderCoordinates(), m = system_.multipliers();
  double *forces = equations_.rightSide(), *constraints = equations_.constraints();
  std::vector<double> convective(m, 0.0);
  std::fill(state.q_tt.begin(), state.q_tt.end(), 0.0);
  if (m && ways_.exactInitialAccelerations)
    system_.constraintAcceleration(state, convective.data(), workspace_);
  else if (m)
    system_.convectiveAcceleration(state, convective.data(), workspace_);

  const Evaluation at = system_.forces(state, {}, forces, constraints, workspace_);
  for (int i = 0; i < n; ++i) forces[i] = -forces[i];
  std::copy(forces + n2, forces + n, state.q_t.begin() + n2);
  for (int i = 0; i < m; ++i) constraints[i] = -convective[i];
  TangentFactors factors;
  factors.mass = factors.rate = 1;
  equations_.leaveOut(constraints);
  if (!equations_.factorize(at, factors)) return false;
  equations_.solve();
  for (int i = 0; i < equations_.size(); ++i)
    if (!std::isfinite(equations_.rightSide()[i])) return false;
  std::copy_n(forces, n2, state.q_tt.begin());
  std::copy_n(constraints, m, state.lambda.begin());
  return true;
}

/// Computes the accelerations a little later, on the parabola that extrapolates the motion.
bool InitialAccelerations::ahead(const State& state, double time, std::vector<double>& accelerations) {
  State later = state;
  std::vector<double> increment(state.q.size());
  for (std::size_t i = 0; i < increment.size(); ++i) {
    increment[i] = time * (state.q_t[i] + time / 2 * state.q_tt[i]);
    later.q_t[i] += time * state.q_tt[i];
  }
  system_.compose(state.q.data(), increment.data(), later.q.data());
  later.time += time;
  if (!find(later)) return false;
  accelerations = later.q_tt;
  return true;
}

/// Projects a direction onto the part prescribed by constraints at position level, M⁻¹ C_qᵀ (C_q M⁻¹ C_qᵀ)⁻¹ C_q x, with the last
/// factorisation.
void InitialAccelerations::project(const State& state, std::vector<double>& direction) {
  const int n = system_.coordinates(), n2 = system_.secondOrderCoordinates(), m = system_.multipliers();
  std::vector<double> forces(n);
  double *x = equations_.rightSide(), *constraints = equations_.constraints();
  system_.derivative(state, ConstraintLevel::position, direction, {}, {}, {}, forces.data(), constraints, workspace_);
  const std::vector<char> atVelocityLevel = system_.velocityConstraints();
  for (int i = 0; i < m; ++i)
    if (atVelocityLevel[i]) constraints[i] = 0;
  std::fill_n(x, n, 0.0);
  equations_.leaveOut(constraints);
  equations_.solve();
  std::copy_n(x, n2, direction.begin());
  std::fill(direction.begin() + n2, direction.end(), 0.0);
}

std::vector<double> InitialAccelerations::prescribedJerk(const State& state, double h) {
  constexpr double steadiness = 0.25;  // tolerance for the variation of the change of q̈ between parts of the step
  constexpr double least = 1e-8;       // change of q̈ in a step, relative to q̈: smaller changes are rounding
  const double part = h / 16;
  std::vector<double> once, twice;
  if (system_.multipliers() == 0 || !ahead(state, part, once) || !ahead(state, 2 * part, twice)) return {};
  for (std::size_t i = 0; i < once.size(); ++i) twice[i] -= once[i], once[i] -= state.q_tt[i];
  project(state, once), project(state, twice);
  const double size = norm(once);
  for (std::size_t i = 0; i < once.size(); ++i) twice[i] -= once[i];
  if (!(size * h / part > least * norm(state.q_tt)) || !(norm(twice) <= steadiness * size)) return {};
  for (std::size_t i = 0; i < once.size(); ++i) once[i] = (once[i] - twice[i] / 2) / part;  // slope at the start of the parabola
  return once;
}

}  // namespace slipstick
