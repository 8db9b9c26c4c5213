#include "tests/core/count_allocations.h"
#include "tests/core/expression/evaluate.h"

namespace slipstick {
namespace {

const std::string tooDeep = "the formula is nested deeper than 64 levels";
const std::string tooLarge = "the formula needs more than 10000 operations";

std::string messageOf(std::string_view text, const Scope& scope = {}) {
  const std::string error = errorOf(text, scope);
  return error.empty() ? "" : error.substr(error.find(": ") + 2);
}

TEST(FormulaLimits, AllowSixteenKibibytes) {
  EXPECT_EQ(number("1" + std::string(16'383, ' ')), 1);
  EXPECT_EQ(errorOf("1" + std::string(16'384, ' ')), "16384: the formula has 16385 bytes; at most 16384 are allowed");
}

TEST(FormulaLimits, AllowSixtyFourLevelsOfEveryKindOfNesting) {
  struct Nesting {
    std::string open, close;
  };
  for (const auto& [open, close] : std::vector<Nesting>{{"(", ")"},
                                                        {"-", ""},
                                                        {"+", ""},
                                                        {"!", ""},
                                                        {"not ", ""},
                                                        {"abs(", ")"},
                                                        {"[", "]"},
                                                        {"2^", ""},
                                                        {"1 ? 1 : ", ""},
                                                        {"1 ? ", " : 1"},
                                                        {"[1][", " - 1]"}}) {
    EXPECT_EQ(messageOf(repeated(open, 64) + "1" + repeated(close, 64)), "") << open;
    EXPECT_EQ(messageOf(repeated(open, 65) + "1" + repeated(close, 65)), tooDeep) << open;
  }
}

TEST(FormulaLimits, ReportThePlaceOfTooDeepNesting) { EXPECT_EQ(errorOf(repeated("(", 4000)), "65: " + tooDeep); }

TEST(FormulaLimits, DoNotCountLongChainsAsDeep) {
  EXPECT_EQ(number("1" + repeated("+1", 2000)), 2001);
  EXPECT_EQ(number("1" + repeated("*1", 2000)), 1);
  EXPECT_EQ(number("1" + repeated(" and 1", 600)), 1);
}

TEST(FormulaLimits, CountTheLevelsOfDefinitionsTogether) {
  Scope scope;
  scope.functions["f0"] = {{"x"}, "x"};
  for (int i = 1; i <= 80; ++i) scope.functions["f" + std::to_string(i)] = {{"x"}, "f" + std::to_string(i - 1) + "(x)"};
  EXPECT_EQ(number("f40(3)", scope), 3);
  EXPECT_EQ(errorOf("1 + f80(3)", scope), "4: the definitions are nested deeper than 64 levels");
  scope.functions["deep"] = {{"x"}, repeated("(", 40) + "x" + repeated(")", 40)};
  EXPECT_EQ(messageOf(repeated("(", 20) + "deep(1)" + repeated(")", 20), scope), "");
  EXPECT_EQ(messageOf(repeated("(", 30) + "deep(1)" + repeated(")", 30), scope), "the definitions are nested deeper than 64 levels");
}

/// f0(x) = body, and each following function calls its predecessor twice.
Scope bomb(const std::string& body, const std::string& join) {
  Scope scope = scopeWith({"t"});
  scope.functions["f0"] = {{"x"}, body};
  for (int i = 1; i <= 50; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    std::string call = join;
    for (size_t at = call.find('@'); at != std::string::npos; at = call.find('@')) call.replace(at, 1, before + "(x)");
    scope.functions["f" + std::to_string(i)] = {{"x"}, call};
  }
  return scope;
}

TEST(FormulaLimits, StopExponentialDefinitionsEarly) {
  const std::size_t before = allocations();
  EXPECT_EQ(messageOf("f50(t)", bomb("x*x + 1", "@ + 2*@")), tooLarge);
  EXPECT_EQ(messageOf("f50(2)", bomb("x*x + 1", "@ + 2*@")), tooLarge);       // entirely constant-folded
  EXPECT_EQ(errorOf("1 + f50(t)", bomb("x", "a = @; @")), "4: " + tooLarge);  // no operations
  EXPECT_EQ(messageOf("f20([t, t])", bomb("x", "[@[0], @[1]]")), tooLarge);
  EXPECT_LT(allocations() - before, 3'000'000u);  // full expansion would take 2^50 operations
}

TEST(FormulaLimits, RefuseLargeMatrices) {
  const Scope scope = scopeWith({"t"});
  EXPECT_EQ(errorOf("1 + zeros(1000, 1000)[0][0]", scope), "4: " + tooLarge);
  EXPECT_EQ(errorOf("t*identity(101)", scope), "1: " + tooLarge);
  EXPECT_EQ(messageOf("inverse(t*identity(20))", scope), tooLarge);
  EXPECT_EQ(messageOf("v = zeros(1000); v*transpose(v)", scope), tooLarge);
  EXPECT_EQ(messageOf("inverse(t*identity(12))", scope), "");
}

TEST(FormulaLimits, CountOperationsInTheFormulaItself) {
  const Scope scope = scopeWith({"t"});
  EXPECT_EQ(messageOf("m = t*identity(20); m*[" + repeated("t,", 19) + "t]", scope), "");
  EXPECT_EQ(messageOf("m = t*identity(20); m*m", scope), tooLarge);
}

TEST(FormulaEvaluation, AllocatesNothingAfterTheFirstTime) {
  Scope scope;
  scope.arguments = {{"t", {1, 1}}, {"v", {3, 1}}};
  const Formula formula = compiled("w = rotX(t)*v; t > 0 ? normalize(w) + inverse(skew(v) + identity(3))*w : zeros(3)", scope);
  const double arguments[4] = {0.1, 1, 2, 3};
  double result[3];
  Dual<1> dualArguments[4], dualResult[3];
  for (int i = 0; i < 4; ++i) dualArguments[i] = Dual<1>::variable(arguments[i], 0);
  formula.evaluate(arguments, nullptr, result);
  formula.evaluate(dualArguments, nullptr, dualResult);
  const std::size_t before = allocations();
  for (int i = 0; i < 100; ++i) {
    formula.evaluate(arguments, nullptr, result);
    formula.evaluate(dualArguments, nullptr, dualResult);
  }
  EXPECT_EQ(allocations(), before);
  compiled("1");
  EXPECT_GT(allocations(), before);  // the counter works
}

}  // namespace
}  // namespace slipstick
