// Compares the tables of MJCF and URDF with the import: how each element and attribute of the schemas is treated.
#include "core/exchange/coverage.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "core/exchange/import.h"
#include "tests/core/support/run.h"

namespace slipstick {
namespace {

/// An attribute listed in a schema, in an element that has its own row in the tables.
struct Known {
  std::string parent, element, attribute;
  Treatment treatment;
};

/// The attributes in the lines of a schema. Expects the tables to know each element and attribute.
std::vector<Known> attributesOf(Format format, const std::string& file) {
  std::vector<Known> found;
  std::istringstream lines(slipstick::testing::readFile("tests/data/robots/" + file));
  for (std::string line; std::getline(lines, line);) {
    if (line[0] == '#') continue;
    std::istringstream path(line.substr(0, line.find(':'))), attributes(line.substr(line.find(':') + 1));
    std::string parent, element;
    Treatment treatment = Treatment::carried;
    for (std::string name; treatment == Treatment::carried && std::getline(path, name, '/');) {
      parent = element, element = name;
      treatment = treatmentOf(format, parent, element);
    }
    EXPECT_NE(treatment, Treatment::unknown) << line;
    if (treatment != Treatment::carried) continue;
    for (std::string attribute; attributes >> attribute;) {
      found.push_back({parent, element, attribute, treatmentOf(format, parent, element, attribute)});
      EXPECT_NE(found.back().treatment, Treatment::unknown) << line << ": " << attribute;
    }
  }
  return found;
}

/// The text with an attribute set in the element whose tag begins with `tag`.
std::string with(const std::string& text, const std::string& tag, const std::string& attribute, const std::string& value) {
  const std::size_t start = text.find(tag), end = text.find('>', start);
  EXPECT_NE(start, std::string::npos) << tag;
  const std::string name = " " + attribute + "=\"";
  std::string element = text.substr(start, end - start);
  if (const std::size_t at = element.find(name); at != std::string::npos)
    element.replace(at, element.find('"', at + name.size()) + 1 - at, name + value + "\"");
  else
    element.insert(element.back() == '/' ? element.size() - 1 : element.size(), name + value + "\"");
  return text.substr(0, start) + element + text.substr(end);
}

std::optional<std::string> meshFile(const std::string& path) {
  if (path == "sub/t.stl" || path.rfind("none", 0) == 0) return std::nullopt;
  const std::string size = path == "s.stl" ? "2" : "1";
  const std::string points = "v 0 0 0\nv " + size + " 0 0\nv 0 1 0\nv 0 0 1\n";
  if (path == "s.obj") return points + "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  return "solid\nvertex 0 0 0 vertex 0 1 0 vertex " + size +
         " 0 0 vertex 0 0 0 vertex 1 0 0 vertex 0 0 1 vertex 0 0 0 vertex 0 0 1 vertex 0 " + "1 0 vertex 1 0 0 vertex 0 1 0 vertex 0 0 1\n";
}

struct Answer {
  std::string document;  // or the problem
  std::vector<std::string> left;
};
Answer read(const std::string& text) {
  try {
    Imported imported = importRobot(text, "r.xml", meshFile);
    Json& description = imported.document["description"];  // without the list of omitted items
    description = description.get<std::string>().substr(0, description.get<std::string>().find("\n\nNot carried over"));
    return {imported.document.dump(), imported.left};
  } catch (const ImportError& error) {
    return {error.what(), {}};
  }
}

/// A carried-over attribute, a tag that finds its element, and a value that must change the document.
struct Change {
  const char *tag, *attribute, *value;
};

/// Sets each attribute in a document and checks that it has the effect that the table states.
void expectTrueTables(Format format, const std::string& schema, const std::string& base, const std::vector<Change>& changes,
                      const std::map<std::string, const char*>& tags, const std::map<std::string, const char*>& values = {}) {
  const Answer before = read(base);
  ASSERT_EQ(before.document.rfind("{", 0), 0u) << before.document;
  std::set<std::string> shown;
  const auto elementOf = [](const std::string& tag) { return tag.substr(1, tag.find(' ') - 1); };
  for (const auto& [tag, attribute, value] : changes) {
    const Answer after = read(with(base, tag, attribute, value));
    EXPECT_TRUE(after.document != before.document || after.left != before.left) << tag << " " << attribute << " changes nothing";
    shown.insert(elementOf(tag) + " " + attribute);
  }
  for (const auto& [parent, element, attribute, treatment] : attributesOf(format, schema)) {
    if (parent == "default" && element != "equality" && element != "default") continue;  // treated as outside `default`
    if (treatment == Treatment::carried) {
      EXPECT_TRUE(shown.count(element + " " + attribute))
          << "no change shows that " << attribute << " of " << parent << "/" << element << " is carried over";
      continue;
    }
    const auto tag = tags.find(parent + "/" + element);
    const auto known = values.find(attribute);
    const Answer after =
        read(with(base, tag == tags.end() ? "<" + element : tag->second, attribute, known == values.end() ? "7" : known->second));
    EXPECT_EQ(after.document, before.document) << element << " " << attribute;
    if (treatment == Treatment::still) {
      EXPECT_EQ(after.left, before.left) << element << " " << attribute;
      continue;
    }
    bool isListed = false;
    for (const std::string& line : after.left)
      for (const char* before : {"(", ", "})
        for (const char* behind : {")", ", "}) isListed = isListed || line.find(before + attribute + behind) != std::string::npos;
    EXPECT_TRUE(isListed) << attribute << " of " << element;
  }
}

TEST(Coverage, KnowsEachElementAndAttributeOfMjcf) { EXPECT_GT(attributesOf(Format::mjcf, "mjcf-schema.txt").size(), 300u); }
TEST(Coverage, KnowsEachElementAndAttributeOfUrdf) { EXPECT_GT(attributesOf(Format::urdf, "urdf-schema.txt").size(), 30u); }

const std::string mjcf = R"(<mujoco model="base"><compiler inertiafromgeom="auto"/><option><flag/></option>
<default><geom density="900"/><equality active="true"/><default class="other"><geom rgba="1 0 0 1" density="500"/><mesh scale="2 2 2"/>
<material rgba="0 1 0 1"/><joint damping=".7"/><site euler="10 0 0"/><equality active="false"/><motor gear="3"/></default></default>
<asset><mesh name="v" vertex="0 0 0 .1 0 0 0 .2 0 0 0 .3" face="0 2 1 0 1 3 0 3 2 1 2 3"/><mesh name="s" file="s.stl"/>
<mesh name="p" file="sub/t.stl"/><material name="red" rgba="1 0 0 1"/><material name="plain"/></asset>
<worldbody><body name="a" pos="0 0 1" euler="10 20 30"><joint name="j" axis="0 1 0" stiffness="3" springref="5" range="-30 60" damping=".1"/>
<geom name="g" type="box" size=".1 .2 .3" pos=".1 0 0"/><geom name="v" type="mesh" mesh="v" material="plain"/>
<geom name="s" type="mesh" mesh="s" material="red"/><geom name="p" type="mesh" mesh="p"/><site name="t" pos=".1 .2 .3"/>
<body name="b" pos="1 0 0"><joint name="k" type="slide" axis="1 0 0"/><inertial mass="2" pos="0 .1 0" diaginertia="1 2 2.5"/>
<geom name="h" class="other" type="capsule" size=".1 .2" group="2"/><site name="u" pos="-.9 .2 .3"/></body></body>
<body name="c" gravcomp=".2"><freejoint name="f"/><geom name="c" type="sphere" size=".1" contype="0" conaffinity="0"/></body></worldbody>
<equality><connect name="e" body1="a" body2="c" anchor="0 .1 0"/><connect name="es" site1="t" site2="u"/>
<weld name="w" body1="b" body2="c"/><weld name="ws" site1="t" site2="u"/><joint name="q" joint1="j" joint2="k"/></equality>
<actuator><general name="g" joint="j" ctrlrange="-1 1" forcerange="-2 2" biastype="affine" biasprm="0 -1 0"/>
<motor name="m" joint="j" ctrlrange="-1 1" forcerange="-2 2"/><position name="p" joint="j" kp="3" ctrlrange="-1 1" forcerange="-2 2"/>
<velocity name="v" joint="j" ctrlrange="-1 1" forcerange="-2 2"/><general name="gi" jointinparent="k"/><motor name="mi" jointinparent="k"/>
<position name="pi" jointinparent="k"/><velocity name="vi" jointinparent="k"/></actuator></mujoco>)";

#define TURNED(tag)                                                                                                    \
  {tag, "axisangle", "1 0 0 90"}, {tag, "euler", "1 2 3"}, {tag, "quat", "1 1 0 0"}, {tag, "xyaxes", "0 1 0 1 0 0"}, { \
    tag, "zaxis", "1 1 1"                                                                                              \
  }
#define DRIVEN(tag)                                                                                                                  \
  {tag, "armature", "1"}, {tag, "class", "other"}, {tag, "ctrllimited", "false"}, {tag, "ctrlrange", "-3 3"}, {tag, "damping", "1"}, \
      {tag, "forcerange", "-3 3"}, {tag, "gear", "4"}, {tag, "joint", "k"}, {                                                        \
    tag, "name", "other"                                                                                                             \
  }

TEST(Coverage, TablesOfMjcfMatchTheImport) {
  const char *body = "<body name=\"b\"", *geom = "<geom name=\"g\"", *joint = "<joint name=\"j\" a", *site = "<site name=\"t\"";
  const char *connect = "<connect name=\"e\"", *weld = "<weld name=\"w\"", *couple = "<joint name=\"q\"", *inertial = "<inertial ";
  const std::vector<Change> changes{
      {"<mujoco ", "model", "other"},
      {"<compiler ", "angle", "radian"},
      {"<compiler ", "assetdir", "none"},
      {"<compiler ", "autolimits", "false"},
      {"<compiler ", "boundinertia", "50"},
      {"<compiler ", "boundmass", "50"},
      {"<compiler ", "coordinate", "global"},
      {"<compiler ", "eulerseq", "zyx"},
      {"<compiler ", "inertiafromgeom", "true"},
      {"<compiler ", "inertiagrouprange", "2 2"},
      {"<compiler ", "meshdir", "none"},
      {"<compiler ", "strippath", "true"},
      {"<option", "gravity", "0 0 -1"},
      {"<flag", "actuation", "disable"},
      {"<flag", "clampctrl", "disable"},
      {"<flag", "constraint", "disable"},
      {"<flag", "contact", "disable"},
      {"<flag", "damper", "disable"},
      {"<flag", "equality", "disable"},
      {"<flag", "gravity", "disable"},
      {"<flag", "spring", "disable"},
      {"<default class", "class", "another"},
      {"<equality active=\"true\"", "active", "false"},
      {"<mesh name=\"v\"", "class", "other"},
      {"<mesh name=\"s\"", "content_type", "model/obj"},
      {"<mesh name=\"v\"", "face", "0 2 1 0 1 3 0 3 2"},
      {"<mesh name=\"s\"", "file", "t.stl"},
      {"<mesh name=\"v\"", "inertia", "shell"},
      {"<mesh name=\"v\"", "name", "x"},
      {"<mesh name=\"v\"", "refpos", "1 0 0"},
      {"<mesh name=\"v\"", "refquat", "1 1 0 0"},
      {"<mesh name=\"v\"", "scale", "1 2 1"},
      {"<mesh name=\"v\"", "vertex", "0 0 0 .2 0 0 0 .2 0 0 0 .3"},
      {"<material name=\"plain\"", "class", "other"},
      {"<material name=\"red\"", "name", "blue"},
      {"<material name=\"red\"", "rgba", "1 0 1 1"},
      {body, "childclass", "other"},
      {body, "gravcomp", "1"},
      {body, "name", "other"},
      {body, "pos", "2 0 0"},
      TURNED(body),
      {inertial, "diaginertia", "2 2 2"},
      {inertial, "fullinertia", "2 2 2 .1 0 0"},
      {inertial, "mass", "3"},
      {inertial, "pos", "0 0 1"},
      TURNED(inertial),
      {joint, "armature", "1"},
      {joint, "axis", "1 0 0"},
      {"<joint name=\"k\"", "class", "other"},
      {joint, "damping", "1"},
      {joint, "name", "other"},
      {joint, "pos", "0 0 1"},
      {joint, "ref", "3"},
      {joint, "springdamper", "1 1"},
      {joint, "springref", "3"},
      {joint, "stiffness", "1"},
      {joint, "type", "slide"},
      {"<freejoint", "name", "other"},
      {geom, "class", "other"},
      {"<geom name=\"c\"", "conaffinity", "1"},
      {"<geom name=\"c\"", "contype", "1"},
      {geom, "density", "1"},
      {"<geom name=\"h\"", "fromto", "0 0 0 1 1 1"},
      {geom, "group", "6"},
      {geom, "mass", "1"},
      {geom, "material", "red"},
      {"<geom name=\"v\"", "mesh", "s"},
      {geom, "pos", "1 0 0"},
      {geom, "rgba", "1 0 0 1"},
      {geom, "shellinertia", "true"},
      {geom, "size", "1 1 1"},
      {geom, "type", "ellipsoid"},
      TURNED(geom),
      {site, "class", "other"},
      {site, "fromto", "0 0 0 1 1 1"},
      {site, "name", "x"},
      {site, "pos", "1 0 0"},
      TURNED(site),
      {connect, "active", "false"},
      {connect, "anchor", "1 0 0"},
      {connect, "body1", "b"},
      {connect, "body2", "b"},
      {connect, "class", "other"},
      {connect, "name", "x"},
      {"<connect name=\"es\"", "site1", "u"},
      {"<connect name=\"es\"", "site2", "t"},
      {weld, "active", "false"},
      {weld, "body1", "a"},
      {weld, "body2", "a"},
      {weld, "class", "other"},
      {weld, "name", "x"},
      {weld, "relpose", "1 0 0 1 0 0 0"},
      {"<weld name=\"ws\"", "site1", "u"},
      {"<weld name=\"ws\"", "site2", "t"},
      {couple, "active", "false"},
      {couple, "class", "other"},
      {couple, "joint1", "k"},
      {couple, "joint2", "j"},
      {couple, "name", "x"},
      {couple, "polycoef", "1 2"},
      DRIVEN("<general name=\"g\""),
      DRIVEN("<motor name=\"m\""),
      DRIVEN("<position name=\"p\""),
      DRIVEN("<velocity name=\"v\""),
      {"<general name=\"g\"", "forcelimited", "false"},
      {"<motor name=\"m\"", "forcelimited", "false"},
      {"<position name=\"p\"", "forcelimited", "false"},
      {"<velocity name=\"v\"", "forcelimited", "false"},
      {"<general name=\"gi\"", "jointinparent", "j"},
      {"<motor name=\"mi\"", "jointinparent", "j"},
      {"<position name=\"pi\"", "jointinparent", "j"},
      {"<velocity name=\"vi\"", "jointinparent", "j"},
      {"<general ", "biasprm", "1 2 3"},
      {"<general ", "biastype", "none"},
      {"<general ", "dyntype", "filter"},
      {"<general ", "gainprm", "3"},
      {"<general ", "gaintype", "affine"},
      {"<general ", "inheritrange", "1"},
      {"<position ", "dampratio", "1"},
      {"<position ", "inheritrange", "1"},
      {"<position ", "kp", "5"},
      {"<position ", "kv", "5"},
      {"<velocity ", "kv", "5"},
  };
  expectTrueTables(Format::mjcf, "mjcf-schema.txt", mjcf, changes,
                   {{"body/joint", joint},
                    {"equality/joint", couple},
                    {"default/equality", "<equality active=\"true\""},
                    {"actuator/general", "<general "}},
                   {{"range", "-1 1"}});
}

const std::string urdf = R"(<robot name="base"><material name="red"><color rgba="1 0 0 1"/><texture/></material><link name="a"/>
<link name="b"><inertial><origin xyz="1 0 0"/><mass value="2"/><inertia ixx="1" iyy="2" izz="2.5"/></inertial>
<visual><origin xyz="0 0 1"/><geometry><box size="1 2 3"/></geometry><material name="red"/></visual></link>
<link name="c"><inertial><mass value="2"/></inertial><visual><geometry><cylinder radius="1" length="2"/></geometry></visual>
<visual><geometry><sphere radius="1"/></geometry></visual><visual><geometry><mesh filename="s.stl"/></geometry></visual></link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><origin xyz="0 1 0"/><axis xyz="0 1 0"/><calibration/>
<dynamics damping="1"/><limit/></joint>
<joint name="k" type="prismatic"><parent link="b"/><child link="c"/><mimic joint="j"/></joint></robot>)";

