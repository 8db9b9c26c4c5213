// Points on a cable between contact segments, as used by contact: their dependence on the coordinates, and the generalised forces.
//
// Contact computes them on demand and not for every marker: most cables touch nothing most of the time.
#pragma once

#include "core/items/cable/cable.h"
#include "core/items/cable/section_frames.h"
#include "core/items/capabilities.h"
#include "core/registry/registry.h"

namespace slipstick {

inline constexpr int mostCableSegments = 12;

/// Whether the material of a cable moves through its mesh.
inline bool movesAxially(const Neighbour& cable) { return cable && (cable.provides() & capability::axialMotion); }

/// Numbers a_j and b_j with p = Σ a_j e_j and L r' = Σ b_j e_j for e = r0, L r0', r1, L r1'.
struct PointWeights {
  std::array<double, 4> position, slope;
};
/// By the number of segments and the number of the point.
inline const auto pointWeights = [] {
  std::array<std::array<PointWeights, mostCableSegments + 1>, mostCableSegments + 1> weights{};
  for (int n = 1; n <= mostCableSegments; ++n)
    for (int i = 0; i <= n; ++i) weights[n][i] = {cable::shape(static_cast<double>(i) / n), cable::shape_x(static_cast<double>(i) / n)};
  return weights;
}();

/// The Jacobian of a point with offset and axial motion: 2 rows, columns in the order of CablePlace::coordinates, then the axial
/// coordinate.
struct CablePointJacobian {
  double position[2][9];  // ∂v/∂q̇, which maps forces; ∂p/∂q except for the axial coordinate, which does not affect p
  double velocity[2][9];  // ∂v/∂q
};

/// A vector in the plane; for plain numbers both components are computed at once.
template <class S>
using Components = std::conditional_t<std::is_same_v<S, double>, Two, Vec2<S>>;
inline double dot(const Two& a, const Two& b) {
  const Two products = a * b;
  return products[0] + products[1];
}
inline Two perpendicular(const Two& a) { return {-a[1], a[0]}; }
inline Vec2<double> vectorOf(const Two& a) { return {a[0], a[1]}; }

/// A point of the cable and the slope r' there. With an offset it is fixed to the cross-section, and rotates with the angle φ of r'.
template <class S>
struct ShapePoint {
  int number;
  Components<S> position, velocity, slope;
  Components<S> tangent, turn;  // r' / |r'|, ∂φ/∂r'; zero without an offset
};

/// The cable of a shape marker at one state. Points are numbered from 0 to cable.segments.
template <class S>
class CableShape {
 public:
  using Vector = Components<S>;
  /// The positions and slopes of both ends (slopes times the length), or their rates.
  using Ends = std::array<Vector, 4>;

  CableShape(const CablePlace& cable, const Sweep<S>& sweep)
      : cable_(cable), sweep_(sweep), weights_(pointWeights[cable.segments].data()), length_(*cable.length), inverse_(1 / length_) {
    for (int j = 0; j < 4; ++j) {
      const Vector reference{S(cable.reference[2 * j]), S(cable.reference[2 * j + 1])};
      ends_[j] = scaled(j, reference + at(sweep.q, j));
    }
  }

  /// A point without its velocity.
  ShapePoint<S> point(int number) const {
    ShapePoint<S> point{number, positionOf(number, ends_), {}, {}, {}, {}};
    if (!isAxial() && cable_.verticalOffset == 0) return point;
    point.slope = slopeOf(number, ends_);
    if (isAxial()) return point;
    const S inverse = S(1.0) / sqrt(dot(point.slope, point.slope));
    point.tangent = inverse * point.slope;
    point.turn = inverse * perpendicular(point.tangent);
    point.position += cable_.verticalOffset * perpendicular(point.tangent);
    return point;
  }
  ShapePoint<S> point(int number, const Ends& rates) const {
    ShapePoint<S> point = this->point(number);
    point.velocity = velocity(point, rates);
    return point;
  }
  Vector velocity(const ShapePoint<S>& point, const Ends& rates) const {
    const Vector velocity = positionOf(point.number, rates);
    if (isAxial()) return velocity + axialSpeed() * point.slope;
    if (cable_.verticalOffset == 0) return velocity;
    return velocity - (cable_.verticalOffset * dot(point.turn, slopeOf(point.number, rates))) * point.tangent;
  }
  /// The rates of the ends, from which velocities are computed.
  Ends rates() const {
    Ends rates;
    for (int j = 0; j < 4; ++j) rates[j] = scaled(j, at(sweep_.q_t, j));
    return rates;
  }
  /// Adds a force on a point to the residual.
  void add(const ShapePoint<S>& point, const Vector& force, S* residual) const {
    Vector moment{};
    if (isAxial()) {
      residual[cable_.axialCoordinate] += dot(force, point.slope);
    } else if (cable_.verticalOffset != 0) {
      moment = (-cable_.verticalOffset * inverse_ * dot(force, point.tangent)) * point.turn;
    }
    if (const int node = nodeAt(point.number); node >= 0) {
      addTo(node, force, residual);
      if (cable_.verticalOffset != 0) addTo(node + 1, length_ * moment, residual);
      return;
    }
    const PointWeights& weights = weights_[point.number];
    for (int j = 0; j < 4; ++j) addTo(j, scaled(j, weights.position[j] * force + weights.slope[j] * moment), residual);
  }

