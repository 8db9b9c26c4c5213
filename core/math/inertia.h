// Inertia tensors, and their validity for a body.
#pragma once

#include <array>
#include <string>

#include "core/math/vector.h"

namespace slipstick {

/// Rounded data may violate a bound of principal moments by this fraction of the largest moment.
inline constexpr double roundingOfMoments = 1e-6;

/// Returns the tensor with the entries Jxx, Jyy, Jzz, Jyz, Jxz, Jxy.
inline Matrix3 inertiaTensor(const std::array<double, 6>& j) { return {{{j[0], j[5], j[4]}, {j[5], j[1], j[3]}, {j[4], j[3], j[2]}}}; }
inline const Matrix3& inertiaTensor(const Matrix3& tensor) { return tensor; }

/// Returns the eigenvalues of a symmetric matrix in ascending order.
Vector3 principalMoments(Matrix3 tensor);

/// Returns "1, 2 and 3", each with six digits.
std::string textOfMoments(const Vector3& moments);

/// Returns the tensor about the centre of mass at c, from the tensor about the origin: J − m (cᵀc I − c cᵀ).
Matrix3 aboutCentreOfMass(Matrix3 tensor, double mass, const Vector3& c);

}  // namespace slipstick
