#include "core/math/elementary.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/math/elementary_tables.h"

// Sources. Sums and products of two doubles without error: Dekker, A floating-point technique for extending the available precision
// (1971); Knuth, TAOCP 2, 4.2.2. Tables: Tang, Table-driven implementation of the exponential function (1989), … of the logarithm
// function (1990), Table-lookup algorithms for elementary functions (1991). Reduction: Cody, Waite, Software manual for the elementary
// functions (1980); Payne, Hanek, Radian reduction for trigonometric functions (1983). hypot: Borges, An improved algorithm for hypot(a,
// b) (2019). Overview: Muller, Elementary functions (2016).
//
// Every result is the sum of a head and a small rest, so that only the last addition has a rounding error of half a unit.
namespace slipstick {

using namespace elementary;

// Results of two numbers would otherwise be returned through memory.
#define INLINE [[gnu::always_inline]] inline

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t mantissaBits = (1ull << 52) - 1;

std::uint64_t bitsOf(double x) { return __builtin_bit_cast(std::uint64_t, x); }
double fromBits(std::uint64_t bits) { return __builtin_bit_cast(double, bits); }
bool isNegative(double x) { return bitsOf(x) >> 63; }
/// Exponent field: 0 for 0 and subnormal numbers, 2047 for infinity and NaN.
int exponentField(double x) { return static_cast<int>(bitsOf(x) >> 52 & 2047); }
/// x 2^e for normal results.
INLINE double shifted(double x, int e) { return fromBits(bitsOf(x) + (static_cast<std::uint64_t>(static_cast<std::int64_t>(e)) << 52)); }
INLINE double withSign(double size, double sign) { return std::copysign(size, sign); }

struct Sum {
  double head, rest;
};
/// a + b = head + rest, where a is 0 or not smaller than b (in its exponent).
INLINE Sum quickSum(double a, double b) {
  const double sum = a + b;
  return {sum, (a - sum) + b};
}
/// Normalises a head and a small rest that may still exceed the rounding error of the head.
INLINE Sum normal(const Sum& a) { return quickSum(a.head, a.rest); }
INLINE Sum exactSum(double a, double b) {
  const double sum = a + b, other = sum - a;
  return {sum, (a - (sum - other)) + (b - other)};
}
/// Returns x = head + rest, where the head has the 26 leading bits. x is below 2^996.
INLINE Sum split(double x) {
  const double much = 0x1p27 * x + x, head = much - (much - x);
  return {head, x - head};
}
INLINE Sum exactProduct(double a, double b) {
  const Sum x = split(a), y = split(b);
  const double product = a * b;
  return {product, ((x.head * y.head - product) + x.head * y.rest + x.rest * y.head) + x.rest * y.rest};
}
/// Returns the leading 26 bits. Products of two such numbers are exact.
INLINE double shortened(double x) { return fromBits(bitsOf(x) >> 27 << 27); }

/// Both are normalised. Relative error about 2^-100.
INLINE Sum quotient(const Sum& a, const Sum& b) {
  const double inverse = 1 / b.head, head = a.head * inverse, front = shortened(head), divisor = shortened(b.head);
  const double left = ((a.head - front * divisor) - front * (b.head - divisor)) - (head - front) * b.head;
  return {head, (left + (a.rest - head * b.rest)) * inverse};
}
/// Takes a normalised sum.
INLINE Sum squareRoot(const Sum& a) {
  if (a.head == 0) return {0, 0};
  const double head = std::sqrt(a.head), half = 0.5 / head, front = shortened(head);
  return {head, (((a.head - front * front) - (head - front) * (head + front)) + a.rest) * half};
}

struct Whole {
  double value;
  int index;
};
/// Returns the nearest integer, for |x| < 2^31.
INLINE Whole nearestWhole(double x) {
  const double sum = x + 0x1.8p52;
  return {sum - 0x1.8p52, static_cast<int>(bitsOf(sum))};
}

/// Σ c[i] x^i, by halves: shorter dependency chains than Horner's rule.
template <int n>
INLINE double polynomial(const double* c, double x, double square) {
  if constexpr (n == 1) {
    return c[0];
  } else if constexpr (n == 2) {
    return c[0] + c[1] * x;
  } else if constexpr (n <= 4) {
    return polynomial<2>(c, x, square) + square * polynomial<n - 2>(c + 2, x, square);
  } else {
    return polynomial<4>(c, x, square) + square * square * polynomial<n - 4>(c + 4, x, square);
  }
}
template <int n>
INLINE double polynomial(const double (&c)[n], double x) {
  return polynomial<n>(c, x, x * x);
}

/// Returns (head + rest) 2^e rounded once, even if the result is subnormal, 0 or infinite. 1 ≤ |head| < 2, and the rest is small.
double scaled(double head, double rest, int e) {
  const double sum = head + rest;
  if (e > 1000) return e > 1024 ? withSign(infinity, head) : sum * 0x1p1000 * powerOfTwo(e - 1000);
  if (e > -1022 || (e == -1022 && std::abs(sum) >= 1)) return sum * powerOfTwo(e);
  if (e < -1080) return withSign(0, head);
  // Adding 2^52 units of the last place rounds it to whole units.
  const double large = withSign(0x1p52 * powerOfTwo(-1074 - e), head);
  const Sum whole = quickSum(large, head);
  return ((whole.head + (whole.rest + rest)) - large) * 0x1p-1000 * powerOfTwo(e + 1000);
}

}  // namespace

