#include "core/fmu/unit.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "core/document/load.h"

namespace slipstick {
namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

std::string textOf(const std::vector<Issue>& issues) {
  std::string text;
  for (const Issue& issue : issues)
    if (issue.severity == Issue::Severity::error) text += (text.empty() ? "" : "; ") + issue.pointer + ": " + issue.message;
  return text;
}

std::shared_ptr<const Model> modelOf(const std::string& document, const std::map<std::string, double>& parameters) {
  const LoadedModel loaded = loadModel(document, parameters);
  if (!loaded.model) throw FmuError("the model has errors: " + textOf(loaded.issues));
  return loaded.model;
}

}  // namespace

struct FmuUnit::State {
  std::shared_ptr<Simulation> simulation;
  std::shared_ptr<const Simulation::Checkpoint> checkpoint;
  std::map<std::string, double> parameters, inputs, pending, present;
  double start, shift;
  bool begun, isOpen;
};

FmuUnit::FmuUnit(std::string document) : document_(std::move(document)) {
  const auto model = modelOf(document_, {});
  variables_ = fmuVariables(*model);
  std::string message;
  const auto timing = fmuTiming(*model, message);
  if (!timing) throw FmuError(message);
  timing_ = *timing, start_ = timing->startTime;
  reset();
}

void FmuUnit::reset() {
  parameters_.clear(), inputs_.clear(), pending_.clear(), present_.clear();
  for (const FmuVariable& each : variables_) {
    if (each.kind == FmuVariable::Kind::parameter) parameters_[each.item] = each.start;
    if (each.kind == FmuVariable::Kind::input) inputs_[each.item] = each.start;
  }
  events_ = nullptr, simulation_ = nullptr, outputs_.clear();
  begun_ = isOpen_ = false;
}

/// Builds the run, up to the start of its last analysis step.
void FmuUnit::build() {
  if (simulation_) return;
  Json document = Json::parse(document_);
  for (const auto& [name, value] : inputs_) {
    Json& input = document["inputs"][name];
    if (input.is_object())
      input["value"] = value;
    else
      input = value;
  }
  if (!events_.is_null()) document["events"] = events_;
  simulation_ = std::make_shared<Simulation>(modelOf(document.dump(), parameters_));
  present_ = inputs_;
  while (simulation_->status() == Simulation::Status::running && simulation_->progress().analysisStep < timing_.analysisStep) advance();
  const AnalysisStep& last = simulation_->model().analysis.back();  // its times may depend on parameters
  timing_.startTime = last.startTime, timing_.stopTime = last.endTime;
  timing_.stepSize = (last.endTime - last.startTime) / static_cast<double>(last.numberOfSteps);
  shift_ = start_ - timing_.startTime;
  outputs_.clear();
}

/// One step of the solver.
void FmuUnit::advance() {
  const Progress progress = simulation_->progress();
  // Time continues beyond the end given in the document for as long as the caller asks for steps.
  if (!isOpen_ && progress.analysisStep == timing_.analysisStep && progress.time + 1.5 * timing_.stepSize > timing_.stopTime)
    simulation_->takeOver(), isOpen_ = true;
  simulation_->advance([] { return true; });
  simulation_->history().clearSamples();  // not read by a unit
  outputs_.clear();
  if (simulation_->status() == Simulation::Status::failed) throw FmuError(simulation_->stop().message);
  for (const std::string& refused : simulation_->takeRefused()) throw FmuError(refused);
}

double FmuUnit::get(unsigned reference) {
  if (reference >= variables_.size()) throw FmuError("there is no variable with the value reference " + std::to_string(reference));
  const FmuVariable& variable = variables_[reference];
  using Kind = FmuVariable::Kind;
  if (variable.kind == Kind::parameter) return parameters_.at(variable.item);
  if (variable.kind == Kind::input) {
    if (const auto found = pending_.find(variable.item); found != pending_.end()) return found->second;
    return (simulation_ ? present_ : inputs_).at(variable.item);
  }
  build();
  if (variable.kind == Kind::time) return time();
  if (outputs_.empty()) outputs_ = simulation_->present();
  std::size_t first = 0;
  while (variables_[first].kind != Kind::output) ++first;
  return outputs_.at(reference - first);
}

void FmuUnit::set(unsigned reference, double value) {
  if (reference >= variables_.size()) throw FmuError("there is no variable with the value reference " + std::to_string(reference));
  const FmuVariable& variable = variables_[reference];
  using Kind = FmuVariable::Kind;
  if (!std::isfinite(value)) throw FmuError("'" + variable.name + "' must be a finite number, got " + number(value));
  if (variable.kind == Kind::output || variable.kind == Kind::time) throw FmuError("'" + variable.name + "' is computed: it cannot be set");
  if (variable.kind == Kind::parameter && begun_)
    throw FmuError("parameter '" + variable.name + "' cannot be changed after the unit is initialized");
  if (begun_) {
    pending_[variable.item] = value;
    return;
  }
  (variable.kind == Kind::parameter ? parameters_ : inputs_)[variable.item] = value;
  simulation_ = nullptr, outputs_.clear(), isOpen_ = false;
}

