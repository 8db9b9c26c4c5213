#include "core/simulation/simulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/model/events.h"
#include "core/model/items.h"
#include "core/recorder/recorder.h"
#include "core/solver/effective_mass.h"
#include "core/solver/eigenvalues.h"
#include "core/solver/solver.h"

namespace slipstick {
namespace {

constexpr double endTolerance = 1e-10;  // s, as in the solvers

/// A native user function threw; the message says which.
struct UserFunctionFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

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
  State state;  // at the end of the last finished analysis step
  Statistics statistics;
  Stop stop;
  Simulation::Status status = Simulation::Status::running;
  std::size_t analysisStep = 0;
  int steps = 0;              // accepted ones of the analysis step
  std::size_t nextEvent = 0;  // those before it took effect
  std::size_t eigenvalueSteps = 0;
  std::vector<Ramp> ramps;  // by input
};

}  // namespace

struct Simulation::Checkpoint {
  Position position;
  std::unique_ptr<Solver> solver;
  System::Memory system;
  Recorder::Place recorder;

  std::size_t bytes() const {
    const State& state = solver ? solver->state() : position.state;
    constexpr std::size_t vectors = 30;  // of a solver with its state, as long as the state
    std::size_t numbers = vectors * (state.q.size() + state.lambda.size()) + 4 * (state.data.size() + state.contacts.size());
    if (solver) numbers += solver->numbers();
    return 8 * numbers + 2000;
  }
};

struct Simulation::Run : Position {
  explicit Run(std::shared_ptr<const Model> source) : model(std::move(source)), system(model), recorder(system), events(model->events) {
    state = system.initial();
    ramps.resize(model->inputs.size());
    undo.resize(model->analysis.size());
  }

  std::shared_ptr<const Model> model;
  System system;
  Recorder recorder;
  std::vector<std::vector<Eigenvalue>> eigenvalues;
  std::vector<std::vector<std::vector<Complex>>> modes;
  std::unique_ptr<Solver> solver;

  std::vector<Event> events;  // of the document; posted ones join them when they take effect
  std::vector<Event> posted;  // for the next step
  std::vector<std::string> refused;
  bool live = false;                               // goes on until it is ended
  bool pausesAtEnd = false;                        // on the way back to a step
  bool open = false;                               // see judgeOpen()
  std::vector<std::vector<ParameterChange>> undo;  // of `set`, by analysis step
  std::size_t applied = 0;                         // analysis steps whose `set` is

  std::vector<std::shared_ptr<const Checkpoint>> kept;  // in the order of time
  std::size_t bytesToKeep = 0, bytesKept = 0;
  int stepsBetween = 1;

