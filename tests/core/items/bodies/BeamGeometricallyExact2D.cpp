// The shear-deformable beam element: hand-computed values.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/core/items/bodies/element.h"

namespace slipstick::testing {
namespace {

constexpr double pi = std::numbers::pi;

/// An element of length 2 on nodes at (0, 0) and (2, 0) with given displacements and velocities; `more` holds other parameters.
struct Beam {
  Values start{0, 0, 0}, end{0, 0, 0};
  Values startRates{0, 0, 0}, endRates{0, 0, 0};
  Json more = Json::object();
  Values angles{0, 0};  // of the nodes in the reference configuration

  std::string document(const std::string& output = "", const Vector3& at = {}) const {
    Json json{{"slipstick", 1}};
    json["nodes"] = {{{"type", "RigidBody2D"},
                      {"referenceCoordinates", {0, 0, angles[0]}},
                      {"initialCoordinates", start},
                      {"initialVelocities", startRates}},
                     {{"type", "RigidBody2D"},
                      {"referenceCoordinates", {2, 0, angles[1]}},
                      {"initialCoordinates", end},
                      {"initialVelocities", endRates}}};
    return withElement(std::move(json), "BeamGeometricallyExact2D", more, output, at);
  }
  Values forces() const { return forcesOf(document()); }
  Values output(const std::string& variable, const Vector3& at = {}) const { return outputOf(document(variable, at)); }
};

TEST(BeamGeometricallyExact2D, ResistsStretchShearAndCurvature) {
  Beam beam;
  beam.more = {{"physicsAxialStiffness", 50}, {"physicsShearStiffness", 30}, {"physicsBendingStiffness", 7}};
  beam.end = {0.2, 0, 0};  // 10 % strain
  expectNear(beam.forces(), {-5, 0, 0, 5, 0, 0});
  expectNear(beam.output("StrainLocal"), {0.1, 0, 0, 0, 0, 0});
  beam.end = {0, 0.4, 0};  // γ = 0.2, Q = 6; the couple of the shear forces rotates the ends
  expectNear(beam.forces(), {0, -6, -6, 0, 6, -6});
  expectNear(beam.output("ForceLocal"), {0, 6, 0});
  beam.start = {0, 0, -0.3}, beam.end = {2 * (std::sin(0.3) / 0.3 - 1), 0, 0.3};  // nearly an arc: κ = 0.3, horizontal in the middle
  expectNear(beam.output("TorqueLocal"), {0, 0, 7 * 0.3});
  beam.more["physicsReferenceCurvature"] = 0.1;
  expectNear(beam.output("TorqueLocal"), {0, 0, 7 * 0.2});
  expectNear(beam.output("CurvatureLocal"), {0, 0, 0.2});
}

TEST(BeamGeometricallyExact2D, FeelsNoForceInRigidMotion) {
  const double c = std::cos(0.7), s = std::sin(0.7);
  Beam beam{.start = {3, 4, 0.7}, .end = {3 + 2 * c - 2, 4 + 2 * s, 0.7}};
  beam.startRates = {0, 0, 5}, beam.endRates = {-10 * s, 10 * c, 5};
  beam.more = {{"physicsAxialStiffness", 50}, {"physicsShearStiffness", 30}, {"physicsBendingStiffness", 7},
               {"physicsAxialDamping", 3},    {"physicsShearDamping", 4},    {"physicsBendingDamping", 2}};
  expectNear(beam.forces(), Values(6, 0.0), 1e-12);
  // The middle is 1 from the start; the point is offset by 0.5.
  expectNear(beam.output("Position", {0, 0.5, 0}), {3 + c - 0.5 * s, 4 + s + 0.5 * c, 0});
  expectNear(beam.output("Displacement", {0, 0.5, 0}), {2 + c - 0.5 * s, 3.5 + s + 0.5 * c, 0});
  expectNear(beam.output("Velocity", {0, 0.5, 0}), {5 * -(s + 0.5 * c), 5 * (c - 0.5 * s), 0});
  expectNear(beam.output("Rotation", {0.4, 0.5, 0}), {0, 0, 0.7});
}

TEST(BeamGeometricallyExact2D, IsDampedByRatesOfItsStrains) {
  Beam beam{.endRates = {0.4, 0.6, 0.8}};
  beam.more = {{"physicsAxialDamping", 3}, {"physicsShearDamping", 4}, {"physicsBendingDamping", 2}};
  // ε̇ = 0.2; γ̇ = 0.3 minus the mean spin of 0.4; κ̇ = 0.4.
  expectNear(beam.output("ForceLocal"), {0.6, -0.4, 0});
  expectNear(beam.output("TorqueLocal"), {0, 0, 0.8});
  expectNear(beam.forces(), {-0.6, 0.4, -0.8 + 0.4, 0.6, -0.4, 0.8 + 0.4});
}

TEST(BeamGeometricallyExact2D, UsesReferenceAnglesOfItsNodesIfRequested) {
  Beam beam{.angles = {0.2, 0.5}};
  beam.more = {{"physicsShearStiffness", 30}, {"physicsBendingStiffness", 7}};
  expectNear(beam.output("Rotation", {0.5, 0, 0}), {0, 0, 0});
  expectNear(beam.output("StrainLocal"), {0, 0, 0, 0, 0, 0});
  expectNear(beam.output("CurvatureLocal"), {0, 0, 0.15});
  beam.more["includeReferenceRotations"] = true;
  expectNear(beam.output("Rotation", {0.5, 0, 0}), {0, 0, 0.425});
  expectNear(beam.output("StrainLocal"), {std::cos(0.35) - 1, 0, 0, 0, 0, -std::sin(0.35)});
}

TEST(BeamGeometricallyExact2D, HasTheMassOfItsLength) {
  Beam beam;
  beam.more = {{"physicsMassPerLength", 3}, {"physicsCrossSectionInertia", 0.6}};
  EvaluatedSystem system(load(beam.document()));
  State state = system.initial();
  Values force(6);
  state.q_tt = {1, 2, 4, 1, 2, 4};
  system.residual(state, ConstraintLevel::position, 1, force.data(), nullptr);
  expectNear(force, {3, 6, 2.4, 3, 6, 2.4});
  state.q_tt = {0, 0, 0, 6, 0, 0};
  system.residual(state, ConstraintLevel::position, 1, force.data(), nullptr);
  expectNear(force, {6, 0, 0, 12, 0, 0});
}

/// A massless cantilever of length 1 along x of equal elements, with a load on its free end.
std::string cantilever(int elements, const Json& properties, const Json& load) {
  Json json{{"slipstick", 1}};
  json["nodes"].push_back({{"type", "PointGround"}, {"name", "ground"}});
  json["markers"].push_back({{"type", "NodeCoordinate"}, {"name", "fixed"}, {"nodeNumber", "ground"}, {"coordinate", 0}});
  for (int i = 0; i <= elements; ++i)
    json["nodes"].push_back({{"type", "RigidBody2D"}, {"referenceCoordinates", {static_cast<double>(i) / elements, 0, 0}}});
  for (int k = 0; k < 3; ++k) {
    const std::string name = "clamp " + std::to_string(k);
    json["markers"].push_back({{"type", "NodeCoordinate"}, {"name", name}, {"nodeNumber", 1}, {"coordinate", k}});
    json["objects"].push_back({{"type", "ConnectorCoordinate"}, {"markerNumbers", {"fixed", name}}});
  }
  for (int i = 0; i < elements; ++i) {
    Json beam{{"type", "BeamGeometricallyExact2D"}, {"physicsLength", 1.0 / elements}, {"nodeNumbers", {i + 1, i + 2}}};
    beam.update(properties);
    json["objects"].push_back(beam);
  }
  json["markers"].push_back({{"type", "NodeRigid"}, {"name", "end"}, {"nodeNumber", elements + 1}});
  json["loads"].push_back(load);
  for (const char* output : {"Displacement", "Rotation"})
    json["sensors"].push_back({{"type", "Node"}, {"name", output}, {"nodeNumber", elements + 1}, {"outputVariableType", output}});
  json["analysis"].push_back({{"type", "static"}, {"numberOfLoadSteps", 10}});
  return json.dump();
}

TEST(BeamGeometricallyExact2D, BendsAndShearsAsTimoshenkosBeam) {
  // w = F L³/(3 EI) + F L/GA; mean strains of n elements yield (1 − 1/(4 n²)) of the first term.
  const Json properties{{"physicsAxialStiffness", 1e5}, {"physicsShearStiffness", 400}, {"physicsBendingStiffness", 20}};
  for (const int elements : {4, 16}) {
    const Recorded result =
        run(cantilever(elements, properties, {{"type", "ForceVector"}, {"markerNumber", "end"}, {"loadVector", {0, -1e-3, 0}}}));
    const double bent = 1e-3 / 60 * (1 - 0.25 / (elements * elements)), sheared = 1e-3 / 400;
    EXPECT_NEAR(result.last("Displacement", 1), -bent - sheared, 1e-6 * bent) << elements;
  }
}

TEST(BeamGeometricallyExact2D, RollsUpToAFullCircle) {
  // M = 2π EI/L; the polygon of chords closes exactly because all elements are identical.
  const Json properties{{"physicsAxialStiffness", 1e4}, {"physicsShearStiffness", 4e3}, {"physicsBendingStiffness", 2}};
  const Recorded result =
      run(cantilever(16, properties, {{"type", "TorqueVector"}, {"markerNumber", "end"}, {"loadVector", {0, 0, 2 * pi * 2}}}));
  EXPECT_NEAR(result.last("Rotation", 2), 2 * pi, 1e-8);
  EXPECT_NEAR(result.last("Displacement"), -1, 1e-8);
  EXPECT_NEAR(result.last("Displacement", 1), 0, 1e-8);
}

}  // namespace
}  // namespace slipstick::testing
