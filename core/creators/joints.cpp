// Creators of joints and other constraints between two bodies.
#include <cmath>

#include "core/creators/joint_frame.h"
#include "core/math/elementary.h"
#include "core/message/messages.h"

namespace slipstick {
namespace {

/// A basis of v along the axis and two normals. If the axis is close to x, the second seed direction is used.
Matrix3 orthonormalBasis(const Vector3& axis) {
  const Vector3 v = (1 / norm(axis)) * axis;
  const bool closeToX = std::abs(v.x) > 0.5 && std::abs(v.y) < 0.1 && std::abs(v.z) < 0.1;
  const Vector3 seed = closeToX ? Vector3{0, 1, 0} : Vector3{1, 0, 0};
  Vector3 normal = seed - dot(seed, v) * v;
  normal = (1 / norm(normal)) * normal;
  return Matrix3::fromColumns(v, normal, cross(v, normal));
}

void expandRevoluteJoint(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const JointFrame frame = axisFrame(expansion, bodies, revoluteBasis);
  NewItem joint{frame.planar ? objects::JointRevolute2D : objects::JointRevoluteZ,
                {{"markerNumbers", addJointMarkers(expansion, bodies, frame, frame.planar ? markers::BodyPosition : markers::BodyRigid)}}};
  if (!frame.planar) joint["rotationMarker0"] = toJson(frame.rotation[0]), joint["rotationMarker1"] = toJson(frame.rotation[1]);
  expansion.pass(joint);
  expansion.add(joint);
}

void expandPrismaticJoint(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const JointFrame frame = axisFrame(expansion, bodies, prismaticBasis);
  NewItem joint{frame.planar ? objects::JointPrismatic2D : objects::JointPrismaticX,
                {{"markerNumbers", addJointMarkers(expansion, bodies, frame, markers::BodyRigid)}}};
  if (frame.planar)
    joint["axisMarker0"] = toJson(frame.rotation[0].column(0)), joint["normalMarker1"] = toJson(frame.rotation[1].column(1));
  else
    joint["rotationMarker0"] = toJson(frame.rotation[0]), joint["rotationMarker1"] = toJson(frame.rotation[1]);
  expansion.pass(joint);
  expansion.add(joint);
}

/// Drops redundant equations of planar bodies, which constrain motion out of the plane. `axes` are otherwise locked.
void lockInPlane(const Expansion& expansion, NewItem& joint, Json axes, std::initializer_list<int> outOfPlane) {
  if (expansion.entry().contains("constrainedAxes")) axes = expansion.entry()["constrainedAxes"];
  if (!axes.is_array()) return;
  for (const int axis : outOfPlane)
    if (axis < static_cast<int>(axes.size())) axes[axis] = 0;
  joint["constrainedAxes"] = axes;
}

void addBallJoint(Expansion& expansion, const std::array<int, 2>& bodies, const std::array<int, 2>& markers) {
  NewItem joint{objects::JointSpherical, {{"markerNumbers", markers}}};
  if (movesInPlane(expansion, bodies)) lockInPlane(expansion, joint, {1, 1, 1}, {2});
  expansion.pass(joint);
  expansion.add(joint);
}

void expandSphericalJoint(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const JointFrame frame =
      jointFrame(expansion, bodies, expansion.vector("position"), Matrix3::identity(), expansion.flag("useGlobalFrame"));
  addBallJoint(expansion, bodies, addJointMarkers(expansion, bodies, frame, markers::BodyPosition));
}

void expandGenericJoint(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const Matrix3 axes = expansion.matrix("rotationMatrixAxes");
  const JointFrame frame = jointFrame(expansion, bodies, expansion.vector("position"), axes, expansion.flag("useGlobalFrame"));
  NewItem joint{objects::JointGeneric,
                {{"markerNumbers", addJointMarkers(expansion, bodies, frame, markers::BodyRigid)},
                 {"rotationMarker0", toJson(frame.rotation[0])},
                 {"rotationMarker1", toJson(frame.rotation[1])}}};
  if (frame.planar && std::abs(axes[2][2]) == 1) lockInPlane(expansion, joint, {1, 1, 1, 1, 1, 1}, {2, 3, 4});
  expansion.pass(joint);
  expansion.add(joint);
}

void expandDistanceConstraint(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const Vector3 local[2] = {expansion.vector("localPosition0"), expansion.vector("localPosition1")};
  double distance = 0;
  if (expansion.has("distance")) {
    distance = expansion.number("distance");
  } else {
    Vector3 point[2];
    for (int k = 0; k < 2; ++k) {
      const ReferencePose pose = expansion.pose(bodies[k], "bodies");
      point[k] = pose.position + pose.rotation * local[k];
    }
    distance = norm(point[1] - point[0]);
  }
  const int first = expansion.addMarker(markers::BodyPosition, bodies[0], local[0], "marker0");
  const int second = expansion.addMarker(markers::BodyPosition, bodies[1], local[1], "marker1");
  if (distance == 0) return addBallJoint(expansion, bodies, {first, second});  // coinciding points define no direction
  NewItem constraint{objects::ConnectorDistance, {{"markerNumbers", {first, second}}, {"distance", distance}}};
  expansion.pass(constraint);
  expansion.add(constraint);
}

/// The marker on one coordinate of a body's node; ground gets its own node.
int addCoordinateMarker(Expansion& expansion, int body, const Json& coordinate, const char* part) {
  if (body < 0) return 0;
  int node = -1;
  expansion.nodeOf(body, node);
  const bool ground = isOf(expansion.object(body), objects::Ground);
  if (ground) node = expansion.add({nodes::PointGround}, part);
  if (node < 0) expansion.fail("bodies", "object " + std::to_string(body) + " has no node");
  return expansion.add({markers::NodeCoordinate, {{"nodeNumber", std::max(node, 0)}, {"coordinate", ground ? Json(0) : coordinate}}}, part);
}

void expandCoordinateConstraint(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const Json& coordinates = expansion.raw("coordinates");
  const bool two = coordinates.is_array() && coordinates.size() == 2;
  if (!two) expansion.fail("coordinates", "must be a list of 2 whole numbers, got " + found(coordinates));
  const int first = addCoordinateMarker(expansion, bodies[0], two ? coordinates[0] : Json(0), "marker0");
  const int second = addCoordinateMarker(expansion, bodies[1], two ? coordinates[1] : Json(0), "marker1");
  NewItem constraint{objects::ConnectorCoordinate, {{"markerNumbers", {first, second}}}};
  expansion.write(constraint, {"offset", "factorValue1", "velocityLevel"});
  expansion.pass(constraint);
  expansion.add(constraint);
}

}  // namespace

bool movesInPlane(const Expansion& expansion, const std::array<int, 2>& bodies) {
  int planar = 0;
  for (const int body : bodies) {
    if (body < 0) return false;
    const Json& object = expansion.object(body);
    if (isOf(object, objects::RigidBody2D) || isOf(object, objects::MassPoint2D))
      ++planar;
    else if (!isOf(object, objects::Ground))
      return false;
  }
  return planar > 0;
}

JointFrame jointFrame(Expansion& expansion, const std::array<int, 2>& bodies, const Vector3& position, const Matrix3& axes, bool global) {
  ReferencePose pose[2];
  for (int k = 0; k < 2; ++k) pose[k] = expansion.pose(bodies[k], "bodies");
  const Vector3 globalPosition = global ? position : pose[0].rotation * position + pose[0].position;
  const Matrix3 globalAxes = global ? axes : pose[0].rotation * axes;
  JointFrame frame;
  frame.planar = movesInPlane(expansion, bodies);
  for (int k = 0; k < 2; ++k) {
    frame.localPosition[k] = transposeTimes(pose[k].rotation, globalPosition - pose[k].position);
    frame.rotation[k] = transpose(pose[k].rotation) * globalAxes;
  }
  if (!global) frame.rotation[0] = axes;  // exactly
  return frame;
}

JointFrame axisFrame(Expansion& expansion, const std::array<int, 2>& bodies, Matrix3 (*basis)(const Vector3& axis)) {
  Vector3 axis = expansion.vector("axis");
  if (norm(axis) == 0) {
    expansion.fail("axis", messages::directionOfZeros());
    axis = {0, 0, 1};
  }
  const bool global = expansion.flag("useGlobalFrame");
  // The frame is computed from the global axis, so that it does not depend on how the axis was given.
  const ReferencePose pose = expansion.pose(bodies[0], "bodies");
  const Vector3 position = expansion.vector("position");
  if (!global) axis = pose.rotation * axis;
  if (movesInPlane(expansion, bodies)) {
    const double alongZ = std::abs(axis.z), inPlane = hypot(axis.x, axis.y), small = 1e-9 * norm(axis);
    if (basis == revoluteBasis && inPlane > small)
      expansion.fail("axis", "planar bodies rotate about z: use [0, 0, 1], or bodies in space (RigidBody) for another axis");
    if (basis == prismaticBasis && alongZ > small)
      expansion.fail("axis", "planar bodies slide in the xy plane: use an axis with z = 0, or bodies in space (RigidBody)");
  }
  return jointFrame(expansion, bodies, global ? position : pose.rotation * position + pose.position, basis(axis), true);
}

Row turningAxisRow() { return row<Vector3>("axis", unit::none, anyNumber, Vector3{0, 0, 1}, "its axis; the length does not matter"); }

Matrix3 revoluteBasis(const Vector3& axis) {
  const Matrix3 basis = orthonormalBasis(axis);
  return Matrix3::fromColumns(-basis.column(2), basis.column(1), basis.column(0));
}

Matrix3 prismaticBasis(const Vector3& axis) { return orthonormalBasis(axis); }

std::array<int, 2> addJointMarkers(Expansion& expansion, const std::array<int, 2>& bodies, const JointFrame& frame, const ItemType& type) {
  const int first = expansion.addMarker(type, bodies[0], frame.localPosition[0], "marker0");
  return {first, expansion.addMarker(type, bodies[1], frame.localPosition[1], "marker1")};
}

std::vector<Row> jointArguments(const std::vector<Row>& place, const std::vector<Row>& passed) {
  return std::vector<Row>{bodiesRow(), row<Vector3>("position", unit::metre, anyNumber, Vector3{},
                                                    "position of the joint in the reference configuration")} +
         place + passed +
         std::vector<Row>{row<bool>("useGlobalFrame", unit::none, anyNumber, true,
                                    "whether position and axes are in the global frame; otherwise in the frame of the first body")};
}

std::vector<Creator> jointCreators() {
  const std::vector<Row> axis{row<Vector3>("axis", unit::none, anyNumber, Presence::required, "its axis; the length does not matter")};
  const std::initializer_list<std::string_view> frames{"rotationMarker0", "rotationMarker1"};
  return {
      {"RevoluteJoint", "A hinge about an axis; for planar bodies, about z.",
       jointArguments({turningAxisRow()}, passes(objects::JointRevoluteZ, frames)), expandRevoluteJoint},
      {"PrismaticJoint", "A slide along an axis; for planar bodies, in the xy plane.",
       jointArguments(axis, passes(objects::JointPrismaticX, frames)), expandPrismaticJoint},
      {"SphericalJoint", "A ball joint.", jointArguments({}, passes(objects::JointSpherical)), expandSphericalJoint},
      {"GenericJoint", "A joint that locks any of the six relative motions.",
       jointArguments(
           {row<Matrix3>("rotationMatrixAxes", unit::none, rotation, Matrix3::identity(), "axes of the joint, as columns")},
           passes(objects::JointGeneric, {"rotationMarker0", "rotationMarker1", "offsetUserFunctionParameters", "alternativeConstraints"})),
       expandGenericJoint},
      {"DistanceConstraint", "Keeps the distance between points on two bodies.",
       std::vector<Row>{bodiesRow(),
                        row<Vector3>("localPosition0", unit::metre, anyNumber, Vector3{}, "point on the first body, in its frame"),
                        row<Vector3>("localPosition1", unit::metre, anyNumber, Vector3{}, "point on the second body, in its frame"),
                        row<double>("distance", unit::metre, anyNumber, Presence::optional,
                                    "the distance; default: the distance in the reference configuration; 0 makes a spherical joint")} +
           passes(objects::ConnectorDistance, {"distance"}),
       expandDistanceConstraint},
      {"CoordinateConstraint", "Couples a coordinate of a body to a coordinate of another body, or fixes it to the ground.",
       std::vector<Row>{bodiesRow(), row<Vector2>("coordinates", unit::none, nonNegative, Presence::required,
                                                  "number of the coordinate of each body's node; 0 for the ground")} +
           passes(objects::ConnectorCoordinate),
       expandCoordinateConstraint},
  };
}

}  // namespace slipstick
