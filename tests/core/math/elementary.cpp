// The elementary functions against MPFR: errors in units of the last place, special values, exact results.
//
// `SLIPSTICK_ARGUMENTS=10000000 build/native-release/core_tests --gtest_filter='Elementary*'` tests that many random arguments of each.
#include "core/math/elementary.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <vector>

#ifdef SLIPSTICK_MPFR
#include <mpfr.h>
#endif

namespace slipstick {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double smallest = std::numeric_limits<double>::denorm_min();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double pi = std::numbers::pi;

/// Pseudo-random numbers that are the same in every run (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  double between(double low, double high) { return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53); }
  /// Any finite number; all exponents are equally frequent.
  double finite() {
    for (;;)
      if (const double x = std::bit_cast<double>(bits()); std::isfinite(x)) return x;
  }
  double sign() { return bits() & 1 ? 1 : -1; }
  /// ±2^e with e between two numbers.
  double scale(double low, double high) { return sign() * std::exp2(between(low, high)); }

 private:
  std::uint64_t state_;
};

std::uint64_t bitsOf(double x) { return std::bit_cast<std::uint64_t>(x); }

/// Signs of zeros are compared, signs of NaN are not.
void expectSame(double value, double expected, const char* what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(value)) << what << " gives " << value;
  } else {
    EXPECT_EQ(bitsOf(value), bitsOf(expected)) << what << " gives " << value << ", expected " << expected;
  }
}
#define SAME(expression, expected) expectSame(expression, expected, #expression)

TEST(Elementary, SpecialValuesOfExponentials) {
  SAME(exp(0.0), 1.0);
  SAME(exp(-0.0), 1.0);
  SAME(exp(1e-300), 1.0);
  SAME(exp(inf), inf);
  SAME(exp(-inf), 0.0);
  SAME(exp(nan), nan);
  SAME(exp(0x1.62e42fefa39efp9), 0x1.fffffffffff2ap1023);
  SAME(exp(0x1.62e42fefa39fp9), inf);
  SAME(exp(-0x1.74910d52d3051p9), smallest);
  SAME(exp(-0x1.74910d52d3052p9), 0.0);
  SAME(exp(largest), inf);
  SAME(exp(-largest), 0.0);
  for (const auto f : {static_cast<double (*)(double)>(sinh), static_cast<double (*)(double)>(tanh)}) {
    SAME(f(0.0), 0.0);
    SAME(f(-0.0), -0.0);
    SAME(f(smallest), smallest);
    SAME(f(nan), nan);
  }
  SAME(sinh(inf), inf);
  SAME(sinh(-inf), -inf);
  SAME(sinh(711.0), inf);
  SAME(sinh(-800.0), -inf);
  SAME(cosh(0.0), 1.0);
  SAME(cosh(-inf), inf);
  SAME(cosh(711.0), inf);
  SAME(cosh(nan), nan);
  SAME(tanh(inf), 1.0);
  SAME(tanh(-inf), -1.0);
  SAME(tanh(20.0), 1.0);
  SAME(tanh(-1e300), -1.0);
}

TEST(Elementary, SpecialValuesOfLogarithms) {
  for (const auto f : {static_cast<double (*)(double)>(log), static_cast<double (*)(double)>(log10)}) {
    SAME(f(1.0), 0.0);
    SAME(f(0.0), -inf);
    SAME(f(-0.0), -inf);
    SAME(f(-1.0), nan);
    SAME(f(-inf), nan);
    SAME(f(inf), inf);
    SAME(f(nan), nan);
  }
  for (int n = -307; n <= 308; ++n) {
    const double power = std::strtod(("1e" + std::to_string(n)).c_str(), nullptr);
    EXPECT_EQ(log10(power), n);
  }
}

