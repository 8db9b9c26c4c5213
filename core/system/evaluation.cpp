// The order of one evaluation: inputs and outputs of the loops, phase by phase.
//
//   motion      nodes, bodies, markers   read coordinates, write the motion of frames and scalars, and intermediate results
//   sensors     sensors that formulas of laws use, computed from that motion
//   laws        bodies, forces, constraints, loads, touches read motion, write forces on frames and scalars, residual and constraints
//   back        markers, bodies, nodes   add forces on frames and scalars to the residual
//
// A tangent follows the same order at the same state: Jacobians of frames and scalars with respect to coordinates; then blocks of laws
// by the chain rule, for which the forces are evaluated again; then the change of generalised forces as lever arms rotate.
#include "core/system/evaluation.h"

#include <algorithm>

#include "core/system/failures.h"
#include "core/system/loop.h"
#include "core/system/system.h"

namespace slipstick {

// Phases.

/// Loops are in the order nodes, objects, markers, so that each finds the motion of the items it refers to.
template <class S>
static void move(const std::vector<const role::Moving*>& loops, Sweep<S>& sweep) {
  for (const role::Moving* loop : loops) loop->kinematics(sweep);
}

template <class S>
static void clearForces(Workspace::Arrays<S>& arrays) {
  for (FrameForce<S>& force : arrays.frameForces) force = {};
  for (S& force : arrays.scalarForces) force = S(0.0);
}

/// Markers refer to bodies and bodies to nodes: forces are transferred in the opposite order.
template <class S>
static void takeBack(const std::vector<const role::Moving*>& loops, Sweep<S>& sweep) {
  for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) (*loop)->back(sweep);
}

void System::runAll(Sweep<double>& sweep, Workspace& workspace, bool withSensors) const {
  move(moving_, sweep);
  if (withSensors) readSensors(sweep, workspace, formulaSensorsOfLaws_);
  clearForces(workspace.plain);
  std::fill_n(sweep.residual, coordinates(), 0.0);
  for (const role::Acting* loop : acting_) loop->laws(sweep);
  takeBack(moving_, sweep);
}

/// The same in dual numbers: constraints and their reactions; sensors in formulas are constants.
SLIPSTICK_SMALL void System::runConstraints(Sweep<Dual1>& sweep, Workspace& workspace) const {
  move(moving_, sweep);
  clearForces(workspace.dual);
  std::fill_n(sweep.residual, coordinates(), Dual1(0.0));
  for (const role::Constraint* loop : constraints_) loop->laws(sweep);
  takeBack(moving_, sweep);
}

void System::tangent(const Evaluation& at, const TangentFactors& factors, const MatrixSink& sink) const {
  Sweep<double> sweep = current(at);
  Workspace& workspace = *at.workspace_;
  Tangent tangent{factors, sink, &workspace.frameJacobians, &workspace.scalarJacobians, coordinates()};
  if (!factors.accelerations) sweep.q_tt = nullptr;
  if (factors.massOnly) {
    for (const role::Massive* loop : massive_) loop->tangent(tangent, sweep);
    return;
  }
  if (!workspace.hasJacobians) placeJacobians(workspace);
  for (const role::Moving* loop : moving_) loop->jacobians(tangent, sweep);
  clearForces(workspace.plain);
  for (const role::Acting* loop : acting_) loop->tangent(tangent, sweep);
  for (auto loop = turning_.rbegin(); loop != turning_.rend(); ++loop) (*loop)->backTangent(tangent, sweep);
}

// Evaluations.

Evaluation System::residual(const State& state, const Terms& terms, double* residual, double* constraints, Workspace& workspace) const {
  Evaluation at = begin(state, terms, workspace);
  at.sweep_.residual = residual, at.sweep_.constraints = constraints;
  runAll(at.sweep_, workspace, true);
  return at;
}

Evaluation System::forces(const State& state, const Terms& terms, double* forces, double* constraints, Workspace& workspace) const {
  Evaluation at = begin(state, terms, workspace);
  at.sweep_.q_tt = nullptr, at.sweep_.lambda = nullptr;
  at.sweep_.residual = forces, at.sweep_.constraints = constraints;
  runAll(at.sweep_, workspace, true);
  return at;
}

