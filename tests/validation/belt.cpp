// Belts with dry friction against the laws of Euler–Eytelwein and Grashof, and the energy of a drive.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

double mean(const std::vector<double>& time, const std::vector<double>& values, double from) {
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < time.size(); ++i)
    if (time[i] > from) sum += values[i], ++count;
  return sum / count;
}
double mean(Recorded& run, const std::string& sensor, double from) { return mean(run.time(), run.column(sensor), from); }

// A rope over a fixed drum, half a turn. A weight of 50 N hangs on one end; the other is pulled down uniformly.
std::string rope(int elements) {
  return R"({"slipstick": 1, "parameters": {"n": )" + std::to_string(elements) + R"j(},
    "create": [{"type": "Belt", "name": "rope", "closed": false, "numberOfElements": "n", "physicsMassPerLength": 0.05,
      "physicsBendingStiffness": 1e-4, "physicsAxialStiffness": 1e4, "physicsAxialDamping": 20, "perLength": true, "contactStiffness": 1e7,
      "contactDamping": 200, "frictionStiffness": 1e7, "frictionVelocityPenalty": 100, "frictionCoefficient": 0.3,
      "circles": [{"center": [-0.1, -0.15], "radius": 0}, {"name": "drum", "center": [0, 0], "radius": 0.1}, {"center": [0.1, -0.15], "radius": 0}]}],
    "nodes": [{"type": "PointGround", "name": "ground"}],
    "markers": [{"type": "NodeCoordinate", "name": "ground", "nodeNumber": "ground", "coordinate": 0},
      {"type": "NodePosition", "name": "start", "nodeNumber": "rope.0"},
      {"type": "NodeCoordinate", "name": "start x", "nodeNumber": "rope.0", "coordinate": 0},
      {"type": "NodeCoordinate", "name": "end x", "nodeNumber": "rope.end", "coordinate": 0},
      {"type": "NodeCoordinate", "name": "end y", "nodeNumber": "rope.end", "coordinate": 1}],
    "objects": [{"type": "ConnectorCoordinate", "markerNumbers": ["ground", "start x"]},
      {"type": "ConnectorCoordinate", "markerNumbers": ["ground", "end x"]},
      {"type": "ConnectorCoordinate", "name": "pull", "markerNumbers": ["ground", "end y"], "velocityLevel": true,
       "offsetUserFunction_t": "-0.05*smoothstep(0, 0.05, t)"}],
    "loads": [{"type": "ForceVector", "name": "weight", "markerNumber": "start", "loadVector": [0, -50, 0]}],
    "sensors": [{"type": "Object", "name": "pull", "objectNumber": "pull", "outputVariableType": "Force"}],
    "analysis": [{"type": "static", "numberOfLoadSteps": 5, "loadStepStart": -0.01, "loadStepDuration": 0.01, "stabilizerODE2term": 1e6,
       "newton": {"relativeTolerance": 1e-6, "absoluteTolerance": 1e-6}},
      {"type": "dynamic", "endTime": 0.25, "stepSize": 1e-3, "generalizedAlpha": {"spectralRadius": 0.6},
       "newton": {"useModifiedNewton": true, "relativeTolerance": 1e-6, "absoluteTolerance": 1e-6},
       "discontinuous": {"iterationTolerance": 0.01}, "sensorsWritePeriod": 0}]})j";
}

/// The relative error of the force ratio, which is e^(μπ) while the entire rope slips. The weight of the free ends, 0.15 N, is the same on
/// both.
double slipError(int elements) {
  Recorded pulled = run(rope(elements));
  return mean(pulled, "pull", 0.15) / 50 / std::exp(0.3 * std::numbers::pi) - 1;
}

// The chords of the segments are shorter than their arcs and only turn at their ends: the error is proportional to the square of their
// length.
TEST(Belt, SlipsByEulerEytelwein) {
  const double coarse = slipError(20), middle = slipError(40), fine = slipError(80);
  EXPECT_LT(std::abs(coarse), 7e-3);
  EXPECT_LT(std::abs(middle), 2e-3);
  EXPECT_LT(std::abs(fine), 5e-4);
  EXPECT_LT(std::abs(middle), 0.5 * std::abs(coarse));
  EXPECT_LT(std::abs(fine), 0.5 * std::abs(middle));
}