int binaryExponent(double x) {
  const int field = exponentField(x);
  return field > 0 ? field - 1023 : exponentField(x * 0x1p54) - 1077;
}

double powerOfTwo(int e) {
  if (e > 1023) return infinity;
  if (e >= -1022) return fromBits(static_cast<std::uint64_t>(e + 1023) << 52);
  return e < -1074 ? 0 : fromBits(1ull << (e + 1074));
}

// ---- exponential functions

namespace {

/// exp(x + rest) = 2^exponent head (1 + t): x = k ln 2/64 + r, 2^(k/64) from the table, t = exp r − 1. |x| < 2^16 ln 2/64.
struct Exponential {
  double head, t;
  int exponent;
};

struct Reduced {
  double r;
  int k;
};
INLINE Reduced reduced(double x) {
  const Whole k = nearestWhole(x * expStepInverse);
  return {(x - k.value * expStep) - k.value * expStepRest, k.index};
}
INLINE Exponential exponential(double x, double rest) {
  auto [r, k] = reduced(x);
  r += rest;
  const Power& power = powers[k & 63];
  const double square = r * r;
  const double higher = (0.5 + r * expTerms[0]) + square * ((expTerms[1] + r * expTerms[2]) + square * expTerms[3]);
  return {power.head, (power.rest + r) + square * higher, k >> 6};
}
/// Requires a result in the range of normal numbers.
INLINE double rounded(const Exponential& e) {
  const double head = shifted(e.head, e.exponent);
  return head + head * e.t;
}
/// Returns 2^twice exp(x + rest) for all x.
[[gnu::noinline]] double largeExponential(double x, double rest, int twice) {
  if (!(std::abs(x) < 800)) return x != x ? x : x > 0 ? infinity : 0;
  const Exponential e = exponential(x, rest);
  return scaled(e.head, e.head * e.t, e.exponent + twice);
}

/// Half of exp x and of exp −x, each as head + rest, for 0 ≤ x < 40.
struct BothExponentials {
  Sum growing, falling;
};
INLINE BothExponentials bothExponentials(double x) {
  const auto [r, k] = reduced(x);
  const double square = r * r;
  const double even = square * (0.5 + square * (expTerms[1] + square * expTerms[3]));
  const double odd = r + r * square * (expTerms[0] + square * expTerms[2]);
  const Power &up = powers[k & 63], &down = powers[-k & 63];
  const double growing = shifted(up.head, (k >> 6) - 1), falling = shifted(down.head, (-k >> 6) - 1);
  return {{growing, growing * (up.rest + (even + odd))}, {falling, falling * (down.rest + (even - odd))}};
}

}  // namespace

