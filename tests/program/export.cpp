// `slipstick export`: a script for Exudyn in a file or on standard output. tests/core/exchange/exudyn_script.cpp tests its content.
#include <gtest/gtest.h>

#include "tests/program/program.h"

namespace slipstick {
namespace {

using Export = ProgramTest;

const char* const mass = R"({"slipstick": 1, "parameters": {"m": 2}, "nodes": [{"type": "1D", "name": "x"}],
  "objects": [{"type": "Mass1D", "physicsMass": "m", "nodeNumber": "x"}], "analysis": [{"endTime": 1}, {"assemble": true, "startTime": 1, "endTime": 2}]})";

TEST_F(Export, PrintsAScriptAndListsOmissions) {
  EXPECT_EQ(run({"export", "-"}, mass), 0);
  EXPECT_EQ(out.rfind("# Model: the same model for Exudyn 1.13", 0), 0u) << out;
  EXPECT_NE(out.find("\nm = 2\n"), std::string::npos) << out;
  EXPECT_EQ(err, "left out: assemble of step 2: it starts with the final state of the previous step\n");
}

TEST_F(Export, WritesAFileAndReplacesOnlyScripts) {
  const std::string model = file("mass.json", mass), script = path("mass.py");
  EXPECT_EQ(run({"export", model, "--output", script}), 0) << err;
  EXPECT_EQ(out, "");
  EXPECT_EQ(run({"export", model, "--output", script, "--parameter", "m=3"}), 0) << err;
  EXPECT_NE(read(script).find("\nm = 3\n"), std::string::npos);
  const std::string other = file("other.py", "# a script of mine\nprint(1)\n");
  EXPECT_EQ(run({"export", model, "--output", other}), 2);
  EXPECT_EQ(err, "slipstick: '" + other + "' exists and is not a result of this program: --force replaces it\n");
  EXPECT_EQ(run({"export", model, "--output", other, "--force"}), 0) << err;
}

TEST_F(Export, RefusesOtherFilesAndModelsThatExudynLacks) {
  EXPECT_EQ(run({"export", "-", "--output", path("mass.txt")}, mass), 2);
  EXPECT_EQ(err.rfind("slipstick: the output must end in .py or be -, got ", 0), 0u) << err;
  const char* spheres = R"({"slipstick": 1, "nodes": [{"type": "RigidBodyEP", "name": "n", "referenceCoordinates": [0, 0, 0, 1, 0, 0, 0]}],
    "objects": [{"type": "RigidBody", "nodeNumber": "n", "name": "ball", "physicsMass": 1, "physicsInertia": [1, 1, 1, 0, 0, 0]},
                {"type": "ContactSpheres", "markerNumbers": [0], "spheresRadii": [0.1], "contactStiffness": 100}],
    "markers": [{"type": "BodyRigid", "bodyNumber": "ball"}]})";
  EXPECT_EQ(run({"export", "-"}, spheres), 2);
  EXPECT_EQ(err, "slipstick: Exudyn has no ContactSpheres of this law: the model cannot be exported\n");
  EXPECT_EQ(run({"export", "-"}, "{}"), 2);
}

}  // namespace
}  // namespace slipstick
