#include <gtest/gtest.h>

#include "core/model/model.h"
#include "tests/program/program.h"

namespace slipstick {
namespace {

const char* const springSystem = R"json({"slipstick": 1, "create": [
    {"type": "MassPoint", "name": "mass", "referencePosition": [1, 0, 0], "initialDisplacement": [0.1, 0, 0], "physicsMass": 1},
    {"type": "SpringDamper", "name": "spring", "bodies": [null, "mass"], "stiffness": 100}],
  "sensors": [{"type": "Body", "name": "x", "bodyNumber": "mass", "outputVariableType": "Displacement"}],
  "measures": {"largest": {"formula": "max(sensor(\"x\")[0])", "unit": "m", "label": "largest displacement"}},
  "analysis": {"endTime": 1, "stepSize": 0.01}})json";

using ProgramAccuracy = ProgramTest;

TEST_F(ProgramAccuracy, PrintsASentenceForEachNumber) {
  EXPECT_EQ(run({"run", file("model.json", springSystem), "--accuracy"}), 0) << err;
  EXPECT_NE(out.find("\naccuracy\nlargest displacement: 0.1"), std::string::npos) << out;
  EXPECT_NE(out.find(" m ± "), std::string::npos) << out;
  EXPECT_NE(out.find("\nx: ± "), std::string::npos) << out;
  EXPECT_EQ(run({"run", path("model.json"), "--accuracy", "--measures"}), 0) << err;
  EXPECT_NE(out.find("accuracy\n"), std::string::npos) << out;
}

TEST_F(ProgramAccuracy, WritesBandsIntoTheResultFile) {
  EXPECT_EQ(run({"run", file("model.json", springSystem), "--accuracy", "--output", path("result.json")}), 0) << err;
  const Json result = Json::parse(textOf(path("result.json")));
  const Json& accuracy = result["accuracy"];
  EXPECT_EQ(accuracy["problem"], "");
  EXPECT_EQ(accuracy["steps"], (Json{100, 200, 400}));
  EXPECT_EQ(accuracy["time"], result["sensors"][0]["time"]);
  EXPECT_EQ(accuracy["sensors"][0]["bands"][0].size(), accuracy["time"].size());
  EXPECT_NEAR(accuracy["sensors"][0]["order"].get<double>(), 2, 0.1);
  EXPECT_GT(accuracy["measures"][0]["error"].get<double>(), 0);
  EXPECT_EQ(run({"run", path("model.json"), "--accuracy", "--json"}), 0) << err;
  EXPECT_FALSE(Json::parse(out)["accuracy"]["sensors"][0].contains("bands"));
}

TEST_F(ProgramAccuracy, ExplainsThatAnAnalysisHasNoSteps) {
  Json document = Json::parse(springSystem);
  document["analysis"] = Json{{"type", "static"}};
  EXPECT_EQ(run({"run", file("model.json", document.dump()), "--accuracy"}), 0) << err;
  EXPECT_NE(out.find("accuracy\nAccuracy compares time integrations"), std::string::npos) << out;
}

}  // namespace
}  // namespace slipstick