TEST(Elementary, SpecialValuesOfPowers) {
  for (const double x : {0.0, -0.0, 1.0, -3.0, inf, -inf, nan}) {
    SAME(pow(x, 0.0), 1.0);
    SAME(pow(x, -0.0), 1.0);
    SAME(pow(1.0, x), 1.0);
  }
  SAME(pow(nan, 1.0), nan);
  SAME(pow(2.0, nan), nan);
  SAME(pow(0.0, 3.0), 0.0);
  SAME(pow(-0.0, 3.0), -0.0);
  SAME(pow(-0.0, 2.0), 0.0);
  SAME(pow(-0.0, 0.5), 0.0);
  SAME(pow(0.0, -1.0), inf);
  SAME(pow(-0.0, -1.0), -inf);
  SAME(pow(-0.0, -2.0), inf);
  SAME(pow(-0.0, -inf), inf);
  SAME(pow(0.0, inf), 0.0);
  SAME(pow(-1.0, inf), 1.0);
  SAME(pow(-1.0, -inf), 1.0);
  SAME(pow(0.5, inf), 0.0);
  SAME(pow(0.5, -inf), inf);
  SAME(pow(-2.0, inf), inf);
  SAME(pow(2.0, -inf), 0.0);
  SAME(pow(inf, 0.5), inf);
  SAME(pow(inf, -0.5), 0.0);
  SAME(pow(-inf, 3.0), -inf);
  SAME(pow(-inf, 4.0), inf);
  SAME(pow(-inf, -3.0), -0.0);
  SAME(pow(-inf, -2.5), 0.0);
  SAME(pow(-2.0, 0.5), nan);
  SAME(pow(-1.0, 0x1p53), 1.0);
  SAME(pow(-1.0, 0x1.fffffffffffffp52), -1.0);
  SAME(pow(-1.0, 1e300), 1.0);
  SAME(pow(-2.0, -1075.0), -0.0);
  SAME(pow(-2.0, 1025.0), -inf);
  SAME(pow(-2.0, -1073.0), -2 * smallest);
  SAME(pow(1.5, 1e300), inf);
  SAME(pow(1.5, -1e300), 0.0);
  SAME(pow(3.0, 1e-300), 1.0);
  for (int e = -1074; e < 1024; ++e) SAME(pow(2.0, e), powerOfTwo(e));
  for (const double x : {3.0, 5.0, 7.0, 10.0, 0.5, 0.75, -3.0, 12.0})
    for (double exact = x, n = 1; std::abs(exact) < 0x1p53 && n < 23; exact *= x, ++n) SAME(pow(x, n), exact);
  for (double x = 1; x < 1e4; x += 1) {
    SAME(pow(x * x, 0.5), x);
    SAME(pow(x * x, 1.5), x * x * x);
    SAME(pow(x, 2.0), x * x);
  }
}

TEST(Elementary, SpecialValuesOfAngles) {
  for (const auto f : {static_cast<double (*)(double)>(sin), static_cast<double (*)(double)>(tan), static_cast<double (*)(double)>(asin),
                       static_cast<double (*)(double)>(atan)}) {
    SAME(f(0.0), 0.0);
    SAME(f(-0.0), -0.0);
    SAME(f(smallest), smallest);
    SAME(f(-1e-310), -1e-310);
    SAME(f(nan), nan);
  }
  for (const double x : {inf, -inf}) {
    SAME(sin(x), nan);
    SAME(cos(x), nan);
    SAME(tan(x), nan);
    SAME(asin(x), nan);
    SAME(acos(x), nan);
    SAME(sineCosine(x).sine, nan);
    SAME(sineCosine(x).cosine, nan);
  }
  SAME(cos(0.0), 1.0);
  SAME(cos(-0.0), 1.0);
  SAME(cos(1e-300), 1.0);
  SAME(cos(nan), nan);
  SAME(asin(1.0), pi / 2);
  SAME(asin(-1.0), -pi / 2);
  SAME(asin(1.0000000000000002), nan);
  SAME(acos(1.0), 0.0);
  SAME(acos(-1.0), pi);
  SAME(acos(0.0), pi / 2);
  SAME(acos(-2.0), nan);
  SAME(acos(nan), nan);
  SAME(atan(inf), pi / 2);
  SAME(atan(-inf), -pi / 2);
  SAME(atan(1.0), pi / 4);
}

