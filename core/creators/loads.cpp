// Creators of forces and torques on a body.
#include "core/creators/creator.h"

namespace slipstick {
namespace {

void expandLoad(Expansion& expansion, const ItemType& type, bool frame) {
  const int body = expansion.body("body");
  const int marker =
      expansion.addMarker(frame ? markers::BodyRigid : markers::BodyPosition, body, expansion.vector("localPosition"), "marker");
  NewItem load{type, {{"markerNumber", marker}}};
  expansion.write(load, {"loadVector", "bodyFixed"});
  expansion.pass(load);
  expansion.add(load);
}

std::vector<Row> loadArguments(const ItemType& type) {
  return std::vector<Row>{bodyRow("body", Presence::required, "the body it acts on"),
                          row<Vector3>("localPosition", unit::metre, anyNumber, Vector3{}, "point where it acts, in the body frame")} +
         passes(type);
}

}  // namespace

std::vector<Creator> loadCreators() {
  return {
      {"Force", "A force on a point of a body.", loadArguments(loads::ForceVector),
       [](Expansion& expansion) { expandLoad(expansion, loads::ForceVector, expansion.flag("bodyFixed")); }},
      {"Torque", "A torque on a body.", loadArguments(loads::TorqueVector),
       [](Expansion& expansion) { expandLoad(expansion, loads::TorqueVector, true); }},
  };
}

}  // namespace slipstick
