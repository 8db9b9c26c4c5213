// slipstick grade: 200 submissions, of which 20 were tampered with in five ways.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "core/grading/grading.h"
#include "tests/core/support/run.h"
#include "tests/program/program.h"

namespace slipstick::testing {
namespace {

class Grade : public ProgramTest {
 protected:
  Grade() { handedOut = file("model.json", readFile("tests/data/live/tasks.json")); }

  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "grade");
    return ProgramTest::run(arguments);
  }

  std::string handedOut;
};

Json submission(int student) {
  const std::string name = "student " + std::to_string(student);
  const Json document = Json::parse(readFile("tests/data/live/tasks.json"));
  const Json answers = {{"predict", {{"answer", {student % 3}}, {"tries", 1 + student % 4}}},
                        {"period", {{"answer", "0." + std::to_string(50 + student % 40) + " s"}, {"tries", 1}}},
                        {"tune", {{"answer", {{"d", student % 20}}}, {"tries", 2}, {"hints", student % 2}}}};
  return graded({{"document", document}, {"name", name}, {"seed", name}, {"answers", answers}, {"events", Json::array()}}, true);
}

void tamper(Json& submission, int way) {
  if (way == 0) submission["answers"]["predict"]["answer"] = {(submission["answers"]["predict"]["answer"][0].get<int>() + 1) % 3};
  if (way == 1) submission["seed"] = "the student beside me";
  if (way == 2) submission["events"] = Json::array({Json{{"step", 5}, {"push", "mass"}, {"impulse", {-0.5, 0, 0}}, {"steps", 4}}});
  if (way == 3) {
    std::string digest = submission["digest"];
    digest.back() = digest.back() == '0' ? '1' : '0';
    submission["digest"] = digest;
  }
  if (way == 4) submission["document"]["tasks"][3]["answer"]["check"] = "rest < 5";
}

TEST_F(Grade, NamesTwentyOfTwoHundred) {
  const char* const ways[] = {"answers", "seed", "events", "digest", "document"};
  std::vector<std::string> arguments{"--model", handedOut, "--output", (folder / "table.csv").string()};
  std::map<std::string, std::string> expected;  // by name
  for (int i = 0; i < 200; ++i) {
    Json each = submission(i);
    if (i % 10 == 7) {
      tamper(each, i / 10 % 5);
      expected[each["name"]] = ways[i / 10 % 5];
    }
    arguments.push_back(file("s" + std::to_string(i) + ".json", each.dump()));
  }
  ASSERT_EQ(expected.size(), 20u);
  EXPECT_EQ(run(arguments), 1) << err;
  std::ifstream table(folder / "table.csv");
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line, "name,file,model,predict,draw,period,tune,sum,of,saved,reproduced");
  std::set<std::string> named;
  int rows = 0;
  while (std::getline(table, line)) {
    ++rows;
    const std::string name = line.substr(0, line.find(','));
    const bool wasTampered = expected.count(name) > 0, isNamed = line.find("no: ") != std::string::npos;
    EXPECT_EQ(isNamed, wasTampered) << line;
    if (!isNamed) continue;
    EXPECT_NE(line.find(expected[name]), std::string::npos) << line;
    named.insert(name);
  }
  EXPECT_EQ(named.size(), 20u);
  EXPECT_EQ(rows, 200);
}

TEST_F(Grade, RunsOnlyTheGivenDocument) {
  Json other = submission(0);
  const Json honest = other["answers"]["period"]["score"];
  other["document"]["analysis"]["endTime"] = 1e9;  // it would not end
  other["document"]["tasks"][2]["answer"]["tolerance"] = 1e9;
  EXPECT_EQ(run({file("a.json", other.dump()), "--model", handedOut}), 1);
  EXPECT_NE(out.find("period   " + std::to_string(honest.get<int>()) + "      no: document (not the one handed out)"), std::string::npos)
      << out;
}

/// A submission of an earlier version with another run and other scores.
Json submissionOfOtherEngine() {
  Json other = submission(0);
  other["engine"] = "0.0.9";
  const std::string digest = other["digest"];
  other["digest"] = "0.0.9" + digest.substr(digest.find(':'));
  return other;
}

TEST_F(Grade, NamesTheEngineOfASubmission) {
  Json other = submissionOfOtherEngine();
  EXPECT_EQ(run({file("a.json", other.dump()), "--model", handedOut}), 0) << out;
  EXPECT_NE(out.find("student 0  predict  1      yes, computed by engine 0.0.9\n"), std::string::npos) << out;

  other["digest"] = "0.0.9:0123456789abcdef";
  EXPECT_EQ(run({file("a.json", other.dump()), file("b.json", submission(1).dump())}), 3);
  EXPECT_NE(out.find("student 0  predict  1      computed by engine 0.0.9, differs in this version: digest\n"), std::string::npos) << out;

  other["document"]["objects"] = 3;  // as if the other version had opened this
  EXPECT_EQ(run({file("a.json", other.dump())}), 3);
  EXPECT_NE(out.find("student 0               computed by engine 0.0.9, differs in this version: document: "), std::string::npos) << out;
}