  bool begin();
  void advance(const std::function<bool()>& enough);
  bool endsHere();
  void finish();
  void endAnalysisStep();
  void applySets(std::size_t steps);
  bool startStep();
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

/// Starts the next analysis step; false if the run is over or failed.
bool Simulation::Run::begin() {
  if (analysisStep >= model->analysis.size()) {
    finish();
    return false;
  }
  const AnalysisStep& step = model->analysis[analysisStep];
  applySets(analysisStep + 1);
  steps = 0;
  if (step.type == AnalysisType::eigenvalues) {
    EigenvalueResult result = computeEigenvalues(system, state, step.eigenvalues, step.redundantConstraints);
    if (!result.problem.empty()) fail({Stop::Reason::unsupported, state.time, "No eigenvalues: " + result.problem});
    eigenvalues.push_back(std::move(result.values));
    modes.push_back(std::move(result.modes));
    ++eigenvalueSteps, ++analysisStep;
    return status == Status::running;
  }
  solver = makeSolver(system, step, state, statistics);
  judgeOpen();
  if (!solver->start()) {
    fail(solver->stop());
    return false;
  }
  if (isRecorded(analysisStep)) {
    recorder.begin(step.sensorsWritePeriod, solver->state());
    if (endsHere()) return false;
  }
  noteKept();
  return true;
}

/// Applies `set` of the analysis steps up to this number, or takes back that of later ones.
void Simulation::Run::applySets(std::size_t wanted) {
  for (; applied < wanted; ++applied) {
    undo[applied].clear();
    for (const ParameterChange& change : model->analysis[applied].set) {
      for (ParameterChange& before : system.present(change)) undo[applied].push_back(std::move(before));
      system.apply(change);
    }
  }
  for (; applied > wanted; --applied)
    for (auto change = undo[applied - 1].rbegin(); change != undo[applied - 1].rend(); ++change) system.apply(*change);
}

/// The run is over, as it should be.
void Simulation::Run::finish() {
  status = Status::finished;
  const std::size_t left = events.size() - std::min(nextEvent, events.size());
  if (left == 0) return;
  const std::string what = left == 1 ? "1 event is" : std::to_string(left) + " events are";
  statistics.notReached = what + " never reached: the run ended before step " + std::to_string(events[nextEvent].step) + ", of /events/" +
                          std::to_string(events[nextEvent].number) + ".";
}

void Simulation::Run::endAnalysisStep() {
  state = solver->state();
  solver.reset();
  while (!system.hands().all().empty()) system.letGo(system.hands().all().size() - 1);
  for (Ramp& ramp : ramps) ramp.active = false;
}

/// What happens at the start of a step. False if the run ends or fails here.
bool Simulation::Run::startStep() {
  const AnalysisStep& step = model->analysis[analysisStep];
  if (step.type != AnalysisType::dynamic) return true;
  const double time = solver->state().time;
  const double little = 1e-6 * (step.endTime - step.startTime) / step.numberOfSteps;
  auto& touches = system.hands().all();
  for (std::size_t i = touches.size(); i-- > 0;)
    if (!touches[i].isHand && !(time < touches[i].until - little)) system.letGo(i), solver->disturbed();
  for (std::size_t i = 0; i < ramps.size(); ++i) {
    if (!ramps[i].active) continue;
    const double value = ramps[i].at(time);
    system.setInput(static_cast<int>(i), value);
    ramps[i].active = value != ramps[i].to;
  }
  const auto isDue = [this](const Event& event) {
    return event.analysisStep < static_cast<int>(analysisStep) ||
           (event.analysisStep == static_cast<int>(analysisStep) && event.step <= steps);
  };
  while (nextEvent < events.size() && isDue(events[nextEvent])) {
    const Event& event = events[nextEvent++];
    if (event.analysisStep < static_cast<int>(analysisStep)) continue;  // behind the end of that one
    if (std::string why = apply(event); !why.empty()) {
      fail({Stop::Reason::modelError, time, "Stopped at " + number(time) + " s: /events/" + std::to_string(event.number) + ": " + why});
      return false;
    }
    if (status != Status::running) return false;
  }
  for (std::size_t i = 0; i < posted.size(); ++i) {
    Event event = posted[i];
    event.analysisStep = static_cast<int>(analysisStep), event.step = steps;
    if (std::string why = apply(event); !why.empty()) {
      refused.push_back(std::move(why));
      continue;
    }
    dropLater();
    events.insert(events.begin() + static_cast<std::ptrdiff_t>(std::min(nextEvent, events.size())), event);
    ++nextEvent;
    if (status != Status::running) break;
  }
  posted.clear();
  return status == Status::running;
}

/// Lets an event take effect; returns why it cannot, or "".
std::string Simulation::Run::apply(const Event& event) {
  const double time = solver->state().time;
  Touch* hand = system.hands().hand();
  switch (event.kind) {
    case Event::Kind::input:
      ramps[event.input] = {};
      if (event.rate)
        ramps[event.input] = {*event.rate > 0, system.input(event.input), event.value, *event.rate, time};
      else
        system.setInput(event.input, event.value);
      return "";
    case Event::Kind::grab:
      return grab(event);
    case Event::Kind::to:
    case Event::Kind::release:
      if (!hand) return "the hand holds nothing";
      if (event.kind == Event::Kind::to) {
        hand->from = hand->target(time), hand->to = *event.to, hand->start = time;
        return "";
      }
      system.letGo(static_cast<std::size_t>(hand - system.hands().all().data()));
      solver->disturbed();
      return "";
    case Event::Kind::push: {
      const AnalysisStep& step = model->analysis[analysisStep];
      const double duration = event.steps * ((step.endTime - step.startTime) / step.numberOfSteps);
      Touch push;
      push.object = event.object, push.link = event.link, push.at = event.at;
      push.force = (1 / duration) * event.impulse, push.until = time + duration;
      system.touch(push);
      solver->disturbed();
      return "";
    }
    case Event::Kind::end:
      if (isRecorded(analysisStep)) recorder.atEnd(solver->state());
      statistics.ended = "Ended at " + number(time) + " s by an event.";
      endAnalysisStep();
      finish();
      return "";
  }
  return "";
}

std::string Simulation::Run::grab(const Event& event) {
  const AnalysisStep& step = model->analysis[analysisStep];
  const State now = solver->state();
  const System::Memory before = system.memory();
  Touch touch;
  touch.object = event.object, touch.link = event.link, touch.at = event.at;
  touch.frame = system.touch(touch);
  const double mass = effectiveMass(system, now, touch.frame, step.linearSolver);
  const std::string name = "'" + model->objects()[event.object].name + "'";
  if (!(mass > 0)) {
    system.recall(before);  // as if nobody had tried
    return mass < 0 ? name + " cannot be taken there: something that moves with it has no mass"
                    : name + " cannot be taken there: it is held";
  }
  touch.stiffness = mass * step.handFrequency * step.handFrequency, touch.damping = 2 * mass * step.handFrequency;
  touch.from = touch.to = event.to ? *event.to : system.frame(touch.frame).position;
  touch.start = now.time, touch.duration = event.duration;
  touch.isHand = true;
  if (Touch* other = system.hands().hand()) system.letGo(static_cast<std::size_t>(other - system.hands().all().data()));
  system.hands().all().back() = touch;
  solver->disturbed();
  return "";
}

/// Keeps a checkpoint where one is wanted. Where they take too much, every second one goes, and from then on steps between them double.
void Simulation::Run::noteKept() {
  if (bytesToKeep == 0 || steps % stepsBetween != 0) return;
  if (!kept.empty()) {
    const Position& last = kept.back()->position;
    if (last.analysisStep > analysisStep || (last.analysisStep == analysisStep && last.steps >= steps)) return;
  }
  kept.push_back(std::make_shared<Checkpoint>(Checkpoint{*this, solver->clone(), system.memory(), recorder.place()}));
  bytesKept += kept.back()->bytes();
  if (bytesKept <= bytesToKeep) return;
  stepsBetween *= 2;
  std::erase_if(kept, [this](const auto& each) { return each->position.steps % stepsBetween != 0; });
  bytesKept = 0;
  for (const auto& each : kept) bytesKept += each->bytes();
}

/// Forgets checkpoints of steps to come, which will be others now.
void Simulation::Run::dropLater() {
  std::erase_if(kept, [this](const auto& each) {
    const Position& at = each->position;
    return at.analysisStep > analysisStep || (at.analysisStep == analysisStep && at.steps > steps);
  });
  bytesKept = 0;
  for (const auto& each : kept) bytesKept += each->bytes();
}

Simulation::Simulation(std::shared_ptr<const Model> model) : run_(std::make_unique<Run>(std::move(model))) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Simulation::Status Simulation::advance(const std::function<bool()>& enough) {
  try {
    run_->advance(enough);
  } catch (const UserFunctionFailure& failure) {
    const double time = run_->solver ? run_->solver->state().time : run_->state.time;
    run_->fail({Stop::Reason::modelError, time, failure.what()});
  }
  return run_->status;
}

void Simulation::Run::advance(const std::function<bool()>& enough) {
  while (status == Status::running) {
    if (!solver && !begin()) break;
    if (!solver) {  // a step without a time loop is done
      if (enough()) break;
      continue;
    }
    const double before = solver->state().time;
    if (!open && steps > 0 && model->analysis[analysisStep].type == AnalysisType::dynamic && before >= solver->endTime() - endTolerance) {
      endAnalysisStep();  // reached on the way back
      if (++analysisStep >= model->analysis.size()) finish();
      continue;
    }
    if (!startStep()) break;
    const Solver::Result result = solver->step();
    if (result == Solver::Result::stopped) {
      fail(solver->stop());
      break;
    }
    ++steps;
    if (const double time = solver->state().time; result == Solver::Result::advanced && !(time > before)) {
      fail({Stop::Reason::stepTooSmall, time,
            "Stopped at " + number(time) + " s: steps of " + number(solver->stepSize()) +
                " s are too small to be counted beside this time."});
      break;
    }
    const bool sampled = isRecorded(analysisStep) && recorder.afterStep(solver->state(), solver->endTime());
    if (!(sampled && endsHere()) && result == Solver::Result::finished) {
      endAnalysisStep();
      ++analysisStep;
      if (analysisStep >= model->analysis.size()) finish();
    } else if (solver) {
      noteKept();
    }
    if (enough()) break;
  }
}

/// Ends the run if the last sample is beyond a limit of the step.
bool Simulation::Run::endsHere() {
  const History& history = recorder.history();
  const double* row = history.row(history.samples() - 1);
  for (const EndCondition& end : model->analysis[analysisStep].endWhen) {
    const Channel& sensor = history.sensors()[end.sensor];
    const double value = row[sensor.column + end.component];
    const bool above = value > end.above;
    if (!above && !(value < end.below)) continue;
    const std::string what = sensor.size > 1 ? sensor.components[end.component] + " of '" + sensor.name + "'" : "'" + sensor.name + "'";
    const std::string limit = number(above ? end.above : end.below) + (sensor.unit.empty() ? "" : " " + sensor.unit);
    const std::string told = what + (above ? " is above " : " is below ") + limit + ".";
    statistics.ended = "Ended at " + number(row[0]) + " s: " + (end.message.empty() ? told : end.message);
    endAnalysisStep();
    finish();
    return true;
  }
  return false;
}

std::vector<Issue> Simulation::post(const Json& json) {
  Issues issues;
  if (run_->events.size() + run_->posted.size() >= static_cast<std::size_t>(DocumentLimits{}.events)) {
    issues.error(DocumentPlace(""), "a run may have at most " + std::to_string(DocumentLimits{}.events) + " events");
  } else if (const auto event = readEvent(json, *run_->model, issues)) {
    run_->posted.push_back(*event);
  }
  return issues.inDocumentOrder(json);
}

std::vector<std::string> Simulation::takeRefused() { return std::exchange(run_->refused, {}); }

Json Simulation::events() const {
  Json list = Json::array();
  for (std::size_t i = 0; i < run_->nextEvent; ++i) list.push_back(eventJson(run_->events[i], *run_->model));
  return list;
}

void Simulation::takeOver() {
  run_->live = true;
  run_->events.resize(std::min(run_->nextEvent, run_->events.size()));
  run_->dropLater();
  run_->judgeOpen();
}

std::vector<double> Simulation::present() { return run_->recorder.sensorsIn(run_->solver ? run_->solver->state() : run_->state); }
int Simulation::steps() const { return run_->steps; }
long Simulation::samples() const { return run_->recorder.place().written; }

std::shared_ptr<const Simulation::Checkpoint> Simulation::checkpoint() const {
  const Run& run = *run_;
  return std::make_shared<Checkpoint>(
      Checkpoint{run, run.solver ? run.solver->clone() : nullptr, run.system.memory(), run.recorder.place()});
}

void Simulation::restore(const Checkpoint& checkpoint) {
  Run& run = *run_;
  static_cast<Position&>(run) = checkpoint.position;
  run.applySets(std::min(run.analysisStep + (checkpoint.solver ? 1 : 0), run.undo.size()));
  run.eigenvalues.resize(run.eigenvalueSteps), run.modes.resize(run.eigenvalueSteps);
  run.solver = checkpoint.solver ? checkpoint.solver->clone() : nullptr;
  run.system.recall(checkpoint.system);
  run.recorder.goBack(checkpoint.recorder);
  run.posted.clear();
  run.judgeOpen();
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
  run.judgeOpen();
  const auto there = [&] { return run.steps >= step || static_cast<int>(run.analysisStep) != analysisStep; };
  if (!there())
    advance([&] {
      if (afterStep) afterStep();
      return there();
    });
  run.pausesAtEnd = false;
  run.judgeOpen();
  return true;
}

Simulation::Status Simulation::run() {
  return advance([] { return false; });
}

UserFunctionLayout Simulation::setUserFunction(ItemKind kind, const std::string& item, const std::string& parameter,
                                               UserFunction::Host function) {
  const Model& model = *run_->model;
  const auto& items = model.of(kind);
  const auto found = std::find_if(items.begin(), items.end(), [&](const ModelItem& each) { return each.name == item; });
  const std::string what = std::string(kindName(kind)) + " '" + item + "'";
  if (found == items.end()) throw std::invalid_argument("the model has no " + what);
  const int number = static_cast<int>(found - items.begin());
  UserFunction* slot = run_->system.userFunction(kind, number, parameter);
  if (!slot) throw std::invalid_argument(what + " (" + found->type->name + ") has no user function '" + parameter + "'");
  const Parameter& description = *found->type->parameter(parameter);
  UserFunctionLayout layout{userFunctionArguments(model, kind, number, description), 0,
                            userFunctionResultSize(model, kind, number, description)};
  for (const Argument& argument : layout.arguments) layout.argumentSize += argument.shape.size();
  const int sensorOffset = slot->sensorOffset;
  const auto guarded = [function = std::move(function), name = parameter + " of " + what, size = layout.resultSize](const double* arguments,
                                                                                                                    double* result) {
    std::fill_n(result, size, std::numeric_limits<double>::quiet_NaN());  // what it leaves out is no number
    try {
      function(arguments, result);
      const double* bad = std::find_if(result, result + size, [](double x) { return !std::isfinite(x); });
      if (bad != result + size)
        throw std::runtime_error("component " + std::to_string(bad - result) + " of what it gives is not a finite number");
    } catch (const std::exception& error) {
      throw UserFunctionFailure("the user function " + name + " failed: " + error.what());
    }
  };
  *slot = UserFunction(guarded, layout.argumentSize, layout.resultSize);
  slot->sensorOffset = sensorOffset;
  return layout;
}

Simulation::Status Simulation::status() const { return run_->status; }
const Statistics& Simulation::statistics() const { return run_->statistics; }
const Stop& Simulation::stop() const { return run_->stop; }
const Model& Simulation::model() const { return *run_->model; }
const History& Simulation::history() const { return run_->recorder.history(); }
History& Simulation::history() { return run_->recorder.history(); }
std::vector<MeasureValue> Simulation::measures() const { return run_->recorder.measures(); }
const std::vector<std::vector<Eigenvalue>>& Simulation::eigenvalues() const { return run_->eigenvalues; }
const std::vector<std::vector<std::vector<Complex>>>& Simulation::modes() const { return run_->modes; }

Progress Simulation::progress() const {
  const Run& run = *run_;
  Progress progress;
  progress.steps = run.steps;
  progress.analysisSteps = static_cast<int>(run.model->analysis.size());
  progress.analysisStep = static_cast<int>(std::min(run.analysisStep, run.model->analysis.size() - 1));
  const AnalysisStep& step = run.model->analysis[progress.analysisStep];
  progress.startTime = run.solver ? run.solver->startTime() : step.startTime;
  progress.endTime = run.solver ? run.solver->endTime() : step.endTime;
  progress.time = run.solver ? run.solver->state().time : run.state.time;
  const double part = run.solver ? (progress.time - progress.startTime) / (progress.endTime - progress.startTime) : 0.0;
  progress.fraction =
      run.status == Status::finished ? 1 : std::clamp((static_cast<double>(run.analysisStep) + part) / progress.analysisSteps, 0.0, 1.0);
  return progress;
}

const char* engineVersion() { return SLIPSTICK_VERSION; }

}  // namespace slipstick
