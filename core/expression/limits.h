// What a formula may cost. The first three are the format's; the last bounds the compiler's own time and memory.
#pragma once

namespace slipstick::expression {

inline constexpr int maxBytes = 16'384;
inline constexpr int maxDepth = 64;           // parentheses, signs, conditions, powers and calls of definitions inside each other
inline constexpr int maxOperations = 10'000;  // scalar operations after inlining, those done while compiling included
inline constexpr int maxEntriesMoved = 200'000;

}  // namespace slipstick::expression
