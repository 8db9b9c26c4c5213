// Linearisation of a constrained system about its current state, and its eigenvalues.
#pragma once

#include <string>
#include <vector>

#include "core/math/complex.h"
#include "core/solver/outcome.h"
#include "core/system/system.h"

namespace slipstick {

struct EigenvalueResult {
  std::vector<Eigenvalue> values{};           // ascending by absolute value; conjugate pairs are adjacent
  std::vector<std::vector<Complex>> modes{};  // δq of each eigenvalue, over all coordinates; largest entry 1
  std::string problem;                        // the reason for a missing result, or ""
};

/// Returns the eigenvalues of small motions about the state, which is an equilibrium or a steady motion such as straight rolling.
/// Accelerations and multipliers of the state are computed from the equations of motion. Contact and friction states are frozen.
EigenvalueResult computeEigenvalues(const System& system, const State& state, const EigenvalueSettings& settings,
                                    RedundantConstraints redundant, Workspace& workspace);

}  // namespace slipstick
