// The data that markers pass to connectors, and the forces that connectors return.
#pragma once

#include "core/math/vec2.h"

namespace slipstick {

using Dual1 = Dual<1>;

/// A frame in motion, or for position markers a point, whose rotation is unused; all vectors are global.
template <class S>
struct FrameKinematics {
  Vec3<S> position;
  Vec3<S> velocity;
  Vec3<S> angularVelocity;
  Mat3<S> rotation;              // frame to global
  Vec3<S> angularVelocityLocal;  // in the frame's axes: Ȧ = A ω̄̃ holds even if the norm of Euler parameters has drifted
};

/// Force and torque, global, at the origin of a frame.
template <class S>
struct FrameForce {
  Vec3<S> force;
  Vec3<S> torque;

  FrameForce& operator+=(const FrameForce& other) {
    force += other.force, torque += other.torque;
    return *this;
  }
};

/// A scalar coordinate and its rate.
template <class S>
struct ScalarKinematics {
  S value{};
  S rate{};
};

/// The directions of a law's derivatives, for each frame: position, rotation δφ (δA = δφ̃ A), velocity, angular velocity.
inline constexpr int frameDirections = 12;

/// Returns the frame as a constant.
template <int N, class S>
FrameKinematics<Dual<N, S>> constant(const FrameKinematics<S>& frame) {
  FrameKinematics<Dual<N, S>> result;
  for (int i = 0; i < 3; ++i) {
    result.position[i].value = frame.position[i];
    result.velocity[i].value = frame.velocity[i];
    result.angularVelocity[i].value = frame.angularVelocity[i];
    for (int j = 0; j < 3; ++j) result.rotation[i][j].value = frame.rotation[i][j];
  }
  return result;
}

/// The input of a law besides its markers.
template <class S>
struct LawContext {
  S time;
  const double* data = nullptr;          // data coordinates of the item
  const double* sensorValues = nullptr;  // all sensor values used by formulas
};

/// The relation between marker motion and coordinates: 3 × size blocks by rows. Forces act by the transposes of position and rotation.
struct FrameJacobian {
  int size = 0;                       // number of coordinates of the body; 0 for ground
  const int* coordinates = nullptr;   // their indices in the system
  double* position = nullptr;         // ∂p/∂q
  const double* speed = nullptr;      // ∂v/∂q̇: equal to ∂p/∂q, except if material moves through the body
  double* rotation = nullptr;         // δφ/δq = ∂ω/∂q̇
  double* velocity = nullptr;         // ∂v/∂q
  double* angularVelocity = nullptr;  // ∂ω/∂q
};

}  // namespace slipstick
