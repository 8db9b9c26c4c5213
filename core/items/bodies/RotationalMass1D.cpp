// A rotor that turns about the z axis of a fixed frame.

#include "core/items/bodies/scalar_body.h"

namespace slipstick {
namespace {

struct RotationalMass1D {
  double physicsInertia;
  NodeIndex nodeNumber;
  Vector3 referencePosition;
  Matrix3 referenceRotation;

  double inertia() const { return physicsInertia; }
  const double* massPointer() const { return nullptr; }  // a rotor offers no mass marker
};

constexpr ParameterOf<RotationalMass1D> parameters[] = {
    {"physicsInertia", &RotationalMass1D::physicsInertia, unit::kilogramMetreSquared, nonNegative, 0.0, "moment of inertia about the axis"},
    scalarNodeParameter<RotationalMass1D>(),
    referencePositionParameter<RotationalMass1D>(),
    referenceRotationParameter<RotationalMass1D>()};

constexpr ItemDescription<RotationalMass1D> description = {
    .type = "RotationalMass1D",
    .summary = "A rotor that turns about the z axis of a fixed frame.",
    .equation = "J\\,\\ddot q = \\tau, \\quad A = A_0 R_z(q_{ref} + q)",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "global position"},
                {OutputVariable::Displacement, unit::metre, 3, "global displacement from the reference configuration"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "global velocity"},
                {OutputVariable::RotationMatrix, unit::none, 9, "rotation matrix, by rows"},
                {OutputVariable::Rotation, unit::radian, 1, "angle, including the reference value"},
                {OutputVariable::AngularVelocity, unit::radianPerSecond, 3, "global angular velocity"},
                {OutputVariable::AngularVelocityLocal, unit::radianPerSecond, 3, "local angular velocity"}},
    .provides = capability::body | capability::position | capability::orientation,
    .visualization = {"show", "color", "graphics"},
    .drawnAs = {"rotor", {}},
    .coordinateUnit = [](const RotationalMass1D&, int) { return unit::radian; }};

const ItemType& registered = registerItem<ScalarBodyLoop<RotationalMass1D, true>>(ItemKind::object, description, parameters);

}  // namespace

const ItemType& objects::RotationalMass1D = registered;

}  // namespace slipstick