double exp(double x) {
  if (!(std::abs(x) < 700)) return largeExponential(x, 0, 0);
  return rounded(exponential(x, 0));
}

double sinh(double x) {
  const double size = std::abs(x);
  if (size < 0.3) {
    const double square = x * x;
    return size < 0x1p-30 ? x : x + x * square * polynomial(hyperbolicSineTerms, square);
  }
  if (!(size < 40)) return withSign(largeExponential(size, 0, -1), x);
  const BothExponentials e = bothExponentials(size);
  const Sum head = quickSum(e.growing.head, -e.falling.head);
  return withSign(head.head + (head.rest + (e.growing.rest - e.falling.rest)), x);
}

double cosh(double x) {
  const double size = std::abs(x);
  if (!(size < 40)) return largeExponential(size, 0, -1);
  const BothExponentials e = bothExponentials(size);
  const Sum head = quickSum(e.growing.head, e.falling.head);
  return head.head + (head.rest + (e.growing.rest + e.falling.rest));
}

/// (E − 1)/(E + 1) with E = exp 2x.
double tanh(double x) {
  const double size = std::abs(x);
  if (size < 0.15) {
    const double square = x * x;
    return size < 0x1p-30 ? x : x + x * square * polynomial(hyperbolicTangentTerms, square);
  }
  if (!(size < 20)) return x != x ? x : withSign(1, x);
  const Exponential e = exponential(2 * size, 0);
  const double head = shifted(e.head, e.exponent);
  const Sum value = quickSum(head, head * e.t);
  const Sum less = exactSum(value.head, -1), more = exactSum(value.head, 1);
  const Sum result = quotient({less.head, less.rest + value.rest}, {more.head, more.rest + value.rest});
  return withSign(result.head + result.rest, x);
}

// ---- logarithms

namespace {

/// ln x = head + r + rest − r²/2 + r³ p(r) for a positive finite x: x = 2^k z, r = z/c − 1 without error, head + rest = k ln 2 + ln c.
struct Parts {
  double head, r, rest;
};
INLINE Parts logarithmParts(double x, int exponent = 0) {
  // Adds half a step of the table; in its upper part, x belongs to the lower end of the next power of 2.
  const std::uint64_t bits = bitsOf(x), node = bits + (1ull << 44);
  const std::uint64_t upper = (node + (75ull << 45)) >> 52;
  const Logarithm& c = logarithms[node >> 45 & 127];
  const std::uint64_t z = bits - ((upper - 1023) << 52);
  const double front = fromBits(z >> 32 << 32), k = static_cast<int>(upper) - 1023 + exponent;
  return {k * logTwo + c.head, (front * c.inverse - 1) + (fromBits(z) - front) * c.inverse, k * logTwoRest + c.rest};
}
/// Relative error 2^-62.
INLINE Sum logarithm(double x, int exponent = 0) {
  const auto [head, r, rest] = logarithmParts(x, exponent);
  const Sum sum = quickSum(head, r);
  const double square = r * r;
  return {sum.head, (sum.rest + rest) - square * (0.5 - r * polynomial(logTerms, r))};
}
/// Relative error 2^-67.
INLINE Sum exactLogarithm(double x, int exponent = 0) {
  const auto [head, r, rest] = logarithmParts(x, exponent);
  const double front = (r + 0x1.8p19) - 0x1.8p19;  // the first 26 bits, whose square is exact
  const Sum first = quickSum(head, r);
  const Sum second = quickSum(first.head, -0.5 * (front * front));
  return {second.head, second.rest + first.rest + (rest - 0.5 * ((r - front) * (r + front)) + r * r * r * polynomial(logTerms, r))};
}

INLINE double base10(const Sum& ln) {
  // The heads are short, so that their product is exact.
  const double front = shortened(ln.head);
  return front * logTenInverse + ((ln.head - front + ln.rest) * logTenInverse + (ln.head + ln.rest) * logTenInverseRest);
}

INLINE bool isNormal(double x) { return bitsOf(x) - (1ull << 52) < 2046ull << 52; }
/// Returns the logarithm of arguments without a finite one; x is 0, negative, infinite or NaN.
double noLogarithm(double x) { return x == 0 ? -infinity : x < 0 ? nan : x; }
bool isPositive(double x) { return x > 0 && x < infinity; }

[[gnu::noinline]] double unusualLogarithm(double x, bool toBase10) {
  if (!isPositive(x)) return noLogarithm(x);
  const Sum ln = logarithm(x * 0x1p54, -54);
  return toBase10 ? base10(ln) : ln.head + ln.rest;
}

}  // namespace

