#include "core/system/system.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/system/failures.h"

namespace slipstick {

int Assembly::addCoordinates(std::span<const double> referenceValues, std::span<const double> initialValues,
                             std::span<const double> velocities) {
  const int first = static_cast<int>(initial.q.size());
  reference.insert(reference.end(), referenceValues.begin(), referenceValues.end());
  initial.q.insert(initial.q.end(), initialValues.begin(), initialValues.end());
  initial.q_t.insert(initial.q_t.end(), velocities.begin(), velocities.end());
  return first;
}
int Assembly::addData(std::span<const double> initialValues) {
  const int first = static_cast<int>(initial.data.size());
  initial.data.insert(initial.data.end(), initialValues.begin(), initialValues.end());
  return first;
}
int Assembly::addMultipliers(int count, const std::string& itemName) {
  const int first = static_cast<int>(multiplierNames.size());
  for (int i = 0; i < count; ++i) multiplierNames.push_back(itemName);
  return first;
}
int Assembly::addFrame(std::vector<int> coordinates) {
  frames.push_back(std::move(coordinates));
  frameJacobians.push_back(0);
  return static_cast<int>(frames.size()) - 1;
}
int Assembly::addScalar(std::vector<int> coordinates) {
  scalars.push_back(std::move(coordinates));
  return static_cast<int>(scalars.size()) - 1;
}
std::vector<int> Assembly::range(int first, int count) {
  std::vector<int> numbers(count);
  for (int i = 0; i < count; ++i) numbers[i] = first + i;
  return numbers;
}

std::vector<int> ItemLoop::coordinates(int index) const {
  std::vector<int> numbers(coordinateCount(index));
  std::iota(numbers.begin(), numbers.end(), firstCoordinate(index));
  return numbers;
}
int ItemLoop::addFrame(int, const Vector3&, Assembly&) { failAssembly("this item carries no markers"); }
MarkerPlace ItemLoop::addMass(int, Assembly&) { failAssembly("this item has no mass"); }
CablePlace ItemLoop::cable(int, const Assembly&) const { failAssembly("this item is no cable"); }

void ItemLoop::output(int, OutputVariable, const Vector3&, const Sweep<double>&, double*) const {}

NumberLists::NumberLists(const std::vector<std::vector<int>>& lists) {
  std::size_t numbers = 0;
  for (const auto& list : lists) numbers += list.size();
  starts_.reserve(lists.size() + 1), numbers_.reserve(numbers);
  for (const auto& list : lists) {
    numbers_.insert(numbers_.end(), list.begin(), list.end());
    starts_.push_back(static_cast<int>(numbers_.size()));
  }
}

System::System(std::shared_ptr<const Model> model) : model_(std::move(model)) {
  Assembly assembly(*model_);
  assemble(assembly);
  initial_ = assembly.initial, reference_ = assembly.reference;  // copies, without spare capacity
  sweep_.reference = dual_.reference = reference_.data();
  initial_.q_tt.assign(initial_.q.size(), 0.0);
  initial_.lambda.assign(assembly.multiplierNames.size(), 0.0);
  multiplierOwners_ = std::move(assembly.multiplierNames);
  lieGroup_ = std::move(assembly.lieGroup);
  frameCoordinates_ = NumberLists(assembly.frames), scalarCoordinates_ = std::move(assembly.scalars);
  haveJacobian_ = std::move(assembly.frameJacobians);
  sensors_ = std::move(assembly.sensors);

  resize(sweep_);

  for (const auto& loop : loops_)
    if (loop->hasPostNewton()) discontinuous_.push_back(loop.get());
  findPoses(assembly);
  for (const ModelInput& input : model_->inputs) inputs_.push_back(input.value);
  for (std::size_t i = 0; i < sensors_.size(); ++i)
    sensorSizes_.push_back(static_cast<int>(sensorLayout(*model_, static_cast<int>(i)).components.size()));
  findFormulaSensors();
  sweep_.inputs = dual_.inputs = inputs_.data();
  sweep_.hands = dual_.hands = &hands_;

  // Reference positions of markers, for displacements.
  State reference = initial_;
  std::fill(reference.q.begin(), reference.q.end(), 0.0);
  std::fill(reference.q_t.begin(), reference.q_t.end(), 0.0);
  setState(reference);
  for (const auto& loop : loops_) loop->kinematics(sweep_);
  for (std::size_t i = 0; i < sweep_.frames.size(); ++i) sweep_.referencePositions[i] = sweep_.frames[i].position;
}

/// Nodes, objects, markers, loads, sensors, each kind in the model's order, but states of first order after other nodes; then connectors
/// look up their markers.
void System::assemble(Assembly& assembly) {
  assembly.markers.resize(model_->markers().size());
  assembly.frames.reserve(model_->markers().size()), coordinateOwners_.reserve(model_->nodes().size());
  assembly.sensors.resize(model_->sensors().size());
  std::map<const ItemType*, ItemLoop*> loopOf;
  for (int kind = 0; kind < itemKinds; ++kind) {
    const auto& items = model_->items[kind];
    std::map<const ItemType*, int> counts;
    for (const ModelItem& item : items) ++counts[item.type];
    for (const ModelItem& item : items) {
      if (loopOf.contains(item.type)) continue;
      loops_.push_back(item.type->loop());
      loopOf[item.type] = loops_.back().get();
      loops_.back()->reserve(counts[item.type]);
    }
    std::map<const ItemType*, int> next;
    places_[kind].reserve(items.size());
    for (const ModelItem& item : items) places_[kind].push_back({loopOf[item.type], next[item.type]++});
    assembly.places[kind] = places_[kind];
    for (const bool firstOrder : {false, true}) {
      for (std::size_t i = 0; i < items.size(); ++i) {
        if (places_[kind][i].loop->isFirstOrder() != firstOrder) continue;
        const std::size_t before = assembly.initial.q.size();
        places_[kind][i].loop->add(items[i], static_cast<int>(i), assembly);
        if (assembly.initial.q.size() > before)
          coordinateOwners_.push_back({static_cast<int>(before), static_cast<ItemKind>(kind), static_cast<int>(i)});
        if (!firstOrder && kind == static_cast<int>(ItemKind::node)) secondOrder_ = static_cast<int>(assembly.initial.q.size());
      }
    }
  }
  for (const auto& loop : loops_) loop->connect(assembly);
  for (std::string& name : assembly.multiplierNames) name = "'" + name + "'";
}

template <class S>
void System::resize(Sweep<S>& sweep) {
  sweep.frames.resize(frameCoordinates_.size());
  sweep.frameForces.resize(frameCoordinates_.size());
  sweep.referencePositions.resize(frameCoordinates_.size());
  sweep.scalars.resize(scalarCoordinates_.size());
  sweep.scalarForces.resize(scalarCoordinates_.size());
}

SLIPSTICK_SMALL void System::placeJacobians() {
  jacobiansHavePlace_ = true;
  const auto size = [this](std::size_t frame) { return haveJacobian_[frame] ? static_cast<int>(frameCoordinates_[frame].size()) : 0; };
  std::size_t numbers = 0;
  for (std::size_t i = 0; i < frameCoordinates_.size(); ++i) numbers += 12 * static_cast<std::size_t>(size(i));
  for (const auto& coordinates : scalarCoordinates_) numbers += 2 * coordinates.size();
  jacobianMemory_.assign(numbers, 0.0);
  double* memory = jacobianMemory_.data();
  frameJacobians_.resize(sweep_.frames.size()), scalarJacobians_.reserve(scalarCoordinates_.size());
  for (std::size_t i = 0; i < frameCoordinates_.size(); ++i) {
    const int n = size(i);
    frameJacobians_[i] = {n, frameCoordinates_[i].data(), memory, memory, memory + 3 * n, memory + 6 * n, memory + 9 * n};
    memory += 12 * n;
  }
  for (const auto& coordinates : scalarCoordinates_) {
    const int n = static_cast<int>(coordinates.size());
    scalarJacobians_.push_back({n, coordinates.data(), memory, memory + n});
    memory += 2 * n;
  }
}

SLIPSTICK_SMALL void System::placeDuals() {
  resize(dual_);
  dual_.frames.resize(sweep_.frames.size()), dual_.frameForces.resize(sweep_.frames.size());  // those of touches too
  dual_.referencePositions = sweep_.referencePositions;
  for (std::vector<Dual1>& part : dualState_) part.resize(std::max(coordinates(), multipliers()));
  dualResidual_.resize(coordinates()), dualConstraints_.resize(multipliers());
}

void System::findPoses(const Assembly&) {
  const auto& objects = places_[static_cast<int>(ItemKind::object)];
  poses_.reserve(objects.size());
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const PoseSource source = objects[i].loop->pose(objects[i].index);
    if (source.size > 0) poses_.push_back({static_cast<int>(i), source});
  }
}

