#include "core/model/analysis.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/message/messages.h"
#include "core/model/set.h"
#include "core/model/tables.h"
#include "core/registry/words.h"

namespace slipstick {
namespace {

/// Settings of finite differences; tangents are exact, so that these settings are only checked.
struct NumericalDifferentiation {
  double relativeEpsilon = 1e-7, minimumCoordinateSize = 1e-2;
  bool addReferenceCoordinatesToEpsilon = false, doSystemWideDifferentiation = false;
  bool forAE = false, forODE2 = false, forODE2connectors = false, jacobianConnectorDerivative = true;
};

/// A setting with the default of its struct.
template <class T, class V>
constexpr ParameterOf<T> setting(const char* name, V T::*member, Unit unit, Range range, const char* text) {
  return {row<V>(name, unit, range, Presence::optional, text), member};
}
/// A number that may also be written as true or false, as Exudyn does in static steps.
template <class T>
constexpr ParameterOf<T> orFlag(ParameterOf<T> setting) {
  setting.row.orFlag = true;
  return setting;
}

template <class T>
SettingsTable table(const char* group, const char* text, const char* parent, std::vector<std::string> steps,
                    std::initializer_list<ParameterOf<T>> settings, void* (*structOfStep)(AnalysisStep&)) {
  SettingsTable result;
  result.group = group, result.text = text, result.parent = parent, result.steps = std::move(steps), result.structOfStep = structOfStep;
  for (const ParameterOf<T>& setting : settings) result.settings.push_back(setting.bound());
  result.construct = []() -> std::shared_ptr<void> { return std::make_shared<T>(); };
  return result;
}

SettingsTable startTable() {
  using S = AnalysisStep;
  return table<S>("", "", "", {"dynamic", "static", "eigenvalues"},
                  {setting("assemble", &S::assemble, unit::none, anyNumber,
                           "start from the nearest configuration that satisfies all constraints; the run fails if there is none")},
                  [](AnalysisStep& step) -> void* { return &step; });
}

SettingsTable dynamicTable() {
  using S = AnalysisStep;
  return table<S>(
      "", "", "", {"dynamic"},
      {setting("startTime", &S::startTime, unit::second, anyNumber, "start time of the step"),
       setting("endTime", &S::endTime, unit::second, anyNumber, "end time of the step"),
       setting("numberOfSteps", &S::numberOfSteps, unit::none, positive, "number of time steps from startTime to endTime"),
       setting("adaptiveStep", &S::adaptiveStep, unit::none, anyNumber, "repeat a failed step with a smaller step size"),
       setting("adaptiveStepIncrease", &S::adaptiveStepIncrease, unit::none, atLeastOne, "factor by which a reduced step size grows again"),
       setting("adaptiveStepDecrease", &S::adaptiveStepDecrease, unit::none, belowOne,
               "factor by which the step size is reduced after a failed step"),
       setting("adaptiveStepRecoverySteps", &S::adaptiveStepRecoverySteps, unit::none, nonNegative,
               "number of steps after a reduction before the step size may grow"),
       setting("adaptiveStepRecoveryIterations", &S::adaptiveStepRecoveryIterations, unit::none, nonNegative,
               "the step size grows only after steps with at most this many iterations"),
       setting("automaticStepSize", &S::automaticStepSize, unit::none, anyNumber,
               "explicit solvers with an error estimate choose their step size"),
       setting("initialStepSize", &S::initialStepSize, unit::second, nonNegative,
               "their first step size if automaticStepSize; 0: the largest"),
       setting("minimumStepSize", &S::minimumStepSize, unit::second, positive, "the run fails if a smaller step size is needed"),
       setting("absoluteTolerance", &S::absoluteTolerance, unit::none, nonNegative, "tolerance for the error estimate of explicit solvers"),
       setting("relativeTolerance", &S::relativeTolerance, unit::none, nonNegative, "tolerance for the error estimate of explicit solvers"),
       setting("signedTolerances", &S::signedTolerances, unit::none, anyNumber, "true: an earlier name of exudynWays"),
       setting("stepSizeSafety", &S::stepSizeSafety, unit::none, upToOne,
               "safety factor applied to the step size that the error estimate allows"),
       setting("stepSizeMaxIncrease", &S::stepSizeMaxIncrease, unit::none, atLeastOne,
               "largest increase factor of the step size between steps"),
       orFlag(setting("computeLoadsJacobian", &S::computeLoadsJacobian, unit::none, Range{Range::Kind::oneOf, {0, 1, 2}},
                      "derivatives of loads in the tangent: 0: none, 1: by coordinates, 2: also by velocities")),
       setting("exudynWays", &S::exudynWays, unit::none, anyNumber,
               "use the methods of Exudyn even if better ones exist, to compare results to the last digits"),
       setting("keepTangents", &S::keepTangents, unit::none, anyNumber, "false: an earlier name of exudynWays"),
       setting("reuseConstantMassMatrix", &S::reuseConstantMassMatrix, unit::none, anyNumber, "compute a constant mass matrix only once"),
       setting("sensorsWritePeriod", &S::sensorsWritePeriod, unit::second, nonNegative, "time between samples; 0: every step"),
       setting("handFrequency", &S::handFrequency, unit::radianPerSecond, positive,
               "natural frequency of the hand's spring with the mass it holds; higher is stiffer"),
       setting("balanceTolerance", &S::balanceTolerance, unit::none, positive,
               "unexplained part of the exchanged energy above which a balance of energy warns")},
      [](AnalysisStep& step) -> void* { return &step; });
}

SettingsTable staticTable() {
  using S = AnalysisStep;
  return table<S>(
      "", "", "", {"static"},
      {setting("adaptiveStep", &S::adaptiveStep, unit::none, anyNumber, "repeat a failed load step with a smaller one"),
       setting("adaptiveStepIncrease", &S::adaptiveStepIncrease, unit::none, atLeastOne, "factor by which a reduced load step grows again"),
       ParameterOf<S>{"adaptiveStepDecrease", &S::adaptiveStepDecrease, unit::none, belowOne, 0.25,
                      "factor by which a failed load step is reduced"},
       ParameterOf<S>{"adaptiveStepRecoverySteps", &S::adaptiveStepRecoverySteps, unit::none, nonNegative, 4,
                      "number of load steps after a reduction before the load step may grow"},
       setting("adaptiveStepRecoveryIterations", &S::adaptiveStepRecoveryIterations, unit::none, nonNegative,
               "the load step grows only after load steps with at most this many iterations"),
       setting("minimumStepSize", &S::minimumStepSize, unit::second, positive, "the run fails if a smaller load step is needed"),
       orFlag(ParameterOf<S>{"computeLoadsJacobian", &S::computeLoadsJacobian, unit::none, Range{Range::Kind::oneOf, {0, 1, 2}}, 1,
                             "derivatives of loads in the tangent: 0 (or false): none, 1 (or true): by coordinates"}),
       setting("sensorsWritePeriod", &S::sensorsWritePeriod, unit::second, nonNegative, "quasi-time between samples; 0: every load step")},
      [](AnalysisStep& step) -> void* { return &step; });
}

SettingsTable loadStepTable() {
  using S = StaticSettings;
  return table<S>("", "", "", {"static"},
                  {setting("numberOfLoadSteps", &S::numberOfLoadSteps, unit::none, positive, "number of steps in which the loads grow"),
                   setting("loadStepDuration", &S::loadStepDuration, unit::second, positive, "duration in quasi-time, up to the full load"),
                   setting("loadStepStart", &S::loadStepStart, unit::second, anyNumber, "initial quasi-time"),
                   setting("loadStepGeometric", &S::loadStepGeometric, unit::none, anyNumber, "whether load steps grow geometrically"),
                   setting("loadStepGeometricRange", &S::loadStepGeometricRange, unit::none, positive,
                           "full load divided by the first load, if geometric"),
                   setting("useLoadFactor", &S::useLoadFactor, unit::none, anyNumber,
                           "whether loads grow from zero; otherwise they act fully from the start"),
                   setting("stabilizerODE2term", &S::stabilizerODE2term, unit::none, nonNegative,
                           "mass-proportional stiffness, which vanishes at full load"),
                   setting("constrainODE1coordinates", &S::constrainODE1coordinates, unit::none, anyNumber,
                           "whether first-order states keep their values; otherwise they take the values at which their rates are zero")},
                  [](AnalysisStep& step) -> void* { return &step.staticSolver; });
}

SettingsTable newtonTable() {
  using S = NewtonSettings;
  return table<S>(
      "newton", "Newton iterations of a step", "", {"dynamic", "static"},
      {setting("relativeTolerance", &S::relativeTolerance, unit::none, nonNegative,
               "residual relative to the first residual below which Newton's method ends"),
       setting("absoluteTolerance", &S::absoluteTolerance, unit::none, nonNegative,
               "residual below which Newton's method ends in any case"),
       setting("maxIterations", &S::maxIterations, unit::none, positive, "largest number of iterations before a step fails, at most 10000"),
       setting("useNewtonSolver", &S::useNewtonSolver, unit::none, anyNumber, "whether to iterate; otherwise one linear step"),
       setting("useModifiedNewton", &S::useModifiedNewton, unit::none, anyNumber,
               "reuse a factorised tangent as long as iterations converge"),
       setting("modifiedNewtonJacUpdatePerStep", &S::modifiedNewtonJacUpdatePerStep, unit::none, anyNumber,
               "compute a new tangent in every step"),
       setting("modifiedNewtonContractivity", &S::modifiedNewtonContractivity, unit::none, positive,
               "convergence slower than this ratio triggers a new tangent"),
       setting("maxModifiedNewtonIterations", &S::maxModifiedNewtonIterations, unit::none, positive,
               "largest number of iterations with one tangent"),
       setting("maxModifiedNewtonRestartIterations", &S::maxModifiedNewtonRestartIterations, unit::none, positive,
               "the same for iterations after a new tangent"),
       setting("weightTolerancePerCoordinate", &S::weightTolerancePerCoordinate, unit::none, anyNumber,
               "divide the norm of the residual by the square root of its size"),
       setting("newtonResidualMode", &S::newtonResidualMode, unit::none, Range{Range::Kind::oneOf, {0, 1}},
               "0: norm of the residual, 1: norm of the increment"),
       setting("adaptInitialResidual", &S::adaptInitialResidual, unit::none, anyNumber,
               "use a larger residual of the first iterations as the reference"),
       setting("maximumSolutionNorm", &S::maximumSolutionNorm, unit::none, positive,
               "squared norm of the solution above which a step fails")},
      [](AnalysisStep& step) -> void* { return &step.newton; });
}

SettingsTable numericalDifferentiationTable() {
  using S = NumericalDifferentiation;
  return table<S>("numericalDifferentiation", "accepted for exchange; has no effect: derivatives are exact", "newton",
                  {"dynamic", "static"},
                  {setting("relativeEpsilon", &S::relativeEpsilon, unit::none, positive, "relative step of finite differences"),
                   setting("minimumCoordinateSize", &S::minimumCoordinateSize, unit::none, positive,
                           "smallest magnitude of a coordinate for this step"),
                   setting("addReferenceCoordinatesToEpsilon", &S::addReferenceCoordinatesToEpsilon, unit::none, anyNumber,
                           "magnitude of a coordinate including its reference value"),
                   setting("doSystemWideDifferentiation", &S::doSystemWideDifferentiation, unit::none, anyNumber,
                           "finite differences of the whole residual"),
                   setting("forAE", &S::forAE, unit::none, anyNumber, "finite differences for constraints"),
                   setting("forODE2", &S::forODE2, unit::none, anyNumber, "finite differences for bodies"),
                   setting("forODE2connectors", &S::forODE2connectors, unit::none, anyNumber, "finite differences for connectors"),
                   setting("jacobianConnectorDerivative", &S::jacobianConnectorDerivative, unit::none, anyNumber,
                           "derivatives of the markers' Jacobians")},
                  nullptr);
}

SettingsTable discontinuousTable() {
  using S = DiscontinuousSettings;
  return table<S>("discontinuous", "discontinuous iterations, over changes of contact and friction", "", {"dynamic", "static"},
                  {setting("maxIterations", &S::maxIterations, unit::none, positive,
                           "largest number of changes of contact and friction regimes in a step, at most 10000"),
                   setting("iterationTolerance", &S::iterationTolerance, unit::none, nonNegative,
                           "error of contacts and friction below which a step is accepted"),
                   setting("ignoreMaxIterations", &S::ignoreMaxIterations, unit::none, anyNumber,
                           "continue if this number of iterations is not enough"),
                   setting("useRecommendedStepSize", &S::useRecommendedStepSize, unit::none, anyNumber,
                           "whether contacts may request a smaller step size"),
                   setting("recommendAtParting", &S::recommendAtParting, unit::none, anyNumber,
                           "whether contacts of spheres also request it when bodies separate, as in Exudyn 1.13")},
                  [](AnalysisStep& step) -> void* { return &step.discontinuous; });
}

SettingsTable generalizedAlphaTable() {
  using S = GeneralizedAlphaSettings;
  return table<S>(
      "generalizedAlpha", "implicit time integration", "", {"dynamic"},
      {setting("spectralRadius", &S::spectralRadius, unit::none, unitInterval, "damping of high frequencies: 1: none, 0: strongest"),
       setting("useNewmark", &S::useNewmark, unit::none, anyNumber, "Newmark's method with the coefficients below"),
       setting("newmarkBeta", &S::newmarkBeta, unit::none, positive, "coefficient β of Newmark's method"),
       setting("newmarkGamma", &S::newmarkGamma, unit::none, positive, "coefficient γ of Newmark's method"),
       setting("useIndex2Constraints", &S::useIndex2Constraints, unit::none, anyNumber, "constraints at velocity level"),
       setting("computeInitialAccelerations", &S::computeInitialAccelerations, unit::none, anyNumber,
               "compute initial accelerations from equilibrium"),
       setting("storeInitialAlgebraicCoordinates", &S::storeInitialAlgebraicCoordinates, unit::none, anyNumber,
               "keep the multipliers computed with them"),
       setting("resetAccelerations", &S::resetAccelerations, unit::none, anyNumber,
               "start with zero accelerations instead of the accelerations of the previous step"),
       setting("lieGroupSimplifiedKinematicRelations", &S::lieGroupSimplifiedKinematicRelations, unit::none, anyNumber,
               "rotation vectors from the sum of a step's increments, without the correction for rotating axes"),
       setting("lieGroupAddTangentOperator", &S::lieGroupAddTangentOperator, unit::none, anyNumber,
               "accepted for exchange; the solution does not depend on it")},
      [](AnalysisStep& step) -> void* { return &step.generalizedAlpha; });
}

SettingsTable explicitTable() {
  using S = ExplicitSettings;
  return table<S>(
      "explicitIntegration", "explicit time integration", "", {"dynamic"},
      {setting("computeEndOfStepAccelerations", &S::computeEndOfStepAccelerations, unit::none, anyNumber,
               "compute accelerations at the end of each step, for sensors"),
       setting("computeMassMatrixInversePerBody", &S::computeMassMatrixInversePerBody, unit::none, anyNumber,
               "accepted for exchange; the whole matrix is factorised, with the same result"),
       setting("eliminateConstraints", &S::eliminateConstraints, unit::none, anyNumber, "eliminate constraints of single coordinates"),
       setting("useLieGroupIntegration", &S::useLieGroupIntegration, unit::none, anyNumber, "Lie group update of rotation vectors")},
      [](AnalysisStep& step) -> void* { return &step.explicitIntegration; });
}

SettingsTable eigenvalueTable() {
  using S = EigenvalueSettings;
  return table<S>(
      "", "", "", {"eigenvalues"},
      {setting("numberOfEigenvalues", &S::numberOfEigenvalues, unit::none, nonNegative, "number of eigenvalues, smallest first; 0: all"),
       setting("computeModes", &S::computeModes, unit::none, anyNumber, "also compute the modes")},
      [](AnalysisStep& step) -> void* { return &step.eigenvalues; });
}

// The first of each is the default.
constexpr Words<AnalysisType, 3> typeWords{
    {{AnalysisType::dynamic, "dynamic"}, {AnalysisType::staticEquilibrium, "static"}, {AnalysisType::eigenvalues, "eigenvalues"}}};
constexpr Words<DynamicSolver, 10> solverWords{{{DynamicSolver::GeneralizedAlpha, "GeneralizedAlpha"},
                                                {DynamicSolver::TrapezoidalIndex2, "TrapezoidalIndex2"},
                                                {DynamicSolver::ExplicitEuler, "ExplicitEuler"},
                                                {DynamicSolver::ExplicitMidpoint, "ExplicitMidpoint"},
                                                {DynamicSolver::RK33, "RK33"},
                                                {DynamicSolver::RK44, "RK44"},
                                                {DynamicSolver::RK67, "RK67"},
                                                {DynamicSolver::ODE23, "ODE23"},
                                                {DynamicSolver::DOPRI5, "DOPRI5"},
                                                {DynamicSolver::VelocityVerlet, "VelocityVerlet"}}};
constexpr Words<LinearSolverChoice, 3> linearSolverWords{
    {{LinearSolverChoice::automatic, "auto"}, {LinearSolverChoice::dense, "dense"}, {LinearSolverChoice::sparse, "sparse"}}};
constexpr Words<RedundantConstraints, 2> redundantConstraintsWords{
    {{RedundantConstraints::share, "share"}, {RedundantConstraints::stop, "stop"}}};

constexpr Row changeRows[] = {
    referenceRow<NodeIndex>("node", 0, Presence::optional, "the node to change"),
    referenceRow<ObjectIndex>("object", 0, Presence::optional, "the object to change; * in a name matches any characters"),
    referenceRow<MarkerIndex>("marker", 0, Presence::optional, "the marker to change"),
    referenceRow<LoadIndex>("load", 0, Presence::optional, "the load to change")};
constexpr Table changeTable{"change", "an item, or several by a name with *, and new values of parameters", changeRows};

// Rows of a step besides the settings in structs.
constexpr Row solverRow = wordRow("solver", solverWords, solverWords[{}], "method of time integration");
constexpr Row stepSizeRow =
    row<double>("stepSize", unit::second, positive, Presence::optional, "length of a time step, instead of numberOfSteps");
constexpr Row linearSolverRow =
    wordRow("linearSolver", linearSolverWords, linearSolverWords[{}], "solver of linear systems of equations; auto: chosen by their size");
constexpr Row redundantConstraintsRow =
    wordRow("redundantConstraints", redundantConstraintsWords, redundantConstraintsWords[{}],
            "redundant constraints: share the load, with the smallest reactions that balance, or stop the run");
constexpr Row setRow = listOf(tableRow("set", changeTable, Presence::optional, "parameters of items that change before the step"));

constexpr Row endRows[] = {
    textRow("sensor", Says::sensor, Presence::required, "sensor to watch"),
    row<int>("component", unit::none, nonNegative, 0, "its component"),
    row<double>("above", unit::none, anyNumber, Presence::optional, "the run ends when the component is larger, in its unit"),
    row<double>("below", unit::none, anyNumber, Presence::optional, "the run ends when the component is smaller, in its unit"),
    textRow("message", Says::localised, Presence::optional, "a sentence that describes the event")};
constexpr Table endTable{"end", "a limit of a sensor that ends the run", endRows};
constexpr Row endWhenRow = listOf(
    tableRow("endWhen", endTable, Presence::optional, "limits that end the run without an error, at the first sample beyond a limit"));

/// Settings of Exudyn that concern its files, threads and screen.
const std::vector<std::string> outsideModel{"verboseMode",
                                            "verboseModeFile",
                                            "simulateInRealtime",
                                            "realtimeFactor",
                                            "numberOfThreads",
                                            "parallel",
                                            "solutionSettings",
                                            "writeSolutionToFile",
                                            "coordinatesSolutionFileName",
                                            "sensorsStoreAndWriteFiles",
                                            "sensorsAppendToFile",
                                            "outputPrecision",
                                            "stepInformation",
                                            "displayStatistics",
                                            "displayComputationTime",
                                            "displayGlobalTimers",
                                            "pauseAfterEachStep",
                                            "cleanUpMemory",
                                            "preStepPyExecute",
                                            "linearSolverType",
                                            "dynamicSolverType"};

bool has(const std::vector<std::string>& list, const std::string& word) { return std::find(list.begin(), list.end(), word) != list.end(); }

class StepReader {
 public:
  StepReader(const Json& json, const DocumentPlace& place, const Model& model, const ValueReader& reader, UserFunctionReader& functions,
             ChangedItems& changed)
      : json_(json), place_(place), model_(model), reader_(reader), functions_(functions), changed_(changed), issues_(reader.issues()) {}

