// User functions of the host program.

#include "core/simulation/simulation.h"

#include <gtest/gtest.h>

#include "core/math/dual.h"
#include "core/registry/user_function.h"
#include "core/simulation/result.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// A mass on a spring; `law` holds members of the spring.
std::string oscillator(const std::string& law) {
  return R"json({"slipstick": 1, "nodes": [{"type": "PointGround"}, {"type": "1D", "name": "mass", "initialCoordinates": [0.1]},
      {"type": "GenericData", "name": "states", "numberOfDataCoordinates": 3, "initialCoordinates": [0, 0, 0]}],
    "objects": [{"type": "Mass1D", "physicsMass": 2, "nodeNumber": "mass"},
      {"type": "ConnectorCoordinateSpringDamperExt", "name": "spring", "markerNumbers": [0, 1], "nodeNumber": "states", )json" +
         law +
         R"json(}, {"type": "Ground"}, {"type": "ConnectorRigidBodySpringDamper", "name": "bushing", "markerNumbers": [2, 2], "nodeNumber": "states"}],
    "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}, {"type": "NodeCoordinate", "nodeNumber": "mass", "coordinate": 0},
      {"type": "BodyRigid", "bodyNumber": 2}],
    "sensors": [{"type": "Object", "name": "q", "objectNumber": "spring", "outputVariableType": "Displacement"},
      {"type": "UserFunction", "name": "pair", "sensorUserFunction": ["t", "sensor(\"q\")"]}],
    "analysis": {"endTime": 1, "stepSize": 0.01}})json";
}
const std::string cubic =
    R"("springForceUserFunction": "stiffness*displacement + 5e3*displacement^3 + damping*velocity", "stiffness": 80, "damping": 2)";
void cubicForce(const double* a, double* force) { *force = a[3] * a[1] + 5e3 * a[1] * a[1] * a[1] + a[4] * a[2]; }

TEST(HostFunctions, AgreeWithTheFormula) {
  const Recorded byFormula = run(oscillator(cubic));
  Recorded byHost(load(oscillator(R"("stiffness": 80, "damping": 2)")));
  byHost.simulation().setUserFunction(ItemKind::object, "spring", "springForceUserFunction", cubicForce);
  ASSERT_EQ(byHost.simulation().run(), Simulation::Status::finished);
  EXPECT_NEAR(byHost.last("q"), byFormula.last("q"), 1e-10);  // Newton's method leaves 3e-9 of a step's increment
  EXPECT_GT(std::abs(byHost.last("q")), 1e-3);
  // The tangents differ by rounding, which may cause another iteration and then other start values of the next steps: 147 and 152
  // iterations in 100 steps.
  EXPECT_NEAR(byHost.statistics().newtonIterations, byFormula.statistics().newtonIterations, 20);
}

TEST(HostFunctions, HaveADescriptionOfArgumentsAndResult) {
  Recorded recorded(load(oscillator(cubic)));
  Simulation& simulation = recorded.simulation();
  const auto nothing = [](const double*, double*) {};
  const auto spring = simulation.setUserFunction(ItemKind::object, "spring", "springForceUserFunction", nothing);
  EXPECT_EQ(spring.argumentSize, 12);
  EXPECT_EQ(spring.resultSize, 1);
  EXPECT_EQ(spring.arguments[1].name, "displacement");
  const auto force = simulation.setUserFunction(ItemKind::object, "bushing", "springForceTorqueUserFunction", nothing);
  EXPECT_EQ(force.argumentSize, 1 + 4 * 3 + 2 * 36 + 2 * 9 + 6);
  EXPECT_EQ(force.resultSize, 6);
  const auto post = simulation.setUserFunction(ItemKind::object, "bushing", "postNewtonStepUserFunction", nothing);
  EXPECT_EQ(post.argumentSize, force.argumentSize + 3);
  EXPECT_EQ(post.arguments[1].name, "dataCoordinates");
  EXPECT_EQ(post.resultSize, 2 + 3);
  EXPECT_EQ(simulation.setUserFunction(ItemKind::sensor, "pair", "sensorUserFunction", nothing).resultSize, 2);
}

