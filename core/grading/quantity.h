// A number with a unit, as a person types it.
#pragma once

#include <string>
#include <string_view>

namespace slipstick {

struct Quantity {
  double value = 0;     // in the unit that was asked for
  std::string problem;  // why it cannot be read, as a sentence; ""
};

/// "4.29 m/s", "4,29", "15 km/h" in the unit `wanted`; a number alone has that unit. Known are the units of mechanics with prefixes, their
/// products, quotients and powers.
Quantity readQuantity(std::string_view text, const std::string& wanted);

}  // namespace slipstick