TEST(Coverage, TablesOfUrdfMatchTheImport) {
  const char* joint = "<joint name=\"j\"";
  const std::vector<Change> changes{
      {"<robot ", "name", "other"},   {"<link name=\"b\"", "name", "x"}, {"<origin ", "xyz", "2 0 0"},   {"<origin ", "rpy", "1 2 3"},
      {"<mass ", "value", "3"},       {"<inertia ", "ixx", "2"},         {"<inertia ", "ixy", ".1"},     {"<inertia ", "ixz", ".1"},
      {"<inertia ", "iyy", "1.5"},    {"<inertia ", "iyz", ".1"},        {"<inertia ", "izz", "2"},      {"<box ", "size", "2 2 2"},
      {"<cylinder ", "radius", "2"},  {"<cylinder ", "length", "1"},     {"<sphere ", "radius", "2"},    {"<mesh ", "filename", "none.stl"},
      {"<mesh ", "scale", "2 2 2"},   {"<material ", "name", "blue"},    {"<color ", "rgba", "0 1 0 1"}, {joint, "name", "other"},
      {joint, "type", "prismatic"},   {"<parent ", "link", "c"},         {"<child ", "link", "a"},       {"<axis ", "xyz", "1 1 0"},
      {"<dynamics ", "damping", "2"}, {"<mimic ", "joint", "x"},         {"<mimic ", "multiplier", "2"}, {"<mimic ", "offset", "1"}};
  expectTrueTables(Format::urdf, "urdf-schema.txt", urdf, changes, {});
}

