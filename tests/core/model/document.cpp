#include "core/model/document.h"

#include <gtest/gtest.h>

#include "tests/core/model/load.h"

namespace slipstick {
namespace {

TEST(Document, IsEmptyButForItsVersion) {
  const auto loaded = loadModel(R"({"slipstick": 1})");
  ASSERT_TRUE(loaded.model);
  EXPECT_TRUE(loaded.issues.empty());
  ASSERT_EQ(loaded.model->analysis.size(), 1u);
  EXPECT_EQ(loaded.model->analysis[0].type, AnalysisType::dynamic);
}

TEST(Document, WithoutJsonSaysLineAndColumn) {
  EXPECT_EQ(said("{\"slipstick\": 1,\n  \"title\": }").at(0).substr(0, 39), ": not valid JSON at line 2, column 12: ");
  EXPECT_EQ(said("").size(), 1u);
  EXPECT_EQ(said("{\"slipstick\": NaN}").size(), 1u);
}

TEST(Document, NeedsAVersionThatIsKnown) {
  EXPECT_EQ(said("{}"), Lines{": 'slipstick' is missing: the version of the format, now 1"});
  EXPECT_EQ(said(R"({"slipstick": 2})"),
            Lines{"/slipstick: the document has format version 2, this program reads up to 1: a newer one is needed"});
  EXPECT_EQ(said(R"({"slipstick": "1"})"), Lines{"/slipstick: must be the version of the format, 1, got '1'"});
  EXPECT_EQ(said("[]"), Lines{": a document is an object, got an empty list"});
}

TEST(Document, NamesTheNearestKeyOfAnUnknownOne) {
  EXPECT_EQ(said(document(R"("objets": [])")), Lines{"/objets: unknown key 'objets'; did you mean 'objects'?"});
}

TEST(Document, RefusesKeysThatOccurTwice) {
  EXPECT_EQ(said(document(R"("title": "a", "title": "b")")), Lines{"/title: the key occurs twice in its object"});
  EXPECT_EQ(said(document(R"("display": {"camera": {"up": 1}, "camera": {"up": 2, "up": {"up": 1, "up": 2}}})")).size(), 3u);
}

TEST(Document, RefusesNumbersBeyondDouble) {
  EXPECT_EQ(said(document(R"("parameters": {"mass": {"value": 1e999}})")),
            Lines{"/parameters/mass/value: numbers must be finite, got 1e999"});
  EXPECT_EQ(said(document(R"("nodes": [{"type": "Point", "referenceCoordinates": [0, -1e999, 0]}])")),
            Lines{"/nodes/0/referenceCoordinates/1: numbers must be finite, got -1e999"});
}

TEST(Document, IsLimitedInSizeAndDepth) {
  DocumentLimits limits;
  limits.bytes = 20;
  EXPECT_EQ(said(document(R"("title": "long")"), {}, limits).at(0), ": a document may have at most 20 bytes, got 33");
  const std::string deep = document("\"display\": " + std::string(1000000, '['));
  const auto issues = said(deep);
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_NE(issues[0].find("nested more than 64 deep"), std::string::npos);
}

TEST(Document, LimitsItemsAndCoordinatesWithoutTakingTheMemory) {
  DocumentLimits limits;
  limits.items = 2;
  EXPECT_EQ(said(document(R"("objects": [{"type": "Ground"}, {"type": "Ground"}, {"type": "Ground"}])"), {}, limits),
            Lines{"/objects: a document may have at most 2 items"});
  EXPECT_EQ(said(document(R"("nodes": [{"type": "GenericData", "numberOfDataCoordinates": 1000000000}])")),
            Lines{"/nodes/0/numberOfDataCoordinates: must be at most 200000, got 1000000000"});
  EXPECT_EQ(said(document(R"("nodes": [{"type": "GenericData", "numberOfDataCoordinates": 150000},
                                        {"type": "GenericData", "numberOfDataCoordinates": 150000}])")),
            Lines{"/nodes: the nodes have 300000 coordinates, at most 200000 are possible"});
}

TEST(Document, ReportsAllErrorsInItsOrderEachOnce) {
  EXPECT_EQ(
      said(document(R"("title": 1, "sensors": [{"type": "Nod"}],
    "nodes": [{"type": "Point", "initialVelocities": [0, 0], "referenceCoordinates": [true, 0, 0]}], "parameters": {"a": "b"})")),
      (Lines{"/title: must be a text, got 1", "/sensors/0/type: unknown sensor type 'Nod'; did you mean 'Node'?",
             "/nodes/0/initialVelocities: must be a list of 3 numbers (m/s), got a list of 2",
             "/nodes/0/referenceCoordinates/0: must be a number or a formula, got true",
             "/parameters/a: must be a number or an object with 'value', got 'b'; a value computed from others belongs in 'definitions'"}));
}

}  // namespace
}  // namespace slipstick
