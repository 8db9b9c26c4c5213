// Static equilibrium in load steps.
//
// The equations are f(q) − κ f_load + C_qᵀ λ + s M (q − q_sos) = 0 and C = 0 at position level, with the load factor κ = τ/T of the
// quasi-time τ and a decreasing stabiliser, s = (1 − (τ/T)²) s0. The stabiliser pulls unsupported motions towards the start of the step.
// Velocities do not change.
//
// If Newton fails at the smallest step, or if contacts do not settle, unsupported motions (a belt along its pulleys) are led to their
// equilibrium. A restraint h M (q − q_k) is added, the equilibrium q_k+1 with it is solved, and so on from there with ever weaker
// restraints. That is the proximal point method (Rockafellar, SIAM J. Control Optim. 14 (1976), 877-898). Along a neutral direction each
// motion is the smallest that balances; all others converge as in Newton's method; the final equilibrium needs no restraint. The
// equilibria of a belt repeat along it with its elements: the method finds the one with the least sliding from the start of the load
// step.
//
// States of first order keep their values, or take their equilibrium values, as requested. Steps away from a dead centre continue in
// their direction: Newton starts at the coordinates extrapolated from the last step. Multipliers are reported with the opposite sign of
// the dynamic solvers: as for f_load − f + C_qᵀ λ = 0.
//
// Compiled for size: this is little work beside forces and matrix.

#include "core/solver/static_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/math/elementary.h"
#include "core/message/messages.h"

