// Numbers with their errors as text.
#pragma once

#include <string>

namespace slipstick {

/// "412 N ± 3 N": the error rounded up to one digit, or two if the first is 1, and the value to the same place.
std::string withError(double value, double error, const std::string& unit);
/// Only the error, rounded in the same way: "3 N".
std::string errorText(double error, const std::string& unit);

}  // namespace slipstick
