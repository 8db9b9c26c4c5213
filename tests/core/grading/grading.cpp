// Right answers score 1, wrong ones less, and answers that cannot be judged come with a reason.

#include "core/grading/grading.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/display/tasks.h"
#include "core/grading/quantity.h"
#include "tests/core/model/load.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

Json document() { return Json::parse(readFile("tests/data/live/tasks.json")); }

Json given(const Json& answers, const std::string& seed = "") {
  return {{"document", document()}, {"name", "Ada"}, {"seed", seed}, {"answers", answers}, {"events", Json::array()}};
}
Json one(const std::string& task, const Json& answer, const std::string& seed = "") {
  return graded(given({{task, {{"answer", answer}, {"tries", 1}}}}, seed), false)["answers"][task];
}
Json scoreOf(const std::string& task, const Json& answer, const std::string& seed = "") { return one(task, answer, seed)["score"]; }
std::string messageOf(const std::string& task, const Json& answer) {
  const Json result = one(task, answer);
  EXPECT_TRUE(result["score"].is_null()) << answer;
  return result["message"];
}

TEST(Grading, OfChoices) {
  EXPECT_EQ(scoreOf("predict", {0}), 1);
  EXPECT_EQ(scoreOf("predict", {1}), 0);
  EXPECT_EQ(scoreOf("predict", {2}), 0);
  EXPECT_EQ(scoreOf("predict", {0, 1}), 0) << "a wrong one takes back a right one";
  EXPECT_EQ(messageOf("predict", Json::array()), "Nothing was chosen.");
  EXPECT_EQ(messageOf("predict", {3}), "There is no such choice.");
  EXPECT_EQ(messageOf("predict", {0.5}), "There is no such choice.");
  EXPECT_EQ(messageOf("predict", {"x"}), "There is no such choice.");
  EXPECT_EQ(messageOf("predict", "0"), "Nothing was chosen.");
}

TEST(Grading, GivesReasonsAsCodeAndValues) {
  const Json right = one("period", "0.63 s"), unit = one("period", "3 kg"), above = one("tune", {{"d", 1000}});
  EXPECT_EQ(right["code"], "right");
  EXPECT_EQ(right["values"], Json::object());
  EXPECT_EQ(unit["code"], "otherUnit");
  EXPECT_EQ(unit["values"], (Json{{"unit", "kg"}, {"wanted", "s"}}));
  EXPECT_EQ(above["code"], "valueAbove");
  EXPECT_EQ(above["values"], (Json{{"name", "d"}, {"max", 20}, {"value", 1000}}));
}

TEST(Grading, OfSeveralCorrectChoicesIsInPart) {
  Json all = given({{"predict", {{"answer", {0}}}}});
  all["document"]["tasks"][0]["answer"]["choices"][2]["correct"] = true;
  EXPECT_EQ(graded(all, false)["answers"]["predict"]["score"], 0.5);
  all["answers"]["predict"]["answer"] = {0, 2};
  EXPECT_EQ(graded(all, false)["answers"]["predict"]["score"], 1);
  all["answers"]["predict"]["answer"] = {0, 1, 2};
  EXPECT_EQ(graded(all, false)["answers"]["predict"]["score"], 0.5);
}

TEST(Grading, OfNumbers) {
  for (const char* right : {"0.628", "0.63 s", "628 ms", "0,63", " +0.63 s "}) EXPECT_EQ(scoreOf("period", right), 1) << right;
  EXPECT_EQ(scoreOf("period", 0.63), 1);
  for (const char* wrong : {"0.61", "0.63 ms", "-0.63", "0.65 s", "1e9"}) EXPECT_EQ(scoreOf("period", wrong), 0) << wrong;
  EXPECT_EQ(messageOf("period", "long"), "This is not a number.");
  EXPECT_EQ(messageOf("period", ""), "This is not a number.");
  EXPECT_EQ(messageOf("period", "inf"), "This is not a number.");
  EXPECT_EQ(messageOf("period", "nan"), "This is not a number.");
  EXPECT_EQ(messageOf("period", "0x1p-1"), "This is not a number.");
  EXPECT_EQ(messageOf("period", "0.63 m"), "“m” does not fit: this number is in s.");
  EXPECT_EQ(messageOf("period", "0.63 furlongs"), "The unit “furlongs” is unknown here.");
  EXPECT_EQ(messageOf("period", Json::object()), "This is not a number.");
  EXPECT_EQ(messageOf("period", "0.6 abcdefghijklmnopqrsé!"), "The unit “abcdefghijklmnopqrs” is unknown here.");
}

