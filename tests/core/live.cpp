// Interaction during a run: inputs, hand, pushes; checkpoints, and bit-identical replays.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>

#include "core/simulation/result.h"
#include "core/simulation/simulation.h"
#include "tests/core/count_allocations.h"
#include "tests/core/model/load.h"
#include "tests/core/support/change.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

std::string live(const std::string& name) { return readFile("tests/data/live/" + name + ".json"); }

std::string with(const std::string& document, const std::string& patch) {
  Json json = Json::parse(document);
  json.update(Json::parse(patch));
  return json.dump();
}

/// Advances by `steps` steps, or to the end of the run.
void advance(Simulation& simulation, int steps) {
  simulation.advance([&steps] { return --steps <= 0; });
}

// ---- inputs

TEST(Inputs, ChangeFormulasFromTheStepOfTheirEvent) {
  const Recorded motor = run(live("inputs"));
  const auto torque = motor.column("torque"), speed = motor.column("speed", 2), time = motor.time();
  const double inertia = 0.5 * 4 * 0.2 * 0.2;
  // From 0.2 s it rises by 4 N m/s to 2 N m, from 0.8 s it falls to 0, from 1.5 s it is −1 N m.
  const auto momentum = [](double t) {
    const auto ramp = [](double s) { return s < 0 ? 0 : s < 0.5 ? 2 * s * s : 0.5 + 2 * (s - 0.5); };
    return ramp(t - 0.2) - ramp(t - 0.8) - std::max(0.0, t - 1.5);
  };
  for (std::size_t i = 0; i < time.size(); ++i)
    EXPECT_NEAR(speed[i], momentum(time[i]) / inertia, 2e-2 * 2 / inertia) << "a ramp goes in steps of 5 ms, at " << time[i];
  EXPECT_EQ(torque[5], 0);
  EXPECT_NEAR(torque[75], 2, 1e-12);
  EXPECT_EQ(torque.back(), -1);
}

/// A mass with a controller that acts once per step: proportional, integral and derivative.
const char* const sampled = R"json({"slipstick": 1, "inputs": {
    "force": {"value": 5, "sensor": "control"}, "sum": {"sensor": "control", "component": 1}},
  "nodes": [{"type": "1D", "initialCoordinates": [1]}], "objects": [{"type": "Mass1D", "nodeNumber": 0, "physicsMass": 2}],
  "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}],
  "loads": [{"type": "Coordinate", "markerNumber": 0, "loadUserFunction": "input(\"force\")"}],
  "sensors": [{"type": "Node", "name": "x", "nodeNumber": 0, "outputVariableType": "Coordinates"},
    {"type": "Node", "name": "v", "nodeNumber": 0, "outputVariableType": "Coordinates_t"},
    {"type": "UserFunction", "name": "control", "sensorUserFunction":
      ["-100*sensor(\"x\") - 5*sensor(\"v\") - 40*input(\"sum\") + t", "input(\"sum\") + 0.02*sensor(\"x\")"]}],
  "analysis": {"endTime": 2, "stepSize": 0.02, "sensorsWritePeriod": 0, "solver": "TrapezoidalIndex2"}})json";

TEST(Inputs, HoldSensorValuesFromTheStartOfAStep) {
  const Recorded mass = run(sampled);
  const auto x = mass.column("x"), v = mass.column("v");
  ASSERT_EQ(x.size(), 101u);
  const double h = 0.02;
  double position = 1, velocity = 0, acceleration = 5 / 2.0, sum = 0;
  for (std::size_t i = 1; i < x.size(); ++i) {
    const double before = acceleration;
    acceleration = (-100 * position - 5 * velocity - 40 * sum + static_cast<double>(i - 1) * h) / 2;
    sum += h * position;
    position += h * velocity + h * h / 4 * (before + acceleration);
    velocity += h / 2 * (before + acceleration);
    ASSERT_NEAR(x[i], position, 1e-12) << i;
    ASSERT_NEAR(v[i], velocity, 1e-11) << i;
  }
}

TEST(Inputs, OfTheEndOfAStepAreTakenBeforeItIsRecorded) {
  Json json = Json::parse(sampled);
  json["inputs"]["sum"]["atEnd"] = true;
  for (const char* more :
       {R"({"type": "Input", "name": "at the end", "input": "sum"})", R"({"type": "Input", "name": "at the start", "input": "force"})",
        R"j({"type": "UserFunction", "name": "sum of both", "sensorUserFunction": "input(\"sum\") + input(\"force\")"})j"})
    json["sensors"].push_back(Json::parse(more));
  const Recorded mass = run(json.dump());
  const auto x = mass.column("x"), v = mass.column("v"), atEnd = mass.column("at the end"), atStart = mass.column("at the start"),
             both = mass.column("sum of both");
  ASSERT_EQ(x.size(), 101u);
  EXPECT_EQ(atStart[0], 5);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += 0.02 * x[i];
    ASSERT_NEAR(atEnd[i], sum, 1e-14) << i;
    ASSERT_EQ(both[i], atEnd[i] + atStart[i]) << i;
    if (i == 0) continue;
    ASSERT_NEAR(atStart[i], -100 * x[i - 1] - 5 * v[i - 1] - 40 * atEnd[i - 1] + static_cast<double>(i - 1) * 0.02, 1e-10) << i;
  }
}

TEST(Inputs, ThatFollowNoSensorAreReportedInPlace) {
  const auto wrong = [](const std::string& force) { return issuesOf(with(sampled, R"({"inputs": {"sum": {}, "force": )" + force + "}}")); };
  EXPECT_EQ(wrong(R"({"sensor": "contrl"})"), Lines{"/inputs/force/sensor: no sensor is called 'contrl'; did you mean 'control'?"});
  EXPECT_EQ(wrong(R"({"sensor": "x", "component": 1})"),
            Lines{"/inputs/force/component: must be less than 1, the number of components of sensor 'x', got 1"});
}

