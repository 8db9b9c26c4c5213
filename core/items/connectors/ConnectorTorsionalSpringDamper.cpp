// Torsional spring and damper about the common z axis of two joint frames.
// Compiled for speed: large models have many of this item.

#include "core/items/axis_spring.h"

namespace slipstick {
namespace {

using Law = AxisSpring;

constexpr ParameterOf<Law> parameters[] = {
    markerNumbersParameter<Law>(capability::position | capability::orientation, "rigid markers of the two bodies"),
    {"nodeNumber", &Law::nodeNumber, capability::data, Presence::optional,
     "GenericData node with 1 coordinate; it counts turns beyond 180°, up to half a turn per step"},
    {"stiffness", &Law::stiffness, unit::newtonMetre, anyNumber, 0.0, "torque per angle"},
    {"damping", &Law::damping, unit::newtonMetreSecond, anyNumber, 0.0, "torque per angular velocity"},
    {"rotationMarker0", &Law::rotationMarker0, unit::none, rotation, Matrix3::identity(), "joint frame in the frame of marker 0"},
    {"rotationMarker1", &Law::rotationMarker1, unit::none, rotation, Matrix3::identity(), "joint frame in the frame of marker 1"},
    {"offset", &Law::offset, unit::radian, anyNumber, 0.0, "angle at which the spring torque is zero"},
    {"velocityOffset", &Law::velocityOffset, unit::radianPerSecond, anyNumber, 0.0, "angular velocity at which the damping torque is zero"},
    {"torque", &Law::load, unit::newtonMetre, anyNumber, 0.0, "constant torque"},
    {"springTorqueUserFunction", &Law::userFunction,
     [] {
       return Signature{
           .arguments = {{"t", {}}, {"rotation", {}}, {"angularVelocity", {}}, {"stiffness", {}}, {"damping", {}}, {"offset", {}}}};
     },
     unit::newtonMetre, "torque that replaces the law"},
    activeConnectorParameter<Law>()};

constexpr ItemDescription<Law> description = {
    .type = "ConnectorTorsionalSpringDamper",
    .summary = "Torsional spring and damper about the z axis of joint frame 0.",
    .equation = "\\tau = k (\\varphi - \\varphi_0) + d (\\omega_z - \\omega_0) + \\tau_c",
    .outputs = {{OutputVariable::Rotation, unit::radian, 1, "relative angle about z"},
                {OutputVariable::AngularVelocityLocal, unit::radianPerSecond, 1, "relative angular velocity about z"},
                {OutputVariable::TorqueLocal, unit::newtonMetre, 1, "torque"}},
    .dataUnit = [](const Law&, int) { return unit::radian; }};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::ConnectorTorsionalSpringDamper = registered;

}  // namespace slipstick
