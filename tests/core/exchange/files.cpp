// Robot and mesh files, valid and invalid: the imported content, and the messages about errors.
#include <gtest/gtest.h>

#include <bit>
#include <functional>

#include "core/exchange/import.h"
#include "core/exchange/mesh.h"
#include "core/exchange/xml.h"

namespace slipstick {
namespace {

std::string messageOf(const std::function<void()>& read) {
  try {
    read();
  } catch (const ImportError& error) {
    return error.what();
  }
  return "";
}
std::string problemOfXml(const std::string& text) {
  return messageOf([&] { parseXml(text, "r.xml"); });
}
std::string nameIn(const std::string& text) { return parseXml(text, "r.xml").text("name"); }
std::string times(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(XmlFile, CharactersByTheirNumbersAreUtf8) {
  EXPECT_EQ(nameIn("<r name='caf&#233; &#x20AC;&#x1f600; &lt;&amp;'/>"), "caf\xc3\xa9 \xe2\x82\xac\xf0\x9f\x98\x80 <&");
  EXPECT_NE(nameIn("<r name='&#233;'/>"), nameIn("<r name='&#234;'/>"));
  for (const char* none : {"&#0;", "&#xd800;", "&#1114112;", "&#;", "&#x;", "&#12a;", "&#99999999999;"})
    EXPECT_EQ(problemOfXml(std::string("<r name='") + none + "'/>"), std::string("r.xml:1: '") + none + "' is not a character");
}

TEST(XmlFile, OtherEncodingsKeepNamesApart) {
  EXPECT_EQ(nameIn("<r name='caf\xe9'/>"), "caf\xc3\xa9");
  EXPECT_EQ(nameIn("<r name='\xc3\xa9'/>"), "\xc3\xa9");
  EXPECT_EQ(nameIn("<r name='\xed\xa0\x80\xe9'/>"), "\xc3\xad\xc2\xa0\xc2\x80\xc3\xa9");  // a surrogate is not UTF-8
  EXPECT_EQ(parseXml("<r\xc3\xa9 \xc3\xa9='1'/>", "r.xml").text("\xc3\xa9"), "1");
  EXPECT_EQ(problemOfXml(std::string("\xff\xfe<\0r\0", 6)), "r.xml:1: the file is in UTF-16; save it in UTF-8");
}

/// Infinite numbers would become null in the document, which would then be rejected at places that the file does not have.
TEST(RobotFile, NumbersThatBecomeInfiniteAreRefused) {
  const auto problem = [](const std::string& joint, const std::string& radius, const std::string& drive) {
    const std::string text = "<mujoco><worldbody><body><joint name='j' " + joint + "/><geom size='" + radius +
                             "' mass='1'/></body></worldbody><actuator><position name='u' joint='j' " + drive + "/></actuator></mujoco>";
    return messageOf([&] { importRobot(text, "r.xml", [](const std::string&) { return std::nullopt; }); });
  };
  const std::string start = "the file has numbers that cannot be used: ";
  EXPECT_EQ(problem("", "0.1", "kp='1' dampratio='1'"), "");
  EXPECT_EQ(problem("", "1e200", "kp='1'"), start + "'linkInertiasCOM' of the document is infinite or undefined");
  EXPECT_EQ(problem("stiffness='20' springref='1e308'", "0.1", "kp='1'"), start + "'forceVector' of the document is infinite or undefined");
  EXPECT_EQ(problem("", "0.1", "kp='-1e9' dampratio='1'"), start + "the formula of a force is infinite or undefined");
}

TEST(XmlFile, EntitiesOfADocumentAreNotExpanded) {
  const std::string bomb = "<!DOCTYPE r [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;'>]>\n<r name='&b;'/>";
  EXPECT_EQ(problemOfXml(bomb), "r.xml:2: unknown entity '&b;': only amp, lt, gt, quot, apos and numbers are read");
  EXPECT_EQ(problemOfXml("<r name='a & b'/>"), "r.xml:1: unterminated entity: expected ';' after '&'");
}

TEST(XmlFile, SizesHaveLimits) {
  EXPECT_EQ(problemOfXml(times(100'000, "<a>")), "r.xml:1: elements are nested more than 200 deep");
  EXPECT_EQ(problemOfXml("<r>" + times(300'000, "<a/>") + "</r>"), "r.xml:1: the file has more than 300000 elements");
  std::string many = "<r";
  for (int i = 0; i < 1001; ++i) many += " a" + std::to_string(i) + "=''";
  EXPECT_EQ(problemOfXml(many + "/>"), "r.xml:1: <r> has more than 1000 attributes");
  EXPECT_EQ(problemOfXml("<" + times(300, "a") + "/>"), "r.xml:1: a name is longer than 200 bytes");
  // Messages stay short, and numbers after the last expected one are not parsed.
  const XmlElement root = parseXml("<r name='" + times(1000, "\xc3\xa9") + "' size='" + times(100'000, "1 ") + "'/>", "r.xml");
  EXPECT_EQ(messageOf([&] { root.numbers("size", 3, 3); }),
            "r.xml:1: <r name=\"" + times(30, "\xc3\xa9") + "…\">: size must have 3 numbers, got more");
  EXPECT_LT(messageOf([&] { root.numbers("name", 3, 3); }).size(), 300u);
}

TEST(XmlFile, LinesOfALongFileAreCountedOnce) {  // counting from the start for each element would take minutes
  const XmlElement root = parseXml("<r>" + times(250'000, "<a/>\n") + "</r>", "r.xml");
  ASSERT_EQ(root.children.size(), 250'000u);
  EXPECT_EQ(root.children.back().line, 250'000);
}

std::string bytesOf(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(static_cast<unsigned char>(bits >> 8 * i));
  return bytes;
}
/// One triangle, with `count` as the declared number.
std::string binaryStl(const std::string& header, unsigned char count, float last = 1) {
  std::string bytes = header + std::string(80 - header.size(), '\0') + static_cast<char>(count) + std::string(3, '\0');
  bytes += std::string(12, '\0');
  for (const float value : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, last}) bytes += bytesOf(value);
  return bytes + std::string(2, '\0');
}
const std::string facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 +1 1e0\nendloop\nendfacet\n";
const std::string textStl = "solid part\n" + facet + "endsolid part\n";

std::size_t trianglesOf(const std::string& bytes, const std::string& name = "m.stl") { return readMesh(bytes, name).triangles.size(); }
std::string problemOfMesh(const std::string& bytes, const std::string& name = "m.stl", std::size_t most = mostTrianglesRead) {
  return messageOf([&] { readMesh(bytes, name, most); });
}
std::string upperCase(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

TEST(MeshFile, StlIsTextIfItBeginsWithSolid) {
  for (const std::string& text : {textStl, "\n \r\n" + textStl, "\xef\xbb\xbf" + textStl, upperCase(textStl), "solid\n" + facet}) {
    const MeshFile mesh = readMesh(text, "m.stl");
    ASSERT_EQ(mesh.triangles.size(), 1u) << text;
    EXPECT_EQ(mesh.points[2].z, 1) << text;
  }
  std::string oneLine = textStl;
  for (char& c : oneLine) c = c == '\n' ? ' ' : c;
  EXPECT_EQ(trianglesOf("solid\n" + oneLine.substr(10)), 1u);
  EXPECT_EQ(trianglesOf("solid a vertex of facets\n" + facet + "endsolid a vertex\nsolid\n" + facet), 2u);
  EXPECT_EQ(trianglesOf(binaryStl("", 1)), 1u);
  EXPECT_EQ(trianglesOf(binaryStl("solid with facet in its header", 1)), 1u);
}

TEST(MeshFile, DamagedStlHasAMessage) {
  EXPECT_EQ(problemOfMesh("\n"), "m.stl: the file has 1 bytes, too few for STL");
  EXPECT_EQ(problemOfMesh("solid x\nendsolid"), "m.stl: the file has no triangles");
  EXPECT_EQ(problemOfMesh(binaryStl("", 0)), "m.stl: the file has no triangles");
  EXPECT_EQ(problemOfMesh(binaryStl("", 2)), "m.stl: the file states that it has 2 triangles, but has room for 1");
  EXPECT_EQ(problemOfMesh(binaryStl("", 1).substr(0, 133)), "m.stl: the file states that it has 1 triangles, but has room for 0");
  EXPECT_EQ(problemOfMesh(binaryStl("", 1, std::numeric_limits<float>::quiet_NaN())),
            "m.stl: triangle 0 has a corner whose coordinates are not finite");
  EXPECT_EQ(problemOfMesh("solid\nvertex 0 0\n"), "m.stl:2: expected a number, got ''");
  for (const char* bad : {"nan", "inf", "1e39", "-1e999", "1,5", "0x1"})
    EXPECT_EQ(problemOfMesh("solid\nvertex 0 0 " + std::string(bad) + "\n"), std::string("m.stl:2: expected a number, got '") + bad + "'");
  EXPECT_EQ(problemOfMesh("solid\nvertex 0 0 0\nvertex 1 0 0\n"), "m.stl: the last triangle has 2 corners, expected 3");
  EXPECT_EQ(problemOfMesh("solid\nvertex " + times(100'000, "x")).size(), problemOfMesh("solid\nvertex " + times(90'000, "x")).size());
}

TEST(MeshFile, ObjHasPolygonsAndPlacesFromTheEnd) {
  const std::string points = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 9 9 9\n";
  const MeshFile mesh = readMesh(points + "f 1/1/1 2//2 3 4\nf -5 -4 -3\n", "M.OBJ");
  EXPECT_EQ(mesh.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}, {0, 1, 2}}));
  EXPECT_EQ(mesh.points.size(), 4u);  // no face uses the fifth
  for (const char* bad : {"0", "6", "-6", "1.5", "x", "1e9", "nan", "99999999999999999999", "-99999999999999999999", "/1"})
    EXPECT_EQ(problemOfMesh(points + "f 1 2 " + bad, "m.obj"), std::string("m.obj:6: there is no point '") + bad + "' among the 5 before");
  EXPECT_EQ(problemOfMesh("v 0 0\n1", "m.obj"), "m.obj:1: expected a number, got ''");
  EXPECT_EQ(problemOfMesh(points + "f 1 2\n", "m.obj"), "m.obj: the file has no triangles");
  EXPECT_EQ(problemOfMesh("", "m.step"), "m.step: only meshes in STL and OBJ are read");
}

TEST(MeshFile, SizesHaveLimits) {
  const std::string four = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 1 2 3\n";
  EXPECT_EQ(problemOfMesh(four, "m.obj", 3), "m.obj: the surface has more than 3 triangles; at most 3 are read: simplify it first");
  EXPECT_EQ(problemOfMesh(four, "m.obj", 4), "");
  EXPECT_EQ(problemOfMesh("solid\n" + facet + facet, "m.stl", 1),
            "m.stl: the surface has more than 1 triangles; at most 1 are read: simplify it first");
  const std::string two = binaryStl("", 2);
  EXPECT_EQ(problemOfMesh(two + two.substr(84), "m.stl", 1), "m.stl: the surface has 2 triangles; at most 1 are read: simplify it first");
  // The parser reads each word or empty line once; with quadratic time this would take hours.
  EXPECT_EQ(trianglesOf(times(2'000'000, "\n") + four, "m.obj"), 4u);
  EXPECT_EQ(trianglesOf("solid" + times(2'000'000, " \n") + facet), 1u);
  EXPECT_EQ(trianglesOf("v 0 0 0\nv 1 0 0\nv 0 1 0\nf" + times(300'000, " 1 2 3"), "m.obj"), 899'998u);
}

TEST(MeshFile, IsClosedIfEachEdgeHasTrianglesOnBothSides) {
  MeshFile tetrahedron{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
  EXPECT_TRUE(isClosed(tetrahedron));
  tetrahedron.triangles[2] = {2, 1, 3};  // reversed orientation
  EXPECT_FALSE(isClosed(tetrahedron));
  tetrahedron.triangles.erase(tetrahedron.triangles.begin() + 2);
  EXPECT_FALSE(isClosed(tetrahedron));
  tetrahedron.triangles.clear();
  EXPECT_TRUE(isClosed(tetrahedron));
}

TEST(MeshFile, ThinsMeshesOfAnyShape) {
  MeshFile equal, point, sheet;
  equal.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, equal.triangles.assign(1000, {0, 1, 2});
  EXPECT_EQ(meshSolid(equal, {1, 1, 1}, 10)["triangles"].size(), 3u);
  point.points.assign(3, {1, 2, 3}), point.triangles.assign(1000, {0, 1, 2});
  EXPECT_LE(meshSolid(point, {1, 1, 1}, 10)["triangles"].size(), 30u);
  for (int i = 0; i < 300; ++i) {
    for (int k = 0; k < 3; ++k) sheet.points.push_back({1e30 * i, 1e30 * (k == 1), 1e30 * (k == 2)});
    sheet.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  EXPECT_LE(meshSolid(sheet, {1, 1, 1}, 10)["triangles"].size(), 30u);
  EXPECT_EQ(messageOf([&] { meshSolid(sheet, {1e300, 1, 1}, 10); }), "the scale of a mesh is too large");
}

}  // namespace
}  // namespace slipstick