Evaluation System::motion(const State& state, Workspace& workspace, Sensors sensors, const Terms& terms) const {
  Evaluation at = begin(state, terms, workspace);
  move(moving_, at.sweep_);
  readSensors(at.sweep_, workspace, sensors == Sensors::ofLaws ? formulaSensorsOfLaws_ : formulaSensors_.size());
  return at;
}

void System::advance(const State& state, Workspace& workspace) const {
  if (integrating_.empty()) return;
  const Evaluation at = motion(state, workspace);
  for (const role::Integrating* loop : integrating_) loop->advance(at.sweep_);
}

PostNewton System::postNewton(const Evaluation& at, State& state, const State& startOfStep, JudgingWays ways) const {
  PostNewton post{&state.data, &startOfStep.data, 0, -1, &state.contacts, &startOfStep.contacts, ways, state.time - startOfStep.time};
  for (const role::Discontinuous* loop : discontinuous_) loop->postNewton(post, current(at));
  return post;
}

// Directional derivatives.

SLIPSTICK_SMALL void System::derivative(const State& state, ConstraintLevel level, std::span<const double> dq, std::span<const double> dq_t,
                                        std::span<const double> dq_tt, std::span<const double> dlambda, double* residual,
                                        double* constraints, Workspace& workspace, double dt) const {
  const auto set = [](std::vector<Dual1>& out, const std::vector<double>& value, std::span<const double> direction) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      out[i].value = value[i];
      out[i].derivative[0] = direction.empty() ? 0.0 : direction[i];
    }
    return out.data();
  };
  motion(state, workspace);  // for sensors in formulas
  if (workspace.residual.empty()) placeDuals(workspace);
  Sweep<Dual1> sweep = sweepOver(state, {.level = level}, workspace.dual, workspace);
  sweep.time.derivative[0] = dt;
  sweep.q = set(workspace.state[0], state.q, dq);
  if (!dq.empty()) {
    // For rotation vectors, `dq` is a rotation in local axes.
    for (const int first : lieGroup_) {
      Vector3 total, turn;
      for (int k = 0; k < 3; ++k) total[k] = reference_[first + k] + state.q[first + k], turn[k] = dq[first + k];
      const Vector3 variation = inverseTangentOperator(total) * turn;
      for (int k = 0; k < 3; ++k) workspace.state[0][first + k].derivative[0] = variation[k];
    }
  }
  sweep.q_t = set(workspace.state[1], state.q_t, dq_t);
  sweep.q_tt = set(workspace.state[2], state.q_tt, dq_tt);
  sweep.lambda = set(workspace.state[3], state.lambda, dlambda);
  sweep.residual = workspace.residual.data(), sweep.constraints = workspace.constraints.data();
  runConstraints(sweep, workspace);
  for (int i = 0; i < coordinates(); ++i) residual[i] = workspace.residual[i].derivative[0];
  for (int i = 0; i < multipliers(); ++i) constraints[i] = workspace.constraints[i].derivative[0];
  if (formulaSensorsOfLaws_ > 0) addSensorDerivative(state, level, dq, dq_t, dq_tt, dlambda, dt, residual, constraints, workspace);
}

/// Adds the derivative through sensors that laws use: a central difference of their values about the state, with the laws evaluated at
/// the state itself.
SLIPSTICK_SMALL void System::addSensorDerivative(const State& state, ConstraintLevel level, std::span<const double> dq,
                                                 std::span<const double> dq_t, std::span<const double> dq_tt,
                                                 std::span<const double> dlambda, double dt, double* residual, double* constraints,
                                                 Workspace& workspace) const {
  constexpr double step = 1e-6;
  const auto move = [](std::vector<double>& values, std::span<const double> direction, double by) {
    for (std::size_t i = 0; i < direction.size(); ++i) values[i] += by * direction[i];
  };
  std::vector<double> forces[2], equations[2];
  for (int side = 0; side < 2; ++side) {
    const double by = side == 0 ? step : -step;
    forces[side].resize(coordinates()), equations[side].resize(multipliers());
    State beside = state;
    beside.time += by * dt;
    if (!dq.empty()) {
      std::vector<double> increment(coordinates());
      move(increment, dq, by);
      compose(state.q.data(), increment.data(), beside.q.data());
    }
    move(beside.q_t, dq_t, by), move(beside.q_tt, dq_tt, by), move(beside.lambda, dlambda, by);
    motion(beside, workspace);
    Evaluation at = begin(state, {.level = level}, workspace);
    at.sweep_.residual = forces[side].data(), at.sweep_.constraints = equations[side].data();
    runAll(at.sweep_, workspace, false);
  }
  for (int i = 0; i < coordinates(); ++i) residual[i] += (forces[0][i] - forces[1][i]) / (2 * step);
  for (int i = 0; i < multipliers(); ++i) constraints[i] += (equations[0][i] - equations[1][i]) / (2 * step);
}