TEST(Inputs, AreConstantsInAStepSoThatNewtonNeedsNoMoreIterations) {
  const std::string law = R"(, "stiffness": 100, "springForceUserFunction": "input(\"k\")*deltaL")";
  const std::string keys = R"("inputs": {"k": {"value": 100}}, "sensors": [{"type": "Object", "name": "l", "objectNumber": "spring",
    "outputVariableType": "Distance"}], "analysis": {"endTime": 1, "stepSize": 0.01, "keepTangents": false})";
  const Recorded byInput = run(oscillator(law, keys));
  const Recorded byNumber = run(oscillator(R"(, "stiffness": 100, "springForceUserFunction": "100*deltaL")", keys));
  EXPECT_EQ(byInput.statistics().newtonIterations, byNumber.statistics().newtonIterations);
  expectSameRows(const_cast<Recorded&>(byInput).simulation().history(), const_cast<Recorded&>(byNumber).simulation().history());
}

TEST(Inputs, AreRefusedInNumbersThatAreFixedBeforeTheRun) {
  const std::string keys = R"("inputs": {"k": {"value": 100}})";
  EXPECT_EQ(
      issuesOf(oscillator(R"j(, "stiffness": "input(\"k\")")j", keys)),
      Lines{"/objects/2/stiffness: in 'input(\"k\")' at character 1: an input changes during the run, but this number is fixed before the "
            "run: use a parameter"});
  const auto lines = issuesOf(oscillator(R"(, "stiffness": 1, "springForceUserFunction": "input(\"kk\")*deltaL")", keys));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("no input is called 'kk'"), std::string::npos) << lines[0];
}

TEST(Inputs, OfADefinitionAreReadAtItsCalls) {
  const std::string keys = R"j("inputs": {"k": {"value": 100}}, "definitions": {"law(x)": "input(\"k\")*x"})j";
  EXPECT_EQ(issuesOf(oscillator(R"j(, "springForceUserFunction": "law(deltaL)")j", keys)), Lines{});
  EXPECT_EQ(
      issuesOf(document(
          R"j("definitions": {"input(x)": "2*x"}, "sensors": [{"type": "UserFunction", "name": "s", "sensorUserFunction": "input(t)"}])j")),
      Lines{})
      << "a definition may have this name";
}

TEST(Inputs, WithMistakesAreReportedInPlace) {
  const auto lines =
      issuesOf(document(R"("inputs": {"a": {"value": 3, "max": 2}, "b": {"min": 1, "max": 0}, "c": {"keys": ["x"], "rat": 1}, "d": 5})"));
  EXPECT_EQ(lines, (Lines{"/inputs/a/value: must be between min and max, got 3", "/inputs/b/max: must not be below min, 1, got 0",
                          "/inputs/c/keys: must be two keys, one that raises and one that lowers the value, got 1",
                          "/inputs/c/rat: unknown key 'rat'; did you mean 'rate'?", "/inputs/d: must be an object, got 5"}));
}

TEST(Inputs, AreReadByTheFormulaThatASetPutsInPlace) {
  Json json = Json::parse(live("inputs"));
  json["inputs"]["other"] = {{"value", 1}};
  json["sensors"].push_back({{"type", "Input"}, {"name", "other"}, {"input", "other"}});
  json["analysis"] = {{"endTime", 1},
                      {"set", {{{"load", "motor"}, {"loadVectorUserFunction", {"0", "0", "input(\"other\") + 0*sensor(\"other\")"}}}}}};
  json["events"] = Json::array();
  const Recorded motor = run(json.dump());
  EXPECT_NEAR(motor.last("speed", 2), 1 / (0.5 * 4 * 0.2 * 0.2), 1e-9);
}

// ---- the hand

/// A mass without other forces.
std::string freeMass(const std::string& events, const std::string& analysis = R"({"endTime": 1, "stepSize": 0.001})") {
  return document(R"("create": [{"type": "MassPoint", "name": "mass", "physicsMass": 3}, {"type": "Ground", "name": "ground"}],
    "sensors": [{"type": "Body", "name": "x", "bodyNumber": "mass", "outputVariableType": "Position"},
      {"type": "Hand", "name": "force", "outputVariableType": "Force"}, {"type": "Hand", "name": "power", "outputVariableType": "Power"}],
    "analysis": )" +
                  analysis + R"(, "events": )" + events);
}

TEST(Hand, PullsAMassAsACriticallyDampedSpring) {
  for (const char* solver : {"GeneralizedAlpha", "RK44", "DOPRI5", "VelocityVerlet"}) {
    const Recorded pulled =
        run(freeMass(R"([{"step": 0, "grab": "mass", "to": [1, 0, 0]}])",
                     std::string(R"({"endTime": 1, "stepSize": 0.0005, "sensorsWritePeriod": 0.1, "solver": ")") + solver + "\"}"));
    const auto x = pulled.column("x"), time = pulled.time(), force = pulled.column("force");
    const double omega = 15, accuracy = solver[0] == 'V' || solver[0] == 'G' ? 3e-3 : 1e-5;  // the force begins abruptly
    for (std::size_t i = 1; i < time.size(); ++i) {
      const double decay = std::exp(-omega * time[i]), expected = 1 - (1 + omega * time[i]) * decay;
      EXPECT_NEAR(x[i], expected, accuracy) << solver << " at " << time[i];
      EXPECT_NEAR(force[i], 3 * omega * omega * (1 - omega * time[i]) * decay, accuracy * 3 * omega * omega) << solver << " at " << time[i];
    }
  }
}

TEST(Hand, FollowsItsTargetAndLetsGo) {
  // The target moves 1 m in 0.2 s, so the mass eventually follows at that speed; after the release it flies on.
  const Recorded thrown =
      run(freeMass(R"([{"step": 0, "grab": "mass", "duration": 2}, {"step": 100, "to": [4, 0, 0]}, {"step": 900, "release": true}])"));
  const auto x = thrown.column("x"), time = thrown.time(), force = thrown.column("force");
  EXPECT_NEAR((x[90] - x[80]) / (time[90] - time[80]), 2, 2e-3);
  EXPECT_NEAR((x[100] - x[91]) / (time[100] - time[91]), 2, 2e-3);
  EXPECT_EQ(force[95], 0);
  EXPECT_NEAR(x[90], 2 * 0.8, 1e-2) << "a target at constant speed is followed without a lag";
}

TEST(Hand, FeelsTheMassThatConstraintsLeave) {
  // The effective mass at the free end of a rod that rotates about its other end is m/3, in the plane; a slider has the mass that it
  // carries.
  const Recorded rod = run(with(live("events"), R"({"events": [{"step": 0, "grab": "pendulum", "at": [0, 0, -1], "to": [0.01, 0, -1]}],
    "analysis": {"endTime": 0.01, "stepSize": 0.0001, "sensorsWritePeriod": 0, "handFrequency": 20}})"));
  const double mass = (1.0 / 12 * (1 + 0.05 * 0.05) + 0.25) / 1;
  EXPECT_NEAR(rod.first("force"), 0, 0) << "the first sample is before it";
  EXPECT_NEAR(rod.sample("force", 1)[0], mass * 20 * 20 * 0.01, 3e-3 * mass * 20 * 20 * 0.01);
}

TEST(Hand, TakesEveryKindOfBody) {
  // The force of the first step is m_eff ω² d; each body type has its m_eff.
  struct Case {
    const char* document;
    const char* grab;
    double mass;
  };
  const Case cases[] = {
      {R"("create": [{"type": "RigidBody", "name": "b", "inertia": {"shape": "sphere", "mass": 2, "radius": 0.1}}])", R"("grab": "b")", 2},
      {R"("create": [{"type": "RigidBody", "name": "b", "nodeType": "RigidBodyRotVecLG", "inertia": {"shape": "sphere", "mass": 2, "radius": 0.1}}])",
       R"("grab": "b", "at": [0.1, 0, 0])", 1 / (0.5 + 0.01 / (0.4 * 2 * 0.01))},
      {R"("create": [{"type": "RigidBody2D", "name": "b", "inertia": {"shape": "sphere", "mass": 2, "radius": 0.1}}])",
       R"("grab": "b", "at": [0, 0.1, 0])", 1 / (0.5 + 0.01 / (0.4 * 2 * 0.01))},
      {R"("create": [{"type": "MassPoint", "name": "b", "physicsMass": 2, "create2D": true}])", R"("grab": "b")", 2},
      {R"("nodes": [{"type": "1D", "name": "n"}], "objects": [{"type": "Mass1D", "name": "b", "physicsMass": 2, "nodeNumber": "n"}])",
       R"("grab": "b")", 2},
      {R"("nodes": [{"type": "1D", "name": "n"}], "objects": [{"type": "RotationalMass1D", "name": "b", "physicsInertia": 2, "nodeNumber": "n"}])",
       R"("grab": "b", "at": [0.5, 0, 0])", 8},
      {R"("nodes": [{"type": "GenericODE2", "name": "n", "referenceCoordinates": [0, 0], "initialCoordinates": [0, 0], "initialCoordinates_t": [0, 0],
           "numberOfODE2Coordinates": 2}], "objects": [{"type": "KinematicTree", "name": "b", "nodeNumber": "n", "gravity": [0, 0, 0],
           "jointTypes": [4, 5], "linkParents": [-1, 0], "jointTransformations": [[[1,0,0],[0,1,0],[0,0,1]], [[1,0,0],[0,1,0],[0,0,1]]],
           "jointOffsets": [[0,0,0],[0,0,0]], "linkInertiasCOM": [[[1,0,0],[0,1,0],[0,0,1]], [[1,0,0],[0,1,0],[0,0,1]]],
           "linkCOMs": [[0,0,0],[0,0,0]], "linkMasses": [2, 3]}])",
       R"("grab": "b", "link": 1)", 3},
  };
  for (const Case& each : cases) {
    const std::string text =
        document(std::string(each.document) + R"(, "sensors": [{"type": "Hand", "name": "force", "outputVariableType": "Force"},
      {"type": "Hand", "name": "target", "outputVariableType": "Position"}],
      "analysis": {"endTime": 0.001, "numberOfSteps": 10, "sensorsWritePeriod": 0}, "events": [{"step": 0, )" +
                 each.grab + "}, {\"step\": 1, \"to\": [9, 9, 9]}]");
    const auto lines = issuesOf(text);
    ASSERT_EQ(lines, Lines{}) << each.document;
    SCOPED_TRACE(each.document);
    const Recorded held = attempt(text);
    ASSERT_EQ(held.stop().message, "");
    const auto target = held.sample("target", 1), force = held.sample("force", 2);
    double distance = 0, size = 0;
    for (int k = 0; k < 3; ++k) distance += (9 - target[k]) * (9 - target[k]), size += force[k] * force[k];
    EXPECT_NEAR(std::sqrt(size) / (225 * std::sqrt(distance)), each.mass, 1e-2 * each.mass) << each.document;
  }
}

