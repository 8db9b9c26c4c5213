// Catches exceptions.
#pragma once

#include <functional>
#include <string>

namespace slipstick {

/// Does the work and returns the message of an exception thrown by it, or "".
std::string caught(const std::function<void()>& work);

}  // namespace slipstick
