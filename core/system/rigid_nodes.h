// Rigid-body nodes with any rotation parametrisation P: their motion, the frames attached to them, and the transfer of forces to
// coordinates.
//
// Coordinates: [u, ψ] with position r = r_ref + u and rotation parameters θ = θ_ref + ψ. A point b fixed to the body has p = r + A b, v
// = ṙ + A (ω̄ × b), and a force F and torque τ there give Q = [F; Gᵀ τ + Ḡᵀ (b × Aᵀ F)]. The local form of the lever arm is used because
// it remains exact if the norm of Euler parameters drifts (index 2).
#pragma once

#include <algorithm>

#include "core/math/rotations.h"
#include "core/system/loop.h"

namespace slipstick {

template <class S, int R>
struct RigidMotionWithoutRates {
  Vec3<S> position, velocity, angularVelocityLocal, angularVelocity;
  Mat3<S> rotation;
  S parameters[R], rates[R];
};
/// The motion of one node, computed once per sweep, with G and Ḡ.
template <class S, class P>
struct RigidMotion : RigidMotionWithoutRates<S, P::size> {
  const auto& globalRates() const { return globalRates_; }
  const auto& localRates() const { return localRates_; }
  void setRates() {
    P::globalRates(this->parameters, globalRates_);
    P::localRates(this->parameters, localRates_);
  }

 private:
  S globalRates_[3][P::size], localRates_[3][P::size];
};
/// The matrices of Euler parameters contain only the parameters, twice and in different order. They are computed on demand, which takes
/// less memory traffic.
template <class S>
struct RigidMotion<S, EulerParameters> : RigidMotionWithoutRates<S, EulerParameters::size> {
  struct Rates {
    S rows[3][EulerParameters::size];
    const S* operator[](int i) const { return rows[i]; }
  };
  Rates globalRates() const {
    Rates rates;
    EulerParameters::globalRates(this->parameters, rates.rows);
    return rates;
  }
  Rates localRates() const {
    Rates rates;
    EulerParameters::localRates(this->parameters, rates.rows);
    return rates;
  }
  void setRates() {}
};
/// The matrices of a rotation vector are its rotation and the identity.
template <class S>
struct RigidMotion<S, RotationVector> : RigidMotionWithoutRates<S, RotationVector::size> {
  const auto& globalRates() const { return this->rotation.rows; }
  static const auto& localRates() {
    static constexpr Matrix3 identity = Matrix3::identity();
    return identity.rows;
  }
  void setRates() {}
};

template <class G, class S, int R>
Vec3<S> times(const G (&g)[3][R], const S* rates) {
  Vec3<S> result;
  for (int i = 0; i < 3; ++i) {
    S sum = g[i][0] * rates[0];
    for (int j = 1; j < R; ++j) sum += g[i][j] * rates[j];
    result[i] = sum;
  }
  return result;
}

template <class Rates, class S>
auto times(const Rates& g, const S* rates) -> decltype(times(g.rows, rates)) {
  return times(g.rows, rates);
}

template <class P>
class RigidMotions {
 public:
  static constexpr int R = P::size;
  static constexpr int size = 3 + R;

  struct Node {
    int coordinate;  // first coordinate
    int multiplier;  // multiplier of the norm constraint, or -1
  };

  /// Most nodes have one frame.
  void reserve(int nodes) { nodes_.reserve(nodes), frames_.reserve(nodes); }
  int add(const Node& node, Assembly& assembly) {
    assembly.add(computed_);
    nodes_.push_back(node);
    return static_cast<int>(nodes_.size()) - 1;
  }
  int addFrame(int node, const Vector3& localPosition, Assembly& assembly) {
    const int frame = assembly.addFrame(Assembly::range(nodes_[node].coordinate, size));
    const auto after = [](int number, const Frame& other) { return number < other.node; };
    frames_.insert(std::upper_bound(frames_.begin(), frames_.end(), node, after), {node, frame, localPosition});
    return frame;
  }
  void dropFrame(int slot) { dropFrom(frames_, slot); }
  int nodes() const { return static_cast<int>(nodes_.size()); }
  const Node& node(int index) const { return nodes_[index]; }
  /// Returns the motions of all nodes, in order.
  template <class S>
  std::vector<RigidMotion<S, P>>& of(const Sweep<S>& sweep) const {
    if constexpr (std::is_same_v<S, double>)
      return sweep[computed_].motions;
    else
      return sweep[computed_].dualMotions;
  }

