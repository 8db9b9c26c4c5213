// Creators of joints and other constraints between two bodies.
#include <cmath>

#include "core/model/creators/joint_frame.h"

namespace slipstick {
namespace {

/// v along the axis and two normals: the second seed direction is taken where the axis is close to x.
Matrix3 orthonormalBasis(const Vector3& axis) {
  const Vector3 v = (1 / norm(axis)) * axis;
  const bool closeToX = std::abs(v.x) > 0.5 && std::abs(v.y) < 0.1 && std::abs(v.z) < 0.1;
  const Vector3 seed = closeToX ? Vector3{0, 1, 0} : Vector3{1, 0, 0};
  Vector3 normal = seed - dot(seed, v) * v;
  normal = (1 / norm(normal)) * normal;
  return Matrix3::fromColumns(v, normal, cross(v, normal));
}

template <Matrix3 (*basis)(const Vector3&)>
void expandAxisJoint(Expansion& expansion, const char* type) {
  const auto bodies = expansion.bodies();
  const JointFrame frame = axisFrame(expansion, bodies, basis);
  Json joint{{"type", type},
             {"markerNumbers", addJointMarkers(expansion, bodies, frame, "BodyRigid")},
             {"rotationMarker0", toJson(frame.rotation[0])},
             {"rotationMarker1", toJson(frame.rotation[1])}};
  expansion.pass(joint);
  expansion.add(ItemKind::object, joint);
}

void expandSphericalJoint(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const JointFrame frame =
      jointFrame(expansion, bodies, expansion.vector("position"), Matrix3::identity(), expansion.flag("useGlobalFrame"));
  Json joint{{"type", "JointSpherical"}, {"markerNumbers", addJointMarkers(expansion, bodies, frame, "BodyPosition")}};
  expansion.pass(joint);
  expansion.add(ItemKind::object, joint);
}

void expandGenericJoint(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const JointFrame frame = jointFrame(expansion, bodies, expansion.vector("position"), expansion.rotation("rotationMatrixAxes"),
                                      expansion.flag("useGlobalFrame"));
  Json joint{{"type", "JointGeneric"},
             {"markerNumbers", addJointMarkers(expansion, bodies, frame, "BodyRigid")},
             {"rotationMarker0", toJson(frame.rotation[0])},
             {"rotationMarker1", toJson(frame.rotation[1])}};
  expansion.pass(joint);
  expansion.add(ItemKind::object, joint);
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
  const int first = expansion.addMarker("BodyPosition", bodies[0], local[0], "marker0");
  const int second = expansion.addMarker("BodyPosition", bodies[1], local[1], "marker1");
  // Points that coincide are a spherical joint: their line has no direction.
  Json constraint{{"type", distance == 0 ? "JointSpherical" : "ConnectorDistance"}, {"markerNumbers", {first, second}}};
  if (distance != 0) constraint["distance"] = distance;
  expansion.pass(constraint);
  expansion.add(ItemKind::object, constraint);
}

/// The marker on one coordinate of a body's node; ground has a node of its own.
int addCoordinateMarker(Expansion& expansion, int body, const Json& coordinate, const char* part) {
  if (body < 0) return 0;
  int node = -1;
  expansion.nodeOf(body, node);
  const Json& object = expansion.object(body);
  const bool ground = object.is_object() && object.value("type", Json()) == "Ground";
  if (ground) node = expansion.add(ItemKind::node, {{"type", "PointGround"}}, part);
  if (node < 0) expansion.fail("bodies", "object " + std::to_string(body) + " has no node of its own");
  return expansion.add(ItemKind::marker,
                       {{"type", "NodeCoordinate"}, {"nodeNumber", std::max(node, 0)}, {"coordinate", ground ? Json(0) : coordinate}},
                       part);
}

void expandCoordinateConstraint(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const Json& coordinates = expansion.raw("coordinates");
  const bool two = coordinates.is_array() && coordinates.size() == 2;
  if (!two) expansion.fail("coordinates", "must be a list of 2 whole numbers, got " + found(coordinates));
  const int first = addCoordinateMarker(expansion, bodies[0], two ? coordinates[0] : Json(0), "marker0");
  const int second = addCoordinateMarker(expansion, bodies[1], two ? coordinates[1] : Json(0), "marker1");
  Json constraint{{"type", "ConnectorCoordinate"}, {"markerNumbers", {first, second}}};
  expansion.write(constraint, {"offset", "factorValue1", "velocityLevel"});
  expansion.pass(constraint);
  expansion.add(ItemKind::object, constraint);
}

}  // namespace

JointFrame jointFrame(Expansion& expansion, const std::array<int, 2>& bodies, const Vector3& position, const Matrix3& axes, bool global) {
  ReferencePose pose[2];
  for (int k = 0; k < 2; ++k) pose[k] = expansion.pose(bodies[k], "bodies");
  const Vector3 globalPosition = global ? position : pose[0].rotation * position + pose[0].position;
  const Matrix3 globalAxes = global ? axes : pose[0].rotation * axes;
  JointFrame frame;
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
    expansion.fail("axis", "must be a direction, got zeros");
    axis = {0, 0, 1};
  }
  const bool global = expansion.flag("useGlobalFrame");
  // The frame is made from the global axis, so that it does not depend on how the axis was given.
  const ReferencePose pose = expansion.pose(bodies[0], "bodies");
  const Vector3 position = expansion.vector("position");
  return jointFrame(expansion, bodies, global ? position : pose.rotation * position + pose.position,
                    basis(global ? axis : pose.rotation * axis), true);
}

