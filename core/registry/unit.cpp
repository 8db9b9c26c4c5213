#include "core/registry/unit.h"

namespace slipstick {

std::string Unit::text() const {
  if (!isOne()) return "mixed";
  static constexpr const char* symbols[] = {"kg", "J", "N", "m", "s", "rad"};
  static constexpr const char* exponents[] = {"", "", "²", "³", "⁴", "⁵", "⁶"};
  const int powers[] = {kilogram, joule, newton, metre, second, radian};
  std::string above, below;
  int factorsBelow = 0;
  for (int i = 0; i < 6; ++i) {
    if (powers[i] == 0) continue;
    std::string& side = powers[i] > 0 ? above : below;
    factorsBelow += powers[i] < 0;
    const int size = powers[i] < 0 ? -powers[i] : powers[i];
    if (!side.empty()) side += "·";
    side += symbols[i];
    side += size < 7 ? exponents[size] : "^" + std::to_string(size);
  }
  if (above == "J" && below == "s") return "W";
  if (below.empty()) return above;
  if (above.empty()) above = "1";
  return above + "/" + (factorsBelow > 1 ? "(" + below + ")" : below);
}

}  // namespace slipstick
