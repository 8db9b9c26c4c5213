#include "core/program/commands.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>

#include "core/model/model.h"
#include "core/program/progress_line.h"
#include "tests/program/program.h"

namespace slipstick {
namespace {

const char* const model = R"js({"slipstick": 1, "parameters": {"k": {"value": 100, "min": 0}},
  "create": [{"type": "MassPoint", "name": "mass", "initialDisplacement": [0.1, 0, 0], "physicsMass": 1},
             {"type": "CartesianSpringDamper", "name": "spring", "bodies": [null, "mass"], "stiffness": ["k", 1, 1]}],
  "sensors": [{"type": "Body", "name": "x", "bodyNumber": "mass", "outputVariableType": "Displacement"}],
  "measures": {"last": {"formula": "last(sensor(\"x\")[0])"}},
  "analysis": {"endTime": 0.1, "stepSize": 0.01}})js";

using Commands = ProgramTest;

TEST_F(Commands, ExplainThemselves) {
  EXPECT_EQ(run({"--help"}), 0);
  const std::string all = out;
  for (const Command& command : commands()) {
    EXPECT_NE(all.find("  " + command.name + " "), std::string::npos) << command.name;
    EXPECT_EQ(run({command.name, "--help"}), 0);
    const std::string help = out;
    EXPECT_EQ(help.rfind("usage: slipstick " + command.name, 0), 0u) << help;
    for (const Option& option : command.options) EXPECT_NE(help.find("  " + option.name), std::string::npos) << option.name;
    EXPECT_NE(help.find("Exit status: 0 "), std::string::npos) << help;
    EXPECT_EQ(run({"help", command.name}), 0);
    EXPECT_EQ(out, help);
    EXPECT_EQ(run({command.name, "word", "--help", "--none"}), 0) << "help comes before mistakes";
  }
}

TEST_F(Commands, NameErrors) {
  EXPECT_EQ(run({"chek", "a"}), 2);
  EXPECT_EQ(err, "slipstick: unknown command 'chek'; did you mean 'check'?\nslipstick --help explains the commands\n");
  EXPECT_EQ(run({"exudyn", "script.py"}), 2);
  EXPECT_NE(err.find("part of the Python package"), std::string::npos) << err;
  EXPECT_EQ(run({"run", "a", "--measure"}), 2);
  EXPECT_EQ(err, "slipstick: unknown option '--measure'; did you mean '--measures'?\nslipstick run --help explains the command\n");
  EXPECT_EQ(run({"run", "a", "--measures=1"}), 2);
  EXPECT_NE(err.find("--measures takes no value, got '1'"), std::string::npos) << err;
  EXPECT_EQ(run({"grade"}), 2);
  EXPECT_NE(err.find("the submissions are missing: slipstick grade FILE|LINK…"), std::string::npos) << err;
  EXPECT_EQ(run({"study", "a", "--json"}), 2);
  EXPECT_NE(err.find("--json needs a file for the rows: --output ROWS.csv"), std::string::npos) << err;
  EXPECT_EQ(run({"help", "rum"}), 2);
  EXPECT_EQ(run({"completion", "tcsh"}), 2);
  EXPECT_EQ(err, "slipstick: the shell must be bash, zsh or fish, got 'tcsh'\n");
}

TEST_F(Commands, PrintJson) {
  EXPECT_EQ(run({"check", "-", "--json"}, model), 0) << err;
  EXPECT_EQ(Json::parse(out), (Json{{"valid", true}, {"issues", Json::array()}}));
  EXPECT_EQ(run({"check", "-", "--json"}, R"({"slipstick": 1, "titel": 1})"), 2);
  EXPECT_EQ(err, "");
  const Json checked = Json::parse(out);
  EXPECT_EQ(checked["valid"], false);
  EXPECT_EQ(checked["issues"][0]["pointer"], "/titel");

  EXPECT_EQ(run({"run", "-", "--json"}, model), 0) << err;
  const Json result = Json::parse(out);
  EXPECT_EQ(result["status"], "ok");
  EXPECT_TRUE(result["measures"][0]["value"].is_number());
  EXPECT_FALSE(result.contains("sensors"));
  const std::string digest = result["digest"];
  EXPECT_EQ(run({"verify", "-", "--digest", digest, "--json"}, model), 0) << err;
  EXPECT_EQ(Json::parse(out)["reproduced"], true);
  EXPECT_EQ(run({"verify", "-", "--digest", digest, "--json", "--parameter", "k=50"}, model), 1) << err;
  EXPECT_EQ(Json::parse(out)["expected"], digest);
  EXPECT_EQ(run({"items", "Ground", "--json"}), 0);
  EXPECT_FALSE(Json::parse(out).empty());
  EXPECT_EQ(run({"grade", file("none.json", "{}"), "--json"}), 1);
  EXPECT_EQ(Json::parse(out)[0]["reproduced"], "this is not a submission");
}

/// The completions that bash offers for the last of these words.
std::string offered(const std::string& script, const std::string& words, int place) {
  const std::string command = "bash -c 'source " + script + "; COMP_WORDS=(" + words + "); COMP_CWORD=" + std::to_string(place) +
                              "; _slipstick; echo \"${COMPREPLY[*]}\"' 2>&1";
  std::string text;
  std::FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 256> part;
  while (std::fgets(part.data(), part.size(), pipe)) text += part.data();
  pclose(pipe);
  return text;
}

TEST_F(Commands, AreCompletedByShells) {
  EXPECT_EQ(run({"completion", "bash"}), 0);
  const std::string script = file("completion.bash", out);
  EXPECT_EQ(offered(script, "slipstick ver", 1), "verify\n");
  EXPECT_EQ(offered(script, "slipstick study --pa", 2), "--part --parameter\n");
  EXPECT_EQ(offered(script, "slipstick items JointRollingDi", 2), "JointRollingDisc\n");
  EXPECT_EQ(offered(script, "slipstick completion f", 2), "fish\n");
  EXPECT_EQ(offered(script, "slipstick run " + folder.string() + "/comp", 2), script + "\n");
  for (const std::string shell : {"zsh", "fish"}) {
    EXPECT_EQ(run({"completion", shell}), 0);
    for (const Command& command : commands())
      for (const Option& option : command.options)
        EXPECT_NE(out.find(shell == "zsh" ? option.name + "[" : "-l " + option.name.substr(2) + " "), std::string::npos) << option.name;
  }
}

TEST(ProgressLine, ShowsTheRemainingTime) {
  EXPECT_EQ(durationText(0.2), "0 s");
  EXPECT_EQ(durationText(59.2), "59 s");
  EXPECT_EQ(durationText(200), "3 min 20 s");
  EXPECT_EQ(durationText(7500), "2 h 5 min");
  std::istringstream in;
  std::ostringstream out, err;
  CommandLine line;
  line.progress = true;
  ProgressLine shown(line, {in, out, err, false});
  shown.show(0.5, "half");
  EXPECT_EQ(err.str(), "\r 50.0 %  half, 0 s left");
  ProgressLine early({}, {in, out, err, true});
  err.str("");
  early.show(0.5, "half");
  EXPECT_EQ(err.str(), "") << "work of less than a second shows nothing";
}

}  // namespace
}  // namespace slipstick
