// The cable element: hand-computed values.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/document/load.h"
#include "tests/core/items/bodies/element.h"

namespace slipstick::testing {
namespace {

/// A cable of length 2 between two nodes with given coordinates and velocities; `more` holds other parameters.
struct Cable {
  Values start{0, 0, 1, 0}, end{2, 0, 1, 0};
  Values startRates{0, 0, 0, 0}, endRates{0, 0, 0, 0};
  Json more = Json::object();
  Json markers = Json::array(), loads = Json::array();

  std::string document(const std::string& output = "", const Vector3& at = {}) const {
    // Displacements are relative to a straight reference configuration.
    const Values references[2] = {{0, 0, 1, 0}, {2, 0, 1, 0}};
    Json json{{"slipstick", 1}, {"markers", markers}, {"loads", loads}};
    for (int node = 0; node < 2; ++node) {
      Values displacement = node == 0 ? start : end;
      for (int k = 0; k < 4; ++k) displacement[k] -= references[node][k];
      json["nodes"].push_back({{"type", "Point2DSlope1"},
                               {"referenceCoordinates", references[node]},
                               {"initialCoordinates", displacement},
                               {"initialVelocities", node == 0 ? startRates : endRates}});
    }
    return withElement(std::move(json), "ANCFCable2D", more, output, at);
  }
  Values forces() const { return forcesOf(document()); }
  Values output(const std::string& variable, const Vector3& at, const Values& accelerations = {}) const {
    return outputOf(document(variable, at), accelerations);
  }
};

TEST(ANCFCable2D, PullsItsEndsTogetherWhenStretched) {
  // 10 % strain everywhere, N = 50 N · 0.1; the forces on slopes are zero because ∫S' of a slope's shape function vanishes.
  for (int rule : {0, 1, 2}) {
    Cable cable{.start = {0, 0, 1.1, 0}, .end = {2.2, 0, 1.1, 0}};
    cable.more = {{"physicsAxialStiffness", 50}, {"physicsBendingStiffness", 7}, {"useReducedOrderIntegration", rule}};
    expectNear(cable.forces(), {-5, 0, 0, 0, 5, 0, 0, 0});
    expectNear(cable.output("ForceLocal", {0.3, 0, 0}), {5});
    expectNear(cable.output("StrainLocal", {0.3, 0, 0}), {0.1});
    expectNear(cable.output("Director1", {0.3, 0, 0}), {1.1, 0, 0});
  }
}

TEST(ANCFCable2D, FeelsNoForceInRigidMotion) {
  const double c = std::cos(0.7), s = std::sin(0.7);
  Cable cable{.start = {3, 4, c, s}, .end = {3 + 2 * c, 4 + 2 * s, c, s}};
  // Rotation with 5 rad/s about the start.
  cable.startRates = {0, 0, -5 * s, 5 * c}, cable.endRates = {-10 * s, 10 * c, -5 * s, 5 * c};
  cable.more = {{"physicsAxialStiffness", 50}, {"physicsBendingStiffness", 7}, {"physicsAxialDamping", 3}, {"physicsBendingDamping", 2}};
  expectNear(cable.forces(), Values(8, 0.0));
  expectNear(cable.output("AngularVelocity", {1, 0.5, 0}), {0, 0, 5});
  expectNear(cable.output("Rotation", {1, 0.5, 0}), {0.7});
  // A point beside the centre line: distance (1, 0.5) from the start, rotated.
  expectNear(cable.output("Position", {1, 0.5, 0}), {3 + c - 0.5 * s, 4 + s + 0.5 * c, 0});
  expectNear(cable.output("Displacement", {1, 0.5, 0}), {2 + c - 0.5 * s, 3.5 + s + 0.5 * c, 0});
  expectNear(cable.output("Velocity", {1, 0.5, 0}), {5 * -(s + 0.5 * c), 5 * (c - 0.5 * s), 0});
  expectNear(cable.output("VelocityLocal", {1, 0.5, 0}), {-2.5, 5, 0});
  // With q̈ of that rotation and no angular acceleration, the acceleration points to the start: −25 (arm).
  const Values centripetal{0, 0, -25 * c, -25 * s, -50 * c, -50 * s, -25 * c, -25 * s};
  expectNear(cable.output("Acceleration", {1, 0.5, 0}, centripetal), {-25 * (c - 0.5 * s), -25 * (s + 0.5 * c), 0}, 1e-12);
  expectNear(cable.output("AngularAcceleration", {1, 0.5, 0}, centripetal), {0, 0, 0}, 1e-12);
}

TEST(ANCFCable2D, ResistsCurvature) {
  // The parabola y = x²/2 · 0.3 has r' = (1, 0.3 x) and r'' = (0, 0.3), thus K = 0.3 at x = 0 and 0.3 / (1 + 0.09 x²) elsewhere.
  Cable cable{.end = {2, 0.6, 1, 0.6}};
  cable.more = {{"physicsBendingStiffness", 7}, {"physicsReferenceCurvature", 0.1}};
  expectNear(cable.output("CurvatureLocal", {0, 0, 0}), {0.3});
  expectNear(cable.output("TorqueLocal", {0, 0, 0}), {7 * 0.2});
  expectNear(cable.output("TorqueLocal", {1, 0, 0}), {7 * (0.3 / 1.09 - 0.1)});
  expectNear(cable.output("StrainLocal", {0, 0.02, 0}), {-0.02 * 0.3});  // shorter on the inner side
}

TEST(ANCFCable2D, HasStressRelativeToTheReferenceConfigurationIfRequested) {
  for (double part : {0.0, 0.4, 1.0}) {
    Cable cable;
    cable.more = {{"physicsAxialStiffness", 50},
                  {"physicsLength", 1.6},
                  {"strainIsRelativeToReference", part},
                  {"physicsReferenceAxialStrain", -0.01}};
    // Slopes of 1 at nodes 2 apart on a length of 1.6: the strain is 0 at the start, but not in the middle.
    expectNear(cable.output("ForceLocal", {0, 0, 0}), {50 * 0.01});
    const double slope = 1.5 * 2 / 1.6 - 0.5;  // S3'(1/2) (r1 − r0) + 2 S2'(1/2) r0'
    expectNear(cable.output("ForceLocal", {0.8, 0, 0}), {50 * ((1 - part) * (slope - 1) + 0.01)});
  }
}

TEST(ANCFCable2D, IsDampedByRatesOfStrainAndCurvature) {
  Cable cable;
  cable.startRates = {0, 0, 0.2, 0}, cable.endRates = {0.4, 0, 0.2, 0};
  cable.more = {{"physicsAxialDamping", 3}};
  expectNear(cable.forces(), {-0.6, 0, 0, 0, 0.6, 0, 0, 0});
  expectNear(cable.output("ForceLocal", {1, 0, 0}), {0.6});
  // r'' grows at (0, 0.3): K̇ = 0.3 on a straight cable, whose ends are rotated by the moment d_K K̇ = 0.6.
  cable.startRates = {0, 0, 0, 0}, cable.endRates = {0, 0.6, 0, 0.6};
  cable.more = {{"physicsBendingDamping", 2}};
  expectNear(cable.output("TorqueLocal", {1, 0, 0}), {0.6});
  expectNear(cable.forces(), {0, 0, 0, -0.6, 0, 0, 0, 0.6});
}

TEST(ANCFCable2D, HasTheMassOfItsLength) {
  Cable cable;
  cable.more = {{"physicsMassPerLength", 3}};
  EvaluatedSystem system(load(cable.document()));
  State state = system.initial();
  // Equal acceleration of all points: half the mass at each end, and ± ρA L²/12 on slopes.
  state.q_tt = {1, 2, 0, 0, 1, 2, 0, 0};
  Values force(8);
  system.residual(state, ConstraintLevel::position, 1, force.data(), nullptr);
  expectNear(force, {3, 6, 1, 2, 3, 6, -1, -2});
  // Rotation about the start with 1 rad/s²: the moment about it is ρA L³/3 = Σ x_i f_y + f_slope.
  state.q_tt = {0, 0, 0, 1, 0, 2, 0, 1};
  system.residual(state, ConstraintLevel::position, 1, force.data(), nullptr);
  EXPECT_NEAR(2 * force[5] + force[3] + force[7], 8, 1e-13);
}

TEST(ANCFCable2D, IsPulledByGravityAtItsCentreOfMass) {
  Cable cable{.end = {2, 0.6, 1, 0.6}};
  cable.more = {{"physicsMassPerLength", 3}};
  cable.markers.push_back({{"type", "BodyMass"}, {"bodyNumber", "element"}});
  cable.loads.push_back({{"type", "MassProportional"}, {"markerNumber", 0}, {"loadVector", {0, -10, 0}}});
  expectNear(cable.forces(), {0, 30, 0, 10, 0, 30, 0, -10});
}

TEST(ANCFCable2D, CarriesForcesAndTorquesAtAnyPoint) {
  Cable cable;
  cable.markers.push_back({{"type", "BodyPosition"}, {"bodyNumber", "element"}, {"localPosition", {1, 0, 0}}});
  cable.loads.push_back({{"type", "ForceVector"}, {"markerNumber", 0}, {"loadVector", {0, 8, 0}}});
  expectNear(cable.forces(), {0, -4, 0, -2, 0, -4, 0, 2});  // S(1/2) = 1/2, L/8, 1/2, −L/8
  // A torque on the straight cable acts with S'(1/2) = −3/(2L), −1/4, 3/(2L), −1/4 as a force along y.
  cable.markers[0]["type"] = "BodyRigid";
  cable.loads[0] = {{"type", "TorqueVector"}, {"markerNumber", 0}, {"loadVector", {0, 0, 8}}};
  expectNear(cable.forces(), {0, 6, 0, 2, 0, -6, 0, 2});
  // A force along x at y = 0.5 has the torque −0.5 F.
  cable.markers[0]["localPosition"] = {1, 0.5, 0};
  cable.loads[0] = {{"type", "ForceVector"}, {"markerNumber", 0}, {"loadVector", {8, 0, 0}}};
  expectNear(cable.forces(), {-4, -3, -2, -1, -4, 3, 2, -1});
}

TEST(ANCFCable2D, ReplacesItsLawsByUserFunctions) {
  // Formulas of the linear laws, one at a time, give the linear forces.
  Cable cable{.start = {0, 0.1, 1.2, 0.3}, .end = {2.1, 0.4, 0.9, -0.2}};
  cable.startRates = {0.3, 0.1, -0.2, 0.5}, cable.endRates = {0.4, -0.1, 0.2, 0.6};
  cable.more = {{"physicsAxialStiffness", 50},       {"physicsBendingStiffness", 7},     {"physicsAxialDamping", 3},
                {"physicsBendingDamping", 2},        {"physicsReferenceCurvature", 0.1}, {"physicsReferenceAxialStrain", 0.02},
                {"strainIsRelativeToReference", 0.5}};
  const Values linear = cable.forces();
  const std::string axial = "physicsAxialStiffness*(axialStrain - axialStrainRef) + physicsAxialDamping*axialStrain_t",
                    bending = "physicsBendingStiffness*(curvature - curvatureRef) + physicsBendingDamping*curvature_t";
  for (int functions : {1, 2, 3}) {
    Cable same = cable;
    if (functions & 1) same.more["axialForceUserFunction"] = axial;
    if (functions & 2) same.more["bendingMomentUserFunction"] = bending;
    expectNear(same.forces(), linear, 1e-11);
  }
  Cable other;
  other.more = {{"axialForceUserFunction", "4 + axialPositionNormalized"}};
  expectNear(other.output("ForceLocal", {0.5, 0, 0}), {4.25});
}

TEST(ANCFCable2D, RefusesOneNodeForBothEnds) {
  Cable cable;
  cable.more = {{"nodeNumbers", {1, 1}}};
  const LoadedModel loaded = loadModel(cable.document());
  ASSERT_FALSE(loaded.model);
  EXPECT_EQ(loaded.issues[0].pointer, "/objects/0/nodeNumbers");
}

}  // namespace
}  // namespace slipstick::testing
