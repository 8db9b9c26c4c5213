// Node of a rigid body whose rotation is described by Euler parameters.

#include "core/items/nodes/rigid_node_loop.h"
#include "core/items/registration.h"

namespace slipstick {
namespace {

struct RigidBodyEP {
  Vector7 referenceCoordinates;  // position, θ0 … θ3
  Vector7 initialCoordinates;
  Vector7 initialVelocities;
  bool addConstraintEquation;
};

using Loop = RigidNodeLoop<EulerParameters, RigidBodyEP>;

constexpr ParameterOf<RigidBodyEP> parameters[] = {
    {"referenceCoordinates", &RigidBodyEP::referenceCoordinates, unit::coordinate, anyNumber, Vector7{},
     "reference position and Euler parameters, which have norm 1"},
    {"initialCoordinates", &RigidBodyEP::initialCoordinates, unit::coordinate, anyNumber, Vector7{},
     "initial displacement coordinates, relative to the reference values"},
    {"initialVelocities", &RigidBodyEP::initialVelocities, unit::coordinateRate, anyNumber, Vector7{},
     "initial velocity and rates of the Euler parameters"},
    ParameterOf<RigidBodyEP>{"addConstraintEquation", &RigidBodyEP::addConstraintEquation, unit::none, anyNumber, true,
                             "whether the node has a constraint that keeps the norm of the Euler parameters"}
        .fixedAtAssembly()};

constexpr ItemDescription<RigidBodyEP> description = {
    .type = "RigidBodyEP",
    .summary = "Node of a rigid body in space with four Euler parameters (unit quaternion, scalar part first).",
    .equation = "\\theta^T \\theta - 1 = 0, \\quad \\omega = G(\\theta)\\,\\dot\\theta",
    .outputs = pointOutputs() + rotationOutputs() + coordinateOutputs(),
    .provides = capability::position | capability::orientation | capability::coordinate | capability::rigidNode,
    .count = [](const RigidBodyEP&) { return 7; },
    .coordinateUnit = [](const RigidBodyEP&, int i) { return i < 3 ? unit::metre : unit::none; },
    .equations = [](const RigidBodyEP& node) -> std::span<const EquationUnits> {
      static constexpr EquationUnits norm[] = {{unit::none, unit::newtonMetre}};
      return {norm, node.addConstraintEquation ? 1u : 0u};
    },
    .check =
        [](const RigidBodyEP& node, const Complain& complain) {
          double square = 0;
          for (int i = 3; i < 7; ++i) square += node.referenceCoordinates[i] * node.referenceCoordinates[i];
          if (!(std::abs(std::sqrt(square) - 1) <= 1e-13))
            complain("referenceCoordinates",
                     "the Euler parameters (last four numbers) must have norm 1, got norm " + std::to_string(std::sqrt(square)));
        }};

const ItemType& registered = registerItem<Loop>(ItemKind::node, description, parameters);

}  // namespace

const ItemType& nodes::RigidBodyEP = registered;

}  // namespace slipstick
