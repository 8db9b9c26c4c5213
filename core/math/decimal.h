// Numbers as people write them.
#pragma once

#include <optional>
#include <string>

namespace slipstick {

/// The number at the start of a text, such as -1.5e3, rounded to the nearest as IEEE 754 says; `end` is where it ends, `text` if there is
/// none. Infinite beyond the largest. As the C library's strtod, without space before it, hexadecimal digits, "inf" and "nan".
double readDecimal(const char* text, const char** end);
/// The number that a text is from its start to its end; nothing if it is none or not finite.
std::optional<double> decimalNumber(const std::string& text);

}  // namespace slipstick
