// The energy that elastic bodies store: against formulas, and as the potential of their forces.

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/study/energy_balance.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// The potential energy of a model at its start.
double storedIn(Json document) {
  document["slipstick"] = 1;
  document["sensors"] = {{{"type", "PotentialEnergy"}, {"name", "V"}}};
  document["analysis"] = {{"type", "dynamic"}, {"endTime", 1e-6}, {"numberOfSteps", 1}};
  return run(document.dump()).first("V");
}
/// A body on nodes of one type; each entry has the reference coordinates and the displacements.
double storedIn(Json body, const char* nodeType, const std::vector<std::pair<Json, Json>>& nodes) {
  Json document{{"objects", Json::array({std::move(body)})}, {"nodes", Json::array()}};
  for (const auto& [reference, moved] : nodes)
    document["nodes"].push_back({{"type", nodeType}, {"referenceCoordinates", reference}, {"initialCoordinates", moved}});
  for (std::size_t i = 0; i < nodes.size(); ++i) document["objects"][0]["nodeNumbers"].push_back(i);
  return storedIn(document);
}

const Json cable{{"type", "ANCFCable2D"},
                 {"physicsLength", 2},
                 {"physicsMassPerLength", 1},
                 {"physicsAxialStiffness", 80},
                 {"physicsBendingStiffness", 5}};

TEST(StoredEnergy, OfACableThatIsStretched) {  // ½ EA ε² L
  EXPECT_NEAR(storedIn(cable, "Point2DSlope1", {{{0, 0, 1, 0}, {0, 0, 0.1, 0}}, {{2, 0, 1, 0}, {0.2, 0, 0.1, 0}}}), 0.5 * 80 * 0.01 * 2,
              1e-13);
  Json inSpace = cable;
  inSpace["type"] = "ANCFCable";
  const Json slope{0, 0, 0, 0.1, 0, 0};
  EXPECT_NEAR(storedIn(inSpace, "PointSlope1", {{{0, 0, 0, 1, 0, 0}, slope}, {{2, 0, 0, 1, 0, 0}, {0.2, 0, 0, 0.1, 0, 0}}}), 0.8, 1e-13);
  Json free = cable;
  free["physicsReferenceAxialStrain"] = 0.1;
  EXPECT_NEAR(storedIn(free, "Point2DSlope1", {{{0, 0, 1, 0}, {0, 0, 0, 0}}, {{2, 0, 1, 0}, {0, 0, 0, 0}}}), 0.8, 1e-13);
}

TEST(StoredEnergy, OfACableThatIsBent) {  // ½ EI θ²/L, with a relative error of θ²
  const double small = 1e-3;
  Json soft = cable;
  soft["physicsAxialStiffness"] = 0;
  const double planar = storedIn(soft, "Point2DSlope1", {{{0, 0, 1, 0}, {0, 0, 0, -small / 2}}, {{2, 0, 1, 0}, {0, 0, 0, small / 2}}});
  EXPECT_NEAR(planar, 0.5 * 5 * small * small / 2, 1e-5 * planar);
  soft["type"] = "ANCFCable";
  const double spatial =
      storedIn(soft, "PointSlope1", {{{0, 0, 0, 1, 0, 0}, {0, 0, 0, 0, 0, -small / 2}}, {{2, 0, 0, 1, 0, 0}, {0, 0, 0, 0, 0, small / 2}}});
  EXPECT_NEAR(spatial, planar, 1e-12 * planar);
}

TEST(StoredEnergy, OfSectionsWithUserFunctions) {
  Json law = cable;
  law["axialForceUserFunction"] = "80*axialStrain + 900*axialStrain^3";
  const std::vector<std::pair<Json, Json>> stretched{{{0, 0, 1, 0}, {0, 0, 0.1, 0}}, {{2, 0, 1, 0}, {0.2, 0, 0.1, 0}}};
  EXPECT_NEAR(storedIn(law, "Point2DSlope1", stretched), 2 * (40 * 0.01 + 225 * 1e-4), 1e-12);
  law["axialForceUserFunction"] = "80*axialStrain + 0.1*curvature";  // no potential
  EXPECT_EQ(storedIn(law, "Point2DSlope1", stretched), 0);
}

