// What JavaScript calls: a handful of C functions around the facade, texts as JSON.
//
// No C++ exception leaves a function. One that fails returns null (or -1) and says why in slipstick_last_error(). A returned text is
// valid until the next call.
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
#include "core/simulation/assembled.h"
#include "core/simulation/json.h"
#include "core/study/study_runs.h"
#include "wasm/bindings/json_errors.h"
#include "wasm/bindings/robots.h"

using namespace slipstick;

RobotReader slipstick::robotReader = nullptr;
MeshReader slipstick::meshReader = nullptr;

void slipstick::raiseJsonError(const std::exception& error) { throw std::runtime_error(error.what()); }

/// A function of the page, see wasm/engine/user_functions.ts; 0 if it failed.
EM_JS(int, callUserFunction, (int number, const double* given, double* result),
      { return Module['userFunction'](number, given, result) ? 1 : 0; });

namespace {

std::string answer;
std::string lastError;
std::vector<double> studyNumbers;

/// Not a flaw of the engine but of the document: all its issues.
struct ModelError {
  std::vector<Issue> issues;
};

/// What the solver did until a sample: size of the last step (s), then counts since the start.
using SolverFigures = std::array<double, 4>;
struct SolverColumn {
  const char *name, *unit;
};
constexpr std::array<SolverColumn, 4> solverColumns{
    {{"stepSize", "s"}, {"steps", ""}, {"newtonIterations", ""}, {"discontinuousIterations", ""}}};

/// A run and the columns of the samples taken last: those of the history, then those of the solver.
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
    if (static_cast<int>(figures.size()) > history.samples()) figures.resize(history.samples());  // it went back
    for (int sample = static_cast<int>(figures.size()); sample < history.samples(); ++sample)
      figures.push_back(history.row(sample)[0] < now ? last : figure);
    last = figure;
    time = now;
  }
};

/// An end of time, asked for after every step. While steps are short it looks at the clock, which is slow, after several of them.
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
  static constexpr double longest = 0.5;  // ms without a look at the clock, if steps stay as they are
  double now_, end_;
  int stride_ = 1, skipped_ = 0;
};

std::string text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Runs `work`; turns whatever it throws into the last error and `failed`.
template <class Result, class Work>
Result guarded(Result failed, Work work) {
  try {
    return work();
  } catch (const ModelError& error) {
    lastError = text(object({{"code", "model"}, {"issues", toJson(error.issues)}}));
  } catch (const std::bad_alloc&) {
    lastError = R"json({"code": "memory", "message": "the model needs more memory than the engine may take (512 MiB)"})json";
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

/// Adds a list to an object in a text, entry by entry: as values they would take many times the memory.
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
                                  {"analysis", toJson(model.analysis)}}));
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

/// {"code": "model" | "memory" | "engine", "message" or "issues"} of the call that failed last.
EMSCRIPTEN_KEEPALIVE const char* slipstick_last_error() { return lastError.c_str(); }

/// CheckResult of wasm/engine/wire.ts. `parameters` is an object of numbers, here and below.
EMSCRIPTEN_KEEPALIVE const char* slipstick_check(const char* document, const char* parameters) {
  return guardedText([&] {
    const LoadedModel loaded = load(document, parameters);
    const std::string model = loaded.model ? modelInfo(Simulation(loaded.model)) : "null";
    return "{\"model\":" + model + ",\"issues\":" + text(toJson(loaded.issues)) + "}";
  });
}

EMSCRIPTEN_KEEPALIVE const char* slipstick_expand(const char* document, const char* parameters, bool formulas) {
  return guardedText([&] { return text(expandedDocument(*loadOrThrow(document, parameters), document, formulas)); });
}

/// A mechanism put together, AssembledInfo of wasm/engine/types.ts: without jumps, or as well as it can be and with its mobility.
EMSCRIPTEN_KEEPALIVE const char* slipstick_assemble(const char* document, const char* parameters, bool mayJump) {
  return guardedText([&] {
    const auto model = loadOrThrow(document, parameters);
    const AssembledModel assembled = mayJump ? assembleModel(model) : assembleModel(model, {}, nullptr, 0);
    Json nodes = Json::array();
    for (const NodeStart& start : assembled.nodes)
      nodes.push_back(object({{"node", start.node}, {"coordinates", start.coordinates}, {"velocities", start.velocities}}));
    const auto& [closed, message] = std::tie(assembled.result.closed, assembled.result.message);
    return text(object({{"closed", closed}, {"message", message}, {"mobility", assembled.mobility.text}, {"nodes", std::move(nodes)}}));
  });
}

/// A description of a robot as a document: ImportedRobot of wasm/engine/types.ts, from files as robots.h has them.
EMSCRIPTEN_KEEPALIVE const char* slipstick_import_robot(const char* files, const char* name) {
  return guardedText([&] {
    if (!robotReader) throw ModelError{{{Issue::Severity::error, "", "this engine reads no robots"}}};
    return text(robotReader(Json::parse(files), name));
  });
}

/// The triangles of a mesh as meshReader answers, from `size` bytes.
EMSCRIPTEN_KEEPALIVE const char* slipstick_read_mesh(const char* bytes, int size, const char* name, int mostTriangles) {
  return guardedText([&] {
    if (!meshReader) throw ModelError{{{Issue::Severity::error, "", "this engine reads no meshes"}}};
    return text(meshReader({bytes, static_cast<std::size_t>(size)}, name, mostTriangles));
  });
}

/// Syntax of formulas, a list of FormulaSyntax of wasm/engine/wire.ts: null for each text that is none.
EMSCRIPTEN_KEEPALIVE const char* slipstick_syntax(const char* formulas) {
  return guardedText([&] {
    Json trees = Json::array();
    for (const Json& formula : Json::parse(formulas)) trees.push_back(syntaxJson(formula.get_ref<const std::string&>()));
    return text(trees);
  });
}

