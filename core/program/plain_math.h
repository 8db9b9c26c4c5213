// Formulas of the reference for a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slipstick {

/// LaTeX of the reference as lines of text: "f = k (L - L_0)". Each formula that \quad separates is a line.
std::vector<std::string> plainMath(std::string_view latex);

}  // namespace slipstick