TEST(Grading, OfNumbersThatMeasuresGive) {
  Json all = given({{"period", {{"answer", "0.63 s"}}}});
  all["document"]["tasks"][2]["answer"]["value"] = "period";
  EXPECT_EQ(graded(all, false)["answers"]["period"]["score"], 1);
  all["document"]["tasks"][2]["answer"]["value"] = "rest";
  all["document"]["parameters"]["d"]["value"] = 0;
  const Json result = graded(all, false)["answers"]["period"];
  EXPECT_TRUE(result["score"].is_null());
  EXPECT_EQ(result["message"], "There is no right answer: rest has no value, settle: its argument is still outside of the band at 6 s.");
}

TEST(Grading, OfRuns) {
  EXPECT_EQ(scoreOf("tune", {{"d", 12}}), 1);
  EXPECT_EQ(scoreOf("tune", {{"d", 12}, {"k", 100}, {"m", 1}}), 1) << "what stays as it is may be said";
  for (const double wrong : {0.0, 1.0, 4.0}) EXPECT_EQ(scoreOf("tune", {{"d", wrong}}), 0) << wrong;
  EXPECT_EQ(scoreOf("tune", Json::object()), 0);
  EXPECT_EQ(one("tune", {{"d", 12}, {"k", 150}})["message"], "'k' must not be changed.");
  EXPECT_EQ(one("tune", {{"d", 12}, {"m", 0.5}})["score"], 0);
  EXPECT_EQ(one("tune", {{"d", 0}})["message"],
            "The run does not meet the condition: rest has no value, settle: its argument is still outside of the band at 6 s.");
  EXPECT_EQ(messageOf("tune", {{"d", 1000}}), "'d' must be 20 or less, got 1000.");
  EXPECT_EQ(messageOf("tune", {{"d", -0.5}}), "'d' must be 0 or more, got -0.5.");
  EXPECT_EQ(messageOf("tune", {{"d", "12"}}), "The value of 'd' is not a number.");
  EXPECT_EQ(messageOf("tune", 12), "There is no run.");
}

TEST(Grading, OfRunsKeepsHiddenAndLockedParameters) {
  Json all = given({{"tune", {{"answer", {{"d", 12}, {"k", 150}}}}}});
  all["document"]["tasks"][3]["answer"].erase("free");
  EXPECT_EQ(graded(all, false)["answers"]["tune"]["score"], 1) << "all parameters may be set";
  for (const char* key : {"lock", "hide"}) {
    Json fixed = all;
    fixed["document"][key] = {"k"};
    EXPECT_EQ(graded(fixed, false)["answers"]["tune"]["message"], "'k' must not be changed.") << key;
  }
}

/// The deflection at 100 times, changed by `change`.
template <class Change>
Json curve(Change change) {
  Json points = Json::array();
  for (int i = 0; i <= 100; ++i) {
    const double t = 0.06 * i, w = std::sqrt(99.75);
    points.push_back({t, change(t, 0.1 * std::exp(-0.5 * t) * (std::cos(w * t) + 0.5 / w * std::sin(w * t)))});
  }
  return points;
}

TEST(Grading, OfCurves) {
  EXPECT_EQ(scoreOf("draw", curve([](double, double x) { return x; })), 1);
  EXPECT_EQ(scoreOf("draw", curve([](double, double x) { return x + 0.01; })), 1) << "within the tolerance";
  Json backwards = Json::array();
  for (const Json& point : curve([](double, double x) { return x; })) backwards.insert(backwards.begin(), point);
  EXPECT_EQ(scoreOf("draw", backwards), 1);
  const double offset = scoreOf("draw", curve([](double, double x) { return x + 0.03; }));
  EXPECT_GT(offset, 0);
  EXPECT_LT(offset, 1);
  EXPECT_EQ(scoreOf("draw", curve([](double, double x) { return x + 1; })), 0);
  EXPECT_LT(scoreOf("draw", curve([](double, double x) { return -x; })).get<double>(), 1);
  EXPECT_LT(scoreOf("draw", curve([](double, double) { return 0; })).get<double>(), 1);
  EXPECT_EQ(messageOf("draw", {{0, 0}, {3, 0}}), "The curve does not reach from start to end.");
  for (const Json& none : {Json::array(), Json{{0, 0}}, Json{{0, "x"}, {6, 0}}, Json("x")})
    EXPECT_EQ(messageOf("draw", none), "There is no curve.");
}

