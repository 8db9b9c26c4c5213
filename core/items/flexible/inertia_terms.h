// The inertia of a mesh that moves with a floating frame and deforms by modes.
//
// A mesh node is at p = x + Ψ ζ in the frame. A tilde denotes the matrix of a cross product, and M the mass matrix of the mesh. The motion
// needs a few sums over all nodes, which are computed once: with Φ (translation of the frame), x̃ (its rotation), Ψ and Ψ̃ (modes, and
// their levers). Source: A. Zwölfer, J. Gerstmayr, The nodal-based floating frame of reference formulation with modal reduction, Acta
// Mechanica 232 (2021).
#pragma once

#include <vector>

#include "core/math/vector.h"
#include "core/registry/values.h"

namespace slipstick {

struct InertiaTerms {
  int modes = 0;
  double mass = 0;
  Matrix3 firstMoment;              // m c̃
  Matrix3 inertia;                  // x̃ᵀ M x̃
  std::vector<Vector3> shifts;      // Φᵀ M ψ, by mode
  std::vector<Matrix3> levers;      // Φᵀ M ψ̃
  std::vector<Vector3> turns;       // x̃ᵀ M ψ
  std::vector<Matrix3> couplings;   // x̃ᵀ M ψ̃
  std::vector<Vector3> gyroscopic;  // ψ̃ᵀ M ψ, row by row
  std::vector<Matrix3> quadratic;   // ψ̃ᵀ M ψ̃, row by row; entry (k, l) is the transpose of (l, k)
  std::vector<double> flexible;     // Ψᵀ M Ψ, by rows

  explicit InertiaTerms(int modeCount = 0);
  /// The vector of mode k, and of modes k and l.
  const Vector3& gyroscopicOf(int k, int l) const { return gyroscopic[k * modes + l]; }
  const Matrix3& quadraticOf(int k, int l) const { return quadratic[k * modes + l]; }
  /// 1/m, 0 without mass.
  double perMass() const { return mass > 0 ? 1 / mass : 0; }
  Vector3 centre() const { return perMass() * Vector3{firstMoment[2][1], firstMoment[0][2], firstMoment[1][0]}; }
};

/// Matrices by modes, in the format of other programs: a row of blocks with 3 × 3 numbers, or of columns.
std::vector<Matrix3> blocksOf(const MatrixX& matrix);
std::vector<Vector3> columnsOf(const MatrixX& matrix);

/// Computes the terms from the mass matrix of the mesh, ordered by coordinates of its nodes.
InertiaTerms inertiaTerms(const MatrixX& meshMass, const MatrixX& modeBasis, const VectorX& positions);

}  // namespace slipstick
