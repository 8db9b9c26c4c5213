// Sensors of energies and of forces on a body, and the balance of energy.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "core/study/energy_balance.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// A rigid body with an eccentric centre of mass on a ball joint and a spring, with gravity and a force.
Json pendulum() {
  return Json::parse(R"({"slipstick": 1,
    "nodes": [{"type": "RigidBodyEP", "name": "node", "referenceCoordinates": [0.3, 0, 0, 1, 0, 0, 0],
               "initialVelocities": [0, 0, 0, 0, 0, -1.5, 0.5]}],
    "objects": [{"type": "Ground", "name": "ground"},
      {"type": "RigidBody", "name": "body", "physicsMass": 2, "physicsInertia": [0.18, 0.22, 0.3, 0.01, 0.02, -0.03],
       "physicsCenterOfMass": [0.1, 0.2, 0], "nodeNumber": "node"},
      {"type": "JointSpherical", "name": "joint", "markerNumbers": ["pivot", "foot"]},
      {"type": "ConnectorSpringDamper", "name": "spring", "markerNumbers": ["anchor", "tip"], "stiffness": 100, "damping": 0.5,
       "referenceLength": 0.3, "force": 2}],
    "markers": [{"type": "BodyRigid", "name": "pivot", "bodyNumber": "ground", "localPosition": [0.3, 0, 0]},
      {"type": "BodyRigid", "name": "anchor", "bodyNumber": "ground", "localPosition": [0, 1, 0]},
      {"type": "BodyRigid", "name": "foot", "bodyNumber": "body"},
      {"type": "BodyRigid", "name": "tip", "bodyNumber": "body", "localPosition": [0.5, 0, 0.1]},
      {"type": "BodyMass", "name": "weight", "bodyNumber": "body"}],
    "loads": [{"type": "MassProportional", "name": "gravity", "markerNumber": "weight", "loadVector": [0, -9.81, 0]},
      {"type": "ForceVector", "name": "force", "markerNumber": "tip", "loadVector": [0, 0, 1]}],
    "sensors": [], "analysis": {"type": "dynamic", "endTime": 1, "numberOfSteps": 1000, "sensorsWritePeriod": 0.1,
      "newton": {"relativeTolerance": 1e-12, "absoluteTolerance": 1e-12}}})");
}

void measure(Json& document, const char* name, const char* type, const Json& more) {
  Json sensor{{"type", type}, {"name", name}};
  sensor.update(more);
  document["sensors"].push_back(sensor);
}

TEST(EnergySensors, AgreeWithTheFormulasOfARigidBody) {
  Json document = pendulum();
  measure(document, "T", "KineticEnergy", {{"objectNumber", "body"}});
  measure(document, "V", "PotentialEnergy", Json::object());
  measure(document, "w", "Body", {{"bodyNumber", "body"}, {"outputVariableType", "AngularVelocityLocal"}});
  measure(document, "tip", "Marker", {{"markerNumber", "tip"}, {"outputVariableType", "Position"}});
  measure(document, "centre", "Body", {{"bodyNumber", "body"}, {"localPosition", {0.1, 0.2, 0}}, {"outputVariableType", "Position"}});
  const Recorded motion = run(document.dump());
  for (int i = 0; i < motion.samples(); ++i) {
    const auto w = motion.sample("w", i), tip = motion.sample("tip", i), centre = motion.sample("centre", i);
    const double kinetic = 0.5 * (0.18 * w[0] * w[0] + 0.22 * w[1] * w[1] + 0.3 * w[2] * w[2]) + 0.01 * w[1] * w[2] + 0.02 * w[0] * w[2] -
                           0.03 * w[0] * w[1];  // about the node, which is at rest
    const double elongation = std::hypot(tip[0], tip[1] - 1, tip[2]) - 0.3;
    const double potential = 50 * elongation * elongation + 2 * elongation + 2 * 9.81 * centre[1];
    EXPECT_NEAR(motion.column("T")[i], kinetic, 1e-9 * (1 + kinetic));
    EXPECT_NEAR(motion.column("V")[i], potential, 1e-12 * (1 + std::abs(potential)));
  }
}

