// Compiled for size: this runs once in a run.

#include "core/math/decimal.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace slipstick {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Number of digits that determine the rounding; of later digits it only matters whether one is nonzero. The midpoint between two doubles
// has at most 767 digits.
constexpr int mostDigits = 770;

/// An integer of sufficient size for exact rounding: up to 10 to the power of mostDigits + 330, and some bits.
class Whole {
 public:
  explicit Whole(std::uint32_t value) : size_(value ? 1 : 0) { words_[0] = value; }

  void multiplyAdd(std::uint32_t factor, std::uint32_t term) {
    std::uint64_t carry = term;
    for (int i = 0; i < size_; ++i) {
      carry += static_cast<std::uint64_t>(words_[i]) * factor;
      words_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry) words_[size_++] = static_cast<std::uint32_t>(carry);
  }
  void timesPowerOf2(int power) {
    for (; power >= 31; power -= 31) multiplyAdd(1u << 31, 0);
    multiplyAdd(1u << power, 0);
  }
  void timesPowerOf10(int power) {
    for (; power >= 9; power -= 9) multiplyAdd(1'000'000'000, 0);
    for (; power > 0; --power) multiplyAdd(10, 0);
  }
  int bits() const {
    int count = 32 * size_;
    if (size_)
      for (std::uint32_t top = words_[size_ - 1]; !(top >> 31); top <<= 1) --count;
    return count;
  }
  /// Returns a value below 0, equal to 0 or above 0 if this is less than, equal to or greater than `other`.
  int compare(const Whole& other) const {
    if (size_ != other.size_) return size_ - other.size_;
    for (int i = size_ - 1; i >= 0; --i)
      if (words_[i] != other.words_[i]) return words_[i] < other.words_[i] ? -1 : 1;
    return 0;
  }
  /// Subtracts `other`, which is not greater than this.
  void subtract(const Whole& other) {
    std::int64_t carry = 0;
    for (int i = 0; i < size_; ++i) {
      carry += static_cast<std::int64_t>(words_[i]) - (i < other.size_ ? other.words_[i] : 0);
      words_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    while (size_ > 0 && words_[size_ - 1] == 0) --size_;
  }

 private:
  int size_;
  std::uint32_t words_[120];
};

/// Returns numerator / denominator rounded to nearest, both positive. Long division, bit by bit.
double quotient(Whole numerator, Whole denominator) {
  using Limits = std::numeric_limits<double>;
  int exponent = numerator.bits() - denominator.bits();
  (exponent > 0 ? denominator : numerator).timesPowerOf2(std::abs(exponent));
  if (numerator.compare(denominator) < 0) numerator.timesPowerOf2(1), --exponent;
  // Now the quotient is 2^exponent times a number in [1, 2); the smallest numbers have fewer bits.
  const int bits = std::min(Limits::digits, exponent - Limits::min_exponent + 1 + Limits::digits);
  if (bits < 0) return 0;
  std::uint64_t result = 0;
  for (int i = 0; i < bits; ++i) {
    result *= 2;
    if (numerator.compare(denominator) >= 0) numerator.subtract(denominator), ++result;
    numerator.timesPowerOf2(1);
  }
  const int rest = numerator.compare(denominator);  // comparison with one half
  if (rest > 0 || (rest == 0 && result % 2 == 1)) ++result;
  return std::ldexp(static_cast<double>(result), exponent - bits + 1);
}

/// Converts the digits from `begin` to `end`, which may include a point, times 10^exponent. The first is not 0.
double exactly(const char* begin, const char* end, int exponent) {
  Whole digits(0);
  int kept = 0;
  bool more = false;
  for (const char* c = begin; c < end; ++c) {
    if (*c == '.') continue;
    if (kept < mostDigits) {
      digits.multiplyAdd(10, *c - '0'), ++kept;
    } else {
      more = more || *c != '0', ++exponent;
    }
  }
  if (more) digits.multiplyAdd(10, 1), --exponent;
  Whole denominator(1);
  (exponent < 0 ? denominator : digits).timesPowerOf10(std::abs(exponent));
  return quotient(digits, denominator);
}

}  // namespace

double readDecimal(const char* text, const char** end) {
  *end = text;
  const char* c = text;
  const bool negative = *c == '-';
  if (*c == '-' || *c == '+') ++c;
  const char* first = nullptr;  // first nonzero digit
  std::uint64_t leading = 0;    // the first digits, as many as fit
  int count = 0, exponent = 0;
  bool any = false, point = false;
  for (; isDigit(*c) || (*c == '.' && !point); ++c) {
    if (*c == '.') {
      point = true;
      continue;
    }
    any = true;
    if (point) --exponent;
    if (!first && *c == '0') continue;
    if (!first) first = c;
    ++count;
    if (count <= 18) leading = 10 * leading + (*c - '0');
  }
  if (!any) return 0;
  const char* const digitsEnd = c;
  *end = c;
  if (*c == 'e' || *c == 'E') {
    ++c;
    const bool down = *c == '-';
    if (*c == '-' || *c == '+') ++c;
    if (isDigit(*c)) {
      int power = 0;
      for (; isDigit(*c); ++c) power = std::min(10 * power + (*c - '0'), 100'000'000);
      exponent += down ? -power : power;
      *end = c;
    }
  }
  double size = 0;
  if (first) {
    const int magnitude = count + exponent;  // the value is in [10^(magnitude - 1), 10^magnitude)
    if (magnitude > 310) {
      size = std::numeric_limits<double>::infinity();
    } else if (count <= 18 && leading <= std::uint64_t{1} << 53 && std::abs(exponent) <= 22) {
      // The digits and the power are both exact, so that the result is rounded once.
      double power = 1;
      for (int i = std::abs(exponent); i > 0; --i) power *= 10;
      size = exponent < 0 ? static_cast<double>(leading) / power : static_cast<double>(leading) * power;
    } else if (magnitude > -330) {
      size = exactly(first, digitsEnd, exponent);
    }
  }
  return negative ? -size : size;
}

std::optional<double> decimalNumber(const std::string& text) {
  const char* end = nullptr;
  const double number = readDecimal(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace slipstick
