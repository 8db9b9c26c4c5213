// A point mass in space.

#include "core/items/bodies/point_body.h"

namespace slipstick {
namespace {

struct MassPoint {
  double physicsMass;
  NodeIndex nodeNumber;
};

constexpr ParameterOf<MassPoint> parameters[] = {{"physicsMass", &MassPoint::physicsMass, unit::kilogram, nonNegative, 0.0, "mass"},
                                                 {"nodeNumber", &MassPoint::nodeNumber, capability::pointNode, Presence::required,
                                                  "Point node that carries it, or PointGround node: the mass is then fixed"}};

constexpr ItemDescription<MassPoint> description = {.type = "MassPoint",
                                                    .summary = "A point mass in space.",
                                                    .equation = "m\\,\\ddot u = f",
                                                    .outputs = pointBodyOutputs(),
                                                    .provides = capability::body | capability::position | capability::mass,
                                                    .visualization = {"show", "color", "graphics"},
                                                    .drawnAs = {"point", {{"mass", "physicsMass"}}}};

const ItemType& registered = registerItem<PointBodyLoop<MassPoint, 3>>(ItemKind::object, description, parameters);

}  // namespace

const ItemType& objects::MassPoint = registered;

}  // namespace slipstick
