// Which names the language keeps for itself, and how names look in messages.
#pragma once

#include <numbers>
#include <string>
#include <string_view>
#include <vector>

namespace slipstick::expression {

inline bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
inline bool isNamePart(char c) { return isNameStart(c) || (c >= '0' && c <= '9'); }

struct NamedNumber {
  std::string_view name;
  double value;
};
inline constexpr NamedNumber namedNumbers[] = {{"pi", std::numbers::pi}, {"e", std::numbers::e}, {"true", 1}, {"false", 0}};

/// Length of the UTF-8 character that a text starts with, or 0 if none does.
size_t characterLength(std::string_view text);
/// What the language means by a name that is no name of a document: "a number", "a function", "a word"; "" if it means nothing.
std::string reservedAs(std::string_view name);
/// "; did you mean 'radius'?" or nothing.
std::string suggestion(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace slipstick::expression
