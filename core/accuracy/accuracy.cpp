// Loaded on demand: computed on request
#include "core/accuracy/accuracy.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "core/accuracy/common_times.h"
#include "core/accuracy/refined.h"
#include "core/accuracy/wording.h"
#include "core/expression/formula.h"
#include "core/model/events.h"
#include "core/simulation/simulation.h"
#include "core/solver/solver.h"

namespace slipstick {
namespace {

constexpr double mostWork = 50;  // force evaluations of a finer run, relative to the expected number
const char* const runNames[] = {"run", "run with half the step", "run with a quarter of the step"};

double dynamicSteps(const Model& model) {
  double steps = 0;
  for (const AnalysisStep& step : model.analysis)
    if (step.type == AnalysisType::dynamic) steps += step.numberOfSteps;
  return steps;
}

std::string refusal(const Model& model, const AccuracyLimits& limits) {
  const double steps = dynamicSteps(model);
  if (steps == 0)
    return "Accuracy compares time integrations with different steps, and this analysis has none. The error of a static or eigenvalue "
           "analysis follows from its tolerances and from the model.";
  if (model.sensors().empty()) return "The model has no sensors, so there is no number to estimate the error of.";
  const double nodeSteps = 7 * steps * static_cast<double>(std::max<std::size_t>(1, model.nodes().size()));
  if (nodeSteps > limits.nodeSteps)
    return "The three runs would take " + number(nodeSteps) + " steps of nodes, and the limit is " + number(limits.nodeSteps) +
           ". Shorten the run or use fewer bodies.";
  return "";
}

double highestOrderOf(const Model& model) {
  double highest = 0;
  for (const AnalysisStep& step : model.analysis)
    if (step.type == AnalysisType::dynamic) highest = std::max(highest, orderOf(step));
  return highest;
}

std::string inQuotes(const std::string& name) { return "'" + name + "'"; }

}  // namespace

/// The runs one after another, and the results.
struct Accuracy::Comparison {
  std::shared_ptr<const Model> model;
  std::function<void(Simulation&)> prepare;
  AccuracyLimits limits;
  std::string problem;
  int level = 0;
  bool ended = false;
  std::unique_ptr<Simulation> simulation;
  std::int64_t evaluations = 0;
  std::array<std::int64_t, accuracyRuns> steps{};
  std::int64_t eventfulSteps = 0;  // of the analysis step with the events
  std::vector<Channel> channels;
  std::size_t width = 0;  // numbers of all sensors
  History layout;         // without samples
  SampleTimes times;
  std::unique_ptr<CommonTimes> common;
  CurveRuns values;                                              // all sensors at the common times
  std::array<std::vector<MeasureValue>, accuracyRuns> measured;  // from the samples at the common times
  std::vector<MeasureValue> fromAllSteps;                        // of the finest run
  std::vector<SensorAccuracy> sensors;
  std::vector<MeasureAccuracy> measures;
  std::vector<TaskAccuracy> tasks;