  AnalysisStep read() {
    step_.pointer = place_.pointer();
    if (!json_.is_object()) {
      issues_.error(place_, "must be an object with the settings of a step, got " + found(json_));
      return std::move(step_);
    }
    step_.type = choice("type", typeWords);
    type_ = typeWords[step_.type];
    for (const SettingsTable& table : settingsTables())
      if (has(table.steps, type_) && table.structOfStep) table.setDefaults(table.structOfStep(step_));
    for (auto entry = json_.begin(); entry != json_.end(); ++entry) readEntry(entry.key(), entry.value());
    limitIterations("newton", step_.newton.maxIterations);
    limitIterations("discontinuous", step_.discontinuous.maxIterations);
    if (step_.type == AnalysisType::dynamic) checkInterval();
    if (step_.assemble && !canAssemble) issues_.error(place_.at("assemble"), "only the whole engine can assemble");
    return std::move(step_);
  }

 private:
  /// Without a limit, a step that neither converges nor diverges would never end.
  void limitIterations(const char* group, int& maxIterations) const {
    constexpr int most = 10'000;
    if (maxIterations <= most) return;
    maxIterations = most;
    issues_.warning(place_.at(group).at("maxIterations"), "a step allows at most " + std::to_string(most) + " iterations");
  }

  /// Returns the value of the given word; the first if it is missing or invalid.
  template <class Enum, std::size_t count>
  Enum choice(const char* key, const Words<Enum, count>& words) {
    return static_cast<Enum>(choice(key, std::span<const char* const>(words)));
  }
  int choice(const char* key, std::span<const char* const> words) {
    if (!json_.contains(key)) return 0;
    const Json& json = json_[key];
    for (std::size_t i = 0; i < words.size(); ++i)
      if (json == words[i]) return static_cast<int>(i);
    const std::vector<std::string> known(words.begin(), words.end());
    const Message refusal = messages::mustBeOneOf({joined(known), found(json)});
    issues_.error(place_.at(key), json.is_string() ? withSuggestion(refusal, json.get_ref<const std::string&>(), known) : refusal);
    return 0;
  }

