// The internals of a run and its checkpoints: simulation.cpp advances it, run_events.cpp applies events, checkpoints.cpp goes back.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/events.h"
#include "core/recorder/recorder.h"
#include "core/simulation/gimbals.h"
#include "core/simulation/simulation.h"
#include "core/solver/solver.h"

namespace slipstick {

/// A linear change of an input to a value.
struct Ramp {
  bool active = false;
  double from = 0, to = 0, rate = 0, start = 0;

  double at(double time) const {
    const double way = rate * (time - start);
    return way < std::abs(to - from) ? from + (to < from ? -way : way) : to;
  }
};

/// The position of a run, besides the states of its solver and its system.
struct Position {
  State state;  // at the end of the last finished analysis step; without coordinates while a solver owns them
  Statistics statistics;
  Stop stop;
  Simulation::Status status = Simulation::Status::running;
  std::size_t analysisStep = 0;
  int steps = 0;              // accepted steps of the analysis step
  std::size_t nextEvent = 0;  // all events before it have taken effect
  std::size_t eigenvalueSteps = 0;
  bool isLocked = false;    // a rotation has passed its singularity
  std::vector<Ramp> ramps;  // for each input
};

struct Simulation::Checkpoint {
  Position position;
  std::unique_ptr<Solver> solver;
  System::Memory system;
  Recorder::Place recorder;

  /// Returns its size in memory.
  std::size_t bytes() const;
};

struct Simulation::Run : Position {
  explicit Run(std::shared_ptr<const Model> source)
      : model(std::move(source)), system(model), workspace(system), recorder(system, workspace), events(model->events) {
    state = system.takeInitial();
    ramps.resize(model->inputs.size());
    gimbals = findGimbals(system, state);
    undo.resize(model->analysis.size());
  }

  std::shared_ptr<const Model> model;
  System system;
  Workspace workspace;
  Recorder recorder;
  std::vector<std::vector<Eigenvalue>> eigenvalues;
  std::vector<std::vector<std::vector<Complex>>> modes;
  std::vector<ModeShapes> shapes;
  std::unique_ptr<Solver> solver;

  std::vector<Gimbal> gimbals;
  std::vector<Event> events;  // of the document; posted events join them when they take effect
  std::vector<Event> posted;  // for the next step
  std::vector<std::string> refused;
  std::vector<double> shown;                       // sensor values at the start of the step if inputs follow sensors
  bool live = false;                               // continues until an `end` event
  bool pausesAtEnd = false;                        // while going back to a step
  bool open = false;                               // see decideOpen()
  std::vector<std::vector<ParameterChange>> undo;  // restores `set`, by analysis step
  std::size_t applied = 0;                         // number of analysis steps whose `set` is applied

  std::vector<std::shared_ptr<const Checkpoint>> kept;  // in order of time
  std::size_t bytesToKeep = 0, bytesKept = 0;
  int stepsBetween = 1;

  bool begin();
  bool assemble(const AnalysisStep& step);
  void advance(const std::function<bool()>& enough);
  bool endsHere();
  void advise();
  void checkStart();
  void checkGimbals(double before);
  void finish();
  void endAnalysisStep();
  void applySets(std::size_t steps);
  bool startStep();
  void follow(bool atEnd);
  std::string apply(const Event& event);
  std::string grab(const Event& event);
  void noteKept();
  void dropLater();
  /// Decides whether the solver continues beyond the end of the analysis step.
  void decideOpen() {
    const auto ends = [this](const Event& event) {
      return event.kind == Event::Kind::end && event.analysisStep == static_cast<int>(analysisStep);
    };
    open =
        static_cast<int>(analysisStep) == eventfulStep(*model) && (live || pausesAtEnd || std::any_of(events.begin(), events.end(), ends));
    if (solver) solver->stayOpen(open);
  }
  /// Static steps before a dynamic one prepare its start, which is the dynamic step's first sample. Time restarts there, so they are not
  /// recorded.
  bool isRecorded(std::size_t step) const {
    const auto dynamic = [](const AnalysisStep& later) { return later.type == AnalysisType::dynamic; };
    const auto& steps = model->analysis;
    return steps[step].type != AnalysisType::staticEquilibrium ||
           std::none_of(steps.begin() + static_cast<std::ptrdiff_t>(step), steps.end(), dynamic);
  }
  void fail(Stop reason) {
    stop = std::move(reason);
    status = Status::failed;
  }
};

}  // namespace slipstick
