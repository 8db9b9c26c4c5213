// Tensors of inertia: whether a body can have one.
#pragma once

#include <array>
#include <string>

#include "core/math/vector.h"

namespace slipstick {

/// Rounded data may miss a limit of principal moments by this fraction of the largest one.
inline constexpr double roundingOfMoments = 1e-6;

/// The tensor with the entries Jxx, Jyy, Jzz, Jyz, Jxz, Jxy.
inline Matrix3 inertiaTensor(const std::array<double, 6>& j) { return {{{j[0], j[5], j[4]}, {j[5], j[1], j[3]}, {j[4], j[3], j[2]}}}; }
inline const Matrix3& inertiaTensor(const Matrix3& tensor) { return tensor; }

/// The eigenvalues of a symmetric matrix, from the smallest to the largest.
Vector3 principalMoments(Matrix3 tensor);

/// "1, 2 and 3", each with six digits.
std::string textOfMoments(const Vector3& moments);

/// The tensor about the centre of mass at c, from the one about the origin: J − m (cᵀc I − c cᵀ).
Matrix3 aboutCentreOfMass(Matrix3 tensor, double mass, const Vector3& c);

}  // namespace slipstick
