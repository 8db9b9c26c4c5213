// Creators of bodies with their nodes and gravity.
#include <cmath>

#include "core/creators/inertia.h"
#include "core/creators/pose.h"
#include "core/creators/rigid_node.h"
#include "core/math/elementary.h"

namespace slipstick {
namespace {

constexpr Row gravityRow =
    row<Vector3>("gravity", unit::metrePerSecondSquared, anyNumber, Vector3{}, "acceleration of gravity; adds a load if it is not zero");
constexpr Row create2DRow = row<bool>("create2D", unit::none, anyNumber, false, "a body that moves in the xy plane");

std::span<const char* const> nodeTypes() {
  static const char* const names[] = {nodes::RigidBodyEP.type, nodes::RigidBodyRxyz.type, nodes::RigidBodyRotVecLG.type};
  return names;
}

Json list(std::initializer_list<double> numbers) { return std::vector<double>(numbers); }

/// Warns if an argument moves a planar body out of its plane.
void warnOutOfPlane(const Expansion& expansion) {
  for (const char* argument : {"referencePosition", "initialDisplacement", "initialVelocity", "gravity"})
    if (expansion.vector(argument).z != 0) expansion.warn(argument, "has no effect along z: the body moves in the xy plane");
}

void expandGround(Expansion& expansion) {
  expansion.add({objects::Ground,
                 {{"referencePosition", toJson(expansion.vector("referencePosition"))},
                  {"referenceRotation", toJson(expansion.matrix("referenceRotationMatrix"))}}});
}

void expandMassPoint(Expansion& expansion) {
  const bool planar = expansion.flag("create2D");
  if (planar) warnOutOfPlane(expansion);
  const auto coordinates = [&](const char* argument) {
    const Vector3 v = expansion.vector(argument);
    return planar ? list({v.x, v.y}) : toJson(v);
  };
  const int node = expansion.add({planar ? nodes::Point2D : nodes::Point,
                                  {{"referenceCoordinates", coordinates("referencePosition")},
                                   {"initialCoordinates", coordinates("initialDisplacement")},
                                   {"initialVelocities", coordinates("initialVelocity")}}});
  NewItem body{planar ? objects::MassPoint2D : objects::MassPoint, {{"nodeNumber", node}}};
  if (expansion.has("physicsMass")) expansion.write(body, {"physicsMass"});
  addGravity(expansion, expansion.add(body));
}

/// The rates of Euler parameters: θ̇ = ¼ Gᵀ ω.
std::vector<double> eulerRates(const std::array<double, 4>& p, const Vector3& w) {
  return {0.5 * (-p[1] * w.x - p[2] * w.y - p[3] * w.z), 0.5 * (p[0] * w.x + p[3] * w.y - p[2] * w.z),
          0.5 * (-p[3] * w.x + p[0] * w.y + p[1] * w.z), 0.5 * (p[2] * w.x - p[1] * w.y + p[0] * w.z)};
}

/// The rates of the Tait-Bryan angles: θ̇ = G⁻¹ ω.
std::vector<double> taitBryanRates(const Vector3& angles, const Vector3& w) {
  const auto [s0, c0] = sineCosine(angles.x);
  const auto [s1, c1] = sineCosine(angles.y);
  return {w.x + (s0 * s1 * w.y - c0 * s1 * w.z) / c1, c0 * w.y + s0 * w.z, (-s0 * w.y + c0 * w.z) / c1};
}

std::vector<double> numbers(const Vector3& v) { return {v.x, v.y, v.z}; }

std::vector<double> rotationCoordinates(const ItemType& nodeType, const Matrix3& rotation) {
  if (&nodeType == &nodes::RigidBodyRxyz) return numbers(taitBryanAngles(rotation));
  if (&nodeType == &nodes::RigidBodyRotVecLG) return numbers(rotationVector(rotation));
  const auto p = eulerParameters(rotation);
  return {p.begin(), p.end()};
}

/// The rates of the rotation coordinates in the reference configuration for the global angular velocity `w`.
std::vector<double> rotationRates(const ItemType& nodeType, const Matrix3& rotation, const Vector3& w) {
  if (&nodeType == &nodes::RigidBodyRxyz) return taitBryanRates(taitBryanAngles(rotation), w);
  if (&nodeType == &nodes::RigidBodyRotVecLG) return numbers(transposeTimes(rotation, w));
  return eulerRates(eulerParameters(rotation), w);
}

std::vector<double> joinedNumbers(const Vector3& a, const std::vector<double>& b) {
  std::vector<double> all = numbers(a);
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

void expandRigidBody2D(Expansion& expansion) {
  warnOutOfPlane(expansion);
  const Vector3 position = expansion.vector("referencePosition"), velocity = expansion.vector("initialVelocity");
  const Vector3 displacement = expansion.vector("initialDisplacement"), angular = expansion.vector("initialAngularVelocity");
  const Matrix3 reference = expansion.matrix("referenceRotationMatrix"), initial = expansion.matrix("initialRotationMatrix");
  for (const auto& [argument, matrix] : {std::pair{"referenceRotationMatrix", &reference}, {"initialRotationMatrix", &initial}})
    if (std::abs((*matrix)[2][2] - 1) > 1e-9)
      expansion.fail(argument, "a planar body rotates about z only: use rotZ, or RigidBody for a body in space");
  if (angular.x != 0 || angular.y != 0)
    expansion.warn("initialAngularVelocity", "has an effect about z only: the body moves in the xy plane");
  const double angle = planarAngle(reference);
  // The initial rotation is absolute in the plane, but relative to the reference configuration in space.
  const double turn = expansion.has("initialRotationMatrix") ? planarAngle(initial) - angle : 0;
  const Inertia inertia = readInertia(expansion.raw("inertia"), expansion.place().at("inertia"), expansion.reader());
  const int node = expansion.add({nodes::RigidBody2D,
                                  {{"referenceCoordinates", list({position.x, position.y, angle})},
                                   {"initialCoordinates", list({displacement.x, displacement.y, turn})},
                                   {"initialVelocities", list({velocity.x, velocity.y, angular.z})}}});
  NewItem body{objects::RigidBody2D, {{"physicsMass", inertia.mass}, {"physicsInertia", inertia.tensor[2][2]}, {"nodeNumber", node}}};
  const Vector3& center = inertia.centerOfMass;
  if (center.x != 0 || center.y != 0) body["physicsCenterOfMass"] = {center.x, center.y};
  addGravity(expansion, expansion.add(body));
}

void expandRigidBody3D(Expansion& expansion) {
  const int node = addRigidNode(expansion, expansion.nodeType("nodeType"));
  const Inertia inertia = readInertia(expansion.raw("inertia"), expansion.place().at("inertia"), expansion.reader());
  addGravity(expansion, expansion.add({objects::RigidBody,
                                       {{"physicsMass", inertia.mass},
                                        {"physicsInertia", inertia6D(inertia.tensor)},
                                        {"physicsCenterOfMass", toJson(inertia.centerOfMass)},
                                        {"nodeNumber", node}}}));
}

std::vector<Row> rigidArguments() { return rigidNodeRows() + std::vector<Row>{inertiaRow(), gravityRow}; }

}  // namespace

Row gravityArgument() { return gravityRow; }

void addGravity(Expansion& expansion, int body) {
  const Vector3 gravity = expansion.vector("gravity");
  if (gravity == Vector3{}) return;
  const int marker = expansion.add({markers::BodyMass, {{"bodyNumber", body}}}, "mass");
  expansion.add({loads::MassProportional, {{"markerNumber", marker}, {"loadVector", toJson(gravity)}}}, "gravity");
}

int addRigidNode(Expansion& expansion, const ItemType& nodeType) {
  const Matrix3 reference = expansion.matrix("referenceRotationMatrix");
  const auto coordinates = rotationCoordinates(nodeType, reference);
  std::vector<double> turn(coordinates.size(), 0.0);
  if (expansion.has("initialRotationMatrix")) {
    turn = rotationCoordinates(nodeType, reference * expansion.matrix("initialRotationMatrix"));
    for (std::size_t i = 0; i < turn.size(); ++i) turn[i] -= coordinates[i];
  }
  const auto rates = rotationRates(nodeType, reference, expansion.vector("initialAngularVelocity"));
  return expansion.add({nodeType,
                        {{"referenceCoordinates", joinedNumbers(expansion.vector("referencePosition"), coordinates)},
                         {"initialCoordinates", joinedNumbers(expansion.vector("initialDisplacement"), turn)},
                         {"initialVelocities", joinedNumbers(expansion.vector("initialVelocity"), rates)}}});
}

std::vector<Row> rigidNodeRows() {
  return {row<Vector3>("referencePosition", unit::metre, anyNumber, Vector3{}, "position of the reference point"),
          row<Matrix3>("referenceRotationMatrix", unit::none, rotation, Matrix3::identity(),
                       "rotation from the body frame to the global frame"),
          row<Vector3>("initialVelocity", unit::metrePerSecond, anyNumber, Vector3{}, "initial global velocity of the reference point"),
          row<Vector3>("initialAngularVelocity", unit::radianPerSecond, anyNumber, Vector3{}, "initial global angular velocity"),
          row<Vector3>("initialDisplacement", unit::metre, anyNumber, Vector3{}, "initial displacement from the reference position"),
          row<Matrix3>("initialRotationMatrix", unit::none, rotation, Matrix3::identity(),
                       "initial rotation, relative to the reference rotation (in the plane: absolute)")};
}

std::vector<Creator> bodyCreators() {
  return {
      {"Ground",
       "A body that does not move.",
       {row<Vector3>("referencePosition", unit::metre, anyNumber, Vector3{}, "position of its reference point"),
        row<Matrix3>("referenceRotationMatrix", unit::none, rotation, Matrix3::identity(),
                     "rotation from the body frame to the global frame")},
       expandGround},
      {"MassPoint", "A point mass, its node and its weight.",
       std::vector<Row>{row<Vector3>("referencePosition", unit::metre, anyNumber, Vector3{}, "position in the reference configuration"),
                        row<Vector3>("initialDisplacement", unit::metre, anyNumber, Vector3{}, "initial displacement from this position"),
                        row<Vector3>("initialVelocity", unit::metrePerSecond, anyNumber, Vector3{}, "initial velocity")} +
           passes(objects::MassPoint) + std::vector<Row>{gravityRow, create2DRow},
       expandMassPoint},
      {"RigidBody", "A rigid body, its node and its weight.",
       rigidArguments() +
           std::vector<Row>{wordRow("nodeType", nodeTypes(), nodeTypes()[0], "parametrisation of rotations at the node"), create2DRow},
       [](Expansion& expansion) { expansion.flag("create2D") ? expandRigidBody2D(expansion) : expandRigidBody3D(expansion); }},
      {"RigidBody2D", "A rigid body that moves in the xy plane, its node and its weight.", rigidArguments(), expandRigidBody2D},
  };
}

}  // namespace slipstick
