#include <algorithm>
#include <cstdint>
#include <memory>

#include "core/simulation/run.h"
#include "core/system/bytes.h"

namespace slipstick {

std::size_t Simulation::Checkpoint::bytes() const {
  const Statistics& statistics = position.statistics;
  std::size_t remembered = 0;
  for (const LoopMemory& each : system.loops) remembered += each.bytes;
  constexpr std::size_t shared = 16;  // size of a shared pointer's counts
  return remembered + shared + sizeof *this + (solver ? solver->bytes() : 0) +
         slipstick::bytesOf(position.state, position.ramps, position.stop.message) +
         slipstick::bytesOf(statistics.sharedLoads, statistics.ended, statistics.notReached, statistics.held, statistics.unbalanced,
                            statistics.caution, statistics.advice) +
         slipstick::bytesOf(system.inputs, system.touches, system.loops);
}

std::size_t Simulation::bytesOf(const Checkpoint& checkpoint) { return checkpoint.bytes(); }

/// Keeps a checkpoint if one is due. If they exceed the memory limit, every second one is dropped, and the interval doubles.
void Simulation::Run::noteKept() {
  if (bytesToKeep == 0 || steps % stepsBetween != 0) return;
  if (!kept.empty()) {
    const Position& last = kept.back()->position;
    if (last.analysisStep > analysisStep || (last.analysisStep == analysisStep && last.steps >= steps)) return;
  }
  kept.push_back(std::make_shared<Checkpoint>(Checkpoint{*this, solver->clone(), system.memory(workspace), recorder.place()}));
  bytesKept += kept.back()->bytes();
  if (bytesKept <= bytesToKeep) return;
  stepsBetween *= 2;
  std::erase_if(kept, [this](const auto& each) { return each->position.steps % stepsBetween != 0; });
  bytesKept = 0;
  for (const auto& each : kept) bytesKept += each->bytes();
}

/// Drops checkpoints of later steps, which will differ now.
void Simulation::Run::dropLater() {
  std::erase_if(kept, [this](const auto& each) {
    const Position& at = each->position;
    return at.analysisStep > analysisStep || (at.analysisStep == analysisStep && at.steps > steps);
  });
  bytesKept = 0;
  for (const auto& each : kept) bytesKept += each->bytes();
}

std::int64_t Simulation::samples() const { return run_->recorder.place().written; }

std::shared_ptr<const Simulation::Checkpoint> Simulation::checkpoint() const {
  const Run& run = *run_;
  return std::make_shared<Checkpoint>(
      Checkpoint{run, run.solver ? run.solver->clone() : nullptr, run.system.memory(run.workspace), run.recorder.place()});
}

void Simulation::restore(const Checkpoint& checkpoint) {
  Run& run = *run_;
  static_cast<Position&>(run) = checkpoint.position;
  run.applySets(std::min(run.analysisStep + (checkpoint.solver ? 1 : 0), run.undo.size()));
  run.eigenvalues.resize(run.eigenvalueSteps), run.modes.resize(run.eigenvalueSteps), run.shapes.resize(run.eigenvalueSteps);
  run.solver = checkpoint.solver ? checkpoint.solver->clone() : nullptr;
  run.system.recall(checkpoint.system, run.workspace);
  run.recorder.goBack(checkpoint.recorder);
  run.posted.clear();
  run.decideOpen();
}

void Simulation::keepCheckpoints(std::size_t bytes) {
  run_->bytesToKeep = bytes;
  if (run_->solver) run_->noteKept();
}

bool Simulation::goBack(int analysisStep, int step, const std::function<void()>& afterStep) {
  Run& run = *run_;
  const bool isBefore =
      run.solver && run.status == Status::running && static_cast<int>(run.analysisStep) == analysisStep && run.steps <= step;
  if (!isBefore) {
    std::shared_ptr<const Checkpoint> nearest;
    for (const auto& each : run.kept)
      if (static_cast<int>(each->position.analysisStep) == analysisStep && each->position.steps <= step) nearest = each;
    if (!nearest) return false;
    restore(*nearest);
  }
  run.pausesAtEnd = true;
  run.decideOpen();
  const auto there = [&] { return run.steps >= step || static_cast<int>(run.analysisStep) != analysisStep; };
  if (!there())
    advance([&] {
      if (afterStep) afterStep();
      return there();
    });
  run.pausesAtEnd = false;
  run.decideOpen();
  return true;
}

}  // namespace slipstick
