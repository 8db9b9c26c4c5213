#include "core/model/analysis.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/model/load.h"

namespace slipstick {
namespace {

Lines ofStep(const std::string& step) { return issuesOf(document("\"analysis\": " + step)); }
AnalysisStep step(const std::string& text) {
  const auto loaded = model(document("\"analysis\": " + text));
  if (loaded) return loaded->analysis.at(0);
  ADD_FAILURE() << text;
  return {};
}

TEST(Analysis, HasTheDefaultsOfTheFormat) {
  const AnalysisStep dynamic = step("{}");
  EXPECT_EQ(dynamic.endTime, 1);
  EXPECT_EQ(dynamic.numberOfSteps, 100);
  EXPECT_EQ(dynamic.adaptiveStepDecrease, 0.5);
  EXPECT_EQ(dynamic.computeLoadsJacobian, 0);
  const AnalysisStep equilibrium = step(R"({"type": "static"})");
  EXPECT_EQ(equilibrium.type, AnalysisType::staticEquilibrium);
  EXPECT_EQ(equilibrium.adaptiveStepDecrease, 0.25);
  EXPECT_EQ(equilibrium.adaptiveStepRecoverySteps, 4);
  EXPECT_EQ(equilibrium.computeLoadsJacobian, 1);
}

// The tables agree with the structs that they describe.
TEST(Analysis, TablesAgreeWithTheStructs) {
  for (const SettingsTable& table : settingsTables()) {
    if (!table.structOfStep || table.steps[0] == "static") continue;
    AnalysisStep plain;
    const auto fromTable = table.create();
    for (const Parameter& setting : table.settings)
      EXPECT_EQ(toJson(setting.target(fromTable.get())), toJson(setting.target(table.structOfStep(plain)))) << setting.name;
  }
}

TEST(Analysis, ReadsSettingsAndTheirGroups) {
  const AnalysisStep read = step(R"({"solver": "TrapezoidalIndex2", "endTime": 2, "numberOfSteps": 1000.0, "linearSolver": "sparse",
    "generalizedAlpha": {"spectralRadius": "1/2"}, "newton": {"useModifiedNewton": true, "numericalDifferentiation": {"relativeEpsilon": 1e-5}},
    "discontinuous": {"maxIterations": 7.0}})");
  EXPECT_EQ(read.solver, DynamicSolver::TrapezoidalIndex2);
  EXPECT_EQ(read.numberOfSteps, 1000);
  EXPECT_EQ(read.linearSolver, LinearSolverChoice::sparse);
  EXPECT_EQ(read.generalizedAlpha.spectralRadius, 0.5);
  EXPECT_TRUE(read.newton.useModifiedNewton);
  EXPECT_EQ(read.discontinuous.maxIterations, 7);
}

TEST(Analysis, AcceptsAStepSizeInsteadOfTheNumberOfSteps) {
  EXPECT_EQ(step(R"({"endTime": 2, "stepSize": 0.001})").numberOfSteps, 2000);
  EXPECT_EQ(step(R"({"startTime": 0.1, "endTime": 0.4, "stepSize": 0.1})").numberOfSteps, 3);
  EXPECT_EQ(ofStep(R"({"stepSize": 0.3})").at(0).substr(0, 104),
            "/analysis/stepSize: must divide the time from startTime to endTime (1 s) into a whole number of steps, g");
  EXPECT_EQ(ofStep(R"({"stepSize": 0.1, "numberOfSteps": 10})"),
            Lines{"/analysis/stepSize: 'stepSize' and 'numberOfSteps' are both given: remove one, as it follows from the other"});
  EXPECT_EQ(ofStep(R"({"stepSize": 0})"), Lines{"/analysis/stepSize: must be more than 0 (s), got 0"});
  EXPECT_EQ(ofStep(R"({"numberOfSteps": 10.5})"), Lines{"/analysis/numberOfSteps: must be a whole number, got 10.5"});
  EXPECT_EQ(ofStep(R"({"numberOfSteps": 0})"), Lines{"/analysis/numberOfSteps: must be more than 0, got 0"});
}

TEST(Analysis, RefusesStepsTooSmallToBeCounted) {
  EXPECT_EQ(ofStep(R"({"numberOfSteps": 1e100})"), Lines{"/analysis/numberOfSteps: makes steps of 1e-100 s, too small to be added to 1 s"});
  EXPECT_EQ(ofStep(R"({"startTime": 1e6, "endTime": 1000001, "numberOfSteps": 1e11})"),
            Lines{"/analysis/numberOfSteps: makes steps of 1e-11 s, too small to be added to 1000001 s"});
  EXPECT_EQ(step(R"({"numberOfSteps": 1e12})").numberOfSteps, 1e12) << "long, but it has an end";
}

TEST(Analysis, RefusesTimesBeyondAllNumbers) {
  EXPECT_EQ(ofStep(R"({"endTime": 1e308, "stepSize": 0.001})"),
            Lines{"/analysis/stepSize: makes steps of 0.001 s, too small to be added to 1e+308 s"});
  EXPECT_EQ(ofStep(R"({"endTime": 1e308})"),
            Lines{"/analysis/endTime: makes steps of 1e+306 s, whose square is outside of the range of numbers"});
  EXPECT_EQ(ofStep(R"({"endTime": 1e-300})"),
            Lines{"/analysis/endTime: makes steps of 1e-302 s, whose square is outside of the range of numbers"});
  EXPECT_EQ(ofStep(R"({"startTime": -1e308, "endTime": 1e308})"),
            Lines{"/analysis/endTime: is too far from startTime (-1e+308 s), got 1e+308"});
  EXPECT_EQ(step(R"({"endTime": 1e15, "stepSize": 1})").numberOfSteps, 1e15);
}

std::string limited(const std::string& limits) {
  return oscillator("", R"("definitions": {"most": "1.5"},
    "sensors": [{"type": "Body", "name": "place", "bodyNumber": "mass", "outputVariableType": "Position"}],
    "analysis": {"endWhen": )" +
                            limits + "}");
}

TEST(Analysis, ReadsLimitsAtWhichTheRunEnds) {
  const auto loaded = model(limited(R"([{"sensor": "place", "above": "most", "message": "It is far away."},
    {"sensor": "place", "component": 2, "below": -1, "above": 1}])"));
  ASSERT_TRUE(loaded);
  const std::vector<EndCondition>& limits = loaded->analysis.at(0).endWhen;
  ASSERT_EQ(limits.size(), 2u);
  EXPECT_EQ(limits[0].sensor, 0);
  EXPECT_EQ(limits[0].component, 0);
  EXPECT_EQ(limits[0].above, 1.5);
  EXPECT_TRUE(std::isinf(limits[0].below));
  EXPECT_EQ(limits[0].message, "It is far away.");
  EXPECT_EQ(limits[1].component, 2);
  EXPECT_EQ(limits[1].below, -1);
}

TEST(Analysis, RefusesLimitsThatMakeNoSense) {
  EXPECT_EQ(issuesOf(limited(R"([{"sensor": "plaec", "above": 1}, {"sensor": "place", "component": 3, "above": 1}, {"sensor": "place"},
    {"above": 1}, {"sensor": "place", "above": 1, "below": 2}, {"sensor": "place", "abvoe": 1, "below": "x"}, 5])")),
            (Lines{"/analysis/endWhen/0/sensor: no sensor is called 'plaec'; did you mean 'place'?",
                   "/analysis/endWhen/1/component: must be less than 3, the number of components of sensor 'place', got 3",
                   "/analysis/endWhen/2: has no limit: give 'above', 'below' or both",
                   "/analysis/endWhen/3: 'sensor' is missing: sensor to watch",
                   "/analysis/endWhen/4/below: must be less than 'above' (1), got 2: every value is beyond one limit",
                   "/analysis/endWhen/5/abvoe: unknown key 'abvoe'; did you mean 'above'?",
                   "/analysis/endWhen/5/below: in 'x' at character 1: unknown name 'x'; known names: most",
                   "/analysis/endWhen/6: must be an object, got 5"}));
  EXPECT_EQ(issuesOf(limited("5")), Lines{"/analysis/endWhen: must be a list, got 5"});
  EXPECT_EQ(ofStep(R"({"type": "static", "endWhen": []})"),
            Lines{"/analysis/endWhen: 'endWhen' is a setting of 'dynamic' steps, not of 'static' ones"});
}

TEST(Analysis, ChoosesTheTreatmentOfRedundantConstraints) {
  EXPECT_EQ(step("{}").redundantConstraints, RedundantConstraints::share);
  for (const char* type : {"dynamic", "static", "eigenvalues"})
    EXPECT_EQ(step(R"({"redundantConstraints": "stop", "type": ")" + std::string(type) + "\"}").redundantConstraints,
              RedundantConstraints::stop);
  EXPECT_EQ(ofStep(R"({"redundantConstraints": "stopp"})").at(0),
            "/analysis/redundantConstraints: must be one of share, stop, got 'stopp'; did you mean 'stop'?");
}

