// Static equilibrium in load steps.
//
// Solved are f(q) − κ f_load + C_qᵀ λ + s M (q − q_sos) = 0 and C = 0 at position level, with the load factor κ = τ/T of the quasi-time τ
// and a stabiliser that fades, s = (1 − (τ/T)²) s0: it holds what is not held yet to where the step began. Velocities stay as they are.
// Where Newton fails and no smaller step is possible, the step is tried again with a guard (Levenberg, Marquardt): an iteration that
// makes the residual larger is taken back and repeated with inertia added to the tangent, more from time to time and less after every
// success. The equilibrium is the same; directions in which nothing holds the system (a belt along its pulleys) cannot run away.
// Multipliers are reported with the opposite sign of the dynamic solvers: as those of f_load − f + C_qᵀ λ = 0.

#include "core/solver/static_solver.h"

#include <algorithm>
#include <cmath>

namespace slipstick {

StaticSolver::StaticSolver(System& system, const AnalysisStep& settings, const State& initial, Statistics& statistics)
    : system_(system),
      settings_(settings),
      guardedSettings_(settings),
      statistics_(statistics),
      stepSize_(settings, settings.staticSolver.loadStepDuration /
                              std::max(settings.staticSolver.loadStepGeometric ? 2 : 1, settings.staticSolver.numberOfLoadSteps)),
      linear_(makeLinearSolver(settings.linearSolver, system.unknowns())),
      state_(initial),
      startOfStep_(initial),
      increment_(system.coordinates()),
      rightSide_(system.unknowns()) {
  state_.time = settings.staticSolver.loadStepStart;
  guardedSettings_.newton.useModifiedNewton = false;
  guardedSettings_.newton.maxIterations = std::max(100, settings.newton.maxIterations);
}

bool StaticSolver::start() {
  std::fill(state_.lambda.begin(), state_.lambda.end(), 0.0);
  std::fill(state_.q_tt.begin(), state_.q_tt.end(), 0.0);
  redundantAtStart_ = static_cast<bool>(findRedundancy(system_, state_, ConstraintLevel::position));
  return true;
}

double StaticSolver::nextTime(double h) const {
  const StaticSettings& s = settings_.staticSolver;
  const double tau = startOfStep_.time - s.loadStepStart;
  double next = tau + h;
  if (s.loadStepGeometric) {
    const int count = std::max(2, s.numberOfLoadSteps);
    next = steps_ == 0 ? s.loadStepDuration / s.loadStepGeometricRange : tau * std::pow(s.loadStepGeometricRange, 1.0 / (count - 1));
  }
  if (next + 1e-10 * s.loadStepDuration >= s.loadStepDuration) next = s.loadStepDuration;
  return s.loadStepStart + next;
}

Solver::Result StaticSolver::step() {
  const StaticSettings& s = settings_.staticSolver;
  startOfStep_ = state_;
  for (;;) {
    const double h = stepSize_.size();
    state_.time = nextTime(h);
    const double part = (state_.time - s.loadStepStart) / s.loadStepDuration;
    loadFactor_ = s.useLoadFactor ? part : 1;
    stabilizer_ = (1 - part * part) * s.stabilizerODE2term;
    tangentIsOld_ = tangentIsOld_ || stabilizer_ != 0 || settings_.newton.modifiedNewtonJacUpdatePerStep;
    const DiscontinuousOutcome outcome = solve(h);
    std::fill(state_.q_tt.begin(), state_.q_tt.end(), 0.0);
    if (outcome.accepted) {
      for (double& lambda : state_.lambda) lambda = -lambda;
      ++steps_, ++statistics_.steps;
      stepSize_.recover(outcome.newtonIterations + outcome.iterations);
      if (redundantAtStart_ && steps_ == 1 && stopForRedundancy()) return Result::stopped;
      return state_.time >= endTime() - 1e-10 ? Result::finished : Result::advanced;
    }
    const double attempted = state_.time;
    state_ = startOfStep_;
    if (!settings_.adaptiveStep || s.loadStepGeometric || !stepSize_.reduce(-1)) {
      describeStop(outcome, attempted, h);
      return Result::stopped;
    }
    ++statistics_.rejectedSteps;
  }
}

/// Solves the step; with a guard where this is the last chance.
DiscontinuousOutcome StaticSolver::solve(double h) {
  DiscontinuousOutcome outcome = solveDiscontinuous(*this, settings_, h, tangentIsOld_, statistics_);
  StepSize smaller = stepSize_;
  const bool lastChance = !settings_.adaptiveStep || settings_.staticSolver.loadStepGeometric || !smaller.reduce(-1);
  if (outcome.newton.converged || !lastChance) return outcome;
  const double time = state_.time;
  state_ = startOfStep_;
  state_.time = time;
  tangentIsOld_ = guarded_ = true;
  outcome = solveDiscontinuous(*this, guardedSettings_, h, tangentIsOld_, statistics_);
  guarded_ = false;
  tangentIsOld_ = true;
  return outcome;
}

void StaticSolver::predict() {
  guard_ = 0, guardedResidual_ = -1;
  std::fill(state_.lambda.begin(), state_.lambda.end(), 0.0);
}

double StaticSolver::residual() {
  const double residual = evaluate();
  if (!guarded_) return residual;
  constexpr double first = 1e-3, smallest = 1e-6;
  if (guardedResidual_ >= 0 && !(residual < guardedResidual_)) {
    state_ = guardedState_;
    guard_ = std::max(10 * guard_, first * std::max(1.0, settings_.staticSolver.stabilizerODE2term));
    evaluate();
    return guardedResidual_;
  }
  guard_ = guard_ > smallest ? 0.3 * guard_ : 0;
  guardedState_ = state_;
  return guardedResidual_ = residual;
}

/// The residual of the state and its norm.
double StaticSolver::evaluate() {
  const int n = system_.coordinates();
  // The stabiliser is the inertia of the displacement within the step.
  for (int i = 0; i < n; ++i) state_.q_tt[i] = stabilizer_ * (state_.q[i] - startOfStep_.q[i]);
  system_.residual(state_, ConstraintLevel::position, loadFactor_, rightSide_.data(), rightSide_.data() + n);
  double sum = 0;
  for (double r : rightSide_) sum += r * r;
  if (settings_.newton.weightTolerancePerCoordinate && !rightSide_.empty()) sum /= static_cast<double>(rightSide_.size());
  return std::sqrt(sum);
}

bool StaticSolver::factorize() {
  TangentFactors factors;
  factors.mass = stabilizer_ + guard_;
  factors.stiffness = 1;
  factors.loads = settings_.computeLoadsJacobian > 0;
  return linear_->factorize(system_, factors);
}

double StaticSolver::update() {
  const int n = system_.coordinates();
  linear_->solve(rightSide_.data());
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    increment_[i] = -rightSide_[i];
    sum += increment_[i] * increment_[i];
  }
  system_.compose(state_.q.data(), increment_.data(), state_.q.data());
  for (int i = 0; i < system_.multipliers(); ++i) state_.lambda[i] -= rightSide_[n + i];
  if (settings_.newton.weightTolerancePerCoordinate && !rightSide_.empty()) sum /= static_cast<double>(rightSide_.size());
  return std::sqrt(sum);
}