TEST(Hand, TakesACableAtAPointOfIt) {
  const std::string cable =
      document(R"("create": [{"type": "Cable2D", "name": "line", "startPosition": [0, 0], "endPosition": [1, 0], "numberOfElements": 4,
      "physicsMassPerLength": 1, "physicsAxialStiffness": 1000, "physicsBendingStiffness": 0.1, "physicsBendingDamping": 0.02, "fixedStart": [1, 1, 0, 0]}],
    "sensors": [{"type": "Body", "name": "end", "bodyNumber": "line.3", "localPosition": [0.25, 0, 0], "outputVariableType": "Position"}],
    "analysis": {"endTime": 2, "stepSize": 0.001, "handFrequency": 100}, "events": [{"step": 0, "grab": "line.3", "at": [0.25, 0, 0], "to": [0.7, 0.3, 0]}])");
  const Recorded held = run(cable);
  EXPECT_NEAR(held.last("end"), 0.7, 1e-2);
  EXPECT_NEAR(held.last("end", 1), 0.3, 1e-2);
}

/// The work of the hand minus the change of energy, relative to the largest energy.
TEST(Hand, WorkIsTheChangeOfEnergy) {
  Json pendulum = Json::parse(live("events"));
  pendulum["sensors"].push_back({{"type", "Body"},
                                 {"name", "centre"},
                                 {"bodyNumber", "pendulum"},
                                 {"localPosition", {0, 0, -0.5}},
                                 {"outputVariableType", "Position"}});
  pendulum["sensors"].push_back(
      {{"type", "Body"}, {"name", "spin"}, {"bodyNumber", "pendulum"}, {"outputVariableType", "AngularVelocity"}});
  pendulum["analysis"] = {{"endTime", 10}, {"stepSize", 0.00005}, {"sensorsWritePeriod", 0}, {"generalizedAlpha", {{"spectralRadius", 1}}}};
  // Back and forth, at a constant speed within each half second.
  pendulum["events"] = {{{"step", 0}, {"grab", "pendulum"}, {"at", {0, 0, -1}}, {"duration", 0.5}}};
  std::mt19937 random(7);
  for (int i = 0; i < 20; ++i) {
    const double angle = 2.4 * (static_cast<double>(random()) / 4294967296.0) - 1.2;
    pendulum["events"].push_back({{"step", 10000 * i}, {"to", {std::sin(angle), 0, -std::cos(angle)}}});
  }
  const Recorded dragged = run(pendulum.dump());
  const auto z = dragged.column("centre", 2), spin = dragged.column("spin", 1), power = dragged.column("power"), time = dragged.time();
  const double inertia = 1.0 / 12 * (1 + 0.05 * 0.05) + 0.25;
  double work = 0, worst = 0, largest = 0, before = 0.5 * inertia * spin[0] * spin[0] + 9.81 * z[0];
  for (std::size_t i = 1; i < time.size(); ++i) {
    work += 0.5 * (time[i] - time[i - 1]) * (power[i] + power[i - 1]);
    const double change = 0.5 * inertia * spin[i] * spin[i] + 9.81 * z[i] - before;
    worst = std::max(worst, std::abs(work - change)), largest = std::max(largest, std::abs(change));
  }
  EXPECT_GT(largest, 1);
  EXPECT_LT(worst / largest, 1e-6);
}

