// The contact law of a circle and a cable in the xy plane: pressure and friction along the part of the cable inside the circle.
//
// A cable consists of straight segments. The circle overlaps a part of each; the three-point Lobatto rule integrates the forces along this
// part. Forces act on the axis of the cable, at the same axial position. Data: start and end of the part along the cable, 0 … 1, and the
// largest slip speed per frictionProportionalZone. All three are held constant during Newton's method; one number is unused.
#pragma once

#include "core/items/cable/cable_shape.h"
#include "core/items/contact/sphere_contact.h"

namespace slipstick {

/// Parameters of the contact of two materials.
struct Pairing : AdhesiveContact {
  double cableStiffness, cableDamping;  // per length of the cable
};

/// r0, L r0', r1, L r1' of a cable and their rates.
struct CableMotion {
  std::array<Vec2<double>, 4> position, velocity;
  double length;

  CableMotion(const CablePlace& cable, const Sweep<double>& sweep) : length(*cable.length) {
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 2; ++k) {
        const int c = 2 * j + k;
        position[j][k] = scale(j) * (cable.reference[c] + sweep.q[cable.coordinates[c]]);
        velocity[j][k] = scale(j) * sweep.q_t[cable.coordinates[c]];
      }
  }
  /// The scale of the coordinates at an end, or of a slope.
  double scale(int j) const { return j % 2 ? length : 1; }
};

struct CircleOnCable {
  const Pairing& law;
  double radius, halfHeight;
  const CablePlace& cable;

  static constexpr int places = 3;
  /// An overlap on a smaller part of a segment exerts a negligible force, and rounding would decide whether it is in contact.
  static constexpr double grazing = 1e-6;
  /// A point of Lobatto's rule.
  struct Place {
    double weight;                             // length that it represents
    std::array<double, 4> onSegment, onCable;  // weights of the ends: for the straight segment (gap, speed), for the axis
  };
  /// The left-hand side on the cable, per length, along and across the direction from the centre; the latter component exerts a torque on
  /// the circle.
  template <class S>
  struct Force {
    S normal, tangential, slip;
  };

  Place place(int i, const double* data) const {
    constexpr double weights[places] = {1 / 6., 4 / 6., 1 / 6.};
    const double along = data[0] + 0.5 * i * (data[1] - data[0]);
    const int segment = segmentOf(data);
    const double within = along * cable.segments - segment;
    Place at{weights[i] * *cable.length * (data[1] - data[0]), {}, cable::shape(along)};
    const auto& points = pointWeights[cable.segments];
    for (int j = 0; j < 4; ++j) at.onSegment[j] = (1 - within) * points[segment].position[j] + within * points[segment + 1].position[j];
    return at;
  }
  int segmentOf(const double* data) const {
    return std::min(static_cast<int>(0.5 * (data[0] + data[1]) * cable.segments), cable.segments - 1);
  }

  /// Finds the part of a segment within the circle, as data[0] and data[1]; returns whether there is one.
  bool cut(const CableMotion& motion, const Vec2<double>& centre, int segment, double* data) const {
    const auto& points = pointWeights[cable.segments];
    const Vec2<double> start = cable::sum(points[segment].position, motion.position),
                       line = cable::sum(points[segment + 1].position, motion.position) - start, toCentre = centre - start;
    const double square = dot(line, line), middle = dot(toCentre, line), reach = radius + halfHeight;
    const double inside = middle * middle - square * (dot(toCentre, toCentre) - reach * reach);
    if (!(inside > 0) || square == 0) return false;
    const double half = std::sqrt(inside), from = std::max((middle - half) / square, 0.0), to = std::min((middle + half) / square, 1.0);
    if (!(to - from > grazing)) return false;
    data[0] = (segment + from) / cable.segments, data[1] = (segment + to) / cable.segments;
    return true;
  }

