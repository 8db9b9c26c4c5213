// Explicit Runge-Kutta methods, with error control if the tableau has embedded weights, and velocity Verlet.
//
// Tableaus: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I; Butcher's method of order 6 with 7 stages. Rotations of
// Lie-group nodes are integrated by the method of Munthe-Kaas: stages combine K_i = T⁻¹(Ω_i) ω̄_i and are composed with the start of the
// step. Coordinates that a constraint ties to the ground are held at zero; other constraints need an implicit solver.

#include "core/solver/explicit_solver.h"

#include <algorithm>
#include <cmath>

#include "core/math/elementary.h"
#include "core/math/rotations.h"
#include "core/message/messages.h"
#include "core/solver/redundancy.h"
#include "core/solver/step_size.h"

namespace slipstick {

/// Butcher tableau: k_i = f(t + c_i h, u + h Σ a_ij k_j), u⁺ = u + h Σ b_i k_i, with embedded weights of lower order if any.
struct Tableau {
  static constexpr int most = 7;
  int stages;
  int order;  // exponent of the step-size control
  double c[most];
  double a[most][most - 1];
  double b[most];
  double embedded[most];

  bool controlsStep() const { return embedded[0] != 0; }
};

namespace {

constexpr double r = 2.2360679774997896964;  // √5

constexpr Tableau explicitEuler{.stages = 1, .order = 1, .c = {0}, .a = {}, .b = {1}, .embedded = {}};
constexpr Tableau explicitMidpoint{.stages = 2, .order = 2, .c = {0, 0.5}, .a = {{}, {0.5}}, .b = {0, 1}, .embedded = {}};
constexpr Tableau rk33{
    .stages = 3, .order = 3, .c = {0, 1.0 / 3, 2.0 / 3}, .a = {{}, {1.0 / 3}, {0, 2.0 / 3}}, .b = {0.25, 0, 0.75}, .embedded = {}};
constexpr Tableau rk44{.stages = 4,
                       .order = 4,
                       .c = {0, 0.5, 0.5, 1},
                       .a = {{}, {0.5}, {0, 0.5}, {0, 0, 1}},
                       .b = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6},
                       .embedded = {}};
constexpr Tableau rk67{.stages = 7,
                       .order = 6,
                       .c = {0, 0.5 - r / 10, 0.5 + r / 10, 0.5 - r / 10, 0.5 + r / 10, 0.5 - r / 10, 1},
                       .a = {{},
                             {0.5 - r / 10},
                             {-r / 10, 0.5 + r / 5},
                             {7 * r / 20 - 0.75, r / 4 - 0.25, 1.5 - 7 * r / 10},
                             {1.0 / 12 - r / 60, 0, 1.0 / 6, 7 * r / 60 + 0.25},
                             {r / 60 + 1.0 / 12, 0, 0.75 - 5 * r / 12, 1.0 / 6, -0.5 + 3 * r / 10},
                             {1.0 / 6, 0, -55.0 / 12 + 25 * r / 12, -7 * r / 12 - 25.0 / 12, 5 - 2 * r, 2.5 + r / 2}},
                       .b = {1.0 / 12, 0, 0, 0, 5.0 / 12, 5.0 / 12, 1.0 / 12},
                       .embedded = {}};
constexpr Tableau ode23{.stages = 4,
                        .order = 3,
                        .c = {0, 0.5, 0.75, 1},
                        .a = {{}, {0.5}, {0, 0.75}, {2.0 / 9, 1.0 / 3, 4.0 / 9}},
                        .b = {2.0 / 9, 1.0 / 3, 4.0 / 9, 0},
                        .embedded = {2.0 / 9 + 5.0 / 72, 1.0 / 3 - 1.0 / 12, 4.0 / 9 - 1.0 / 9, 1.0 / 8}};
constexpr Tableau dopri5{.stages = 7,
                         .order = 5,
                         .c = {0, 0.2, 0.3, 0.8, 8.0 / 9, 1, 1},
                         .a = {{},
                               {0.2},
                               {3.0 / 40, 9.0 / 40},
                               {44.0 / 45, -56.0 / 15, 32.0 / 9},
                               {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                               {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                               {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}},
                         .b = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0},
                         .embedded = {5179.0 / 57600, 0, 7571.0 / 16695, 393.0 / 640, -92097.0 / 339200, 187.0 / 2100, 1.0 / 40}};

/// Returns null for velocity Verlet, which is not a Runge-Kutta method.
const Tableau* tableauOf(DynamicSolver solver) {
  switch (solver) {
    case DynamicSolver::ExplicitEuler:
      return &explicitEuler;
    case DynamicSolver::ExplicitMidpoint:
      return &explicitMidpoint;
    case DynamicSolver::RK33:
      return &rk33;
    case DynamicSolver::RK44:
      return &rk44;
    case DynamicSolver::RK67:
      return &rk67;
    case DynamicSolver::ODE23:
      return &ode23;
    case DynamicSolver::DOPRI5:
      return &dopri5;
    default:
      return nullptr;
  }
}

/// Contact sets update their active contacts at each evaluation.
constexpr Terms terms{.contactsFollow = true};

TangentFactors massFactors() {
  TangentFactors factors;
  factors.mass = factors.rate = 1, factors.massOnly = true;
  return factors;
}

/// Returns the diagonal of the mass matrix, as for points and spheres. Empty if the matrix is not diagonal, or if a diagonal entry is 0
/// or not finite.
std::vector<double> diagonalMass(const System& system, const Evaluation& at) {
  std::vector<double> diagonal(system.coordinates());
  bool isDiagonal = true;
  system.tangent(at, massFactors(), MatrixSink::diagonal(diagonal.data(), isDiagonal));
  for (const double mass : diagonal) isDiagonal = isDiagonal && std::isfinite(mass) && mass != 0;
  return isDiagonal ? diagonal : std::vector<double>{};
}

}  // namespace

ExplicitSolver::ExplicitSolver(const System& system, Workspace& workspace, const AnalysisStep& settings, const State& initial,
                               Statistics& statistics)
    : system_(system),
      workspace_(workspace),
      settings_(settings),
      statistics_(statistics),
      ways_(exudynWays(settings)),
      tableau_(tableauOf(settings.solver)),
      clock_(settings.startTime, settings.endTime, ways_.countedTimes),
      stepSize_(settings, (settings.endTime - settings.startTime) / settings.numberOfSteps),
      mass_(makeLinearSolver(settings.linearSolver, system.coordinates())),
      state_(initial),
      startOfStep_(initial),
      increment_(system.coordinates()),
      forces_(system.coordinates()),
      constraints_(system.multipliers()) {
  state_.time = settings.startTime;
  if (settings.automaticStepSize && settings.initialStepSize > 0 && tableau_ && tableau_->controlsStep())
    stepSize_.set(std::min(settings.initialStepSize, stepSize_.largest()));
  if (!tableau_) return;
  positionRates_.assign(tableau_->stages, std::vector<double>(system.coordinates()));
  velocityRates_.assign(tableau_->stages, std::vector<double>(system.coordinates()));
  if (tableau_->controlsStep()) otherPosition_.resize(system.coordinates()), otherVelocity_.resize(system.coordinates());
}

bool ExplicitSolver::start() {
  std::fill(state_.lambda.begin(), state_.lambda.end(), 0.0);
  std::fill(state_.q_tt.begin(), state_.q_tt.end(), 0.0);
  const std::string obstacle = system_.explicitObstacle(settings_.explicitIntegration.eliminateConstraints, fixed_);
  if (!obstacle.empty()) {
    stop_ = {Stop::Reason::unsupported, state_.time, "The explicit solver cannot treat this model: " + obstacle};
    return false;
  }
  if (!fixed_.empty())
    if (const Redundancy redundancy = findRedundancy(system_, state_, ConstraintLevel::position, workspace_)) {
      if (settings_.redundantConstraints == RedundantConstraints::stop) {
        stop_ = {Stop::Reason::singularTangent, state_.time, messages::stopped({number(state_.time), redundancy.message})};
        return false;
      }
      statistics_.sharedLoads = redundancy.sharing;
    }
  holdingRates_.assign(fixed_.size(), std::vector<double>(system_.coordinates()));
  massIsConstant_ = settings_.reuseConstantMassMatrix && system_.massIsConstant();
  if (tableau_) return true;
  if (accelerations(state_.q_tt)) {
    takeRates(state_.q_tt, state_.q_t);
    return true;
  }
  if (stop_.reason == Stop::Reason::none) failedWithoutNumbers(state_.time, stepSize_.size());
  return false;
}

/// Returns whether the state has grown so large that forces and masses are meaningless.
bool ExplicitSolver::grown() const {
  const auto within = [](double x) { return std::abs(x) < 1e100; };
  return !std::all_of(state_.q.begin(), state_.q.end(), within) || !std::all_of(state_.q_t.begin(), state_.q_t.end(), within);
}

/// Takes the rates of first-order states from the results of accelerations().
void ExplicitSolver::takeRates(std::vector<double>& accelerations, std::vector<double>& rates) const {
  for (int k = system_.secondOrderCoordinates(); k < system_.coordinates(); ++k) rates[k] = accelerations[k], accelerations[k] = 0;
}

void ExplicitSolver::divideByMass(double* x) {
  if (diagonal_.empty()) return mass_->solve(x);
  for (std::size_t i = 0; i < diagonal_.size(); ++i) x[i] /= diagonal_[i];
}

/// Computes q̈ = −M⁻¹ f at the state, and ẏ = f for states of first order. Returns false if that fails: forces are not finite, the state
/// has grown without bound, or `stop_` holds the reason.
bool ExplicitSolver::accelerations(std::vector<double>& out) {
  at_ = system_.forces(state_, terms, forces_.data(), constraints_.data(), workspace_);
  const auto bad = std::find_if(forces_.begin(), forces_.end(), [](double f) { return !std::isfinite(f); });
  withoutForce_ = bad == forces_.end() ? -1 : static_cast<int>(bad - forces_.begin());
  if (withoutForce_ >= 0) return false;
  if (!massFactorised_ || !massIsConstant_) {
    ++statistics_.jacobians;
    if (massIsConstant_) diagonal_ = diagonalMass(system_, at_);
    if (diagonal_.empty() && !mass_->factorize(system_, at_, massFactors())) {
      if (grown()) return false;
      const int unknown = mass_->singularUnknown();
      stop_ = {Stop::Reason::singularTangent, state_.time,
               "Stopped at " + number(state_.time) + " s: the mass matrix is singular" +
                   (unknown >= 0 ? " at " + system_.equationName(unknown) : "") +
                   ". An explicit solver needs a mass for every coordinate."};
      return false;
    }
    massFactorised_ = true;
    for (std::size_t k = 0; k < fixed_.size(); ++k) {
      std::fill(holdingRates_[k].begin(), holdingRates_[k].end(), 0.0);
      holdingRates_[k][fixed_[k]] = 1;
      divideByMass(holdingRates_[k].data());
      hold(holdingRates_[k], k);
    }
  }
  for (double& f : forces_) f = -f;
  divideByMass(forces_.data());
  out = forces_;
  hold(out, fixed_.size());
  fixCoordinates(out);
  return true;
}

/// Adds the effect of the reactions on the first `count` fixed coordinates, so that these are not accelerated: M a = −f + Σ e_k μ_k.
void ExplicitSolver::hold(std::vector<double>& accelerations, std::size_t count) const {
  for (std::size_t k = 0; k < count; ++k) {
    const double factor = accelerations[fixed_[k]] / holdingRates_[k][fixed_[k]];
    for (std::size_t i = 0; i < accelerations.size(); ++i) accelerations[i] -= factor * holdingRates_[k][i];
  }
}

void ExplicitSolver::fixCoordinates(std::vector<double>& values) const {
  for (const int coordinate : fixed_) values[coordinate] = 0;
}

void ExplicitSolver::combine(std::span<const double> weights, int count, double h, const std::vector<std::vector<double>>& rates,
                             std::vector<double>& out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (int j = 0; j < count; ++j) {
    if (weights[j] == 0) continue;
    const double factor = h * weights[j];
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += factor * rates[j][i];
  }
}

/// Computes all stages from the start of the step, then the end of the step in `state_`.
bool ExplicitSolver::stages(double h) {
  const Tableau& t = *tableau_;
  const int n2 = system_.secondOrderCoordinates();
  for (int i = 0; i < t.stages; ++i) {
    combine(t.a[i], i, h, velocityRates_, increment_);
    for (int k = 0; k < n2; ++k) state_.q_t[k] = startOfStep_.q_t[k] + increment_[k];
    combine(t.a[i], i, h, positionRates_, increment_);
    system_.compose(startOfStep_.q.data(), increment_.data(), state_.q.data());
    state_.time = startOfStep_.time + t.c[i] * h;
    positionRates_[i] = state_.q_t;
    if (settings_.explicitIntegration.useLieGroupIntegration) {
      for (const int first : system_.lieGroup()) {
        const Matrix3 inverse = inverseTangentOperator(Vector3{increment_[first], increment_[first + 1], increment_[first + 2]});
        const Vector3 rate = inverse * Vector3{state_.q_t[first], state_.q_t[first + 1], state_.q_t[first + 2]};
        for (int k = 0; k < 3; ++k) positionRates_[i][first + k] = rate[k];
      }
    }
    if (!accelerations(velocityRates_[i])) return false;
    takeRates(velocityRates_[i], positionRates_[i]);
  }
  combine(t.b, t.stages, h, velocityRates_, increment_);
  for (int k = 0; k < n2; ++k) state_.q_t[k] = startOfStep_.q_t[k] + increment_[k];
  combine(t.b, t.stages, h, positionRates_, increment_);
  system_.compose(startOfStep_.q.data(), increment_.data(), state_.q.data());
  fixCoordinates(state_.q), fixCoordinates(state_.q_t);
  return true;
}

/// v += h/2 a; q += h v; new a; v += h/2 a. States of first order: ẏ with the new q, y += h ẏ.
bool ExplicitSolver::velocityVerlet(const StepClock::Step& step) {
  const double h = step.size;
  const int n = system_.coordinates(), n2 = system_.secondOrderCoordinates();
  for (int k = 0; k < n2; ++k) {
    state_.q_t[k] = startOfStep_.q_t[k] + h / 2 * startOfStep_.q_tt[k];
    increment_[k] = h * state_.q_t[k];
  }
  std::fill(increment_.begin() + n2, increment_.end(), 0.0);
  system_.compose(startOfStep_.q.data(), increment_.data(), state_.q.data());
  fixCoordinates(state_.q), fixCoordinates(state_.q_t);
  state_.time = step.time;
  if (!accelerations(state_.q_tt)) return false;
  takeRates(state_.q_tt, state_.q_t);
  for (int k = 0; k < n2; ++k) state_.q_t[k] += h / 2 * state_.q_tt[k];
  for (int k = n2; k < n; ++k) state_.q[k] += h * state_.q_t[k];
  return true;
}

/// Returns the norm of the difference to the embedded solution, relative to the tolerances.
double ExplicitSolver::errorEstimate(double h) {
  const Tableau& t = *tableau_;
  const int n = system_.coordinates(), n2 = system_.secondOrderCoordinates();
  combine(t.embedded, t.stages, h, positionRates_, increment_);
  system_.compose(startOfStep_.q.data(), increment_.data(), otherPosition_.data());
  combine(t.embedded, t.stages, h, velocityRates_, otherVelocity_);
  for (int k = 0; k < n; ++k) otherVelocity_[k] += startOfStep_.q_t[k];
  fixCoordinates(otherPosition_), fixCoordinates(otherVelocity_);
  double sum = 0;
  const auto add = [&](double other, double value, double start) {
    const double size = ways_.absoluteTolerances ? std::max(std::abs(other), std::abs(start)) : std::max(other, start);
    const double scale = settings_.absoluteTolerance + size * settings_.relativeTolerance;
    const double error = (other - value) / scale;
    sum += error * error;
  };
  for (int k = 0; k < n; ++k) {
    add(otherPosition_[k], state_.q[k], startOfStep_.q[k]);
    if (k < n2) add(otherVelocity_[k], state_.q_t[k], startOfStep_.q_t[k]);
  }
  const double error = n ? std::sqrt(sum / (n + n2)) : 0;
  return error == 0 ? 1e-12 : error;
}

/// Takes one step with its discontinuous iteration; returns false if it must be repeated with a smaller one.
bool ExplicitSolver::attempt(const StepClock::Step& step, double& recommended) {
  const DiscontinuousSettings& limits = settings_.discontinuous;
  for (int iteration = 1;; ++iteration) {
    if (!(tableau_ ? stages(step.size) : velocityVerlet(step))) return false;
    state_.time = step.time;
    if (tableau_) {
      if (settings_.explicitIntegration.computeEndOfStepAccelerations) {
        if (!accelerations(state_.q_tt)) return false;
        takeRates(state_.q_tt, state_.q_t);
      } else {
        state_.q_tt = velocityRates_.back();
        std::copy(positionRates_.back().begin() + system_.secondOrderCoordinates(), positionRates_.back().end(),
                  state_.q_t.begin() + system_.secondOrderCoordinates());
        if (system_.hasPostNewton()) at_ = system_.motion(state_, workspace_, System::Sensors::ofLaws, terms);
      }
    }
    if (!system_.hasPostNewton()) return true;
    const PostNewton post = system_.postNewton(at_, state_, startOfStep_, {.atParting = ways_.recommendAtParting});
    losesTurns_ = post.losesTurns;
    recommended = limits.useRecommendedStepSize ? post.recommendedStep : -1;
    if (post.error <= limits.iterationTolerance) return true;
    ++statistics_.discontinuousIterations;
    if (iteration >= limits.maxIterations) return limits.ignoreMaxIterations;
    if (step.size > stepSize_.smallest() && recommended >= 0 && recommended < (1 + 1e-8) * step.size) return false;
  }
}

Solver::Result ExplicitSolver::failed(Stop::Reason reason, double time, double h, const Message& why) {
  stop_ = {reason, time, messages::stoppedInStep({number(time), std::to_string(steps_ + 1), number(h), why})};
  state_ = startOfStep_;
  return Result::stopped;
}

Solver::Result ExplicitSolver::failedWithoutNumbers(double time, double h) {
  return failed(Stop::Reason::newtonDiverged, time, h,
                grown() ? messages::grown({number(h / 2)}) : messages::notFiniteAt({system_.equationName(withoutForce_)}));
}

/// Returns to the start of the step, to repeat it with this size.
void ExplicitSolver::reject(double size) {
  stepSize_.set(std::max(stepSize_.smallest(), size));
  state_ = startOfStep_;
  ++statistics_.rejectedSteps;
}

Solver::Result ExplicitSolver::step() {
  startOfStep_ = state_;
  const bool controlled = tableau_ && tableau_->controlsStep();
  for (;;) {
    const StepClock::Step next = clock_.next(stepSize_.size());
    const double h = next.size;
    double recommended = -1;
    const bool settled = attempt(next, recommended);
    if (stop_.reason != Stop::Reason::none) {
      state_ = startOfStep_;
      return Result::stopped;
    }
    if (withoutForce_ >= 0 || grown()) {
      if (!controlled || h <= stepSize_.smallest()) return failedWithoutNumbers(startOfStep_.time + h, h);
      reject(0.1 * h);
      continue;
    }
    if (!settled) {
      stepSize_.set(h);
      if (!settings_.adaptiveStep || !stepSize_.reduce(recommended))
        return failed(Stop::Reason::discontinuousDiverged, startOfStep_.time + h, h,
                      "contact states did not settle. Try a smaller step size.");
      reject(stepSize_.size());
      continue;
    }
    if (controlled) {
      const double error = errorEstimate(h);
      const double best = h * pow(1 / error, 1.0 / tableau_->order);
      const bool accurate = best >= h;
      const double mostIncrease =
          accurate ? settings_.stepSizeMaxIncrease : std::min(StepSize::mostDecrease, settings_.stepSizeMaxIncrease);
      const double limit = std::min(stepSize_.largest(), h * mostIncrease);
      const double size = std::max(stepSize_.smallest(), std::min(limit, settings_.stepSizeSafety * best));
      if (!accurate && size <= stepSize_.smallest() && warnedAtSmallest_)
        return failed(Stop::Reason::stepTooSmall, startOfStep_.time + h, h,
                      "the error stays above the tolerances at the smallest step. Relax absoluteTolerance or relativeTolerance, or lower "
                      "minimumStepSize.");
      if (size <= stepSize_.smallest()) {
        warnedAtSmallest_ = true;
      } else if (!accurate) {
        reject(size);
        continue;
      }
      stepSize_.set(size);
    } else {
      stepSize_.recover(0);
    }
    ++steps_, ++statistics_.steps;
    lastStep_ = h;
    clock_.advance(next);
    noteTurns(losesTurns_, state_.time, statistics_);
    return clock_.atEnd() && !open_ ? Result::finished : Result::advanced;
  }
}

}  // namespace slipstick
