// Creators of discs that roll on a plane.
#include <algorithm>

#include "core/creators/joint_frame.h"

namespace slipstick {
namespace {

/// Plane on the first body, disc on the second: both points are local.
NewItem addDisc(Expansion& expansion, const ItemType& type) {
  const auto bodies = expansion.bodies();
  const int plane = expansion.addMarker(markers::BodyRigid, bodies[0], expansion.vector("planePosition"), "marker0");
  const int disc = expansion.addMarker(markers::BodyRigid, bodies[1], expansion.vector("axisPosition"), "marker1");
  NewItem item{type, {{"markerNumbers", {plane, disc}}}};
  if (expansion.has("axisVector")) item["discAxis"] = toJson(expansion.vector("axisVector"));
  expansion.write(item, {"discRadius"});
  return item;
}

void expandRollingDisc(Expansion& expansion) {
  NewItem joint = addDisc(expansion, objects::JointRollingDisc);
  expansion.pass(joint);
  expansion.add(joint);
}

void expandRollingDiscPenalty(Expansion& expansion) {
  NewItem connector = addDisc(expansion, objects::ConnectorRollingDiscPenalty);
  connector["nodeNumber"] = expansion.add({nodes::GenericData, {{"numberOfDataCoordinates", 3}, {"initialCoordinates", {0, 0, 0}}}});
  expansion.write(connector, {"contactStiffness", "contactDamping", "dryFriction", "dryFrictionAngle", "dryFrictionProportionalZone",
                              "rollingFrictionViscous", "useLinearProportionalZone"});
  expansion.pass(connector);
  expansion.add(connector);
}

/// The disc's axis is called axisVector here, as in Exudyn.
std::vector<Row> discArguments(const ItemType& type, std::initializer_list<std::string_view> required) {
  std::vector<Row> passed = passes(type, {"discAxis"});
  for (Row& each : passed)
    if (std::find(required.begin(), required.end(), each.name) != required.end()) each.presence = Presence::required;
  return std::vector<Row>{
             bodiesRow("the body with the plane (null for ground) and the body with the disc"),
             row<Vector3>("axisPosition", unit::metre, anyNumber, Vector3{}, "centre of the disc, in the frame of its body"),
             row<Vector3>("axisVector", unit::none, unitVector, Vector3{1, 0, 0}, "axis of the disc in that frame, a unit vector"),
             row<Vector3>("planePosition", unit::metre, anyNumber, Vector3{}, "a point of the plane, in the frame of its body")} +
         passed;
}

}  // namespace

std::vector<Creator> rollingCreators() {
  return {
      {"RollingDisc", "A disc that rolls on a plane without slip.", discArguments(objects::JointRollingDisc, {}), expandRollingDisc},
      {"RollingDiscPenalty", "A disc that rolls and slips on a plane.",
       discArguments(objects::ConnectorRollingDiscPenalty, {"contactStiffness"}), expandRollingDiscPenalty},
  };
}

}  // namespace slipstick
