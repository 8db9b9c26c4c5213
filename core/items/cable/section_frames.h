// Frames fixed to cross-sections of a cable, or to a node with a slope vector.
//
// A section has the position r = Σ a_j e_j and the slope r' = Σ b_j e_j, where e_j are the positions and slopes of the nodes. Its frame is
// rotated by the angle φ of r' and located at r + y n with the unit normal n: the section remains rigid and normal to r'.
#pragma once

#include "core/items/frame_loop.h"

namespace slipstick {

/// The angle φ = Im log r' of a moving slope, and its derivatives with respect to r'.
template <class S>
struct CrossSection {
  Vec2<S> tangent;  // r' / |r'|
  Vec2<S> turn;     // ∂φ/∂r'
  Vec2<S> curve;    // −1/r'²: ∂²φ = Im(curve dr' dr')
  Vec2<S> slopeRate;
  S spin;  // φ̇

  CrossSection(const Vec2<S>& slope, const Vec2<S>& rate) : slopeRate(rate) {
    const Vec2<S> inverse = complexInverse(slope);
    tangent = (S(1.0) / sqrt(dot(slope, slope))) * slope;
    turn = imaginaryGradient(inverse);
    curve = -complexProduct(inverse, inverse);
    spin = dot(turn, slopeRate);
  }
  Vec2<S> normal() const { return perpendicular(tangent); }
  S turnBySlope(int k, int l) const { return k != l ? curve.x : k == 0 ? curve.y : -curve.y; }
  Vec2<S> spinBySlope() const { return imaginaryGradient(complexProduct(curve, slopeRate)); }
  /// The derivative with respect to r' of the generalised force on r' from a force at distance y from the centre line and a torque.
  void forceBySlope(const Vec2<S>& force, const S& torque, double y, S out[2][2]) const {
    const S moment = torque - y * dot(force, tangent), normalForce = y * dot(force, normal());
    for (int k = 0; k < 2; ++k)
      for (int l = 0; l < 2; ++l) out[k][l] = moment * turnBySlope(k, l) - normalForce * turn[k] * turn[l];
  }
};

/// Frames whose motion depends on N vectors of coordinates: position and slope of each of N/2 nodes, 4 coordinates per node.
template <int N>
class SectionFrames {
 public:
  struct Weights {
    double position[N];  // a_j
    double slope[N];     // b_j
  };
  enum class Kind {
    section,
    point,  // without orientation
    mass,   // a point of which only the position is used
  };
  /// Adds an entry to the frame arrays. `first` are the first coordinates of the nodes, `offset` is y. A point may have a fixed offset
  /// `place`.
  int add(const std::array<int, N / 2>& first, const Weights& weights, double offset, Kind kind, Assembly& assembly,
          const Vector3& place = {}) {
    Frame frame{0, first, {}, weights, {}, {}, offset, kind, place};
    std::vector<int> coordinates;
    for (int i = 0; i < 2 * N; ++i) {
      coordinates.push_back(first[i / 4] + i % 4);
      frame.reference[i] = assembly.reference[coordinates.back()];
    }
    frame.slot = assembly.addFrame(std::move(coordinates));
    frame.refer();
    frames_.push_back(frame);
    return static_cast<int>(frames_.size()) - 1;
  }
  int slot(int frame) const { return frames_[frame].slot; }
  /// Returns the number that the frame had, or -1.
  int drop(int slot) {
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      if (frames_[i].slot != slot) continue;
      frames_.erase(frames_.begin() + static_cast<std::ptrdiff_t>(i));
      return static_cast<int>(i);
    }
    return -1;
  }
  void setWeights(int frame, const Weights& weights) { frames_[frame].weights = weights, frames_[frame].refer(); }