/// Gives every user function that reads sensors its place among the values, and orders sensors so that each is evaluated after those
/// that its own formula reads.
SLIPSTICK_SMALL void System::findFormulaSensors() {
  formulaSensors_.clear(), formulaInputs_.clear();
  struct Reader {
    std::vector<FormulaSensor> reads;
  };
  std::vector<Reader> ofSensor(sensors_.size());
  std::vector<FormulaSensor> others;
  int offset = 0;
  for (int kind = 0; kind < itemKinds; ++kind) {
    for (std::size_t i = 0; i < model_->items[kind].size(); ++i) {
      const Place place = places_[kind][i];
      for (const Parameter& parameter : model_->items[kind][i].type->parameters) {
        if (!parameter.signature) continue;
        const Target target = parameter.target(place.loop->item(place.index));
        UserFunction& function = *std::get<UserFunction*>(target);
        function.sensorOffset = offset;
        for (const Formula& formula : function.components())
          for (const SensorInput& input : formula.sensors()) {
            if (input.input() >= 0) {
              formulaInputs_.push_back({input.input(), offset++});
              continue;
            }
            auto& reads = kind == static_cast<int>(ItemKind::sensor) ? ofSensor[i].reads : others;
            reads.push_back({input.index, offset});
            offset += input.size;
          }
      }
    }
  }
  formulaSensorValues_.assign(offset, 0.0);
  std::vector<int> mark(sensors_.size(), 0);  // 1: being visited, 2: done
  const std::function<void(int)> visit = [&](int sensor) {
    if (mark[sensor] == 2) return;
    if (mark[sensor] == 1) failAssembly("sensor '" + model_->sensors()[sensor].name + "' reads itself through other sensors");
    mark[sensor] = 1;
    for (const FormulaSensor& read : ofSensor[sensor].reads) {
      visit(read.sensor);
      formulaSensors_.push_back(read);
    }
    mark[sensor] = 2;
  };
  for (const FormulaSensor& read : others) {
    visit(read.sensor);
    formulaSensors_.push_back(read);
  }
  formulaSensorsOfLaws_ = formulaSensors_.size();
  for (std::size_t i = 0; i < sensors_.size(); ++i) visit(static_cast<int>(i));
  sweep_.sensorValues = dual_.sensorValues = formulaSensorValues_.data();
  for (const FormulaInput& read : formulaInputs_) formulaSensorValues_[read.offset] = inputs_[read.input];
}

