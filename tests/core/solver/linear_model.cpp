// Linear input-output models against closed forms, and what they refuse.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/simulation/linear.h"
#include "core/solver/linear_response.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

LinearResult linearOf(const Json& document, const LinearRequest& request, const std::map<std::string, double>& parameters = {}) {
  return linearise(load(document.dump(), parameters), request);
}
LinearModel modelOf(const Json& document, const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
  LinearModel model = linearOf(document, {inputs, outputs, {}}).model;
  EXPECT_EQ(model.problem, "");
  return model;
}
std::string problemOf(const Json& document, const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
  return linearOf(document, {inputs, outputs, {}}).model.problem;
}
void expectText(const std::string& text, const std::string& part) { EXPECT_NE(text.find(part), std::string::npos) << text; }

using TransferFunction = std::function<Complex(Complex)>;
/// The largest relative error of a frequency response.
double errorOf(const LinearModel& model, const std::vector<TransferFunction>& expected) {
  const FrequencyResponse response(model);
  double largest = 0;
  for (double w = 0.1; w < 2e3; w *= 1.17) {
    const std::vector<Complex> found = response.at(w);
    EXPECT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const Complex exact = expected[i](Complex(0, w));
      largest = std::max(largest, abs(found[i] - exact) / abs(exact));
    }
  }
  return largest;
}

constexpr double m1 = 2, m2 = 0.5, k1 = 800, k2 = 250, c1 = 3, c2 = 0.7;

/// Two masses in a row, between them and to the ground a spring and damper.
Json twoMasses() {
  return Json::parse(R"json({"slipstick": 1, "inputs": {"push": {"value": 0.3}, "unused": {"value": 0}},
    "nodes": [{"type": "1D", "name": "n1"}, {"type": "1D", "name": "n2"}, {"type": "PointGround", "name": "ground"}],
    "objects": [{"type": "Mass1D", "name": "m1", "physicsMass": 2, "nodeNumber": "n1"},
      {"type": "Mass1D", "name": "m2", "physicsMass": 0.5, "nodeNumber": "n2"},
      {"type": "ConnectorCoordinateSpringDamper", "name": "s1", "markerNumbers": ["c0", "c1"], "stiffness": 800, "damping": 3},
      {"type": "ConnectorCoordinateSpringDamper", "name": "s2", "markerNumbers": ["c1", "c2"], "stiffness": 250, "damping": 0.7}],
    "markers": [{"type": "NodeCoordinate", "name": "c0", "nodeNumber": "ground", "coordinate": 0},
      {"type": "NodeCoordinate", "name": "c1", "nodeNumber": "n1", "coordinate": 0},
      {"type": "NodeCoordinate", "name": "c2", "nodeNumber": "n2", "coordinate": 0}],
    "loads": [{"type": "Coordinate", "name": "force", "markerNumber": "c1", "load": 0},
      {"type": "Coordinate", "name": "formula", "markerNumber": "c1", "load": 0,
        "loadUserFunction": "2*input(\"push\") + 0.1*input(\"push\")^3"},
      {"type": "Coordinate", "name": "on ground", "markerNumber": "c0", "load": 0}],
    "sensors": [{"type": "Node", "name": "x1", "nodeNumber": "n1", "outputVariableType": "Coordinates"},
      {"type": "Node", "name": "x2", "nodeNumber": "n2", "outputVariableType": "Coordinates"},
      {"type": "Node", "name": "v2", "nodeNumber": "n2", "outputVariableType": "Coordinates_t"},
      {"type": "Node", "name": "a1", "nodeNumber": "n1", "outputVariableType": "Coordinates_tt"},
      {"type": "Object", "name": "spring force", "objectNumber": "s2", "outputVariableType": "Force"},
      {"type": "UserFunction", "name": "constant", "sensorUserFunction": "3"}],
    "analysis": [{"type": "dynamic", "endTime": 1, "numberOfSteps": 100}]})json");
}
Complex mid(Complex s) { return k2 + c2 * s; }
Complex near(Complex s) { return m1 * s * s + (c1 + c2) * s + k1 + k2; }
Complex far(Complex s) { return m2 * s * s + c2 * s + k2; }
Complex both(Complex s) { return near(s) * far(s) - mid(s) * mid(s); }

