// Formulas of the reference as text for a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slipstick {

/// LaTeX of the reference as lines of text: "f = k (L - L_0)". Each formula separated by \quad becomes a line.
std::vector<std::string> plainMath(std::string_view latex);

}  // namespace slipstick