  CablePointJacobian jacobian(const ShapePoint<S>& point, const Ends& rates) const {
    CablePointJacobian jacobian;
    const std::array<double, 4> slopes = slopeWeights(point);
    double bySlope[2][2] = {}, velocityBySlope[2][2] = {};
    for (int k = 0; k < 2; ++k) jacobian.position[k][8] = jacobian.velocity[k][8] = 0;
    if (isAxial()) {
      for (int k = 0; k < 2; ++k) jacobian.position[k][8] = point.slope[k], velocityBySlope[k][k] = axialSpeed();
    } else if (cable_.verticalOffset != 0) {
      const CrossSection<double> section(vectorOf(point.slope), vectorOf(slopeOf(point.number, rates)));
      const Vec2<double> spinBySlope = section.spinBySlope(), normal = section.normal();
      for (int k = 0; k < 2; ++k)
        for (int l = 0; l < 2; ++l) {
          bySlope[k][l] = -cable_.verticalOffset * section.turn[l] * section.tangent[k];
          velocityBySlope[k][l] =
              -cable_.verticalOffset * (spinBySlope[l] * section.tangent[k] + section.spin * section.turn[l] * normal[k]);
        }
    }
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 2; ++k)
        for (int l = 0; l < 2; ++l) {
          jacobian.position[k][2 * j + l] = slopes[j] * bySlope[k][l] + (k == l ? scale(j) * weights_[point.number].position[j] : 0.0);
          jacobian.velocity[k][2 * j + l] = slopes[j] * velocityBySlope[k][l];
        }
    return jacobian;
  }
  /// Adds `factor` times the derivative of add() with respect to the coordinates at constant force; `block` is row-major with `stride`
  /// numbers per row.
  void addForceTangent(const ShapePoint<S>& point, const Vec2<double>& force, double factor, double* block, int stride) const {
    const std::array<double, 4> slopes = slopeWeights(point);
    if (isAxial()) {
      for (int k = 0; k < 8; ++k) block[8 * stride + k] += factor * slopes[k / 2] * force[k % 2];
    } else if (cable_.verticalOffset != 0) {
      double bySlope[2][2];
      CrossSection<double>(vectorOf(point.slope), {}).forceBySlope(force, 0, cable_.verticalOffset, bySlope);
      for (int j = 0; j < 4; ++j)
        for (int k = 0; k < 2; ++k) {
          const double x = factor * slopes[j] * bySlope[k][0], y = factor * slopes[j] * bySlope[k][1];
          double* row = block + (2 * j + k) * stride;
          for (int m = 0; m < 4; ++m) row[2 * m] += slopes[m] * x, row[2 * m + 1] += slopes[m] * y;
        }
    }
  }

 private:
  bool isAxial() const { return cable_.axialCoordinate >= 0; }
  const S& axialSpeed() const { return sweep_.q_t[cable_.axialCoordinate]; }
  double scale(int j) const { return j % 2 ? length_ : 1.0; }
  /// The index of the first of the two vectors of the node at a point: 0 or 2; −1 between the nodes.
  int nodeAt(int number) const { return number == 0 ? 0 : number == cable_.segments ? 2 : -1; }
  /// The position or velocity of a point on the axis; the slope r' there or its rate.
  Vector positionOf(int number, const Ends& ends) const {
    const int node = nodeAt(number);
    return node >= 0 ? ends[node] : cable::sum(weights_[number].position, ends);
  }
  Vector slopeOf(int number, const Ends& ends) const {
    const int node = nodeAt(number);
    return inverse_ * (node >= 0 ? ends[node + 1] : cable::sum(weights_[number].slope, ends));
  }
  void addTo(int j, const Vector& force, S* residual) const {
    for (int k = 0; k < 2; ++k) residual[cable_.coordinates[2 * j + k]] += force[k];
  }
  Vector scaled(int j, const Vector& v) const { return j % 2 ? length_ * v : v; }
  Vector at(const S* numbers, int j) const { return {numbers[cable_.coordinates[2 * j]], numbers[cable_.coordinates[2 * j + 1]]}; }
  /// ∂r'/∂ of the coordinates 2 j and 2 j + 1.
  std::array<double, 4> slopeWeights(const ShapePoint<S>& point) const {
    std::array<double, 4> weights;
    for (int j = 0; j < 4; ++j) weights[j] = inverse_ * scale(j) * weights_[point.number].slope[j];
    return weights;
  }

  const CablePlace& cable_;
  const Sweep<S>& sweep_;
  const PointWeights* weights_;
  double length_, inverse_;
  Ends ends_;
};

}  // namespace slipstick
