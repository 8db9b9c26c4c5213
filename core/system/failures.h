// Failures while a system is assembled.
#pragma once

#include <string>

namespace slipstick {

/// Throws std::runtime_error.
[[noreturn]] void failAssembly(const std::string& message);

}  // namespace slipstick
