// Point of a body.

#include "core/items/markers/frame_marker.h"

namespace slipstick {
namespace {

struct BodyPosition {
  ObjectIndex bodyNumber;
  Vector3 localPosition;
};

class Loop final : public FrameMarkerLoop<Loop, BodyPosition> {
 public:
  MarkerPlace attach(const BodyPosition& item, Assembly& assembly) {
    const Place body = assembly.object(item.bodyNumber);
    return {.frame = body.addFrame(item.localPosition, assembly)};
  }
};

constexpr ParameterOf<BodyPosition> parameters[] = {
    {"bodyNumber", &BodyPosition::bodyNumber, capability::body | capability::position, Presence::required, "body that carries the marker"},
    {"localPosition", &BodyPosition::localPosition, unit::metre, anyNumber, Vector3{}, "point in the body frame"}};

constexpr ItemDescription<BodyPosition> description = {.type = "BodyPosition",
                                                       .summary = "Point of a body.",
                                                       .outputs = pointMarkerOutputs(),
                                                       .provides = capability::position,
                                                       .drawnAs = {"marker", {{"position", "localPosition"}}}};

const ItemType& registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace

const ItemType& markers::BodyPosition = registered;

}  // namespace slipstick