TEST(HostFunctions, NeedAnItemWithSuchAFunction) {
  Recorded recorded(load(oscillator(cubic)));
  const auto message = [&](const std::string& item, const std::string& parameter) -> std::string {
    try {
      recorded.simulation().setUserFunction(ItemKind::object, item, parameter, cubicForce);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message("sprng", "springForceUserFunction"), "the model has no object 'sprng'");
  const std::string wrong = "object 'spring' (ConnectorCoordinateSpringDamperExt) has no user function ";
  EXPECT_EQ(message("spring", "forceUserFunction"), wrong + "'forceUserFunction'");
  EXPECT_EQ(message("spring", "stiffness"), wrong + "'stiffness'");
}

TEST(HostFunctions, ThatFailStopTheRunAndKeepItsSamples) {
  Recorded recorded(load(oscillator(cubic)));
  recorded.simulation().setUserFunction(ItemKind::object, "spring", "springForceUserFunction", [](const double* given, double* force) {
    if (given[0] > 0.505) throw std::runtime_error("the table ends here");
    cubicForce(given, force);
  });
  EXPECT_EQ(recorded.simulation().run(), Simulation::Status::failed);
  EXPECT_EQ(recorded.stop().reason, Stop::Reason::modelError);
  EXPECT_EQ(recorded.stop().message, "the user function springForceUserFunction of object 'spring' failed: the table ends here");
  EXPECT_NEAR(recorded.time().back(), 0.5, 1e-9);
}

TEST(HostFunctions, AreDifferentiatedOnlyByVaryingNumbers) {
  int calls = 0;
  const UserFunction function(
      [&](const double* a, double* result) {
        ++calls;
        result[0] = a[0] * a[1] * a[1], result[1] = std::sin(a[2]);
      },
      3, 2);
  using D = Dual<2>;
  const D arguments[3] = {D(3.0), D::variable(2, 0), D::variable(0.5, 1)};
  D result[2];
  function.evaluate(arguments, nullptr, result);
  EXPECT_EQ(calls, 1 + 2 * 2);
  EXPECT_EQ(result[0].value, 12);
  EXPECT_NEAR(result[0].derivative[0], 12, 1e-8);
  EXPECT_NEAR(result[0].derivative[1], 0, 1e-8);
  EXPECT_NEAR(result[1].derivative[1], std::cos(0.5), 1e-8);
  const double plain[3] = {3, 2, 0.5};
  double values[2];
  function.evaluate(plain, nullptr, values);
  EXPECT_EQ(calls, 6);
}

TEST(HostFunctions, GiveWayToAFormulaThatAnAnalysisStepSets) {
  Json document = Json::parse(oscillator(cubic));
  const Json step = document["analysis"];
  document["analysis"] = {step, step};
  document["analysis"][1]["startTime"] = 1, document["analysis"][1]["endTime"] = 2;
  document["analysis"][1]["set"] = {{{"object", "spring"}, {"springForceUserFunction", "0"}}};
  Recorded recorded(load(document.dump()));
  recorded.simulation().setUserFunction(ItemKind::object, "spring", "springForceUserFunction", cubicForce);
  ASSERT_EQ(recorded.simulation().run(), Simulation::Status::finished);
  const auto q = recorded.column("q");
  const std::size_t n = q.size();
  EXPECT_NEAR(q[n - 1] - q[n - 11], q[n - 11] - q[n - 21], 1e-9) << "moves on without force";
  EXPECT_GT(std::abs(q[n - 1] - q[n - 11]), 1e-4);
}

const std::string bar = R"({"slipstick": 1, "create": [
  {"type": "RigidBody2D", "name": "bar", "referencePosition": [0.5, 0, 0], "inertia": {"mass": 1, "inertia6D": [0, 0, 0.08, 0, 0, 0]},
   "gravity": [0, -9.81, 0]}, {"type": "RevoluteJoint", "bodies": [null, "bar"], "position": [0, 0, 0], "axis": [0, 0, 1]})";

// Tested also in tests/web/format/csv.test.ts.
TEST(Csv, ACellIsNoFormulaForASpreadsheet) {
  const std::pair<std::string, std::string> cells[] = {
      {"=HYPERLINK(\"https://example.org\")", "\"'=HYPERLINK(\"\"https://example.org\"\")\""},
      {"=1+1", "'=1+1"},
      {"+1+1", "'+1+1"},
      {"-1+1", "'-1+1"},
      {"@SUM(A1)", "'@SUM(A1)"},
      {"\t=1", "'\t=1"},
      {"\r=1", "\"'\r=1\""},
      {"-x.y [m]", "'-x.y [m]"},
      {"a=1", "a=1"},
      {"-0.5", "-0.5"},
      {"-.5", "-.5"},
      {"+1e-3", "+1e-3"},
      {"-1E5", "-1E5"},
      {"-", "-"},
      {"", ""},
      {"tip, \"left\"", "\"tip, \"\"left\"\"\""},
  };
  for (const auto& [text, cell] : cells) EXPECT_EQ(csvCell(text), cell);
}

TEST(Csv, NamesOfSensorsAreNoFormulas) {
  Simulation simulation(load(R"({"slipstick": 1, "create": [{"type": "MassPoint", "name": "m", "physicsMass": 1}],
    "sensors": [{"type": "Body", "name": "=1+1", "bodyNumber": "m", "outputVariableType": "Position"}],
    "analysis": {"endTime": 0.1, "stepSize": 0.1}})"));
  simulation.run();
  EXPECT_EQ(resultCsv(simulation).substr(0, 10), "t (s),'=1+");
}

TEST(Simulation, NamesTheSettingThatShortensSteps) {
  const auto adviceFor = [](const std::string& more) {
    return run(bar + more + R"("analysis": {"endTime": 1, "stepSize": 0.2, "newton": {"maxIterations": 3}}})").statistics().advice;
  };
  const std::string alone = adviceFor("], ");
  EXPECT_NE(alone.find("twice the 5 requested steps"), std::string::npos) << alone;
  EXPECT_NE(alone.find("A 'stepSize' of about 0.0"), std::string::npos) << alone;
  const std::string rope = R"(, {"type": "Cable2D", "name": "rope", "startPosition": [2, 0], "endPosition": [3, 0], "numberOfElements": 2,
    "physicsMassPerLength": 1, "physicsBendingStiffness": 1, "physicsAxialStiffness": 1e3)";
  EXPECT_NE(adviceFor(rope + "}], ").find("axial vibrations of 'rope.0' and 1 more do not decay"), std::string::npos);
  EXPECT_EQ(adviceFor(rope + R"(, "physicsAxialDamping": 2}], )").find("rope.0"), std::string::npos);
  EXPECT_EQ(run(bar + R"(], "analysis": {"endTime": 1, "stepSize": 0.01}})").statistics().advice, "");
}

}  // namespace
}  // namespace slipstick::testing
