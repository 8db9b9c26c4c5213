// The functions called by JavaScript: a few C functions around the facade, with texts as JSON.
//
// No C++ exception leaves a function. A failed function returns null (or -1); slipstick_last_error() then returns the reason. A returned
// text is valid until the next call.
#include <emscripten.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <initializer_list>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/document/expand.h"
#include "core/document/load.h"
#include "core/grading/grading.h"
#include "core/grading/quantity.h"
#include "core/message/messages.h"
#include "core/model/analysis.h"
#include "core/simulation/json.h"
#include "core/study/study_runs.h"
#include "wasm/bindings/json_errors.h"
#include "wasm/bindings/on_demand.h"

using namespace slipstick;

OnDemand slipstick::onDemand;

void slipstick::raiseJsonError(const std::exception& error) { throw std::runtime_error(error.what()); }

/// A function of the page, see wasm/engine/user_functions.ts; returns 0 on failure.
EM_JS(int, callUserFunction, (int number, const double* given, double* result),
      { return Module['userFunction'](number, given, result) ? 1 : 0; });

namespace {

std::string answer;
std::string lastError;
std::vector<double> studyNumbers;

/// An error in the document rather than in the engine, with all issues.
struct ModelError {
  std::vector<Issue> issues;
};

/// Solver statistics at a sample: size of the last step (s), then counts since the start.
using SolverFigures = std::array<double, 4>;
struct SolverColumn {
  const char *name, *unit;
};
constexpr std::array<SolverColumn, 4> solverColumns{
    {{"stepSize", "s"}, {"steps", ""}, {"newtonIterations", ""}, {"discontinuousIterations", ""}}};

/// A run and the columns of the samples taken last: first the history, then the solver.
struct Run {
  explicit Run(std::shared_ptr<const Model> model) : simulation(std::move(model)), time(simulation.progress().time) {}
  Simulation simulation;
  std::vector<double> columns;
  std::vector<SolverFigures> figures;  // of the samples in the history
  SolverFigures last{};
  double time;  // after the last step

  int width() const { return simulation.history().width() + static_cast<int>(solverColumns.size()); }

  /// After a step. New samples are at its end, or at its start where an analysis step began with it.
  void noteStep() {
    const Statistics& statistics = simulation.statistics();
    const double now = simulation.progress().time;
    const double stepSize = now > time ? now - time : last[0];
    const SolverFigures figure{stepSize, static_cast<double>(statistics.steps), static_cast<double>(statistics.newtonIterations),
                               static_cast<double>(statistics.discontinuousIterations)};
    const History& history = simulation.history();
    if (static_cast<int>(figures.size()) > history.samples()) figures.resize(history.samples());  // the run went back
    for (int sample = static_cast<int>(figures.size()); sample < history.samples(); ++sample)
      figures.push_back(history.row(sample)[0] < now ? last : figure);
    last = figure;
    time = now;
  }
};

/// A time limit, checked after every step. While steps are short, the clock, which is slow, is read only after several of them.
class Deadline {
 public:
  explicit Deadline(double milliseconds) : now_(emscripten_get_now()), end_(now_ + milliseconds) {}

  bool passed() {
    if (++skipped_ < stride_) return false;
    const double before = now_;
    now_ = emscripten_get_now(), skipped_ = 0;
    if (now_ - before > longest)
      stride_ = 1;
    else if (stride_ < 32)
      stride_ *= 2;
    return now_ >= end_;
  }

