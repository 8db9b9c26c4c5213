// A mass that moves along the x axis of a fixed frame.

#include "core/items/bodies/scalar_body.h"

namespace slipstick {
namespace {

struct Mass1D {
  double physicsMass;
  NodeIndex nodeNumber;
  Vector3 referencePosition;
  Matrix3 referenceRotation;

  double inertia() const { return physicsMass; }
  const double* massPointer() const { return &physicsMass; }
};

constexpr ParameterOf<Mass1D> parameters[] = {{"physicsMass", &Mass1D::physicsMass, unit::kilogram, nonNegative, 0.0, "mass"},
                                              scalarNodeParameter<Mass1D>(),
                                              referencePositionParameter<Mass1D>(),
                                              referenceRotationParameter<Mass1D>()};

constexpr ItemDescription<Mass1D> description = {
    .type = "Mass1D",
    .summary = "A mass that moves along the x axis of a fixed frame.",
    .equation = "m\\,\\ddot q = f, \\quad p = r_0 + A_0 (b + [q_{ref} + q, 0, 0]^T)",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "global position"},
                {OutputVariable::Displacement, unit::metre, 3, "global displacement from the reference configuration"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "global velocity"},
                {OutputVariable::RotationMatrix, unit::none, 9, "rotation matrix of the fixed frame, by rows"},
                {OutputVariable::Rotation, unit::radian, 3, "Tait-Bryan angles of the fixed frame"},
                {OutputVariable::AngularVelocity, unit::radianPerSecond, 3, "zero"},
                {OutputVariable::AngularVelocityLocal, unit::radianPerSecond, 3, "zero"}},
    .provides = capability::body | capability::position | capability::orientation | capability::mass,
    .visualization = {"show", "color", "graphics"},
    .drawnAs = {"slider", {{"mass", "physicsMass"}}},
    .coordinateUnit = [](const Mass1D&, int) { return unit::metre; }};

const ItemType& registered = registerItem<ScalarBodyLoop<Mass1D, false>>(ItemKind::object, description, parameters);

}  // namespace
}  // namespace slipstick
