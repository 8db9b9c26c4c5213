#include "core/expression/functions.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/core/expression/evaluate.h"

namespace slipstick {
namespace {

using Numbers = std::vector<double>;

TEST(FormulaFunctions, OfOneNumberAgreeWithTheStandardLibrary) {
  EXPECT_EQ(number("abs(-2)"), 2);
  EXPECT_EQ(number("sqrt(9)"), 3);
  EXPECT_EQ(number("exp(0.5)"), std::exp(0.5));
  EXPECT_EQ(number("log(0.5)"), std::log(0.5));
  EXPECT_EQ(number("log10(1000)"), 3);
  EXPECT_EQ(number("sin(0.5)"), std::sin(0.5));
  EXPECT_EQ(number("cos(0.5)"), std::cos(0.5));
  EXPECT_EQ(number("tan(0.5)"), std::tan(0.5));
  EXPECT_EQ(number("asin(0.5)"), std::asin(0.5));
  EXPECT_EQ(number("acos(0.5)"), std::acos(0.5));
  EXPECT_EQ(number("atan(0.5)"), std::atan(0.5));
  EXPECT_EQ(number("sinh(0.5)"), std::sinh(0.5));
  EXPECT_EQ(number("cosh(0.5)"), std::cosh(0.5));
  EXPECT_EQ(number("tanh(0.5)"), std::tanh(0.5));
}

TEST(FormulaFunctions, OfTwoNumbersTakeThemInTheUsualOrder) {
  EXPECT_EQ(number("atan2(1, -1)"), std::atan2(1.0, -1.0));
  EXPECT_EQ(number("hypot(3, 4)"), 5);
  EXPECT_EQ(number("pow(2, 10)"), 1024);
  EXPECT_EQ(number("pow(2, 0.5)"), std::sqrt(2.0));
}

TEST(FormulaFunctions, RoundAsPeopleDo) {
  EXPECT_EQ(entries("[floor(1.7), floor(-1.2), ceil(1.2), ceil(-1.7)]"), (Numbers{1, -2, 2, -1}));
  EXPECT_EQ(entries("[round(1.4), round(1.5), round(-1.5)]"), (Numbers{1, 2, -2}));
  EXPECT_EQ(entries("[sign(3), sign(-3), sign(0)]"), (Numbers{1, -1, 0}));
}

TEST(FormulaFunctions, ModHasTheSignOfTheDivisor) {
  EXPECT_EQ(entries("[mod(7, 3), mod(-1, 3), mod(7, -3), mod(2.5, 1)]"), (Numbers{1, 2, -2, 0.5}));
}

TEST(FormulaFunctions, MinAndMaxTakeNumbersOrOneVector) {
  EXPECT_EQ(entries("[min(3, 1), min(3, 1, 2), max(3, 1), max(1, 5, 2, 4)]"), (Numbers{1, 1, 3, 5}));
  EXPECT_EQ(entries("[min([3, 1, 2]), max([3, 1, 2])]"), (Numbers{1, 3}));
}

TEST(FormulaFunctions, MinAndMaxDoNotHideNotANumber) {
  EXPECT_TRUE(std::isnan(number("max(0/0, 1)")));
  EXPECT_TRUE(std::isnan(number("max(1, 0/0)")));
  EXPECT_TRUE(std::isnan(number("min(0/0, 1)")));
  EXPECT_TRUE(std::isnan(number("min(1, 0/0)")));
}

TEST(FormulaFunctions, StepAndClampBoundAndSwitch) {
  EXPECT_EQ(entries("[clamp(-1, 0, 2), clamp(1, 0, 2), clamp(3, 0, 2)]"), (Numbers{0, 1, 2}));
  EXPECT_EQ(entries("[step(-1), step(0), step(1)]"), (Numbers{0, 1, 1}));
  EXPECT_EQ(entries("[step(2, 1), step(2, 2), step(2, 3)]"), (Numbers{0, 1, 1}));
  EXPECT_EQ(entries("[smoothstep(1, 3, 0), smoothstep(1, 3, 1.5), smoothstep(1, 3, 2), smoothstep(1, 3, 4)]"),
            (Numbers{0, 0.15625, 0.5, 1}));
}

TEST(FormulaFunctions, IfChoosesNumbersAndVectors) {
  EXPECT_EQ(number("if(1 < 2, 3, 4)"), 3);
  EXPECT_EQ(entries("if(false, [1, 2], [3, 4])"), (Numbers{3, 4}));
}

TEST(FormulaFunctions, OfVectors) {
  EXPECT_EQ(number("dot([1, 2, 3], [4, 5, 6])"), 32);
  EXPECT_EQ(entries("cross([1, 0, 0], [0, 1, 0])"), (Numbers{0, 0, 1}));
  EXPECT_EQ(entries("cross([1, 2, 3], [4, 5, 6])"), (Numbers{-3, 6, -3}));
  EXPECT_EQ(number("norm([2, 3, 6])"), 7);
  EXPECT_EQ(number("norm(-3)"), 3);
  EXPECT_EQ(entries("normalize([0, 3, 4])"), (Numbers{0, 0.6000000000000001, 0.8}));
  EXPECT_EQ(entries("normalize([0, 0, 0])"), (Numbers{0, 0, 0}));
  EXPECT_EQ(entries("skew([1, 2, 3])"), (Numbers{0, -3, 2, 3, 0, -1, -2, 1, 0}));
  EXPECT_EQ(entries("skew([1, 2, 3])*[4, 5, 6]"), entries("cross([1, 2, 3], [4, 5, 6])"));
}

TEST(FormulaFunctions, MakeMatrices) {
  EXPECT_EQ(entries("identity(2)"), (Numbers{1, 0, 0, 1}));
  EXPECT_EQ(entries("diag([1, 2])"), (Numbers{1, 0, 0, 2}));
  EXPECT_EQ(entries("zeros(3)"), (Numbers{0, 0, 0}));
  EXPECT_EQ(compiled("zeros(3)").shape(), (Shape{3, 1}));
  EXPECT_EQ(compiled("zeros(2, 3)").shape(), (Shape{2, 3}));
  const Formula transposed = compiled("transpose([[1, 2, 3], [4, 5, 6]])");
  EXPECT_EQ(transposed.shape(), (Shape{3, 2}));
  EXPECT_EQ(evaluated(transposed), (Numbers{1, 4, 2, 5, 3, 6}));
}

TEST(FormulaFunctions, RotationsTurnByTheRightHand) {
  const auto expectNear = [](std::string_view text, const Numbers& expected) {
    const Numbers found = entries(text);
    for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-15) << text;
  };
  expectNear("rotX(pi/2)*[0, 1, 0]", {0, 0, 1});
  expectNear("rotY(pi/2)*[0, 0, 1]", {1, 0, 0});
  expectNear("rotZ(pi/2)*[1, 0, 0]", {0, 1, 0});
  expectNear("rotX(pi/2)*[1, 0, 0]", {1, 0, 0});
}

TEST(FormulaFunctions, ConvertAngles) {
  EXPECT_DOUBLE_EQ(number("degrees(pi)"), 180);
  EXPECT_DOUBLE_EQ(number("radians(180)"), std::acos(-1.0));
}

TEST(FormulaFunctions, InvertMatricesOfEverySize) {
  EXPECT_EQ(number("inverse(4)"), 0.25);
  for (const char* matrix :
       {"[[4, 7], [2, 6]]", "[[0, 2, 1], [1, 0, 3], [2, 1, 0]]", "[[0, 2, 1, 4], [3, 0, 1, 2], [1, 1, 7, 1], [2, 0, 0, 1]]",
        "[[0,0,0,0,1],[0,0,0,2,0],[0,0,3,0,1],[0,4,0,0,0],[5,0,1,0,0]]"}) {
    const std::string name(matrix);
    const Formula product = compiled("inverse(" + name + ")*" + name);
    const Numbers found = evaluated(product);
    for (int i = 0; i < product.shape().size(); ++i) {
      EXPECT_NEAR(found[i], i % (product.shape().columns + 1) == 0 ? 1 : 0, 1e-14) << matrix;
    }
  }
}

TEST(FormulaFunctions, PivotWhileEvaluating) {
  // The first pivot is zero only at run time.
  const Formula formula = compiled("inverse([[x, 2, 0, 0], [1, 0, 0, 0], [0, 0, x, 4], [0, 0, 8, 0]])", scopeWith({"x"}));
  EXPECT_EQ(evaluated(formula, {0.0}), (Numbers{0, 1, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0.125, 0, 0, 0.25, 0}));
}

/// A formula to differentiate, and a point away from kinks with no special values.
struct Case {
  std::string text;
  Numbers point;  // x, y, z
};
const std::vector<Case>& smoothCases() {
  static const std::vector<Case> cases = {
      {"x + y - z", {0.3, 0.7, 1.1}},
      {"x*y/z", {0.3, 0.7, 1.1}},
      {"x*y + z*x + 2*x - 3", {0.3, 0.7, 1.1}},
      {"2 - x", {0.3, 0, 0}},
      {"2/x + x/4", {0.3, 0, 0}},
      {"-x^2 + x^3 - x^4 + x^-1 + x^0.5 + x^2.7 + x^0", {0.3, 0, 0}},
      {"(-x)^3 + (-x)^-2", {0.3, 0, 0}},
      {"x^y", {0.3, 0.7, 0}},
      {"2^x", {0.3, 0, 0}},
      {"(x > y)*x + (x <= y and not z)*y", {0.3, 0.7, 1.1}},
      {"x > y ? x*z : y*z", {0.3, 0.7, 1.1}},
      {"[x, y*z, x/y][2]", {0.3, 0.7, 1.1}},
      {"[[x, y], [z, 1]]*[x, z]", {0.3, 0.7, 1.1}},
      {"a = x*y; a^2 + a", {0.3, 0.7, 0}},
      {"abs(x)*x", {-0.3, 0, 0}},
      {"sign(x)*x^2", {-0.3, 0, 0}},
      {"min(x, y, z)*x", {0.3, 0.7, 1.1}},
      {"max([x, y, z])*x", {0.3, 0.7, 1.1}},
      {"floor(x)*y", {2.3, 0.7, 0}},
      {"ceil(x)*y", {2.3, 0.7, 0}},
      {"round(x)*y", {2.3, 0.7, 0}},
      {"sqrt(x)", {0.3, 0, 0}},
      {"exp(x)", {0.3, 0, 0}},
      {"log(x)", {0.3, 0, 0}},
      {"log10(x)", {0.3, 0, 0}},
      {"sin(x)", {0.3, 0, 0}},
      {"cos(x)", {0.3, 0, 0}},
      {"tan(x)", {0.3, 0, 0}},
      {"asin(x)", {0.3, 0, 0}},
      {"acos(x)", {0.3, 0, 0}},
      {"atan(x)", {0.3, 0, 0}},
      {"atan2(x, y)", {0.3, -0.7, 0}},
      {"sinh(x)", {0.3, 0, 0}},
      {"cosh(x)", {0.3, 0, 0}},
      {"tanh(x)", {0.3, 0, 0}},
      {"hypot(x, y)", {0.3, 0.7, 0}},
      {"pow(x, y)", {0.3, 2.7, 0}},
      {"mod(x, y)", {2.3, 0.7, 0}},
      {"clamp(x, y, z)*x", {0.9, 0.7, 1.1}},
      {"clamp(x, y, z)*x", {0.3, 0.7, 1.1}},
      {"step(x, y)*z", {0.3, 0.7, 1.1}},
      {"smoothstep(x, z, y)", {0.3, 0.7, 1.1}},
      {"if(x < y, x*z, y)", {0.3, 0.7, 1.1}},
      {"dot([x, y, z], [z, x, y])", {0.3, 0.7, 1.1}},
      {"cross([x, y, z], [z, x, x*y])", {0.3, 0.7, 1.1}},
      {"norm([x, y, z])", {0.3, 0.7, 1.1}},
      {"normalize([x, y, z])", {0.3, 0.7, 1.1}},
      {"transpose([[x, y], [z, x*y]])", {0.3, 0.7, 1.1}},
      {"inverse(x)", {0.3, 0, 0}},
      {"inverse([[x, y], [z, 2]])", {0.3, 0.7, 1.1}},
      {"inverse([[x, y, z], [z, 2, x], [1, y, 5]])", {0.3, 0.7, 1.1}},
      {"inverse([[x, y, z, 3], [z, 2, x, 1], [1, y, 5, x], [y, 4, 1, z]])", {0.3, 0.7, 1.1}},
      {"identity(2)*[x, y]", {0.3, 0.7, 0}},
      {"diag([x, y])*[y, z]", {0.3, 0.7, 1.1}},
      {"zeros(2) + [x, y]", {0.3, 0.7, 0}},
      {"skew([x, y, z])*[y, z, x]", {0.3, 0.7, 1.1}},
      {"rotX(x)*[y, z, y]", {0.3, 0.7, 1.1}},
      {"rotY(x)*[y, z, y]", {0.3, 0.7, 1.1}},
      {"rotZ(x)*[y, z, y]", {0.3, 0.7, 1.1}},
      {"degrees(x)", {0.3, 0, 0}},
      {"radians(x^2)", {0.3, 0, 0}},
  };
  return cases;
}

TEST(FormulaDerivative, IsTestedForEveryFunction) {
  for (const std::string& name : expression::functionNames()) {
    const auto calls = [&name](const Case& test) { return test.text.find(name + "(") != std::string::npos; };
    EXPECT_TRUE(std::any_of(smoothCases().begin(), smoothCases().end(), calls)) << name;
  }
}

constexpr double difference = 1e-5;  // truncation and rounding of the central difference are both near 1e-10
constexpr double tolerance = 2e-8;   // relative to 1 + |derivative|: third derivatives of these cases stay below 1e3

TEST(FormulaDerivative, EqualsTheCentralDifference) {
  for (const Case& test : smoothCases()) {
    const Formula formula = compiled(test.text, scopeWith({"x", "y", "z"}));
    const auto values = evaluated(formula, test.point);
    for (int i = 0; i < 3; ++i) {
      std::vector<Dual<1>> variables(test.point.begin(), test.point.end());
      variables[i].derivative[0] = 1;
      const auto exact = evaluated<Dual<1>>(formula, variables);
      Numbers low = test.point, high = test.point;
      low[i] -= difference, high[i] += difference;
      const auto below = evaluated(formula, low), above = evaluated(formula, high);
      for (size_t k = 0; k < values.size(); ++k) {
        EXPECT_NEAR(exact[k].value, values[k], 1e-14 * (1 + std::abs(values[k]))) << test.text;
        if (test.point[i] == 0) continue;  // not in the formula
        const double slope = (above[k] - below[k]) / (2 * difference);
        EXPECT_NEAR(exact[k].derivative[0], slope, tolerance * (1 + std::abs(slope))) << test.text << " by argument " << i;
      }
    }
  }
}

TEST(FormulaDerivative, NestsToSecondDerivatives) {
  using Second = Dual<1, Dual<1>>;
  for (const Case& test : smoothCases()) {
    const Formula formula = compiled(test.text, scopeWith({"x", "y", "z"}));
    const auto slopeAt = [&](double x) {
      return evaluated<Dual<1>>(formula, {Dual<1>::variable(x, 0), Dual<1>(test.point[1]), Dual<1>(test.point[2])});
    };
    const Second x = Second::variable(Dual<1>::variable(test.point[0], 0), 0);
    const auto exact = evaluated<Second>(formula, {x, Second(test.point[1]), Second(test.point[2])});
    const auto below = slopeAt(test.point[0] - difference), above = slopeAt(test.point[0] + difference);
    for (size_t k = 0; k < exact.size(); ++k) {
      const double curvature = (above[k].derivative[0] - below[k].derivative[0]) / (2 * difference);
      EXPECT_NEAR(exact[k].derivative[0].derivative[0], curvature, 10 * tolerance * (1 + std::abs(curvature))) << test.text;
    }
  }
}

/// The derivative with respect to x of a formula of x only.
Numbers slopes(std::string_view text, double x) {
  Numbers result;
  for (const Dual<1>& entry : evaluated<Dual<1>>(compiled(text, scopeWith({"x"})), {Dual<1>::variable(x, 0)})) {
    result.push_back(entry.derivative[0]);
  }
  return result;
}

TEST(FormulaDerivative, IsOneSidedAtKinks) {
  EXPECT_EQ(slopes("abs(x)", 0), Numbers{1});
  EXPECT_EQ(slopes("max(x, 0)", 0), Numbers{1});  // of two equal arguments, the first is differentiated
  EXPECT_EQ(slopes("max(0, x)", 0), Numbers{0});
  EXPECT_EQ(slopes("min(x, 0)", 0), Numbers{1});
  EXPECT_EQ(slopes("clamp(x, 0, 1)", 0), Numbers{1});
  EXPECT_EQ(slopes("clamp(x, 0, 1)", -1), Numbers{0});
  EXPECT_EQ(slopes("floor(x)", 2), Numbers{0});
  EXPECT_EQ(slopes("step(x)", 0), Numbers{0});
  EXPECT_EQ(slopes("mod(x, 2)", 2), Numbers{1});
}

TEST(FormulaDerivative, IsZeroAtAVanishingLength) {
  EXPECT_EQ(slopes("norm([x, 2*x])", 0), Numbers{0});
  EXPECT_EQ(slopes("hypot(x, 2*x)", 0), Numbers{0});
  EXPECT_EQ(slopes("sqrt(x)", 0), Numbers{0});
  EXPECT_EQ(slopes("normalize([x, x])", 0), (Numbers{0, 0}));
  EXPECT_EQ(slopes("atan2(x, x)", 0), Numbers{0});
}

TEST(FormulaDerivative, StaysFiniteAtTheEndsOfTheArcFunctions) {
  EXPECT_EQ(slopes("asin(x)", 1), Numbers{0});
  EXPECT_EQ(slopes("acos(x)", -1), Numbers{0});
}

TEST(FormulaDerivative, OfPowersIsFiniteAtZeroAndBelow) {
  EXPECT_EQ(slopes("x^2", 0), Numbers{0});
  EXPECT_EQ(slopes("x^1.5", 0), Numbers{0});
  EXPECT_EQ(slopes("pow(x, 1 + 0*x)", 0), Numbers{1});
  EXPECT_EQ(slopes("pow(x, x - x + 1)", 0), Numbers{1});  // an exponent that is unknown at compile time
  EXPECT_EQ(slopes("pow(x, x - x + 2)", 3), Numbers{6});
  EXPECT_EQ(slopes("pow(x, x - x + 2)", -3), Numbers{-6});
  EXPECT_EQ(slopes("pow(x, x - x + 3)", 0), Numbers{0});
}

}  // namespace
}  // namespace slipstick
