// The mass of a body, for loads proportional to it.

#include "core/items/markers/frame_marker.h"

namespace slipstick {
namespace {

struct BodyMass {
  ObjectIndex bodyNumber;
};

class Loop final : public FrameMarkerLoop<Loop, BodyMass> {
 public:
  MarkerPlace attach(const BodyMass& item, Assembly& assembly) {
    const Place body = assembly.object(item.bodyNumber);
    return body.loop->roles().lumped->addMass(body.index, assembly);
  }
};

constexpr ParameterOf<BodyMass> parameters[] = {
    {"bodyNumber", &BodyMass::bodyNumber, capability::body | capability::mass, Presence::required, "body with a mass"}};

constexpr ItemDescription<BodyMass> description = {
    .type = "BodyMass",
    .summary = "The mass of a body, on which gravity and other fields of acceleration act.",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "global position of the centre of mass"}},
    .provides = capability::mass};

const ItemType& registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace

const ItemType& markers::BodyMass = registered;

}  // namespace slipstick
