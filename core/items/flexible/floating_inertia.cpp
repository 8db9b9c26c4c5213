// Loaded on demand: few models have flexible bodies.
#include "core/items/flexible/floating_inertia.h"

namespace slipstick {

void FloatingInertia::reserve(int modes) {
  if (modes > static_cast<int>(modes_.size())) modes_.resize(modes);
}

static void add(Matrix3& sum, double factor, const Matrix3& matrix) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum[i][j] += factor * matrix[i][j];
}

void FloatingInertia::update(const InertiaTerms& terms, const FloatingFrame& frame, const Sweep<double>& sweep) {
  terms_ = &terms, motion_ = &frame.motion(sweep);
  const double* q_tt = sweep.q_tt;
  angularAccelerations_ = q_tt ? q_tt + frame.rigid + 3 : nullptr;
  Vector3 acceleration;
  angular_ = {};
  if (q_tt) rigidAccelerations<EulerParameters>(*motion_, q_tt + frame.rigid, acceleration, angular_);
  acceleration_ = transposeTimes(motion_->rotation, acceleration), spin_ = motion_->angularVelocityLocal;
  for (int k = 0; k < terms.modes; ++k) {
    const int c = frame.flexible + k;
    modes_[k] = {sweep.q[c], sweep.q_t[c], q_tt ? q_tt[c] : 0.0, terms.couplings[k], {}, terms.turns[k], {}, {}, 0};
  }
  firstMoment_ = terms.firstMoment, inertia_ = terms.inertia, firstMomentRate_ = inertiaRate_ = {};
  for (int k = 0; k < terms.modes; ++k) {
    Mode& mode = modes_[k];
    for (int l = 0; l < terms.modes; ++l) {
      const Mode& other = modes_[l];
      add(mode.coupling, other.value, terms.quadraticOf(l, k));
      add(mode.couplingRate, other.rate, terms.quadraticOf(k, l));
      mode.turn += other.value * terms.gyroscopicOf(l, k), mode.gyroscopic += other.rate * terms.gyroscopicOf(l, k);
      mode.gyroscopicRow += other.acceleration * terms.gyroscopicOf(k, l);
      mode.flexible += terms.flexible[k * terms.modes + l] * other.acceleration;
    }
    add(firstMoment_, mode.value, terms.levers[k]), add(firstMomentRate_, mode.rate, terms.levers[k]);
    add(inertia_, mode.value, mode.coupling), add(inertia_, mode.value, transpose(terms.couplings[k]));
    add(inertiaRate_, mode.rate, mode.coupling);
  }
  force_ = terms.mass * acceleration_ - firstMoment_ * angular_ - cross(spin_, firstMoment_ * spin_) - 2.0 * (firstMomentRate_ * spin_);
  moment_ =
      inertia_ * angular_ - transposeTimes(firstMoment_, acceleration_) + cross(spin_, inertia_ * spin_) + 2.0 * (inertiaRate_ * spin_);
  for (int k = 0; k < terms.modes; ++k) {
    force_ += modes_[k].acceleration * terms.shifts[k];
    moment_ -= modes_[k].acceleration * modes_[k].turn;
  }
}

void FloatingInertia::writeRigid(const Vector3& localForce, const Vector3& moment, double* out) const {
  const Vector3 force = motion_->rotation * localForce;
  const auto g = motion_->localRates();
  for (int i = 0; i < 3; ++i) {
    out[i] += force[i];
    for (int j = 0; j < 4; ++j) out[3 + j] += g[i][j] * moment[i];
  }
}

void FloatingInertia::addForces(double* rigid, double* flexible) const {
  writeRigid(force_, moment_, rigid);
  for (int k = 0; k < terms_->modes; ++k) {
    const Mode& mode = modes_[k];
    flexible[k] += dot(terms_->shifts[k], acceleration_) - dot(mode.turn, angular_) + mode.flexible - dot(spin_, mode.coupling * spin_) -
                   2.0 * dot(mode.gyroscopic, spin_);
  }
}