SLIPSTICK_SMALL void System::setInput(int number, double value) {
  inputs_[number] = value;
  for (const FormulaInput& read : formulaInputs_)
    if (read.input == number) formulaSensorValues_[read.offset] = value;
}

/// Adds the frame of a touch, with its number.
SLIPSTICK_SMALL void System::attach(const Touch& touch) {
  Assembly assembly(*model_);
  assembly.reference = reference_;
  assembly.frames.resize(touch.frame), assembly.frameJacobians.resize(touch.frame);
  const Place place = places_[static_cast<int>(ItemKind::object)][touch.object];
  if (touch.link >= 0)
    place.loop->addFrameOn(place.index, touch.link, touch.at, assembly);
  else
    place.loop->addFrame(place.index, touch.at, assembly);
  const std::size_t frames = std::max<std::size_t>(sweep_.frames.size(), touch.frame + 1), touches = frames - frameCoordinates_.size();
  touchCoordinates_.resize(touches), touchJacobians_.resize(touches), frameJacobians_.resize(frames);
  sweep_.frames.resize(frames), sweep_.frameForces.resize(frames), sweep_.referencePositions.resize(frames);
  sweep_.frames[touch.frame] = {};
  if (!dualResidual_.empty()) {
    dual_.frames.resize(frames), dual_.frameForces.resize(frames), dual_.referencePositions.resize(frames);
    dual_.frames[touch.frame] = {};
  }
  std::vector<int>& coordinates = touchCoordinates_[touch.frame - frameCoordinates_.size()];
  std::vector<double>& jacobian = touchJacobians_[touch.frame - frameCoordinates_.size()];
  coordinates = assembly.frames[touch.frame];
  const int n = static_cast<int>(coordinates.size());
  jacobian.assign(12 * static_cast<std::size_t>(n), 0.0);
  double* memory = jacobian.data();
  frameJacobians_[touch.frame] = {n, coordinates.data(), memory, memory, memory + 3 * n, memory + 6 * n, memory + 9 * n};
  ++touchPattern_;
}