double log(double x) {
  if (!isNormal(x)) return unusualLogarithm(x, false);
  const Sum ln = logarithm(x);
  return ln.head + ln.rest;
}

double log10(double x) { return isNormal(x) ? base10(logarithm(x)) : unusualLogarithm(x, true); }

namespace {

INLINE double power(const Sum& ln, double exponent) {
  const double lnHead = shortened(ln.head), exponentHead = shortened(exponent), head = exponentHead * lnHead;
  const double rest = exponentHead * ((ln.head - lnHead) + ln.rest) + (exponent - exponentHead) * (ln.head + ln.rest);
  return std::abs(head) < 700 ? rounded(exponential(head, rest)) : largeExponential(head, rest, 0);
}

/// Handles all cases except positive normal numbers with exponents of usual size.
[[gnu::noinline]] double unusualPower(double x, double exponent) {
  if (exponent == 0 || x == 1) return 1;
  if (x != x || exponent != exponent) return x + exponent;
  const double size = std::abs(x), range = std::abs(exponent);
  // Integers from 2^53 on are even.
  const bool isWhole = range >= 0x1p53 || std::floor(exponent) == exponent;
  const bool isOdd = isWhole && range < 0x1p53 && std::floor(exponent / 2) * 2 != exponent;
  const double sign = isOdd ? withSign(1, x) : 1;
  if (size == 0) return exponent > 0 ? sign * 0 : sign * infinity;
  if (range == infinity) return size == 1 ? 1 : (size > 1) == (exponent > 0) ? infinity : 0;
  if (size == infinity) return exponent > 0 ? sign * infinity : sign * 0;
  if (x < 0 && !isWhole) return nan;
  // |ln x| is between 2^-54 and 745.
  if (size == 1 || range <= 0x1p-70) return sign;
  if (range >= 0x1p65) return (size > 1) == (exponent > 0) ? sign * infinity : sign * 0;
  const Sum ln = isNormal(size) ? exactLogarithm(size) : exactLogarithm(size * 0x1p54, -54);
  return sign * power(ln, exponent);
}

}  // namespace

double pow(double x, double exponent) {
  if (exponent == 2) return x * x;
  if (!isNormal(x) || static_cast<unsigned>(exponentField(exponent) - (1023 - 69)) > 69 + 64) return unusualPower(x, exponent);
  return power(exactLogarithm(x), exponent);
}

// ---- sine, cosine, tangent

