// Studies: their planned runs, and messages about errors.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/model/study_plan.h"
#include "tests/core/model/load.h"

namespace slipstick::testing {
namespace {

const char* const withStudy = R"({"slipstick": 1,
  "parameters": {"mu": {"value": 0.3, "min": 0.1, "max": 0.9}, "load": 10, "teeth": {"value": 20, "choices": [20, 24, 30]}},
  "measures": {"one": {"formula": "mu"}, "two": {"formula": "load"}},
  "study": {"vary": {"mu": {"points": 5}, "load": [5, "10 + 5"]}}})";

template <class Change>
Json changed(Change change) {
  Json json = Json::parse(withStudy);
  change(json["study"]);
  return json;
}
template <class Change>
Lines wrongStudy(Change change) {
  return issuesOf(changed(change).dump());
}
template <class Change>
StudyPlan plan(Change change) {
  return StudyPlan(*model(changed(change).dump())->study);
}

TEST(Study, PlansAGridThatVariesTheLastParameterFirst) {
  const StudyPlan grid = plan([](Json&) {});
  ASSERT_EQ(grid.runs(), 10);
  EXPECT_EQ(grid.values(0), (std::vector<double>{0.1, 5}));
  EXPECT_EQ(grid.values(1), (std::vector<double>{0.1, 15}));
  EXPECT_EQ(grid.values(9), (std::vector<double>{0.9, 15}));
  EXPECT_DOUBLE_EQ(grid.values(4)[0], 0.5);
}

TEST(Study, DividesALogarithmicRangeByEqualRatios) {
  const StudyPlan grid = plan([](Json& study) {
    study["vary"] = {{"load", {{"from", 1}, {"to", 1000}, {"points", 4}, {"logarithmic", true}}}};
  });
  EXPECT_EQ(grid.values(0)[0], 1);
  EXPECT_NEAR(grid.values(1)[0], 10, 1e-13);
  EXPECT_EQ(grid.values(3)[0], 1000);
}

TEST(Study, FillsEveryPartOfARangeOnceByALatinHypercube) {
  const StudyPlan samples = plan([](Json& study) {
    study = {{"vary", {{"mu", Json::object()}, {"load", {{"from", 0}, {"to", 1}}}}}, {"sampling", "latinHypercube"}, {"runs", 50}};
  });
  for (const auto& [axis, from, to] : {std::tuple(0, 0.1, 0.9), std::tuple(1, 0.0, 1.0)}) {
    std::vector<int> parts;
    for (long run = 0; run < 50; ++run) parts.push_back(static_cast<int>((samples.values(run)[axis] - from) / (to - from) * 50));
    EXPECT_FALSE(std::is_sorted(parts.begin(), parts.end()));
    std::sort(parts.begin(), parts.end());
    for (int i = 0; i < 50; ++i) EXPECT_EQ(parts[i], i);
  }
}

TEST(Study, DrawsTheSameValuesForASeedAndOthersForAnotherOne) {
  const auto random = [](int seed) {
    return plan([&](Json& study) {
      study = {{"vary", {{"mu", Json::object()}, {"teeth", {20, 30}}}}, {"sampling", "random"}, {"runs", 1000}, {"seed", seed}};
    });
  };
  const StudyPlan one = random(1), again = random(1), other = random(2);
  double sum = 0;
  int twenties = 0;
  for (long run = 0; run < 1000; ++run) {
    EXPECT_EQ(one.values(run), again.values(run));
    EXPECT_NE(one.values(run)[0], other.values(run)[0]);
    sum += one.values(run)[0], twenties += one.values(run)[1] == 20;
  }
  EXPECT_NEAR(sum / 1000, 0.5, 4 * 0.8 / std::sqrt(12.0 * 1000));  // four standard deviations
  EXPECT_NEAR(twenties, 500, 4 * std::sqrt(250.0));
}