  /// The position and velocity of the cable relative to the centre; `spin` is the angular velocity about it.
  template <class S>
  Force<S> force(const Vec2<S>& arm, const Vec2<S>& velocity, const S& spin, double regime, Vec2<S>& normal) const {
    const S distance = sqrt(dot(arm, arm));
    if (valueOf(distance) != 0) normal = (S(1.0) / distance) * arm;
    Force<S> on{law.cableStiffness * (distance - (radius + halfHeight)) + law.cableDamping * dot(normal, velocity), S(0.0), S(0.0)};
    if (law.dynamicFriction == 0) return on;
    on.slip = dot(perpendicular(normal), velocity) - spin * distance;
    const double zone = law.frictionProportionalZone, speed = std::abs(valueOf(on.slip));
    if (zone != 0 && (regime < 1 || speed < zone))
      on.tangential = (-law.dynamicFriction / zone) * on.normal * on.slip;
    else if (speed != 0)
      on.tangential = (valueOf(on.slip) > 0 ? -law.dynamicFriction : law.dynamicFriction) * on.normal;
    return on;
  }
  Force<double> forceAt(const Place& at, const CableMotion& motion, const FrameKinematics<double>& circle, double regime,
                        Vec2<double>& normal) const {
    return force(cable::sum(at.onSegment, motion.position) - Vec2<double>{circle.position.x, circle.position.y},
                 cable::sum(at.onSegment, motion.velocity) - Vec2<double>{circle.velocity.x, circle.velocity.y}, circle.angularVelocity.z,
                 regime, normal);
  }

  /// The total normal force, positive if it is repulsive on average; sets data[2].
  double judge(const CableMotion& motion, const FrameKinematics<double>& circle, double* data) const {
    double mean = 0, whole = 0, slip = 0;
    for (int i = 0; i < places; ++i) {
      const Place at = place(i, data);
      Vec2<double> normal;
      const Force<double> on = forceAt(at, motion, circle, 0, normal);
      mean -= on.normal, whole -= at.weight * on.normal, slip = std::max(slip, std::abs(on.slip));
    }
    data[2] = law.frictionProportionalZone != 0 ? slip / law.frictionProportionalZone : 1;
    return mean > 0 ? std::abs(whole) : -std::abs(whole);
  }

  void addForces(const CableMotion& motion, const FrameKinematics<double>& circle, const double* data, double* residual,
                 FrameForce<double>& onCircle) const {
    for (int i = 0; i < places; ++i) {
      const Place at = place(i, data);
      Vec2<double> normal;
      const Force<double> on = forceAt(at, motion, circle, data[2], normal);
      const Vec2<double> whole = at.weight * (on.normal * normal + on.tangential * perpendicular(normal));
      for (int j = 0; j < 4; ++j)
        for (int k = 0; k < 2; ++k) residual[cable.coordinates[2 * j + k]] += motion.scale(j) * at.onCable[j] * whole[k];
      onCircle.force.x -= whole.x, onCircle.force.y -= whole.y;
      onCircle.torque.z -= at.weight * radius * on.tangential;
    }
  }

  /// The contribution of one point to addTangent() as in Exudyn: it neglects the terms that rotate the direction and the slip terms,
  /// multiplies the approach velocity by the distance, and treats the segment as the axis.
  void addCoarse(const TangentFactors& factors, const Place& at, const CableMotion& motion, const Vec2<double>& arm,
                 const Vec2<double>& velocity, double spin, const FrameJacobian& frame, const double* data, double* block) const {
    const double distance = std::sqrt(dot(arm, arm)), reach = radius + halfHeight, zone = law.frictionProportionalZone;
    const Vec2<double> normal = (1 / distance) * arm;
    const double approach = dot(arm, velocity), rub = zone != 0 && data[2] < 1 ? law.dynamicFriction / zone : 0;
    const double pressure = law.cableStiffness * (distance - reach) + law.cableDamping * approach;
    const Vec2<double> push = normal - rub * (velocity - spin * perpendicular(arm) - approach * normal);
    const double pressing = at.weight * (factors.stiffness * law.cableStiffness + factors.damping * law.cableDamping),
                 rubbing = at.weight * factors.damping * pressure * rub;
    const auto moved = [&](const Vec2<double>& by) {
      const double along = dot(normal, by);
      return pressing * along * push - rubbing * (by - along * normal);
    };
    const auto turned = [&](const Vec2<double>& force) { return rub != 0 ? reach * dot(perpendicular(normal), force) : 0; };
    const int n = frame.size, columns = 8 + n;
    for (int c = 0; c < 8; ++c) {
      Vec2<double> by{};
      by[c % 2] = motion.scale(c / 2) * at.onCable[c / 2];
      const Vec2<double> force = moved(by);
      for (int row = 0; row < 8; ++row) block[row * columns + c] += motion.scale(row / 2) * at.onCable[row / 2] * force[row % 2];
      for (int f = 0; f < n; ++f) {
        const double both = frame.position[f] * force[0] + frame.position[n + f] * force[1] + frame.rotation[2 * n + f] * turned(force);
        block[(8 + f) * columns + c] -= both, block[c * columns + 8 + f] -= both;
      }
    }
    for (int c = 0; c < n; ++c) {
      const Vec2<double> force =
          moved({frame.position[c], frame.position[n + c]}) - (rubbing * reach * frame.rotation[2 * n + c]) * perpendicular(normal);
      for (int f = 0; f < n; ++f)
        block[(8 + f) * columns + 8 + c] +=
            frame.position[f] * force[0] + frame.position[n + f] * force[1] + frame.rotation[2 * n + f] * turned(force);
    }
  }