// Two equal pulleys of radius R at the distance D, with a belt of stiffness EA and initial pre-tension N0.
const double R = 0.1, D = 0.4, EA = 8000, N0 = 250, mu = 0.4, speed = 12;

std::string drive(double torque, double endTime) {
  return R"j({"slipstick": 1, "definitions": {"load(t)": ")j" + std::to_string(torque) + R"j(*smoothstep(0.3, 0.5, t)"},
    "create": [{"type": "Belt", "name": "belt", "numberOfElements": 64, "physicsMassPerLength": 0.1, "physicsBendingStiffness": 1e-3,
      "physicsAxialStiffness": 8000, "physicsAxialDamping": 16, "physicsReferenceAxialStrain": "-250/8000", "perLength": true,
      "contactStiffness": 1e7, "contactDamping": 200, "frictionStiffness": 4e6, "frictionVelocityPenalty": 200, "frictionCoefficient": 0.4,
      "circles": [
        {"name": "driver", "center": [0, 0], "radius": 0.1, "side": "right", "mass": 2, "inertia": 0.01, "speed": "12*smoothstep(0, 0.3, t)"},
        {"name": "driven", "center": [0.4, 0], "radius": 0.1, "side": "right", "mass": 2, "inertia": 0.01, "torque": "-load(t)"}]}],
    "sensors": [{"type": "Body", "name": "driver", "bodyNumber": "driver", "outputVariableType": "AngularVelocity"},
      {"type": "Body", "name": "driven", "bodyNumber": "driven", "outputVariableType": "AngularVelocity"},
      {"type": "Object", "name": "multiplier", "objectNumber": "driver.drive", "outputVariableType": "Force"},
      {"type": "UserFunction", "name": "torque", "sensorUserFunction": "-sensor(\"multiplier\")[0]"},
      {"type": "UserFunction", "name": "creep", "sensorUserFunction": "1 - sensor(\"driven\")[2]/12"},
      {"type": "UserFunction", "name": "power", "sensorUserFunction": "sensor(\"torque\")[0]*sensor(\"driver\")[2] - load(t)*sensor(\"driven\")[2]"}],
    "analysis": [{"type": "static", "numberOfLoadSteps": 4, "stabilizerODE2term": 1e6, "newton": {"relativeTolerance": 1e-6, "absoluteTolerance": 1e-6},
        "set": [{"object": "*.hold", "activeConnector": true}, {"object": "*.drive", "activeConnector": false}]},
      {"type": "dynamic", "endTime": )j" +
         std::to_string(endTime) + R"j(, "stepSize": 1e-3, "generalizedAlpha": {"spectralRadius": 0.6},
       "newton": {"useModifiedNewton": true, "relativeTolerance": 1e-6, "absoluteTolerance": 1e-6},
       "discontinuous": {"iterationTolerance": 0.1}, "sensorsWritePeriod": 0,
       "set": [{"object": "*.hold", "activeConnector": false}, {"object": "*.drive", "activeConnector": true}]}],
    "display": {"plots": [{"over": "belt", "curves": [{"outputVariableType": "ForceLocal"},
      {"of": "contact", "outputVariableType": "ForceLocal", "component": 0}, {"of": "contact", "outputVariableType": "Coordinates_t", "component": 0},
      {"of": "contact", "outputVariableType": "ForceLocal", "component": 1}, {"of": "contact", "outputVariableType": "Coordinates_t", "component": 1},
      {"outputVariableType": "StrainLocal"}]}]}})j";
}

/// Tension on the tight and the slack side for a torque. The belt has a given length, so the mean tension is N0. Contributions are the sum
/// of both tensions on the spans and on the sticking arcs, and the exponential on the slipping arcs, whose integral over the angle is (N_t
/// − N_s)/μ.
struct Tension {
  double tight, slack;
};
Tension tensionFor(double torque) {
  const double difference = torque / R;
  double sum = 2 * N0;
  for (int i = 0; i < 50; ++i) {
    const double arc = std::log((sum + difference) / (sum - difference)) / mu;
    sum = (N0 * (2 * D + 2 * std::numbers::pi * R) - 2 * R * difference / mu) / (D + R * (std::numbers::pi - arc));
  }
  return {(sum + difference) / 2, (sum - difference) / 2};
}