  template <class S>
  void kinematics(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) {
      FrameKinematics<S>& out = sweep.frames[frame.slot];
      Vec2<S> r = total(frame, frame.weights.position, sweep.q, frame.position);
      if (frame.kind == Kind::mass) {
        out.position = {r.x, r.y, S(0.0)};
        continue;
      }
      Vec2<S> v = rate(frame, frame.weights.position, sweep.q_t);
      if (frame.kind == Kind::section) {
        const CrossSection<S> section = at(frame, sweep);
        r += frame.offset * section.normal();
        v -= (frame.offset * section.spin) * section.tangent;
        out.angularVelocity = out.angularVelocityLocal = {S(0.0), S(0.0), section.spin};
        out.rotation = {
            {{section.tangent.x, -section.tangent.y, S(0.0)}, {section.tangent.y, section.tangent.x, S(0.0)}, {S(0.0), S(0.0), S(1.0)}}};
      }
      out.position = Vec3<S>{r.x, r.y, S(0.0)} + frame.place;
      out.velocity = {v.x, v.y, S(0.0)};
    }
  }
  template <class S>
  void back(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) {
      const FrameForce<S>& wrench = sweep.frameForces[frame.slot];
      const Vec2<S> force{wrench.force.x, wrench.force.y};
      addTo(sweep, frame, frame.weights.position, force);
      if (frame.kind != Kind::section) continue;
      const CrossSection<S> section = at(frame, sweep);
      addTo(sweep, frame, frame.weights.slope, (wrench.torque.z - frame.offset * dot(force, section.tangent)) * section.turn);
    }
  }
  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const {
    for (const Frame& frame : frames_) {
      FrameJacobian& jacobian = (*tangent.frames)[frame.slot];
      if (jacobian.size == 0) continue;
      const int n = jacobian.size;
      const Weights& w = frame.weights;
      for (int j = 0; j < N; ++j) jacobian.position[2 * j] = jacobian.position[n + 2 * j + 1] = w.position[j];
      if (frame.kind != Kind::section) continue;
      const CrossSection<double> section = at(frame, sweep);
      const Vec2<double> normal = section.normal(), &t = section.tangent;
      for (int i = 0; i < 2 * N; ++i) {
        const int j = i / 2, k = i % 2;
        const double turn = w.slope[j] * section.turn[k];           // ∂φ/∂q
        const double spin = w.slope[j] * section.spinBySlope()[k];  // ∂φ̇/∂q
        for (int row = 0; row < 2; ++row) {
          jacobian.position[row * n + i] = (row == k ? w.position[j] : 0.0) - frame.offset * turn * t[row];
          jacobian.velocity[row * n + i] = -frame.offset * (spin * t[row] + section.spin * turn * normal[row]);
        }
        jacobian.rotation[2 * n + i] = turn;
        jacobian.angularVelocity[2 * n + i] = spin;
      }
    }
  }
  /// The change of the generalised forces as force and torque change direction: zero for a point on the centre line.
  void backTangent(Tangent& tangent, const Sweep<double>& sweep) const {
    for (const Frame& frame : frames_) {
      if (frame.kind != Kind::section) continue;
      const FrameForce<double>& wrench = sweep.frameForces[frame.slot];
      const Vec2<double> force{wrench.force.x, wrench.force.y};
      const CrossSection<double> section = at(frame, sweep);
      double derivative[2][2];
      section.forceBySlope(force, wrench.torque.z, frame.offset, derivative);
      double block[4 * N * N];
      int coordinates[2 * N];
      for (int i = 0; i < 2 * N; ++i) {
        coordinates[i] = coordinate(frame, i / 2) + i % 2;
        for (int l = 0; l < 2 * N; ++l)
          block[2 * N * i + l] =
              tangent.factors.stiffness * frame.weights.slope[i / 2] * frame.weights.slope[l / 2] * derivative[i % 2][l % 2];
      }
      tangent.sink.add(coordinates, 2 * N, coordinates, 2 * N, block, 2 * N);
    }
  }

 private:
  struct Frame {
    int slot;
    std::array<int, N / 2> first;
    std::array<double, 2 * N> reference;
    Weights weights;
    Vec2<double> position, slope;  // in the reference configuration
    double offset;
    Kind kind;
    Vector3 place;

    void refer() {
      position = slope = {};
      for (int j = 0; j < N; ++j) {
        const Vec2<double> at{reference[2 * j], reference[2 * j + 1]};
        position += weights.position[j] * at, slope += weights.slope[j] * at;
      }
    }
  };
  template <class S>
  static CrossSection<S> at(const Frame& frame, const Sweep<S>& sweep) {
    return {total(frame, frame.weights.slope, sweep.q, frame.slope), rate(frame, frame.weights.slope, sweep.q_t)};
  }
  static int coordinate(const Frame& frame, int j) { return frame.first[j / 2] + 2 * (j % 2); }
  template <class S>
  static Vec2<S> rate(const Frame& frame, const double* weights, const S* rates) {
    Vec2<S> sum{};
    for (int j = 0; j < N; ++j) sum += weights[j] * Vec2<S>{rates[coordinate(frame, j)], rates[coordinate(frame, j) + 1]};
    return sum;
  }
  template <class S>
  static Vec2<S> total(const Frame& frame, const double* weights, const S* q, const Vec2<double>& reference) {
    return rate(frame, weights, q) + Vec2<S>{S(reference.x), S(reference.y)};
  }
  /// Adds the weighted generalised force of a force on the coordinates.
  template <class S>
  static void addTo(Sweep<S>& sweep, const Frame& frame, const double* weights, const Vec2<S>& force) {
    for (int j = 0; j < N; ++j)
      for (int k = 0; k < 2; ++k) sweep.residual[coordinate(frame, j) + k] += weights[j] * force[k];
  }
  std::vector<Frame> frames_;
};

/// The loop of items with such frames, and with the roles Own.
template <int N, class Derived, class Item, class... Own>
using SectionLoop = FrameLoop<LoopOf<Derived, Item, role::Moving, role::Turning, Own...>, SectionFrames<N>>;

}  // namespace slipstick
