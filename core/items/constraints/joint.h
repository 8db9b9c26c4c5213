// Code shared by joints between two frames: joint frames and outputs.
#pragma once

#include "core/items/connector.h"
#include "core/math/rotations.h"

namespace slipstick {

/// Equations between lengths and between angles; their multipliers are forces and torques.
inline constexpr EquationUnits lengthEquation{unit::metre, unit::newton}, angleEquation{unit::none, unit::newtonMetre};

/// The columns of the joint frames A_J0 = A0 R0 and A_J1 = A1 R1.
template <class S>
struct JointAxes {
  Vec3<S> x0, y0, z0, x1, y1, z1;
};

/// Adds the constraint reaction λ of one or several equations on u = p1 − p0, in global axes.
inline void pull(const Vector3& lambda, FrameForce<double>& on0, FrameForce<double>& on1) { on0.force -= lambda, on1.force += lambda; }
/// Adds the constraint reaction of equations a·b = 0 with axes a of frame 0 and b of frame 1: Σ λ a × b.
inline void turn(const Vector3& sum, FrameForce<double>& on0, FrameForce<double>& on1) { on0.torque += sum, on1.torque -= sum; }

/// The outputs of a joint whose frame 0 is A0 · rotationMarker0; the joint provides its forces.
inline void jointOutput(OutputVariable variable, const FramePair<double>& pair, const Matrix3& rotationMarker0,
                        const Matrix3& rotationMarker1, const Vector3& forceLocal, const Vector3& torqueLocal, double* out) {
  const Matrix3 frame0 = pair.frame0.rotation * rotationMarker0;
  switch (variable) {
    case OutputVariable::Position:
      return writeVector(pair.frame0.position, out);
    case OutputVariable::Velocity:
      return writeVector(pair.frame0.velocity, out);
    case OutputVariable::DisplacementLocal:
      return writeVector(transposeTimes(frame0, pair.frame1.position - pair.frame0.position), out);
    case OutputVariable::VelocityLocal:
      return writeVector(transposeTimes(frame0, pair.frame1.velocity - pair.frame0.velocity), out);
    case OutputVariable::Rotation:
      return writeVector(taitBryanAngles(transpose(frame0) * (pair.frame1.rotation * rotationMarker1)), out);
    case OutputVariable::AngularVelocityLocal:
      return writeVector(transposeTimes(frame0, pair.frame1.angularVelocity - pair.frame0.angularVelocity), out);
    case OutputVariable::ForceLocal:
      return writeVector(forceLocal, out);
    default:
      return writeVector(torqueLocal, out);
  }
}

constexpr Outputs jointOutputs() {
  return {{OutputVariable::Position, unit::metre, 3, "position of marker 0, global"},
          {OutputVariable::Velocity, unit::metrePerSecond, 3, "velocity of marker 0, global"},
          {OutputVariable::DisplacementLocal, unit::metre, 3, "displacement of marker 1 from marker 0, in the joint frame"},
          {OutputVariable::VelocityLocal, unit::metrePerSecond, 3, "relative velocity, in the joint frame"},
          {OutputVariable::Rotation, unit::radian, 3, "Tait-Bryan angles of joint frame 1 relative to joint frame 0"},
          {OutputVariable::AngularVelocityLocal, unit::radianPerSecond, 3, "relative angular velocity, in the joint frame"},
          {OutputVariable::ForceLocal, unit::newton, 3, "multipliers of the translations, in the joint frame: the force on body 0"},
          {OutputVariable::TorqueLocal, unit::newtonMetre, 3,
           "multipliers λ of the rotations. The torque on body 0 is −Σ λ a × b over their equations aᵀb = 0"}};
}

/// rotationMarker0 and rotationMarker1 of a joint, each a rotation matrix.
template <class Law>
constexpr ParameterOf<Law> rotationMarkerParameter(const char* name, Matrix3 Law::*member, const char* text) {
  return {name, member, unit::none, rotation, Matrix3::identity(), text};
}

inline constexpr Range zeroOrOne{Range::Kind::oneOf, {0, 1}};

}  // namespace slipstick
