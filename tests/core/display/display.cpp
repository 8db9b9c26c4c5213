// The display of a model, as resolved with the tables of core/display/display_tables.h.
#include <gtest/gtest.h>

#include "core/display/display_tables.h"
#include "core/document/load.h"
#include "core/model/values.h"
#include "tests/core/model/load.h"

namespace slipstick {
namespace {

/// Two sensors, `force` of one component and `place` of three, a parameter v, and a display.
std::string shown(const std::string& display) {
  return document(R"("parameters": {"v": {"value": 2, "min": 0, "max": 4}, "w": 1},
    "objects": [{"type": "Ground", "name": "table"}],
    "markers": [{"type": "BodyRigid", "name": "corner", "bodyNumber": "table"}],
    "sensors": [{"type": "UserFunction", "name": "force", "sensorUserFunction": "t"},
                {"type": "Marker", "name": "place", "markerNumber": "corner", "outputVariableType": "Position"}],
    "display": )" +
                  display);
}

/// The resolved display. Warnings are ignored.
Json displayOf(const std::string& display) {
  const auto loaded = loadModel(shown(display));
  for (const Issue& issue : loaded.issues)
    if (issue.severity == Issue::Severity::error) ADD_FAILURE() << issue.pointer << ": " << issue.message;
  return loaded.model ? *loaded.model->display : Json();
}

TEST(Colors, HaveTheNamesOfCss) {
  EXPECT_EQ(colorText("firebrick"), "#b22222");
  EXPECT_EQ(colorText("red"), "#ff0000");
  EXPECT_EQ(colorText("darkred"), "#8b0000");
  EXPECT_EQ(colorText("yellowgreen"), "#9acd32");
  for (const char* none : {"", "brick", "reddish", "b22222", "ffffff", "red ", "firebrick b22222", "red#ff0000 rosybrown", "#12345"})
    EXPECT_EQ(colorText(none), "") << none;
}

TEST(Display, HasDefaultsForEverything) {
  const Json display = displayOf("{}");
  EXPECT_EQ(display["camera"], Json::parse(R"({"follow": null, "position": null, "up": [0.0, 0.0, 1.0], "zoom": 1.0})"));
  EXPECT_EQ(display["ground"], Json::parse(R"({"checker": null})"));
  EXPECT_EQ(display["contour"], nullptr);
  ASSERT_EQ(display["plots"].size(), 2u);
  EXPECT_EQ(nlohmann::json::parse(display["plots"][1].dump()),
            nlohmann::json::parse(R"({"kind": "sensors", "title": "place", "x": {"kind": "time"}, "curves": [
    {"sensor": "place", "component": 0, "label": "x", "color": null, "scale": 1.0},
    {"sensor": "place", "component": 1, "label": "y", "color": null, "scale": 1.0},
    {"sensor": "place", "component": 2, "label": "z", "color": null, "scale": 1.0}],
    "xLabel": "t", "yLabel": "", "min": null, "max": null, "equal": false, "logarithmic": false, "range": false, "reference": [],
    "problems": [], "xUnit": "s", "yUnit": "m"})"));
}

TEST(Display, HasSpectra) {
  const Json plot =
      displayOf(R"({"plots": [{"spectrum": {}, "curves": [{"sensor": "place", "component": 1}], "logarithmic": true}]})")["plots"][0];
  EXPECT_EQ(nlohmann::json::parse(plot.dump()), nlohmann::json::parse(R"({"kind": "spectrum", "title": "place",
    "spectrum": {"window": "hann", "segments": 1, "quantity": "amplitude", "logarithmic": false},
    "curves": [{"sensor": "place", "component": 1, "label": "y", "color": null, "scale": 1.0}], "xLabel": "f", "yLabel": "", "min": null,
    "max": null, "logarithmic": true, "reference": [], "problems": [], "xUnit": "Hz", "yUnit": "m"})"));
  EXPECT_EQ(issuesOf(shown(R"({"plots": [{"spectrum": {"window": "hanning", "segments": 0}, "curves": []}]})")).size(), 2u);
}

TEST(Display, NamesAxesAndCurvesOfAPlotByItsSensors) {
  const Json plot = displayOf(R"({"plots": [{"x": {"sensor": "place", "component": 0}, "curves": [{"sensor": "force", "color": "orange"},
    {"sensor": "place", "component": 1, "scale": 2}, {"sensor": "place", "label": "first"}]}]})")["plots"][0];
  EXPECT_EQ(plot["x"], Json::parse(R"({"sensor": "place", "component": 0, "kind": "sensor"})"));
  EXPECT_EQ(plot["xLabel"], "x");
  EXPECT_EQ(plot["xUnit"], "m");
  EXPECT_EQ(plot["yUnit"], "") << "several units";
  EXPECT_EQ(plot["title"], "force, place, place");
  EXPECT_EQ(plot["curves"][0]["label"], "force value");
  EXPECT_EQ(plot["curves"][0]["color"], "#ffa500");
  EXPECT_EQ(plot["curves"][1]["label"], "place y");
  EXPECT_EQ(plot["curves"][2]["label"], "first");
}