TEST(LinearModel, HasTheFrequencyResponseOfTwoMasses) {
  const LinearModel model = modelOf(twoMasses(), {"force"}, {"x1", "x2", "v2", "a1", "spring force"});
  const double error = errorOf(model, {[](Complex s) { return far(s) / both(s); }, [](Complex s) { return mid(s) / both(s); },
                                       [](Complex s) { return s * mid(s) / both(s); }, [](Complex s) { return s * s * far(s) / both(s); },
                                       [](Complex s) { return mid(s) * (mid(s) - far(s)) / both(s); }});
  EXPECT_LT(error, 1e-9);
  RecordProperty("error", std::to_string(error * 1e15) + "e-15");
  EXPECT_EQ(model.states, (std::vector<std::string>{"m1", "m2", "m1 rate", "m2 rate"}));
  EXPECT_EQ(model.a(2, 0), -(k1 + k2) / m1);
  EXPECT_EQ(model.d(3, 0), 1 / m1);
  // Zeros of x1: mass 2 on its spring alone; of x2: −k/c.
  const Zeros own = zerosOf(model, 0, 0), other = zerosOf(model, 1, 0);
  ASSERT_EQ(own.values.size(), 2u);
  EXPECT_NEAR(own.values[0].real(), -c2 / m2 / 2, 1e-9);
  EXPECT_NEAR(abs(own.values[0]), std::sqrt(k2 / m2), 1e-9);
  ASSERT_EQ(other.values.size(), 1u);
  EXPECT_NEAR(other.values[0].real(), -k2 / c2, 1e-6);
  EXPECT_EQ(zerosOf(model, 3, 0).values.size(), 4u);  // two at 0
}

TEST(LinearModel, DifferentiatesFormulasOfInputsAtTheirValues) {
  const double slope = 2 + 0.3 * 0.3 * 0.3;
  EXPECT_LT(errorOf(modelOf(twoMasses(), {"push"}, {"x2"}), {[&](Complex s) { return slope * (mid(s) / both(s)); }}), 1e-9);
}

TEST(LinearModel, HasTheExactStepResponse) {
  const LinearModel model = modelOf(twoMasses(), {"force"}, {"x1"});
  const StepResponse step = stepResponse(model, 200, 400);
  EXPECT_NEAR(step.values.back(), 1 / k1, 1e-15);
  EXPECT_EQ(step.values.front(), 0);
  // Against a run with the same force from rest.
  Json document = twoMasses();
  document["loads"][0]["load"] = 1, document["loads"].erase(1), document["inputs"] = Json::object();
  document["analysis"][0]["numberOfSteps"] = 20000;
  EXPECT_NEAR(stepResponse(model, 1, 10).values.back(), run(document.dump()).last("x1"), 1e-9);
}

TEST(LinearModel, PrescribesTheMotionOfAConstraint) {
  Json document = twoMasses();
  document["nodes"].push_back({{"type", "1D"}, {"name", "n0"}});
  document["objects"].push_back({{"type", "Mass1D"}, {"name", "m0"}, {"physicsMass", 3}, {"nodeNumber", "n0"}});
  document["markers"].push_back({{"type", "NodeCoordinate"}, {"name", "base"}, {"nodeNumber", "n0"}, {"coordinate", 0}});
  document["objects"].push_back({{"type", "ConnectorCoordinate"}, {"name", "drive"}, {"markerNumbers", {"c0", "base"}}});
  document["objects"][2]["markerNumbers"] = {"base", "c1"};
  document["sensors"].push_back({{"type", "Object"}, {"name", "drive force"}, {"objectNumber", "drive"}, {"outputVariableType", "Force"}});
  const auto base = [](Complex s) { return k1 + c1 * s; };
  const auto x1 = [&](Complex s) { return base(s) * far(s) / both(s); };
  const auto x2 = [&](Complex s) { return base(s) * mid(s) / both(s); };
  // The multiplier acts against the motion: m₀ s² X + (c s + k)(X − X₁) + λ = 0.
  const auto force = [&](Complex s) { return -(3 * s * s + base(s) * (1 - x1(s))); };
  EXPECT_LT(errorOf(modelOf(document, {"drive"}, {"x1", "x2", "v2"}), {x1, x2, [&](Complex s) { return s * x2(s); }}), 1e-9);
  EXPECT_LT(errorOf(modelOf(document, {"drive:velocity"}, {"x1", "a1"}),
                    {[&](Complex s) { return x1(s) / s; }, [&](Complex s) { return s * x1(s); }}),
            1e-9);
  const LinearModel byAcceleration = modelOf(document, {"drive:acceleration"}, {"x1", "a1", "drive force"});
  EXPECT_LT(errorOf(byAcceleration, {[&](Complex s) { return x1(s) / (s * s); }, x1, [&](Complex s) { return force(s) / (s * s); }}), 1e-9);
  EXPECT_EQ(byAcceleration.states.back(), "drive:velocity");
  expectText(problemOf(document, {"drive"}, {"drive force"}), "'drive force' follows the acceleration of 'drive'");
  expectText(problemOf(document, {"drive"}, {"drive force"}), "Choose 'drive:acceleration' as the input.");
  document["objects"].push_back({{"type", "ConnectorCoordinate"}, {"name", "again"}, {"markerNumbers", {"c0", "base"}}});
  expectText(problemOf(document, {"drive"}, {"x1"}), "'drive' cannot move");
}

