#include "tests/program/program.h"

#include <gtest/gtest.h>

#include "core/model/model.h"

namespace slipstick {
namespace {

const char* const springAndMass = R"({"slipstick": 1, "title": "Oscillator", "parameters": {"k": {"value": 100, "min": 0}},
  "create": [{"type": "MassPoint", "name": "mass", "referencePosition": [1, 0, 0], "initialDisplacement": [0.1, 0, 0], "physicsMass": 1},
             {"type": "SpringDamper", "name": "spring", "bodies": [null, "mass"], "stiffness": "k"}],
  "sensors": [{"type": "Body", "name": "x, y", "bodyNumber": "mass", "outputVariableType": "Displacement"}],
  "analysis": {"endTime": 0.1, "stepSize": 0.01}})";

using Program = ProgramTest;

TEST_F(Program, PrintsASummaryWithoutOutput) {
  EXPECT_EQ(run({"run", file("model.json", springAndMass)}), 0) << err;
  EXPECT_NE(out.find("Oscillator"), std::string::npos);
  EXPECT_NE(out.find("x, y"), std::string::npos);
  EXPECT_NE(out.find("Newton iterations"), std::string::npos);
  EXPECT_EQ(err, "");
}

TEST_F(Program, ReportsALimitThatEndedTheRun) {
  Json document = Json::parse(springAndMass);
  document["analysis"]["endWhen"] = Json::array({Json{{"sensor", "x, y"}, {"below", 0.09}, {"message", "Far enough."}}});
  EXPECT_EQ(run({"run", file("model.json", document.dump())}), 0) << err;
  EXPECT_NE(out.find("Ended at 0.05 s: Far enough.\n"), std::string::npos) << out;
  EXPECT_NE(out.find("at t = 0.05 s"), std::string::npos) << out;
}

TEST_F(Program, RunsModelsWithoutTimeSteps) {
  Json document = Json::parse(springAndMass);
  document["analysis"] = Json::array({Json{{"type", "eigenvalues"}}});
  document["measures"] = Json::parse(R"js({"largest": {"formula": "max(sensor(\"x, y\")[0])"}})js");
  const std::string model = file("model.json", document.dump());
  EXPECT_EQ(run({"run", model}), 0) << err;
  EXPECT_NE(out.find("eigenvalues 1\n  real part (1/s)  imaginary part (1/s)  natural frequency (Hz)  damping ratio\n"), std::string::npos)
      << out;
  EXPECT_NE(out.find("  1.592 "), std::string::npos) << out;  // 10 rad/s
  EXPECT_NE(out.find("nothing was recorded"), std::string::npos) << out;
  EXPECT_EQ(run({"run", model, "--measures"}), 0) << err;
  EXPECT_NE(out.find("no value"), std::string::npos) << out;
  EXPECT_EQ(run({"run", model, "--output", path("result.csv")}), 0) << err;
  EXPECT_EQ(read(path("result.csv")), "t (s),\"x, y.x (m)\",\"x, y.y (m)\",\"x, y.z (m)\"\n");
  EXPECT_EQ(err, "slipstick: '" + path("result.csv") +
                     "' has no samples: no step of the analysis records any; eigenvalues are written to a .json file\n");
  EXPECT_EQ(run({"run", model, "--output", "-"}), 0) << err;
  const Json result = Json::parse(out);
  EXPECT_EQ(result["status"], "ok");
  EXPECT_EQ(result["eigenvalues"][0].size(), 6u);
  EXPECT_EQ(result["sensors"][0]["time"], Json::array());
  EXPECT_TRUE(result["measures"][0]["value"].is_null());
  EXPECT_FALSE(result.contains("digest"));  // without recorded values there is nothing to hash
  EXPECT_EQ(run({"verify", model, "--digest", "0.1.0:AAAAAAAAAAA:"}), 1);
  EXPECT_EQ(out, "Not reproduced: the run has no time steps, so it recorded no values to compare.\n");
}

TEST_F(Program, WritesResultsAsJson) {
  EXPECT_EQ(run({"run", file("model.json", springAndMass), "--output", path("result.json")}), 0) << err;
  const Json result = Json::parse(read(path("result.json")));
  EXPECT_EQ(result["slipstick"], 1);
  EXPECT_EQ(result["status"], "ok");
  EXPECT_EQ(result["statistics"]["steps"], 10);
  EXPECT_GT(result["statistics"]["wallSeconds"], 0);
  const Json& sensor = result["sensors"][0];
  EXPECT_EQ(sensor["components"], Json({"x", "y", "z"}));
  EXPECT_EQ(sensor["unit"], "m");
  EXPECT_EQ(sensor["time"].size(), 11u);
  EXPECT_EQ(sensor["values"].size(), 11u);
  EXPECT_DOUBLE_EQ(sensor["values"][0][0].get<double>(), 0.1);
  EXPECT_EQ(files(), 2);  // no temporary file remains
}

TEST_F(Program, ReadsStandardInputAndWritesStandardOutput) {
  EXPECT_EQ(run({"run", "-", "--output", "-"}, springAndMass), 0) << err;
  EXPECT_EQ(Json::parse(out)["status"], "ok");
}

