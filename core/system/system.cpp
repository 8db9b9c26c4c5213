// Assembly of a system from a model, and queries that need no evaluation.
// Compiled for size: this runs once in a run.
#include "core/system/system.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>

#include "core/message/messages.h"
#include "core/system/failures.h"
#include "core/system/loop.h"

namespace slipstick {

NumberLists::NumberLists(const std::vector<std::vector<int>>& lists) {
  std::size_t numbers = 0;
  for (const auto& list : lists) numbers += list.size();
  starts_.reserve(lists.size() + 1), numbers_.reserve(numbers);
  for (const auto& list : lists) {
    numbers_.insert(numbers_.end(), list.begin(), list.end());
    starts_.push_back(static_cast<int>(numbers_.size()));
  }
}

System::System(std::shared_ptr<const Model> model) : System(std::move(model), nullptr) {}
System::System(System& of, EachAlone) : System(of.model_, &of) {}

System::System(std::shared_ptr<const Model> model, System* of) : model_(std::move(model)) {
  Assembly assembly(*model_);
  assembly.system = this;
  assemble(assembly, of);
  initial_ = assembly.initial, reference_ = assembly.reference;  // copies, without spare capacity
  initial_.q_tt.assign(initial_.q.size(), 0.0);
  initial_.lambda.assign(assembly.multiplierOwners.size(), 0.0);
  multiplierOwners_ = std::move(assembly.multiplierOwners);
  lieGroup_ = std::move(assembly.lieGroup);
  frameCoordinates_ = NumberLists(assembly.frames), scalarCoordinates_ = std::move(assembly.scalars);
  haveJacobian_ = std::move(assembly.frameJacobians);
  drawers_ = std::move(assembly.drawers);
  sensors_ = std::move(assembly.sensors);
  sortByRole();
  findPoses();
  for (const ModelInput& input : model_->inputs) inputs_.push_back(input.value);
  for (std::size_t i = 0; i < sensors_.size(); ++i)
    sensorSizes_.push_back(static_cast<int>(sensorLayout(*model_, static_cast<int>(i)).components.size()));
  findFormulaSensors();
  findReferencePositions();
}

System::~System() = default;

/// Adds nodes, objects, markers, loads, sensors, each kind in the model's order, except that states of first order come after other
/// nodes. Then connectors look up their markers.
void System::assemble(Assembly& assembly, System* of) {
  assembly.markers.resize(model_->markers().size());
  assembly.frames.reserve(model_->markers().size()), coordinateOwners_.reserve(model_->nodes().size());
  assembly.sensors.resize(model_->sensors().size());
  for (int kind = 0; kind < itemKinds; ++kind) {
    makeLoops(static_cast<ItemKind>(kind), of != nullptr);
    assembly.places[kind] = places_[kind];
    addItems(static_cast<ItemKind>(kind), false, of, assembly);
    if (kind != static_cast<int>(ItemKind::node)) continue;
    secondOrder_ = static_cast<int>(assembly.initial.q.size());
    addItems(ItemKind::node, true, of, assembly);
  }
  for (const auto& loop : loops_)
    if (role::Connecting* connecting = loop->roles().connecting) connecting->connect(assembly);
}

/// Makes one loop for each type of a kind, or for each item, and assigns each item its place.
void System::makeLoops(ItemKind kind, bool eachAlone) {
  const auto& items = model_->of(kind);
  std::map<const ItemType*, int> counts, next;
  for (const ModelItem& item : items) ++counts[item.type];
  std::map<const ItemType*, ItemLoop*> loopOf;
  auto& places = places_[static_cast<int>(kind)];
  places.reserve(items.size());
  for (const ModelItem& item : items) {
    ItemLoop*& loop = loopOf[item.type];
    if (!loop || (eachAlone && !loop->roles().remembering)) {
      loops_.push_back(item.type->loop());
      loop = loops_.back().get();
      loop->reserve(counts[item.type]);
      next[item.type] = 0;
    }
    places.push_back({loop, next[item.type]++});
  }
}

/// Adds the items of a kind: nodes with states of first order, or all others.
void System::addItems(ItemKind kind, bool firstOrder, System* of, Assembly& assembly) {
  const auto& items = model_->of(kind);
  for (std::size_t i = 0; i < items.size(); ++i) {
    ItemLoop& loop = *place(kind, static_cast<int>(i)).loop;
    const role::Node* node = loop.roles().node;
    if ((node && node->coordinateKind() == CoordinateKind::firstOrder) != firstOrder) continue;
    const std::size_t before = assembly.initial.q.size();
    assembly.item = {kind, static_cast<int>(i)};
    ModelItem item = items[i];
    if (of) {
      const Place present = of->place(kind, static_cast<int>(i));
      item.value = std::shared_ptr<const void>(items[i].value, present.loop->item(present.index));  // its present parameters
    }
    loop.add(item, static_cast<int>(i), assembly);
    if (assembly.initial.q.size() > before) coordinateOwners_.push_back({static_cast<int>(before), kind, static_cast<int>(i)});
  }
}

void System::sortByRole() {
  const auto add = [](auto& list, auto* role) {
    if (role) list.push_back(role);
  };
  std::vector<const role::Discontinuous*> observers;  // sensors, which observe states before other items change them
  for (const auto& loop : loops_) {
    const Roles& roles = loop->roles();
    add(moving_, roles.moving), add(turning_, roles.turning), add(acting_, roles.acting), add(massive_, roles.massive);
    add(constraints_, roles.constraint), add(roles.acting || roles.moving ? discontinuous_ : observers, roles.discontinuous);
    add(remembering_, roles.remembering);
    add(integrating_, roles.integrating);
    add(carriers_, roles.carrier), add(trees_, roles.tree);
  }
  if (!discontinuous_.empty()) discontinuous_.insert(discontinuous_.begin(), observers.begin(), observers.end());
  acting_.push_back(&touchLaw());
}

void System::findPoses() {
  const auto& objects = places_[static_cast<int>(ItemKind::object)];
  poses_.reserve(objects.size());
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (const role::Drawn* drawn = objects[i].loop->roles().drawn) poses_.push_back({static_cast<int>(i), drawn->pose(objects[i].index)});
}

/// Assigns every user function that uses sensors an index among the values, and orders sensors so that each is evaluated after the ones
/// its own formula uses.
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
        UserFunction& function = *target.as<UserFunction>();
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
  formulaSensorValues_ = offset;
  enum class Mark : char { fresh, open, done };
  std::vector<Mark> marks(sensors_.size(), Mark::fresh);
  struct Visit {
    int sensor;
    std::size_t next;  // index of the next sensor to visit
  };
  std::vector<Visit> path;  // a loop instead of recursion because chains may be as long as the document
  const auto enter = [&](int sensor) {
    if (marks[sensor] == Mark::open) failAssembly("sensor '" + model_->sensors()[sensor].name + "' reads itself through other sensors");
    if (marks[sensor] == Mark::done) return false;
    marks[sensor] = Mark::open;
    path.push_back({sensor, 0});
    return true;
  };
  const auto visit = [&](int first) {
    if (!enter(first)) return;
    while (!path.empty()) {
      const int sensor = path.back().sensor;
      const std::vector<FormulaSensor>& reads = ofSensor[sensor].reads;
      if (path.back().next == reads.size()) {
        marks[sensor] = Mark::done;
        path.pop_back();
      } else if (const FormulaSensor& read = reads[path.back().next]; !enter(read.sensor)) {
        formulaSensors_.push_back(read);
        ++path.back().next;
      }
    }
  };
  for (const FormulaSensor& read : others) {
    visit(read.sensor);
    formulaSensors_.push_back(read);
  }
  formulaSensorsOfLaws_ = formulaSensors_.size();
  for (std::size_t i = 0; i < sensors_.size(); ++i) visit(static_cast<int>(i));
  ++formulaLayout_;
}