std::vector<std::string> leftOf(const std::string& text) { return read(text).left; }

TEST(Coverage, ListsUnknownElementsAndAttributes) {
  const std::string text = with(with(urdf, "<axis ", "zyx", "1"), "<link name=\"b\"", "weight", "1");
  EXPECT_EQ(leftOf(text.substr(0, text.size() - 8) + "<helix/></robot>"),
            (std::vector<std::string>{"textures (<texture>)", "unknown attribute weight of <link>", "unknown attribute zyx of <axis>",
                                      "unknown element <helix> in <robot>"}));
}

TEST(Coverage, OmitsAttributesWithoutEffect) {
  const std::string text =
      "<robot name='r' xmlns:xacro='x'><link name='a'/><link name='b'><inertial><mass value='1'/></inertial></link>"
      "<joint name='j' type='continuous'><parent link='a'/><child link='b'/><dynamics friction='0.0'/></joint></robot>";
  EXPECT_EQ(leftOf(text), std::vector<std::string>{});
  const std::string model =
      "<mujoco><option wind='0 0 0' density='0'/><default><joint frictionloss='0'/></default><worldbody><body>"
      "<joint limited='false'/><geom size='1' contype='0' conaffinity='0'/></body></worldbody></mujoco>";
  EXPECT_EQ(leftOf(model), std::vector<std::string>{});
}

TEST(Coverage, RequiresExpandedXacroTemplates) {
  const std::string advice =
      "the file is a xacro template: expand it first, with `xacro robot.urdf.xacro > robot.urdf` (ROS, or `pip install xacro`)";
  const auto robot = [](const std::string& mass) {
    return "<robot name='r'><xacro:property name='w' value='1'/><link name='a'/><link name='b'><inertial><mass value='" + mass +
           "'/></inertial></link><joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint></robot>";
  };
  EXPECT_EQ(leftOf(robot("1")).front(), advice);
  EXPECT_EQ(read(robot("${2*w}")).document, "r.xml: " + advice + ". As it is: r.xml:1: <mass>: value must be a number, got '${2*w}'");
}

}  // namespace
}  // namespace slipstick