namespace slipstick {

StaticSolver::StaticSolver(const System& system, Workspace& workspace, const AnalysisStep& settings, const State& initial,
                           Statistics& statistics)
    : system_(system),
      workspace_(workspace),
      settings_(settings),
      holdSettings_(settings),
      statistics_(statistics),
      stepSize_(settings, settings.staticSolver.loadStepDuration /
                              std::max(settings.staticSolver.loadStepGeometric ? 2 : 1, settings.staticSolver.numberOfLoadSteps)),
      clock_(settings.staticSolver.loadStepStart, settings.staticSolver.loadStepStart + settings.staticSolver.loadStepDuration),
      equations_(system, settings, ConstraintLevel::position, statistics, workspace),
      state_(initial),
      startOfStep_(initial),
      increment_(system.coordinates()) {
  state_.time = settings.staticSolver.loadStepStart;
  constexpr int enough = 20;  // iterations for a motion shortened by the restraint
  holdSettings_.newton.useModifiedNewton = false;
  holdSettings_.discontinuous.ignoreMaxIterations = false;
  holdSettings_.discontinuous.maxIterations = std::max(enough, settings.discontinuous.maxIterations);
}

bool StaticSolver::start() {
  std::fill(state_.lambda.begin(), state_.lambda.end(), 0.0);
  std::fill(state_.q_tt.begin(), state_.q_tt.end(), 0.0);
  std::fill(state_.q_t.begin() + system_.secondOrderCoordinates(), state_.q_t.end(), 0.0);
  equations_.start(state_);
  return true;
}

StepClock::Step StaticSolver::nextStep() const {
  const StaticSettings& s = settings_.staticSolver;
  if (!s.loadStepGeometric) return clock_.next(stepSize_.size());
  const int count = std::max(2, s.numberOfLoadSteps);
  const double tau = steps_ == 0 ? s.loadStepDuration / s.loadStepGeometricRange
                                 : (startOfStep_.time - s.loadStepStart) * pow(s.loadStepGeometricRange, 1.0 / (count - 1));
  constexpr double rounding = 1e-10;  // of powers
  return {stepSize_.size(), tau >= (1 - rounding) * s.loadStepDuration ? endTime() : s.loadStepStart + tau};
}

/// Makes attempts until one is accepted. After a failure, in this order and each once: after a dead centre, Newton starts at the
/// coordinates extrapolated from the last step; the remedies of redundant constraints (redundancy_follower.h); a shorter step; without
/// the loads that were shared nearby, with the size of the step before.
Solver::Result StaticSolver::step() {
  startOfStep_ = state_;
  equations_.startStep();
  bool ahead = false, triedAhead = false;  // Newton starts at the extrapolated coordinates
  for (;;) {
    const StepClock::Step next = nextStep();
    setLoad(next.time);
    if (ahead) state_.q = aheadOf(next.size).q;
    const DiscontinuousOutcome outcome = solve(next.size);
    std::fill(state_.q_tt.begin(), state_.q_tt.end(), 0.0);
    const bool accepted = outcome.accepted && equations_.redundancy().sharedHold();
    const bool triesAhead = !triedAhead && (!accepted || turnsOff(next.size));
    ahead = triesAhead && leavesDeadCentre(next.size);
    triedAhead |= triesAhead;
    if (ahead) {
      state_ = startOfStep_;
      continue;
    }
    if (accepted) return accept(next, outcome);
    const NewtonEquations::Remedy remedy =
        equations_.remedy({outcome.accepted, outcome.newton.converged, startOfStep_, state_, next.size,
                           [&](State& end) { return !lastIncrement_.empty() && (end = aheadOf(next.size), true); }});
    if (remedy == NewtonEquations::Remedy::stop) return stopFor(equations_.redundancy().obstacle(state_)), Result::stopped;
    state_ = startOfStep_;
    if (remedy == NewtonEquations::Remedy::again) continue;
    if (settings_.adaptiveStep && !settings_.staticSolver.loadStepGeometric && stepSize_.reduce(-1)) {
      ++statistics_.rejectedSteps;
    } else if (const double size = equations_.giveUp(state_); size > 0) {
      stepSize_.set(size);
    } else {
      describeStop(outcome, next.time, next.size);
      return Result::stopped;
    }
  }
}

void StaticSolver::setLoad(double time) {
  const StaticSettings& s = settings_.staticSolver;
  state_.time = time;
  const double part = (time - s.loadStepStart) / s.loadStepDuration;
  loadFactor_ = s.useLoadFactor ? part : 1;
  stabilizer_ = (1 - part * part) * s.stabilizerODE2term;
  if (stabilizer_ != 0 || settings_.newton.modifiedNewtonJacUpdatePerStep) equations_.newton.tangentIsOld = true;
}

/// After a dead centre a mechanism can move in several ways, and Newton's tangent does not show which one continues the motion. Returns
/// whether to start at the extrapolated coordinates.
bool StaticSolver::leavesDeadCentre(double h) { return !lastIncrement_.empty() && equations_.leave(startOfStep_, aheadOf(h)); }

Solver::Result StaticSolver::accept(const StepClock::Step& step, const DiscontinuousOutcome& outcome) {
  for (double& lambda : state_.lambda) lambda = -lambda;
  lastIncrement_.resize(state_.q.size()), lastSize_ = step.size;
  for (std::size_t i = 0; i < state_.q.size(); ++i) lastIncrement_[i] = state_.q[i] - startOfStep_.q[i];
  ++steps_, ++statistics_.steps;
  clock_.advance(step);
  stepSize_.recover(outcome.newtonIterations + outcome.iterations);
  if (stopFor(equations_.follow(state_, steps_))) return Result::stopped;
  if (clock_.atEnd()) return Result::finished;
  constexpr double tiny = 1e-4;  // fraction of a load step
  constexpr int mostTinySteps = 1000;
  tinySteps_ = step.size < tiny * stepSize_.largest() ? tinySteps_ + 1 : 0;
  if (tinySteps_ < mostTinySteps || settings_.staticSolver.loadStepGeometric) return Result::advanced;
  stop_ = {Stop::Reason::stepTooSmall, state_.time,
           "Stopped at load time " + number(state_.time) + ": the last " + std::to_string(tinySteps_) + " load steps were shorter than " +
               number(tiny * stepSize_.largest()) +
               ". Newton's tolerances may be tighter than rounding allows, the number of iterations too small, or the load larger than the "
               "model can carry."};
  return Result::stopped;
}

/// Returns the end of a step as extrapolated from the last one.
State StaticSolver::aheadOf(double h) const {
  State ahead = startOfStep_;
  for (std::size_t i = 0; i < ahead.q.size(); ++i) ahead.q[i] += h / lastSize_ * lastIncrement_[i];
  return ahead;
}

/// Returns whether the coordinates deviate from the direction of the last step by more than half of its increment.
bool StaticSolver::turnsOff(double h) const {
  if (lastIncrement_.empty() || system_.multipliers() == 0) return false;
  double off = 0, length = 0;
  for (std::size_t i = 0; i < lastIncrement_.size(); ++i) {
    const double expected = h / lastSize_ * lastIncrement_[i], difference = state_.q[i] - startOfStep_.q[i] - expected;
    off += difference * difference, length += expected * expected;
  }
  return off > length / 4;
}

/// Solves the step. As a last resort, leads unsupported motions to their equilibrium.
DiscontinuousOutcome StaticSolver::solve(double h) {
  anchor_ = startOfStep_.q;
  hold_ = 0;
  DiscontinuousOutcome outcome = solveDiscontinuous(*this, settings_, h, equations_.newton, statistics_);
  if (!outcome.newton.converged && system_.hasPostNewton()) {
    // Bodies supported only by contacts went astray while these did not count as closed yet: judge the contacts first.
    returnToStart();
    evaluate();
    postNewton();
    outcome = solveDiscontinuous(*this, settings_, h, equations_.newton, statistics_);
  }
  StepSize smaller = stepSize_;
  const bool lastChance = !settings_.adaptiveStep || settings_.staticSolver.loadStepGeometric || !smaller.reduce(-1);
  if (outcome.settled || !(outcome.accepted || lastChance)) return outcome;
  const State start = startOfStep_, unsettled = state_;
  DiscontinuousOutcome held = solveWithHold(h);
  startOfStep_ = start;
  hold_ = 0;
  equations_.newton.tangentIsOld = true;
  if (held.accepted) {
    describeHold(outcome);
    return held;
  }
  if (!outcome.newton.converged) return held;
  state_ = unsettled;
  if (outcome.accepted) describeImbalance(outcome);
  return outcome;
}

SLIPSTICK_SMALL void StaticSolver::describeHold(const DiscontinuousOutcome& freely) {
  statistics_.held =
      "Statics, load step " + std::to_string(steps_ + 1) + ": " +
      (freely.newton.converged ? "contacts did not settle in " + std::to_string(freely.iterations) + " iterations"
                               : "Newton found no equilibrium") +
      ", so the motion was restrained until the forces balanced without restraint. If there are many equilibria, as along a belt, " +
      "this is the equilibrium nearest to the start of the load step.";
}

/// Called after accepting the state of an attempt whose contacts did not settle.
SLIPSTICK_SMALL void StaticSolver::describeImbalance(const DiscontinuousOutcome& outcome) {
  evaluate();
  const double* force = equations_.rightSide();
  int most = 0;
  for (int i = 1; i < system_.secondOrderCoordinates(); ++i)
    if (std::abs(force[i]) > std::abs(force[most])) most = i;
  statistics_.unbalanced = "Statics, load step " + std::to_string(steps_ + 1) + ": contact states did not settle in " +
                           std::to_string(outcome.iterations) +
                           " iterations, and ignoreMaxIterations lets the run continue with unbalanced forces of " +
                           number(std::abs(force[most])) + " N at " + system_.equationName(most) + ".";
}

namespace {

/// Returns the largest difference of a coordinate.
double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace

DiscontinuousOutcome StaticSolver::solveWithHold(double h) {
  constexpr double first = 1e-3, weaker = 0.1, stronger = 100, strongest = 1e6;
  constexpr int mostIterations = 500;
  const double scale = std::max(1.0, settings_.staticSolver.stabilizerODE2term);
  returnToStart();
  std::fill(state_.lambda.begin(), state_.lambda.end(), 0.0);
  const double enough = std::max(settings_.newton.absoluteTolerance, settings_.newton.relativeTolerance * evaluate());
  DiscontinuousOutcome outcome;
  int iterations = 0;
  double lastMoved = std::numeric_limits<double>::infinity();
  for (double hold = first * scale; hold < strongest * scale && iterations < mostIterations;) {
    hold_ = hold;
    equations_.newton.tangentIsOld = true;
    outcome = solveDiscontinuous(*this, holdSettings_, h, equations_.newton, statistics_);
    iterations += outcome.newtonIterations;
    if (!outcome.accepted) {
      returnToStart();
      hold *= stronger;
      continue;
    }
    hold_ = 0;
    const double moved = distance(state_.q, startOfStep_.q);
    if (evaluate() <= enough) {
      // A soft mode balances within the tolerance long before it is at rest; unsupported motions finally move only by rounding.
      if (moved <= settings_.newton.relativeTolerance * distance(state_.q, anchor_) || moved > 0.5 * lastMoved) return outcome;
    }
    lastMoved = moved;
    startOfStep_ = state_;
    hold *= weaker;
  }
  outcome.accepted = outcome.newton.converged = false;
  outcome.newton.iterations = iterations;
  return outcome;
}

/// Returns to the state at the start of the step, at the time of its end.
void StaticSolver::returnToStart() {
  const double time = state_.time;
  state_ = startOfStep_;
  state_.time = time;
}

void StaticSolver::predict() { std::fill(state_.lambda.begin(), state_.lambda.end(), 0.0); }

double StaticSolver::residual() { return evaluate(); }

/// Evaluates the residual of the state and its norm.
double StaticSolver::evaluate() {
  const int n = system_.coordinates();
  // The stabiliser is the inertia of the displacement within the step.
  for (int i = 0; i < n; ++i) state_.q_tt[i] = stabilizer_ * (state_.q[i] - anchor_[i]);
  if (hold_ > 0)
    for (int i = 0; i < n; ++i) state_.q_tt[i] += hold_ * (state_.q[i] - startOfStep_.q[i]);
  at_ = system_.residual(state_, {.loadFactor = loadFactor_}, equations_.rightSide(), equations_.constraints(), workspace_);
  if (settings_.staticSolver.constrainODE1coordinates)
    for (int i = system_.secondOrderCoordinates(); i < n; ++i) equations_.rightSide()[i] = state_.q[i] - startOfStep_.q[i];
  return equations_.reduceResidual();
}

bool StaticSolver::factorize() {
  TangentFactors factors;
  factors.mass = stabilizer_ + hold_;
  factors.stiffness = 1;
  (settings_.staticSolver.constrainODE1coordinates ? factors.rate : factors.firstOrder) = 1;
  factors.loads = settings_.computeLoadsJacobian > 0;
  return equations_.factorize(at_, factors);
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
  return equations_.normOf(sum);
}

bool StaticSolver::tooLarge(double bound) const {
  double q = 0;
  for (double x : state_.q) q += x * x;
  return !(q < bound);
}

PostNewton StaticSolver::postNewton() { return system_.postNewton(at_, state_, startOfStep_); }

void StaticSolver::restart() { state_.q = startOfStep_.q, state_.lambda = startOfStep_.lambda; }

/// Stops if there is a reason to.
bool StaticSolver::stopFor(const Message& redundancy) {
  if (redundancy.empty()) return false;
  stop_ = {Stop::Reason::singularTangent, state_.time, "No equilibrium found: " + redundancy};
  return true;
}

void StaticSolver::describeStop(const DiscontinuousOutcome& outcome, double time, double h) {
  stop_.time = time;
  if (!outcome.newton.converged && stopFor(equations_.redundancy().obstacle(state_))) return;
  const std::string iterations = std::to_string(outcome.newton.converged ? outcome.iterations : outcome.newton.iterations);
  Message why;
  if (outcome.newton.singular) {
    stop_.reason = Stop::Reason::singularTangent;
    const Message place = equations_.singularPlace();
    why = place.empty() ? messages::singularStiffness() : messages::singularStiffnessAt({place});
  } else if (!outcome.newton.converged && outcome.newton.iterations == 0) {
    stop_.reason = Stop::Reason::newtonDiverged;
    why = messages::notFinite();
  } else if (!outcome.newton.converged) {
    stop_.reason = Stop::Reason::newtonDiverged;
    why = system_.hasPostNewton() ? messages::slippingStatics({iterations}) : messages::staticNewtonDiverged({iterations});
  } else {
    stop_.reason = Stop::Reason::discontinuousDiverged;
    why = messages::staticContactsUnsettled({iterations});
  }
  stop_.message = messages::noEquilibrium({number(time), std::to_string(steps_ + 1), number(h), why});
}

}  // namespace slipstick
