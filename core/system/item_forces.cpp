// Compiled for size: no step calls this.
#include "core/system/item_forces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/drawing.h"
#include "core/system/touch.h"

namespace slipstick {

ItemForces::ItemForces(System& of) : of_(of), system_(std::make_unique<System>(of, System::EachAlone{})) {
  for (const Touch& touch : of.touches_) {
    system_->attach(touch);
    system_->touches_.push_back(touch);
  }
  workspace_ = std::make_unique<Workspace>(*system_);
  for (const ItemKind kind : {ItemKind::object, ItemKind::load})
    for (std::size_t i = 0; i < system_->model().of(kind).size(); ++i) {
      const Place& place = system_->place(kind, static_cast<int>(i));
      const role::Acting* law = place.loop->roles().acting;
      const bool isKnown = std::any_of(items_.begin(), items_.end(), [law](const Item& item) { return item.law == law; });
      if (!law || isKnown) continue;
      items_.push_back({kind, static_cast<int>(i), place, law});
      if (!place.loop->roles().tree) continue;
      const Place node = system_->place(ItemKind::node, refersTo(system_->model().objects()[i], ItemKind::node).front());
      trees_.push_back({static_cast<int>(items_.size()) - 1, node.firstCoordinate(), node.coordinateCount()});
    }
  items_.push_back({ItemKind::load, -1, {}, &touchLaw(), true});
  residual_.resize(system_->coordinates()), constraints_.resize(system_->multipliers());
}

int ItemForces::indexOf(ItemKind kind, int number) const {
  const role::Acting* law = system_->place(kind, number).loop->roles().acting;
  for (std::size_t i = 0; i < items_.size(); ++i)
    if (law && items_[i].law == law) return static_cast<int>(i);
  return -1;
}

void ItemForces::take(const Sweep<double>& sweep) {
  const auto copy = [](std::vector<double>& out, const double* from, std::size_t count) {
    if (from)
      out.assign(from, from + count);
    else
      out.assign(count, 0.0);
  };
  const std::size_t coordinates = system_->coordinates();
  copy(state_.q, sweep.q, coordinates), copy(state_.q_t, sweep.q_t, coordinates), copy(state_.q_tt, sweep.q_tt, coordinates);
  copy(state_.lambda, sweep.lambda, system_->multipliers());
  copy(state_.data, sweep.data, system_->initial().data.size());
  state_.contacts = *sweep.contacts, state_.time = sweep.time;
  loadFactor_ = sweep.loadFactor, readValues_ = sweep.sensorValues;
  system_->inputs_ = of_.inputs_;
  for (std::size_t i = 0; i < of_.touches_.size(); ++i) system_->touches_[i] = of_.touches_[i];
}

void ItemForces::move(At at) {
  moved_ = state_;
  const std::size_t coordinates = moved_.q.size();
  if (at == At::velocityAsAcceleration) moved_.q_tt = moved_.q_t;
  if (at == At::rest) moved_.q_t.assign(coordinates, 0.0);
  if (at == At::rest || at == At::withoutAcceleration) moved_.q_tt.assign(coordinates, 0.0);
  const Evaluation evaluation = system_->begin(moved_, {.loadFactor = loadFactor_}, *workspace_);
  sweep_ = evaluation.sweep_;
  sweep_.sensorValues = readValues_;
  sweep_.residual = residual_.data(), sweep_.constraints = constraints_.data();
  for (const role::Moving* loop : system_->moving_) loop->kinematics(sweep_);
}

std::span<const double> ItemForces::force(std::span<const int> items) {
  for (FrameForce<double>& force : workspace_->plain.frameForces) force = {};
  std::fill(workspace_->plain.scalarForces.begin(), workspace_->plain.scalarForces.end(), 0.0);
  std::fill(residual_.begin(), residual_.end(), 0.0);
  for (const int item : items) items_[item].law->laws(sweep_);
  takeBack();
  if (!trees_.empty()) separateTrees(items);
  return residual_;
}

void ItemForces::takeBack() {
  for (auto loop = system_->moving_.rbegin(); loop != system_->moving_.rend(); ++loop) (*loop)->back(sweep_);
}

/// Trees add their own forces when they take those of others back. Removes these from trees that are not among the items.
void ItemForces::separateTrees(std::span<const int> items) {
  ofTrees_ = residual_;
  const std::vector<FrameForce<double>> frameForces = workspace_->plain.frameForces;
  for (FrameForce<double>& force : workspace_->plain.frameForces) force = {};
  std::fill(workspace_->plain.scalarForces.begin(), workspace_->plain.scalarForces.end(), 0.0);
  std::fill(residual_.begin(), residual_.end(), 0.0);
  takeBack();
  for (const Tree& tree : trees_)
    if (std::find(items.begin(), items.end(), tree.item) == items.end())
      for (int i = tree.first; i < tree.first + tree.size; ++i) ofTrees_[i] -= residual_[i];
  residual_ = ofTrees_, workspace_->plain.frameForces = frameForces;
}

/// The product with the velocities of second-order coordinates.
double ItemForces::product(std::span<const double> force) const {
  double sum = 0;
  for (int i = 0; i < system_->secondOrderCoordinates(); ++i) sum += force[i] * state_.q_t[i];
  return sum;
}

ItemForces::OnNode ItemForces::onNode(int node, std::span<const int> items, bool inertia) {
  const Place& place = system_->place(ItemKind::node, node);
  const int first = place.firstCoordinate(), size = place.coordinateCount();
  const bool turns = system_->model().nodes()[node].type->provides & capability::orientation;
  const double sign = inertia ? 1 : -1;
  const std::span<const double> all = force(items);
  OnNode on;
  double parts[6] = {};
  if (const role::RigidNode* rigid = place.loop->roles().rigidNode) {
    std::vector<double> map(18 * size);
    rigid->variations(place.index, state_, system_->reference().data(), map.data(), map.data() + 6 * size, map.data() + 12 * size);
    for (int i = 0; i < size; ++i)
      for (int k = 0; k < 6; ++k) parts[k] += map[6 * i + k] * all[first + i];
  } else if (turns) {  // in the plane: x, y and an angle
    parts[0] = all[first], parts[1] = all[first + 1], parts[5] = all[first + 2];
  } else {
    for (int i = 0; i < size && i < 3; ++i) parts[i] = all[first + i];
  }
  for (int k = 0; k < 3; ++k) on.force[k] = 0.0 + sign * parts[k], on.torque[k] = 0.0 + sign * parts[3 + k];
  double position[3] = {};
  place.output(OutputVariable::Position, {}, sweep_, position);
  on.point = {position[0], position[1], position[2]};
  double largest = 0;
  for (std::size_t frame = 0; frame < workspace_->plain.frames.size(); ++frame) {
    const bool isMarker = frame < system_->frameCoordinates_.size();
    const std::span<const int> own = isMarker ? system_->frameCoordinates_[frame]
                                              : std::span<const int>(system_->touchCoordinates_[frame - system_->frameCoordinates_.size()]);
    const Vector3& force = workspace_->plain.frameForces[frame].force;
    if (!(norm(force) > largest) || std::find(own.begin(), own.end(), first) == own.end()) continue;
    largest = norm(force);
    on.point = workspace_->plain.frames[frame].position;
  }
  return on;
}

double ItemForces::power(std::span<const int> items) { return items.empty() ? 0 : -product(force(items)); }

double ItemForces::stored(int item) const {
  const Place& place = items_[item].place;
  const role::Storing* storing = place.loop ? place.loop->roles().storing : nullptr;
  return storing ? storing->stored(place.index, sweep_) : std::numeric_limits<double>::quiet_NaN();
}

double ItemForces::kineticEnergy(std::span<const int> bodies) {
  if (bodies.empty()) return 0;
  move(At::velocityAsAcceleration);
  const double with = product(force(bodies));
  move(At::withoutAcceleration);
  return 0.5 * (with - product(force(bodies)));
}

double ItemForces::energyRate(std::span<const int> bodies) {
  if (bodies.empty()) return 0;
  double speed = 0;
  for (const double v : state_.q_t) speed = std::max(speed, std::abs(v));
  if (speed == 0) return 0;
  const double step = 1e-5 / speed;
  const std::vector<double> here = state_.q;
  std::vector<double> increment(here.size());
  double energies[2];
  for (const int side : {0, 1}) {
    for (std::size_t i = 0; i < here.size(); ++i) increment[i] = (side == 0 ? -step : step) * state_.q_t[i];
    system_->compose(here.data(), increment.data(), state_.q.data());
    energies[side] = kineticEnergy(bodies);
    for (const int body : bodies)
      if (const double energy = stored(body); std::isfinite(energy)) energies[side] += energy;
  }
  state_.q = here;
  return (energies[1] - energies[0]) / (2 * step);
}

}  // namespace slipstick