TEST_F(Program, WritesResultsAsCsvWithUnits) {
  EXPECT_EQ(run({"run", "-", "--output", path("result.csv")}, springAndMass), 0) << err;
  const std::string text = read(path("result.csv"));
  EXPECT_EQ(text.substr(0, text.find('\n')), "t (s),\"x, y.x (m)\",\"x, y.y (m)\",\"x, y.z (m)\"");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 12);
}

TEST_F(Program, TakesParameters) {
  EXPECT_EQ(run({"expand", "-", "--parameter", "k=25"}, springAndMass), 0) << err;
  EXPECT_EQ(Json::parse(out)["parameters"]["k"]["value"], 25.0);
  EXPECT_EQ(run({"check", "-", "--parameter=k=-1"}, springAndMass), 2);
  EXPECT_EQ(err, "/parameters/k: must be at least 0, got -1\n");
  EXPECT_EQ(run({"run", "-", "--parameter", "k"}, springAndMass), 2);
  EXPECT_EQ(run({"run", "-", "--parameter", "k=nan"}, springAndMass), 2);
}

TEST_F(Program, ExpandsToADocumentThatMeansTheSame) {
  EXPECT_EQ(run({"run", "-", "--output", "-"}, springAndMass), 0);
  const Json direct = Json::parse(out)["sensors"];
  EXPECT_EQ(run({"expand", "-"}, springAndMass), 0);
  const std::string plain = out;
  EXPECT_FALSE(Json::parse(plain).contains("create"));
  EXPECT_EQ(run({"run", "-", "--output", "-"}, plain), 0) << err;
  EXPECT_EQ(Json::parse(out)["sensors"], direct);
}

TEST_F(Program, ReportsWrongModelsOneErrorALine) {
  EXPECT_EQ(run({"run", "-", "--output", path("result.json")}, R"({"slipstick": 1, "titel": 1, "nodes": 2})"), 2);
  EXPECT_EQ(err, "/titel: unknown key 'titel'; did you mean 'title'?\n/nodes: must be a list of nodes, got 2\n");
  EXPECT_EQ(out, "");
  EXPECT_FALSE(std::filesystem::exists(path("result.json")));
}

TEST_F(Program, KeepsTheResultsOfAFailedRun) {
  // From t = 0.045 s on the force is infinite.
  std::string text = springAndMass;
  const std::string end = "\"stiffness\": \"k\"}";
  text.replace(text.find(end), end.size(),
               end + R"(, {"type": "Force", "body": "mass", "loadVectorUserFunction": "[1e-3/max(0, 0.045 - t), 0, 0]"})");
  text.replace(text.find("\"endTime\""), 9, R"("adaptiveStep": false, "endTime")");
  EXPECT_EQ(run({"run", "-", "--output", path("result.json")}, text), 1);
  const Json result = Json::parse(read(path("result.json")));
  EXPECT_EQ(result["status"], "failed");
  EXPECT_NE(result["message"], "");
  EXPECT_EQ(result["sensors"][0]["time"].size(), 5u);
  EXPECT_EQ(err, "slipstick: " + result["message"].get<std::string>() + "\n");
}

TEST_F(Program, RefusesFilesItCannotUse) {
  EXPECT_EQ(run({"run", path("none.json")}), 2);
  EXPECT_EQ(err, "slipstick: cannot read '" + path("none.json") + "': No such file or directory\n");
  EXPECT_EQ(run({"run", folder.string()}), 2);
  EXPECT_EQ(run({"run", "-", "--output", path("none/result.json")}, springAndMass), 2);
  EXPECT_EQ(err, "slipstick: cannot write '" + path("none/result.json") + "': No such file or directory\n");
  EXPECT_EQ(run({"run", "-", "--output", path("result.txt")}, springAndMass), 2);
  EXPECT_EQ(files(), 0);
}

TEST_F(Program, RefusesCommandLinesItDoesNotUnderstand) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{},
                                                    {"rum", "a"},
                                                    {"run"},
                                                    {"run", "a", "b"},
                                                    {"run", "a", "--ouput", "b"},
                                                    {"run", "a", "--output"},
                                                    {"check", "a", "--output", "b.json"},
                                                    {"schema", "a"},
                                                    {"items", "Grund"}})
    EXPECT_EQ(run(arguments), 2) << (arguments.empty() ? "" : arguments[0]);
  EXPECT_EQ(err, "slipstick: unknown type 'Grund'; did you mean 'Ground'?\n");
}