SLIPSTICK_SMALL void System::constraintAcceleration(const State& state, double* out, Workspace& workspace) const {
  std::vector<double> residual(coordinates());
  derivative(state, ConstraintLevel::velocity, state.q_t, {}, {}, {}, residual.data(), out, workspace, 1);
}

SLIPSTICK_SMALL void System::convectiveAcceleration(const State& state, double* out, Workspace& workspace) const {
  // Ċ is linear in q̇ if C is at position level; along (q̇, 0) its derivative is (C_q q̇)_q q̇.
  std::vector<double> residual(coordinates());
  derivative(state, ConstraintLevel::velocity, state.q_t, {}, {}, {}, residual.data(), out, workspace);
  const std::vector<char> velocityLevel = velocityConstraints();
  for (int i = 0; i < multipliers(); ++i)
    if (velocityLevel[i]) out[i] = 0;
}

// Outputs.

void System::readSensor(const Sweep<double>& sweep, int sensor, double* out) const {
  const SensorSource& source = sensors_[sensor];
  source.place.output(source.variable, source.localPosition, sweep, out);
}

void System::readSensors(const Sweep<double>& sweep, Workspace& workspace, std::size_t count) const {
  for (std::size_t i = 0; i < count; ++i)
    readSensor(sweep, formulaSensors_[i].sensor, workspace.sensorValues.data() + formulaSensors_[i].offset);
}

void System::sensor(const Evaluation& at, int sensor, double* out) const { readSensor(current(at), sensor, out); }

void System::output(const Evaluation& at, int object, OutputVariable variable, const Vector3& localPosition, double* out) const {
  place(ItemKind::object, object).output(variable, localPosition, current(at), out);
}

void System::pose(const Evaluation& at, int pose, double* out) const {
  const Place& object = place(ItemKind::object, poses_[pose].object);
  object.loop->roles().drawn->writePose(object.index, current(at), out);
}

const FrameJacobian& System::frameJacobian(const Evaluation& at, int frame) const {
  current(at);
  return at.workspace_->frameJacobians[frame];
}

const FrameKinematics<double>& System::frame(const Evaluation& at, int frame) const { return current(at).frames[frame]; }

// Workspaces.

Workspace::Workspace(const System& system) {
  for (const DrawerKind& drawer : system.drawers_) drawers.push_back(drawer.copy(drawer.empty.get()));
  system.fit(*this);
}

/// Allocates space in a workspace for the frames of all touches, and for the sensors that formulas use.
SLIPSTICK_SMALL void System::fit(Workspace& workspace) const {
  if (workspace.formulaLayout != formulaLayout_) {
    workspace.formulaLayout = formulaLayout_;
    workspace.sensorValues.assign(formulaSensorValues_, 0.0);
  }
  if (workspace.layout == layout_) return;
  workspace.layout = layout_;
  resize(workspace.plain);
  if (!workspace.residual.empty()) resize(workspace.dual);
  if (workspace.hasJacobians) placeTouchJacobians(workspace);
}

template <class S>
void System::resize(Workspace::Arrays<S>& arrays) const {
  arrays.frames.resize(frames()), arrays.frameForces.resize(frames());
  std::fill(arrays.frames.begin() + static_cast<std::ptrdiff_t>(frameCoordinates_.size()), arrays.frames.end(), FrameKinematics<S>{});
  arrays.scalars.resize(scalarCoordinates_.size()), arrays.scalarForces.resize(scalarCoordinates_.size());
}

/// Returns the size of a Jacobian of n coordinates.
static constexpr std::size_t frameJacobianSize(std::size_t n) { return 12 * n; }
static FrameJacobian frameJacobianIn(double*& memory, std::span<const int> coordinates) {
  const int n = static_cast<int>(coordinates.size());
  double* at = memory;
  memory += frameJacobianSize(coordinates.size());
  return {n, coordinates.data(), at, at, at + 3 * n, at + 6 * n, at + 9 * n};
}

