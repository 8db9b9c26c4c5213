// The core for Python: models, runs, and their results as JSON. The package around it is python/src/slipstick.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <cstdint>

#include <chrono>
#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "core/accuracy/accuracy.h"
#include "core/accuracy/accuracy_json.h"
#include "core/document/expand.h"
#include "core/document/initial_values.h"
#include "core/document/load.h"
#include "core/document/reference.h"
#include "core/exchange/exudyn_names.h"
#include "core/exchange/exudyn_script.h"
#include "core/exchange/import.h"
#include "core/model/drawing.h"
#include "core/program/files.h"
#include "core/program/glb.h"
#include "core/program/place.h"
#include "core/program/platform.h"
#include "core/program/program.h"
#include "core/simulation/assembled.h"
#include "core/simulation/digest.h"
#include "core/simulation/json.h"
#include "core/simulation/linear.h"
#include "core/simulation/result.h"
#include "core/study/energy_balance.h"
#include "core/study/study_rows.h"
#include "core/study/study_runs.h"

namespace nb = nanobind;
using namespace slipstick;

namespace {

using Clock = std::chrono::steady_clock;

std::string text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

struct Document {
  std::shared_ptr<const Model> model;
};

/// A model, or none, and all its issues.
std::pair<std::shared_ptr<Document>, std::string> load(const std::string& document, const std::map<std::string, double>& parameters) {
  LoadedModel loaded = loadModel(document, parameters);
  return {loaded.model ? std::make_shared<Document>(Document{loaded.model}) : nullptr, text(toJson(loaded.issues))};
}

/// The properties of a model that a program needs before a run.
std::string information(const Document& document) {
  const Model& model = *document.model;
  Json sensors = Json::array();
  for (std::size_t i = 0; i < model.sensors().size(); ++i) {
    SensorLayout layout = sensorLayout(model, static_cast<int>(i));
    sensors.push_back(object({{"name", model.sensors()[i].name}, {"components", layout.components}, {"unit", layout.unit}}));
  }
  return text(object({{"title", model.title},
                      {"parameters", toJson(model.parameters)},
                      {"inputs", toJson(model.inputs)},
                      {"sensors", std::move(sensors)},
                      {"analysis", toJson(model.analysis)}}));
}

/// The result of the assembly, the document with it as initial values, and the values that cannot be written into the document, each as
/// JSON.
std::tuple<std::string, std::string, std::string> assembled(const Document& document, const std::string& source,
                                                            const std::vector<std::string>& held) {
  const AssembledModel found = assembleModel(document.model, held);
  if (!found.problem.empty()) throw std::invalid_argument(found.problem);
  std::vector<Issue> issues;
  const Json written = withInitialValues(*document.model, source, found.nodes, issues);
  return {text(assembledJson(found, *document.model)), text(written), text(toJson(issues))};
}

/// The linear model of a request, as JSON.
std::string linear(const Document& document, const std::string& json) {
  LinearRequest request;
  if (const std::string problem = readLinearRequest(Json::parse(json), request); !problem.empty()) throw std::invalid_argument(problem);
  return text(linearJson(linearise(document.model, request), false));
}

/// The energy balance, as JSON. Ctrl+C ends it.
std::string balance(const Document& document) {
  auto last = Clock::now();
  bool isInterrupted = false;
  std::string found;
  {
    const nb::gil_scoped_release released;
    found = text(toJson(energyBalance(*document.model, [&] {
      if (Clock::now() - last < std::chrono::milliseconds(100)) return false;
      last = Clock::now();
      const nb::gil_scoped_acquire held;
      return isInterrupted = PyErr_CheckSignals() != 0;
    })));
  }
  if (isInterrupted) throw nb::python_error();
  return found;
}

/// Names of objects, markers and loads, and the items to which they refer, as JSON.
std::string items(const Document& document) {
  Json lists = Json::object();
  for (const ItemKind kind : {ItemKind::object, ItemKind::marker, ItemKind::load}) {
    Json list = Json::array();
    for (const ModelItem& item : document.model->of(kind))
      list.push_back(object({{"name", item.name},
                             {"nodes", refersTo(item, ItemKind::node)},
                             {"objects", refersTo(item, ItemKind::object)},
                             {"markers", refersTo(item, ItemKind::marker)}}));
    lists[kindName(kind) + std::string("s")] = std::move(list);
  }
  return text(lists);
}

ItemKind kindOf(const std::string& name) {
  for (int i = 0; i < itemKinds; ++i)
    if (name == kindName(static_cast<ItemKind>(i))) return static_cast<ItemKind>(i);
  throw std::invalid_argument("there is no kind of item called '" + name + "'");
}

std::int64_t checked(const StudyRuns& runs, std::int64_t run) {
  if (run < 0 || run >= runs.runs()) throw std::out_of_range("the study has no such run");
  return run;
}

/// Converts a robot's description into a document, with a list of omitted content.
std::string importFile(const std::string& path) {
  std::string robot, message;
  std::istringstream nothing;
  if (!readText(path, nothing, robot, message)) throw ImportError(message);
  const Imported imported =
      importRobot(robot, path.substr(path.find_last_of('/') + 1), [&](const std::string& name) { return readNear(path, name); });
  return text(object({{"document", imported.document}, {"left", imported.left}}));
}

/// Runs the program with these words; `folder` contains the files that belong to it.
int program(const std::vector<std::string>& words, const std::string& folder) {
  setFolderOfProgram(folder);
  return runProgram(words, {std::cin, std::cout, std::cerr, messagesGoToTerminal()});
}

struct Checkpoint {
  const void* simulation;
  std::shared_ptr<const Simulation::Checkpoint> checkpoint;
};

class Run {
 public:
  explicit Run(const Document& document) : simulation_(document.model) {}

