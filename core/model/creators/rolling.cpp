// Creators of discs that roll on a plane.
#include "core/model/creators/joint_frame.h"

namespace slipstick {
namespace {

using Kind = ArgumentKind;

const Json zero3{0, 0, 0};

/// Plane on the first body, disc on the second: both points are local.
Json addDisc(Expansion& expansion, const char* type) {
  const auto bodies = expansion.bodies();
  const int plane = expansion.addMarker("BodyRigid", bodies[0], expansion.vector("planePosition"), "marker0");
  const int disc = expansion.addMarker("BodyRigid", bodies[1], expansion.vector("axisPosition"), "marker1");
  Json item{{"type", type}, {"markerNumbers", {plane, disc}}};
  if (expansion.has("axisVector")) item["discAxis"] = toJson(expansion.vector("axisVector"));
  expansion.pass(item, {"planeNormal", "discRadius", "activeConnector"});
  return item;
}

void expandRollingDisc(Expansion& expansion) {
  Json joint = addDisc(expansion, "JointRollingDisc");
  expansion.pass(joint, {"constrainedAxes"});
  expansion.add(ItemKind::object, joint);
}

void expandRollingDiscPenalty(Expansion& expansion) {
  Json connector = addDisc(expansion, "ConnectorRollingDiscPenalty");
  connector["nodeNumber"] =
      expansion.add(ItemKind::node, {{"type", "GenericData"}, {"numberOfDataCoordinates", 3}, {"initialCoordinates", zero3}});
  expansion.pass(connector, {"contactStiffness", "contactDamping", "dryFriction", "dryFrictionAngle", "dryFrictionProportionalZone",
                             "viscousFriction", "rollingFrictionViscous", "useLinearProportionalZone"});
  expansion.add(ItemKind::object, connector);
}

std::vector<CreatorArgument> discArguments(std::vector<CreatorArgument> arguments) {
  std::vector<CreatorArgument> all{
      {"bodies", Kind::bodies, unit::none, nullptr, "the body with the plane (null for ground) and the one with the disc",
       Presence::required},
      {"discRadius", Kind::number, unit::metre, nullptr, "radius of the disc", Presence::required},
      {"axisPosition", Kind::vector, unit::metre, zero3, "centre of the disc, in the frame of its body"},
      {"axisVector", Kind::vector, unit::none, nullptr, "axis of the disc in that frame, a unit vector; default [1, 0, 0]"},
      {"planePosition", Kind::vector, unit::metre, zero3, "a point of the plane, in the frame of its body"},
      {"planeNormal", Kind::vector, unit::none, nullptr, "normal of the plane in that frame, a unit vector; default [0, 0, 1]"}};
  all.insert(all.end(), arguments.begin(), arguments.end());
  all.push_back(activeArgument());
  return all;
}

}  // namespace

std::vector<Creator> rollingCreators() {
  return {
      {"RollingDisc", "A disc that rolls on a plane without slip.",
       discArguments({{"constrainedAxes", Kind::axes, unit::none, nullptr,
                       "which of lateral, longitudinal and normal motion are held, 0 or 1 each"}}),
       expandRollingDisc},
      {"RollingDiscPenalty", "A disc that rolls and slips on a plane.",
       discArguments(
           {{"contactStiffness", Kind::number, unit::newtonPerMetre, nullptr, "normal force per penetration", Presence::required},
            {"contactDamping", Kind::number, unit::newtonSecondPerMetre, 0, "normal force per approach velocity"},
            {"dryFriction", Kind::coordinates, unit::none, nullptr, "friction coefficients, lateral and longitudinal"},
            {"dryFrictionAngle", Kind::number, unit::radian, 0, "rotation of the friction directions, as for Mecanum rollers"},
            {"dryFrictionProportionalZone", Kind::number, unit::metrePerSecond, 0, "slip speed up to which friction is regularised"},
            {"viscousFriction", Kind::coordinates, unit::secondPerMetre, nullptr, "increase of the coefficients with slip speed"},
            {"rollingFrictionViscous", Kind::number, unit::secondPerMetre, 0, "rolling friction per normal force and velocity"},
            {"useLinearProportionalZone", Kind::flag, unit::none, false, "regularise linearly instead of quadratically"}}),
       expandRollingDiscPenalty},
  };
}

}  // namespace slipstick