TEST(Analysis, EndsAfterItStarts) {
  EXPECT_EQ(ofStep(R"([{}, {"startTime": 3, "endTime": 2}])"), Lines{"/analysis/1/endTime: endTime must be after startTime (3 s), got 2"});
  EXPECT_EQ(ofStep(R"({"startTime": 3})"), Lines{"/analysis/startTime: endTime must be after startTime (3 s), got 1"});
}

TEST(Analysis, RefusesSettingsThatMakeNoSense) {
  EXPECT_EQ(
      ofStep(R"([{"type": "static", "endTime": 2, "newton": {"relativTolerance": 1}},
                       {"numberOfLoadSteps": 2, "verboseMode": 1, "spectralRadius": 0.5, "endTme": 1, "type": "dynamic"}, 5, {"type": "dynamik"}])"),
      (Lines{"/analysis/0/endTime: 'endTime' is a setting of 'dynamic' steps, not of 'static' ones",
             "/analysis/0/newton/relativTolerance: unknown setting 'relativTolerance'; did you mean 'relativeTolerance'?",
             "/analysis/1/numberOfLoadSteps: 'numberOfLoadSteps' is a setting of 'static' steps, not of 'dynamic' ones",
             "/analysis/1/verboseMode: 'verboseMode' is not a setting of a model: files, threads and output are chosen when it is run",
             "/analysis/1/spectralRadius: 'spectralRadius' belongs in 'generalizedAlpha'",
             "/analysis/1/endTme: unknown setting 'endTme'; did you mean 'endTime'?",
             "/analysis/2: must be an object with the settings of a step, got 5",
             "/analysis/3/type: must be one of dynamic, static, eigenvalues, got 'dynamik'; did you mean 'dynamic'?"}));
  EXPECT_EQ(ofStep("[]"), Lines{"/analysis: must be a step or a list of steps, got an empty list"});
  EXPECT_EQ(
      ofStep(R"({"generalizedAlpha": {"spectralRadius": 2}, "newton": 1, "solver": null})"),
      (Lines{"/analysis/generalizedAlpha/spectralRadius: must be between 0 and 1, got 2",
             "/analysis/newton: must be an object with settings, got 1",
             "/analysis/solver: must be one of GeneralizedAlpha, TrapezoidalIndex2, ExplicitEuler, ExplicitMidpoint, RK33, RK44, RK67, "
             "ODE23, DOPRI5, VelocityVerlet, got null"}));
}