TEST_F(Grade, FindsChangesInASubmissionOfAnotherEngine) {
  const auto verdict = [&](auto change) {
    Json other = submissionOfOtherEngine();
    change(other);
    EXPECT_EQ(run({file("a.json", other.dump())}), 1) << out;
    return out;
  };
  const auto expectNamed = [](const std::string& table, const std::string& part) {
    EXPECT_NE(table.find("no: " + part), std::string::npos) << table;
  };
  expectNamed(verdict([](Json& j) { j["seed"] = "Eve"; }), "seed; computed by engine 0.0.9");
  expectNamed(verdict([](Json& j) { j["answers"]["predict"]["answer"] = {2}; }), "answers; computed by engine 0.0.9");
  expectNamed(verdict([](Json& j) { j["answers"]["predict"]["score"] = 0.5; }), "answers; computed by engine 0.0.9");
  expectNamed(verdict([](Json& j) { j["document"]["title"] = "Another"; }), "document; computed by engine 0.0.9");
  expectNamed(verdict([](Json& j) { j["engine"] = "0.0.8"; }), "engine (0.0.8, this is ");  // the digest names another one
  expectNamed(verdict([](Json& j) { j["engine"] = "a <b>"; }), "engine (a <b>, this is ");
}

TEST_F(Grade, PrintsATable) {
  EXPECT_EQ(run({file("a.json", submission(0).dump())}), 0) << err;
  EXPECT_NE(out.find("name       task     score  reproduced\n"), std::string::npos) << out;
  EXPECT_NE(out.find("student 0  predict  1      yes\n"), std::string::npos) << out;
  EXPECT_NE(out.find("student 0  all      "), std::string::npos) << out;
}

TEST_F(Grade, WritesNoFormulasNorControlCharacters) {
  Json each = submission(0);
  each["name"] = "\x1b[31m\n=HYPERLINK(1)";
  const std::string table = (folder / "table.csv").string();
  EXPECT_EQ(run({file("a.json", each.dump()), "--output", table}), 1);
  const auto written = [&] {
    std::ostringstream text;
    text << std::ifstream(table).rdbuf();
    return text.str();
  };
  const std::string text = written();
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("\n[31m =HYPERLINK(1),"), std::string::npos) << text;
  each["name"] = "=1+1";
  run({file("a.json", each.dump()), "--output", table});
  EXPECT_NE(written().find("\n'=1+1,"), std::string::npos);
}

TEST_F(Grade, TakesAnEmptyDigestForNone) {
  Json each = submission(0);
  each["events"] = Json::array({Json{{"step", 1}, {"push", "nobody"}, {"impulse", {1, 0, 0}}}});
  each = graded(each, true);
  EXPECT_EQ(each["digest"], "");
  EXPECT_EQ(run({file("a.json", each.dump())}), 1);
  EXPECT_NE(out.find("no: digest"), std::string::npos) << out;
}

TEST_F(Grade, GradesTheOthersIfOneExceedsItsBudget) {
  Json endless = submission(0);
  // Too many coordinates for eigenvalues are refused before the computation.
  endless["document"]["nodes"] = Json::array({{{"type", "GenericODE2"}, {"name", "many"}, {"numberOfODE2Coordinates", 1100}}});
  endless["document"]["analysis"] = Json::array({{{"type", "eigenvalues"}}});
  const std::string table = (folder / "table.csv").string();
  EXPECT_EQ(run({file("a.json", endless.dump()), file("b.json", submission(1).dump()), "--output", table}), 1) << err;
  const std::string text = read(table);
  const std::string reason = "The runs of this submission need more computing than grading allows. Use fewer steps.";
  EXPECT_NE(text.find("a.json,Tasks,,,,,,,,not graded: " + reason + "\n"), std::string::npos) << text;
  EXPECT_NE(text.find("b.json,Tasks,0,,0,0,0,5,,yes\n"), std::string::npos) << text;
  EXPECT_EQ(run({file("a.json", endless.dump()), "--json"}), 1) << err;
  EXPECT_EQ(Json::parse(out)[0]["score"], "") << out;
}

TEST_F(Grade, ReportsInvalidSubmissions) {
  EXPECT_EQ(run({file("a.json", "{"), file("b.json", "[]"), file("c.json", R"({"submission": 1, "answers": 3, "document": 5})"),
                 (folder / "none").string()}),
            1);
  EXPECT_NE(out.find("this is not a submission"), std::string::npos) << out;
  EXPECT_NE(out.find("cannot read"), std::string::npos) << out;
  EXPECT_NE(out.find("no: document: "), std::string::npos) << out;
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  EXPECT_EQ(run({file("d.json", R"({"submission": 1, "document": {}, "answers": {"a": {"answer": )" + deep + "}}}")}), 1);
  EXPECT_NE(out.find("this is not a submission"), std::string::npos) << out;
  EXPECT_EQ(run({file("e.json", submission(0).dump() + std::string(2 << 20, ' '))}), 1);
  EXPECT_NE(out.find("it is larger than 2 MiB"), std::string::npos) << out;
  EXPECT_EQ(run({}), 2);
  EXPECT_EQ(run({"--model", (folder / "none").string(), file("a.json", "{}")}), 2);
}

}  // namespace
}  // namespace slipstick::testing