TEST(Hand, LetsNothingBeTakenThatConstraintsHold) {
  const std::string welded =
      document(R"("create": [{"type": "RigidBody", "name": "block", "inertia": {"shape": "sphere", "mass": 2, "radius": 0.1}},
      {"type": "GenericJoint", "name": "weld", "bodies": [null, "block"]}], "sensors": [{"type": "Body", "name": "p", "bodyNumber": "block",
      "outputVariableType": "Position"}], "analysis": {"endTime": 1, "stepSize": 0.01}, "events": [{"step": 0, "push": "block", "impulse": [1, 0, 0]},
      {"step": 50, "grab": "block"}])");
  const Recorded held = attempt(welded);
  EXPECT_EQ(held.status(), Simulation::Status::failed);
  EXPECT_EQ(held.stop().message, "Stopped at 0.5 s: /events/1: 'block' cannot be grabbed at this point: constraints hold it");
  EXPECT_NEAR(held.time().back(), 0.5, 1e-12) << "what was recorded until then is kept";
  // A running simulation reports the refusal and continues, bit-identical to a run without the attempt.
  const std::string quiet = with(welded, R"({"events": []})");
  Recorded live(load(quiet)), alone = run(quiet);
  advance(live.simulation(), 50);
  EXPECT_TRUE(live.simulation().post({{"grab", "block"}}).empty());
  EXPECT_TRUE(live.simulation().post({{"grab", "cloud"}}).size() == 1) << "there is none of this name";
  live.simulation().run();
  EXPECT_EQ(live.simulation().takeRefused(), std::vector<std::string>{"'block' cannot be grabbed at this point: constraints hold it"});
  EXPECT_TRUE(live.simulation().events().empty());
  expectSameRows(live.simulation().history(), alone.simulation().history());
}

TEST(Hand, TakesADoorOnTwoHinges) {
  // The second hinge is redundant; the effective mass at the door's edge is m/3.
  const std::string door =
      document(R"("create": [{"type": "RigidBody", "name": "door", "inertia": {"shape": "cuboid", "mass": 3, "sideLengths": [1, 0.02, 2],
      "com": [0.5, 0, 0]}}, {"type": "RevoluteJoint", "name": "upper", "bodies": [null, "door"], "position": [0, 0, 0.9], "axis": [0, 0, 1]},
      {"type": "RevoluteJoint", "name": "lower", "bodies": [null, "door"], "position": [0, 0, -0.9], "axis": [0, 0, 1]}],
    "sensors": [{"type": "Hand", "name": "force", "outputVariableType": "Force"}],
    "analysis": {"endTime": 0.01, "stepSize": 0.0001, "sensorsWritePeriod": 0}, "events": [{"step": 0, "grab": "door", "at": [1, 0, 0], "to": [1, 0.01, 0]}])");
  EXPECT_NEAR(run(door).sample("force", 1)[1] / (225 * 0.01), 1.0, 1e-2) << "m/3 of 3 kg";
}

