#include "core/system/cable_shape.h"

namespace slipstick {

CablePointJacobian cablePointJacobian(const CablePlace& cable, int point, const Sweep<double>& sweep) {
  CablePointJacobian jacobian{};
  const std::array<double, 4> a = pointWeights(cable, point);
  for (int i = 0; i < 8; ++i) jacobian.position[i % 2][i] = a[i / 2];
  if (cable.axialCoordinate < 0 && cable.verticalOffset == 0) return jacobian;
  const std::array<double, 4> b = pointSlopeWeights(cable, point);
  Vec2<double> slope, rate;
  pointSlope(cable, point, sweep, slope, rate);
  if (cable.axialCoordinate >= 0) {
    const double speed = sweep.q_t[cable.axialCoordinate];
    for (int k = 0; k < 2; ++k) jacobian.position[k][8] = slope[k];
    for (int i = 0; i < 8; ++i) jacobian.velocity[i % 2][i] = speed * b[i / 2];
    return jacobian;
  }
  const CrossSection<double> section(slope, rate);
  const Vec2<double> spinBySlope = section.spinBySlope();
  for (int i = 0; i < 8; ++i) {
    const double turn = b[i / 2] * section.turn[i % 2], spin = b[i / 2] * spinBySlope[i % 2];
    for (int k = 0; k < 2; ++k) {
      jacobian.position[k][i] -= cable.verticalOffset * turn * section.tangent[k];
      jacobian.velocity[k][i] -= cable.verticalOffset * (spin * section.tangent[k] + section.spin * turn * section.normal()[k]);
    }
  }
  return jacobian;
}

}  // namespace slipstick