  template <class S>
  void kinematics(Sweep<S>& sweep) const {
    auto& motions = of(sweep);
    motions.resize(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) update(nodes_[i], sweep.reference, sweep.q, sweep.q_t, motions[i]);
    for (const Frame& frame : frames_) {
      const RigidMotion<S, P>& motion = motions[frame.node];
      FrameKinematics<S>& out = sweep.frames[frame.slot];
      out.rotation = motion.rotation;
      out.angularVelocity = motion.angularVelocity;
      out.angularVelocityLocal = motion.angularVelocityLocal;
      out.position = motion.position, out.velocity = motion.velocity;
      if (frame.local == Vector3{}) continue;
      out.position += motion.rotation * frame.local;
      out.velocity += motion.rotation * cross(motion.angularVelocityLocal, frame.local);
    }
  }

  /// Processes the frames of a node together.
  template <class S>
  void back(Sweep<S>& sweep) const {
    const auto& motions = of(sweep);
    for (std::size_t i = 0; i < frames_.size();) {
      const int node = frames_[i].node;
      const RigidMotion<S, P>& motion = motions[node];
      Vec3<S> force{}, torque{}, moment{};  // moment of lever arms, local
      for (; i < frames_.size() && frames_[i].node == node; ++i) {
        const FrameForce<S>& wrench = sweep.frameForces[frames_[i].slot];
        force += wrench.force, torque += wrench.torque;
        if (!(frames_[i].local == Vector3{})) moment += cross(frames_[i].local, transposeTimes(motion.rotation, wrench.force));
      }
      S* out = sweep.residual + nodes_[node].coordinate;
      out[0] += force.x, out[1] += force.y, out[2] += force.z;
      const auto& g = motion.globalRates();
      const auto& gLocal = motion.localRates();
      for (int j = 0; j < R; ++j)
        out[3 + j] += g[0][j] * torque.x + g[1][j] * torque.y + g[2][j] * torque.z + gLocal[0][j] * moment.x + gLocal[1][j] * moment.y +
                      gLocal[2][j] * moment.z;
    }
  }

  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const {
    const auto& motions = of(sweep);
    int node = -1;
    double spins[3][R] = {};  // ∂ω/∂θ at constant rates
    for (const Frame& frame : frames_) {
      FrameJacobian& jacobian = (*tangent.frames)[frame.slot];
      if (jacobian.size == 0) continue;  // no law needs derivatives with respect to it
      const RigidMotion<double, P>& motion = motions[frame.node];
      if (frame.node != node) {
        node = frame.node;
        P::globalSpinDerivative(motion.parameters, motion.rates, spins);
      }
      const Vector3 arm = motion.rotation * frame.local;
      const auto& g = motion.globalRates();
      for (int k = 0; k < R; ++k) {
        const Vector3 spin{spins[0][k], spins[1][k], spins[2][k]};
        const Vector3 turn{g[0][k], g[1][k], g[2][k]};
        const Vector3 shift = cross(turn, arm);
        const Vector3 velocity = cross(spin, arm) + cross(motion.angularVelocity, shift);
        for (int i = 0; i < 3; ++i) {
          jacobian.position[i * size + 3 + k] = shift[i];
          jacobian.rotation[i * size + 3 + k] = turn[i];
          jacobian.velocity[i * size + 3 + k] = velocity[i];
          jacobian.angularVelocity[i * size + 3 + k] = spin[i];
        }
      }
      for (int i = 0; i < 3; ++i) jacobian.position[i * size + i] = 1;
    }
  }

  /// ∂(J_posᵀ F + J_rotᵀ τ)/∂θ at constant F, τ, for all frames of a node together.
  void backTangent(Tangent& tangent, const Sweep<double>& sweep) const {
    const auto& motions = of(sweep);
    std::vector<FrameSum>& sums = sweep[computed_].frameSums;
    sums.assign(nodes_.size(), {});
    for (const Frame& frame : frames_) {
      const FrameForce<double>& wrench = sweep.frameForces[frame.slot];
      FrameSum& sum = sums[frame.node];
      sum.torque += wrench.torque;
      if (frame.local == Vector3{}) continue;
      const RigidMotion<double, P>& motion = motions[frame.node];
      sum.moment += cross(frame.local, transposeTimes(motion.rotation, wrench.force));
      // b × δ(Aᵀ F) with δ(Aᵀ F) = Aᵀ (F × δφ)
      const auto& g = motion.globalRates();
      for (int k = 0; k < R; ++k) {
        const Vector3 turn{g[0][k], g[1][k], g[2][k]};
        sum.momentByParameter[k] += cross(frame.local, transposeTimes(motion.rotation, cross(wrench.force, turn)));
      }
    }
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const RigidMotion<double, P>& motion = motions[n];
      const FrameSum& sum = sums[n];
      const auto& g = motion.localRates();
      double derivative[R][R], block[R * R];
      P::rotationalForceDerivative(motion.parameters, sum.torque, sum.moment, derivative);
      int coordinates[R];
      for (int i = 0; i < R; ++i) {
        coordinates[i] = nodes_[n].coordinate + 3 + i;
        const Vector3 column{g[0][i], g[1][i], g[2][i]};
        for (int j = 0; j < R; ++j)
          block[i * R + j] = tangent.factors.stiffness * (derivative[i][j] + dot(column, sum.momentByParameter[j]));
      }
      tangent.sink.add(coordinates, R, coordinates, R, block, R);
    }
  }

