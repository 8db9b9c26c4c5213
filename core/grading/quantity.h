// A number with a unit, as typed by a person.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/grading/remark.h"

namespace slipstick {

struct Quantity {
  double value = 0;                              // in the requested unit
  std::optional<Remark> problem = std::nullopt;  // why it cannot be read
};

/// "4.29 m/s", "4,29", "15 km/h" in the unit `wanted`; a number without a unit is taken in that unit. Supported are the units of mechanics
/// with prefixes, their products, quotients and powers, as people write them: "N m", "Nm", "rpm", "1/(kg s)".
Quantity readQuantity(std::string_view text, const std::string& wanted);

}  // namespace slipstick