/// A point mass on a massless rod, hanging, in the plane.
TEST(LinearModel, FindsReactionsAndAccelerations) {
  const Json document = Json::parse(R"json({"slipstick": 1,
    "nodes": [{"type": "Point2D", "name": "bob", "referenceCoordinates": [0, -2]}],
    "objects": [{"type": "Ground", "name": "ground"}, {"type": "MassPoint2D", "name": "bob", "physicsMass": 3, "nodeNumber": "bob"},
      {"type": "ConnectorDistance", "name": "rod", "markerNumbers": ["ground", "bob"], "distance": 2}],
    "markers": [{"type": "BodyPosition", "name": "ground", "bodyNumber": "ground"}, {"type": "NodePosition", "name": "bob", "nodeNumber": "bob"}],
    "loads": [{"type": "ForceVector", "name": "gravity", "markerNumber": "bob", "loadVector": [0, -29.43, 0]},
      {"type": "ForceVector", "name": "push", "markerNumber": "bob", "loadVector": [0, 0, 0]}],
    "sensors": [{"type": "Node", "name": "position", "nodeNumber": "bob", "outputVariableType": "Position"},
      {"type": "Node", "name": "acceleration", "nodeNumber": "bob", "outputVariableType": "Acceleration"},
      {"type": "Object", "name": "tension", "objectNumber": "rod", "outputVariableType": "Force"}],
    "analysis": [{"type": "dynamic", "endTime": 1, "numberOfSteps": 100}]})json");
  const auto x = [](Complex s) { return 1 / (3 * s * s + 3 * 9.81 / 2); };
  const LinearModel model = modelOf(document, {"push.x", "push.y"}, {"position.x", "acceleration.x", "tension"});
  EXPECT_LT(errorOf(modelOf(document, {"push.x"}, {"position.x", "acceleration.x"}), {x, [&](Complex s) { return s * s * x(s); }}), 1e-9);
  EXPECT_EQ(model.states, (std::vector<std::string>{"bob x", "bob x rate"}));
  EXPECT_NEAR(std::abs(model.d(2, 1)), 1, 1e-12);  // the rod carries a vertical force at once
  EXPECT_TRUE((model.b.col(1).array() == 0).all());
  ASSERT_EQ(model.notes.size(), 1u);
  expectText(model.notes[0], "'push.y' moves nothing");
  EXPECT_TRUE(modelOf(document, {"push"}, {"position"}).b.cols() == 3);
}

TEST(LinearModel, HasStatesOfFirstOrder) {
  const Json document = Json::parse(R"json({"slipstick": 1, "inputs": {"u": {"value": 0}},
    "nodes": [{"type": "GenericODE1", "name": "low pass", "numberOfODE1Coordinates": 1, "referenceCoordinates": [0], "initialCoordinates": [0]}],
    "objects": [{"type": "GenericODE1", "name": "filter", "nodeNumbers": ["low pass"], "systemMatrix": [[-4]],
      "rhsUserFunction": "4*input(\"u\")"}],
    "sensors": [{"type": "Node", "name": "y", "nodeNumber": "low pass", "outputVariableType": "Coordinates"}],
    "analysis": [{"type": "dynamic", "endTime": 1, "numberOfSteps": 100}]})json");
  EXPECT_LT(errorOf(modelOf(document, {"u"}, {"y"}), {[](Complex s) { return 4 / (s + 4); }}), 1e-9);
}

/// A cart with an inverted pendulum is unstable; at a time of its fall it is not steady.
TEST(LinearModel, ReportsWhatAReaderHasToKnow) {
  Json document = twoMasses();
  const auto notesOf = [&](const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
                           std::optional<double> time = {}) {
    std::string all;
    for (const std::string& note : linearNotes(linearOf(document, {inputs, outputs, time}))) all += note + "\n";
    return all;
  };
  expectText(notesOf({"force"}, {"constant"}), "'constant' does not respond to 'force'.");
  expectText(notesOf({"on ground"}, {"x1"}), "'on ground' moves nothing: the ground or constraints hold the part");
  expectText(notesOf({"unused"}, {"x1"}), "'unused' moves nothing: no formula of a force or constraint reads it");
  document["loads"][0]["load"] = 5;
  expectText(notesOf({"force"}, {"x1"}, 0.1), "The motion is not steady at this time: the acceleration of 'm");
  document["objects"][2]["stiffness"] = -800;
  expectText(notesOf({"force"}, {"x1"}), "The model is unstable, with a pole at");
}

