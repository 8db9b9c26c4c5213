// Errors in tasks and their places.

#include <gtest/gtest.h>

#include "tests/core/model/load.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

template <class Change>
Lines wrong(Change change) {
  Json document = Json::parse(readFile("tests/data/live/tasks.json"));
  change(document);
  return issuesOf(document.dump());
}

TEST(Tasks, AreRead) {
  const auto tasks = model(readFile("tests/data/live/tasks.json"));
  ASSERT_EQ(tasks->tasks.size(), 4u);
  EXPECT_EQ((*tasks->tasks[0].shown)["text"]["de"], "Was ändert eine steifere Feder?");
  EXPECT_EQ((*tasks->tasks[1].shown)["answer"]["unit"], "m");
  EXPECT_EQ((*tasks->tasks[3].shown)["points"], 1.0);
  EXPECT_EQ(tasks->locked, std::vector<std::string>{"m"});
  EXPECT_EQ((*tasks->variants)["k"], Json({60, 140}));
}

TEST(Tasks, ReportErrorsWithAPlace) {
  EXPECT_EQ(wrong([](Json& d) { d["tasks"][0].erase("text"); }), (Lines{"/tasks/0: 'text' is missing: the question, as Markdown"}));
  EXPECT_EQ(wrong([](Json& d) { d["tasks"][0].erase("answer"); }),
            (Lines{"/tasks/0: 'answer' is missing: kind of the answer, and the right answer"}));
  EXPECT_EQ(wrong([](Json& d) { d["tasks"][0]["text"]["fr"] = 3; }), (Lines{"/tasks/0/text/fr: must be a text, got 3"}));
  EXPECT_EQ(wrong([](Json& d) { d["tasks"][0]["before"] = "lunch"; }).size(), 1u);
  EXPECT_EQ(wrong([](Json& d) { d["tasks"][1]["id"] = "predict"; }), (Lines{"/tasks/1/id: another task has the id 'predict' too"}));
  EXPECT_EQ(wrong([](Json& d) { d["tasks"][0]["answer"]["type"] = "essay"; }),
            (Lines{"/tasks/0/answer: 'type' must be one of choice, number, run, curve, got 'essay'"}));
  EXPECT_EQ(wrong([](Json& d) { d["tasks"][0]["answer"]["choices"][0]["correct"] = false; }),
            (Lines{"/tasks/0/answer/choices: none of them is correct"}));
  EXPECT_EQ(wrong([](Json& d) { d["tasks"][1]["answer"]["sensor"] = "x"; }), (Lines{"/tasks/1/answer/sensor: no sensor is called 'x'"}));
  EXPECT_EQ(wrong([](Json& d) { d["tasks"][1]["answer"]["component"] = 3; }),
            (Lines{"/tasks/1/answer/component: must be less than 3, the number of components of sensor 'deflection', got 3"}));
  EXPECT_EQ(wrong([](Json& d) { d["tasks"][2]["answer"]["value"] = "2*pi*sqrt(M/k)"; }),
            (Lines{"/tasks/2/answer/value: in '2*pi*sqrt(M/k)' at character 11: unknown name 'M'; did you mean 'm'?"}));
  EXPECT_EQ(wrong([](Json& d) { d["tasks"][3]["answer"]["check"] = "rets < 1"; }),
            (Lines{"/tasks/3/answer/check: in 'rets < 1' at character 1: unknown name 'rets'; did you mean 'rest'?"}));
  EXPECT_EQ(wrong([](Json& d) { d["tasks"][3]["answer"]["free"] = {"c"}; }).size(), 1u);
  EXPECT_EQ(wrong([](Json& d) { d["tasks"] = 3; }), (Lines{"/tasks: must be a list of at most 100 tasks, got 3"}));
  EXPECT_EQ(wrong([](Json& d) { d["lock"] = {"mass"}; }), (Lines{"/lock/0: no parameter is called 'mass'"}));
  EXPECT_EQ(wrong([](Json& d) { d["hide"] = 3; }).size(), 1u);
  EXPECT_EQ(wrong([](Json& d) {
              d["variants"]["k"] = {10, 100};
            }),
            (Lines{"/variants/k/0: must be between min and max of the parameter, got 10"}));
  EXPECT_EQ(wrong([](Json& d) { d["variants"]["K"] = {1, 2}; }), (Lines{"/variants/K: no parameter is called 'K'; did you mean 'k'?"}));
  EXPECT_EQ(wrong([](Json& d) { d["variants"]["k"] = 3; }).size(), 1u);
  EXPECT_EQ(wrong([](Json& d) { d["variants"]["seed"] = "colour"; }).size(), 1u);
}

}  // namespace
}  // namespace slipstick::testing
