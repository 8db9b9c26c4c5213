// Frames on the meshes of flexible bodies: points and means of mesh nodes, and their motion with the floating frame and the modes.
//
// A point is at p = p₀ + S ζ in the floating frame, with one column s of S for each mode. Its frame is rotated relative to the floating
// frame by the rotation vector ϑ = R ζ. Its velocity is ṙ + A (ω̄ × p + S ζ̇), its angular velocity A (ω̄ + T(ϑ) R ζ̇). A force F and a
// torque τ at the point give the generalised forces F, Gᵀ τ + Ḡᵀ (p × Aᵀ F), Sᵀ Aᵀ F + Rᵀ Tᵀ Aᵀ τ.
#pragma once

#include "core/items/flexible/finite_turn.h"
#include "core/system/rigid_nodes.h"

namespace slipstick {

/// The indices of the coordinates of a flexible body.
struct FloatingFrame {
  const RigidMotions<EulerParameters>* motions = nullptr;
  int node = 0;                            // index among the motions
  int rigid = 0, flexible = 0, modes = 0;  // first coordinates of its two nodes, and the number of modes

  int size() const { return 7 + modes; }
  /// The index of the i-th coordinate in the system.
  int coordinate(int i) const { return i < 7 ? rigid + i : flexible + i - 7; }
  std::vector<int> coordinates() const {
    std::vector<int> numbers;
    for (int i = 0; i < size(); ++i) numbers.push_back(coordinate(i));
    return numbers;
  }
  template <class S>
  const RigidMotion<S, EulerParameters>& motion(const Sweep<S>& sweep) const {
    return motions->of(sweep)[node];
  }
};

/// Σ v_k z_k
template <class S>
Vec3<S> weighted(const std::vector<Vector3>& vectors, const S* weights) {
  Vec3<S> sum;
  for (std::size_t k = 0; k < vectors.size(); ++k) sum += weights[k] * vectors[k];
  return sum;
}

struct MeshFrame {
  const FloatingFrame* body;
  int slot;
  Vector3 place;                // p₀
  std::vector<Vector3> shifts;  // s, by mode
  std::vector<Vector3> turns;   // r, by mode; empty: the frame does not rotate relative to the floating frame

  template <class S>
  Vec3<S> position(const Sweep<S>& sweep) const {
    return place + weighted(shifts, sweep.q + body->flexible);
  }
  template <class S>
  FiniteTurn<S> turn(const Sweep<S>& sweep) const {
    return FiniteTurn<S>(weighted(turns, sweep.q + body->flexible));
  }
};

class MeshFrames {
 public:
  void reserve(int bodies) { bodies_.reserve(bodies); }  // frames point to them
  void add(const FloatingFrame& body, Assembly& assembly);
  const FloatingFrame& body(int index) const { return bodies_[index]; }
  int addFrame(int body, MeshFrame frame, Assembly& assembly);

  template <class S>
  void kinematics(Sweep<S>& sweep) const {
    for (const MeshFrame& frame : frames_) {
      const RigidMotion<S, EulerParameters>& motion = frame.body->motion(sweep);
      const Vec3<S> at = frame.position(sweep), rate = weighted(frame.shifts, sweep.q_t + frame.body->flexible);
      FrameKinematics<S>& out = sweep.frames[frame.slot];
      out.position = motion.position + motion.rotation * at;
      out.velocity = motion.velocity + motion.rotation * (cross(motion.angularVelocityLocal, at) + rate);
      out.rotation = motion.rotation;
      out.angularVelocity = motion.angularVelocity, out.angularVelocityLocal = motion.angularVelocityLocal;
      if (frame.turns.empty()) continue;
      const FiniteTurn<S> turn = frame.turn(sweep);
      const Mat3<S> against = turn.matrix();
      const Vec3<S> spin = motion.angularVelocityLocal + turn.times(weighted(frame.turns, sweep.q_t + frame.body->flexible));
      out.rotation = motion.rotation * against;
      out.angularVelocity = motion.rotation * spin, out.angularVelocityLocal = transposeTimes(against, spin);
    }
  }
  template <class S>
  void back(Sweep<S>& sweep) const {
    for (const MeshFrame& frame : frames_) {
      const RigidMotion<S, EulerParameters>& motion = frame.body->motion(sweep);
      const FrameForce<S>& wrench = sweep.frameForces[frame.slot];
      const Vec3<S> force = transposeTimes(motion.rotation, wrench.force), moment = cross(frame.position(sweep), force);
      const auto g = motion.globalRates(), local = motion.localRates();
      S* rigid = sweep.residual + frame.body->rigid;
      for (int i = 0; i < 3; ++i) {
        rigid[i] += wrench.force[i];
        for (int j = 0; j < 4; ++j) rigid[3 + j] += g[i][j] * wrench.torque[i] + local[i][j] * moment[i];
      }
      S* flexible = sweep.residual + frame.body->flexible;
      for (int k = 0; k < frame.body->modes; ++k) flexible[k] += dot(frame.shifts[k], force);
      if (frame.turns.empty()) continue;
      const Vec3<S> torque = frame.turn(sweep).transposeTimes(transposeTimes(motion.rotation, wrench.torque));
      for (int k = 0; k < frame.body->modes; ++k) flexible[k] += dot(frame.turns[k], torque);
    }
  }
  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const;
  void backTangent(Tangent& tangent, const Sweep<double>& sweep) const;

 private:
  std::vector<FloatingFrame> bodies_;
  std::vector<MeshFrame> frames_;
  struct Work {
    std::vector<int> coordinates;
    std::vector<double> block;
  };
  Drawer<Work> work_;
};

}  // namespace slipstick
