// Failures during assembly, and failures due to wrong use of a system.
#pragma once

#include <stdexcept>
#include <string>

namespace slipstick {

/// Throws std::runtime_error.
[[noreturn]] void failAssembly(const std::string& message);
/// Throws std::logic_error: an evaluation is used after its workspace served another one.
[[noreturn]] void failStale();

/// A run has reached its limit of evaluations.
struct BudgetFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Throws BudgetFailure.
[[noreturn]] void failBudget();

}  // namespace slipstick
