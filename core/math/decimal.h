// Conversion of decimal numbers.
#pragma once

#include <optional>
#include <string>

namespace slipstick {

/// Returns the number at the start of a text, such as -1.5e3, rounded to nearest according to IEEE 754; `end` is its end, or `text` if
/// there is none. Infinite if too large. Like the C library's strtod, except that leading space, hexadecimal digits, "inf" and "nan" are
/// not accepted.
double readDecimal(const char* text, const char** end);
/// Parses the whole text as a number; returns nothing if that fails or the number is not finite.
std::optional<double> decimalNumber(const std::string& text);

}  // namespace slipstick
