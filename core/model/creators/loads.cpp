// Creators of forces and torques on a body.
#include "core/model/creators/creator.h"

namespace slipstick {
namespace {

using Kind = ArgumentKind;

void expandLoad(Expansion& expansion, const char* type, bool frame) {
  const int body = expansion.body("body");
  const int marker = expansion.addMarker(frame ? "BodyRigid" : "BodyPosition", body, expansion.vector("localPosition"), "marker");
  Json load{{"type", type}, {"markerNumber", marker}};
  expansion.pass(load, {"loadVector", "bodyFixed", "loadVectorUserFunction"});
  expansion.add(ItemKind::load, load);
}

std::vector<CreatorArgument> loadArguments(const Unit& unit, const char* what) {
  return {{"body", Kind::body, unit::none, nullptr, "the body it acts on", Presence::required},
          {"loadVector", Kind::vector, unit, Json{0, 0, 0}, what},
          {"localPosition", Kind::vector, unit::metre, Json{0, 0, 0}, "point where it acts, in the body's frame"},
          {"bodyFixed", Kind::flag, unit::none, false, "the vector turns with the body"},
          {"loadVectorUserFunction", Kind::userFunction, unit, nullptr, "the vector as a formula"}};
}

}  // namespace

std::vector<Creator> loadCreators() {
  return {
      {"Force", "A force on a point of a body.", loadArguments(unit::newton, "the force"),
       [](Expansion& expansion) { expandLoad(expansion, "ForceVector", expansion.flag("bodyFixed")); }},
      {"Torque", "A torque on a body.", loadArguments(unit::newtonMetre, "the torque"),
       [](Expansion& expansion) { expandLoad(expansion, "TorqueVector", true); }},
  };
}

}  // namespace slipstick
