// Counts allocations of the test program. Tests use it to check that a step allocates nothing.
#pragma once

#include <cstddef>

namespace slipstick {

/// The number of calls of operator new by this thread so far.
std::size_t allocations();
/// The total size of these allocations in bytes.
std::size_t allocatedBytes();

}  // namespace slipstick
