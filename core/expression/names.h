// Reserved names of the language, and the form of names in messages.
#pragma once

#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "core/message/message.h"

namespace slipstick::expression {

inline bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
inline bool isNamePart(char c) { return isNameStart(c) || (c >= '0' && c <= '9'); }

struct NamedNumber {
  std::string_view name;
  double value;
};
inline constexpr NamedNumber namedNumbers[] = {{"pi", std::numbers::pi}, {"e", std::numbers::e}, {"true", 1}, {"false", 0}};

/// Returns the length of the UTF-8 character at the start of a text, or 0 if there is none.
size_t characterLength(std::string_view text);
/// Returns the meaning of a reserved name in the language: "a number", "a function", "a word"; "" if it is not reserved.
Message reservedAs(std::string_view name);
/// Adds "; did you mean 'radius'?" to a message about an unknown name, or nothing.
Message withSuggestion(const Message& message, std::string_view name, const std::vector<std::string>& candidates);

}  // namespace slipstick::expression