TEST(Push, GivesItsImpulse) {
  for (const char* solver : {"GeneralizedAlpha", "ExplicitMidpoint", "ODE23"}) {
    const std::string analysis = std::string(R"({"endTime": 1, "stepSize": 0.01, "solver": ")") + solver + "\"}";
    const Recorded pushed = run(
        freeMass(R"([{"step": 20, "push": "mass", "impulse": [0, 6, 0], "steps": 5}, {"step": 22, "push": "mass", "impulse": [0, 0, 3]}])",
                 analysis));
    const auto y = pushed.column("x", 1);
    EXPECT_NEAR((y[100] - y[90]) / 0.1, 2, 1e-9) << solver;
    EXPECT_NEAR((pushed.column("x", 2)[100] - pushed.column("x", 2)[90]) / 0.1, 1, 1e-9) << solver;
    EXPECT_EQ(y[20], 0) << solver;
  }
}

// ---- replays

/// A run in which the document's `events` are posted live, each before its step.
struct Played {
  Json events;
  std::vector<double> rows;
  int samples = 0;
};

TEST(Replay, HasTheBitsOfTheRunThatRecordedIt) {
  for (const char* solver : {"GeneralizedAlpha", "RK44"}) {
    Json pendulum = Json::parse(live("events"));
    Json events = pendulum["events"];
    pendulum["analysis"]["solver"] = solver;
    if (solver == std::string("RK44")) pendulum["create"].erase(1), pendulum["create"][0]["gravity"] = {0, 0, 0};
    pendulum["events"] = Json::array();
    Recorded live(load(pendulum.dump()));
    Simulation& simulation = live.simulation();
    simulation.takeOver();
    for (Json event : events) {
      const int step = event["step"];
      while (simulation.steps() < step) advance(simulation, std::min(3, step - simulation.steps()));  // not the step pattern of the replay
      event.erase("step");
      EXPECT_EQ(simulation.post(event).size(), 0u);
    }
    simulation.run();
    EXPECT_EQ(simulation.status(), Simulation::Status::finished);
    EXPECT_EQ(simulation.events(), events);
    pendulum["events"] = simulation.events();
    Recorded replay = run(pendulum.dump());
    expectSameRows(simulation.history(), replay.simulation().history());
    EXPECT_EQ(replay.simulation().events(), events);
  }
}

TEST(Replay, ContinuesBeyondTheEndUntilAnEndEvent) {
  for (const char* analysis : {R"({"endTime": 0.5, "stepSize": 0.01})", R"({"endTime": 0.5, "numberOfSteps": 30, "adaptiveStep": false})",
                               R"({"endTime": 0.5, "numberOfSteps": 30, "solver": "DOPRI5", "sensorsWritePeriod": 0.1})"}) {
    const std::string document = freeMass("[]", analysis);
    Recorded live(load(document));
    Simulation& simulation = live.simulation();
    advance(simulation, 10);
    EXPECT_EQ(simulation.post({{"push", "mass"}, {"impulse", {1, 0, 0}}}).size(), 0u);
    simulation.takeOver();
    advance(simulation, 50);
    EXPECT_EQ(simulation.status(), Simulation::Status::running);
    EXPECT_GT(simulation.progress().time, 0.5);
    EXPECT_EQ(simulation.post({{"end", true}}).size(), 0u);
    EXPECT_EQ(simulation.run(), Simulation::Status::finished);
    EXPECT_EQ(live.time().back(), simulation.progress().time) << "the last sample is at the end";
    EXPECT_TRUE(simulation.statistics().ended.ends_with(" s: stopped by hand.")) << simulation.statistics().ended;
    Json json = Json::parse(document);
    json["events"] = simulation.events();
    EXPECT_EQ(json["events"].back(), (Json{{"step", 60}, {"end", true}}));
    Recorded replay = run(json.dump());
    expectSameRows(simulation.history(), replay.simulation().history());
    // Until its end, the run equals one that is not taken over.
    json["events"].erase(1);
    Recorded plain = run(json.dump());
    for (int i = 0; i < plain.samples(); ++i)
      ASSERT_EQ(
          std::memcmp(plain.simulation().history().row(i), simulation.history().row(i), simulation.history().width() * sizeof(double)), 0)
          << i;
  }
}

TEST(Replay, OfAPathIsThatOfItsTargets) {
  const Recorded path = run(freeMass(R"([{"step": 10, "grab": "mass", "to": [0.5, 0, 0], "duration": 0.05, "resolution": 0.01,
      "path": [0, 1, 0, 0, 20, 2, 0, -1, 30, -4, 2, 0, 1, 0, 0, 7]}, {"step": 30, "push": "mass", "impulse": [0, 1, 0]}, {"step": 61, "release": true}])"));
  Recorded written = run(freeMass(R"([{"step": 10, "grab": "mass", "to": [0.5, 0, 0], "duration": 0.05}, {"step": 10, "to": [0.51, 0, 0]},
      {"step": 30, "to": [0.53, 0, -0.01]}, {"step": 30, "push": "mass", "impulse": [0, 1, 0]}, {"step": 60, "to": [0.49, 0.02, -0.01]},
      {"step": 61, "to": [0.49, 0.02, 0.06]}, {"step": 61, "release": true}])"));
  EXPECT_EQ(const_cast<Recorded&>(path).simulation().events().size(), 7u);
  for (int k = 0; k < 3; ++k)
    EXPECT_NEAR(path.last("x", k), written.last("x", k), 1e-12) << "0.5 + 0.01·3 and 0.53 are not the same to the bit";
  Recorded again = run(freeMass(const_cast<Recorded&>(path).simulation().events().dump()));
  expectSameRows(const_cast<Recorded&>(path).simulation().history(), again.simulation().history());
}

TEST(Events, BehindTheEndAreSaidToBeNeverReached) {
  Recorded mass = run(
      freeMass(R"([{"step": 5, "push": "mass", "impulse": [1, 0, 0]}, {"step": 1000, "grab": "mass"}, {"step": 4000, "release": true}])"));
  EXPECT_EQ(mass.statistics().notReached, "2 events are never reached: the run ended before step 1000, of /events/1.");
  EXPECT_EQ(mass.simulation().events().size(), 1u);
}