TEST(LinearModel, RunsToATime) {
  Json document = twoMasses();
  EXPECT_NEAR(linearOf(document, {{"force"}, {"x1"}, 0.25}).time, 0.25, 1e-12);
  EXPECT_EQ(linearOf(document, {{"force"}, {"x1"}, 1}).time, 1);
  expectText(linearOf(document, {{"force"}, {"x1"}, 3}).model.problem, "the run ends at 1 s, before 3 s");
  document["analysis"] = {{{"type", "static"}}, {{"type", "dynamic"}, {"endTime", 1}}};
  document["loads"][0]["load"] = 5;
  const LinearResult atRest = linearOf(document, {{"force"}, {"x1"}, {}});
  EXPECT_EQ(atRest.time, 0);
  EXPECT_TRUE(atRest.model.notes.empty()) << atRest.model.notes[0];
}

TEST(LinearModel, RefusesWithAReason) {
  Json document = twoMasses();
  expectText(problemOf(document, {}, {"x1"}), "choose at least one input, such as 'push'");
  expectText(problemOf(document, {"forse"}, {"x1"}), "the model has no input 'forse'; did you mean 'force'?");
  expectText(problemOf(document, {"force"}, {"z"}), "the model has no sensor 'z'; it has 'x1', 'x2'");
  document["objects"][1]["physicsMass"] = 0;
  expectText(problemOf(document, {"force"}, {"x1"}), "The mass matrix is singular: node 'n2' can move but has no mass.");
  document = twoMasses();
  document["objects"].push_back({{"type", "ConnectorCoordinate"}, {"name", "f1"}, {"markerNumbers", {"c0", "c1"}}});
  document["objects"].push_back({{"type", "ConnectorCoordinate"}, {"name", "f2"}, {"markerNumbers", {"c0", "c2"}}});
  expectText(problemOf(document, {"force"}, {"x1"}), "The constraints leave no possible motion.");
  document = twoMasses();
  for (int i = 0; i < 1000; ++i) {
    document["nodes"].push_back({{"type", "Point"}, {"name", "p" + std::to_string(i)}});
    document["objects"].push_back({{"type", "MassPoint"}, {"nodeNumber", i + 3}, {"physicsMass", 1}});
  }
  document["analysis"][0]["numberOfSteps"] = 1e9;  // the refusal comes before the run
  const LinearResult large = linearOf(document, {{"force"}, {"x1"}, 1});
  expectText(large.model.problem, "3002 coordinates and constraints; linear models are computed for at most 2500.");
  document = twoMasses();
  document.erase("sensors");
  expectText(problemOf(document, {"force"}, {}), "the model has no sensor: add a sensor");
}

TEST(LinearModel, NeedsNoSamples) {
  Json document = twoMasses();
  document["analysis"] = {{"type", "eigenvalues"}};
  EXPECT_EQ(modelOf(document, {"force"}, {"x1"}).states.size(), 4u);
  document = twoMasses();
  document["loads"][1]["loadUserFunction"] = "sqrt(t - 1)";  // the run stops at its start
  expectText(linearOf(document, {{"force"}, {"x1"}, 0.5}).model.problem, "Stopped at 1e-08 s");
}

TEST(LinearModel, IsWrittenAsJsonTableAndStatements) {
  const LinearResult result = linearOf(twoMasses(), {{"force"}, {"x1", "v2"}, {}});
  const Json json = linearJson(result, true);
  EXPECT_EQ(json["A"].size(), 4u);
  EXPECT_EQ(json["response"][1][0]["re"].size(), json["frequencies"].size());
  EXPECT_EQ(json["step"]["values"][0][0].size(), json["step"]["time"].size());
  const std::string table = linearCsv(result), statements = linearMatlab(result);
  expectText(table, "angular frequency (rad/s),x1 / force magnitude,x1 / force phase (°),v2 / force magnitude");
  expectText(statements, "A = [0.0 0.0 1.0 0.0;\n");
  expectText(statements, "inputs = {'force'};");
  expectText(statements, "sys = ss(A, B, C, D, 'InputName', inputs");
}

}  // namespace
}  // namespace slipstick::testing
