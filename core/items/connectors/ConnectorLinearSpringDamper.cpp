// Spring and damper along an axis fixed to the first or second body, as in a sliding guide.
// Compiled for size: few models have this item, and few of it.

#include "core/items/axis_spring.h"

namespace slipstick {
namespace {

using Law = AxisSpring;

constexpr ParameterOf<Law> parameters[] = {
    markerNumbersParameter<Law>(capability::position | capability::orientation, "rigid markers of the two bodies"),
    {"stiffness", &Law::stiffness, unit::newtonPerMetre, anyNumber, 0.0, "force per displacement"},
    {"damping", &Law::damping, unit::newtonSecondPerMetre, anyNumber, 0.0, "force per velocity"},
    {"axisMarker0", &Law::axisMarker0, unit::none, unitVector, Vector3{1, 0, 0},
     "axis a in the frame of marker 0; it turns with this frame"},
    {"offset", &Law::offset, unit::metre, anyNumber, 0.0, "displacement at which the spring force is zero"},
    {"velocityOffset", &Law::velocityOffset, unit::metrePerSecond, anyNumber, 0.0, "velocity at which the damping force is zero"},
    {"force", &Law::load, unit::newton, anyNumber, 0.0, "constant force; a positive force pulls the points together along the axis"},
    {"springForceUserFunction", &Law::userFunction,
     [] {
       return Signature{
           .arguments = {{"t", {}}, {"displacement", {}}, {"velocity", {}}, {"stiffness", {}}, {"damping", {}}, {"offset", {}}}};
     },
     unit::newton, "force that replaces the law"},
    activeConnectorParameter<Law>()};

constexpr ItemDescription<Law> description = {
    .type = "ConnectorLinearSpringDamper",
    .summary = "Spring and damper along an axis of marker 0, for bodies that slide along it.",
    .equation =
        "f = k (\\Delta x - x_{off}) + d (\\Delta v - v_{off}) + f_c, \\quad \\Delta x = (A_0 a)^T (p_1 - p_0), \\quad "
        "\\Delta v = (A_0 a)^T (v_1 - v_0)",
    .outputs = {{OutputVariable::DisplacementLocal, unit::metre, 1, "displacement along the axis"},
                {OutputVariable::VelocityLocal, unit::metrePerSecond, 1,
                 "relative velocity along the current axis, without the rotation of the axis"},
                {OutputVariable::ForceLocal, unit::newton, 1, "force along the axis"}},
    .visualization = {"show", "color", "drawSize"},
    .drawnAs = {"spring", {}},
};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace
}  // namespace slipstick
