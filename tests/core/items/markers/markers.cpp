// Markers: their positions, and the generalised forces of loads on them.

#include <gtest/gtest.h>

#include <cmath>

#include "core/document/load.h"
#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// A body at (1, 0, 0), rotated by 90° about z, that spins with 2 rad/s; a force on the marker.
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
  EvaluatedSystem system(load(json.dump()));
  std::vector<double> values(system.sensorSize(0));
  system.update(system.initial());
  system.sensor(0, values.data());
  return values;
}
/// The generalised force of the load.
std::vector<double> applied(const std::string& text) {
  EvaluatedSystem system(load(text));
  std::vector<double> forces(6), none(6);
  Json json = Json::parse(text);
  json["loads"] = Json::array();
  EvaluatedSystem unloaded(load(json.dump()));
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
  EvaluatedSystem system(load(json.dump()));
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
  EvaluatedSystem system(load(json.dump()));
  double value, rate;
  system.update(system.initial());
  system.sensor(0, &value), system.sensor(1, &rate);
  EXPECT_EQ(value, 0);
  EXPECT_EQ(rate, 2);
  expectNear(applied(json.dump()), {0, 0, 0, 0, 0, 4});
}
/// For a rotation R_x(a) R_y(b) R_z(c): the three angles, and the global components of the angular velocity.
TEST(NodeRotationCoordinate, IsATaitBryanAngleAndAComponentOfTheAngularVelocity) {
  Json document =
      Json::parse(R"({"slipstick": 1, "nodes": [{"type": "RigidBodyRxyz", "name": "body", "referenceCoordinates": [0, 0, 0, 0.1, 0.2, 0.3],
    "initialCoordinates": [0, 0, 0, 0.2, -0.5, 0.4], "initialVelocities": [0, 0, 0, 1, 2, 3]}],
    "objects": [{"type": "RigidBody", "name": "body", "nodeNumber": "body", "physicsMass": 1, "physicsInertia": [1, 1, 1, 0, 0, 0]}]})");
  const double a = 0.3, b = -0.3, c = 0.7;
  // Each angle rotates about an axis that the previous angles have rotated: x, R_x y, R_x R_y z.
  const double rates[3] = {1 + 3 * std::sin(b), 2 * std::cos(a) - 3 * std::sin(a) * std::cos(b),
                           2 * std::sin(a) + 3 * std::cos(a) * std::cos(b)};
  const double angles[3] = {a, b, c};
  for (int axis = 0; axis < 3; ++axis) {
    document["markers"] = {{{"type", "NodeRotationCoordinate"}, {"nodeNumber", 0}, {"rotationCoordinate", axis}}};
    document["sensors"] = {{{"type", "Marker"}, {"markerNumber", 0}, {"outputVariableType", "Coordinates"}},
                           {{"type", "Marker"}, {"markerNumber", 0}, {"outputVariableType", "Coordinates_t"}}};
    document["loads"] = Json::array();
    EvaluatedSystem system(load(document.dump()));
    double angle, rate;
    system.update(system.initial());
    system.sensor(0, &angle), system.sensor(1, &rate);
    EXPECT_NEAR(angle, angles[axis], 1e-15);
    EXPECT_NEAR(rate, rates[axis], 1e-15);

    // A force on the coordinate is a torque about the global axis: its power is torque times that rate.
    document["loads"] = {{{"type", "Coordinate"}, {"markerNumber", 0}, {"load", 4}}};
    EvaluatedSystem loaded(load(document.dump()));
    std::vector<double> with(6), without(6);
    system.forces(system.initial(), 1, without.data(), nullptr);
    loaded.forces(loaded.initial(), 1, with.data(), nullptr);
    double power = 0;
    const double velocities[6] = {0, 0, 0, 1, 2, 3};
    for (int i = 0; i < 6; ++i) power += (without[i] - with[i]) * velocities[i];
    EXPECT_NEAR(power, 4 * rates[axis], 1e-13);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(with[i], without[i]) << "no force";
  }
}
TEST(NodeRotationCoordinate, OfAPlanarBodyTakesATorqueAboutZ) {
  Json document = Json::parse(R"({"slipstick": 1, "nodes": [{"type": "RigidBody2D", "name": "bar", "referenceCoordinates": [1, 2, 0.4],
      "initialCoordinates": [0, 0, 0.25], "initialVelocities": [5, 6, 7]}],
    "markers": [{"type": "NodeRotationCoordinate", "nodeNumber": 0, "rotationCoordinate": 2}],
    "loads": [{"type": "Coordinate", "markerNumber": 0, "load": 4}],
    "sensors": [{"type": "Marker", "markerNumber": 0, "outputVariableType": "Coordinates"}, {"type": "Marker", "markerNumber": 0, "outputVariableType": "Coordinates_t"}]})");
  EvaluatedSystem system(load(document.dump()));
  double angle, rate, forces[3];
  system.update(system.initial());
  system.sensor(0, &angle), system.sensor(1, &rate);
  EXPECT_NEAR(angle, 0.65, 1e-15);
  EXPECT_EQ(rate, 7);
  system.forces(system.initial(), 1, forces, nullptr);
  expectNear({forces[0], forces[1], forces[2]}, {0, 0, -4});
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
