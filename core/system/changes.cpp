// Changes of a system between steps: parameters, inputs, and touches.
// Compiled for size: this runs once in a run.
#include <algorithm>

#include "core/system/loop.h"
#include "core/system/system.h"

namespace slipstick {
namespace {

/// Copies a parameter value between items of the same type. A user function keeps its index among the values of sensors.
void copyValue(const Target& from, const Target& to) {
  to.visit([&](auto* destination) {
    using T = std::remove_pointer_t<decltype(destination)>;
    const T& value = *from.as<T>();
    if constexpr (std::is_same_v<T, UserFunction>) {
      const int offset = destination->sensorOffset;
      *destination = value;
      destination->sensorOffset = offset;
    } else {
      *destination = value;
    }
  });
}

/// Returns a sweep with only the drawers of a workspace.
Sweep<double> drawersOf(const Workspace& workspace) {
  Sweep<double> sweep;
  sweep.drawers = workspace.drawers.data();
  return sweep;
}

}  // namespace

SLIPSTICK_SMALL std::vector<ParameterChange> System::present(const ParameterChange& change) {
  std::vector<ParameterChange> before;
  for (const int number : change.items) {
    const Place& item = place(change.kind, number);
    const std::shared_ptr<void> source = model_->of(change.kind)[number].type->create();
    copyValue(change.parameter->target(item.loop->item(item.index)), change.parameter->target(source.get()));
    before.push_back({change.kind, {number}, change.parameter, source});
  }
  return before;
}

void System::apply(const ParameterChange& change) {
  for (const int number : change.items) {
    const Place& item = place(change.kind, number);
    copyValue(change.parameter->target(const_cast<void*>(change.source.get())), change.parameter->target(item.loop->item(item.index)));
    if (role::Deriving* deriving = item.loop->roles().deriving) deriving->changed(item.index);
  }
  ++changes_;
  // Another formula may use other sensors.
  if (change.parameter->signature) findFormulaSensors();
}

UserFunction* System::userFunction(ItemKind kind, int number, const std::string& parameter) {
  const Parameter* slot = model_->of(kind)[number].type->parameter(parameter);
  if (!slot) return nullptr;
  ++changes_;
  const Place& item = place(kind, number);
  const Target target = slot->target(item.loop->item(item.index));
  return target.as<UserFunction>();
}

void System::setInput(int number, double value) { inputs_[number] = value; }

/// Adds the frame of a touch; the touch contains its number.
SLIPSTICK_SMALL void System::attach(const Touch& touch) {
  Assembly assembly(*model_);
  assembly.reference = reference_;
  assembly.frames.resize(touch.frame), assembly.frameJacobians.resize(touch.frame);
  const Place& object = place(ItemKind::object, touch.object);
  if (touch.link >= 0)
    object.loop->roles().tree->addLinkFrame(object.index, touch.link, touch.at, assembly);
  else
    object.addFrame(touch.at, assembly);
  touchCoordinates_.resize(std::max(touchCoordinates_.size(), touch.frame + 1 - frameCoordinates_.size()));
  touchCoordinates_[touch.frame - frameCoordinates_.size()] = assembly.frames[touch.frame];
  ++touchPattern_, ++layout_;
}

SLIPSTICK_SMALL void System::detach(const Touch& touch) {
  for (role::Carrier* loop : carriers_) loop->dropFrame(touch.frame);
  for (role::Tree* loop : trees_) loop->dropLinkFrame(touch.frame);
  touchCoordinates_[touch.frame - frameCoordinates_.size()].clear();
  ++touchPattern_, ++layout_;
}

SLIPSTICK_SMALL int System::touch(Touch touch) {
  touch.frame = static_cast<int>(frameCoordinates_.size());  // the first free one after the frames of markers
  while (std::any_of(touches_.begin(), touches_.end(), [&](const Touch& other) { return other.frame == touch.frame; })) ++touch.frame;
  attach(touch);
  touches_.push_back(touch);
  return touch.frame;
}

SLIPSTICK_SMALL void System::change(const Touch& touch) {
  for (Touch& own : touches_)
    if (own.frame == touch.frame) own = touch;
}

SLIPSTICK_SMALL void System::releaseTouch(const Touch& touch) {
  const int frame = touch.frame;
  detach(touch);
  std::erase_if(touches_, [frame](const Touch& own) { return own.frame == frame; });
}

SLIPSTICK_SMALL System::Memory System::memory(const Workspace& workspace) const {
  Memory memory{inputs_, touches_, touchPattern_, {}};
  memory.loops.reserve(remembering_.size());
  const Sweep<double> sweep = drawersOf(workspace);
  for (const role::Remembering* loop : remembering_) memory.loops.push_back(loop->memory(sweep));
  return memory;
}

SLIPSTICK_SMALL void System::recall(const Memory& memory, Workspace& workspace) {
  inputs_ = memory.inputs;
  while (!touches_.empty()) releaseTouch(touches_.back());
  for (const Touch& touch : memory.touches) {
    attach(touch);
    touches_.push_back(touch);
  }
  touchPattern_ = memory.touchPattern;
  Sweep<double> sweep = drawersOf(workspace);
  for (std::size_t i = 0; i < remembering_.size(); ++i) remembering_[i]->recall(memory.loops[i].copy.get(), sweep);
}

}  // namespace slipstick
