// Failures while a system is assembled, and of those who use it wrongly.
#pragma once

#include <stdexcept>
#include <string>

namespace slipstick {

/// Throws std::runtime_error.
[[noreturn]] void failAssembly(const std::string& message);
/// Throws std::logic_error: an evaluation is used after its workspace served another.
[[noreturn]] void failStale();

/// A run has taken as many evaluations as it may.
struct BudgetFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Throws BudgetFailure.
[[noreturn]] void failBudget();

}  // namespace slipstick
