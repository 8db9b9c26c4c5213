// Loaded on demand: few models have flexible bodies.
#include "core/items/flexible/mesh_frames.h"

namespace slipstick {

void MeshFrames::add(const FloatingFrame& body, Assembly& assembly) {
  bodies_.push_back(body);
  assembly.add(work_);
  const std::size_t size = static_cast<std::size_t>(4) + body.modes;
  Work& work = *work_.empty;
  work.coordinates.resize(std::max(work.coordinates.size(), size)), work.block.resize(std::max(work.block.size(), size * size));
}

int MeshFrames::addFrame(int body, MeshFrame frame, Assembly& assembly) {
  frame.body = &bodies_[body];
  frame.slot = assembly.addFrame(frame.body->coordinates());
  frames_.push_back(std::move(frame));
  return frames_.back().slot;
}

namespace {

template <class Rates>
Vector3 columnOf(const Rates& g, int j) {
  return {g[0][j], g[1][j], g[2][j]};
}

/// The columns of the four derivatives of a frame's motion.
struct Columns {
  FrameJacobian& jacobian;

  void set(int column, const Vector3& position, const Vector3& rotation, const Vector3& velocity, const Vector3& angularVelocity) {
    for (int i = 0; i < 3; ++i) {
      const int at = i * jacobian.size + column;
      jacobian.position[at] = position[i], jacobian.rotation[at] = rotation[i];
      jacobian.velocity[at] = velocity[i], jacobian.angularVelocity[at] = angularVelocity[i];
    }
  }
};

/// The columns of the Euler parameters. `rate` is S ζ̇, `spin` the local angular velocity of the frame.
void setTurns(const RigidMotion<double, EulerParameters>& motion, const Vector3& at, const Vector3& rate, const Vector3& spin,
              Columns columns) {
  const Matrix3& rotation = motion.rotation;
  const Vector3 velocity = cross(motion.angularVelocityLocal, at) + rate;
  const auto local = motion.localRates();
  double spins[3][4];  // ∂ω̄/∂θ
  EulerParameters::localSpinDerivative(motion.parameters, motion.rates, spins);
  for (int j = 0; j < 4; ++j) {
    const Vector3 turn = columnOf(local, j), change = columnOf(spins, j);
    columns.set(3 + j, rotation * cross(turn, at), rotation * turn, rotation * (cross(turn, velocity) + cross(change, at)),
                rotation * (cross(turn, spin) + change));
  }
}

}  // namespace

void MeshFrames::jacobians(Tangent& tangent, const Sweep<double>& sweep) const {
  for (const MeshFrame& frame : frames_) {
    FrameJacobian& jacobian = (*tangent.frames)[frame.slot];
    if (jacobian.size == 0) continue;  // not differentiated
    const RigidMotion<double, EulerParameters>& motion = frame.body->motion(sweep);
    const Matrix3& rotation = motion.rotation;
    const double* rates = sweep.q_t + frame.body->flexible;
    const bool turns = !frame.turns.empty();
    const FiniteTurn<double> turn(turns ? frame.turn(sweep) : FiniteTurn<double>({}));
    const Vector3 turnRate = turns ? weighted(frame.turns, rates) : Vector3{};
    const Matrix3 bySpin = turnDerivative(turn, turnRate, false);
    Columns columns{jacobian};
    setTurns(motion, frame.position(sweep), weighted(frame.shifts, rates), motion.angularVelocityLocal + turn.times(turnRate), columns);
    for (int i = 0; i < 3; ++i) jacobian.position[i * jacobian.size + i] = 1;
    for (int k = 0; k < frame.body->modes; ++k) {
      const Vector3 &shift = frame.shifts[k], own = turns ? frame.turns[k] : Vector3{};
      columns.set(7 + k, rotation * shift, rotation * turn.times(own), rotation * cross(motion.angularVelocityLocal, shift),
                  rotation * (bySpin * own));
    }
  }
}

/// Differentiates with respect to Euler parameters and modes, at constant force and torque.
void MeshFrames::backTangent(Tangent& tangent, const Sweep<double>& sweep) const {
  Work& work = sweep[work_];
  for (const MeshFrame& frame : frames_) {
    const FloatingFrame& body = *frame.body;
    const RigidMotion<double, EulerParameters>& motion = body.motion(sweep);
    const FrameForce<double>& wrench = sweep.frameForces[frame.slot];
    const Vector3 at = frame.position(sweep), force = transposeTimes(motion.rotation, wrench.force),
                  torque = transposeTimes(motion.rotation, wrench.torque);
    const bool turns = !frame.turns.empty();
    const FiniteTurn<double> turn(turns ? frame.turn(sweep) : FiniteTurn<double>({}));
    const Matrix3 byTurn = turnDerivative(turn, torque, true);
    const int size = 4 + body.modes;
    const auto local = motion.localRates();
    double turned[4][4];
    EulerParameters::rotationalForceDerivative(motion.parameters, wrench.torque, cross(at, force), turned);
    for (int i = 0; i < size; ++i) work.coordinates[i] = i < 4 ? body.rigid + 3 + i : body.flexible + i - 4;
    for (int j = 0; j < size; ++j) {
      const bool rigid = j < 4;
      const Vector3 around = rigid ? columnOf(local, j) : Vector3{}, own = rigid || !turns ? Vector3{} : frame.turns[j - 4];
      const Vector3 forceChange = cross(force, around), torqueChange = turn.transposeTimes(cross(torque, around)) + byTurn * own;
      const Vector3 moment = cross(at, forceChange) + (rigid ? Vector3{} : cross(frame.shifts[j - 4], force));
      for (int i = 0; i < size; ++i) {
        double entry = i < 4 ? dot(columnOf(local, i), moment) + (rigid ? turned[i][j] : 0.0) : dot(frame.shifts[i - 4], forceChange);
        if (i >= 4 && turns) entry += dot(frame.turns[i - 4], torqueChange);
        work.block[i * size + j] = tangent.factors.stiffness * entry;
      }
    }
    tangent.sink.add(work.coordinates.data(), size, work.coordinates.data(), size, work.block.data(), size);
  }
}

}  // namespace slipstick