class LoadedDrive : public ::testing::Test {
 protected:
  static Recorded& result() {
    static Recorded run = slipstick::testing::run(drive(12, 2.2));
    return run;
  }
  static std::vector<double> profile(int number, int sample) {
    const History& history = result().simulation().history();
    const double* row = history.row(sample) + history.profiles()[number].column;
    return {row, row + history.profiles()[number].size};
  }
  static constexpr double steady = 1.7;  // s, steady state: the belt has gone round once since loading
};

TEST_F(LoadedDrive, HasTheTensionsOfItsTorque) {
  const auto [tight, slack] = tensionFor(12);
  const std::vector<double> forces = profile(0, result().samples() - 1);
  EXPECT_NEAR(*std::max_element(forces.begin(), forces.end()), tight, 0.02 * tight);
  EXPECT_NEAR(*std::min_element(forces.begin(), forces.end()), slack, 0.02 * slack);
  EXPECT_NEAR(mean(result(), "torque", steady), 12, 0.03);
}

// The mass flow is constant: ω2/ω1 = (1 + ε_s)/(1 + ε_t).
TEST_F(LoadedDrive, CreepsByTheDifferenceOfStrains) {
  const auto [tight, slack] = tensionFor(12);
  const double creep = (tight - slack) / EA / (1 + tight / EA);
  EXPECT_NEAR(mean(result(), "creep", steady), creep, 0.02 * creep);
}

// The difference between input and output power is dissipated by slip, contact damping and the axial damping of the belt.
TEST_F(LoadedDrive, DissipatesThePowerDifferenceInFriction) {
  const std::vector<double> time = result().time();
  std::vector<double> lost(time.size()), damped(time.size()), power = result().column("power");
  const double elementLength = (2 * D + 2 * std::numbers::pi * R) / 64;
  for (int sample = 0; sample < result().samples(); ++sample) {
    const auto force = profile(1, sample), speeds = profile(2, sample), normal = profile(3, sample), approach = profile(4, sample);
    for (std::size_t i = 0; i < force.size(); ++i) lost[sample] += force[i] * speeds[i] + normal[i] * approach[i];
    // The viscous part of the axial force is the force minus EA (ε + N0/EA). It dissipates its square over d_ε per length.
    const auto axial = profile(0, sample), strain = profile(5, sample);
    for (std::size_t i = 0; i < axial.size(); ++i) {
      const double viscous = axial[i] - EA * strain[i] - N0;
      damped[sample] += viscous * viscous / 16 * elementLength;
    }
  }
  const double difference = mean(time, power, steady), friction = mean(time, lost, steady), damping = mean(time, damped, steady);
  EXPECT_GT(difference, 1.5);
  // Contacts dissipate 96.5 %, the belt's damping 3.0 %; the remaining error is 0.5 %.
  EXPECT_NEAR(friction + damping, difference, 0.01 * difference);
}

// If contact slips everywhere, there may be no equilibrium. The belts are therefore put on with more friction than in the run.
TEST(Belt, IsPutOnWithLittleFriction) {
  for (const char* name : {"two-pulleys", "crossed", "tensioner", "comparison"}) {
    Json belt = Json::parse(readFile(std::string("web/models/belt-") + name + ".json"));
    belt["analysis"].erase(1);
    EXPECT_EQ(attempt(belt.dump(), {{"mu", 0.05}}).status(), Simulation::Status::finished) << name;
  }
}