  /// Steps for so many seconds, or to the end; returns false when the run is over. 0: one step.
  bool advance(double seconds) {
    if (isRead_) throw std::logic_error("the samples of this run were given out as arrays: it cannot go on");
    const nb::gil_scoped_release released;
    const auto start = Clock::now();
    const auto status = simulation_.advance([&] { return std::chrono::duration<double>(Clock::now() - start).count() >= seconds; });
    wallSeconds_ += std::chrono::duration<double>(Clock::now() - start).count();
    return status == Simulation::Status::running;
  }

  /// The time of each sample, and the values of a sensor: views of the history, which remains unchanged from now on.
  nb::ndarray<nb::numpy, const double> time(nb::handle self) { return column(self, 0, 1); }
  nb::ndarray<nb::numpy, const double> values(nb::handle self, int sensor) {
    const Channel& channel = simulation_.history().sensors().at(sensor);
    return column(self, channel.column, channel.size);
  }
  /// All columns of all samples, in the order that a page derives from the model.
  nb::ndarray<nb::numpy, const double> samples(nb::handle self) { return column(self, 0, simulation_.history().width()); }

  /// The present sensor values, one after the other.
  std::vector<double> present() { return simulation_.present(); }

  std::string post(const std::string& event) { return text(toJson(simulation_.post(Json::parse(event)))); }
  std::vector<std::string> takeRefused() { return simulation_.takeRefused(); }
  std::string events() const { return text(simulation_.events()); }

  Checkpoint checkpoint() const { return {this, simulation_.checkpoint()}; }
  void restore(const Checkpoint& checkpoint) {
    if (checkpoint.simulation != this) throw std::invalid_argument("the checkpoint is of another simulation");
    if (isRead_) throw std::logic_error("the samples of this run were given out as arrays: it cannot go back");
    simulation_.restore(*checkpoint.checkpoint);
  }

