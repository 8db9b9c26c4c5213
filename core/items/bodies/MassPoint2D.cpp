// A point mass in the xy plane.

#include "core/items/bodies/point_body.h"

namespace slipstick {
namespace {

struct MassPoint2D {
  double physicsMass;
  NodeIndex nodeNumber;
};

constexpr ParameterOf<MassPoint2D> parameters[] = {{"physicsMass", &MassPoint2D::physicsMass, unit::kilogram, nonNegative, 0.0, "mass"},
                                                   {"nodeNumber", &MassPoint2D::nodeNumber, capability::pointNode2D, Presence::required,
                                                    "node Point2D or Point2DSlope1 that carries it, or PointGround: then it stands still"}};

constexpr ItemDescription<MassPoint2D> description = {.type = "MassPoint2D",
                                                      .summary = "A point mass in the xy plane.",
                                                      .equation = "m\\,\\ddot u = f",
                                                      .outputs = pointBodyOutputs(),
                                                      .provides = capability::body | capability::position | capability::mass,
                                                      .visualization = {"show", "color", "graphics"},
                                                      .drawnAs = {"planarPoint", {{"mass", "physicsMass"}}}};

const ItemType& registered = registerItem<PointBodyLoop<MassPoint2D, 2>>(ItemKind::object, description, parameters);

}  // namespace

const ItemType& objects::MassPoint2D = registered;

}  // namespace slipstick