Matrix3 revoluteBasis(const Vector3& axis) {
  const Matrix3 basis = orthonormalBasis(axis);
  return Matrix3::fromColumns(-basis.column(2), basis.column(1), basis.column(0));
}

Matrix3 prismaticBasis(const Vector3& axis) { return orthonormalBasis(axis); }

std::array<int, 2> addJointMarkers(Expansion& expansion, const std::array<int, 2>& bodies, const JointFrame& frame, const char* type) {
  const int first = expansion.addMarker(type, bodies[0], frame.localPosition[0], "marker0");
  return {first, expansion.addMarker(type, bodies[1], frame.localPosition[1], "marker1")};
}

std::vector<Row> jointArguments(const std::vector<Row>& place, const std::vector<Row>& passed) {
  return std::vector<Row>{bodiesRow(), row<Vector3>("position", unit::metre, anyNumber, Vector3{},
                                                    "where the joint is in the reference configuration")} +
         place + passed +
         std::vector<Row>{row<bool>("useGlobalFrame", unit::none, anyNumber, true,
                                    "position and axes in the global frame; else in that of the first body")};
}

std::vector<Creator> jointCreators() {
  const std::vector<Row> axis{row<Vector3>("axis", unit::none, anyNumber, Presence::required, "its axis; the length does not matter")};
  const std::initializer_list<std::string_view> frames{"rotationMarker0", "rotationMarker1"};
  return {
      {"RevoluteJoint", "A hinge about an axis.", jointArguments(axis, passes("JointRevoluteZ", frames)),
       [](Expansion& expansion) { expandAxisJoint<revoluteBasis>(expansion, "JointRevoluteZ"); }},
      {"PrismaticJoint", "A slide along an axis.", jointArguments(axis, passes("JointPrismaticX", frames)),
       [](Expansion& expansion) { expandAxisJoint<prismaticBasis>(expansion, "JointPrismaticX"); }},
      {"SphericalJoint", "A ball joint.", jointArguments({}, passes("JointSpherical")), expandSphericalJoint},
      {"GenericJoint", "A joint that holds any of the six relative motions.",
       jointArguments(
           {row<Matrix3>("rotationMatrixAxes", unit::none, anyNumber, Matrix3::identity(), "axes of the joint, as columns")},
           passes("JointGeneric", {"rotationMarker0", "rotationMarker1", "offsetUserFunctionParameters", "alternativeConstraints"})),
       expandGenericJoint},
      {"DistanceConstraint", "Keeps the distance of points of two bodies.",
       std::vector<Row>{bodiesRow(),
                        row<Vector3>("localPosition0", unit::metre, anyNumber, Vector3{}, "point on the first body, in its frame"),
                        row<Vector3>("localPosition1", unit::metre, anyNumber, Vector3{}, "point on the second body, in its frame"),
                        row<double>("distance", unit::metre, anyNumber, Presence::optional,
                                    "the distance; default: that in the reference configuration; 0 makes a spherical joint")} +
           passes("ConnectorDistance", {"distance"}),
       expandDistanceConstraint},
      {"CoordinateConstraint", "Couples a coordinate of a body to one of another or to ground.",
       std::vector<Row>{bodiesRow(), row<Vector2>("coordinates", unit::none, nonNegative, Presence::required,
                                                  "number of the coordinate of each body's node; 0 for ground")} +
           passes("ConnectorCoordinate"),
       expandCoordinateConstraint},
  };
}

}  // namespace slipstick
