#include "core/model/parameters.h"

#include <gtest/gtest.h>

#include "tests/core/model/load.h"

namespace slipstick {
namespace {

TEST(Parameters, AreNumbersOrObjectsWithAValue) {
  const auto loaded = model(
      document(R"("parameters": {"radius": {"value": 0.01, "min": 0.005, "max": 0.05, "unit": "m", "label": "coin radius"}, "mu": 0.8})"));
  ASSERT_TRUE(loaded);
  ASSERT_EQ(loaded->parameters.size(), 2u);
  EXPECT_EQ(loaded->parameters[0].name, "radius");
  EXPECT_EQ(loaded->parameters[0].value, 0.01);
  EXPECT_EQ(*loaded->parameters[0].max, 0.05);
  EXPECT_EQ(loaded->parameters[0].label, "coin radius");
  EXPECT_EQ(loaded->parameters[1].value, 0.8);
}

TEST(Parameters, TakeGivenValuesAndKeepTheDefault) {
  const std::string text = document(R"("parameters": {"mu": 0.8}, "definitions": {"twice": "2*mu"},
    "nodes": [{"type": "Point", "referenceCoordinates": ["twice", 0, 0]}])");
  const auto loaded = model(text, {{"mu", 0.25}});
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->parameters[0].value, 0.25);
  EXPECT_EQ(loaded->parameters[0].defaultValue, 0.8);
  const Json written = writtenOut(text, {{"mu", 0.25}});
  EXPECT_EQ(written["nodes"][0]["referenceCoordinates"][0], 0.5);
  EXPECT_EQ(written["parameters"]["mu"], 0.25);
}

TEST(Parameters, RefuseGivenValuesThatDoNotFit) {
  const std::string text = document(R"("parameters": {"mu": {"value": 0.8, "min": 0, "max": 1}, "n": {"value": 2, "choices": [1, 2]}})");
  EXPECT_EQ(issuesOf(text, {{"my", 1}}), Lines{"/parameters/my: no parameter is called 'my'; did you mean 'mu'?"});
  EXPECT_EQ(issuesOf(text, {{"mu", 2}}), Lines{"/parameters/mu: must be between 0 and 1, got 2"});
  EXPECT_EQ(issuesOf(text, {{"n", 3}}), Lines{"/parameters/n: must be one of 1, 2, got 3"});
  EXPECT_EQ(issuesOf(text, {{"mu", std::nan("")}}), Lines{"/parameters/mu: the given value is not a finite number"});
}

TEST(Parameters, MustMakeSense) {
  EXPECT_EQ(
      issuesOf(document(
          R"("parameters": {"2r": 1, "sin": 2, "a": {"min": 1}, "b": {"value": 3, "max": 2, "unit": "m"}, "c": {"value": 1, "maxx": 2}})")),
      (Lines{"/parameters/2r: '2r' cannot be a name: a name starts with a letter or _, followed by letters, digits and _",
             "/parameters/sin: 'sin' is reserved: in formulas it is a function, and cannot be used as a name",
             "/parameters/a: 'value' is missing", "/parameters/b/value: must be at most 2 (m), got 3",
             "/parameters/c/maxx: unknown key 'maxx'; did you mean 'max'?"}));
}

TEST(Definitions, AreEvaluatedInOrder) {
  const Json written =
      writtenOut(document(R"j("parameters": {"r": 2}, "definitions": {"I": "r^2", "twice(x)": "2*x", "axis": [0, "twice(I)", 1]},
    "nodes": [{"type": "Point", "referenceCoordinates": "axis"}])j"));
  ASSERT_TRUE(written.is_object());
  EXPECT_EQ(written["nodes"][0]["referenceCoordinates"], Json({0.0, 8.0, 1.0}));
  EXPECT_EQ(issuesOf(document(R"("definitions": {"a": "b", "b": 1})")).size(), 1u);
}

TEST(Definitions, RefuseTakenNames) {
  EXPECT_EQ(issuesOf(document(R"j("parameters": {"r": 2}, "definitions": {"r": 1, "f(x, x)": "x", "g(x": "x"})j")),
            (Lines{"/definitions/r: 'r' is defined twice", "/definitions/f(x, x): another argument is called 'x' too",
                   "/definitions/g(x: write a function as \"name(argument, …)\", got 'g(x'"}));
}

}  // namespace
}  // namespace slipstick
