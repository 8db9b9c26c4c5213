// A run and its checkpoints from inside: simulation.cpp lets it run, run_events.cpp lets things happen in it, checkpoints.cpp goes back.
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

/// An input on its way to a value.
struct Ramp {
  bool active = false;
  double from = 0, to = 0, rate = 0, start = 0;

  double at(double time) const {
    const double way = rate * (time - start);
    return way < std::abs(to - from) ? from + (to < from ? -way : way) : to;
  }
};

/// Where a run stands beside its solver and its system.
struct Position {
  State state;  // at the end of the last finished analysis step; without coordinates while a solver has them
  Statistics statistics;
  Stop stop;
  Simulation::Status status = Simulation::Status::running;
  std::size_t analysisStep = 0;
  int steps = 0;              // accepted ones of the analysis step
  std::size_t nextEvent = 0;  // those before it took effect
  std::size_t eigenvalueSteps = 0;
  bool isLocked = false;    // a rotation has passed its singularity
  std::vector<Ramp> ramps;  // by input
};

struct Simulation::Checkpoint {
  Position position;
  std::unique_ptr<Solver> solver;
  System::Memory system;
  Recorder::Place recorder;

  /// What it takes of the memory.
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
  std::vector<Event> events;  // of the document; posted ones join them when they take effect
  std::vector<Event> posted;  // for the next step
  std::vector<std::string> refused;
  std::vector<double> shown;                       // by the sensors at the start of the step, where inputs follow them
  bool live = false;                               // goes on until it is ended
  bool pausesAtEnd = false;                        // on the way back to a step
  bool open = false;                               // see judgeOpen()
  std::vector<std::vector<ParameterChange>> undo;  // of `set`, by analysis step
  std::size_t applied = 0;                         // analysis steps whose `set` is

  std::vector<std::shared_ptr<const Checkpoint>> kept;  // in the order of time
  std::size_t bytesToKeep = 0, bytesKept = 0;
  int stepsBetween = 1;

  bool begin();
  bool assemble(const AnalysisStep& step);
  void advance(const std::function<bool()>& enough);
  bool endsHere();
  void advise();
  void judgeStart();
  void judgeStep(double before);
  void finish();
  void endAnalysisStep();
  void applySets(std::size_t steps);
  bool startStep();
  void follow(bool atEnd);
  std::string apply(const Event& event);
  std::string grab(const Event& event);
  void noteKept();
  void dropLater();
  /// Whether the solver goes on beyond the end of the analysis step.
  void judgeOpen() {
    const auto ends = [this](const Event& event) {
      return event.kind == Event::Kind::end && event.analysisStep == static_cast<int>(analysisStep);
    };
    open =
        static_cast<int>(analysisStep) == eventfulStep(*model) && (live || pausesAtEnd || std::any_of(events.begin(), events.end(), ends));
    if (solver) solver->stayOpen(open);
  }
  /// Static steps before a dynamic one prepare its start, which the first sample of that one shows: time begins anew there.
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
