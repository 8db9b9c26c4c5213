// A point mass in the xy plane.

#include "core/items/bodies/point_body.h"

namespace slipstick {
namespace {

struct MassPoint2D {
  double physicsMass;
  NodeIndex nodeNumber;
};

constexpr ParameterOf<MassPoint2D> parameters[] = {
    {"physicsMass", &MassPoint2D::physicsMass, unit::kilogram, nonNegative, 0.0, "mass"},
    {"nodeNumber", &MassPoint2D::nodeNumber, capability::pointNode2D, Presence::required,
     "Point2D or Point2DSlope1 node that carries it, or PointGround node: the mass is then fixed"}};

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