TEST(Grading, CountsAllTasksWithTheirPoints) {
  const Json result =
      graded(given({{"period", {{"answer", "0.628"}, {"tries", 3}, {"hints", 1}}}, {"unknown", {{"answer", 1}}}, {"tune", 3}}), false);
  EXPECT_EQ(result["score"], 2.0 / 5);
  EXPECT_EQ(result["answers"]["period"]["tries"], 3);
  EXPECT_EQ(result["answers"].size(), 1u);
  EXPECT_FALSE(result.contains("digest"));
}

TEST(Grading, DrawsValuesFromTheSeed) {
  const Json ada = graded(given(Json::object(), "Ada"), false)["values"];
  const double k = ada["k"];
  EXPECT_GE(k, 60);
  EXPECT_LE(k, 140);
  EXPECT_EQ(k, std::round(k)) << "the step of the parameter";
  EXPECT_EQ(graded(given(Json::object(), " aDA "), false)["values"], ada);
  EXPECT_EQ(graded(given(Json::object(), ""), false)["values"], Json::object());
  std::map<double, int> drawn;
  const auto model = load(document().dump());
  for (int i = 0; i < 8100; ++i) ++drawn[variantOf(*model, "student " + std::to_string(i)).at("k")];
  EXPECT_EQ(drawn.size(), 81u);
  for (const auto& [value, count] : drawn) EXPECT_NEAR(count, 100, 50) << value;
  const std::string right = std::to_string(2 * 3.14159265 / std::sqrt(k));
  EXPECT_EQ(scoreOf("period", right, "Ada"), 1);
  EXPECT_EQ(scoreOf("period", "0.628", "Ada"), std::abs(2 * 3.14159265 / std::sqrt(k) - 0.628) < 0.01 ? 1 : 0);
}

TEST(Grading, RefusesInvalidModels) {
  Json wrong = given(Json::object());
  wrong["document"]["objects"] = 3;
  EXPECT_TRUE(graded(wrong, true).contains("error"));
  EXPECT_TRUE(graded(Json::array(), true).contains("error"));
  EXPECT_TRUE(graded(Json::object(), true).contains("error"));
}

/// A submission over its budget keeps no partial results.
void expectNotGraded(const Json& result, const std::string& reason) {
  EXPECT_EQ(result["notGraded"], reason);
  EXPECT_EQ(result["name"], "Ada");
  for (const char* part : {"values", "points", "answers", "score", "digest", "seals"}) EXPECT_FALSE(result.contains(part)) << part;
}
const char* const tooMuchComputing = "The runs of this submission need more computing than grading allows. Use fewer steps.";

TEST(Grading, StopsRunsOverTheBudget) {
  Json endless = given({{"predict", {{"answer", {0}}}}, {"tune", {{"answer", {{"d", 12}}}}}}, "Ada");
  endless["document"]["analysis"]["endTime"] = 1e6;
  const GradingBudget small{1e6, 5e6};
  const Json result = graded(endless, false, small);
  expectNotGraded(result, tooMuchComputing);
  EXPECT_EQ(graded(endless, false, small), result) << "every time at the same place";
  Json large = endless;
  large["document"]["analysis"]["sensorsWritePeriod"] = 0;
  expectNotGraded(graded(large, false, {1e9, 1000}),
                  "A run of this submission records more numbers than grading allows. Record less often.");
  endless["answers"].erase("tune");
  EXPECT_EQ(graded(endless, false, small)["answers"]["predict"]["score"], 1) << "nothing is run for it";
}

TEST(Grading, HasOneBudgetForAllRuns) {
  const Json answers = {{"tune", {{"answer", {{"d", 12}}}}}};
  const auto isGraded = [&](double work, bool whole) { return !graded(given(answers), whole, {work, 5e6}).contains("notGraded"); };
  double work = 1000;
  while (!isGraded(work, false)) work *= 1.1;
  EXPECT_FALSE(isGraded(work, true)) << "the digest takes another run";
  EXPECT_TRUE(isGraded(2 * work, true));
}

