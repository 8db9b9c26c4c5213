// Which existing files the program replaces.
#include <gtest/gtest.h>

#include "core/model/model.h"
#include "tests/program/program.h"

namespace slipstick {
namespace {

const char* const massAndForce = R"js({"slipstick": 1, "parameters": {"F": 1},
  "create": [{"type": "MassPoint", "name": "mass", "physicsMass": 1},
             {"type": "Force", "body": "mass", "loadVector": ["F", 0, 0]}],
  "sensors": [{"type": "Body", "name": "x", "bodyNumber": "mass", "outputVariableType": "Displacement"}],
  "analysis": {"endTime": 0.02, "stepSize": 0.01},
  "study": {"vary": {"F": [1, 2]}}})js";

class Overwrite : public ProgramTest {
 protected:
  std::string model = file("model.json", massAndForce);

  /// Expects that the command is refused with this text in its message, and that the file is unchanged.
  void expectKept(const std::vector<std::string>& arguments, const std::string& kept, const std::string& said) {
    const std::string before = read(kept);
    EXPECT_EQ(run(arguments), 2) << arguments[0];
    EXPECT_NE(err.find(said), std::string::npos) << err;
    EXPECT_EQ(read(kept), before) << arguments[0];
  }
};

TEST_F(Overwrite, NoInputIsReplacedByAnyCommandEvenWithForce) {
  std::filesystem::create_symlink(model, path("link.json"));
  std::filesystem::create_hard_link(model, path("hard.json"));
  for (const std::string& output : {model, path("link.json"), path("hard.json"), path("../" + folder.filename().string() + "/model.json")})
    for (const std::string command : {"run", "assemble", "import"}) {
      expectKept({command, model, "--output", output}, model, "is an input of this command");
      expectKept({command, model, "--output", output, "--force"}, model, "is an input of this command");
    }
  const std::string rows = path("rows.csv"), odd = file("odd.csv", massAndForce);
  EXPECT_EQ(run({"study", model, "--output", rows}), 0) << err;
  expectKept({"study", "--merge", rows, "--output", rows, "--force"}, rows, "is an input of this command");
  expectKept({"study", odd, "--output", odd, "--force"}, odd, "is an input of this command");
  expectKept({"study", model, "--study", odd, "--output", odd, "--force"}, odd, "is an input of this command");
  expectKept({"grade", odd, "--output", odd, "--force"}, odd, "is an input of this command");
  expectKept({"grade", model, "--model", odd, "--output", odd, "--force"}, odd, "is an input of this command");
  const std::string unit = file("odd.fmu", massAndForce);
  expectKept({"fmu", unit, "--output", unit, "--force"}, unit, "is an input of this command");
}

TEST_F(Overwrite, ResultsAreReplacedAndOtherFilesNeedForce) {
  for (const std::string name : {"result.json", "result.csv", "result.glb"}) {
    EXPECT_EQ(run({"run", model, "--output", path(name)}), 0) << err;
    EXPECT_EQ(run({"run", model, "--output", path(name)}), 0) << name << err;
    file("empty" + name, "");
    EXPECT_EQ(run({"run", model, "--output", path("empty" + name)}), 0) << name << err;
    const std::string other = file("other" + name, name == "result.csv" ? "time,x\n0,1\n" : massAndForce);
    expectKept({"run", model, "--output", other}, other, "'" + other + "' exists and is not a result of this program: --force replaces it");
    EXPECT_EQ(run({"run", model, "--output", other, "--force"}), 0) << err;
    EXPECT_EQ(run({"run", model, "--output", other}), 0) << err;
  }
  EXPECT_EQ(run({"run", model, "--output", "-"}), 0) << err;
  EXPECT_EQ(run({"run", model, "--output", file("printed.json", out)}), 0) << err;
  EXPECT_EQ(run({"run", model, "--output", "/dev/null/../result.json"}), 2);
}

TEST_F(Overwrite, UnitsTablesAndRowsNeedForceToo) {
  const std::string unit = path("a.fmu"), rows = path("rows.csv"), all = path("all.csv"), table = path("table.csv");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(run({"fmu", model, "--output", unit}), 0) << err;
  const std::string archive = file("archive.fmu", "PK\x03\x04 of somebody else");
  expectKept({"fmu", model, "--output", archive}, archive, "--force replaces it");
  EXPECT_EQ(run({"study", model, "--output", rows}), 0) << err;
  for (int i = 0; i < 2; ++i) EXPECT_EQ(run({"study", "--merge", rows, "--output", all}), 0) << err;
  expectKept({"study", model, "--output", rows}, rows, "--resume computes the missing runs, --force starts again");
  EXPECT_EQ(run({"study", model, "--output", rows, "--force"}), 0) << err;
  EXPECT_NE(err.find("2 runs in "), std::string::npos) << err;
  for (int i = 0; i < 2; ++i) EXPECT_EQ(run({"grade", model, "--output", table}), 1) << err;
  const std::string notes = file("notes.csv", "name,task\n");
  expectKept({"grade", model, "--output", notes}, notes, "--force replaces it");
}

/// A person may have changed them since.
TEST_F(Overwrite, ModelsAreReplacedByEqualOnesOnly) {
  const std::string robot = file("robot.urdf", R"(<robot name="r"><link name="base"/><link name="arm"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1"/></inertial></link><joint name="j" type="continuous"><parent link="base"/><child link="arm"/></joint></robot>)");
  for (const std::vector<std::string>& command : {std::vector<std::string>{"import", robot}, {"assemble", model}}) {
    const std::string written = path(command[0] + ".json");
    std::vector<std::string> words = command;
    words.insert(words.end(), {"--output", written});
    for (int i = 0; i < 2; ++i) EXPECT_EQ(run(words), 0) << err;
    file(command[0] + ".json", read(written) + " ");
    expectKept(words, written, "'" + written + "' exists and is another model: --force replaces it");
    words.push_back("--force");
    EXPECT_EQ(run(words), 0) << err;
  }
}

}  // namespace
}  // namespace slipstick