/// Answers to tasks with what they are worth: graded() of core/grading/grading.h. `whole`: a submission.
EMSCRIPTEN_KEEPALIVE const char* slipstick_grade(const char* submission, bool whole) {
  return guardedText([&] {
    const Json given = parsedSubmission(submission);
    if (given.is_null()) throw std::runtime_error("this is not a submission");
    return text(graded(given, whole));
  });
}

/// A submission computed again, Regraded of wasm/engine/wire.ts. `document`: the one that was handed out, or null.
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

/// A number with a unit, as a person types it, in the unit `wanted`: Quantity of wasm/engine/wire.ts.
EMSCRIPTEN_KEEPALIVE const char* slipstick_quantity(const char* typed, const char* wanted) {
  return guardedText([&] {
    const Quantity quantity = readQuantity(typed, wanted);
    return text(object({{"value", quantity.problem ? Json() : Json(quantity.value)},
                        {"code", quantity.problem ? quantity.problem->name() : ""},
                        {"problem", quantity.problem ? quantity.problem->english() : ""}}));
  });
}

/// A run at its start, to be given back by slipstick_dispose.
EMSCRIPTEN_KEEPALIVE Run* slipstick_start(const char* document, const char* parameters) {
  return guarded(static_cast<Run*>(nullptr), [&] { return std::make_unique<Run>(loadOrThrow(document, parameters)).release(); });
}

EMSCRIPTEN_KEEPALIVE void slipstick_dispose(Run* run) { delete run; }

/// Computes a user function by the page's function `number`. `slot` is {"kind", "item", "parameter"}; the answer tells what is given and
/// wanted: {"arguments": [{"name", "size", "isNumber"}], "resultSize"}.
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
      // A vector stays one where it has a single component.
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

/// Whole steps for about so many milliseconds, until so many of this step of the analysis are done, and up to a time. 0: goes on,
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

/// Lets something happen at the start of the next step, an entry of `events` without its step; what is wrong with it, as a list of issues.
EMSCRIPTEN_KEEPALIVE const char* slipstick_post(Run* run, const char* event) {
  return guardedText([&] { return text(toJson(run->simulation.post(Json::parse(event)))); });
}

/// What took effect so far: `events` of a document that repeats the run.
EMSCRIPTEN_KEEPALIVE const char* slipstick_events(const Run* run) {
  return guardedText([&] { return text(run->simulation.events()); });
}

/// The measures of what was recorded so far, with values: list of MeasureResult of wasm/engine/wire.ts.
EMSCRIPTEN_KEEPALIVE const char* slipstick_measures(const Run* run) {
  return guardedText([&] { return text(measuresJson(run->simulation)); });
}

/// From here on only what is posted happens, until an end is posted; checkpoints are kept in so many bytes.
EMSCRIPTEN_KEEPALIVE int slipstick_take_over(Run* run, double checkpointBytes) {
  return guarded(-1, [&] {
    run->simulation.keepCheckpoints(static_cast<std::size_t>(checkpointBytes));
    run->simulation.takeOver();
    return 0;
  });
}

/// Goes back to the start of a step of a step of the analysis. 1: it is there, 0: that cannot be reached, -1: error.
EMSCRIPTEN_KEEPALIVE int slipstick_go_back(Run* run, int analysisStep, int step) {
  return guarded(-1, [&] {
    if (!run->simulation.goBack(analysisStep, step, [run] { run->noteStep(); })) return 0;
    run->simulation.takeOver();
    return 1;
  });
}

/// Samples recorded since the start of the run, whether taken or not.
EMSCRIPTEN_KEEPALIVE double slipstick_samples(const Run* run) { return static_cast<double>(run->simulation.samples()); }

/// Takes the samples recorded since the last time, as columns one after the other in slipstick_columns(). Returns their number.
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

/// Puts the poses of the present state into the columns, one after the other; returns how many numbers these are.
EMSCRIPTEN_KEEPALIVE int slipstick_poses(Run* run) {
  return guarded(-1, [&] {
    run->columns = run->simulation.presentPoses();
    return static_cast<int>(run->columns.size());
  });
}

/// The poses at a step of eigenvalues and how they move in its modes, in slipstick_columns(): the numbers of all poses, then of each mode
/// their real parts and their imaginary parts. Returns how many numbers these are: 0 without modes.
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

/// {"progress", "statistics"} as in wasm/engine/wire.ts, "stop" when it stopped early, "eigenvalues" once there are any, "refused" what was
/// posted and could not be done since the last call.
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

/// The study of a document, to be given back by slipstick_close_study. `parameters`: those that have another value in all runs.
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
    return text(object({{"runs", static_cast<int>(study->runs())},
                        {"parameters", std::move(parameters)},
                        {"measures", std::move(measures)},
                        {"head", study->head()}}));
  });
}

/// The values of runs one after the other, in slipstick_study_numbers(); returns how many numbers these are.
EMSCRIPTEN_KEEPALIVE int slipstick_study_values(const StudyRuns* study, int from, int to) {
  return guarded(-1, [&] {
    studyNumbers.clear();
    for (int run = from; run < to; ++run)
      for (const double value : study->values(run)) studyNumbers.push_back(value);
    return static_cast<int>(studyNumbers.size());
  });
}
EMSCRIPTEN_KEEPALIVE const double* slipstick_study_numbers() { return studyNumbers.data(); }

/// Computes a run: its row, a line of CSV.
EMSCRIPTEN_KEEPALIVE const char* slipstick_study_row(const StudyRuns* study, int run) {
  return guardedText([&] { return study->row(run); });
}

}  // extern "C"