  void readEntry(const std::string& key, const Json& json) {
    if (key == "type") return;
    if (key == "set") {
      step_.set = readSet(json, place_.at("set"), model_, reader_, functions_, changed_);
      return;
    }
    if (key == "linearSolver") {
      step_.linearSolver = choice("linearSolver", linearSolverWords);
      if (step_.type == AnalysisType::eigenvalues)
        issues_.warning(place_.at(key), "'linearSolver' has no effect on eigenvalues: their matrices are always dense");
      return;
    }
    if (key == "redundantConstraints") {
      step_.redundantConstraints = choice("redundantConstraints", redundantConstraintsWords);
      return;
    }
    if (type_ == "dynamic" && key == "solver") {
      step_.solver = choice("solver", solverWords);
      return;
    }
    if (type_ == "dynamic" && key == "endWhen") return readEndWhen(json);
    if (type_ == "dynamic" && key == "stepSize") return;  // read with the interval
    readSetting("", key, json, place_.at(key));
  }

  /// Reads a setting of this step or of a group in it.
  void readSetting(const std::string& group, const std::string& key, const Json& json, const DocumentPlace& place) {
    for (const SettingsTable& table : settingsTables()) {
      if (!has(table.steps, type_)) continue;
      if (table.group == key && table.parent == group) return readGroup(table, json, place);
      if (table.group != group) continue;
      for (const Parameter& setting : table.settings) {
        if (setting.name != key) continue;
        std::shared_ptr<void> unused;
        if (!table.structOfStep) unused = table.create();
        const Target target = setting.target(unused ? unused.get() : table.structOfStep(step_));
        reader_.read(json, setting, target, place);
        return;
      }
    }
    refuse(group, key, place);
  }

