// Creators of forces and torques on a body.
#include "core/model/creators/creator.h"

namespace slipstick {
namespace {

void expandLoad(Expansion& expansion, const char* type, bool frame) {
  const int body = expansion.body("body");
  const int marker = expansion.addMarker(frame ? "BodyRigid" : "BodyPosition", body, expansion.vector("localPosition"), "marker");
  Json load{{"type", type}, {"markerNumber", marker}};
  expansion.write(load, {"loadVector", "bodyFixed"});
  expansion.pass(load);
  expansion.add(ItemKind::load, load);
}

std::vector<Row> loadArguments(const char* type) {
  return std::vector<Row>{bodyRow("body", Presence::required, "the body it acts on"),
                          row<Vector3>("localPosition", unit::metre, anyNumber, Vector3{}, "point where it acts, in the body's frame")} +
         passes(type);
}

}  // namespace

std::vector<Creator> loadCreators() {
  return {
      {"Force", "A force on a point of a body.", loadArguments("ForceVector"),
       [](Expansion& expansion) { expandLoad(expansion, "ForceVector", expansion.flag("bodyFixed")); }},
      {"Torque", "A torque on a body.", loadArguments("TorqueVector"),
       [](Expansion& expansion) { expandLoad(expansion, "TorqueVector", true); }},
  };
}

}  // namespace slipstick
