// Dual numbers against central differences, and the conventional values where a derivative does not exist.

#include "core/math/dual.h"

#include <gtest/gtest.h>

#include <functional>

namespace slipstick {
namespace {

using D = Dual<1>;

/// Value and derivative of the same formula; central differences with step 1e-6 on smooth functions of size one have an error of 1e-9.
template <class F>
void expectDerivative(const char* name, F f, double x) {
  const D exact = f(D::variable(x, 0));
  EXPECT_NEAR(exact.value, f(x), 1e-14 * (1 + std::abs(f(x)))) << name;
  EXPECT_NEAR(exact.derivative[0], (f(x + 1e-6) - f(x - 1e-6)) / 2e-6, 1e-8 * (1 + std::abs(exact.derivative[0]))) << name;
}
#define EXPECT_DERIVATIVE(formula, at) \
  expectDerivative(                    \
      #formula, [](auto x) { return formula; }, at)

TEST(Dual, DifferentiatesEveryFunction) {
  EXPECT_DERIVATIVE(x * x - 3.0 * x + 2.0 / x - x / 4.0, 0.7);
  EXPECT_DERIVATIVE((1.0 - x) / (x + 2.0) * x, 0.7);
  EXPECT_DERIVATIVE(-x, 0.7);
  EXPECT_DERIVATIVE(sqrt(x), 0.7);
  EXPECT_DERIVATIVE(abs(x), -0.7);
  EXPECT_DERIVATIVE(exp(x), 0.7);
  EXPECT_DERIVATIVE(log(x), 0.7);
  EXPECT_DERIVATIVE(log10(x), 0.7);
  EXPECT_DERIVATIVE(sin(x), 0.7);
  EXPECT_DERIVATIVE(cos(x), 0.7);
  EXPECT_DERIVATIVE(tan(x), 0.7);
  EXPECT_DERIVATIVE(asin(x), 0.7);
  EXPECT_DERIVATIVE(acos(x), 0.7);
  EXPECT_DERIVATIVE(atan(x), 0.7);
  EXPECT_DERIVATIVE(sinh(x), 0.7);
  EXPECT_DERIVATIVE(cosh(x), 0.7);
  EXPECT_DERIVATIVE(tanh(x), 0.7);
  EXPECT_DERIVATIVE(atan2(x * x, x - 2.0), 0.7);
  EXPECT_DERIVATIVE(hypot(x * x, x - 2.0), 0.7);
  EXPECT_DERIVATIVE(pow(x, 2.5), 0.7);
  EXPECT_DERIVATIVE(pow(x, x * x), 0.7);
}

TEST(Dual, ReplacesInfiniteSlopesByZero) {
  EXPECT_EQ(sqrt(D::variable(0, 0)).derivative[0], 0);
  EXPECT_EQ(asin(D::variable(1, 0)).derivative[0], 0);
  EXPECT_EQ(acos(D::variable(-1, 0)).derivative[0], 0);
  EXPECT_EQ(hypot(D::variable(0, 0), D(0.0)).derivative[0], 0);
}

TEST(Dual, ComparesByValue) {
  EXPECT_TRUE(D::variable(1, 0) < D(2.0));
  EXPECT_TRUE(D::variable(1, 0) == D(1.0));
  EXPECT_FALSE(D::variable(1, 0) > 1.0);
}

/// (x³ y)_xy = 3 x².
TEST(Dual, NestsForSecondDerivatives) {
  using DD = Dual<1, D>;
  const DD x = DD::variable(D(2.0), 0), y = DD(D::variable(5, 0));
  const DD result = x * x * x * y;
  EXPECT_EQ(result.value.value, 40);
  EXPECT_EQ(result.derivative[0].value, 60);
  EXPECT_EQ(result.derivative[0].derivative[0], 12);
}

}  // namespace
}  // namespace slipstick
