// Linearisation of a constrained system about a state, and the motions that its constraints admit.
#pragma once

#include <vector>

#include "core/math/eigen.h"
#include "core/system/system.h"

namespace slipstick {

/// Computes all matrix products, so that Eigen's product is instantiated once.
Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);
/// Returns [a 0; 0 I], where I is a unit matrix of `more` rows.
Eigen::MatrixXd extended(const Eigen::MatrixXd& a, int more);

/// Computes accelerations and multipliers from the equations of motion and the second derivatives of the constraints.
void computeAccelerations(const System& system, State& state, Workspace& workspace);

/// Variation of the coordinates with δz: δq = map[0] δz, with its first and second time derivatives.
struct Variations {
  Variations(const System& system, const State& state);
  Eigen::MatrixXd map[3];
  std::vector<char> group;  // rotation vectors of Lie-group nodes: q̇ is the angular velocity itself, see RotationVector::variations
};

struct Linearised {
  explicit Linearised(Variations variations) : variations(std::move(variations)) {}
  int firstOrder = 0;                            // last entries of δz: number of states w of first order
  Eigen::MatrixXd mass, damping, stiffness;      // in terms of δz
  Eigen::MatrixXd positionRows;                  // G, here and below without w
  Eigen::MatrixXd velocityRows, velocityOffset;  // W, V
  Variations variations;
};
Linearised linearise(const System& system, const State& state, Workspace& workspace);

/// The remainder of a redundant constraint, relative to 1. It allows for the error of the computed position.
inline constexpr double redundantRemainder = 1e-6;

/// The linearised motion in the directions that the constraints admit: y, then w.
struct Reduced {
  explicit Reduced(const Linearised& linear);
  Eigen::MatrixXd n, basis;  // δz = basis · (y, w)
  Eigen::MatrixXd mass, damping, stiffness;
  int free, firstOrder;  // sizes of y and w
};

/// The equations of first order of the motion, without inputs.
struct FirstOrder {
  FirstOrder(const Reduced& motion, const Linearised& linear);
  Decomposition velocity;   // of (W N)ᵀ
  Eigen::MatrixXd p, y;     // ẏ = Y y + P u
  Eigen::MatrixXd project;  // of equations onto u and w
  Decomposition inertia;    // of u̇ and ẇ
  Eigen::MatrixXd matrix;   // of (y, u, w); empty if the inertia is singular
  bool regular() const { return matrix.size() > 0 || inertia.cols() == 0; }
};

/// Scales a to d⁻¹ a d by powers of 2, which are exact, until rows and columns have similar sums, so that large entries do not hide
/// small eigenvalues (Osborne; Parlett and Reinsch). Eigen leaves this to its callers. Returns d.
Eigen::VectorXd balance(Eigen::MatrixXd& a);

}  // namespace slipstick
