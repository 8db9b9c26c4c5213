// The mean rotation of mesh nodes about their mean point: ϑ = W⁻¹ Σ w_i x̃_i u_i, with their positions x_i relative to the mean point.
#pragma once

#include "core/system/roles.h"

namespace slipstick {

/// The inverse of a symmetric matrix, computed from its adjugate.
inline Matrix3 inverseOfSymmetric(const Matrix3& m) {
  const Matrix3 adjugate =
      Matrix3::fromColumns(cross(m.column(1), m.column(2)), cross(m.column(2), m.column(0)), cross(m.column(0), m.column(1)));
  return (1 / dot(m.column(0), adjugate.column(0))) * adjugate;
}

/// W⁻¹. `at` returns the position of a mesh node.
template <class Places>
Matrix3 inverseSpread(const role::MeshPoint& point, const Vector3& mean, const Places& at) {
  Matrix3 spread;  // of the nodes, similar to an inertia tensor
  for (std::size_t i = 0; i < point.nodes.size(); ++i) {
    const Vector3 arm = at(point.nodes[i]) - mean;
    spread += point.weights[i] * (point.byInertia ? transpose(skew(arm)) * skew(arm) : dot(arm, arm) * Matrix3::identity());
  }
  return inverseOfSymmetric(spread);
}

}  // namespace slipstick
