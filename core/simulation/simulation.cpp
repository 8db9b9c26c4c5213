#include "core/simulation/simulation.h"
#include "core/message/messages.h"
#include "core/simulation/assembled.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/model/items.h"
#include "core/simulation/advice.h"
#include "core/simulation/run.h"
#include "core/solver/assemble.h"
#include "core/solver/eigenvalues.h"
#include "core/system/failures.h"

namespace slipstick {
namespace {

/// A native user function threw; the message names it.
struct UserFunctionFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace

/// Starts the next analysis step; returns false if the run is over or failed.
bool Simulation::Run::begin() {
  if (analysisStep >= model->analysis.size()) {
    finish();
    return false;
  }
  const AnalysisStep& step = model->analysis[analysisStep];
  applySets(analysisStep + 1);
  steps = 0;
  if (step.assemble && !assemble(step)) return false;
  if (step.type == AnalysisType::eigenvalues) {
    EigenvalueResult result = computeEigenvalues(system, state, step.eigenvalues, step.redundantConstraints, workspace);
    if (!result.problem.empty()) fail({Stop::Reason::unsupported, state.time, "No eigenvalues: " + result.problem});
    eigenvalues.push_back(std::move(result.values));
    shapes.push_back(poseShapes(system, recorder, state, result.modes));
    modes.push_back(std::move(result.modes));
    ++eigenvalueSteps, ++analysisStep;
    return status == Status::running;
  }
  solver = makeSolver(system, workspace, step, state, statistics);
  state = {};
  decideOpen();
  if (step.type == AnalysisType::dynamic) checkStart();
  if (!solver->start()) {
    fail(solver->stop());
    return false;
  }
  if (step.type == AnalysisType::dynamic) follow(true);
  if (isRecorded(analysisStep)) {
    recorder.begin(step.sensorsWritePeriod, solver->state());
    if (endsHere()) return false;
  }
  noteKept();
  return true;
}

/// Assembles the mechanism according to the step's `assemble`; returns false if it cannot close.
bool Simulation::Run::assemble(const AnalysisStep& step) {
  state.time = startOf(step);
  const AssembleResult result = slipstick::assemble(system, state, {}, workspace);
  if (!result.message.empty()) fail({Stop::Reason::modelError, state.time, result.message});
  return status == Status::running;
}

/// Applies `set` of the analysis steps up to this number, or reverts later ones.
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

/// Ends the run regularly.
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
  while (!system.touches().empty()) system.releaseTouch(system.touches().back());
  for (Ramp& ramp : ramps) ramp.active = false;
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
  } catch (const BudgetFailure& failure) {
    const double time = run_->solver ? run_->solver->state().time : run_->state.time;
    run_->fail({Stop::Reason::budgetSpent, time, messages::stopped({number(time), failure.what() + std::string(".")})});
  }
  return run_->status;
}