 private:
  static constexpr double longest = 0.5;  // ms between two readings of the clock, for steps of constant duration
  double now_, end_;
  int stride_ = 1, skipped_ = 0;
};

std::string text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Runs `work`; converts any exception into the last error and returns `failed`.
template <class Result, class Work>
Result guarded(Result failed, Work work) {
  try {
    return work();
  } catch (const ModelError& error) {
    lastError = text(object({{"code", "model"}, {"issues", toJson(error.issues)}}));
  } catch (const std::bad_alloc&) {
    lastError = text(object({{"code", "memory"}, {"message", messages::memory.english}}));
  } catch (const std::exception& error) {
    lastError = text(object({{"code", "engine"}, {"message", error.what()}}));
  } catch (...) {
    lastError = R"({"code": "engine", "message": "unknown error"})";
  }
  return failed;
}

template <class Work>
const char* guardedText(Work work) {
  return guarded(static_cast<const char*>(nullptr), [&] {
    answer = work();
    return answer.c_str();
  });
}

std::map<std::string, double> valuesOf(const char* parameters) {
  std::map<std::string, double> values;
  const Json given = Json::parse(parameters);
  for (const auto& [name, value] : given.items()) values[name] = value.get<double>();
  return values;
}

LoadedModel load(const char* document, const char* parameters) { return loadModel(document, valuesOf(parameters)); }

std::shared_ptr<const Model> loadOrThrow(const char* document, const char* parameters) {
  LoadedModel loaded = load(document, parameters);
  if (!loaded.model) throw ModelError{std::move(loaded.issues)};
  return loaded.model;
}

/// A function of the whole engine. The light one throws, and the page asks again with the whole one.
template <class Function>
Function wholeEngine(Function function) {
  if (!function) throw ModelError{{{Issue::Severity::error, "", "only the whole engine can do this"}}};
  return function;
}

/// Adds a list to an object in a text, entry by entry: as JSON values the entries would take many times the memory.
template <class List, class Entry>
void addList(std::string& object, const char* name, const List& list, const Entry& entry) {
  object.back() = ',';
  object += text(name) + ":[";
  for (const auto& each : list) object += text(entry(each)) + ",";
  if (object.back() == ',') object.pop_back();
  object += "]}";
}

/// ModelInfo of wasm/engine/wire.ts.
std::string modelInfo(const Simulation& simulation) {
  const Model& model = simulation.model();
  const History& history = simulation.history();
  Json sensors = toJson(history.sensors());
  for (std::size_t i = 0; i < sensors.size(); ++i) sensors[i]["column"] = history.sensors()[i].column;
  Json profiles = toJson(model.profiles);
  for (std::size_t i = 0; i < profiles.size(); ++i) profiles[i]["column"] = history.profiles()[i].column;
  Json solver = Json::array();
  for (std::size_t i = 0; i < solverColumns.size(); ++i)
    solver.push_back(
        object({{"name", solverColumns[i].name}, {"unit", solverColumns[i].unit}, {"column", history.width() + static_cast<int>(i)}}));
  std::string info = text(object({{"title", model.title},
                                  {"credits", model.credits},
                                  {"description", model.description},
                                  {"parameters", toJson(model.parameters)},
                                  {"inputs", toJson(model.inputs)},
                                  {"measures", toJson(model.measures)},
                                  {"tasks", toJson(model.tasks)},
                                  {"locked", model.locked},
                                  {"hidden", model.hidden},
                                  {"variants", *model.variants},
                                  {"width", history.width() + static_cast<int>(solverColumns.size())},
                                  {"sensors", std::move(sensors)},
                                  {"rays", raysOf(model)},
                                  {"profiles", std::move(profiles)},
                                  {"solver", std::move(solver)},
                                  {"display", *model.display},
                                  {"analysis", toJson(model.analysis)},
                                  {"balanceTolerance", balanceTolerance(model)}}));
  addList(info, "poses", history.poses(), [&](const PoseChannel& pose) {
    constexpr const char* kinds[] = {"frame", "point", "cable", "flexible"};
    const char* kind = kinds[static_cast<int>(pose.kind)];
    return object({{"kind", kind},
                   {"object", pose.object},
                   {"name", model.objects()[pose.object].name},
                   {"column", pose.column},
                   {"size", pose.size}});
  });
  const auto item = [](const ModelItem& each) { return toJson(each); };
  addList(info, "objects", model.objects(), item);
  addList(info, "markers", model.markers(), item);
  addList(info, "nodes", model.nodes(), item);
  addList(info, "loads", model.loads(), item);
  return info;
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* slipstick_version() { return engineVersion(); }

/// {"code": "model" | "memory" | "engine", "message" or "issues"} of the last failed call.
EMSCRIPTEN_KEEPALIVE const char* slipstick_last_error() { return lastError.c_str(); }

/// CheckResult of wasm/engine/wire.ts. `parameters` is an object of numbers, also in the functions below.
EMSCRIPTEN_KEEPALIVE const char* slipstick_check(const char* document, const char* parameters) {
  return guardedText([&] {
    const LoadedModel loaded = load(document, parameters);
    const std::string model = loaded.model ? modelInfo(Simulation(loaded.model)) : "null";
    return "{\"model\":" + model + ",\"issues\":" + text(toJson(loaded.issues)) + "}";
  });
}

EMSCRIPTEN_KEEPALIVE const char* slipstick_expand(const char* document, const char* parameters) {
  return guardedText([&] { return text(expandedDocument(*loadOrThrow(document, parameters), document)); });
}

/// An assembled mechanism, as returned by OnDemand::assemble.
EMSCRIPTEN_KEEPALIVE const char* slipstick_assemble(const char* document, const char* parameters, bool mayJump) {
  return guardedText([&] { return text(wholeEngine(onDemand.assemble)(loadOrThrow(document, parameters), mayJump)); });
}

/// OnDemand::openAccuracy; returns an empty text.
EMSCRIPTEN_KEEPALIVE const char* slipstick_open_accuracy(const char* document, const char* parameters) {
  return guardedText([&] {
    wholeEngine(onDemand.openAccuracy)(loadOrThrow(document, parameters));
    return std::string();
  });
}
/// OnDemand::advanceAccuracy.
EMSCRIPTEN_KEEPALIVE const char* slipstick_advance_accuracy(double milliseconds) {
  return guardedText([&] { return text(wholeEngine(onDemand.advanceAccuracy)(milliseconds)); });
}

/// A linear model or the names that it may have, as returned by OnDemand::linearise.
EMSCRIPTEN_KEEPALIVE const char* slipstick_linearise(const char* document, const char* parameters, const char* request) {
  return guardedText([&] { return text(wholeEngine(onDemand.linearise)(loadOrThrow(document, parameters), Json::parse(request))); });
}

/// A description of a robot as a document, as returned by OnDemand::readRobot.
EMSCRIPTEN_KEEPALIVE const char* slipstick_import_robot(const char* files, const char* name) {
  return guardedText([&] { return text(wholeEngine(onDemand.readRobot)(Json::parse(files), name)); });
}

/// The triangles of a mesh, as returned by OnDemand::readMesh, from `size` bytes.
EMSCRIPTEN_KEEPALIVE const char* slipstick_read_mesh(const char* bytes, int size, const char* name, int mostTriangles) {
  return guardedText([&] { return text(wholeEngine(onDemand.readMesh)({bytes, static_cast<std::size_t>(size)}, name, mostTriangles)); });
}

/// A script for Exudyn, as returned by OnDemand::writeExudyn.
EMSCRIPTEN_KEEPALIVE const char* slipstick_exudyn_script(const char* document, const char* parameters) {
  return guardedText([&] { return text(wholeEngine(onDemand.writeExudyn)(loadOrThrow(document, parameters), document)); });
}

/// Grades answers to tasks: graded() of core/grading/grading.h. `whole`: a submission.
EMSCRIPTEN_KEEPALIVE const char* slipstick_grade(const char* submission, bool whole) {
  return guardedText([&] {
    const Json given = parsedSubmission(submission);
    if (given.is_null()) throw std::runtime_error("this is not a submission");
    return text(graded(given, whole));
  });
}

/// A submission that is computed again, Regraded of wasm/engine/wire.ts. `document`: the document that was handed out, or null.
EMSCRIPTEN_KEEPALIVE const char* slipstick_regrade(const char* submission, const char* document) {
  return guardedText([&] {
    const Json given = parsedSubmission(submission);
    if (!isSubmission(given)) throw std::runtime_error("this is not a submission");
    const Regraded again = regraded(given, parsedSubmission(document));
    return text(object({{"submission", again.submission},
                        {"different", again.different},
                        {"engine", again.engine},
                        {"otherwise", again.otherwise},
                        {"verdict", verdictOf(again)}}));
  });
}

/// A number with a unit, as typed by a person, converted to the unit `wanted`: Quantity of wasm/engine/wire.ts.
EMSCRIPTEN_KEEPALIVE const char* slipstick_quantity(const char* typed, const char* wanted) {
  return guardedText([&] {
    const Quantity quantity = readQuantity(typed, wanted);
    return text(object({{"value", quantity.problem ? Json() : Json(quantity.value)},
                        {"code", quantity.problem ? quantity.problem->name() : ""},
                        {"problem", quantity.problem ? quantity.problem->english() : ""}}));
  });
}

/// A run at its start; release it with slipstick_dispose.
EMSCRIPTEN_KEEPALIVE Run* slipstick_start(const char* document, const char* parameters) {
  return guarded(static_cast<Run*>(nullptr), [&] { return std::make_unique<Run>(loadOrThrow(document, parameters)).release(); });
}

EMSCRIPTEN_KEEPALIVE void slipstick_dispose(Run* run) { delete run; }

/// Lets the page's function `number` compute a user function. `slot` is {"kind", "item", "parameter"}. The returned text describes
/// arguments and result: {"arguments": [{"name", "size", "isNumber"}], "resultSize"}.
EMSCRIPTEN_KEEPALIVE const char* slipstick_set_user_function(Run* run, const char* slot, int number) {
  return guardedText([&] {
    const Json wanted = Json::parse(slot);
    const std::string kindWanted = wanted["kind"];
    ItemKind kind = ItemKind::object;
    for (int i = 0; i < itemKinds; ++i)
      if (kindWanted == kindName(static_cast<ItemKind>(i))) kind = static_cast<ItemKind>(i);
    try {
      const UserFunctionLayout layout =
          run->simulation.setUserFunction(kind, wanted["item"], wanted["parameter"], [number](const double* given, double* result) {
            if (!callUserFunction(number, given, result)) throw std::runtime_error("see the page's own error");
          });
      // A vector with a single component is still a vector.
      const auto& items = run->simulation.model().of(kind);
      const auto item = std::find_if(items.begin(), items.end(), [&](const ModelItem& each) { return each.name == wanted["item"]; });
      const std::string parameter = wanted["parameter"];
      const std::vector<UserFunctionArgument> declared = item->type->parameter(parameter)->signature().arguments;
      Json given = Json::array();
      for (std::size_t i = 0; i < declared.size(); ++i)
        given.push_back(object(
            {{"name", declared[i].name},
             {"size", layout.arguments[i].shape.size()},
             {"isNumber", declared[i].shape.rows.isFixed() && declared[i].shape.rows.number == 1 && declared[i].shape.columns == 1}}));
      return text(object({{"arguments", std::move(given)}, {"resultSize", layout.resultSize}}));
    } catch (const std::invalid_argument& error) {
      throw ModelError{{{Issue::Severity::error, "", error.what()}}};
    }
  });
}

/// ModelInfo of wasm/engine/wire.ts.
EMSCRIPTEN_KEEPALIVE const char* slipstick_model(const Run* run) {
  return guardedText([&] { return modelInfo(run->simulation); });
}

/// Performs whole steps for about so many milliseconds, until so many steps of this analysis step are done, and up to a time. 0: continues,
/// 1: finished, 2: stopped early, -1: error.
EMSCRIPTEN_KEEPALIVE int slipstick_advance(Run* run, double milliseconds, int analysisStep, int steps, double time) {
  return guarded(-1, [&] {
    Deadline deadline(milliseconds);
    return static_cast<int>(run->simulation.advance([&] {
      run->noteStep();
      const Progress progress = run->simulation.progress();
      return (progress.analysisStep == analysisStep && progress.steps >= steps) || progress.time >= time || deadline.passed();
    }));
  });
}

/// Posts an event for the start of the next step, an entry of `events` without its step. Returns its errors as a list of issues.
EMSCRIPTEN_KEEPALIVE const char* slipstick_post(Run* run, const char* event) {
  return guardedText([&] { return text(toJson(run->simulation.post(Json::parse(event)))); });
}

/// The events that have taken effect so far: `events` of a document that repeats the run.
EMSCRIPTEN_KEEPALIVE const char* slipstick_events(const Run* run) {
  return guardedText([&] { return text(run->simulation.events()); });
}

/// The measures of the recorded samples so far, with values: list of MeasureResult of wasm/engine/wire.ts.
EMSCRIPTEN_KEEPALIVE const char* slipstick_measures(const Run* run) {
  return guardedText([&] { return text(measuresJson(run->simulation)); });
}

/// From now on only posted events take effect, until an end is posted; checkpoints may use so many bytes.
EMSCRIPTEN_KEEPALIVE int slipstick_take_over(Run* run, double checkpointBytes) {
  return guarded(-1, [&] {
    run->simulation.keepCheckpoints(static_cast<std::size_t>(checkpointBytes));
    run->simulation.takeOver();
    return 0;
  });
}

/// Goes back to the start of a time step of an analysis step. 1: done, 0: not reachable, -1: error.
EMSCRIPTEN_KEEPALIVE int slipstick_go_back(Run* run, int analysisStep, int step) {
  return guarded(-1, [&] {
    if (!run->simulation.goBack(analysisStep, step, [run] { run->noteStep(); })) return 0;
    run->simulation.takeOver();
    return 1;
  });
}

/// The number of samples recorded since the start of the run, whether taken or not.
EMSCRIPTEN_KEEPALIVE double slipstick_samples(const Run* run) { return static_cast<double>(run->simulation.samples()); }

/// Takes the samples recorded since the last call, as consecutive columns in slipstick_columns(). Returns their number.
EMSCRIPTEN_KEEPALIVE int slipstick_take(Run* run) {
  return guarded(-1, [&] {
    History& history = run->simulation.history();
    const int samples = history.samples();
    const int width = history.width();
    run->columns.resize(static_cast<std::size_t>(samples) * run->width());
    run->figures.resize(samples, run->last);
    for (int sample = 0; sample < samples; ++sample) {
      const double* row = history.row(sample);
      const auto put = [&](int column, double value) { run->columns[static_cast<std::size_t>(column) * samples + sample] = value; };
      for (int column = 0; column < width; ++column) put(column, row[column]);
      for (std::size_t i = 0; i < solverColumns.size(); ++i) put(width + static_cast<int>(i), run->figures[sample][i]);
    }
    history.clearSamples();
    run->figures.clear();
    return samples;
  });
}

/// Writes the poses of the present state into the columns, one after the other; returns the number of values.
EMSCRIPTEN_KEEPALIVE int slipstick_poses(Run* run) {
  return guarded(-1, [&] {
    run->columns = run->simulation.presentPoses();
    return static_cast<int>(run->columns.size());
  });
}

/// The poses at a step of eigenvalues and their motion in the modes, in slipstick_columns(): the values of all poses, then for each mode
/// their real and imaginary parts. Returns the number of values: 0 without modes.
EMSCRIPTEN_KEEPALIVE int slipstick_modes(Run* run, int step) {
  return guarded(-1, [&] {
    const ModeShapes& modes = run->simulation.modeShapes().at(step);
    run->columns.clear();
    if (modes.shapes.empty()) return 0;
    run->columns = modes.poses;
    for (const std::vector<Complex>& shape : modes.shapes) {
      for (const Complex& number : shape) run->columns.push_back(number.real());
      for (const Complex& number : shape) run->columns.push_back(number.imag());
    }
    return static_cast<int>(run->columns.size());
  });
}
EMSCRIPTEN_KEEPALIVE const double* slipstick_columns(const Run* run) { return run->columns.data(); }
EMSCRIPTEN_KEEPALIVE int slipstick_width(const Run* run) { return run->width(); }

/// {"progress", "statistics"} as in wasm/engine/wire.ts, "stop" if it stopped early, "eigenvalues" if there are any, "refused" for posted
/// events that failed since the last call.
EMSCRIPTEN_KEEPALIVE const char* slipstick_state(Run* run) {
  return guardedText([&] {
    Simulation& simulation = run->simulation;
    Json state = object({{"progress", toJson(simulation.progress())}, {"statistics", toJson(simulation.statistics())}});
    if (simulation.status() == Simulation::Status::failed) state["stop"] = toJson(simulation.stop());
    if (!simulation.eigenvalues().empty()) state["eigenvalues"] = toJson(simulation.eigenvalues());
    if (const std::vector<std::string> refused = simulation.takeRefused(); !refused.empty()) state["refused"] = refused;
    return text(state);
  });
}

/// The study of a document; release it with slipstick_close_study. `parameters`: parameters overridden in all runs.
EMSCRIPTEN_KEEPALIVE StudyRuns* slipstick_open_study(const char* document, const char* parameters) {
  return guarded(static_cast<StudyRuns*>(nullptr), [&] {
    const auto model = loadOrThrow(document, parameters);
    if (!model->study) throw ModelError{{{Issue::Severity::error, "/study", "is missing: the document has no study"}}};
    return std::make_unique<StudyRuns>(document, valuesOf(parameters), *model, false).release();
  });
}

EMSCRIPTEN_KEEPALIVE void slipstick_close_study(StudyRuns* study) { delete study; }

/// StudyInfo of wasm/engine/wire.ts.
EMSCRIPTEN_KEEPALIVE const char* slipstick_study(const StudyRuns* study) {
  return guardedText([&] {
    Json parameters = Json::array(), measures = Json::array();
    for (const StudyAxis& axis : study->study().axes) parameters.push_back(axis.parameter);
    for (const std::string& name : study->study().measures) measures.push_back(name);
    Json response;
    if (const auto& asked = study->study().response)
      response = object({{"input", asked->input}, {"output", asked->output}, {"amplitude", asked->amplitude}});
    return text(object({{"runs", static_cast<int>(study->runs())},
                        {"parameters", std::move(parameters)},
                        {"measures", std::move(measures)},
                        {"response", std::move(response)},
                        {"head", study->head()}}));
  });
}

/// Writes the values of runs one after the other into slipstick_study_numbers(); returns the number of values.
EMSCRIPTEN_KEEPALIVE int slipstick_study_values(const StudyRuns* study, int from, int to) {
  return guarded(-1, [&] {
    studyNumbers.clear();
    for (int run = from; run < to; ++run)
      for (const double value : study->values(run)) studyNumbers.push_back(value);
    return static_cast<int>(studyNumbers.size());
  });
}
EMSCRIPTEN_KEEPALIVE const double* slipstick_study_numbers() { return studyNumbers.data(); }

/// Computes a run and returns its row, a line of CSV.
EMSCRIPTEN_KEEPALIVE const char* slipstick_study_row(const StudyRuns* study, int run) {
  return guardedText([&] { return study->row(run); });
}

}  // extern "C"
