// Markers of the relative motion of two bodies: hand-computed values.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/items/bodies/element.h"

namespace slipstick::testing {
namespace {

/// Two bodies with rotation vectors: body 0 at `start` and body 1 at `end`, with velocities, and sensors of a marker between them.
struct Bodies {
  Values start = Values(6, 0.0), end = Values(6, 0.0), startRates = Values(6, 0.0), endRates = Values(6, 0.0);
  Json marker;

  std::string document(double load = 0) const {
    const auto node = [](const Values& coordinates, const Values& rates) {
      return Json{{"type", "RigidBodyRotVecLG"}, {"initialCoordinates", coordinates}, {"initialVelocities", rates}};
    };
    Json json{{"slipstick", 1}};
    json["nodes"] = {node(start, startRates),
                     node(end, endRates),
                     {{"type", "GenericData"}, {"numberOfDataCoordinates", 1}, {"initialCoordinates", {9.0}}}};
    for (int i = 0; i < 2; ++i)
      json["objects"].push_back({{"type", "RigidBody"}, {"nodeNumber", i}, {"physicsMass", 1}, {"physicsInertia", {1, 1, 1, 0, 0, 0}}});
    json["markers"].push_back(marker);
    json["markers"][0]["bodyNumbers"] = {0, 1};
    json["loads"].push_back({{"type", "Coordinate"}, {"markerNumber", 0}, {"load", load}});
    for (const char* output : {"Coordinates", "Coordinates_t"})
      json["sensors"].push_back({{"type", "Marker"}, {"markerNumber", 0}, {"outputVariableType", output}});
    return json.dump();
  }
  Values coordinate() const {
    EvaluatedSystem system(load(document()));
    system.update(system.initial());
    Values result(2);
    system.sensor(0, &result[0]), system.sensor(1, &result[1]);
    return result;
  }
  /// The contribution of a load on the coordinate to the left-hand side; bodies with equal moments of inertia have no other forces.
  Values forces(double load) const { return forcesOf(document(load)); }
};

TEST(BodiesRelativeTranslationCoordinate, IsADisplacementAlongAnAxisOfBody0) {
  Bodies bodies;
  bodies.marker = {{"type", "BodiesRelativeTranslationCoordinate"},
                   {"localPosition0", {0, 0, 1}},
                   {"localPosition1", {1, 0, 0}},
                   {"axis0", {0, 1, 0}},
                   {"offset", 0.25}};
  bodies.start = {1, 0, 0, 0, 0, std::acos(0.0)};  // rotated by 90° about z: its y is −x, and p0 = (1, 0, 1)
  bodies.end = {4, 2, 0, 0, 0, 0};                 // p1 = (5, 2, 0)
  bodies.startRates = {0.5, 0, 0, 0, 0, 2}, bodies.endRates = {3, 7, 0, 0, 0, 0};
  // w = −(5 − 1) − 0.25; its rate is −(3 − 0.5), and from the rotating axis, −2 y, −2 · 2.
  expectNear(bodies.coordinate(), {-4.25, -2.5 - 4});
  // Loads act on the right-hand side: 10 along −x on body 1, and the opposite force on body 0 at p0 − r0 = (0, 0, 1), with a moment of (0,
  // 10, 0). The moment of both forces, (p1 − p0) × (−10, 0, 0) = (4, 2, −1) × (−10, 0, 0) = (0, 10, 20), is balanced on body 0.
  expectNear(bodies.forces(10), {-10, 0, 0, 0, 0, 20, 10, 0, 0, 0, 0, 0});
}

TEST(BodiesRelativeRotationCoordinate, IsAnAngleAboutAnAxisOfBody0) {
  Bodies bodies;
  bodies.marker = {{"type", "BodiesRelativeRotationCoordinate"}, {"axis0", {0, 0.6, 0.8}}, {"offset", 0.5}};
  const double angle = 0.7;
  bodies.end = {0, 0, 0, 0, 0.6 * angle, 0.8 * angle};
  bodies.startRates = {0, 0, 0, 0, 0.6, 0.8}, bodies.endRates = {0, 0, 0, 0, 3 * 0.6, 3 * 0.8};
  expectNear(bodies.coordinate(), {0.2, 2});
  expectNear(bodies.forces(10), {0, 0, 0, 0, 6, 8, 0, 0, 0, 0, -6, -8});
  // The data node holds a previous rotation of 9: 0.2 + 2π is nearer to that than 0.2 and 0.2 + 4π.
  bodies.marker["nodeNumber"] = 2;
  expectNear(bodies.coordinate(), {0.2 + 4 * std::acos(0.0), 2});
}

/// Between two sections of a beam that is bent to an arc of 0.6 rad over its length of 2. The marker positions on the beam matter.
TEST(BodiesRelativeRotationCoordinate, IsTheBendBetweenTwoPlacesOfABeam) {
  const double width = 2 * std::sin(0.6) / 0.6, height = 2 * (1 - std::cos(0.6)) / 0.6;
  Json json{{"slipstick", 1}};
  for (const Json& place : {Json{0, 0, 0, 0, 0, 0}, Json{width, height, 0, 0, 0, 0.6}})
    json["nodes"].push_back({{"type", "RigidBodyRotVecLG"}, {"initialCoordinates", place}});
  json["objects"].push_back({{"type", "BeamGeometricallyExact3D"}, {"physicsLength", 2}, {"nodeNumbers", {0, 1}}});
  json["markers"].push_back({{"type", "BodiesRelativeRotationCoordinate"},
                             {"bodyNumbers", {0, 0}},
                             {"localPosition0", {-0.5, 0, 0}},
                             {"localPosition1", {1, 0, 0}},
                             {"axis0", {0, 0, 1}}});
  json["sensors"].push_back({{"type", "Marker"}, {"markerNumber", 0}, {"outputVariableType", "Coordinates"}});
  expectNear(outputOf(json.dump()), {0.45});
}

Json example(const char* type) { return Json::parse(readFile(std::string("tests/data/items/markers/") + type + ".json")); }

TEST(BodiesRelativeRotationCoordinate, CountsTurnsOfADrive) {
  const Recorded result = run(example("BodiesRelativeRotationCoordinate").dump());
  const double upper = result.last("upper angle");
  EXPECT_GT(upper, 20);
  EXPECT_NEAR(result.last("lower angle"), 2 * upper, 1e-8 * upper);
  // The work of 3 N m is the kinetic energy ½ (J + m l²/4) φ̇² + ½ m v² + ½ J (3 φ̇)². The centre of the lower arm moves with l φ̇ and ½ l
  // 3 φ̇ in directions that are 2 φ apart.
  const double rate = result.last("rate"), l = 0.5;
  const double square = l * l * (1 + 2.25 + 3 * std::cos(2 * upper));
  const double energy = 0.5 * rate * rate * (0.02 + 0.25 * l * l + square + 9 * 0.02);
  EXPECT_NEAR(energy, 3 * upper, 1e-2 * energy);
}

TEST(BodiesRelativeTranslationCoordinate, KeepsTheMomentumOfTheBodies) {
  // The two bodies of the example, without the pivot, and with the spring between points beside the guide: angular momentum is conserved.
  Json document = example("BodiesRelativeTranslationCoordinate");
  document["objects"].erase(3);
  document["analysis"][0]["numberOfSteps"] = 4000;
  for (const char* body : {"bar", "slider"})
    for (const char* output : {"Position", "Velocity", "AngularVelocity"})
      document["sensors"].push_back(
          {{"type", "Body"}, {"name", std::string(body) + output}, {"bodyNumber", body}, {"outputVariableType", output}});
  const Recorded result = run(document.dump());
  const auto momentum = [&](bool last) {
    const auto value = [&](const std::string& name, int k) { return last ? result.last(name, k) : result.first(name, k); };
    const auto about = [&](const std::string& body, double mass, double inertia) {
      return mass *
                 (value(body + "Position", 0) * value(body + "Velocity", 1) - value(body + "Position", 1) * value(body + "Velocity", 0)) +
             inertia * value(body + "AngularVelocity", 2);
    };
    return about("bar", 2, 0.1) + about("slider", 0.5, 0.002);
  };
  EXPECT_NEAR(momentum(true), momentum(false), 1e-6);
}

}  // namespace
}  // namespace slipstick::testing