TEST_F(Program, ExplainsItself) {
  EXPECT_EQ(run({"--help"}), 0);
  EXPECT_EQ(out.substr(0, 6), "usage:");
  EXPECT_EQ(run({"--version"}), 0);
  EXPECT_EQ(out.substr(0, 10), "slipstick ");
  EXPECT_EQ(run({"schema"}), 0);
  EXPECT_TRUE(Json::accept(out));
  EXPECT_EQ(run({"items"}), 0);
  EXPECT_NE(out.find("ConnectorSpringDamper"), std::string::npos);
  EXPECT_EQ(run({"items", "ConnectorSpringDamper"}), 0);
  EXPECT_NE(out.find("N/m"), std::string::npos);
  EXPECT_EQ(run({"items", "RevoluteJoint"}), 0);
  EXPECT_EQ(out.substr(0, 23), "RevoluteJoint (creator)");
  EXPECT_NE(out.find("useGlobalFrame"), std::string::npos);
  EXPECT_EQ(run({"items", "RigidBody2D"}), 0);  // a node, an object and a creator
  for (const char* kind : {"(node)", "(object)", "(creator)"}) EXPECT_NE(out.find(kind), std::string::npos) << kind;
}

TEST_F(Program, PrintsCautionsAndAdviceForAnyOutput) {
  // Two constraints that share the load, and a stop so stiff that steps must be short.
  const std::string text =
      R"js({"slipstick": 1, "create": [{"type": "RigidBody", "name": "door", "referencePosition": [1, 0, 0], "gravity": [0, 0, -10],
      "inertia": {"shape": "cuboid", "mass": 1, "sideLengths": [1, 1, 1]}},
     {"type": "RevoluteJoint", "bodies": [null, "door"], "position": [0, 0, 0], "axis": [0, 0, 1]},
     {"type": "RevoluteJoint", "bodies": [null, "door"], "position": [0, 0, 1], "axis": [0, 0, 1]}],
    "sensors": [{"type": "Body", "name": "x", "bodyNumber": "door", "outputVariableType": "Position"}],
    "analysis": {"endTime": 0.01, "stepSize": 0.001}})js";
  EXPECT_EQ(run({"run", "-"}, text), 0) << err;
  const std::string shared = out.substr(0, out.find('\n'));
  EXPECT_NE(shared.find("share"), std::string::npos) << out;
  EXPECT_EQ(err, "");
  for (const std::vector<std::string>& where : {std::vector<std::string>{"--output", path("r.json")}, {"--output", "-"}, {"--json"}}) {
    std::vector<std::string> words{"run", "-"};
    words.insert(words.end(), where.begin(), where.end());
    EXPECT_EQ(run(words, text), 0);
    EXPECT_EQ(err, "slipstick: " + shared + "\n");
  }
  EXPECT_EQ(run({"run", "-", "--measures"}, text), 0);
  EXPECT_EQ(err, "slipstick: " + shared + "\nslipstick: the model has no measures\n");
}

TEST_F(Program, ExplainsTypesStepsAndObjectsInPlainLines) {
  EXPECT_EQ(run({"items", "SpringDamper"}), 0);
  EXPECT_NE(out.find("      reads t, deltaL, deltaL_t, stiffness, damping, force; gives a number\n"), std::string::npos) << out;
  EXPECT_NE(out.find("  stiffness\n      number (N/m), 0 or more, default 0\n"), std::string::npos) << out;
  EXPECT_EQ(run({"items", "ConnectorSpringDamper"}), 0);
  EXPECT_NE(out.find("    f = k (L - L_0) + d (L\u0307 - L\u0307_0) + f_0\n"), std::string::npos) << out;
  EXPECT_EQ(run({"items", "ConnectorRollingDiscPenalty"}), 0);
  EXPECT_NE(out.find("docs/items/ConnectorRollingDiscPenalty.md"), std::string::npos) << out;
  EXPECT_EQ(run({"items", "ConnectorRigidBodySpringDamper"}), 0);
  EXPECT_NE(out.find("6×6 matrix, default zeros\n"), std::string::npos) << out;
  for (const std::string type : {"dynamic", "static", "eigenvalues", "newton", "inertia", "cuboid", "circle", "inputs", "study"}) {
    EXPECT_EQ(run({"items", type}), 0) << err;
    EXPECT_EQ(out.rfind(type + " (", 0), 0u) << out;
  }
  EXPECT_EQ(run({"items", "--json"}), 0);
  const Json all = Json::parse(out);
  for (const Json& type : all) {
    EXPECT_EQ(run({"items", type["type"].get<std::string>()}), 0);
    EXPECT_EQ(out.find('\\'), std::string::npos) << out;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }), 110) << line;
    for (const Json& row : type["parameters"])
      if (row.contains("form") && row["form"]["is"] == "userFunction") {
        EXPECT_TRUE(row.contains("arguments")) << type["type"] << row["name"];
      }
  }
}

TEST_F(Program, ShowsProgressOnRequest) {
  std::string text = springAndMass;
  text.replace(text.find("\"endTime\": 0.1, \"stepSize\": 0.01"), 32, "\"endTime\": 1000, \"stepSize\": 0.001");
  EXPECT_EQ(run({"run", "-", "--progress"}, text), 0);
  EXPECT_NE(err.find(" %  t = "), std::string::npos);
  EXPECT_NE(err.find(" left"), std::string::npos);
  EXPECT_EQ(run({"run", "-"}, springAndMass), 0);
  EXPECT_EQ(err, "");
}

}  // namespace
}  // namespace slipstick
