// `slipstick study`: rows, continuation, parts, merging, failed runs.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/model/model.h"
#include "tests/program/program.h"

namespace slipstick::testing {
namespace {

/// A mass on a spring: eight runs.
const char* const oscillatorStudy =
    R"js({"slipstick": 1, "title": "Oscillator", "parameters": {"k": {"value": 100, "max": 400, "unit": "N/m"}, "m": 1},
  "create": [{"type": "MassPoint", "name": "mass", "referencePosition": [1, 0, 0], "initialDisplacement": [0.1, 0, 0], "physicsMass": "m"},
             {"type": "SpringDamper", "name": "spring", "bodies": [null, "mass"], "stiffness": "k"}],
  "sensors": [{"type": "Body", "name": "x", "bodyNumber": "mass", "outputVariableType": "Displacement"}],
  "measures": {"least": {"formula": "min(sensor(\"x\")[0])", "unit": "m"}},
  "analysis": {"endTime": 0.1, "stepSize": 0.01},
  "study": {"vary": {"k": {"from": 100, "to": 400, "points": 4}, "m": [1, 2]}}})js";

class StudyProgram : public ProgramTest {
 protected:
  static std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t start = 0, end; (end = text.find('\n', start)) != std::string::npos; start = end + 1)
      lines.push_back(text.substr(start, end - start));
    return lines;
  }
  std::string model(const Json& changes = Json::object()) {
    Json json = Json::parse(oscillatorStudy);
    json.update(changes);
    return file("model.json", json.dump());
  }
  std::string merged(const std::vector<std::string>& files) {
    std::vector<std::string> words{"study", "--merge"};
    words.insert(words.end(), files.begin(), files.end());
    EXPECT_EQ(run(words), 0) << err;
    return out;
  }
};

TEST_F(StudyProgram, WritesARowForEachRun) {
  EXPECT_EQ(run({"study", model(), "--jobs", "1"}), 0) << err;
  const auto rows = lines(out);
  ASSERT_EQ(rows.size(), 10u);
  EXPECT_EQ(rows[0].rfind("# slipstick study, engine ", 0), 0u) << rows[0];
  EXPECT_EQ(rows[1], "run,k (N/m),m,status,message,least (m),steps,digest");
  EXPECT_EQ(rows[2].rfind("0,100.0,1.0,ok,,", 0), 0u) << rows[2];
  EXPECT_EQ(rows[9].rfind("7,400.0,2.0,ok,,", 0), 0u) << rows[9];
}

/// Parameters and measures may have the names of other columns.
TEST_F(StudyProgram, NamesEachColumnOnce) {
  const Json changes = {{"parameters", {{"k", {{"value", 100}}}, {"m", 1}, {"status", 1}, {"steps", {{"value", 1}, {"unit", "1"}}}}},
                        {"measures", {{"run", {{"formula", "steps"}}}, {"seconds", {{"formula", "status"}}}}},
                        {"study", {{"vary", {{"k", {100, 200}}, {"status", {1, 2}}, {"steps", {3, 4}}}}}}};
  const std::string file = model(changes);
  EXPECT_EQ(run({"study", file, "--output", path("rows.csv")}), 0) << err;
  const auto rows = lines(merged({path("rows.csv")}));
  EXPECT_EQ(rows[1], "run,k,status [parameter],steps [parameter] (1),status,message,run [measure],seconds [measure],steps,digest");
  ASSERT_EQ(rows.size(), 10u);
  EXPECT_EQ(rows[2].rfind("0,100.0,1.0,3.0,ok,,3.0,1.0,", 0), 0u) << rows[2];
  EXPECT_EQ(rows[9].rfind("7,200.0,2.0,4.0,ok,,4.0,2.0,", 0), 0u) << rows[9];
}

TEST_F(StudyProgram, ASingleRunHasTheSameDigest) {
  EXPECT_EQ(run({"study", model(), "--output", path("rows.csv")}), 0) << err;
  const std::string row = lines(merged({path("rows.csv")}))[2 + 5];
  EXPECT_EQ(run({"run", model(), "--parameter", "k=300", "--parameter", "m=2", "--output", "-"}), 0) << err;
  const std::string digest = Json::parse(out)["digest"];
  const std::string hash = row.substr(row.rfind(',') + 1);
  EXPECT_EQ(row.rfind("5,300.0,2.0,", 0), 0u);
  EXPECT_NE(digest.find(":" + hash + ":"), std::string::npos) << digest << " " << row;
}

TEST_F(StudyProgram, ContinuesATruncatedFile) {
  EXPECT_EQ(run({"study", model(), "--output", path("whole.csv")}), 0) << err;
  const std::string whole = merged({path("whole.csv")});
  for (std::size_t size = 0; size <= whole.size(); size += 7) {
    file("cut.csv", whole.substr(0, size));
    ASSERT_EQ(run({"study", model(), "--resume", "--output", path("cut.csv")}), 0) << err;
    ASSERT_EQ(merged({path("cut.csv")}), whole) << "cut at " << size;
  }
}

TEST_F(StudyProgram, ComputesOnlyMissingRuns) {
  EXPECT_EQ(run({"study", model(), "--output", path("rows.csv")}), 0);
  EXPECT_EQ(run({"study", model(), "--resume", "--output", path("rows.csv")}), 0);
  EXPECT_EQ(err.rfind("0 runs in ", 0), 0u) << err;
  EXPECT_NE(err.find("8 existed already"), std::string::npos) << err;
}

