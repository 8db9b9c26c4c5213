// Points on a cable between contact segments, as contact uses them: how they follow from the coordinates, and what forces on them do.
//
// Contact computes them where it needs them, and not for every marker: most cables touch nothing most of the time.
#pragma once

#include "core/items/cable/cable.h"
#include "core/items/cable/section_frames.h"

namespace slipstick {

inline constexpr int mostCableSegments = 12;

/// Numbers a_j and b_j with p = Σ a_j e_j and L r' = Σ b_j e_j for e = r0, L r0', r1, L r1'.
struct PointWeights {
  std::array<double, 4> position, slope;
};
/// By number of segments and number of the point.
inline const auto pointWeights = [] {
  std::array<std::array<PointWeights, mostCableSegments + 1>, mostCableSegments + 1> weights{};
  for (int n = 1; n <= mostCableSegments; ++n)
    for (int i = 0; i <= n; ++i) weights[n][i] = {cable::shape(static_cast<double>(i) / n), cable::shape_x(static_cast<double>(i) / n)};
  return weights;
}();

/// Jacobian of a point with offset and axial motion: 2 rows, columns by CablePlace::coordinates, then the axial coordinate.
struct CablePointJacobian {
  double position[2][9];  // ∂v/∂q̇, by which forces act; ∂p/∂q but for the axial coordinate, on which p does not depend
  double velocity[2][9];  // ∂v/∂q
};

/// The cable of a shape marker at one state. Points are counted from 0 to cable.segments.
template <class S>
class CableShape {
 public:
  CableShape(const CablePlace& cable, const Sweep<S>& sweep)
      : cable_(cable), weights_(pointWeights[cable.segments].data()), length_(*cable.length), inverse_(1 / length_) {
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 2; ++k) {
        const int coordinate = cable.coordinates[2 * j + k];
        ends_[j][k] = scale(j) * (cable.reference[2 * j + k] + sweep.q[coordinate]);
        rates_[j][k] = scale(j) * sweep.q_t[coordinate];
      }
    if (isAxial()) axialSpeed_ = sweep.q_t[cable.axialCoordinate];
  }

  /// All segments + 1 points.
  void points(CablePoint<S>* out) const {
    for (int i = 0; i <= cable_.segments; ++i) out[i] = point(i);
  }
  CablePoint<S> point(int number) const {
    CablePoint<S> point{cable::sum(weights_[number].position, ends_), cable::sum(weights_[number].position, rates_)};
    if (isAxial()) {
      point.velocity += axialSpeed_ * slope(number);
    } else if (cable_.verticalOffset != 0) {
      const CrossSection<S> section(slope(number), slopeRate(number));
      point.position += cable_.verticalOffset * section.normal();
      point.velocity -= (cable_.verticalOffset * section.spin) * section.tangent;
    }
    return point;
  }
  /// Adds a force on a point to the residual.
  void add(int number, const Vec2<S>& force, S* residual) const {
    Vec2<S> moment{};
    if (isAxial()) {
      residual[cable_.axialCoordinate] += dot(force, slope(number));
    } else if (cable_.verticalOffset != 0) {
      const CrossSection<S> section(slope(number), {});
      moment = (-cable_.verticalOffset * inverse_ * dot(force, section.tangent)) * section.turn;
    }
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 2; ++k)
        residual[cable_.coordinates[2 * j + k]] +=
            scale(j) * (weights_[number].position[j] * force[k] + weights_[number].slope[j] * moment[k]);
  }

  CablePointJacobian jacobian(int number) const {
    CablePointJacobian jacobian{};
    const PointWeights& weights = weights_[number];
    for (int i = 0; i < 8; ++i) jacobian.position[i % 2][i] = scale(i / 2) * weights.position[i / 2];
    if (isAxial()) {
      const Vec2<S> slope = this->slope(number);
      for (int k = 0; k < 2; ++k) jacobian.position[k][8] = slope[k];
      for (int i = 0; i < 8; ++i) jacobian.velocity[i % 2][i] = axialSpeed_ * slopeWeight(number, i);
    } else if (cable_.verticalOffset != 0) {
      const CrossSection<S> section(slope(number), slopeRate(number));
      const Vec2<S> spinBySlope = section.spinBySlope();
      for (int i = 0; i < 8; ++i) {
        const double turn = slopeWeight(number, i) * section.turn[i % 2], spin = slopeWeight(number, i) * spinBySlope[i % 2];
        for (int k = 0; k < 2; ++k) {
          jacobian.position[k][i] -= cable_.verticalOffset * turn * section.tangent[k];
          jacobian.velocity[k][i] -= cable_.verticalOffset * (spin * section.tangent[k] + section.spin * turn * section.normal()[k]);
        }
      }
    }
    return jacobian;
  }
  /// Adds `factor` times the derivative of add() by the coordinates at constant force; `block` by rows, `stride` numbers a row.
  void addForceTangent(int number, const Vec2<S>& force, double factor, double* block, int stride) const {
    if (isAxial()) {
      for (int k = 0; k < 8; ++k) block[8 * stride + k] += factor * slopeWeight(number, k) * force[k % 2];
    } else if (cable_.verticalOffset != 0) {
      double bySlope[2][2];
      CrossSection<double>(slope(number), {}).forceBySlope(force, 0, cable_.verticalOffset, bySlope);
      for (int k = 0; k < 8; ++k)
        for (int l = 0; l < 8; ++l)
          block[k * stride + l] += factor * slopeWeight(number, k) * slopeWeight(number, l) * bySlope[k % 2][l % 2];
    }
  }

 private:
  bool isAxial() const { return cable_.axialCoordinate >= 0; }
  double scale(int j) const { return j % 2 ? length_ : 1.0; }
  /// ∂r'/∂ of the coordinate.
  double slopeWeight(int number, int coordinate) const { return inverse_ * scale(coordinate / 2) * weights_[number].slope[coordinate / 2]; }
  Vec2<S> slope(int number) const { return inverse_ * cable::sum(weights_[number].slope, ends_); }
  Vec2<S> slopeRate(int number) const { return inverse_ * cable::sum(weights_[number].slope, rates_); }

  const CablePlace& cable_;
  const PointWeights* weights_;
  double length_, inverse_;
  cable::Ends<S> ends_, rates_;
  S axialSpeed_{};
};

}  // namespace slipstick
