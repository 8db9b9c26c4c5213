// Node of a rigid body whose rotation is a rotation vector, integrated on the Lie group of rotations.

#include "core/items/nodes/rigid_node_loop.h"
#include "core/items/registration.h"

namespace slipstick {
namespace {

struct RigidBodyRotVecLG {
  Vector6 referenceCoordinates;  // position, rotation vector
  Vector6 initialCoordinates;
  Vector6 initialVelocities;  // velocity, local angular velocity
};

using Loop = RigidNodeLoop<RotationVector, RigidBodyRotVecLG>;

constexpr ParameterOf<RigidBodyRotVecLG> parameters[] = {
    {"referenceCoordinates", &RigidBodyRotVecLG::referenceCoordinates, unit::coordinate, anyNumber, Vector6{},
     "reference position and rotation vector"},
    {"initialCoordinates", &RigidBodyRotVecLG::initialCoordinates, unit::coordinate, anyNumber, Vector6{},
     "initial displacement coordinates, added to the reference values"},
    {"initialVelocities", &RigidBodyRotVecLG::initialVelocities, unit::coordinateRate, anyNumber, Vector6{},
     "initial velocity, and initial angular velocity in the local frame"}};

constexpr ItemDescription<RigidBodyRotVecLG> description = {
    .type = "RigidBodyRotVecLG",
    .summary =
        "Node of a rigid body in space with a rotation vector; free of singularities, because increments are composed on the Lie group.",
    .equation = "A = \\exp(\\tilde\\nu), \\quad \\dot A = A\\,\\tilde{\\bar\\omega}",
    .outputs = pointOutputs() + rotationOutputs() + coordinateOutputs(),
    .provides = capability::position | capability::orientation | capability::coordinate | capability::rigidNode,
    .count = [](const RigidBodyRotVecLG&) { return 6; },
    .coordinateUnit = [](const RigidBodyRotVecLG&, int i) { return i < 3 ? unit::metre : unit::radian; }};

const ItemType& registered = registerItem<Loop>(ItemKind::node, description, parameters);

}  // namespace

const ItemType& nodes::RigidBodyRotVecLG = registered;

}  // namespace slipstick