TEST(Display, NamesMissingCurvesAndShowsTheOthers) {
  const std::string display = R"({"plots": [{"curves": [{"sensor": "place", "component": 7}, {"sensor": "palce"}, {"component": 1},
    {"sensor": "place"}]}], "trails": ["force", "place"], "camera": {"follow": "tabel"}})";
  EXPECT_EQ(issuesOf(shown(display)),
            (Lines{"/display/plots/0/curves/0/component: warning: must be less than 3, the number of components of sensor 'place', got 7",
                   "/display/plots/0/curves/1/sensor: warning: no sensor is called 'palce'; did you mean 'place'?",
                   "/display/plots/0/curves/2: warning: is not drawn: 'sensor' is missing: the sensor whose values are shown",
                   "/display/trails/0: warning: must be a sensor with 3 components, but 'force' has 1",
                   "/display/camera/follow: warning: no object is called 'tabel'; did you mean 'table'?"}));
  const Json resolved = displayOf(display);
  EXPECT_EQ(resolved["plots"][0]["curves"].size(), 1u);
  EXPECT_EQ(resolved["plots"][0]["problems"].size(), 3u);
  EXPECT_EQ(resolved["trails"], Json({"place"}));
  EXPECT_EQ(resolved["camera"]["follow"], nullptr);
}

TEST(Display, WarnsOfKeysThatNothingDraws) {
  EXPECT_EQ(issuesOf(shown(R"({"scale": 2, "plots": [{"curves": [], "y": 1, "colour": "red"}], "ground": {"cheker": 0.1}})")),
            (Lines{"/display/scale: warning: 'scale' is not drawn", "/display/plots/0/y: warning: 'y' is not drawn",
                   "/display/plots/0/colour: warning: 'colour' is not drawn",
                   "/display/ground/cheker: warning: 'cheker' is not drawn; did you mean 'checker'?"}));
}

TEST(Display, RefusesInvalidValues) {
  EXPECT_EQ(issuesOf(shown(R"({"plots": {"curves": []}, "camera": {"zoom": 0, "up": [0, 1]}, "ground": {"checker": "v*"}})")),
            (Lines{"/display/plots: must be a list, got an object", "/display/camera/zoom: must be more than 0, got 0",
                   "/display/camera/up: must be a list of 3 numbers, got a list of 2",
                   "/display/ground/checker: in 'v*' at character 3: expected a value, got the end of the formula"}));
}

TEST(Display, TurnsTheGroundOffAndOn) {
  EXPECT_EQ(displayOf(R"({"ground": false})")["ground"], nullptr);
  EXPECT_EQ(displayOf(R"({"ground": true})")["ground"]["checker"], nullptr);
  EXPECT_EQ(displayOf(R"({"ground": {"checker": "v/4"}})")["ground"]["checker"], 0.5);
}

TEST(Display, ShowsPointsOnlyWhileTheParametersHaveTheirValues) {
  const std::string points = R"({"label": "a", "x": [0, 1], "y": [2, 3], "when": {"v": )";
  const auto references = [&](const std::string& list) {
    return displayOf(R"({"plots": [{"curves": [], "reference": )" + list + "}]}")["plots"][0]["reference"];
  };
  EXPECT_EQ(references(points + "2}}"), Json::parse(R"([{"label": "a", "source": "", "x": [0.0, 1.0], "y": [2.0, 3.0]}])"));
  EXPECT_EQ(references("[" + points + "3}}, " + points + "2}}]").size(), 1u);
  EXPECT_EQ(issuesOf(shown(R"({"plots": [{"curves": [], "reference": {"x": [0, 1], "y": [1]}}]})")),
            Lines{"/display/plots/0/reference/y: warning: must have as many numbers as 'x', 2, got 1"});
}

TEST(Display, TakesTheRangeOfAStabilityChartFromItsParameter) {
  const Json chart = displayOf(R"({"stability": {"parameter": "v", "values": {"w": "2*v", "none": 1}}})")["stability"];
  EXPECT_EQ(chart["from"], 0.0);
  EXPECT_EQ(chart["to"], 4.0);
  EXPECT_EQ(chart["steps"], 101);
  EXPECT_EQ(chart["values"], Json::parse(R"({"w": 4.0})"));
  EXPECT_EQ(displayOf(R"({"stability": {"parameter": "none"}})")["stability"], nullptr);
  EXPECT_EQ(displayOf(R"({"stability": {"parameter": "v", "from": 5}})")["stability"], nullptr);
}

TEST(Display, LeavesOutPresetsThatSetNothing) {
  EXPECT_EQ(displayOf(R"({"presets": [{"label": "A", "values": {"v": 1}}, {"label": "B", "values": {"none": 1}}]})")["presets"],
            Json::parse(R"([{"label": "A", "title": "A", "values": {"v": 1.0}}])"));
}