TEST(Grading, GradesNothingOverTheBudgetAgain) {
  const Json good = graded(given({{"tune", {{"answer", {{"d", 12}}}}}}), true);
  ASSERT_FALSE(good.contains("notGraded"));
  EXPECT_EQ(verdictOf(regraded(good, Json())), "yes");
  const Regraded again = regraded(good, Json(), {1000, 5e6});
  expectNotGraded(again.submission, tooMuchComputing);
  EXPECT_TRUE(again.different.empty() && again.otherwise.empty());
  EXPECT_EQ(verdictOf(again), std::string("not graded: ") + tooMuchComputing);
}

TEST(Grading, CountsFormulasAndMatrices) {
  const auto isGraded = [](const Json& document, double work) {
    Json all = given({{"tune", {{"answer", {{"d", 12}}}}}});
    all["document"] = document;
    const Json result = graded(all, false, {work, 5e6});
    EXPECT_FALSE(result.contains("error")) << result["error"];
    return !result.contains("notGraded");
  };
  const Json plain = document();
  double work = 1000;
  while (!isGraded(plain, work)) work *= 1.1;

  Json formulas = plain;
  std::string sum = "0";
  for (int i = 0; i < 500; ++i) sum += "+sin(t+" + std::to_string(i) + ")";
  formulas["create"].push_back({{"type", "Force"}, {"bodyNumber", "mass"}, {"loadVectorUserFunction", "[1e-9*(" + sum + "), 0, 0]"}});
  EXPECT_FALSE(isGraded(formulas, 2 * work));

  Json dense = plain;
  dense["nodes"] = Json::array({{{"type", "GenericODE2"}, {"name", "many"}, {"numberOfODE2Coordinates", 1100}}});
  EXPECT_FALSE(isGraded(dense, 2 * work)) << "coordinates count";
  dense["analysis"] = Json::array({{{"type", "eigenvalues"}}, plain["analysis"]});
  EXPECT_FALSE(isGraded(dense, GradingBudget{}.work)) << "eigenvalues are not begun";
}

TEST(Grading, NamesModifiedParts) {
  const Json answers = {{"predict", {{"answer", {1}}, {"tries", 1}}}, {"tune", {{"answer", {{"d", 3}}}, {"tries", 2}}}};
  const Json good = graded(given(answers, "Ada"), true);
  using Parts = std::vector<std::string>;
  EXPECT_EQ(regraded(good, document()).different, Parts{});
  EXPECT_EQ(regraded(Json::parse(good.dump()), Json()).different, Parts{});
  const auto changed = [&](auto change) {
    Json bad = good;
    change(bad);
    return regraded(bad, document()).different;
  };
  EXPECT_EQ(changed([](Json& j) { j["answers"]["predict"]["answer"] = {0}; }), (Parts{"answers", "score of task predict"}));
  EXPECT_EQ(changed([](Json& j) { j["answers"]["predict"]["tries"] = 0; }), Parts{"answers"});
  EXPECT_EQ(changed([](Json& j) { j["answers"]["predict"]["score"] = 1; }), Parts{"score of task predict"});
  EXPECT_EQ(changed([](Json& j) { j["digest"] = "0.1.0:0000000000000000"; }), (Parts{"digest"}));
  EXPECT_EQ(changed([](Json& j) { j["document"]["tasks"][0]["answer"]["choices"][1]["correct"] = true; })[0],
            "document (not the one handed out)");
  EXPECT_EQ(changed([](Json& j) { j["name"] = "Eve"; }), Parts{"name"});
  const Parts seed = changed([](Json& j) { j["seed"] = "Eve"; });
  EXPECT_EQ(seed[0], "seed");
  EXPECT_EQ(seed.back(), "values of the seed");
  const Parts events = changed([](Json& j) { j["events"] = Json::array({Json{{"step", 3}, {"push", "mass"}, {"impulse", {0.1, 0, 0}}}}); });
  EXPECT_EQ(events[0], "events");
  EXPECT_EQ(events[1], "digest");
}

