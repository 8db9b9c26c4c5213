// Markers: where they are, and which coordinates a force on them reaches.

#include <gtest/gtest.h>

#include <cmath>

#include "core/system/system.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// A body at (1, 0, 0), turned by 90° about z, that spins with 2 rad/s; a force on the marker.
std::string document(const std::string& marker, const std::string& load = R"("ForceVector", "loadVector": [5, 0, 0])") {
  return R"({"slipstick": 1,
    "nodes": [{"type": "RigidBodyRxyz", "name": "body", "referenceCoordinates": [1, 0, 0, 0, 0, "pi/2"], "initialVelocities": [0, 0, 3, 0, 0, 2]}],
    "objects": [{"type": "RigidBody", "name": "body", "nodeNumber": "body", "physicsMass": 1, "physicsInertia": [1, 1, 1, 0, 0, 0], "physicsCenterOfMass": [0, 0.1, 0]}],
    "markers": [{)" +
         marker + R"(}], "loads": [{"markerNumber": 0, "type": )" + load + R"(}],
    "sensors": [{"type": "Marker", "name": "position", "markerNumber": 0, "outputVariableType": "Position"}]})";
}
std::vector<double> measured(const std::string& marker, const std::string& variable) {
  Json json = Json::parse(document(marker));
  json["sensors"][0]["outputVariableType"] = variable;
  System system(load(json.dump()));
  std::vector<double> values(system.sensorSize(0));
  system.update(system.initial());
  system.sensor(0, values.data());
  return values;
}
/// Generalized force of the load.
std::vector<double> applied(const std::string& text) {
  System system(load(text));
  std::vector<double> forces(6), none(6);
  Json json = Json::parse(text);
  json["loads"] = Json::array();
  System unloaded(load(json.dump()));
  system.forces(system.initial(), 1, forces.data(), nullptr);
  unloaded.forces(unloaded.initial(), 1, none.data(), nullptr);
  for (int i = 0; i < 6; ++i) forces[i] = none[i] - forces[i];
  return forces;
}
void expectNear(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-14) << "component " << i;
}

const std::string rigid = R"("type": "BodyRigid", "bodyNumber": "body", "localPosition": [0.5, 0, 0])";
const std::string position = R"("type": "BodyPosition", "bodyNumber": "body", "localPosition": [0.5, 0, 0])";

TEST(BodyRigid, RidesOnABodyPoint) {
  expectNear(measured(rigid, "Position"), {1, 0.5, 0});
  expectNear(measured(rigid, "Displacement"), {0, 0, 0});
  expectNear(measured(rigid, "Velocity"), {-1, 0, 3});
  expectNear(measured(rigid, "AngularVelocity"), {0, 0, 2});
  expectNear(measured(rigid, "Rotation"), {0, 0, std::acos(0.0)});
  expectNear(applied(document(rigid)), {5, 0, 0, 0, 0, -0.5 * 5});  // arm (0, 0.5, 0) × (5, 0, 0)
}
TEST(BodyPosition, RidesOnABodyPointWithoutRotation) {
  expectNear(measured(position, "Position"), {1, 0.5, 0});
  expectNear(measured(position, "Velocity"), {-1, 0, 3});
  expectNear(applied(document(position)), {5, 0, 0, 0, 0, -2.5});
  EXPECT_FALSE(loadModel(document(position, R"("TorqueVector", "loadVector": [5, 0, 0])")).model) << "it has no orientation for a torque";
}
TEST(BodyMass, SitsAtTheCentreOfMass) {
  const std::string mass = R"("type": "BodyMass", "bodyNumber": "body")";
  const std::string gravity = R"("MassProportional", "loadVector": [0, 0, -10])";
  Json json = Json::parse(document(mass, gravity));
  System system(load(json.dump()));
  double at[3];
  system.update(system.initial());
  system.sensor(0, at);
  expectNear({at[0], at[1], at[2]}, {0.9, 0, 0});
  // The arm (−0.1, 0, 0) × (0, 0, −10) = (0, −1, 0), and Gᵀ at φ = (0, 0, 90°) is the identity for x and y rows.
  expectNear(applied(document(mass, gravity)), {0, 0, -10, 0, -1, 0});
}
TEST(NodeRigid, RidesOnANode) {
  const std::string node = R"("type": "NodeRigid", "nodeNumber": "body")";
  expectNear(measured(node, "Position"), {1, 0, 0});
  expectNear(measured(node, "AngularVelocityLocal"), {0, 0, 2});
  expectNear(applied(document(node, R"("TorqueVector", "loadVector": [0, 0, 7])")), {0, 0, 0, 0, 0, 7});
}
TEST(NodePosition, RidesOnANodeWithoutRotation) {
  const std::string node = R"("type": "NodePosition", "nodeNumber": "body")";
  expectNear(measured(node, "Velocity"), {0, 0, 3});
  expectNear(applied(document(node)), {5, 0, 0, 0, 0, 0});
}
TEST(NodeCoordinate, IsOneCoordinateWithoutItsReference) {
  const std::string angle = R"("type": "NodeCoordinate", "nodeNumber": "body", "coordinate": 5)";
  Json json = Json::parse(document(angle, R"("Coordinate", "load": 4)"));
  json["sensors"] = {{{"type", "Marker"}, {"markerNumber", 0}, {"outputVariableType", "Coordinates"}},
                     {{"type", "Marker"}, {"markerNumber", 0}, {"outputVariableType", "Coordinates_t"}}};
  System system(load(json.dump()));
  double value, rate;
  system.update(system.initial());
  system.sensor(0, &value), system.sensor(1, &rate);
  EXPECT_EQ(value, 0);
  EXPECT_EQ(rate, 2);
  expectNear(applied(json.dump()), {0, 0, 0, 0, 0, 4});
}
TEST(NodeCoordinate, OfGroundIsZeroAndTakesAnyForce) {
  const Recorded still =
      run(R"({"slipstick": 1, "nodes": [{"type": "PointGround"}], "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}],
    "loads": [{"type": "Coordinate", "markerNumber": 0, "load": 4}],
    "sensors": [{"type": "Marker", "name": "x", "markerNumber": 0, "outputVariableType": "Coordinates"}], "analysis": {"type": "dynamic", "endTime": 1, "numberOfSteps": 1}})");
  EXPECT_EQ(still.last("x"), 0);
}

}  // namespace
}  // namespace slipstick::testing
