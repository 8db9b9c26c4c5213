#include "core/program/type_facts.h"

#include "core/items/capabilities.h"
#include "core/items/flexible/types.h"
#include "core/items/types.h"
#include "core/model/items.h"

namespace slipstick {
namespace {

constexpr Capabilities inPlane = capability::pointNode2D | capability::rigidNode2D | capability::slopeNode;
constexpr Capabilities inSpace =
    capability::pointNode | capability::rigidNode | capability::slopeNodeInSpace | capability::slopeNode12 | capability::slopeNode23;

/// Returns the capabilities of a node, or the capabilities that an object needs of its nodes.
Capabilities ofNodes(const ItemType& type) {
  if (type.kind == ItemKind::node) return type.provides;
  Capabilities all = capability::none;
  for (const Parameter& parameter : type.parameters) all |= parameter.needs | parameter.needsOfLast;
  return all;
}

const char* familyOf(const ItemType& type) {
  if (type.kind != ItemKind::object) return kindName(type.kind);
  if (type.equations) return "constraint";
  if (type.provides & capability::body) return "body";
  return type.parameter("markerNumbers") ? "connector" : "system";
}

Json factsOf(const ItemType& type) {
  Json facts{{"family", familyOf(type)}};
  const std::string_view drawnAs = type.drawnAs.as;
  if (!drawnAs.empty()) facts["drawnAs"] = drawnAs;
  const bool plane = ofNodes(type) & inPlane, space = ofNodes(type) & inSpace;
  if (plane != space) facts["dimensions"] = plane ? 2 : 3;
  if (type.provides & capability::orientation) facts["turns"] = true;
  if (type.provides & capability::line) facts["line"] = true;
  return facts;
}

/// The item that gets the name of the creator, or the first of several.
struct Made {
  const char* creator;
  const ItemType& type;
};

}  // namespace

Json typeFacts() {
  const Made made[] = {{"Ground", objects::Ground},
                       {"MassPoint", objects::MassPoint},
                       {"RigidBody", objects::RigidBody},
                       {"RigidBody2D", objects::RigidBody2D},
                       {"FlexibleBody", objects::FFRFreducedOrder},
                       {"SpringDamper", objects::ConnectorSpringDamper},
                       {"CartesianSpringDamper", objects::ConnectorCartesianSpringDamper},
                       {"RigidBodySpringDamper", objects::ConnectorRigidBodySpringDamper},
                       {"TorsionalSpringDamper", objects::ConnectorTorsionalSpringDamper},
                       {"SphereSphereContact", objects::ContactSphereSphere},
                       {"SphereTriangleContact", objects::ContactSphereTriangle},
                       {"SphereQuadContact", objects::ContactSphereTriangle},
                       {"RevoluteJoint", objects::JointRevoluteZ},
                       {"PrismaticJoint", objects::JointPrismaticX},
                       {"SphericalJoint", objects::JointSpherical},
                       {"GenericJoint", objects::JointGeneric},
                       {"DistanceConstraint", objects::ConnectorDistance},
                       {"CoordinateConstraint", objects::ConnectorCoordinate},
                       {"RollingDisc", objects::JointRollingDisc},
                       {"RollingDiscPenalty", objects::ConnectorRollingDiscPenalty},
                       {"Force", loads::ForceVector},
                       {"Torque", loads::TorqueVector},
                       {"Cable2D", objects::ANCFCable2D},
                       {"Belt", objects::ANCFCable2D},
                       {"Spheres", objects::ContactSpheres}};
  Json all = Json::object();
  for (const ItemKind kind : {ItemKind::node, ItemKind::object, ItemKind::load})
    for (const ItemType* type : Registry::instance().types(kind)) all[listName(kind)][type->name] = factsOf(*type);
  for (const auto& [creator, type] : made) all["create"][creator] = factsOf(type);
  return all;
}

}  // namespace slipstick
