#include <cmath>

#include "tests/core/expression/evaluate.h"

namespace slipstick {
namespace {

using Numbers = std::vector<double>;

TEST(Formula, ReadsNumbersAsWritten) {
  EXPECT_EQ(number("12"), 12);
  EXPECT_EQ(number("0.25"), 0.25);
  EXPECT_EQ(number(".5"), 0.5);
  EXPECT_EQ(number("5."), 5);
  EXPECT_EQ(number("1e3"), 1000);
  EXPECT_EQ(number("1.5E-3"), 0.0015);
  EXPECT_EQ(number("2e+2"), 200);
  EXPECT_EQ(number(" 7\t\r\n"), 7);
}

TEST(Formula, KnowsPiEAndTruth) {
  EXPECT_DOUBLE_EQ(number("pi"), std::acos(-1.0));
  EXPECT_DOUBLE_EQ(number("e"), std::exp(1.0));
  EXPECT_EQ(number("true"), 1);
  EXPECT_EQ(number("false"), 0);
  EXPECT_DOUBLE_EQ(number("2*e"), 2 * std::exp(1.0));
}

TEST(Formula, MultipliesBeforeItAddsAndGoesFromLeftToRight) {
  EXPECT_EQ(number("2 + 3*4"), 14);
  EXPECT_EQ(number("(2 + 3)*4"), 20);
  EXPECT_EQ(number("10 - 4 - 3"), 3);
  EXPECT_EQ(number("100/10/5"), 2);
  EXPECT_EQ(number("12/3*2"), 8);
}

TEST(Formula, RaisesToPowersFromTheRightAndBeforeTheSign) {
  EXPECT_EQ(number("-2^2"), -4);
  EXPECT_EQ(number("(-2)^2"), 4);
  EXPECT_EQ(number("2^3^2"), 512);
  EXPECT_EQ(number("2^-1"), 0.5);
  EXPECT_EQ(number("2^-2^2"), std::pow(2.0, -4.0));
  EXPECT_EQ(number("3*2^2"), 12);
  EXPECT_EQ(number("2*-3"), -6);
  EXPECT_EQ(number("--3"), 3);
  EXPECT_EQ(number("1 - -+3"), 4);
}

TEST(Formula, ComparesNumbers) {
  EXPECT_EQ(entries("[1 < 2, 2 < 1, 1 <= 1, 2 > 1, 1 > 1, 1 >= 1, 1 == 1, 1 != 1]"), (Numbers{1, 0, 1, 1, 0, 1, 1, 0}));
  EXPECT_EQ(number("1 + 1 == 2"), 1);
}

TEST(Formula, CombinesConditionsInWordsAndInSigns) {
  EXPECT_EQ(entries("[true and false, true or false, not true, 2 and 3]"), (Numbers{0, 1, 0, 1}));
  EXPECT_EQ(entries("[true && false, true || false, !true, !0]"), (Numbers{0, 1, 0, 1}));
  EXPECT_EQ(number("true or true and false"), 1);
  EXPECT_EQ(number("not 1 == 2"), 1);  // not (1 == 2)
  EXPECT_EQ(number("!1 == 0"), 1);     // (!1) == 0
  EXPECT_EQ(number("not false and false"), 0);
  EXPECT_EQ(number("not not 3"), 1);
  EXPECT_EQ(number("1 < 2 and 2 < 3"), 1);
}

TEST(Formula, ChoosesBetweenTwoBranchesFromTheRight) {
  EXPECT_EQ(number("1 < 2 ? 10 : 20"), 10);
  EXPECT_EQ(number("1 > 2 ? 10 : 20"), 20);
  EXPECT_EQ(number("false ? 1 : false ? 2 : 3"), 3);
  EXPECT_EQ(number("true ? false ? 1 : 2 : 3"), 2);
  EXPECT_EQ(number("true or false ? 1 + 1 : 0"), 2);
  EXPECT_EQ(entries("true ? [1, 2] : [3, 4]"), (Numbers{1, 2}));
}

TEST(Formula, KeepsTheUnchosenBranchOut) {
  const Formula formula = compiled("x > 0 ? x : 1/0*x", scopeWith({"x"}));
  EXPECT_EQ(evaluated(formula, {2.0})[0], 2);
  const Formula root = compiled("if(x >= 0, sqrt(x), sqrt(x)*1e300*1e300)", scopeWith({"x"}));
  const auto result = evaluated<Dual<1>>(root, {Dual<1>::variable(4, 0)});
  EXPECT_EQ(result[0].value, 2);
  EXPECT_EQ(result[0].derivative[0], 0.25);
  const auto logarithm = evaluated<Dual<1>>(compiled("x < 0 ? log(x) : 3*x", scopeWith({"x"})), {Dual<1>::variable(0, 0)});
  EXPECT_EQ(logarithm[0].value, 0);
  EXPECT_EQ(logarithm[0].derivative[0], 3);
}

TEST(Formula, BuildsVectorsAndMatrices) {
  const Formula vector = compiled("[1, 2, 3]");
  EXPECT_EQ(vector.shape(), (Shape{3, 1}));
  EXPECT_EQ(evaluated(vector), (Numbers{1, 2, 3}));
  const Formula matrix = compiled("[[1, 2, 3], [4, 5, 6]]");
  EXPECT_EQ(matrix.shape(), (Shape{2, 3}));
  EXPECT_EQ(evaluated(matrix), (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(compiled("v = [1, 2]; [v, 2*v]").shape(), (Shape{2, 2}));
  EXPECT_EQ(compiled("[[1], [2]]").shape(), (Shape{2, 1}));
  EXPECT_EQ(compiled("[5]").shape(), (Shape{1, 1}));
}

TEST(Formula, TakesEntriesRowsAndEntriesOfRows) {
  EXPECT_EQ(number("[1, 2, 3][1]"), 2);
  EXPECT_EQ(number("[[1, 2, 3], [4, 5, 6]][1][2]"), 6);
  EXPECT_EQ(compiled("[[1, 2, 3], [4, 5, 6]][1]").shape(), (Shape{3, 1}));
  EXPECT_EQ(entries("[[1, 2, 3], [4, 5, 6]][1]"), (Numbers{4, 5, 6}));
  EXPECT_EQ(number("[7, 8][2 - 1]"), 8);
  EXPECT_EQ(number("2*[7, 8][1]^2"), 128);
  EXPECT_EQ(number("[5][0]"), 5);
  EXPECT_EQ(entries("transpose([7, 8, 9])[0]"), (Numbers{7, 8, 9}));
}

TEST(Formula, DoesLinearAlgebra) {
  EXPECT_EQ(entries("[1, 2] + [10, 20]"), (Numbers{11, 22}));
  EXPECT_EQ(entries("[1, 2] - [10, 20]"), (Numbers{-9, -18}));
  EXPECT_EQ(entries("-[1, 2]"), (Numbers{-1, -2}));
  EXPECT_EQ(entries("2*[1, 2]"), (Numbers{2, 4}));
  EXPECT_EQ(entries("[1, 2]*2"), (Numbers{2, 4}));
  EXPECT_EQ(entries("[1, 2]/2"), (Numbers{0.5, 1}));
  EXPECT_EQ(entries("[[1, 2], [3, 4]]*[5, 6]"), (Numbers{17, 39}));
  EXPECT_EQ(entries("[[1, 2], [3, 4]]*[[5, 6], [7, 8]]"), (Numbers{19, 22, 43, 50}));
  EXPECT_EQ(entries("[[1, 2], [3, 4]] + identity(2)"), (Numbers{2, 2, 3, 5}));
  EXPECT_EQ(number("transpose([1, 2])*[3, 4]"), 11);
  EXPECT_EQ(entries("[1, 2]*transpose([3, 4])"), (Numbers{3, 4, 6, 8}));
}

TEST(Formula, BindsLocalNames) {
  EXPECT_EQ(number("k = 2; k*k"), 4);
  EXPECT_EQ(number("a = 2; b = a + 1; a*b"), 6);
  EXPECT_EQ(number("m = [[1, 2], [3, 4]]; m[1][0]"), 3);
  Scope scope;
  scope.constants["k"] = {{1, 1}, {5}};
  EXPECT_EQ(number("k = k + 1; k", scope), 6);  // a local name hides the constant from its line on
}

TEST(Formula, ReadsConstantsOfEveryShape) {
  Scope scope;
  scope.constants["radius"] = {{1, 1}, {0.5}};
  scope.constants["axis"] = {{3, 1}, {1, 2, 3}};
  scope.constants["inertia"] = {{2, 2}, {1, 2, 3, 4}};
  EXPECT_EQ(number("radius*axis[2]", scope), 1.5);
  EXPECT_EQ(entries("inertia*[1, 1]", scope), (Numbers{3, 7}));
}

TEST(Formula, ReadsItsArgumentsOneAfterTheOther) {
  Scope scope;
  scope.arguments = {{"t", {1, 1}}, {"displacement", {3, 1}}, {"stiffness", {2, 2}}};
  const Formula formula = compiled("[t, displacement[2], stiffness[1][0]]", scope);
  EXPECT_EQ(formula.argumentSize(), 8);
  EXPECT_EQ(evaluated(formula, {1, 2, 3, 4, 5, 6, 7, 8}), (Numbers{1, 4, 7}));
}

TEST(Formula, LetsArgumentsHideConstants) {
  Scope scope = scopeWith({"t"});
  scope.constants["t"] = {{1, 1}, {99}};
  EXPECT_EQ(evaluated(compiled("t", scope), {3.0})[0], 3);
}

TEST(Formula, ReadsEachSensorOnce) {
  Scope scope;
  scope.sensor = [](std::string_view name) -> std::optional<SensorInput> {
    if (name == "force") return SensorInput{4, 3};
    if (name == "angle") return SensorInput{2, 1};
    return std::nullopt;
  };
  const Formula formula = compiled("[sensor(\"angle\"), sensor('force')[1], sensor(\"angle\")[0]]", scope);
  ASSERT_EQ(formula.sensors().size(), 2u);
  EXPECT_EQ(formula.sensors()[0].index, 2);
  EXPECT_EQ(formula.sensors()[1].index, 4);
  EXPECT_EQ(evaluated(formula, Numbers{}, {10, 20, 30, 40}), (Numbers{10, 30, 10}));
}

TEST(Formula, InlinesDefinitions) {
  Scope scope = scopeWith({"t"});
  scope.constants["height"] = {{1, 1}, {2}};
  scope.functions["ramp"] = {{"t"}, "min(t, 1)"};
  scope.functions["lift"] = {{"x"}, "s = ramp(x); height*s"};
  scope.functions["turned"] = {{"angle", "v"}, "rotZ(angle)*v"};
  scope.functions["nothing"] = {{}, "0.25"};
  EXPECT_EQ(evaluated(compiled("ramp(2*t)", scope), {0.25})[0], 0.5);
  EXPECT_EQ(evaluated(compiled("lift(t) + lift(3*t)", scope), {0.5})[0], 1 + 2);
  EXPECT_NEAR(evaluated(compiled("turned(pi/2, [t, 0, 0])", scope), {0.5})[1], 0.5, 1e-15);
  EXPECT_EQ(number("nothing()", scope), 0.25);
}

TEST(Formula, HidesTheCallersNamesFromDefinitions) {
  Scope scope = scopeWith({"t"});
  scope.functions["f"] = {{"x"}, "x + t"};
  EXPECT_EQ(errorOf("f(1)", scope), "0: in the definition of 'f': unknown name 't'; the time is known in user functions only");
  scope.functions["f"] = {{"x"}, "x + k"};
  EXPECT_EQ(errorOf("k = 3; f(1)", scope), "7: in the definition of 'f': unknown name 'k'; known names: x");
}

TEST(Formula, CountsRemainingOperations) {
  const Scope scope = scopeWith({"x", "y"});
  EXPECT_EQ(compiled("2*pi/180", scope).operations(), 0);
  EXPECT_EQ(compiled("x + y", scope).operations(), 1);
  EXPECT_EQ(compiled("x*y + x", scope).operations(), 1);                 // a fused product and sum
  EXPECT_EQ(compiled("sin(x) + sin(x)*y", scope).operations(), 2);       // common subexpressions are computed once
  EXPECT_EQ(compiled("unused = sin(x); y", scope).operations(), 0);      // unused operations are removed
  EXPECT_EQ(compiled("(rotX(x)*[y, 1, 2])[0]", scope).operations(), 0);  // as are products with zero and one
}

TEST(Constant, IsEvaluatedAtOnce) {
  Scope scope;
  scope.constants["radius"] = {{1, 1}, {0.5}};
  const auto result = evaluateConstant("[radius, 2*radius]", scope);
  ASSERT_TRUE(std::holds_alternative<Constant>(result));
  EXPECT_EQ(std::get<Constant>(result).shape, (Shape{2, 1}));
  EXPECT_EQ(std::get<Constant>(result).values, (Numbers{0.5, 1}));
}

TEST(Constant, HasNoArgumentsAndNoSensors) {
  Scope scope = scopeWith({"t"});
  scope.sensor = [](std::string_view) { return SensorInput{0, 1}; };
  const auto time = evaluateConstant("2*t", scope);
  ASSERT_TRUE(std::holds_alternative<FormulaError>(time));
  EXPECT_EQ(std::get<FormulaError>(time).message, "unknown name 't'; the time is known in user functions only");
  EXPECT_EQ(std::get<FormulaError>(time).position, 2);
  const auto sensor = evaluateConstant("sensor(\"a\")", scope);
  ASSERT_TRUE(std::holds_alternative<FormulaError>(sensor));
  EXPECT_EQ(std::get<FormulaError>(sensor).message, "sensor(\"name\") is not allowed here: only user functions and measures read sensors");
}

TEST(Constant, IsFinite) {
  const auto messageOf = [](std::string_view text) {
    const auto result = evaluateConstant(text, {});
    return std::holds_alternative<FormulaError>(result) ? std::get<FormulaError>(result).message : "";
  };
  EXPECT_EQ(messageOf("1/0"), "the result must be finite, got infinity");
  EXPECT_EQ(messageOf("[1, -1/0]"), "the result must be finite, got minus infinity");
  EXPECT_EQ(messageOf("0/0"), "the result must be finite, got not a number");
  EXPECT_EQ(messageOf("sqrt(-1)"), "the result must be finite, got not a number");
  EXPECT_EQ(messageOf("inverse([[1, 2], [2, 4]])"), "the result must be finite, got infinity");
  EXPECT_EQ(messageOf("1 > 0 ? 1 : 1/0"), "");
}

}  // namespace
}  // namespace slipstick