  void readGroup(const SettingsTable& table, const Json& json, const DocumentPlace& place) {
    if (!json.is_object()) {
      issues_.error(place, "must be an object with settings, got " + found(json));
      return;
    }
    for (auto entry = json.begin(); entry != json.end(); ++entry)
      readSetting(table.group, entry.key(), entry.value(), place.at(entry.key()));
  }

  void refuse(const std::string& group, const std::string& key, const DocumentPlace& place) {
    if (has(outsideModel, key)) {
      issues_.error(place, quote(key) + " is not a setting of a model: " +
                               (key == "dynamicSolverType"  ? "the method is chosen by 'solver'"
                                : key == "linearSolverType" ? "the method is chosen by 'linearSolver'"
                                                            : "files, threads and output are chosen when it is run"));
      return;
    }
    std::vector<std::string> known;
    std::string elsewhere;
    for (const SettingsTable& table : settingsTables()) {
      const bool here = has(table.steps, type_);
      if (here && table.group == group)
        for (const Parameter& setting : table.settings) known.emplace_back(setting.name);
      if (here && table.parent == group && !table.group.empty()) known.push_back(table.group);
      const bool holds = std::any_of(table.settings.begin(), table.settings.end(), [&](const Parameter& s) { return s.name == key; });
      if (!elsewhere.empty() || (!holds && table.group != key)) continue;
      if (!here)
        elsewhere = "is a setting of '" + table.steps[0] + "' steps, not of '" + type_ + "' ones";
      else if (holds && table.group != group)
        elsewhere = table.group.empty() ? "belongs directly in the step" : "belongs in '" + table.group + "'";
    }
    if (group.empty()) {
      known.emplace_back("type");
      for (const Row& row : stepRows(type_)) known.emplace_back(row.name);
    }
    if (key == "solver" || key == "stepSize" || key == "endWhen")
      elsewhere = "is a setting of 'dynamic' steps, not of '" + type_ + "' ones";
    std::string meant = suggestion(key, known);
    if (const std::string grouped = elsewhere.empty() && group.empty() ? similarInGroup(key) : ""; !grouped.empty())
      meant = meant.empty() ? "; did you mean " + grouped + "?" : meant.substr(0, meant.size() - 1) + " or " + grouped + "?";
    issues_.error(place, elsewhere.empty() ? "unknown setting " + quote(key) + meant : quote(key) + " " + elsewhere);
  }

