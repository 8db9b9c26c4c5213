// Frame at a point of a body.

#include "core/items/markers/frame_marker.h"

namespace slipstick {
namespace {

struct BodyRigid {
  ObjectIndex bodyNumber;
  Vector3 localPosition;
};

class Loop final : public FrameMarkerLoop<Loop, BodyRigid> {
 public:
  MarkerPlace attach(const BodyRigid& item, Assembly& assembly) {
    const Place body = assembly.object(item.bodyNumber);
    return {.frame = body.addFrame(item.localPosition, assembly)};
  }
};

constexpr ParameterOf<BodyRigid> parameters[] = {
    {"bodyNumber", &BodyRigid::bodyNumber, capability::body | capability::position | capability::orientation, Presence::required,
     "body that carries the marker"},
    {"localPosition", &BodyRigid::localPosition, unit::metre, anyNumber, Vector3{}, "point in the body frame"}};

constexpr ItemDescription<BodyRigid> description = {.type = "BodyRigid",
                                                    .summary = "Frame at a point of a body.",
                                                    .outputs = rigidMarkerOutputs(),
                                                    .provides = capability::position | capability::orientation,
                                                    .drawnAs = {"marker", {{"position", "localPosition"}}}};

const ItemType& registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace

const ItemType& markers::BodyRigid = registered;

}  // namespace slipstick
