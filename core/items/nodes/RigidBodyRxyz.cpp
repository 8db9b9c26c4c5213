// Node of a rigid body whose rotation is described by Tait-Bryan angles.

#include "core/items/nodes/rigid_node_loop.h"
#include "core/items/registration.h"

namespace slipstick {
namespace {

struct RigidBodyRxyz {
  Vector6 referenceCoordinates;  // position, φ0, φ1, φ2
  Vector6 initialCoordinates;
  Vector6 initialVelocities;
};

using Loop = RigidNodeLoop<TaitBryanAngles, RigidBodyRxyz>;

constexpr ParameterOf<RigidBodyRxyz> parameters[] = {
    {"referenceCoordinates", &RigidBodyRxyz::referenceCoordinates, unit::coordinate, anyNumber, Vector6{}, "reference position and angles"},
    {"initialCoordinates", &RigidBodyRxyz::initialCoordinates, unit::coordinate, anyNumber, Vector6{},
     "initial displacement coordinates, relative to the reference values"},
    {"initialVelocities", &RigidBodyRxyz::initialVelocities, unit::coordinateRate, anyNumber, Vector6{},
     "initial velocity and rates of the angles"}};

constexpr ItemDescription<RigidBodyRxyz> description = {
    .type = "RigidBodyRxyz",
    .summary = "Node of a rigid body in space with three Tait-Bryan angles; singular if the second angle is ±90°.",
    .equation = "A = R_x(\\varphi_0) R_y(\\varphi_1) R_z(\\varphi_2), \\quad \\omega = G(\\varphi)\\,\\dot\\varphi",
    .outputs = pointOutputs() + rotationOutputs() + coordinateOutputs(),
    .provides = capability::position | capability::orientation | capability::coordinate | capability::rigidNode,
    .count = [](const RigidBodyRxyz&) { return 6; },
    .coordinateUnit = [](const RigidBodyRxyz&, int i) { return i < 3 ? unit::metre : unit::radian; }};

const ItemType& registered = registerItem<Loop>(ItemKind::node, description, parameters);

}  // namespace

const ItemType& nodes::RigidBodyRxyz = registered;

}  // namespace slipstick
