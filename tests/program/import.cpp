#include <gtest/gtest.h>

#include "core/model/model.h"
#include "tests/core/support/run.h"
#include "tests/program/program.h"

namespace slipstick {
namespace {

const std::string robots = "tests/data/robots/";  // from the root of the project

using slipstick::testing::readFile;
using slipstick::testing::sourcePath;
using Import = ProgramTest;

/// The distance between the parts of a model and their MuJoCo positions at 0.25, 0.5, 0.75 and 1 s, and the number of compared parts.
std::pair<double, int> distance(const Json& result, const Json& parts) {
  double worst = 0;
  int compared = 0;
  for (const Json& sensor : result["sensors"]) {
    const std::string part = sensor["name"];
    if (!parts.contains(part)) continue;
    ++compared;
    for (std::size_t k = 0; k < 4; ++k)
      for (int i = 0; i < 3; ++i)
        worst = std::max(worst, std::abs(sensor["values"][k + 1][i].get<double>() - parts[part][k][i].get<double>()));
  }
  return {worst, compared};
}
const Json quarters{{"endTime", 1}, {"stepSize", 2e-4}, {"sensorsWritePeriod", 0.25}};

// Positions of all parts against MuJoCo (tests/peer/robots.py) with fourth-order steps of 0.1 ms.
TEST_F(Import, RobotsMoveAsInMuJoCo) {
  const Json reference = Json::parse(readFile(robots + "reference.json"));
  for (const auto& [name, parts] : reference["robots"].items()) {
    ASSERT_EQ(run({"import", sourcePath(robots) + name}), 0) << err;
    Json document = Json::parse(out);
    document["analysis"] = quarters;
    if (name == "cart.xml") document["inputs"]["push"]["value"] = 0.7, document["inputs"]["hold"]["value"] = 0.4;
    ASSERT_EQ(run({"run", "-", "--output", "-"}, document.dump()), 0) << name << err;
    const auto [worst, compared] = distance(Json::parse(out), parts);
    EXPECT_GE(compared, 2) << name;
    EXPECT_LT(worst, 1e-6) << name << ": m";  // the error of steps of 0.2 ms
  }
}

// The same for small models with one feature each (tests/peer/robot_cases.py).
TEST_F(Import, SpecialFeaturesMoveAsInMuJoCo) {
  const Json reference = Json::parse(readFile(robots + "cases.json"));
  for (const auto& [name, entry] : reference["cases"].items()) {
    ASSERT_EQ(run({"import", "-"}, entry["text"]), 0) << name << err;
    Json document = Json::parse(out);
    const bool assembles = document["analysis"].contains("assemble");
    document["analysis"] = quarters;
    if (assembles) document["analysis"]["assemble"] = true;
    for (const auto& [input, value] : entry["controls"].items()) document["inputs"][input]["value"] = value;
    ASSERT_EQ(run({"run", "-", "--output", "-"}, document.dump()), 0) << name << err;
    const auto [worst, compared] = distance(Json::parse(out), entry["parts"]);
    EXPECT_GE(compared, 1) << name;
    EXPECT_LT(worst, 5e-6) << name << ": m";  // fast rotation increases the error, and MuJoCo's loops are slightly soft
  }
}

TEST_F(Import, NamesOmittedContent) {
  ASSERT_EQ(run({"import", sourcePath(robots) + "arm.urdf", "--json"}), 0) << err;
  EXPECT_EQ(Json::parse(out)["left"], (Json{"contact of links (<collision>)", "limits of joints (effort, lower, upper, velocity)"}));
  ASSERT_EQ(run({"import", sourcePath(robots) + "pendulums.xml", "--output", path("pendulums.json")}), 0) << err;
  EXPECT_EQ(err, "not carried over: contact of geoms (4)\nnot carried over: geoms of the type plane\n");
  EXPECT_EQ(run({"check", path("pendulums.json")}), 0) << err;
}

TEST_F(Import, CouplesJointsThatFollowOthers) {
  std::string text = readFile(robots + "gripper.urdf");
  const std::string axis = R"(<child link="right"/><origin xyz="-0.04 0 0.2"/><axis xyz="0 1 0"/>)";
  const std::size_t at = text.find(axis);
  ASSERT_NE(at, std::string::npos);
  text.insert(at + axis.size(), R"(<mimic joint="left finger" multiplier="-0.5" offset="0.1"/>)");
  // It starts consistently: the followed joint at 0.2, the other at 0.
  ASSERT_EQ(run({"import", "-"}, text), 0) << err;
  Json document = Json::parse(out);
  document["nodes"][0]["initialCoordinates"] = {0, 0.2, 0};
  document["analysis"] = {{"endTime", 0.5}, {"stepSize", 1e-3}};
  ASSERT_EQ(run({"run", "-", "--output", "-"}, document.dump()), 0) << err;
  const Json result = Json::parse(out), last = result["sensors"][0]["values"].back();
  EXPECT_GT(std::abs(last[1].get<double>() - 0.2), 1e-3);
  EXPECT_NEAR(last[2].get<double>(), -0.5 * last[1].get<double>() + 0.1, 1e-9);
}

std::string link(const std::string& name, const std::string& content = "") {
  return "<link name=\"" + name + "\">" + content + "</link>\n";
}
const std::string mass = R"(<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>)";
std::string joint(const std::string& type, const std::string& child = "b") {
  return "<joint name=\"j\" type=\"" + type + "\"><parent link=\"a\"/><child link=\"" + child + "\"/></joint>";
}

TEST_F(Import, ReportsErrorsInAFile) {
  const auto expectMessage = [&](const std::string& text, const std::string& message) {
    EXPECT_EQ(run({"import", "-"}, text), 2) << text;
    EXPECT_EQ(err, "slipstick: " + message + "\n");
  };
  expectMessage("", "standard input:1: the file has no element");
  expectMessage("<robot>\n<link name='a'>", "standard input:2: <link> of line 2 has no end");
  expectMessage("<robot><link></robot>", "standard input:1: </robot> ends <link> of line 1");
  expectMessage("<sdf/>", "standard input:1: <sdf>: the file is neither URDF (<robot>) nor MJCF (<mujoco>)");
  expectMessage("<robot/>", "standard input:1: <robot>: there is no <link>");
  expectMessage("<robot>" + link("a") + link("b") + "</robot>", "standard input:1: <robot>: there are two roots: 'a' and 'b'");
  expectMessage("<robot>" + link("a") + joint("fixed", "c") + "</robot>", "standard input:2: <joint name=\"j\">: there is no link 'c'");
  expectMessage(
      "<robot>" + link("a") + link("b", mass) + joint("helix") + "</robot>",
      "standard input:3: <joint name=\"j\">: the type must be revolute, continuous, prismatic, planar, floating or fixed, got 'helix'");
  expectMessage("<robot>" + link("a") + link("b") + joint("revolute") + "</robot>",
                "joint 'j' moves nothing: its parts have neither mass nor inertia");
  expectMessage("<robot>" + link("a", "<inertial><mass value=\"heavy\"/></inertial>") + "</robot>",
                "standard input:1: <mass>: value must be a number, got 'heavy'");
  const std::string tensor = "<inertial><mass value='1'/>\n<inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0.25' ixz='0' iyz='0'/></inertial>";
  expectMessage("<robot>" + link("a") + link("b", tensor) + joint("revolute") + "</robot>",
                "standard input:3: <inertia>: the principal moments must be 0 or more, got -0.15, 0.1 and 0.35");
  expectMessage("<mujoco><worldbody><body><inertial pos='0 0 0' mass='1' fullinertia='.1 .1 .1 .25 0 0'/></body></worldbody></mujoco>",
                "standard input:1: <inertial>: the principal moments must be 0 or more, got -0.15, 0.1 and 0.35");
  expectMessage("<mujoco><include file=\"none.xml\"/></mujoco>", "standard input:1: <include>: cannot read the included file 'none.xml'");
  expectMessage("<mujoco><worldbody/></mujoco>", "nothing in this file moves: it has no joint");
  expectMessage("<mujoco><worldbody><geom type=\"box\" size=\"1\"/></worldbody></mujoco>",
                "standard input:1: <geom>: size must have 3 numbers for a box, got 1");
}

TEST_F(Import, StopsAtFilesThatIncludeThemselves) {
  file("loop.xml", "<mujoco><include file=\"loop.xml\"/></mujoco>");
  EXPECT_EQ(run({"import", path("loop.xml")}), 2);
  EXPECT_NE(err.find("more than 100 files are included: one includes itself"), std::string::npos) << err;
  std::string deep = "<include file=\"deep.xml\"/>";
  for (int i = 0; i < 100; ++i) deep = "<body>" + deep + "</body>";
  file("deep.xml", "<mujoco>" + deep + "</mujoco>");
  EXPECT_EQ(run({"import", path("deep.xml")}), 2);
  EXPECT_NE(err.find("elements are nested more than 200 deep"), std::string::npos) << err;
}

TEST_F(Import, ReadsLongChainsAndRefusesLongerOnes) {
  const auto chain = [](int joints) {
    std::string text = "<robot name=\"chain\">" + link("0");
    for (int i = 0; i < joints; ++i) {
      const std::string parent = std::to_string(i), child = std::to_string(i + 1);
      text += link(child, mass) + "<joint name=\"j" + child + "\" type=\"continuous\"><parent link=\"" + parent + "\"/><child link=\"" +
              child + "\"/></joint>";
    }
    return text + "</robot>";
  };
  EXPECT_EQ(run({"import", "-"}, chain(300)), 0) << err;
  EXPECT_EQ(run({"import", "-"}, chain(20'000)), 2);
  EXPECT_EQ(err, "slipstick: the robot has more than 2000 joints\n");
}

TEST_F(Import, FindsTheColourOfAMaterialInAnyVisual) {
  const auto visual = [](const std::string& material) {
    return "<visual><geometry><sphere radius=\"1\"/></geometry>" + material + "</visual>";
  };
  const std::string named = visual("<material name=\"red\"/>"),
                    defined = visual("<material name=\"red\"><color rgba=\"1 0 0 1\"/></material>");
  ASSERT_EQ(run({"import", "-"}, "<robot>" + link("a", named) + link("b", mass + defined + named) + joint("revolute") + "</robot>"), 0)
      << err;
  const Json objects = Json::parse(out)["objects"];
  EXPECT_EQ(objects[0]["visualization"]["graphics"][0]["color"], "#ff0000");
  for (const Json& solid : objects[1]["visualization"]["links"][0]["graphics"]) EXPECT_EQ(solid["color"], "#ff0000");
}

TEST_F(Import, NamesOpenMeshesMeasuredByTheirVolume) {
  const auto left = [&](const std::string& faces) {
    const std::string text = "<mujoco><asset><mesh name='m' inertia='exact' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='" + faces +
                             "'/></asset><worldbody><body><joint/><geom type='mesh' mesh='m' contype='0' conaffinity='0'/></body>"
                             "</worldbody></mujoco>";
    EXPECT_EQ(run({"import", "-", "--json"}, text), 0) << err;
    return Json::parse(out)["left"];
  };
  EXPECT_EQ(left("0 2 1 0 1 3 1 2 3 0 3 2"), Json::array());
  EXPECT_EQ(left("0 2 1 0 1 3 1 2 3"), Json({"the volume of open meshes, whose mass depends on their position (m)"}));
}

TEST_F(Import, ReadsMeshesAndRefusesWrongSizes) {
  std::string stl(84, '\0');
  stl[80] = 2;  // triangles
  const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  for (int i = 0; i < 2; ++i)
    stl += std::string(12, '\0') + std::string(reinterpret_cast<const char*>(corners), sizeof corners) + std::string(2, '\0');
  file("good.stl", stl);
  stl[83] = 127;
  file("lies.stl", stl);
  const auto visual = [](const std::string& name) {
    return "<visual><geometry><mesh filename=\"package://p/" + name + "\"/></geometry></visual>";
  };
  std::filesystem::create_directory(path("p"));
  std::filesystem::rename(path("good.stl"), path("p/good.stl"));
  std::filesystem::rename(path("lies.stl"), path("p/lies.stl"));
  const std::string robot =
      file("robot.urdf", "<robot>" + link("a") + link("b", mass + visual("good.stl") + visual("lies.stl") + visual("none.stl")) +
                             joint("revolute") + "</robot>");
  ASSERT_EQ(run({"import", robot, "--json"}), 0) << err;
  const Json answer = Json::parse(out);
  EXPECT_EQ(answer["left"][0], "mesh 'package://p/none.stl', which does not exist");
  EXPECT_EQ(answer["left"][1], "mesh p/lies.stl: the file states that it has 2130706434 triangles, but has room for 2");
  EXPECT_EQ(answer["document"]["objects"][1]["visualization"]["links"][0]["graphics"][0]["triangles"].size(), 6u);
}

}  // namespace
}  // namespace slipstick