namespace {

/// angle = quarters π/2 + r + rest, |r| slightly above π/4 at most.
struct Quarters {
  double r, rest;
  int quarters;
};

/// Integer arithmetic for every finite angle, with as many bits of 2/π as the angle requires.
[[gnu::noinline]] Quarters exactQuarters(double angle) {
  const int e = exponentField(angle) - 1075;
  const std::uint64_t mantissa = (bitsOf(angle) & mantissaBits) | 1ull << 52;
  // Words of 2/π whose product with the angle is a multiple of 4 are omitted. The product has 32-bit digits, lowest first.
  const int start = e >= 2 ? (e - 2) / 32 : 0;
  constexpr int words = 8;
  std::uint32_t digits[words + 2] = {};
  const std::uint64_t low = mantissa & 0xffffffff, high = mantissa >> 32;
  std::uint64_t carry = 0, before = 0;
  for (int i = 0; i < words; ++i) {
    const std::uint64_t word = twoOverPiWords[start + words - 1 - i];
    carry += low * word;
    const std::uint64_t sum = (carry & 0xffffffff) + before;
    digits[i] = static_cast<std::uint32_t>(sum);
    before = high * word;
    carry = (carry >> 32) + (sum >> 32);
  }
  carry += before;
  digits[words] = static_cast<std::uint32_t>(carry);
  digits[words + 1] = static_cast<std::uint32_t>(carry >> 32);

  // The binary point is to the left of `point` digits.
  const int point = 32 * (start + words) - e;
  const auto bit = [&](int i) { return i < 32 * (words + 2) ? digits[i / 32] >> i % 32 & 1 : 0; };
  int quarters = static_cast<int>(bit(point) + 2 * bit(point + 1));
  const bool isUpper = bit(point - 1);
  quarters += isUpper;
  // The fraction of the product, or its complement to the next integer, from its highest digit down.
  double r = 0, rest = 0;
  for (int i = (point - 1) / 32; i >= 0; --i) {
    if (i >= words + 2) continue;
    std::uint32_t digit = isUpper ? ~digits[i] : digits[i];
    if (i == (point - 1) / 32) digit &= ~0u >> (31 - (point - 1) % 32);
    const Sum sum = quickSum(r, digit * powerOfTwo(32 * i - point));
    r = sum.head, rest += sum.rest;
  }
  const Sum sum = quickSum(r, rest), product = exactProduct(sum.head, halfPi);
  const Sum result = quickSum(product.head, product.rest + (sum.head * halfPiRest + sum.rest * halfPi));
  const bool turns = isUpper != isNegative(angle);
  return {turns ? -result.head : result.head, turns ? -result.rest : result.rest, isNegative(angle) ? -quarters : quarters};
}

INLINE Quarters quartersOf(double angle) {
  const double size = std::abs(angle);
  if (size <= 0x1.921fb54442d18p-1) return {angle, 0, 0};
  if (size < 0x1.8p20) {
    const Whole count = nearestWhole(angle * twoOverPi);
    const double coarse = angle - count.value * quarterTurn1;  // exact so far
    if (std::abs(coarse) > 0x1p-10) {
      const Sum fine = quickSum(coarse, -count.value * quarterTurn2);
      const Sum r = quickSum(fine.head, fine.rest - count.value * quarterTurn3);
      return {r.head, r.rest, count.index};
    }
  }
  if (!(size < infinity)) return {nan, 0, 0};
  return exactQuarters(angle);
}

/// Sine and cosine of |r| from a node at distance d.
struct Step {
  const SineAndCosine& node;
  double d, sine, cosine;  // sin d − d, cos d − 1
};
INLINE Step stepOf(const Quarters& q) {
  const Whole j = nearestWhole(std::abs(q.r) * 64);
  const double d = (std::abs(q.r) - j.value * (1.0 / 64)) + (q.r < 0 ? -q.rest : q.rest), square = d * d;
  return {sines[j.index], d, d * square * polynomial(sineTerms, square), square * polynomial(cosineTerms, square)};
}
INLINE Sum sineOf(const Quarters& q, const Step& s) {
  if (std::abs(q.r) < 0.25) {
    const double square = q.r * q.r;
    return {q.r, q.rest * (1 - 0.5 * square) + q.r * square * polynomial(smallSineTerms, square)};
  }
  const double rest = s.node.cosine * s.d + (s.node.sineRest + (s.node.cosine * s.sine + s.node.sine * s.cosine));
  return q.r < 0 ? Sum{-s.node.sine, -rest} : Sum{s.node.sine, rest};
}
INLINE Sum cosineOf(const Step& s) {
  return {s.node.cosine, (s.node.cosineRest + (s.node.cosine * s.cosine - s.node.sine * s.sine)) - s.node.sine * s.d};
}

INLINE double value(const Sum& sum, bool isMinus) {
  const double result = sum.head + sum.rest;
  return isMinus ? -result : result;
}

constexpr double tiny = 0x1p-30;

}  // namespace

