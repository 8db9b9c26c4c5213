// Where exceptions end.
#pragma once

#include <functional>
#include <string>

namespace slipstick {

/// Does the work; what was thrown meanwhile says, "" if nothing was.
std::string caught(const std::function<void()>& work);

}  // namespace slipstick