  template <class S>
  static void update(const Node& node, const double* reference, const S* q, const S* q_t, RigidMotion<S, P>& motion) {
    reference += node.coordinate, q += node.coordinate, q_t += node.coordinate;
    for (int i = 0; i < 3; ++i) motion.position[i] = reference[i] + q[i], motion.velocity[i] = q_t[i];
    for (int j = 0; j < R; ++j) motion.parameters[j] = reference[3 + j] + q[3 + j], motion.rates[j] = q_t[3 + j];
    motion.rotation = P::matrix(motion.parameters);
    motion.setRates();
    motion.angularVelocityLocal = times(motion.localRates(), motion.rates);
    motion.angularVelocity = motion.rotation * motion.angularVelocityLocal;
  }

 private:
  struct Frame {
    int node, slot;
    Vector3 local;
  };
  struct FrameSum {
    Vector3 torque, moment, momentByParameter[R];
  };

  std::vector<Node> nodes_;
  std::vector<Frame> frames_;  // by node
  struct Computed {
    std::vector<RigidMotion<double, P>> motions;
    std::vector<RigidMotion<Dual1, P>> dualMotions;
    std::vector<FrameSum> frameSums;  // workspace of backTangent()
  };
  Drawer<Computed> computed_;
};

/// Full acceleration of a node: position r̈, local angular acceleration ᾱ = Ḡ θ̈ + Ḡ̇ θ̇.
template <class P, class S>
void rigidAccelerations(const RigidMotion<S, P>& motion, const S* q_tt, Vec3<S>& position, Vec3<S>& angularLocal) {
  position = {q_tt[0], q_tt[1], q_tt[2]};
  angularLocal = times(motion.localRates(), q_tt + 3) + P::rateTerm(motion.parameters, motion.rates);
}

/// Writes the outputs that nodes and bodies share, at a local position; returns false for any other variable.
template <class P, class S>
bool rigidOutput(OutputVariable variable, const RigidMotion<S, P>& motion, const double* reference, const Vector3& local, const S* q_tt,
                 S* out) {
  const Vec3<S> angularVelocity = times(motion.globalRates(), motion.rates);  // G θ̇, not A ω̄: they differ if the norm has drifted
  const auto angularAcceleration = [&] {
    const Vec3<S> rateTerm = motion.rotation * P::rateTerm(motion.parameters, motion.rates);
    return q_tt ? times(motion.globalRates(), q_tt + 3) + rateTerm : rateTerm;
  };
  const auto acceleration = [&] {
    const Vec3<S> arm = motion.rotation * local;
    const Vec3<S> ofNode = q_tt ? Vec3<S>{q_tt[0], q_tt[1], q_tt[2]} : Vec3<S>{};
    return ofNode + cross(angularAcceleration(), arm) + cross(angularVelocity, cross(angularVelocity, arm));
  };
  const Vec3<S> position = motion.position + motion.rotation * local;
  const Vec3<S> velocity = motion.velocity + motion.rotation * cross(motion.angularVelocityLocal, local);
  switch (variable) {
    case OutputVariable::Position:
      writeVector(position, out);
      return true;
    case OutputVariable::Displacement: {
      const Vector3 start = Vector3{reference[0], reference[1], reference[2]} + P::matrix(reference + 3) * local;
      writeVector(position - start, out);
      return true;
    }
    case OutputVariable::Velocity:
      writeVector(velocity, out);
      return true;
    case OutputVariable::VelocityLocal:
      writeVector(transposeTimes(motion.rotation, velocity), out);
      return true;
    case OutputVariable::Acceleration:
      writeVector(acceleration(), out);
      return true;
    case OutputVariable::AccelerationLocal:
      writeVector(transposeTimes(motion.rotation, acceleration()), out);
      return true;
    case OutputVariable::AngularVelocity:
      writeVector(angularVelocity, out);
      return true;
    case OutputVariable::AngularVelocityLocal:
      writeVector(motion.angularVelocityLocal, out);
      return true;
    case OutputVariable::AngularAcceleration:
      writeVector(angularAcceleration(), out);
      return true;
    case OutputVariable::AngularAccelerationLocal:
      writeVector(transposeTimes(motion.rotation, angularAcceleration()), out);
      return true;
    case OutputVariable::RotationMatrix:
      writeMatrix(motion.rotation, out);
      return true;
    case OutputVariable::Rotation:
      writeVector(taitBryanAngles(motion.rotation), out);
      return true;
    default:
      return false;
  }
}

}  // namespace slipstick