double sin(double angle) {
  if (std::abs(angle) < tiny) return angle;
  const Quarters q = quartersOf(angle);
  const Step s = stepOf(q);
  return value(q.quarters & 1 ? cosineOf(s) : sineOf(q, s), q.quarters & 2);
}

double cos(double angle) {
  const Quarters q = quartersOf(angle);
  const Step s = stepOf(q);
  return value(q.quarters & 1 ? sineOf(q, s) : cosineOf(s), (q.quarters + 1) & 2);
}

SineCosine<double> sineCosine(double angle) {
  if (std::abs(angle) < tiny) return {angle, 1};
  const Quarters q = quartersOf(angle);
  const Step s = stepOf(q);
  const double sine = value(sineOf(q, s), false), cosine = value(cosineOf(s), false);
  const bool isOdd = q.quarters & 1;
  const double first = isOdd ? cosine : sine, second = isOdd ? sine : cosine;
  return {q.quarters & 2 ? -first : first, (q.quarters + 1) & 2 ? -second : second};
}

double tan(double angle) {
  if (std::abs(angle) < tiny) return angle;
  const Quarters q = quartersOf(angle);
  const Step s = stepOf(q);
  const Sum sine = normal(sineOf(q, s)), cosine = normal(cosineOf(s));
  const bool isOdd = q.quarters & 1;
  const Sum above{isOdd ? cosine.head : sine.head, isOdd ? cosine.rest : sine.rest};
  const Sum below{isOdd ? sine.head : cosine.head, isOdd ? sine.rest : cosine.rest};
  return value(quotient(above, below), isOdd);
}

// ---- inverse functions

namespace {

/// atan(y/x) for 0 < y ≤ x, both far from the limits of the range: from a node T, atan y/x = atan T + atan((y − T x)/(x + T y)).
INLINE Sum arcTangent(double y, double x) {
  const double ratio = y / x;
  const int i = nearestWhole(ratio * 128).index;
  if (i < 25) {
    const Sum q = quotient({y, 0}, {x, 0});
    const double square = q.head * q.head;
    return quickSum(q.head, q.rest * (1 - square) + q.head * square * polynomial(arcTangentTerms, square));
  }
  const double node = i * (1.0 / 128);
  const ArcTangent& row = arcTangents[i - 25];
  const double front = shortened(x);
  const double step = ((y - front * node) - (x - front) * node) / (x + y * node), square = step * step;
  const double higher = step * square * (1.0 / 3 - square * (1.0 / 5 - square * (1.0 / 7)));
  return quickSum(row.head, step + (row.rest - higher));
}

/// asin(u + rest) for 0 ≤ u ≤ 0.7, as u or a node plus a correction: asin u = asin n + asin(u √(1−n²) − n √(1−u²)), where the difference
/// is (u² − n²)/(u √(1−n²) + n √(1−u²)).
Sum arcSine(double u, double rest) {
  if (u < 0.25) {
    const double square = u * u;
    return quickSum(u, rest * (1 + 0.5 * square) + u * square * polynomial(arcSineTerms, square));
  }
  const int i = nearestWhole(u * 128).index;
  const double node = i * (1.0 / 128);
  const ArcSine& row = arcSines[i - 32];
  const double cosine = std::sqrt((1 - u) * (1 + u));
  const double step = (u - node) * (u + node) / (u * row.cosine + node * cosine), square = step * step;
  const double higher = step * square * (1.0 / 6 + square * (3.0 / 40 + square * (15.0 / 336)));
  return quickSum(row.head, step + (row.rest + higher + rest * (1 + 0.5 * u * u)));
}

/// 2 asin √((1 − size)/2) = acos size, for sizes from 0.7 to 1.
Sum arcCosineNearOne(double size) {
  const Sum root = squareRoot({0.5 * (1 - size), 0});
  const Sum half = arcSine(root.head, root.rest);
  return {2 * half.head, 2 * half.rest};
}

/// Returns base − a, both as head and rest; the base is larger.
INLINE double difference(double head, double rest, const Sum& a) {
  const Sum sum = quickSum(head, -a.head);
  return sum.head + (sum.rest + (rest - a.rest));
}

}  // namespace