void FmuUnit::begin() {
  build();
  begun_ = true;
}

bool FmuUnit::step(double time, double size) {
  if (!begun_) throw FmuError("the unit is not initialized");
  const double unit = timing_.stepSize, little = 1e-6 * unit;
  // A caller that adds up its steps accumulates rounding errors. The unit counts steps instead, so that it avoids these errors.
  if (!(std::abs(time - this->time()) <= 0.1 * unit))
    throw FmuError("the step begins at " + number(time) + " s, but the unit is at " + number(this->time()) + " s");
  const double rounding = little + 4 * std::numeric_limits<double>::epsilon() * std::abs(time);
  const double steps = std::round(size / unit);
  if (!(std::abs(size - steps * unit) <= rounding) || !(steps >= 1))
    throw FmuError("a communication step must be a multiple of the model's own step, " + number(unit) + " s, got " + number(size) + " s");
  for (const auto& [name, value] : pending_) {
    if (present_[name] == value) continue;
    const std::vector<Issue> issues = simulation_->post({{"input", name}, {"value", value}});
    if (!issues.empty()) throw FmuError("input '" + name + "': " + textOf(issues));
    present_[name] = value;
  }
  pending_.clear();
  const double end = this->time() + steps * unit;
  while (this->time() < end - little) {
    if (simulation_->status() != Simulation::Status::running) return false;
    advance();
  }
  if (this->time() > end + little)
    throw FmuError("the solver took a step beyond " + number(end) + " s: the model needs an analysis of fixed steps");
  return true;
}

std::shared_ptr<const FmuUnit::State> FmuUnit::state() {
  build();
  return std::make_shared<State>(
      State{simulation_, simulation_->checkpoint(), parameters_, inputs_, pending_, present_, start_, shift_, begun_, isOpen_});
}

void FmuUnit::restore(const State& state) {
  simulation_ = state.simulation;
  simulation_->restore(*state.checkpoint);
  parameters_ = state.parameters, inputs_ = state.inputs, pending_ = state.pending, present_ = state.present;
  start_ = state.start, shift_ = state.shift, begun_ = state.begun, isOpen_ = state.isOpen;
  outputs_.clear();
}

std::string FmuUnit::serialized(const State& wanted) {
  const auto now = state();
  restore(wanted);
  std::string text = bytes();
  restore(*now);
  return text;
}

void FmuUnit::serialized(const State& wanted, char* to, std::size_t size) {
  const std::string text = serialized(wanted);
  if (text.size() > size) throw FmuError("the state needs " + std::to_string(text.size()) + " bytes, got " + std::to_string(size));
  std::memcpy(to, text.data(), text.size());
  std::memset(to + text.size(), ' ', size - text.size());
}

std::shared_ptr<const FmuUnit::State> FmuUnit::deserialized(const std::string& text) {
  const auto now = state();
  try {
    read(text);
    auto found = state();
    restore(*now);
    return found;
  } catch (...) {
    restore(*now);
    throw;
  }
}

std::string FmuUnit::bytes() {
  build();
  // Events that have taken effect, and future events of the document.
  Json events = simulation_->events();
  const Json source = events_.is_null() ? Json::parse(document_).value("events", Json::array()) : events_;
  for (const Json& event : source)
    if (event.value("step", 0) >= simulation_->steps() && !isOpen_) events.push_back(event);
  Json json{{"slipstick", engineVersion()}, {"parameters", parameters_}, {"inputs", inputs_}, {"pending", pending_},
            {"present", present_},          {"events", events},          {"start", start_},   {"begun", begun_},
            {"steps", simulation_->steps()}};
  json["check"] = fmuToken(document_ + json.dump());
  return json.dump();
}

void FmuUnit::read(const std::string& bytes) {
  Json json = Json::parse(bytes, nullptr, false);
  if (!json.is_object() || !json.contains("slipstick") || json["slipstick"] != engineVersion())
    throw FmuError(std::string("these bytes are not the state of a unit of Slipstick ") + engineVersion());
  const Json check = json.contains("check") ? json["check"] : Json();
  json.erase("check");
  if (check != fmuToken(document_ + json.dump(-1, ' ', false, Json::error_handler_t::replace)))
    throw FmuError("the state is damaged, or it belongs to another unit");
  reset();
  parameters_ = json["parameters"].get<std::map<std::string, double>>();
  inputs_ = json["inputs"].get<std::map<std::string, double>>();
  events_ = json["events"], start_ = json["start"];
  build();
  while (simulation_->steps() < json["steps"].get<int>()) advance();
  pending_ = json["pending"].get<std::map<std::string, double>>();
  present_ = json["present"].get<std::map<std::string, double>>();
  begun_ = json["begun"];
}

}  // namespace slipstick