SLIPSTICK_SMALL void System::placeJacobians(Workspace& workspace) const {
  workspace.hasJacobians = true;
  const auto coordinatesOf = [this](std::size_t frame) { return haveJacobian_[frame] ? frameCoordinates_[frame] : std::span<const int>{}; };
  std::size_t numbers = 0;
  for (std::size_t i = 0; i < frameCoordinates_.size(); ++i) numbers += frameJacobianSize(coordinatesOf(i).size());
  for (const auto& coordinates : scalarCoordinates_) numbers += 2 * coordinates.size();
  workspace.jacobianMemory.assign(numbers, 0.0);
  double* memory = workspace.jacobianMemory.data();
  workspace.frameJacobians.resize(frameCoordinates_.size()), workspace.scalarJacobians.reserve(scalarCoordinates_.size());
  for (std::size_t i = 0; i < frameCoordinates_.size(); ++i) workspace.frameJacobians[i] = frameJacobianIn(memory, coordinatesOf(i));
  for (const auto& coordinates : scalarCoordinates_) {
    const int n = static_cast<int>(coordinates.size());
    workspace.scalarJacobians.push_back({n, coordinates.data(), memory, memory + n});
    memory += 2 * n;
  }
  placeTouchJacobians(workspace);
}

SLIPSTICK_SMALL void System::placeTouchJacobians(Workspace& workspace) const {
  std::size_t numbers = 0;
  for (const auto& coordinates : touchCoordinates_) numbers += frameJacobianSize(coordinates.size());
  workspace.touchMemory.assign(numbers, 0.0);
  double* memory = workspace.touchMemory.data();
  workspace.frameJacobians.resize(frameCoordinates_.size());
  for (const auto& coordinates : touchCoordinates_) workspace.frameJacobians.push_back(frameJacobianIn(memory, coordinates));
}

SLIPSTICK_SMALL void System::placeDuals(Workspace& workspace) const {
  resize(workspace.dual);
  for (std::vector<Dual1>& part : workspace.state) part.resize(std::max(coordinates(), multipliers()));
  workspace.residual.resize(coordinates()), workspace.constraints.resize(multipliers());
}

/// Returns a sweep without results, and for dual numbers without the state.
template <class S>
Sweep<S> System::sweepOver(const State& state, const Terms& terms, Workspace::Arrays<S>& arrays, Workspace& workspace) const {
  Sweep<S> sweep;
  sweep.time = S(state.time);
  if constexpr (std::is_same_v<S, double>)
    sweep.q = state.q.data(), sweep.q_t = state.q_t.data(), sweep.q_tt = state.q_tt.data(), sweep.lambda = state.lambda.data();
  sweep.data = state.data.data(), sweep.contacts = &state.contacts;
  sweep.reference = reference_.data(), sweep.sensorValues = workspace.sensorValues.data();
  sweep.inputs = inputs_.data(), sweep.touches = &touches_;
  sweep.contactsFollow = terms.contactsFollow, sweep.loadFactor = terms.loadFactor, sweep.level = terms.level;
  sweep.frames = arrays.frames.data(), sweep.frameForces = arrays.frameForces.data();
  sweep.referencePositions = referencePositions_.data();
  sweep.scalars = arrays.scalars.data(), sweep.scalarForces = arrays.scalarForces.data();
  sweep.layout = workspace.layout, sweep.drawers = workspace.drawers.data();
  return sweep;
}
template Sweep<double> System::sweepOver(const State&, const Terms&, Workspace::Arrays<double>&, Workspace&) const;

/// Starts an evaluation with exclusive use of its state and workspace, without results.
Evaluation System::begin(const State& state, const Terms& terms, Workspace& workspace) const {
  if (workspace.layout != layout_ || workspace.formulaLayout != formulaLayout_) fit(workspace);
  for (const FormulaInput& read : formulaInputs_) workspace.sensorValues[read.offset] = inputs_[read.input];
  Evaluation at;
  at.sweep_ = sweepOver(state, terms, workspace.plain, workspace);
  at.workspace_ = &workspace;
  if (workspace.evaluations >= workspace.mostEvaluations) failBudget();
  at.sweep_.number = ++workspace.evaluations;
  return at;
}

/// Returns the sweep of an evaluation that is still valid.
const Sweep<double>& System::current(const Evaluation& at) const {
  if (!at.workspace_ || at.sweep_.number != at.workspace_->evaluations) failStale();
  return at.sweep_;
}

}  // namespace slipstick