SLIPSTICK_SMALL void System::detach(const Touch& touch) {
  for (const auto& loop : loops_) loop->dropFrame(touch.frame);
  frameJacobians_[touch.frame].size = 0;
  ++touchPattern_;
}

SLIPSTICK_SMALL int System::touch(Touch touch) {
  const std::vector<Touch>& others = hands_.all();
  touch.frame = static_cast<int>(frameCoordinates_.size());  // the first free one behind those of markers
  while (std::any_of(others.begin(), others.end(), [&](const Touch& other) { return other.frame == touch.frame; })) ++touch.frame;
  attach(touch);
  hands_.all().push_back(touch);
  return touch.frame;
}

SLIPSTICK_SMALL void System::letGo(std::size_t number) {
  detach(hands_.all()[number]);
  hands_.all().erase(hands_.all().begin() + static_cast<std::ptrdiff_t>(number));
}

SLIPSTICK_SMALL System::Memory System::memory() const {
  Memory memory{inputs_, hands_.all(), touchPattern_, sweep_.contactsFollow, {}};
  memory.loops.reserve(loops_.size());
  for (const auto& loop : loops_) memory.loops.push_back(loop->memory());
  return memory;
}

SLIPSTICK_SMALL void System::recall(const Memory& memory) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) setInput(static_cast<int>(i), memory.inputs[i]);
  while (!hands_.all().empty()) letGo(hands_.all().size() - 1);
  for (const Touch& touch : memory.touches) {
    attach(touch);
    hands_.all().push_back(touch);
  }
  touchPattern_ = memory.touchPattern;
  sweep_.contactsFollow = memory.contactsFollow;
  for (std::size_t i = 0; i < loops_.size(); ++i)
    if (memory.loops[i].copy) loops_[i]->recall(memory.loops[i].copy.get());
}

SLIPSTICK_SMALL std::vector<ParameterChange> System::present(const ParameterChange& change) {
  std::vector<ParameterChange> before;
  for (int number : change.items) {
    const Place place = places_[static_cast<int>(change.kind)][number];
    const std::shared_ptr<void> source = model_->of(change.kind)[number].type->create();
    const Target from = change.parameter->target(place.loop->item(place.index)), to = change.parameter->target(source.get());
    std::visit(
        [&](auto* destination) {
          using T = std::remove_pointer_t<decltype(destination)>;
          *destination = *std::get<T*>(from);
        },
        to);
    before.push_back({change.kind, {number}, change.parameter, source});
  }
  return before;
}

void System::evaluateFormulaSensors(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) sensor(formulaSensors_[i].sensor, formulaSensorValues_.data() + formulaSensors_[i].offset);
}

void System::apply(const ParameterChange& change) {
  for (int number : change.items) {
    const Place place = places_[static_cast<int>(change.kind)][number];
    const Target to = change.parameter->target(place.loop->item(place.index));
    const Target from = change.parameter->target(const_cast<void*>(change.source.get()));
    std::visit(
        [&](auto* destination) {
          using T = std::remove_pointer_t<decltype(destination)>;
          const T& value = *std::get<T*>(from);
          if constexpr (std::is_same_v<T, UserFunction>) {
            const int offset = destination->sensorOffset;
            *destination = value;
            destination->sensorOffset = offset;
          } else {
            *destination = value;
          }
        },
        to);
    place.loop->changed(place.index);
  }
  // Another formula may read other sensors.
  if (change.parameter->signature) findFormulaSensors();
}

