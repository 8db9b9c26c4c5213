// The chain rule between the motion of frames and coordinates, for connectors of more than two frames.
#pragma once

#include "core/system/loop.h"

namespace slipstick {

/// Writes the motion of a frame in its 12 directions with respect to its coordinates, weighted by the factors of the tangent: 12 ×
/// by.size numbers, by rows.
void frameMotion(const Tangent& tangent, const FrameJacobian& by, double* motion);
/// Makes direction d of the frame's rotation a rotation about a global axis.
template <int N>
void addTurn(FrameKinematics<Dual<N>>& frame, const Vector3& axis, int d) {
  for (int j = 0; j < 3; ++j) {
    const Vector3 change = cross(axis, valueOf(frame.rotation.column(j)));
    for (int i = 0; i < 3; ++i) frame.rotation[i][j].derivative[d] = change[i];
  }
}
/// Moves the frame by one of these columns; `stride` is their number.
void addMotion(FrameKinematics<Dual1>& frame, const double* column, int stride);

/// Adds the block of a force and torque on a frame: `wrench`, 6 × columns, is their derivative with respect to these coordinates.
void addWrenchTangent(Tangent& tangent, const FrameJacobian& on, const double* wrench, const int* coordinates, int columns);

}  // namespace slipstick
