// Formulas in Python syntax. python/tests/test_to_exudyn.py compares their values.
#include "core/exchange/python_formula.h"

#include <gtest/gtest.h>

#include "core/expression/functions.h"

namespace slipstick {
namespace {

/// x is a number, v a vector, square(x) a function of the model.
PythonFormula translated(const std::string& formula) {
  const auto find = [](const std::string& name) -> std::optional<PythonTerm> {
    if (name == "x") return PythonTerm{"x", true};
    if (name == "v") return PythonTerm{"v", false};
    if (name == "square()") return PythonTerm{"square", true};
    return std::nullopt;
  };
  const auto sensor = [](const std::string& name) { return "sensorValues(" + name + ")"; };
  return pythonFormula(formula, {find, sensor, [](const std::string&) { return std::string("7"); }});
}

std::string valueOf(const std::string& formula) { return translated(formula).value.text; }

std::string messageOf(const std::string& formula) {
  try {
    return "written as " + valueOf(formula);
  } catch (const ExportError& error) {
    return error.what();
  }
}

TEST(PythonFormula, KeepsThePrecedenceOfOperators) {
  EXPECT_EQ(valueOf("-2^2"), "-2**2");
  EXPECT_EQ(valueOf("(-2)^2"), "(-2)**2");
  EXPECT_EQ(valueOf("2^3^2"), "2**3**2");
  EXPECT_EQ(valueOf("2^-1"), "2**-1");
  EXPECT_EQ(valueOf("(1 + x)*3 - 4/2"), "(1 + x) * 3 - 4 / 2");
  EXPECT_EQ(valueOf("1 - (2 - 3)"), "1 - (2 - 3)");
  EXPECT_EQ(valueOf("x > 3 ? 1 : x > 2 ? 2 : 3"), "1 if x > 3 else 2 if x > 2 else 3");
  EXPECT_EQ(valueOf("not x == 6 and 1"), "not x == 6 and 1 != 0");
  EXPECT_EQ(valueOf("!(x == 6) || 5"), "not x == 6 or 5 != 0");
  EXPECT_EQ(valueOf("(1 < x) < 2"), "(1 < x) < 2");
}

TEST(PythonFormula, KeepsNumbersAsTheyAreWritten) { EXPECT_EQ(valueOf("1.50e-3*x + .5"), "1.50e-3 * x + .5"); }

TEST(PythonFormula, DistinguishesNumbersFromVectorsAndMatrices) {
  EXPECT_EQ(valueOf("rotZ(x)*v"), "mul(rotZ(x), v)");
  EXPECT_EQ(valueOf("2*v[0]"), "2 * v[0]");
  EXPECT_EQ(valueOf("[1, x]*2"), "np.array([1, x]) * 2");
  EXPECT_EQ(valueOf("max(v[0], v[1])*v"), "max(v[0], v[1]) * v");
}

TEST(PythonFormula, HasCallsSensorsAndInputs) {
  EXPECT_EQ(valueOf("if(x < 1, 2, max(3, x, 4))"), "2 if x < 1 else max(3, x, 4)");
  EXPECT_EQ(valueOf("square(x)*pi"), "square(x) * np.pi");
  EXPECT_EQ(valueOf("sensor(\"tip\")[0]"), "sensorValues(tip)[0]");
  EXPECT_EQ(valueOf("input(\"throttle\")"), "7");
}

TEST(PythonFormula, BindsNames) {
  const PythonFormula formula = translated("k = 2*x; lambda = k; x = lambda; k*x");
  EXPECT_EQ(formula.statements, (std::vector<std::string>{"k = 2 * x", "lambda_ = k", "xHere = lambda_"}));
  EXPECT_EQ(formula.value.text, "k * xHere");
  EXPECT_TRUE(formula.value.isScalar);
}

TEST(PythonFormula, KnowsEveryFunctionOfTheLanguage) {
  for (const std::string& name : expression::functionNames()) {
    const expression::Function& function = *expression::findFunction(name);
    std::string arguments = "1";
    for (int i = 1; i < function.minimumArguments; ++i) arguments += ", 1";
    EXPECT_EQ(messageOf(name + "(" + arguments + ")").rfind("written as ", 0), 0u) << name;
  }
}

TEST(PythonFormula, ReportsUnknownNames) {
  EXPECT_EQ(messageOf("foo + 1"), "a formula uses \"foo\", which is not known");
  EXPECT_EQ(messageOf("bar(1)"), "a formula uses the function \"bar\", which is not known");
  EXPECT_EQ(messageOf("(1"), "cannot read the formula (1");
  EXPECT_EQ(messageOf("2*\"tip\""), "the text \"tip\" is used as a number");
}

TEST(PythonText, OfNumbersIsShort) {
  const std::pair<double, const char*> cases[] = {{0, "0"},
                                                  {-0.0, "0"},
                                                  {3, "3"},
                                                  {-2.5, "-2.5"},
                                                  {0.1, "0.1"},
                                                  {100, "100"},
                                                  {1e21, "1e+21"},
                                                  {1e-5, "0.00001"},
                                                  {1e-6, "0.000001"},
                                                  {1.25e-7, "1.25e-7"},
                                                  {123456.789, "123456.789"},
                                                  {2e-7, "2e-7"},
                                                  {1e15, "1000000000000000"},
                                                  {1.0 / 3, "0.3333333333333333"}};
  for (const auto& [number, text] : cases) EXPECT_EQ(pythonNumber(number), text);
}

TEST(PythonText, OfValues) {
  EXPECT_EQ(pythonValue(Json::parse("[true, false, 1, \"a\\\"b\\n\"]")), R"([True, False, 1, "a\"b\n"])");
  EXPECT_THROW(pythonValue(Json::object()), ExportError);
}

TEST(PythonText, NamesAvoidThoseOfPythonAndOfTheScript) {
  EXPECT_EQ(safeName("lambda"), "lambda_");
  EXPECT_EQ(safeName("mbs"), "mbs_");
  EXPECT_EQ(safeName("clamp"), "clamp_");
  EXPECT_EQ(safeName("stiffness"), "stiffness");
}

TEST(PythonText, FindsCallsOfFunctions) {
  EXPECT_TRUE(callsFunction("x = step(2)", "step"));
  EXPECT_FALSE(callsFunction("x = smoothstep(2) + a_step(3) + step_(1)", "step"));
}

}  // namespace
}  // namespace slipstick