  /// Returns "'relativeTolerance' in 'newton'": a setting with a similar name in a group of this step, or "".
  std::string similarInGroup(const std::string& key) const {
    for (const SettingsTable& table : settingsTables()) {
      if (!has(table.steps, type_) || table.group.empty()) continue;
      std::vector<std::string> names;
      for (const Parameter& setting : table.settings) names.emplace_back(setting.name);
      const std::string meant = suggestion(key, names);
      const std::size_t start = meant.find('\'');
      if (start != std::string::npos) return meant.substr(start, meant.size() - 1 - start) + " in " + quote(table.group);
    }
    return "";
  }

  void checkInterval() {
    const double duration = step_.endTime - step_.startTime;
    if (!(duration > 0)) {
      const char* key = json_.contains("endTime") ? "endTime" : "startTime";
      issues_.error(json_.contains(key) ? place_.at(key) : place_,
                    messages::endBeforeStart({numberText(step_.startTime), numberText(step_.endTime)}));
      return;
    }
    if (!std::isfinite(duration)) {
      issues_.error(place_.at("endTime"),
                    "is too far from startTime (" + numberText(step_.startTime) + " s), got " + numberText(step_.endTime));
      return;
    }
    double count = step_.numberOfSteps, stepSize = duration / count;
    if (json_.contains("stepSize")) {
      if (!reader_.read(json_["stepSize"], stepSizeRow, &stepSize, place_.at("stepSize"))) return;
      if (json_.contains("numberOfSteps")) {
        issues_.error(place_.at("stepSize"), "'stepSize' and 'numberOfSteps' are both given: remove one, as it follows from the other");
        return;
      }
      count = duration / stepSize;
    }
    const double whole = std::round(count);
    if (whole < 1 || std::abs(count - whole) > 100 * std::numeric_limits<double>::epsilon() * count) {
      if (json_.contains("stepSize"))
        issues_.error(place_.at("stepSize"), messages::stepsDoNotDivide({numberText(duration), numberText(count)}));
      else if (step_.numberOfSteps > 0)
        issues_.error(place_.at("numberOfSteps"), messages::mustBe({messages::aWholeNumber(), numberText(count)}));
      return;
    }
    const double latest = std::max(std::abs(step_.startTime), std::abs(step_.endTime));
    if (latest + stepSize == latest) {
      issues_.error(place_.at(json_.contains("stepSize") ? "stepSize" : "numberOfSteps"),
                    "makes steps of " + numberText(stepSize) + " s, too small to be added to " + numberText(latest) + " s");
      return;
    }
    if (!std::isfinite(stepSize * stepSize) || !std::isfinite(1 / (stepSize * stepSize))) {
      issues_.error(json_.contains("endTime") ? place_.at("endTime") : place_,
                    "makes steps of " + numberText(stepSize) + " s, whose square is outside of the range of numbers");
      return;
    }
    step_.numberOfSteps = whole;
  }

