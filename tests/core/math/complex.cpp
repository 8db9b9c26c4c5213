#include "core/math/complex.h"

#include <gtest/gtest.h>

#include <complex>

namespace slipstick {
namespace {

TEST(Complex, ProductsAndQuotientsAgreeWithTheStandardLibrary) {
  for (const Complex& a : {Complex(1, 2), Complex(-3, 0.5), Complex(0, -4), Complex(2)})
    for (const Complex& b : {Complex(5, -1), Complex(0.25, 8), Complex(0, 3), Complex(-7)}) {
      const std::complex<double> x(a.real(), a.imag()), y(b.real(), b.imag());
      const Complex product = a * b, ratio = a / b, sum = a + b, difference = a - b;
      EXPECT_NEAR(std::abs(std::complex<double>(product.real(), product.imag()) - x * y), 0, 1e-14);
      EXPECT_NEAR(std::abs(std::complex<double>(ratio.real(), ratio.imag()) - x / y), 0, 1e-15);
      EXPECT_EQ(std::complex<double>(sum.real(), sum.imag()), x + y);
      EXPECT_EQ(std::complex<double>(difference.real(), difference.imag()), x - y);
      EXPECT_DOUBLE_EQ(abs(a), std::abs(x));
      EXPECT_EQ(conj(a), Complex(a.real(), -a.imag()));
    }
}

TEST(Complex, QuotientsOfLargeNumbersDoNotOverflow) {
  EXPECT_EQ(Complex(1e300, 1e300) / Complex(1e300, 1e300), Complex(1));
  EXPECT_EQ(Complex(1e-300, 2e-300) / Complex(0, 1e-300), Complex(2, -1));
}

}  // namespace
}  // namespace slipstick