bool StaticSolver::tooLarge(double bound) const {
  double q = 0;
  for (double x : state_.q) q += x * x;
  return !(q < bound);
}

PostNewton StaticSolver::postNewton() { return system_.postNewton(state_, startOfStep_.data); }

void StaticSolver::restart() { state_.q = startOfStep_.q, state_.lambda = startOfStep_.lambda; }

/// As in dynamics, constraints are checked where the first load step ends.
bool StaticSolver::stopForRedundancy() {
  const Redundancy redundancy = findRedundancy(system_, state_, ConstraintLevel::position);
  if (redundancy) stop_ = {Stop::Reason::singularTangent, state_.time, steps_, "No equilibrium found: " + redundancy.message};
  return static_cast<bool>(redundancy);
}

void StaticSolver::describeStop(const DiscontinuousOutcome& outcome, double time, double h) {
  stop_.time = time;
  stop_.step = steps_ + 1;
  const std::string head =
      "No equilibrium found at load time " + number(time) + " (step " + std::to_string(steps_ + 1) + ", size " + number(h) + "): ";
  if (!outcome.newton.converged && stopForRedundancy()) return;
  if (outcome.newton.singular) {
    stop_.reason = Stop::Reason::singularTangent;
    const int unknown = linear_->singularUnknown();
    stop_.message = head + "the stiffness is singular" + (unknown >= 0 ? " at " + system_.equationName(unknown) : "") +
                    ". Something can move freely: support it, or set stabilizerODE2term.";
  } else if (!outcome.newton.converged && outcome.newton.iterations == 0) {
    stop_.reason = Stop::Reason::newtonDiverged;
    stop_.message = head + "forces are not finite numbers. Something is far too large or too small, or a formula has no value.";
  } else if (!outcome.newton.converged) {
    stop_.reason = Stop::Reason::newtonDiverged;
    stop_.message = head + "Newton did not converge in " + std::to_string(outcome.newton.iterations) +
                    " iterations. Try more load steps or a stabilizerODE2term" +
                    (system_.hasPostNewton() ? "; contact that slips may leave no equilibrium: try it without friction." : ".");
  } else {
    stop_.reason = Stop::Reason::discontinuousDiverged;
    stop_.message = head + "contact states did not settle in " + std::to_string(outcome.iterations) + " iterations. Try more load steps.";
  }
}

}  // namespace slipstick