UserFunction* System::userFunction(ItemKind kind, int number, const std::string& parameter) {
  const Place place = places_[static_cast<int>(kind)][number];
  const Parameter* slot = model_->of(kind)[number].type->parameter(parameter);
  if (!slot) return nullptr;
  const Target target = slot->target(place.loop->item(place.index));
  UserFunction* const* function = std::get_if<UserFunction*>(&target);
  return function ? *function : nullptr;
}

void System::compose(const double* q, const double* increment, double* out) const {
  std::size_t next = 0;
  for (int i = 0; i < coordinates(); ++i) {
    if (next == lieGroup_.size() || i != lieGroup_[next]) {
      out[i] = q[i] + increment[i];
      continue;
    }
    ++next;
    const double* r = reference_.data() + i;
    const Vector3 total =
        composeRotations({r[0] + q[i], r[1] + q[i + 1], r[2] + q[i + 2]}, {increment[i], increment[i + 1], increment[i + 2]});
    for (int k = 0; k < 3; ++k) out[i + k] = total[k] - r[k];
    i += 2;
  }
}

void System::setState(const State& state) {
  sweep_.time = state.time;
  sweep_.q = state.q.data(), sweep_.q_t = state.q_t.data(), sweep_.q_tt = state.q_tt.data();
  sweep_.lambda = state.lambda.data(), sweep_.data = state.data.data(), sweep_.contacts = &state.contacts;
}

template <class S>
void System::evaluate(Sweep<S>& sweep, bool withSensors) {
  for (const auto& loop : loops_) loop->kinematics(sweep);
  if constexpr (std::is_same_v<S, double>)
    if (withSensors) evaluateFormulaSensors(formulaSensorsOfLaws_);
  for (FrameForce<S>& force : sweep.frameForces) force = {};
  for (S& force : sweep.scalarForces) force = S(0.0);
  std::fill_n(sweep.residual, coordinates(), S(0.0));
  for (const auto& loop : loops_) loop->laws(sweep);
  if constexpr (std::is_same_v<S, double>) hands_.laws(sweep);
  // Markers stand on bodies and bodies on nodes: forces go back in the opposite order.
  for (auto loop = loops_.rbegin(); loop != loops_.rend(); ++loop) (*loop)->back(sweep);
}

void System::residual(const State& state, ConstraintLevel level, double loadFactor, double* residual, double* constraints) {
  setState(state);
  sweep_.level = level, sweep_.loadFactor = loadFactor;
  sweep_.residual = residual, sweep_.constraints = constraints;
  evaluate(sweep_);
}

void System::forces(const State& state, double loadFactor, double* forces, double* constraints) {
  setState(state);
  sweep_.q_tt = nullptr, sweep_.lambda = nullptr;
  sweep_.level = ConstraintLevel::position, sweep_.loadFactor = loadFactor;
  sweep_.residual = forces, sweep_.constraints = constraints;
  evaluate(sweep_);
}

void System::tangent(const TangentFactors& factors, const MatrixSink& sink) {
  Tangent tangent{factors, sink, &frameJacobians_, &scalarJacobians_, coordinates()};
  if (!factors.accelerations) sweep_.q_tt = nullptr;
  if (factors.massOnly) {
    for (const auto& loop : loops_)
      if (loop->hasMass()) loop->tangent(tangent, sweep_);
    return;
  }
  if (!jacobiansHavePlace_) placeJacobians();
  for (const auto& loop : loops_) loop->jacobians(tangent, sweep_);
  for (FrameForce<double>& force : sweep_.frameForces) force = {};
  for (double& force : sweep_.scalarForces) force = 0;
  for (const auto& loop : loops_) loop->tangent(tangent, sweep_);
  hands_.tangent(tangent, sweep_);
  for (auto loop = loops_.rbegin(); loop != loops_.rend(); ++loop) (*loop)->backTangent(tangent, sweep_);
}