TEST(EnergySensors, IntegrateTheWorkOfDampersAndLoads) {
  Json document = pendulum();
  measure(document, "T", "KineticEnergy", Json::object());
  measure(document, "V", "PotentialEnergy", Json::object());
  measure(document, "D", "Dissipation", {{"outputVariableType", "Energy"}});
  measure(document, "W", "WorkOfLoads", {{"outputVariableType", "Energy"}});
  measure(document, "tip", "Marker", {{"markerNumber", "tip"}, {"outputVariableType", "Position"}});
  const auto gap = [&](int steps) {
    document["analysis"]["numberOfSteps"] = steps;
    const Recorded motion = run(document.dump());
    EXPECT_GT(motion.last("D"), 0.1);
    EXPECT_NEAR(motion.last("W"), motion.last("tip", 2) - motion.first("tip", 2), 1e-5);  // a constant force of 1 N along z
    const auto sum = [&](int i) { return motion.column("T")[i] + motion.column("V")[i] + motion.column("D")[i] - motion.column("W")[i]; };
    return std::abs(sum(motion.samples() - 1) - sum(0));
  };
  const double coarse = gap(1000), fine = gap(2000);
  EXPECT_LT(coarse, 2e-3);
  EXPECT_NEAR(coarse / fine, 4, 0.6);  // of second order, as the integrator
}

TEST(EnergySensors, ContinueTheirSumsFromACheckpoint) {
  Json document = pendulum();
  measure(document, "D", "Dissipation", {{"outputVariableType", "Energy"}});
  const Recorded whole = run(document.dump());
  Simulation simulation(load(document.dump()));
  simulation.advance([&] { return simulation.steps() == 500; });
  const auto checkpoint = simulation.checkpoint();
  simulation.advance([&] { return simulation.steps() == 700; });
  simulation.restore(*checkpoint);
  simulation.run();
  const History& history = simulation.history();
  EXPECT_EQ(history.row(history.samples() - 1)[1], whole.last("D"));
}

TEST(EnergySensors, DoNotChangeTheMotion) {
  Json document = pendulum();
  measure(document, "tip", "Marker", {{"markerNumber", "tip"}, {"outputVariableType", "Position"}});
  const Recorded plain = run(document.dump());
  measure(document, "D", "Dissipation", {{"outputVariableType", "Energy"}});
  measure(document, "reaction", "ForceOnBody", {{"bodyNumber", "body"}, {"objectNumber", "joint"}, {"outputVariableType", "Force"}});
  const Recorded measured = run(document.dump());
  for (int i = 0; i < plain.samples(); ++i) EXPECT_EQ(plain.sample("tip", i), measured.sample("tip", i));
}

TEST(EnergyBalance, ClosesForTheExamplesOfAllItems) {
  // Material flows through the ends of the first; the steps of the others do not resolve their contacts.
  const std::set<std::string> others{"ALEANCFCable2D", "ContactCurveCircles", "ContactFrictionCircleCable2D", "ContactCircleCable2D"};
  for (const auto& entry : std::filesystem::directory_iterator(sourcePath("tests/data/items/objects"))) {
    if (others.count(entry.path().stem().string())) continue;
    SCOPED_TRACE(entry.path().stem().string());
    const EnergyBalance balance = energyBalance(*load(readFile("tests/data/items/objects/" + entry.path().filename().string())));
    if (!balance.problem.empty()) continue;
    EXPECT_LT(balance.relative, 3e-3) << balance.text;
  }
}

TEST(EnergyBalance, FindsAFreeBodyWhoseIntegratorAddsEnergy) {
  const EnergyBalance balance = energyBalance(*load(R"({"slipstick": 1,
    "create": [{"type": "RigidBody", "name": "body", "inertia": {"shape": "cuboid", "density": 1000, "sideLengths": [0.1, 0.2, 0.3]},
                "initialAngularVelocity": [0.01, 10, 0]}],
    "analysis": {"type": "dynamic", "endTime": 5, "stepSize": 0.001, "exudynWays": true,
                 "generalizedAlpha": {"spectralRadius": 1}}})"));
  EXPECT_TRUE(balance.isLarge) << balance.text;
  EXPECT_EQ(balance.item, "body");
}

/// A mass on a spring, whose oscillation the steps hardly resolve.
Json oscillator() {
  return Json::parse(R"({"slipstick": 1,
    "nodes": [{"type": "Point", "name": "mass", "initialVelocities": [1, 0, 0]}, {"type": "PointGround", "name": "wall"}],
    "objects": [{"type": "MassPoint", "name": "mass", "physicsMass": 1, "nodeNumber": "mass"},
      {"type": "ConnectorCartesianSpringDamper", "name": "spring", "markerNumbers": ["wall", "mass"], "stiffness": [1e4, 0, 0]}],
    "markers": [{"type": "NodePosition", "name": "mass", "nodeNumber": "mass"}, {"type": "NodePosition", "name": "wall", "nodeNumber": "wall"}],
    "analysis": {"type": "dynamic", "endTime": 2, "stepSize": 0.01, "generalizedAlpha": {"spectralRadius": 0.5}}})");
}