TEST_F(StudyProgram, DividesIntoPartsThatFit) {
  EXPECT_EQ(run({"study", model(), "--output", path("whole.csv")}), 0) << err;
  for (const char* part : {"1/3", "2/3", "3/3"})
    EXPECT_EQ(run({"study", model(), "--part", part, "--output", path(std::string(1, part[0]) + ".csv")}), 0) << err;
  EXPECT_EQ(merged({path("3.csv"), path("1.csv"), path("2.csv")}), merged({path("whole.csv")}));
  EXPECT_EQ(run({"study", "--merge", path("1.csv"), path("3.csv")}), 1);
  EXPECT_EQ(err, "slipstick: missing runs: 1, 4, 7 (3 in all)\n");
}

TEST_F(StudyProgram, WritesFailedRunsAsRows) {
  const std::string study = file("study.json", R"({"vary": {"m": [1, -1, 2]}})");
  EXPECT_EQ(run({"study", model(), "--study", study, "--jobs", "1"}), 0) << err;
  const auto rows = lines(out);
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[3].rfind("1,-1.0,refused,", 0), 0u) << rows[3];
  EXPECT_NE(rows[3].find("physicsMass"), std::string::npos) << rows[3];
  EXPECT_NE(err.find("3 runs in "), std::string::npos) << err;
  EXPECT_NE(err.find("1 of them failed"), std::string::npos) << err;
}

TEST_F(StudyProgram, RefusesRowsOfSomethingElseByName) {
  EXPECT_EQ(run({"study", model(), "--output", path("rows.csv")}), 0);
  const std::string rows = path("rows.csv");
  EXPECT_EQ(run({"study", model(), "--output", rows}), 2);
  EXPECT_EQ(err, "slipstick: '" + rows + "' exists: --resume computes the missing runs, --force starts again\n");
  EXPECT_EQ(run({"study", model({{"analysis", {{"endTime", 0.2}}}}), "--resume", "--output", rows}), 2);
  EXPECT_NE(err.find("they belong to another model"), std::string::npos) << err;
  EXPECT_EQ(
      run({"study", model(), "--parameter", "m=3", "--study", file("s.json", R"({"vary": {"k": [1, 2]}})"), "--resume", "--output", rows}),
      2);
  EXPECT_NE(err.find("they belong to another model"), std::string::npos) << err;
  EXPECT_EQ(run({"study", model(), "--study", path("s.json"), "--resume", "--output", rows}), 2);
  EXPECT_NE(err.find("they belong to another study of this model"), std::string::npos) << err;
  EXPECT_EQ(run({"study", model(), "--seconds", "--resume", "--output", rows}), 2);
  EXPECT_NE(err.find("--seconds"), std::string::npos) << err;
  std::string other = read(rows);
  other.replace(other.find("engine "), 7, "engine 9");
  EXPECT_EQ(run({"study", model(), "--resume", "--output", file("other.csv", other)}), 2);
  EXPECT_NE(err.find("they are from engine 9"), std::string::npos) << err;
  EXPECT_EQ(run({"study", model(), "--resume", "--output", file("text.csv", "a,b\n1,2\n")}), 2);
  EXPECT_NE(err.find("these are not rows of a study"), std::string::npos) << err;
  EXPECT_EQ(run({"study", model(), "--resume", "--output", file("bad.csv", read(rows) + "99,1\n")}), 2);
  EXPECT_NE(err.find("line 11: this is not a row of the study"), std::string::npos) << err;
}

TEST_F(StudyProgram, RowsHaveNumbers) {
  EXPECT_EQ(run({"study", model(), "--output", path("rows.csv")}), 0) << err;
  const std::string rows = read(path("rows.csv"));
  for (const auto& [from, to, column] :
       {std::array<std::string, 3>{",100.0,", ",nan,", "k (N/m)"}, {",100.0,", ",1 kg,", "k (N/m)"}, {",100.0,", ",,", "k (N/m)"}}) {
    std::string changed = rows;
    changed.replace(changed.find(from), from.size(), to);
    EXPECT_EQ(run({"study", "--merge", file("changed.csv", changed)}), 2) << to;
    EXPECT_NE(err.find("is not a number, in the column '" + column + "'"), std::string::npos) << err;
  }
}

TEST_F(StudyProgram, ReportsWrongArguments) {
  EXPECT_EQ(run({"study"}), 2);
  EXPECT_EQ(run({"study", model({{"study", nullptr}})}), 2);
  EXPECT_EQ(run({"study", model(), "--part", "0/3"}), 2);
  EXPECT_EQ(err.rfind("slipstick: --part takes I/N, from 1/N to N/N, got '0/3'", 0), 0u) << err;
  EXPECT_EQ(run({"study", model(), "--jobs", "many"}), 2);
  EXPECT_EQ(run({"study", model(), "--resume"}), 2);
  EXPECT_EQ(run({"study", model(), "--output", path("rows.json")}), 2);
  EXPECT_EQ(run({"study", model(), "--study", path("none.json")}), 2);
  EXPECT_EQ(run({"study", model(), "--parameter", "k=200"}), 2);
  EXPECT_EQ(err, "slipstick: --parameter fixes 'k', which the study varies\n");
  EXPECT_EQ(run({"study", model(), model()}), 2);
  EXPECT_EQ(run({"study", "--merge", path("none.csv")}), 2);
}

}  // namespace
}  // namespace slipstick::testing
