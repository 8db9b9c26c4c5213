// Implicit integration: generalized-alpha, Newmark and the trapezoidal rule with index-2 constraints.
//
// Newton's unknowns are the displacement increments; velocities and accelerations follow by γ' and β'. Forces are evaluated at the end
// of the step; the weighting of generalized-alpha is in the algorithmic acceleration a (Arnold, Brüls 2007; Chung, Hulbert 1993). With
// Newmark's parameters, α_m = α_f = 1/2 reduce the same formulas to Newmark. Constraints are at position level (index 3) or velocity
// level (index 2). Rows of the equations of motion are scaled by β h², multipliers by its inverse, so that the condition of the tangent
// does not deteriorate as the step shrinks. States of first order follow the trapezoidal rule, y⁺ = y + h/2 (ẏ + ẏ⁺).

#include "core/solver/implicit.h"

#include <cmath>

#include "core/message/messages.h"
#include "core/solver/initial_accelerations.h"

namespace slipstick {

namespace {

/// Each hinge of a chain carries all bodies behind it. With many bodies, the rotation of these reactions with the bodies matters
/// relative to inertia. In models with few unknowns it hardly matters, and a tangent with the forces of an impact soon becomes useless
/// (measured). Rotation vectors are composed, so that the solution depends on Newton's path; they keep the path of the configured
/// method.
constexpr int fewUnknowns = 400;

/// Returns whether errors of constraints at position level decay more slowly than by default.
bool isWeak(const GeneralizedAlphaSettings& settings) {
  return settings.useNewmark ? settings.newmarkGamma <= 0.5 : settings.spectralRadius > GeneralizedAlphaSettings{}.spectralRadius;
}

}  // namespace

ImplicitCoefficients::ImplicitCoefficients(const GeneralizedAlphaSettings& settings) {
  if (settings.useNewmark) {
    alphaM = alphaF = 0.5;
    beta = settings.newmarkBeta, gamma = settings.newmarkGamma;
    return;
  }
  const double rho = settings.spectralRadius;
  alphaM = (2 * rho - 1) / (rho + 1);
  alphaF = rho / (rho + 1);
  gamma = 0.5 + alphaF - alphaM;
  beta = 0.25 * (gamma + 0.5) * (gamma + 0.5);
}

ImplicitSolver::ImplicitSolver(const System& system, Workspace& workspace, const AnalysisStep& settings, const State& initial,
                               Statistics& statistics)
    : system_(system),
      workspace_(workspace),
      settings_(settings),
      statistics_(statistics),
      alpha_(withSolver(settings)),
      ways_(exudynWays(settings)),
      coefficients_(alpha_),
      stepSize_(settings, (settings.endTime - settings.startTime) / settings.numberOfSteps),
      clock_(settings.startTime, settings.endTime, ways_.countedTimes),
      level_(alpha_.useIndex2Constraints ? ConstraintLevel::velocity : ConstraintLevel::position),
      isDiscontinuous_(system.isDiscontinuous()),
      itemsLook_(system.hasPostNewton()),
      reactionsTurn_(ways_.reactionsInTangent && system.unknowns() > fewUnknowns && system.lieGroup().empty()),
      equations_(system, settings, level_, statistics, workspace),
      state_(initial),
      startOfStep_(initial),
      algorithmic_(system.coordinates()),
      algorithmicAtStart_(system.coordinates()),
      increment_(system.coordinates()),
      norms_(eulerParameters()) {
  const bool onlyNorms = system.multipliers() == static_cast<int>(norms_.size());
  if (ways_.keptNormRates && level_ == ConstraintLevel::position && isWeak(alpha_) && !onlyNorms) change_.assign(system.coordinates(), 0.0);
  state_.time = settings.startTime;
}

GeneralizedAlphaSettings ImplicitSolver::withSolver(const AnalysisStep& settings) {
  GeneralizedAlphaSettings alpha = settings.generalizedAlpha;
  if (settings.solver == DynamicSolver::TrapezoidalIndex2) alpha.useNewmark = alpha.useIndex2Constraints = true;
  return alpha;
}

std::vector<int> ImplicitSolver::eulerParameters() const {
  std::vector<int> norms;
  if (level_ != ConstraintLevel::position) return norms;
  constexpr int ofEulerParameters = 7;
  for (const VariationBlock& block : system_.variations(state_))
    if (block.directions == 6 && block.size == ofEulerParameters) norms.push_back(block.first + 3);
  return norms;
}

bool ImplicitSolver::start() {
  if (alpha_.useIndex2Constraints && !alpha_.useNewmark) {
    stop_ = {Stop::Reason::unsupported, state_.time,
             "useIndex2Constraints needs useNewmark: only Newmark's method supports constraints at velocity level."};
    return false;
  }
  if (level_ == ConstraintLevel::velocity) {
    const std::string obstacle = system_.velocityObstacle();
    if (!obstacle.empty()) {
      stop_ = {Stop::Reason::unsupported, state_.time, obstacle};
      return false;
    }
  }
  std::fill(state_.lambda.begin(), state_.lambda.end(), 0.0);
  equations_.start(state_);
  judgeContacts();
  if (alpha_.computeInitialAccelerations) {
    computeInitialAccelerations();
  } else if (alpha_.resetAccelerations) {
    std::fill(state_.q_tt.begin(), state_.q_tt.end(), 0.0);
  }
  algorithmic_ = state_.q_tt;
  return true;
}

/// Determines the initial contacts of contact sets; contacts with data nodes have them in their initial values.
void ImplicitSolver::judgeContacts() {
  if (!isDiscontinuous_ || !state_.contacts.empty()) return;
  State judged = state_;
  system_.postNewton(system_.motion(state_, workspace_, System::Sensors::ofLaws), judged, state_);
  state_.contacts = std::move(judged.contacts);
}

/// Index-3 methods follow prescribed motion with a velocity error of c h² q⃛ and with the accelerations of time (α_m − α_f) h. Any other
/// start alternates about that, as n ρⁿ (Arnold, Brüls, Cardona, Error analysis of generalized-α Lie group time integration methods for
/// constrained mechanical systems, Numer. Math. 129 (2015), 149-179).
void ImplicitSolver::computeInitialAccelerations() {
  InitialAccelerations initial(system_, equations_, ways_, workspace_);
  const bool found = initial.find(state_);
  const bool secondOrder = !alpha_.useNewmark || coefficients_.gamma == 0.5;
  if (found && level_ == ConstraintLevel::position && ways_.exactInitialAccelerations && secondOrder)
    startJerk_ = initial.prescribedJerk(state_, stepSize_.size());
  if (!alpha_.storeInitialAlgebraicCoordinates) std::fill(state_.lambda.begin(), state_.lambda.end(), 0.0);
}

/// Makes attempts until one is accepted. After a failure, redundant constraints may have a remedy; otherwise the step becomes shorter if
/// its size adapts, else the run stops.
Solver::Result ImplicitSolver::step() {
  startOfStep_ = state_;
  algorithmicAtStart_ = algorithmic_;
  equations_.startStep();
  for (;;) {
    const StepClock::Step next = clock_.next(stepSize_.size());
    if (next.size != stepSize_.size()) sizeBeforeEnd_ = stepSize_.size(), stepSize_.set(next.size);
    state_.time = next.time;
    setStep(next.size);
    DiscontinuousOutcome outcome = solveDiscontinuous(*this, settings_, next.size, equations_.newton, statistics_);
    if (outcome.iterations > 0 || ways_.restoreAfterRejection) recommendedStep_ = outcome.recommendedStep;
    if (outcome.accepted && equations_.redundancy().sharedHold()) return accept(next, outcome);
    const int worst = worstEquation();
    const NewtonEquations::Remedy remedy = equations_.remedy(
        {outcome.accepted, outcome.newton.converged, startOfStep_, state_, next.size, [&](State& end) { return ahead(next.time, end); }});
    if (remedy == NewtonEquations::Remedy::stop) return stopFor(equations_.redundancy().obstacle(state_)), Result::stopped;
    state_ = startOfStep_;
    const bool solvesAgain = remedy == NewtonEquations::Remedy::again;
    if (solvesAgain || ways_.restoreAfterRejection) algorithmic_ = algorithmicAtStart_;
    if (solvesAgain) continue;
    if (!settings_.adaptiveStep || !stepSize_.reduce(recommendedStep_)) {
      describeStop(outcome, next.time, next.size, worst);
      return Result::stopped;
    }
    ++statistics_.rejectedSteps;
  }
}

Solver::Result ImplicitSolver::accept(const StepClock::Step& step, const DiscontinuousOutcome& outcome) {
  ++steps_, ++statistics_.steps;
  calmSteps_ = outcome.iterations > 1 ? 0 : calmSteps_ + 1;
  clock_.advance(step);
  ways_.keptNormRates ? keepNorms() : noteSpin(step.size);
  noteTurns(losesTurns_, state_.time, statistics_);
  if (!change_.empty()) noteAlternation();
  if (outcome.error > settings_.discontinuous.iterationTolerance) noteUnsettled(outcome.error);
  equations_.increments().endStep();
  stepSize_.recover(pathIsFree_ ? std::nullopt : std::optional(outcome.newtonIterations + outcome.iterations));
  if (stopFor(equations_.follow(state_, steps_))) return Result::stopped;
  if (!clock_.atEnd()) return Result::advanced;
  if (!open_) return Result::finished;
  if (sizeBeforeEnd_ > 0) stepSize_.set(sizeBeforeEnd_), sizeBeforeEnd_ = -1;
  return Result::advanced;
}

/// The norm of Euler parameters is a constraint at position level. The method satisfies it, but not its time derivatives. With little
/// numerical damping their error alternates from step to step and grows; if a body rotates far in a step, θ̇ gets a component along θ.
/// Both errors affect the rotation.
///
/// Sets the components of θ̇ and θ̈ along θ so that θᵀθ̇ = 0 and θᵀθ̈ = −θ̇ᵀθ̇. The rotation, its velocity and its acceleration do not
/// depend on these components.
void ImplicitSolver::keepNorms() {
  constexpr int size = 4;
  for (const int first : norms_) {
    const double *reference = system_.reference().data() + first, *q = state_.q.data() + first;
    double theta[size], square = 0;
    for (int i = 0; i < size; ++i) theta[i] = reference[i] + q[i], square += theta[i] * theta[i];
    const auto setAlong = [&](double* x, double wanted) {
      double along = -wanted;
      for (int i = 0; i < size; ++i) along += theta[i] * x[i];
      for (int i = 0; i < size; ++i) x[i] -= along / square * theta[i];
    };
    double *q_t = state_.q_t.data() + first, speed = 0;
    setAlong(q_t, 0);
    for (int i = 0; i < size; ++i) speed += q_t[i] * q_t[i];
    setAlong(state_.q_tt.data() + first, -speed);
    setAlong(algorithmic_.data() + first, -speed);
    isEvaluated_ = false;
  }
}

/// With Exudyn's algorithm, θ̇ gets a component along θ if a body rotates far in a step, and the body spins too slowly or too fast.
void ImplicitSolver::noteSpin(double step) {
  constexpr int few = 20, oneOfSteps = 20;  // minimum number of such steps, and one in so many of all steps
  constexpr double far = 0.15;              // rad in a step; |ω| = 2 |θ̇|
  bool turnsTooFar = false;
  for (const int first : norms_) {
    double square = 0;
    for (int i = 0; i < 4; ++i) square += state_.q_t[first + i] * state_.q_t[first + i];
    turnsTooFar = turnsTooFar || 4 * square * step * step > far * far;
  }
  farSteps_ += turnsTooFar;
  if (farSteps_ < few || farSteps_ * oneOfSteps < steps_ || saysFar_) return;
  saysFar_ = true;
  addCaution(statistics_,
             "Until " + number(state_.time) + " s a body with Euler parameters turned too far in " + std::to_string(farSteps_) + " of " +
                 std::to_string(steps_) +
                 " steps. Its angular velocity may be wrong. Use shorter steps, a RigidBodyRotVecLG node, or exudynWays false.");
}

/// A step may end with contact states that disagree with its solution; later steps correct that. If it happens repeatedly, the motion
/// may violate the contact laws.
void ImplicitSolver::noteUnsettled(double error) {
  constexpr double slight = 10;             // times the tolerance
  constexpr int few = 20, oneOfSteps = 20;  // minimum number of such steps, and one in so many of all steps
  if (error <= slight * settings_.discontinuous.iterationTolerance) return;
  ++unsettledSteps_, largestError_ = std::max(largestError_, error);
  if (unsettledSteps_ < few || unsettledSteps_ * oneOfSteps < steps_ || saysUnsettled_) return;
  saysUnsettled_ = true;
  addCaution(statistics_, messages::unsettledSteps(
                              {number(state_.time), std::to_string(unsettledSteps_), std::to_string(steps_), number(largestError_)}));
}

/// With little damping, errors of velocities and accelerations that are determined by constraints at position level may grow with
/// alternating sign (Arnold, Brüls, Cardona, as above). If the error dominates the acceleration for several steps, the result is
/// unreliable.
void ImplicitSolver::noteAlternation() {
  constexpr int many = 20;       // steps
  constexpr double most = 0.25;  // fraction of the accelerations
  double product = 0, square = 0, before = 0, all = 0;
  for (int i = 0; i < system_.secondOrderCoordinates(); ++i) {
    const double change = state_.q_tt[i] - startOfStep_.q_tt[i];
    product += change * change_[i], square += change * change, before += change_[i] * change_[i], all += state_.q_tt[i] * state_.q_tt[i];
    change_[i] = change;
  }
  const bool alternates = product < -0.5 * std::sqrt(square * before) && square > most * most * all;
  alternations_ = alternates ? alternations_ + 1 : 0;
  if (alternations_ != many) return;
  addCaution(statistics_, messages::alternating({number(state_.time)}));
  change_.clear();
}

/// Writes the predicted end of the step at this time to `end`, which is its start.
bool ImplicitSolver::ahead(double time, State& end) {
  std::vector<double> algorithmic = algorithmicAtStart_;
  std::swap(state_, end), algorithmic_.swap(algorithmic);
  predict();
  state_.time = time;
  std::swap(state_, end), algorithmic_.swap(algorithmic);
  return true;
}

void ImplicitSolver::setStep(double h) {
  if (h != step_ && ways_.longKeptTangents) equations_.newton.tangentIsOld = true;  // otherwise modified Newton detects it
  if (h != step_) equations_.forgetSteps();
  isRestarted_ = wasJudged_ = false;
  // The growth of a reduced step depends on the iteration count of the configured method; below the tightest tolerance there is only
  // rounding.
  constexpr double tightest = 1e-9;
  pathIsFree_ = ways_.longKeptTangents && stepSize_.mayLeaveUncounted() && settings_.newton.relativeTolerance >= tightest;
  // If contacts open and close along a belt, modified Newton reuses its tangents well without help, and the last step hardly predicts
  // the increment of the next (measured).
  constexpr int many = 20;  // steps
  equations_.newton.mayKeepTangent = pathIsFree_ && (!settings_.newton.useModifiedNewton || !isDiscontinuous_ || calmSteps_ >= many);
  if (settings_.newton.modifiedNewtonJacUpdatePerStep) equations_.newton.tangentIsOld = true;
  step_ = h;
  betaPrime_ = (1 - coefficients_.alphaM) / (h * h * coefficients_.beta * (1 - coefficients_.alphaF));
  gammaPrime_ = coefficients_.gamma / (h * coefficients_.beta);
  scale_ = coefficients_.beta * h * h;
}

void ImplicitSolver::predict() {
  const double h = step_, beta = coefficients_.beta, gamma = coefficients_.gamma;
  const double alphaM = coefficients_.alphaM, alphaF = coefficients_.alphaF;
  const bool starts = steps_ == 0 && !startJerk_.empty();
  const double ahead = (alphaM - alphaF) * h, off = (1.0 / 6 - beta) * h * h - ahead * h / 2;
  for (int i = 0; i < system_.secondOrderCoordinates(); ++i) {
    double q_t = startOfStep_.q_t[i];
    const double q_tt = startOfStep_.q_tt[i];
    if (starts) q_t += off * startJerk_[i], algorithmic_[i] += ahead * startJerk_[i];
    if (alpha_.useNewmark) {
      increment_[i] = h * q_t + h * h * (0.5 - beta) * q_tt;
      state_.q_t[i] = q_t + h * (1 - gamma) * q_tt;
      algorithmic_[i] = 0;
    } else {
      const double a = algorithmic_[i];
      const double next = (alphaF * q_tt - alphaM * a) / (1 - alphaM);
      increment_[i] = h * q_t + h * h * (0.5 - beta) * a + h * h * beta * next;
      state_.q_t[i] = q_t + h * (1 - gamma) * a + h * gamma * next;
      algorithmic_[i] = next;
    }
    state_.q_tt[i] = 0;
  }
  for (int i = system_.secondOrderCoordinates(); i < system_.coordinates(); ++i) {
    increment_[i] = h / 2 * startOfStep_.q_t[i];
    state_.q_t[i] = 0;
  }
  // The increment of a rotation is corrected for the rotation of its axes: Ω ← (I − h/2 β/γ ω̃) Ω with the predicted angular velocity.
  // The simplified relations (Brüls, Cardona 2010) omit this and compose the sum of a step's increments with its start.
  for (const int first : system_.lieGroup()) {
    if (alpha_.lieGroupSimplifiedKinematicRelations) break;
    double* increment = increment_.data() + first;
    const double* spin = state_.q_t.data() + first;
    const Vector3 turn = cross(Vector3{spin[0], spin[1], spin[2]}, Vector3{increment[0], increment[1], increment[2]});
    for (int k = 0; k < 3; ++k) increment[k] -= h / 2 * beta / gamma * turn[k];
  }
  equations_.increments().startSolution(increment_, startOfStep_.q_t, h);
  system_.compose(startOfStep_.q.data(), increment_.data(), state_.q.data());
  std::fill(state_.lambda.begin(), state_.lambda.end(), 0.0);
  isPredicted_ = true;
}

/// Starts from extrapolated displacements and multipliers. If a step is solved again, starts from its previous solution, and returns false
/// if there is none.
bool ImplicitSolver::guess() {
  double* x = equations_.rightSide();
  Increments& increments = equations_.increments();
  if (isRestarted_) {
    if (!increments.repeat(x)) return false;
  } else if (!increments.extrapolate(x)) {
    for (int i = 0; i < system_.multipliers(); ++i) x[system_.coordinates() + i] = -scale_ * startOfStep_.lambda[i];
  }
  if (equations_.redundancy().sharing()) equations_.leaveOut(x + system_.coordinates());  // no iteration would remove it again
  increments.startFrom(x);
  apply(x);
  return true;
}

/// The same if only other contacts require the repeated solution.
bool ImplicitSolver::repeat() { return wasJudged_ && ways_.repeatedSolutions && guess(); }

double ImplicitSolver::residual() {
  at_ = system_.residual(state_, {.level = level_}, equations_.rightSide(), equations_.constraints(), workspace_);
  isEvaluated_ = true;
  return equations_.reduceResidual();
}

bool ImplicitSolver::factorize() {
  TangentFactors factors;
  factors.mass = scale_ * betaPrime_;
  factors.damping = scale_ * gammaPrime_;
  factors.stiffness = scale_;
  factors.constraintPosition = level_ == ConstraintLevel::position ? 1 : gammaPrime_;
  factors.constraintVelocity = gammaPrime_;
  factors.constraintForce = 1;
  factors.multiplier = 1 / scale_;
  factors.rate = scale_ * 2 / step_;
  factors.firstOrder = scale_;
  factors.loads = settings_.computeLoadsJacobian > 0;
  factors.coarse = ways_.coarseTangents;
  factors.accelerations = ways_.massDerivativeInTangent;
  if (reactionsTurn_) factors.reactions = (isPredicted_ ? startOfStep_ : state_).lambda.data();
  return equations_.factorize(at_, factors);
}

double ImplicitSolver::update() {
  double* x = equations_.rightSide();
  for (int i = 0; i < system_.coordinates(); ++i) x[i] *= scale_;
  equations_.solve();
  pathIsFree_ ? equations_.increments().improve(x) : equations_.increments().note(x);
  return apply(x);
}

/// Subtracts an increment of Newton's method from the state. Returns its norm.
double ImplicitSolver::apply(const double* x) {
  const int n = system_.coordinates(), n2 = system_.secondOrderCoordinates(), nAE = system_.multipliers();
  isPredicted_ = isEvaluated_ = false;
  double sum = 0;
  const bool sumUp = alpha_.lieGroupSimplifiedKinematicRelations;
  for (int i = 0; i < n2; ++i) {
    const double increment = x[i];
    increment_[i] = (sumUp ? increment_[i] : 0) - increment;
    state_.q_t[i] -= gammaPrime_ * increment;
    state_.q_tt[i] -= betaPrime_ * increment;
    sum += increment * increment;
  }
  for (int i = n2; i < n; ++i) {
    increment_[i] = (sumUp ? increment_[i] : 0) - x[i];
    state_.q_t[i] -= 2 / step_ * x[i];
    sum += x[i] * x[i];
  }
  system_.compose(sumUp ? startOfStep_.q.data() : state_.q.data(), increment_.data(), state_.q.data());
  for (int i = 0; i < nAE; ++i) state_.lambda[i] -= x[n + i] / scale_;
  return equations_.normOf(sum);
}

bool ImplicitSolver::tooLarge(double bound) const {
  double q = 0, q_t = 0;
  for (int i = 0; i < system_.coordinates(); ++i) q += state_.q[i] * state_.q[i], q_t += state_.q_t[i] * state_.q_t[i];
  return !(q < bound && q_t < bound);
}

void ImplicitSolver::finish() {
  const double factor = (1 - coefficients_.alphaF) / (1 - coefficients_.alphaM);
  for (int i = 0; i < system_.coordinates(); ++i) algorithmic_[i] += factor * state_.q_tt[i];
}

PostNewton ImplicitSolver::postNewton() {
  wasJudged_ = true;
  if (itemsLook_ && !isEvaluated_) at_ = system_.motion(state_, workspace_, System::Sensors::ofLaws);
  const PostNewton post =
      system_.postNewton(at_, state_, startOfStep_,
                         {.atParting = ways_.recommendAtParting, .holdsSlip = ways_.holdTurningSlip, .counts = ways_.countContacts});
  losesTurns_ = post.losesTurns;
  return post;
}

void ImplicitSolver::restart() {
  state_.q = startOfStep_.q, state_.q_t = startOfStep_.q_t, state_.q_tt = startOfStep_.q_tt, state_.lambda = startOfStep_.lambda;
  algorithmic_ = algorithmicAtStart_;
  isRestarted_ = true;
}

int ImplicitSolver::worstEquation() const {
  int worst = -1;
  double largest = -1;
  for (int i = 0; i < equations_.size(); ++i) {
    const double r = equations_.rightSide()[i], size = std::isfinite(r) ? std::abs(r) : 1e300;
    if (size > largest) largest = size, worst = i;
  }
  return worst;
}

/// Stops if there is a reason to.
bool ImplicitSolver::stopFor(const Message& redundancy) {
  if (redundancy.empty()) return false;
  stop_ = {Stop::Reason::singularTangent, state_.time, messages::stopped({number(state_.time), redundancy})};
  return true;
}

void ImplicitSolver::describeStop(const DiscontinuousOutcome& outcome, double time, double h, int worst) {
  stop_.time = time;
  if (!outcome.newton.converged && stopFor(equations_.redundancy().obstacle(state_))) return;
  const Message at = worst >= 0 ? system_.equationName(worst) : Message();
  const std::string iterations = std::to_string(outcome.newton.converged ? outcome.iterations : outcome.newton.iterations);
  Message why;
  if (outcome.newton.singular) {
    stop_.reason = Stop::Reason::singularTangent;
    const Message place = equations_.singularPlace();
    why = place.empty() ? messages::singularTangent() : messages::singularTangentAt({place});
  } else if (!outcome.newton.converged && outcome.newton.iterations == 0) {
    stop_.reason = Stop::Reason::newtonDiverged;
    why = at.empty() ? messages::notFinite() : messages::notFiniteAt({at});
  } else if (!outcome.newton.converged) {
    stop_.reason = Stop::Reason::newtonDiverged;
    constexpr double senseless = 0.01;  // fraction of the requested step: if such a reduction did not help, a further one will not
    why = h > senseless * stepSize_.largest() ? messages::newtonDiverged({iterations, at, number(h / 2)})
                                              : messages::newtonDivergedHere({iterations, at});
  } else {
    stop_.reason = Stop::Reason::discontinuousDiverged;
    why = messages::contactsUnsettled({iterations});
  }
  stop_.message = messages::stoppedInStep({number(time), std::to_string(steps_ + 1), number(h), why});
}

}  // namespace slipstick
