// The syntax of formulas, for those that write them in another language.
#include <gtest/gtest.h>

#include "core/simulation/json.h"

namespace slipstick {
namespace {

/// A part as an expression with parentheses around each operation.
std::string written(const Json& node) {
  const std::string kind = node["kind"], text = node["text"];
  const Json& operands = node["operands"];
  if (kind == "operators") {
    std::string all = written(operands[0]);
    for (std::size_t i = 0; i < node["operators"].size(); ++i)
      all += " " + node["operators"][i].get<std::string>() + " " + written(operands[i + 1]);
    return "(" + all + ")";
  }
  std::string list;
  for (const Json& operand : operands) list += (list.empty() ? "" : ", ") + written(operand);
  return kind == "number" || kind == "name" ? text : kind + (text.empty() ? "" : " " + text) + "(" + list + ")";
}
std::string written(const char* formula) { return written(syntaxJson(formula)["result"]); }

TEST(Syntax, HasOperatorsInTheirOrder) {
  EXPECT_EQ(written("a - b + c*d"), "(a - b + (c * d))");
  EXPECT_EQ(written("-a^2"), "negate((a ^ 2))");
  EXPECT_EQ(written("(a || b) && !c"), "((a or b) and not(c))");
  EXPECT_EQ(written("a < 1 ? b : c"), "conditional((a < 1), b, c)");
}

TEST(Syntax, KeepsNumbersAsTheyAreWritten) { EXPECT_EQ(written("1.50e-3 + .5"), "(1.50e-3 + .5)"); }

TEST(Syntax, HasCallsListsAndEntries) {
  EXPECT_EQ(written("max(a, [1, 2][1])"), "call max(a, entry(list(1, 2), 1))");
  EXPECT_EQ(written("sensor(\"tip\")[0]"), "entry(call sensor(text tip()), 0)");
}

TEST(Syntax, HasBindings) {
  const Json syntax = syntaxJson("s = 2*t; s + 1");
  EXPECT_EQ(syntax["bindings"][0]["name"], "s");
  EXPECT_EQ(written(syntax["bindings"][0]["value"]), "(2 * t)");
  EXPECT_EQ(written(syntax["result"]), "(s + 1)");
}

TEST(Syntax, OfWhatIsNoFormulaIsNull) {
  for (const char* text : {"", "1 +", "two words", "[1, 2"}) EXPECT_TRUE(syntaxJson(text).is_null()) << text;
}

}  // namespace
}  // namespace slipstick