  /// Adds the derivative with respect to the coordinates of the cable and of the circle to `block`, and the force on the circle as in
  /// addForces().
  void addTangent(const TangentFactors& factors, const CableMotion& motion, const FrameKinematics<double>& circle,
                  const FrameJacobian& frame, const double* data, double* block, FrameForce<double>& onCircle) const {
    using D = Dual<5>;
    const int n = frame.size, columns = 8 + n;
    for (int i = 0; i < places; ++i) {
      const Place at = place(i, data);
      const Vec2<double> arm = cable::sum(at.onSegment, motion.position) - Vec2<double>{circle.position.x, circle.position.y},
                         velocity = cable::sum(at.onSegment, motion.velocity) - Vec2<double>{circle.velocity.x, circle.velocity.y};
      Vec2<D> normal;
      const Force<D> on =
          force(Vec2<D>{D::variable(arm.x, 0), D::variable(arm.y, 1)}, Vec2<D>{D::variable(velocity.x, 2), D::variable(velocity.y, 3)},
                D::variable(circle.angularVelocity.z, 4), data[2], normal);
      const Vec2<D> whole = at.weight * (on.normal * normal + on.tangential * perpendicular(normal));
      const D results[3] = {whole.x, whole.y, (at.weight * radius) * on.tangential};
      onCircle.force.x -= whole.x.value, onCircle.force.y -= whole.y.value, onCircle.torque.z -= results[2].value;
      if (factors.coarse) {
        addCoarse(factors, at, motion, arm, velocity, circle.angularVelocity.z, frame, data, block);
        continue;
      }
      for (int c = 0; c < columns; ++c) {
        double by[5] = {};  // derivatives of the arguments of the force with respect to this coordinate
        if (c < 8) {
          const double share = motion.scale(c / 2) * at.onSegment[c / 2];
          by[c % 2] = factors.stiffness * share, by[2 + c % 2] = factors.damping * share;
        } else {
          const int f = c - 8;
          for (int k = 0; k < 2; ++k) {
            by[k] = -factors.stiffness * frame.position[k * n + f];
            by[2 + k] = -(factors.stiffness * frame.velocity[k * n + f] + factors.damping * frame.speed[k * n + f]);
          }
          by[4] = factors.stiffness * frame.angularVelocity[2 * n + f] + factors.damping * frame.rotation[2 * n + f];
        }
        double change[3] = {};
        for (int r = 0; r < 3; ++r)
          for (int m = 0; m < 5; ++m) change[r] += results[r].derivative[m] * by[m];
        for (int row = 0; row < 8; ++row) block[row * columns + c] += motion.scale(row / 2) * at.onCable[row / 2] * change[row % 2];
        for (int f = 0; f < n; ++f)
          block[(8 + f) * columns + c] -=
              frame.position[f] * change[0] + frame.position[n + f] * change[1] + frame.rotation[2 * n + f] * change[2];
      }
    }
  }
};

}  // namespace slipstick
