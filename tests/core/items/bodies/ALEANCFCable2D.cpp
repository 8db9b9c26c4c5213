// Axially moving cables: effects of the axial motion, and agreement with a plain cable if there is none.

#include <gtest/gtest.h>

#include <cmath>

#include "core/document/load.h"
#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"
#include "tests/core/support/variation.h"

namespace slipstick::testing {
namespace {

using Values = std::vector<double>;

/// An element of length 2 with any coordinates, as an axially moving or a plain cable.
std::string element(bool moving, const Json& more = Json::object()) {
  Json json{{"slipstick", 1}};
  json["nodes"] = {{{"type", "Point2DSlope1"}}, {{"type", "Point2DSlope1"}, {"referenceCoordinates", {2, 0, 1, 0}}}};
  Json cable{{"type", "ANCFCable2D"},        {"physicsLength", 2},         {"physicsMassPerLength", 3},    {"physicsAxialStiffness", 50},
             {"physicsBendingStiffness", 7}, {"physicsAxialDamping", 0.3}, {"physicsBendingDamping", 0.2}, {"nodeNumbers", {0, 1}}};
  if (moving) {
    json["nodes"].push_back({{"type", "GenericODE2"}, {"numberOfODE2Coordinates", 1}});
    cable["type"] = "ALEANCFCable2D", cable["nodeNumbers"].push_back(2);
  }
  cable.update(more);
  json["objects"].push_back(cable);
  json["markers"].push_back({{"type", "BodyMass"}, {"bodyNumber", 0}});
  json["loads"].push_back({{"type", "MassProportional"}, {"markerNumber", 0}, {"loadVector", {2, -9.81, 0}}});
  return json.dump();
}
Values forces(const std::string& document, const Values& q, const Values& q_t, const Values& q_tt) {
  EvaluatedSystem system(load(document));
  State state = system.initial();
  state.q = q, state.q_t = q_t, state.q_tt = q_tt;
  Values result(system.coordinates());
  system.residual(state, ConstraintLevel::position, 1, result.data(), nullptr);
  return result;
}

TEST(ALEANCFCable2D, ActsAsAPlainCableWhileNothingMovesAxially) {
  Random random(1);
  for (double rule : {0, 1, 2}) {
    Values q(8), q_t(8), q_tt(8);
    for (Values* part : {&q, &q_t, &q_tt})
      for (double& value : *part) value = random.between(-0.3, 0.3);
    const Json same{{"useReducedOrderIntegration", static_cast<int>(rule)}, {"physicsReferenceCurvature", 0.1}};
    const Values plain = forces(element(false, same), q, q_t, q_tt);
    for (Values* part : {&q, &q_t, &q_tt}) part->push_back(0);
    const Values moving = forces(element(true, same), q, q_t, q_tt);
    for (int i = 0; i < 8; ++i) EXPECT_NEAR(moving[i], plain[i], 1e-12) << i;
  }
}

TEST(ALEANCFCable2D, PushesOutwardsAtItsEndsAndFallsThroughItsMesh) {
  // A straight cable that moves at 4 m/s through a mesh at rest. Material that enters and leaves exerts ṁ v = ρA v² at the ends; the mass
  // between them exerts ∫ρA v² S' dx in the opposite direction. The sum is zero. s̈ = 5 m/s² needs ρA L s̈ = 30 N axially.
  const Values still(9, 0.0), rates{0, 0, 0, 0, 0, 0, 0, 0, 4}, accelerations{0, 0, 0, 0, 0, 0, 0, 0, 5};
  const Json elastic{{"physicsAxialDamping", 0}};
  const Values moving = forces(element(true, elastic), still, rates, still);
  const Values gravity = forces(element(true, elastic), still, still, still);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(moving[i], gravity[i], 1e-12) << i;
  EXPECT_NEAR(gravity[8], -3 * 2 * 2.0, 1e-12);  // the field of 2 m/s² along the cable pulls ρA L through
  const Values driven = forces(element(true, elastic), still, still, accelerations);
  EXPECT_NEAR(driven[8] - gravity[8], 3 * 2 * 5.0, 1e-12);
  // With coupling, and only then, the mesh receives ρA s̈ ∫S r' dx = 15 N/m · (L/2, L²/12, L/2, −L²/12).
  const Values expected{15, 0, 5, 0, 15, 0, -5, 0};
  for (int i = 0; i < 8; ++i) EXPECT_NEAR(driven[i] - gravity[i], expected[i], 1e-12) << i;
  const Json apart{{"physicsAxialDamping", 0}, {"physicsUseCouplingTerms", false}};
  const Values uncoupled = forces(element(true, apart), still, still, accelerations);
  for (int i = 0; i < 8; ++i) EXPECT_NEAR(uncoupled[i], gravity[i], 1e-12) << i;
}

TEST(ALEANCFCable2D, HasTheCentripetalForceOfAMovingStringOnAParabola) {
  // On y = k x²/2 the material accelerates with v² r''. The inertia force is ρA v² k ∫S dx = ρA v² k (L/2, L²/12, L/2, −L²/12).
  const double k = 0.3, v = 4;
  const Values bent{0, 0, 0, 0, 0, 2 * k, 0, 2 * k, 0}, still(9, 0.0), rates{0, 0, 0, 0, 0, 0, 0, 0, v};
  const Json soft{{"physicsAxialStiffness", 0}, {"physicsBendingStiffness", 0}, {"physicsAxialDamping", 0}, {"physicsBendingDamping", 0}};
  const Values moving = forces(element(true, soft), bent, rates, still), gravity = forces(element(true, soft), bent, still, still);
  const Values shape{1, 1 / 3., 1, -1 / 3.};
  for (int j = 0; j < 4; ++j) {
    EXPECT_NEAR(moving[2 * j] - gravity[2 * j], 0, 1e-12);
    EXPECT_NEAR(moving[2 * j + 1] - gravity[2 * j + 1], 3 * v * v * k * shape[j], 1e-12);
  }
}

// With r' = (2, 1), a mesh velocity of (0.3, 0.1) and φ̇ = 0.4 rad/s, a particle passes with ṙ + ṡ r'; here ṡ = 3 m/s.
TEST(ALEANCFCable2D, CarriesItsMarkersWithTheMaterial) {
  Json json = Json::parse(element(true));
  json["nodes"][0]["initialCoordinates"] = {0, 0, 1, 1};
  json["nodes"][0]["initialVelocities"] = {0.3, 0.1, -0.4, 0.8};
  json["nodes"][2]["initialCoordinates_t"] = {3};
  const double y = 0.1, turn = 0.4, length = std::sqrt(5);
  for (const double offset : {0.0, y}) {
    json["markers"][1] = {{"type", "BodyRigid"}, {"bodyNumber", 0}, {"localPosition", {0, offset, 0}}};
    json["sensors"] = {{{"type", "Marker"}, {"markerNumber", 1}, {"outputVariableType", "Velocity"}},
                       {{"type", "Body"}, {"bodyNumber", 0}, {"localPosition", {0, offset, 0}}, {"outputVariableType", "Velocity"}}};
    EvaluatedSystem system(load(json.dump()));
    system.update(system.initial());
    for (const int sensor : {0, 1}) {
      double velocity[3];
      system.sensor(sensor, velocity);
      EXPECT_NEAR(velocity[0], 0.3 - offset * turn * 2 / length + 3 * 2, 1e-14);
      EXPECT_NEAR(velocity[1], 0.1 - offset * turn / length + 3 * 1, 1e-14);
    }
  }
}

TEST(ALEANCFCable2D, WantsANodeWithOneAxialCoordinate) {
  Json json = Json::parse(element(true));
  json["objects"][0]["nodeNumbers"] = {0, 1, 1};
  const LoadedModel loaded = loadModel(json.dump());
  ASSERT_FALSE(loaded.model);
  EXPECT_EQ(loaded.issues[0].pointer, "/objects/0/nodeNumbers/2");

  json = Json::parse(element(true));
  json["nodes"][2]["numberOfODE2Coordinates"] = 2;
  json["nodes"][2]["referenceCoordinates"] = {0, 0};
  json["nodes"][2].erase("initialCoordinates"), json["nodes"][2].erase("initialCoordinates_t");
  const LoadedModel wide = loadModel(json.dump());
  ASSERT_FALSE(wide.model);
  EXPECT_EQ(wide.issues[0].pointer, "/objects/0/nodeNumbers");
  EXPECT_EQ(wide.issues[0].message, "must end with a node that has one coordinate, the axial one, got one with 2");
}

TEST(ALEANCFCable2D, CarriesNeitherOffsetShapesNorSpheres) {
  Json json = Json::parse(element(true));
  json["markers"].push_back({{"type", "BodyCable2DShape"}, {"bodyNumber", 0}});
  const int shape = static_cast<int>(json["markers"].size()) - 1;
  EXPECT_TRUE(loadModel(json.dump()).model);

  json["markers"][shape]["verticalOffset"] = 0.1;
  const LoadedModel offset = loadModel(json.dump());
  ASSERT_FALSE(offset.model);
  EXPECT_EQ(offset.issues[0].pointer, "/markers/" + std::to_string(shape) + "/verticalOffset");
  EXPECT_EQ(offset.issues[0].message, "must be 0 on a cable that moves axially, got 0.1");

  json["markers"][shape].erase("verticalOffset");
  json["objects"].push_back({{"type", "ContactSpheres"}, {"cableMarkers", {shape}}});
  const LoadedModel touched = loadModel(json.dump());
  ASSERT_FALSE(touched.model);
  EXPECT_EQ(touched.issues[0].pointer, "/objects/1/cableMarkers");
  EXPECT_EQ(touched.issues[0].message, "must not be on cables that move axially: these have no contact with spheres");
}

}  // namespace
}  // namespace slipstick::testing
