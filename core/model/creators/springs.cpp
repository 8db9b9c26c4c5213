// Creators of springs and dampers between two bodies, and of contact between spheres.
#include "core/model/creators/joint_frame.h"

namespace slipstick {
namespace {

using Kind = ArgumentKind;

const Json zero3{0, 0, 0};

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
  expansion.pass(spring,
                 {"referenceLength", "stiffness", "damping", "force", "velocityOffset", "springForceUserFunction", "activeConnector"});
  expansion.add(ItemKind::object, spring);
}

void expandCartesianSpringDamper(Expansion& expansion) {
  Json spring{{"type", "ConnectorCartesianSpringDamper"}, {"markerNumbers", addPointMarkers(expansion, "BodyPosition")}};
  expansion.pass(spring, {"stiffness", "damping", "offset", "springForceUserFunction", "activeConnector"});
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
  expansion.pass(spring, {"stiffness", "damping", "offset", "intrinsicFormulation", "springForceTorqueUserFunction",
                          "postNewtonStepUserFunction", "activeConnector"});
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
  expansion.pass(spring, {"stiffness", "damping", "offset", "velocityOffset", "torque", "springTorqueUserFunction", "activeConnector"});
  expansion.add(ItemKind::object, spring);
}

void expandSphereSphereContact(Expansion& expansion) {
  Json contact{{"type", "ContactSphereSphere"}, {"markerNumbers", addPointMarkers(expansion, "BodyRigid")}};
  expansion.pass(contact,
                 {"spheresRadii", "isHollowSphere1", "dynamicFriction", "frictionProportionalZone", "contactStiffness", "contactDamping",
                  "contactStiffnessExponent", "constantPullOffForce", "contactPlasticityRatio", "adhesionCoefficient", "adhesionExponent",
                  "restitutionCoefficient", "minimumImpactVelocity", "impactModel", "activeConnector"});
  expansion.add(ItemKind::object, contact);
}

std::vector<CreatorArgument> between(std::vector<CreatorArgument> arguments) {
  std::vector<CreatorArgument> all{{"bodies", Kind::bodies, unit::none, nullptr, "the two bodies, null for ground", Presence::required},
                                   {"localPosition0", Kind::vector, unit::metre, zero3, "point on the first body, in its frame"},
                                   {"localPosition1", Kind::vector, unit::metre, zero3, "point on the second body, in its frame"}};
  all.insert(all.end(), arguments.begin(), arguments.end());
  all.push_back(activeArgument());
  return all;
}

}  // namespace

