// The arrays through which one evaluation of the forces flows: kinematics of markers, laws, back to coordinates.
#pragma once

#include <vector>

#include "core/system/kinematics.h"
#include "core/system/matrix_sink.h"

namespace slipstick {

class Hands;

/// Which level of position constraints is evaluated: index 3 (C = 0) or index 2 (Ċ = 0).
enum class ConstraintLevel { position, velocity };

/// One evaluation at one state. S is double, or Dual1 for a directional derivative of constraints and of their forces.
template <class S>
struct Sweep {
  // The state, total over the system.
  S time{};
  const S* q = nullptr;
  const S* q_t = nullptr;
  const S* q_tt = nullptr;    // null: accelerations, and rates of first-order states in their equations, are taken as zero
  const S* lambda = nullptr;  // null: no constraint forces
  const double* data = nullptr;
  const double* reference = nullptr;  // reference values of the coordinates
  const double* sensorValues = nullptr;
  const double* inputs = nullptr;  // values of the inputs of the document
  const Hands* hands = nullptr;
  const std::vector<double>* contacts = nullptr;  // of sets of contacts
  bool contactsFollow = false;                    // whether sets judge at each evaluation what touches, or hold what PostNewton said
  double loadFactor = 1;
  ConstraintLevel level = ConstraintLevel::position;

  // Markers.
  std::vector<FrameKinematics<S>> frames;
  std::vector<FrameForce<S>> frameForces;   // left-hand side
  std::vector<Vector3> referencePositions;  // of the frames, in the reference configuration
  std::vector<ScalarKinematics<S>> scalars;
  std::vector<S> scalarForces;  // left-hand side

  // Results.
  S* residual = nullptr;     // M q̈ + f_lhs − f_load + C_qᵀ λ; of first-order states ẏ − f
  S* constraints = nullptr;  // C, or Ċ

  LawContext<S> law(int dataOffset) const { return {time, data + dataOffset, sensorValues}; }
};

/// Factors of the parts of the tangent; see the solvers.
struct TangentFactors {
  double mass = 0;                    // M
  double stiffness = 0;               // ∂/∂q of the residual without C_qᵀ λ
  double damping = 0;                 // ∂/∂q̇
  double constraintPosition = 1;      // C_q of position constraints
  double constraintVelocity = 1;      // C_q̇ of velocity constraints
  double constraintForce = 1;         // C_qᵀ (C_q̇ᵀ)
  double multiplier = 1;              // C_λ
  double rate = 0;                    // the identity of first-order states: ∂/∂ẏ of ẏ − f
  double firstOrder = 0;              // ∂/∂y of it
  bool loads = false;                 // whether loads are differentiated
  bool accelerations = true;          // whether M q̈ is differentiated by the coordinates
  const double* reactions = nullptr;  // multipliers whose forces are differentiated where they turn with bodies; null: none
  bool massOnly = false;              // the mass matrix alone, without rows of constraints
  bool exact = false;                 // also where solvers are given another tangent on purpose, for the path of their iterations
};

}  // namespace slipstick