void System::derivative(const State& state, ConstraintLevel level, std::span<const double> dq, std::span<const double> dq_t,
                        std::span<const double> dq_tt, std::span<const double> dlambda, double* residual, double* constraints) {
  const auto set = [](std::vector<Dual1>& out, const std::vector<double>& value, std::span<const double> direction) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      out[i].value = value[i];
      out[i].derivative[0] = direction.empty() ? 0.0 : direction[i];
    }
    return out.data();
  };
  if (dualResidual_.empty()) placeDuals();
  update(state);  // sensors in formulas are constants in this sweep
  dual_.time = Dual1(state.time);
  dual_.q = set(dualState_[0], state.q, dq);
  if (!dq.empty()) {
    // Directions of rotation vectors are turns in local axes.
    for (const int first : lieGroup_) {
      Vector3 total, turn;
      for (int k = 0; k < 3; ++k) total[k] = reference_[first + k] + state.q[first + k], turn[k] = dq[first + k];
      const Vector3 variation = inverseTangentOperator(total) * turn;
      for (int k = 0; k < 3; ++k) dualState_[0][first + k].derivative[0] = variation[k];
    }
  }
  dual_.q_t = set(dualState_[1], state.q_t, dq_t);
  dual_.q_tt = set(dualState_[2], state.q_tt, dq_tt);
  dual_.lambda = set(dualState_[3], state.lambda, dlambda);
  dual_.data = state.data.data(), dual_.contacts = &state.contacts;
  dual_.level = level, dual_.loadFactor = 1;
  dual_.residual = dualResidual_.data(), dual_.constraints = dualConstraints_.data();
  evaluate(dual_);
  for (int i = 0; i < coordinates(); ++i) residual[i] = dualResidual_[i].derivative[0];
  for (int i = 0; i < multipliers(); ++i) constraints[i] = dualConstraints_[i].derivative[0];
  if (formulaSensorsOfLaws_ > 0) addSensorDerivative(state, dq, dq_t, dq_tt, dlambda, residual, constraints);
}

/// Adds what changes by way of sensors that laws read: their values on both sides of the state, put into the laws at the state itself.
void System::addSensorDerivative(const State& state, std::span<const double> dq, std::span<const double> dq_t,
                                 std::span<const double> dq_tt, std::span<const double> dlambda, double* residual, double* constraints) {
  constexpr double step = 1e-6;
  const auto move = [](std::vector<double>& values, std::span<const double> direction, double by) {
    for (std::size_t i = 0; i < direction.size(); ++i) values[i] += by * direction[i];
  };
  std::vector<double> forces[2], equations[2];
  for (int side = 0; side < 2; ++side) {
    const double by = side == 0 ? step : -step;
    forces[side].resize(coordinates()), equations[side].resize(multipliers());
    State beside = state;
    if (!dq.empty()) {
      std::vector<double> increment(coordinates());
      move(increment, dq, by);
      compose(state.q.data(), increment.data(), beside.q.data());
    }
    move(beside.q_t, dq_t, by), move(beside.q_tt, dq_tt, by), move(beside.lambda, dlambda, by);
    update(beside);
    setState(state);
    sweep_.level = dual_.level, sweep_.loadFactor = 1;
    sweep_.residual = forces[side].data(), sweep_.constraints = equations[side].data();
    evaluate(sweep_, false);
  }
  for (int i = 0; i < coordinates(); ++i) residual[i] += (forces[0][i] - forces[1][i]) / (2 * step);
  for (int i = 0; i < multipliers(); ++i) constraints[i] += (equations[0][i] - equations[1][i]) / (2 * step);
}

long System::pattern() const {
  long sum = touchPattern_;
  for (const auto& loop : loops_) sum += loop->pattern();
  return sum;
}

void System::fullConvectiveAcceleration(const State& state, double* out) {
  std::vector<double> residual(coordinates());
  derivative(state, ConstraintLevel::velocity, state.q_t, {}, {}, {}, residual.data(), out);
}

std::vector<char> System::velocityConstraints() const {
  std::vector<char> mark(multipliers(), 0);
  for (const auto& loop : loops_) loop->markVelocityConstraints(mark.data());
  return mark;
}

void System::convectiveAcceleration(const State& state, double* out) {
  // Ċ is linear in q̇ where C is at position level; along (q̇, 0) its derivative is (C_q q̇)_q q̇.
  fullConvectiveAcceleration(state, out);
  const std::vector<char> velocityLevel = velocityConstraints();
  for (int i = 0; i < multipliers(); ++i)
    if (velocityLevel[i]) out[i] = 0;
}

