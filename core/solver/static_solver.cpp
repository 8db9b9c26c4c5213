// Static equilibrium in load steps.
//
// Solved are f(q) − κ f_load + C_qᵀ λ + s M (q − q_sos) = 0 and C = 0 at position level, with the load factor κ = τ/T of the quasi-time τ
// and a stabiliser that fades, s = (1 − (τ/T)²) s0: it holds what is not held yet to where the step began. Velocities stay as they are.
// Where Newton fails and no smaller step is possible, what nothing holds (a belt along its pulleys) is led to its equilibrium: a hold
// h M (q − q_k) is added, the equilibrium q_k+1 with it found, and so on from there, each time with a weaker hold. That is the proximal
// point method (Rockafellar, SIAM J. Control Optim. 14 (1976), 877-898): along a neutral direction each motion is the smallest that
// balances, all others converge as by Newton's method, and the equilibrium that is found in the end needs no hold.
// States of first order keep their values, or take those at which they rest, as it is asked for.
// Steps away from a dead centre go on the way they came: Newton starts where the coordinates would be if they moved as in the last step.
// Multipliers are reported with the opposite sign of the dynamic solvers: as those of f_load − f + C_qᵀ λ = 0.

#include "core/solver/static_solver.h"

#include <algorithm>
#include <cmath>

#include "core/math/elementary.h"