TEST(EnergyBalance, NamesNumericalDamping) {
  const EnergyBalance balance = energyBalance(*load(oscillator().dump()));
  EXPECT_TRUE(balance.isLarge);
  EXPECT_NE(balance.text.find("numerical damping"), std::string::npos) << balance.text;
}

TEST(EnergyBalance, WarnsAboveTheToleranceOfTheDocument) {
  Json document = oscillator();
  const double relative = energyBalance(*load(document.dump())).relative;
  const auto isLarge = [&](double tolerance) {
    document["analysis"]["balanceTolerance"] = tolerance;
    return energyBalance(*load(document.dump())).isLarge;
  };
  EXPECT_GT(relative, 0.02);
  EXPECT_FALSE(isLarge(1.01 * relative));
  EXPECT_TRUE(isLarge(0.99 * relative));
  Json later = document["analysis"];
  later["balanceTolerance"] = 1.01 * relative, later["endTime"] = 2.1, later["startTime"] = 2;
  document["analysis"] = Json::array({document["analysis"], later});
  EXPECT_FALSE(energyBalance(*load(document.dump())).isLarge);  // the largest of the steps
}

TEST(EnergyBalance, NamesTheDampingOfNewmarksMethod) {
  Json document = oscillator();
  document["analysis"]["generalizedAlpha"] = {{"useNewmark", true}, {"newmarkGamma", 0.6}, {"newmarkBeta", 0.3025}};
  EXPECT_NE(energyBalance(*load(document.dump())).text.find("The numerical damping of Newmark's method (newmarkGamma 0.6)"),
            std::string::npos);
  document["analysis"]["generalizedAlpha"] = {{"useNewmark", true}, {"spectralRadius", 0.5}};  // which Newmark's method ignores
  EXPECT_EQ(energyBalance(*load(document.dump())).text.find("numerical damping"), std::string::npos);
}

TEST(EnergyBalance, NamesUserFunctionsThatHaveNoPotential) {
  Json document = oscillator();
  document["analysis"] = {{"type", "dynamic"}, {"endTime", 1}, {"stepSize", 0.001}};
  document["objects"][1] = {{"type", "ConnectorSpringDamper"},
                            {"name", "spring"},
                            {"markerNumbers", {"wall", "mass"}},
                            {"springForceUserFunction", "100*deltaL^3"}};
  document["nodes"][1]["referenceCoordinates"] = {-1, 0, 0};
  const auto text = [&](const char* force) {
    document["objects"][1]["springForceUserFunction"] = force;
    const EnergyBalance balance = energyBalance(*load(document.dump()));
    EXPECT_LT(balance.relative, 1e-3) << balance.text;
    return balance.text;
  };
  const char* sentence = "The work of the user functions of 'spring' counts as dissipation: they depend on more than a position.";
  EXPECT_EQ(text("100*deltaL^3").find(sentence), std::string::npos);
  EXPECT_NE(text("100*deltaL^3*cos(t)").find(sentence), std::string::npos);
  EXPECT_NE(text("100*deltaL + deltaL_t").find(sentence), std::string::npos);
}

TEST(EnergyBalance, LimitsTheSizeOfModels) {
  Json document = Json::parse(R"({"slipstick": 1, "nodes": [], "objects": [], "analysis": {"endTime": 0.1, "numberOfSteps": 1}})");
  for (int i = 0; i < 7000; ++i) {
    document["nodes"].push_back({{"type", "Point"}});
    document["objects"].push_back({{"type", "MassPoint"}, {"physicsMass", 1}, {"nodeNumber", i}});
  }
  EXPECT_EQ(energyBalance(*load(document.dump())).problem,
            "There is no balance of energy: the model has 21000 coordinates, more than 20000.");
}

TEST(EnergyBalance, NeedsTwoSamples) {
  Json document = oscillator();
  document["objects"][1]["stiffness"] = {0, 0, 0};
  document["loads"] = {{{"type", "ForceVector"}, {"markerNumber", "mass"}, {"loadVectorUserFunction", "[sqrt(t - 1), 0, 0]"}}};
  const std::string problem = energyBalance(*load(document.dump())).problem;
  EXPECT_EQ(problem.find("There is no balance of energy: the run has fewer than two samples. "), 0) << problem;
}

TEST(EnergyBalance, NeedsMotion) {
  const EnergyBalance balance = energyBalance(*load(R"({"slipstick": 1,
    "nodes": [{"type": "Point", "name": "mass"}], "objects": [{"type": "MassPoint", "physicsMass": 1, "nodeNumber": "mass"}],
    "analysis": {"type": "eigenvalues"}})"));
  EXPECT_EQ(balance.problem, "There is no balance of energy: the analysis has no dynamic step.");
}

}  // namespace
}  // namespace slipstick::testing
