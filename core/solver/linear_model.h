// A linear input-output model of a constrained system about a state: ẋ = A x + B u, y = C x + D u.
#pragma once

#include <string>
#include <vector>

#include "core/math/eigen.h"
#include "core/solver/linear_signals.h"

namespace slipstick {

struct LinearModel {
  std::vector<LinearInput> inputs;
  std::vector<LinearOutput> outputs;
  std::vector<std::string> states;  // names: "mass x", "mass x rate"
  Eigen::MatrixXd a, b, c, d;
  std::vector<std::string> notes;  // limits of the model, as sentences
  std::string problem;             // the reason for a missing model, or ""
};

/// The largest number of coordinates and constraints of a linear model.
inline constexpr int mostLinearUnknowns = 2500;
/// Returns a message about a system with more than these, or "".
std::string tooLargeForLinearModel(const System& system);

/// Returns the linear model of small deviations from a state, which is an equilibrium or a steady motion; a note tells if it is neither.
/// Accelerations and multipliers of the state are computed. Contact and friction states are frozen. The matrices of motion are exact, as
/// for eigenvalues; the derivatives of sensors, and of formulas with respect to inputs, are extrapolated central differences. The system
/// is changed for a moment, and is the same afterwards.
LinearModel linearModel(System& system, const State& state, std::vector<LinearInput> inputs, std::vector<LinearOutput> outputs,
                        Workspace& workspace);

}  // namespace slipstick