bool System::isDiscontinuous() const {
  return std::any_of(discontinuous_.begin(), discontinuous_.end(), [](const ItemLoop* loop) { return loop->isDiscontinuous(); });
}

PostNewton System::postNewton(State& state, const State& startOfStep, bool atParting) {
  PostNewton post{&state.data, &startOfStep.data};
  post.atParting = atParting;
  post.contacts = &state.contacts, post.contactsAtStart = &startOfStep.contacts;
  for (ItemLoop* loop : discontinuous_) loop->postNewton(post, sweep_);
  return post;
}

void System::update(const State& state) {
  setState(state);
  for (const auto& loop : loops_) loop->kinematics(sweep_);
  evaluateFormulaSensors(formulaSensors_.size());
}

void System::sensor(int sensor, double* out) const {
  const SensorSource& source = sensors_[sensor];
  source.place.loop->output(source.place.index, source.variable, source.localPosition, sweep_, out);
}

void System::output(int object, OutputVariable variable, const Vector3& localPosition, double* out) const {
  const Place place = places_[static_cast<int>(ItemKind::object)][object];
  place.loop->output(place.index, variable, localPosition, sweep_, out);
}

void System::pose(int pose, double* out) const {
  const Place place = places_[static_cast<int>(ItemKind::object)][poses_[pose].object];
  place.loop->writePose(place.index, sweep_, out);
}

bool System::massIsConstant() const {
  return std::all_of(loops_.begin(), loops_.end(), [](const auto& loop) { return loop->massIsConstant(); });
}

template <class Ask>
std::string System::firstObstacle(const Ask& ask) const {
  for (int kind = 0; kind < itemKinds; ++kind) {
    for (const auto& loop : loops_) {
      std::vector<ModelItem> items;
      for (std::size_t i = 0; i < places_[kind].size(); ++i)
        if (places_[kind][i].loop == loop.get()) items.push_back(model_->items[kind][i]);
      if (items.empty()) continue;
      std::string obstacle = ask(*loop, items);
      if (!obstacle.empty()) return obstacle;
    }
  }
  return "";
}

std::string System::explicitObstacle(bool eliminateConstraints, std::vector<int>& fixed) const {
  const std::string obstacle =
      firstObstacle([&](const ItemLoop& loop, const std::vector<ModelItem>& items) { return loop.explicitObstacle(items, fixed); });
  if (!obstacle.empty()) return obstacle;
  if (!fixed.empty() && !eliminateConstraints) return "eliminateConstraints is false, so that its constraints would be ignored.";
  return "";
}

std::string System::velocityObstacle() const {
  return firstObstacle([](const ItemLoop& loop, const std::vector<ModelItem>& items) { return loop.velocityObstacle(items); });
}

std::vector<VariationBlock> System::variations(const State& state) const {
  std::vector<VariationBlock> blocks;
  for (const Place& place : places_[static_cast<int>(ItemKind::node)]) {
    VariationBlock block;
    block.first = place.loop->firstCoordinate(place.index);
    block.size = place.loop->coordinateCount(place.index);
    if (block.size == 0 || !place.loop->isDisplacement()) continue;
    std::vector<double> map(3 * 6 * block.size, 0.0);
    if (place.loop->variations(place.index, state, reference_.data(), map.data(), map.data() + 6 * block.size,
                               map.data() + 12 * block.size)) {
      block.directions = 6;
      block.map = std::move(map);
    } else {
      block.directions = block.size;
    }
    blocks.push_back(std::move(block));
  }
  std::sort(blocks.begin(), blocks.end(), [](const VariationBlock& a, const VariationBlock& b) { return a.first < b.first; });
  return blocks;
}

std::string System::equationName(int equation) const {
  if (equation >= coordinates()) return "constraint of " + multiplierOwner(equation - coordinates());
  const auto after = std::upper_bound(coordinateOwners_.begin(), coordinateOwners_.end(), equation,
                                      [](int number, const CoordinateOwner& owner) { return number < owner.first; });
  const CoordinateOwner& owner = *(after - 1);
  return std::string(kindName(owner.kind)) + " '" + model_->of(owner.kind)[owner.item].name + "'";
}

}  // namespace slipstick