TEST(Events, WithMistakesAreReportedInPlace) {
  EXPECT_EQ(
      issuesOf(freeMass(R"([{"step": 3, "grab": "mas"}, {"step": 2, "push": "mass", "impulse": [1, 0, 0]}, {"step": 1, "release": true},
      {"step": 5, "to": [0, 0]}, {"stp": 5, "end": true}, {"step": 7}, 8, {"step": 9, "input": "steer", "value": 1},
      {"step": 10, "push": "mass", "impulse": [1, 0, 0], "steps": 0}, {"step": -1, "end": true}, {"step": 12, "grab": "mass", "link": 1},
      {"step": 13, "end": false}, {"step": 14, "analysisStep": 3, "end": true}, {"step": 15, "release": true, "at": [0, 0, 0]}])")),
      (Lines{"/events/0/grab: no object is called 'mas'; did you mean 'mass'?",
             "/events/2/step: must not be before the previous event, at step 2, got 1",
             "/events/3/to: must be a list of 3 numbers (m), got a list of 2",

             "/events/4: 'step' is missing: accepted step at whose start the event happens, from 0 within the analysis step",
             "/events/4/stp: unknown key 'stp'; did you mean 'step'?",
             "/events/5: must have one of input, grab, to, push, release and end, got an object",
             "/events/6: must have one of input, grab, to, push, release and end, got 8", "/events/7/input: no input is called 'steer'",
             "/events/8/steps: must be 1 or more, got 0", "/events/9/step: must be 0 or more, got -1",
             "/events/10/link: 'mass' has no links: it is not a KinematicTree", "/events/11/end: must be true or left out, got false",
             "/events/12/analysisStep: step 3 of the analysis does not exist: events happen in time steps only",
             "/events/13/at: unknown key 'at'"}));
  EXPECT_EQ(
      issuesOf(freeMass(
          R"([{"step": 3, "to": [0, 0, 0]}, {"step": 4, "grab": "mass"}, {"step": 4, "release": true}, {"step": 6, "release": true}])")),
      (Lines{"/events/0: the hand holds no body at step 3: a 'grab' must come before",
             "/events/3: the hand holds no body at step 6: a 'grab' must come before"}));
  EXPECT_EQ(issuesOf(freeMass(R"([{"step": 0, "end": true}])", R"({"type": "static"})")),
            Lines{"/events/0: there is no dynamic step of the analysis: events happen in time steps only"});
  EXPECT_EQ(issuesOf(freeMass(R"([{"step": 0, "end": true, "analysisStep": 0}])", R"([{"type": "static"}, {}])")),
            Lines{"/events/0/analysisStep: step 0 of the analysis is not dynamic: events happen in time steps only"});
  EXPECT_EQ(issuesOf(freeMass("5")), Lines{"/events: must be a list of events, got 5"});
  EXPECT_EQ(issuesOf(freeMass(R"([{"step": 3, "grab": "mass", "to": [0, 0, 0], "resolution": 0.1, "path": [1, 2, 3]}])")),
            Lines{"/events/0/path: must have four numbers for each target, got 3"});
  EXPECT_EQ(issuesOf(freeMass(R"([{"step": 3, "grab": "mass", "to": [0, 0, 0], "resolution": 0.1, "path": [-1, 2, 3, 4]}])")),
            Lines{"/events/0/path/0: must be a whole number of steps, 0 or more, within 1e9, got -1"});
}

TEST(Events, AreLimitedInNumber) {
  std::string many = "[";
  for (int i = 0; i < 100001; ++i) many += i ? ",{}" : "{}";
  EXPECT_EQ(issuesOf(freeMass(many + "]")), Lines{"/events: a document may have at most 100000 events, got 100001"});
  std::string path = R"([{"step": 0, "grab": "mass", "to": [0, 0, 0], "resolution": 1, "path": [)";
  for (int i = 0; i < 100001; ++i) path += i ? ",1,0,0,0" : "1,0,0,0";
  const auto lines = issuesOf(freeMass(path + "]}]"));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0], "/events/0/path: a document may have at most 100000 events, including the targets of paths");
}

TEST(Events, WithNumbersBeyondReasonStopTheRunAndKeepIt) {
  for (const char* event :
       {R"({"step": 20, "grab": "mass", "to": [1e300, 0, 0]})", R"({"step": 20, "push": "mass", "impulse": [1e308, 0, 0]})"}) {
    const Recorded stopped = attempt(freeMass("[" + std::string(event) + "]"));
    EXPECT_EQ(stopped.status(), Simulation::Status::failed);
    EXPECT_EQ(stopped.stop().message.rfind("Stopped at ", 0), 0u) << stopped.stop().message;
    EXPECT_NEAR(stopped.time().back(), 0.02, 1e-9);
  }
}

TEST(Events, AllocateNothingInAStep) {
  for (const char* linear : {"dense", "sparse"}) {
    Json json = Json::parse(live("events"));
    json["analysis"].update({{"sensorsWritePeriod", 100}, {"linearSolver", linear}});
    json["events"] = {{{"step", 2}, {"grab", "pendulum"}, {"at", {0, 0, -1}}, {"to", {0.3, 0, -0.9}}},
                      {{"step", 15}, {"to", {0.2, 0, -0.9}}},
                      {{"step", 16}, {"push", "pendulum"}, {"impulse", {0.1, 0, 0}}, {"steps", 400}}};
    Recorded motion(load(json.dump()));
    int steps = 0;
    std::size_t before = 0, after = 0;
    motion.simulation().advance([&] {
      ++steps;
      if (steps == 40) before = allocations();
      if (steps == 90) after = allocations();
      return steps == 90;
    });
    EXPECT_EQ(after - before, 0u) << linear;
  }
}