// 8000 coordinates, 4000 contacts; the belt acts on both pulleys from the first step.
TEST(Belt, MayHaveTwoThousandElements) {
  Recorded belt = run(R"({"slipstick": 1, "create": [{"type": "Belt", "name": "belt", "numberOfElements": 2000, "physicsMassPerLength": 0.1,
      "physicsAxialStiffness": 8000, "physicsAxialDamping": 16, "physicsReferenceAxialStrain": -0.001, "perLength": true,
      "contactStiffness": 1e7, "contactDamping": 200, "frictionStiffness": 4e6, "frictionVelocityPenalty": 200, "frictionCoefficient": 0.4,
      "circles": [{"name": "driver", "center": [0, 0], "radius": 1, "side": "right", "mass": 2, "inertia": 0.01, "speed": 1},
                  {"name": "driven", "center": [4, 0], "radius": 1, "side": "right", "mass": 2, "inertia": 0.01}]}],
    "sensors": [{"type": "Body", "name": "driver", "bodyNumber": "driver", "outputVariableType": "AngularVelocity"},
      {"type": "Object", "name": "bearing", "objectNumber": "driven.bearing", "outputVariableType": "Force"}],
    "analysis": [{"type": "dynamic", "endTime": 1e-4, "numberOfSteps": 2, "newton": {"useModifiedNewton": true}}]})");
  EXPECT_EQ(belt.simulation().statistics().steps, 2);
  EXPECT_NEAR(belt.last("driver", 2), 1, 1e-9);
  EXPECT_NE(belt.last("bearing"), 0);
}

// Beyond its capacity T = R Σ tanh(μπ/2) the whole arc slips; Σ, the sum of both tensions, follows from their mean as above.
TEST(Belt, CarriesNoMoreThanItsTorqueCapacity) {
  const double part = std::tanh(mu * std::numbers::pi / 2);
  const double capacity = R * part * N0 * (2 * D + 2 * std::numbers::pi * R) / (D + 2 * R * part / mu);
  Recorded slipping = run(drive(1.2 * capacity, 0.8));
  EXPECT_NEAR(mean(slipping, "torque", 0.6), capacity, 0.03 * capacity);
  EXPECT_LT(slipping.last("driven", 2), 0.5 * speed);
}

/// The static step of a belt model of the gallery, with the given friction and load steps.
Json staticStep(const std::string& name, const Json& friction, const Json& patch) {
  Json document = Json::parse(readFile("web/models/" + name + ".json"));
  document.erase("display");
  Json& step = document["analysis"][0];
  document["analysis"] = Json::array({step});
  Json& set = document["analysis"][0]["set"];
  for (Json& change : set)
    if (change.contains("frictionCoefficient")) change["frictionCoefficient"] = friction;
  document["analysis"][0].merge_patch(patch);
  return document;
}

/// Without friction nothing holds a belt along its pulleys, and low friction holds it weakly.
TEST(StaticBelts, FindTheirEquilibriumWithAndWithoutFriction) {
  const Json plain{{"loadStepGeometric", false}, {"numberOfLoadSteps", 10}, {"adaptiveStep", true}};
  const Json fixed{{"loadStepGeometric", false}, {"numberOfLoadSteps", 50}, {"adaptiveStep", false}};
  const Json atOnce{{"loadStepGeometric", false}, {"numberOfLoadSteps", 1}, {"adaptiveStep", false}};
  for (const char* name : {"belt-crossed", "belt-comparison"})
    for (const Json& friction : {Json("mu"), Json(0.05), Json(0)})
      for (const Json& load : {Json::object(), plain, fixed, atOnce}) {
        Json document = staticStep(name, friction, load);
        if (std::string(name) == "belt-crossed") document["create"][0]["numberOfElements"] = 99;
        const Recorded held = attempt(document.dump());
        EXPECT_EQ(held.status(), Simulation::Status::finished) << name << " " << friction << " " << load << ": " << held.stop().message;
      }
}

Json unsettled(double tolerance) {
  const Json impatient{{"maxIterations", 1}, {"ignoreMaxIterations", true}};
  const Json newton{{"relativeTolerance", tolerance}, {"absoluteTolerance", tolerance}};
  return staticStep("belt-crossed", "mu", {{"discontinuous", impatient}, {"newton", newton}});
}

/// Contact states that do not settle are not an equilibrium, even if the model continues the run.
TEST(StaticBelts, AreHeldIfContactsDoNotSettle) {
  const Recorded belt = attempt(unsettled(1e-6).dump());
  EXPECT_EQ(belt.status(), Simulation::Status::finished) << belt.stop().message;
  EXPECT_NE(belt.statistics().held.find("contacts did not settle in 1 iterations"), std::string::npos) << belt.statistics().held;
  EXPECT_EQ(belt.statistics().unbalanced, "");
}