double asin(double x) {
  const double size = std::abs(x);
  if (size < tiny) return x;
  if (!(size <= 1)) return nan;
  if (size < 0.7) return withSign(value(arcSine(size, 0), false), x);
  return withSign(difference(halfPi, halfPiRest, arcCosineNearOne(size)), x);
}

double acos(double x) {
  const double size = std::abs(x);
  if (!(size <= 1)) return nan;
  if (size < 0.7) {
    const Sum sine = arcSine(size, 0);
    return difference(halfPi, halfPiRest, x < 0 ? Sum{-sine.head, -sine.rest} : sine);
  }
  const Sum angle = arcCosineNearOne(size);
  return x > 0 ? value(angle, false) : difference(2 * halfPi, 2 * halfPiRest, angle);
}

double atan(double x) {
  const double size = std::abs(x);
  if (size < tiny || x != x) return x;
  if (size <= 1) return withSign(value(arcTangent(size, 1), false), x);
  if (size > 0x1p60) return withSign(halfPi, x);
  return withSign(difference(halfPi, halfPiRest, arcTangent(1, size)), x);
}

double atan2(double y, double x) {
  if (x != x || y != y) return x + y;
  double height = std::abs(y), width = std::abs(x);
  const bool isBehind = isNegative(x);
  if (height == 0) return withSign(isBehind ? 2 * halfPi : 0, y);
  if (height == infinity && width == infinity) height = width = 1;
  // A flat triangle may have a subnormal angle.
  if (height < width * 0x1p-60) return isBehind ? withSign(2 * halfPi, y) : withSign(height / width, y);
  if (width < height * 0x1p-60) return withSign(halfPi, y);
  const int e = exponentField(width);
  if (e < 500 || e > 1500) {
    const double factor = e < 500 ? 0x1p600 : 0x1p-600;
    height *= factor, width *= factor;
  }
  if (height <= width) {
    const Sum angle = arcTangent(height, width);
    return withSign(isBehind ? difference(2 * halfPi, 2 * halfPiRest, angle) : value(angle, false), y);
  }
  const Sum angle = arcTangent(width, height);
  return withSign(difference(halfPi, halfPiRest, isBehind ? Sum{-angle.head, -angle.rest} : angle), y);
}

namespace {

/// For x ≥ y.
INLINE Sum distance(double x, double y) {
  const double xFront = shortened(x), yFront = shortened(y);
  const Sum fronts = quickSum(xFront * xFront, yFront * yFront);
  const double rest = (x - xFront) * (x + xFront) + (y - yFront) * (y + yFront);
  return squareRoot(normal({fronts.head, fronts.rest + rest}));
}

}  // namespace

double hypot(double x, double y) {
  x = std::abs(x), y = std::abs(y);
  if (x == infinity || y == infinity) return infinity;
  if (!(x >= y)) std::swap(x, y);
  if (x != x || y != y) return x + y;
  if (y <= x * 0x1p-54) return x;
  const int e = exponentField(x);
  if (e > 600 && e < 1500) {
    const Sum root = distance(x, y);
    return root.head + root.rest;
  }
  const int shift = e > 600 ? -600 : 600;
  const double factor = powerOfTwo(shift);
  const Sum root = distance(x * factor, y * factor);
  const int exponent = binaryExponent(root.head);
  const double back = powerOfTwo(-exponent);
  return scaled(root.head * back, root.rest * back, exponent - shift);
}

}  // namespace slipstick
