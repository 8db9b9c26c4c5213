// The arrays through which one evaluation of the forces flows: kinematics of markers, laws, back to coordinates.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/system/kinematics.h"
#include "core/system/matrix_sink.h"

namespace slipstick {

struct Touch;

/// Functions that no step calls: compiled to be small, with all that is inlined into them.
#define SLIPSTICK_SMALL [[gnu::cold]]

/// Which level of position constraints is evaluated: index 3 (C = 0) or index 2 (Ċ = 0).
enum class ConstraintLevel { position, velocity };

/// What a loop computes in an evaluation is a T in the caller's workspace, which begins as a copy of `empty`. Loops register their drawers
/// while the system is assembled.
template <class T>
struct Drawer {
  int number = -1;
  std::shared_ptr<T> empty = std::make_shared<T>();
};
/// Makes the content of a drawer.
struct DrawerKind {
  std::shared_ptr<const void> empty;
  std::shared_ptr<void> (*copy)(const void* empty);
};

/// One evaluation at one state, as loops see it: the state, what is asked for, and the arrays of a workspace. S is double, or Dual1 for a
/// directional derivative of constraints and of their forces.
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
  const std::vector<Touch>* touches = nullptr;
  const std::vector<double>* contacts = nullptr;  // of sets of contacts
  bool contactsFollow = false;                    // whether sets judge at each evaluation what touches, or hold what PostNewton said
  double loadFactor = 1;
  ConstraintLevel level = ConstraintLevel::position;

  // Markers.
  FrameKinematics<S>* frames = nullptr;
  FrameForce<S>* frameForces = nullptr;         // left-hand side
  const Vector3* referencePositions = nullptr;  // of the frames, in the reference configuration
  ScalarKinematics<S>* scalars = nullptr;
  S* scalarForces = nullptr;  // left-hand side

  // Results.
  S* residual = nullptr;     // M q̈ + f_lhs − f_load + C_qᵀ λ; of first-order states ẏ − f
  S* constraints = nullptr;  // C, or Ċ

  LawContext<S> law(int dataOffset) const { return {time, data + dataOffset, sensorValues}; }

  std::int64_t number = 0;  // of the evaluation, in its workspace
  std::int64_t layout = 0;  // of the workspace: frames are where they were written before as long as it stays the same
  const std::shared_ptr<void>* drawers = nullptr;
  template <class T>
  T& operator[](const Drawer<T>& drawer) const {
    return *static_cast<T*>(drawers[drawer.number].get());
  }
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
  bool coarse = false;                // Exudyn's tangent of laws that have one of their own (law::coarseTangent)
  bool exact = false;                 // also where solvers are given another tangent on purpose, for the path of their iterations
};

}  // namespace slipstick
