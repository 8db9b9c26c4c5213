#include "core/grading/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/math/decimal.h"

namespace slipstick {
namespace {

/// A factor to SI units and powers of metre, kilogram, second and radian.
struct Measured {
  double factor = 1;
  std::array<int, 4> powers{};
};
struct NamedUnit {
  std::string_view name;
  double factor;
  std::array<int, 4> powers;
  bool hasPrefixes;
};
constexpr double degree = std::numbers::pi / 180;
constexpr NamedUnit units[] = {{"m", 1, {1, 0, 0, 0}, true},       {"g", 1e-3, {0, 1, 0, 0}, true},      {"s", 1, {0, 0, 1, 0}, true},
                               {"min", 60, {0, 0, 1, 0}, false},   {"h", 3600, {0, 0, 1, 0}, false},     {"rad", 1, {0, 0, 0, 1}, true},
                               {"°", degree, {0, 0, 0, 1}, false}, {"deg", degree, {0, 0, 0, 1}, false}, {"Hz", 1, {0, 0, -1, 0}, true},
                               {"N", 1, {1, 1, -2, 0}, true},      {"J", 1, {2, 1, -2, 0}, true},        {"W", 1, {2, 1, -3, 0}, true},
                               {"Pa", 1, {-1, 1, -2, 0}, true},    {"t", 1e3, {0, 1, 0, 0}, false},      {"%", 0.01, {0, 0, 0, 0}, false},
                               {"1", 1, {0, 0, 0, 0}, false}};
struct Prefix {
  std::string_view name;
  double factor;
};
constexpr Prefix prefixes[] = {{"n", 1e-9}, {"µ", 1e-6}, {"μ", 1e-6}, {"u", 1e-6}, {"m", 1e-3},
                               {"c", 1e-2}, {"d", 1e-1}, {"k", 1e3},  {"M", 1e6},  {"G", 1e9}};

bool starts(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

std::optional<Measured> unitCalled(std::string_view name) {
  for (const NamedUnit& unit : units)
    if (unit.name == name) return Measured{unit.factor, unit.powers};
  for (const Prefix& prefix : prefixes) {
    if (!starts(name, prefix.name)) continue;
    for (const NamedUnit& unit : units)
      if (unit.hasPrefixes && unit.name == name.substr(prefix.name.size())) return Measured{prefix.factor * unit.factor, unit.powers};
  }
  return std::nullopt;
}

/// "N m/s^2": factors side by side; each behind a stroke divides.
std::optional<Measured> unitOf(std::string_view text) {
  constexpr std::string_view between[] = {" ", "*", "·", "\u2009"};
  Measured result;
  bool divides = false;
  while (!text.empty()) {
    bool skipped = false;
    for (const std::string_view gap : between)
      if (starts(text, gap)) text.remove_prefix(gap.size()), skipped = true;
    if (starts(text, "/")) text.remove_prefix(1), divides = true, skipped = true;
    if (skipped) continue;
    std::size_t length = 0;
    const auto ends = [&](std::string_view rest) {
      if (rest[0] == '/' || rest[0] == '^' || rest[0] == '-' || (length > 0 && rest[0] >= '0' && rest[0] <= '9')) return true;
      for (const std::string_view gap : between)
        if (starts(rest, gap)) return true;
      return starts(rest, "²") || starts(rest, "³");
    };
    while (length < text.size() && !ends(text.substr(length))) ++length;
    const auto unit = unitCalled(text.substr(0, length));
    if (!unit || length == 0) return std::nullopt;
    text.remove_prefix(length);
    int power = 1;
    if (starts(text, "²") || starts(text, "³")) {
      power = starts(text, "²") ? 2 : 3;
      text.remove_prefix(std::string_view("²").size());
    } else if (!text.empty()) {
      if (text[0] == '^') text.remove_prefix(1);
      const bool negative = starts(text, "-");
      if (negative) text.remove_prefix(1);
      if (!text.empty() && text[0] >= '1' && text[0] <= '9') {
        power = (negative ? -1 : 1) * (text[0] - '0');
        text.remove_prefix(1);
      }
    }
    if (divides) power = -power;
    divides = false;
    for (int i = 0; i < std::abs(power); ++i) result.factor = power > 0 ? result.factor * unit->factor : result.factor / unit->factor;
    for (std::size_t i = 0; i < result.powers.size(); ++i) result.powers[i] += power * unit->powers[i];
  }
  return result;
}

/// The start of a text, whole characters of UTF-8.
std::string startOf(const std::string& text) {
  std::size_t length = std::min<std::size_t>(text.size(), 20);
  while (length < text.size() && length > 0 && (text[length] & 0xc0) == 0x80) --length;
  return text.substr(0, length);
}

std::string trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return std::string(text);
}

}  // namespace

Quantity readQuantity(std::string_view text, const std::string& wanted) {
  std::string plain = trimmed(text);
  if (starts(plain, "−")) plain = "-" + plain.substr(std::string_view("−").size());
  if (plain.find('.') == std::string::npos)
    if (const std::size_t comma = plain.find(','); comma != std::string::npos) plain[comma] = '.';
  const bool isNumber = plain.find_first_of("0123456789") <= 2 && plain.find_first_not_of("+-.0123456789") != 0;
  const char* end;
  const double number = readDecimal(plain.c_str(), &end);
  const std::size_t digit = plain.find_first_of("0123456789");
  const bool isHexadecimal = isNumber && (plain.compare(digit, 2, "0x") == 0 || plain.compare(digit, 2, "0X") == 0);
  if (!isNumber || isHexadecimal || end == plain.c_str() || !std::isfinite(number)) return {0, RemarkCode::notANumber};
  const std::string unit = trimmed(end);
  if (unit.empty() || unit == wanted) return {number};
  const auto given = unitOf(unit), asked = unitOf(wanted);
  if (!given) return {0, Remark(RemarkCode::unknownUnit, {{"unit", startOf(unit)}})};
  if (!asked || given->powers != asked->powers)
    return {0,
            wanted.empty() ? Remark(RemarkCode::hasNoUnit) : Remark(RemarkCode::otherUnit, {{"unit", startOf(unit)}, {"wanted", wanted}})};
  return {number * given->factor / asked->factor};
}

}  // namespace slipstick
