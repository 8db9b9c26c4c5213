// Inertia forces of a mesh in a floating frame with Euler parameters, and their derivatives.
//
// With s̃ = m c̃ + Σ ζ_k Φᵀ M ψ̃_k, N_k = p̃ᵀ M ψ̃_k, E_k = p̃ᵀ M ψ_k and J = p̃ᵀ M p̃ of the deformed mesh, and the acceleration a = Aᵀ r̈ of the
// frame in its own axes:
//   force   A (m a − s̃ ᾱ + Σ ζ̈_k Φᵀ M ψ_k − ω̄ × s̃ ω̄ − 2 Σ ζ̇_k Φᵀ M ψ̃_k ω̄)
//   moment  Ḡᵀ (−s̃ᵀ a + J ᾱ − Σ ζ̈_k E_k + ω̄ × J ω̄ + 2 Σ ζ̇_k N_k ω̄)
//   mode k  (Φᵀ M ψ_k)·a − E_k·ᾱ + (Ψᵀ M Ψ ζ̈)_k − ω̄·N_k ω̄ − 2 Σ ζ̇_l (ψ̃_lᵀ M ψ_k)·ω̄
#pragma once

#include "core/items/flexible/inertia_terms.h"
#include "core/items/flexible/mesh_frames.h"

namespace slipstick {

class FloatingInertia {
 public:
  void reserve(int modes);
  /// Computes the quantities that depend on the state; call before the other functions.
  void update(const InertiaTerms& terms, const FloatingFrame& frame, const Sweep<double>& sweep);
  /// Adds the force, the moment and the forces on the modes.
  void addForces(double* rigid, double* flexible) const;
  /// The column of coordinate j, of 7 and the modes, with one row for each, weighted by the factors.
  void column(int j, const TangentFactors& factors, double* out) const;

 private:
  struct Change {
    Vector3 turn, acceleration, spin, angular;
  };
  Change changeBy(int parameter, const TangentFactors& factors) const;
  void rigidColumn(const Change& by, double* out) const;
  void modeColumn(int l, const TangentFactors& factors, double* out) const;
  /// The rows of the frame, from a force and a moment in its axes.
  void writeRigid(const Vector3& localForce, const Vector3& moment, double* out) const;

  const InertiaTerms* terms_ = nullptr;
  const RigidMotion<double, EulerParameters>* motion_ = nullptr;
  const double* angularAccelerations_ = nullptr;  // θ̈, or null
  Vector3 acceleration_, angular_, spin_;         // a, ᾱ, ω̄
  Matrix3 firstMoment_, firstMomentRate_, inertia_, inertiaRate_;
  Vector3 force_, moment_;  // in the axes of the frame
  struct Mode {
    double value, rate, acceleration;
    Matrix3 coupling, couplingRate;           // N_k, Σ ζ̇_l ψ̃_kᵀ M ψ̃_l
    Vector3 turn, gyroscopic, gyroscopicRow;  // E_k, Σ ζ̇_l ψ̃_lᵀ M ψ_k, Σ ζ̈_l ψ̃_kᵀ M ψ_l
    double flexible;                          // (Ψᵀ M Ψ ζ̈)_k
  };
  std::vector<Mode> modes_;
};

}  // namespace slipstick
