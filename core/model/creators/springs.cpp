// Creators of springs and dampers between two bodies, and of contact of spheres.
#include "core/model/creators/joint_frame.h"

namespace slipstick {
namespace {

std::array<int, 2> addPointMarkers(Expansion& expansion, const char* type) {
  const auto bodies = expansion.bodies();
  const int first = expansion.addMarker(type, bodies[0], expansion.vector("localPosition0"), "marker0");
  return {first, expansion.addMarker(type, bodies[1], expansion.vector("localPosition1"), "marker1")};
}

void expandSpringDamper(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const auto markers = addPointMarkers(expansion, "BodyPosition");
  Json spring{{"type", "ConnectorSpringDamper"}, {"markerNumbers", markers}};
  if (!expansion.has("referenceLength")) {
    const ReferencePose pose0 = expansion.pose(bodies[0], "bodies"), pose1 = expansion.pose(bodies[1], "bodies");
    const Vector3 point0 = pose0.position + pose0.rotation * expansion.vector("localPosition0");
    spring["referenceLength"] = norm(pose1.position + pose1.rotation * expansion.vector("localPosition1") - point0);
  }
  expansion.write(spring, {"referenceLength", "stiffness", "damping", "force", "velocityOffset"});
  expansion.pass(spring);
  expansion.add(ItemKind::object, spring);
}

void expandCartesianSpringDamper(Expansion& expansion) {
  Json spring{{"type", "ConnectorCartesianSpringDamper"}, {"markerNumbers", addPointMarkers(expansion, "BodyPosition")}};
  expansion.write(spring, {"stiffness", "damping", "offset"});
  expansion.pass(spring);
  expansion.add(ItemKind::object, spring);
}

void expandRigidBodySpringDamper(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const Matrix3 axes = expansion.rotation("rotationMatrixJoint");
  const JointFrame frame = jointFrame(expansion, bodies, {}, axes, expansion.flag("useGlobalFrame"));
  Json spring{{"type", "ConnectorRigidBodySpringDamper"},
              {"markerNumbers", addPointMarkers(expansion, "BodyRigid")},
              {"rotationMarker0", toJson(frame.rotation[0])},
              {"rotationMarker1", toJson(frame.rotation[1])}};
  expansion.pass(spring);
  expansion.add(ItemKind::object, spring);
}

void expandTorsionalSpringDamper(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const JointFrame frame = axisFrame(expansion, bodies, revoluteBasis);
  Json spring{{"type", "ConnectorTorsionalSpringDamper"},
              {"markerNumbers", addJointMarkers(expansion, bodies, frame, "BodyRigid")},
              {"rotationMarker0", toJson(frame.rotation[0])},
              {"rotationMarker1", toJson(frame.rotation[1])}};
  if (expansion.flag("unlimitedRotations"))
    spring["nodeNumber"] =
        expansion.add(ItemKind::node, {{"type", "GenericData"}, {"numberOfDataCoordinates", 1}, {"initialCoordinates", Json::array({0})}});
  expansion.write(spring, {"stiffness", "damping", "offset", "velocityOffset", "torque"});
  expansion.pass(spring);
  expansion.add(ItemKind::object, spring);
}

/// Points of masses have no orientation; spheres need one with friction only.
int addSphereMarker(Expansion& expansion, int body, const char* position, const char* part) {
  const std::string type = body < 0 ? "" : expansion.object(body).value("type", "");
  const bool isPoint = type == "MassPoint" || type == "MassPoint2D";
  return expansion.addMarker(isPoint ? "BodyPosition" : "BodyRigid", body, expansion.vector(position), part);
}

void expandSphereSphereContact(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const int first = addSphereMarker(expansion, bodies[0], "localPosition0", "marker0");
  const int second = addSphereMarker(expansion, bodies[1], "localPosition1", "marker1");
  Json contact{{"type", "ContactSphereSphere"}, {"markerNumbers", {first, second}}};
  expansion.pass(contact);
  expansion.add(ItemKind::object, contact);
}

/// The markers of a sphere and of what it touches.
Json sphereTriangle(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const int first = addSphereMarker(expansion, bodies[0], "localPosition0", "marker0");
  const int second = expansion.addMarker("BodyRigid", bodies[1], expansion.vector("localPosition1"), "marker1");
  return {{"type", "ContactSphereTriangle"}, {"markerNumbers", {first, second}}};
}

void expandSphereTriangleContact(Expansion& expansion) {
  Json contact = sphereTriangle(expansion);
  expansion.pass(contact);
  expansion.add(ItemKind::object, contact);
}

/// Two triangles, whose common edge does not touch.
void expandSphereQuadContact(Expansion& expansion) {
  const Json points = expansion.raw("quadPoints");
  if (!points.is_array() || points.size() != 4) {
    expansion.fail("quadPoints", "must be a list of 4 points, got " + found(points));
    return;
  }
  const int edges = expansion.wholeNumber("includeEdges");
  if (edges > 15) expansion.fail("includeEdges", "must be at most 15 = 1 + 2 + 4 + 8: there are four edges");
  const Json contact = sphereTriangle(expansion);
  const auto addTriangle = [&](const Json& corners, int included, const char* part) {
    Json triangle = contact;
    triangle["trianglePoints"] = corners, triangle["includeEdges"] = included;
    expansion.pass(triangle);
    expansion.add(ItemKind::object, triangle, part);
  };
  addTriangle({points[0], points[1], points[3]}, (edges & 1) | (edges >> 1 & 4), "0");
  addTriangle({points[1], points[2], points[3]}, edges >> 1 & 3, "1");
}

std::vector<Row> between(const std::vector<Row>& passed, const std::vector<Row>& more = {}) {
  return std::vector<Row>{bodiesRow(),
                          row<Vector3>("localPosition0", unit::metre, anyNumber, Vector3{}, "point on the first body, in its frame"),
                          row<Vector3>("localPosition1", unit::metre, anyNumber, Vector3{}, "point on the second body, in its frame")} +
         passed + more;
}

}  // namespace

std::vector<Creator> springCreators() {
  const std::vector<Row> springAxes{
      row<Matrix3>("rotationMatrixJoint", unit::none, anyNumber, Matrix3::identity(), "axes of the springs"),
      row<bool>("useGlobalFrame", unit::none, anyNumber, true, "axes in the global frame; else in that of the first body"),
      row<bool>("intrinsicFormulation", unit::none, anyNumber, true,
                "rotation vector instead of Tait-Bryan angles, alike for both bodies")};
  return {
      {"SpringDamper", "Spring and damper on the line between points of two bodies.",
       between(passes("ConnectorSpringDamper", {"referenceLength"}),
               {row<double>("referenceLength", unit::metre, anyNumber, Presence::optional,
                            "length at which the spring is slack; default: the distance of the points")}),
       expandSpringDamper},
      {"CartesianSpringDamper", "Springs and dampers along the global axes between points of two bodies.",
       between(passes("ConnectorCartesianSpringDamper")), expandCartesianSpringDamper},
      {"RigidBodySpringDamper", "Springs and dampers for all six relative motions of two bodies.",
       between(passes("ConnectorRigidBodySpringDamper", {"rotationMarker0", "rotationMarker1", "intrinsicFormulation"}), springAxes),
       expandRigidBodySpringDamper},
      {"TorsionalSpringDamper", "Spring and damper about an axis between two bodies.",
       jointArguments({row<Vector3>("axis", unit::none, anyNumber, Presence::required, "axis of rotation")},
                      passes("ConnectorTorsionalSpringDamper", {"rotationMarker0", "rotationMarker1"}) +
                          std::vector<Row>{row<bool>("unlimitedRotations", unit::none, anyNumber, true, "count turns, with a data node")}),
       expandTorsionalSpringDamper},
      {"SphereSphereContact", "Contact between spheres on two bodies.", between(passes("ContactSphereSphere")), expandSphereSphereContact},
      {"SphereTriangleContact", "Contact of a sphere on the first body with a triangle on the second.",
       between(passes("ContactSphereTriangle")), expandSphereTriangleContact},
      {"SphereQuadContact", "Contact of a sphere on the first body with a quadrilateral on the second: two triangles.",
       between(passes("ContactSphereTriangle", {"trianglePoints", "includeEdges"}),
               {row<std::vector<Vector3>>(
                    "quadPoints", unit::metre, anyNumber, Presence::required,
                    "the four corners in their order, in the frame of the second body; the triangles are 0, 1, 3 and 1, 2, 3"),
                row<int>("includeEdges", unit::none, nonNegative, 15,
                         "sum of the edges that touch: 1 for that from point 0 to point 1, 2, 4 and 8 for those that follow")}),
       expandSphereQuadContact},
  };
}

}  // namespace slipstick
