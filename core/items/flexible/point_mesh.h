// Frames on meshes whose nodes are separate point nodes: a mean point, rotated by the mean rotation of its nodes.
//
// With the displacements u_i of its nodes a frame is at p = p₀ + Σ w_i u_i, and is rotated by the rotation vector ϑ = Σ R_i u_i. Its
// angular velocity is T(ϑ) Σ R_i u̇_i. A force F and a torque τ on the frame give the forces w_i F + R_iᵀ Tᵀ(ϑ) τ on the nodes.
#pragma once

#include "core/items/flexible/finite_turn.h"
#include "core/items/flexible/mean_turn.h"
#include "core/system/assembly.h"
#include "core/system/loop.h"

namespace slipstick {

class PointMesh {
 public:
  /// `first`: the first coordinate of each node of the body; each node has three.
  int addFrame(const role::MeshPoint& point, const std::vector<int>& first, Assembly& assembly);

  template <class S>
  void kinematics(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) {
      FrameKinematics<S>& out = sweep.frames[frame.slot];
      out.position = frame.place + frame.mean(sweep.q), out.velocity = frame.mean(sweep.q_t);
      out.rotation = Mat3<S>::identity();
      out.angularVelocity = out.angularVelocityLocal = {};
      if (frame.turns.empty()) continue;
      const FiniteTurn<S> turn(frame.turned(sweep.q));
      out.rotation = turn.matrix();
      out.angularVelocity = turn.times(frame.turned(sweep.q_t));
      out.angularVelocityLocal = transposeTimes(out.rotation, out.angularVelocity);
    }
  }
  template <class S>
  void back(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) {
      const FrameForce<S>& wrench = sweep.frameForces[frame.slot];
      for (std::size_t k = 0; k < frame.coordinates.size(); ++k)
        sweep.residual[frame.coordinates[k]] += frame.weights[k / 3] * wrench.force[k % 3];
      if (frame.turns.empty()) continue;
      const Vec3<S> torque = FiniteTurn<S>(frame.turned(sweep.q)).transposeTimes(wrench.torque);
      for (std::size_t k = 0; k < frame.coordinates.size(); ++k) sweep.residual[frame.coordinates[k]] += dot(frame.turns[k], torque);
    }
  }
  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const;
  /// The change of the generalised forces of torques as the frame rotates.
  void backTangent(Tangent& tangent, Sweep<double>& sweep) const;

 private:
  struct Frame {
    int slot;
    std::vector<int> coordinates;  // three of each node
    Vector3 place;                 // p₀
    std::vector<double> weights;   // of each node
    std::vector<Vector3> turns;    // columns of R, by coordinate; empty: the frame does not rotate

    template <class S>
    Vec3<S> mean(const S* values) const {
      Vec3<S> sum;
      for (std::size_t k = 0; k < coordinates.size(); ++k) sum[k % 3] += weights[k / 3] * values[coordinates[k]];
      return sum;
    }
    template <class S>
    Vec3<S> turned(const S* values) const {
      Vec3<S> sum;
      for (std::size_t k = 0; k < coordinates.size(); ++k) sum += values[coordinates[k]] * turns[k];
      return sum;
    }
  };
  std::vector<Frame> frames_;
  Drawer<std::vector<double>> block_;
};

}  // namespace slipstick
