// The smallest solution of linear equations with few entries in each row.
#pragma once

#include <memory>
#include <vector>

#include "core/solver/node_motions.h"

namespace slipstick {

/// The equations A y = c of constraint rows A, and y = Aᵀ (A Aᵀ + μ)⁻¹ c: with a small μ, the smallest y that satisfies them, even if rows
/// depend on each other. A Aᵀ + μ is factorised by Eigen's sparse Cholesky decomposition, which causes little fill-in for chains, trees and
/// small loops.
class NormalEquations {
 public:
  NormalEquations(const std::vector<ConstraintRow>& rows, int columns);
  ~NormalEquations();
  /// Sets μ. Returns false if A Aᵀ + μ is not positive definite.
  bool damp(double mu);
  /// Returns Aᵀ (A Aᵀ + μ)⁻¹ c.
  std::vector<double> smallest(const std::vector<double>& c) const;
  /// Returns A y.
  std::vector<double> change(const std::vector<double>& y) const;

 private:
  struct Matrices;
  std::unique_ptr<Matrices> matrices_;
};

}  // namespace slipstick
