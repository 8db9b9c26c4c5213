// Points on a cable between contact segments, as contact uses them: how they follow from the coordinates.
#pragma once

#include "core/system/cable.h"
#include "core/system/section_frames.h"

namespace slipstick {

/// Numbers a_j with p_i = Σ a_j e_j for e = r0, r0', r1, r1' at point i of a shape marker, without its offset. A force f on the point
/// then acts as a_j f; this is the whole Jacobian of a cable without verticalOffset and without axial coordinate.
inline std::array<double, 4> pointWeights(const CablePlace& cable, int point) {
  std::array<double, 4> weights = cable::shape(static_cast<double>(point) / cable.segments);
  weights[1] *= *cable.length, weights[3] *= *cable.length;
  return weights;
}
/// Numbers b_j with r' = Σ b_j e_j there.
inline std::array<double, 4> pointSlopeWeights(const CablePlace& cable, int point) {
  std::array<double, 4> weights = cable::shape_x(static_cast<double>(point) / cable.segments);
  weights[0] /= *cable.length, weights[2] /= *cable.length;
  return weights;
}

/// Jacobian of a point with offset and axial motion: 2 rows, columns by CablePlace::coordinates, then the axial coordinate.
struct CablePointJacobian {
  double position[2][9];  // ∂v/∂q̇, by which forces act; ∂p/∂q but for the axial coordinate, on which p does not depend
  double velocity[2][9];  // ∂v/∂q
};
/// `point` counts from 0 to cable.segments.
CablePointJacobian cablePointJacobian(const CablePlace& cable, int point, const Sweep<double>& sweep);

/// Slope r' and its rate at a point.
template <class S>
void pointSlope(const CablePlace& cable, int point, const Sweep<S>& sweep, Vec2<S>& slope, Vec2<S>& rate) {
  const std::array<double, 4> weights = pointSlopeWeights(cable, point);
  slope = rate = {};
  for (int i = 0; i < 8; ++i) {
    slope[i % 2] += weights[i / 2] * (cable.reference[i] + sweep.q[cable.coordinates[i]]);
    rate[i % 2] += weights[i / 2] * sweep.q_t[cable.coordinates[i]];
  }
}

}  // namespace slipstick
