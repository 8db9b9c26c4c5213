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
using std::numbers::pi;
constexpr std::array<int, 4> ofLength{1, 0, 0, 0}, ofVolume{3, 0, 0, 0}, ofTime{0, 0, 1, 0}, ofAngle{0, 0, 0, 1}, ofForce{1, 1, -2, 0},
    ofEnergy{2, 1, -2, 0}, ofPressure{-1, 1, -2, 0};
constexpr NamedUnit units[] = {{"m", 1, ofLength, true},        {"g", 1e-3, {0, 1, 0, 0}, true},
                               {"t", 1e3, {0, 1, 0, 0}, false}, {"s", 1, ofTime, true},
                               {"sec", 1, ofTime, false},       {"min", 60, ofTime, false},
                               {"h", 3600, ofTime, false},      {"rad", 1, ofAngle, true},
                               {"°", pi / 180, ofAngle, false}, {"deg", pi / 180, ofAngle, false},
                               {"rev", 2 * pi, ofAngle, false}, {"rpm", 2 * pi / 60, {0, 0, -1, 1}, false},
                               {"Hz", 1, {0, 0, -1, 0}, true},  {"N", 1, ofForce, true},
                               {"J", 1, ofEnergy, true},        {"W", 1, {2, 1, -3, 0}, true},
                               {"Pa", 1, ofPressure, true},     {"bar", 1e5, ofPressure, true},
                               {"l", 1e-3, ofVolume, true},     {"L", 1e-3, ofVolume, true},
                               {"%", 0.01, {}, false}};
struct Prefix {
  std::string_view name;
  double factor;
};
constexpr Prefix prefixes[] = {{"n", 1e-9}, {"µ", 1e-6}, {"μ", 1e-6}, {"u", 1e-6}, {"m", 1e-3}, {"c", 1e-2},
                               {"d", 1e-1}, {"h", 1e2},  {"k", 1e3},  {"M", 1e6},  {"G", 1e9}};

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

void multiply(Measured& result, const Measured& unit, int power) {
  for (int i = 0; i < std::abs(power); ++i) result.factor = power > 0 ? result.factor * unit.factor : result.factor / unit.factor;
  for (std::size_t i = 0; i < result.powers.size(); ++i) result.powers[i] += power * unit.powers[i];
}

/// Products that people write without a space, such as "Nm" and "kWh": one of these units, with or without a prefix, followed by a short
/// unit.
constexpr std::string_view joinedFirst[] = {"N", "J", "W", "Pa", "kg"}, joinedSecond[] = {"mm", "cm", "m", "s", "h"};

/// The position of the second unit in such a product; empty if the name is not such a product. "Nms" is rejected, since it may be N·m·s or
/// N·ms.
std::optional<std::size_t> joint(std::string_view name) {
  for (const std::string_view second : joinedSecond) {
    if (name.size() <= second.size() || name.substr(name.size() - second.size()) != second) continue;
    const std::size_t at = name.size() - second.size();
    for (const std::string_view first : joinedFirst)
      if (at >= first.size() && name.substr(at - first.size(), first.size()) == first && unitCalled(name.substr(0, at))) return at;
  }
  return std::nullopt;
}

/// Digits of exponents, from 0.
constexpr std::string_view raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr std::string_view minuses[] = {"-", "−", "⁻"};
constexpr std::string_view gaps[] = {" ", "\t", "*", "·", "⋅", ".", " ", " ", " "};

/// "N m/s^2", "1/(kg s)": factors side by side; a slash divides by the next factor.
class UnitReader {
 public:
  explicit UnitReader(std::string_view text) : rest_(text) {}

  std::optional<Measured> read() {
    auto result = product(0);
    return rest_.empty() ? result : std::nullopt;
  }

 private:
  static constexpr int deepest = 5;

  bool take(std::string_view word) {
    if (!starts(rest_, word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  template <class Words>
  bool takeOneOf(const Words& words) {
    return std::any_of(std::begin(words), std::end(words), [&](std::string_view word) { return take(word); });
  }

  std::optional<Measured> product(int depth) {
    Measured result;
    for (bool divides = false;;) {
      while (takeOneOf(gaps)) {
      }
      if (take("/")) {
        divides = true;
        continue;
      }
      if (rest_.empty() || rest_[0] == ')') return divides ? std::nullopt : std::optional(result);
      if (take("1")) {
        divides = false;
        continue;
      }
      if (!factor(result, divides ? -1 : 1, depth)) return std::nullopt;
      divides = false;
    }
  }

  /// One unit with its exponent, which in "kgm²" is of the last one.
  bool factor(Measured& result, int sign, int depth) {
    std::optional<Measured> unit;
    if (take("(")) {
      if (depth < deepest) unit = product(depth + 1);
      if (!take(")")) return false;
    } else {
      std::string_view name = this->name();
      if (const auto at = unitCalled(name) ? std::nullopt : joint(name)) {
        multiply(result, *unitCalled(name.substr(0, *at)), sign);
        name.remove_prefix(*at);
      }
      unit = unitCalled(name);
    }
    const int size = exponent();
    if (unit) multiply(result, *unit, sign * size);
    return unit && size != 0;
  }

  std::string_view name() {
    std::size_t end = 0;
    while (end < rest_.size() && !endsName(rest_.substr(end))) ++end;
    const std::string_view taken = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return taken;
  }

  static bool endsName(std::string_view rest) {
    const auto is = [&](std::string_view word) { return starts(rest, word); };
    return std::string_view("/^()0123456789").find(rest[0]) != std::string_view::npos ||
           std::any_of(std::begin(gaps), std::end(gaps), is) || std::any_of(std::begin(minuses), std::end(minuses), is) ||
           std::any_of(std::begin(raised), std::end(raised), is);
  }

  /// The exponent after a unit; 1 if there is none, 0 if its digit is missing.
  int exponent() {
    const bool announced = take("^");
    const bool negative = takeOneOf(minuses);
    for (std::size_t digit = 1; digit < 10; ++digit)
      if (take(raised[digit]) || take(std::string_view("0123456789").substr(digit, 1)))
        return negative ? -static_cast<int>(digit) : static_cast<int>(digit);
    return announced || negative ? 0 : 1;
  }

  std::string_view rest_;
};

std::optional<Measured> unitOf(std::string_view text) { return UnitReader(text).read(); }

/// The start of a text, cut at a UTF-8 character.
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
  const std::string digits = plain.substr(0, plain.find_first_not_of("+-.,0123456789"));
  if (const std::size_t comma = digits.find(','); comma != std::string::npos && digits.find('.') == std::string::npos) plain[comma] = '.';
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