TEST(Elementary, SpecialValuesOfTwoSides) {
  SAME(atan2(0.0, 0.0), 0.0);
  SAME(atan2(-0.0, 0.0), -0.0);
  SAME(atan2(0.0, -0.0), pi);
  SAME(atan2(-0.0, -0.0), -pi);
  SAME(atan2(0.0, 2.0), 0.0);
  SAME(atan2(-0.0, -2.0), -pi);
  SAME(atan2(2.0, 0.0), pi / 2);
  SAME(atan2(-smallest, -0.0), -pi / 2);
  SAME(atan2(inf, 1.0), pi / 2);
  SAME(atan2(-inf, -1.0), -pi / 2);
  SAME(atan2(1.0, inf), 0.0);
  SAME(atan2(-1.0, inf), -0.0);
  SAME(atan2(1.0, -inf), pi);
  SAME(atan2(inf, inf), pi / 4);
  SAME(atan2(inf, -inf), 3 * pi / 4);
  SAME(atan2(-inf, inf), -pi / 4);
  SAME(atan2(nan, 1.0), nan);
  SAME(atan2(0.0, nan), nan);
  SAME(atan2(smallest, 1.0), smallest);
  SAME(atan2(smallest, 2.0), 0.0);
  SAME(atan2(smallest, -largest), pi);
  SAME(atan2(largest, smallest), pi / 2);
  SAME(atan2(smallest, smallest), pi / 4);
  SAME(atan2(-largest, largest), -pi / 4);
  SAME(hypot(0.0, -0.0), 0.0);
  SAME(hypot(3.0, -4.0), 5.0);
  SAME(hypot(-inf, nan), inf);
  SAME(hypot(nan, inf), inf);
  SAME(hypot(nan, 1.0), nan);
  SAME(hypot(1.0, nan), nan);
  SAME(hypot(largest, largest), inf);
  SAME(hypot(largest, 1.0), largest);
  SAME(hypot(smallest, smallest), smallest);
  SAME(hypot(3 * smallest, 4 * smallest), 5 * smallest);
  SAME(hypot(0x3p1000, 0x4p1000), 0x5p1000);
  SAME(hypot(smallest, 0.0), smallest);
}

TEST(Elementary, PowersOfTwoAndExponents) {
  for (int e = -1074; e < 1023; ++e) {
    EXPECT_EQ(powerOfTwo(e), std::ldexp(1.0, e));
    EXPECT_EQ(binaryExponent(powerOfTwo(e)), e);
    EXPECT_EQ(binaryExponent(-std::nextafter(2 * powerOfTwo(e), 0.0)), e);
  }
  SAME(powerOfTwo(1024), inf);
  SAME(powerOfTwo(-1075), 0.0);
}

TEST(Elementary, SineAndCosineTogetherEqualTheSeparateOnes) {
  Random random(1);
  for (int i = 0; i < 100000; ++i) {
    const double x = i % 2 ? random.finite() : random.between(-10, 10);
    const auto [sine, cosine] = sineCosine(x);
    EXPECT_EQ(bitsOf(sine), bitsOf(sin(x))) << x;
    EXPECT_EQ(bitsOf(cosine), bitsOf(cos(x))) << x;
  }
}

#ifdef SLIPSTICK_MPFR

constexpr double bound = 0.55;

