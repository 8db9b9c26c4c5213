// Linear solvers for Newton's method: dense LU in a fixed workspace for the smallest systems, LU by a schedule for small ones,
// multifrontal LU for large ones.
#pragma once

#include <memory>

#include "core/solver/redundancy.h"
#include "core/system/system.h"

namespace slipstick {

class LinearSolver {
 public:
  virtual ~LinearSolver() = default;
  /// Copies the solver with its factors. `shared` replaces the combinations, if there are any.
  virtual std::unique_ptr<LinearSolver> clone(const SharedLoads* shared = nullptr) const = 0;
  /// Assembles the tangent of the system at an evaluation with the given factors and factorises it. Returns false if it is singular.
  virtual bool factorize(const System& system, const Evaluation& at, const TangentFactors& factors) = 0;
  /// Replaces the right-hand side by the solution.
  virtual void solve(double* x) = 0;
  /// Returns the number of bytes that clone() allocates.
  virtual std::size_t bytes() const = 0;
  /// After a singular factorisation: the unknown for which no pivot was found, or -1 if unknown.
  virtual int singularUnknown() const = 0;
};

/// A linear solver that is copied together with its owner.
class OwnLinearSolver {
 public:
  explicit OwnLinearSolver(std::unique_ptr<LinearSolver> solver) : solver_(std::move(solver)) {}
  OwnLinearSolver(const OwnLinearSolver& other) : solver_(other.solver_->clone()) {}
  const LinearSolver* get() const { return solver_.get(); }
  LinearSolver* operator->() const { return solver_.get(); }

 private:
  std::unique_ptr<LinearSolver> solver_;
};

/// Largest allowed number of rows of a dense matrix: 50 MB in a browser, 3.2 GB elsewhere.
inline constexpr int mostDenseRows = sizeof(void*) == 4 ? 2500 : 20000;
/// Systems with fewer unknowns are solved densely unless the model says otherwise.
inline constexpr int smallestSparseSystem = 3;
/// Larger systems use the multifrontal solver.
inline constexpr int largestScheduledSystem = 120;

/// With `shared`, the matrix is bordered by its combinations, whose number and positions must not change. Right-hand sides and solutions
/// then have as many additional entries at the end.
std::unique_ptr<LinearSolver> makeLinearSolver(LinearSolverChoice choice, int unknowns, const SharedLoads* shared = nullptr);

}  // namespace slipstick
