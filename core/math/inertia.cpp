// Compiled for size: this runs once for each body of a document.
#include "core/math/inertia.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/math/rotations.h"

namespace slipstick {

std::string textOfMoments(const Vector3& moments) {
  char text[96];
  std::snprintf(text, sizeof text, "%.6g, %.6g and %.6g", moments.x, moments.y, moments.z);
  return text;
}

/// Jacobi's method: each rotation eliminates one off-diagonal entry; a few sweeps reduce all of them to rounding errors.
Vector3 principalMoments(Matrix3 a) {
  constexpr int rounds = 20, planes[3][2] = {{0, 1}, {0, 2}, {1, 2}};
  for (int round = 0; round < rounds; ++round) {
    for (const auto& [p, q] : planes) {
      if (a[p][q] == 0) continue;
      const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
      const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
      const double cosine = 1 / std::sqrt(t * t + 1), sine = t * cosine;
      Matrix3 rotation = Matrix3::identity();
      rotation[p][p] = rotation[q][q] = cosine, rotation[p][q] = sine, rotation[q][p] = -sine;
      a = transpose(rotation) * (a * rotation);
      a[p][q] = a[q][p] = 0;
    }
  }
  double moments[3] = {a[0][0], a[1][1], a[2][2]};
  std::sort(moments, moments + 3);
  return {moments[0], moments[1], moments[2]};
}

Matrix3 aboutCentreOfMass(Matrix3 tensor, double mass, const Vector3& c) {
  tensor += -mass * (transpose(skew(c)) * skew(c));
  return tensor;
}

}  // namespace slipstick
