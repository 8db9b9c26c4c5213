// Torsional spring and damper about the common z axis of two joint frames.

#include "core/items/connector.h"
#include "core/math/rotations.h"

namespace slipstick {
namespace {

constexpr double turn = 6.283185307179586;

struct ConnectorTorsionalSpringDamper {
  std::array<MarkerIndex, 2> markerNumbers;
  NodeIndex nodeNumber;  // optional data: the angle of the last PostNewton, so that turns are counted
  double stiffness;
  double damping;
  Matrix3 rotationMarker0;
  Matrix3 rotationMarker1;
  double offset;
  double velocityOffset;
  double torque;
  UserFunction springTorqueUserFunction;
  bool activeConnector;

  template <class S>
  S angle(const FramePair<S>& pair, const LawContext<S>& context) const {
    const Mat3<S> relative = transpose(pair.frame0.rotation * rotationMarker0) * (pair.frame1.rotation * rotationMarker1);
    const S c = sqrt(relative[1][2] * relative[1][2] + relative[2][2] * relative[2][2]);
    S angle = c > 1e-14 ? atan2(-relative[0][1], relative[0][0]) : atan2(relative[1][0], relative[1][1]);
    if (nodeNumber && std::abs(valueOf(angle) - context.data[0]) > turn / 2)
      angle += turn * std::round((context.data[0] - valueOf(angle)) / turn);
    return angle;
  }
  template <class S>
  S rate(const FramePair<S>& pair) const {
    return dot(pair.frame0.rotation * rotationMarker0.column(2), pair.frame1.angularVelocity - pair.frame0.angularVelocity);
  }
  template <class S>
  S springTorque(const FramePair<S>& pair, const LawContext<S>& context) const {
    const S rotation = angle(pair, context), angularVelocity = rate(pair);
    if (!springTorqueUserFunction) return stiffness * (rotation - offset) + damping * (angularVelocity - velocityOffset) + torque;
    const S arguments[] = {context.time, rotation, angularVelocity, S(stiffness), S(damping), S(offset)};
    S result;
    springTorqueUserFunction.evaluate(arguments, context.sensorValues + springTorqueUserFunction.sensorOffset, &result);
    return result;
  }
  template <class S>
  void wrenches(const FramePair<S>& pair, const LawContext<S>& context, FrameForce<S>& on0, FrameForce<S>& on1) const {
    const Vec3<S> vector = springTorque(pair, context) * (pair.frame0.rotation * rotationMarker0.column(2));
    on0.torque = -vector;
    on1.torque = vector;
  }
  double postNewton(const FramePair<double>& pair, const LawContext<double>& context, double* data, const double*, PostNewton&) const {
    if (nodeNumber) data[0] = angle(pair, context);
    return 0;
  }
  template <class S>
  void output(OutputVariable variable, const FramePair<S>& pair, const LawContext<S>& context, S* out) const {
    switch (variable) {
      case OutputVariable::Rotation:
        out[0] = angle(pair, context);
        return;
      case OutputVariable::AngularVelocityLocal:
        out[0] = rate(pair);
        return;
      default:
        out[0] = springTorque(pair, context);
    }
  }
};

using Law = ConnectorTorsionalSpringDamper;

constexpr ParameterOf<Law> parameters[] = {
    markerNumbersParameter<Law>(capability::position | capability::orientation, "rigid markers of the two bodies"),
    {"nodeNumber", &Law::nodeNumber, capability::data, Presence::optional,
     "node GenericData with 1 coordinate; with it turns beyond 180° are counted"},
    {"stiffness", &Law::stiffness, unit::newtonMetre, anyNumber, 0.0, "torque per angle"},
    {"damping", &Law::damping, unit::newtonMetreSecond, anyNumber, 0.0, "torque per angular velocity"},
    {"rotationMarker0", &Law::rotationMarker0, unit::none, anyNumber, Matrix3::identity(), "joint frame in the frame of marker 0"},
    {"rotationMarker1", &Law::rotationMarker1, unit::none, anyNumber, Matrix3::identity(), "joint frame in the frame of marker 1"},
    {"offset", &Law::offset, unit::radian, anyNumber, 0.0, "angle at which the spring is slack"},
    {"velocityOffset", &Law::velocityOffset, unit::radianPerSecond, anyNumber, 0.0, "angular velocity at which the damper is at rest"},
    {"torque", &Law::torque, unit::newtonMetre, anyNumber, 0.0, "constant torque"},
    {"springTorqueUserFunction", &Law::springTorqueUserFunction,
     [] {
       return Signature{
           .arguments = {{"t", {}}, {"rotation", {}}, {"angularVelocity", {}}, {"stiffness", {}}, {"damping", {}}, {"offset", {}}}};
     },
     unit::newtonMetre, "torque in place of the law"},
    activeConnectorParameter<Law>()};

constexpr ItemDescription description = {
    .type = "ConnectorTorsionalSpringDamper",
    .summary = "Torsional spring and damper about the z axis of joint frame 0.",
    .equation = "\\tau = k (\\varphi - \\varphi_0) + d (\\omega_z - \\omega_0) + \\tau_c",
    .outputs = {{OutputVariable::Rotation, unit::radian, 1, "relative angle about z"},
                {OutputVariable::AngularVelocityLocal, unit::radianPerSecond, 1, "relative angular velocity about z"},
                {OutputVariable::TorqueLocal, unit::newtonMetre, 1, "torque"}},
    .dataUnit = [](const Law&, int) { return unit::radian; },
};

const bool registered = Connectors::add(description, parameters);

}  // namespace
}  // namespace slipstick
