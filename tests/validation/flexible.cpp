// Flexible bodies against rigid ones, closed forms and energy conservation.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// The beam of the example: 12 masses of 0.1 kg in three sections, two modes.
Json beam() {
  Json document = Json::parse(readFile("tests/data/items/objects/FFRFreducedOrder.json"));
  for (const char* list : {"markers", "loads", "sensors"}) document[list] = Json::array();
  document["objects"] = Json::array({document["objects"][0], document["objects"][1]});
  document["objects"][1].erase("dampingMatrixReduced");
  return document;
}

/// Kinetic energy of all masses and elastic energy of the modes.
void addEnergy(Json& document) {
  std::string energy = "z = sensor(\"modes\"); 25*z[0]^2 + 40*z[1]^2";
  for (int node = 0; node < 12; ++node) {
    const std::string name = "v" + std::to_string(node);
    document["sensors"].push_back(
        {{"type", "SuperElement"}, {"name", name}, {"bodyNumber", "beam"}, {"meshNodeNumber", node}, {"outputVariableType", "Velocity"}});
    energy += " + 0.05*dot(sensor(\"" + name + "\"), sensor(\"" + name + "\"))";
  }
  document["sensors"].push_back({{"type", "Node"}, {"name", "modes"}, {"nodeNumber", "modes"}, {"outputVariableType", "Coordinates"}});
  document["sensors"].push_back({{"type", "UserFunction"}, {"name", "energy"}, {"sensorUserFunction", energy}});
}

/// It tumbles through space and vibrates with a tenth of its length.
Recorded tumbling(double step) {
  Json document = beam();
  addEnergy(document);
  document["nodes"][0]["initialVelocities"] = {0.1, 0, 0.2, 0, 1, 0.5, -2};
  document["nodes"][1]["initialCoordinates"] = {0.1, -0.05};
  document["analysis"] = {{"type", "dynamic"}, {"endTime", 1}, {"stepSize", step}, {"generalizedAlpha", {{"spectralRadius", 1}}}};
  return run(document.dump());
}

TEST(FlexibleBeam, KeepsItsEnergyToSecondOrder) {
  const auto drift = [](double step) {
    const auto energy = tumbling(step).column("energy");
    double largest = 0;
    for (const double value : energy) largest = std::max(largest, std::abs(value / energy[0] - 1));
    return largest;
  };
  const double coarse = drift(2e-3), fine = drift(1e-3);
  EXPECT_LT(fine, 2e-4);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.3);
}

TEST(FlexibleBeam, SwingsAsARigidPendulumIfStiff) {
  const auto tip = [](bool flexible) {
    Json document = beam();
    document["nodes"][1].erase("initialCoordinates");
    Json& body = document["objects"][1];
    body["stiffnessMatrixReduced"] = {{1e7, 0}, {0, 1e7}};
    body["dampingMatrixReduced"] = {{2e3, 0}, {0, 2e3}};
    document["markers"] = {{{"type", "BodyRigid"}, {"name", "ground"}, {"bodyNumber", "ground"}},
                           {{"type", "SuperElementRigid"},
                            {"name", "hinge"},
                            {"bodyNumber", "beam"},
                            {"meshNodeNumbers", {0, 1, 2, 3}},
                            {"weightingFactors", {0.25, 0.25, 0.25, 0.25}}},
                           {{"type", "SuperElementPosition"},
                            {"name", "tip"},
                            {"bodyNumber", "beam"},
                            {"meshNodeNumbers", {8, 9, 10, 11}},
                            {"weightingFactors", {0.25, 0.25, 0.25, 0.25}}},
                           {{"type", "BodyMass"}, {"name", "weight"}, {"bodyNumber", "beam"}}};
    if (!flexible) {
      document["nodes"].erase(1);
      const Json inertia = body["physicsInertia"];
      body = {{"type", "RigidBody"},
              {"name", "beam"},
              {"nodeNumber", "frame"},
              {"physicsMass", body["physicsMass"]},
              {"physicsCenterOfMass", body["physicsCenterOfMass"]},
              {"physicsInertia", {inertia[0][0], inertia[1][1], inertia[2][2], 0, 0, 0}}};
      document["markers"][1] = {{"type", "BodyRigid"}, {"name", "hinge"}, {"bodyNumber", "beam"}};
      document["markers"][2] = {{"type", "BodyPosition"}, {"name", "tip"}, {"bodyNumber", "beam"}, {"localPosition", {1, 0, 0}}};
    }
    document["objects"].push_back({{"type", "JointRevoluteZ"}, {"name", "joint"}, {"markerNumbers", {"ground", "hinge"}}});
    document["loads"] = {{{"type", "MassProportional"}, {"markerNumber", "weight"}, {"loadVector", {0, -9.81, 0}}}};
    document["sensors"] = {{{"type", "Marker"}, {"name", "tip"}, {"markerNumber", "tip"}, {"outputVariableType", "Position"}}};
    document["analysis"] = {{"type", "dynamic"}, {"endTime", 1}, {"stepSize", 1e-3}};
    return run(document.dump()).sample("tip", -1);
  };
  const auto flexible = tip(true), rigid = tip(false);
  // Its weight bends it by less than 1e-6 m.
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(flexible[i], rigid[i], 5e-6) << i;
  EXPECT_LT(rigid[0], 0.9);  // it has oscillated
}

/// Clamped at the frame's end, the first mode vibrates uncoupled with ω² = k/m, m = Ψᵀ M Ψ.
TEST(FlexibleBeam, VibratesWithTheFrequencyOfItsMode) {
  Json document = beam();
  document["nodes"][1]["initialCoordinates"] = {1e-6, 0};
  document["markers"] = {{{"type", "BodyRigid"}, {"name", "ground"}, {"bodyNumber", "ground"}},
                         {{"type", "BodyRigid"}, {"name", "frame"}, {"bodyNumber", "beam"}}};
  document["objects"].push_back({{"type", "JointGeneric"}, {"name", "clamp"}, {"markerNumbers", {"ground", "frame"}}});
  document["sensors"] = {{{"type", "Node"}, {"name", "modes"}, {"nodeNumber", "modes"}, {"outputVariableType", "Coordinates"}}};
  const double frequency = std::sqrt(50 / 0.43), end = 2 * std::numbers::pi / frequency;
  document["analysis"] = {{"type", "dynamic"}, {"endTime", end}, {"numberOfSteps", 2000}, {"generalizedAlpha", {{"spectralRadius", 1}}}};
  const Recorded swung = run(document.dump());
  EXPECT_NEAR(swung.last("modes") / 1e-6, 1, 1e-5);
}

}  // namespace
}  // namespace slipstick::testing