TEST(Analysis, IteratesNoLongerThanAStepMayTake) {
  const auto loaded = loadModel(document(R"("analysis": {"newton": {"maxIterations": 1e8}, "discontinuous": {"maxIterations": 10001}})"));
  ASSERT_EQ(loaded.issues.size(), 2u);
  EXPECT_EQ(loaded.issues[0].pointer, "/analysis/newton/maxIterations");
  EXPECT_EQ(loaded.issues[0].message, "a step allows at most 10000 iterations");
  EXPECT_EQ(loaded.issues[1].pointer, "/analysis/discontinuous/maxIterations");
  ASSERT_TRUE(loaded.model);
  EXPECT_EQ(loaded.model->analysis[0].newton.maxIterations, 10000);
  EXPECT_EQ(loaded.model->analysis[0].discontinuous.maxIterations, 10000);
  EXPECT_EQ(ofStep(R"({"newton": {"maxIterations": 10000}})"), Lines{});
}

TEST(Analysis, CautionsAgainstFactorsOnTheWrongSideOfOne) {
  EXPECT_EQ(ofStep(R"({"adaptiveStepDecrease": 1})"),
            Lines{"/analysis/adaptiveStepDecrease: warning: should be more than 0 and less than 1, got 1"});
  EXPECT_EQ(ofStep(R"({"adaptiveStepIncrease": 0.5})"), Lines{"/analysis/adaptiveStepIncrease: warning: should be 1 or more, got 0.5"});
  EXPECT_EQ(ofStep(R"({"stepSizeSafety": 2})"), Lines{"/analysis/stepSizeSafety: warning: should be more than 0 and at most 1, got 2"});
  EXPECT_EQ(ofStep(R"({"stepSizeMaxIncrease": 0.5})"), Lines{"/analysis/stepSizeMaxIncrease: warning: should be 1 or more, got 0.5"});
  EXPECT_EQ(ofStep(R"({"adaptiveStepDecrease": -1})"),
            Lines{"/analysis/adaptiveStepDecrease: must be more than 0 and less than 1, got -1"});
}

