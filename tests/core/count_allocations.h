// Counts what the tests' program allocates, to hold code to "nothing is allocated in a step".
#pragma once

#include <cstddef>

namespace slipstick {

/// Calls of operator new by this thread until now.
std::size_t allocations();
/// Bytes that they asked for.
std::size_t allocatedBytes();

}  // namespace slipstick