  /// Lets `function(given, result)` compute a user function; it writes into `result`. Returns [[name, rows, columns] …].
  std::string setFunction(const std::string& kind, const std::string& item, const std::string& parameter, nb::callable function) {
    auto sizes = std::make_shared<std::pair<std::size_t, std::size_t>>();
    functions_.push_back(function);
    hasFunctions_ = true;
    const std::size_t number = functions_.size() - 1;
    const UserFunctionLayout layout =
        simulation_.setUserFunction(kindOf(kind), item, parameter, [this, sizes, number](const double* given, double* result) {
          const nb::gil_scoped_acquire held;
          if (number >= functions_.size()) throw std::logic_error("this run was read, and its functions were let go");
          const nb::object function = functions_[number];
          try {
            const nb::ndarray<nb::numpy, const double> from(given, {sizes->first});
            const nb::ndarray<nb::numpy, double> to(result, {sizes->second});
            function(nb::cast(from, nb::rv_policy::reference), nb::cast(to, nb::rv_policy::reference));
          } catch (nb::python_error& error) {
            const std::string what = error.what();
            functionError_ = nb::borrow(error.value());
            const std::size_t last = what.find_last_of('\n');
            throw std::runtime_error(last == std::string::npos ? what : what.substr(last + 1));
          }
        });
    *sizes = {layout.argumentSize, layout.resultSize};
    Json arguments = Json::array();
    for (const Argument& argument : layout.arguments) arguments.push_back({argument.name, argument.shape.rows, argument.shape.columns});
    return text(arguments);
  }
  bool hasFunctions() const { return hasFunctions_; }
  /// Returns and releases the exception of a user function, or None. Its traceback refers to this run, whose arrays would hide the
  /// reference cycle from Python.
  nb::object takeFunctionError() { return functionError_.is_valid() ? std::exchange(functionError_, nb::object()) : nb::none(); }

  std::string status() const {
    const char* names[] = {"running", "ok", "failed"};
    return names[static_cast<int>(simulation_.status())];
  }
  std::string message() const {
    return simulation_.status() == Simulation::Status::failed ? simulation_.stop().message : simulation_.statistics().ended;
  }
  nb::tuple progress() const {
    const Progress progress = simulation_.progress();
    return nb::make_tuple(progress.fraction, progress.time, progress.endTime, progress.steps, progress.analysisStep,
                          progress.analysisSteps);
  }
  std::string statistics() const { return text(toJson(simulation_.statistics())); }
  std::string eigenvalues() const { return text(toJson(simulation_.eigenvalues())); }
  /// The coordinates of each step and mode, each as [real, imaginary].
  std::string modes() const {
    Json steps = Json::array();
    for (const auto& modes : simulation_.modes()) {
      Json step = Json::array();
      for (const auto& mode : modes) {
        Json entries = Json::array();
        for (const Complex& entry : mode) entries.push_back({entry.real(), entry.imag()});
        step.push_back(std::move(entries));
      }
      steps.push_back(std::move(step));
    }
    return text(steps);
  }
  std::string measures() const { return text(measuresJson(simulation_)); }
  std::string resultText() const { return text(resultWithDigest(simulation_, wallSeconds_)); }
  std::string csv() const { return resultCsv(simulation_); }
  nb::bytes glb() const {
    const std::string file = glbOf(simulation_);
    return nb::bytes(file.data(), file.size());
  }
  std::string digest() const { return digestOf(simulation_); }
  double wallSeconds() const { return wallSeconds_; }

  /// Visits the Python objects held by the run, which may in turn hold the run.
  int visit(visitproc visit, void* arg) const {
    for (const nb::object& function : functions_) Py_VISIT(function.ptr());
    Py_VISIT(functionError_.ptr());
    return 0;
  }
  void clear() {
    functionError_.reset();
    functions_.clear();
  }

 private:
  nb::ndarray<nb::numpy, const double> column(nb::handle self, int first, int size) {
    isRead_ = true;
    functions_.clear();  // they may refer to an array, and so to this run
    const History& history = simulation_.history();
    const std::size_t samples = static_cast<std::size_t>(history.samples());
    const double* data = samples > 0 ? history.row(0) + first : nullptr;
    const std::int64_t width = history.width();
    if (size == 1) return {data, {samples}, self, {width}};
    return {data, {samples, static_cast<std::size_t>(size)}, self, {width, 1}};
  }

  Simulation simulation_;
  std::vector<nb::object> functions_;
  bool hasFunctions_ = false;  // also after they were let go
  nb::object functionError_;
  double wallSeconds_ = 0;
  bool isRead_ = false;
};

int visitRun(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  return nb::inst_ready(self) ? nb::inst_ptr<Run>(self)->visit(visit, arg) : 0;
}
int clearRun(PyObject* self) {
  nb::inst_ptr<Run>(self)->clear();
  return 0;
}
PyType_Slot runSlots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(visitRun)}, {Py_tp_clear, reinterpret_cast<void*>(clearRun)}, {0, nullptr}};

}  // namespace