void Simulation::Run::advance(const std::function<bool()>& enough) {
  while (status == Status::running) {
    if (!solver && !begin()) break;
    if (!solver) {  // a step without a time loop is finished
      if (enough()) break;
      continue;
    }
    const double before = solver->state().time;
    if (!open && steps > 0 && model->analysis[analysisStep].type == AnalysisType::dynamic && before >= solver->endTime()) {
      endAnalysisStep();  // reached while going back
      if (++analysisStep >= model->analysis.size()) finish();
      continue;
    }
    if (!startStep()) break;
    const Solver::Result result = solver->step();
    if (result == Solver::Result::stopped) {
      fail(solver->stop());
      break;
    }
    if (++steps == 2 * model->analysis[analysisStep].numberOfSteps) advise();
    if (const double time = solver->state().time; result == Solver::Result::advanced && !(time > before)) {
      fail({Stop::Reason::stepTooSmall, time, messages::stopped({number(time), messages::stepTooSmall({number(solver->stepSize())})})});
      break;
    }
    if (model->analysis[analysisStep].type == AnalysisType::dynamic) checkGimbals(before), follow(true);
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

/// Explains why the run has taken twice its steps, unless a user controls it or its steps follow an error estimate.
void Simulation::Run::advise() {
  const AnalysisStep& step = model->analysis[analysisStep];
  const bool implicit = step.solver == DynamicSolver::GeneralizedAlpha || step.solver == DynamicSolver::TrapezoidalIndex2;
  const double time = solver->state().time;
  if (open || !implicit || step.type != AnalysisType::dynamic || time > solver->endTime() || !statistics.advice.empty()) return;
  statistics.advice = adviceOnShortSteps(*model, step, (time - solver->startTime()) / steps);
}

/// Checks whether the first step would close a gap of constraints with a jump. It uses a separate workspace, so that the run remains
/// bit-identical.
void Simulation::Run::checkStart() {
  if (system.multipliers() == 0) return;
  constexpr double part = 1e-3;  // relative to the size of the model: more than the rounding of a document
  Workspace own(system);
  const std::vector<OpenConstraint> open = openConstraints(system, solver->state(), part, own);
  if (open.empty()) return;
  addCaution(statistics, messages::startOpen({listed(open, messages::isOpen)}));
}

/// Called after an accepted dynamic step.
void Simulation::Run::checkGimbals(double before) {
  if (gimbals.empty() || isLocked) return;
  const State& now = solver->state();
  const Gimbal* gimbal = lockedGimbal(gimbals, system, now, now.time - before);
  if (!gimbal) return;
  isLocked = true;
  addCaution(statistics, "At " + number(now.time) + " s the rotation of " + gimbal->owner +
                             " passes its singularity, where two of its three axes coincide, faster than the steps resolve. The motion may "
                             "be wrong after this time. Use shorter steps, or a body with a RigidBodyEP node.");
}

/// Ends the run if the last sample exceeds a limit of the step.
bool Simulation::Run::endsHere() {
  const History& history = recorder.history();
  const double* row = history.row(history.samples() - 1);
  for (const EndCondition& end : model->analysis[analysisStep].endWhen) {
    const Channel& sensor = history.sensors()[end.sensor];
    const double value = row[sensor.column + end.component];
    const bool above = value > end.above;
    if (!above && !(value < end.below)) continue;
    const std::string what = sensor.size > 1 ? sensor.components[end.component] + " of '" + sensor.name + "'" : "'" + sensor.name + "'";
    const Message limit = messages::withUnit({number(above ? end.above : end.below), sensor.unit.empty() ? "" : " " + sensor.unit});
    const Message reason = (above ? messages::isAbove : messages::isBelow)({what, limit});
    statistics.ended = messages::ended({number(row[0]), end.message.empty() ? reason : Message(end.message)});
    endAnalysisStep();
    finish();
    return true;
  }
  return false;
}

std::vector<double> Simulation::present() {
  std::vector<double> values;
  run_->recorder.sensorsIn(run_->solver ? run_->solver->state() : run_->state, values);
  return values;
}
std::vector<double> Simulation::presentPoses() {
  std::vector<double> numbers;
  run_->recorder.posesIn(run_->solver ? run_->solver->state() : run_->state, numbers);
  return numbers;
}
int Simulation::steps() const { return run_->steps; }
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
    std::fill_n(result, size, std::numeric_limits<double>::quiet_NaN());  // entries that the function does not set are not numbers
    try {
      function(arguments, result);
      const double* bad = std::find_if(result, result + size, [](double x) { return !std::isfinite(x); });
      if (bad != result + size)
        throw std::runtime_error("component " + std::to_string(bad - result) + " of its result is not a finite number");
    } catch (const std::exception& error) {
      throw UserFunctionFailure("the user function " + name + " failed: " + error.what());
    }
  };
  *slot = UserFunction(guarded, layout.argumentSize, layout.resultSize);
  slot->sensorOffset = sensorOffset;
  return layout;
}

void Simulation::limitEvaluations(std::int64_t most) { run_->workspace.mostEvaluations = most; }
std::int64_t Simulation::evaluations() const { return run_->workspace.evaluations; }
Simulation::Status Simulation::status() const { return run_->status; }
const Statistics& Simulation::statistics() const { return run_->statistics; }
const Stop& Simulation::stop() const { return run_->stop; }
const Model& Simulation::model() const { return *run_->model; }
const History& Simulation::history() const { return run_->recorder.history(); }
History& Simulation::history() { return run_->recorder.history(); }
std::vector<MeasureValue> Simulation::measures() const { return run_->recorder.measures(); }
const std::vector<std::vector<Eigenvalue>>& Simulation::eigenvalues() const { return run_->eigenvalues; }
const std::vector<std::vector<std::vector<Complex>>>& Simulation::modes() const { return run_->modes; }
const std::vector<ModeShapes>& Simulation::modeShapes() const { return run_->shapes; }

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
