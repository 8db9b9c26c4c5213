#include "core/exchange/exudyn_analysis.h"

#include <algorithm>
#include <iterator>

#include "core/exchange/exudyn_names.h"
#include "core/model/analysis.h"
#include "core/model/set.h"

namespace slipstick::exudyn {
namespace {

/// Settings that Exudyn lacks or that are written separately.
constexpr const char* separate[] = {"type",
                                    "solver",
                                    "linearSolver",
                                    "redundantConstraints",
                                    "exudynWays",
                                    "keepTangents",
                                    "signedTolerances",
                                    "sensorsWritePeriod",
                                    "assemble",
                                    "handFrequency",
                                    "balanceTolerance",
                                    "loadStepStart",
                                    "endWhen",
                                    "stepSize",
                                    "set"};

bool isSeparate(const std::string& setting) {
  return std::any_of(std::begin(separate), std::end(separate), [&](const char* name) { return setting == name; });
}

/// Whether a setting takes an integer. The number of time steps does too, but a document may give it as a rounded number.
bool isWhole(const std::string& group, const std::string& name) {
  if (name == "numberOfSteps") return true;
  for (const SettingsTable& table : settingsTables())
    for (const Parameter& setting : table.settings)
      if (table.group == group && setting.name == name) return setting.type == typeNumber<int>;
  return false;
}

class StepWriter {
 public:
  StepWriter(const Json& step, int number, const ScriptItems& items, ScriptValues& values, std::vector<std::string>& leftOut)
      : step_(step), number_(number), items_(items), values_(values), leftOut_(leftOut), type_(step.value("type", "dynamic")) {}

  std::string lines() {
    lines_ = {"# step " + std::to_string(number_ + 1) + ": " + type_, "simulationSettings = exu.SimulationSettings()"};
    listLeftOut();
    for (const Json& change : step_.value("set", Json::array())) addChanges(change);
    put("solution.file.write", "False");
    put("solution.sensors.writePeriod", values_.expression(step_.value("sensorsWritePeriod", Json(0.01))).text);
    if (step_.value("linearSolver", "") != "dense") put("linearSolver.solverType", "exu.LinearSolverType.EigenSparse");
    if (type_ == "eigenvalues")
      solveEigenvalues();
    else if (type_ == "static")
      solveStatic();
    else
      solveDynamic();
    return joinedTexts(lines_, "\n");
  }

 private:
  void listLeftOut() {
    const std::string of = " of step " + std::to_string(number_ + 1) + ": ";
    if (!step_.value("endWhen", Json::array()).empty()) leftOut_.push_back("endWhen" + of + "the run continues to its endTime");
    if (number_ > 0 && step_.value("assemble", Json()) == true)
      leftOut_.push_back("assemble" + of + "it starts with the final state of the previous step");
  }

  void put(const std::string& path, const std::string& value) { lines_.push_back("simulationSettings." + path + " = " + value); }

  /// Writes the settings of a group and of the groups in it.
  void putGroup(const std::string& path, const std::string& group, const Json& settings) {
    for (auto entry = settings.begin(); entry != settings.end(); ++entry) {
      const std::string& name = entry.key();
      if (name == "recommendAtParting" || (group.empty() && isSeparate(name))) continue;
      const std::string place = path + "." + nameOfSetting(name);
      if (entry->is_object()) {
        putGroup(place, name, *entry);
        continue;
      }
      const std::string text = values_.expression(*entry).text;
      put(place, entry->is_string() && isWhole(group, name) ? "round(" + text + ")" : text);
    }
  }

  void solveEigenvalues() {
    const std::string result = "eigenvalues" + std::to_string(number_);
    lines_.push_back(result + " = mbs.ComputeODE2Eigenvalues(simulationSettings)");
    lines_.push_back("print(" + result + "[0])");
  }

  void solveStatic() {
    putGroup("staticSolver", "", step_);
    if (step_.contains("loadStepStart")) putLoadStepStart(step_["loadStepStart"]);
    lines_.push_back("mbs.SolveStatic(simulationSettings, updateInitialValues=True)");
  }

