// Values that change between steps: sizes, references and shapes are fixed, and changed items pass the same checks as at loading.
#include "core/model/set.h"

#include <gtest/gtest.h>

#include "tests/core/model/load.h"
#include "tests/core/support/examples.h"
#include "tests/core/support/run.h"

namespace slipstick {
namespace {

Lines withSet(const std::string& items, const std::string& change) {
  return issuesOf(document(
      items + R"(, "analysis": [{"numberOfSteps": 2, "endTime": 0.01}, {"numberOfSteps": 2, "endTime": 0.01, "set": [)" + change + "]}]"));
}

const std::string generic =
    R"("nodes": [{"type": "GenericODE2", "name": "n", "numberOfODE2Coordinates": 2}, {"type": "GenericData", "name": "d"}],
  "objects": [{"type": "GenericODE2", "name": "o", "nodeNumbers": ["n"], "massMatrix": [[1, 0], [0, 1]], "forceVector": [0, 1]}])";

TEST(Set, RefusesSizesThatTheAssembledSystemHas) {
  const std::string why = ": cannot change between steps: the size or structure of the system depends on it";
  EXPECT_EQ(withSet(generic, R"({"node": "n", "numberOfODE2Coordinates": 100000})"),
            Lines{"/analysis/1/set/0/numberOfODE2Coordinates" + why});
  EXPECT_EQ(withSet(generic, R"({"node": "d", "numberOfDataCoordinates": 5})"), Lines{"/analysis/1/set/0/numberOfDataCoordinates" + why});
}

TEST(Set, KeepsRowsAndColumnsOfMatrices) {
  EXPECT_EQ(withSet(generic, R"({"object": "o", "massMatrix": [[1, 0, 0, 1]]})"),
            Lines{"/analysis/1/set/0/massMatrix: must be a 2×2 matrix as in object 'o', got a 1×4 matrix"});
  EXPECT_EQ(withSet(generic, R"({"object": "o", "massMatrix": [[2, 0], [0, 2]]})"), Lines{});
  EXPECT_EQ(withSet(generic, R"({"object": "o", "forceVector": [1]})"),
            Lines{"/analysis/1/set/0/forceVector: must be a list of 2 as in object 'o', got a list of 1"});
}

// Each entry would be wrong without the others; all entries of a step together are right.
TEST(Set, ChecksItemsAfterAllChangesOfAStep) {
  const std::string stops = R"("nodes": [{"type": "1D", "name": "n"}], "objects": [{"type": "Ground", "name": "g"},
    {"type": "Mass1D", "name": "m", "physicsMass": 1, "nodeNumber": "n"}, {"type": "ConnectorCoordinateSpringDamperExt", "name": "c",
    "markerNumbers": ["z", "x"], "useLimitStops": true, "limitStopsLower": -1, "limitStopsUpper": 1, "limitStopsStiffness": 1}],
    "markers": [{"type": "NodeCoordinate", "name": "x", "nodeNumber": "n", "coordinate": 0}, {"type": "NodeCoordinate", "name": "z",
    "nodeNumber": "p", "coordinate": 0}])";
  std::string items = stops;
  items.replace(items.find("{\"type\": \"1D\""), 0, R"({"type": "PointGround", "name": "p"}, )");
  const Lines alone = withSet(items, R"({"object": "c", "limitStopsLower": 2})");
  ASSERT_EQ(alone.size(), 1u);
  EXPECT_EQ(alone[0].rfind("/analysis/1/set/0/", 0), 0u) << alone[0];
  EXPECT_NE(alone[0].find("object 'c'"), std::string::npos) << alone[0];
  EXPECT_EQ(withSet(items, R"({"object": "c", "limitStopsLower": 2}, {"object": "c", "limitStopsUpper": 3})"), Lines{});
}

// For each parameter of each type, setting its current value is either accepted without effect or rejected with a message.
TEST(Set, TakesOrRefusesEachParameterOfEachType) {
  for (const ItemType* type : testing::allTypes()) {
    if (type->kind == ItemKind::sensor) continue;
    const testing::Example example = testing::example(*type);
    Json document;
    loadModel(testing::exampleText(*type), {}, {}, &document);
    Json& list = document[listName(type->kind)];
    list[example.item]["name"] = "the changed one";
    for (const Parameter& parameter : type->parameters) {
      const Json value = toJson(parameter.target(const_cast<void*>(example.model->of(type->kind)[example.item].value.get())));
      if (value.is_null() || parameter.signature || parameter.name == kindName(type->kind)) continue;  // the last one names the item
      Json changed = document;
      Json& analysis = changed["analysis"];
      if (!analysis.is_array()) analysis = Json::array({analysis.is_null() ? Json::object() : analysis});
      analysis[0]["set"] = Json::array({{{kindName(type->kind), "the changed one"}, {std::string(parameter.name), value}}});
      const Lines lines = issuesOf(changed.dump());
      const bool isFixed = parameter.fixedAtAssembly ||
                           referredKind(parameter.target(const_cast<void*>(example.model->of(type->kind)[example.item].value.get())));
      for (const std::string& line : lines) {
        if (line.find(": warning: ") != std::string::npos) continue;
        EXPECT_NE(line.find("cannot change between steps"), std::string::npos)
            << testing::typeName(*type) << "." << parameter.name << ": " << line;
      }
      EXPECT_TRUE(!isFixed || !lines.empty()) << testing::typeName(*type) << "." << parameter.name;
    }
  }
}

}  // namespace
}  // namespace slipstick