namespace slipstick {

StaticSolver::StaticSolver(System& system, const AnalysisStep& settings, const State& initial, Statistics& statistics)
    : system_(system),
      settings_(settings),
      holdSettings_(settings),
      statistics_(statistics),
      stepSize_(settings, settings.staticSolver.loadStepDuration /
                              std::max(settings.staticSolver.loadStepGeometric ? 2 : 1, settings.staticSolver.numberOfLoadSteps)),
      equations_(system, settings, ConstraintLevel::position, statistics),
      state_(initial),
      startOfStep_(initial),
      increment_(system.coordinates()) {
  state_.time = settings.staticSolver.loadStepStart;
  holdSettings_.newton.useModifiedNewton = false;
}

bool StaticSolver::start() {
  system_.letContactsFollow(false);
  std::fill(state_.lambda.begin(), state_.lambda.end(), 0.0);
  std::fill(state_.q_tt.begin(), state_.q_tt.end(), 0.0);
  std::fill(state_.q_t.begin() + system_.secondOrderCoordinates(), state_.q_t.end(), 0.0);
  equations_.start(state_);
  return true;
}

double StaticSolver::nextTime(double h) const {
  const StaticSettings& s = settings_.staticSolver;
  const double tau = startOfStep_.time - s.loadStepStart;
  double next = tau + h;
  if (s.loadStepGeometric) {
    const int count = std::max(2, s.numberOfLoadSteps);
    next = steps_ == 0 ? s.loadStepDuration / s.loadStepGeometricRange : tau * pow(s.loadStepGeometricRange, 1.0 / (count - 1));
  }
  if (next + 1e-10 * s.loadStepDuration >= s.loadStepDuration) next = s.loadStepDuration;
  return s.loadStepStart + next;
}

Solver::Result StaticSolver::step() {
  const StaticSettings& s = settings_.staticSolver;
  startOfStep_ = state_;
  bool searched = false;  // for constraints that follow from others
  bool nearby = false;    // for a position nearby where they do
  bool shares = false;    // as they do there, if that helps
  bool leaving = false;   // it was tried to go on from there as in the last step
  bool ahead = false;     // Newton starts where that leads
  double failedSize = 0;
  for (;;) {
    const double h = stepSize_.size();
    state_.time = nextTime(h);
    const double part = (state_.time - s.loadStepStart) / s.loadStepDuration;
    loadFactor_ = s.useLoadFactor ? part : 1;
    stabilizer_ = (1 - part * part) * s.stabilizerODE2term;
    if (stabilizer_ != 0 || settings_.newton.modifiedNewtonJacUpdatePerStep) equations_.tangent.isOld = true;
    if (ahead) state_.q = aheadOf(h).q;
    DiscontinuousOutcome outcome = solve(h);
    std::fill(state_.q_tt.begin(), state_.q_tt.end(), 0.0);
    // Behind a dead centre a mechanism can move in several ways, and Newton's tangent does not tell which is the one so far.
    if (!leaving && (!outcome.accepted || !equations_.sharedHold() || turnsOff(h))) {
      leaving = true;
      ahead = !lastIncrement_.empty() && equations_.leave(startOfStep_, aheadOf(h));
      if (ahead) {
        state_ = startOfStep_;
        continue;
      }
    }
    ahead = false;
    if (outcome.accepted && !equations_.sharedHold()) {
      // What is repeated only nearby does not contradict anything.
      if (equations_.drop(state_)) {
        state_ = startOfStep_;
        continue;
      }
      if (stopFor(equations_.contradiction(state_))) return Result::stopped;
      outcome.accepted = false;
    }
    if (outcome.accepted) {
      for (double& lambda : state_.lambda) lambda = -lambda;
      lastIncrement_.resize(state_.q.size()), lastSize_ = h;
      for (std::size_t i = 0; i < state_.q.size(); ++i) lastIncrement_[i] = state_.q[i] - startOfStep_.q[i];
      ++steps_, ++statistics_.steps;
      stepSize_.recover(outcome.newtonIterations + outcome.iterations);
      if (stopFor(equations_.follow(state_, steps_))) return Result::stopped;
      if (state_.time >= endTime() - 1e-10) return Result::finished;
      constexpr double tiny = 1e-4;  // of a whole load step
      constexpr int mostTinySteps = 1000;
      tinySteps_ = h < tiny * stepSize_.largest() ? tinySteps_ + 1 : 0;
      if (tinySteps_ < mostTinySteps || s.loadStepGeometric) return Result::advanced;
      stop_ = {
          Stop::Reason::stepTooSmall, state_.time,
          "Stopped at load time " + number(state_.time) + ": the last " + std::to_string(tinySteps_) + " load steps were shorter than " +
              number(tiny * stepSize_.largest()) +
              ". Newton's tolerances may be tighter than rounding allows, its iterations too few, or the load more than can be carried."};
      return Result::stopped;
    }
    const double attempted = state_.time;
    state_ = startOfStep_;
    if (!outcome.newton.converged && !equations_.sharing() && !searched) {
      searched = true;
      if (equations_.shareAfterFailure(state_)) continue;
    }
    if (!outcome.newton.converged && !nearby) {
      nearby = true;
      shares = shareNearby(h);
      failedSize = h;
      if (shares) continue;
    }
    const bool reduced = settings_.adaptiveStep && !s.loadStepGeometric && stepSize_.reduce(-1);
    if (!reduced && shares) {
      while (equations_.drop(state_)) continue;
      shares = false;
      stepSize_.shorten(failedSize);
      continue;
    }
    if (!reduced) {
      describeStop(outcome, attempted, h);
      return Result::stopped;
    }
    ++statistics_.rejectedSteps;
  }
}

/// Looks for constraints that follow from others at a position nearby, such as a dead centre: where the step starts, or where it would end
/// if the coordinates went on as in the last one.
bool StaticSolver::shareNearby(double h) { return !lastIncrement_.empty() && equations_.shareNearby(startOfStep_, aheadOf(h)); }

/// Where a step would end if the coordinates went on as in the last one.
State StaticSolver::aheadOf(double h) const {
  State ahead = startOfStep_;
  for (std::size_t i = 0; i < ahead.q.size(); ++i) ahead.q[i] += h / lastSize_ * lastIncrement_[i];
  return ahead;
}

/// Whether coordinates go elsewhere than in the last step: by more than half of what they went.
bool StaticSolver::turnsOff(double h) const {
  if (lastIncrement_.empty() || system_.multipliers() == 0) return false;
  double off = 0, length = 0;
  for (std::size_t i = 0; i < lastIncrement_.size(); ++i) {
    const double expected = h / lastSize_ * lastIncrement_[i], difference = state_.q[i] - startOfStep_.q[i] - expected;
    off += difference * difference, length += expected * expected;
  }
  return off > length / 4;
}

/// Solves the step; what nothing holds is led to its equilibrium where this is the last chance.
DiscontinuousOutcome StaticSolver::solve(double h) {
  anchor_ = startOfStep_.q;
  hold_ = 0;
  DiscontinuousOutcome outcome = solveDiscontinuous(*this, settings_, h, equations_.tangent, statistics_);
  if (!outcome.newton.converged && system_.hasPostNewton()) {
    // Bodies that only contacts hold went astray while these did not count as closed yet: now they are judged before.
    returnToStart();
    evaluate();
    postNewton();
    outcome = solveDiscontinuous(*this, settings_, h, equations_.tangent, statistics_);
  }
  StepSize smaller = stepSize_;
  const bool lastChance = !settings_.adaptiveStep || settings_.staticSolver.loadStepGeometric || !smaller.reduce(-1);
  if (outcome.newton.converged || !lastChance) return outcome;
  const State start = startOfStep_;
  outcome = solveWithHold(h);
  startOfStep_ = start;
  hold_ = 0;
  equations_.tangent.isOld = true;
  return outcome;
}

DiscontinuousOutcome StaticSolver::solveWithHold(double h) {
  constexpr double first = 1e-3, weaker = 0.1, stronger = 100, strongest = 1e6;
  constexpr int mostIterations = 500;
  const double scale = std::max(1.0, settings_.staticSolver.stabilizerODE2term);
  returnToStart();
  std::fill(state_.lambda.begin(), state_.lambda.end(), 0.0);
  const double enough = std::max(settings_.newton.absoluteTolerance, settings_.newton.relativeTolerance * evaluate());
  DiscontinuousOutcome outcome;
  int iterations = 0;
  for (double hold = first * scale; hold < strongest * scale && iterations < mostIterations;) {
    hold_ = hold;
    equations_.tangent.isOld = true;
    outcome = solveDiscontinuous(*this, holdSettings_, h, equations_.tangent, statistics_);
    iterations += outcome.newtonIterations;
    if (!outcome.accepted) {
      returnToStart();
      hold *= stronger;
      continue;
    }
    hold_ = 0;
    if (evaluate() <= enough) return outcome;
    startOfStep_ = state_;
    hold *= weaker;
  }
  outcome.accepted = outcome.newton.converged = false;
  outcome.newton.iterations = iterations;
  return outcome;
}

/// To the state at the start of the step, at the time of its end.
void StaticSolver::returnToStart() {
  const double time = state_.time;
  state_ = startOfStep_;
  state_.time = time;
}

void StaticSolver::predict() { std::fill(state_.lambda.begin(), state_.lambda.end(), 0.0); }

double StaticSolver::residual() { return evaluate(); }

/// The residual of the state and its norm.
double StaticSolver::evaluate() {
  const int n = system_.coordinates();
  // The stabiliser is the inertia of the displacement within the step.
  for (int i = 0; i < n; ++i) state_.q_tt[i] = stabilizer_ * (state_.q[i] - anchor_[i]);
  if (hold_ > 0)
    for (int i = 0; i < n; ++i) state_.q_tt[i] += hold_ * (state_.q[i] - startOfStep_.q[i]);
  system_.residual(state_, ConstraintLevel::position, loadFactor_, equations_.rightSide(), equations_.constraints());
  if (settings_.staticSolver.constrainODE1coordinates)
    for (int i = system_.secondOrderCoordinates(); i < n; ++i) equations_.rightSide()[i] = state_.q[i] - startOfStep_.q[i];
  return equations_.norm();
}

bool StaticSolver::factorize() {
  TangentFactors factors;
  factors.mass = stabilizer_ + hold_;
  factors.stiffness = 1;
  (settings_.staticSolver.constrainODE1coordinates ? factors.rate : factors.firstOrder) = 1;
  factors.loads = settings_.computeLoadsJacobian > 0;
  return equations_.factorize(factors);
}

double StaticSolver::update() {
  const int n = system_.coordinates();
  equations_.solve();
  const double* x = equations_.rightSide();
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    increment_[i] = -x[i];
    sum += increment_[i] * increment_[i];
  }
  system_.compose(state_.q.data(), increment_.data(), state_.q.data());
  for (int i = 0; i < system_.multipliers(); ++i) state_.lambda[i] -= x[n + i];
  return equations_.norm(sum);
}

bool StaticSolver::tooLarge(double bound) const {
  double q = 0;
  for (double x : state_.q) q += x * x;
  return !(q < bound);
}

PostNewton StaticSolver::postNewton() { return system_.postNewton(state_, startOfStep_); }

void StaticSolver::restart() { state_.q = startOfStep_.q, state_.lambda = startOfStep_.lambda; }

/// Stops where there is a reason to.
bool StaticSolver::stopFor(const std::string& redundancy) {
  if (redundancy.empty()) return false;
  stop_ = {Stop::Reason::singularTangent, state_.time, "No equilibrium found: " + redundancy};
  return true;
}

void StaticSolver::describeStop(const DiscontinuousOutcome& outcome, double time, double h) {
  stop_.time = time;
  const std::string head =
      "No equilibrium found at load time " + number(time) + " (step " + std::to_string(steps_ + 1) + ", size " + number(h) + "): ";
  if (!outcome.newton.converged && stopFor(equations_.obstacle(state_))) return;
  if (outcome.newton.singular) {
    stop_.reason = Stop::Reason::singularTangent;
    stop_.message = head + "the stiffness is singular" + equations_.singularPlace() +
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
