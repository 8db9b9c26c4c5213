// Failures while a system is assembled, and of those who use it wrongly.
#pragma once

#include <string>

namespace slipstick {

/// Throws std::runtime_error.
[[noreturn]] void failAssembly(const std::string& message);
/// Throws std::logic_error: an evaluation is used after its workspace served another.
[[noreturn]] void failStale();

}  // namespace slipstick