TEST(Display, GivesAnArrowTheUnitOfItsVector) {
  const Json arrow = displayOf(R"({"arrows": [{"at": "place", "vector": "place", "components": [2]}]})")["arrows"][0];
  EXPECT_EQ(arrow["label"], "place");
  EXPECT_EQ(arrow["unit"], "m");
  EXPECT_EQ(arrow["components"], Json({2}));
  EXPECT_EQ(displayOf(R"({"arrows": [{"at": "place", "vector": "place"}]})")["arrows"][0]["components"], Json({0, 1, 2}));
}

TEST(Visualization, ResolvesSolids) {
  const auto loaded = loadModel(document(R"doc("parameters": {"r": 2}, "objects": [{"type": "Ground", "visualization": {
    "color": [1, 0, 0.5, 1],
    "graphics": [{"type": "disc", "radius": "r", "rotation": "rotZ(pi/2)"}, {"type": "disk"}, {"type": "disc", "radius": 1, "innerRadius": 3},
                 {"type": "sphere", "color": "#1Af", "direction": [1, 0, 0]}]}}])doc"));
  ASSERT_TRUE(loaded.model);
  const Json& graphics = (*loaded.model->objects()[0].visualization)["graphics"];
  EXPECT_EQ((*loaded.model->objects()[0].visualization)["color"], "#ff0080");
  ASSERT_EQ(graphics.size(), 3u);
  EXPECT_EQ(graphics[0]["width"], 0.32);
  EXPECT_NEAR(graphics[0]["rotation"][1][0].get<double>(), 1, 1e-15);
  EXPECT_EQ(graphics[1]["innerRadius"], nullptr);
  EXPECT_EQ(graphics[2]["color"], "#11AAff");
  std::vector<std::string> messages;
  for (const Issue& issue : loaded.issues)
    messages.push_back(issue.pointer.substr(std::string("/objects/0/visualization/").size()) + ": " + issue.message);
  EXPECT_EQ(messages,
            (Lines{"graphics/1: is not drawn: 'type' must be one of box, cylinder, line, sphere, disc, polyline, arrow, text, mesh, "
                   "got 'disk'",
                   "graphics/2/innerRadius: must be less than the radius, 1, got 3", "graphics/3/direction: 'direction' is not drawn"}));
}

TEST(Display, WritesFormulasAsFlagsAndIndices) {
  const std::string given = shown(
      R"({"plots": [{"curves": [{"sensor": "force"}], "range": "1"}], "arrows": [{"at": "place", "vector": "place", "components": "v - 2"}]})");
  EXPECT_EQ(issuesOf(given), Lines{});
  const Json written = writtenOut(given);
  EXPECT_EQ(written["display"]["plots"][0]["range"], Json(true));
  EXPECT_EQ(written["display"]["arrows"][0]["components"], Json({0}));
  EXPECT_EQ(issuesOf(written.dump()), Lines{});
}

TEST(Display, WritesAFormulaOfOneNumberAsAList) {
  const std::string given = shown(R"({"stability": {"parameter": "v", "reference": [{"x": "v", "real": ["v + 1"], "imaginary": [0]}]}})");
  EXPECT_EQ(issuesOf(given), Lines{});
  const Json written = writtenOut(given);
  EXPECT_EQ(written["display"]["stability"]["reference"][0], Json({{"x", {2.0}}, {"real", {3.0}}, {"imaginary", {0}}}));
  EXPECT_EQ(issuesOf(written.dump()), Lines{});
}

TEST(Visualization, LeavesOutMeshesWhoseTrianglesHaveNoCorners) {
  const auto loaded = loadModel(document(R"("parameters": {"h": 2}, "objects": [{"type": "Ground", "visualization": {"graphics": [
    {"type": "mesh", "points": [[0, 0, 0], [1, 0, 0], [0, "h", 0]], "triangles": [0, 1, 2]},
    {"type": "mesh", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [0, 1, 3]},
    {"type": "mesh", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [0, 1]}]}}])"));
  ASSERT_TRUE(loaded.model);
  const Json& graphics = (*loaded.model->objects()[0].visualization)["graphics"];
  ASSERT_EQ(graphics.size(), 1u);
  EXPECT_EQ(graphics[0]["points"][2][1], 2.0);
  EXPECT_EQ(graphics[0]["triangles"], Json({0, 1, 2}));
  ASSERT_EQ(loaded.issues.size(), 2u);
  EXPECT_EQ(loaded.issues[0].pointer, "/objects/0/visualization/graphics/1/triangles/2");
  EXPECT_EQ(loaded.issues[0].message, "must be less than 3, the number of points, got 3");
  EXPECT_EQ(loaded.issues[1].message, "must have three numbers for each triangle, got 2");
  EXPECT_EQ(issuesOf(document(R"("objects": [{"type": "Ground", "visualization": {"graphics": [
    {"type": "mesh", "points": [[0, 0, 0]], "triangles": [-1, 0, 0]}]}}])"))
                .size(),
            1u);
}

}  // namespace
}  // namespace slipstick
