// Cost limits of a formula. The first three belong to the format; the last bounds the compiler's own time and memory.
#pragma once

namespace slipstick::expression {

inline constexpr int maxBytes = 16'384;
inline constexpr int maxDepth = 64;           // nested parentheses, signs, conditions, powers and calls of definitions
inline constexpr int maxOperations = 10'000;  // scalar operations after inlining, including those evaluated during compilation
inline constexpr int maxEntriesMoved = 200'000;

}  // namespace slipstick::expression
