#include "tests/core/support/bench.h"

#include <map>

namespace slipstick::testing {

Bench::Bench(std::shared_ptr<const Model> model) : model_(std::move(model)), assembly_(*model_) {
  assembly_.markers.resize(model_->markers().size());
  assembly_.sensors.resize(model_->sensors().size());
  std::map<const ItemType*, ItemLoop*> loopOf;
  for (int kind = 0; kind < itemKinds; ++kind) {
    const auto& items = model_->items[kind];
    std::map<const ItemType*, int> counts, next;
    for (const ModelItem& item : items) ++counts[item.type];
    for (const auto& [type, count] : counts) {
      loops_.push_back(type->loop());
      loops_.back()->reserve(count);
      loopOf[type] = loops_.back().get();
    }
    for (const ModelItem& item : items) assembly_.places[kind].push_back({loopOf[item.type], next[item.type]++});
    for (std::size_t i = 0; i < items.size(); ++i) assembly_.places[kind][i].loop->add(items[i], static_cast<int>(i), assembly_);
  }
  for (const auto& loop : loops_)
    if (role::Connecting* connecting = loop->roles().connecting) connecting->connect(assembly_);
  for (const DrawerKind& drawer : assembly_.drawers) drawers_.push_back(drawer.copy(drawer.empty.get()));
  state = assembly_.initial;
  state.q_tt.assign(state.q.size(), 0.0);
  state.lambda.assign(assembly_.multiplierOwners.size(), 0.0);
  resize(plain_), resize(dual_);

  State current = state;
  std::fill(state.q.begin(), state.q.end(), 0.0);
  std::fill(state.q_t.begin(), state.q_t.end(), 0.0);
  kinematics<double>();
  for (std::size_t i = 0; i < referencePositions_.size(); ++i) referencePositions_[i] = plain_.frames[i].position;
  state = current;
}

template <>
Bench::Arrays<double>& Bench::arrays() {
  return plain_;
}
template <>
Bench::Arrays<Dual1>& Bench::arrays() {
  return dual_;
}

template <class S>
void Bench::resize(Arrays<S>& arrays) {
  arrays.frames.resize(assembly_.frames.size()), arrays.frameForces.resize(assembly_.frames.size());
  arrays.scalars.resize(assembly_.scalars.size()), arrays.scalarForces.resize(assembly_.scalars.size());
  referencePositions_.resize(assembly_.frames.size());
  Sweep<S>& sweep = arrays.sweep;
  sweep.frames = arrays.frames.data(), sweep.frameForces = arrays.frameForces.data();
  sweep.scalars = arrays.scalars.data(), sweep.scalarForces = arrays.scalarForces.data();
  sweep.referencePositions = referencePositions_.data(), sweep.drawers = drawers_.data();
  arrays.residual.resize(state.q.size());
  arrays.constraints.resize(state.lambda.size());
}

template <class S>
Sweep<S>& Bench::kinematics(const State* direction) {
  Arrays<S>& to = arrays<S>();
  const auto set = [](std::vector<S>& out, const std::vector<double>& value, const std::vector<double>* by) {
    out.assign(value.begin(), value.end());
    if constexpr (isDual<S>)
      for (std::size_t i = 0; by && i < by->size(); ++i) out[i].derivative[0] = (*by)[i];
    return out.data();
  };
  Sweep<S>& sweep = to.sweep;
  sweep.time = S(state.time);
  sweep.q = set(to.q, state.q, direction ? &direction->q : nullptr);
  sweep.q_t = set(to.q_t, state.q_t, direction ? &direction->q_t : nullptr);
  sweep.q_tt = set(to.q_tt, state.q_tt, direction ? &direction->q_tt : nullptr);
  sweep.lambda = set(to.lambda, state.lambda, direction ? &direction->lambda : nullptr);
  sweep.reference = assembly_.reference.data();
  sweep.data = state.data.data(), sweep.contacts = &state.contacts;
  sweep.residual = to.residual.data(), sweep.constraints = to.constraints.data();
  ++sweep.number;
  for (const auto& loop : loops_)
    if (const role::Moving* moving = loop->roles().moving) moving->kinematics(sweep);
  return sweep;
}

template <class S>
void Bench::laws(Sweep<S>& sweep) {
  Arrays<S>& to = arrays<S>();
  for (FrameForce<S>& force : to.frameForces) force = {};
  for (S& force : to.scalarForces) force = S(0.0);
  std::fill(to.residual.begin(), to.residual.end(), S(0.0));
  for (const auto& loop : loops_) {
    const Roles& roles = loop->roles();
    if constexpr (isDual<S>) {
      if (roles.constraint) roles.constraint->laws(sweep);
    } else {
      if (roles.acting) roles.acting->laws(sweep);
    }
  }
  if constexpr (!isDual<S>) constraints = to.constraints;
}

template Sweep<double>& Bench::kinematics(const State*);
template Sweep<Dual1>& Bench::kinematics(const State*);
template void Bench::laws(Sweep<double>&);
template void Bench::laws(Sweep<Dual1>&);

}  // namespace slipstick::testing
