#include "tests/core/expression/evaluate.h"

namespace slipstick {
namespace {

Scope modelScope() {
  Scope scope;
  scope.constants["radius"] = {{1, 1}, {0.5}};
  scope.constants["axis"] = {{3, 1}, {1, 0, 0}};
  scope.functions["ramp"] = {{"t"}, "min(t, 1)"};
  scope.arguments = {{"t", {1, 1}}, {"displacement", {3, 1}}, {"stiffness", {2, 2}}};
  scope.sensor = [](std::string_view name) -> std::optional<SensorInput> {
    return name == "force" ? std::optional<SensorInput>({0, 3}) : std::nullopt;
  };
  scope.sensorNames = {"force"};
  return scope;
}
void expectError(std::string_view text, const std::string& error) { EXPECT_EQ(errorOf(text, modelScope()), error) << text; }

TEST(FormulaError, NamesUnknownNamesAndSuggestsOthers) {
  expectError("2*raduis", "2: unknown name 'raduis'; did you mean 'radius'?");
  expectError("Radius", "0: unknown name 'Radius'; did you mean 'radius'?");
  expectError("1 + dispalcement", "4: unknown name 'dispalcement'; did you mean 'displacement'?");
  expectError("quite_different", "0: unknown name 'quite_different'; known names: t, displacement, stiffness, axis, radius");
  expectError("level = 3; levle", "11: unknown name 'levle'; did you mean 'level'?");
  expectError("sine(t)", "0: unknown function 'sine'; did you mean 'sin'?");
  expectError("rmap(t)", "0: unknown function 'rmap'; did you mean 'ramp'?");
  expectError("sensor(\"forec\")", "7: no sensor is called 'forec'; did you mean 'force'?");
  EXPECT_EQ(errorOf("t"), "0: unknown name 't'; the time is known in user functions only");
}

TEST(FormulaError, DistinguishesFunctionsFromValues) {
  expectError("sin + 1", "0: 'sin' is a function and needs arguments: sin(x)");
  expectError("ramp + 1", "0: 'ramp' is a function and needs arguments: ramp(t)");
  expectError("radius(2)", "0: 'radius' is not a function; write a product with *");
  expectError("pi(2)", "0: 'pi' is not a function; write a product with *");
  expectError("sensor", "0: 'sensor' needs the name of a sensor: sensor(\"name\")");
}

TEST(FormulaError, CountsArguments) {
  expectError("1 + sin(1, 2)", "4: sin(x) takes 1 argument, got 2");
  expectError("clamp(1)", "0: clamp(x, low, high) takes 3 arguments, got 1");
  expectError("step(1, 2, 3)", "0: step(edge, x) takes 1 or 2 arguments, got 3");
  expectError("min()", "0: min(a, b, ...) takes at least 1 argument, got 0");
  expectError("ramp(1, 2)", "0: ramp(t) takes 1 argument, got 2");
}

TEST(FormulaError, NamesShapesThatDoNotFit) {
  expectError("displacement + [1, 2]", "13: cannot add a 3-vector and a 2-vector");
  expectError("displacement - 1", "13: cannot subtract a 3-vector and a number");
  expectError("displacement*axis", "12: cannot multiply a 3-vector by a 3-vector; use dot(v, w) or cross(v, w)");
  expectError("stiffness*axis", "9: cannot multiply a 2x2 matrix by a 3-vector");
  expectError("1/axis", "1: cannot divide by a 3-vector");
  expectError("1/stiffness", "1: cannot divide by a 2x2 matrix; use inverse(M)");
  expectError("axis^2", "4: '^' needs numbers, got a 3-vector");
  expectError("1 < axis", "2: '<' needs numbers, got a 3-vector");
  expectError("axis >= 1", "5: '>=' needs numbers, got a 3-vector");
  expectError("axis and 1", "5: 'and' needs numbers, got a 3-vector");
  expectError("not axis", "0: 'not' needs a number, got a 3-vector");
  expectError("axis ? 1 : 2", "5: a condition must be a number, got a 3-vector");
  expectError("t > 0 ? 1 : axis", "6: the branches of '?' differ: a number and a 3-vector");
  expectError("if(t, 1, axis)", "9: if(condition, a, b): expected a number like the second argument, got a 3-vector");
  expectError("sin(axis)", "4: sin(x): expected a number, got a 3-vector");
  expectError("max(1, axis)", "7: max(a, b, ...): expected a number, got a 3-vector");
  expectError("max(stiffness)", "4: max(a, b, ...): expected numbers or one vector, got a 2x2 matrix");
  expectError("cross(axis, [1, 2])", "12: cross(v, w): expected a 3-vector, got a 2-vector");
  expectError("dot(axis, [1, 2])", "10: dot(v, w): expected a 3-vector like the first argument, got a 2-vector");
  expectError("norm(stiffness)", "5: norm(v): expected a vector, got a 2x2 matrix");
  expectError("inverse(axis)", "8: inverse(M): expected a square matrix, got a 3-vector");
  expectError("[1, axis]", "4: numbers and vectors are mixed in one vector");
  expectError("[[1, 2], [3]]", "9: numbers and vectors are mixed in one vector");
  expectError("[[1, 2], [3, 4, 5]]", "9: the rows of a matrix differ in length: 2 and 3");
  expectError("[stiffness, stiffness]", "1: an entry of a vector must be a number, and a row of a matrix a vector, got a 2x2 matrix");
}

TEST(FormulaError, ChecksIndices) {
  expectError("axis[3]", "5: index 3 is outside of a 3-vector: expected 0 to 2");
  expectError("axis[-1]", "5: index -1 is outside of a 3-vector: expected 0 to 2");
  expectError("stiffness[0][2]", "13: index 2 is outside of a 2-vector: expected 0 to 1");
  expectError("stiffness[5]", "10: index 5 is outside of a 2x2 matrix: expected 0 to 1");
  expectError("axis[1e300]", "5: index that large is outside of a 3-vector: expected 0 to 2");
  expectError("axis[0.5]", "5: an index must be a constant whole number");
  expectError("axis[t]", "5: an index must be a constant whole number");
  expectError("axis[0/0]", "5: an index must be a constant whole number");
  expectError("axis[axis]", "5: an index must be a constant whole number");
  expectError("axis[0][0]", "8: a number has no entries");
  expectError("radius[1]", "7: index 1 is outside of a number: expected 0");
  expectError("stiffness[0, 1]", "11: one index per bracket: write an entry of a matrix as m[1][2]");
}

TEST(FormulaError, ChecksSizes) {
  const std::string size = ": a size must be a constant whole number from 1 to 1000";
  expectError("identity(0)", "9: identity(n)" + size);
  expectError("identity(1.5)", "9: identity(n)" + size);
  expectError("identity(t)", "9: identity(n)" + size);
  expectError("zeros(2, 1e9)", "9: zeros(rows, columns)" + size);
}

TEST(FormulaError, NamesMissingBrackets) {
  expectError("2*(1 + 2", "2: the bracket '(' is not closed");
  expectError("sin(1", "3: the bracket '(' is not closed");
  expectError("[1, 2", "0: the bracket '[' is not closed");
  expectError("axis[1", "4: the bracket '[' is not closed");
  expectError("(1 + 2]", "6: expected an operator or ')', got ']'");
  expectError("[1, 2)", "5: expected an operator ',' or ']', got ')'");
  expectError("1 + 2)", "5: expected an operator or the end of the formula, got ')'");
  expectError("(1, 2)", "2: write a vector in brackets: [a, b]");
}

TEST(FormulaError, NamesATokenInPlaceOfAValue) {
  expectError("", "0: the formula is empty");
  expectError("  ", "0: the formula is empty");
  expectError("1 +", "3: expected a value, got the end of the formula");
  expectError("1 + * 2", "4: expected a value, got '*'");
  expectError("()", "1: expected a value, got ')'");
  expectError("[]", "0: a vector needs at least one entry");
  expectError("max(1,)", "6: expected a value, got ')'");
  expectError("1 + not true", "4: 'not' needs parentheses here: (not …)");
  expectError("\"force\"", "0: a text in quotes is only allowed in sensor(\"name\"), input(\"name\") and reaction(\"name\")");
}

TEST(FormulaError, NamesATokenAfterAValue) {
  expectError("2 radius", "2: expected an operator before 'radius'");
  expectError("2x", "1: expected an operator before 'x'");
  expectError("(1)(2)", "3: expected an operator before '('");
  expectError("1 2", "2: expected an operator before '2'");
  expectError("1, 2", "1: expected an operator or the end of the formula, got ','");
  expectError("1 not 2", "2: expected an operator, got 'not'");
  expectError("t ? 1", "2: '?' has no ':'");
  expectError("t ? 1, 2", "5: expected an operator or ':', got ','");
  expectError("t < 1 < 2", "6: comparisons cannot be chained: write a < b and b < c");
}

TEST(FormulaError, NamesUnknownCharacters) {
  expectError("1 $ 2", "2: unknown character '$'");
  expectError("2·3", "1: unknown character '·'");
  expectError("t & 1", "2: unknown character '&'; did you mean '&&'?");
  expectError("t | 1", "2: unknown character '|'; did you mean '||'?");
  expectError("7 % 2", "2: unknown character '%'; write the remainder as mod(a, b)");
  expectError("t**2", "1: write a power with ^, not with **");
  expectError("1\x01", "1: unknown character (byte 0x01)");
  expectError("1\xff", "1: unknown character (byte 0xff)");
  expectError("sensor(\"force)", "7: the closing quote is missing");
  expectError("1e999", "0: the number '1e999' is too large");
}

TEST(FormulaError, ChecksLocalNames) {
  expectError("k = 3", "5: the formula ends without a result: expected ';' and an expression");
  expectError("k = 3;", "6: the formula ends without a result after ';'");
  expectError("k = 3 4; k", "6: expected an operator before '4'");
  expectError("k = 3; k = 4; k", "7: 'k' is already bound");
  expectError("t = 3; t", "0: 't' is an argument and cannot be bound again");
  expectError("sin = 3; sin", "0: 'sin' is a word of the language and cannot be bound");
  expectError("1; 2", "1: only 'name = expression;' is allowed before the result");
  expectError("1;", "1: nothing may follow the result: remove the last ';'");
  expectError("(k = 3)", "3: '=' only binds a name, as in 'name = expression; result'; write equality as '=='");
}

TEST(FormulaError, ChecksSensors) {
  expectError("sensor(force)", "0: expected the name of one sensor in quotes: sensor(\"name\")");
  expectError("sensor()", "0: expected the name of one sensor in quotes: sensor(\"name\")");
  EXPECT_EQ(errorOf("sensor(\"force\")"), "0: sensor(\"name\") is not allowed here: only user functions and measures read sensors");
}

TEST(FormulaError, NamesTheWrongDefinition) {
  Scope scope = modelScope();
  scope.functions["broken"] = {{"x"}, "x +"};
  scope.functions["outer"] = {{"x"}, "broken(x)"};
  scope.functions["needsVector"] = {{"v"}, "v[2]"};
  EXPECT_EQ(errorOf("1 + broken(2)", scope), "4: in the definition of 'broken': expected a value, got the end of the formula");
  EXPECT_EQ(errorOf("1 + outer(2)", scope), "4: in the definition of 'broken': expected a value, got the end of the formula");
  EXPECT_EQ(errorOf("needsVector([1, 2])", scope),
            "0: in the definition of 'needsVector': index 2 is outside of a 2-vector: expected 0 to 1");
}

TEST(FormulaError, RefusesRecursion) {
  Scope scope;
  scope.functions["f"] = {{"x"}, "f(x - 1)"};
  scope.functions["g"] = {{"x"}, "1 + h(x)"};
  scope.functions["h"] = {{"x"}, "2*g(x)"};
  EXPECT_EQ(errorOf("1 + f(3)", scope), "4: in the definition of 'f': definitions cannot be recursive: f -> f");
  EXPECT_EQ(errorOf("g(3)", scope), "0: in the definition of 'h': definitions cannot be recursive: g -> h -> g");
}

TEST(FormulaError, CutsLongNamesBetweenCharacters) {
  EXPECT_EQ(errorOf(std::string(300, 'a')), "0: unknown name '" + std::string(60, 'a') + "…'");
  Scope scope = modelScope();
  EXPECT_EQ(errorOf("sensor('x" + repeated("μ", 100) + "')", scope), "7: no sensor is called 'x" + repeated("μ", 29) + "…'");
}

TEST(Definition, IsCheckedBeforeItIsCalled) {
  const Scope scope = modelScope();
  const auto check = [&scope](std::vector<std::string> arguments, std::string body) {
    const auto error = checkDefinition({std::move(arguments), std::move(body)}, scope);
    return error ? std::to_string(error->position) + ": " + error->message : "";
  };
  EXPECT_EQ(check({"x", "v"}, "k = x*radius; k*v[2] + ramp(x) + sensor(\"force\")[0]"), "");
  EXPECT_EQ(check({"x"}, "x +"), "3: expected a value, got the end of the formula");
  EXPECT_EQ(check({"x"}, "x + raduis"), "4: unknown name 'raduis'; did you mean 'radius'?");
  EXPECT_EQ(check({"x"}, "x + t"), "4: unknown name 't'; the time is known in user functions only");
  EXPECT_EQ(check({"x"}, "late + (late = 3)"), "13: '=' only binds a name, as in 'name = expression; result'; write equality as '=='");
  EXPECT_EQ(check({"x"}, "a = b; b = 2; a"), "4: unknown name 'b'; known names: x, axis, radius");
  EXPECT_EQ(check({"x"}, "rmap(x)"), "0: unknown function 'rmap'; did you mean 'ramp'?");
  EXPECT_EQ(check({"x"}, "ramp(x, 1)"), "0: ramp(t) takes 1 argument, got 2");
  EXPECT_EQ(check({"x"}, "sensor(x)"), "0: expected the name of one sensor in quotes: sensor(\"name\")");
  EXPECT_EQ(check({"x", "x"}, "x"), "0: another argument is called 'x' too");
  EXPECT_EQ(check({"sin"}, "1"), "0: 'sin' cannot be the name of an argument");
  EXPECT_EQ(check({"x"}, "x = 3; x"), "0: 'x' is an argument and cannot be bound again");
}

}  // namespace
}  // namespace slipstick
