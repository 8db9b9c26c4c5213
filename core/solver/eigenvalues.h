// Linearisation of a constrained system about its current state, and its eigenvalues.
#pragma once

#include <string>
#include <vector>

#include "core/math/complex.h"
#include "core/solver/outcome.h"
#include "core/system/system.h"

namespace slipstick {

struct EigenvalueResult {
  std::vector<Eigenvalue> values{};           // ascending by absolute value; conjugate pairs side by side
  std::vector<std::vector<Complex>> modes{};  // δq of each eigenvalue, over all coordinates; largest entry 1
  std::string problem;                        // why there is no result, or ""
};

/// Eigenvalues of the motion near the state: of small vibrations about an equilibrium, or about a steady motion such as straight
/// rolling. Accelerations and multipliers of the state are found from the equations of motion. Contact and friction states stay as
/// they are.
EigenvalueResult computeEigenvalues(const System& system, const State& state, const EigenvalueSettings& settings,
                                    RedundantConstraints redundant, Workspace& workspace);

}  // namespace slipstick