class Real {
 public:
  Real() { mpfr_init2(value, 140); }
  ~Real() { mpfr_clear(value); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
  mpfr_t value;
};

/// The distance of a double from an exact value, in units of its last place. Beyond the range the next double would be 2^1024.
double distanceInUnits(double value, const Real& exact) {
  static thread_local Real difference;
  if (mpfr_zero_p(exact.value)) return value == 0 ? 0 : inf;
  const long e = std::max<long>(mpfr_get_exp(exact.value) - 53, -1074);
  if (std::isinf(value)) {
    mpfr_set_ui_2exp(difference.value, 1, 1024, MPFR_RNDN);
    if (value < 0) mpfr_neg(difference.value, difference.value, MPFR_RNDN);
    if (mpfr_cmpabs(exact.value, difference.value) > 0) return 0;
  } else {
    mpfr_set_d(difference.value, value, MPFR_RNDN);
  }
  mpfr_sub(difference.value, difference.value, exact.value, MPFR_RNDN);
  mpfr_mul_2si(difference.value, difference.value, -e, MPFR_RNDN);
  return std::abs(mpfr_get_d(difference.value, MPFR_RNDN));
}

long long arguments() {
  const char* text = std::getenv("SLIPSTICK_ARGUMENTS");
  return text ? std::atoll(text) : 20000;
}

/// Collects the largest error. On destruction prints it, and fails if it exceeds the bound.
class Worst {
 public:
  explicit Worst(const char* name) : name_(name) { mpfr_set_emin(-16445), mpfr_set_emax(16384); }
  ~Worst() {
    std::printf("%-6s %.4f units at most, at %a %a, of %lld arguments\n", name_, units_, x_, y_, count_);
    EXPECT_LT(units_, bound) << name_ << " at " << x_ << " " << y_;
    EXPECT_GE(count_, 100);
  }
  void see(double units, double x, double y = 0) {
    ++count_;
    if (!(units <= units_)) units_ = units, x_ = x, y_ = y;
  }