TEST(Changes, AddressItemsByNumberNameOrPattern) {
  const auto loaded = model(oscillator(", \"stiffness\": 3", R"("parameters": {"k": 7},
    "analysis": {"set": [{"object": 2, "stiffness": "k"}, {"object": "spring", "activeConnector": false}, {"object": "s*g", "damping": 1}]})"));
  ASSERT_TRUE(loaded);
  const auto& changes = loaded->analysis[0].set;
  ASSERT_EQ(changes.size(), 3u);
  for (const ParameterChange& change : changes) EXPECT_EQ(change.items, std::vector<int>{2});
  EXPECT_EQ(toJson(changes[0].parameter->target(const_cast<void*>(changes[0].source.get()))), 7.0);
  EXPECT_EQ(toJson(changes[1].parameter->target(const_cast<void*>(changes[1].source.get()))), false);
}

TEST(Changes, ReportFixedParameters) {
  const auto ofChange = [](const std::string& change) { return issuesOf(oscillator("", "\"analysis\": {\"set\": [" + change + "]}")); };
  EXPECT_EQ(ofChange(R"({"object": "sprin", "stiffness": 1})"),
            Lines{"/analysis/set/0/object: no object is called 'sprin'; did you mean 'spring'?"});
  EXPECT_EQ(ofChange(R"({"object": "x*", "stiffness": 1})"), Lines{"/analysis/set/0/object: no object has a name like 'x*'"});
  EXPECT_EQ(ofChange(R"({"object": "spring", "stifness": 1})"),
            Lines{"/analysis/set/0/stifness: no parameter 'stifness' in object 'spring'; did you mean 'stiffness'?"});
  EXPECT_EQ(ofChange(R"({"object": "spring", "stiffness": -1})"), Lines{"/analysis/set/0/stiffness: must be 0 or more (N/m), got -1"});
  EXPECT_EQ(ofChange(R"({"object": "spring", "markerNumbers": [1, 0]})"),
            Lines{"/analysis/set/0/markerNumbers: the references of an item cannot change between steps"});
  EXPECT_EQ(ofChange(R"({"stiffness": 1})"), Lines{"/analysis/set/0: must name the item to change: 'node', 'object', 'marker' or 'load'"});
  EXPECT_EQ(ofChange(R"({"object": "spring"})"), Lines{"/analysis/set/0: changes nothing: give a parameter and its new value"});
}

}  // namespace
}  // namespace slipstick