  void start();
  void collect(int analysisStep);
  bool endLevel();
  void endWithout(const std::string& why) { problem = why, ended = true, simulation.reset(), common.reset(); }
  void compare();
  std::vector<MeasureValue> measuresOf(int run, std::size_t samples) const;
  void compareSensors();
  void compareMeasures();
  bool isSettledBefore(std::size_t measure, std::size_t sample) const;
  MeasureAccuracy compareMeasure(std::size_t i) const;
  void compareTasks();
  std::string sentenceOf(const Channel& channel, const SensorAccuracy& sensor) const;
  std::string disagreement(std::size_t sensor) const;
  bool hasShortSteps() const;
  bool isDue() const { return !times.time.empty() && common->samples() >= times.time.size(); }
};

void Accuracy::Comparison::start() {
  simulation = std::make_unique<Simulation>(level == 0 ? model : refinedModel(*model, level));
  if (prepare) prepare(*simulation);
  if (level == 0) {
    channels = simulation->history().sensors();
    for (const Channel& channel : channels) width += static_cast<std::size_t>(channel.size);
  } else {
    simulation->limitEvaluations(
        static_cast<std::int64_t>(mostWork * (1 << level) * static_cast<double>(std::max<std::int64_t>(evaluations, 1000))));
    common = std::make_unique<CommonTimes>(times, width);
  }
}

/// Takes the new samples out of the history.
void Accuracy::Comparison::collect(int analysisStep) {
  History& history = simulation->history();
  for (int sample = 0; sample < history.samples(); ++sample) {
    const double* row = history.row(sample);
    if (level > 0) {
      common->add(analysisStep, row);
      continue;
    }
    times.time.push_back(row[0]), times.analysisStep.push_back(analysisStep);
    values[0].insert(values[0].end(), row + 1, row + 1 + width);
  }
  history.clearSamples();
}

bool Accuracy::advance(const std::function<bool()>& enough) {
  Comparison& my = *comparison_;
  while (!my.ended) {
    if (!my.simulation) my.start();
    const int analysisStep = my.simulation->progress().analysisStep;
    const std::int64_t before = my.simulation->statistics().steps;
    const Simulation::Status status = my.simulation->advance([] { return true; });
    if (my.level == 0 && analysisStep == eventfulStep(*my.model)) my.eventfulSteps += my.simulation->statistics().steps - before;
    my.collect(analysisStep);
    if (static_cast<double>(my.values[0].size()) > my.limits.values)
      my.endWithout("The run records more than " + number(my.limits.values) + " values. Use a longer sensorsWritePeriod or fewer sensors.");
    else if (status == Simulation::Status::failed && !(my.level > 0 && my.isDue()))
      my.endWithout("There is no estimate because the " + std::string(runNames[my.level]) + " stopped. " + my.simulation->stop().message);
    else if (status != Simulation::Status::running || (my.level > 0 && my.isDue()))
      my.endLevel();
    if (enough()) break;
  }
  return my.ended;
}

/// Ends a run and prepares the next one; returns whether it has samples.
bool Accuracy::Comparison::endLevel() {
  steps[level] = simulation->statistics().steps;
  if (level == 0) {
    evaluations = simulation->evaluations();
    layout = simulation->history();
    if (times.time.size() < 2) return endWithout("The run has recorded no samples to compare."), false;
    if (!model->events.empty() && hasShortSteps())
      return endWithout(
                 "The run contains recorded actions, which are tied to steps, and some of its steps were shortened. Runs with smaller "
                 "steps "
                 "would perform the actions at other times."),
             false;
  } else {
    common->finish();
    if (!isDue()) return endWithout("The " + std::string(runNames[level]) + " ended before the run itself."), false;
    values[level] = common->take();
    if (level == accuracyRuns - 1) fromAllSteps = simulation->measures();
  }
  simulation.reset(), common.reset();
  if (++level < accuracyRuns) return true;
  ended = true;
  compare();
  return true;
}

/// Whether steps of the analysis step with the events were shortened: an event at step k of this run is at step 2k of the next one.
bool Accuracy::Comparison::hasShortSteps() const {
  const AnalysisStep& step = model->analysis[static_cast<std::size_t>(eventfulStep(*model))];
  const double size = (step.endTime - step.startTime) / step.numberOfSteps, duration = times.time.back() - step.startTime;
  return std::abs(static_cast<double>(eventfulSteps) - duration / size) > 0.5;
}

/// The measures of a run from its first values at the common times.
std::vector<MeasureValue> Accuracy::Comparison::measuresOf(int run, std::size_t samples) const {
  MeasureRecorder recorder(*model, layout);
  std::vector<double> row(1 + width);
  for (std::size_t sample = 0; sample < samples; ++sample) {
    row[0] = times.time[sample];
    std::copy_n(values[run].begin() + static_cast<std::ptrdiff_t>(sample * width), width, row.begin() + 1);
    recorder.add(row.data());
  }
  return recorder.values();
}

void Accuracy::Comparison::compare() {
  compareSensors();
  compareMeasures();
  compareTasks();
  for (auto& run : values) run = {};
}

void Accuracy::Comparison::compareSensors() {
  std::map<std::string, double> scales;  // by unit
  std::vector<CurveRuns> curves(channels.size());
  for (std::size_t s = 0; s < channels.size(); ++s) {
    const auto size = static_cast<std::size_t>(channels[s].size), column = static_cast<std::size_t>(channels[s].column - 1);
    SensorAccuracy& sensor = sensors.emplace_back();
    for (int run = 0; run < accuracyRuns; ++run)
      for (std::size_t sample = 0; sample < times.time.size(); ++sample)
        for (std::size_t i = 0; i < size; ++i) curves[s][run].push_back(values[run][sample * width + column + i]);
    for (const double value : curves[s][0])
      if (std::isfinite(value)) sensor.scale = std::max(sensor.scale, std::abs(value));
    if (channels[s].unit.empty()) continue;  // such sensors may have nothing in common
    double& scale = scales[channels[s].unit];
    scale = std::max(scale, sensor.scale);
  }
  const double highestOrder = highestOrderOf(*model);
  for (std::size_t s = 0; s < channels.size(); ++s) {
    sensors[s].error =
        errorOfCurve(curves[s], static_cast<std::size_t>(channels[s].size), {sensors[s].scale, scales[channels[s].unit]}, highestOrder);
    curves[s] = {};
    sensors[s].sentence = sentenceOf(channels[s], sensors[s]);
  }
}

/// Returns a clause that names the sensor whose runs do not converge, and the time.
std::string Accuracy::Comparison::disagreement(std::size_t sensor) const {
  const CurveError& error = sensors[sensor].error;
  const std::string from = number(times.time[error.apart.value_or(0)]) + " s";
  return "the runs of " + inQuotes(channels[sensor].name) + " do not converge" +
         (error.recovers ? ", first at " + from : " from " + from + " on");
}

std::string Accuracy::Comparison::sentenceOf(const Channel& channel, const SensorAccuracy& sensor) const {
  const CurveError& error = sensor.error;
  const std::string name = channel.name + ": ";
  if (error.source == ErrorSource::none)
    return name + "no estimate, because " + disagreement(static_cast<std::size_t>(&sensor - sensors.data())) +
           ". Impacts, changes of friction and chaotic motion cause this.";
  std::string text = name + "± " + errorText(error.largest, channel.unit);
  constexpr double least = 1e-6;  // smaller parts are not worth reading
  if (error.largest >= least * sensor.scale && error.largest < sensor.scale)
    text += ", " + errorText(100 * error.largest / sensor.scale, "%") + " of its largest value";
  if (error.source == ErrorSource::rounding) text += "; the runs differ only by rounding";
  if (error.source == ErrorSource::tolerances) text += "; the tolerances of the solver limit it, not the steps";
  if (error.apart)
    text += error.recovers ? "; no estimate at a few times, first at " + number(times.time[*error.apart]) + " s"
                           : "; no estimate from " + number(times.time[*error.apart]) + " s on, because the runs do not converge";
  return text + ".";
}

void Accuracy::Comparison::compareMeasures() {
  for (int run = 0; run < accuracyRuns; ++run) measured[run] = measuresOf(run, times.time.size());
  for (std::size_t i = 0; i < model->measures.size(); ++i) measures.push_back(compareMeasure(i));
}

/// Whether a measure has the same value without later samples, in all runs: as the time of a first event has, or a maximum until a time.
bool Accuracy::Comparison::isSettledBefore(std::size_t measure, std::size_t sample) const {
  for (int run = 0; run < accuracyRuns; ++run)
    if (measuresOf(run, sample)[measure].value != measured[run][measure].value) return false;
  return true;
}

MeasureAccuracy Accuracy::Comparison::compareMeasure(std::size_t i) const {
  const Measure& measure = model->measures[i];
  const std::string name = (measure.label.empty() ? measure.name : measure.label) + ": ";
  MeasureAccuracy result{measured[0][i], std::nullopt, notEstimated, ""};
  const auto without = [&](const std::string& why) {
    result.sentence = name +
                      (result.value.value ? number(*result.value.value) + (measure.unit.empty() ? "" : " " + measure.unit) + ", " : "") +
                      "no estimate, because " + why + ".";
    return result;
  };
  std::array<double, accuracyRuns> runs{};
  for (int run = 0; run < accuracyRuns; ++run) {
    if (!measured[run][i].value) return without(run == 0 ? "it has no value" : "it has no value in the " + std::string(runNames[run]));
    runs[run] = *measured[run][i].value;
  }
  double order = highestOrderOf(*model);
  std::optional<std::size_t> few;  // a sensor without an order at a few times
  for (const SensorInput& input : measure.formula.result.sensors()) {
    const auto sensor = static_cast<std::size_t>(input.index);
    const CurveError& error = sensors[sensor].error;
    if (error.source == ErrorSource::none || (error.apart && !error.recovers && !isSettledBefore(i, *error.apart)))
      return without(disagreement(sensor));
    if (error.apart && error.recovers) few = sensor;
    if (error.source == ErrorSource::steps) order = std::min(order, error.order);
  }
  const NumberError found = errorOfNumber(runs, order);
  if (!found.converges)
    return without("its values in the three runs do not converge: " + number(runs[0]) + ", " + number(runs[1]) + ", " + number(runs[2]));
  if (few && !std::isfinite(found.order) && found.error > 1e-9 * std::abs(runs[0])) return without(disagreement(*few));
  result.order = found.order;
  // Between the samples, a peak may be higher.
  const double sampled = fromAllSteps[i].value ? std::abs(*fromAllSteps[i].value - runs[accuracyRuns - 1]) : 0;
  result.error = found.error + accuracySafety * sampled;
  result.sentence = name + withError(runs[0], *result.error, measure.unit);
  return result;
}

void Accuracy::Comparison::compareTasks() {
  for (const Task& task : model->tasks) {
    if (task.kind != Task::Kind::number || (*task.shown)["answer"]["measures"].empty()) continue;
    const Json& answer = (*task.shown)["answer"];
    TaskAccuracy found{task.id, answer["tolerance"].get<double>(), 0, ""};
    const auto answerWith = [&](std::size_t shifted, double shift) {
      std::vector<double> arguments(static_cast<std::size_t>(task.formula->argumentSize()));
      for (std::size_t i = 0; i < arguments.size(); ++i) arguments[i] = measures[i].value.value.value_or(0) + (i == shifted ? shift : 0);
      double result = 0;
      constexpr double noSensor = 0;
      task.formula->evaluate(arguments.data(), &noSensor, &result);
      return result;
    };
    const double right = answerWith(measures.size(), 0);
    std::string unknown;
    for (std::size_t i = 0; i < measures.size(); ++i) {
      const std::string& name = model->measures[i].name;
      const Json& needed = answer["measures"];
      if (std::find(needed.begin(), needed.end(), name) == needed.end()) continue;
      if (!measures[i].error) unknown = name;
      const double error = measures[i].error.value_or(0);
      found.error += std::max(std::abs(answerWith(i, error) - right), std::abs(answerWith(i, -error) - right));
    }
    const std::string unit = answer["unit"].get<std::string>(), start = "Task " + inQuotes(task.id) + ": ";
    if (!unknown.empty())
      found.sentence = start + "the error of its right answer is unknown, because the measure " + inQuotes(unknown) + " has no estimate.";
    else if (!(found.error <= found.tolerance))
      found.sentence = start + "its tolerance of " + number(found.tolerance) + (unit.empty() ? "" : " " + unit) +
                       " is below the error of its right answer, " + errorText(found.error, unit) +
                       ". Use more steps or a larger tolerance.";
    tasks.push_back(std::move(found));
  }
}

Accuracy::Accuracy(std::shared_ptr<const Model> model, std::function<void(Simulation&)> prepare, const AccuracyLimits& limits)
    : comparison_(std::make_unique<Comparison>()) {
  comparison_->model = std::move(model), comparison_->prepare = std::move(prepare), comparison_->limits = limits;
  comparison_->problem = refusal(*comparison_->model, limits);
  comparison_->ended = !comparison_->problem.empty();
}
Accuracy::~Accuracy() = default;

double Accuracy::fraction() const {
  if (comparison_->ended) return 1;
  constexpr double done[] = {0, 1, 3}, all = 7;
  const double now = comparison_->simulation ? comparison_->simulation->progress().fraction : 0;
  return (done[comparison_->level] + (1 << comparison_->level) * now) / all;
}
int Accuracy::level() const { return std::min(comparison_->level, accuracyRuns - 1); }
const std::string& Accuracy::problem() const { return comparison_->problem; }
const std::array<std::int64_t, accuracyRuns>& Accuracy::steps() const { return comparison_->steps; }
const Model& Accuracy::model() const { return *comparison_->model; }
const std::vector<Channel>& Accuracy::channels() const { return comparison_->channels; }
const std::vector<double>& Accuracy::time() const { return comparison_->times.time; }
const std::vector<SensorAccuracy>& Accuracy::sensors() const { return comparison_->sensors; }
const std::vector<MeasureAccuracy>& Accuracy::measures() const { return comparison_->measures; }
const std::vector<TaskAccuracy>& Accuracy::tasks() const { return comparison_->tasks; }

}  // namespace slipstick