void FloatingInertia::column(int j, const TangentFactors& factors, double* out) const {
  if (j >= 7) return modeColumn(j - 7, factors, out);
  if (j < 3) return rigidColumn({{}, factors.mass * motion_->rotation.row(j), {}, {}}, out);
  rigidColumn(changeBy(j - 3, factors), out);
  double derivative[4][4];
  EulerParameters::rotationalForceDerivative(motion_->parameters, {}, moment_, derivative);
  for (int i = 0; i < 4; ++i) out[3 + i] += factors.stiffness * derivative[i][j - 3];
}

/// The change of the motion of the frame with an Euler parameter and its rate.
FloatingInertia::Change FloatingInertia::changeBy(int parameter, const TangentFactors& factors) const {
  const auto g = motion_->localRates();
  double spins[3][4], angulars[3][4] = {};
  EulerParameters::localSpinDerivative(motion_->parameters, motion_->rates, spins);
  if (angularAccelerations_) EulerParameters::localSpinDerivative(motion_->parameters, angularAccelerations_, angulars);
  Change by;
  for (int i = 0; i < 3; ++i) {
    const double turn = g[i][parameter];
    by.turn[i] = factors.stiffness * turn;
    by.spin[i] = factors.stiffness * spins[i][parameter] + factors.damping * turn;
    by.angular[i] = factors.stiffness * angulars[i][parameter] + factors.mass * turn;
  }
  by.acceleration = cross(acceleration_, by.turn);
  return by;
}

void FloatingInertia::rigidColumn(const Change& by, double* out) const {
  const Vector3 force = terms_->mass * by.acceleration - firstMoment_ * by.angular - cross(by.spin, firstMoment_ * spin_) -
                        cross(spin_, firstMoment_ * by.spin) - 2.0 * (firstMomentRate_ * by.spin);
  const Vector3 moment = inertia_ * by.angular - transposeTimes(firstMoment_, by.acceleration) + cross(by.spin, inertia_ * spin_) +
                         cross(spin_, inertia_ * by.spin) + 2.0 * (inertiaRate_ * by.spin);
  writeRigid(force + cross(by.turn, force_), moment, out);
  for (int k = 0; k < terms_->modes; ++k) {
    const Mode& mode = modes_[k];
    out[7 + k] += dot(terms_->shifts[k], by.acceleration) - dot(mode.turn, by.angular) -
                  dot(mode.coupling * spin_ + transposeTimes(mode.coupling, spin_), by.spin) - 2.0 * dot(mode.gyroscopic, by.spin);
  }
}

void FloatingInertia::modeColumn(int l, const TangentFactors& factors, double* out) const {
  const Mode& mode = modes_[l];
  const Matrix3& lever = terms_->levers[l];
  const double stiffness = factors.stiffness, damping = factors.damping;
  const Matrix3 byValue = mode.coupling + transpose(mode.coupling);  // ∂J/∂ζ
  const Vector3 force =
      -stiffness * (lever * angular_ + cross(spin_, lever * spin_)) - (2.0 * damping) * (lever * spin_) + factors.mass * terms_->shifts[l];
  const Vector3 moment = stiffness * (byValue * angular_ - transposeTimes(lever, acceleration_) - mode.gyroscopicRow +
                                      cross(spin_, byValue * spin_) + 2.0 * (mode.couplingRate * spin_)) +
                         (2.0 * damping) * (mode.coupling * spin_) - factors.mass * mode.turn;
  writeRigid(force, moment, out);
  for (int k = 0; k < terms_->modes; ++k) {
    const Vector3& gyroscopic = terms_->gyroscopicOf(l, k);
    out[7 + k] += factors.mass * terms_->flexible[k * terms_->modes + l] - 2.0 * damping * dot(gyroscopic, spin_) -
                  stiffness * (dot(gyroscopic, angular_) + dot(spin_, terms_->quadraticOf(l, k) * spin_));
  }
}

}  // namespace slipstick
