// Loaded on demand: few models have slopes in two directions.
// Compiled for size: few models have this item.
#include "core/items/flexible/slope_frames.h"

namespace slipstick {
namespace {

/// Calls f(slopes, column) with each component of the two slopes as the variable.
template <class F>
void byComponents(const Slopes<double>& slopes, F f) {
  for (int c = 0; c < 6; ++c) {
    Slopes<Dual1> varied;
    for (int k = 0; k < 3; ++k) varied.leading[k].value = slopes.leading[k], varied.other[k].value = slopes.other[k];
    (c < 3 ? varied.leading : varied.other)[c % 3].derivative[0] = 1;
    f(varied, c);
  }
}
Vec3<Dual1> constant(const Vector3& v) { return {Dual1(v.x), Dual1(v.y), Dual1(v.z)}; }
Slopes<Dual1> constant(const Slopes<double>& slopes) { return {constant(slopes.leading), constant(slopes.other)}; }
Vector3 derivative(const Vec3<Dual1>& v) { return {v.x.derivative[0], v.y.derivative[0], v.z.derivative[0]}; }

}  // namespace

int SlopeFrames::add(int item, const Vector3& local, SlopeTerms terms, const Vector3& offset, Assembly& assembly) {
  std::vector<int> coordinates;
  for (const SlopeTerm& term : terms)
    for (int k = 0; k < 3; ++k) coordinates.push_back(term.coordinate + k);
  const int slot = assembly.addFrame(std::move(coordinates));
  frames_.push_back({item, slot, local, std::move(terms), offset});
  return slot;
}

template <class S>
void SlopeFrames::kinematicsOf(Sweep<S>& sweep) const {
  for (const Frame& frame : frames_) {
    FrameKinematics<S>& out = sweep.frames[frame.slot];
    out.position = total(frame.terms, &SlopeTerm::place, sweep);
    out.velocity = weighted(frame.terms, &SlopeTerm::place, sweep.q_t);
    out.rotation = Mat3<S>::identity(), out.angularVelocity = out.angularVelocityLocal = {};
    if (!frame.turns()) continue;
    const Slopes<S> slopes = slopesOf(frame.terms, sweep);
    const SlopeFrame<S> turned(slopes);
    out.rotation = turned.rotation(beams_);
    out.angularVelocity = turned.turn(slopeRates(frame.terms, sweep.q_t));
    out.angularVelocityLocal = transposeTimes(out.rotation, out.angularVelocity);
    const Vec3<S> arm = out.rotation * frame.offset;
    out.position += arm, out.velocity += cross(out.angularVelocity, arm);
  }
}

template <class S>
void SlopeFrames::backOf(Sweep<S>& sweep) const {
  for (const Frame& frame : frames_) {
    const FrameForce<S>& wrench = sweep.frameForces[frame.slot];
    Slopes<S> on;
    if (frame.turns()) {
      const Slopes<S> slopes = slopesOf(frame.terms, sweep);
      on = forces(frame, SlopeFrame<S>(slopes), wrench);
    }
    for (const SlopeTerm& term : frame.terms)
      for (int k = 0; k < 3; ++k)
        sweep.residual[term.coordinate + k] += term.place * wrench.force[k] + term.leading * on.leading[k] + term.other * on.other[k];
  }
}

void SlopeFrames::kinematics(Sweep<double>& sweep) const { kinematicsOf(sweep); }
void SlopeFrames::kinematics(Sweep<Dual1>& sweep) const { kinematicsOf(sweep); }
void SlopeFrames::back(Sweep<double>& sweep) const { backOf(sweep); }
void SlopeFrames::back(Sweep<Dual1>& sweep) const { backOf(sweep); }

void SlopeFrames::jacobians(Tangent& tangent, const Sweep<double>& sweep) const {
  for (const Frame& frame : frames_) {
    FrameJacobian& jacobian = (*tangent.frames)[frame.slot];
    if (jacobian.size == 0) continue;                  // not differentiated
    Vector3 turns[6], spins[6], arm, angularVelocity;  // per component of the slopes
    if (frame.turns()) {
      const Slopes<double> slopes = slopesOf(frame.terms, sweep), rates = slopeRates(frame.terms, sweep.q_t);
      const SlopeFrame<double> turned(slopes);
      arm = turned.rotation(beams_) * frame.offset, angularVelocity = turned.turn(rates);
      byComponents(slopes, [&](const Slopes<Dual1>& varied, int c) {
        Slopes<double> change;
        (c < 3 ? change.leading : change.other)[c % 3] = 1;
        turns[c] = turned.turn(change);
        spins[c] = derivative(SlopeFrame<Dual1>(varied).turn(constant(rates)));
      });
    }
    int column = 0;
    for (const SlopeTerm& term : frame.terms)
      for (int k = 0; k < 3; ++k, ++column) {
        const Vector3 turn = term.leading * turns[k] + term.other * turns[3 + k],
                      spin = term.leading * spins[k] + term.other * spins[3 + k];
        const Vector3 shift = cross(turn, arm), velocity = cross(spin, arm) + cross(angularVelocity, shift);
        for (int i = 0; i < 3; ++i) {
          const int at = i * jacobian.size + column;
          jacobian.position[at] = (i == k ? term.place : 0.0) + shift[i], jacobian.rotation[at] = turn[i];
          jacobian.velocity[at] = velocity[i], jacobian.angularVelocity[at] = spin[i];
        }
      }
  }
}

void SlopeFrames::backTangent(Tangent& tangent, const Sweep<double>& sweep) const {
  for (const Frame& frame : frames_) {
    if (!frame.turns()) continue;
    const FrameForce<double>& wrench = sweep.frameForces[frame.slot];
    const FrameForce<Dual1> held{constant(wrench.force), constant(wrench.torque)};
    const int size = 3 * static_cast<int>(frame.terms.size());
    int coordinates[36];
    double block[36 * 36] = {};
    for (int i = 0; i < size; ++i) coordinates[i] = frame.terms[i / 3].coordinate + i % 3;
    byComponents(slopesOf(frame.terms, sweep), [&](const Slopes<Dual1>& varied, int c) {
      const Slopes<Dual1> on = forces(frame, SlopeFrame<Dual1>(varied), held);
      const Vector3 leading = derivative(on.leading), other = derivative(on.other);
      for (int j = c % 3; j < size; j += 3) {
        const SlopeTerm& by = frame.terms[j / 3];
        const double share = tangent.factors.stiffness * (c < 3 ? by.leading : by.other);
        for (int i = 0; i < size; ++i) {
          const SlopeTerm& term = frame.terms[i / 3];
          block[i * size + j] += share * (term.leading * leading[i % 3] + term.other * other[i % 3]);
        }
      }
    });
    tangent.sink.add(coordinates, size, coordinates, size, block, size);
  }
}

/// The motion of a point with an offset in the axes of the frame.
template <class S>
static Vec3<S> velocityBeside(const Slopes<S>& slopes, const Slopes<S>& rates, const Vector3& offset, bool beam) {
  const SlopeFrame<S> frame(slopes);
  return cross(frame.turn(rates), frame.rotation(beam) * offset);
}
static Slopes<Dual1> changing(const Slopes<double>& slopes, const Slopes<double>& rates) {
  Slopes<Dual1> result = constant(slopes);
  for (int k = 0; k < 3; ++k) result.leading[k].derivative[0] = rates.leading[k], result.other[k].derivative[0] = rates.other[k];
  return result;
}

bool slopeOutput(OutputVariable variable, const SlopeTerms& terms, bool beam, const Sweep<double>& sweep, double* out,
                 const Vector3& offset) {
  const Slopes<double> slopes = slopesOf(terms, sweep), rates = slopeRates(terms, sweep.q_t);
  const SlopeFrame<double> frame(slopes);
  const Matrix3 rotation = frame.rotation(beam);
  const auto sum = [&](const double* values) { return weighted(terms, &SlopeTerm::place, values); };
  const auto velocity = [&] { return sum(sweep.q_t) + velocityBeside(slopes, rates, offset, beam); };
  const auto displacement = [&] {
    const Slopes<double> reference = slopeRates(terms, sweep.reference);
    return sum(sweep.q) + rotation * offset - SlopeFrame<double>(reference).rotation(beam) * offset;
  };
  const auto acceleration = [&] {
    const Slopes<double> accelerations = slopeRates(terms, sweep.q_tt);
    return sum(sweep.q_tt) + derivative(velocityBeside(changing(slopes, rates), changing(rates, accelerations), offset, beam));
  };
  switch (variable) {
    case OutputVariable::Position:
      writeVector(total(terms, &SlopeTerm::place, sweep) + rotation * offset, out);
      return true;
    case OutputVariable::Displacement:
      writeVector(displacement(), out);
      return true;
    case OutputVariable::Velocity:
      writeVector(velocity(), out);
      return true;
    case OutputVariable::VelocityLocal:
      writeVector(transposeTimes(rotation, velocity()), out);
      return true;
    case OutputVariable::Acceleration:
      writeVector(sweep.q_tt ? acceleration() : Vector3{}, out);
      return true;
    case OutputVariable::AngularVelocity:
      writeVector(frame.turn(rates), out);
      return true;
    case OutputVariable::AngularVelocityLocal:
      writeVector(transposeTimes(rotation, frame.turn(rates)), out);
      return true;
    case OutputVariable::RotationMatrix:
      writeMatrix(rotation, out);
      return true;
    case OutputVariable::Rotation:
      writeVector(taitBryanAngles(rotation), out);
      return true;
    default:
      return false;
  }
}

}  // namespace slipstick