/// No residual is small enough in this test, so the result of the hold is rejected, too; the run reports the remaining imbalance.
TEST(StaticBelts, ReportTheirImbalance) {
  const Recorded belt = attempt(unsettled(1e-30).dump());
  EXPECT_EQ(belt.status(), Simulation::Status::finished) << belt.stop().message;
  EXPECT_NE(belt.statistics().unbalanced.find(" N at "), std::string::npos) << belt.statistics().unbalanced;
}

/// The first solution of such a belt has no contacts, so nothing holds it: it moves by rounding errors.
TEST(StaticBelts, FindTheirEquilibriumWithoutFrictionAndStabilizer) {
  for (const auto& [elements, strain] :
       {std::pair(16, -0.01), {17, -0.01}, {21, -0.02}, {24, -0.01}, {24, -0.02}, {29, -0.01}, {32, -0.01}}) {
    Json document = Json::parse(readFile("tests/data/creators/Belt.json"));
    document["analysis"] = Json::array({document["analysis"][0]});
    document["analysis"][0].erase("stabilizerODE2term");
    document["create"][0]["numberOfElements"] = elements;
    document["create"][0]["physicsReferenceAxialStrain"] = strain;
    const Recorded held = attempt(document.dump());
    EXPECT_EQ(held.status(), Simulation::Status::finished) << elements << " " << strain << ": " << held.stop().message;
  }
}

// Pulleys of several sizes, with only the pre-tension of 240 N and friction given: the run keeps its steps, and the driven pulley has the
// speed that follows from the stretch of the belt.
TEST(Belt, RunsSmoothlyWithDefaultParameters) {
  for (const auto& [driver, driven] : {std::pair{0.1, 0.1}, {0.06, 0.12}, {0.12, 0.06}}) {
    const Json circles{
        {{"name", "driver"}, {"center", {0, 0}}, {"radius", driver}, {"side", "right"}, {"mass", 2}, {"speed", "12*min(t/0.2, 1)"}},
        {{"name", "driven"}, {"center", {0.4, 0}}, {"radius", driven}, {"side", "right"}, {"mass", 2}, {"torque", -5}}};
    const Json belt{{"type", "Belt"},
                    {"name", "belt"},
                    {"physicsMassPerLength", 0.1},
                    {"physicsAxialStiffness", 8000},
                    {"physicsBendingStiffness", 0.001},
                    {"physicsReferenceAxialStrain", -0.03},
                    {"thickness", 0.002},
                    {"frictionCoefficient", 0.4},
                    {"circles", circles}};
    const Json sensor{{"type", "Body"}, {"name", "speed"}, {"bodyNumber", "driven"}, {"outputVariableType", "AngularVelocity"}};
    Recorded motion = run(
        Json{{"slipstick", 1}, {"create", {belt}}, {"sensors", {sensor}}, {"analysis", {{"endTime", 0.5}, {"stepSize", 0.001}}}}.dump());
    EXPECT_LT(motion.statistics().steps, 600) << driver;
    EXPECT_EQ(motion.statistics().advice, "");
    EXPECT_NEAR(mean(motion.time(), motion.column("speed", 2), 0.4) * (driven + 0.001) / (driver + 0.001) / 12, 1, 0.02) << driver;
  }
}

/// Creep by the stretch and by the radii: the belt is deeper in contact on the tight side, by N/(k R). Finer elements converge to this: 64
/// have an error of 8 % for the softest belt of the test, 128 of at most 4 %.
TEST(BeltDrive, CreepsByStretchAndByTheRunningRadii) {
  for (const auto& [torque, stiffness] : {std::pair{12.0, 8e3}, {15.0, 16e3}, {15.0, 20e3}}) {
    Json document = Json::parse(readFile("web/models/belt-two-pulleys.json"));
    document["create"][0]["numberOfElements"] = 128;
    document["parameters"]["torque"]["value"] = torque;
    document["parameters"]["EA"]["value"] = stiffness;
    Recorded found = run(document.dump());
    const double computed = mean(found.time(), found.column("creep", 0), 1.5), predicted = found.column("creep", 1).back();
    EXPECT_NEAR(computed / predicted, 1, 0.04) << torque << " N m, " << stiffness << " N";
    EXPECT_GT(torque / (1e7 * 1e-3) / predicted, 0.07) << "the contribution of the radii exceeds the tolerance";
  }
}

}  // namespace
}  // namespace slipstick::testing
