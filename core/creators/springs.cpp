// Creators of springs and dampers between two bodies, and of contact of spheres.
#include "core/creators/joint_frame.h"

namespace slipstick {
namespace {

std::array<int, 2> addPointMarkers(Expansion& expansion, const ItemType& type) {
  const auto bodies = expansion.bodies();
  const int first = expansion.addMarker(type, bodies[0], expansion.vector("localPosition0"), "marker0");
  return {first, expansion.addMarker(type, bodies[1], expansion.vector("localPosition1"), "marker1")};
}

void expandSpringDamper(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const auto markers = addPointMarkers(expansion, markers::BodyPosition);
  NewItem spring{objects::ConnectorSpringDamper, {{"markerNumbers", markers}}};
  if (!expansion.has("referenceLength")) {
    const ReferencePose pose0 = expansion.pose(bodies[0], "bodies"), pose1 = expansion.pose(bodies[1], "bodies");
    const Vector3 point0 = pose0.position + pose0.rotation * expansion.vector("localPosition0");
    const double length = norm(pose1.position + pose1.rotation * expansion.vector("localPosition1") - point0);
    spring["referenceLength"] = length;
    if (length == 0 && bodies[0] != bodies[1] && bodies[0] >= 0 && bodies[1] >= 0)
      expansion.warn("bodies", "both ends are at the same point: give the points on the bodies, or a 'referenceLength'");
  }
  expansion.write(spring, {"referenceLength", "stiffness", "damping", "force", "velocityOffset"});
  expansion.pass(spring);
  expansion.add(spring);
}

void expandCartesianSpringDamper(Expansion& expansion) {
  NewItem spring{objects::ConnectorCartesianSpringDamper, {{"markerNumbers", addPointMarkers(expansion, markers::BodyPosition)}}};
  expansion.write(spring, {"stiffness", "damping", "offset"});
  expansion.pass(spring);
  expansion.add(spring);
}

void expandRigidBodySpringDamper(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const Matrix3 axes = expansion.matrix("rotationMatrixJoint");
  const JointFrame frame = jointFrame(expansion, bodies, {}, axes, expansion.flag("useGlobalFrame"));
  NewItem spring{objects::ConnectorRigidBodySpringDamper,
                 {{"markerNumbers", addPointMarkers(expansion, markers::BodyRigid)},
                  {"rotationMarker0", toJson(frame.rotation[0])},
                  {"rotationMarker1", toJson(frame.rotation[1])}}};
  expansion.pass(spring);
  expansion.add(spring);
}

void expandTorsionalSpringDamper(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const JointFrame frame = axisFrame(expansion, bodies, revoluteBasis);
  NewItem spring{objects::ConnectorTorsionalSpringDamper,
                 {{"markerNumbers", addJointMarkers(expansion, bodies, frame, markers::BodyRigid)},
                  {"rotationMarker0", toJson(frame.rotation[0])},
                  {"rotationMarker1", toJson(frame.rotation[1])}}};
  if (expansion.flag("unlimitedRotations"))
    spring["nodeNumber"] = expansion.add({nodes::GenericData, {{"numberOfDataCoordinates", 1}, {"initialCoordinates", Json::array({0})}}});
  expansion.write(spring, {"stiffness", "damping", "offset", "velocityOffset", "torque"});
  expansion.pass(spring);
  expansion.add(spring);
}

/// Points of masses have no orientation; spheres need one with friction only.
int addSphereMarker(Expansion& expansion, int body, const char* position, const char* part) {
  const bool isPoint =
      body >= 0 && (isOf(expansion.object(body), objects::MassPoint) || isOf(expansion.object(body), objects::MassPoint2D));
  return expansion.addMarker(isPoint ? markers::BodyPosition : markers::BodyRigid, body, expansion.vector(position), part);
}

void expandSphereSphereContact(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const int first = addSphereMarker(expansion, bodies[0], "localPosition0", "marker0");
  const int second = addSphereMarker(expansion, bodies[1], "localPosition1", "marker1");
  NewItem contact{objects::ContactSphereSphere, {{"markerNumbers", {first, second}}}};
  expansion.pass(contact);
  expansion.add(contact);
}

/// The markers of a sphere and of the item that it touches.
NewItem sphereTriangle(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const int first = addSphereMarker(expansion, bodies[0], "localPosition0", "marker0");
  const int second = expansion.addMarker(markers::BodyRigid, bodies[1], expansion.vector("localPosition1"), "marker1");
  return {objects::ContactSphereTriangle, {{"markerNumbers", {first, second}}}};
}

void expandSphereTriangleContact(Expansion& expansion) {
  NewItem contact = sphereTriangle(expansion);
  expansion.pass(contact);
  expansion.add(contact);
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
  const NewItem contact = sphereTriangle(expansion);
  const auto addTriangle = [&](const Json& corners, int included, const char* part) {
    NewItem triangle = contact;
    triangle["trianglePoints"] = corners, triangle["includeEdges"] = included;
    expansion.pass(triangle);
    expansion.add(triangle, part);
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
  const std::vector<Row> springAxes{row<Matrix3>("rotationMatrixJoint", unit::none, rotation, Matrix3::identity(), "axes of the springs"),
                                    row<bool>("useGlobalFrame", unit::none, anyNumber, true,
                                              "whether axes are in the global frame; otherwise in the frame of the first body"),
                                    row<bool>("intrinsicFormulation", unit::none, anyNumber, true,
                                              "whether to use a rotation vector, the same for both bodies, instead of Tait-Bryan angles")};
  return {
      {"SpringDamper", "Spring and damper on the line between points on two bodies.",
       between(passes(objects::ConnectorSpringDamper, {"referenceLength"}),
               {row<double>("referenceLength", unit::metre, anyNumber, Presence::optional,
                            "unstretched length of the spring; default: the distance between the points")}),
       expandSpringDamper},
      {"CartesianSpringDamper", "Springs and dampers along the global axes between points on two bodies.",
       between(passes(objects::ConnectorCartesianSpringDamper)), expandCartesianSpringDamper},
      {"RigidBodySpringDamper", "Springs and dampers for all six relative motions of two bodies.",
       between(passes(objects::ConnectorRigidBodySpringDamper, {"rotationMarker0", "rotationMarker1", "intrinsicFormulation"}), springAxes),
       expandRigidBodySpringDamper},
      {"TorsionalSpringDamper", "Spring and damper about an axis between two bodies.",
       jointArguments({turningAxisRow()}, passes(objects::ConnectorTorsionalSpringDamper, {"rotationMarker0", "rotationMarker1"}) +
                                              std::vector<Row>{row<bool>("unlimitedRotations", unit::none, anyNumber, true,
                                                                         "whether to count turns, with a data node")}),
       expandTorsionalSpringDamper},
      {"SphereSphereContact", "Contact between spheres on two bodies.", between(passes(objects::ContactSphereSphere)),
       expandSphereSphereContact},
      {"SphereTriangleContact", "Contact of a sphere on the first body with a triangle on the second.",
       between(passes(objects::ContactSphereTriangle)), expandSphereTriangleContact},
      {"SphereQuadContact", "Contact of a sphere on the first body with a quadrilateral on the second: two triangles.",
       between(
           passes(objects::ContactSphereTriangle, {"trianglePoints", "includeEdges"}),
           {row<std::vector<Vector3>>("quadPoints", unit::metre, anyNumber, Presence::required,
                                      "the four corners in order, in the frame of the second body; the triangles are 0, 1, 3 and 1, 2, 3"),
            row<int>("includeEdges", unit::none, nonNegative, 15,
                     "sum over the edges that touch: 1 for the edge from point 0 to point 1, then 2, 4 and 8")}),
       expandSphereQuadContact},
  };
}

}  // namespace slipstick
