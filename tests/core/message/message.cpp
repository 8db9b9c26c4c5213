// Messages with codes and values, and where JSON has them.
#include <gtest/gtest.h>

#include "core/message/messages.h"
#include "core/simulation/json.h"
#include "core/simulation/result.h"
#include "tests/core/model/load.h"
#include "tests/core/support/run.h"

namespace slipstick {
namespace {

/// The code of a message with its values in brackets; of a text the text.
std::string form(const Message& message) {
  if (!message.isCoded()) return message;
  std::string text = message.code, between = "(";
  for (const Message& value : message.values) text += between + form(value), between = ", ";
  return text + (message.values.empty() ? "" : ")");
}

TEST(Message, FillsTheValuesIn) {
  const Message message = messages::mustBe({messages::zeroOrMore(), "-5"});
  EXPECT_EQ(message, "must be 0 or more, got -5");
  EXPECT_EQ(form(message), "mustBe(zeroOrMore, -5)");
  EXPECT_EQ(messages::ofNode({"{1}"}), "node '{1}'") << "values are not filled in again";
  EXPECT_FALSE(Message("a text").isCoded());
}

TEST(Message, IsCodedTogetherWithText) {
  const Message both = together({"hinge: ", messages::zeroOrMore()});
  EXPECT_EQ(both, "hinge: 0 or more");
  EXPECT_EQ(form(both), "together(hinge: , zeroOrMore)");
  EXPECT_EQ(form(together({"a ", "text"})), "a text");
}

/// The form of the only issue of a document.
std::string formOf(const std::string& text) {
  const std::vector<Issue> issues = loadModel(text).issues;
  EXPECT_EQ(issues.size(), 1u) << text;
  return issues.empty() ? "" : form(issues[0].message);
}

TEST(Message, IsCodedInIssues) {
  EXPECT_EQ(formOf(R"({"slipstick": 1 "title": ""})"), "notValidJson(1, 17, commaMissing)");
  EXPECT_EQ(formOf(R"({"slipstick": 1, "titel": ""})"), "didYouMean(unknownKey('titel'), 'title')");
  EXPECT_EQ(formOf(R"({"slipstick": 1, "title": 3})"), "mustBe(aText, 3)");
  EXPECT_EQ(formOf(document(R"("parameters": {"m": {"value": 9, "min": 0.5, "max": 2, "unit": "kg"}})")),
            "mustBeBetween(0.5, withUnit(2,  (kg)), 9)");
  EXPECT_EQ(formOf(document(R"("parameters": {"sin": 1})")), "reserved('sin', aFunction)");
  EXPECT_EQ(formOf(oscillator(R"(, "stiffness": -1)")), "mustBe(withUnit(zeroOrMore,  (N/m)), -1)");
  EXPECT_EQ(formOf(oscillator(R"(, "stiffness": [])")), "mustBe(withUnit(aNumber,  (N/m)), emptyList)");
  EXPECT_EQ(formOf(document(R"("nodes": [{"type": "Point", "referenceCoordinates": [1]}])")),
            "mustBe(withUnit(listOfNumbers(3),  (m)), listOf(1))");
  EXPECT_EQ(formOf(document(R"("loads": [{"type": "ForceVector", "markerNumber": "x", "loadVector": [1, 0, 0]}])")),
            "notCalled(marker, 'x')");
  EXPECT_EQ(formOf(document(R"("markers": [{"type": "BodyPosition", "bodyNumber": [1]}])")), "mustBe(nameOrNumberOf(anObject), listOf(1))");
}

TEST(Message, IsCodedInFormulas) {
  const auto of = [](const std::string& formula) { return formOf(document("\"definitions\": {\"k\": 3, \"a\": \"" + formula + "\"}")); };
  EXPECT_EQ(of("2*b"), "inFormula('2*b', 3, knownNames(unknownName('b'), k))");
  EXPECT_EQ(of("sen(k)"), "inFormula('sen(k)', 1, didYouMean(unknownFunction('sen'), 'sin'))");
  EXPECT_EQ(of("2*(k"), "inFormula('2*(k', 3, openBracket('('))");
  EXPECT_EQ(of("2*"), "inFormula('2*', 3, expectedValue(theEnd))");
  EXPECT_EQ(of("1,5"), "inFormula('1,5', 2, pointForComma(expected an operator or the end of the formula, got ',', 1.5))");
  EXPECT_EQ(of("1 kg"), "inFormula('1 kg', 3, removeUnit(expectedOperator('kg'), 1))");
}

TEST(Message, IsCodedInStopsAndRemarks) {
  testing::Recorded singular = testing::attempt(document(
      R"("nodes": [{"type": "Point", "name": "p"}], "objects": [{"type": "MassPoint", "physicsMass": 0, "nodeNumber": "p"}],
      "analysis": {"endTime": 1, "stepSize": 0.1})"));
  EXPECT_EQ(form(singular.stop().message).rfind("stoppedInStep(", 0), 0u) << form(singular.stop().message);
  EXPECT_NE(form(singular.stop().message).find("singularTangentAt(ofNode(p))"), std::string::npos) << form(singular.stop().message);

  testing::Recorded ended = testing::run(oscillator(
      R"(, "stiffness": 1)", R"("sensors": [{"type": "Node", "name": "x", "nodeNumber": "mass", "outputVariableType": "Position"}],
      "analysis": {"endTime": 1, "stepSize": 0.1, "endWhen": [{"sensor": "x", "above": 0.5}]})"));
  EXPECT_EQ(form(ended.statistics().ended), "ended(0, isAbove(x of 'x', withUnit(0.5,  m)))");
  const Json statistics = toJson(ended.statistics());
  EXPECT_EQ(statistics["messages"]["ended"]["message"], statistics["ended"]);
}

TEST(Message, IsCodedInJson) {
  const std::vector<Issue> issues = loadModel(R"({"slipstick": 1, "title": 3})").issues;
  EXPECT_EQ(toJson(issues), Json::parse(R"([{"severity": "error", "pointer": "/title", "message": "must be a text, got 3",
    "code": "mustBe", "values": [{"message": "a text", "code": "aText", "values": []}, "3"]}])"));
  EXPECT_FALSE(toJson(Issue{Issue::Severity::error, "", "a text"}).contains("code"));
}

}  // namespace
}  // namespace slipstick