std::vector<Creator> springCreators() {
  return {
      {"SpringDamper", "Spring and damper on the line between points of two bodies.",
       between({{"referenceLength", Kind::number, unit::metre, nullptr,
                 "length at which the spring is slack; default: the distance of the points"},
                {"stiffness", Kind::number, unit::newtonPerMetre, 0, "force per elongation"},
                {"damping", Kind::number, unit::newtonSecondPerMetre, 0, "force per lengthening rate"},
                {"force", Kind::number, unit::newton, 0, "constant force, positive pulls together"},
                {"velocityOffset", Kind::number, unit::metrePerSecond, 0, "lengthening rate at which the damper is free"},
                {"springForceUserFunction", Kind::userFunction, unit::newton, nullptr, "force instead, as a formula"}}),
       expandSpringDamper},
      {"CartesianSpringDamper", "Springs and dampers along the global axes between points of two bodies.",
       between({{"stiffness", Kind::vector, unit::newtonPerMetre, zero3, "force per displacement, along x, y and z"},
                {"damping", Kind::vector, unit::newtonSecondPerMetre, zero3, "force per velocity"},
                {"offset", Kind::vector, unit::metre, zero3, "displacement at which the springs are slack"},
                {"springForceUserFunction", Kind::userFunction, unit::newton, nullptr, "force instead, as a formula"}}),
       expandCartesianSpringDamper},
      {"RigidBodySpringDamper", "Springs and dampers for all six relative motions of two bodies.",
       between(
           {{"stiffness", Kind::matrix6, unit::mixed, nullptr, "6×6 stiffness: forces (N/m), then torques (N·m/rad)"},
            {"damping", Kind::matrix6, unit::mixed, nullptr, "6×6 damping"},
            {"offset", Kind::vector6, unit::mixed, nullptr, "displacement and rotation at which the springs are slack"},
            {"rotationMatrixJoint", Kind::matrix, unit::none, Json{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, "axes of the springs"},
            {"useGlobalFrame", Kind::flag, unit::none, true, "axes in the global frame; else in that of the first body"},
            {"intrinsicFormulation", Kind::flag, unit::none, true, "rotation vector instead of Tait-Bryan angles, alike for both bodies"},
            {"springForceTorqueUserFunction", Kind::userFunction, unit::mixed, nullptr, "forces and torques instead, as a formula"},
            {"postNewtonStepUserFunction", Kind::userFunction, unit::mixed, nullptr, "new data coordinates after a Newton solution"}}),
       expandRigidBodySpringDamper},
      {"TorsionalSpringDamper", "Spring and damper about an axis between two bodies.",
       jointArguments({{"axis", Kind::vector, unit::none, nullptr, "axis of rotation", Presence::required},
                       {"stiffness", Kind::number, unit::newtonMetre, 0, "torque per angle"},
                       {"damping", Kind::number, unit::newtonMetreSecond, 0, "torque per angular velocity"},
                       {"offset", Kind::number, unit::radian, 0, "angle at which the spring is slack"},
                       {"velocityOffset", Kind::number, unit::radianPerSecond, 0, "angular velocity at which the damper is free"},
                       {"torque", Kind::number, unit::newtonMetre, 0, "constant torque"},
                       {"springTorqueUserFunction", Kind::userFunction, unit::newtonMetre, nullptr, "torque instead, as a formula"},
                       {"unlimitedRotations", Kind::flag, unit::none, true, "count turns, with a data node"}}),
       expandTorsionalSpringDamper},
      {"SphereSphereContact", "Contact between spheres on two bodies.",
       between({{"spheresRadii", Kind::radii, unit::metre, nullptr, "radii of the two spheres", Presence::required},
                {"isHollowSphere1", Kind::flag, unit::none, nullptr, "the second sphere is hollow with the first inside"},
                {"dynamicFriction", Kind::number, unit::none, nullptr, "friction coefficient"},
                {"frictionProportionalZone", Kind::number, unit::metrePerSecond, nullptr, "slip speed up to which friction is regularised"},
                {"contactStiffness", Kind::number, unit::newtonPerMetre, nullptr, "normal force per penetration"},
                {"contactDamping", Kind::number, unit::newtonSecondPerMetre, nullptr, "normal force per approach velocity"},
                {"contactStiffnessExponent", Kind::number, unit::none, nullptr, "exponent of the penetration"},
                {"constantPullOffForce", Kind::number, unit::newton, nullptr, "force of adhesion"},
                {"contactPlasticityRatio", Kind::number, unit::none, nullptr, "1 - k/k2 of the stiffness in loading and in unloading"},
                {"adhesionCoefficient", Kind::number, unit::newtonPerMetre, nullptr, "adhesion per penetration"},
                {"adhesionExponent", Kind::number, unit::none, nullptr, "its exponent"},
                {"restitutionCoefficient", Kind::number, unit::none, nullptr, "coefficient of restitution"},
                {"minimumImpactVelocity", Kind::number, unit::metrePerSecond, nullptr, "smallest impact velocity for restitution"},
                {"impactModel", Kind::number, unit::none, nullptr, "0 none, 1 Hunt-Crossley, 2 Gonthier-Carvalho"}}),
       expandSphereSphereContact},
  };
}

}  // namespace slipstick
