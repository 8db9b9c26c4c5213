// The tables of `display` and `visualization`, which affect no computed number.
#pragma once

#include "core/registry/table.h"

namespace slipstick::drawing {

inline constexpr Presence given = Presence::required, ifGiven = Presence::optional;

// Solids, in the frame of their body.
inline constexpr Row fromRow = row<Vector3>("from", unit::metre, anyNumber, given, "start point");
inline constexpr Row toRow = row<Vector3>("to", unit::metre, anyNumber, given, "end point");
inline constexpr Row centerRow = row<Vector3>("center", unit::metre, anyNumber, Vector3{}, "its centre");
inline constexpr Row thinRow = row<double>("radius", unit::metre, positive, ifGiven, "its radius; default: a line");
inline constexpr Row colorRow =
    textRow("color", Says::color, ifGiven, "its colour: '#1f5f8b', 'orange', or red, green and blue from 0 to 1");
inline constexpr Row opacityRow = row<double>("opacity", unit::none, unitInterval, 1.0, "1: opaque, 0: invisible");
inline constexpr Row positionRow =
    row<Vector3>("position", unit::metre, anyNumber, ifGiven, "translation of all its points in the body frame");
inline constexpr Row rotationRow =
    row<Matrix3>("rotation", unit::none, anyNumber, ifGiven, "rotation of all its points: a matrix such as \"rotZ(0.3)\"");

inline constexpr Row boxRows[] = {
    centerRow,   row<Vector3>("size", unit::metre, nonNegative, given, "lengths of its edges along x, y and z"),
    colorRow,    opacityRow,
    positionRow, rotationRow};
inline constexpr Row rodRows[] = {fromRow, toRow, thinRow, colorRow, opacityRow, positionRow, rotationRow};
inline constexpr Row sphereRows[] = {centerRow,
                                     row<double>("radius", unit::metre, positive, ifGiven, "its radius; default: a point"),
                                     row<bool>("mark", unit::none, anyNumber, false, "whether a ring and a spot show its rotation"),
                                     colorRow,
                                     opacityRow,
                                     positionRow,
                                     rotationRow};
inline constexpr Row discRows[] = {
    row<double>("radius", unit::metre, positive, given, "its radius"),
    centerRow,
    row<Vector3>("axis", unit::none, anyNumber, Vector3{1, 0, 0}, "direction of its axis"),
    row<double>("width", unit::metre, positive, ifGiven, "its width; default: 0.16 of the radius"),
    row<double>("innerRadius", unit::metre, positive, ifGiven, "makes it a wheel with spokes and a rim of this radius"),
    row<bool>("mark", unit::none, anyNumber, true, "whether a bar, or a spoke of another colour, shows its rotation"),
    colorRow,
    opacityRow,
    positionRow,
    rotationRow};
inline constexpr Row polylineRows[] = {
    row<std::vector<Vector3>>("points", unit::metre, anyNumber, given, "its points"),
    row<bool>("closed", unit::none, anyNumber, false, "whether a line joins the last point to the first"),
    thinRow,
    colorRow,
    opacityRow,
    positionRow,
    rotationRow};
inline constexpr Row meshRows[] = {row<std::vector<Vector3>>("points", unit::metre, anyNumber, given, "its corners"),
                                   row<std::vector<int>>("triangles", unit::none, nonNegative, given,
                                                         "three numbers for each triangle: its corners among the points, from 0"),
                                   colorRow,
                                   opacityRow,
                                   positionRow,
                                   rotationRow};
inline constexpr Row textRows[] = {textRow("text", Says::localised, given, "the text to draw"),
                                   centerRow,
                                   row<double>("height", unit::metre, positive, ifGiven, "height of a line; default: suits the scene"),
                                   colorRow,
                                   opacityRow,
                                   positionRow,
                                   rotationRow};
inline constexpr Table disc{"disc", "A disc or wheel.", discRows};
inline constexpr Table mesh{"mesh", "A surface of triangles.", meshRows};
inline constexpr Table solids[] = {
    {"box", "A box with edges along the axes of the body.", boxRows},
    {"cylinder", "A cylinder between two points.", rodRows},
    {"line", "A line between two points.", rodRows},
    {"sphere", "A sphere.", sphereRows},
    disc,
    {"polyline", "Lines from point to point.", polylineRows},
    {"arrow", "An arrow from one point to another.", rodRows},
    {"text", "A text that faces the viewer.", textRows},
    mesh,
};

// `visualization` of an item: the rows that its type draws.
inline constexpr Row graphicsRow = listOf(tableRow("graphics", solids, "type", "solids in the frame of the body"));
inline constexpr Row linkRows[] = {graphicsRow, colorRow};
inline constexpr Table link{"link", "How one link of a kinematic tree is drawn.", linkRows};
inline constexpr Row visualizationRows[] = {
    row<bool>("show", unit::none, anyNumber, true, "whether it is drawn"),
    colorRow,
    graphicsRow,
    listOf(tableRow("links", link, ifGiven, "the links in order; a link without graphics is drawn as a rod between its joints")),
    row<double>("drawSize", unit::metre, anyNumber, ifGiven, "diameter; default: suits the scene"),
    row<double>("discWidth", unit::metre, anyNumber, ifGiven, "width of the disc; default: 0.16 of its radius"),
    row<double>("drawHeight", unit::metre, anyNumber, ifGiven, "height of the cable in its plane; default: suits the scene"),
    row<double>("width", unit::metre, anyNumber, ifGiven, "width of the cable across its plane"),
    row<std::vector<Vector3>>("triangleMesh", unit::none, nonNegative, ifGiven,
                              "surface of the mesh: three node numbers for each triangle, from 0; default: its nodes are dots"),
};

inline constexpr Table visualization{"visualization", "How it is drawn.", visualizationRows};

// Plots.
inline constexpr Row titleRow = textRow("title", Says::localised, ifGiven, "title of the plot; default: the quantity shown");
inline constexpr Row xLabelRow = textRow("xLabel", Says::localised, ifGiven, "name of the horizontal axis");
inline constexpr Row yLabelRow = textRow("yLabel", Says::localised, ifGiven, "name or unit of the vertical axis");
inline constexpr Row minRow = row<double>("min", unit::none, anyNumber, ifGiven, "lower end of the vertical axis");
inline constexpr Row maxRow = row<double>("max", unit::none, anyNumber, ifGiven, "upper end of the vertical axis");
inline constexpr Row labelRow = textRow("label", Says::localised, ifGiven, "name in the legend");
inline constexpr Row sourceRow = textRow("source", Says::localised, ifGiven, "source of the points");
inline constexpr Row sensorRow = textRow("sensor", Says::sensor, given, "the sensor whose values are shown");
inline constexpr Row componentRow = row<int>("component", unit::none, nonNegative, 0, "number of its component, from 0");
inline constexpr Row valuesRow = byParameter(row<double>("values", unit::mixed, anyNumber, ifGiven, "values of parameters"));

inline constexpr Row channelRows[] = {sensorRow, componentRow};
inline constexpr Table channel{"channel", "One component of a sensor.", channelRows};
inline constexpr Row curveRows[] = {
    sensorRow, componentRow, labelRow, colorRow,
    row<double>("scale", unit::none, anyNumber, 1.0, "factor applied to its values; the axis then has no unit")};
inline constexpr Table curve{"curve", "A curve of a sensor.", curveRows};
inline constexpr Row pointRows[] = {
    labelRow, sourceRow, row<VectorX>("x", unit::mixed, anyNumber, given, "positions on the horizontal axis"),
    row<VectorX>("y", unit::mixed, anyNumber, given, "values, one for each x"),
    byParameter(row<double>("when", unit::mixed, anyNumber, ifGiven, "values of parameters for which the points are shown"))};
inline constexpr Table points{"points", "Points that curves should match: measured, published or computed elsewhere.", pointRows};
inline constexpr Row referenceRow = oneOrListOf(tableRow("reference", points, ifGiven, "points that the curves should match"));
inline constexpr const char* timeWord[] = {"t"};
inline constexpr Row xRow{.name = "x",
                          .text = "horizontal axis: \"t\" for time, or a component of a sensor",
                          .defaultValue = timeWord[0],
                          .words = timeWord,
                          .tables = {&channel, 1}};
inline constexpr Row sensorPlotRows[] = {
    titleRow,
    xRow,
    listOf(tableRow("curves", curve, ifGiven, "the curves")),
    xLabelRow,
    yLabelRow,
    minRow,
    maxRow,
    row<bool>("equal", unit::none, anyNumber, false, "whether one unit has the same length on both axes"),
    row<bool>("logarithmic", unit::none, anyNumber, false, "whether the vertical axis is logarithmic"),
    row<bool>("range", unit::none, anyNumber, false, "whether the legend shows the largest minus the smallest value of each curve"),
    referenceRow};

inline constexpr const char* placesAlong[] = {"cable", "contact"};
inline constexpr Row lineRow(const char* name, Presence presence, const char* text) { return textRow(name, Says::line, presence, text); }
inline constexpr Row ofRow =
    wordRow("of", placesAlong, "cable", "quantity of the elements, or in the middle of contact segments, summed over all circles");
inline constexpr Row outputRowAlong = textRow("outputVariableType", Says::output, ifGiven, "output of the elements or contacts");
inline constexpr Row formulaRow =
    textRow("formula", Says::formula, ifGiven,
            "instead of an output: a formula of t, the arc length s, the position of the point and sensor(\"…\")");
inline constexpr Row alongRows[] = {
    lineRow("over", ifGiven, "a cable or belt other than the plot's"), ofRow, outputRowAlong, componentRow, formulaRow, labelRow, colorRow};
inline constexpr Table along{"along", "A quantity along a cable or belt.", alongRows};
inline constexpr Row overPlotRows[] = {
    lineRow("over", given, "the cable or belt along which the curves are shown, at the time of the cursor"),
    titleRow,
    listOf(tableRow("curves", along, ifGiven, "the curves")),
    xLabelRow,
    yLabelRow,
    minRow,
    maxRow,
    referenceRow};
inline constexpr Row mapRows[] = {lineRow("map", given, "the cable or belt along which one quantity is shown over time, in colours"),
                                  titleRow,
                                  ofRow,
                                  outputRowAlong,
                                  componentRow,
                                  formulaRow,
                                  labelRow,
                                  xLabelRow,
                                  yLabelRow,
                                  row<double>("min", unit::none, anyNumber, ifGiven, "value at the lower end of the colour scale"),
                                  row<double>("max", unit::none, anyNumber, ifGiven, "value at the upper end of the colour scale")};
inline constexpr const char* spectrumWindows[] = {"hann", "rectangle", "flatTop"};
inline constexpr const char* spectrumQuantities[] = {"amplitude", "density"};
inline constexpr Row spectrumRows[] = {
    wordRow("window", spectrumWindows, "hann",
            "weights of the samples: hann suits most curves; rectangle: whole periods; flatTop: exact amplitudes, wide peaks"),
    row<int>("segments", unit::none, positive, 1, "number of segments, each overlapping half of the next, whose powers are averaged"),
    wordRow("quantity", spectrumQuantities, "amplitude", "amplitude of oscillations, or power density per hertz"),
    row<bool>("logarithmic", unit::none, anyNumber, false, "whether the frequency axis is logarithmic")};
inline constexpr Table spectrum{"spectrumSettings", "How the spectrum of a curve is computed.", spectrumRows};
inline constexpr Row spectrumPlotRows[] = {
    tableRow("spectrum", spectrum, given, "shows the curves over frequency"),
    titleRow,
    listOf(tableRow("curves", curve, ifGiven, "the curves")),
    xLabelRow,
    yLabelRow,
    minRow,
    maxRow,
    row<bool>("logarithmic", unit::none, anyNumber, false, "whether the vertical axis is logarithmic"),
    referenceRow};
/// Identified by the first row; otherwise it is the last one.
inline constexpr Table overPlot{"over", "A plot along a cable or belt.", overPlotRows};
inline constexpr Table mapPlot{"map", "A plot of one quantity over time and along a cable or belt.", mapRows};
inline constexpr Table sensorPlot{"sensors", "A plot of sensors over time, or over another sensor.", sensorPlotRows};
inline constexpr Table spectrumPlot{"spectrum", "A plot of the spectra of sensors.", spectrumPlotRows};
inline constexpr Table plots[] = {overPlot, mapPlot, spectrumPlot, sensorPlot};

// The 3D view.
inline constexpr Row cameraRows[] = {
    textRow("follow", Says::object, ifGiven, "the object that stays in the centre of the view"),
    row<Vector3>("position", unit::metre, anyNumber, ifGiven, "initial direction from the scene to the viewer"),
    row<Vector3>("up", unit::none, anyNumber, Vector3{0, 0, 1}, "the direction that points up"),
    row<double>("zoom", unit::none, positive, 1.0, "initial magnification")};
inline constexpr Table camera{"camera", "The initial view.", cameraRows};
inline constexpr Row groundRows[] = {
    row<double>("checker", unit::metre, positive, ifGiven, "distance between its grid lines; default: suits the scene")};
inline constexpr Table ground{"ground", "The plane on which discs roll, otherwise the plane through the origin.", groundRows};
inline constexpr Row pointSensor(const char* name, int components, Presence presence, const char* text) {
  Row sensor = textRow(name, Says::sensor, presence, text);
  sensor.components = components;
  return sensor;
}
inline constexpr Row arrowRows[] = {
    pointSensor("at", 3, given, "a sensor of its start point"),
    pointSensor("vector", 3, given, "a sensor of the vector that it shows"),
    pointSensor("frame", 9, ifGiven, "a sensor of the rotation matrix from the vector's frame; default: the global frame"),
    row<std::vector<int>>("components", unit::none, {Range::Kind::oneOf, {0, 1, 2}}, ifGiven, "components to show; default: all three"),
    row<double>("scale", unit::mixed, positive, ifGiven, "its length in metres for one unit; default: suits the scene"),
    labelRow,
    colorRow};
inline constexpr Table arrow{"vector", "An arrow that shows the vector of a sensor, such as a force.", arrowRows};
inline constexpr Row contourRows[] = {oneOrListOf(lineRow("over", ifGiven, "the cables and belts to colour; default: all")),
                                      ofRow,
                                      outputRowAlong,
                                      componentRow,
                                      formulaRow,
                                      labelRow,
                                      row<double>("min", unit::none, anyNumber, ifGiven, "value at the lower end of the colour scale"),
                                      row<double>("max", unit::none, anyNumber, ifGiven, "value at the upper end of the colour scale")};
inline constexpr Table contour{"contour", "Cables and belts in the colours of a quantity.", contourRows};

// Next to the 3D view.
inline constexpr Row presetRows[] = {textRow("label", Says::localised, given, "the text on the button"),
                                     textRow("title", Says::localised, ifGiven, "explanation of the button"), valuesRow};
inline constexpr Table preset{"preset", "Values of several parameters under one button.", presetRows};
inline constexpr Row eigenvalueRows[] = {labelRow, sourceRow, row<VectorX>("x", unit::mixed, anyNumber, given, "values of the parameter"),
                                         row<VectorX>("real", unit::perSecond, anyNumber, given, "real part for each x"),
                                         row<VectorX>("imaginary", unit::perSecond, anyNumber, given, "imaginary part for each x")};
inline constexpr Table eigenvaluePoints{"eigenvalues", "Published eigenvalues.", eigenvalueRows};
inline constexpr Row limitRows[] = {labelRow, row<double>("x", unit::mixed, anyNumber, given, "value of the parameter")};
inline constexpr Table limit{"limit", "A published place where something becomes stable or unstable.", limitRows};
inline constexpr Row stabilityRows[] = {
    textRow("parameter", Says::parameter, given, "the parameter over which the eigenvalues are shown"),
    textRow("title", Says::localised, ifGiven, "title shown above it"),
    row<double>("from", unit::mixed, anyNumber, ifGiven, "first value of the parameter; default: its min"),
    row<double>("to", unit::mixed, anyNumber, ifGiven, "last value of the parameter; default: its max"),
    row<int>("steps", unit::none, positive, 101, "values of the parameter, 2 to 1001"),
    byParameter(row<double>("values", unit::mixed, anyNumber, ifGiven, "values of other parameters for the chart")),
    row<double>("min", unit::perSecond, anyNumber, ifGiven, "lower end of the vertical axis"),
    row<double>("max", unit::perSecond, anyNumber, ifGiven, "upper end of the vertical axis"),
    oneOrListOf(tableRow("reference", eigenvaluePoints, ifGiven, "published eigenvalues")),
    listOf(tableRow("limits", limit, ifGiven, "published limits of stability"))};
inline constexpr Table stability{"stability", "Eigenvalues of the model, linearised about its initial state, over a parameter.",
                                 stabilityRows};
inline constexpr Row cardRows[] = {
    textRow("teaser", Says::localised, ifGiven, "one sentence on its card"),
    textRow("teaches", Says::localised, ifGiven, "what readers learn from it"),
    listOf(textRow("tags", Says::localised, ifGiven, "search terms")),
    textRow("group", Says::localised, ifGiven, "the group of its card"),
    row<double>("rank", unit::none, anyNumber, ifGiven, "sorting number, the smallest first; a group is placed at its first model"),
    row<double>("runTime", unit::second, positive, ifGiven, "usual time of a run"),
    row<double>("moment", unit::second, anyNumber, 0.0, "description of the picture"),
    row<bool>("featured", unit::none, anyNumber, false, "whether the card is large and comes first")};
inline constexpr Table card{"gallery", "The card of the model in the gallery.", cardRows};

// `about` of a document.
inline constexpr Row basedOnRows[] = {textRow("address", Says::text, given, "address of the other model, such as its link"),
                                      textRow("hash", Says::text, ifGiven, "the digest of the other model's result")};
inline constexpr Table basedOn{"basedOn", "The model that this one was made from.", basedOnRows};
inline constexpr Row aboutRows[] = {listOf(textRow("authors", Says::text, ifGiven, "names of the people who made the model")),
                                    textRow("licence", Says::text, ifGiven, "terms of use: an SPDX identifier such as CC-BY-4.0"),
                                    textRow("source", Says::text, ifGiven, "publication or address that the model comes from"),
                                    tableRow("basedOn", basedOn, ifGiven, "the model that this one was made from"),
                                    textRow("version", Says::text, ifGiven, "version of the model, as its authors count")};
inline constexpr Table about{"about", "Who made the model, from what, and on which terms others may use it.", aboutRows};

/// A table that is shown with its defaults if it is missing.
constexpr Row shownRow(const char* name, const Table& table, bool orFlag, const char* text) {
  return {.name = name, .text = text, .defaultValue = true, .orFlag = orFlag, .tables = {&table, 1}};
}
inline constexpr Row displayRows[] = {
    listOf(tableRow("plots", plots, nullptr, "the plots; default: one for each of the first sensors")),
    shownRow("camera", camera, false, "the initial view"),
    shownRow("ground", ground, true, "the ground; false: none"),
    textRow("background", Says::color, ifGiven, "colour behind the scene; default: the page's"),
    listOf(pointSensor("trails", 3, ifGiven, "sensors of points whose path is drawn")),
    listOf(tableRow("arrows", arrow, ifGiven, "arrows at moving points")),
    tableRow("contour", contour, ifGiven, "colours of cables and belts"),
    listOf(tableRow("presets", preset, ifGiven, "buttons that set several parameters at once")),
    tableRow("stability", stability, ifGiven, "the stability chart"),
    shownRow("gallery", card, false, "its card in the gallery"),
};
inline constexpr Table display{"display", "Plots, camera and colours; none of this changes computed numbers.", displayRows};

}  // namespace slipstick::drawing