NB_MODULE(_core, module) {
  // Systems of Exudyn hide the references of their functions from Python's garbage collector, so a correct script may end with live
  // objects.
  nb::set_leak_warnings(false);
  module.def("report_leaks", &nb::set_leak_warnings, nb::arg("enabled"));
  module.def("version", [] { return std::string(engineVersion()); });
  module.def("load", &load, nb::arg("document"), nb::arg("parameters"), nb::call_guard<nb::gil_scoped_release>());
  nb::exception<ImportError>(module, "RobotError", PyExc_ValueError);
  module.def("import_robot", &importFile, nb::arg("path"), nb::call_guard<nb::gil_scoped_release>());
  module.def("program", &program, nb::arg("words"), nb::arg("folder"), nb::call_guard<nb::gil_scoped_release>());
  module.def("reference", [] { return text(documentReference()); });
  module.def("exudyn_names", [] { return text(exudyn::namesJson()); });

  nb::class_<Document>(module, "Document")
      .def("information", &information)
      .def("assembled", &assembled, nb::call_guard<nb::gil_scoped_release>())
      .def("linear", &linear, nb::call_guard<nb::gil_scoped_release>())
      .def("balance", &balance)
      .def("items", &items)
      .def("expanded", [](const Document& document, const std::string& source) { return text(expandedDocument(*document.model, source)); })
      .def(
          "exudyn_script", [](const Document& document, const std::string& source) { return exudynScript(document.model, source).text; },
          nb::call_guard<nb::gil_scoped_release>());

  nb::class_<StudyRuns>(module, "StudyRuns")
      .def("__init__",
           [](StudyRuns* self, const std::string& document, const std::map<std::string, double>& fixed, bool withSeconds) {
             const auto model = loadModel(document, fixed).model;
             if (!model || !model->study) throw std::invalid_argument("the document has errors, or no study");
             new (self) StudyRuns(document, fixed, *model, withSeconds);
           })
      .def("runs", &StudyRuns::runs)
      .def("head", &StudyRuns::head)
      .def("values", [](const StudyRuns& self, std::int64_t run) { return self.values(checked(self, run)); })
      .def("row", [](const StudyRuns& self, std::int64_t run) {
        checked(self, run);
        const nb::gil_scoped_release released;
        return self.row(run);
      });

  nb::class_<Accuracy>(module, "Accuracy")
      .def("__init__", [](Accuracy* self, const Document& document) { new (self) Accuracy(document.model); })
      .def("advance",
           [](Accuracy& self, double seconds) {
             const nb::gil_scoped_release released;
             const auto start = Clock::now();
             return !self.advance([&] { return std::chrono::duration<double>(Clock::now() - start).count() >= seconds; });
           })
      .def("fraction", &Accuracy::fraction)
      .def("report", [](const Accuracy& self) { return text(accuracyJson(self, true)); });

  nb::class_<Checkpoint>(module, "Checkpoint");

  nb::class_<Run>(module, "Run", nb::type_slots(runSlots))
      .def(nb::init<const Document&>())
      .def("advance", &Run::advance)
      .def("time", [](nb::handle_t<Run> self) { return nb::cast<Run&>(self).time(self); })
      .def("values", [](nb::handle_t<Run> self, int sensor) { return nb::cast<Run&>(self).values(self, sensor); })
      .def("samples", [](nb::handle_t<Run> self) { return nb::cast<Run&>(self).samples(self); })
      .def("present", &Run::present)
      .def("post", &Run::post)
      .def("take_refused", &Run::takeRefused)
      .def("events", &Run::events)
      .def("checkpoint", &Run::checkpoint)
      .def("restore", &Run::restore)
      .def("set_function", &Run::setFunction)
      .def("has_functions", &Run::hasFunctions)
      .def("take_function_error", &Run::takeFunctionError)
      .def("status", &Run::status)
      .def("message", &Run::message)
      .def("progress", &Run::progress)
      .def("statistics", &Run::statistics)
      .def("eigenvalues", &Run::eigenvalues)
      .def("modes", &Run::modes)
      .def("measures", &Run::measures)
      .def("result", &Run::resultText)
      .def("csv", &Run::csv)
      .def("glb", &Run::glb)
      .def("digest", &Run::digest)
      .def("wall_seconds", &Run::wallSeconds);
}
