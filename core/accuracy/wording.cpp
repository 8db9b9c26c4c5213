// Loaded on demand: computed on request
#include "core/accuracy/wording.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/math/elementary.h"

namespace slipstick {
namespace {

/// An exponent without zeros before its digits.
std::string printed(const char* format, int places, double value) {
  char characters[64];
  std::snprintf(characters, sizeof characters, format, places, value);
  std::string text = characters;
  const std::size_t exponent = text.find('e');
  if (exponent == std::string::npos) return text;
  const std::size_t digits = exponent + 2;  // after the sign
  while (text[digits] == '0' && digits + 1 < text.size()) text.erase(digits, 1);
  if (text[exponent + 1] == '+') text.erase(exponent + 1, 1);
  return text;
}

int magnitude(double value) { return static_cast<int>(std::floor(log10(value))); }

std::string unitText(const std::string& unit) { return unit.empty() ? "" : " " + unit; }

struct Rounded {
  double error;
  int place;  // power of ten of the last digit
};

Rounded roundedUp(double error) {
  const int first = magnitude(error);
  const int place = error < 2 * pow(10.0, first) ? first - 1 : first;
  const double unit = pow(10.0, place), up = std::ceil(error / unit * (1 - 1e-9));
  return {up * unit, up >= 10 && place == first ? place + 1 : place};
}

}  // namespace

std::string errorText(double error, const std::string& unit) {
  if (!(error > 0)) return "0" + unitText(unit);
  const auto [rounded, place] = roundedUp(error);
  if (place < -4 || place > 5) return printed("%.*e", magnitude(rounded * (1 + 1e-9)) - place, rounded) + unitText(unit);
  return printed("%.*f", std::max(0, -place), rounded) + unitText(unit);
}

std::string withError(double value, double error, const std::string& unit) {
  if (!(error > 0)) return printed("%.*g", 9, value) + unitText(unit) + " ± 0" + unitText(unit);
  const auto [rounded, place] = roundedUp(error);
  const int largest = value == 0 ? place : magnitude(std::abs(value));
  const bool isPlain = std::max(largest, place) < 6 && largest > -4;
  if (isPlain && -place <= 15) return printed("%.*f", std::max(0, -place), value) + unitText(unit) + " ± " + errorText(error, unit);
  return printed("%.*e", std::clamp(largest - place, 0, 15), value) + unitText(unit) + " ± " + errorText(error, unit);
}

}  // namespace slipstick