 private:
  const char* name_;
  double units_ = 0, x_ = 0, y_ = 0;
  long long count_ = 0;
};

/// Numbers at which a function may change its algorithm, and their neighbours.
std::vector<double> neighbours(const std::vector<double>& places) {
  std::vector<double> all;
  for (const double place : places)
    for (const double sign : {1.0, -1.0}) {
      double below = place, above = place;
      for (int i = 0; i < 20; ++i) {
        all.push_back(sign * below), all.push_back(sign * above);
        below = std::nextafter(below, 0.0), above = std::nextafter(above, inf);
      }
    }
  return all;
}

using OneArgument = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

template <class Next>
void compare(const char* name, double (*own)(double), OneArgument exact, const std::vector<double>& hard, Next next) {
  Worst worst(name);
  Real argument, result;
  const auto see = [&](double x) {
    mpfr_set_d(argument.value, x, MPFR_RNDN);
    exact(result.value, argument.value, MPFR_RNDN);
    const double value = own(x);
    if (mpfr_nan_p(result.value)) {
      EXPECT_TRUE(std::isnan(value)) << name << " of " << x;
    } else if (mpfr_inf_p(result.value)) {
      EXPECT_EQ(value, mpfr_get_d(result.value, MPFR_RNDN)) << name << " of " << x;
    } else {
      worst.see(distanceInUnits(value, result), x);
    }
  };
  for (const double x : hard) see(x);
  Random random(7);
  for (long long i = 0, count = arguments(); i < count; ++i) see(next(random, i));
}

/// Multiples of π/4 and the doubles closest to multiples of π/2 (Muller, Elementary functions, 11.3).
std::vector<double> angles() {
  std::vector<double> places = {
      6381956970095103 * 0x1p797, 5.54371234969876e14, 0x1.6ac5b262ca1ffp849, 0x1.8p20, 0x1.fffffffffffffp1023, 0.1};
  for (int k = 1; k < 200; ++k) places.push_back(k * (pi / 4));
  for (int e = 0; e < 1020; ++e) places.push_back(std::ldexp(pi, e)), places.push_back(std::ldexp(1.0, e));
  return neighbours(places);
}
double anyAngle(Random& random, long long i) {
  switch (i % 8) {
    case 0:
      return random.finite();
    case 1:
      return random.between(-1e6, 1e6);
    case 2:
      return random.scale(-40, 30);
    case 3:
      return static_cast<double>(random.bits() >> 40) * (pi / 2) + random.scale(-60, -8);
    case 4:
      return random.between(-100, 100);
    default:
      return random.between(-pi, pi);
  }
}

TEST(ElementaryErrors, Sine) { compare("sin", sin, mpfr_sin, angles(), anyAngle); }
TEST(ElementaryErrors, Cosine) { compare("cos", cos, mpfr_cos, angles(), anyAngle); }
TEST(ElementaryErrors, Tangent) { compare("tan", tan, mpfr_tan, angles(), anyAngle); }

/// Between −1 and 1; small ones, and some close to ±1.
double anySine(Random& random, long long i) {
  if (i % 8 == 0) return random.scale(-60, 0);
  if (i % 8 == 1) return random.sign() * (1 - std::abs(random.scale(-53, -1)));
  return random.between(-1, 1);
}
TEST(ElementaryErrors, ArcSine) {
  compare("asin", asin, mpfr_asin, neighbours({0.0, 0.25, 0.5, 0.7, 0.875, 1.0, 0x1p-30, 0.258, 31.5 / 64}), anySine);
}
TEST(ElementaryErrors, ArcCosine) {
  compare("acos", acos, mpfr_acos, neighbours({0.0, 0.25, 0.5, 0.7, 0.875, 1.0, 0x1p-30, 0x1p-54}), anySine);
}
double anyTangent(Random& random, long long i) {
  if (i % 8 == 0) return random.finite();
  if (i % 8 < 4) return random.scale(-8, 8);
  return random.between(-4, 4);
}
TEST(ElementaryErrors, ArcTangent) {
  std::vector<double> places = {0x1p-30, 0x1p60, 1.0, 0x1p-1022};
  for (int i = 23; i < 128; ++i) places.push_back((i + 0.5) / 128), places.push_back(128 / (i + 0.5));
  compare("atan", atan, mpfr_atan, neighbours(places), anyTangent);
}

/// The worst cases of rounding (Lefèvre, Muller, Worst cases for correct rounding of the elementary functions in double precision, 2001)
/// get no separate tests: an error of half a unit is allowed.
TEST(ElementaryErrors, Exponential) {
  std::vector<double> places = {709.782712893384, 708.3964185322641, 744.4400719213812, 745.1332191019411, 800.0, 0x1p-54};
  for (int k = 1; k < 2000; ++k) places.push_back((k + 0.5) * (std::numbers::ln2 / 64));
  compare("exp", exp, mpfr_exp, neighbours(places), [](Random& random, long long i) {
    if (i % 8 == 0) return random.scale(-60, 9.6);
    if (i % 8 == 1) return random.between(-746, -708);
    return i % 8 < 5 ? random.between(-745, 710) : random.between(-4, 4);
  });
}
double anySmall(Random& random, long long i) {
  if (i % 8 == 0) return random.scale(-40, 9.5);
  if (i % 8 == 1) return random.between(-711, 711);
  return i % 8 < 5 ? random.between(-20, 20) : random.between(-1, 1);
}
TEST(ElementaryErrors, HyperbolicSine) {
  compare("sinh", sinh, mpfr_sinh, neighbours({0.3, 40.0, 710.4758600739439, 0x1p-30, 0.35, 22.0}), anySmall);
}
TEST(ElementaryErrors, HyperbolicCosine) {
  compare("cosh", cosh, mpfr_cosh, neighbours({0.3, 40.0, 710.4758600739439, 0x1p-30, 0.35, 22.0}), anySmall);
}
TEST(ElementaryErrors, HyperbolicTangent) {
  compare("tanh", tanh, mpfr_tanh, neighbours({0.15, 0.25, 20.0, 0x1p-30, 18.7, 19.06154746539849}), anySmall);
}

double anyPositive(Random& random, long long i) {
  if (i % 8 == 0) return std::abs(random.finite());
  if (i % 8 == 1) return 1 + random.scale(-53, -1);
  return i % 8 < 5 ? random.between(0.5, 2) : random.between(0, 1000);
}
std::vector<double> aroundNodes() {
  std::vector<double> places = {1.0, smallest, 0x1p-1022, largest, 2.0, std::numbers::sqrt2, 10.0};
  for (int i = 0; i < 128; ++i)
    for (const double scale : {1.0, 0.5, 2.0}) places.push_back((1 + (i + 0.5) / 128) * scale);
  return neighbours(places);
}
TEST(ElementaryErrors, Logarithm) { compare("log", log, mpfr_log, aroundNodes(), anyPositive); }
TEST(ElementaryErrors, Logarithm10) { compare("log10", log10, mpfr_log10, aroundNodes(), anyPositive); }

using TwoArguments = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

template <class Next>
void compareTwo(const char* name, double (*own)(double, double), TwoArguments exact, const std::vector<double>& hard, Next next) {
  Worst worst(name);
  Real first, second, result;
  const auto see = [&](double x, double y) {
    mpfr_set_d(first.value, x, MPFR_RNDN), mpfr_set_d(second.value, y, MPFR_RNDN);
    exact(result.value, first.value, second.value, MPFR_RNDN);
    const double value = own(x, y);
    if (mpfr_nan_p(result.value)) {
      EXPECT_TRUE(std::isnan(value)) << name << " of " << x << ", " << y;
    } else if (mpfr_inf_p(result.value)) {
      EXPECT_EQ(value, mpfr_get_d(result.value, MPFR_RNDN)) << name << " of " << x << ", " << y;
    } else {
      worst.see(distanceInUnits(value, result), x, y);
    }
  };
  for (const double x : hard)
    for (const double y : hard) see(x, y);
  Random random(7);
  for (long long i = 0, count = arguments(); i < count; ++i) {
    const auto [x, y] = next(random, i);
    see(x, y);
  }
}

const std::vector<double> sides = {0.0,     smallest, -smallest, 3 * smallest, 0x1p-1022, -0x1p-1022, 1e-300,   1e-200, 0x1p-60,
                                   0x1p-30, 0.5,      1.0,       -1.0,         0.1,       -3.0,       1e10,     1e150,  0x1p500,
                                   1e200,   0x1p600,  1e300,     -1e300,       largest,   0x1p-400,   0x1p-500, 0x1p477};

TEST(ElementaryErrors, ArcTangentOfTwo) {
  compareTwo("atan2", atan2, mpfr_atan2, sides, [](Random& random, long long i) {
    if (i % 8 == 0) return std::pair(random.finite(), random.finite());
    if (i % 8 == 1) return std::pair(random.scale(-1074, -1000), random.scale(-1074, -1000));
    if (i % 8 == 2) return std::pair(random.scale(900, 1023), random.scale(900, 1023));
    if (i % 8 == 3) return std::pair(random.scale(-30, 30), random.scale(-30, 30));
    return std::pair(random.between(-1, 1), random.between(-1, 1));
  });
}
TEST(ElementaryErrors, Hypotenuse) {
  compareTwo("hypot", hypot, mpfr_hypot, sides, [](Random& random, long long i) {
    if (i % 8 == 0) return std::pair(random.finite(), random.finite());
    if (i % 8 == 1) return std::pair(random.scale(-1074, -1010), random.scale(-1074, -1010));
    if (i % 8 == 2) return std::pair(random.scale(1000, 1023), random.scale(1000, 1023));
    if (i % 8 == 3) return std::pair(random.scale(-30, 30), random.scale(-30, 30));
    return std::pair(random.between(-1, 1), random.between(-1, 1));
  });
}
TEST(ElementaryErrors, Power) {
  compareTwo("pow", pow, mpfr_pow, sides, [](Random& random, long long i) {
    const auto whole = [&](int range) { return static_cast<double>(static_cast<long long>(random.bits() % (2 * range)) - range); };
    switch (i % 8) {
      case 0:
        return std::pair(std::abs(random.finite()), random.scale(-12, 2));
      case 1: {  // results anywhere between the smallest and the largest number
        const double x = std::abs(random.finite());
        return std::pair(x, random.between(-746, 710) / std::log(x));
      }
      case 2: {  // bases close to 1
        const double x = 1 + random.scale(-52, -3);
        return std::pair(x, random.between(-746, 710) / std::log(x));
      }
      case 3:
        return std::pair(random.between(-10, 10), whole(300));
      case 4: {  // subnormal results
        const double x = random.between(0.01, 100);
        return std::pair(x, random.between(-745.2, -708) / std::log(x));
      }
      case 5:
        return std::pair(random.between(0, 1), 1.5);
      default:
        return std::pair(random.between(0, 10), random.between(-10, 10));
    }
  });
}

#else

TEST(ElementaryErrors, AreNotMeasured) {
  GTEST_SKIP() << "MPFR was not found when this was built: errors of the elementary functions are not measured";
}

#endif

}  // namespace
}  // namespace slipstick