  void readEndWhen(const Json& json) {
    const auto add = [this](const Table&, const Json& limit, const DocumentPlace& place) { return addEndCondition(limit, place); };
    TableReader(reader_, TableReader::Strict::refused, &model_, add).value(json, endWhenRow, place_.at("endWhen"));
  }

  bool addEndCondition(const Json& limit, const DocumentPlace& place) {
    EndCondition end;
    const auto& sensors = model_.sensors();
    const auto sensor = std::find_if(sensors.begin(), sensors.end(), [&](const ModelItem& each) { return limit["sensor"] == each.name; });
    end.sensor = static_cast<int>(sensor - sensors.begin());
    end.component = limit["component"];
    if (!limit["above"].is_null()) end.above = limit["above"];
    if (!limit["below"].is_null()) end.below = limit["below"];
    end.message = limit["message"];
    if (std::isinf(end.above) && std::isinf(end.below)) {
      issues_.error(place, "has no limit: give 'above', 'below' or both");
    } else if (end.below >= end.above) {
      issues_.error(place.at("below"), "must be less than 'above' (" + numberText(end.above) + "), got " + numberText(end.below) +
                                           ": every value is beyond one limit");
    } else if (sensor->type && sensor->value) {
      const auto size = static_cast<int>(sensorLayout(model_, end.sensor).components.size());
      if (end.component >= size)
        issues_.error(place.at("component"), "must be less than " + std::to_string(size) + ", the number of components of sensor " +
                                                 quote(sensor->name) + ", got " + std::to_string(end.component));
    }
    step_.endWhen.push_back(std::move(end));
    return true;
  }

