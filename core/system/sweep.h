// The arrays of one evaluation of the forces: kinematics of markers, laws, back to coordinates.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/system/kinematics.h"
#include "core/system/matrix_sink.h"

namespace slipstick {

struct Touch;

/// Marks functions that no step calls: the compiler optimises them, and the functions inlined into them, for size.
#define SLIPSTICK_SMALL [[gnu::cold]]

/// The level at which position constraints are evaluated: index 3 (C = 0) or index 2 (Ċ = 0).
enum class ConstraintLevel { position, velocity };

/// The results of a loop in an evaluation: a T in the caller's workspace, initially a copy of `empty`. Loops register their drawers
/// during assembly.
template <class T>
struct Drawer {
  int number = -1;
  std::shared_ptr<T> empty = std::make_shared<T>();
};
/// Creates the content of a drawer.
struct DrawerKind {
  std::shared_ptr<const void> empty;
  std::shared_ptr<void> (*copy)(const void* empty);
};

/// One evaluation at one state, as loops see it: the state, the options, and the arrays of a workspace. S is double, or Dual1 for a
/// directional derivative of constraints and their reactions.
template <class S>
struct Sweep {
  // The state of the whole system.
  S time{};
  const S* q = nullptr;
  const S* q_t = nullptr;
  const S* q_tt = nullptr;    // null: accelerations, and rates of first-order states in their equations, are zero
  const S* lambda = nullptr;  // null: no constraint reactions
  const double* data = nullptr;
  const double* reference = nullptr;  // reference values of the coordinates
  const double* sensorValues = nullptr;
  const double* inputs = nullptr;  // values of the inputs of the document
  const std::vector<Touch>* touches = nullptr;
  const std::vector<double>* contacts = nullptr;  // data of contact sets
  bool contactsFollow = false;  // whether contact sets update active contacts at each evaluation, or keep those of PostNewton
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

  std::int64_t number = 0;  // number of the evaluation in its workspace
  std::int64_t layout = 0;  // layout number of the workspace; frames keep their indices while it stays the same
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
  double firstOrder = 0;              // ∂/∂y of ẏ − f
  bool loads = false;                 // whether loads are differentiated
  bool accelerations = true;          // whether M q̈ is differentiated with respect to the coordinates
  const double* reactions = nullptr;  // multipliers whose reactions are differentiated if they rotate with bodies; null: none
  bool massOnly = false;              // only the mass matrix, without rows of constraints
  bool coarse = false;                // Exudyn's tangent for laws that define it (law::coarseTangent)
  bool exact = false;                 // exact even where solvers deliberately use another tangent to control the path of their iterations
};

}  // namespace slipstick