// ---- hostile lists

/// Replaces each number, name and list of each event by each of many values. Expects a message with its place, or a run that ends.
TEST(Events, OfAnyKindGetAMessageWithItsPlaceOrRun) {
  const Json events = Json::parse(R"([{"step": 2, "input": "force", "value": 1, "rate": 2},
      {"step": 3, "grab": "mass", "at": [0, 0, 0], "to": [0.1, 0, 0], "duration": 0.01, "resolution": 0.01, "path": [2, 1, 0, 0, 3, 0, 1, 0]},
      {"step": 9, "to": [0.2, 0, 0]}, {"step": 10, "release": true},
      {"step": 12, "push": "mass", "at": [0, 0, 0], "impulse": [1, 0, 0], "steps": 3}, {"step": 18, "end": true}])");
  const Json hostile = Json::parse(
      R"hostile([0, -1, 1.5, 1e9, 2147483648, -2147483649, 1e18, 1e300, -1e308, 1e-320, true, null, "", "mass", "ground", "1/0", "sqrt(-1)",
      "input(\"force\")", "sensor(\"x\")", "t", [], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1e300, 0, 0], ["a", 0, 0], [[1, 2, 3]], [null, null, null], {}, {"step": 1}])hostile");
  const auto documentWith = [](const Json& list) {
    return document(R"("create": [{"type": "MassPoint", "name": "mass", "physicsMass": 3}, {"type": "Ground", "name": "ground"}],
      "inputs": {"force": {"value": 0, "min": -5, "max": 5}},
      "sensors": [{"type": "Body", "name": "x", "bodyNumber": "mass", "outputVariableType": "Position"}, {"type": "Input", "name": "f", "input": "force"}],
      "analysis": {"endTime": 0.02, "stepSize": 0.001}, "events": )" +
                    list.dump());
  };
  int refused = 0, ran = 0;
  const auto check = [&](const Json& list) {
    SCOPED_TRACE(list.dump());
    const Lines lines = issuesOf(documentWith(list));
    for (const std::string& line : lines) EXPECT_EQ(line.rfind("/events", 0), 0u) << line;
    refused += !lines.empty(), ran += lines.empty();
    if (!lines.empty()) return;
    Recorded run(load(documentWith(list)));
    advance(run.simulation(), 50);  // an end may be arbitrarily far away
    EXPECT_TRUE(run.status() != Simulation::Status::failed || run.stop().message.rfind("Stopped at ", 0) == 0) << run.stop().message;
    for (const char* sensor : {"x", "f"})
      for (const double value : run.column(sensor)) EXPECT_TRUE(std::isfinite(value));
  };
  check(events);
  EXPECT_EQ(ran, 1);
  for (std::size_t i = 0; i < events.size(); ++i) {
    for (const Json& other : hostile) {
      Json list = events;
      list[i] = other;
      check(list);
      for (auto entry = events[i].begin(); entry != events[i].end(); ++entry) {
        list = events;
        list[i][entry.key()] = other;
        check(list);
        if (!entry.value().is_array()) continue;
        for (std::size_t k = 0; k < entry.value().size(); ++k) {
          list = events;
          list[i][entry.key()][k] = other;
          check(list);
        }
      }
    }
    for (auto entry = events[i].begin(); entry != events[i].end(); ++entry) {
      Json list = events;
      list[i].erase(entry.key());
      check(list);
    }
  }
  EXPECT_GT(refused, 900);
  EXPECT_GT(ran, 50);
}

// ---- checkpoints

/// Restores checkpoints spread over the run and compares the end.
void expectSameEndFromCheckpoints(const std::string& document, int count, unsigned seed) {
  Recorded whole(load(document));
  Simulation& simulation = whole.simulation();
  std::vector<std::shared_ptr<const Simulation::Checkpoint>> checkpoints;
  std::vector<int> at;
  Recorded measured(load(document));
  long total = 0;
  measured.simulation().advance([&] { return ++total < 0; });
  std::mt19937 random(seed);
  std::vector<long> steps;
  for (int i = 0; i < count; ++i) steps.push_back(static_cast<long>(random() % static_cast<unsigned long>(total)));
  std::sort(steps.begin(), steps.end());
  long step = 0;
  std::size_t next = 0;
  const auto take = [&] {
    for (; next < steps.size() && steps[next] == step; ++next) {
      const std::size_t before = allocatedBytes();
      auto checkpoint = simulation.checkpoint();
      const double taken = static_cast<double>(allocatedBytes() - before);
      const double counted = static_cast<double>(Simulation::bytesOf(*checkpoint));
      EXPECT_LE(counted, taken) << "at step " << step;
      EXPECT_GE(counted, 0.98 * taken) << "at step " << step;
      checkpoints.push_back(std::move(checkpoint));
    }
  };
  take();
  simulation.advance([&] {
    ++step;
    take();
    return false;
  });
  EXPECT_EQ(checkpoints.size(), steps.size());
  const std::string result = resultJson(measured.simulation(), 0).dump();
  const auto status = simulation.status();
  expectSameRows(simulation.history(), measured.simulation().history());  // taking checkpoints changes nothing
  std::shuffle(checkpoints.begin(), checkpoints.end(), random);
  for (const auto& checkpoint : checkpoints) {
    simulation.restore(*checkpoint);
    EXPECT_EQ(simulation.run(), status);
    EXPECT_TRUE(resultJson(simulation, 0).dump() == result);
    ASSERT_NO_FATAL_FAILURE(expectSameRows(simulation.history(), measured.simulation().history()));
  }
}

/// Models that run longer (s) are skipped unless SLIPSTICK_ALL_CHECKPOINTS is set.
bool allCheckpoints() { return std::getenv("SLIPSTICK_ALL_CHECKPOINTS"); }
double longest() { return allCheckpoints() ? 1e9 : 0.5; }
int checkpointsOfModels() { return allCheckpoints() ? 20 : 4; }