  /// Load steps may begin before t = 0, so that they end when the motion starts; Exudyn can compute them, only its check rejects them.
  void putLoadStepStart(const Json& start) {
    const auto check = [&](const char* on) { lines_.push_back(std::string("exu.special.exceptions.parameterRangeChecks = ") + on); };
    const bool isEarly = !start.is_number() || start < 0;
    if (isEarly) lines_.push_back("# a start before t = 0 is not an error");
    if (isEarly) check("False");
    put("staticSolver.loadStepStart", values_.expression(start).text);
    if (isEarly) check("True");
  }

  void solveDynamic() {
    Json newton{{"useModifiedNewton", false}};  // its default differs between versions of Exudyn
    newton.update(step_.value("newton", Json::object()));
    Json settings = step_;
    settings["newton"] = std::move(newton);
    putGroup("timeIntegration", "", settings);
    if (step_.contains("stepSize")) {
      const auto text = [&](const char* setting, double usual) { return values_.expression(step_.value(setting, Json(usual))).text; };
      put("timeIntegration.numberOfSteps",
          "round((" + text("endTime", 1) + " - " + text("startTime", 0) + ") / (" + text("stepSize", 0) + "))");
    }
    lines_.push_back("mbs.SolveDynamic(simulationSettings, solverType=exu.DynamicSolverType." + step_.value("solver", "GeneralizedAlpha") +
                     ", updateInitialValues=True)");
  }

  /// One entry of `set`: new values for the parameters of an item, or of all items whose names match a pattern.
  void addChanges(const Json& change) {
    for (const ItemKind kind : {ItemKind::node, ItemKind::object, ItemKind::marker, ItemKind::load}) {
      const auto target = change.find(kindName(kind));
      if (target == change.end()) continue;
      for (int number = 0; number < items_.count(kind); ++number) {
        const Json name = items_.item(kind, number).value("name", Json());
        const bool isMeant = target->is_number() ? *target == number
                                                 : name.is_string() && matchesPattern(target->get_ref<const std::string&>(),
                                                                                      name.get_ref<const std::string&>());
        if (isMeant) addChangesOf(kind, number, change);
      }
    }
  }

  void addChangesOf(ItemKind kind, int number, const Json& change) {
    const std::string label = std::string("set of ") + kindName(kind) + " " + items_.label(kind, number);
    if (kind == ItemKind::object && items_.isContactSet(number)) {
      leftOut_.push_back(label + ": it keeps its parameters");
      return;
    }
    const ItemType& type = items_.type(kind, number);
    const std::string item = indexText(kind, items_.numberInScript(kind, number));
    for (auto entry = change.begin(); entry != change.end(); ++entry) {
      const Parameter* parameter = entry.key() == kindName(kind) ? nullptr : type.parameter(entry.key());
      if (!parameter || lacksParameter(type, entry.key()) || isOfSection(type, entry.key())) continue;
      if (parameter->signature) {
        leftOut_.push_back(label + ": it keeps its " + entry.key());
        continue;
      }
      lines_.push_back("mbs.Set" + titleOf(kind) + "Parameter(" + item + ", \"" + nameOf(type, entry.key()) + "\", " +
                       values_.expression(*entry).text + ")");
    }
  }

  const Json& step_;
  const int number_;
  const ScriptItems& items_;
  ScriptValues& values_;
  std::vector<std::string>& leftOut_;
  const std::string type_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> analysisSteps(const ScriptItems& items, ScriptValues& values, std::vector<std::string>& leftOut) {
  Json steps = items.document().value("analysis", Json::object());
  if (!steps.is_array()) steps = Json::array({steps});
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < steps.size(); ++i) texts.push_back(StepWriter(steps[i], static_cast<int>(i), items, values, leftOut).lines());
  return texts;
}

}  // namespace slipstick::exudyn
