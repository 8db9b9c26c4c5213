// Creators of springs and dampers between two bodies, and of contact between spheres.
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

/// Points of masses have no orientation; the spheres need one with friction only.
void expandSphereSphereContact(Expansion& expansion) {
  const auto bodies = expansion.bodies();
  const auto markerOf = [&](int body) {
    const std::string type = body < 0 ? "" : expansion.object(body).value("type", "");
    return type == "MassPoint" || type == "MassPoint2D" ? "BodyPosition" : "BodyRigid";
  };
  const int first = expansion.addMarker(markerOf(bodies[0]), bodies[0], expansion.vector("localPosition0"), "marker0");
  const int second = expansion.addMarker(markerOf(bodies[1]), bodies[1], expansion.vector("localPosition1"), "marker1");
  Json contact{{"type", "ContactSphereSphere"}, {"markerNumbers", {first, second}}};
  expansion.pass(contact);
  expansion.add(ItemKind::object, contact);
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
  };
}

}  // namespace slipstick