TEST(Quantities, AreReadInUnitsThatFit) {
  const auto read = [](const char* text, const char* unit) {
    const Quantity quantity = readQuantity(text, unit);
    EXPECT_FALSE(quantity.problem) << text;
    return quantity.value;
  };
  EXPECT_DOUBLE_EQ(read("15.444 km/h", "m/s"), 4.29);
  EXPECT_DOUBLE_EQ(read("429 cm/s", "m/s"), 4.29);
  EXPECT_DOUBLE_EQ(read("2 kN/mm", "N/m"), 2e6);
  EXPECT_DOUBLE_EQ(read("3 N m", "N m"), 3);
  EXPECT_DOUBLE_EQ(read("3 N*m", "J"), 3);
  EXPECT_DOUBLE_EQ(read("30°", "rad"), 30 * 3.14159265358979323846 / 180);
  EXPECT_DOUBLE_EQ(read("5 %", ""), 0.05);
  EXPECT_DOUBLE_EQ(read("5", "%"), 5);
  EXPECT_DOUBLE_EQ(read("9.81 m/s²", "m/s^2"), 9.81);
  EXPECT_DOUBLE_EQ(read("9.81 m s^-2", "m/s^2"), 9.81);
  EXPECT_DOUBLE_EQ(read("−2e-3", "m"), -2e-3);
  EXPECT_DOUBLE_EQ(read("7 µm", "mm"), 7e-3);
  EXPECT_DOUBLE_EQ(read("9.81 m·s⁻²", "m/s²"), 9.81);
  EXPECT_DOUBLE_EQ(read("2 kN s/mm", "N·s/m"), 2e6);
  EXPECT_DOUBLE_EQ(read("4 N/(mm s)", "N/m/s"), 4e3);
  EXPECT_DOUBLE_EQ(read("4 kN·mm/(deg)", "N·m/rad"), 4 * 180 / 3.14159265358979323846);
  EXPECT_EQ(readQuantity("3 m", "").problem->code, RemarkCode::hasNoUnit);
  for (const char* text : {"3 /", "3 m^", "3 m-", "3 15", "3 (m", "3 m)", "3 ((((((((m))))))))"})
    EXPECT_EQ(readQuantity(text, "m").problem->code, RemarkCode::unknownUnit) << text;
}

TEST(Quantities, AreReadAsPeopleWriteThem) {
  const auto read = [](const char* text, const char* unit) {
    const Quantity quantity = readQuantity(text, unit);
    EXPECT_FALSE(quantity.problem) << text;
    return quantity.value;
  };
  for (const char* text : {"4.13 Nm", "4.13Nm", "4,13 N.m", "4.13 N⋅m", "4.13 N\u00a0m", "0.00413 kNm", "4130 Nmm", "4130 mNm", "413 Ncm",
                           "4.13 Ws", "4.13 N m."})
    EXPECT_NEAR(read(text, "N m"), 4.13, 1e-15) << text;
  EXPECT_DOUBLE_EQ(read("2 Nm", "N*m"), 2);
  EXPECT_DOUBLE_EQ(read("2 kWh", "J"), 7.2e6);
  EXPECT_DOUBLE_EQ(read("2 kgm²", "kg m^2"), 2);  // the exponent applies only to the metre
  EXPECT_DOUBLE_EQ(read("2 Nm²", "N m^2"), 2);
  EXPECT_DOUBLE_EQ(read("0.5 Pas", "Pa s"), 0.5);
  EXPECT_DOUBLE_EQ(read("60 rpm", "rad/s"), 2 * 3.14159265358979323846);
  EXPECT_DOUBLE_EQ(read("2 rev/min", "rpm"), 2);
  EXPECT_DOUBLE_EQ(read("6 °/s", "rpm"), 1);
  EXPECT_DOUBLE_EQ(read("3 MPa", "N/mm²"), 3);
  EXPECT_DOUBLE_EQ(read("2 bar", "kPa"), 200);
  EXPECT_DOUBLE_EQ(read("2 l/min", "m^3/s"), 2e-3 / 60);
  EXPECT_DOUBLE_EQ(read("5 um", "mm"), 5e-3);
  EXPECT_DOUBLE_EQ(read("5 min", "s"), 300);
  EXPECT_EQ(readQuantity("3 Nms", "N m s").problem->code, RemarkCode::unknownUnit);  // N·m·s or N·ms
  EXPECT_EQ(readQuantity("3 1/s", "rad/s").problem->code, RemarkCode::otherUnit);    // radians or turns
}

}  // namespace
}  // namespace slipstick::testing
