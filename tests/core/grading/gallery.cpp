// Tasks of the gallery: right answers score 1, wrong ones less, and every task is covered.

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/grading/grading.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

struct Tried {
  Json right;
  std::vector<Json> wrong;
};
using Tasks = std::map<std::string, Tried>;  // numbers and runs; choices are tried one after the other

/// The models of the gallery must be far below the budget, so that several runs and somewhat larger models can be graded too.
constexpr GradingBudget fifth{GradingBudget{}.work / 5, GradingBudget{}.recorded / 5};

Json answer(const Json& document, const std::string& task, const Json& given) {
  return graded({{"document", document}, {"name", ""}, {"seed", ""}, {"answers", {{task, {{"answer", given}}}}}, {"events", Json::array()}},
                false, fifth)["answers"][task];
}

void tryTasks(const std::string& name, const Tasks& tried) {
  const Json document = Json::parse(readFile("web/models/" + name + ".json"));
  for (const Json& task : document["tasks"]) {
    const std::string id = task["id"];
    if (task["answer"]["type"] == "choice") {
      const Json& choices = task["answer"]["choices"];
      for (std::size_t i = 0; i < choices.size(); ++i) {
        EXPECT_EQ(answer(document, id, Json::array({i}))["score"], choices[i].value("correct", false) ? 1 : 0) << name << " " << id;
        EXPECT_TRUE(choices[i].contains("feedback")) << name << " " << id;
      }
      continue;
    }
    ASSERT_TRUE(tried.count(id)) << name << " " << id;
    EXPECT_EQ(answer(document, id, tried.at(id).right)["score"], 1) << name << " " << id;
    for (const Json& wrong : tried.at(id).wrong) {
      const Json result = answer(document, id, wrong);
      EXPECT_TRUE(result["score"].is_number() && result["score"] < 1) << name << " " << id << " " << wrong << result["message"];
    }
  }
}

TEST(GalleryTasks, Bicycle) {
  tryTasks("bicycle", {{"weave", {"4.292 m/s", {"4.2", "6.02 m/s"}}},
                       {"capsize", {"21.69 km/h", {"4.29", "6.2"}}},
                       {"ride", {{{"v0", 4.9}}, {{{"v0", 4.6}}, {{"v0", 6}}, {{"v0", 4.9}, {"rollRate", 0}}}}}});
}
TEST(GalleryTasks, StickSlip) {
  tryTasks("stick-slip", {{"limit", {"4.41 N", {"2.45 N", "4.5"}}},
                          {"period", {"0.934", {"0.96 s", "0.9"}}},
                          {"quiet", {{{"d", 5}}, {Json::object(), {{"d", 0}}, {{"mus", 0.25}}}}}});
}
/// The height of a ball that falls from 0.5 m and keeps the fraction `e` of its speed at each bounce, at 200 times.
Json bounces(double e) {
  Json points = Json::array();
  for (int i = 0; i <= 200; ++i) {
    double t = 0.015 * i, speed = -std::sqrt(2 * 9.81 * 0.5), height = 0.5;
    const double fall = -speed / 9.81;
    if (t < fall) {
      height -= 0.5 * 9.81 * t * t;
    } else {
      for (t -= fall, speed *= -e; t > 2 * speed / 9.81 && speed > 0.01; t -= 2 * speed / 9.81, speed *= e) continue;
      height = std::max(0.0, speed * t - 0.5 * 9.81 * t * t);
    }
    points.push_back({0.015 * i, height});
  }
  return points;
}
TEST(GalleryTasks, BouncingBalls) {
  tryTasks("bouncing-balls", {{"draw", {bounces(0.7), {bounces(0.5), bounces(0.8), bounces(0), {{0, 0.5}, {3, 0}}}}},
                              {"second", {"0.328 m", {"0.405", "0.5"}}},
                              {"still", {"958 ms", {"0.32 s", "1.2"}}},
                              {"measured", {"0.66", {"0.5", "0.7"}}},
                              {"height", {{{"h", 0.6}}, {Json::object(), {{"h", 0.7}}}}}});
}
TEST(GalleryTasks, NewtonsCradle) {
  tryTasks("newtons-cradle",
           {{"loss", {"0.656", {"0.41", "0.8"}}}, {"make", {{{"restitution", 0.8}}, {Json::object(), {{"restitution", 0.9}}}}}});
}
TEST(GalleryTasks, RollingCoin) { tryTasks("rolling-coin", {{"speed", {"0.4 m/s", {"4", "0.2"}}}}); }
TEST(GalleryTasks, SliderCrank) {
  tryTasks("slider-crank", {{"stroke", {"20 cm", {"0.1", "0.25 m"}}},
                            {"slow", {{{"omega", 10}}, {Json::object(), {{"omega", 10}, {"crank", 0.05}}}}},
                            {"pin", {"14.2 N", {"20 N", "8.5"}}},
                            {"second", {"81.4 Hz", {"31.1", "50 Hz"}}}});
}
TEST(GalleryTasks, FlexibleRod) {
  tryTasks("flexible-rod",
           {{"frequency", {"156.4 Hz", {"146", "25 Hz"}}}, {"straight", {{{"omega", 60}}, {Json::object(), {{"omega", 40}}}}}});
}
TEST(GalleryTasks, DoublePendulum) { tryTasks("double-pendulum", {{"calm", {{{"angle1", 20}, {"angle2", 20}}, {Json::object()}}}}); }
TEST(GalleryTasks, BeltDrive) {
  tryTasks("belt-two-pulleys",
           {{"limit", {"3.51", {"1.26", "3"}}}, {"carry", {{{"torque", 15}, {"EA", 20000}}, {Json::object(), {{"torque", 15}}}}}});
}

}  // namespace
}  // namespace slipstick::testing
