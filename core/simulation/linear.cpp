// Loaded on demand: few pages show a linear model.
#include "core/simulation/linear.h"

#include <cmath>
#include <numbers>

#include "core/model/issues.h"
#include "core/simulation/assembled.h"
#include "core/simulation/json.h"
#include "core/simulation/result.h"
#include "core/simulation/run.h"
#include "core/solver/assemble.h"
#include "core/solver/linear_response.h"

namespace slipstick {
namespace {

using Eigen::MatrixXd;

Json pair(const Complex& value) { return {value.real(), value.imag()}; }

Json rowsOf(const MatrixXd& matrix) {
  Json rows = Json::array();
  for (int i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (int j = 0; j < matrix.cols(); ++j) row.push_back(finite(matrix(i, j)));
    rows.push_back(std::move(row));
  }
  return rows;
}
template <class Signal>
Json signalsJson(const std::vector<Signal>& signals) {
  Json list = Json::array();
  for (const Signal& signal : signals) list.push_back(object({{"name", signal.name}, {"unit", signal.unit}}));
  return list;
}
/// Returns a list of lists: one value for each output and input.
template <class Each>
Json byPair(const LinearModel& model, const Each& each) {
  Json outputs = Json::array();
  for (std::size_t i = 0; i < model.outputs.size(); ++i) {
    Json inputs = Json::array();
    for (std::size_t j = 0; j < model.inputs.size(); ++j) inputs.push_back(each(static_cast<int>(i), static_cast<int>(j)));
    outputs.push_back(std::move(inputs));
  }
  return outputs;
}
Json pairs(const std::vector<Complex>& values) {
  Json list = Json::array();
  for (const Complex& value : values) list.push_back(pair(value));
  return list;
}

Json zerosJson(const LinearModel& model) {
  return byPair(model, [&](int i, int j) {
    const Zeros each = zerosOf(model, i, j);
    return each.responds ? pairs(each.values) : Json();
  });
}

std::string readNames(const Json& json, const char* key, std::vector<std::string>& names) {
  if (!json.contains(key)) return "";
  const Json& list = json[key];
  const bool good = list.is_array() && std::all_of(list.begin(), list.end(), [](const Json& name) { return name.is_string(); });
  if (!good) return std::string("'") + key + "' must be a list of names, got " + found(list);
  for (const Json& name : list) names.push_back(name);
  return "";
}

template <class Signal>
std::string chooseAll(const std::vector<std::string>& names, const char* what, const std::vector<Signal>& all,
                      std::vector<Signal>& chosen) {
  if (all.empty()) return std::string("the model has no ") + what + ": add " + (what[0] == 'i' ? "a load or an input" : "a sensor");
  if (names.empty()) return std::string("choose at least one ") + what + ", such as '" + all.front().name + "'";
  for (const std::string& name : names)
    if (const std::string problem = choose(name, all, chosen); !problem.empty()) return problem;
  return "";
}

void addResponses(const LinearModel& model, const std::vector<Complex>& poles, Json& json) {
  const std::vector<double> frequencies = frequenciesFor(poles);
  const FrequencyResponse response(model);
  std::vector<std::vector<Complex>> values;
  for (const double w : frequencies) values.push_back(response.at(w));
  const std::size_t inputs = model.inputs.size();
  json["frequencies"] = frequencies;
  json["response"] = byPair(model, [&](int i, int j) {
    Json re = Json::array(), im = Json::array();
    for (const auto& all : values) re.push_back(finite(all[i * inputs + j].real())), im.push_back(finite(all[i * inputs + j].imag()));
    return object({{"re", std::move(re)}, {"im", std::move(im)}});
  });
  constexpr int intervals = 600;
  const StepResponse step = stepResponse(model, durationFor(poles), intervals);
  const std::size_t size = model.outputs.size() * inputs;
  Json steps = byPair(model, [&](int i, int j) {
    Json list = Json::array();
    for (std::size_t k = 0; k < step.times.size(); ++k) list.push_back(finite(step.values[k * size + i * inputs + j]));
    return list;
  });
  json["step"] = object({{"time", step.times}, {"values", std::move(steps)}});
}

/// Returns notes on pairs that do not respond, and on poles.
std::vector<std::string> responseNotes(const LinearModel& model, const std::vector<Complex>& poles, const Json& zeros) {
  std::vector<std::string> notes = model.notes;
  for (std::size_t i = 0; i < model.outputs.size(); ++i)
    for (std::size_t j = 0; j < model.inputs.size(); ++j)
      if (zeros[i][j].is_null()) notes.push_back("'" + model.outputs[i].name + "' does not respond to '" + model.inputs[j].name + "'.");
  const double limit = stabilityLimit(poles);
  const Complex* fastest = nullptr;
  for (const Complex& pole : poles)
    if (pole.real() > limit && (!fastest || pole.real() > fastest->real())) fastest = &pole;
  if (!fastest) return notes;
  char text[60];
  std::snprintf(text, sizeof text, fastest->imag() == 0 ? "%.4g 1/s" : "%.4g ± %.4g i 1/s", fastest->real(), std::abs(fastest->imag()));
  notes.push_back(std::string("The model is unstable, with a pole at ") + text +
                  ": its step response grows without bound, and no steady oscillation belongs to the frequency response.");
  return notes;
}

constexpr double roundedTime = 1e-9;

/// A system of a model, in the state that a run reached.
struct Reached {
  explicit Reached(const std::shared_ptr<const Model>& model) : system(model), workspace(system), state(system.initial()) {}
  System system;
  Workspace workspace;
  State state;
  std::string problem;
};

/// Takes the state of a run, and all else that it changed.
void follow(Simulation& run, Reached& reached) {
  const auto place = run.checkpoint();
  const auto& steps = run.model().analysis;
  for (std::size_t i = 0; i < std::min(place->position.analysisStep + 1, steps.size()); ++i)
    for (const ParameterChange& change : steps[i].set) reached.system.apply(change);
  reached.system.recall(place->system, reached.workspace);
  reached.state = place->solver ? place->solver->state() : place->position.state;
}

/// Runs static steps up to the first other step, whose start is the state.
void runToStart(Simulation& run, Reached& reached) {
  const auto& steps = run.model().analysis;
  const auto isStatic = [](const AnalysisStep& step) { return step.type == AnalysisType::staticEquilibrium; };
  const auto first = static_cast<int>(std::find_if_not(steps.begin(), steps.end(), isStatic) - steps.begin());
  const auto status = first > 0 ? run.advance([&] { return run.progress().analysisStep >= first; }) : Simulation::Status::running;
  if (status == Simulation::Status::failed) {
    reached.problem = run.stop().message;
    return;
  }
  follow(run, reached);
  if (first == static_cast<int>(steps.size())) return;
  reached.state.time = startOf(steps[first]);
  if (steps[first].assemble) reached.problem = assemble(reached.system, reached.state, {}, reached.workspace).message;
}

/// Runs to a time of the first dynamic step that has it.
void runToTime(Simulation& run, double time, Reached& reached) {
  const double early = time - roundedTime * std::max(1.0, std::abs(time));
  const auto isThere = [&] {
    const Progress now = run.progress();
    return run.model().analysis[now.analysisStep].type == AnalysisType::dynamic && now.time >= early;
  };
  const Simulation::Status status = run.advance(isThere);
  if (status == Simulation::Status::failed) {
    reached.problem = run.stop().message;
    return;
  }
  follow(run, reached);
  if (reached.state.time < early)
    reached.problem = "the run ends at " + numberText(reached.state.time) + " s, before " + numberText(time) + " s";
}

}  // namespace

std::string readLinearRequest(const Json& json, LinearRequest& request) {
  if (!json.is_object()) return "a request for a linear model must be an object, got " + found(json);
  for (const auto& [key, names] : {std::pair{"inputs", &request.inputs}, {"outputs", &request.outputs}})
    if (const std::string problem = readNames(json, key, *names); !problem.empty()) return problem;
  if (!json.contains("time") || json["time"].is_null()) return "";
  if (!json["time"].is_number()) return "'time' must be a number, got " + found(json["time"]);
  request.time = json["time"].get<double>();
  return "";
}

LinearResult linearise(const std::shared_ptr<const Model>& model, const LinearRequest& request) {
  LinearResult result;
  std::string& problem = result.model.problem;
  Reached reached(model);
  std::vector<LinearInput> inputs;
  std::vector<LinearOutput> outputs;
  problem = chooseAll(request.inputs, "input", linearInputs(reached.system), inputs);
  if (problem.empty()) problem = chooseAll(request.outputs, "sensor", linearOutputs(reached.system), outputs);
  result.isRequestWrong = !problem.empty();
  if (result.isRequestWrong) return result;
  problem = tooLargeForLinearModel(reached.system);
  if (!problem.empty()) return result;
  Simulation run(model);
  if (request.time)
    runToTime(run, *request.time, reached);
  else
    runToStart(run, reached);
  problem = reached.problem;
  if (!problem.empty()) return result;
  result.time = reached.state.time;
  result.model = linearModel(reached.system, reached.state, std::move(inputs), std::move(outputs), reached.workspace);
  return result;
}

Json linearJson(const LinearResult& result, bool responses) {
  const LinearModel& model = result.model;
  Json json = object({{"time", result.time}, {"problem", model.problem}});
  if (!model.problem.empty()) return json;
  const std::vector<Complex> poles = polesOf(model);
  Json zeros = zerosJson(model);
  json["notes"] = responseNotes(model, poles, zeros);
  json["inputs"] = signalsJson(model.inputs), json["outputs"] = signalsJson(model.outputs), json["states"] = model.states;
  json["A"] = rowsOf(model.a), json["B"] = rowsOf(model.b), json["C"] = rowsOf(model.c), json["D"] = rowsOf(model.d);
  json["poles"] = pairs(poles), json["zeros"] = std::move(zeros);
  if (responses) addResponses(model, poles, json);
  return json;
}

std::vector<std::string> linearNotes(const LinearResult& result) {
  return responseNotes(result.model, polesOf(result.model), zerosJson(result.model));
}

Json linearSignalsJson(const std::shared_ptr<const Model>& model) {
  const System system(model);
  Json inputs = Json::array();
  for (const LinearInput& input : linearInputs(system)) {
    const char* const kinds[] = {"load", "input", "motion"};
    inputs.push_back(object({{"name", input.name}, {"unit", input.unit}, {"kind", kinds[static_cast<int>(input.kind)]}}));
  }
  return object({{"inputs", std::move(inputs)}, {"outputs", signalsJson(linearOutputs(system))}});
}

std::string linearCsv(const LinearResult& result) {
  const LinearModel& model = result.model;
  std::string text = "angular frequency (rad/s)";
  for (const LinearOutput& output : model.outputs)
    for (const LinearInput& input : model.inputs)
      for (const char* const part : {"magnitude", "phase (°)"}) text += "," + csvCell(output.name + " / " + input.name + " " + part);
  text += "\n";
  const FrequencyResponse response(model);
  const auto cell = [](double value) { return std::isfinite(value) ? "," + Json(value).dump() : std::string(","); };
  for (const double w : frequenciesFor(polesOf(model))) {
    text += Json(w).dump();
    for (const Complex& value : response.at(w)) text += cell(abs(value)) + cell(atan2(value.imag(), value.real()) * 180 / std::numbers::pi);
    text += "\n";
  }
  return text;
}

std::string linearMatlab(const LinearResult& result) {
  const LinearModel& model = result.model;
  std::string text = "% Linear model at t = " + numberText(result.time) + " s, by Slipstick " + engineVersion() + ".\n";
  for (const std::string& note : model.notes) text += "% " + note + "\n";
  const auto add = [&](const char* name, const MatrixXd& matrix) {
    text += std::string(name) + " = ";
    if (matrix.size() == 0) {
      text += "zeros(" + std::to_string(matrix.rows()) + ", " + std::to_string(matrix.cols()) + ");\n";
      return;
    }
    text += "[";
    for (int i = 0; i < matrix.rows(); ++i)
      for (int j = 0; j < matrix.cols(); ++j) text += (j > 0 ? " " : i > 0 ? ";\n     " : "") + Json(matrix(i, j)).dump();
    text += "];\n";
  };
  add("A", model.a), add("B", model.b), add("C", model.c), add("D", model.d);
  const auto names = [&](const char* name, const auto& list, const auto& nameOf) {
    text += std::string(name) + " = {";
    for (std::size_t i = 0; i < list.size(); ++i) {
      std::string quoted;
      for (const char c : nameOf(list[i])) quoted += c == '\'' ? "''" : std::string(1, c == '\n' ? ' ' : c);
      text += (i == 0 ? "'" : ", '") + quoted + "'";
    }
    text += "};\n";
  };
  const auto nameOf = [](const auto& signal) { return signal.name; };
  names("inputs", model.inputs, nameOf), names("outputs", model.outputs, nameOf);
  names("states", model.states, [](const std::string& name) { return name; });
  return text +
         "if exist('ss', 'file')\n"
         "  sys = ss(A, B, C, D, 'InputName', inputs, 'OutputName', outputs, 'StateName', states);\n"
         "end\n";
}

}  // namespace slipstick