TEST(Study, RecordsAllMeasuresOrThoseThatItNames) {
  EXPECT_EQ(model(withStudy)->study->measures, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(model(changed([](Json& study) { study["measures"] = {"two"}; }).dump())->study->measures, std::vector<std::string>{"two"});
}

// Values are counted before storing them: twenty axes of 1e7 values would take 1.6 GB.
TEST(Study, CountsRunsBeforeItStoresValues) {
  std::string parameters, vary;
  for (int i = 0; i < 20; ++i) {
    const std::string name = "\"p" + std::to_string(i) + "\": ";
    parameters += (i ? ", " : "") + name + "0", vary += (i ? ", " : "") + name + R"({"from": 0, "to": 1, "points": 10000000})";
  }
  const Lines lines = issuesOf(document("\"parameters\": {" + parameters + "}, \"study\": {\"vary\": {" + vary + "}}"));
  ASSERT_FALSE(lines.empty());
  EXPECT_NE(lines[0].find("at most 10000000 runs"), std::string::npos) << lines[0];
}

TEST(Study, ReportsErrorsWithAPlace) {
  EXPECT_EQ(wrongStudy([](Json& s) { s = 3; }), (Lines{"/study: must be an object, got 3"}));
  EXPECT_EQ(wrongStudy([](Json& s) { s.erase("vary"); }),
            (Lines{"/study: 'vary' is missing: the parameters to vary, each with a range or a list of values"}));
  EXPECT_EQ(wrongStudy([](Json& s) { s["vary"] = Json::object(); }),
            (Lines{"/study/vary: must be an object with 1 to 20 parameters, got an object"}));
  EXPECT_EQ(wrongStudy([](Json& s) { s["vary"]["mo"] = {1}; }), (Lines{"/study/vary/mo: no parameter is called 'mo'; did you mean 'mu'?"}));
  EXPECT_EQ(wrongStudy([](Json& s) { s["vary"]["mu"] = 3; }),
            (Lines{"/study/vary/mu: must be a list of numbers, or an object with 'from' and 'to', got 3"}));
  EXPECT_EQ(wrongStudy([](Json& s) {
              s["vary"]["mu"] = {0.2, 2};
            }),
            (Lines{"/study/vary/mu/1: must be between min and max of the parameter, got 2"}));
  EXPECT_EQ(wrongStudy([](Json& s) {
              s["vary"]["teeth"] = {20, 25};
            }),
            (Lines{"/study/vary/teeth/1: must be one of the parameter's choices, got 25"}));
  EXPECT_EQ(wrongStudy([](Json& s) {
              s["vary"]["teeth"] = {{"from", 20}, {"to", 30}, {"points", 3}};
            }),
            (Lines{"/study/vary/teeth: 'teeth' has choices: give a list of values"}));
  EXPECT_EQ(wrongStudy([](Json& s) {
              s["vary"]["load"] = {{"points", 3}};
            }),
            (Lines{"/study/vary/load: 'from' is missing, and the parameter has no min"}));
  EXPECT_EQ(wrongStudy([](Json& s) {
              s["vary"]["mu"] = {{"from", 0.8}, {"to", 0.2}, {"points", 3}};
            }),
            (Lines{"/study/vary/mu/to: must be more than from, 0.8, got 0.2"}));
  EXPECT_EQ(wrongStudy([](Json& s) {
              s["vary"]["load"] = {{"from", 0}, {"to", 2}, {"points", 3}, {"logarithmic", true}};
            }),
            (Lines{"/study/vary/load/from: must be more than 0 in a logarithmic range, got 0"}));
  EXPECT_EQ(wrongStudy([](Json& s) { s["vary"]["mu"] = Json::object(); }),
            (Lines{"/study/vary/mu: 'points' is missing: the number of values in the grid"}));
  EXPECT_EQ(wrongStudy([](Json& s) { s["vary"]["mu"]["point"] = 3; }),
            (Lines{"/study/vary/mu/point: unknown key 'point'; did you mean 'points'?"}));
  EXPECT_EQ(wrongStudy([](Json& s) { s["vary"]["mu"]["points"] = 1000000000; }),
            (Lines{"/study/vary/mu/points: must be between 2 and 10000000, got 1000000000"}));
  EXPECT_EQ(wrongStudy([](Json& s) {
              s["vary"] = {{"mu", {{"points", 100000}}}, {"load", {{"from", 0}, {"to", 1}, {"points", 10000}}}};
            }),
            (Lines{"/study: a study may have at most 10000000 runs, got 1000000000"}));
  EXPECT_EQ(wrongStudy([](Json& s) { s["runs"] = 3; }).size(), 1u);
  EXPECT_EQ(wrongStudy([](Json& s) { s["sampling"] = "random"; }), (Lines{"/study: 'runs' is missing: the number of runs"}));
  EXPECT_EQ(wrongStudy([](Json& s) { s["sampling"] = "sobol"; }).size(), 1u);
  EXPECT_EQ(wrongStudy([](Json& s) { s["measures"] = {"three"}; }), (Lines{"/study/measures/0: no measure is called 'three'"}));
}

TEST(Study, NamesNoMeasuresThatAnotherErrorLeftUnread) {
  Json document = changed([](Json& s) { s["measures"] = {"one"}; });
  document["analysis"]["stepSize"] = -1;
  EXPECT_EQ(issuesOf(document.dump()).size(), 1u);
}

}  // namespace
}  // namespace slipstick::testing