  const Json& json_;
  const DocumentPlace place_;
  const Model& model_;
  const ValueReader& reader_;
  UserFunctionReader& functions_;
  ChangedItems& changed_;
  Issues& issues_;
  AnalysisStep step_;
  std::string type_;
};

}  // namespace

void SettingsTable::setDefaults(void* settingsStruct) const {
  for (const Parameter& setting : settings) setting.setDefault(settingsStruct);
}

std::shared_ptr<void> SettingsTable::create() const {
  std::shared_ptr<void> settingsStruct = construct();
  setDefaults(settingsStruct.get());
  return settingsStruct;
}

const std::vector<SettingsTable>& settingsTables() {
  static const std::vector<SettingsTable> tables{dynamicTable(),
                                                 staticTable(),
                                                 loadStepTable(),
                                                 eigenvalueTable(),
                                                 startTable(),
                                                 newtonTable(),
                                                 numericalDifferentiationTable(),
                                                 discontinuousTable(),
                                                 generalizedAlphaTable(),
                                                 explicitTable()};
  return tables;
}

std::span<const char* const> stepTypes() { return typeWords; }

std::vector<Row> stepRows(std::string_view type) {
  std::vector<Row> rows;
  if (type == "dynamic") rows = {solverRow, stepSizeRow, endWhenRow};
  if (type != "eigenvalues") rows.push_back(linearSolverRow);
  rows.insert(rows.end(), {redundantConstraintsRow, setRow});
  return rows;
}

double balanceTolerance(const Model& model) {
  double largest = 0;
  for (const AnalysisStep& step : model.analysis)
    if (step.type == AnalysisType::dynamic) largest = std::max(largest, step.balanceTolerance);
  return largest;
}

std::vector<AnalysisStep> readAnalysis(const Json& document, const Model& model, const ValueReader& reader, UserFunctionReader& functions) {
  if (!document.contains("analysis")) {
    AnalysisStep step;
    step.pointer = "/analysis";
    return {step};
  }
  const Json& json = document["analysis"];
  const DocumentPlace place("/analysis");
  std::vector<AnalysisStep> steps;
  ChangedItems changed;
  if (json.is_object()) {
    steps.push_back(StepReader(json, place, model, reader, functions, changed).read());
  } else if (json.is_array() && !json.empty()) {
    for (std::size_t i = 0; i < json.size(); ++i)
      steps.push_back(StepReader(json[i], place.at(static_cast<int>(i)), model, reader, functions, changed).read());
  } else {
    reader.issues().error(place, "must be a step or a list of steps, got " + found(json));
  }
  return steps;
}

}  // namespace slipstick
