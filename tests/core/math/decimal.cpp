#include "core/math/decimal.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

namespace slipstick {
namespace {

/// The conversion of the C library is correctly rounded (glibc).
void expectAsInTheLibrary(const std::string& text) {
  char* end;
  const double expected = std::strtod(text.c_str(), &end);
  const char* last;
  const double number = readDecimal(text.c_str(), &last);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(number), std::bit_cast<std::uint64_t>(expected)) << text;
  EXPECT_EQ(last, end) << text;
}

std::string digits(std::mt19937_64& random, int count) {
  std::string text;
  while (static_cast<int>(text.size()) < count) text += static_cast<char>('0' + random() % 10);
  return text;
}

TEST(Decimal, AgreesWithTheLibrary) {
  for (const char* text : {"0",
                           "-0",
                           "+0.0",
                           "1",
                           "-1.5e3",
                           "007",
                           ".5",
                           "5.",
                           "5.e1",
                           "1e",
                           "1e+",
                           "2E-x",
                           "3.4.5",
                           "1 m",
                           "",
                           "-",
                           ".",
                           "e5",
                           "-.e1",
                           "0e999",
                           "0.0",
                           "1e22",
                           "1e23",
                           "-.25e+1",
                           "1e0009",
                           "12e-0",
                           "1e400",
                           "-1e400",
                           "1e-400",
                           "1e99999999999",
                           "1e-99999999999",
                           "0.1",
                           "0.3",
                           "9007199254740993"})
    expectAsInTheLibrary(text);
}

TEST(Decimal, RoundsToTheNearest) {
  for (const char* text :
       {"1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "179769313486231580793728971405301e276",
        "2.2250738585072014e-308", "2.2250738585072011e-308", "2.2250738585072012e-308", "4.9406564584124654e-324",
        "2.4703282292062327e-324", "2.4703282292062328e-324", "2.5e-324", "7.4e-324", "9007199254740993.00000000000000000000000001",
        "9007199254740992.99999999999999999999999999", "8.98846567431158e307", "6.631236846766476e-316",
        "0.500000000000000166533453693773481063544750213623046875"})
    expectAsInTheLibrary(text);
}

TEST(Decimal, SeesADigitFarBehindOneHalf) {
  // 1 + 2^-53, halfway between 1 and the next number.
  const std::string half = "1.00000000000000011102230246251565404236316680908203125";
  const char* end;
  EXPECT_EQ(readDecimal(half.c_str(), &end), 1);
  EXPECT_EQ(readDecimal((half + std::string(2000, '0')).c_str(), &end), 1);
  EXPECT_GT(readDecimal((half + std::string(2000, '0') + "1").c_str(), &end), 1);
  expectAsInTheLibrary(half + std::string(1000, '0') + "1e-320");
  expectAsInTheLibrary(std::string(1000, '9') + "e-1300");
  expectAsInTheLibrary("0." + std::string(400, '0') + "123e400");
}

TEST(Decimal, RandomNumbersAreAsInTheLibrary) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 3000; ++i) {
    const double number = std::bit_cast<double>(random());
    if (!std::isfinite(number)) continue;
    const long double middle = (static_cast<long double>(number) + std::nextafter(number, 0)) / 2;
    char text[1200];
    for (const int length : {6, 15, 16, 17, 30, 800}) {
      std::snprintf(text, sizeof text, "%.*e", length, number);
      expectAsInTheLibrary(text);
      std::snprintf(text, sizeof text, "%.*Le", length, middle);
      expectAsInTheLibrary(text);
    }
    expectAsInTheLibrary(digits(random, 1 + random() % 25) + "." + digits(random, random() % 25) + "e" +
                         std::to_string(static_cast<int>(random() % 700) - 350));
  }
}

TEST(Decimal, IsTheWholeText) {
  EXPECT_EQ(decimalNumber("-1.5e3"), -1500);
  for (const char* text : {"", " 1", "1 ", "1,5", "0x10", "nan", "inf", "1e999", "1m"}) EXPECT_FALSE(decimalNumber(text)) << text;
}

}  // namespace
}  // namespace slipstick