/// Computes the positions of markers, for displacements.
SLIPSTICK_SMALL void System::findReferencePositions() {
  State reference = initial_;
  std::fill(reference.q.begin(), reference.q.end(), 0.0);
  std::fill(reference.q_t.begin(), reference.q_t.end(), 0.0);
  referencePositions_.resize(frames());
  Workspace workspace(*this);
  begin(reference, {}, workspace);
  Sweep<double> sweep = sweepOver(reference, {}, workspace.plain, workspace);
  for (const role::Moving* loop : moving_) loop->kinematics(sweep);
  for (std::size_t i = 0; i < referencePositions_.size(); ++i) referencePositions_[i] = sweep.frames[i].position;
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

bool System::massIsConstant() const {
  return std::all_of(massive_.begin(), massive_.end(), [](const role::Massive* loop) { return loop->massIsConstant(); });
}

bool System::isDiscontinuous() const {
  return std::any_of(discontinuous_.begin(), discontinuous_.end(), [](const role::Discontinuous* loop) { return loop->isDiscontinuous(); });
}

std::int64_t System::pattern(const Evaluation& at) const {
  std::int64_t sum = touchPattern_;
  for (const role::Remembering* loop : remembering_) sum += loop->pattern(current(at));
  return sum;
}

std::vector<char> System::velocityConstraints() const {
  std::vector<char> marks(multipliers(), 0);
  for (const role::Constraint* loop : constraints_) loop->markVelocityConstraints(marks.data());
  return marks;
}

template <class Ask>
std::string System::firstObstacle(const Ask& ask) const {
  for (int kind = 0; kind < itemKinds; ++kind)
    for (const auto& loop : loops_) {
      const role::Constraint* constraint = loop->roles().constraint;
      if (!constraint) continue;
      std::vector<ModelItem> items;
      for (std::size_t i = 0; i < places_[kind].size(); ++i)
        if (places_[kind][i].loop == loop.get()) items.push_back(model_->items[kind][i]);
      if (items.empty()) continue;
      std::string obstacle = ask(*constraint, items);
      if (!obstacle.empty()) return obstacle;
    }
  return "";
}

std::string System::explicitObstacle(bool eliminateConstraints, std::vector<int>& fixed) const {
  const std::string obstacle =
      firstObstacle([&](const role::Constraint& loop, const std::vector<ModelItem>& items) { return loop.explicitObstacle(items, fixed); });
  if (!obstacle.empty()) return obstacle;
  if (!fixed.empty() && !eliminateConstraints) return "eliminateConstraints is false, so its constraints would be ignored.";
  return "";
}

std::string System::velocityObstacle() const {
  return firstObstacle([](const role::Constraint& loop, const std::vector<ModelItem>& items) { return loop.velocityObstacle(items); });
}

std::vector<VariationBlock> System::variations(const State& state) const {
  std::vector<VariationBlock> blocks;
  blocks.reserve(places_[static_cast<int>(ItemKind::node)].size());
  const std::vector<Place>& nodes = places_[static_cast<int>(ItemKind::node)];
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    const Place& place = nodes[node];
    const Roles& roles = place.loop->roles();
    VariationBlock block;
    block.node = static_cast<int>(node);
    block.first = place.firstCoordinate();
    block.size = place.coordinateCount();
    if (block.size == 0 || roles.node->coordinateKind() == CoordinateKind::data) continue;
    block.directions = block.size;
    if (roles.rigidNode) {
      block.directions = 6;
      block.map.assign(3 * 6 * block.size, 0.0);
      double* map = block.map.data();
      roles.rigidNode->variations(place.index, state, reference_.data(), map, map + 6 * block.size, map + 12 * block.size);
    }
    blocks.push_back(std::move(block));
  }
  std::sort(blocks.begin(), blocks.end(), [](const VariationBlock& a, const VariationBlock& b) { return a.first < b.first; });
  return blocks;
}

std::string System::multiplierOwnerName(int multiplier) const {
  const ItemAddress& owner = multiplierOwners_[multiplier];
  return "'" + model_->of(owner.kind)[owner.number].name + "'";
}

Message System::equationName(int equation) const {
  if (equation >= coordinates()) return messages::constraintOf({multiplierOwnerName(equation - coordinates())});
  const auto after = std::upper_bound(coordinateOwners_.begin(), coordinateOwners_.end(), equation,
                                      [](int number, const CoordinateOwner& owner) { return number < owner.first; });
  const CoordinateOwner& owner = *(after - 1);
  return (owner.kind == ItemKind::node ? messages::ofNode : messages::ofObject)({model_->of(owner.kind)[owner.item].name});
}

}  // namespace slipstick
