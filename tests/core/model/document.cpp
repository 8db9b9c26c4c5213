#include "core/model/document.h"
#include "core/document/load.h"

#include <gtest/gtest.h>

#include "tests/core/model/load.h"

namespace slipstick {
namespace {

TEST(Document, MayNameItsSchemaForEditors) {
  EXPECT_EQ(issuesOf(R"({"$schema": "https://example.org/schema.json", "slipstick": 1})"), issuesOf(R"({"slipstick": 1})"));
  EXPECT_EQ(issuesOf(R"({"$schema": 1, "slipstick": 1})"), Lines{"/$schema: must be a text, got 1"});
}

TEST(Document, IsEmptyButForItsVersion) {
  const auto loaded = loadModel(R"({"slipstick": 1})");
  ASSERT_TRUE(loaded.model);
  EXPECT_TRUE(loaded.issues.empty());
  ASSERT_EQ(loaded.model->analysis.size(), 1u);
  EXPECT_EQ(loaded.model->analysis[0].type, AnalysisType::dynamic);
}

TEST(Document, WithASyntaxErrorReportsLineAndColumn) {
  EXPECT_EQ(issuesOf("{\"slipstick\": 1,\n  \"title\": }").at(0).substr(0, 39), ": not valid JSON at line 2, column 12: ");
  EXPECT_EQ(issuesOf("").size(), 1u);
}

/// The position and reason of a JSON syntax error.
std::string slip(const std::string& text) {
  const Lines lines = issuesOf(text);
  const std::string start = ": not valid JSON at ";
  return lines.size() == 1 && lines[0].rfind(start, 0) == 0 ? lines[0].substr(start.size()) : "";
}

TEST(Document, NamesFrequentSlips) {
  EXPECT_EQ(slip("{\"slipstick\": 1\n \"title\": \"x\"}"), "line 2, column 2: a comma is missing before this");
  EXPECT_EQ(slip(R"({"slipstick": 1, "nodes": [{} {}]})"), "line 1, column 31: a comma is missing before this");
  EXPECT_EQ(slip(R"({"slipstick": 1, "a": [1 -2.5e3]})"), "line 1, column 26: a comma is missing before this");
  EXPECT_EQ(slip("{\"slipstick\": 1, // the version\n}"), "line 1, column 18: JSON has no comments");
  EXPECT_EQ(slip("/* a model */ {\"slipstick\": 1}"), "line 1, column 1: JSON has no comments");
  EXPECT_EQ(slip("{\"slipstick\": 1,\n # the version\n}"), "line 2, column 2: JSON has no comments");
  EXPECT_EQ(slip("{\"slipstick\": 1,\n}"), "line 2, column 1: there must be no comma before }");
  EXPECT_EQ(slip(R"({"slipstick": 1, "a": [1, 2, ]})"), "line 1, column 30: there must be no comma before ]");
  EXPECT_EQ(slip(R"({"slipstick" 1})"), "line 1, column 14: a : is missing after the key");
  EXPECT_EQ(slip(R"({'slipstick': 1})"), "line 1, column 2: write keys and texts in double quotes");
  EXPECT_EQ(slip(R"({slipstick: 1})"),
            "line 1, column 2: 'slipstick' is neither a number nor true, false or null; write keys and texts in double quotes");
  EXPECT_EQ(slip(R"({"slipstick": NaN})"),
            "line 1, column 15: 'NaN' is neither a number nor true, false or null; write keys and texts in double quotes");
  EXPECT_EQ(slip(R"({"slipstick": 1, "a": [1, 2)"), "line 1, column 28: the text ends before it is complete");
  EXPECT_EQ(slip(R"({"slipstick": 1}})"), "line 1, column 17: unexpected '}'; expected end of input");
}

TEST(Document, NeedsAKnownVersion) {
  EXPECT_EQ(issuesOf("{}"), Lines{": 'slipstick' is missing: the version of the format, now 1"});
  EXPECT_EQ(issuesOf(R"({"slipstick": 2})"),
            Lines{"/slipstick: the document has format version 2, this program reads up to 1: a newer one is needed"});
  EXPECT_EQ(issuesOf(R"({"slipstick": "1"})"), Lines{"/slipstick: must be the version of the format, 1, got '1'"});
  EXPECT_EQ(issuesOf("[]"), Lines{": a document must be an object, got an empty list"});
}

TEST(Document, NamesTheNearestKeyOfAnUnknownOne) {
  EXPECT_EQ(issuesOf(document(R"("objets": [])")), Lines{"/objets: unknown key 'objets'; did you mean 'objects'?"});
}

TEST(Document, RefusesKeysThatOccurTwice) {
  EXPECT_EQ(issuesOf(document(R"("title": "a", "title": "b")")), Lines{"/title: the key occurs twice in its object"});
  EXPECT_EQ(issuesOf(document(R"("display": {"camera": {}, "camera": {"up": 2, "up": {"up": 1, "up": 2}}})")).size(), 3u);
}

TEST(Document, RefusesNumbersBeyondDouble) {
  EXPECT_EQ(issuesOf(document(R"("parameters": {"mass": {"value": 1e999}})")),
            Lines{"/parameters/mass/value: numbers must be finite, got 1e999"});
  EXPECT_EQ(issuesOf(document(R"("nodes": [{"type": "Point", "referenceCoordinates": [0, -1e999, 0]}])")),
            Lines{"/nodes/0/referenceCoordinates/1: numbers must be finite, got -1e999"});
}

TEST(Document, IsLimitedInSizeAndDepth) {
  DocumentLimits limits;
  limits.bytes = 20;
  EXPECT_EQ(issuesOf(document(R"("title": "long")"), {}, limits).at(0), ": a document may have at most 20 bytes, got 33");
  const std::string deep = document("\"display\": " + std::string(1000000, '['));
  const auto issues = issuesOf(deep);
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_NE(issues[0].find("nested more than 64 deep"), std::string::npos);
}

TEST(Document, LimitsItemsAndCoordinatesWithoutTakingTheMemory) {
  DocumentLimits limits;
  limits.items = 2;
  EXPECT_EQ(issuesOf(document(R"("objects": [{"type": "Ground"}, {"type": "Ground"}, {"type": "Ground"}])"), {}, limits),
            Lines{"/objects: a document may have at most 2 items"});
  EXPECT_EQ(issuesOf(document(R"("nodes": [{"type": "GenericData", "numberOfDataCoordinates": 1000000000}])")),
            Lines{"/nodes/0/numberOfDataCoordinates: must be at most 200000, got 1000000000"});
  EXPECT_EQ(issuesOf(document(R"("nodes": [{"type": "GenericData", "numberOfDataCoordinates": 150000},
                                        {"type": "GenericData", "numberOfDataCoordinates": 150000}])")),
            Lines{"/nodes: the nodes have 300000 coordinates, at most 200000 are possible"});
}

TEST(Document, ReportsAllErrorsInItsOrderEachOnce) {
  EXPECT_EQ(
      issuesOf(document(R"("title": 1, "sensors": [{"type": "Nod"}],
    "nodes": [{"type": "Point", "initialVelocities": [0, 0], "referenceCoordinates": [true, 0, 0]}], "parameters": {"a": "b"})")),
      (Lines{"/title: must be a text, got 1", "/sensors/0/type: unknown sensor type 'Nod'; did you mean 'Node'?",
             "/nodes/0/initialVelocities: must be a list of 3 numbers (m/s), got a list of 2",
             "/nodes/0/referenceCoordinates/0: must be a number or a formula, got true",
             "/parameters/a: must be a number or an object with 'value', got 'b'; define values that depend on others in 'definitions'"}));
}

}  // namespace
}  // namespace slipstick