TEST(StoredEnergy, OfAGeometricallyExactBeamInThePlane) {
  const Json beam{{"type", "BeamGeometricallyExact2D"}, {"physicsLength", 2},          {"physicsMassPerLength", 1},
                  {"physicsCrossSectionInertia", 1},    {"physicsAxialStiffness", 80}, {"physicsShearStiffness", 30},
                  {"physicsBendingStiffness", 5}};
  const double turn = 0.4;
  EXPECT_NEAR(storedIn(beam, "RigidBody2D", {{{0, 0, 0}, {0, 0, -turn / 2}}, {{2, 0, 0}, {0, 0, turn / 2}}}), 0.5 * 5 * turn * turn / 2,
              1e-13);
  const double axial = std::cos(turn) - 1, shear = std::sin(turn);
  EXPECT_NEAR(storedIn(beam, "RigidBody2D", {{{0, 0, 0}, {0, 0, turn}}, {{2, 0, 0}, {0, 0, turn}}}),
              80 * axial * axial + 30 * shear * shear, 1e-13);
}

TEST(StoredEnergy, OfBeamsInSpace) {
  Json beam{{"type", "BeamGeometricallyExact3D"},
            {"physicsLength", 2},
            {"physicsMassPerLength", 1},
            {"physicsCrossSectionInertia", "identity(3)"},
            {"physicsAxialShearStiffness", {80, 30, 20}},
            {"physicsTorsionalBendingStiffness", {12, 15, 25}}};
  const double turn = 0.4;
  const std::vector<std::pair<Json, Json>> twisted{{{0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}}, {{2, 0, 0, 0, 0, 0}, {0.1, 0, 0, turn, 0, 0}}};
  EXPECT_NEAR(storedIn(beam, "RigidBodyRxyz", twisted), 0.5 * 12 * turn * turn / 2 + 0.5 * 80 * 0.05 * 0.05 * 2, 1e-12);
  beam["type"] = "ANCFBeam";
  const Json reference[] = {{0, 0, 0, 0, 1, 0, 0, 0, 1}, {2, 0, 0, 0, 1, 0, 0, 0, 1}};
  const Json still{0, 0, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_NEAR(storedIn(beam, "PointSlope23", {{reference[0], still}, {reference[1], {0.1, 0.3, 0, 0, 0, 0, 0, 0, 0}}}),
              0.5 * (80 * 0.05 * 0.05 + 30 * 0.15 * 0.15) * 2, 1e-13);
  // The slopes along y of both nodes are stretched by 10 %: E_yy = ½ (1.1² − 1), with the stiffness EA.
  const Json wide{0, 0, 0, 0, 0.1, 0, 0, 0, 0};
  EXPECT_NEAR(storedIn(beam, "PointSlope23", {{reference[0], wide}, {reference[1], wide}}), 0.5 * 80 * 0.105 * 0.105 * 2, 1e-13);
}

TEST(StoredEnergy, OfAPlate) {  // ½ ∫ εᵀ D ε dA
  Json plate{{"type", "ANCFThinPlate"},
             {"physicsThickness", {0.01}},
             {"physicsDensity", 1000},
             {"physicsStrainCoefficients", {{{1000, 300, 0}, {300, 1000, 0}, {0, 0, 350}}}},
             {"physicsCurvatureCoefficients", {{{2, 0.6, 0}, {0.6, 2, 0}, {0, 0, 0.7}}}}};
  const auto stretched = [](double x, double y) {
    return std::pair<Json, Json>{{x, y, 0, 1, 0, 0, 0, 1, 0}, {0.1 * x, 0, 0, 0.1, 0, 0, 0, 0, 0}};
  };
  const std::vector<std::pair<Json, Json>> nodes{stretched(0, 0), stretched(2, 0), stretched(2, 1.5), stretched(0, 1.5)};
  EXPECT_NEAR(storedIn(plate, "PointSlope12", nodes), 0.5 * 1000 * 0.105 * 0.105 * 3, 1e-11);
  plate["physicsStrainCoefficients"][0][0][1] = 200;  // has no potential
  EXPECT_EQ(storedIn(plate, "PointSlope12", nodes), 0);
}

TEST(StoredEnergy, OfMatrices) {  // ½ qᵀ K q − fᵀ q
  Json document = Json::parse(readFile("tests/data/items/objects/GenericODE2.json"));
  document["nodes"][0]["initialCoordinates"] = {0.1, 0.3};
  EXPECT_NEAR(storedIn(document), 0.5 * (200 * 0.01 - 2 * 100 * 0.03 + 100 * 0.09) - 3 * 0.3, 1e-14);
  document["objects"][0]["stiffnessMatrix"][0][1] = -90;
  EXPECT_EQ(storedIn(document), 0);
  Json flexible = Json::parse(readFile("tests/data/items/objects/FFRFreducedOrder.json"));
  flexible["nodes"][1]["initialCoordinates"] = {0.02, 0.01};
  flexible["loads"] = Json::array(), flexible["objects"] = Json::array({flexible["objects"][1]}), flexible["markers"] = Json::array();
  EXPECT_NEAR(storedIn(flexible), 0.5 * (50 * 0.0004 + 80 * 0.0001), 1e-15);
}

/// Removes dampings, user functions and constant forces of trees.
void removeLosses(Json& json) {
  if (json.is_object())
    for (auto entry = json.begin(); entry != json.end();)
      if (entry.key().find("amping") != std::string::npos || entry.key().find("UserFunction") != std::string::npos)
        entry = json.erase(entry);
      else
        removeLosses(*entry), ++entry;
  else if (json.is_array())
    for (Json& entry : json) removeLosses(entry);
}
Json lossless(const std::string& type) {
  Json document = Json::parse(readFile("tests/data/items/objects/" + type + ".json"));
  document["sensors"] = Json::array();
  removeLosses(document);
  for (auto object = document["objects"].begin(); object != document["objects"].end();)
    object = (*object)["type"] == "ConnectorRigidBodySpringDamper" ? document["objects"].erase(object) : object + 1;
  for (Json& object : document["objects"]) {
    for (const char* key : {"jointDControlVector", "jointForceVector", "linkForces", "linkTorques"}) object.erase(key);
    if (object["type"] == "ConnectorReevingSystemSprings") {
      object["hasCoordinateMarkers"] = false;
      object["markerNumbers"].erase(4), object["markerNumbers"].erase(4), object.erase("coordinateFactors");
    }
  }
  return document;
}

/// Without dampers, the elastic forces of a body dissipate nothing, and the error of the balance falls with the square of the step.
TEST(StoredEnergy, IsThePotentialOfTheElasticForces) {
  for (const char* type : {"ANCFBeam", "ANCFCable", "ANCFCable2D", "ANCFThinPlate", "BeamGeometricallyExact2D", "BeamGeometricallyExact3D",
                           "ConnectorReevingSystemSprings", "FFRFreducedOrder", "GenericODE2", "KinematicTree"}) {
    SCOPED_TRACE(type);
    Json document = lossless(type);
    const auto balance = [&](double step) {
      document["analysis"] = {{"type", "dynamic"},
                              {"endTime", 0.05},
                              {"stepSize", step},
                              {"sensorsWritePeriod", 0.01},
                              {"generalizedAlpha", {{"spectralRadius", 1}}},
                              {"newton", {{"relativeTolerance", 1e-12}, {"absoluteTolerance", 1e-12}}}};
      return energyBalance(*load(document.dump()));
    };
    const EnergyBalance coarse = balance(1e-3), fine = balance(5e-4);
    double most = 0;
    for (const double dissipated : fine.dissipated) most = std::max(most, std::abs(dissipated));
    EXPECT_LT(most, 3e-5 * fine.exchanged) << fine.text;  // the rate of turning bodies is a difference
    EXPECT_LT(fine.relative, 3e-4) << fine.text;
    if (coarse.relative > 1e-9) {
      EXPECT_LT(fine.relative, 0.4 * coarse.relative) << coarse.text;
    }
  }
}

}  // namespace
}  // namespace slipstick::testing
