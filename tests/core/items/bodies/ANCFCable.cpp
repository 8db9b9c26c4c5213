// Compiled separately: ANCFCable2D has a test cable of the same name. The spatial cable element: hand-computed values, and comparison with
// the planar element.

#include <gtest/gtest.h>

#include <cmath>

#include "core/math/rotations.h"
#include "tests/core/items/bodies/element.h"

namespace slipstick::testing {
namespace {

/// A cable of length 2 between two nodes with given coordinates and velocities; `more` holds other parameters.
struct Cable {
  Values start{0, 0, 0, 1, 0, 0}, end{2, 0, 0, 1, 0, 0};
  Values startRates{0, 0, 0, 0, 0, 0}, endRates{0, 0, 0, 0, 0, 0};
  Json more = Json::object();
  Values references[2] = {{0, 0, 0, 1, 0, 0}, {2, 0, 0, 1, 0, 0}};

  std::string document(const std::string& output = "", double at = 0) const {
    Json json{{"slipstick", 1}};
    for (int node = 0; node < 2; ++node) {
      Values displacement = node == 0 ? start : end;
      for (int k = 0; k < 6; ++k) displacement[k] -= references[node][k];
      json["nodes"].push_back({{"type", "PointSlope1"},
                               {"referenceCoordinates", references[node]},
                               {"initialCoordinates", displacement},
                               {"initialVelocities", node == 0 ? startRates : endRates}});
    }
    return withElement(std::move(json), "ANCFCable", more, output, {at, 0, 0});
  }
  Values forces() const { return forcesOf(document()); }
  Values output(const std::string& variable, double at, const Values& accelerations = {}) const {
    return outputOf(document(variable, at), accelerations);
  }
};

TEST(ANCFCable, PullsItsEndsTogetherWhenStretched) {
  // 10 % strain everywhere, N = 50 N · 0.1.
  for (int rule : {0, 1, 2}) {
    Cable cable{.start = {0, 0, 0, 1.1, 0, 0}, .end = {2.2, 0, 0, 1.1, 0, 0}};
    cable.more = {{"physicsAxialStiffness", 50}, {"physicsBendingStiffness", 7}, {"useReducedOrderIntegration", rule}};
    expectNear(cable.forces(), {-5, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0});
    expectNear(cable.output("ForceLocal", 0.3), {5});
    expectNear(cable.output("StrainLocal", 0.3), {0.1});
    expectNear(cable.output("Director1", 0.3), {1.1, 0, 0});
  }
}

TEST(ANCFCable, CurvesAboutAnyAxis) {
  // The parabola (x, 0.15 x² · (0.6, 0.8)) has r'' = 0.3 (0.6, 0.8) and thus K = 0.3 (−0.8, 0.6) about y and z at x = 0.
  Cable cable{.end = {2, 0.36, 0.48, 1, 0.36, 0.48}};
  cable.more = {{"physicsBendingStiffness", 7}};
  expectNear(cable.output("CurvatureLocal", 0), {0, -0.24, 0.18});
  expectNear(cable.output("TorqueLocal", 0), {0, -7 * 0.24, 7 * 0.18});
  expectNear(cable.output("CurvatureLocal", 1), {0, -0.24 / 1.09, 0.18 / 1.09});
  expectNear(cable.output("Position", 1), {1, 0.09, 0.12});
  expectNear(cable.output("Displacement", 1), {0, 0.09, 0.12});
}

TEST(ANCFCable, HasStressRelativeToTheReferenceConfigurationIfRequested) {
  for (double part : {0.0, 0.4, 1.0}) {
    Cable cable{.end = {2, 0.36, 0.48, 1, 0.36, 0.48}};
    cable.references[1] = cable.end;
    cable.more = {{"physicsAxialStiffness", 50},
                  {"physicsBendingStiffness", 7},
                  {"strainIsRelativeToReference", part},
                  {"physicsReferenceAxialStrain", -0.01}};
    const double left = 1 - part;
    expectNear(cable.output("TorqueLocal", 0), {0, left * -7 * 0.24, left * 7 * 0.18});
    expectNear(cable.output("ForceLocal", 1), {50 * (left * (std::sqrt(1.09) - 1) + 0.01)});
  }
}

TEST(ANCFCable, IsDampedByRatesOfStrainAndCurvature) {
  Cable cable;
  cable.startRates = {0, 0, 0, 0.2, 0, 0}, cable.endRates = {0.4, 0, 0, 0.2, 0, 0};
  cable.more = {{"physicsAxialDamping", 3}};
  expectNear(cable.forces(), {-0.6, 0, 0, 0, 0, 0, 0.6, 0, 0, 0, 0, 0});
  expectNear(cable.output("ForceLocal", 1), {0.6});
  expectNear(cable.output("Velocity", 1), {0.2, 0, 0});
  // r'' grows at (0, 0, 0.3): K̇ = −0.3 about y.
  cable.startRates = Values(6, 0.0), cable.endRates = {0, 0, 0.6, 0, 0, 0.6};
  cable.more = {{"physicsBendingDamping", 2}};
  expectNear(cable.output("TorqueLocal", 1), {0, -0.6, 0});
  expectNear(cable.forces(), {0, 0, 0, 0, 0, -0.6, 0, 0, 0, 0, 0, 0.6});
}

TEST(ANCFCable, HasTheMassOfItsLength) {
  Cable cable;
  cable.more = {{"physicsMassPerLength", 3}};
  EvaluatedSystem system(load(cable.document()));
  State state = system.initial();
  // Equal acceleration of all points: half the mass at each end, and ± ρA L²/12 on slopes.
  state.q_tt = {1, 2, 3, 0, 0, 0, 1, 2, 3, 0, 0, 0};
  Values force(12);
  system.residual(state, ConstraintLevel::position, 1, force.data(), nullptr);
  expectNear(force, {3, 6, 9, 1, 2, 3, 3, 6, 9, -1, -2, -3});
  expectNear(cable.output("Acceleration", 0.7, state.q_tt), {1, 2, 3});
}

/// Forces rotate with the cable if neither the reference configuration nor damping has a direction in space.
TEST(ANCFCable, ActsTheSameInAllDirections) {
  Cable cable{.start = {0.1, 0.2, -0.1, 1.1, 0.1, 0.2}, .end = {1.9, 0.3, 0.4, 0.9, -0.2, 0.3}};
  cable.startRates = {0.1, 0.2, 0.3, -0.3, 0.2, 0.1}, cable.endRates = {0.3, -0.1, 0.2, 0.2, 0.1, -0.4};
  cable.more = {
      {"physicsAxialStiffness", 50}, {"physicsBendingStiffness", 7}, {"physicsAxialDamping", 3}, {"physicsReferenceAxialStrain", 0.02}};
  const Values still = cable.forces();
  const Matrix3 turn = rotationX(0.7) * (rotationY(-1.1) * rotationZ(0.4));
  const auto turned = [&](const Values& values) {
    Values result;
    for (std::size_t i = 0; i < values.size(); i += 3) {
      const Vector3 v = turn * Vector3{values[i], values[i + 1], values[i + 2]};
      result.insert(result.end(), {v.x, v.y, v.z});
    }
    return result;
  };
  for (Values* part : {&cable.start, &cable.end, &cable.startRates, &cable.endRates}) *part = turned(*part);
  expectNear(cable.forces(), turned(still), 1e-12);
}

/// The coordinates of a planar node as spatial ones.
Json inSpace(const Json& plane) { return {plane[0], plane[1], 0, plane[2], plane[3], 0}; }

/// In the plane it equals the planar element: two elements with all common parameters, compared at every step.
TEST(ANCFCable, MovesInThePlaneAsThePlanarElement) {
  for (int rule : {0, 1, 2}) {
    const auto document = [rule](bool space) {
      Json json{{"slipstick", 1}, {"analysis", {{"endTime", 0.5}, {"numberOfSteps", 100}}}};
      json["analysis"]["newton"] = {{"relativeTolerance", 1e-12}, {"absoluteTolerance", 1e-12}};
      const std::vector<Json> places{{0, 0, 1, 0}, {0.5, 0.1, 0.9, 0.2}, {1, 0.1, 1, 0.1}},
          rates{{0, 0, 0, 1}, {0.1, 0.3, 0, 0}, {0, 1, 0, 2}};
      for (int i = 0; i < 3; ++i)
        json["nodes"].push_back({{"type", space ? "PointSlope1" : "Point2DSlope1"},
                                 {"referenceCoordinates", space ? inSpace(places[i]) : places[i]},
                                 {"initialVelocities", space ? inSpace(rates[i]) : rates[i]}});
      for (int i = 0; i < 2; ++i) {
        json["objects"].push_back({{"type", space ? "ANCFCable" : "ANCFCable2D"},
                                   {"physicsLength", 0.5},
                                   {"physicsMassPerLength", 1},
                                   {"physicsBendingStiffness", 0.5},
                                   {"physicsAxialStiffness", 100},
                                   {"physicsBendingDamping", 0.02},
                                   {"physicsAxialDamping", 0.1},
                                   {"physicsReferenceAxialStrain", -0.01},
                                   {"strainIsRelativeToReference", 0.7},
                                   {"useReducedOrderIntegration", rule},
                                   {"nodeNumbers", {i, i + 1}}});
        json["markers"].push_back({{"type", "BodyMass"}, {"bodyNumber", i}});
        json["loads"].push_back({{"type", "MassProportional"}, {"markerNumber", i}, {"loadVector", {0, -9.81, 0}}});
      }
      json["markers"].push_back({{"type", "BodyPosition"}, {"bodyNumber", 1}, {"localPosition", {0.3, 0, 0}}});
      json["loads"].push_back({{"type", "ForceVector"}, {"markerNumber", 2}, {"loadVector", {1, 6, 0}}});
      for (const char* output : {"Position", "Velocity", "Acceleration", "ForceLocal", "Director1"})
        json["sensors"].push_back(
            {{"type", "Body"}, {"name", output}, {"bodyNumber", 1}, {"localPosition", {0.3, 0, 0}}, {"outputVariableType", output}});
      return json.dump();
    };
    const Recorded plane = run(document(false)), space = run(document(true));
    for (const char* output : {"Position", "Velocity", "Acceleration", "ForceLocal", "Director1"})
      for (int i = 0; i < plane.samples(); ++i) {
        const auto expected = plane.sample(output, i), found = space.sample(output, i);
        for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], 1e-9 * (1 + std::abs(expected[k]))) << output;
      }
  }
}

}  // namespace
}  // namespace slipstick::testing