TEST(Checkpoint, ContinuesToTheSameBits) {
  expectSameEndFromCheckpoints(live("inputs"), 20, 1);
  expectSameEndFromCheckpoints(live("events"), 20, 2);
  expectSameEndFromCheckpoints(sampled, 20, 6);
  for (const char* item : {"objects/ContactSpheres", "objects/ContactFrictionCircleCable2D", "objects/ConnectorRollingDiscPenalty",
                           "objects/KinematicTree", "objects/GenericODE1", "objects/ContactSphereTriangle"})
    expectSameEndFromCheckpoints(readFile(std::string("tests/data/items/") + item + ".json"), 10, 3);
  expectSameEndFromCheckpoints(readFile("tests/data/analysis/static.json"), 5, 4);
  expectSameEndFromCheckpoints(readFile("tests/data/analysis/eigenvalues.json"), 5, 5);
}

TEST(Checkpoint, OfGalleryModelsContinuesToTheSameBits) {
  for (const auto& file : std::filesystem::directory_iterator(sourcePath("web/models"))) {
    const std::string name = file.path().stem().string();
    SCOPED_TRACE(name);
    // Each checkpoint costs half a run on average.
    const double seconds = Json::parse(readFile("web/models/" + name + ".json"))["display"]["gallery"].value("runTime", 0.0);
    if (seconds > longest()) continue;
    expectSameEndFromCheckpoints(readFile("web/models/" + name + ".json"), checkpointsOfModels(), 11);
  }
}

TEST(Checkpoint, IncludesValuesChangedBySet) {
  Json json = Json::parse(live("inputs"));
  json["events"] = Json::array();
  json["analysis"] = {
      {{"endTime", 1}, {"stepSize", 0.01}, {"set", {{{"load", "motor"}, {"loadVectorUserFunction", {"0", "0", "2"}}}}}},
      {{"endTime", 1},
       {"stepSize", 0.01},
       {"set", {{{"load", "motor"}, {"loadVectorUserFunction", {"0", "0", "3"}}}, {{"object", "rotor"}, {"physicsInertia", 0.1}}}}}};
  expectSameEndFromCheckpoints(json.dump(), 20, 6);
}

TEST(Checkpoint, HoldsASharedLoad) {
  Json door = Json::parse(
      document(R"("create": [{"type": "RigidBody", "name": "door", "inertia": {"shape": "cuboid", "mass": 3, "sideLengths": [1, 0.02, 2],
      "com": [0.5, 0, 0]}, "initialAngularVelocity": [0, 0, 1]}, {"type": "RevoluteJoint", "name": "upper", "bodies": [null, "door"], "position": [0, 0, 0.9], "axis": [0, 0, 1]},
      {"type": "RevoluteJoint", "name": "lower", "bodies": [null, "door"], "position": [0, 0, -0.9], "axis": [0, 0, 1]}],
    "sensors": [{"type": "Body", "name": "r", "bodyNumber": "door", "outputVariableType": "Rotation"}], "analysis": {"endTime": 1, "stepSize": 0.01}, 
    "events": [{"step": 30, "grab": "door", "at": [1, 0, 0], "to": [1, 1, 0]}, {"step": 60, "release": true}])"));
  expectSameEndFromCheckpoints(door.dump(), 20, 8);
}

TEST(GoingBack, LeadsToTheSameRunOrToAnother) {
  const std::string document = live("events");
  Recorded plain = run(document), moved(load(document));
  Simulation& simulation = moved.simulation();
  simulation.keepCheckpoints(200000);
  simulation.run();
  for (const int step : {559, 30, 431, 0, 300}) {
    ASSERT_TRUE(simulation.goBack(0, step));
    EXPECT_EQ(simulation.steps(), step);
    EXPECT_EQ(simulation.status(), Simulation::Status::running);
  }
  EXPECT_EQ(simulation.run(), Simulation::Status::finished);
  expectSameRows(simulation.history(), plain.simulation().history());
  // From step 100 the run is a different one; its replay is bit-identical.
  ASSERT_TRUE(simulation.goBack(0, 100));
  simulation.takeOver();
  EXPECT_EQ(simulation.events().size(), 3u);
  EXPECT_TRUE(simulation.post({{"to", {-0.3, 0, -0.95}}}).empty());
  advance(simulation, 650);
  EXPECT_TRUE(simulation.post({{"end", true}}).empty());
  EXPECT_EQ(simulation.run(), Simulation::Status::finished);
  Json json = Json::parse(document);
  json["events"] = simulation.events();
  Recorded replay = run(json.dump());
  expectSameRows(simulation.history(), replay.simulation().history());
  // Undo: back to an earlier step, and to the end again.
  ASSERT_TRUE(simulation.goBack(0, 200));
  EXPECT_EQ(simulation.run(), Simulation::Status::finished);
  expectSameRows(simulation.history(), replay.simulation().history());
}

TEST(GoingBack, FromTheEndOfARunLeadsBeyondIt) {
  const std::string document = freeMass(R"([{"step": 10, "push": "mass", "impulse": [1, 0, 0]}])", R"({"endTime": 0.5, "stepSize": 0.01})");
  Recorded moved(load(document));
  Simulation& simulation = moved.simulation();
  simulation.keepCheckpoints(100000000);
  simulation.run();
  ASSERT_TRUE(simulation.goBack(0, 50));
  EXPECT_EQ(simulation.run(), Simulation::Status::finished) << "it is over if nobody takes it";
  EXPECT_EQ(moved.samples(), 51);
  ASSERT_TRUE(simulation.goBack(0, 50));
  simulation.takeOver();
  advance(simulation, 20);
  EXPECT_NEAR(simulation.progress().time, 0.7, 1e-12);
  EXPECT_FALSE(simulation.goBack(1, 0));
}

}  // namespace
}  // namespace slipstick::testing
